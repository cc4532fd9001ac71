//! Local search: a full board with mistakes is repaired, one cell at a time.
//!
//! Every open cell always has one of its candidates. Two cells of a house with the same digit clash. Each step gives one of the
//! clashing cells the digit that leaves the fewest clashes, even if that is more than now; the digit that the cell had before
//! is forbidden to it for some steps, so that the search leaves a dead end instead of returning to it. This is graph colouring
//! by tabu search (Hertz and de Werra 1987) in which each cell has its own list of colours: the candidates that propagation
//! leaves. It never ends if there is no solution, and proves nothing.
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
//! Values are kept only for the cells that clash, and by digit, so that one vector holds the values of many cells:
//!
//! * The best candidate of each cell is the minimum over as many vectors as there are digits; subtract its clashes, and take
//!   the least of the results ([`clashing`]). The chosen cell has its values added up from the counts, and takes one of the
//!   digits with the least value.
//! * A change updates all clashing cells at once. For those in the same row, column or box, two values change by one, and so do
//!   the clashes of those that have one of the two digits. Nothing is searched for, and no branch depends on which cells are
//!   affected.
//! * Ten counts change, and cells that were the only ones in a house with the new digit begin to clash, 1.3 per step: their
//!   values are added up and put into their places, a byte for each digit. These cells are known without a search, because the
//!   exclusive or of the cells that have a digit is kept.
//!
//! So a step takes 1080 instructions with AVX2, of which seven are mispredicted branches; values kept cell by cell took twice
//! as many (`bench/record/archive/2026-11-23-mending.md`).
//!
//! # Where it helps
//!
//! On boards with random givens that have many solutions. A 36x36 board with half of the cells given is filled in some millions
//! of steps, during most of which about fifteen pairs clash; solutions found from different starting points agree in a third of
//! the open cells. The learning engine filled four of ten such boards in a minute; CaDiCaL took 300,000 conflicts to fill one
//! of three, and failed to fill another with as many: there the learned clauses have a hundred literals. With 52 % givens, five
//! of five were filled within a minute, four of them in 6 s. `bench/record` has the figures.
//!
//! # Tried and dropped
//!
//! The most surprising results, for 36x36 boards; the complete list, with figures, is in
//! `bench/record/archive/2026-11-25-dropped.md`.
//!
//! * Ties between candidates are broken at random. Breaking them by age or frequency (Pan, Wang and Yin 2022, "A fast local
//!   search algorithm for the Latin square completion problem") fills hardly any board.
//! * Partial boards without clashes (Blöchliger and Zufferey 2008) fill a sixth of the boards that clashes fill.
//! * Weights for pairs that clash: one of forty runs succeeds, where half do without weights.
//! * Crossing two boards (Moalic and Gondran 2018): no better than one walk, because the boards have little in common.
//! * Using the best board as the learning engine's phases (Cai and Zhang 2021): no gain.

mod clashing;
mod random;
mod tabu;
mod walk;

use super::arch::{BLOCK, Isa};
use crate::board::{Candidates, Digit, Houses};
use clashing::{MOST, NEITHER};
use walk::Walk;

/// How many steps count as one node, which otherwise is a conflict.
pub(super) const STEPS_PER_NODE: u64 = 800;

/// A board on its way to a solution; a line with a byte for each digit takes one, two or four blocks.
#[derive(Clone, Debug)]
pub(super) struct LocalSearch {
    isa: Isa,
    walk: AnyWalk,
}

#[derive(Clone, Debug)]
enum AnyWalk {
    One(Walk<1>),
    Two(Walk<2>),
    Four(Walk<4>),
}

/// Does the same for each width.
macro_rules! each {
    ($any:expr, $walk:ident => $then:expr) => {
        match $any {
            AnyWalk::One($walk) => $then,
            AnyWalk::Two($walk) => $then,
            AnyWalk::Four($walk) => $then,
        }
    };
}

/// Whether each cell is in three houses (a row, a column, and a box or another region), bytes are enough to number digits and
/// houses, and seven bits are enough to count the cells that one may clash with.
pub(super) fn is_suitable(houses: &Houses, candidates: &Candidates) -> bool {
    let n = houses.side();
    let kinds = |cell| houses.of_cell(cell).iter().map(|house| usize::from(*house) / n);
    if n > usize::from(NEITHER) || !candidates.shape().cells().all(|cell| kinds(cell).eq(0..3)) {
        return false;
    }
    // Per digit: the most cells of a row, of a column and of a region that may have it.
    let mut most = vec![[0; 3]; n];
    for i in 0..houses.len() {
        let mut counts = vec![0; n];
        for cell in houses.cells(i).iter().copied().filter(|cell| candidates.single(*cell).is_none()) {
            candidates.digits_of(cell).for_each(|digit| counts[digit.index()] += 1);
        }
        for (most, count) in most.iter_mut().zip(counts) {
            most[i / n] = count.max(most[i / n]);
        }
    }
    most.iter().all(|most| most.iter().sum::<usize>() <= usize::from(MOST))
}

impl LocalSearch {
    /// An arbitrary board among the candidates that propagation leaves, at least one for each cell; they must be
    /// [suitable](is_suitable).
    pub(super) fn new(houses: &Houses, candidates: &Candidates, isa: Isa) -> LocalSearch {
        let walk = match houses.side().div_ceil(BLOCK) {
            0 | 1 => AnyWalk::One(Walk::new(houses, candidates)),
            2 => AnyWalk::Two(Walk::new(houses, candidates)),
            _ => AnyWalk::Four(Walk::new(houses, candidates)),
        };
        LocalSearch { isa, walk }
    }

