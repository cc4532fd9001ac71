//! The 416 classes of bands.
//!
//! Bands that symmetries of a band (of its rows, its boxes, the columns of a box, the digits) turn into each other form a
//! class, which is identified by its minlex band; the classes are in the order of these bands. Whether a chute of a grid comes
//! before another must be found in a few nanoseconds, so each band has a *place* in a table, after relabelling such that its
//! first box is
//!
//! ```text
//!   0 1 2      what is left are the other two boxes, but for the order of their columns: which digits are in which
//!   3 4 5      row of the second box is one of 56 cases, and what is in the rows of the third follows; how the three
//!   6 7 8      digits of each row meet in columns is one of 36 for each box. 56 * 36 * 36 = 72,576 places.
//! ```

/// The number of classes.
pub(super) const CLASSES: usize = 416;

/// The number of ways in which a box's columns can be made from its rows.
pub(super) const MEETINGS: usize = 36;

/// The number of second boxes, apart from the order of their columns.
pub(super) const SECOND_BOXES: usize = 56 * MEETINGS;

/// Three rows of digits from 0 to 8.
pub(super) type Band = [[u8; 9]; 3];

/// All orders of three.
pub(super) const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// One way to view a band: the order of its rows and boxes, and of the columns of the box that then comes first.
#[derive(Clone, Copy)]
struct View {
    rows: [usize; 3],
    boxes: [usize; 3],
    columns: [usize; 3],
}

const VIEWS: u8 = 216;

impl View {
    fn new(number: u8) -> View {
        let number = usize::from(number);
        View { rows: ORDERS[number / 36], boxes: ORDERS[number / 6 % 6], columns: ORDERS[number % 6] }
    }
}

/// An order of the columns, and new labels of the digits, that turn a band into another one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Map {
    /// Per column, the column that it was before.
    pub(super) columns: [u8; 9],
    /// Per digit, its label.
    pub(super) labels: [u8; 9],
}

/// The tables of bands.
pub(super) struct Bands {
    /// Per second box and meeting in the third (see [`place`](Bands::place)), the class.
    classes: Vec<u16>,
    /// Per place, the view that leads to the minlex band of the class.
    views: Vec<u8>,
    /// Per class, its minlex band.
    forms: Vec<Band>,
    /// By the digits of the first row and by which of 0, 1, 2 are in the second: one of 56 cases.
    cases: [u8; 512],
    /// By three bits for each row, as [`order`] returns them.
    meetings: [u8; 512],
}

/// The order of three numbers, as three bits.
#[inline(always)]
pub(super) fn order(a: u8, b: u8, c: u8) -> usize {
    usize::from(a < b) | usize::from(a < c) << 1 | usize::from(b < c) << 2
}

impl Bands {
    /// Makes the tables, which takes some milliseconds.
    pub(super) fn new() -> Bands {
        let mut bands = Bands {
            classes: vec![u16::MAX; SECOND_BOXES * MEETINGS],
            views: vec![0; SECOND_BOXES * MEETINGS],
            forms: Vec::with_capacity(CLASSES),
            cases: cases(),
            meetings: meetings(),
        };
        // The first band of a class in the order of bands is its minlex form.
        let first = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        for_each_second_row(&mut |second| {
            for_each_third_row(&first, second, &mut |third| {
                let band = [first, *second, *third];
                if bands.classes[bands.place(&band)] == u16::MAX {
                    bands.add(&band);
                }
            });
            bands.forms.len() < CLASSES
        });
        bands
    }

    fn add(&mut self, band: &Band) {
        let class = self.forms.len() as u16;
        self.forms.push(*band);
        for number in 0..VIEWS {
            let view = View::new(number);
            let from = |position: usize| if position < 3 { view.columns[position] } else { position % 3 };
            let seen: Band = std::array::from_fn(|row| {
                std::array::from_fn(|column| band[view.rows[row]][3 * view.boxes[column / 3] + from(column)])
            });
            let place = self.place(&seen);
            if self.classes[place] != u16::MAX {
                continue;
            }
            self.classes[place] = class;
            // The way back.
            let normal = normal_columns(&seen);
            let home = position(&view.boxes, 0);
            let back = View {
                rows: inverse(&view.rows),
                boxes: inverse(&view.boxes),
                columns: std::array::from_fn(|column| {
                    let seen = if home == 0 { position(&view.columns, column) } else { 3 * home + column };
                    position(&normal[3 * home..3 * home + 3], seen as u8)
                }),
            };
            let of = |order: [usize; 3]| position(&ORDERS, order);
            self.views[place] = (36 * of(back.rows) + 6 * of(back.boxes) + of(back.columns)) as u8;
        }
    }

