//! How the benchmark communicates with a solver: one process per solver, so that each is built with the flags that suit it
//! best, and one line per request on standard input.
//!
//! ```text
//!   load PATH     reads a list of 81-character lines          -> "loaded N"
//!   run LIMIT     searches each puzzle for up to LIMIT solutions -> "NANOSECONDS SOLUTIONS CHECKSUM"
//!   run minimal   tests whether each has one solution, but several without any one of its givens
//!                                                              -> "NANOSECONDS MINIMAL 0"
//! ```
//!
//! The time is the thread's CPU time for the whole list, the mean of several passes if it is short. It runs from puzzles in the
//! solver's own form to counts or, with limit 1, to solutions as digits, wherever the solver puts them. The checksum covers the
//! solutions found with limit 1.

mod random;

pub use random::Random;

use cpu_time::ThreadTime;
use std::io::{BufRead, Write};
use std::time::Duration;

/// A 9x9 puzzle or solution: digits 1 to 9, 0 for a blank.
pub type Board = [u8; 81];

/// A solver under test.
pub trait Solver {
    /// A puzzle in the solver's own form.
    type Puzzle;

    fn prepare(board: &Board) -> Self::Puzzle;

    /// Solutions in the solver's own form.
    type Solutions: Default;

    /// Finds the first solution of each puzzle.
    fn first(puzzles: &[Self::Puzzle], solutions: &mut Self::Solutions);

    /// Returns the first solution of each puzzle, if there is one.
    fn boards(solutions: &Self::Solutions) -> Vec<Option<Board>>;

    /// Returns the sum of the numbers of solutions, at most `limit` for each puzzle.
    fn count(puzzles: &[Self::Puzzle], limit: u64) -> u64;

    /// Returns how many puzzles have one solution, but several without any one of their givens.
    fn minimal(puzzles: &[Self::Puzzle]) -> u64;
}

/// Answers requests until standard input ends.
///
/// # Errors
/// If standard input cannot be read or standard output not written, a list cannot be read, or a request is unknown.
pub fn serve<S: Solver>() -> std::io::Result<()> {
    let mut puzzles: Vec<S::Puzzle> = Vec::new();
    let mut output = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match line.split_once(' ') {
            Some(("load", path)) => {
                puzzles = read_list(path)?.iter().map(S::prepare).collect();
                writeln!(output, "loaded {}", puzzles.len())?;
            }
            Some(("run", "minimal")) => {
                let mut minimal = 0;
                let nanoseconds = time(|| minimal = S::minimal(&puzzles));
                writeln!(output, "{nanoseconds} {minimal} 0")?;
            }
            Some(("run", limit)) => {
                let limit: u64 = limit.parse().map_err(std::io::Error::other)?;
                let (nanoseconds, solutions, checksum) = run::<S>(&puzzles, limit);
                writeln!(output, "{nanoseconds} {solutions} {checksum:016x}")?;
            }
            _ => return Err(std::io::Error::other(format!("no such request: {line}"))),
        }
        output.flush()?;
    }
    Ok(())
}

/// The shortest time that is measured.
const ENOUGH: Duration = Duration::from_millis(20);

fn run<S: Solver>(puzzles: &[S::Puzzle], limit: u64) -> (u128, u64, u64) {
    let (mut solutions, mut count) = (S::Solutions::default(), 0);
    if limit == 1 {
        // Filled once beforehand, so that the memory is allocated.
        S::first(puzzles, &mut solutions);
    }
    let time = time(|| {
        if limit == 1 {
            S::first(puzzles, &mut solutions);
        } else {
            count = S::count(puzzles, limit);
        }
    });
    let boards = S::boards(&solutions);
    if limit == 1 {
        count = boards.iter().flatten().count() as u64;
    }
    (time, count, checksum(&boards))
}

/// The nanoseconds of a pass. Short passes are repeated; otherwise the measurement would be of waking up, not of solving.
fn time(mut pass: impl FnMut()) -> u128 {
    let (mut passes, start) = (0, ThreadTime::now());
    while passes == 0 || start.elapsed() < ENOUGH {
        pass();
        passes += 1;
    }
    start.elapsed().as_nanos() / passes
}

/// FNV-1a over the solutions of a list's puzzles.
fn checksum(boards: &[Option<Board>]) -> u64 {
    let bytes = boards.iter().flatten().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Reads the puzzles of a list; lines that are not puzzles are skipped.
///
/// # Errors
/// If the file cannot be read.
pub fn read_list(path: &str) -> std::io::Result<Vec<Board>> {
    let text = std::fs::read_to_string(path)?;
    let board = |line: &str| -> Option<Board> {
        let cells = line.as_bytes().get(..81)?;
        let digit = |b: &u8| if b.is_ascii_digit() { Some(b - b'0') } else { (*b == b'.').then_some(0) };
        cells.iter().map(digit).collect::<Option<Vec<u8>>>()?.try_into().ok()
    };
    Ok(text.lines().filter_map(board).collect())
}
