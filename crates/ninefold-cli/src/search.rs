//! What the options of a search ask for.

use crate::batch::BatchQuery;
use crate::input::{Limit, Search, Vectors};
use ninefold::notation::Record;
use ninefold::solve::{Engine, Isa, Solver};
use ninefold::variant;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag for each thread, which is set when the time of its puzzle is over.
mod clock {
    use crate::batch::lock;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, Once};
    use std::time::{Duration, Instant};

    /// When the time of each thread's puzzle is over.
    static ENDS: Mutex<Vec<(&'static AtomicBool, Instant)>> = Mutex::new(Vec::new());

    /// How often a thread looks at the time: no limit is kept more exactly.
    const LOOK: Duration = Duration::from_millis(5);

    thread_local! {
        // As many as there are threads, which stay to the end of the program.
        static FLAG: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
    }

    pub(super) fn flag() -> &'static AtomicBool {
        FLAG.with(|flag| *flag)
    }

    pub(super) fn begin(seconds: f64) {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| drop(std::thread::spawn(watch)));
        let limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        // A limit beyond all time is none.
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
    /// The time of a puzzle begins, on this thread.
    pub(crate) fn begin(&self) {
        self.time_limit.into_iter().for_each(clock::begin);
    }

    /// What is set when the time is over, if there is a limit.
    pub(crate) fn flag(&self) -> Option<&'static AtomicBool> {
        self.time_limit.map(|_| clock::flag())
    }

    /// Whether the time of this thread's puzzle is over.
    pub(crate) fn is_over(&self) -> bool {
        self.flag().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// A solver that stops then.
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

    /// The same for puzzles with rules beside those of a Sudoku.
    pub(crate) fn variant_solver(&self) -> variant::Solver<'static> {
        let solver = self.budget.map_or(variant::Solver::new(), |nodes| variant::Solver::new().nodes(nodes));
        self.limit.flag().map_or(solver, |flag| solver.cancel(flag))
    }

    /// The query for the numbers and solutions of plain 9x9 puzzles, if nothing in the options is against it.
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

    /// The note on a board that the engine asked for does not take.
    pub(crate) fn other_engine(&self, record: &Record) -> Option<String> {
        let shape = record.puzzle.shape();
        let engine = self.engine.filter(|engine| !engine.accepts(shape))?;
        let used = Engine::best_for(shape);
        Some(format!("note: engine {engine} does not take boards of shape {shape}; engine {used} was used"))
    }
}
