//! A puzzle: anything a person may have typed.

use super::{Candidates, Cell, Digit, DigitSet, House, Invalid, Reason, Shape, Symbols};
use std::fmt;

/// What a person has typed: givens, digits placed since and candidates removed, correct or not.
///
/// A puzzle may be wrong, contradictory or ambiguous; [`Puzzle::validate`] lists what is wrong with it as it stands, and the
/// solvers in [`solve`](crate::solve) find out how many solutions it has. A finished, correct board is a [`Grid`](super::Grid).
///
/// ```
/// use ninefold::{Digit, Puzzle, Shape};
/// let mut puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
/// let (cell, digit) = (puzzle.shape().cell(0, 0), Digit::new(3).unwrap());
/// puzzle.give(cell, digit);
/// assert_eq!(puzzle.digit(cell), Some(digit));
/// assert_eq!(puzzle.candidates().count_of(puzzle.shape().cell(0, 1)), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    shape: Shape,
    /// For each cell, the number of its digit, 0 for a blank; [`PLACED`] marks digits that are not givens.
    cells: Vec<u16>,
    /// `None` if no candidate is removed.
    removed: Option<Candidates>,
}

const PLACED: u16 = 1 << 15;

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Entry {
    /// Nothing.
    Blank,
    /// A digit of the puzzle itself (a clue).
    Given(Digit),
    /// A digit entered by the player.
    Placed(Digit),
}

impl Entry {
    /// The digit, given or placed.
    pub fn digit(self) -> Option<Digit> {
        match self {
            Entry::Blank => None,
            Entry::Given(digit) | Entry::Placed(digit) => Some(digit),
        }
    }
}

/// The entry that a number in [`Puzzle::cells`] stands for.
fn entry(number: u16) -> Entry {
    match Digit::new(number & !PLACED) {
        None => Entry::Blank,
        Some(digit) if number & PLACED != 0 => Entry::Placed(digit),
        Some(digit) => Entry::Given(digit),
    }
}

impl Puzzle {
    /// A board without any entries.
    pub fn empty(shape: Shape) -> Puzzle {
        Puzzle { shape, cells: vec![0; shape.cell_count()], removed: None }
    }

    /// A puzzle of givens, cell by cell.
    ///
    /// # Errors
    /// If the number of cells is wrong or a digit is larger than the side.
    pub fn from_givens(shape: Shape, givens: &[Option<Digit>]) -> Result<Puzzle, Invalid> {
        let mut reasons = Vec::new();
        let fits = givens.len() == shape.cell_count();
        if !fits {
            reasons.push(Reason::Length { found: givens.len(), expected: shape.cell_count() });
        }
        for (i, digit) in givens.iter().enumerate() {
            if let Some(digit) = digit.filter(|d| d.index() >= shape.side()) {
                let cell = fits.then(|| Cell::new(i));
                reasons.push(Reason::UnknownSymbol { symbol: digit.to_string(), position: i + 1, cell });
            }
        }
        if !reasons.is_empty() {
            return Err(Invalid { shape: Some(shape), symbols: Symbols::for_side(shape.side()), reasons });
        }
        let cells = givens.iter().map(|d| d.map_or(0, Digit::number)).collect();
        Ok(Puzzle { shape, cells, removed: None })
    }

    /// The board's shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The content of a cell.
    ///
    /// # Panics
    /// This and the methods below panic if a cell or a digit lies outside the board.
    pub fn entry(&self, cell: Cell) -> Entry {
        entry(self.cells[cell.index()])
    }

