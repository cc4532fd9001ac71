//! Minimal puzzles within a proper one.
//!
//! Where a second solution differs from the first, one of the givens must be kept; these givens are an unavoidable set. Some of
//! the givens make a proper puzzle if every such set contains one of them, and one of them is needed if it is the only one in
//! some set. So minimal puzzles are the minimal sets that meet all sets (hitting sets, transversals), but there are too many sets
//! to list: a solver finds one when it is needed.
//!
//! The search decides for one given after another whether it is removed or must be needed in the end. Let `left` be the givens
//! not removed, and `core` those certain to stay: those that must be needed and those that already are. Then
//!
//! * a given is needed if `left` without it has a second solution, and remains so when more givens are removed;
//! * it will never be needed if no other solution agrees with all the rest of `core`: then it is removed or, if it must be
//!   needed, the search turns back.
//!
//! Every second solution found is kept: the next question is often answered by one of them.

use crate::board::{Cell, Digit, Grid, Puzzle};
use crate::random::Random;
use crate::solve::{Solver, Stopped};
use std::collections::{HashSet, VecDeque};

/// Finds a minimal puzzle within a proper one: givens are left out in random order, where possible. The result is a
/// function of the puzzle, the seed and the index. Not all minimal puzzles are equally likely: those with many givens are
/// reached in more orders.
///
/// ```
/// use ninefold::{Puzzle, minimal, solve::{self, Solver, Verdict}};
/// let puzzle: Puzzle = "123443212143....".parse()?;
/// let Verdict::Unique(solution) = solve::verdict(&puzzle) else { panic!("a proper puzzle") };
/// let minimal = minimal::one(&puzzle, &solution, &Solver::new(), 0, 0).unwrap();
/// assert!(minimal::redundant_givens(&minimal, &solution, &Solver::new()).next().is_none());
/// # Ok::<(), ninefold::Invalid>(())
/// ```
///
/// # Errors
/// If one of the solver's searches stops.
///
/// # Panics
/// If the grid is not a solution of the puzzle.
pub fn one(puzzle: &Puzzle, solution: &Grid, solver: &Solver<'_>, seed: u64, index: u64) -> Result<Puzzle, Stopped> {
    assert!(solution.solves(puzzle), "the grid is a solution of the puzzle");
    let mut puzzle = puzzle.clone();
    let needed = super::needed(&puzzle, solution);
    let mut open: Vec<(Cell, Digit)> = puzzle.givens().filter(|(cell, _)| !needed[cell.index()]).collect();
    Random::new(seed ^ ORDERS, index).shuffle(&mut open);
    let mut open = VecDeque::from(open);
    while !open.is_empty() {
        let tested: Vec<(Cell, Digit)> = open.iter().copied().take(super::TOGETHER).collect();
        let puzzles: Vec<Puzzle> = tested.iter().map(|given| without(&puzzle, *given)).collect();
        // What is needed stays so. Of the redundant givens only the first may be removed before the next test.
        for ((cell, _), others) in tested.into_iter().zip(solver.count_each(&puzzles, 1)) {
            let is_redundant = others? == 0;
            let given = open.pop_front().expect("one for each that was tested");
            if is_redundant {
                puzzle.clear(cell);
                break;
            }
            debug_assert_eq!(given.0, cell);
        }
    }
    Ok(puzzle)
}

/// Samples different minimal puzzles within a proper one, in no particular order, as many as are taken: first those found
/// in random orders, as in [`one`]; once these only repeat known ones, all others.
///
/// If one of the solver's searches stops, this is reported and the iterator ends.
///
/// # Panics
/// If the grid is not a solution of the puzzle.
pub fn sample<'a>(
    puzzle: &Puzzle,
    solution: &Grid,
    solver: &'a Solver<'_>,
    seed: u64,
) -> impl Iterator<Item = Result<Puzzle, Stopped>> + use<'a> {
    let (puzzle, solution) = (puzzle.clone(), solution.clone());
    let (mut known, mut next, mut rest, mut stopped) = (HashSet::new(), 0, None, false);
    std::iter::from_fn(move || {
        let mut repeats = 0;
        while !stopped && rest.is_none() && repeats < MOST_REPEATS {
            let found = one(&puzzle, &solution, solver, seed, next);
            next += 1;
            match found {
                Ok(found) if !known.insert(found.clone()) => repeats += 1,
                found => {
                    stopped = found.is_err();
                    return Some(found);
                }
            }
        }
        if stopped {
            return None;
        }
        let rest = rest.get_or_insert_with(|| all(&puzzle, &solution, solver));
        rest.find(|found| found.as_ref().map_or(true, |found| !known.contains(found)))
    })
}

