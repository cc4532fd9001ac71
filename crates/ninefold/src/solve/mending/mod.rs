//! Local search: a full board with mistakes is mended, one cell at a time.
//!
//! Every open cell has one of its candidates from the beginning. Two cells of a house with the same digit clash. A
//! step gives one of the clashing cells the digit that leaves the fewest clashes, even if that is more than now; and
//! the digit that the cell had is forbidden to it for some steps, so that the search leaves a dead end instead of
//! returning to it. That is the colouring of a graph by tabu search (Hertz and de Werra 1987), each cell with a list
//! of colours of its own: what propagation leaves. It never ends where there is no solution, and proves nothing.
//!
//! ```text
//!   counts      per row, column, box, segment (what a box and a line share):
//!                   0 1 2 0 1 ...        open cells that have the digit, a byte for each digit
//!   barred      per open cell:
//!                   . X . F C ...        not a candidate, forbidden, the current digit: not to be taken
//!   clashing    64 places, of which some thirty are taken; a byte for each place:
//!     rows          3  3  7  - 12 ...    where the cell is; columns and boxes alike
//!     own           4  4  9  -  0 ...    its digit
//!     clashes       1  2  1  0  1 ...    with how many others that clashes
//!     values of 0   2  X  1  -  C ...    row + column + box - both segments: with how many the digit would clash,
//!     values of 1   1  0  3  -  2 ...    its highest bit set where it is barred; and so on for each digit
//!   tabu        steps modulo a power of two: what is permitted again then
//! ```
//!
//! Values are kept for the cells that clash only, and by digits, so that a vector has the same of all those cells:
//!
//! * The best candidates of all are a minimum over as many vectors as there are digits, less the clashes, and the
//!   least of that ([`clashing`]). The cell that is chosen has its values added up from the counts, and takes one of
//!   the digits with the least.
//! * A change is told to all at once. Whose row, column or box is the same: two values change by one, and the clashes
//!   of those with one of the two digits. Nobody looks for anybody, and no branch depends on who it is.
//! * Ten counts change, and the cells that had the new digit alone in a house begin to clash, 1.3 in a step: their
//!   values are added up and put into their places, a byte for each digit. They are known without a search: of the
//!   cells that have the digit the exclusive or is kept.
//!
//! So a step takes 1080 instructions with AVX2, of which seven are branches that go wrong. Before, the values of each cell lay
//! side by side, the eight cells of thirty that share a house with it were told one by one, and those that might have lost
//! their best candidate looked at again: 2300 and nine. In the same minutes a step takes 0.44 to 0.55 of that time with
//! AVX2, 0.68 to 0.85 with SSE2 (`bench/record/2026-11-23-mending.md`).
//!
//! # Where it helps
//!
//! Boards of random givens that have many solutions. A board of 36x36 with half of the cells given is filled in some
//! millions of steps, most of them spent with about fifteen pairs that clash; solutions found from several beginnings
//! have a third of the open cells alike. The learning engine filled four of ten such boards in a minute; CaDiCaL took
//! 300,000 conflicts for one of three and did not fill another with as many: the lessons have a hundred literals
//! there. With 52 % five of five were filled within a minute, four of them in 6 s. `bench/record` has the figures.
//!
//! # Tried and dropped
//!
//! Boards of 36x36 with 45 and 50 % givens, CPU seconds on a machine with much else to do, one run each; how long a
//! board takes is a matter of luck (about as long again as it has taken, at any time), so small differences mean
//! nothing.
//!
//! * The best of all candidates is chosen by chance, and only by chance. To prefer among equals what was taken least
//!   often, or longest ago, or the cell moved least or most often (the past decides in Pan, Wang and Yin 2022, "A
//!   fast local search algorithm for the Latin square completion problem"): one of 144 runs in 1.5 s, by chance 20 of
//!   24 in 2.5 s. To look one step ahead (what would the cell do that is clashed with?): as many steps.
//! * Even a forbidden candidate may be taken if there were never so few clashes: as many steps without.
//! * A partial board without clashes, where a digit put in throws out others (Blöchliger and Zufferey 2008): one of
//!   twelve boards in 5 s where clashes filled six; none of six in 1.5 s with five other durations, nor with weights
//!   for cells that are thrown out often.
//! * Weights for pairs that clash where no step is downhill, halved now and then: one of forty runs in 1.5 s, without
//!   half of them.
//! * A pair in the same box and line counted twice: none of twelve in 4 s, once seven.
//! * Removing candidates whose choice propagation refutes: 0 to 3 in a hundred go, in half a second.
//! * A clashing cell and a candidate by chance, taken with a chance that falls with the clashes it brings (Seitz,
//!   Alava and Orponen 2005): melts at a temperature of 0.33 (60 pairs clash, not 10) and fills boards best just
//!   below, 16 of 18 runs at 0.32 in 2.5 s, 8 at 0.325, 2 at 0.33, 3 of 6 at 0.3; but other boards melt elsewhere: of
//!   sixteen, 8 in 8 s, tabu search 15. Temperatures falling again and again, held by the number of pairs, or raised
//!   until it melts: 11, 7 and 10 of 18.
//! * The same below 25 to 50 pairs, so that it cannot melt: at best (0.31 and 0.33, 35 pairs) 340 million trials for
//!   each board filled, and with chances that make all numbers of pairs up to 35 equally frequent (Wang and Landau 2001)
//!   370 million. A trial took 14 to 25 nanoseconds: no less time than twenty million steps.
//! * Any cell and digit, taken with a chance that falls with the clashes it brings (simulated annealing, temperatures
//!   0.25 and 0.3): two boards unfilled after 100 million steps, the same for clashing cells only after 60 million.
//!   Tabu search took 0.1 and 0.6 million.
//! * How long a digit is forbidden (per clashing cell + by chance), eight of the harder boards, 10 s each: 0.4 + 12
//!   and 0.4 + 18 took 5.8 s for each filled, 0.35 + 14 7.2, 0.5 + 10 8.0, 0.6 + 6 10.4. 0.3 + 6 filled none of six,
//!   1 + 10 none of seven.
//! * A tenure that rises and falls by half, or by three quarters, every 3,000 or 10,000 steps: in 20 million steps 11
//!   to 17 and 9 to 14 of twenty boards, a constant one 10 and 15.
//! * Two boards that are crossed by whole digits, the fullest first, and mended again, a million steps each (Moalic and
//!   Gondran 2018, "Variations on memetic algorithms for graph coloring problems"): 12 of the twenty boards in as many
//!   steps, 14 if chance chooses the digits; with 200,000 steps each 7, with 30,000 2. The boards have little to tell
//!   each other, and a beginning is worth nothing before some hundred thousand steps.
//! * From a board with few clashes several times again (go with the winners: Aldous and Vazirani 1994; five ways): 1 or
//!   2 of eight boards in 20 million steps, without 4. Two pairs clash every twenty thousand steps, and once in a
//!   thousand times nothing does afterwards: such boards lie in basins of their own.
//! * The cells of most digits made open again when six or seven pairs clash, for the learning engine to fill: with 16
//!   or 24 of 36 digits open it refutes that within 0.2 ms, with 26 in 0.5 ms, with 28 in 2; one of 21,000 attempts
//!   with 26 found a solution, none of 10,600 with 28; with 32 it does not end in 1000 conflicts.
//! * Registers of 64 bytes (AVX-512): steps take 2 to 10 % longer on Cascade Lake, as long on Zen 4. Blocks of 32 places:
//!   1.6 of them are used in the mean, and how many nobody can foretell.
//! * Steps of two boards by turns, so that none waits for bytes that the step before has stored: no faster. Cells that begin to
//!   clash picked without a branch: as many branches go wrong, 140 instructions more.
//! * The values of all cells, counted up and down through lists of who sees whom: 0.25 microseconds for a step, 0.33 on
//!   the boards of 49x49, and a megabyte of lists. Every candidate of every clashing cell looked at in every step:
//!   three times as long.
//! * Three or eight clashing cells, taken at random, instead of all of them in every step: steps take half the time,
//!   but of six boards none was filled.
//! * The best board of a turn as the learning engine's phases (Cai and Zhang 2021, "Deep cooperation of CDCL and
//!   local search"): five of eight boards in 10 s, as many as without.
//! * Belief propagation (messages between cells, rows, columns and boxes). With messages as they should be it is
//!   certain of nearly all cells and mostly wrong, for houses share cells. With their square roots it guesses four
//!   digits in ten of a given solution and eight or nine of the ten it is surest of; but decisions in that order meet
//!   a contradiction with half of the cells open, and as first phases and order of the learning engine it fills no
//!   more boards.

