//! Local search: a full board with mistakes is mended, one cell at a time.
//!
//! Every open cell has one of its candidates from the beginning. Two cells of a house with the same digit clash. A step
//! gives one of the clashing cells the digit that leaves the fewest clashes, even if that is more than now; and the digit
//! that the cell had is forbidden to it for some steps, so that the search leaves a dead end instead of returning to it.
//! That is the colouring of a graph by tabu search (Hertz and de Werra 1987), each cell with a list of colours of its own:
//! what propagation leaves. It never ends where there is no solution, and proves nothing.
//!
//! ```text
//!   candidates   number:        0 1 2 | 3 4 | 5 6 7 8 | ...       cell by cell
//!                digit:         0 4 7 | 4 9 | 0 2 4 7 | ...
//!                clashes:       2 0 1 | 0 3 | 1 1 0 2 | ...       cells that see this one and have the digit now
//!                forbidden until:  a step
//!   current      per cell:        1   |  3  |    7    | ...       the candidate that it has
//!   rivals       per candidate: those of the same digit in the cells that its cell sees
//! ```
//!
//! A step looks at all candidates of all clashing cells (some thirty cells, most of the time) and then changes the counts
//! of the rivals of two candidates: half a microsecond on a board of 36x36.
//!
//! # Where it helps
//!
//! Boards of random givens that have many solutions. A board of 36x36 with half of the cells given is filled in some millions
//! of steps, most of them spent with about fifteen pairs that clash. The learning engine filled four of ten such boards in
//! a minute; CaDiCaL took 300,000 conflicts for one of three and did not fill another with as many: the lessons have a hundred
//! literals there. With 52 % local search alone filled none of four in 10 s. `bench/record` has the figures.
//!
//! # Tried and dropped
//!
//! Boards of 36x36 with 45 and 50 % givens, CPU seconds on a machine with much else to do, one run each; how long a board
//! takes is a matter of luck (about as long again as it has taken, at any time), so small differences mean nothing.
//!
//! * Any cell and digit, taken with a chance that falls with the clashes it brings (simulated annealing, temperatures 0.25
//!   and 0.3): two boards unfilled after 100 million steps, the same for clashing cells only after 60 million. Tabu search
//!   took 0.1 and 0.6 million.
//! * How long a digit is forbidden (per clashing cell + by chance), eight of the harder boards, 10 s each: 0.4 + 12 and
//!   0.4 + 18 took 5.8 s for each filled, 0.35 + 14 7.2, 0.5 + 10 8.0, 0.6 + 6 10.4. 0.3 + 6 filled none of six, 1 + 10 none
//!   of seven.
//! * Three or eight clashing cells, taken at random, instead of all of them in every step: steps take half the time, but of six
//!   boards none was filled.
//! * The best board of a turn as the learning engine's phases (Cai and Zhang 2021, "Deep cooperation of CDCL and local search"):
//!   five of eight boards in 10 s, as many as without.
//! * Belief propagation (messages between cells, rows, columns and boxes). With messages as they should be it is certain of nearly
//!   all cells and mostly wrong, for houses share cells. With their square roots it guesses four digits in ten of a given
//!   solution and eight or nine of the ten it is surest of; but decisions in that order meet a contradiction with half of
//!   the cells open, and as first phases and order of the learning engine it fills no more boards.

use super::layout::Layout;
use crate::board::{Candidates, Cell, Digit};

/// Steps that are worth a node, which otherwise is a conflict.
pub(super) const STEPS_A_NODE: u64 = 100;

/// A digit stays forbidden for so many steps for each clashing cell, and up to so many more by chance.
const FORBIDDEN_A_CLASH: f64 = 0.4;
const FORBIDDEN_BY_CHANCE: u64 = 15;

/// No place in a list.
const NOWHERE: u32 = u32::MAX;

/// A board on its way to a solution.
#[derive(Clone, Debug)]
pub(super) struct Mending {
    /// The digit of every decided cell; in open cells any.
    digits: Vec<Digit>,
    /// The numbers of the open cells on the board.
    cells: Vec<u32>,
    /// Per open cell: its first candidate; and the end.
    starts: Vec<u32>,
    /// Per candidate: its digit, and the place of its cell among the open ones.
    digit_of: Vec<u16>,
    cell_of: Vec<u32>,
    /// The rivals of all candidates, one after the other, and per candidate where they begin; and the end.
    rivals: Vec<u32>,
    rival_starts: Vec<u32>,
    /// Per open cell: the candidate that it has.
    current: Vec<u32>,
    /// Per candidate: whether its cell has it, how many rivals' cells have theirs, the last step that it is forbidden in.
    is_current: Vec<bool>,
    clashes: Vec<u16>,
    forbidden_until: Vec<u64>,
    /// The cells that clash, in any order; and per open cell its place among them, or [`NOWHERE`].
    clashing: Vec<u32>,
    places: Vec<u32>,
    /// Pairs of cells that clash, now and at best so far.
    pairs: i64,
    fewest: i64,
    steps: u64,
    random: u64,
}

