//! Local search: a full board with mistakes is mended, one cell at a time.
//!
//! Every open cell has one of its candidates from the beginning. Two cells of a house with the same digit clash. A
//! step gives one of the clashing cells the digit that leaves the fewest clashes, even if that is more than now; and
//! the digit that the cell had is forbidden to it for some steps, so that the search leaves a dead end instead of
//! returning to it. That is the colouring of a graph by tabu search (Hertz and de Werra 1987), each cell with a list
//! of colours of its own: what propagation leaves. It never ends where there is no solution, and proves nothing.
//!
//! ```text
//!   counts       per row, column, box, segment (what a box and a line share):
//!                     0 1 2 0 1 ...       open cells that have the digit, a byte for each digit
//!   barred       per open cell:
//!                     . X . F C ...       not a candidate, forbidden, the current digit: not to be taken
//!   clashing     some thirty cells        and for each of them:
//!     values          2 X 1 F C ...       row + column + box - both segments: how many cells the digit would clash
//!     with least, clashes  1, 2                the least of the values, and how many cells the current digit clashes
//!     with differences     -1                  the least less the clashes: what the best step of this cell would bring
//!     houses          3 17 8              row, column and box
//!   ending       steps modulo a power of two: what is permitted again then
//! ```
//!
//! Values are kept for the cells that clash only. A step changes ten counts, finds who shares a house with the cell
//! among thirty (their houses are compared 64 at once, [`blocks`]) and tells these eight: two of their values change,
//! and perhaps the least one; one or two cells begin to clash, for which the values are added up, a line at a time. Who
//! has a digit alone in a house is known without a search: of the cells that have it the exclusive or is kept. So a
//! step takes 0.20 microseconds on a board of 36x36, 0.21 to 0.23 on one of 49x49, half of it for the telling and the
//! beginning.
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

mod blocks;
mod clashing;

use super::layout::{Layout, Place};
use crate::board::{Candidates, Digit};
use blocks::{BARRED, BLOCK, Block, Random, one_of_least, values_of};
use clashing::{Clashing, NO_HOUSE};

/// Steps that are worth a node, which otherwise is a conflict.
pub(super) const STEPS_A_NODE: u64 = 500;

/// A digit stays forbidden for so many steps for each clashing cell, and up to so many more by chance.
const FORBIDDEN_A_CLASH: f64 = 0.4;
const FORBIDDEN_BY_CHANCE: u64 = 15;

/// No step.
const NEVER: u32 = u32::MAX;

/// A board on its way to a solution.
#[derive(Clone, Debug)]
pub(super) struct Mending {
    /// The digit of every decided cell; in open cells any.
    digits: Vec<Digit>,
    cells: Vec<OpenCell>,
    /// Per open cell: the digit that it has.
    current: Vec<u8>,
    clashing: Clashing,
    /// Pairs of cells that clash.
    pairs: i64,
    /// Blocks of a line, which has a byte for each digit.
    width: usize,
    /// Lines of rows, columns, boxes and segments: open cells that have the digit.
    counts: Vec<Block>,
    /// Per row, column and box and digit, as the counts: the open cells that have it, combined by exclusive or.
    holders: Vec<u32>,
    /// Lines of open cells: [`BARRED`] or 0.
    barred: Vec<Block>,
    /// What is permitted again at a step, by the step modulo the length: the last that was forbidden until then, or
    /// [`NEVER`]; and what a step has forbidden.
    ending: Vec<u32>,
    forbidden: Vec<Forbidden>,
    steps: u64,
    random: Random,
}

/// An open cell.
#[derive(Clone, Copy, Debug)]
struct OpenCell {
    /// Its number on the board.
    number: u32,
    /// Its row, column and box.
    houses: [u8; 3],
    /// Where the lines of row, column, box and its two segments begin: their first counts.
    lines: [u32; 5],
}

/// What a step has forbidden.
#[derive(Clone, Copy, Debug)]
struct Forbidden {
    cell: u32,
    digit: u8,
    /// The step before, modulo the length, that forbade something until the same step, or [`NEVER`].
    before: u32,
}

