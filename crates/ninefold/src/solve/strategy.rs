//! Which engine solves what: decided only here.

use super::engine::{Budget, Progress};
use super::portfolio::Portfolio;
#[cfg(feature = "sat")]
use super::sat;
use super::{Answers, Batch, Isa, Solver, general, learning, nine};
use crate::board::{ClassicNine, Digit, Puzzle, Shape};
use crate::names::{self, UnknownName, named};
use std::str::FromStr;

/// A way to search for solutions. All engines find the same solutions; they differ in speed, in the order of solutions and in
/// what they count as a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// Bit-parallel rules on nine short vectors; 9x9 boards with boxes of 3x3 only.
    Nine,
    /// Incremental propagation and undo on boards of any shape.
    General,
    /// [`Engine::General`] as long as it needs few guesses for each solution, then [`Engine::Learning`], which on large
    /// boards takes turns with local search until a solution is found; on boards up to [`Engine::LARGEST_LEARNED`].
    Portfolio,
    /// Propagation and clauses learned from conflicts, on boards up to [`Engine::LARGEST_LEARNED`].
    Learning,
    /// The SAT solver batsat, which learns clauses too, on boards up to [`Engine::LARGEST_LEARNED`]; only with the feature `sat`.
    #[cfg(feature = "sat")]
    Batsat,
    /// The SAT solver CaDiCaL, on the same boards; only with the feature `cadical`.
    #[cfg(feature = "cadical")]
    Cadical,
}

named! {
    Engine, "Every engine that this build has.",
    Nine = "nine",
    General = "general",
    Portfolio = "portfolio",
    Learning = "learning",
    #[cfg(feature = "sat")]
    Batsat = "batsat",
    #[cfg(feature = "cadical")]
    Cadical = "cadical",
}

impl Engine {
    /// The best SAT solver in this build, which [`FromStr`] also accepts as `sat`; `None` in a build without one.
    pub const SAT: Option<Engine> = {
        #[cfg(feature = "cadical")]
        let best = Some(Engine::Cadical);
        #[cfg(all(feature = "sat", not(feature = "cadical")))]
        let best = Some(Engine::Batsat);
        #[cfg(not(feature = "sat"))]
        let best = None;
        best
    };

    /// The largest side of boards that clause-learning engines accept: their memory grows with the number of candidates and
    /// reaches 1.8 GB for an empty board of this side.
    pub const LARGEST_LEARNED: usize = 144;

    /// Returns whether the engine can solve boards of this shape.
    pub fn accepts(self, shape: Shape) -> bool {
        match self {
            Engine::Nine => shape.is_classic_nine(),
            Engine::General => true,
            Engine::Portfolio | Engine::Learning => shape.side() <= Engine::LARGEST_LEARNED,
            #[cfg(feature = "sat")]
            Engine::Batsat => shape.side() <= Engine::LARGEST_LEARNED,
            #[cfg(feature = "cadical")]
            Engine::Cadical => shape.side() <= Engine::LARGEST_LEARNED,
        }
    }

    /// Returns the engine that is best for boards of this shape.
    pub fn best_for(shape: Shape) -> Engine {
        let by_speed = [Engine::Nine, Engine::Portfolio];
        by_speed.into_iter().find(|engine| engine.accepts(shape)).unwrap_or(Engine::General)
    }

    /// Every name that [`FromStr`] accepts, with its engine.
    fn names() -> impl Iterator<Item = (&'static str, Engine)> + Clone {
        let sat = Engine::SAT.map(|engine| ("sat", engine));
        Engine::ALL.iter().map(|engine| (engine.name(), *engine)).chain(sat)
    }
}

impl FromStr for Engine {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Engine, UnknownName> {
        names::find(["engine", "engines"], Engine::names(), name, name)
    }
}

/// Counts the solutions of each puzzle up to a limit and keeps the first of them, if one engine accepts all the puzzles and can
/// do this faster than by stepping from solution to solution.
pub(super) fn at_once(puzzles: &[Puzzle], solver: &Solver<'_>, limit: u64, keep: usize) -> Option<Answers> {
    let puzzles: Vec<ClassicNine<'_>> = puzzles.iter().map(Puzzle::classic_nine).collect::<Option<_>>()?;
    if solver.engine.is_some_and(|engine| engine != Engine::Nine) {
        return None;
    }
    let mut batch = Batch::with_isa(solver.isa.unwrap_or_else(Isa::best));
    if let Some(nodes) = solver.nodes {
        batch = batch.nodes(nodes);
    }
    if let Some(flag) = solver.cancel {
        batch = batch.cancel(flag);
    }
    let mut answers = Answers::default();
    let givens: Option<Vec<[u8; 81]>> = puzzles.iter().copied().map(nine::givens).collect();
    match givens {
        Some(givens) => batch.solve(&givens, limit, keep, &mut answers).expect("digits of 9x9 boards"),
        None => {
            let candidates: Vec<[u16; 81]> = puzzles.iter().copied().map(nine::candidates).collect();
            batch.solve_candidates(&candidates, limit, keep, &mut answers);
        }
    }
    Some(answers)
}

