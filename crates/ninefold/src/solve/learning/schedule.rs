//! When the search restarts from the top, and in which of its two manners it continues.

/// A moving average (exponential, without bias towards its beginning).
#[derive(Clone, Copy, Debug)]
struct Average {
    sum: f64,
    weight: f64,
    share: f64,
}

impl Average {
    /// An average of about this many values.
    fn over(values: f64) -> Average {
        Average { sum: 0.0, weight: 0.0, share: 1.0 / values }
    }

    fn add(&mut self, value: f64) {
        self.sum += self.share * (value - self.sum);
        self.weight += self.share * (1.0 - self.weight);
    }

    fn value(self) -> f64 {
        self.sum / self.weight
    }
}

/// The search begins *focused*: it restarts when recently learned clauses are worse than usual (Audemard and Simon 2012). This
/// fills sparse boards, and is enough for boards that are nearly solved. After a thousand conflicts it becomes *stable* (Oh
/// 2015; Biere and others in CaDiCaL): it restarts after 1024 times the terms of 1 1 2 1 1 2 4 ... conflicts (Luby, Sinclair
/// and Zuckerman 1993, in Knuth's form). A restart costs the work of getting back down. So it waits until twice as many
/// literals have been assigned since the last one as it would undo; otherwise sparse 100x100 boards would only restart.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    conflicts: u64,
    latest: Average,
    usual: Average,
    is_stable: bool,
    next_restart: u64,
    luby: (u64, u64),
    reductions: u64,
    next_reduction: u64,
    /// How many literals had been assigned at the last restart.
    assigned_then: u64,
}

/// The number of conflicts for which the search is focused.
const FOCUSED: u64 = 1000;

/// The factor from which learned clauses are worse than usual.
const WORSE: f64 = 1.1;

impl Schedule {
    pub(crate) fn new() -> Schedule {
        Schedule {
            conflicts: 0,
            latest: Average::over(33.0),
            usual: Average::over(10_000.0),
            is_stable: false,
            next_restart: 0,
            luby: (1, 1),
            reductions: 0,
            next_reduction: 2000,
            assigned_then: 0,
        }
    }

    /// The average glue of about the last ten thousand learned clauses, 0 before the first.
    pub(crate) fn usual_glue(&self) -> f64 {
        if self.conflicts == 0 { 0.0 } else { self.usual.value() }
    }

    pub(crate) fn add_conflict(&mut self, glue: u32) {
        self.conflicts += 1;
        self.latest.add(f64::from(glue));
        self.usual.add(f64::from(glue));
    }

    /// The fraction of earlier activities that remains after each conflict.
    pub(crate) fn decay(&self) -> f64 {
        if self.is_stable { 0.97 } else { 0.92 }
    }

    /// How many steps back from a learned clause its causes still count as involved.
    pub(crate) fn depth(&self) -> usize {
        if self.is_stable { 2 } else { 1 }
    }

    /// Whether to restart now, given how many literals have been assigned so far and how many are on the trail. Changes to the
    /// stable manner when it is time.
    pub(crate) fn restart(&mut self, assigned: u64, trail: usize) -> bool {
        if !self.is_stable && self.conflicts >= FOCUSED {
            self.is_stable = true;
            self.next_restart = self.conflicts + 100;
        }
        if self.conflicts < self.next_restart || assigned - self.assigned_then <= 2 * trail as u64 {
            return false;
        }
        if self.is_stable {
            let (u, v) = self.luby;
            self.luby = if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) };
            self.next_restart = self.conflicts + 1024 * self.luby.1;
        } else {
            if self.conflicts == 0 || self.latest.value() <= WORSE * self.usual.value() {
                return false;
            }
            self.next_restart = self.conflicts + 2;
        }
        self.assigned_then = assigned;
        true
    }

    /// Whether clauses should be forgotten now.
    pub(crate) fn reduce(&mut self) -> bool {
        let is_time = self.conflicts >= self.next_reduction;
        if is_time {
            self.reductions += 1;
            self.next_reduction = self.conflicts + 600 + 1200 * self.reductions.isqrt();
        }
        is_time
    }
}
