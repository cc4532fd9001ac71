//! A puzzle with any regions, digits and rules.

use super::constraint::Mistake;
use super::kinds::grid;
use super::{Constraint, Kind};
use crate::board::{Cell, Digit, Entry, House, Puzzle, Shape};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

/// A puzzle with any rules: a board, its digits, its givens and its constraints.
///
/// ```
/// use ninefold::variant::{Constraint, Kind, VariantPuzzle};
/// let mut puzzle = VariantPuzzle::sudoku(2, 2);
/// puzzle.constraints.push(Constraint::new(Kind::AntiKnight));
/// puzzle.give(0, 1);
/// assert_eq!(puzzle.check(), []);
/// assert_eq!(puzzle.name_of(0), "r1c1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct VariantPuzzle {
    rows: usize,
    columns: usize,
    further: usize,
    gaps: BTreeSet<usize>,
    digits: RangeInclusive<i64>,
    /// Whether it is a rule that no digit appears twice in a row or column.
    pub has_lines: bool,
    /// Lists of cells in which no digit appears twice: boxes, or irregular regions.
    pub regions: Vec<Vec<usize>>,
    /// The given digit of each cell; like `marks`, one entry for each cell, including those beside the board.
    pub(crate) givens: Vec<Option<i64>>,
    pub(crate) marks: Vec<Option<Vec<i64>>>,
    /// The rules in addition to those of rows, columns and regions.
    pub constraints: Vec<Constraint>,
}

impl VariantPuzzle {
    /// The largest number of rows, of columns and of digits.
    pub const MAX_SIDE: usize = 64;

    /// The largest number of regions: more than any board needs, even if they overlap.
    pub const MAX_REGIONS: usize = 10_000;

    /// The largest number of cells beside a board.
    pub const MAX_FURTHER: usize = 4096;

    /// Makes an empty board with these digits; rows, columns and regions are not yet rules.
    ///
    /// # Panics
    /// If there are no rows, columns or digits, or more than [`VariantPuzzle::MAX_SIDE`] of any of them, or if a digit is
    /// below 0 or above 999.
    pub fn new(rows: usize, columns: usize, digits: RangeInclusive<i64>) -> VariantPuzzle {
        let sizes = [rows, columns, digits.clone().count()];
        assert!(sizes.iter().all(|size| (1..=Self::MAX_SIDE).contains(size)), "1 to 64 rows, columns and digits");
        assert!(*digits.start() >= 0 && *digits.end() < 1000, "digits from 0 to 999");
        let cells = rows * columns;
        VariantPuzzle {
            rows,
            columns,
            further: 0,
            gaps: BTreeSet::new(),
            digits,
            has_lines: false,
            regions: Vec::new(),
            givens: vec![None; cells],
            marks: vec![None; cells],
            constraints: Vec::new(),
        }
    }

    /// Makes an empty Sudoku with boxes of this many rows and columns, and digits from 1.
    ///
    /// # Panics
    /// If the board has no cell, or more than [`VariantPuzzle::MAX_SIDE`] rows.
    pub fn sudoku(box_rows: usize, box_columns: usize) -> VariantPuzzle {
        let side = box_rows * box_columns;
        let mut puzzle = VariantPuzzle::new(side, side, 1..=side as i64);
        puzzle.has_lines = true;
        let first = |i: usize| (i / box_rows * box_rows) * side + i % box_rows * box_columns;
        let cells = |i| (0..side).map(move |j| first(i) + j / box_columns * side + j % box_columns).collect();
        puzzle.regions = (0..side).map(cells).collect();
        puzzle
    }

    /// Returns the number of rows of the board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns of the board.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of cells: those of the board and those beside it.
    pub fn cell_count(&self) -> usize {
        self.board_cells() + self.further
    }

    /// Returns the number of cells of the board itself, including gaps.
    pub fn board_cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns the number of cells beside the board.
    pub fn further_cells(&self) -> usize {
        self.further
    }

