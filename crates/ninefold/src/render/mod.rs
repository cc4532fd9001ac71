//! Boards as people like to see them: pure strings, no I/O.

pub mod text;
