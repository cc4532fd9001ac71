//! The C library. `include/ninefold.h` documents it and states what each function guarantees; a test compares the two.
//!
//! Pointers from C are checked as far as possible (null, alignment, size) and become slices at once; the rest is ordinary
//! code. No panic leaves the library.
#![allow(unsafe_code, reason = "pointers come from C: each is checked and taken here, and nothing else is unsafe")]

use ninefold_protocol::{CANCELLED, Host, call, nine};
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Done.
pub const NINEFOLD_OK: i32 = 0;
/// A pointer is null or not aligned.
pub const NINEFOLD_POINTER: i32 = 1;
/// A length is larger than any memory.
pub const NINEFOLD_LENGTH: i32 = 2;
/// A panic.
pub const NINEFOLD_BROKEN: i32 = 3;
/// The call was cancelled.
pub const NINEFOLD_CANCELLED: i32 = 4;
/// The answer for a board that is not one.
pub const NINEFOLD_BAD: i32 = nine::BAD as i32;

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn ninefold_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Answers a request.
///
/// # Safety
/// As `ninefold.h` says: `request` has `length` bytes, and `answer` has room for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_call(request: *const c_char, length: usize, answer: *mut *mut c_char) -> i32 {
    // SAFETY: the caller guarantees it, as `ninefold.h` requires.
    unsafe { replied(request, length, None, answer) }
}

/// What another thread cancels calls by.
#[allow(non_camel_case_types, reason = "its name in C")]
pub struct ninefold_token(AtomicBool);

/// A token by which calls can be cancelled.
#[unsafe(no_mangle)]
pub extern "C" fn ninefold_token_new() -> *mut ninefold_token {
    Box::into_raw(Box::new(ninefold_token(AtomicBool::new(false))))
}

/// Cancels the calls that have this token.
///
/// # Safety
/// It comes from [`ninefold_token_new`], and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_token_cancel(token: *mut ninefold_token) {
    // SAFETY: the token is null or valid, and there are only shared references to it.
    if let Some(ninefold_token(flag)) = unsafe { token.as_ref() } {
        flag.store(true, Ordering::Relaxed);
    }
}

/// Makes a token as it was when it was new.
///
/// # Safety
/// It comes from [`ninefold_token_new`], and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_token_reset(token: *mut ninefold_token) {
    // SAFETY: the token is null or valid, and there are only shared references to it.
    if let Some(ninefold_token(flag)) = unsafe { token.as_ref() } {
        flag.store(false, Ordering::Relaxed);
    }
}

/// Frees a token.
///
/// # Safety
/// It comes from [`ninefold_token_new`], was not freed before, and no call has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_token_free(token: *mut ninefold_token) {
    if !token.is_null() {
        // SAFETY: the token was made by `into_raw`, and the caller guarantees that nothing uses it.
        drop(unsafe { Box::from_raw(token) });
    }
}

/// Answers a request, unless it is cancelled.
///
/// # Safety
/// As `ninefold.h` says: `request` has `length` bytes, `token` comes from [`ninefold_token_new`], if it is not null, and is
/// not freed before the call ends, and `answer` has room for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_call_cancellable(
    request: *const c_char,
    length: usize,
    token: *const ninefold_token,
    answer: *mut *mut c_char,
) -> i32 {
    // SAFETY: the caller guarantees it, as `ninefold.h` requires.
    unsafe { replied(request, length, token.as_ref(), answer) }
}