mod clashing;
mod random;
mod tabu;
mod walk;

use super::nine::{BLOCK, Isa};
use crate::board::{Candidates, Digit};
use clashing::{MOST, NEITHER};
pub(in crate::solve) use walk::Walk;

/// Steps that are worth a node, which otherwise is a conflict.
pub(super) const STEPS_A_NODE: u64 = 800;

/// A board on its way to a solution; lines of a byte for each digit have one, two or four blocks.
#[derive(Clone, Debug)]
pub(super) struct Mending {
    isa: Isa,
    walk: AnyWalk,
}

#[derive(Clone, Debug)]
enum AnyWalk {
    One(Walk<1>),
    Two(Walk<2>),
    Four(Walk<4>),
}

/// Does the same with each.
macro_rules! each {
    ($any:expr, $walk:ident => $then:expr) => {
        match $any {
            AnyWalk::One($walk) => $then,
            AnyWalk::Two($walk) => $then,
            AnyWalk::Four($walk) => $then,
        }
    };
}

/// Whether bytes can number digits and houses, and seven bits count the cells that one may clash with.
pub(super) fn is_suitable(candidates: &Candidates) -> bool {
    let (shape, n) = (candidates.shape(), candidates.shape().side());
    if n > usize::from(NEITHER) {
        return false;
    }
    // Per digit: the most cells of a row, of a column and of a box that may have it.
    let mut most = vec![[0; 3]; n];
    for (i, house) in shape.houses().enumerate() {
        let mut counts = vec![0; n];
        for cell in shape.cells_of(house).filter(|cell| candidates.single(*cell).is_none()) {
            candidates.digits_of(cell).for_each(|digit| counts[digit.index()] += 1);
        }
        for (most, count) in most.iter_mut().zip(counts) {
            most[i / n] = count.max(most[i / n]);
        }
    }
    most.iter().all(|most| most.iter().sum::<usize>() <= usize::from(MOST))
}

