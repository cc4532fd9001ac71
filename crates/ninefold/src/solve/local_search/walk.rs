//! A board on its way to a solution, step by step.

use super::super::segments::Segments;
use super::clashing::{BARRED, Change, Clashing};
use super::random::{Draw, Random};
use super::tabu::{BY_CHANCE, Tabu};
#[cfg(test)]
use crate::board::Cell;
use crate::board::{Candidates, Digit, Houses};
use crate::solve::arch::{BLOCK, BestBytes, Block, Bytes, Job, Set};

/// A board with a byte for each digit in every line; lines are `WIDTH` blocks long, a power of two.
#[derive(Clone, Debug)]
pub(super) struct Walk<const WIDTH: usize> {
    /// The digit of every decided cell; any digit for open cells.
    digits: Vec<Digit>,
    /// Per open cell: its number on the board.
    numbers: Vec<u32>,
    cells: Vec<OpenCell>,
    clashing: Clashing,
    /// The number of pairs of cells that clash.
    pairs: i64,
    /// The row, the column and the box with each number.
    houses: Vec<[House<WIDTH>; 3]>,
    /// Per segment and digit: how many open cells have the digit.
    segments: Vec<[Block; WIDTH]>,
    /// Per open cell and digit: [`BARRED`] or 0.
    barred: Vec<[Block; WIDTH]>,
    tabu: Tabu,
    random: Random,
}

/// The open cells of a house, digit by digit.
#[derive(Clone, Copy, Debug)]
struct House<const WIDTH: usize> {
    counts: [Block; WIDTH],
    /// The exclusive or of the numbers of the cells with the digit: for a single cell, its number.
    holders: [[u16; BLOCK]; WIDTH],
}

/// An open cell.
#[derive(Clone, Copy, Debug)]
struct OpenCell {
    segments: [u32; 2],
    /// Its row, column and box.
    houses: [u8; 3],
    /// The digit that it has.
    current: u8,
}

impl<const WIDTH: usize> Job<u64> for Walk<WIDTH> {
    type Output = ();

    /// Takes `steps` steps, or fewer if that is enough.
    #[inline(always)]
    fn run<S: Set>(&mut self, steps: u64) {
        for _ in 0..steps {
            if self.pairs == 0 {
                break;
            }
            let chosen = self.clashing.choose::<S::Bytes>(&mut self.random);
            self.tabu.begin_step();
            while let Some((cell, digit)) = self.tabu.permitted() {
                let (block, lane) = place_of::<WIDTH>(digit);
                self.barred[cell][block].0[lane] = 0;
                self.clashing.permit(cell, usize::from(digit));
            }
            if let Some((place, clashes)) = chosen {
                self.step::<S::Bytes>(place, clashes);
            }
        }
    }
}

/// The block of a digit in a line of `WIDTH` blocks, and its place there.
#[inline(always)]
fn place_of<const WIDTH: usize>(digit: u8) -> (usize, usize) {
    // No block is beyond the last; the remainder shows this to the compiler.
    (usize::from(digit) / BLOCK % WIDTH, usize::from(digit) % BLOCK)
}

impl<const WIDTH: usize> Walk<WIDTH> {
    /// An arbitrary board among the candidates that propagation leaves, at least one for each cell; they must be
    /// [suitable](super::is_suitable).
    pub(super) fn new(houses: &Houses, candidates: &Candidates) -> Walk<WIDTH> {
        let (segments, n) = (Segments::new(houses), houses.side());
        let (mut numbers, mut cells, mut barred) = (Vec::new(), Vec::new(), Vec::new());
        for cell in candidates.shape().cells().filter(|cell| candidates.single(*cell).is_none()) {
            cells.push(OpenCell {
                segments: std::array::from_fn(|i| segments.of_cell(cell.index())[i]),
                houses: std::array::from_fn(|kind| (usize::from(houses.of_cell(cell)[kind]) % n) as u8),
                current: 0,
            });
            numbers.push(cell.index() as u32);
            let mut line = [Block([BARRED; BLOCK]); WIDTH];
            for digit in candidates.digits_of(cell) {
                let (block, lane) = place_of::<WIDTH>(digit.index() as u8);
                line[block].0[lane] = 0;
            }
            barred.push(line);
        }
        let mut walk = Walk {
            digits: candidates.lowest(),
            clashing: Clashing::new(cells.len(), n),
            pairs: 0,
            houses: vec![[House { counts: [Block([0; BLOCK]); WIDTH], holders: [[0; BLOCK]; WIDTH] }; 3]; n],
            segments: vec![[Block([0; BLOCK]); WIDTH]; segments.len()],
            barred,
            tabu: Tabu::new(cells.len()),
            random: Random::new(),
            numbers,
            cells,
        };
        walk.begin();
        walk
    }

