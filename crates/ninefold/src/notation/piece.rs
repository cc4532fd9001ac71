//! One puzzle's part of a text.

use super::csv::{self, Columns};
use super::{Format, ReadOptions, Record, assemble, line, lines};
use crate::board::{Invalid, Shape};

/// The longest text of a puzzle, in bytes: that of the largest board with generous space around each cell.
pub(super) const LONGEST: usize = 16 * Shape::MAX_SIDE * Shape::MAX_SIDE;

/// One puzzle's part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The recognised format. A line that is nothing recognisable counts as [`Format::Line`] and says
    /// why it is none when it is read.
    pub format: Format,
    /// The number of its first line in the whole text, from 1.
    pub line: u64,
    /// Where it begins in the text given to [`Splitter::next`].
    pub start: usize,
    /// Where it ends; the next call's text begins here.
    pub end: usize,
    /// The columns, of comma-separated values.
    pub(super) columns: Option<Columns>,
}

impl Piece {
    /// The digits of the piece if its puzzle is 81 digits, zeros and dots, as most puzzles in large files are: a line of
    /// them, perhaps with further columns, or a value of CSV. They are from 1 to 9, and 0 for a blank, as
    /// [`Batch`](crate::solve::Batch) takes them.
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn plain_digits(&self, text: &[u8], options: &ReadOptions) -> Option<[u8; 81]> {
        let text = &text[self.start..self.end];
        match self.columns {
            Some(columns) => csv::plain_digits(text, columns, options),
            None if self.format.spec().is_list => line::first_digits(text, options),
            None => None,
        }
    }

    /// Reads the piece, given the text that the splitter found it in.
    ///
    /// # Errors
    /// With every reason why it is not a puzzle of its format. Rules of the game are not checked here:
    /// see [`Puzzle::validate`].
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn read(&self, text: &[u8], options: &ReadOptions) -> Result<Record, Invalid> {
        let text = &text[self.start..self.end];
        if text.len() > LONGEST {
            let message = format!("{} bytes without an end, more than any board takes", text.len());
            return Err(assemble::syntax(message));
        }
        let text = lines::plain(String::from_utf8_lossy(text));
        match self.columns {
            Some(columns) => csv::read(&text, columns, options),
            None => (self.format.spec().read)(&text, options),
        }
    }
}