    /// Takes `steps` steps, or fewer if that is enough; returns whether the board is a solution.
    pub(super) fn run(&mut self, steps: u64) -> bool {
        each!(&mut self.walk, walk => {
            self.isa.run_narrow(walk, steps);
            walk.is_solved()
        })
    }

    /// The current board, cell by cell; a solution if [`LocalSearch::run`] returned true.
    pub(super) fn digits(&self) -> Vec<Digit> {
        each!(&self.walk, walk => walk.digits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Grid, Puzzle, Shape};
    use crate::variants;

    impl LocalSearch {
        fn of(candidates: &Candidates, isa: Isa) -> LocalSearch {
            LocalSearch::new(&Houses::of(candidates.shape()), candidates, isa)
        }

        fn validate(&self, candidates: &Candidates) {
            self.validate_on(&Houses::of(candidates.shape()), candidates);
        }

        fn validate_on(&self, houses: &Houses, candidates: &Candidates) {
            each!(&self.walk, walk => walk.validate(houses, candidates));
        }

        fn pairs(&self) -> i64 {
            each!(&self.walk, walk => walk.pairs())
        }

        fn steps(&self) -> u64 {
            each!(&self.walk, walk => walk.steps())
        }
    }

    /// Whatever the shape of the boxes, the counts stay correct, and a board without clashes is a solution.
    #[test]
    fn boards_are_solved() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (1, 6), (6, 1)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            let mut search = LocalSearch::of(&puzzle.candidates(), Isa::best());
            search.validate(&puzzle.candidates());
            let turns = (0..20_000).find(|_| {
                let is_solved = search.run(7);
                if !is_solved && search.steps() < 500 {
                    search.validate(&puzzle.candidates());
                }
                is_solved
            });
            assert!(turns.is_some(), "{rows}x{columns}");
            search.validate(&puzzle.candidates());
            Grid::new(puzzle.shape(), search.digits()).unwrap();
        }
    }

    /// Each instruction set takes the same steps.
    #[test]
    fn instruction_sets_take_the_same_steps() {
        for (rows, columns) in [(5, 5), (6, 6), (9, 8), (1, 130)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            let walk = |isa| {
                let mut search = LocalSearch::of(&puzzle.candidates(), isa);
                search.run(300);
                (search.steps(), search.pairs(), search.digits())
            };
            let expected = walk(Isa::Portable);
            for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
                assert!(walk(isa) == expected, "{isa}");
            }
        }
    }

    /// A line may have more digits than fit into one block.
    #[test]
    fn lines_may_have_several_blocks() {
        for (rows, columns) in [(8, 8), (5, 13), (9, 8)] {
            let candidates = Puzzle::empty(Shape::new(rows, columns).unwrap()).candidates();
            let mut search = LocalSearch::of(&candidates, Isa::best());
            let before = search.pairs();
            search.validate(&candidates);
            assert!(!search.run(1000));
            search.validate(&candidates);
            assert!(search.pairs() < before - 200, "{} of {before} pairs", search.pairs());
        }
    }

    /// On an empty 49x49 board a cell could clash with more others than seven bits can count; but not if no digit is a
    /// candidate of all cells.
    #[test]
    fn seven_bits_count_what_may_clash() {
        for ((rows, columns), is_possible) in [((3, 3), true), ((6, 7), true), ((7, 7), false), ((10, 10), false)] {
            let mut puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            assert_eq!(is_suitable(&Houses::of(puzzle.shape()), &puzzle.candidates()), is_possible, "{rows}x{columns}");
            let (shape, n) = (puzzle.shape(), rows * columns);
            for cell in shape.cells() {
                let odd = |digit: &Digit| (digit.index() + cell.index() / n + cell.index() % n) % 2 == 1;
                shape.digits().filter(odd).for_each(|digit| puzzle.remove_candidate(cell, digit));
            }
            assert_eq!(is_suitable(&Houses::of(puzzle.shape()), &puzzle.candidates()), n < 85, "{rows}x{columns}");
        }
    }

    #[test]
    fn givens_stay() {
        let puzzle: Puzzle =
            "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....".parse().unwrap();
        let mut search = LocalSearch::of(&puzzle.candidates(), Isa::best());
        assert!((0..10_000).any(|_| search.run(100)));
        assert!(Grid::new(puzzle.shape(), search.digits()).unwrap().solves(&puzzle));
    }

    /// Three cells of a row have two candidates between them: no number of steps solves this.
    #[test]
    fn what_has_no_solution_is_never_called_solved() {
        let mut puzzle = Puzzle::empty(Shape::NINE);
        for cell in [0, 4, 8] {
            Shape::NINE.digits().skip(2).for_each(|digit| puzzle.remove_candidate(Cell::new(cell), digit));
        }
        let mut search = LocalSearch::of(&puzzle.candidates(), Isa::best());
        assert!(!search.run(5000));
        search.validate(&puzzle.candidates());
    }

    /// Regions may have any form as long as each cell is in exactly one; a board without clashes is a solution.
    #[test]
    fn regions_may_be_any_cells() {
        let mut count = 0;
        for puzzle in variants::puzzles().iter().filter(|puzzle| !puzzle.solutions.is_empty()) {
            let is_partitioned = puzzle.houses.len() == 3 * puzzle.shape.side();
            assert_eq!(is_suitable(&puzzle.houses, &puzzle.candidates), is_partitioned, "{}", puzzle.name);
            if is_partitioned {
                let mut search = LocalSearch::new(&puzzle.houses, &puzzle.candidates, Isa::best());
                while !search.run(7) {
                    search.validate_on(&puzzle.houses, &puzzle.candidates);
                }
                assert!(puzzle.solutions.contains(&search.digits()), "{}", puzzle.name);
                count += 1;
            }
        }
        assert!(count > 2);
    }
}
