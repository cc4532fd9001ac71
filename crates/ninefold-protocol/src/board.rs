//! Boards to and from JSON.

use crate::failure::{Failure, short};
use crate::{text, texts, unknown};
use ninefold::notation::{Piece, ReadOptions, Splitter};
use ninefold::{Candidates, Cell, Digit, DigitSet, Entry, Puzzle, Shape, Symbols};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// A board in a message: its puzzle, and the symbols of its digits.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) puzzle: Puzzle,
    pub(crate) symbols: Symbols,
}

impl Board {
    /// The board of a request.
    pub(crate) fn of(request: &Value) -> Result<Board, Failure> {
        match Board::text(request)? {
            Some(text) => Board::read(&text, &options(request)?),
            None => Board::of_cells(&request["board"])?.expected(request),
        }
    }

    /// The board, if it has the shape and symbols that a request names, if any.
    fn expected(self, request: &Value) -> Result<Board, Failure> {
        let (found, symbols_found) = (self.puzzle.shape(), &self.symbols);
        let wrong = |found: String, expected: &str| Failure::new(format!("the board has {found}, expected {expected}"));
        match (text(request, "shape")?, text(request, "symbols")?) {
            (Some(expected), _) if shape(expected)? != found => Err(wrong(format!("the shape {found}"), expected)),
            (_, Some(expected)) if symbols(expected)? != *symbols_found => {
                Err(wrong(format!("the symbols {}", symbols_found.name()), expected))
            }
            _ => Ok(self),
        }
    }

    /// The board of a request as a text; `None` if it lists its cells.
    pub(crate) fn text(request: &Value) -> Result<Option<Cow<'_, str>>, Failure> {
        match &request["board"] {
            Value::String(text) => Ok(Some(text.into())),
            // The library's own JSON, with `puzzle`, may have a shape too.
            Value::Object(board) if board.contains_key("shape") && !board.contains_key("puzzle") => Ok(None),
            Value::Object(board) if board.is_empty() => Ok(None),
            board @ Value::Object(_) => Ok(Some(board.to_string().into())),
            other => Err(Failure::new(format!("the request needs a 'board', not {}", short(other)))),
        }
    }

    /// The board of an object that lists its cells.
    pub(crate) fn of_cells(board: &Value) -> Result<Board, Failure> {
        if let Some(name) = unknown(board, |name| MEMBERS.contains(&name)) {
            return Err(Failure::new(format!(
                "the board has a member '{name}', expected only shape, symbols and cells"
            )));
        }
        let shape: Shape = shape(crate::needed(board, "shape")?)?;
        let symbols = match text(board, "symbols")? {
            None => Symbols::for_side(shape.side()),
            Some(name) => symbols(name)?,
        };
        if symbols.side() != shape.side() {
            let (count, side) = (symbols.side(), shape.side());
            return Err(Failure::new(format!("{count} symbols ({}) for digits from 1 to {side}", symbols.name())));
        }
        let cells = board["cells"].as_array().map_or(&[][..], Vec::as_slice);
        if cells.len() != shape.cell_count() {
            return Err(Failure::new(format!("{} cells, expected {} ({shape})", cells.len(), shape.cell_count())));
        }
        let mut puzzle = Puzzle::empty(shape);
        for (cell, value) in shape.cells().zip(cells) {
            fill(&mut puzzle, cell, value).map_err(|failure| failure.in_cell(cell))?;
        }
        let by_houses = puzzle.candidates();
        for (cell, value) in shape.cells().zip(cells) {
            narrow(&mut puzzle, &by_houses, cell, &value["candidates"]).map_err(|failure| failure.in_cell(cell))?;
        }
        Ok(Board { puzzle, symbols })
    }

    fn read(text: &str, options: &ReadOptions) -> Result<Board, Failure> {
        let piece = only_puzzle(text, options)?;
        let record = piece.read(text.as_bytes(), options).map_err(|invalid| Failure::new(invalid.to_string()))?;
        Ok(Board { puzzle: record.puzzle, symbols: record.symbols })
    }

    pub(crate) fn json(&self) -> Map<String, Value> {
        let candidates = self.puzzle.candidates();
        let cells: Vec<Value> = self.puzzle.shape().cells().map(|cell| self.cell(cell, &candidates)).collect();
        let mut object = Map::new();
        object.insert("shape".to_owned(), json!(self.puzzle.shape().to_string()));
        object.insert("symbols".to_owned(), json!(self.symbols.name()));
        object.insert("cells".to_owned(), json!(cells));
        object
    }

    /// A cell, with its candidates if some of those left by its houses were removed by hand.
    fn cell(&self, cell: Cell, candidates: &Candidates) -> Value {
        let mut object = Map::new();
        match self.puzzle.entry(cell) {
            Entry::Given(digit) => _ = object.insert("given".to_owned(), json!(digit.number())),
            Entry::Placed(digit) => _ = object.insert("placed".to_owned(), json!(digit.number())),
            _ => {}
        }
        let is_narrowed = match self.puzzle.digit(cell) {
            Some(_) => candidates.is_void(cell),
            None => self.puzzle.removed().is_some_and(|removed| removed.count_of(cell) > 0),
        };
        if is_narrowed {
            object.insert("candidates".to_owned(), numbers(candidates.digits_of(cell)));
        }
        Value::Object(object)
    }

    /// The symbol of each digit.
    pub(crate) fn alphabet(symbols: &Symbols) -> Value {
        (0..symbols.side()).map(|i| symbols.symbol(Digit::from_index(i)).to_string()).collect()
    }

    /// The puzzle with all candidates that were removed by hand restored.
    pub(crate) fn without_marks(&self) -> Puzzle {
        let mut puzzle = Puzzle::empty(self.puzzle.shape());
        for (cell, entry) in puzzle.shape().cells().zip(self.puzzle.entries()) {
            match entry {
                Entry::Given(digit) => puzzle.give(cell, digit),
                Entry::Placed(digit) => puzzle.place(cell, digit),
                _ => {}
            }
        }
        puzzle
    }
}