    /// Adds cells beside the board, numbered after the existing cells. They hold a digit like other cells, but have no
    /// neighbours and are in no row, column or region; only constraints limit them.
    ///
    /// ```
    /// use ninefold::variant::{Constraint, Kind, Solver, VariantPuzzle};
    /// let mut puzzle = VariantPuzzle::sudoku(2, 2);
    /// puzzle.add_further_cells(1);
    /// assert_eq!((puzzle.cell_count(), puzzle.name_of(16)), (17, "x1".to_owned()));
    /// puzzle.constraints.push(Constraint::new(Kind::Arrow).other([16]).cells([0, 1]));
    /// assert_eq!(Solver::new().count(&puzzle, 1000)?, Ok(96));
    /// # Ok::<(), ninefold::variant::Mistake>(())
    /// ```
    ///
    /// # Panics
    /// If there would be more than [`VariantPuzzle::MAX_FURTHER`].
    pub fn add_further_cells(&mut self, count: usize) {
        self.further += count;
        assert!(self.further <= Self::MAX_FURTHER, "at most {} further cells", Self::MAX_FURTHER);
        self.givens.resize(self.cell_count(), None);
        self.marks.resize(self.cell_count(), None);
    }

    /// Makes a cell a gap, since boards need not be rectangles. A gap is in no row, column or region and has no
    /// neighbours, and no constraint may name it. Where each cell needs a digit, a gap has the lowest one.
    ///
    /// ```
    /// use ninefold::variant::{Solver, VariantPuzzle};
    /// let mut puzzle = VariantPuzzle::new(2, 2, 1..=2);
    /// puzzle.has_lines = true;
    /// puzzle.add_gap(3);
    /// assert_eq!((puzzle.cell(1, 1), Solver::new().count(&puzzle, 100)?), (None, Ok(2)));
    /// # Ok::<(), ninefold::variant::Mistake>(())
    /// ```
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn add_gap(&mut self, cell: usize) {
        assert!(cell < self.board_cells(), "a cell of the board");
        self.gaps.insert(cell);
    }

    /// Whether this cell is a gap.
    pub fn is_gap(&self, cell: usize) -> bool {
        self.gaps.contains(&cell)
    }