/// Writes the answer to a request.
///
/// # Safety
/// `request` has `length` bytes, and `answer` has room for a pointer.
unsafe fn replied(
    request: *const c_char,
    length: usize,
    token: Option<&ninefold_token>,
    answer: *mut *mut c_char,
) -> i32 {
    let Some(answer) = check(answer, 1).ok().and_then(|()| {
        // SAFETY: it is aligned and not null, and the caller guarantees that it points to a pointer of theirs.
        unsafe { answer.write(std::ptr::null_mut()) };
        // SAFETY: as above; and it now holds a value.
        unsafe { answer.as_mut() }
    }) else {
        return NINEFOLD_POINTER;
    };
    let mut request = match check(request, length) {
        _ if length == 0 => &[],
        // SAFETY: not null, not too large, and the caller guarantees that the bytes are there.
        Ok(()) => unsafe { slice::from_raw_parts(request.cast::<u8>(), length) },
        Err(code) => return code,
    };
    // If the length is the size of a C array, it includes one or more zeros at the end.
    while let [text @ .., 0] = request {
        request = text;
    }
    let start = Instant::now();
    let (mut now, mut report) = (|| start.elapsed().as_secs_f64() * 1000.0, |_| ());
    let mut host = Host::new(&mut now, &mut report);
    host.cancel = token.map(|ninefold_token(flag)| flag);
    let mut text = Err(());
    let code = guarded(|| text = CString::new(call(request, &mut host)).map_err(drop));
    let code = if text.as_ref().is_ok_and(is_cancelled) { NINEFOLD_CANCELLED } else { code };
    let broken = || CString::from(c"{\"error\":{\"message\":\"the engine broke: this is a bug\"}}");
    *answer = text.unwrap_or_else(|()| broken()).into_raw();
    code
}

/// Whether an answer says that the call was cancelled: it may have been done before.
fn is_cancelled(answer: &CString) -> bool {
    let message = answer.as_bytes().strip_prefix(b"{\"error\":{\"message\":\"");
    message.is_some_and(|message| message.starts_with(CANCELLED.as_bytes()))
}

/// Frees an answer.
///
/// # Safety
/// It comes from [`ninefold_call`], and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_free(answer: *mut c_char) {
    if !answer.is_null() {
        // SAFETY: the caller guarantees that it was made by `into_raw`, in a call.
        drop(unsafe { CString::from_raw(answer) });
    }
}

/// Solves boards.
///
/// # Safety
/// As `ninefold.h` says: each pointer has as much as `count` boards need, and no two overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_solve9(boards: *const u8, count: usize, solutions: *mut u8, counts: *mut u8) -> i32 {
    // SAFETY: the caller guarantees it, as `ninefold.h` requires.
    unsafe {
        answered(boards, count, (solutions, 81), counts, |boards, solutions, counts| {
            nine::solve(boards, solutions.as_chunks_mut().0, counts)
        })
    }
}

/// Rates boards.
///
/// # Safety
/// As `ninefold.h` says: each pointer has as much as `count` boards need, and no two overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_rate9(boards: *const u8, count: usize, scores: *mut u32, levels: *mut u8) -> i32 {
    // SAFETY: the caller guarantees it, as `ninefold.h` requires.
    unsafe { answered(boards, count, (scores, 1), levels, nine::rate) }
}

/// Writes boards in minlex form.
///
/// # Safety
/// As `ninefold.h` says: each pointer has as much as `count` boards need, and no two overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_canon9(boards: *const u8, count: usize, forms: *mut u8, statuses: *mut u8) -> i32 {
    // SAFETY: the caller guarantees it, as `ninefold.h` requires.
    unsafe {
        answered(boards, count, (forms, 81), statuses, |boards, forms, statuses| {
            nine::canon(boards, forms.as_chunks_mut().0, statuses)
        })
    }
}

/// Has boards answered, with `width` values and a code each. Nothing is written before everything is checked.
///
/// # Safety
/// The boards are there, and room for the answers, which nothing else uses during the call.
unsafe fn answered<T: Copy + From<u8>>(
    boards: *const u8,
    count: usize,
    (found, width): (*mut T, usize),
    codes: *mut u8,
    answer: impl FnOnce(&[[u8; 81]], &mut [T], &mut [u8]),
) -> i32 {
    if count == 0 {
        return NINEFOLD_OK;
    }
    let boards = boards.cast::<[u8; 81]>();
    // If the boards fit, the size of the answers does not overflow, since they are not larger.
    let checked = check(boards, count).and_then(|()| check(found, count * width)).and_then(|()| check(codes, count));
    if let Err(code) = checked {
        return code;
    }
    // SAFETY: null, alignment and size were just checked; the caller guarantees the rest.
    let (boards, found, codes) =
        unsafe { (slice::from_raw_parts(boards, count), room(found, count * width), room(codes, count)) };
    guarded(|| answer(boards, found, codes))
}