    /// The minlex band of a class.
    pub(super) fn form(&self, class: usize) -> &Band {
        &self.forms[class]
    }

    /// The class of a minlex band; `None` if the band is not minlex.
    pub(super) fn class_of_form(&self, band: &Band) -> Option<usize> {
        self.forms.binary_search(band).ok()
    }

    /// The index of the second box, given the labels in its first two rows as sets of bits, and the [`order`] in each of its
    /// rows.
    #[inline(always)]
    pub(super) fn second_box(&self, sets: [usize; 2], orders: usize) -> usize {
        let case = self.cases[sets[0] >> 3 & 63 | (sets[1] & 7) << 6];
        usize::from(case) * MEETINGS + self.meeting(orders)
    }

    /// How the rows of a box meet in columns, given the orders of its three rows, three bits each.
    #[inline(always)]
    pub(super) fn meeting(&self, orders: usize) -> usize {
        usize::from(self.meetings[orders & 511])
    }

    /// The class of a band, given its second box and the meeting in its third.
    #[inline(always)]
    pub(super) fn class(&self, second_box: usize, meeting: usize) -> usize {
        usize::from(self.classes[second_box * MEETINGS + meeting])
    }

    /// The place of a band in the tables.
    pub(super) fn place(&self, band: &Band) -> usize {
        let labels = first_box_labels(band);
        let label = |row: usize, column: usize| labels[usize::from(band[row][column])];
        let orders = |first: usize| {
            let row = |row: usize| order(label(row, first), label(row, first + 1), label(row, first + 2));
            row(0) | row(1) << 3 | row(2) << 6
        };
        let set = |row: usize| 1 << label(row, 3) | 1 << label(row, 4) | 1 << label(row, 5);
        self.second_box([set(0), set(1)], orders(3)) * MEETINGS + self.meeting(orders(6))
    }

    /// The class of any band.
    pub(super) fn class_of(&self, band: &Band) -> usize {
        usize::from(self.classes[self.place(band)])
    }

    /// A map that turns a band, with its rows in some order, into the minlex band of its class.
    pub(super) fn to_form(&self, band: &Band) -> Map {
        let place = self.place(band);
        let view = View::new(self.views[place]);
        self.seen(band, view, &self.forms[usize::from(self.classes[place])])
    }

    /// The map that turns a band into a minlex band, if a view leads to it.
    fn seen(&self, band: &Band, view: View, form: &Band) -> Map {
        let normal = normal_columns(band);
        let mut map = Map { columns: [0; 9], labels: [0; 9] };
        for column in 0..3 {
            map.columns[column] = normal[3 * view.boxes[0] + view.columns[column]];
            for row in 0..3 {
                let digit = band[view.rows[row]][usize::from(map.columns[column])];
                map.labels[usize::from(digit)] = form[row][column];
            }
        }
        for (column, digit) in band[view.rows[0]].iter().enumerate() {
            map.columns[usize::from(map.labels[usize::from(*digit)])] = column as u8;
        }
        map
    }

    /// The maps that turn the minlex band of a class into itself, with its rows in some order; the one that changes nothing is
    /// left out.
    pub(super) fn automorphisms(&self, class: usize) -> Vec<Map> {
        let form = &self.forms[class];
        let views = (0..VIEWS).map(View::new);
        let maps = views.filter_map(|view| {
            let map = self.seen(form, view, form);
            let holds = |row: usize| {
                (0..9).all(|column| {
                    let digit = form[view.rows[row]][usize::from(map.columns[column])];
                    map.labels[usize::from(digit)] == form[row][column]
                })
            };
            // Equal rows are not enough: boxes have to stay together, in the order of the view.
            let is_symmetry = (0..9).all(|place| usize::from(map.columns[place]) / 3 == view.boxes[place / 3]);
            (is_symmetry && holds(0) && holds(1) && holds(2)).then_some(map)
        });
        let nothing = Map { columns: [0, 1, 2, 3, 4, 5, 6, 7, 8], labels: [0, 1, 2, 3, 4, 5, 6, 7, 8] };
        maps.filter(|map| *map != nothing).collect()
    }
}

