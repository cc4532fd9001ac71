//! What the engine needs of the world around it.

use serde_json::Value;

/// A clock, and the receiver of progress while a call is answered.
pub struct Host<'a> {
    /// Milliseconds since an arbitrary point in time; only differences count.
    pub now: &'a mut dyn FnMut() -> f64,
    /// Receives the progress of a long call.
    pub report: &'a mut dyn FnMut(Value),
}

impl Host<'static> {
    /// Ignores progress; no time passes.
    pub fn silent() -> Host<'static> {
        // Both closures hold nothing, so these boxes take no memory.
        Host { now: Box::leak(Box::new(|| 0.0)), report: Box::leak(Box::new(|_| {})) }
    }
}
