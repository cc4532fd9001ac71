//! The minlex form of boards that are not 9x9, by the same search (see `rows`), written plainly.
//!
//! The first row of a complete grid decides little: all its digits are new, so each order of columns that keeps stacks together
//! is a way of its own. This is what limits the search: a complete 6x6 grid has 432 such ways, an 8x8 9,216, a 10x10 288,000, a
//! 12x12 a million. Puzzles with a sparse row have far fewer.

use super::super::{NoForm, Transformation, order};
use super::Canonical;
use crate::board::{Digit, Puzzle, Shape};
use std::cmp::Ordering;

/// The longest side; the number of symmetries must fit into 64 bits too.
const LONGEST: usize = 12;

/// The largest number of ways that are kept.
const MOST_WAYS: usize = 1 << 19;

/// In place of a label: larger than every label.
const NEW: u8 = LONGEST as u8 + 1;

type Row = [u8; LONGEST];

/// One orientation of a board: digits from 1, 0 for blanks.
type AnyShapeBoard = [Row; LONGEST];

/// One way to the smallest rows so far.
#[derive(Clone, Copy)]
struct Way {
    transposed: bool,
    /// Rows that have not been used, as bits.
    left: u16,
    /// How many geometric symmetries it stands for, apart from those of columns.
    weight: u64,
    /// Per digit, its label, or 0.
    labels: [u8; LONGEST + 1],
    /// The rows chosen so far, in order.
    rows: Row,
    /// The columns in their order, as far as it is known: those of one class in their stack may have any order.
    columns: Row,
    classes: Row,
    /// Per stack, in order, its class.
    stacks: Row,
}

/// A way continued by a row.
#[derive(Default)]
struct Step {
    way: usize,
    row: usize,
    weight: u64,
    /// The contents of the row, as small as possible: blanks, labels, [`NEW`].
    values: Row,
    /// As in [`Way`], in the order that makes the row this small. Classes are still the old ones.
    columns: Row,
    classes: Row,
    stacks: Row,
}

/// Whether boards of this shape have a form here.
pub(super) fn accepts(shape: Shape) -> bool {
    shape.side() <= LONGEST && order(shape).is_some_and(|order| u64::try_from(order).is_ok())
}

/// The form of a puzzle whose shape is accepted, without removed candidates and without a digit twice in a house.
pub(in crate::symmetry) fn canonical(puzzle: &Puzzle) -> Result<Canonical<Puzzle>, NoForm> {
    let shape = puzzle.shape();
    let mut search = AnyShapeSearch::new(puzzle);
    for level in 0..shape.side() {
        search.step(level);
        if search.ways.len() > MOST_WAYS {
            return Err(NoForm::TooManyWays(shape));
        }
    }
    let (transformation, automorphisms) = search.result();
    Ok(Canonical { board: transformation.apply(puzzle), automorphisms, transformation })
}

struct AnyShapeSearch {
    shape: Shape,
    boards: [AnyShapeBoard; 2],
    ways: Vec<Way>,
    /// The number of labels given so far.
    given: u8,
}

impl AnyShapeSearch {
    fn new(puzzle: &Puzzle) -> AnyShapeSearch {
        let shape = puzzle.shape();
        let mut boards = [AnyShapeBoard::default(); 2];
        for (cell, digit) in puzzle.filled() {
            let (row, column) = (shape.row(cell), shape.column(cell));
            boards[0][row][column] = digit.number() as u8;
            boards[1][column][row] = digit.number() as u8;
        }
        let way = |transposed| Way {
            transposed,
            left: (1 << shape.side()) - 1,
            weight: 1,
            labels: [0; LONGEST + 1],
            rows: Row::default(),
            columns: std::array::from_fn(|column| column as u8),
            classes: Row::default(),
            stacks: Row::default(),
        };
        let is_square = shape.box_rows() == shape.box_columns();
        let ways = [false, true].into_iter().filter(|transposed| is_square || !transposed).map(way).collect();
        AnyShapeSearch { shape, boards, ways, given: 0 }
    }