impl Mending {
    /// Any board among the candidates that propagation leaves, of which each cell has one.
    pub(super) fn new(candidates: &Candidates) -> Mending {
        let shape = candidates.shape();
        let (layout, n) = (Layout::new(shape), shape.side());
        let digits: Vec<Digit> = shape.cells().map(|cell| first_of(candidates, cell)).collect();
        let cells: Vec<Cell> = shape.cells().filter(|cell| candidates.single(*cell).is_none()).collect();
        let (mut starts, mut digit_of, mut cell_of) = (vec![0], Vec::new(), Vec::new());
        // Per cell and digit: the candidate's number.
        let mut numbers = vec![NOWHERE; n * n * n];
        for (place, cell) in cells.iter().enumerate() {
            for digit in candidates.digits_of(*cell) {
                numbers[cell.index() * n + digit.index()] = digit_of.len() as u32;
                digit_of.push(digit.index() as u16);
                cell_of.push(place as u32);
            }
            starts.push(digit_of.len() as u32);
        }
        let (mut rivals, mut rival_starts) = (Vec::new(), vec![0]);
        for (place, digit) in cell_of.iter().zip(&digit_of) {
            let cell = cells[*place as usize].index();
            let houses = layout.place(cell).houses;
            let seen =
                houses.iter().flat_map(|house| layout.cells_of(*house as usize / n)).filter(|other| *other != cell);
            let first = rivals.len();
            rivals.extend(seen.map(|other| numbers[other * n + usize::from(*digit)]).filter(|rival| *rival != NOWHERE));
            // A cell may be in the box and in the line too.
            rivals[first..].sort_unstable();
            let mut kept = first;
            for i in first..rivals.len() {
                if i == first || rivals[i] != rivals[kept - 1] {
                    rivals[kept] = rivals[i];
                    kept += 1;
                }
            }
            rivals.truncate(kept);
            rival_starts.push(kept as u32);
        }
        let count = digit_of.len();
        let mut mending = Mending {
            digits,
            cells: cells.iter().map(|cell| cell.index() as u32).collect(),
            current: starts[..cells.len()].to_vec(),
            starts,
            digit_of,
            cell_of,
            rivals,
            rival_starts,
            is_current: vec![false; count],
            clashes: vec![0; count],
            forbidden_until: vec![0; count],
            clashing: Vec::new(),
            places: vec![NOWHERE; cells.len()],
            pairs: 0,
            fewest: 0,
            steps: 0,
            random: 0x9e37_79b9_7f4a_7c15,
        };
        mending.begin();
        mending
    }

    /// Gives every cell any of its candidates.
    fn begin(&mut self) {
        for cell in 0..self.cells.len() {
            let (start, end) = (self.starts[cell], self.starts[cell + 1]);
            let chosen = start + self.below(u64::from(end - start)) as u32;
            self.current[cell] = chosen;
            self.is_current[chosen as usize] = true;
            for rival in rivals(&self.rivals, &self.rival_starts, chosen) {
                self.clashes[*rival as usize] += 1;
            }
        }
        for cell in 0..self.cells.len() {
            let clashes = self.clashes[self.current[cell] as usize];
            self.pairs += i64::from(clashes);
            if clashes > 0 {
                enter(&mut self.clashing, &mut self.places, cell as u32);
            }
        }
        self.pairs /= 2;
        self.fewest = self.pairs;
    }

