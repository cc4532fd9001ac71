//! ninefold as the benchmark calls it: `batch` takes a list at once, `one` a puzzle per call. The instruction set is
//! named in the environment (`NINEFOLD_ISA`), or the best there is.

use ninefold::solve::{Answers, Batch, Isa};
use protocol::{Board, Solver};
use std::cell::RefCell;

thread_local! {
    /// The solver and its answers, kept from call to call as a program would.
    static STATE: RefCell<(Batch<'static>, Answers)> = RefCell::new((Batch::with_isa(isa()), Answers::default()));
}

fn isa() -> Isa {
    match std::env::var("NINEFOLD_ISA") {
        Ok(name) => name.parse().expect("a known instruction set"),
        Err(_) => Isa::best(),
    }
}

/// Runs a function on the answers to some puzzles.
fn solve<R>(puzzles: &[Board], limit: u64, keep: usize, then: impl FnOnce(&Answers) -> R) -> R {
    STATE.with_borrow_mut(|(batch, answers)| {
        batch.solve(puzzles, limit, keep, answers).expect("the protocol's boards hold digits");
        then(answers)
    })
}

/// One puzzle per call.
struct One;

impl Solver for One {
    type Puzzle = Board;

    fn prepare(board: &Board) -> Board {
        *board
    }

    fn first(puzzle: &Board) -> Option<Board> {
        solve(std::slice::from_ref(puzzle), 1, 1, |answers| answers.solutions(0).first().copied())
    }

    fn count(puzzle: &Board, limit: u64) -> u64 {
        solve(std::slice::from_ref(puzzle), limit, 0, |answers| answers.count(0))
    }
}

/// The whole list in one call.
struct Many;

impl Solver for Many {
    type Puzzle = Board;

    fn prepare(board: &Board) -> Board {
        *board
    }

    fn first(puzzle: &Board) -> Option<Board> {
        One::first(puzzle)
    }

    fn count(puzzle: &Board, limit: u64) -> u64 {
        One::count(puzzle, limit)
    }

    fn first_of_all(puzzles: &[Board], boards: &mut [Option<Board>]) {
        solve(puzzles, 1, 1, |answers| {
            boards.iter_mut().enumerate().for_each(|(i, board)| *board = answers.solutions(i).first().copied());
        });
    }

    fn count_all(puzzles: &[Board], limit: u64) -> u64 {
        solve(puzzles, limit, 0, |answers| (0..puzzles.len()).map(|i| answers.count(i)).sum())
    }
}

fn main() -> std::io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("batch") => protocol::serve::<Many>(),
        Some("one") => protocol::serve::<One>(),
        _ => Err(std::io::Error::other("usage: ninefold-engine batch|one")),
    }
}
