//! The replay of a search.

use crate::board::{Board, numbers};
use crate::failure::Failure;
use crate::steps::pair;
use crate::{Host, number, text};
use ninefold::trace::{Conflict, Event, Kind, Strategy, Trace};
use ninefold::{Candidate, Candidates, Cell, Digit, UnknownName};
use serde_json::{Value, json};

/// The most events that are listed if the request does not set a limit.
const MOST_EVENTS: u64 = 2000;

pub(crate) fn trace(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let puzzle = Board::of(request)?.puzzle;
    let strategy = match text(request, "strategy")? {
        None => Strategy::Expand,
        Some(name) => name.parse().map_err(|error: UnknownName| Failure::new(error.to_string()))?,
    };
    let limit = number(request, "limit")?.unwrap_or(MOST_EVENTS);
    let mut before: Option<Candidates> = None;
    let mut listed = Vec::new();
    let mut events = Trace::new(&puzzle, strategy);
    while (listed.len() as u64) < limit {
        host.go_on()?;
        let Some(event) = events.next() else { break };
        listed.push(self::event(&event, before.as_ref()));
        if !matches!(event.kind, Kind::Done { .. }) {
            before = Some(event.candidates);
        }
    }
    let is_more = listed.len() as u64 == limit && events.next().is_some();
    Ok(json!({ "events": listed, "more": is_more }))
}

/// An event, with the cells whose candidates it has changed.
fn event(event: &Event, before: Option<&Candidates>) -> Value {
    let (kind, details) = details(&event.kind);
    let mut object = json!({ "kind": kind, "depth": event.depth });
    let is_done = matches!(event.kind, Kind::Done { .. });
    let is_changed = |cell: &Cell| before.is_none_or(|before| before.of(*cell) != event.candidates.of(*cell));
    let cells = event.candidates.shape().cells().filter(|cell| !is_done && is_changed(cell));
    object["changed"] = cells.map(|cell| json!([cell.index(), numbers(event.candidates.digits_of(cell))])).collect();
    object["space"] = json!(if is_done { String::new() } else { event.space().powers() });
    if let (Value::Object(object), Value::Object(details)) = (&mut object, details) {
        object.extend(details);
    }
    object
}

/// The name of an event, and its details.
fn details(kind: &Kind) -> (&'static str, Value) {
    let fixed = |cell: &Cell, digit: &Digit| pair(&Candidate::new(*cell, *digit));
    let cell =
        |cell: &Cell, digits: &[Digit]| json!({ "cell": cell.index(), "digits": numbers(digits.iter().copied()) });
    match kind {
        Kind::Choices => ("choices", json!({})),
        Kind::Narrowed { pass, rule, removed, fixed: cells } => {
            let cells: Vec<Value> = cells.iter().map(|(cell, digit)| fixed(cell, digit)).collect();
            ("pass", json!({ "pass": pass, "rule": rule.to_string(), "removed": removed, "fixed": cells }))
        }
        Kind::Places(places) => {
            let cells: Vec<Value> = places.iter().map(|(cell, digit, _)| fixed(cell, digit)).collect();
            ("places", json!({ "fixed": cells }))
        }
        Kind::Stable { passes } => ("stable", json!({ "passes": passes })),
        Kind::Chosen { cell: chosen, digits } => ("chosen", cell(chosen, digits)),
        Kind::Branch { cell: decided, digits } => ("branch", cell(decided, digits)),
        Kind::Contradiction(Conflict::Void(void)) => ("contradiction", json!({ "cell": void.index() })),
        Kind::Contradiction(Conflict::Twice { digit, house }) => {
            ("contradiction", json!({ "digit": digit.number(), "house": house.to_string() }))
        }
        Kind::Contradiction(_) => ("contradiction", json!({})),
        Kind::Combined { boards } => ("combined", json!({ "boards": boards })),
        Kind::TooMany => ("too-many", json!({})),
        Kind::Solution(_) => ("solution", json!({})),
        Kind::Done { solutions, decisions } => ("done", json!({ "solutions": solutions, "decisions": decisions })),
        // A kind of stage that is not known here is shown by its board only.
        _ => ("other", json!({})),
    }
}