/// How many solutions are found one by one before counting changes to another method: either takes a few milliseconds for this
/// many.
pub(super) fn few_solutions(shape: Shape) -> u64 {
    if Engine::Nine.accepts(shape) { 100_000 } else { 10_000 }
}

/// The engines of a race: the best one, and the one that learns from the start.
#[cfg(feature = "parallel")]
pub(super) fn racers(shape: Shape) -> Option<[Engine; 2]> {
    let racers = [Engine::Portfolio, Engine::Learning];
    (!shape.is_classic_nine() && racers.iter().all(|engine| engine.accepts(shape))).then_some(racers)
}

/// A search by one of the engines.
#[derive(Clone, Debug)]
pub(super) enum EngineSearch {
    Nine(Box<nine::NineSearch>),
    General(Box<general::GeneralSearch>),
    Learning(Box<learning::LearningSearch>),
    Portfolio(Box<Portfolio>),
    #[cfg(feature = "sat")]
    Sat(Box<sat::SatSearch>),
}

impl EngineSearch {
    /// Begins a search. If the engine does not accept the shape, the best one is used instead.
    pub(super) fn new(puzzle: &Puzzle, engine: Option<Engine>, isa: Option<Isa>) -> EngineSearch {
        let engine = engine.filter(|engine| engine.accepts(puzzle.shape()));
        let isa = isa.unwrap_or_else(Isa::best);
        match engine.unwrap_or_else(|| Engine::best_for(puzzle.shape())) {
            Engine::Nine => {
                let nine = puzzle.classic_nine().expect("the engine accepts this shape only");
                EngineSearch::Nine(Box::new(nine::NineSearch::new(nine, isa)))
            }
            Engine::General => EngineSearch::General(Box::new(general::GeneralSearch::new(puzzle))),
            Engine::Portfolio => EngineSearch::Portfolio(Box::new(Portfolio::new(puzzle, isa))),
            Engine::Learning => EngineSearch::Learning(Box::new(learning::LearningSearch::new(puzzle))),
            #[cfg(feature = "sat")]
            Engine::Batsat => EngineSearch::Sat(Box::new(sat::SatSearch::batsat(puzzle))),
            #[cfg(feature = "cadical")]
            Engine::Cadical => EngineSearch::Sat(Box::new(sat::SatSearch::cadical(puzzle))),
        }
    }

    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        match self {
            EngineSearch::Nine(search) => search.advance(budget),
            EngineSearch::General(search) => search.advance(budget),
            EngineSearch::Learning(search) => search.advance(budget),
            EngineSearch::Portfolio(search) => search.advance(budget),
            #[cfg(feature = "sat")]
            EngineSearch::Sat(search) => search.advance(budget),
        }
    }

    pub(super) fn solution(&self) -> Vec<Digit> {
        match self {
            EngineSearch::Nine(search) => search.solution(),
            EngineSearch::General(search) => search.solution(),
            EngineSearch::Learning(search) => search.solution(),
            EngineSearch::Portfolio(search) => search.solution(),
            #[cfg(feature = "sat")]
            EngineSearch::Sat(search) => search.solution(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// A search that is stopped at every node and cancelled in between, even between the rules of one propagation, continues as
    /// if nothing had happened: the same solutions in the same order.
    #[test]
    fn interruptions_change_nothing() {
        let flag = AtomicBool::new(true);
        let solutions = |engine: Engine, shape: Shape, most: usize, interrupted: bool| {
            let mut search = EngineSearch::new(&Puzzle::empty(shape), Some(engine), None);
            let mut found = Vec::new();
            while found.len() < most {
                if interrupted && search.advance(&mut Budget::new(None, Some(&flag))) == Progress::Found {
                    found.push(search.solution());
                }
                match search.advance(&mut Budget::new(interrupted.then_some(1), None)) {
                    Progress::Found => found.push(search.solution()),
                    Progress::Stopped => {}
                    Progress::Exhausted => break,
                }
            }
            found.truncate(most);
            found
        };
        for engine in [Engine::General, Engine::Portfolio, Engine::Learning] {
            for (rows, columns, most, count) in [(2, 2, usize::MAX, 288), (2, 3, 300, 300)] {
                let shape = Shape::new(rows, columns).unwrap();
                let found = solutions(engine, shape, most, true);
                assert_eq!(found.len(), count, "{engine}");
                assert_eq!(found, solutions(engine, shape, most, false), "{engine}");
            }
        }
    }
}