impl Mending {
    /// Any board among the candidates that propagation leaves, of which each cell has one; they must be
    /// [suitable](is_suitable).
    pub(super) fn new(candidates: &Candidates, isa: Isa) -> Mending {
        let walk = match candidates.shape().side().div_ceil(BLOCK) {
            0 | 1 => AnyWalk::One(Walk::new(candidates)),
            2 => AnyWalk::Two(Walk::new(candidates)),
            _ => AnyWalk::Four(Walk::new(candidates)),
        };
        Mending { isa, walk }
    }

    /// Takes so many steps, fewer if that is enough; whether the board is a solution.
    pub(super) fn mend(&mut self, steps: u64) -> bool {
        each!(&mut self.walk, walk => {
            self.isa.walk(walk, steps);
            walk.is_solved()
        })
    }

    /// The board as it is, cell by cell; a solution if [`Mending::mend`] says so.
    pub(super) fn digits(&self) -> Vec<Digit> {
        each!(&self.walk, walk => walk.digits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Grid, Puzzle, Shape};

    impl Mending {
        fn validate(&self, candidates: &Candidates) {
            each!(&self.walk, walk => walk.validate(candidates));
        }

        fn pairs(&self) -> i64 {
            each!(&self.walk, walk => walk.pairs())
        }

        fn steps(&self) -> u64 {
            each!(&self.walk, walk => walk.steps())
        }
    }

    /// Whatever the shape of the boxes: the counts stay right, and what has no clash is a solution.
    #[test]
    fn boards_are_mended() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (1, 6), (6, 1)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            let mut mending = Mending::new(&puzzle.candidates(), Isa::best());
            mending.validate(&puzzle.candidates());
            let turns = (0..20_000).find(|_| {
                let is_solved = mending.mend(7);
                if !is_solved && mending.steps() < 500 {
                    mending.validate(&puzzle.candidates());
                }
                is_solved
            });
            assert!(turns.is_some(), "{rows}x{columns}");
            mending.validate(&puzzle.candidates());
            Grid::new(puzzle.shape(), mending.digits()).unwrap();
        }
    }

    /// Each instruction set takes the same steps.
    #[test]
    fn instruction_sets_take_the_same_steps() {
        for (rows, columns) in [(5, 5), (6, 6), (9, 8), (1, 130)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            let walk = |isa| {
                let mut mending = Mending::new(&puzzle.candidates(), isa);
                mending.mend(300);
                (mending.steps(), mending.pairs(), mending.digits())
            };
            let expected = walk(Isa::Portable);
            for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
                assert!(walk(isa) == expected, "{isa}");
            }
        }
    }

    /// More digits than a block has numbers.
    #[test]
    fn lines_may_have_several_blocks() {
        for (rows, columns) in [(8, 8), (5, 13), (9, 8)] {
            let candidates = Puzzle::empty(Shape::new(rows, columns).unwrap()).candidates();
            let mut mending = Mending::new(&candidates, Isa::best());
            let before = mending.pairs();
            mending.validate(&candidates);
            assert!(!mending.mend(1000));
            mending.validate(&candidates);
            assert!(mending.pairs() < before - 200, "{} of {before} pairs", mending.pairs());
        }
    }

    /// Of an empty board of 49x49 a cell could clash with more others than seven bits can count; but not if no digit
    /// is a candidate of all cells.
    #[test]
    fn seven_bits_count_what_may_clash() {
        for ((rows, columns), is_possible) in [((3, 3), true), ((6, 7), true), ((7, 7), false), ((10, 10), false)] {
            let mut puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            assert_eq!(is_suitable(&puzzle.candidates()), is_possible, "{rows}x{columns}");
            let (shape, n) = (puzzle.shape(), rows * columns);
            for cell in shape.cells() {
                let odd = |digit: &Digit| (digit.index() + cell.index() / n + cell.index() % n) % 2 == 1;
                shape.digits().filter(odd).for_each(|digit| puzzle.remove_candidate(cell, digit));
            }
            assert_eq!(is_suitable(&puzzle.candidates()), n < 85, "{rows}x{columns}");
        }
    }

    #[test]
    fn givens_stay() {
        let puzzle: Puzzle =
            "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....".parse().unwrap();
        let mut mending = Mending::new(&puzzle.candidates(), Isa::best());
        assert!((0..10_000).any(|_| mending.mend(100)));
        assert!(Grid::new(puzzle.shape(), mending.digits()).unwrap().solves(&puzzle));
    }

    /// Three cells of a row with two candidates between them: no number of steps solves that.
    #[test]
    fn what_has_no_solution_is_never_called_solved() {
        let mut puzzle = Puzzle::empty(Shape::NINE);
        for cell in [0, 4, 8] {
            Shape::NINE.digits().skip(2).for_each(|digit| puzzle.remove_candidate(Cell::new(cell), digit));
        }
        let mut mending = Mending::new(&puzzle.candidates(), Isa::best());
        assert!(!mending.mend(5000));
        mending.validate(&puzzle.candidates());
    }
}