/// The number of random orders in a row that lead to known puzzles after which few puzzles are likely to be left.
const MOST_REPEATS: usize = 20;

/// Keeps the random numbers of orders apart from those of boards that are made with the same seed.
const ORDERS: u64 = u64::from_be_bytes(*b"minimize");

/// Finds all minimal puzzles within a proper one, each once, when it is asked for. If many givens are redundant, there
/// may be too many to wait for.
///
/// If one of the solver's searches stops, this is reported and the iterator ends.
///
/// ```
/// use ninefold::{Puzzle, minimal, solve::{self, Solver, Verdict}};
/// let puzzle: Puzzle = "1234432121433412".parse()?;
/// let Verdict::Unique(solution) = solve::verdict(&puzzle) else { panic!("a proper puzzle") };
/// assert_eq!(minimal::all(&puzzle, &solution, &Solver::new()).count(), 284);
/// # Ok::<(), ninefold::Invalid>(())
/// ```
///
/// # Panics
/// If the grid is not a solution of the puzzle.
pub fn all<'a>(
    puzzle: &Puzzle,
    solution: &Grid,
    solver: &'a Solver<'_>,
) -> impl Iterator<Item = Result<Puzzle, Stopped>> + use<'a> {
    assert!(solution.solves(puzzle), "the grid is a solution of the puzzle");
    let givens: Vec<(Cell, Digit)> = puzzle.givens().collect();
    let everything = Set::all(givens.len());
    let root = Node { left: everything, wanted: Set::none(givens.len()) };
    let mut search = Minimize { puzzle: puzzle.clone(), givens, known: VecDeque::new(), open: vec![root] };
    std::iter::from_fn(move || match search.advance(solver) {
        Ok(found) => found.map(Ok),
        Err(stopped) => {
            search.open.clear();
            Some(Err(stopped))
        }
    })
}

fn without(puzzle: &Puzzle, (cell, digit): (Cell, Digit)) -> Puzzle {
    let mut without = puzzle.clone();
    without.clear(cell);
    without.remove_candidate(cell, digit);
    without
}

/// A set of givens by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Set(Box<[u64]>);

impl Set {
    fn none(count: usize) -> Set {
        Set(vec![0; count.div_ceil(64)].into())
    }

    fn all(count: usize) -> Set {
        let mut set = Set::none(count);
        (0..count).for_each(|given| set.insert(given));
        set
    }

    fn insert(&mut self, given: usize) {
        self.0[given / 64] |= 1 << (given % 64);
    }

    fn remove(&mut self, given: usize) {
        self.0[given / 64] &= !(1 << (given % 64));
    }

    fn contains(&self, given: usize) -> bool {
        self.0[given / 64] >> (given % 64) & 1 == 1
    }

    fn union(&self, other: &Set) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    /// What the two sets have in common.
    fn common(&self, other: &Set) -> Common {
        let mut common = Common::None;
        for (word, both) in self.0.iter().zip(&other.0).map(|(a, b)| a & b).enumerate() {
            match (both.count_ones(), &common) {
                (0, _) => {}
                (1, Common::None) => common = Common::One(64 * word + both.trailing_zeros() as usize),
                _ => return Common::Several,
            }
        }
        common
    }
}

/// The givens that two sets have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Common {
    None,
    One(usize),
    Several,
}

/// A part of the search.
struct Node {
    /// The givens that have not been removed.
    left: Set,
    /// Those of them that must be needed in the end.
    wanted: Set,
}

