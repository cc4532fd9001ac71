//! Searches of a complete grid for all proper puzzles within it that have few givens.
//!
//! McGuire, Tugemann and Civario ("There is no 16-Clue Sudoku", 2012) showed, grid by grid, that no grid holds a puzzle
//! with 16 givens; those with 17 were found over years by Royle, blue, champagne and others. Here the search is a function
//! of one grid, needs no tables of other grids, and takes some hundredths of a second to rule out 16 givens, and ten
//! times as long for 17.
//!
//! # The search
//!
//! A set of givens is a proper puzzle if and only if it hits every [unavoidable set](crate::unavoidable), and most sets
//! of givens miss a small one. So the search chooses clues that hit these sets, one after another.
//!
//! *Two bands.* One band, called the third, has at least as many clues as any other, so the other two have at most two
//! thirds of them: 11 of 17. Sets that lie within two bands must be hit there, with few clues. So for each choice of the
//! third band (the first of those with the most clues), the other two are searched first. Stacks can take the place of
//! bands; the small sets that lie within two bands serve to estimate which of the two is cheaper, and in which order
//! the bands serve as the third (the first has the most to search).
//!
//! *Sets as bits.* Each cell has a vector with a bit for each set that the cell hits, and one vector holds the sets that
//! are not hit yet, the open sets:
//!
//! ```text
//!               set  0 1 2 3 4 5 ...
//!   not hit          1 1 0 1 0 1        a clue in r1c4:  not hit & !hit[r1c4]
//!   hit[r1c4]        0 1 1 0 0 1                         1 0 0 1 0 0
//! ```
//!
//! After some clues few sets are open, so with 9 and with 6 clues left the vectors are rebuilt from these sets:
//! 256 bits, small sets first, without those that contain another set of one or two cells. With 5 clues left, 64 sets are
//! enough, as bits of single words (`search/tail.rs`): nearly all nodes are there, and the last clue is looked up
//! instead of tried. So wide vectors serve the few nodes above and the leaves, and every instruction set takes the same
//! path. (A leaf is a choice of clues that hits all sets of the two bands.)
//!
//! *Disjoint sets* need a clue each. Sets are taken greedily, small ones first; if there are more than clues left, the
//! node is done. This ends many nodes with many clues left, and many leaves; in between it ends too few to pay.
//!
//! *Dead cells.* A node takes the set with the fewest cells and tries each of them. A cell that has been tried cannot
//! be a clue while the others are tried, so nothing is found twice, and the sets lose cells.
//!
//! *The third band.* When all sets of two bands are hit, the open sets that reach the third band must be
//! hit there (or by clues that are left in the two bands): again the greedy bound comes first, which ends most leaves,
//! then a search over cells of 27 bits. Many sets have the same two or three cells there; their bits are joined
//! (`outer.rs`), so that three words decide nearly all cases.
//!
//! *Looking ahead.* If there are as many disjoint sets in the third band as clues left, each clue hits exactly one of them.
//! So it must also hit all sets that share cells with this one alone: few cells do, often none, and no other cell of the
//! band can be a clue. This is found from the vectors of the disjoint sets and ends three nodes in four.
//!
//! *One clue to spare.* If the two bands may have one more clue, the third is searched with the clues as they are, and
//! with each further one that hits enough of the disjoint sets; the bound ends nearly all of these searches.
//! Only with two clues to spare, which is rare, are cells of all bands searched together.
//!
//! *Learnt sets.* Clues that hit all known sets are tested for another solution. The cells in which it differs are an
//! unavoidable set that nothing has hit, so it is learnt, for all nodes above too. So the known sets need not be
//! complete: they are all sets of up to twelve cells, and within two bands those of up to five digits and sixteen
//! cells; from 17 givens on, up to twenty cells, and those with two or three cells of the third band in one minirow. Sets
//! within two bands are learnt in the same way, with all of the third band given, when the two bands are done with
//! clues to spare or the third takes long; without this, the search takes five times as long.
//!
//! *The reserve.* The vectors of the third band have room for some 480 sets, those with few cells there, since these make
//! up the greedy bound. Sets with many cells there and few or none in the two bands are useless for it, but clues seldom
//! hit them, so if they are not kept, they are learnt again and again: in one grid nineteen million times up to 18 givens.
//! So from 18 givens on, up to 16,000 of them are kept, and before a puzzle is tested for another solution, 2,000 of them
//! are checked, as bits, those with the fewest cells in the two bands first.
//!
//! # What was dropped
//!
//! Keeping for each set a list of the sets that it meets: joining the vectors of its cells is cheaper.
//! Rebuilding tables with 7 and 5 clues left; tables of 1024 bits for sets that reach the third band; sorting in the third
//! band at each node. Vectors of 512 bits gain nothing, since most of the work is now in the words of the last clues. Testing
//! the two bands alone sooner or later than after a few nodes of the third takes as long; testing them only when the third
//! is done takes up to a tenth longer. Keeping sets of the third band that cannot be hit together for other leaves rules out
//! one leaf in six, but only leaves with few nodes. Record: `bench/record/archive/2026-11-26-clues.md`.
//!
//! Dividing puzzles by their numbers of clues in bands and in stacks at the same time gains nothing up to 18 givens.
//!
//! For all grids together, the two bands are searched once for each pair of bands: see `paired.rs`.