    /// Continues all ways with the smallest row that may come next.
    fn step(&mut self, level: usize) {
        let (side, height) = (self.shape.side(), self.shape.box_rows());
        let mut steps: Vec<Step> = Vec::new();
        for (number, way) in self.ways.iter().enumerate() {
            let band = |row: usize| ((1u16 << height) - 1) << (row / height * height);
            let among =
                if level.is_multiple_of(height) { way.left } else { way.left & band(way.rows[level - 1].into()) };
            let board = &self.boards[usize::from(way.transposed)];
            let is_blank = |row: usize| board[row][..side].iter().all(|digit| *digit == 0);
            let blank_bands = (0..side).step_by(height).filter(|first| {
                let rows = band(*first);
                among & rows == rows && (*first..first + height).all(is_blank)
            });
            let blank_bands: Vec<usize> = blank_bands.collect();
            for row in (0..side).filter(|row| among >> row & 1 == 1) {
                // Of blank bands, and of the blank rows of a band, only the first is tried.
                let mut weight = way.weight;
                if level.is_multiple_of(height) && blank_bands.contains(&(row / height * height)) {
                    if row != blank_bands[0] {
                        continue;
                    }
                    weight *= (blank_bands.len() * height) as u64;
                } else if is_blank(row) {
                    let alike = || (0..side).filter(|other| among & band(row) & 1 << other != 0 && is_blank(*other));
                    if alike().next() != Some(row) {
                        continue;
                    }
                    weight *= alike().count() as u64;
                }
                let step = self.smallest(way, &board[row], Step { way: number, row, weight, ..Step::default() });
                match steps.first().map_or(Ordering::Less, |best| step.values.cmp(&best.values)) {
                    Ordering::Less => steps = vec![step],
                    Ordering::Equal => steps.push(step),
                    Ordering::Greater => {}
                }
            }
        }
        let mut next = Vec::new();
        for step in &steps {
            self.extend(step, level, &mut next);
            if next.len() > MOST_WAYS {
                break;
            }
        }
        let new = steps[0].values.iter().filter(|value| **value == NEW).count();
        self.ways = next;
        self.given += new as u8;
    }

    /// The columns and stacks in the order that makes the row smallest.
    fn smallest(&self, way: &Way, row: &Row, mut step: Step) -> Step {
        let (side, width) = (self.shape.side(), self.shape.box_columns());
        let value = |column: u8| match row[usize::from(column)] {
            0 => 0,
            digit => Some(way.labels[usize::from(digit)]).filter(|label| *label > 0).unwrap_or(NEW),
        };
        // Per stack: its class, its contents, and its columns as class, value, column.
        let mut order: Vec<(u8, Vec<u8>, Vec<[u8; 3]>)> = (0..side / width)
            .map(|stack| {
                let places = stack * width..(stack + 1) * width;
                let columns = places.map(|place| [way.classes[place], value(way.columns[place]), way.columns[place]]);
                let mut columns: Vec<[u8; 3]> = columns.collect();
                columns.sort_by_key(|[class, value, _]| [*class, *value]);
                (way.stacks[stack], columns.iter().map(|[_, value, _]| *value).collect(), columns)
            })
            .collect();
        order.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        let mut place = 0;
        for (stack, (class, _, columns)) in order.into_iter().enumerate() {
            step.stacks[stack] = class;
            for [class, value, column] in columns {
                (step.classes[place], step.values[place], step.columns[place]) = (class, value, column);
                place += 1;
            }
        }
        step
    }

