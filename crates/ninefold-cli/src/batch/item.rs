//! One puzzle of the input.

use super::feed::Job;
use ninefold::Invalid;
use ninefold::notation::{Format, Piece, ReadOptions, Record};

/// One puzzle of a job.
pub(crate) struct Item<'a> {
    job: &'a Job,
    piece: &'a Piece,
    options: &'a ReadOptions,
    /// Its position in the whole input, from 0; what cannot be read has one too.
    pub(crate) number: u64,
    /// The only puzzle there is, or one that somebody has just typed.
    pub(crate) alone: bool,
}

impl<'a> Item<'a> {
    /// The puzzles of a job.
    pub(crate) fn all(job: &'a Job, options: &'a ReadOptions) -> impl Iterator<Item = Item<'a>> {
        let pieces = (job.first..).zip(&job.pieces);
        pieces.map(|(number, piece)| Item { job, piece, options, number, alone: job.alone })
    }

    /// Reads the puzzle.
    pub(crate) fn read(&self) -> Result<Record, Invalid> {
        self.piece.read(&self.job.text, self.options)
    }

    /// The digits of the puzzle, if it is 81 digits, zeros and dots on a line or in a value of CSV.
    pub(crate) fn plain_digits(&self) -> Option<[u8; 81]> {
        self.piece.plain_digits(&self.job.text, self.options)
    }

    /// The puzzle as it stands in the input.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        &self.job.text[self.piece.start..self.piece.end]
    }

    /// Whether the puzzle takes several lines.
    pub(crate) fn is_block(&self) -> bool {
        self.piece.format.is_block()
    }

    /// The line before the first puzzle of a source that names its columns, if there is one.
    pub(crate) fn header(&self) -> Option<String> {
        let is_first_of_source = self.job.begins_source && self.number == self.job.first;
        if !is_first_of_source || !matches!(self.piece.format, Format::Csv(_)) {
            return None;
        }
        let before = String::from_utf8_lossy(&self.job.text[..self.piece.start]);
        let last = before.lines().rfind(|line| !line.trim().is_empty())?;
        Some(last.trim_start_matches('\u{feff}').to_owned())
    }

    /// The text of the puzzle on one line, shortened if it is long.
    pub(crate) fn text(&self) -> String {
        let text = String::from_utf8_lossy(self.bytes());
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(1000) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line,
        }
    }

    /// Where the puzzle stands: `file:line`, or `argument 2`.
    pub(crate) fn place(&self) -> String {
        match (self.job.is_argument, self.piece.line) {
            (true, 1) => self.job.source.to_string(),
            (_, line) => format!("{}:{line}", self.job.source),
        }
    }
}
