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

    fn minimal(puzzles: &[Sudoku]) -> u64 {
        let is_needed = |board: &Board, cell: usize| {
            let mut without = *board;
            without[cell] = 0;
            !Sudoku::from_bytes(without).expect("digits from 0 to 9").is_uniquely_solvable()
        };
        let is_minimal = |puzzle: &&Sudoku| {
            let board = puzzle.to_bytes();
            puzzle.is_uniquely_solvable() && (0..81).all(|cell| board[cell] == 0 || is_needed(&board, cell))
        };
        puzzles.iter().filter(is_minimal).count() as u64
    }
}

fn main() -> std::io::Result<()> {
    protocol::serve::<Peer>()
}
