//! Which engine solves what: the only place that decides.

use super::engine::{Budget, Progress};
use super::{Answers, Batch, Isa, Solver, general, nine};
use crate::board::{Digit, Puzzle, Shape};
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

/// Counts the solutions of each puzzle up to a limit and keeps the first of them, if the engine for all of them does
/// that better than by going from solution to solution.
pub(super) fn at_once(puzzles: &[Puzzle], solver: &Solver<'_>, limit: u64, keep: usize) -> Option<Answers> {
    let is_nine = |puzzle: &Puzzle| Engine::Nine.accepts(puzzle.shape());
    if !puzzles.iter().all(is_nine) || solver.engine.is_some_and(|engine| engine != Engine::Nine) {
        return None;
    }
    let mut batch = Batch::with_isa(solver.isa.unwrap_or_else(Isa::best));
    if let Some(nodes) = solver.nodes {
        batch = batch.nodes(nodes);
    }
    if let Some(flag) = solver.cancel {
        batch = batch.cancel(flag);
    }
    let candidates: Vec<[u16; 81]> = puzzles.iter().map(nine::candidates).collect();
    let mut answers = Answers::default();
    batch.solve_candidates(&candidates, limit, keep, &mut answers);
    Some(answers)
}

/// So many solutions are searched one by one before their number is found in another way: what both take a few
/// milliseconds for.
pub(super) fn few_solutions(shape: Shape) -> u64 {
    if Engine::Nine.accepts(shape) { 100_000 } else { 10_000 }
}

/// A search by one of the engines.
#[derive(Clone, Debug)]
pub(super) enum Search {
    Nine(Box<nine::Search>),
    General(Box<general::Search>),
}

impl Search {
    /// Begins a search. An engine that does not accept the shape gives way to the best one.
    pub(super) fn new(puzzle: &Puzzle, engine: Option<Engine>, isa: Option<Isa>) -> Search {
        let engine = engine.filter(|engine| engine.accepts(puzzle.shape()));
        match engine.unwrap_or_else(|| Engine::best_for(puzzle.shape())) {
            Engine::Nine => Search::Nine(Box::new(nine::Search::new(puzzle, isa.unwrap_or_else(Isa::best)))),
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
