//! Boards for the tests of techniques: open everywhere, with as many candidates as the test leaves.
//!
//! A board is built by methods, or written down as text, clause by clause:
//!
//! ```text
//!   r1c15=48; r2c1=489        only these candidates in these cells (r1c15: r1c1 and r1c5)
//!   4 in r1: r1c27            row 1 has 4 there only (c3: column 3, b5: box 5)
//!   r1c34 r5c6<>4             4 is no candidate there
//!   r1c1:=4; r2c1:=8 given    placed digits, givens
//!   solved but r1c12 r4c12    the digits of [`solution`], as placed ones, everywhere else
//!   line 12..5...9            the digits of a whole board, as givens
//! ```

use super::super::nine::{Nine, houses_of};
use super::super::step::Step;
use super::super::{Explainer, Technique};
use super::shared::View;
use super::testing::{Out, Outs, accepted};
use crate::board::{Candidate, Cell, Digit, Entry, Puzzle, Shape};
use crate::random::Random;
use std::collections::BTreeSet;

/// A 9x9 board without digits.
#[derive(Clone, Debug)]
pub(super) struct Board(Puzzle);

/// Cells by name: `r1c1 r2c3`, or `r12c34` for the four in both rows and both columns.
pub(super) fn cells(names: &str) -> Vec<usize> {
    let numbers = |digits: &str| digits.bytes().map(|digit| usize::from(digit - b'1')).collect::<Vec<_>>();
    let cells = |name: &str| -> Vec<usize> {
        let (rows, columns) = name.strip_prefix('r').and_then(|name| name.split_once('c')).expect(name);
        let columns = numbers(columns);
        numbers(rows).into_iter().flat_map(|row| columns.iter().map(move |column| 9 * row + column)).collect()
    };
    names.split_whitespace().flat_map(cells).collect()
}

/// Candidates by name: `r1c23<>45 r7c1<>3`, or `r1c1=4`.
pub(super) fn candidates(names: &str) -> BTreeSet<(usize, usize)> {
    let candidates = |name: &str| -> Vec<(usize, usize)> {
        let (names, digits) = name.split_once("<>").or_else(|| name.split_once('=')).expect(name);
        let digits: Vec<usize> = digits.bytes().map(|digit| usize::from(digit - b'1')).collect();
        cells(names).into_iter().flat_map(|cell| digits.iter().map(move |digit| (cell, *digit))).collect()
    };
    names.split_whitespace().flat_map(candidates).collect()
}

/// Candidates by cell and digit, from 0.
pub(super) fn pairs(candidates: &[Candidate]) -> Vec<(usize, usize)> {
    candidates.iter().map(|candidate| (candidate.cell.index(), candidate.digit.index())).collect()
}

/// Whether two cells see each other, by their coordinates.
pub(super) fn sees(a: usize, b: usize) -> bool {
    let [a_row, a_column, b_row, b_column] = [a / 9, a % 9, b / 9, b % 9];
    a != b && (a_row == b_row || a_column == b_column || (a_row / 3, a_column / 3) == (b_row / 3, b_column / 3))
}

/// Whether two cells are the only places of a digit in a house.
pub(super) fn are_conjugate(nine: &Nine, a: usize, b: usize, digit: usize) -> bool {
    let shared = houses_of(a).into_iter().filter(|house| houses_of(b).contains(house));
    let is_pair = |house: usize| (0..81).filter(|c| houses_of(*c).contains(&house) && nine.has(*c, digit)).count() == 2;
    a != b && nine.has(a, digit) && nine.has(b, digit) && shared.into_iter().any(is_pair)
}

/// A stream of random numbers.
pub(super) fn random(seed: u64) -> Random {
    Random::new(seed, 0)
}

impl Board {
    /// Every candidate everywhere.
    pub(super) fn open() -> Board {
        Board(Puzzle::empty(Shape::NINE))
    }

    /// A board written down as text, as shown above.
    pub(super) fn of(text: &str) -> Board {
        text.split(';').map(str::trim).filter(|clause| !clause.is_empty()).fold(Board::open(), Board::with)
    }

    /// With one more clause of text.
    fn with(mut self, clause: &str) -> Board {
        if let Some(line) = clause.strip_prefix("line ") {
            Board(line.parse().expect(clause))
        } else if let Some(names) = clause.strip_prefix("solved but ") {
            let open = cells(names);
            (0..81).filter(|cell| !open.contains(cell)).for_each(|cell| self.place(cell, solution(cell)));
            self
        } else if let Some((names, digits)) = clause.split_once("<>") {
            for cell in cells(names) {
                digits.bytes().for_each(|digit| self.remove(cell, usize::from(digit - b'1')));
            }
            self
        } else if let Some((place, names)) = clause.split_once(": ") {
            let (digit, house) = place.split_once(" in ").expect(clause);
            self.places(house, digit.parse().expect(clause), names)
        } else if let Some((names, digit)) = clause.split_once(":=") {
            let (digit, is_given) = digit.strip_suffix(" given").map_or((digit, false), |digit| (digit, true));
            let digit = digit.parse::<usize>().expect(clause) - 1;
            for cell in cells(names) {
                self.place(cell, digit);
                if is_given {
                    self.0.give(Cell::new(cell), Digit::from_index(digit));
                }
            }
            self
        } else {
            let (names, digits) = clause.split_once('=').expect(clause);
            self.only(names, digits)
        }
    }

