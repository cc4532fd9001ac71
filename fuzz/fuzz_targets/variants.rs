#![no_main]

#[path = "../../crates/ninefold/tests/checks.rs"]
#[allow(dead_code, reason = "each target uses one of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::variants(data));
