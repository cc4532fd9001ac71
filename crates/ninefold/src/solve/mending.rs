//! Local search: a full board with mistakes is mended, one cell at a time.
//!
//! Every open cell has one of its candidates from the beginning. Two cells of a house with the same digit clash. A
//! step gives one of the clashing cells the digit that leaves the fewest clashes, even if that is more than now; and
//! the digit that the cell had is forbidden to it for some steps, so that the search leaves a dead end instead of
//! returning to it. That is the colouring of a graph by tabu search (Hertz and de Werra 1987), each cell with a list
//! of colours of its own: what propagation leaves. It never ends where there is no solution, and proves nothing.
//!
//! ```text
//!   rows         cell:      0               | 1               | 2                                 | ...   of eight slots,
//!   digit_of     per slot:  0 4 7 . . . . . | 4 9 . . . . . . | 0 1 2 4 5 6 7 8   9 . . . . . . . | ...   a cell has one or more
//!   values       per slot:  2 C 1 . . . . . | 0 C+3 . . . ... | 1 1 0 F+2 C 4 0 1 0 . . . . . . . | ...
//!                           clashes: cells that see this one and have the digit now; C current, F forbidden, . unused
//!   rivals       per slot: those of the same digit in the cells that its cell sees
//!   clashing     some thirty cells
//!   differences       -1 0 2 0 1 ...: how many more clashes each of them brings with its best candidate
//!   ending       steps modulo a power of two: what is permitted again then
//! ```
//!
//! C and F are so large that the least value of a cell's rows is that of the candidate to take: eight comparisons at
//! once. Only cells that were touched are looked at again. A step changes the values of thirty rivals, looks at five
//! cells and at the list of differences: 0.22 microseconds on a board of 36x36 (a third each for rivals, cells and
//! choice). To look at every candidate of every clashing cell instead, with a list of the steps that they are
//! forbidden until, takes three times as long; a look at all clashing cells, sixteen slots each, as long as this.
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
//! * Any cell and digit, taken with a chance that falls with the clashes it brings (simulated annealing, temperatures
//!   0.25 and 0.3): two boards unfilled after 100 million steps, the same for clashing cells only after 60 million.
//!   Tabu search took 0.1 and 0.6 million.
//! * How long a digit is forbidden (per clashing cell + by chance), eight of the harder boards, 10 s each: 0.4 + 12
//!   and 0.4 + 18 took 5.8 s for each filled, 0.35 + 14 7.2, 0.5 + 10 8.0, 0.6 + 6 10.4. 0.3 + 6 filled none of six,
//!   1 + 10 none of seven.
//! * Three or eight clashing cells, taken at random, instead of all of them in every step: steps take half the time,
//!   but of six boards none was filled.
//! * The best board of a turn as the learning engine's phases (Cai and Zhang 2021, "Deep cooperation of CDCL and
//!   local search"): five of eight boards in 10 s, as many as without.
//! * Belief propagation (messages between cells, rows, columns and boxes). With messages as they should be it is
//!   certain of nearly all cells and mostly wrong, for houses share cells. With their square roots it guesses four
//!   digits in ten of a given solution and eight or nine of the ten it is surest of; but decisions in that order meet
//!   a contradiction with half of the cells open, and as first phases and order of the learning engine it fills no
//!   more boards.

use super::layout::Layout;
use crate::board::{Candidates, Cell, Digit};

/// Steps that are worth a node, which otherwise is a conflict.
pub(super) const STEPS_A_NODE: u64 = 500;

/// A digit stays forbidden for so many steps for each clashing cell, and up to so many more by chance.
const FORBIDDEN_A_CLASH: f64 = 0.4;
const FORBIDDEN_BY_CHANCE: u64 = 15;

/// No place in a list.
const NOWHERE: u32 = u32::MAX;

/// Slots in a row of them.
const ROW: usize = 8;

/// What a slot's value has on top of its clashes. Their order matters: a free candidate is less than any other.
const CURRENT: i16 = 0x2000;
const FORBIDDEN: i16 = 0x1000;
const UNUSED: i16 = i16::MAX;

