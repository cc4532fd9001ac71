//! The search for the minlex form, row by row.
//!
//! All ways to the smallest rows so far are kept side by side, and each is continued with every row that may come next; those
//! that give the smallest next row stay. So nothing that begins worse than the form is ever searched.
//!
//! # Columns are ordered as late as possible
//!
//! A way does not fix the order of the columns, but stores what is known about it. The columns of a stack are in classes, and
//! so are the stacks:
//!
//! ```text
//!   stacks    class 0: stacks 0 and 2 (nothing known), then class 2: stack 1
//!   stack 1   class 0: columns 0 and 2, then class 2: column 1           row so far: 000 000 001
//! ```
//!
//! A class is named by the first place that it takes. The smallest possible row sorts each class by its contents in the row:
//! blanks, then digits with a label, by label, then new digits; minirows of one class of stacks are sorted as numbers. Equal
//! blanks stay in one class. New digits are equal too, but their order decides which of them gets which label: there the ways
//! part, one for each order. All new digits can be compared as one number (`NEW`), since two rows that are equal up to a place
//! have as many new digits before it. This holds because no digit appears twice in a row.
//!
//! # What is alike is counted
//!
//! Columns that are still in one class at the end are blank and can be exchanged: this is a factor of the number of
//! automorphisms. So are the blank rows of a band and the blank bands, of which only the first is tried.

/// In place of a label, for a digit that has none yet: larger than every label.
pub(super) const NEW: u64 = 10;

/// No digit has a label: a nibble for each digit, with the lowest for blanks.
const UNLABELLED: u64 = 0xAA_AAAA_AAA0;

/// The smallest pattern that a first row can have if these columns are filled, with 1 for filled: each minirow has its digits
/// at the end, and the fuller minirows come last. All digits are new in a first row, so only the pattern counts.
const FIRST_ROWS: [u16; 512] = {
    let mut table = [0; 512];
    let mut row = 0u16;
    while row < 512 {
        let [a, b, c] =
            [(row & 7).count_ones() as u16, (row >> 3 & 7).count_ones() as u16, (row >> 6).count_ones() as u16];
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let (b, c) = if b < c { (b, c) } else { (c, b) };
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        table[row as usize] = ((1 << a) - 1) << 6 | ((1 << b) - 1) << 3 | ((1 << c) - 1);
        row += 1;
    }
    table
};

/// One orientation of a board.
#[derive(Clone, Copy, Default)]
pub(super) struct RowBoard {
    /// Digits, 0 for blanks, row by row.
    pub(super) cells: [[u8; 9]; 9],
    /// Per row, the columns that are filled; column 0 is the lowest bit.
    pub(super) filled: [u16; 9],
    /// The rows without a digit.
    pub(super) blank_rows: u16,
}

/// One way to the smallest rows so far.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// Per digit, its label, or [`NEW`]: nibbles.
    pub(super) labels: u64,
    /// How many geometric symmetries it stands for, apart from those of columns.
    pub(super) weight: u32,
    /// Rows that have not been used, as bits.
    pub(super) left: u16,
    /// 1 for the transposed board.
    pub(super) board: u8,
    /// The rows chosen so far, in order.
    pub(super) rows: [u8; 9],
    /// Per stack of the board, its columns in order: `class << 8 | column`.
    pub(super) columns: [[u16; 3]; 3],
    /// The stacks in order: `class << 16 | stack`.
    pub(super) stacks: [u32; 3],
}

impl Way {
    /// Nothing is chosen, nothing is known.
    pub(super) const fn beginning(board: u8) -> Way {
        Way {
            labels: UNLABELLED,
            weight: 1,
            left: 0x1FF,
            board,
            rows: [0; 9],
            columns: [[0, 1, 2]; 3],
            stacks: [0, 1, 2],
        }
    }

    /// The columns of the board in their order, with those of one class in any order.
    pub(super) fn column_order(&self) -> [u8; 9] {
        let mut order = [0; 9];
        for (place, stack) in self.stacks.iter().enumerate() {
            let stack = (stack & 3) as usize;
            for (i, column) in self.columns[stack].iter().enumerate() {
                order[3 * place + i] = (3 * stack) as u8 + (column & 3) as u8;
            }
        }
        order
    }

    /// In how many ways the columns of each class, and the stacks, can be ordered.
    pub(super) fn column_orders(&self) -> u64 {
        let of = |classes: [u32; 3]| match (classes[0] == classes[1], classes[1] == classes[2]) {
            (true, true) => 6,
            (false, false) => 1,
            _ => 2,
        };
        let columns = self.columns.iter().map(|columns| of(columns.map(|column| u32::from(column >> 8))));
        columns.product::<u64>() * of(self.stacks.map(|stack| stack >> 16))
    }
}

/// A row as small as it can be after a way.
#[derive(Clone, Copy)]
struct Smallest {
    /// Nine nibbles, the first column in the highest.
    row: u64,
    /// As in [`Way`], sorted, with the value in each column: `class << 8 | value << 4 | column`.
    columns: [[u16; 3]; 3],
    /// As in [`Way`], sorted, with the minirows: `class << 16 | minirow << 4 | stack`.
    stacks: [u32; 3],
}

