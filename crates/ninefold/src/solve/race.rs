//! Two engines at once, for boards of which it cannot be known beforehand which engine is faster.

use super::strategy::racers;
use super::{Engine, Question, Solver, Stopped};
use crate::board::{Grid, Puzzle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How a race ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Raced {
    /// The engine that finished first.
    pub winner: Engine,
    /// The solutions it found: as many as were wanted, or all if there are fewer.
    pub grids: Vec<Grid>,
    /// Why neither engine finished, if neither did.
    pub stopped: Option<Stopped>,
}

/// How often the solver's own cancel flag is checked while the engines run.
const A_MOMENT: Duration = Duration::from_millis(5);

impl Solver<'_> {
    /// Finds up to `limit` solutions of a puzzle with two engines in two threads: [`Engine::Portfolio`], which begins with
    /// plain search, and [`Engine::Learning`]. The first to finish gives the answer, and the other is cancelled. On 9x9 boards,
    /// on boards larger than [`Engine::LARGEST_LEARNED`] and with a particular [`Solver::engine`], only one engine runs, in the
    /// calling thread.
    ///
    /// If there are more solutions than wanted, the winner decides which are reported, so they depend on the machine and on
    /// chance; their number does not. Each engine has the whole budget of nodes.
    ///
    /// ```
    /// use ninefold::{Puzzle, solve::Solver};
    /// let puzzle: Puzzle = "1.34341221434321".parse()?;
    /// let raced = Solver::new().race(&puzzle, 2);
    /// assert_eq!((raced.grids.len(), raced.stopped), (1, None));
    /// # Ok::<(), ninefold::Invalid>(())
    /// ```
    pub fn race(&self, puzzle: &Puzzle, limit: u64) -> Raced {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let run = |solver: Solver<'_>, winner: Engine| {
            let found = solver.ask(puzzle, Question { limit: limit as u64, keep: limit });
            Raced { winner, grids: found.grids, stopped: found.stopped }
        };
        let Some(engines) = racers(puzzle.shape()).filter(|_| self.engine.is_none()) else {
            let chosen = self.engine.filter(|engine| engine.accepts(puzzle.shape()));
            return run(*self, chosen.unwrap_or_else(|| Engine::best_for(puzzle.shape())));
        };
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for engine in engines {
                let solver = Solver { engine: Some(engine), cancel: Some(&is_over), ..*self };
                let sender = sender.clone();
                // The receiver does not wait for the slower engine's answer.
                scope.spawn(move || _ = sender.send(run(solver, engine)));
            }
            drop(sender);
            let mut last = None;
            loop {
                match results.recv_timeout(A_MOMENT) {
                    Ok(raced) => {
                        let is_end = raced.stopped.is_none();
                        last = Some(raced);
                        if is_end {
                            break;
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                            is_over.store(true, Ordering::Relaxed);
                        }
                    }
                }
            }
            is_over.store(true, Ordering::Relaxed);
            last.expect("every engine sends its result")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::solve::{self, Verdict};

    #[test]
    fn a_race_finds_what_one_engine_finds() {
        let six = Puzzle::empty(Shape::new(2, 3).unwrap());
        let raced = Solver::new().race(&six, 50);
        assert_eq!((raced.grids.len(), raced.stopped), (50, None));
        let four = Puzzle::empty(Shape::new(2, 2).unwrap());
        let mut grids = Solver::new().race(&four, 1000).grids;
        assert_eq!(grids.len(), 288);
        grids.sort_by_key(ToString::to_string);
        grids.dedup();
        assert_eq!(grids.len(), 288);
        let proper: Puzzle = "1.34341221434321".parse().unwrap();
        let raced = Solver::new().race(&proper, 2);
        assert_eq!(Verdict::Unique(raced.grids[0].clone()), solve::verdict(&proper));
        let none: Puzzle = "11..............".parse().unwrap();
        assert!(Solver::new().race(&none, 2).grids.is_empty());
        let nine = Puzzle::empty(Shape::NINE);
        assert_eq!(Solver::new().race(&nine, 3).winner, Engine::Nine);
        assert_eq!(Solver::new().engine(Engine::General).race(&four, 3).winner, Engine::General);
    }

    #[test]
    fn a_race_ends_when_it_is_cancelled() {
        let large = Puzzle::empty(Shape::new(4, 4).unwrap());
        let flag = AtomicBool::new(true);
        let raced = Solver::new().cancel(&flag).race(&large, u64::MAX);
        assert!(matches!(raced.stopped, Some(Stopped::Cancelled { .. })), "{:?}", raced.stopped);
        let raced = Solver::new().nodes(3).race(&large, u64::MAX);
        assert!(matches!(raced.stopped, Some(Stopped::OutOfNodes { .. })), "{:?}", raced.stopped);
    }
}