    /// The boards that differ by one thing: a removed candidate is back, or a digit is missing.
    pub(super) fn with_one_thing_less(&self) -> Vec<Board> {
        let with = |change: &dyn Fn(&mut Puzzle)| {
            let mut puzzle = self.0.clone();
            change(&mut puzzle);
            Board(puzzle)
        };
        let mut boards = Vec::new();
        for cell in Shape::NINE.cells() {
            if self.0.entry(cell) != Entry::Blank {
                boards.push(with(&|puzzle| puzzle.clear(cell)));
            }
            for digit in (0..9).map(Digit::from_index) {
                if self.0.removed().is_some_and(|removed| removed.contains(cell, digit)) {
                    boards.push(with(&|puzzle| puzzle.restore_candidate(cell, digit)));
                }
            }
        }
        boards
    }

    /// Leaves these cells only these digits.
    pub(super) fn only(mut self, names: &str, digits: &str) -> Board {
        for cell in cells(names) {
            let others = (b'1'..=b'9').filter(|digit| !digits.as_bytes().contains(digit));
            others.for_each(|digit| self.remove(cell, usize::from(digit - b'1')));
        }
        self
    }

    /// Leaves a house (`r1`, `c1`, `b1`) only these places for a digit.
    pub(super) fn places(mut self, house: &str, digit: usize, names: &str) -> Board {
        let first = [b'r', b'c', b'b'].iter().position(|kind| *kind == house.as_bytes()[0]).unwrap();
        let house = 9 * first + usize::from(house.as_bytes()[1] - b'1');
        for cell in (0..81).filter(|cell| houses_of(*cell).contains(&house) && !cells(names).contains(cell)) {
            self.remove(cell, digit - 1);
        }
        self
    }

    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.0.place(Cell::new(cell), Digit::from_index(digit));
    }

    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.0.remove_candidate(Cell::new(cell), Digit::from_index(digit));
    }

    /// A board with [`solution`] and some other candidates at random: this many sixteenths of them.
    pub(super) fn random(seed: u64, sixteenths: u64) -> Board {
        let mut board = Board::open();
        let mut random = random(seed);
        for cell in 0..81 {
            for digit in 0..9 {
                if random.below(16) as u64 >= sixteenths && digit != solution(cell) {
                    board.remove(cell, digit);
                }
            }
        }
        board
    }

    /// A board on the way to [`solution`], with a number of cells open, and half of the wrong candidates that are left there;
    /// one digit in eight is a given.
    pub(super) fn midway(seed: u64, open: usize) -> Board {
        let mut board = Board::open();
        let mut random = random(seed);
        let mut cells: Vec<usize> = (0..81).collect();
        random.shuffle(&mut cells);
        for cell in cells.split_off(open) {
            board.place(cell, solution(cell));
            if random.below(8) == 0 {
                board.0.give(Cell::new(cell), Digit::from_index(solution(cell)));
            }
        }
        for cell in cells {
            let wrong = (0..9).filter(|digit| *digit != solution(cell) && random.below(2) == 0);
            wrong.collect::<Vec<_>>().into_iter().for_each(|digit| board.remove(cell, digit));
        }
        board
    }

    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.0
    }

    pub(super) fn nine(&self) -> View {
        View::of(&self.0)
    }

    /// Every step of a technique; the checker accepts each of them.
    pub(super) fn steps(&self, technique: Technique) -> Vec<Step> {
        let steps = accepted(&self.0, technique);
        for step in &steps {
            assert!(step.eliminations.is_sorted_by(|a, b| a < b), "{step:?}");
            // The step that is found when only one is wanted is among them.
            let one = Explainer::with(&[technique]).path(&self.0).next();
            let conclusions = |step: &Step| (step.placements.clone(), step.eliminations.clone());
            let is_among = |one: &Step| steps.iter().any(|step| conclusions(step) == conclusions(one));
            assert!(one.as_ref().is_none_or(is_among), "{one:?}");
        }
        steps
    }

    /// What the steps rule out: `r1c1<>4 r2c2<>4` for each.
    pub(super) fn removals(&self, technique: Technique) -> Vec<String> {
        let name = |step: &Step| {
            let out = step.eliminations.iter().map(|out| format!("{}<>{}", Shape::NINE.name(out.cell), out.digit));
            out.collect::<Vec<_>>().join(" ")
        };
        self.steps(technique).iter().map(name).collect()
    }

    /// What each step rules out, by cell and digit.
    pub(super) fn all_outs(&self, technique: Technique) -> Outs {
        self.steps(technique).iter().map(|step| pairs(&step.eliminations)).collect()
    }

    /// What the steps rule out, each of one digit; all of it is true of [`solution`].
    pub(super) fn outs(&self, technique: Technique) -> BTreeSet<Out> {
        let steps = self.steps(technique);
        let of_step = |step: &Step| {
            let digit = step.eliminations[0].digit;
            assert!(step.eliminations.iter().all(|out| out.digit == digit), "{step:?}");
            assert!(step.eliminations.iter().all(|out| solution(out.cell.index()) != digit.index()), "{step:?}");
            (digit.index(), step.eliminations.iter().map(|out| out.cell.index()).collect())
        };
        steps.iter().map(of_step).collect()
    }
}

/// The digit of a cell in the solution of random boards.
pub(super) fn solution(cell: usize) -> usize {
    let (row, column) = (cell / 9, cell % 9);
    (3 * row + row / 3 + column) % 9
}
