//! Puzzles with rules beyond those of Sudoku: the methods that take them, with the same requests and answers.
//!
//! The crate's own [`call`](crate::call) turns to this module if a puzzle is not a classic one; the [`call`] here takes every
//! puzzle for a variant. A program that uses only this one, such as the npm package's second module, is not linked with the
//! methods for classic boards.

use crate::board::{self, Board};
use crate::failure::Failure;
use crate::{Host, Named, answers, flag, named, number, replied, text, texts};
use ninefold::notation::{self, AnyRecord, Format, Record, VariantRecord};
use ninefold::render::variant as picture;
use ninefold::variant::{self, Clue, Constraint, Mistake, Solver, TrueCandidates, VariantPuzzle, Verdict};
use ninefold::{Invalid, UnknownName};
use serde_json::{Map, Value, json};
use std::cell::RefCell;

/// A method: the answer to a request, given its puzzle.
type Method = fn(&VariantRecord, &Value, &mut Host<'_>) -> Result<Value, Failure>;

/// Every method that takes variants, and `read`, which takes no puzzle.
const METHODS: [Named<Option<Method>>; 8] = [
    ("candidates", Some(candidates), "board budget"),
    ("check", Some(check), crate::ADVISED),
    ("count", Some(count), "board limit budget"),
    ("minimal", Some(minimal), "board budget"),
    ("read", None, texts::MEMBERS),
    ("solve", Some(solve), "board timed budget"),
    ("svg", Some(svg), "board marks title"),
    ("write", Some(write), "board format"),
];

thread_local! {
    /// What earlier questions about true candidates have shown. It changes no answer, but saves work: setters and players ask
    /// about puzzles that differ little from the last.
    static KNOWN: RefCell<TrueCandidates> = RefCell::default();
}

/// Answers a request as [`call`](crate::call) does, but only for `read` and the methods that take variants. Classic puzzles
/// are taken for variants too.
///
/// ```
/// use ninefold_protocol::{Host, variants};
/// let request = r#"{ "method": "count", "board": "1...............", "rules": "anti-knight" }"#;
/// assert_eq!(variants::call(request, &mut Host::silent()), r#"{"ok":{"count":"6","exact":true}}"#);
/// ```
pub fn call(request: impl AsRef<[u8]>, host: &mut Host<'_>) -> String {
    replied(request.as_ref(), host, |request, host| {
        let (_, Some(method)) = named(&METHODS, request)? else { return texts::read(request, host) };
        let record = VariantRecord::try_from(record(request)?).map_err(refused)?;
        method(&record, request, host)
    })
}

/// The answer of a method to a request whose puzzle is a variant; `None` if it is not, or the method takes no variants.
pub(crate) fn answer(name: &str, request: &Value, host: &mut Host<'_>) -> Option<Result<Value, Failure>> {
    let method = METHODS.iter().find(|(known, ..)| *known == name)?.1?;
    match record(request) {
        Ok(AnyRecord::Classic(_)) => None,
        Ok(AnyRecord::Variant(record)) => Some(method(&record, request, host)),
        Err(failure) => Some(Err(failure)),
    }
}

/// The true candidates of a classic puzzle.
pub(crate) fn candidates_of_classic(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let Board { puzzle, .. } = Board::of(request)?;
    let record = VariantRecord::try_from(Record::new(puzzle)).map_err(refused)?;
    candidates(&record, request, host)
}

/// The puzzle of a request, with the rules that the request adds.
fn record(request: &Value) -> Result<AnyRecord, Failure> {
    let rules = rules(request)?;
    if let Some(text) = Board::text(request)? {
        let options = board::options(request)?.rules(rules);
        let piece = board::only_puzzle(&text, &options)?;
        return piece.read_any(text.as_bytes(), &options).map_err(refused);
    }
    let Board { puzzle, symbols } = Board::of(request)?;
    let record = Record::new(puzzle).with_symbols(symbols);
    if rules.is_empty() {
        return Ok(AnyRecord::Classic(record));
    }
    let record = VariantRecord::try_from(record).and_then(|record| record.with_rules(&rules));
    record.map(AnyRecord::Variant).map_err(refused)
}

/// The rules that a request adds to each puzzle.
pub(crate) fn rules(request: &Value) -> Result<Vec<Constraint>, Failure> {
    let list = text(request, "rules")?.unwrap_or_default();
    variant::rules(list).map_err(|error: UnknownName| Failure::new(error.to_string()))
}

/// A puzzle that was read, with everything that the text says about it.
pub(crate) fn described(record: VariantRecord, about: Map<String, Value>) -> Value {
    let mut object = about;
    object.insert("rules".to_owned(), json!(record.puzzle.rules()));
    object.insert("board".to_owned(), json_of(VariantRecord::new(record.puzzle)));
    Value::Object(object)
}

/// The library's own JSON, in which nothing is lost.
fn json_of(record: VariantRecord) -> Value {
    let written = notation::write_variant(&record, Format::Json).expect("JSON carries all rules");
    serde_json::from_str(&written.text).expect("the library writes JSON")
}

fn solve(record: &VariantRecord, request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let (puzzle, solver) = (&record.puzzle, solver(request, host)?);
    let begin = (host.now)();
    let verdict = verdict(puzzle, &solver)?;
    let micros = flag(request, "timed")?.then(|| answers::micros(host, begin, || _ = solver.verdict(puzzle)));
    let (name, solutions) = match verdict {
        Verdict::Unique(only) => ("unique", vec![only]),
        Verdict::Multiple(one, other) => ("multiple", vec![one, other]),
        Verdict::None => ("none", Vec::new()),
    };
    let lines: Vec<String> = solutions.iter().map(|digits| puzzle.line(digits)).collect();
    let mut answer = json!({ "verdict": name, "solutions": solutions, "lines": lines });
    if let Some(micros) = micros {
        answer["micros"] = json!(micros);
    }
    Ok(answer)
}

fn count(record: &VariantRecord, request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let limit = number(request, "limit")?;
    let counted = solver(request, host)?.count(&record.puzzle, limit.unwrap_or(u64::MAX)).map_err(mistaken)?;
    let (count, is_exact) = match counted {
        Ok(count) => (count, limit.is_none_or(|limit| count < limit)),
        Err(stopped) => (stopped.found, false),
    };
    Ok(json!({ "count": count.to_string(), "exact": is_exact }))
}

/// Placed digits count as given, so no single digit is a mistake: the puzzle has a solution or none.
fn check(record: &VariantRecord, request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let puzzle = &record.puzzle;
    let (kind, message) = match verdict(puzzle, &solver(request, host)?)? {
        Verdict::None => ("none", "The puzzle has no solution."),
        _ if puzzle.givens().iter().all(Option::is_some) => ("solved", "The puzzle is solved."),
        Verdict::Unique(_) => ("stuck", "No mistake was found."),
        Verdict::Multiple(..) => ("stuck", "The puzzle has several solutions. No mistake was found."),
    };
    Ok(json!({ "kind": kind, "message": message, "cells": [] }))
}

fn candidates(record: &VariantRecord, request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let solver = solver(request, host)?;
    let asked = KNOWN.with_borrow_mut(|known| known.of(&record.puzzle, &solver)).map_err(mistaken)?;
    let candidates = asked.map_err(|stopped| Failure::new(stopped.to_string()))?;
    Ok(json!({ "candidates": candidates }))
}

fn minimal(record: &VariantRecord, request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let (puzzle, solver) = (&record.puzzle, solver(request, host)?);
    if !matches!(verdict(puzzle, &solver)?, Verdict::Unique(_)) {
        return Err(Failure::new("only a puzzle with one solution is minimal or not"));
    }
    let asked = solver.redundant(puzzle).map_err(mistaken)?;
    let clues = asked.map_err(|stopped| Failure::new(stopped.to_string()))?;
    let cell = |clue: &Clue| match clue {
        Clue::Given(cell) => Some(*cell),
        _ => None,
    };
    let cells: Vec<usize> = clues.iter().filter_map(cell).collect();
    let names: Vec<String> = clues.iter().map(|clue| puzzle.name_of_clue(*clue)).collect();
    Ok(json!({ "minimal": clues.is_empty(), "redundant": cells, "clues": names }))
}

fn write(record: &VariantRecord, request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let format = texts::format(crate::needed(request, "format")?)?;
    let written = notation::write_variant(record, format).map_err(|error| Failure::new(error.to_string()))?;
    Ok(texts::written(format, &written))
}

fn svg(record: &VariantRecord, request: &Value, _: &mut Host<'_>) -> Result<Value, Failure> {
    let puzzle = &record.puzzle;
    let frame = picture::frame(puzzle);
    let title = text(request, "title")?.unwrap_or("Sudoku");
    Ok(json!({
        "svg": picture::svg(puzzle, title),
        "frame": { "width": frame.width, "height": frame.height, "margin": frame.margin, "cell": frame.cell },
        "words": puzzle.words(),
    }))
}

/// A solver with the budget of a request.
fn solver<'a>(request: &Value, host: &Host<'a>) -> Result<Solver<'a>, Failure> {
    let solver = host.variant_solver();
    Ok(number(request, "budget")?.map_or(solver, |nodes| solver.nodes(nodes)))
}

fn verdict(puzzle: &VariantPuzzle, solver: &Solver<'_>) -> Result<Verdict, Failure> {
    let judged = solver.verdict(puzzle).map_err(mistaken)?;
    judged.map_err(|stopped| Failure::new(stopped.to_string()))
}

fn mistaken(mistake: Mistake) -> Failure {
    Failure::new(mistake.to_string())
}

fn refused(invalid: Invalid) -> Failure {
    Failure::new(invalid.to_string())
}

#[cfg(test)]
mod tests;