    /// Gives each cell in turn a candidate that clashes with the fewest others.
    fn begin(&mut self) {
        for cell in 0..self.cells.len() {
            let values = self.values_of::<BestBytes>(cell);
            let least = values.iter().map(|block| block.least()).min().unwrap_or(BARRED);
            let digit = self.one_with(&values, least);
            self.pairs += i64::from(least);
            self.put(cell, None, digit);
        }
        for cell in 0..self.cells.len() {
            if self.count(cell, self.cells[cell].current) > 1 {
                self.enter::<BestBytes>(cell);
            }
        }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.pairs == 0
    }

    /// Gives the cell at a place a new digit with which it clashes with this many others; it may not take its old digit again
    /// for some steps.
    #[inline(always)]
    fn step<V: Bytes>(&mut self, place: usize, clashes: u8) {
        let cell = self.clashing.cell_at(place);
        let values = self.values_of::<V>(cell);
        let digit = self.one_with(&values, clashes);
        let before = self.cells[cell].current;
        self.pairs += i64::from(clashes) - i64::from(self.clashing.clashes_at(place));
        self.tabu.forbid(cell, before, self.clashing.count(), self.random.below(BY_CHANCE));
        let (alone, count) = self.put(cell, Some(before), digit);
        self.clashing.change::<V>(Change { place, before, digit, clashes });
        for other in &alone[..count] {
            if !self.clashing.contains(usize::from(*other)) {
                self.enter::<V>(usize::from(*other));
            }
        }
    }

    /// The values of all digits for a cell: with how many others it would clash (one more for its own digit), and [`BARRED`].
    #[inline(always)]
    fn values_of<V: Bytes>(&self, cell: usize) -> [V; WIDTH] {
        let OpenCell { houses: [row, column, of_box], segments: [row_part, column_part], .. } = self.cells[cell];
        let (row, column) = (&self.houses[usize::from(row)][0].counts, &self.houses[usize::from(column)][1].counts);
        let of_box = &self.houses[usize::from(of_box)][2].counts;
        let (row_part, column_part) = (&self.segments[row_part as usize], &self.segments[column_part as usize]);
        let barred = &self.barred[cell];
        let (mut values, mut i) = ([V::all(0); WIDTH], 0);
        while i < WIDTH {
            // Cells that are in two of its houses count once.
            let twice = V::load(&row_part[i]).add(V::load(&column_part[i]));
            let all = V::load(&row[i]).add(V::load(&column[i])).add(V::load(&of_box[i]));
            values[i] = all.sub(twice).or(V::load(&barred[i]));
            i += 1;
        }
        values
    }

    /// A random digit with this value; there must be one.
    #[inline(always)]
    fn one_with<V: Bytes>(&mut self, values: &[V; WIDTH], wanted: u8) -> u8 {
        let (mut draw, mut i) = (Draw::default(), 0);
        while i < WIDTH {
            draw.add::<V>(i, values[i].equal(V::all(wanted)).bits(), &mut self.random);
            i += 1;
        }
        draw.drawn() as u8
    }

    /// Puts a digit into a cell, in place of the one that it had; returns the cells that were the only ones with it in one of
    /// the houses, and how many there are.
    #[inline(always)]
    fn put(&mut self, cell: usize, before: Option<u8>, digit: u8) -> ([u16; 3], usize) {
        let before = before.map(place_of::<WIDTH>);
        let (block, lane) = place_of::<WIDTH>(digit);
        let OpenCell { houses, segments, current } = &mut self.cells[cell];
        let (mut alone, mut count, mut kind) = ([0; 3], 0, 0);
        while kind < 3 {
            let House { counts, holders } = &mut self.houses[usize::from(houses[kind])][kind];
            if let Some((block, lane)) = before {
                counts[block].0[lane] -= 1;
                holders[block][lane] ^= cell as u16;
            }
            let (here, holder) = (&mut counts[block].0[lane], &mut holders[block][lane]);
            // No branch: it could not be predicted.
            alone[count] = *holder;
            count += usize::from(*here == 1);
            *here += 1;
            *holder ^= cell as u16;
            kind += 1;
        }
        for segment in segments {
            let counts = &mut self.segments[*segment as usize];
            if let Some((block, lane)) = before {
                counts[block].0[lane] -= 1;
            }
            counts[block].0[lane] += 1;
        }
        *current = digit;
        self.barred[cell][block].0[lane] = BARRED;
        (alone, count)
    }

