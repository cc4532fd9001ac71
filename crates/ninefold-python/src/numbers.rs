//! Numbers that parameters take. If a number is too small or too large, the message names the parameter, which Python's
//! own message does not.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::time::{Duration, Instant};

macro_rules! numbers {
    ($($name:ident $parameter:literal: $kind:ident, $about:literal;)*) => {
        $(
            #[doc = $about]
            #[derive(Clone, Copy)]
            pub(crate) struct $name(pub(crate) $kind);

            impl<'py> FromPyObject<'_, 'py> for $name {
                type Error = PyErr;

                fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<$name> {
                    let number = value.extract::<$kind>().map_err(|error: PyErr| {
                        if !error.is_instance_of::<PyOverflowError>(value.py()) {
                            return error;
                        }
                        let message = concat!($parameter, " is ");
                        PyValueError::new_err(format!("{message}{}, expected 0 to {}", *value, $kind::MAX))
                    });
                    number.map($name)
                }
            }
        )*
    };
}

numbers! {
    Attempts "attempts": u64, "How often a puzzle is tried.";
    Budget "budget": u64, "The most nodes of a search.";
    Count "count": usize, "How many are made.";
    Index "index": u64, "The number of what is made, from 0 on.";
    Limit "limit": u64, "The most solutions that are counted.";
    Seed "seed": u64, "What chance begins with.";
    Start "start": u64, "The number of the first row.";
    Threads "threads": usize, "How many threads work.";
}

/// When a search ends at the latest. The parameter `time_limit` gives it in seconds after the call.
#[derive(Clone, Copy)]
pub(crate) struct TimeLimit(pub(crate) Instant);

impl<'py> FromPyObject<'_, 'py> for TimeLimit {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<TimeLimit> {
        /// A year: as good as any longer time, and no clock overflows before it.
        const LONGEST: f64 = 366.0 * 24.0 * 3600.0;
        let seconds: f64 = value.extract()?;
        if seconds.is_nan() || seconds < 0.0 {
            return Err(PyValueError::new_err(format!("time_limit is {seconds}, expected at least 0 seconds")));
        }
        Ok(TimeLimit(Instant::now() + Duration::from_secs_f64(seconds.min(LONGEST))))
    }
}