/// A board on its way to a solution.
#[derive(Clone, Debug)]
pub(super) struct Mending {
    /// The digit of every decided cell; in open cells any.
    digits: Vec<Digit>,
    /// The numbers of the open cells on the board.
    cells: Vec<u32>,
    /// Per open cell: its first row; and the end.
    starts: Vec<u32>,
    /// Per row: the place of its cell among the open ones.
    cell_of: Vec<u32>,
    /// Per slot: its digit, and its value.
    digit_of: Vec<u16>,
    values: Vec<[i16; ROW]>,
    /// The rivals of all slots, one after the other, and per slot where they begin; and the end.
    rivals: Vec<u32>,
    rival_starts: Vec<u32>,
    /// Per open cell: the slot of the candidate that it has.
    current: Vec<u32>,
    /// The cells that clash, in any order, and how many more clashes each of them brings with its best candidate.
    clashing: Vec<u32>,
    differences: Vec<i16>,
    /// The places of those with the best candidates, while one of them is chosen.
    equal: Vec<u32>,
    /// Per row: the place of its cell among those that clash, or [`NOWHERE`].
    places: Vec<u32>,
    /// Rows that have changed of cells that clash or did, since they were looked at.
    changed: Vec<u32>,
    /// Room for the rows of one candidate's rivals, however many they are.
    room: Vec<u32>,
    /// The slots that are forbidden until a step: the first of them by the step modulo the length, each other one at
    /// the slot before it.
    ending: Vec<u32>,
    ending_next: Vec<u32>,
    /// Pairs of cells that clash.
    pairs: i64,
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
        let (mut starts, mut digit_of, mut cell_of, mut values) = (vec![0], Vec::new(), Vec::new(), Vec::new());
        // Per cell and digit: the candidate's slot.
        let mut slots = vec![NOWHERE; n * n * n];
        for (place, cell) in cells.iter().enumerate() {
            for (i, digit) in candidates.digits_of(*cell).enumerate() {
                if i % ROW == 0 {
                    values.push([UNUSED; ROW]);
                    cell_of.push(place as u32);
                    digit_of.resize(values.len() * ROW, 0);
                }
                let slot = (values.len() - 1) * ROW + i % ROW;
                slots[cell.index() * n + digit.index()] = slot as u32;
                digit_of[slot] = digit.index() as u16;
                values[slot / ROW][slot % ROW] = 0;
            }
            starts.push(values.len() as u32);
        }
        let (mut rivals, mut rival_starts) = (Vec::new(), vec![0]);
        for (slot, digit) in digit_of.iter().enumerate() {
            let first = rivals.len();
            if values[slot / ROW][slot % ROW] != UNUSED {
                let cell = cells[cell_of[slot / ROW] as usize].index();
                let houses = layout.place(cell).houses;
                let seen =
                    houses.iter().flat_map(|house| layout.cells_of(*house as usize / n)).filter(|other| *other != cell);
                rivals
                    .extend(seen.map(|other| slots[other * n + usize::from(*digit)]).filter(|rival| *rival != NOWHERE));
            }
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
        let most_rivals =
            (0..digit_of.len()).map(|slot| self::rivals(&rivals, &rival_starts, slot).len()).max().unwrap_or(0);
        let longest = (FORBIDDEN_A_CLASH * cells.len() as f64) as u64 + FORBIDDEN_BY_CHANCE;
        let mut mending = Mending {
            digits,
            cells: cells.iter().map(|cell| cell.index() as u32).collect(),
            current: starts[..cells.len()].iter().map(|row| row * ROW as u32).collect(),
            starts,
            places: vec![NOWHERE; values.len()],
            ending: vec![NOWHERE; (longest as usize + 2).next_power_of_two()],
            ending_next: vec![NOWHERE; digit_of.len()],
            cell_of,
            digit_of,
            values,
            rivals,
            rival_starts,
            clashing: Vec::new(),
            differences: Vec::new(),
            equal: vec![0; cells.len()],
            changed: Vec::new(),
            room: vec![0; most_rivals],
            pairs: 0,
            steps: 0,
            random: 0x9e37_79b9_7f4a_7c15,
        };
        mending.begin();
        mending
    }

    /// Gives every cell any of its candidates.
    fn begin(&mut self) {
        for cell in 0..self.cells.len() {
            let rows = self.starts[cell] as usize..self.starts[cell + 1] as usize;
            let count = self.values[rows].as_flattened().iter().filter(|value| **value != UNUSED).count();
            self.current[cell] += self.below(count as u64) as u32;
            let chosen = self.current[cell] as usize;
            self.values[chosen / ROW][chosen % ROW] += CURRENT;
            for rival in rivals(&self.rivals, &self.rival_starts, chosen) {
                self.values[*rival as usize / ROW][*rival as usize % ROW] += 1;
            }
        }
        for cell in 0..self.cells.len() {
            let chosen = self.current[cell] as usize;
            let clashes = self.values[chosen / ROW][chosen % ROW] - CURRENT;
            self.pairs += i64::from(clashes);
            self.changed.push(self.starts[cell]);
        }
        self.pairs /= 2;
        self.look_again();
    }

