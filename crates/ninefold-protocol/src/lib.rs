//! The engine for other languages: one function takes a request as JSON and returns an answer as JSON.
//!
//! It converts between JSON and the library's types and decides nothing. The page, the npm package, the C library and
//! `ninefold call` all use this protocol; `web/src/engine/protocol.ts` has a type for every request and answer.
//!
//! ```
//! use ninefold_protocol::{Host, call};
//! let answer = call(r#"{ "method": "solve", "board": "1.34341221434321" }"#, &mut Host::silent());
//! assert!(answer.starts_with(r#"{"ok":{"#) && answer.contains(r#""lines":["1234341221434321"]"#));
//! let answer = call(r#"{ "method": "sing", "id": 7 }"#, &mut Host::silent());
//! assert!(answer.starts_with(r#"{"error":{"message":"no method is called 'sing'"#) && answer.ends_with(r#","id":7}"#));
//! ```
//!
//! * A board is a text in any format that the library reads, or
//!   `{ shape, symbols?, cells: [{ given?, placed?, candidates? }] }`: cells row by row, digits from 1. A cell without
//!   `candidates` may have every digit that its houses leave. Any other object is converted to JSON text and read like any
//!   other text. If a request has `shape` or `symbols` beside its board, the board must have them.
//! * A member that a method does not know is an error.
//! * With the feature `variants`, some methods take puzzles with rules beyond those of Sudoku; the member `rules` of a
//!   request adds rules for the whole board by name: `anti-knight, diagonals`.
//! * The answer to a request that cannot be answered is `{ error: { message, line?, column?, cell? } }`. No request
//!   makes this crate panic; if the library panics, the caller must catch it.
//! * An answer has the `id` of its request, if there is one.
//! * Long calls report their progress, and searches stop after `budget` nodes. With the feature `cancel`, a flag of the
//!   [`Host`] ends any call.

mod answers;
mod board;
mod failure;
mod host;
mod making;
pub mod nine;
mod paths;
#[cfg(feature = "se")]
pub mod se;
mod search;
mod steps;
mod texts;
#[cfg(feature = "variants")]
pub mod variants;

pub use host::{CANCELLED, Host};

use failure::Failure;
use serde_json::{Value, json};

/// Answers a request, which is JSON in UTF-8, with JSON.
pub fn call(request: impl AsRef<[u8]>, host: &mut Host<'_>) -> String {
    replied(request.as_ref(), host, answer)
}

/// The complete answer to a request, with the request's `id`.
fn replied(request: &[u8], host: &mut Host<'_>, answer: Method) -> String {
    let request = serde_json::from_slice::<Value>(request);
    let mut answer = match request
        .as_ref()
        .map_err(not_json)
        .and_then(|request| host.go_on().and_then(|()| answer(request, host)))
    {
        Ok(answer) => json!({ "ok": answer }),
        // Cancelled searches have various messages; all are replaced by the same one.
        Err(failure) => json!({ "error": host.go_on().err().unwrap_or(failure).json() }),
    };
    if let Some(id) = request.ok().and_then(|mut request| request.get_mut("id").map(Value::take)) {
        answer["id"] = id;
    }
    answer.to_string()
}

/// Writes a step as a JSON object, as the methods do; `board` is the board before the step.
pub fn step(step: &ninefold::logic::Step, board: &ninefold::Puzzle, wording: &ninefold::logic::Wording) -> String {
    steps::step(step, board, wording).to_string()
}