/// A way continued by a row.
#[derive(Clone, Copy)]
struct Step {
    way: u32,
    row: u8,
    weight: u32,
    smallest: Smallest,
}

/// The memory of the search.
#[derive(Default)]
pub(super) struct RowSearch {
    pub(super) boards: [RowBoard; 2],
    pub(super) ways: Vec<Way>,
    /// The ways with one more row.
    next: Vec<Way>,
    steps: Vec<Step>,
    /// Whether the columns of all ways are in order and all digits have labels, as for complete grids.
    pub(super) settled: bool,
    /// The rows of the form, as nibbles with labels.
    pub(super) form: [u64; 9],
    /// The number of labels given so far.
    pub(super) given: u64,
}

#[inline(always)]
fn sort<T: Ord + Copy>([a, b, c]: [T; 3]) -> [T; 3] {
    let (a, b) = (a.min(b), a.max(b));
    let (b, c) = (b.min(c), b.max(c));
    [a.min(b), a.max(b), c]
}

/// Orders of three places in which only places of one class are exchanged, given whether the first and the second place, and
/// the second and the third, are of one class.
fn orders(first: bool, second: bool) -> &'static [[usize; 3]] {
    match (first, second) {
        (false, false) => &[[0, 1, 2]],
        (true, false) => &[[0, 1, 2], [1, 0, 2]],
        (false, true) => &[[0, 1, 2], [0, 2, 1]],
        (true, true) => &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
    }
}

#[inline(always)]
fn smallest(board: &RowBoard, way: &Way, row: usize) -> Smallest {
    let cells = &board.cells[row];
    let mut columns = way.columns;
    let mut minirows = [0u32; 3];
    // Blank minirows are not skipped: the branch would be mispredicted too often.
    for stack in 0..3 {
        let value = |key: u16| {
            let digit = cells[3 * stack + usize::from(key & 3).min(2)];
            key | (((way.labels >> ((4 * digit) & 63)) & 15) << 4) as u16
        };
        let sorted = sort(columns[stack].map(value));
        let [a, b, c] = sorted.map(|key| u32::from(key >> 4 & 15));
        columns[stack] = sorted;
        minirows[stack] = a << 8 | b << 4 | c;
    }
    let stacks = sort(way.stacks.map(|key| key | minirows[(key & 3) as usize] << 4));
    let row = stacks.iter().fold(0, |row, key| row << 12 | u64::from(key >> 4 & 0xFFF));
    Smallest { row, columns, stacks }
}

impl RowSearch {
    /// Continues the ways with rows until the form is complete, starting with the row of this number.
    pub(super) fn run(&mut self, first: usize) {
        for level in first..9 {
            self.step(level);
        }
    }

    fn step(&mut self, level: usize) {
        let RowSearch { boards, ways, steps, settled, .. } = self;
        let mut best = u64::MAX;
        steps.clear();
        let mut first_rows = [0x1FF; 2];
        if level == 0 {
            first_rows = best_first_rows(boards);
        }
        for (number, way) in ways.iter().enumerate() {
            let board = &boards[usize::from(way.board & 1)];
            let mut rows = way.left & first_rows[usize::from(way.board & 1)];
            if !level.is_multiple_of(3) {
                rows &= 7 << (way.rows[level - 1] / 3 * 3);
            }
            let blank = rows & board.blank_rows;
            if blank != 0 {
                if best != 0 {
                    best = 0;
                    steps.clear();
                }
                let smallest = Smallest { row: 0, columns: way.columns, stacks: way.stacks };
                add_blank_rows(steps, blank, Step { way: number as u32, row: 0, weight: way.weight, smallest });
                continue;
            }
            if *settled {
                // The first column decides.
                let stack = (way.stacks[0] & 3) as usize;
                let column = 3 * stack + usize::from(way.columns[stack][0] & 3);
                let mut first = u64::MAX;
                while rows != 0 {
                    let row = rows.trailing_zeros() as usize;
                    rows &= rows - 1;
                    first = first.min((way.labels >> (4 * board.cells[row][column])) << 60 | row as u64);
                }
                if first >> 60 > best >> 32 {
                    continue;
                }
                rows = 1 << (first & 15);
            }
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let smallest = smallest(board, way, row);
                if smallest.row > best {
                    continue;
                }
                if smallest.row < best {
                    best = smallest.row;
                    steps.clear();
                }
                steps.push(Step { way: number as u32, row: row as u8, weight: way.weight, smallest });
            }
        }
        self.take(level, best);
    }

    /// Turns the steps into the ways, and adds the row that they share to the form.
    fn take(&mut self, level: usize, row: u64) {
        let RowSearch { boards, ways, next, steps, form, given, .. } = self;
        next.clear();
        for step in steps.iter() {
            let way = &ways[step.way as usize];
            extend(next, &boards[usize::from(way.board & 1)], way, step, level, *given);
        }
        std::mem::swap(ways, next);
        form[level] = 0;
        for place in (0..9).rev() {
            let mut value = row >> (4 * place) & 15;
            if value == NEW {
                *given += 1;
                value = *given;
            }
            form[level] = form[level] << 4 | value;
        }
    }
}

