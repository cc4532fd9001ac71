//! The search of boards that leave much open: row by row, and with restarts when it makes no progress.
//!
//! A board is best filled like a wall, one row after the other. Take a board without givens, filled up to the end of some row:
//! if each box of the band can be completed on its own, so can the whole band (what the columns still need is a regular
//! bipartite graph of columns and digits, which splits into matchings; Koenig 1916), and then the bands below. So in this order
//! the all-different filtering of [`matching`](super::matching) leaves hardly any dead ends; in others they come late, when the
//! last cells of a hundred houses do not fit. Givens in rows still to be filled bring dead ends back, the more givens the more.
//! The search then restarts, after longer and longer runs, and its choice gives weight to the cells and digits involved in
//! contradictions (dom/wdeg; Boussemart and others 2004).
//!
//! The digit that excludes the fewest others is tried first, with ties broken at random; so every restart differs.
//!
//! Dropped: choosing the cell with the fewest candidates on the whole board instead of going row by row, which takes fifteen
//! times as long for empty 100x100 boards; the rows in their order on the board; Luby's restarts
//! (`bench/record/archive/2026-11-25-dropped.md`).

use super::super::layout::Layout;
use super::state::State;
use std::cmp::Ordering;

/// Contradictions before the first restart; half as many more before each further one.
const FAILURES_BEFORE_RESTART: u64 = 10;

/// What such a search remembers from one restart to the next.
#[derive(Clone, Debug)]
pub(super) struct Filling {
    side: usize,
    /// Per cell, then per house and digit: one plus the number of contradictions it was involved in.
    weights: Vec<u32>,
    /// Contradictions so far, and since the latest restart.
    failures: u64,
    recent: u64,
    limit: u64,
}

/// The number of options and its weight; the fewer options in proportion to the weight, the earlier the choice is made.
#[derive(Clone, Copy, Debug)]
struct Choice {
    size: u16,
    weight: u32,
    variable: usize,
}

impl Choice {
    fn compare(&self, other: &Choice) -> Ordering {
        let [one, two] = [(self, other), (other, self)].map(|(x, y)| u64::from(x.size) * u64::from(y.weight));
        one.cmp(&two)
    }
}

impl Filling {
    /// The search for a propagated state, if so much is open that this is the best way: on average, more than a quarter of all
    /// digits for each open cell. Random boards (36x36 and 49x49) qualify with up to 40 % givens; with 45 % this search finds a
    /// solution only by luck.
    pub(super) fn of_sparse<L: Layout>(state: &State<L>) -> Option<Filling> {
        let (cells, candidates, side) = (state.open_cells(), state.open_candidates(), state.side());
        let new = || Filling {
            side,
            weights: vec![1; state.left().len() + state.places().len()],
            failures: 0,
            recent: 0,
            limit: FAILURES_BEFORE_RESTART,
        };
        (4 * candidates > cells * side).then(new)
    }

    /// Records what a contradiction was about. Returns whether to restart.
    pub(super) fn fail(&mut self, blamed: &[u32]) -> bool {
        blamed.iter().for_each(|variable| self.weights[*variable as usize] += 1);
        self.failures += 1;
        self.recent += 1;
        let begins_again = self.recent >= self.limit;
        if begins_again {
            self.recent = 0;
            self.limit += self.limit / 2;
        }
        begins_again
    }

    /// The cell and digit to try next; `None` when every cell is decided.
    pub(super) fn choose<L: Layout>(&self, state: &State<L>) -> Option<(usize, usize)> {
        let n = self.side;
        let rows = (0..n).map(|row| (state.open_cells_of_row(row), row)).filter(|(open, _)| *open > 0);
        let (_, row) = rows.min()?;
        let cells = row * n..(row + 1) * n;
        let sizes = |counters: &[u16], first: usize| -> Option<Choice> {
            let weights = &self.weights[first..];
            let open = counters.iter().zip(weights).enumerate().filter(|(_, (size, _))| **size > 1);
            open.map(|(i, (size, weight))| Choice { size: *size, weight: *weight, variable: first + i })
                .min_by(Choice::compare)
        };
        let by_cell = sizes(&state.left()[cells.clone()], cells.start);
        let by_digit = sizes(&state.places()[cells.clone()], n * n + cells.start);
        let variable = by_cell.into_iter().chain(by_digit).min_by(Choice::compare)?.variable;
        let digit = variable % n;
        let candidates: Vec<(usize, usize)> = match variable < n * n {
            true => state.digits_of(variable).map(|digit| (variable, digit)).collect(),
            false => cells.filter(|cell| state.contains(*cell, digit)).map(|cell| (cell, digit)).collect(),
        };
        candidates.into_iter().min_by_key(|(cell, digit)| (state.reach(*cell, *digit), self.chance(cell * n + digit)))
    }

    /// A random number for a candidate, a different one after every contradiction. It is not from a generator with a state: a
    /// search stopped between choosing and guessing must choose the same again. (SplitMix64's mixer; Steele and others 2014.)
    fn chance(&self, candidate: usize) -> u64 {
        let mut x = (self.failures << 32 | candidate as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}
