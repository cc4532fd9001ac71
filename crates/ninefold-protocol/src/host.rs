//! What the engine needs from its environment.

use crate::failure::Failure;
use ninefold::Puzzle;
use ninefold::logic::{Explainer, Rating};
use ninefold::solve::Solver;
use serde_json::Value;
#[cfg(feature = "cancel")]
use std::sync::atomic::{AtomicBool, Ordering};

/// The error message of a call that was ended by its flag.
pub const CANCELLED: &str = "the call was cancelled";

/// The environment of a call: a clock, a receiver of progress and, optionally, a flag that ends the call.
#[non_exhaustive]
pub struct Host<'a> {
    /// Returns the milliseconds since an arbitrary point in time; only differences matter.
    pub now: &'a mut dyn FnMut() -> f64,
    /// Receives the progress of a long call.
    pub report: &'a mut dyn FnMut(Value),
    /// Ends the call soon after it becomes true, with the error [`CANCELLED`]; a count and `rate_se` instead answer
    /// with what they have found by then.
    #[cfg(feature = "cancel")]
    pub cancel: Option<&'a AtomicBool>,
}

impl<'a> Host<'a> {
    /// Makes an environment with a clock and a receiver; nothing ends a call.
    pub fn new(now: &'a mut dyn FnMut() -> f64, report: &'a mut dyn FnMut(Value)) -> Host<'a> {
        Host {
            now,
            report,
            #[cfg(feature = "cancel")]
            cancel: None,
        }
    }
}

impl Host<'static> {
    /// Makes an environment that ignores progress, and in which no time passes.
    pub fn silent() -> Host<'static> {
        // Both closures hold nothing, so these boxes take no memory.
        Host::new(Box::leak(Box::new(|| 0.0)), Box::leak(Box::new(|_| {})))
    }
}

// Without the feature, none of this takes up code: the page's module is downloaded.
impl<'a> Host<'a> {
    /// Whether the call must end.
    pub(crate) fn is_cancelled(&self) -> bool {
        #[cfg(feature = "cancel")]
        return self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        #[cfg(not(feature = "cancel"))]
        false
    }

    /// # Errors
    /// If the call must end.
    pub(crate) fn go_on(&self) -> Result<(), Failure> {
        if self.is_cancelled() { Err(Failure::new(CANCELLED)) } else { Ok(()) }
    }

    /// The rating of a puzzle, cut short if the call must end.
    pub(crate) fn rated(&self, explainer: &Explainer, puzzle: &Puzzle) -> Rating {
        #[cfg(feature = "cancel")]
        if self.cancel.is_some() {
            return explainer.rate_while(puzzle, |_, _| !self.is_cancelled());
        }
        explainer.rate(puzzle)
    }

    /// A solver that ends with the call.
    pub(crate) fn solver(&self) -> Solver<'a> {
        let solver = Solver::new();
        #[cfg(feature = "cancel")]
        if let Some(flag) = self.cancel {
            return solver.cancel(flag);
        }
        solver
    }

    /// The same for variants.
    #[cfg(feature = "variants")]
    pub(crate) fn variant_solver(&self) -> ninefold::variant::Solver<'a> {
        let solver = ninefold::variant::Solver::new();
        #[cfg(feature = "cancel")]
        if let Some(flag) = self.cancel {
            return solver.cancel(flag);
        }
        solver
    }
}

#[cfg(all(test, feature = "cancel"))]
mod tests {
    use super::*;
    use crate::{answer, call};
    use serde_json::json;

    const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    /// The answer to a request that is cancelled at its first report.
    fn cancelled_on_report(request: &Value) -> Value {
        let flag = AtomicBool::new(false);
        let (mut now, mut report) = (|| 0.0, |_| flag.store(true, Ordering::Relaxed));
        let mut host = Host::new(&mut now, &mut report);
        host.cancel = Some(&flag);
        serde_json::from_str(&call(request.to_string(), &mut host)).unwrap()
    }

    #[test]
    fn a_call_that_is_cancelled_while_it_runs_ends() {
        let cancelled = json!({ "error": { "message": CANCELLED } });
        for method in ["explain", "all_steps"] {
            assert_eq!(cancelled_on_report(&json!({ "method": method, "board": HARD })), cancelled, "{method}");
        }
        let rare = json!({ "method": "generate", "shape": "3x3", "seed": 1, "clues": 17, "attempts": 1_000_000_000 });
        assert_eq!(cancelled_on_report(&rare), cancelled);
        let count = cancelled_on_report(&json!({ "method": "count", "board": ".".repeat(81) }));
        assert_eq!(count["ok"]["exact"], false, "{count}");
        let rating = cancelled_on_report(&json!({ "method": "rate_se", "board": HARD }));
        assert_eq!(rating["ok"]["end"], "stopped", "{rating}");
    }

    #[test]
    fn every_search_looks_at_the_flag() {
        let flag = AtomicBool::new(true);
        let (mut now, mut report) = (|| 0.0, |_| ());
        let mut host = Host::new(&mut now, &mut report);
        host.cancel = Some(&flag);
        let board = format!("1{}", ".".repeat(255));
        for method in ["solve", "minimal", "hint", "check", "explain", "all_steps", "rate", "trace"] {
            let searched = answer(&json!({ "method": method, "board": board }), &mut host);
            assert!(searched.is_err(), "{method}");
        }
        for method in ["solve", "minimal", "check", "candidates"] {
            let searched = answer(&json!({ "method": method, "board": board, "rules": "diagonals" }), &mut host);
            assert!(searched.is_err(), "{method}");
        }
        for rules in ["", "diagonals"] {
            let counted = answer(&json!({ "method": "count", "board": board, "rules": rules }), &mut host);
            assert_eq!(counted.unwrap()["exact"], false, "{rules}");
        }
        assert_eq!(call("{}", &mut host), json!({ "error": { "message": CANCELLED } }).to_string());
    }
}
