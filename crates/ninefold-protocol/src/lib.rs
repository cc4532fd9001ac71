//! The engine for other languages: one call, a request as JSON in, an answer as JSON out.
//!
//! It converts between JSON and the library's types and decides nothing. The page, the npm package, the C library and
//! `ninefold call` all speak it; `web/src/engine/protocol.ts` has a type for every request and answer.
//!
//! ```
//! use ninefold_protocol::{Host, call};
//! let answer = call(r#"{ "method": "solve", "board": "1.34341221434321" }"#, &mut Host::silent());
//! assert!(answer.starts_with(r#"{"ok":{"#) && answer.contains(r#""lines":["1234341221434321"]"#));
//! let answer = call(r#"{ "method": "sing", "id": 7 }"#, &mut Host::silent());
//! assert!(answer.starts_with(r#"{"error":{"message":"no method is called 'sing'"#) && answer.ends_with(r#","id":7}"#));
//! ```
//!
//! * A board is a text in any format that the library reads, or `{ shape, symbols?, cells: [{ given?, placed?,
//!   candidates? }] }`: cells row by row, digits from 1. A cell without `candidates` may have every digit that its houses
//!   leave. An object without `shape` is read as the text of its JSON.
//! * With the feature `variants` some methods take puzzles with rules beside those of a Sudoku; the member `rules` of a request
//!   adds rules of the whole board by their names: `anti-knight, diagonals`.
//! * A request that cannot be answered gets `{ error: { message, line?, column?, cell? } }`. No request makes this crate
//!   panic; if the library should, that is for the caller to catch.
//! * An answer has the `id` of its request, if that has one.
//! * Nothing inside a call can be interrupted. Long calls report their progress.

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

pub use host::Host;

use failure::Failure;
use serde_json::{Value, json};

/// Answers a request, which is JSON in UTF-8.
pub fn call(request: impl AsRef<[u8]>, host: &mut Host<'_>) -> String {
    replied(request.as_ref(), host, answer)
}

/// The answer to a request as it is sent, with the request's `id`.
fn replied(request: &[u8], host: &mut Host<'_>, answer: Method) -> String {
    let request = serde_json::from_slice::<Value>(request);
    let mut answer = match request.as_ref().map_err(not_json).and_then(|request| answer(request, host)) {
        Ok(answer) => json!({ "ok": answer }),
        Err(failure) => json!({ "error": failure.json() }),
    };
    if let Some(id) = request.ok().and_then(|mut request| request.get_mut("id").map(Value::take)) {
        answer["id"] = id;
    }
    answer.to_string()
}

/// A step on the board before it, as the methods answer it: an object of JSON.
pub fn step(step: &ninefold::logic::Step, board: &ninefold::Puzzle, wording: &ninefold::logic::Wording) -> String {
    steps::step(step, board, wording).to_string()
}

/// A method: what it does with a request.
type Method = fn(&Value, &mut Host<'_>) -> Result<Value, Failure>;

/// Every method by its name.
const METHODS: &[(&str, Method)] = &[
    ("all_steps", paths::all_steps),
    #[cfg(feature = "variants")]
    ("candidates", variants::candidates_of_classic),
    ("canon", answers::canon),
    ("check", paths::check),
    ("count", answers::count),
    ("explain", paths::explain),
    ("formats", texts::formats),
    ("generate", making::generate),
    ("hint", paths::hint),
    ("minimal", answers::minimal),
    ("rate", paths::rate),
    #[cfg(feature = "se")]
    ("rate_se", se::rate),
    ("read", texts::read),
    ("shapes", texts::shapes),
    ("solve", answers::solve),
    ("state", answers::state),
    ("svg", texts::svg),
    ("symbols", texts::symbols),
    ("trace", search::trace),
    ("write", texts::write),
];

fn not_json(error: &serde_json::Error) -> Failure {
    Failure::new(format!("the request is not JSON: {error}"))
}

fn answer(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let name = request["method"].as_str().ok_or_else(|| Failure::new("the request names no method"))?;
    let method = named(METHODS, name)?;
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

/// The method of a name.
fn named<M: Copy>(methods: &[(&str, M)], name: &str) -> Result<M, Failure> {
    let method = methods.iter().find(|(known, _)| *known == name).map(|(_, method)| *method);
    method.ok_or_else(|| {
        let names: Vec<&str> = methods.iter().map(|(name, _)| *name).collect();
        Failure::new(format!("no method is called '{name}'; there are {}", names.join(", ")))
    })
}

/// The text that a request has under a name, if it has one.
///
/// # Errors
/// If the value has another type.
fn text<'a>(request: &'a Value, name: &str) -> Result<Option<&'a str>, Failure> {
    match &request[name] {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        other => Err(Failure::new(format!("'{name}' is a text, not {}", failure::short(other)))),
    }
}

/// The text that a request must have under a name.
fn needed<'a>(request: &'a Value, name: &str) -> Result<&'a str, Failure> {
    text(request, name)?.ok_or_else(|| Failure::new(format!("the request needs '{name}', a text")))
}

/// The number that a request has under a name, if it has one.
fn number(request: &Value, name: &str) -> Result<Option<u64>, Failure> {
    match &request[name] {
        Value::Null => Ok(None),
        other => match other.as_u64() {
            Some(number) => Ok(Some(number)),
            None => Err(Failure::new(format!("'{name}' is a whole number from 0 on, not {}", failure::short(other)))),
        },
    }
}

/// Whether a request says yes to something.
fn flag(request: &Value, name: &str) -> Result<bool, Failure> {
    match &request[name] {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(*flag),
        other => Err(Failure::new(format!("'{name}' is true or false, not {}", failure::short(other)))),
    }
}

#[cfg(test)]
mod tests;
