//! Whether a puzzle still has one solution when some of its givens are removed, asked for many puzzles at once.

use crate::board::{Cell, Digit, Puzzle, Shape};
use crate::solve::{Answers, Batch, Isa, Solver};

/// What is known of a puzzle without some of its givens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// It has exactly one solution.
    Unique,
    /// It has several solutions.
    Several,
    /// Finding out takes too long.
    Unknown,
    /// The search had to stop before the answer was found.
    Stopped,
}

impl Answer {
    /// Whether the answer says nothing about the puzzle.
    pub(super) fn is_open(self) -> bool {
        matches!(self, Answer::Unknown | Answer::Stopped)
    }
}

/// Collects questions and answers them together.
///
/// A single given is needed if there is a solution with another digit in its cell, so the prover searches for one solution
/// with that digit excluded. If several givens are removed at once, it searches for two solutions.
pub(super) struct Prover<'a> {
    shape: Shape,
    should_stop: &'a dyn Fn() -> bool,
    batch: Batch<'static>,
    answers: Answers,
    /// 9x9 puzzles that lack one given, with the cell and its digit; and those that lack several.
    lacking_one: Vec<[u8; 81]>,
    excluded: Vec<(u8, u8)>,
    lacking_more: Vec<[u8; 81]>,
    /// Puzzles of other shapes, and whether one given was taken away.
    others: Vec<(Puzzle, bool)>,
    /// For each question, whether it is in the first list, and its number there.
    places: Vec<(bool, usize)>,
}

/// Nodes of a search on boards that are not 9x9. A given is kept if showing that it is superfluous takes more.
const NODES: u64 = 500;

impl<'a> Prover<'a> {
    /// Once `should_stop` returns true, no more questions are answered on boards that are not 9x9.
    pub(super) fn new(shape: Shape, isa: Isa, should_stop: &'a dyn Fn() -> bool) -> Prover<'a> {
        Prover {
            shape,
            should_stop,
            batch: Batch::with_isa(isa),
            answers: Answers::default(),
            lacking_one: Vec::new(),
            excluded: Vec::new(),
            lacking_more: Vec::new(),
            others: Vec::new(),
            places: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.lacking_one.clear();
        self.excluded.clear();
        self.lacking_more.clear();
        self.others.clear();
        self.places.clear();
    }

    /// Asks whether givens (digits from 1, 0 for blanks) without those of some cells have one solution.
    pub(super) fn ask(&mut self, givens: &[u16], cells: &[u32]) {
        if self.shape.is_classic_nine() {
            let mut puzzle: [u8; 81] = std::array::from_fn(|cell| givens[cell] as u8);
            cells.iter().for_each(|cell| puzzle[*cell as usize] = 0);
            let is_one = cells.len() == 1;
            if is_one {
                self.places.push((true, self.lacking_one.len()));
                self.lacking_one.push(puzzle);
                self.excluded.push((cells[0] as u8, givens[cells[0] as usize] as u8));
            } else {
                self.places.push((false, self.lacking_more.len()));
                self.lacking_more.push(puzzle);
            }
            return;
        }
        let mut puzzle = puzzle_of(self.shape, givens);
        cells.iter().for_each(|cell| puzzle.clear(Cell::new(*cell as usize)));
        if let [cell] = cells
            && let Some(digit) = Digit::new(givens[*cell as usize])
        {
            puzzle.remove_candidate(Cell::new(*cell as usize), digit);
        }
        self.others.push((puzzle, cells.len() == 1));
    }

    /// The answers, question by question.
    pub(super) fn answer(&mut self) -> Vec<Answer> {
        if !self.shape.is_classic_nine() {
            return self.others.iter().map(|(puzzle, is_one)| self.search(puzzle, *is_one)).collect();
        }
        let known = |answers: &Answers, unique: u64| -> Vec<Answer> {
            let answer = |puzzle| if answers.count(puzzle) == unique { Answer::Unique } else { Answer::Several };
            (0..answers.len()).map(answer).collect()
        };
        self.batch.solve_without(&self.lacking_one, &self.excluded, 1, 0, &mut self.answers);
        let one = known(&self.answers, 0);
        self.batch.solve(&self.lacking_more, 2, 0, &mut self.answers).expect("digits up to 9");
        let more = known(&self.answers, 1);
        self.places.iter().map(|(is_one, number)| if *is_one { one[*number] } else { more[*number] }).collect()
    }

    fn search(&self, puzzle: &Puzzle, is_one: bool) -> Answer {
        if (self.should_stop)() {
            return Answer::Stopped;
        }
        let (limit, unique) = if is_one { (1, 0) } else { (2, 1) };
        match Solver::new().nodes(NODES).count(puzzle, limit) {
            Ok(count) if count == unique => Answer::Unique,
            Ok(_) => Answer::Several,
            Err(_) => Answer::Unknown,
        }
    }
}

/// The puzzle with these givens: digits from 1, 0 for blanks.
pub(super) fn puzzle_of(shape: Shape, givens: &[u16]) -> Puzzle {
    let mut puzzle = Puzzle::empty(shape);
    for (cell, number) in shape.cells().zip(givens) {
        if let Some(digit) = Digit::new(*number) {
            puzzle.give(cell, digit);
        }
    }
    puzzle
}
