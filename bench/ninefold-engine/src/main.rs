//! ninefold as the benchmark calls it: the public API, one puzzle per call.

use ninefold::{Digit, Puzzle, Shape, solve};
use protocol::{Board, Solver};

struct Ninefold;

impl Solver for Ninefold {
    type Puzzle = Puzzle;

    fn prepare(board: &Board) -> Puzzle {
        let givens: Vec<Option<Digit>> = board.iter().map(|digit| Digit::new(u16::from(*digit))).collect();
        Puzzle::from_givens(Shape::NINE, &givens).expect("digits from 1 to 9")
    }

    fn first(puzzle: &Puzzle) -> Option<Board> {
        let grid = solve::first(puzzle)?;
        let mut board = [0; 81];
        board.iter_mut().zip(grid.digits()).for_each(|(cell, digit)| *cell = digit.number() as u8);
        Some(board)
    }

    fn count(puzzle: &Puzzle, limit: u64) -> u64 {
        solve::count(puzzle, limit)
    }
}

fn main() -> std::io::Result<()> {
    protocol::serve::<Ninefold>()
}
