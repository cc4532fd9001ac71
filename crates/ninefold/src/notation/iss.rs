//! Interactive Sudoku Solver: links with the symbols of a board or with constraints as text after `?q=`, and such text
//! alone.
//!
//! ```text
//! .Shape~6x6~0-5              six rows and columns with the digits from 0 to 5
//! .~R1C1_5~R2C9_3_4           givens; several digits are the candidates of a cell
//! .Cage~10~R1C1~R1C2.AntiKnight     constraints: a type, its number if it has one, its cells
//! .Var~A~~3                   cells beside the board: VA1, VA2 and VA3 (`further`)
//! ```
//!
//! White space within a text means nothing, not even the end of a line. So lines that follow one another are one puzzle as long as
//! each further one is indented, is within a constraint that goes on up to an `.End` that is there, is one constraint only,
//! or has constraints of other types than the lines before. Any other line is the next puzzle, as in lists of puzzles.
//! Killers have two short forms more (`killers`).
//!
//! What the types mean is in `types`. A classic reader needs their names only, so that the rest is not linked with it.

mod board;
mod clues;
mod doppelganger;
mod further;
mod killers;
mod machine;
mod table;
mod types;
mod writing;

use super::format::{Spec, Variants};
use super::lines::{Decision, Span};
use super::links::{self, Link};
use super::start::Start;
use super::write::{Loss, counted, placed, without_place};
use super::{ReadOptions, VariantRecord, line, variant};
use crate::board::{Cell, Digit, Invalid, Puzzle, Symbols};
use std::borrow::Cow;

pub(super) const ISS: Spec = Spec {
    find: Some(find),
    link: Some(code),
    variants: Some(Variants {
        read: read_variant,
        read_any: None,
        write: Some(|record| Ok(format!("{ADDRESS}{}", writing::write(&record.puzzle)?))),
        carries: |_, _| false,
    }),
    takes_symbols: |_| false,
    has_numbers: true,
    states_shape: true,
    largest_side: 9,
    losses: |puzzle, _| counted([Loss::PlacedAsGivens(placed(puzzle)), Loss::Candidates(without_place(puzzle))]),
    ..Spec::line(
        "iss",
        |text, options| board::classic(&text_of(text)?)?.read(options),
        |record, symbols, _| format!("{ADDRESS}{}", written(&record.puzzle, symbols)),
    )
};

/// A puzzle with further rules, or with rules that say nothing on its board: these are read here as well, since a classic
/// reader does not know what rules say.
fn read_variant(text: &str, options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
    let text = match text_of(text) {
        Ok(text) => text,
        Err(invalid) => return Some(Err(invalid)),
    };
    let has_names = || board::classic(&text).is_ok_and(|sketch| !sketch.is_classic());
    match clues::decode(&text) {
        Ok(sketch) if sketch.is_classic() && has_names() => Some(sketch.read_variant(options)),
        sketch => variant::of_sketch(sketch, options),
    }
}

/// The symbols of a board or, where candidates are removed or the boxes are not the usual ones, what is left of each cell.
fn written(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let (shape, candidates) = (puzzle.shape(), puzzle.candidates());
    let is_marked = |cell: Cell| puzzle.removed().is_some_and(|removed| !removed.is_void(cell));
    let (side, is_usual) = (shape.side(), shape.is_usual());
    if is_usual && !shape.cells().any(|cell| puzzle.digit(cell).is_none() && is_marked(cell)) {
        return line::write(puzzle, symbols);
    }
    let mut text = if side == 9 { String::new() } else { format!(".Shape~{side}x{side}") };
    if !is_usual {
        let boxes = shape.cells().map(|cell| char::from(b'1' + shape.box_of(cell) as u8));
        text.push_str(".NoBoxes.Jigsaw~");
        text.extend(boxes);
    }
    text.push('.');
    for cell in shape.cells() {
        let mut digits: Vec<Digit> = match puzzle.digit(cell) {
            Some(digit) => vec![digit],
            None if is_marked(cell) => candidates.digits_of(cell).collect(),
            None => continue,
        };
        // A digit alone would be a given.
        if let [only] = digits[..]
            && puzzle.digit(cell).is_none()
        {
            digits.push(only);
        }
        if !digits.is_empty() {
            let digits: String = digits.iter().map(|digit| format!("_{digit}")).collect();
            text.push_str(&format!("~R{}C{}{digits}", shape.row(cell) + 1, shape.column(cell) + 1));
        }
    }
    text
}

const ADDRESS: &str = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";

fn code<'a>(link: &Link<'a>) -> Option<&'a str> {
    link.parameter("q").filter(|_| link.path.contains("Interactive-Sudoku-Solver"))
}

/// What a link holds, or a text that is constraints or a killer itself.
fn text_of(text: &str) -> Result<Cow<'_, str>, Invalid> {
    match is_constraints(text) || killers::is_killer(text.trim()) {
        true => Ok(Cow::Borrowed(text)),
        false => links::code(text, code),
    }
}

/// The constraints that begin in a line, or a killer that is one.
fn find(start: &Start<'_>) -> Decision<Option<Span>> {
    // If these characters are symbols of the board, the text is a board.
    let is_board = ['~', '.'].iter().any(|c| start.options.has_symbol(*c));
    if !is_board && killers::is_killer(start.content.trim()) {
        return Ok(Some(start.span));
    }
    if is_board || !is_constraints(start.content) {
        return Ok(None);
    }
    let mut lines = start.lines.clone();
    lines.following()?;
    let (mut end, mut are_sure) = (start.span.end, true);
    // Where it ends if what is open is never closed.
    let mut sure_end = end;
    let mut open = opened(start.content);
    while let Some(next) = lines.following()?
        && let content = lines.content(next)
        && content.trim_start().starts_with('.')
        && let is_sure = is_indented(&content) | (open == 0 && is_more(&content, start, end))
        && (open > 0 || is_sure)
    {
        open += opened(&content);
        end = next.end;
        are_sure &= is_sure;
        sure_end = if are_sure { end } else { sure_end };
    }
    Ok(Some(start.span.until(if open > 0 { sure_end } else { end })))
}

/// The types of the constraints in a line.
fn types_of(line: &str) -> impl Iterator<Item = &str> {
    line.split('.').skip(1).map(|item| item.split('~').next().unwrap_or("").trim())
}

/// Whether a line says more about the puzzle that begins here and has gone on so far.
fn is_more(line: &str, start: &Start<'_>, end: usize) -> bool {
    let is_new = || {
        let known = start.lines.content(start.span.until(end));
        types_of(line).all(|name| types_of(&known).all(|known| known != name))
    };
    is_constraints(line) && (types_of(line).count() == 1 || is_new())
}

/// How many constraints begin in a line that have others within, less those that end.
fn opened(line: &str) -> i32 {
    types_of(line).map(|name| i32::from(types::is_composite(name)) - i32::from(name == "End")).sum()
}

fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// Whether a text is constraints. Boards have dots too, but no names of types, and no `~`.
fn is_constraints(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix('.') else { return false };
    let (rest, is_first) = (rest.trim_start_matches('.'), !rest.starts_with('.'));
    let name = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())];
    let is_name = || name.len() > 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
    match rest[name.len()..].chars().next() {
        Some('~') if name.is_empty() => rest[1..].starts_with(|c: char| c.is_ascii_alphabetic()),
        Some('~') => is_name() || types::is_known(name),
        None | Some('.') => is_first && is_name() && types::is_known(name),
        Some(c) => c.is_whitespace() && is_first && is_name() && types::is_known(name),
    }
}

#[cfg(test)]
mod tests;