/// Whether bytes can count the cells that one may clash with, and number the houses.
pub(super) fn is_suitable(candidates: &Candidates) -> bool {
    let shape = candidates.shape();
    let mut most = [0; 3];
    for (i, house) in shape.houses().enumerate() {
        let open = shape.cells_of(house).filter(|cell| candidates.single(*cell).is_none()).count();
        let most = &mut most[i / shape.side()];
        *most = open.max(*most);
    }
    shape.side() <= usize::from(NO_HOUSE) && most.iter().sum::<usize>() < usize::from(BARRED)
}

impl Mending {
    /// Any board among the candidates that propagation leaves, of which each cell has one; they must be
    /// [suitable](is_suitable).
    pub(super) fn new(candidates: &Candidates) -> Mending {
        let shape = candidates.shape();
        let (layout, n) = (Layout::new(shape), shape.side());
        let width = n.div_ceil(BLOCK);
        let line = |number: u32| (number as usize / n * width * BLOCK) as u32;
        let (mut cells, mut barred) = (Vec::new(), Vec::new());
        for cell in shape.cells().filter(|cell| candidates.single(*cell).is_none()) {
            let Place { houses: [row, column, block], segments, .. } = layout.place(cell.index());
            let [row_part, column_part] = segments.map(|segment| segment + (3 * n * n) as u32);
            cells.push(OpenCell {
                number: cell.index() as u32,
                houses: [row, column, block].map(|house| (house as usize / n % n) as u8),
                lines: [row, column, block, row_part, column_part].map(line),
            });
            let first = barred.len();
            barred.resize(first + width, [BARRED; BLOCK]);
            for digit in candidates.digits_of(cell) {
                barred[first..].as_flattened_mut()[digit.index()] = 0;
            }
        }
        let longest = (FORBIDDEN_A_CLASH * cells.len() as f64) as u64 + FORBIDDEN_BY_CHANCE;
        let ring = (longest as usize + 2).next_power_of_two();
        let mut mending = Mending {
            digits: candidates.lowest(),
            current: vec![0; cells.len()],
            clashing: Clashing::new(cells.len(), width),
            pairs: 0,
            width,
            counts: vec![[0; BLOCK]; (3 * n + layout.segment_count()) * width],
            holders: vec![0; 3 * n * width * BLOCK],
            barred,
            ending: vec![NEVER; ring],
            forbidden: vec![Forbidden { cell: 0, digit: 0, before: NEVER }; ring],
            cells,
            steps: 0,
            random: Random::new(),
        };
        mending.begin();
        mending
    }

    /// Gives every cell any of its candidates.
    fn begin(&mut self) {
        for cell in 0..self.cells.len() {
            let (digit, _) = one_of_least(&self.barred[cell * self.width..][..self.width], &mut self.random);
            self.pairs += i64::from(self.count(cell, digit));
            self.put(cell, digit);
        }
        for cell in 0..self.cells.len() {
            if self.count(cell, usize::from(self.current[cell])) > 1 {
                self.enter(cell);
            }
        }
    }

