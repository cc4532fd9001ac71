//! Boards for the tests of techniques: open everywhere, with as many candidates as the test leaves.

use super::super::nine::{Nine, houses_of};
use super::super::state::State;
use super::super::step::Step;
use super::super::{Explainer, Technique, check};
use crate::board::{Cell, Digit, Puzzle, Shape};
use std::collections::BTreeSet;

/// A 9x9 board without digits.
#[derive(Clone, Debug)]
pub(super) struct Board(Puzzle);

/// Cells by name: `r1c1 r2c3`.
pub(super) fn cells(names: &str) -> Vec<usize> {
    let number = |digit: u8| usize::from(digit - b'1');
    let cell = |name: &str| 9 * number(name.as_bytes()[1]) + number(name.as_bytes()[3]);
    names.split_whitespace().map(cell).collect()
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

/// A digit and the cells that lose it, as tests compare them.
pub(super) type Out = (usize, Vec<usize>);

/// The cells with a digit that pass a test.
pub(super) fn out_of(nine: &Nine, digit: usize, is_out: impl Fn(usize) -> bool) -> Option<Out> {
    let out: Vec<usize> = (0..81).filter(|cell| nine.has(*cell, digit) && is_out(*cell)).collect();
    (!out.is_empty()).then_some((digit, out))
}

impl Board {
    /// Every candidate everywhere.
    pub(super) fn open() -> Board {
        Board(Puzzle::empty(Shape::NINE))
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

    fn remove(&mut self, cell: usize, digit: usize) {
        self.0.remove_candidate(Cell::new(cell), Digit::from_index(digit));
    }

    /// A board with [`solution`], and other candidates at random: so many sixteenths of them.
    pub(super) fn random(seed: u64, sixteenths: u64) -> Board {
        let mut board = Board::open();
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        for cell in 0..81 {
            for digit in 0..9 {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                if digit != solution(cell) && (random >> 40) % 16 >= sixteenths {
                    board.remove(cell, digit);
                }
            }
        }
        board
    }

    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.0
    }

    pub(super) fn nine(&self) -> Nine {
        Nine::of(&State::new(&self.0))
    }

    /// Every step of a technique; the checker accepts each of them.
    pub(super) fn steps(&self, technique: Technique) -> Vec<Step> {
        let steps = Explainer::with(&[technique]).all_steps(&self.0);
        for step in &steps {
            assert_eq!(step.technique, technique);
            assert_eq!(check(&self.0, step, false), Ok(()), "{step:?}");
            assert!(step.eliminations.is_sorted_by(|a, b| a < b), "{step:?}");
            // The one that is told when one is wanted is among all of them.
            let one = Explainer::with(&[technique]).path(&self.0).next();
            let is_among = |one: &Step| steps.iter().any(|step| step.eliminations == one.eliminations);
            assert!(one.as_ref().is_none_or(is_among), "{one:?}");
        }
        steps
    }

    /// What the steps rule out: `r1c1<>4 r2c2<>4` for each.
    pub(super) fn told(&self, technique: Technique) -> Vec<String> {
        let name = |step: &Step| {
            let out = step.eliminations.iter().map(|out| format!("{}<>{}", Shape::NINE.name(out.cell), out.digit));
            out.collect::<Vec<_>>().join(" ")
        };
        self.steps(technique).iter().map(name).collect()
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

/// The digit of a cell in the solution that random boards have.
pub(super) fn solution(cell: usize) -> usize {
    let (row, column) = (cell / 9, cell % 9);
    (3 * row + row / 3 + column) % 9
}
