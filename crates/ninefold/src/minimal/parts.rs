//! The unavoidable sets of grids of any shape, one after another.

use crate::board::{Cell, Entry, Grid, Puzzle};

/// For each cell, whether its given is the only digit of some unavoidable set of the kinds that [`minimal`](super) lists.
pub(super) fn needed(puzzle: &Puzzle, solution: &Grid) -> Vec<bool> {
    let shape = puzzle.shape();
    let side = shape.side();
    let mut needed = vec![false; shape.cell_count()];
    let mut parts = Parts::new(puzzle);
    let places = Places::new(solution);
    for one in 0..side {
        for other in one + 1..side {
            // A part is a row: either both digits are exchanged in it or neither is.
            let [one, other] = [one, other].map(|digit| places.of(digit));
            let houses = one.columns.iter().zip(other.columns).chain(one.boxes.iter().zip(other.boxes));
            let links = houses.map(|(a, b)| (*a, *b));
            parts.mark(&mut needed, links, |row| [shape.cell(row, one.rows[row]), shape.cell(row, other.rows[row])]);
        }
    }
    let digit = |row, column| solution.digit(shape.cell(row, column)).index();
    for (one, other) in pairs(side, shape.box_rows()) {
        // A part is a column; a digit that leaves a row in one column must come back in another.
        let links = (0..side).map(|column| (column, places.of(digit(one, column)).rows[other]));
        parts.mark(&mut needed, links, |column| [shape.cell(one, column), shape.cell(other, column)]);
    }
    for (one, other) in pairs(side, shape.box_columns()) {
        let links = (0..side).map(|row| (row, places.of(digit(row, one)).columns[other]));
        parts.mark(&mut needed, links, |row| [shape.cell(row, one), shape.cell(row, other)]);
    }
    needed
}

/// All pairs of lines, of `side`, that lie in the same group of `size` neighbours.
fn pairs(side: usize, size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side).flat_map(move |one| (one + 1..(one / size + 1) * size).map(move |other| (one, other)))
}

/// Where each digit of a grid is, digit by digit.
struct Places {
    side: usize,
    /// For each row, the digit's column.
    rows: Vec<usize>,
    /// For each column, the digit's row.
    columns: Vec<usize>,
    /// For each box, the digit's row.
    boxes: Vec<usize>,
}

/// The places of one digit.
#[derive(Clone, Copy)]
struct PlacesOf<'a> {
    rows: &'a [usize],
    columns: &'a [usize],
    boxes: &'a [usize],
}

impl Places {
    fn new(grid: &Grid) -> Places {
        let shape = grid.shape();
        let side = shape.side();
        let none = || vec![0; side * side];
        let mut places = Places { side, rows: none(), columns: none(), boxes: none() };
        for cell in shape.cells() {
            let first = side * grid.digit(cell).index();
            let (row, column) = (shape.row(cell), shape.column(cell));
            places.rows[first + row] = column;
            places.columns[first + column] = row;
            places.boxes[first + shape.box_of(cell)] = row;
        }
        places
    }

    fn of(&self, digit: usize) -> PlacesOf<'_> {
        let range = self.side * digit..self.side * (digit + 1);
        PlacesOf { rows: &self.rows[range.clone()], columns: &self.columns[range.clone()], boxes: &self.boxes[range] }
    }
}

/// Parts of two cells each, as many as the board has rows. Linked parts are exchanged together: a set of parts
/// without links to others is unavoidable.
struct Parts<'a> {
    puzzle: &'a Puzzle,
    /// For each part, another of its set, or itself for the one that represents the set.
    parents: Vec<usize>,
    /// For each set, how many of its cells have a digit, and one of these cells.
    digits: Vec<(usize, Cell)>,
}

impl<'a> Parts<'a> {
    fn new(puzzle: &'a Puzzle) -> Parts<'a> {
        Parts { puzzle, parents: Vec::new(), digits: Vec::new() }
    }

    /// Marks the givens that are the only digit of a set.
    fn mark(
        &mut self,
        needed: &mut [bool],
        links: impl Iterator<Item = (usize, usize)>,
        cells: impl Fn(usize) -> [Cell; 2],
    ) {
        let side = self.puzzle.shape().side();
        self.parents.clear();
        self.parents.extend(0..side);
        self.digits.clear();
        self.digits.resize(side, (0, Cell::new(0)));
        for (a, b) in links {
            let (a, b) = (self.set_of(a), self.set_of(b));
            self.parents[a] = b;
        }
        for part in 0..side {
            let set = self.set_of(part);
            for cell in cells(part).into_iter().filter(|cell| self.puzzle.digit(*cell).is_some()) {
                self.digits[set] = (self.digits[set].0 + 1, cell);
            }
        }
        let single = self.digits.iter().filter(|(count, _)| *count == 1);
        let givens = single.filter(|(_, cell)| matches!(self.puzzle.entry(*cell), Entry::Given(_)));
        givens.for_each(|(_, cell)| needed[cell.index()] = true);
    }

    fn set_of(&mut self, mut part: usize) -> usize {
        while self.parents[part] != part {
            self.parents[part] = self.parents[self.parents[part]];
            part = self.parents[part];
        }
        part
    }
}