    /// Adds a cell that has begun to clash.
    #[inline(always)]
    fn enter<V: Bytes>(&mut self, cell: usize) {
        let OpenCell { houses, current, .. } = self.cells[cell];
        let (values, mut line, mut i) = (self.values_of::<V>(cell), [Block([0; BLOCK]); WIDTH], 0);
        while i < WIDTH {
            values[i].store(&mut line[i]);
            i += 1;
        }
        // It does not clash with itself.
        let (block, lane) = place_of::<WIDTH>(current);
        let own = &mut line[block].0[lane];
        *own -= 1;
        let clashes = *own & !BARRED;
        self.clashing.enter(cell, houses, current, clashes, &line);
    }

    /// The number of open peers of this cell that have the digit; one more if it has the digit itself.
    fn count(&self, cell: usize, digit: u8) -> u8 {
        let (block, lane) = place_of::<WIDTH>(digit);
        let OpenCell { houses, segments, .. } = &self.cells[cell];
        let in_houses = (0..3).map(|kind| self.houses[usize::from(houses[kind])][kind].counts[block].0[lane]);
        let twice = segments.iter().map(|segment| self.segments[*segment as usize][block].0[lane]);
        (in_houses.map(u32::from).sum::<u32>() - twice.map(u32::from).sum::<u32>()) as u8
    }

    /// The current board, cell by cell.
    pub(super) fn digits(&self) -> Vec<Digit> {
        let mut digits = self.digits.clone();
        for (number, cell) in self.numbers.iter().zip(&self.cells) {
            digits[*number as usize] = Digit::from_index(usize::from(cell.current));
        }
        digits
    }
}

#[cfg(test)]
impl<const WIDTH: usize> Walk<WIDTH> {
    pub(super) fn pairs(&self) -> i64 {
        self.pairs
    }

    pub(super) fn steps(&self) -> u64 {
        self.tabu.steps()
    }

    /// Recounts everything from the current digits alone.
    pub(super) fn validate(&self, board: &Houses, candidates: &Candidates) {
        let shape = candidates.shape();
        // Per cell of the board: its digit if it is open.
        let mut digits = vec![None; shape.cell_count()];
        for (number, OpenCell { current, .. }) in self.numbers.iter().zip(&self.cells) {
            digits[*number as usize] = Some(usize::from(*current));
        }
        let forbidden = self.tabu.forbidden();
        let (mut pairs, mut expected) = (0, Vec::new());
        for (cell, OpenCell { houses, current, .. }) in self.cells.iter().enumerate() {
            let on_board = Cell::new(self.numbers[cell] as usize);
            // Per digit: how many peers have it.
            let mut seen = vec![0; shape.side()];
            board.peers(on_board).filter_map(|peer| digits[peer.index()]).for_each(|digit| seen[digit] += 1);
            let values = shape.digits().map(|digit| {
                let is_candidate = candidates.contains(on_board, digit);
                let digit = digit.index() as u8;
                let clashes = seen[usize::from(digit)];
                assert_eq!(self.count(cell, digit), clashes + u8::from(digit == *current));
                let is_forbidden = forbidden.contains(&(cell, digit));
                let is_barred = !is_candidate || digit == *current || is_forbidden;
                let (block, lane) = place_of::<WIDTH>(digit);
                let noted = self.barred[cell][block].0[lane];
                assert_eq!(noted, if is_barred { BARRED } else { 0 });
                clashes | noted
            });
            let values = values.collect();
            let clashes = seen[usize::from(*current)];
            pairs += i64::from(clashes);
            expected.push((clashes, *houses, *current, values));
        }
        assert_eq!(pairs, 2 * self.pairs);
        self.clashing.validate(&expected);
    }
}
