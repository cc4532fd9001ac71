//! What the module offers to JavaScript, and what it asks of it.
//!
//! Requests and answers share one buffer, which JavaScript writes and reads directly:
//!
//! ```text
//! at = reserve(n)     write n bytes of JSON at `at`
//! m = call(n)         read m bytes of JSON at answer()
//! ```
//!
//! JavaScript gives `now()` (milliseconds), `report(at, length)` for progress messages and
//! `panicked(at, length)` for the message before a trap. Every pointer is valid during that call only.
#![allow(unsafe_code, reason = "names for JavaScript are declared by unsafe attributes; there is no unsafe block")]

use crate::Host;
use std::cell::RefCell;
use std::sync::Once;

#[link(wasm_import_module = "ninefold")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn report(at: *const u8, length: usize);
    safe fn panicked(at: *const u8, length: usize);
}

thread_local! {
    /// The request, then the answer.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reserve(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the request of `length` bytes that was written to the buffer; returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call(length: usize) -> usize {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let words = panic.to_string();
            panicked(words.as_ptr(), words.len());
        }));
    });
    let mut request = BUFFER.take();
    request.truncate(length);
    let mut report_json = |message: serde_json::Value| {
        let text = message.to_string();
        report(text.as_ptr(), text.len());
    };
    let mut host = Host { now: &mut || now(), report: &mut report_json };
    let answer = crate::call(&String::from_utf8_lossy(&request), &mut host);
    BUFFER.set(answer.into_bytes());
    BUFFER.with_borrow(Vec::len)
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