struct Minimize {
    puzzle: Puzzle,
    givens: Vec<(Cell, Digit)>,
    /// Unavoidable sets that were found: the givens in which a second solution differs. The latest come first, as likeliest to
    /// help.
    known: VecDeque<Set>,
    /// Nodes still to be searched.
    open: Vec<Node>,
}

/// The most sets that are kept.
const MOST_KNOWN: usize = 2000;

impl Minimize {
    /// Continues to the next minimal puzzle.
    fn advance(&mut self, solver: &Solver<'_>) -> Result<Option<Puzzle>, Stopped> {
        while let Some(node) = self.open.pop() {
            if let Some(left) = self.descend(node, solver)? {
                return Ok(Some(self.part(&left)));
            }
        }
        Ok(None)
    }

    /// Descends from a node, leaving the other branches for later; returns a minimal puzzle if it ends at one.
    fn descend(&mut self, Node { mut left, mut wanted }: Node, solver: &Solver<'_>) -> Result<Option<Set>, Stopped> {
        loop {
            let all = || (0..self.givens.len()).filter(|given| left.contains(*given));
            let undecided: Vec<usize> = all().filter(|given| !wanted.contains(*given)).collect();
            let needed = self.only_ones(&undecided, &left, solver)?;
            let core = wanted.union(&needed);
            let open: Vec<usize> = undecided.into_iter().filter(|given| !needed.contains(*given)).collect();
            if open.is_empty() {
                let wanted: Vec<usize> = (0..self.givens.len()).filter(|given| wanted.contains(*given)).collect();
                let needed = self.only_ones(&wanted, &left, solver)?;
                return Ok(wanted.iter().all(|given| needed.contains(*given)).then_some(left));
            }
            let asked: Vec<usize> =
                (0..self.givens.len()).filter(|given| wanted.contains(*given)).chain(open.iter().copied()).collect();
            let possible = self.only_ones(&asked, &core, solver)?;
            if (0..self.givens.len()).any(|given| wanted.contains(given) && !possible.contains(given)) {
                return Ok(None);
            }
            match open.iter().find(|given| !possible.contains(**given)) {
                Some(useless) => left.remove(*useless),
                None => {
                    let mut with = wanted.clone();
                    with.insert(open[0]);
                    self.open.push(Node { left: left.clone(), wanted: with });
                    left.remove(open[0]);
                }
            }
            // What is needed now stays needed to the end.
            wanted = core;
        }
    }

    /// Those of the givens asked about that some solution changes while it agrees with all others of a set; possibly with more
    /// givens for which this is true.
    fn only_ones(&mut self, asked: &[usize], set: &Set, solver: &Solver<'_>) -> Result<Set, Stopped> {
        let mut found = Set::none(self.givens.len());
        for known in &self.known {
            // If it contains none of these givens, each of its own would be the only one if added.
            match known.common(set) {
                Common::None => found = found.union(known),
                Common::One(given) => found.insert(given),
                Common::Several => {}
            }
        }
        let open: Vec<usize> = asked.iter().copied().filter(|given| !found.contains(*given)).collect();
        for givens in open.chunks(super::TOGETHER) {
            let puzzles: Vec<Puzzle> =
                givens.iter().map(|given| without(&self.part(set), self.givens[*given])).collect();
            for (given, other) in givens.iter().zip(solver.first_each(&puzzles)) {
                let Some(other) = other? else { continue };
                found.insert(*given);
                let mut changed = Set::none(self.givens.len());
                let differs = |(cell, digit): &(Cell, Digit)| other.digit(*cell) != *digit;
                (0..)
                    .zip(&self.givens)
                    .filter(|(_, given)| differs(given))
                    .for_each(|(given, _)| changed.insert(given));
                self.known.push_front(changed);
            }
        }
        self.known.truncate(MOST_KNOWN);
        Ok(found)
    }