    /// The digit in a cell, given or placed.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.cells[cell.index()] & !PLACED)
    }

    /// The content of each cell, row by row.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> {
        self.cells.iter().map(|number| entry(*number))
    }

    /// The digit in each cell, given or placed, row by row; `None` for a blank.
    pub fn digits(&self) -> impl ExactSizeIterator<Item = Option<Digit>> {
        self.cells.iter().map(|number| Digit::new(number & !PLACED))
    }

    /// The cells that have a digit, given or placed, with that digit, row by row.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> {
        self.digits().enumerate().filter_map(|(i, digit)| Some((Cell::new(i), digit?)))
    }

    /// The cells that have a given, with its digit, row by row.
    pub fn givens(&self) -> impl Iterator<Item = (Cell, Digit)> {
        self.filled().filter(|(cell, _)| matches!(self.entry(*cell), Entry::Given(_)))
    }

    /// The cells that have a digit of the player's, with that digit, row by row.
    pub fn placed(&self) -> impl Iterator<Item = (Cell, Digit)> {
        self.filled().filter(|(cell, _)| matches!(self.entry(*cell), Entry::Placed(_)))
    }

    /// The puzzle as it was before anything was placed or removed.
    pub fn only_givens(&self) -> Puzzle {
        let mut puzzle = Puzzle::empty(self.shape);
        self.givens().for_each(|(cell, digit)| puzzle.give(cell, digit));
        puzzle
    }

    /// Writes a given into a cell.
    pub fn give(&mut self, cell: Cell, digit: Digit) {
        self.write(cell, digit, 0);
    }

    /// Writes a player's digit into a cell.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.write(cell, digit, PLACED);
    }

    fn write(&mut self, cell: Cell, digit: Digit, flag: u16) {
        assert!(digit.index() < self.shape.side(), "digit {digit} lies on a {} board", self.shape);
        self.cells[cell.index()] = digit.number() | flag;
    }

    /// Empties a cell; its removed candidates stay removed.
    pub fn clear(&mut self, cell: Cell) {
        self.cells[cell.index()] = 0;
    }

    /// Removes a candidate from a cell: no solution may have the digit there.
    pub fn remove_candidate(&mut self, cell: Cell, digit: Digit) {
        self.removed.get_or_insert_with(|| Candidates::none(self.shape)).insert(cell, digit);
    }

    /// Undoes [`Puzzle::remove_candidate`].
    pub fn restore_candidate(&mut self, cell: Cell, digit: Digit) {
        if let Some(removed) = &mut self.removed {
            removed.remove(cell, digit);
            if removed.total() == 0 {
                self.removed = None;
            }
        }
    }

    /// The candidates that were removed by hand, if any were.
    pub fn removed(&self) -> Option<&Candidates> {
        self.removed.as_ref()
    }

    /// Whether every cell has a digit.
    pub fn is_full(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// The candidates as the board stands: a cell with a digit has only that digit; a blank cell has every digit that
    /// none of its peers has. Removed candidates are missing from both.
    pub fn candidates(&self) -> Candidates {
        let shape = self.shape;
        let mut seen = vec![DigitSet::EMPTY; 3 * shape.side()];
        for (cell, digit) in self.filled() {
            shape.house_numbers(cell).iter().for_each(|house| _ = seen[*house].insert(digit));
        }
        let mut candidates = Candidates::all(shape);
        for cell in shape.cells() {
            match self.digit(cell) {
                Some(digit) => candidates.keep_only(cell, digit),
                None => {
                    shape.house_numbers(cell).iter().for_each(|house| candidates.subtract_set(cell, &seen[*house]));
                }
            }
        }
        if let Some(removed) = &self.removed {
            candidates.subtract(removed);
        }
        candidates
    }

    /// Checks the board as it stands.
    ///
    /// # Errors
    /// Lists every digit that appears twice in a house and every cell without a candidate; if there are none, every
    /// digit that a house has no place for.
    pub fn validate(&self) -> Result<(), Invalid> {
        self.validate_with(&Symbols::for_side(self.shape.side()))
    }

    /// Checks the board like [`Puzzle::validate`], with messages in these symbols.
    ///
    /// # Errors
    /// As for [`Puzzle::validate`].
    pub fn validate_with(&self, symbols: &Symbols) -> Result<(), Invalid> {
        let mut reasons: Vec<Reason> = self.shape.houses().flat_map(|house| self.duplicates(house)).collect();
        let candidates = self.candidates();
        let empty = self.shape.cells().filter(|cell| candidates.is_void(*cell));
        reasons.extend(empty.map(|cell| Reason::NoCandidate { cell }));
        if reasons.is_empty() {
            reasons.extend(self.shape.houses().flat_map(|house| self.missing(house, &candidates)));
        }
        if reasons.is_empty() {
            return Ok(());
        }
        Err(Invalid { shape: Some(self.shape), symbols: symbols.clone(), reasons })
    }

    /// The digits that a house neither contains nor has a place for, in ascending order.
    fn missing(&self, house: House, candidates: &Candidates) -> impl Iterator<Item = Reason> {
        let possible = candidates.of_any(self.shape.cells_of(house));
        let missing = self.shape.digits().filter(move |digit| !possible.contains(*digit));
        missing.map(move |digit| Reason::NoPlace { digit, house })
    }

    /// The digits that appear more than once in a house, in ascending order.
    fn duplicates(&self, house: House) -> impl Iterator<Item = Reason> {
        let mut places: Vec<(Digit, Cell)> =
            self.shape.cells_of(house).filter_map(|cell| Some((self.digit(cell)?, cell))).collect();
        places.sort_unstable();
        let runs: Vec<Reason> = places
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|run| run.len() > 1)
            .map(|run| Reason::Duplicate { digit: run[0].0, house, cells: run.iter().map(|p| p.1).collect() })
            .collect();
        runs.into_iter()
    }
}

/// One line of symbols, `.` for a blank (numbers separated by spaces from 36x36 on). Placed digits look like
/// givens and removed candidates are left out; [`notation::write`](crate::notation::write) has formats that
/// keep them.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = Symbols::for_side(self.shape.side());
        let gap = if symbols.are_numbers() { " " } else { "" };
        for cell in self.shape.cells() {
            f.write_str(if cell.index() == 0 { "" } else { gap })?;
            match self.digit(cell) {
                Some(digit) => write!(f, "{}", symbols.symbol(digit))?,
                None => write!(f, "{}", symbols.blank())?,
            }
        }
        Ok(())
    }
}