    /// Returns the gaps, in ascending order.
    pub fn gaps(&self) -> impl Iterator<Item = usize> + '_ {
        self.gaps.iter().copied()
    }

    /// Returns the digits that cells may have.
    pub fn digits(&self) -> RangeInclusive<i64> {
        self.digits.clone()
    }

    /// Returns the number of digits.
    pub fn digit_count(&self) -> usize {
        self.digits.clone().count()
    }

    /// Returns the cell in this row and column, both counted from 0; `None` outside the board and for a gap.
    pub fn cell(&self, row: i64, column: i64) -> Option<usize> {
        let is_inside = (0..self.rows as i64).contains(&row) && (0..self.columns as i64).contains(&column);
        is_inside.then(|| row as usize * self.columns + column as usize).filter(|cell| !self.is_gap(*cell))
    }

    /// Returns the row and column of a cell, both counted from 0. A cell beside the board is placed so far away that it
    /// shares no row or column with another cell, and its distance from every other cell exceeds every digit.
    pub fn place(&self, cell: usize) -> (i64, i64) {
        match cell.checked_sub(self.board_cells()) {
            None => ((cell / self.columns) as i64, (cell % self.columns) as i64),
            Some(further) => [1000 * (further as i64 + 1); 2].into(),
        }
    }

    /// Returns the name of a cell: `r1c1` on the board, `x1` beside it.
    pub fn name_of(&self, cell: usize) -> String {
        if let Some(further) = cell.checked_sub(self.board_cells()) {
            return format!("x{}", further + 1);
        }
        let (row, column) = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// Gives a cell a digit.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn give(&mut self, cell: usize, digit: i64) {
        self.givens[cell] = Some(digit);
    }

    /// Removes the given digit of a cell, if it has one.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn clear(&mut self, cell: usize) {
        self.givens[cell] = None;
    }

    /// Returns the given digit of each cell, if it has one.
    pub fn givens(&self) -> &[Option<i64>] {
        &self.givens
    }

    /// Limits a cell to these digits; `None` lifts the limit.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn mark(&mut self, cell: usize, digits: Option<Vec<i64>>) {
        self.marks[cell] = digits;
    }

    /// Returns, for each cell, the digits that it is limited to, if there is a limit.
    pub fn marks(&self) -> &[Option<Vec<i64>>] {
        &self.marks
    }

    /// Returns the rows, then the columns, each as a list of cells.
    pub fn lines(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        let line = |length: i64, cells: &mut dyn Iterator<Item = usize>| {
            let mut line = Vec::with_capacity(length as usize);
            line.extend(cells);
            line
        };
        let row = move |row| line(columns, &mut (0..columns).filter_map(|column| self.cell(row, column)));
        let column = move |column| line(rows, &mut (0..rows).filter_map(|row| self.cell(row, column)));
        (0..rows).map(row).chain((0..columns).map(column))
    }

    /// Returns the lists of cells in which no digit appears twice: rows and columns, if they are rules, then regions.
    pub fn houses(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let lines = self.has_lines.then(|| self.lines()).into_iter().flatten();
        lines.chain(self.regions.iter().cloned())
    }

    /// Returns the number of the first region that contains a cell; `None` if no region does.
    pub fn region_of(&self, cell: usize) -> Option<usize> {
        self.regions.iter().position(|region| region.contains(&cell))
    }

    /// The shape whose boxes are exactly the regions, if there is one.
    pub(crate) fn shape_of_regions(&self) -> Option<Shape> {
        let side = self.rows;
        if self.columns != side || self.regions.len() != side {
            return None;
        }
        // If no cell is in two regions and each region has `side` cells, a region whose cells lie in one box is that box.
        let mut is_free = vec![true; self.board_cells()];
        let mut is_first = |cell: &usize| is_free.get_mut(*cell).is_some_and(std::mem::take);
        if !self.regions.iter().all(|cells| cells.len() == side && cells.iter().all(&mut is_first)) {
            return None;
        }
        let is_box = |shape: &Shape, cells: &[usize]| {
            let mut boxes = cells.iter().map(|cell| shape.box_of(Cell::new(*cell)));
            let first = boxes.next();
            boxes.all(|other| Some(other) == first)
        };
        Shape::all_for_side(side).find(|shape| self.regions.iter().all(|cells| is_box(shape, cells)))
    }

    /// Per cell, the numbers of the regions that it is in, and of the boxes of grids, which are numbered after the regions.
    pub(crate) fn blocks(&self) -> Vec<Vec<usize>> {
        let grids = self.constraints.iter().filter(|constraint| constraint.kind == Kind::Grid);
        let houses = grids.filter_map(|grid| grid::houses(self, *grid.cells.first()?).ok()).flatten();
        let boxes = houses.filter(|(house, _)| matches!(house, House::Box(_))).map(|(_, cells)| cells);
        let mut blocks = vec![Vec::new(); self.cell_count()];
        for (number, block) in self.regions.iter().cloned().chain(boxes).enumerate() {
            block
                .into_iter()
                .for_each(|cell| blocks.get_mut(cell).into_iter().for_each(|of_cell| of_cell.push(number)));
        }
        blocks
    }

    /// Returns the pairs of cells that share an edge, each once, with the left or upper cell first.
    pub fn neighbours(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.pairs_at(&[(0, 1), (1, 0)])
    }

    /// Returns the pairs of cells at each of these distances (rows down, columns to the right), each once per distance.
    pub fn pairs_at(&self, distances: &[(i64, i64)]) -> impl Iterator<Item = (usize, usize)> + '_ {
        let distances = distances.to_vec();
        let cells = (0..self.board_cells()).filter(|cell| !self.is_gap(*cell));
        cells.flat_map(move |cell| {
            let (row, column) = self.place(cell);
            let other = |(down, right): &(i64, i64)| Some((cell, self.cell(row + down, column + right)?));
            distances.iter().filter_map(other).collect::<Vec<_>>()
        })
    }

    /// Lists everything that is wrong with the puzzle even before it is solved: digits that the board does not have, cells
    /// that are not on it, constraints that no board could satisfy.
    pub fn check(&self) -> Vec<Mistake> {
        let mut mistakes: Vec<Mistake> = self.mistakes_of_board();
        for (place, constraint) in self.constraints.iter().enumerate() {
            let message = self.mistake_of(constraint);
            mistakes.extend(message.map(|message| Mistake { constraint: Some(place), message }));
        }
        mistakes
    }

    fn mistakes_of_board(&self) -> Vec<Mistake> {
        let mut messages = Vec::new();
        let range = |digit: &i64| !self.digits.contains(digit);
        let wrong = |what: &str, digit: &i64, cell: usize| {
            let (first, last, name) = (self.digits.start(), self.digits.end(), self.name_of(cell));
            format!("the {what} {digit} in {name}, expected {first} to {last}")
        };
        for cell in 0..self.cell_count() {
            let given = self.givens[cell].iter().filter(|digit| range(digit));
            messages.extend(given.map(|digit| wrong("digit", digit, cell)));
            let marks = self.marks[cell].iter().flatten().filter(|digit| range(digit));
            messages.extend(marks.map(|digit| wrong("candidate", digit, cell)));
            if self.is_gap(cell) && (self.givens[cell].is_some() || self.marks[cell].is_some()) {
                messages.push(format!("something given in {}, where the board has a gap", self.name_of(cell)));
            }
        }
        if self.regions.len() > Self::MAX_REGIONS {
            let (count, most) = (self.regions.len(), Self::MAX_REGIONS);
            messages.push(format!("{count} regions, expected at most {most}"));
        }
        for (number, region) in self.regions.iter().take(Self::MAX_REGIONS).enumerate() {
            let what = || format!("region {}", number + 1);
            let beside = region.iter().find(|cell| (self.board_cells()..self.cell_count()).contains(cell));
            let beside =
                beside.map(|cell| format!("{} has {}, expected cells of the board", what(), self.name_of(*cell)));
            let message = beside.or_else(|| self.mistake_of_cells(what, region)).or_else(|| {
                let (cells, digits) = (region.len(), self.digit_count());
                (cells > digits)
                    .then(|| format!("{} has {cells} cells, expected at most {digits}, one for each digit", what()))
            });
            messages.extend(message);
        }
        if self.has_lines && self.rows.max(self.columns) > self.digit_count() {
            let (longest, count) = (self.rows.max(self.columns), self.digit_count());
            messages.push(format!("a line has {longest} cells, expected at most {count}, one for each digit"));
        }
        messages.into_iter().map(|message| Mistake { constraint: None, message }).collect()
    }

    fn mistake_of_cells(&self, what: impl Fn() -> String, cells: &[usize]) -> Option<String> {
        let outside = cells.iter().find(|cell| **cell >= self.cell_count());
        if let Some(cell) = outside {
            return Some(format!(
                "{} has cell number {}, but the board has {}",
                what(),
                cell.saturating_add(1),
                self.cell_count()
            ));
        }
        if let Some(gap) = cells.iter().find(|cell| self.is_gap(**cell)) {
            return Some(format!("{} has {}, where the board has a gap", what(), self.name_of(*gap)));
        }
        let twice = cells.iter().enumerate().find(|(i, cell)| cells[..*i].contains(cell));
        twice.map(|(_, cell)| format!("{} has {} twice", what(), self.name_of(*cell)))
    }

    /// The name of a constraint in messages.
    pub(super) fn title_with_first_cell(&self, constraint: &Constraint) -> String {
        let title = constraint.kind.title();
        match constraint.all_cells().next() {
            Some(cell) if cell < self.cell_count() => format!("{title} at {}", self.name_of(cell)),
            _ => title.to_owned(),
        }
    }

    pub(super) fn mistake_of(&self, constraint: &Constraint) -> Option<String> {
        let spec = constraint.kind.spec();
        let what = || self.title_with_first_cell(constraint);
        let lists = std::iter::once(&constraint.cells).chain(&constraint.others);
        let outside = |cells: &Vec<usize>| cells.iter().find(|cell| **cell >= self.cell_count()).copied();
        if let Some(cell) = lists.clone().find_map(outside) {
            return Some(format!(
                "{}: cell number {}, but the board has {}",
                what(),
                cell.saturating_add(1),
                self.cell_count()
            ));
        }
        if let Some(gap) = lists.clone().flatten().find(|cell| self.is_gap(**cell)) {
            return Some(format!("{}: {}, where the board has a gap", what(), self.name_of(*gap)));
        }
        if constraint.kind.needs_whole_board() && !self.gaps.is_empty() {
            return Some(format!("{}: a board with gaps, expected one without", what()));
        }
        let twice = || lists.clone().find_map(|cells| self.mistake_of_cells(what, cells));
        if !spec.may_repeat
            && let Some(message) = twice()
        {
            return Some(message);
        }
        let message = spec.parts.mistake(constraint, spec.members).or_else(|| (spec.check)(constraint, self).err());
        message.map(|message| format!("{}: {message}", what()))
    }

    /// Writes digits, one for each cell, on one line. There are spaces between them if the board has digits above 9, and
    /// a space before those of the cells beside the board. A gap is written as a dot.
    ///
    /// ```
    /// use ninefold::variant::VariantPuzzle;
    /// assert_eq!(VariantPuzzle::new(1, 3, 0..=9).line(&[0, 9, 2]), "092");
    /// assert_eq!(VariantPuzzle::new(1, 3, 1..=10).line(&[1, 9, 2]), "1 9 2");
    /// ```
    pub fn line(&self, digits: &[i64]) -> String {
        let word = |(cell, digit): (usize, &i64)| if self.is_gap(cell) { ".".to_owned() } else { digit.to_string() };
        let words: Vec<String> = digits.iter().enumerate().map(word).collect();
        let joined = |words: &[String]| words.join(if *self.digits.end() > 9 { " " } else { "" });
        match words.split_at(self.board_cells().min(digits.len())) {
            (board, []) => joined(board),
            (board, further) => format!("{} {}", joined(board), joined(further)),
        }
    }

    /// Returns the titles of the puzzle's kinds of constraints, each once, in the order of the table.
    pub fn rules(&self) -> Vec<&'static str> {
        let kinds: BTreeSet<_> = self.constraints.iter().map(|constraint| constraint.kind).collect();
        kinds.into_iter().map(|kind| kind.title()).collect()
    }
}