/// A method: the answer to a request.
type Method = fn(&Value, &mut Host<'_>) -> Result<Value, Failure>;

/// A method with its name and the members that its requests may have, besides `method`, `id` and `rules` and, if there is a
/// `board`, those that say how to read it.
type Named<M> = (&'static str, M, &'static str);

/// Every method.
const METHODS: &[Named<Method>] = &[
    ("all_steps", paths::all_steps, EXPLAINED),
    #[cfg(feature = "variants")]
    ("candidates", variants::candidates_of_classic, "board budget"),
    ("canon", answers::canon, "board"),
    ("check", paths::check, ADVISED),
    ("count", answers::count, "board limit budget"),
    ("explain", paths::explain, EXPLAINED),
    ("formats", texts::formats, ""),
    ("generate", making::generate, making::MEMBERS),
    ("hint", paths::hint, ADVISED),
    ("minimal", answers::minimal, "board budget"),
    ("rate", paths::rate, EXPLAINED),
    #[cfg(feature = "se")]
    ("rate_se", se::rate, "board"),
    ("read", texts::read, texts::MEMBERS),
    ("shapes", texts::shapes, "side"),
    ("solve", answers::solve, "board timed budget"),
    ("state", answers::state, "board"),
    ("svg", texts::svg, "board marks title"),
    ("symbols", texts::symbols, "symbols side"),
    ("trace", search::trace, "board limit strategy"),
    ("write", texts::write, "board format"),
];

/// The members of requests about steps; and those of requests about steps that also have a budget.
const EXPLAINED: &str = "board language techniques";
const ADVISED: &str = "board language techniques budget";

fn not_json(error: &serde_json::Error) -> Failure {
    Failure::new(format!("the request is not JSON: {error}"))
}

fn answer(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let (name, method) = named(METHODS, request)?;
    let rules = text(request, "rules")?.map(|rules| rules.trim_matches([',', ' '])).filter(|rules| !rules.is_empty());
    let answer = match rules.filter(|_| name != "read" || cfg!(not(feature = "variants"))) {
        None => method(request, host),
        Some(rules) => Err(Failure::new(format!("rules that are not supported: {rules}"))),
    };
    #[cfg(feature = "variants")]
    if answer.is_err()
        && let Some(answer) = variants::answer(name, request, host)
    {
        return answer;
    }
    answer
}

/// The method that a request names.
///
/// # Errors
/// If no method has this name, or the request has a member that the method does not know: otherwise the answer would look
/// as if that member had been taken into account.
fn named<M: Copy>(methods: &[Named<M>], request: &Value) -> Result<(&'static str, M), Failure> {
    let name = request["method"].as_str().ok_or_else(|| Failure::new("the request names no method"))?;
    let (name, method, members) = methods.iter().find(|(known, ..)| *known == name).ok_or_else(|| {
        let names: Vec<&str> = methods.iter().map(|(name, ..)| *name).collect();
        Failure::new(format!("no method is called '{name}'; methods: {}", names.join(", ")))
    })?;
    let of_board = if members.starts_with("board") { "shape symbols rules" } else { "" };
    let known = || members.split(' ').chain(of_board.split(' ')).filter(|member| !member.is_empty());
    match unknown(request, |member| ["method", "id", "rules"].contains(&member) || known().any(|known| known == member))
    {
        None => Ok((name, *method)),
        Some(member) => {
            let known: Vec<&str> = known().collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            Err(Failure::new(format!("'{name}' has no member '{member}'; it may have {known}")))
        }
    }
}

/// The name of an object's first unknown member that is not null.
fn unknown(object: &Value, is_known: impl Fn(&str) -> bool) -> Option<String> {
    let is_unknown = |(name, value): &(&String, &Value)| !value.is_null() && !is_known(name);
    let (name, _) = object.as_object()?.iter().find(is_unknown)?;
    Some(failure::beginning(name))
}

/// The text of a request's member, if it has this member.
///
/// # Errors
/// If the value has another type.
fn text<'a>(request: &'a Value, name: &str) -> Result<Option<&'a str>, Failure> {
    match &request[name] {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        other => Err(Failure::new(format!("'{name}' must be a string, not {}", failure::short(other)))),
    }
}

/// The text of a member that a request must have.
fn needed<'a>(request: &'a Value, name: &str) -> Result<&'a str, Failure> {
    text(request, name)?.ok_or_else(|| Failure::new(format!("the request needs '{name}', a string")))
}

/// The number of a request's member, if it has this member.
fn number(request: &Value, name: &str) -> Result<Option<u64>, Failure> {
    match &request[name] {
        Value::Null => Ok(None),
        other => match other.as_u64() {
            Some(number) => Ok(Some(number)),
            None => Err(Failure::new(format!("'{name}' must be a whole number from 0, not {}", failure::short(other)))),
        },
    }
}

/// Whether a request's member is true; a missing member is false.
fn flag(request: &Value, name: &str) -> Result<bool, Failure> {
    match &request[name] {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(*flag),
        other => Err(Failure::new(format!("'{name}' must be true or false, not {}", failure::short(other)))),
    }
}

#[cfg(test)]
mod tests;