    /// Takes so many steps, fewer if that is enough; whether the board is a solution.
    pub(super) fn mend(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            if self.pairs == 0 {
                break;
            }
            self.steps += 1;
            self.permit();
            self.look_again();
            if let Some(slot) = self.choose() {
                self.change(slot);
            }
            self.look_again();
        }
        self.pairs == 0
    }

    /// Permits what was forbidden until now.
    fn permit(&mut self) {
        let now = self.steps as usize & (self.ending.len() - 1);
        let mut slot = std::mem::replace(&mut self.ending[now], NOWHERE);
        while slot != NOWHERE {
            let row = slot as usize / ROW;
            self.values[row][slot as usize % ROW] -= FORBIDDEN;
            if self.places[row] != NOWHERE {
                self.changed.push(row as u32);
            }
            slot = self.ending_next[slot as usize];
        }
    }

    /// The candidate of a clashing cell that leaves the fewest clashing pairs, chance deciding between the cells with such
    /// a candidate, and then between the cell's candidates; `None` if all are forbidden.
    fn choose(&mut self) -> Option<usize> {
        let least = least_of(&self.differences);
        if least >= FORBIDDEN / 2 {
            return None;
        }
        // No branch: nobody could foretell it.
        let mut equals = 0;
        for (place, difference) in self.differences.iter().enumerate() {
            self.equal[equals] = place as u32;
            equals += usize::from(*difference == least);
        }
        let chosen = self.below(equals as u64) as usize;
        let place = self.equal[chosen] as usize;
        let cell = self.clashing[place] as usize;
        let wanted = self.value(self.current[cell]) - CURRENT + least;
        let first = self.starts[cell] as usize * ROW;
        let (mut chosen, mut equals) = (None, 0);
        for slot in first..self.starts[cell + 1] as usize * ROW {
            if self.value(slot as u32) == wanted {
                equals += 1;
                if equals == 1 || self.below(equals) == 0 {
                    chosen = Some(slot);
                }
            }
        }
        debug_assert!(chosen.is_some(), "the difference is that of a candidate");
        chosen
    }

    /// Gives a cell this candidate instead of the one that it has.
    fn change(&mut self, slot: usize) {
        let cell = self.cell_of[slot / ROW] as usize;
        let before = std::mem::replace(&mut self.current[cell], slot as u32) as usize;
        self.pairs += i64::from(self.value(slot as u32) - (self.value(before as u32) - CURRENT));
        self.values[before / ROW][before % ROW] += FORBIDDEN - CURRENT;
        self.values[slot / ROW][slot % ROW] += CURRENT;
        let forbidden = (FORBIDDEN_A_CLASH * self.clashing.len() as f64) as u64 + self.below(FORBIDDEN_BY_CHANCE);
        let end = (self.steps + forbidden + 1) as usize & (self.ending.len() - 1);
        self.ending_next[before] = std::mem::replace(&mut self.ending[end], before as u32);
        self.changed.push((slot / ROW) as u32);
        self.count(before, -1);
        self.count(slot, 1);
    }

    /// A candidate's rivals have so many more clashes.
    fn count(&mut self, slot: usize, more: i16) {
        let Mending { rivals: all, rival_starts, values, places, changed, room, .. } = self;
        let rivals = rivals(all, rival_starts, slot);
        let room = &mut room[..rivals.len()];
        let mut end = 0;
        for rival in rivals {
            let (row, i) = (*rival as usize / ROW, *rival as usize % ROW);
            let value = &mut values[row][i];
            *value += more;
            // No branch: nobody could foretell it.
            room[end] = row as u32;
            end += usize::from((places[row] != NOWHERE) | (*value >= CURRENT));
        }
        changed.extend_from_slice(&room[..end]);
    }

    /// Which of the cells that have changed clash now, and what their best candidates are.
    fn look_again(&mut self) {
        while let Some(row) = self.changed.pop() {
            let cell = self.cell_of[row as usize] as usize;
            let clashes = self.value(self.current[cell]) - CURRENT;
            let mut place = self.places[row as usize];
            if clashes == 0 {
                if place != NOWHERE {
                    self.leave(cell, place as usize);
                }
                continue;
            }
            if place == NOWHERE {
                place = self.clashing.len() as u32;
                self.clashing.push(cell as u32);
                self.differences.push(UNUSED);
                self.put(cell, place);
            }
            let rows = &self.values[self.starts[cell] as usize..self.starts[cell + 1] as usize];
            let least = rows.iter().fold(UNUSED, |least, values| least.min(least_of_row(values)));
            self.differences[place as usize] = least - clashes;
        }
    }

    /// A cell no longer clashes; another takes its place.
    fn leave(&mut self, cell: usize, place: usize) {
        self.put(cell, NOWHERE);
        self.clashing.swap_remove(place);
        self.differences.swap_remove(place);
        if let Some(moved) = self.clashing.get(place) {
            self.put(*moved as usize, place as u32);
        }
    }

    /// Notes a cell's place in all its rows.
    #[inline]
    fn put(&mut self, cell: usize, place: u32) {
        for row in self.starts[cell]..self.starts[cell + 1] {
            self.places[row as usize] = place;
        }
    }

    #[inline]
    fn value(&self, slot: u32) -> i16 {
        self.values[slot as usize / ROW][slot as usize % ROW]
    }

    /// The board as it is, cell by cell; a solution if [`Mending::mend`] says so.
    pub(super) fn digits(&self) -> Vec<Digit> {
        let mut digits = self.digits.clone();
        for (cell, candidate) in self.cells.iter().zip(&self.current) {
            digits[*cell as usize] = Digit::from_index(usize::from(self.digit_of[*candidate as usize]));
        }
        digits
    }

    /// Marsaglia's xorshift (2003), multiplied (Vigna 2016): without that a step's few numbers depend on one another, and
    /// boards seemed to take half as many steps again.
    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: u64) -> u64 {
        ((self.next_random() >> 32) * limit) >> 32
    }
}

