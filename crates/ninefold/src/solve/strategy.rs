//! Which engine solves what: the only place that decides.

use super::engine::{Budget, Progress};
use super::{Solver, general, nine};
use crate::board::{Digit, Grid, Puzzle, Shape};
use crate::names::no_such_name;
use std::fmt;
use std::str::FromStr;

/// A way to search for solutions. All engines find the same solutions; they differ in speed, in the
/// order of several solutions and in what they count as a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// Bit-parallel rules on nine short vectors; 9x9 boards with boxes of 3x3 only.
    Nine,
    /// Incremental propagation and undo on boards of any shape.
    General,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Engine; 2] = [Engine::Nine, Engine::General];

    /// Whether the engine can solve boards of this shape.
    pub fn accepts(self, shape: Shape) -> bool {
        match self {
            Engine::Nine => shape == Shape::NINE,
            Engine::General => true,
        }
    }

    /// The engine that is best for boards of this shape.
    pub fn best_for(shape: Shape) -> Engine {
        if Engine::Nine.accepts(shape) { Engine::Nine } else { Engine::General }
    }

    /// The engine's name, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Nine => "nine",
            Engine::General => "general",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = NoSuchEngine;

    fn from_str(name: &str) -> Result<Engine, NoSuchEngine> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name).ok_or_else(|| NoSuchEngine(name.to_owned()))
    }
}

/// A name that no engine has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchEngine(String);

impl fmt::Display for NoSuchEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        no_such_name(f, ["engine", "engines"], &self.0, &Engine::ALL.map(Engine::name))
    }
}

impl std::error::Error for NoSuchEngine {}

/// What an engine finds in one go: the number of solutions up to a limit, and the first of them.
pub(super) struct AtOnce {
    pub(super) count: u64,
    solutions: Vec<[u8; 81]>,
    /// The search ended early, by its budget or the cancel flag.
    pub(super) stopped: bool,
}

impl AtOnce {
    /// The solutions, each checked against the rules and against the puzzle.
    pub(super) fn grids(self, puzzle: &Puzzle) -> impl Iterator<Item = Grid> {
        let found = usize::try_from(self.count).unwrap_or(usize::MAX);
        self.solutions.into_iter().take(found).map(|digits| {
            let digits = digits.iter().map(|digit| Digit::from_index(usize::from(*digit) - 1)).collect();
            let grid = Grid::new(Shape::NINE, digits).ok().filter(|grid| grid.solves(puzzle));
            grid.expect("an engine's solution is one")
        })
    }
}

/// Counts the solutions of a puzzle up to a limit and keeps the first of them, if the engine for it does that
/// better than by going from solution to solution.
pub(super) fn at_once(puzzle: &Puzzle, solver: &Solver<'_>, limit: u64, keep: usize) -> Option<AtOnce> {
    let mut found = AtOnce { count: 0, solutions: vec![[0; 81]; keep], stopped: false };
    let (counts, stopped) = (std::slice::from_mut(&mut found.count), std::slice::from_mut(&mut found.stopped));
    many_at_once(std::slice::from_ref(puzzle), solver, limit, (counts, &mut found.solutions, stopped))?;
    Some(found)
}

/// The same for several puzzles: their counts, the solutions of each, and whether their searches ended early. `None`
/// if one of the puzzles has another engine.
pub(super) fn many_at_once(
    puzzles: &[Puzzle],
    solver: &Solver<'_>,
    limit: u64,
    (counts, solutions, stopped): (&mut [u64], &mut [[u8; 81]], &mut [bool]),
) -> Option<()> {
    let is_nine = |puzzle: &Puzzle| Engine::Nine.accepts(puzzle.shape());
    if !puzzles.iter().all(is_nine) || solver.engine.is_some_and(|engine| engine != Engine::Nine) {
        return None;
    }
    if limit > 0 {
        let candidates: Vec<[u16; 81]> = puzzles.iter().map(nine::candidates).collect();
        nine::Lanes::new(solver.isa.unwrap_or_else(nine::Isa::best)).solve(&mut nine::Task {
            puzzles: nine::Puzzles::Candidates(&candidates),
            limit,
            nodes: solver.nodes.unwrap_or(u64::MAX),
            cancel: solver.cancel,
            counts,
            keep: solutions.len() / puzzles.len().max(1),
            solutions,
            stopped,
        });
    }
    Some(())
}

/// A search by one of the engines.
#[derive(Clone, Debug)]
pub(super) enum Search {
    Nine(nine::Search),
    General(Box<general::Search>),
}

impl Search {
    /// Begins a search. An engine that does not accept the shape gives way to the best one.
    pub(super) fn new(puzzle: &Puzzle, engine: Option<Engine>) -> Search {
        let engine = engine.filter(|engine| engine.accepts(puzzle.shape()));
        match engine.unwrap_or_else(|| Engine::best_for(puzzle.shape())) {
            Engine::Nine => Search::Nine(nine::Search::new(puzzle)),
            Engine::General => Search::General(Box::new(general::Search::new(puzzle))),
        }
    }

    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        match self {
            Search::Nine(search) => search.advance(budget),
            Search::General(search) => search.advance(budget),
        }
    }

    pub(super) fn solution(&self) -> Vec<Digit> {
        match self {
            Search::Nine(search) => search.solution(),
            Search::General(search) => search.solution(),
        }
    }
}
