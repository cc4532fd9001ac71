//! Reading and writing: texts, names of formats and symbols, pictures.

use crate::board::{self, Board};
use crate::failure::{Failure, short};
use crate::{Host, needed, number, text};
#[cfg(feature = "variants")]
use ninefold::notation::AnyRecord;
use ninefold::notation::{self, Field, Format, Note, Piece, ReadOptions, Record, Splitter, Written};
use ninefold::render::{Mark, svg as picture};
use ninefold::{Candidate, Cell, Invalid, Reason, Shape, Symbols};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The most boards that are read if the request does not set a limit.
const MOST_BOARDS: u64 = 1000;

/// The members of a request to read.
pub(crate) const MEMBERS: &str = "text format shape symbols limit";

pub(crate) fn read(request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let typed = needed(request, "text")?;
    let mut options = board::options(request)?;
    if let Some(name) = text(request, "format")? {
        options = options.format(format(name)?);
    }
    let limit = number(request, "limit")?.unwrap_or(MOST_BOARDS);
    let options = with_rules(options, request)?;
    let (mut boards, mut variants, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    let mut splitter = Splitter::new(&options);
    let (mut start, mut is_more) = (0, false);
    while let Some(piece) = splitter.next(&typed.as_bytes()[start..], true) {
        if (boards.len() + variants.len() + skipped.len()) as u64 >= limit {
            is_more = true;
            break;
        }
        let rest = &typed.as_bytes()[start..];
        match one(&piece, rest, &options) {
            Ok(Read::Board(board)) => boards.push(board),
            Ok(Read::Variant(variant)) => variants.push(variant),
            Err(invalid) => {
                let (line, column) = place(typed, start + piece.start, start + piece.end, &invalid);
                let mut part = json!({ "line": line, "column": column, "message": invalid.to_string() });
                if cfg!(not(feature = "variants")) && piece.may_have_rules(rest, &options) {
                    part["may_have_rules"] = json!(true);
                }
                skipped.push(part);
            }
        }
        start += piece.end;
    }
    if boards.is_empty() && variants.is_empty() && skipped.is_empty() && !is_more {
        let nothing = notation::read("", &options).map_or_else(|invalid| invalid.to_string(), |_| String::new());
        return Err(Failure::new(nothing).at(1, 1));
    }
    let format = boards.first().or(variants.first()).map(|board| board["format"].clone());
    let mut answer = json!({ "boards": boards, "format": format, "skipped": skipped, "more": is_more });
    if !variants.is_empty() {
        answer["variants"] = json!(variants);
    }
    Ok(answer)
}

/// A puzzle that was read.
enum Read {
    Board(Value),
    #[cfg_attr(not(feature = "variants"), expect(dead_code, reason = "there are none"))]
    Variant(Value),
}

#[cfg(not(feature = "variants"))]
fn with_rules(options: ReadOptions, _: &Value) -> Result<ReadOptions, Failure> {
    Ok(options)
}

#[cfg(not(feature = "variants"))]
fn one(piece: &Piece, text: &[u8], options: &ReadOptions) -> Result<Read, Invalid> {
    Ok(Read::Board(described(piece.read(text, options)?, piece)))
}

#[cfg(feature = "variants")]
fn with_rules(options: ReadOptions, request: &Value) -> Result<ReadOptions, Failure> {
    Ok(options.rules(crate::variants::rules(request)?))
}

#[cfg(feature = "variants")]
fn one(piece: &Piece, text: &[u8], options: &ReadOptions) -> Result<Read, Invalid> {
    Ok(match piece.read_any(text, options)? {
        AnyRecord::Classic(record) => Read::Board(described(record, piece)),
        AnyRecord::Variant(record) => {
            let about = about(piece, &record.notes, &record.fields);
            Read::Variant(crate::variants::described(record, about))
        }
    })
}

/// Whether a piece is a puzzle that can be read.
pub(crate) fn is_puzzle(piece: &Piece, text: &[u8], options: &ReadOptions) -> bool {
    one(piece, text, options).is_ok()
}

fn described(record: Record, piece: &Piece) -> Value {
    let mut object = about(piece, &record.notes, &record.fields);
    object.insert("alphabet".to_owned(), Board::alphabet(&record.symbols));
    object.extend(Board { puzzle: record.puzzle, symbols: record.symbols }.json());
    Value::Object(object)
}

/// The members about a puzzle that was read: its format, line, notes and fields.
fn about(piece: &Piece, notes: &[Note], fields: &BTreeMap<Field, String>) -> Map<String, Value> {
    let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    let fields: BTreeMap<String, &String> = fields.iter().map(|(field, value)| (field.to_string(), value)).collect();
    let about = [
        ("format", json!(piece.format.name())),
        ("line", json!(piece.line)),
        ("notes", json!(notes)),
        ("fields", json!(fields)),
    ];
    about.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

/// Where the part of a text from `start` to `end` is wrong, as line and column from 1: at the first unknown symbol, or
/// otherwise at its beginning.
fn place(typed: &str, start: usize, end: usize, invalid: &Invalid) -> (usize, usize) {
    let part = typed.get(start..end).unwrap_or_default();
    let symbol = invalid.reasons().iter().find_map(|reason| match reason {
        Reason::UnknownSymbol { symbol, .. } => Some(symbol.as_str()),
        _ => None,
    });
    let within = symbol.and_then(|symbol| part.find(symbol)).unwrap_or(part.len() - part.trim_start().len());
    let before = typed.get(..start + within).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    (line, before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1)
}

pub(crate) fn format(name: &str) -> Result<Format, Failure> {
    name.parse().map_err(|error: ninefold::UnknownName| Failure::new(error.to_string()))
}

pub(crate) fn write(request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let Board { puzzle, symbols } = Board::of(request)?;
    let format = format(needed(request, "format")?)?;
    let record = Record::new(puzzle).with_symbols(symbols);
    let written = notation::write(&record, format).map_err(|error| Failure::new(error.to_string()))?;
    Ok(self::written(format, &written))
}

/// A puzzle written in a format, as a complete text.
pub(crate) fn written(format: Format, written: &Written) -> Value {
    let lost: Vec<String> = written.lost.iter().map(ToString::to_string).collect();
    let header = format.header().map_or_else(String::new, |header| format!("{header}\n"));
    let footer = format.footer().map_or_else(String::new, |footer| format!("{footer}\n"));
    json!({ "text": header + &written.text + &footer, "lost": lost })
}

pub(crate) fn formats(_: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let written = Format::ALL.iter().filter(|format| format.is_written());
    let formats: Vec<Value> =
        written.map(|format| json!({ "name": format.name(), "lines": format.is_block() })).collect();
    Ok(json!({ "formats": formats }))
}

pub(crate) fn symbols(request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let symbols = match (text(request, "symbols")?, number(request, "side")?) {
        (Some(name), _) => board::symbols(name)?,
        (None, Some(side)) => Symbols::for_side(usize::try_from(side).unwrap_or(usize::MAX).min(Shape::MAX_SIDE)),
        (None, None) => return Err(Failure::new("the request needs 'symbols', a string, or 'side', a number")),
    };
    Ok(json!({ "symbols": symbols.name(), "alphabet": Board::alphabet(&symbols) }))
}

pub(crate) fn shapes(request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let side = number(request, "side")?.ok_or_else(|| Failure::new("the request needs 'side', a number"))?;
    let side = usize::try_from(side).unwrap_or(usize::MAX);
    // The error says why there is no shape.
    Shape::for_side(side).map_err(|error| Failure::new(error.to_string()))?;
    let shapes: Vec<String> = Shape::all_for_side(side).map(|shape| shape.to_string()).collect();
    Ok(json!({ "shapes": shapes }))
}

pub(crate) fn svg(request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let Board { puzzle, symbols } = Board::of(request)?;
    let mut marks = BTreeMap::new();
    for value in request["marks"].as_array().map_or(&[][..], Vec::as_slice) {
        if let Some((candidate, mark)) = mark(puzzle.shape(), value)? {
            marks.insert(candidate, mark);
        }
    }
    let title = text(request, "title")?.unwrap_or("Sudoku");
    Ok(json!({ "svg": picture::board(&puzzle, &marks, &symbols, title) }))
}

/// The mark of a candidate; `None` for a whole cell, which pictures do not mark.
fn mark(shape: Shape, value: &Value) -> Result<Option<(Candidate, Mark)>, Failure> {
    let cell = value["cell"].as_u64().and_then(|cell| usize::try_from(cell).ok());
    let cell = cell.filter(|cell| *cell < shape.cell_count()).map(Cell::new);
    let cell = cell.ok_or_else(|| Failure::new(format!("{} marks no cell of this board", short(value))))?;
    if value["digit"].is_null() {
        return Ok(None);
    }
    let mark = match value["kind"].as_str() {
        Some("eliminated") => Mark::Eliminated,
        Some("placed") => Mark::Placed,
        _ => Mark::Pattern,
    };
    Ok(Some((Candidate::new(cell, board::digit(shape, cell, &value["digit"])?), mark)))
}