    /// Takes so many steps, fewer if that is enough; whether the board is a solution.
    pub(super) fn mend(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            if self.pairs == 0 {
                break;
            }
            self.steps += 1;
            if let Some((candidate, difference)) = self.choose() {
                self.change(candidate, difference);
            }
        }
        self.pairs == 0
    }

    /// The candidate of a clashing cell that leaves the fewest clashing pairs, chance deciding among equals, and how
    /// many more that are. One that is forbidden may be chosen only if there were never so few.
    fn choose(&mut self) -> Option<(u32, i32)> {
        let wanted = (self.fewest - self.pairs) as i32;
        let (mut best, mut least, mut equals) = (None, i32::MAX, 0);
        let mut random = self.next_random();
        for cell in &self.clashing {
            let cell = *cell as usize;
            let (start, end) = (self.starts[cell] as usize, self.starts[cell + 1] as usize);
            let own = self.current[cell] as usize - start;
            let clashes = &self.clashes[start..end];
            let now = i32::from(clashes[own]);
            for (i, (clashes, until)) in clashes.iter().zip(&self.forbidden_until[start..end]).enumerate() {
                let difference = i32::from(*clashes) - now;
                if difference > least || i == own || (*until >= self.steps && difference >= wanted) {
                    continue;
                }
                if difference < least {
                    (best, least, equals) = (Some((start + i) as u32), difference, 1);
                    continue;
                }
                equals += 1;
                // A linear congruential generator, whose upper half is random enough for this (Knuth).
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                if ((random >> 32) * equals) >> 32 == 0 {
                    best = Some((start + i) as u32);
                }
            }
        }
        best.map(|best| (best, least))
    }

    /// Gives a cell this candidate instead of the one that it has.
    fn change(&mut self, candidate: u32, difference: i32) {
        let cell = self.cell_of[candidate as usize];
        let before = std::mem::replace(&mut self.current[cell as usize], candidate);
        let forbidden = (FORBIDDEN_A_CLASH * self.clashing.len() as f64) as u64 + self.below(FORBIDDEN_BY_CHANCE);
        self.forbidden_until[before as usize] = self.steps + forbidden;
        self.is_current[before as usize] = false;
        self.is_current[candidate as usize] = true;
        self.pairs += i64::from(difference);
        self.fewest = self.fewest.min(self.pairs);
        let Mending { rivals: all, rival_starts, clashes, is_current, cell_of, clashing, places, .. } = self;
        for rival in rivals(all, rival_starts, before) {
            let rival = *rival as usize;
            clashes[rival] -= 1;
            if clashes[rival] == 0 && is_current[rival] {
                leave(clashing, places, cell_of[rival]);
            }
        }
        for rival in rivals(all, rival_starts, candidate) {
            let rival = *rival as usize;
            clashes[rival] += 1;
            if clashes[rival] == 1 && is_current[rival] {
                enter(clashing, places, cell_of[rival]);
            }
        }
        if clashes[candidate as usize] == 0 {
            leave(clashing, places, cell);
        }
    }

    /// The board as it is, cell by cell; a solution if [`Mending::mend`] says so.
    pub(super) fn digits(&self) -> Vec<Digit> {
        let mut digits = self.digits.clone();
        for (cell, candidate) in self.cells.iter().zip(&self.current) {
            digits[*cell as usize] = Digit::from_index(usize::from(self.digit_of[*candidate as usize]));
        }
        digits
    }

    /// Marsaglia's xorshift (2003).
    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn below(&mut self, limit: u64) -> u64 {
        ((self.next_random() >> 32) * limit) >> 32
    }
}

fn first_of(candidates: &Candidates, cell: Cell) -> Digit {
    candidates.digits_of(cell).next().expect("a cell without candidate is a contradiction")
}

/// A candidate's rivals.
#[inline]
fn rivals<'a>(rivals: &'a [u32], starts: &[u32], candidate: u32) -> &'a [u32] {
    &rivals[starts[candidate as usize] as usize..starts[candidate as usize + 1] as usize]
}

/// A cell clashes from now on.
fn enter(clashing: &mut Vec<u32>, places: &mut [u32], cell: u32) {
    places[cell as usize] = clashing.len() as u32;
    clashing.push(cell);
}

/// A cell no longer clashes.
fn leave(clashing: &mut Vec<u32>, places: &mut [u32], cell: u32) {
    let place = std::mem::replace(&mut places[cell as usize], NOWHERE) as usize;
    clashing.swap_remove(place);
    if let Some(moved) = clashing.get(place) {
        places[*moved as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Puzzle, Shape};

    impl Mending {
        /// Counts everything again, from the current candidates alone.
        fn validate(&self) {
            let mut pairs = 0;
            for (cell, candidate) in self.current.iter().enumerate() {
                assert_eq!(self.cell_of[*candidate as usize] as usize, cell);
                let place = self.places[cell];
                assert_eq!(place != NOWHERE, self.clashes[*candidate as usize] > 0);
                assert!(place == NOWHERE || self.clashing[place as usize] as usize == cell);
                pairs += i64::from(self.clashes[*candidate as usize]);
            }
            assert_eq!(pairs, 2 * self.pairs);
            for candidate in 0..self.clashes.len() {
                assert_eq!(self.is_current[candidate], self.current.contains(&(candidate as u32)));
                let all = rivals(&self.rivals, &self.rival_starts, candidate as u32);
                let count = all.iter().filter(|rival| self.is_current[**rival as usize]).count();
                assert_eq!(usize::from(self.clashes[candidate]), count);
            }
        }
    }

    /// Whatever the shape of the boxes: the counts stay right, and what has no clash is a solution.
    #[test]
    fn boards_are_mended() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (1, 6), (6, 1)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            let mut mending = Mending::new(&puzzle.candidates());
            mending.validate();
            let turns = (0..20_000).find(|_| {
                let is_solved = mending.mend(7);
                if !is_solved && mending.steps < 500 {
                    mending.validate();
                }
                is_solved
            });
            assert!(turns.is_some(), "{rows}x{columns}");
            mending.validate();
            Grid::new(puzzle.shape(), mending.digits()).unwrap();
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
        mending.validate();
    }
}
