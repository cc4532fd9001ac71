//! The functions that the WebAssembly module gives to JavaScript, and those that it needs from it.
//!
//! Requests and answers share one buffer, which JavaScript writes and reads directly:
//!
//! ```text
//! at = reserve(n)     write n bytes of JSON at `at`
//! m = call(n)         read m bytes of JSON at answer()
//! m = solve9(n)       the same for 9x9 boards of 81 bytes each (`nine` of the protocol): the solutions, then the counts;
//! m = rate9(n)        the scores as four bytes each, the least significant first, then the levels;
//! m = canon9(n)       the forms, then the statuses
//! ```
//!
//! With the feature `variants` it is another module: `call` takes every puzzle for a variant (`variants` of the protocol),
//! and the functions for 9x9 boards are missing. With the feature `se` it is a third one, which rates puzzles by Sudoku
//! Explainer's rules and does nothing else.
//!
//! JavaScript provides `now()` (milliseconds), `report(at, length)` for progress messages and
//! `panicked(at, length)` for the message before a trap. The pointers passed to these are valid only during the call.
//! `ninefold-protocol` documents requests and answers.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code, reason = "names for JavaScript are declared by unsafe attributes; there is no unsafe block")]

#[cfg(not(any(feature = "se", feature = "variants")))]
mod many;

use ninefold_protocol::Host;
#[cfg(not(any(feature = "se", feature = "variants")))]
use ninefold_protocol::call as replied;
#[cfg(feature = "se")]
use ninefold_protocol::se::call as replied;
#[cfg(all(feature = "variants", not(feature = "se")))]
use ninefold_protocol::variants::call as replied;
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

/// Makes room for a request of `length` bytes; returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reserve(length: usize) -> *mut u8 {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let words = panic.to_string();
            panicked(words.as_ptr(), words.len());
        }));
    });
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the request of `length` bytes that was written to the buffer; returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call(length: usize) -> usize {
    let mut request = BUFFER.take();
    request.truncate(length);
    let answer = replied(
        &request,
        &mut Host::new(&mut || now(), &mut |message| {
            let text = message.to_string();
            report(text.as_ptr(), text.len());
        }),
    );
    BUFFER.set(answer.into_bytes());
    BUFFER.with_borrow(Vec::len)
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
