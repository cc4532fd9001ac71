//! Makes solvers and queries from the search options.

use crate::batch::BatchQuery;
use crate::input::{Limit, Search, Vectors};
use ninefold::notation::Record;
use ninefold::solve::{Engine, Isa, Solver};
use ninefold::variant;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag for each thread, which is set when the time for its puzzle is over.
mod clock {
    use crate::batch::lock;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, Once};
    use std::time::{Duration, Instant};

    /// When the time for each thread's puzzle is over.
    static ENDS: Mutex<Vec<(&'static AtomicBool, Instant)>> = Mutex::new(Vec::new());

    /// How often the time is checked: no limit is kept more precisely.
    const LOOK: Duration = Duration::from_millis(5);

    thread_local! {
        // There are as many as threads, and these last until the program ends.
        static FLAG: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
    }

    pub(super) fn flag() -> &'static AtomicBool {
        FLAG.with(|flag| *flag)
    }

    pub(super) fn begin(seconds: f64) {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| drop(std::thread::spawn(watch)));
        let limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        // A limit too large for the clock is no limit.
        let end = Instant::now().checked_add(limit);
        let mut ends = lock(&ENDS);
        ends.retain(|(flag, _)| !std::ptr::eq(*flag, self::flag()));
        flag().store(false, Ordering::Relaxed);
        ends.extend(end.map(|end| (flag(), end)));
    }

    fn watch() {
        loop {
            std::thread::sleep(LOOK);
            let now = Instant::now();
            lock(&ENDS).iter().filter(|(_, end)| *end <= now).for_each(|(flag, _)| flag.store(true, Ordering::Relaxed));
        }
    }
}

impl Limit {
    /// Starts the time for a puzzle, on this thread.
    pub(crate) fn begin(&self) {
        self.time_limit.into_iter().for_each(clock::begin);
    }

    /// The flag that is set when the time is over, if there is a limit.
    pub(crate) fn flag(&self) -> Option<&'static AtomicBool> {
        self.time_limit.map(|_| clock::flag())
    }

    /// Whether the time for this thread's puzzle is over.
    pub(crate) fn is_over(&self) -> bool {
        self.flag().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// A solver that stops when the time is over.
    pub(crate) fn solver(&self) -> Solver<'static> {
        self.flag().map_or(Solver::new(), |flag| Solver::new().cancel(flag))
    }
}

impl Search {
    /// The solver that the options ask for.
    pub(crate) fn solver(&self) -> Solver<'static> {
        let solver = self.budget.map_or(self.limit.solver(), |nodes| self.limit.solver().nodes(nodes));
        let solver = self.engine.map_or(solver, |engine| solver.engine(engine));
        self.vectors.isa.map_or(solver, |isa| solver.isa(isa))
    }

    /// The same for puzzles with rules beyond those of a Sudoku.
    pub(crate) fn variant_solver(&self) -> variant::Solver<'static> {
        let solver = self.budget.map_or(variant::Solver::new(), |nodes| variant::Solver::new().nodes(nodes));
        self.limit.flag().map_or(solver, |flag| solver.cancel(flag))
    }

    /// The query for the numbers and solutions of plain 9x9 puzzles, if the options allow one.
    pub(crate) fn query(&self, limit: u64, keep: usize) -> Option<BatchQuery> {
        match self {
            Search {
                budget: None,
                limit: Limit { time_limit: None },
                engine: None | Some(Engine::Nine),
                vectors: Vectors { isa },
            } => Some(BatchQuery { isa: isa.unwrap_or_else(Isa::best), limit, keep, redundant: 0 }),
            _ => None,
        }
    }

    /// The note that the requested engine cannot search this board, if it cannot.
    pub(crate) fn other_engine(&self, record: &Record) -> Option<String> {
        let shape = record.puzzle.shape();
        let engine = self.engine.filter(|engine| !engine.accepts(shape))?;
        let used = Engine::best_for(shape);
        Some(format!("note: engine {engine} does not take boards of shape {shape}; engine {used} was used"))
    }
}
