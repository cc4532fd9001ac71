//! The library's tests from outside, in one program: `cargo test -p ninefold --test library corpus::` runs one suite.

mod api;
mod batch;
mod checks;
mod corpus;
mod count;
mod fill;
mod fuzz_corpus;
mod generate;
mod logic;
mod notation;
mod se;
mod seeds;
mod solve;
mod spec;
mod variants;