fn first_of(candidates: &Candidates, cell: Cell) -> Digit {
    candidates.digits_of(cell).next().expect("a cell without candidate is a contradiction")
}

/// A slot's rivals.
#[inline]
fn rivals<'a>(rivals: &'a [u32], starts: &[u32], slot: usize) -> &'a [u32] {
    &rivals[starts[slot] as usize..starts[slot + 1] as usize]
}

// Functions of their own, for inlined into a loop the compiler makes one comparison after the other of them.
#[inline(never)]
fn least_of_row(values: &[i16; ROW]) -> i16 {
    values.iter().copied().fold(UNUSED, i16::min)
}

#[inline(never)]
fn least_of(values: &[i16]) -> i16 {
    values.iter().copied().fold(UNUSED, i16::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Puzzle, Shape};

    impl Mending {
        /// Counts everything again, from the current candidates alone.
        fn validate(&self) {
            let mut pairs = 0;
            let rows = |cell: usize| self.starts[cell] as usize..self.starts[cell + 1] as usize;
            for (cell, slot) in self.current.iter().enumerate() {
                assert_eq!(self.cell_of[*slot as usize / ROW] as usize, cell);
                let clashes = self.value(*slot) - CURRENT;
                let place = self.places[rows(cell).start];
                assert!(self.places[rows(cell)].iter().all(|other| *other == place));
                assert_eq!(place != NOWHERE, clashes > 0);
                if place != NOWHERE {
                    assert_eq!(self.clashing[place as usize] as usize, cell);
                    let least = self.values[rows(cell)].as_flattened().iter().min().unwrap();
                    assert_eq!(self.differences[place as usize], least - clashes);
                }
                pairs += i64::from(clashes);
            }
            assert_eq!(pairs, 2 * self.pairs);
            assert_eq!(self.clashing.len(), self.differences.len());
            assert!(self.changed.is_empty());
            let mut forbidden = vec![0; self.digit_of.len()];
            for first in &self.ending {
                let mut slot = *first;
                while slot != NOWHERE {
                    forbidden[slot as usize] += FORBIDDEN;
                    slot = self.ending_next[slot as usize];
                }
            }
            for (slot, forbidden) in forbidden.iter().enumerate() {
                if self.value(slot as u32) == UNUSED {
                    continue;
                }
                let is_current = |slot: usize| self.current[self.cell_of[slot / ROW] as usize] as usize == slot;
                let all = rivals(&self.rivals, &self.rival_starts, slot);
                let clashes = all.iter().filter(|rival| is_current(**rival as usize)).count() as i16;
                let on_top = if is_current(slot) { CURRENT } else { 0 };
                assert_eq!(self.value(slot as u32), clashes + on_top + forbidden);
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