    /// Takes so many steps, fewer if that is enough; whether the board is a solution.
    pub(super) fn mend(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            if self.pairs == 0 {
                break;
            }
            self.steps += 1;
            self.permit();
            if let Some((place, digit)) = self.clashing.choose(&mut self.random) {
                self.change(place, digit);
            }
        }
        self.pairs == 0
    }

    /// Permits what was forbidden until now.
    fn permit(&mut self) {
        let now = self.steps as usize & (self.ending.len() - 1);
        let mut ending = std::mem::replace(&mut self.ending[now], NEVER);
        while ending != NEVER {
            let Forbidden { cell, digit, before } = self.forbidden[ending as usize];
            let (cell, digit) = (cell as usize, usize::from(digit));
            self.barred[cell * self.width..].as_flattened_mut()[digit] = 0;
            if let Some(place) = self.clashing.place_of(cell) {
                let clashes = self.count(cell, digit);
                self.clashing.permit(place, digit, clashes);
            }
            ending = before;
        }
    }

    /// Gives a clashing cell this digit instead of the one that it has, which it may not take again for some steps.
    fn change(&mut self, place: usize, digit: usize) {
        let cell = self.clashing.cell_at(place);
        let before = usize::from(self.current[cell]);
        let clashes = self.count(cell, digit);
        self.pairs += i64::from(clashes) - i64::from(self.clashing.clashes_at(place));
        self.forbid(cell, before);
        self.take(cell, before);
        let (alone, count) = self.put(cell, digit);
        self.clashing.change(place, before, clashes, &self.current);
        for cell in &alone[..count] {
            if self.clashing.place_of(*cell as usize).is_none() {
                self.enter(*cell as usize);
            }
        }
    }

    /// Notes when a cell may take the digit again that it has.
    fn forbid(&mut self, cell: usize, digit: usize) {
        let steps = (FORBIDDEN_A_CLASH * self.clashing.count() as f64) as u64 + self.random.below(FORBIDDEN_BY_CHANCE);
        let ring = self.ending.len() - 1;
        let (now, end) = (self.steps as usize & ring, (self.steps + steps + 1) as usize & ring);
        let before = std::mem::replace(&mut self.ending[end], now as u32);
        self.forbidden[now] = Forbidden { cell: cell as u32, digit: digit as u8, before };
    }

    /// Takes a digit out of a cell.
    fn take(&mut self, cell: usize, digit: usize) {
        let lines = self.cells[cell].lines;
        let counts = self.counts.as_flattened_mut();
        for line in lines {
            counts[line as usize + digit] -= 1;
        }
        for line in &lines[..3] {
            self.holders[*line as usize + digit] ^= cell as u32;
        }
    }

    /// Puts a digit into a cell; the cells that alone had it in one of the houses, and how many they are.
    fn put(&mut self, cell: usize, digit: usize) -> ([u32; 3], usize) {
        let lines = self.cells[cell].lines;
        let counts = self.counts.as_flattened_mut();
        let (mut alone, mut count) = ([0; 3], 0);
        for line in &lines[..3] {
            let at = *line as usize + digit;
            // No branch: nobody could foretell it.
            alone[count] = self.holders[at];
            count += usize::from(counts[at] == 1);
            self.holders[at] ^= cell as u32;
        }
        for line in lines {
            counts[line as usize + digit] += 1;
        }
        self.current[cell] = digit as u8;
        self.barred[cell * self.width..].as_flattened_mut()[digit] = BARRED;
        (alone, count)
    }

    /// A cell clashes now.
    fn enter(&mut self, cell: usize) {
        let clashes = self.count(cell, usize::from(self.current[cell])) - 1;
        let Mending { counts, barred, width, .. } = self;
        let OpenCell { lines: [row, column, block, row_part, column_part], houses, .. } = self.cells[cell];
        let line = |line: u32| &counts[line as usize / BLOCK..][..*width];
        let lines = [line(row), line(column), line(block), line(row_part), line(column_part)];
        let barred = &barred[cell * *width..][..*width];
        self.clashing.enter(cell, houses, clashes, |i| values_of(lines.map(|line| &line[i]), &barred[i]));
    }

    /// Open cells that see this one and have the digit; one more if it has the digit itself.
    #[inline]
    fn count(&self, cell: usize, digit: usize) -> u8 {
        let counts = self.counts.as_flattened();
        let [row, column, block, row_part, column_part] = self.cells[cell].lines;
        let count = |line: u32| u32::from(counts[line as usize + digit]);
        (count(row) + count(column) + count(block) - count(row_part) - count(column_part)) as u8
    }

    /// The board as it is, cell by cell; a solution if [`Mending::mend`] says so.
    pub(super) fn digits(&self) -> Vec<Digit> {
        let mut digits = self.digits.clone();
        for (cell, digit) in self.cells.iter().zip(&self.current) {
            digits[cell.number as usize] = Digit::from_index(usize::from(*digit));
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Grid, Puzzle, Shape};
    use std::collections::BTreeSet;

    impl Mending {
        /// Counts everything again, from the current digits alone.
        fn validate(&self, candidates: &Candidates) {
            let mut forbidden = BTreeSet::new();
            for last in &self.ending {
                let mut ending = *last;
                while ending != NEVER {
                    let Forbidden { cell, digit, before } = self.forbidden[ending as usize];
                    assert!(forbidden.insert((cell as usize, digit)));
                    ending = before;
                }
            }
            let (mut pairs, mut expected) = (0, Vec::new());
            for (cell, OpenCell { number, houses, .. }) in self.cells.iter().enumerate() {
                let sees = |other: &usize| {
                    *other != cell && self.cells[*other].houses.iter().zip(houses).any(|(one, other)| one == other)
                };
                let seen: Vec<u8> = (0..self.cells.len()).filter(sees).map(|other| self.current[other]).collect();
                let own = self.current[cell];
                let values = candidates.shape().digits().map(|digit| {
                    let is_candidate = candidates.contains(Cell::new(*number as usize), digit);
                    let digit = digit.index() as u8;
                    let clashes = seen.iter().filter(|other| **other == digit).count() as u8;
                    assert_eq!(self.count(cell, usize::from(digit)), clashes + u8::from(digit == own));
                    let is_barred = !is_candidate || digit == own || forbidden.contains(&(cell, digit));
                    let noted = self.barred[cell * self.width..].as_flattened()[usize::from(digit)];
                    assert_eq!(noted == BARRED, is_barred);
                    if is_barred { BARRED } else { clashes }
                });
                let values = values.collect();
                let clashes = seen.iter().filter(|other| **other == own).count();
                pairs += clashes as i64;
                expected.push((clashes as u8, *houses, values));
            }
            assert_eq!(pairs, 2 * self.pairs);
            self.clashing.validate(&expected);
        }
    }

    /// Whatever the shape of the boxes: the counts stay right, and what has no clash is a solution.
    #[test]
    fn boards_are_mended() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (1, 6), (6, 1)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            let mut mending = Mending::new(&puzzle.candidates());
            mending.validate(&puzzle.candidates());
            let turns = (0..20_000).find(|_| {
                let is_solved = mending.mend(7);
                if !is_solved && mending.steps < 500 {
                    mending.validate(&puzzle.candidates());
                }
                is_solved
            });
            assert!(turns.is_some(), "{rows}x{columns}");
            mending.validate(&puzzle.candidates());
            Grid::new(puzzle.shape(), mending.digits()).unwrap();
        }
    }

    /// More digits than a block has numbers.
    #[test]
    fn lines_may_have_several_blocks() {
        for (rows, columns) in [(8, 8), (5, 13), (9, 8)] {
            let candidates = Puzzle::empty(Shape::new(rows, columns).unwrap()).candidates();
            let mut mending = Mending::new(&candidates);
            let before = mending.pairs;
            mending.validate(&candidates);
            assert!(!mending.mend(1000));
            mending.validate(&candidates);
            assert!(mending.pairs < before - 500, "{} of {before} pairs", mending.pairs);
        }
    }

    /// Of an empty board of 100x100 a cell could clash with more others than a byte can count.
    #[test]
    fn bytes_count_what_may_clash() {
        for ((rows, columns), is_possible) in [((3, 3), true), ((9, 9), true), ((10, 9), false), ((10, 10), false)] {
            let empty = Puzzle::empty(Shape::new(rows, columns).unwrap());
            assert_eq!(is_suitable(&empty.candidates()), is_possible, "{rows}x{columns}");
        }
    }

    #[test]
    fn givens_stay() {
        let puzzle: Puzzle =
            "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....".parse().unwrap();
        let mut mending = Mending::new(&puzzle.candidates());
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
        let mut mending = Mending::new(&puzzle.candidates());
        assert!(!mending.mend(5000));
        mending.validate(&puzzle.candidates());
    }
}
