//! What the options of a search ask for.

use crate::batch::BatchQuery;
use crate::input::{Search, Vectors};
use ninefold::notation::Record;
use ninefold::solve::{Engine, Isa, Solver};
use ninefold::variant;

impl Search {
    /// The solver that the options ask for.
    pub(crate) fn solver(&self) -> Solver<'static> {
        let solver = self.budget.map_or(Solver::new(), |nodes| Solver::new().nodes(nodes));
        let solver = self.engine.map_or(solver, |engine| solver.engine(engine));
        self.vectors.isa.map_or(solver, |isa| solver.isa(isa))
    }

    /// The same for puzzles with rules beside those of a Sudoku.
    pub(crate) fn variant_solver(&self) -> variant::Solver<'static> {
        self.budget.map_or(variant::Solver::new(), |nodes| variant::Solver::new().nodes(nodes))
    }

    /// The query for the numbers and solutions of plain 9x9 puzzles, if nothing in the options is against it.
    pub(crate) fn query(&self, limit: u64, keep: usize) -> Option<BatchQuery> {
        match self {
            Search { budget: None, engine: None | Some(Engine::Nine), vectors: Vectors { isa } } => {
                Some(BatchQuery { isa: isa.unwrap_or_else(Isa::best), limit, keep, redundant: 0 })
            }
            _ => None,
        }
    }

    /// The note on a board that the engine asked for does not take.
    pub(crate) fn other_engine(&self, record: &Record) -> Option<String> {
        let shape = record.puzzle.shape();
        let engine = self.engine.filter(|engine| !engine.accepts(shape))?;
        let used = Engine::best_for(shape);
        Some(format!("note: engine {engine} does not take boards of shape {shape}; engine {used} was used"))
    }
}
