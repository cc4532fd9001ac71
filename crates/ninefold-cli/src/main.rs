//! `ninefold`: solve, check, count, explain, rate, convert and make Sudoku of any size from the command line.
//!
//! One file per command; `batch` reads streams of puzzles, distributes the work among threads and keeps the order. Everything
//! about Sudoku itself is in the library.

mod args;
mod backdoors;
mod batch;
mod call;
mod candidates;
mod canon;
mod census;
mod check;
mod classes;
mod clues;
mod command;
mod convert;
mod count;
mod dataset;
mod dedupe;
mod equivalent;
mod estimate;
mod explain;
mod fill;
mod filter;
mod forms;
mod generate;
mod grid_number;
mod hint;
mod input;
mod kinds;
mod made;
mod manual;
mod minimize;
mod output;
mod print;
mod proof;
mod proper;
mod rate;
mod recipe;
mod search;
mod serve;
mod shuffle;
mod solve;
mod sorting;
mod split;
mod steps;
mod table;
mod techniques;
mod trace;
mod unavoidable;
mod variants;
mod verify;
mod vicinity;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a command ended. The numbers are exit statuses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Outcome {
    /// Every puzzle was answered.
    #[default]
    Success = 0,
    /// Some puzzle had no solution (for `check`: not exactly one), was given up, or was invalid.
    SomeFailed = 1,
    /// Wrong usage, or something could not be read or written.
    Trouble = 2,
}

fn main() -> ExitCode {
    // When memory runs out, the standard library reports it and aborts: that is trouble, not a fault of the program.
    let is_memory = Arc::new(AtomicBool::new(true));
    #[cfg(unix)]
    let _ = signal_hook::flag::register_conditional_shutdown(
        signal_hook::consts::SIGABRT,
        Outcome::Trouble as i32,
        is_memory.clone(),
    );
    // If a thread died, the others would wait for it for ever.
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        is_memory.store(false, Ordering::SeqCst);
        tell(panic);
        std::process::abort();
    }));
    let args = args::Cli::read();
    batch::set_quiet(args.quiet);
    let outcome = args.command.run();
    ExitCode::from(outcome.unwrap_or_else(|error| batch::fail(&error)) as u8)
}