/// Row by row: digits, `.` for a blank, `+` before a placed digit; then the removed candidates.
impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = Symbols::for_side(self.shape.side());
        write!(f, "Puzzle({} ", self.shape)?;
        for cell in self.shape.cells() {
            match self.entry(cell) {
                Entry::Blank => f.write_str(".")?,
                Entry::Given(digit) => write!(f, "{}", symbols.symbol(digit))?,
                Entry::Placed(digit) => write!(f, "+{}", symbols.symbol(digit))?,
            }
            if symbols.are_numbers() {
                f.write_str(" ")?;
            }
        }
        if let Some(removed) = &self.removed {
            for cell in self.shape.cells().filter(|cell| !removed.is_void(*cell)) {
                write!(f, " {}-{:?}", self.shape.name(cell), removed.of(cell))?;
            }
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digit(number: u16) -> Digit {
        Digit::new(number).unwrap()
    }

    #[test]
    fn validation_lists_every_reason() {
        let shape = Shape::new(2, 2).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        assert_eq!(puzzle.validate(), Ok(()));
        puzzle.give(shape.cell(0, 0), digit(1));
        puzzle.place(shape.cell(0, 1), digit(1));
        puzzle.give(shape.cell(2, 3), digit(2));
        puzzle.give(shape.cell(3, 2), digit(3));
        puzzle.remove_candidate(shape.cell(3, 3), digit(1));
        puzzle.remove_candidate(shape.cell(3, 3), digit(4));
        let invalid = puzzle.validate().unwrap_err();
        assert_eq!(
            invalid.to_string(),
            "1 appears twice in row 1 (r1c1, r1c2); 1 appears twice in box 1 (r1c1, r1c2); r4c4 has no candidate left"
        );
        assert!(!invalid.is_only_contradiction());
        puzzle.clear(shape.cell(0, 1));
        assert!(puzzle.validate().unwrap_err().is_only_contradiction());
        let letters = Symbols::new("ABCD").unwrap();
        puzzle.place(shape.cell(0, 1), digit(1));
        assert!(puzzle.validate_with(&letters).unwrap_err().to_string().starts_with("A appears twice in row 1"));
        let mut puzzle = Puzzle::empty(shape);
        (0..4).for_each(|column| puzzle.remove_candidate(shape.cell(2, column), digit(3)));
        let invalid = puzzle.validate().unwrap_err();
        assert_eq!(invalid.to_string(), "row 3 has no place left for 3");
        assert!(invalid.is_only_contradiction());
        let mut puzzle = Puzzle::empty(shape);
        // Having too few symbols must not suppress the message.
        puzzle.place(shape.cell(0, 0), digit(4));
        puzzle.place(shape.cell(0, 1), digit(4));
        let few = Symbols::new("ABC").unwrap();
        assert!(puzzle.validate_with(&few).unwrap_err().to_string().starts_with("4 appears twice in row 1"));
    }

    #[test]
    fn removing_and_restoring_leaves_no_trace() {
        let shape = Shape::NINE;
        let mut puzzle = Puzzle::empty(shape);
        let cell = shape.cell(4, 4);
        puzzle.remove_candidate(cell, digit(5));
        assert_eq!(puzzle.candidates().count_of(cell), 8);
        puzzle.restore_candidate(cell, digit(5));
        assert_eq!(puzzle, Puzzle::empty(shape));
    }

    #[test]
    fn a_blank_cell_sees_its_peers_digits() {
        let shape = Shape::new(2, 3).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        puzzle.give(shape.cell(0, 5), digit(1));
        puzzle.place(shape.cell(5, 0), digit(2));
        puzzle.give(shape.cell(1, 2), digit(3));
        puzzle.remove_candidate(shape.cell(0, 0), digit(4));
        assert_eq!(puzzle.candidates().of(shape.cell(0, 0)).to_string(), "5 6");
        assert_eq!(puzzle.candidates().of(shape.cell(5, 0)).to_string(), "2");
        assert_eq!(puzzle.givens().count(), 2);
        assert_eq!(puzzle.filled().count(), 3);
        assert!(!puzzle.is_full());
    }

    #[test]
    fn givens_are_checked() {
        let shape = Shape::new(2, 2).unwrap();
        let message = |givens: &[Option<Digit>]| Puzzle::from_givens(shape, givens).unwrap_err().to_string();
        assert_eq!(message(&[None; 15]), "15 cells, expected 16 (4x4)");
        let mut givens = [None; 16];
        givens[6] = Some(digit(5));
        assert_eq!(message(&givens), "'5' at position 7 (r2c3) is neither one of 1-4 nor a blank ('.' or '0')");
        givens[6] = Some(digit(4));
        assert_eq!(Puzzle::from_givens(shape, &givens).unwrap().filled().count(), 1);
    }
}
