//! The peer: the `sudoku` crate, one puzzle per call.

use protocol::{Board, Solver};
use sudoku::Sudoku;

struct Peer;

impl Solver for Peer {
    type Puzzle = Sudoku;

    fn prepare(board: &Board) -> Sudoku {
        Sudoku::from_bytes(*board).expect("digits from 0 to 9")
    }

    type Solutions = Vec<Option<Board>>;

    fn first(puzzles: &[Sudoku], solutions: &mut Vec<Option<Board>>) {
        solutions.clear();
        solutions.extend(puzzles.iter().map(|puzzle| puzzle.some_solution().map(Sudoku::to_bytes)));
    }

    fn boards(solutions: &Vec<Option<Board>>) -> Vec<Option<Board>> {
        solutions.clone()
    }

    fn count(puzzles: &[Sudoku], limit: u64) -> u64 {
        puzzles.iter().map(|puzzle| puzzle.solutions_count_up_to(limit as usize) as u64).sum()
    }
}

fn main() -> std::io::Result<()> {
    protocol::serve::<Peer>()
}