    /// Adds the ways that a step leads to: one for each order of new digits that are not distinguished otherwise.
    fn extend(&self, step: &Step, level: usize, next: &mut Vec<Way>) {
        let (side, width) = (self.shape.side(), self.shape.box_columns());
        let (values, classes) = (&step.values, &step.classes);
        let minirow = |stack: usize| &values[stack * width..(stack + 1) * width];
        let is_blank = |stack: usize| minirow(stack).iter().all(|value| *value == 0);
        let mut way = self.ways[step.way];
        way.weight = step.weight;
        way.left &= !(1 << step.row);
        way.rows[level] = step.row as u8;
        // Only blanks stay in one class.
        let mut after = Row::default();
        for place in 0..side {
            let stays = place % width > 0 && values[place] == 0 && values[place - 1] == 0;
            after[place] = match stays && classes[place] == classes[place - 1] {
                true => after[place - 1],
                false => (place % width) as u8,
            };
        }
        for stack in 0..side / width {
            let stays = stack > 0 && is_blank(stack) && is_blank(stack - 1);
            way.stacks[stack] = match stays && step.stacks[stack] == step.stacks[stack - 1] {
                true => way.stacks[stack - 1],
                false => stack as u8,
            };
        }
        let columns = orders(side, |place| {
            let are_new = values[place] == NEW && values[place - 1] == NEW;
            place % width > 0 && are_new && classes[place] == classes[place - 1]
        });
        let stacks = orders(side / width, |stack| {
            let are_alike = step.stacks[stack] == step.stacks[stack - 1] && minirow(stack) == minirow(stack - 1);
            are_alike && !is_blank(stack)
        });
        for (stacks, columns) in stacks.iter().flat_map(|stacks| columns.iter().map(move |columns| (stacks, columns))) {
            let mut label = self.given;
            for to in 0..side {
                let place = stacks[to / width] * width + to % width;
                let from = columns[place];
                way.classes[to] = after[place];
                way.columns[to] = step.columns[from];
                if values[from] == NEW {
                    let digit = self.boards[usize::from(way.transposed)][step.row][usize::from(way.columns[to])];
                    label += 1;
                    way.labels[usize::from(digit)] = label;
                }
            }
            next.push(way);
            if next.len() > MOST_WAYS {
                return;
            }
        }
    }

    /// A symmetry that leads to the form, and the number of automorphisms.
    fn result(&self) -> (Transformation, u64) {
        let (shape, side, width) = (self.shape, self.shape.side(), self.shape.box_columns());
        let factorial = |count: usize| (1..=count as u64).product::<u64>();
        // The members of each class can be exchanged.
        let exchanges =
            |classes: &[u8]| -> u64 { classes.chunk_by(|a, b| a == b).map(|class| factorial(class.len())).product() };
        let column_orders = |way: &Way| -> u64 {
            let columns = way.classes[..side].chunks_exact(width).map(exchanges);
            columns.product::<u64>() * exchanges(&way.stacks[..side / width])
        };
        let geometric: u64 = self.ways.iter().map(|way| way.weight * column_orders(way)).sum();
        let way = &self.ways[0];
        let mut spare = self.given;
        let labels = way.labels[1..=side].iter().map(|label| match label {
            0 => {
                spare += 1;
                Digit::from_index(usize::from(spare) - 1)
            }
            label => Digit::from_index(usize::from(*label) - 1),
        });
        let lines = |lines: &Row| lines[..side].iter().map(|line| usize::from(*line)).collect();
        let labels = labels.collect();
        let symmetry = Transformation::new(shape, way.transposed, lines(&way.rows), lines(&way.columns), labels);
        let symmetry = symmetry.expect("the search keeps boxes together");
        (symmetry, geometric * factorial(side - usize::from(self.given)))
    }
}

/// All orders of some places in which only places of the same run are exchanged; each place but the first is tied to the one
/// before it, or begins a new run.
fn orders(count: usize, is_tied: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    let mut first = 0;
    for place in 0..count {
        if place > 0 && !is_tied(place) {
            first = place;
        }
        // The new place goes anywhere into its run.
        let longer = orders.iter().flat_map(|order: &Vec<usize>| {
            (first..=order.len()).map(|at| {
                let mut order = order.clone();
                order.insert(at, place);
                order
            })
        });
        orders = longer.collect();
    }
    orders
}