/// The rows of both orientations that can be first.
fn best_first_rows(boards: &[RowBoard; 2]) -> [u16; 2] {
    let patterns = [0, 1].map(|board| boards[board].filled.map(|filled| FIRST_ROWS[usize::from(filled & 511)]));
    let best = patterns.as_flattened().iter().fold(u16::MAX, |best, pattern| best.min(*pattern));
    patterns.map(|patterns| {
        let best = patterns.iter().enumerate().map(|(row, pattern)| u16::from(*pattern == best) << row);
        best.fold(0, |rows, row| rows | row)
    })
}

/// Of blank rows, one for each band, with the number of rows like it; of blank bands, only the first.
fn add_blank_rows(steps: &mut Vec<Step>, rows: u16, step: Step) {
    let mut blank_bands = 0;
    let mut first_blank_band = 0;
    for band in (0..3u8).rev() {
        let blank = rows >> (3 * band) & 7;
        if blank == 7 {
            blank_bands += 1;
            first_blank_band = band;
        } else if blank != 0 {
            let row = 3 * band + blank.trailing_zeros() as u8;
            steps.push(Step { row, weight: step.weight * blank.count_ones(), ..step });
        }
    }
    if blank_bands > 0 {
        steps.push(Step { row: 3 * first_blank_band, weight: step.weight * 3 * blank_bands, ..step });
    }
}

/// Adds the ways that a step leads to.
#[inline(always)]
fn extend(ways: &mut Vec<Way>, board: &RowBoard, way: &Way, step: &Step, level: usize, given: u64) {
    let Smallest { row, columns, stacks } = step.smallest;
    let mut next = *way;
    next.weight = step.weight;
    next.left &= !(1 << step.row);
    next.rows[level] = step.row;
    if row == 0 {
        ways.push(next);
        return;
    }
    // Blank minirows of one class stay in one class.
    let same = |a: u32, b: u32| a >> 4 == b >> 4;
    let blank = |key: u32| key >> 4 & 0xFFF == 0;
    let tied = [same(stacks[0], stacks[1]), same(stacks[1], stacks[2])];
    let first = u32::from(!(tied[0] && blank(stacks[1])));
    let second = if tied[1] && blank(stacks[1]) { first } else { 2 };
    let classes = [0, first, second];
    let mut column_classes = [[0; 3]; 3];
    let mut ties = [[false; 2]; 3];
    let new = |key: u16| u64::from(key >> 4 & 15) == NEW;
    for stack in 0..3 {
        let keys = columns[stack];
        let tied = [keys[0] >> 4 == keys[1] >> 4, keys[1] >> 4 == keys[2] >> 4];
        ties[stack] = tied.map(|tied| tied && new(keys[1]));
        let first = u16::from(!tied[0] || new(keys[1]));
        let second = if tied[1] && !new(keys[1]) { first } else { 2 };
        column_classes[stack] = [0, first, second];
    }
    // Only NEW has both bits.
    let any_new = row & row << 2 & 0x8_8888_8888;
    if any_new == 0 {
        // Then nothing is open: there is one way.
        next.stacks = [0, 1, 2].map(|place| classes[place] << 16 | stacks[place] & 3);
        for stack in 0..3 {
            next.columns[stack] = [0, 1, 2].map(|i| column_classes[stack][i] << 8 | columns[stack][i] & 3);
        }
        ways.push(next);
        return;
    }
    let choices = ties.map(|[first, second]| orders(first, second));
    let cells = &board.cells[usize::from(step.row)];
    let [one, other] = tied.map(|tied| tied && !blank(stacks[1]));
    for order in orders(one, other) {
        let order = order.map(|place| stacks[place] & 3);
        next.stacks = [0, 1, 2].map(|place| classes[place] << 16 | order[place]);
        for a in choices[0] {
            for b in choices[1] {
                for c in choices[2] {
                    for (stack, order) in [a, b, c].into_iter().enumerate() {
                        for place in 0..3 {
                            let key = columns[stack][order[place]];
                            next.columns[stack][place] = column_classes[stack][place] << 8 | key & 3;
                        }
                    }
                    let (mut labels, mut label) = (way.labels, given);
                    // New digits are in the same places, whatever the order: only these places are visited.
                    let mut places = any_new;
                    while places != 0 {
                        let nibble = places.ilog2() as usize / 4;
                        places ^= 8 << (4 * nibble);
                        let place = 8 - nibble;
                        let stack = order[place / 3] as usize;
                        let column = usize::from(next.columns[stack][place % 3] & 3);
                        label += 1;
                        labels ^= (NEW ^ label) << (4 * cells[3 * stack + column]);
                    }
                    next.labels = labels;
                    ways.push(next);
                }
            }
        }
    }
}
