//! ninefold as the benchmark calls it: `batch` takes a list at once, `one` a puzzle per call. The instruction set is the one
//! named in the environment (`NINEFOLD_ISA`), otherwise the best available.

use ninefold::minimal::Tester;
use ninefold::solve::{Answers, Batch, Isa};
use protocol::{Board, Solver};

fn isa() -> Isa {
    match std::env::var("NINEFOLD_ISA") {
        Ok(name) => name.parse().expect("a known instruction set"),
        Err(_) => Isa::best(),
    }
}

/// Answers, and the solver that finds them, kept between calls as a program would.
struct State {
    batch: Batch<'static>,
    answers: Answers,
    boards: Vec<Option<Board>>,
}

impl Default for State {
    fn default() -> State {
        State { batch: Batch::with_isa(isa()), answers: Answers::default(), boards: Vec::new() }
    }
}

impl State {
    fn solve(&mut self, puzzles: &[Board], limit: u64, keep: usize) -> &Answers {
        self.batch.solve(puzzles, limit, keep, &mut self.answers).expect("the protocol's boards hold digits");
        &self.answers
    }

    fn minimal(&mut self, puzzles: &[Board], tester: &mut Tester<'_>) -> u64 {
        tester.test(puzzles, self.solve(puzzles, 2, 1), 1);
        (0..puzzles.len()).filter(|puzzle| tester.redundant(*puzzle).is_some_and(<[_]>::is_empty)).count() as u64
    }
}

/// One puzzle per call.
struct One;

impl Solver for One {
    type Puzzle = Board;
    type Solutions = State;

    fn prepare(board: &Board) -> Board {
        *board
    }

    fn first(puzzles: &[Board], state: &mut State) {
        let mut boards = std::mem::take(&mut state.boards);
        boards.clear();
        boards.extend(puzzles.chunks(1).map(|puzzle| state.solve(puzzle, 1, 1).solutions(0).first().copied()));
        state.boards = boards;
    }

    fn boards(state: &State) -> Vec<Option<Board>> {
        state.boards.clone()
    }

    fn count(puzzles: &[Board], limit: u64) -> u64 {
        let mut state = State::default();
        puzzles.chunks(1).map(|puzzle| state.solve(puzzle, limit, 0).count(0)).sum()
    }

    fn minimal(puzzles: &[Board]) -> u64 {
        let (mut state, mut tester) = (State::default(), Tester::new(Batch::with_isa(isa())));
        puzzles.chunks(1).map(|puzzle| state.minimal(puzzle, &mut tester)).sum()
    }
}

/// The whole list in one call.
struct Many;

impl Solver for Many {
    type Puzzle = Board;
    type Solutions = State;

    fn prepare(board: &Board) -> Board {
        *board
    }

    fn first(puzzles: &[Board], state: &mut State) {
        state.solve(puzzles, 1, 1);
    }

    fn boards(state: &State) -> Vec<Option<Board>> {
        (0..state.answers.len()).map(|puzzle| state.answers.solutions(puzzle).first().copied()).collect()
    }

    fn count(puzzles: &[Board], limit: u64) -> u64 {
        let mut state = State::default();
        let answers = state.solve(puzzles, limit, 0);
        (0..puzzles.len()).map(|puzzle| answers.count(puzzle)).sum()
    }

    fn minimal(puzzles: &[Board]) -> u64 {
        State::default().minimal(puzzles, &mut Tester::new(Batch::with_isa(isa())))
    }
}

fn main() -> std::io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("batch") => protocol::serve::<Many>(),
        Some("one") => protocol::serve::<One>(),
        _ => Err(std::io::Error::other("usage: ninefold-engine batch|one")),
    }
}
