//! What the options of a search ask for.

use crate::batch::BatchQuery;
use crate::input::{Search, Vectors};
use ninefold::notation::Record;
use ninefold::solve::{Engine, Isa, Solver};

/// The solver that the options ask for.
pub(crate) fn solver(search: &Search) -> Solver<'static> {
    let mut solver = Solver::new();
    if let Some(nodes) = search.budget {
        solver = solver.nodes(nodes);
    }
    if let Some(engine) = search.engine {
        solver = solver.engine(engine);
    }
    if let Some(isa) = search.vectors.isa {
        solver = solver.isa(isa);
    }
    solver
}

/// The query for the numbers and solutions of plain 9x9 puzzles, if nothing in the options is against it.
pub(crate) fn query(search: &Search, limit: u64, keep: usize) -> Option<BatchQuery> {
    match search {
        Search { budget: None, engine: None | Some(Engine::Nine), vectors: Vectors { isa } } => {
            Some(BatchQuery { isa: isa.unwrap_or_else(Isa::best), limit, keep, redundant: 0 })
        }
        _ => None,
    }
}

/// The note on a board that the engine asked for does not take.
pub(crate) fn other_engine(search: &Search, record: &Record) -> Option<String> {
    let shape = record.puzzle.shape();
    let engine = search.engine.filter(|engine| !engine.accepts(shape))?;
    let used = Engine::best_for(shape);
    Some(format!("note: engine {engine} does not take boards of shape {shape}; engine {used} was used"))
}
