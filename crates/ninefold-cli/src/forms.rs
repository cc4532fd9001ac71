//! Minlex forms of boards, for the commands that compare them.

use crate::batch::Item;
use crate::output::plain_line;
use ninefold::notation::Record;
use ninefold::symmetry::{self, Canonical, Minlex, NoForm, Transformation};
use ninefold::{Entry, Puzzle, Shape};
use std::cell::RefCell;
use std::fmt::Write;

/// The form of a board, and the transformation that leads to it.
pub(crate) enum BoardForm {
    Nine(symmetry::Form),
    Other(Canonical<Puzzle>),
}

/// Why a board has no form: it is not valid, or boards of its kind have none.
pub(crate) enum Formless {
    Invalid(String),
    None(String),
}

thread_local! {
    /// Each thread reuses the memory of its searches.
    static MINLEX: RefCell<Minlex> = RefCell::default();
}

impl BoardForm {
    pub(crate) fn of(record: &Record) -> Result<BoardForm, Formless> {
        let form = match record.puzzle.classic_nine() {
            Some(_) => MINLEX.with_borrow_mut(|minlex| minlex.form_of(&record.puzzle)).map(BoardForm::Nine),
            None => symmetry::canonical(&record.puzzle).map(BoardForm::Other),
        };
        form.map_err(|reason| match reason.in_symbols(&record.puzzle, &record.symbols) {
            NoForm::Invalid(invalid) => Formless::Invalid(invalid.to_string()),
            reason => Formless::None(reason.to_string()),
        })
    }

    /// The form in the usual digits, whatever symbols the board had, so that forms can be compared as lines.
    pub(crate) fn line(&self) -> String {
        match self {
            BoardForm::Nine(form) => plain_line(form.digits()),
            BoardForm::Other(canonical) => canonical.board.to_string(),
        }
    }

    pub(crate) fn automorphisms(&self) -> u64 {
        match self {
            BoardForm::Nine(form) => form.automorphisms(),
            BoardForm::Other(canonical) => canonical.automorphisms,
        }
    }

    /// A symmetry that turns the board into the form.
    pub(crate) fn transformation(&self) -> Transformation {
        match self {
            BoardForm::Nine(form) => form.transformation(),
            BoardForm::Other(canonical) => canonical.transformation.clone(),
        }
    }
}

/// A text that the boards of one class have in common and no others: their form as `canon` prints it, after the shape if that
/// is not the usual one for its side. Each board without a form is a class of its own.
pub(crate) struct Class {
    pub(crate) text: String,
    /// Why the board is compared as it is written, if it is.
    pub(crate) formless: Option<String>,
}

impl Class {
    /// The class of a board, up to symmetry or as it is written, or why it is not a board.
    pub(crate) fn of(
        item: &Item<'_>,
        exact: bool,
        explain: impl Fn(&ninefold::Invalid) -> String,
    ) -> Result<Class, String> {
        if let Some(digits) = item.plain_digits() {
            if exact {
                return Ok(Class { text: plain_line(&digits), formless: None });
            }
            if let Ok(form) = MINLEX.with_borrow_mut(|minlex| minlex.form(&digits)) {
                return Ok(Class { text: plain_line(form.digits()), formless: None });
            }
        }
        let record = item.read().map_err(|invalid| explain(&invalid))?;
        Class::of_read(&record, exact)
    }

    /// The class of a board that has been read, up to symmetry or as it is written, or why it is not a board.
    pub(crate) fn of_read(record: &Record, exact: bool) -> Result<Class, String> {
        match exact {
            true => Ok(Class { text: written(&record.puzzle), formless: None }),
            false => Class::of_record(record),
        }
    }

    /// The class of a board up to symmetry, or why it is not a board.
    pub(crate) fn of_record(record: &Record) -> Result<Class, String> {
        match BoardForm::of(record) {
            Ok(form) => Ok(Class { text: named(record.puzzle.shape(), &form.line()), formless: None }),
            Err(Formless::None(reason)) => Ok(Class { text: written(&record.puzzle), formless: Some(reason) }),
            Err(Formless::Invalid(reason)) => Err(reason),
        }
    }
}

fn named(shape: Shape, line: &str) -> String {
    if shape.is_usual() { line.to_owned() } else { format!("{shape} {line}") }
}

/// A board independent of how it was written: its digits, and the candidates removed from blank cells.
fn written(puzzle: &Puzzle) -> String {
    let shape = puzzle.shape();
    let mut text = named(shape, &puzzle.to_string());
    for cell in shape.cells().filter(|cell| puzzle.entry(*cell) == Entry::Blank) {
        for digit in puzzle.removed().into_iter().flat_map(|removed| removed.digits_of(cell)) {
            let _ = write!(text, " {}<>{}", shape.name(cell), digit.number());
        }
    }
    text
}