/// Runs something that must not panic, and says so if it does.
fn guarded(work: impl FnOnce()) -> i32 {
    // Whatever a panic interrupts is dropped, or it is the caller's buffer, whose contents are then unspecified.
    catch_unwind(AssertUnwindSafe(work)).map_or(NINEFOLD_BROKEN, |()| NINEFOLD_OK)
}

/// Whether `count` values can be here.
fn check<T>(at: *const T, count: usize) -> Result<(), i32> {
    if count.checked_mul(size_of::<T>()).is_none_or(|size| isize::try_from(size).is_err()) {
        return Err(NINEFOLD_LENGTH);
    }
    if at.is_null() || !at.is_aligned() { Err(NINEFOLD_POINTER) } else { Ok(()) }
}

/// The caller's buffer for answers, filled with zeros: C need not have written anything there, and a slice must hold values.
///
/// # Safety
/// It was checked, and there is room, which nothing else uses during the call.
unsafe fn room<'a, T: Copy + From<u8>>(at: *mut T, count: usize) -> &'a mut [T] {
    for i in 0..count {
        // SAFETY: the caller guarantees room for `count` values.
        unsafe { at.add(i).write(T::from(0)) };
    }
    // SAFETY: not null, aligned, not too large, just written, and the caller guarantees exclusive access.
    unsafe { slice::from_raw_parts_mut(at, count) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::{null, null_mut};
    use std::sync::atomic::AtomicPtr;

    const PUZZLE: &[u8; 81] = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn bad_pointers_and_lengths_are_answered_by_codes() {
        let (mut solutions, mut counts, mut scores) = ([7; 81], [7; 1], [7; 1]);
        let (solution, count, score) = (solutions.as_mut_ptr(), counts.as_mut_ptr(), scores.as_mut_ptr());
        let (board, huge) = (PUZZLE.as_ptr(), usize::MAX / 80);
        // SAFETY: the buffers are for one board; with any other count a pointer is null or the count is refused.
        unsafe {
            for (boards, solution, count) in
                [(null(), solution, count), (board, null_mut(), count), (board, solution, null_mut())]
            {
                assert_eq!(ninefold_solve9(boards, 1, solution, count), NINEFOLD_POINTER);
                assert_eq!(ninefold_canon9(boards, 1, solution, count), NINEFOLD_POINTER);
            }
            assert_eq!(ninefold_rate9(board, 1, null_mut(), count), NINEFOLD_POINTER);
            assert_eq!(ninefold_rate9(board, 1, score.byte_add(1), count), NINEFOLD_POINTER);
            for huge in [huge, usize::MAX] {
                assert_eq!(ninefold_solve9(board, huge, solution, count), NINEFOLD_LENGTH);
                assert_eq!(ninefold_rate9(board, huge, score, count), NINEFOLD_LENGTH);
            }
            assert_eq!(ninefold_solve9(null(), 0, null_mut(), null_mut()), NINEFOLD_OK);
            assert_eq!((solutions, counts, scores), ([7; 81], [7], [7]));
            let mut answer = count.cast::<c_char>();
            assert_eq!(ninefold_call(null(), 5, &mut answer), NINEFOLD_POINTER);
            assert!(answer.is_null());
            assert_eq!(ninefold_call(board.cast(), usize::MAX, &mut answer), NINEFOLD_LENGTH);
            assert!(answer.is_null());
            assert_eq!(ninefold_call(board.cast(), 1, null_mut()), NINEFOLD_POINTER);
            ninefold_free(null_mut());
        }
    }

    #[test]
    fn no_panic_goes_out() {
        assert_eq!(guarded(|| panic!("of the test's")), NINEFOLD_BROKEN);
        assert_eq!(guarded(|| ()), NINEFOLD_OK);
    }

    /// The code and the answer of a call that may be cancelled.
    fn asked(request: &str, token: *const ninefold_token) -> (i32, String) {
        let mut answer = null_mut();
        // SAFETY: a text, a token or null, and room for a pointer.
        let code = unsafe { ninefold_call_cancellable(request.as_ptr().cast(), request.len(), token, &mut answer) };
        // SAFETY: pointers and lengths are good, so there is an answer.
        (code, unsafe { CString::from_raw(answer) }.into_string().unwrap())
    }

    #[test]
    fn a_token_cancels_calls_until_it_is_reset() {
        let token = ninefold_token_new();
        let cancelled = (NINEFOLD_CANCELLED, r#"{"error":{"message":"the call was cancelled"},"id":5}"#.to_owned());
        // SAFETY: the token was made above and is freed at the end.
        unsafe { ninefold_token_cancel(token) };
        let count = r#"{"method":"count","id":5,"board":"................","rules":"diagonals"}"#;
        assert_eq!(asked(count, token), cancelled);
        // SAFETY: as above.
        unsafe { ninefold_token_reset(token) };
        for token in [token, null_mut()] {
            // If other crates enable features of serde_json, `id` comes last.
            let (code, answer) = asked(count, token);
            assert!(code == NINEFOLD_OK && answer.contains(r#""ok":{"count":"48","exact":true}"#), "{answer}");
            assert_eq!(asked("", token).0, NINEFOLD_OK);
            // SAFETY: as above; null is allowed.
            unsafe { ninefold_token_free(token) };
        }
        // SAFETY: null is allowed.
        unsafe {
            ninefold_token_cancel(null_mut());
            ninefold_token_reset(null_mut());
        }
    }

    #[test]
    fn a_call_is_cancelled_from_another_thread() {
        let token = ninefold_token_new();
        let shared = AtomicPtr::new(token);
        std::thread::scope(|scope| {
            // SAFETY: the token is freed below, after this thread.
            scope.spawn(|| unsafe { ninefold_token_cancel(shared.load(Ordering::Relaxed)) });
            let endless = r#"{"method":"generate","shape":"3x3","seed":1,"clues":17,"attempts":1000000000}"#;
            assert_eq!(asked(endless, token).0, NINEFOLD_CANCELLED);
        });
        // SAFETY: the token was made above, and nothing uses it any more.
        unsafe { ninefold_token_free(token) };
    }

    #[test]
    fn zeros_at_the_end_are_not_part_of_a_request() {
        for request in ["{\"method\":\"shapes\",\"side\":4}", "{\"method\":\"shapes\",\"side\":4}\0\0"] {
            assert_eq!(asked(request, null()).1, r#"{"ok":{"shapes":["2x2"]}}"#);
        }
        assert!(asked("\0{\"method\":\"shapes\",\"side\":4}", null()).1.contains("not JSON"));
    }

    #[test]
    fn searches_are_timed() {
        let (_, answer) = asked(r#"{"method":"solve","board":"................","timed":true}"#, null());
        assert!(answer.contains(r#""micros":"#) && !answer.contains(r#""micros":0.0"#), "{answer}");
    }

    #[test]
    fn any_bytes_are_a_request() {
        for request in [&b""[..], b"\0", b"\xff", b"{", br#"{"method":"solve","board":"1"}"#] {
            let mut answer = null_mut();
            // SAFETY: a slice, and room for a pointer.
            let code = unsafe { ninefold_call(request.as_ptr().cast(), request.len(), &mut answer) };
            assert_eq!(code, NINEFOLD_OK);
            // SAFETY: the code says that there is an answer.
            let text = unsafe { CString::from_raw(answer) };
            assert!(text.to_str().unwrap().starts_with("{\"error\":{\"message\":\""), "{text:?}");
        }
    }

    #[test]
    fn variants_are_answered_too() {
        let request = r#"{"method":"count","board":"................","rules":"diagonals"}"#;
        let mut answer = null_mut();
        // SAFETY: a text, and room for a pointer.
        let code = unsafe { ninefold_call(request.as_ptr().cast(), request.len(), &mut answer) };
        assert_eq!(code, NINEFOLD_OK);
        // SAFETY: the code says that there is an answer.
        let text = unsafe { CString::from_raw(answer) };
        assert!(text.to_str().unwrap().contains("\"count\":\"48\""), "{text:?}");
    }
}
