//! The peer: the `sudoku` crate, one puzzle per call.

use protocol::{Board, Solver};
use sudoku::Sudoku;

struct Peer;

impl Solver for Peer {
    type Puzzle = Sudoku;

    fn prepare(board: &Board) -> Sudoku {
        Sudoku::from_bytes(*board).expect("digits from 0 to 9")
    }

    fn first(puzzle: &Sudoku) -> Option<Board> {
        puzzle.some_solution().map(Sudoku::to_bytes)
    }

    fn count(puzzle: &Sudoku, limit: u64) -> u64 {
        puzzle.solutions_count_up_to(limit as usize) as u64
    }
}

fn main() -> std::io::Result<()> {
    protocol::serve::<Peer>()
}
