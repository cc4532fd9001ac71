//! A peer: tdoku, one puzzle per call.

use protocol::{Board, Solver};

unsafe extern "C" {
    /// `input` is 81 characters, digits and dots, followed by a character below a dot; `solution` takes 81 if `limit` is 1.
    #[link_name = "TdokuSolverDpllTriadSimd"]
    fn tdoku(input: *const u8, limit: usize, configuration: u32, solution: *mut u8, guesses: *mut usize) -> usize;
}

/// What tdoku reads: a line of text with its end.
type Line = [u8; 82];

/// How many solutions a puzzle has, at most `limit`; with limit 1 the solution is written as digits.
fn solve(line: &Line, limit: usize, solution: &mut Board) -> usize {
    let mut guesses = 0;
    // SAFETY: the line ends as tdoku requires, the solution has room for 81 characters, and tdoku keeps neither.
    unsafe { tdoku(line.as_ptr(), limit, 0, solution.as_mut_ptr(), &raw mut guesses) }
}

struct Peer;

impl Solver for Peer {
    type Puzzle = Line;

    fn prepare(board: &Board) -> Line {
        std::array::from_fn(|i| match board.get(i) {
            None => 0,
            Some(0) => b'.',
            Some(digit) => b'0' + digit,
        })
    }

    type Solutions = Vec<Option<Board>>;

    fn first(puzzles: &[Line], solutions: &mut Vec<Option<Board>>) {
        solutions.clear();
        solutions.extend(puzzles.iter().map(|puzzle| {
            let mut solution = [0; 81];
            (solve(puzzle, 1, &mut solution) == 1).then_some(solution)
        }));
    }

    fn boards(solutions: &Vec<Option<Board>>) -> Vec<Option<Board>> {
        solutions.iter().map(|solution| solution.map(|board| board.map(|digit| digit - b'0'))).collect()
    }

    fn count(puzzles: &[Line], limit: u64) -> u64 {
        puzzles.iter().map(|puzzle| solve(puzzle, limit as usize, &mut [0; 81]) as u64).sum()
    }

    fn minimal(puzzles: &[Line]) -> u64 {
        let is_unique = |line: &Line| solve(line, 2, &mut [0; 81]) == 1;
        let is_needed = |line: &Line, cell: usize| {
            let mut without = *line;
            without[cell] = b'.';
            !is_unique(&without)
        };
        let is_minimal =
            |line: &&Line| is_unique(line) && (0..81).all(|cell| line[cell] == b'.' || is_needed(line, cell));
        puzzles.iter().filter(is_minimal).count() as u64
    }
}

fn main() -> std::io::Result<()> {
    protocol::serve::<Peer>()
}