/// The members of a board that lists its cells, and those that `read` adds.
const MEMBERS: [&str; 8] = ["shape", "symbols", "cells", "alphabet", "format", "line", "notes", "fields"];

/// The options of a request for reading its text.
pub(crate) fn options(request: &Value) -> Result<ReadOptions, Failure> {
    let mut options = ReadOptions::default();
    if let Some(name) = text(request, "shape")? {
        options = options.shape(shape(name)?);
    }
    if let Some(name) = text(request, "symbols")? {
        options = options.symbols(symbols(name)?);
    }
    Ok(options)
}

/// The only puzzle of a text. Several are refused, since the answer for the first would look as if it were the only one.
pub(crate) fn only_puzzle(text: &str, options: &ReadOptions) -> Result<Piece, Failure> {
    let mut splitter = Splitter::new(options);
    let first = splitter.next(text.as_bytes(), true).ok_or_else(|| Failure::new("no puzzle in the text"))?;
    let rest = &text.as_bytes()[first.end..];
    match splitter.next(rest, true) {
        Some(second) if texts::is_puzzle(&second, rest, options) => {
            let line = usize::try_from(second.line).unwrap_or(usize::MAX);
            Err(Failure::new("a second puzzle, expected one ('read' takes several)").at(line, 1))
        }
        _ => Ok(first),
    }
}

/// The shape that a text names.
pub(crate) fn shape(name: &str) -> Result<Shape, Failure> {
    name.parse().map_err(|error: ninefold::ShapeError| Failure::new(error.to_string()))
}

/// The symbols that a text names.
pub(crate) fn symbols(name: &str) -> Result<Symbols, Failure> {
    name.parse().map_err(|error: ninefold::SymbolsError| Failure::new(error.to_string()))
}

/// Writes a cell of a request into a puzzle.
fn fill(puzzle: &mut Puzzle, cell: Cell, value: &Value) -> Result<(), Failure> {
    let shape = puzzle.shape();
    let name = shape.name(cell);
    if !value.is_object() {
        return Err(Failure::new(format!("{name} must be an object, not {}", short(value))));
    }
    if let Some(member) = unknown(value, |member| ["given", "placed", "candidates"].contains(&member)) {
        return Err(Failure::new(format!("{name} has a member '{member}', expected given, placed or candidates")));
    }
    match (&value["given"], &value["placed"]) {
        (Value::Null, Value::Null) => {}
        (given, Value::Null) => puzzle.give(cell, digit(shape, cell, given)?),
        (Value::Null, placed) => puzzle.place(cell, digit(shape, cell, placed)?),
        _ => return Err(Failure::new(format!("{name} has a given and a placed digit"))),
    }
    Ok(())
}

/// Removes the candidates of a cell that its houses would leave but that are not in its list.
fn narrow(puzzle: &mut Puzzle, by_houses: &Candidates, cell: Cell, list: &Value) -> Result<(), Failure> {
    let shape = puzzle.shape();
    let mut left = DigitSet::EMPTY;
    match list {
        Value::Null => return Ok(()),
        Value::Array(list) => {
            for number in list {
                left.insert(digit(shape, cell, number)?);
            }
        }
        other => {
            let name = shape.name(cell);
            return Err(Failure::new(format!("the candidates of {name} must be a list, not {}", short(other))));
        }
    }
    by_houses
        .digits_of(cell)
        .filter(|digit| !left.contains(*digit))
        .for_each(|digit| puzzle.remove_candidate(cell, digit));
    Ok(())
}

/// The digit with this number.
pub(crate) fn digit(shape: Shape, cell: Cell, number: &Value) -> Result<Digit, Failure> {
    let small = number.as_u64().and_then(|number| u16::try_from(number).ok());
    small.and_then(Digit::new).filter(|digit| digit.index() < shape.side()).ok_or_else(|| {
        let (name, side) = (shape.name(cell), shape.side());
        Failure::new(format!("{} in {name} is not a digit from 1 to {side}", short(number))).in_cell(cell)
    })
}

/// Digits as numbers.
pub(crate) fn numbers(digits: impl Iterator<Item = Digit>) -> Value {
    digits.map(Digit::number).collect()
}

/// Cells as their places in the board, row by row.
pub(crate) fn places<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Value {
    cells.into_iter().map(|cell| cell.index()).collect()
}

/// The candidates of each blank cell of a puzzle.
pub(crate) fn of_blanks(puzzle: &Puzzle, candidates: &Candidates) -> Value {
    let of = |cell: Cell| match puzzle.entry(cell) {
        Entry::Blank => numbers(candidates.digits_of(cell)),
        _ => json!([]),
    };
    puzzle.shape().cells().map(of).collect()
}