mod anywhere;
mod estimate;
mod numbered;
mod outer;
mod paired;
mod search;
mod second;
pub(crate) use second::Second;
mod sets;
mod table;
mod task;
#[cfg(test)]
mod tests;

use crate::board::{Cell, Grid, Puzzle, Shape};
use crate::solve::{Isa, Job, Set};
use crate::unavoidable::UnavoidableSets;
use crate::unavoidable::changes::{Cells, Changes, bits as bits128};
use crate::unavoidable::minimal;
use anywhere::Anywhere;
use search::{Counts, TwoBands};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use task::{Task, cost};

pub use estimate::{Estimate, Tally};
pub use numbered::{Found, Hunt};

/// The cells of a 64-bit set, in order.
fn bits(mut cells: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (cell < 64).then_some(cell)
    })
}

/// An iterator over all proper puzzles with at most this many givens within a grid, each once, in no particular order.
///
/// ```
/// use ninefold::{Grid, Puzzle, clues::Clues};
/// let full: Puzzle = "652879314791543862834612579587931426269784135413256798128497653346125987975368241".parse()?;
/// let mut clues = Clues::new(&Grid::try_from(&full)?, 14);
/// assert_eq!(clues.by_ref().count(), 0);
/// assert!(clues.is_complete());
/// assert!(clues.work().nodes > 0);
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Clues<'a> {
    grid: Grid,
    most: usize,
    minimal: bool,
    /// Cells that cannot be givens.
    closed: Cells,
    isa: Isa,
    nodes: u64,
    cancel: Option<&'a AtomicBool>,
    tasks: Option<VecDeque<Task>>,
    current: Option<(Task, Box<TwoBands>)>,
    /// The search in a grid of a board that is not classic.
    anywhere: Option<Anywhere>,
    found: VecDeque<Puzzle>,
    work: Work,
    /// The share of the work that is done before the current task.
    done: f64,
    is_complete: bool,
}

/// The work that a search for puzzles did: the evidence for its answer, the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Choices of clues that were examined.
    pub nodes: u64,
    /// Unavoidable sets that were known at the start, added up over the choices of two bands.
    pub sets: u64,
    /// Sets that were learnt from other solutions.
    pub learnt: u64,
    /// Puzzles that were tested for another solution.
    pub solved: u64,
}

/// With at least this many givens, a search takes so long that knowing more sets pays.
const LONG: usize = 17;

/// Nodes from one check of budget and flag to the next.
const AT_ONCE: u64 = 1 << 14;