/// Per digit, its place in the first box.
fn first_box_labels(band: &Band) -> [u8; 9] {
    let mut labels = [0; 9];
    for label in 0..9 {
        labels[usize::from(band[label / 3][label % 3])] = label as u8;
    }
    labels
}

/// The columns, with those of the second and third box sorted by their labels in the first row.
fn normal_columns(band: &Band) -> [u8; 9] {
    let labels = first_box_labels(band);
    let mut columns = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for columns in columns.chunks_exact_mut(3).skip(1) {
        columns.sort_unstable_by_key(|column| labels[usize::from(band[0][usize::from(*column)])]);
    }
    columns
}

fn position<T: PartialEq>(list: &[T], wanted: T) -> usize {
    list.iter().position(|item| *item == wanted).expect("the list has it")
}

fn inverse(order: &[usize; 3]) -> [usize; 3] {
    std::array::from_fn(|place| position(order, place))
}

fn cases() -> [u8; 512] {
    let mut cases = [0; 512];
    let mut number = 0;
    for first in (0..64usize).filter(|first| first.count_ones() == 3) {
        for second in (0..8).filter(|second: &usize| second.count_ones() == 3 - (first & 7).count_ones()) {
            cases[first | second << 6] = number;
            number += 1;
        }
    }
    cases
}

fn meetings() -> [u8; 512] {
    let bits = |order: &[usize; 3]| self::order(order[0] as u8, order[1] as u8, order[2] as u8);
    let mut meetings = [0; 512];
    for one in &ORDERS {
        for two in &ORDERS {
            for three in &ORDERS {
                // With the columns in the order in which the first row ascends.
                let of = |row: &[usize; 3]| {
                    let places = inverse(one);
                    position(&ORDERS, std::array::from_fn(|column| row[places[column]]))
                };
                meetings[bits(one) | bits(two) << 3 | bits(three) << 6] = (6 * of(two) + of(three)) as u8;
            }
        }
    }
    meetings
}

/// Visits second rows below 0..=8, in order, while `visit` returns true: those that a minlex band may have begin with 345 or 346.
fn for_each_second_row(visit: &mut impl FnMut(&[u8; 9]) -> bool) {
    fn extend(row: &mut [u8; 9], column: usize, used: u16, visit: &mut impl FnMut(&[u8; 9]) -> bool) -> bool {
        if column == 9 {
            return visit(row);
        }
        for digit in 0..9u8 {
            let is_own = usize::from(digit) / 3 == column / 3;
            let is_late = column < 3 && digit > 3 + column as u8 + u8::from(column == 2);
            if used >> digit & 1 == 0 && !is_own && !is_late {
                row[column] = digit;
                if !extend(row, column + 1, used | 1 << digit, visit) {
                    return false;
                }
            }
        }
        true
    }
    extend(&mut [0; 9], 0, 0, visit);
}

fn for_each_third_row(first: &[u8; 9], second: &[u8; 9], visit: &mut impl FnMut(&[u8; 9])) {
    let left: [[u8; 3]; 3] = std::array::from_fn(|number| {
        let places = 3 * number..3 * number + 3;
        let mut left =
            (0..9).filter(|digit| !first[places.clone()].contains(digit) && !second[places.clone()].contains(digit));
        std::array::from_fn(|_| left.next().expect("a box has nine digits"))
    });
    for one in &ORDERS {
        for two in &ORDERS {
            for three in &ORDERS {
                let orders = [one, two, three];
                visit(&std::array::from_fn(|column| left[column / 3][orders[column / 3][column % 3]]));
            }
        }
    }
}