    /// The puzzle with these givens only.
    fn part(&self, set: &Set) -> Puzzle {
        let mut part = self.puzzle.clone();
        for (given, (cell, _)) in self.givens.iter().enumerate() {
            if !set.contains(given) {
                part.clear(*cell);
            }
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::solve;
    use std::collections::BTreeSet;

    /// By definition, the cells of the minimal puzzles within the grid that use only cells of a puzzle: as sets of 16 bits.
    fn naive(grid: &Grid, cells: u16) -> BTreeSet<u16> {
        let differ = |other: Grid| {
            (0..).zip(grid.digits()).zip(other.digits()).fold(0u16, |set, ((bit, a), b)| set | u16::from(a != b) << bit)
        };
        let unavoidable: Vec<u16> =
            solve::all(&Puzzle::empty(grid.shape())).map(differ).filter(|set| *set != 0).collect();
        let is_proper = |puzzle: u16| unavoidable.iter().all(|set| set & puzzle != 0);
        let is_minimal = |puzzle: u16| (0..16).all(|bit| puzzle >> bit & 1 == 0 || !is_proper(puzzle & !(1 << bit)));
        (0..=u16::MAX).filter(|puzzle| puzzle & !cells == 0 && is_proper(*puzzle) && is_minimal(*puzzle)).collect()
    }

    fn cells(puzzle: &Puzzle) -> u16 {
        puzzle.givens().fold(0, |set, (cell, _)| set | 1 << cell.index())
    }

    #[test]
    fn all_minimal_puzzles_are_found_once() {
        let solver = Solver::new();
        for line in ["1234341221434321", "1234341223414123", "1234341221......", "..34.4122.434321"] {
            let puzzle: Puzzle = line.parse().unwrap();
            let solution = solve::first(&puzzle).unwrap();
            let found: Vec<u16> = all(&puzzle, &solution, &solver).map(|minimal| cells(&minimal.unwrap())).collect();
            let set: BTreeSet<u16> = found.iter().copied().collect();
            assert_eq!(set.len(), found.len(), "each once");
            assert_eq!(set, naive(&solution, cells(&puzzle)), "{line}");
            let some: BTreeSet<u16> =
                (0..2000).map(|index| cells(&one(&puzzle, &solution, &solver, 1, index).unwrap())).collect();
            assert!(some.is_subset(&set) && 2 * some.len() > set.len(), "{line}");
            let some: Vec<u16> =
                sample(&puzzle, &solution, &solver, 1).map(|minimal| cells(&minimal.unwrap())).collect();
            assert_eq!(some.len(), set.len());
            assert_eq!(some.into_iter().collect::<BTreeSet<u16>>(), set, "{line}");
        }
    }

    #[test]
    fn minimal_puzzles_of_9x9_are_minimal() {
        let solver = Solver::new();
        // Minimal itself, and with five redundant givens.
        let minimal: Puzzle =
            "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.".parse().unwrap();
        let solution = solve::first(&minimal).unwrap();
        assert_eq!(all(&minimal, &solution, &solver).collect::<Vec<_>>(), [Ok(minimal.clone())]);
        let mut more = minimal.clone();
        more.shape().cells().step_by(13).for_each(|cell| more.give(cell, solution.digit(cell)));
        let found: Vec<Puzzle> = all(&more, &solution, &solver).map(Result::unwrap).collect();
        assert!(found.contains(&minimal) && found.len() > 1);
        for puzzle in &found {
            assert!(crate::minimal::redundant_givens(puzzle, &solution, &solver).next().is_none(), "{puzzle}");
        }
        for index in 0..20 {
            assert!(found.contains(&one(&more, &solution, &solver, 3, index).unwrap()));
        }
    }

    #[test]
    fn a_search_that_stops_is_reported() {
        let grid = crate::generate::fill(Shape::NINE, 0, 0);
        let solver = Solver::new().nodes(0);
        assert!(one(&grid.to_puzzle(), &grid, &solver, 0, 0).is_err());
        let found: Vec<_> = all(&grid.to_puzzle(), &grid, &solver).collect();
        assert!(found.last().unwrap().is_err());
    }
}