impl<'a> Clues<'a> {
    /// Whether grids of this shape can be searched: those with up to 11 digits.
    pub fn accepts(shape: Shape) -> bool {
        UnavoidableSets::accepts(shape)
    }

    /// A search for puzzles within this grid, with at most this many givens.
    ///
    /// In a classic 9x9 grid each further given takes about ten times as long: up to 16 takes some hundredths of a
    /// second, up to 17 less than half a second. Other boards are searched without bands and vectors, which suits those
    /// of up to six digits.
    ///
    /// # Panics
    /// If the board has more than 11 digits: see [`Clues::accepts`].
    pub fn new(grid: &Grid, most: usize) -> Clues<'a> {
        assert!(Clues::accepts(grid.shape()), "cells fit into 128 bits");
        Clues {
            grid: grid.clone(),
            most: most.min(grid.shape().cell_count()),
            minimal: false,
            closed: 0,
            isa: Isa::best(),
            nodes: u64::MAX,
            cancel: None,
            tasks: None,
            current: None,
            anywhere: None,
            found: VecDeque::new(),
            work: Work::default(),
            done: 0.0,
            is_complete: false,
        }
    }

    /// Finds only minimal puzzles, which need all of their givens. Any other puzzle contains one of them.
    pub fn minimal(mut self) -> Clues<'a> {
        self.minimal = true;
        self
    }

    /// Finds only puzzles whose givens are among those of this puzzle.
    ///
    /// # Panics
    /// If the grid is not a solution of the puzzle.
    pub fn within(mut self, puzzle: &Puzzle) -> Clues<'a> {
        assert!(self.grid.solves(puzzle), "the grid is a solution of the puzzle");
        let blank = self.grid.shape().cells().filter(|cell| puzzle.digit(*cell).is_none());
        self.closed = blank.map(|cell| 1 << cell.index()).sum();
        self
    }

    /// Computes with this instruction set. Answers and work are the same with every one.
    ///
    /// # Panics
    /// When the search begins, if the processor does not have it.
    pub fn isa(mut self, isa: Isa) -> Clues<'a> {
        self.isa = isa;
        self
    }

    /// Ends after this many nodes, or a few more.
    pub fn nodes(mut self, nodes: u64) -> Clues<'a> {
        self.nodes = nodes;
        self
    }

    /// Ends soon after the flag is set.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Clues<'a> {
        self.cancel = Some(flag);
        self
    }

    /// Changes the budget of a search under way: it continues until it has taken this many nodes in all.
    pub fn go_on_to(&mut self, nodes: u64) {
        self.nodes = nodes;
    }

    /// Whether all puzzles were found, which proves that there are no others. False before the iterator's end,
    /// and also after it if the budget or the flag ended the search.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        if let Some(search) = &self.anywhere {
            return with(Work { sets: search.set_count(), ..Work::default() }, search.counts);
        }
        let counts = self.current.as_ref().map_or_else(Counts::default, |(_, search)| search.counts);
        with(self.work, counts)
    }

    /// About how much of the search is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let two_bands = self.current.as_ref().map(|(task, search)| task.share * search.progress());
        let current = two_bands.or_else(|| Some(self.anywhere.as_ref()?.progress())).unwrap_or(0.0);
        if self.is_complete { 1.0 } else { self.done + current }
    }

    /// The choices of two bands, or of two stacks if that is cheaper.
    fn tasks(&self) -> VecDeque<Task> {
        let digits: [u8; 81] = std::array::from_fn(|cell| self.grid.digits()[cell].index() as u8);
        let sets = minimal(Changes::new(&self.grid, 12).within((1 << 81) - 1));
        let open: Vec<Cells> = sets.iter().map(|set| set & !self.closed).collect();
        let [by_rows, by_columns] = [false, true].map(|across| {
            let mut costs: Vec<(f64, usize)> = (0..3).map(|third| (cost(&open, third, across), third)).collect();
            costs.sort_by(|(one, third), (other, fourth)| one.total_cmp(other).then(third.cmp(fourth)));
            // The first has the most to search, the last the least.
            costs.iter_mut().zip([4.0, 2.0, 1.0]).for_each(|((cost, _), weight)| *cost *= weight);
            (costs.iter().map(|(cost, _)| cost).sum::<f64>(), costs)
        });
        let across = by_columns.0 < by_rows.0;
        let (sum, costs) = if across { by_columns } else { by_rows };
        let mut before: Vec<usize> = Vec::new();
        let task = |(cost, third): (f64, usize)| {
            let mut task = Task::new(&digits, third, across, &sets, self.closed, self.most >= LONG);
            let others = (0..3).filter(|band| *band != third);
            task.ties.iter_mut().zip(others).for_each(|(tie, band)| *tie = before.contains(&band));
            task.share = cost / sum;
            before.push(third);
            task
        };
        costs.into_iter().map(task).collect()
    }

    /// The nodes until the next check of budget and flag; `None` if the search must end.
    fn nodes_now(&self) -> Option<u64> {
        let is_cancelled = self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        let left = self.nodes.saturating_sub(self.work().nodes);
        (!is_cancelled && left > 0).then_some(left.min(AT_ONCE))
    }

    /// Continues a search on a board that is not classic; false at the end.
    fn advance_anywhere(&mut self) -> bool {
        if self.anywhere.is_none() {
            self.anywhere = Some(Anywhere::new(&self.grid, self.most, self.minimal, self.closed));
        }
        let Some(nodes) = self.nodes_now().filter(|_| !self.is_complete) else { return false };
        let Some(search) = &mut self.anywhere else { return false };
        // Each node asks the solver, which takes as long as many nodes of bits.
        self.is_complete = search.advance(nodes.min(64));
        let found: Vec<Cells> = search.found.drain(..).collect();
        self.found.extend(found.into_iter().map(|givens| search.puzzle(givens)));
        true
    }

    /// Continues the search; false at the end.
    fn advance(&mut self) -> bool {
        if !self.grid.shape().is_classic_nine() {
            return self.advance_anywhere();
        }
        if self.tasks.is_none() {
            self.tasks = Some(self.tasks());
        }
        if self.current.is_none() {
            let Some(task) = self.tasks.as_mut().and_then(VecDeque::pop_front) else {
                self.is_complete = true;
                return false;
            };
            self.work.sets += (task.known.len() + task.outer.len()) as u64;
            let search = TwoBands::new(&task, self.most, self.minimal, self.isa);
            self.current = Some((task, Box::new(search)));
        }
        let Some(nodes) = self.nodes_now() else { return false };
        let Some((task, search)) = &mut self.current else { return false };
        let is_done = self.isa.run_words(&mut Advance(search), nodes);
        for givens in search.found.drain(..) {
            let mut puzzle = Puzzle::empty(Shape::NINE);
            for cell in bits128(givens).map(|cell| Cell::new(task.cells[cell].into())) {
                puzzle.give(cell, self.grid.digit(cell));
            }
            self.found.push_back(puzzle);
        }
        if is_done {
            self.work = with(self.work, search.counts);
            self.done += task.share;
            self.current = None;
        }
        true
    }
}

impl Iterator for Clues<'_> {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        while self.found.is_empty() && self.advance() {}
        self.found.pop_front()
    }
}

fn with(work: Work, counts: Counts) -> Work {
    Work {
        nodes: work.nodes + counts.nodes + counts.outer_nodes,
        learnt: work.learnt + counts.learnt,
        solved: work.solved + counts.checks,
        ..work
    }
}

/// A job: some nodes of a search.
struct Advance<'s>(&'s mut TwoBands);

impl Job<u64> for Advance<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Set>(&mut self, nodes: u64) -> bool {
        self.0.advance(nodes)
    }
}