/// Converts a classic puzzle: its boxes become regions, and placed digits count as given.
///
/// # Panics
/// If its side is above [`VariantPuzzle::MAX_SIDE`].
impl From<&Puzzle> for VariantPuzzle {
    fn from(classic: &Puzzle) -> VariantPuzzle {
        VariantPuzzle::from_classic(classic, 1)
    }
}

impl VariantPuzzle {
    /// A classic puzzle whose digits start at `lowest`.
    pub(crate) fn from_classic(classic: &Puzzle, lowest: i64) -> VariantPuzzle {
        let shape = classic.shape();
        let number = |digit: Digit| digit.index() as i64 + lowest;
        let mut puzzle = VariantPuzzle::sudoku(shape.box_rows(), shape.box_columns());
        puzzle.digits = lowest..=lowest + shape.side() as i64 - 1;
        let entries = shape.cells().map(|cell| match classic.entry(cell) {
            Entry::Given(digit) | Entry::Placed(digit) => Some(number(digit)),
            Entry::Blank => None,
        });
        puzzle.givens = entries.collect();
        if let Some(removed) = classic.removed() {
            let left = |cell| shape.digits().filter(|digit| !removed.contains(cell, *digit)).map(number).collect();
            let marks = shape.cells().map(|cell| (!removed.is_void(cell)).then(|| left(cell)));
            puzzle.marks = marks.collect();
        }
        puzzle
    }
}

impl fmt::Display for VariantPuzzle {
    /// Writes the givens row by row, with `.` for a blank and a space for a gap, then the names of the rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.digits.end().to_string().len();
        for (cell, given) in self.givens[..self.board_cells()].iter().enumerate() {
            let between = if cell % self.columns == 0 {
                if cell == 0 { "" } else { "\n" }
            } else if width > 1 {
                " "
            } else {
                ""
            };
            let blank = if self.is_gap(cell) { " " } else { "." };
            let digit = given.map_or_else(|| blank.to_owned(), |digit| digit.to_string());
            write!(f, "{between}{digit:>width$}")?;
        }
        match self.rules() {
            rules if rules.is_empty() => Ok(()),
            rules => write!(f, "\n{}", rules.join(", ")),
        }
    }
}
