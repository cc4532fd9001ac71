//! Naked and hidden singles of a board with digits as its only givens.
//!
//! As long as candidates are removed only because their digit is in one of the cell's houses, the removals need not be stored:
//! which digits a cell can have, and which cells of a line can have a digit, follows from the digits that the houses have, and
//! is computed a word of bits at a time. What is stored is the number of options left, because this shows where a single is.
//!
//! ```text
//!   candidates of a cell         not (its row has, its column has, its box has)            a bit for each digit
//!   places of a digit in a row   open, and not (columns that have it, boxes that have it)  a bit for each column
//! ```

use super::super::engine::Budget;
use super::super::layout::{Boxes, Layout, Place};
use super::state::{Contradiction, Halt, Single, count_down, events};
use crate::board::{Puzzle, ones, ones_within};

/// Digits, and how much choice they leave.
#[derive(Debug)]
pub(super) struct Singles<'a> {
    layout: &'a Boxes,
    known: Known,
    /// Per cell: how many candidates it has; 1 if it has a digit.
    left: Vec<u16>,
    /// Per house and digit: how many places are left; 1 if the house has the digit.
    places: Vec<u16>,
    found: Vec<Single>,
    /// Space for the rows and columns of cells that lose a digit.
    peers: Vec<(usize, usize)>,
}

/// Which digits are where. A set of digits or of lines takes `words` words.
#[derive(Debug)]
struct Known {
    side: usize,
    words: usize,
    /// Per cell.
    digits: Vec<Option<u16>>,
    /// Per house: the digits it has.
    has: Vec<u64>,
    /// The rows as sets of columns, the columns as sets of rows.
    lines: [Lines; 2],
}

/// All lines of one direction, each as a set of the lines that cross it.
#[derive(Debug)]
struct Lines {
    words: usize,
    /// Per line: its band (or stack).
    band: Vec<u16>,
    /// How many crossing lines go through the same box.
    width: usize,
    /// Per line: the lines that cross it in an open cell.
    open: Vec<u64>,
    /// Per digit: the crossing lines that have it.
    crossing: Vec<u64>,
    /// Per digit and band (or stack): the crossing lines that meet it in a box that has the digit.
    in_boxes: Vec<u64>,
}

impl Lines {
    fn new(side: usize, words: usize, depth: usize) -> Lines {
        let (width, all) = (side / depth, ones_within(0..side).map(|(_, bits)| bits).collect::<Vec<_>>());
        let (open, crossing) = (all.repeat(side), vec![0; side * words]);
        let band = (0..side).map(|line| (line / depth) as u16).collect();
        Lines { words, band, width, open, crossing, in_boxes: vec![0; side * width * words] }
    }

    /// For a line that lacks the digit: the lines that cross it where the digit can be, as words.
    #[inline(always)]
    fn places(&self, line: usize, digit: usize) -> impl Fn(usize) -> u64 + use<'_> {
        let boxes = self.boxes(line, digit);
        let open = &self.open[line * self.words..][..self.words];
        let crossing = &self.crossing[digit * self.words..][..self.words];
        let in_boxes = &self.in_boxes[boxes..][..self.words];
        move |word| open[word] & !(crossing[word] | in_boxes[word])
    }

    /// Where the set for a digit and the boxes of a line begins.
    #[inline(always)]
    fn boxes(&self, line: usize, digit: usize) -> usize {
        (digit * self.width + self.band[line] as usize) * self.words
    }

    /// Called when the cell where two lines meet gets the digit.
    fn set(&mut self, line: usize, across: usize, digit: usize) {
        let (word, bit) = (across / 64, 1 << (across % 64));
        self.open[line * self.words + word] &= !bit;
        self.crossing[digit * self.words + word] |= bit;
        let (boxes, first) = (self.boxes(line, digit), across / self.width * self.width);
        ones_within(first..first + self.width).for_each(|(word, bits)| self.in_boxes[boxes + word] |= bits);
    }
}

impl Known {
    fn new(puzzle: &Puzzle, layout: &Boxes) -> Known {
        let (side, words, shape) = (layout.side(), layout.side().div_ceil(64), puzzle.shape());
        let lines = [shape.box_rows(), shape.box_columns()].map(|depth| Lines::new(side, words, depth));
        let mut known = Known { side, words, digits: vec![None; side * side], has: vec![0; 3 * side * words], lines };
        puzzle.filled().for_each(|(cell, digit)| known.set(cell.index(), &layout.place(cell.index()), digit.index()));
        known
    }

    fn set(&mut self, cell: usize, place: &Place, digit: usize) {
        self.digits[cell] = Some(digit as u16);
        for house in place.houses {
            self.has[house as usize / self.side * self.words + digit / 64] |= 1 << (digit % 64);
        }
        self.lines[0].set(place.row, place.column, digit);
        self.lines[1].set(place.column, place.row, digit);
    }

    /// Whether a house has a digit.
    #[inline(always)]
    fn has(&self, house: usize, digit: usize) -> bool {
        self.has[house * self.words + digit / 64] >> (digit % 64) & 1 == 1
    }

    /// The candidates of an open cell, a word of them at a time.
    #[inline(always)]
    fn candidates(&self, place: &Place) -> impl Iterator<Item = u64> {
        let [row, column, of_box] = place.houses.map(|house| house as usize / self.side * self.words);
        ones_within(0..self.side)
            .map(move |(word, all)| all & !(self.has[row + word] | self.has[column + word] | self.has[of_box + word]))
    }

    /// Visits the places of a digit in a house that lacks it, a word at a time: the first cell's row and column, and bits for
    /// the cells from there on along `lines[direction]`.
    #[inline(always)]
    fn for_each_word(
        &self,
        layout: &Boxes,
        house: usize,
        digit: usize,
        mut visit: impl FnMut(usize, usize, usize, u64),
    ) {
        let (rows, columns) = layout.area_of(house);
        if columns.len() == 1 {
            let column = columns.start;
            let places = self.lines[1].places(column, digit);
            (0..self.words).for_each(|word| visit(1, 64 * word, column, places(word)));
            return;
        }
        for row in rows.filter(|row| !self.has(*row, digit)) {
            let places = self.lines[0].places(row, digit);
            for (word, wanted) in ones_within(columns.clone()) {
                visit(0, row, 64 * word, places(word) & wanted);
            }
        }
    }

    /// Visits the row and column of each place of a digit in a house that lacks it.
    #[inline(always)]
    fn for_each_place(&self, layout: &Boxes, house: usize, digit: usize, mut visit: impl FnMut(usize, usize)) {
        self.for_each_word(layout, house, digit, |direction, row, column, places| {
            ones(places).for_each(|i| if direction == 0 { visit(row, column + i) } else { visit(row + i, column) });
        });
    }
}

impl<'a> Singles<'a> {
    /// Starts with the digits of a puzzle, in which no house has a digit twice, and continues as long as there are singles.
    ///
    /// # Errors
    /// On a contradiction, or if the search is cancelled.
    pub(super) fn fill(puzzle: &Puzzle, layout: &'a Boxes, budget: &mut Budget<'_>) -> Result<Singles<'a>, Halt> {
        let (n, known) = (layout.side(), Known::new(puzzle, layout));
        let mut singles = Singles {
            layout,
            known,
            left: vec![1; n * n],
            places: vec![1; 3 * n * n],
            found: Vec::new(),
            peers: Vec::new(),
        };
        singles.count(budget)?;
        while let Some(single) = singles.found.pop() {
            if budget.is_cancelled() {
                return Err(Halt::Cancelled);
            }
            match single {
                Single::Naked(cell) => singles.naked(cell as usize)?,
                Single::Hidden(counter) => singles.hidden(counter as usize / n, counter as usize % n)?,
            }
        }
        Ok(singles)
    }

    fn count(&mut self, budget: &mut Budget<'_>) -> Result<(), Halt> {
        let Singles { layout, known, left, places, .. } = self;
        for (cell, left) in left.iter_mut().enumerate().filter(|(cell, _)| known.digits[*cell].is_none()) {
            *left = known.candidates(&layout.place(cell)).map(|word| word.count_ones() as u16).sum();
        }
        for digit in 0..known.side {
            if budget.is_cancelled() {
                return Err(Halt::Cancelled);
            }
            for house in (0..3 * known.side).filter(|house| !known.has(*house, digit)) {
                let count = &mut places[house * known.side + digit];
                *count = 0;
                known.for_each_word(layout, house, digit, |_, _, _, word| *count += word.count_ones() as u16);
            }
        }
        if left.contains(&0) || places.contains(&0) {
            return Err(Halt::Contradiction);
        }
        self.found = events(&self.left, Single::Naked);
        self.found.extend(events(&self.places, Single::Hidden));
        Ok(())
    }

    fn naked(&mut self, cell: usize) -> Result<(), Contradiction> {
        if self.known.digits[cell].is_some() {
            return Ok(());
        }
        let place = self.layout.place(cell);
        let words = self.known.candidates(&place);
        let digit = words.enumerate().find_map(|(i, word)| ones(word).next().map(|bit| 64 * i + bit));
        self.decide(cell, digit.expect("the counter says that a candidate is left"))
    }

    fn hidden(&mut self, house: usize, digit: usize) -> Result<(), Contradiction> {
        if self.known.has(house, digit) {
            return Ok(());
        }
        let mut cell = None;
        let n = self.known.side;
        self.known.for_each_place(self.layout, house, digit, |row, column| cell = Some(row * n + column));
        self.decide(cell.expect("the counter says that a place is left"), digit)
    }

    /// An open cell gets one of its candidates: the cell loses the others, and the other cells of its houses lose this one.
    fn decide(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        let Singles { layout, known, left, places, found, peers } = self;
        let place = layout.place(cell);
        let mut contradiction = false;
        for (i, mut others) in known.candidates(&place).enumerate() {
            if i == digit / 64 {
                others &= !(1 << (digit % 64));
            }
            for other in ones(others) {
                for house in place.houses {
                    contradiction |= count_down(places, house as usize + 64 * i + other, Single::Hidden, found);
                }
            }
        }
        peers.clear();
        for (kind, house) in place.houses.into_iter().enumerate() {
            known.for_each_place(layout, house as usize / known.side, digit, |row, column| {
                // In the box, only the cells that are in neither line.
                if (kind == 0 || row != place.row) && (kind == 1 || column != place.column) {
                    peers.push((row, column));
                }
            });
        }
        for (row, column) in peers {
            contradiction |= count_down(left, *row * known.side + *column, Single::Naked, found);
            for (house, of_cell) in layout.place_at(*row, *column).houses.into_iter().zip(place.houses) {
                if house != of_cell {
                    contradiction |= count_down(places, house as usize + digit, Single::Hidden, found);
                }
            }
        }
        left[cell] = 1;
        place.houses.iter().for_each(|house| places[*house as usize + digit] = 1);
        known.set(cell, &place, digit);
        if contradiction { Err(Contradiction) } else { Ok(()) }
    }

    /// The tables of a [`State`](super::state::State): candidates by cell and by digit, and the counters of both.
    pub(super) fn into_tables(self) -> (Vec<u64>, Vec<u64>, Vec<u16>, Vec<u16>) {
        (self.by_cell(), self.by_digit(), self.left, self.places)
    }

    fn by_cell(&self) -> Vec<u64> {
        let Known { words, digits, .. } = &self.known;
        let mut table = vec![0; digits.len() * words];
        for (cell, candidates) in table.chunks_exact_mut(*words).enumerate() {
            match digits[cell] {
                Some(digit) => candidates[usize::from(digit) / 64] |= 1 << (digit % 64),
                None => candidates
                    .iter_mut()
                    .zip(self.known.candidates(&self.layout.place(cell)))
                    .for_each(|(to, word)| *to = word),
            }
        }
        table
    }

    fn by_digit(&self) -> Vec<u64> {
        let Known { side, words, digits, lines, .. } = &self.known;
        let mut table = vec![0; digits.len() * words];
        for (digit, table) in table.chunks_exact_mut(words * side).enumerate() {
            for row in (0..*side).filter(|row| !self.known.has(*row, digit)) {
                let places = lines[0].places(row, digit);
                (0..*words).for_each(|word| table[word * side + row] = places(word));
            }
        }
        for (cell, digit) in digits.iter().enumerate() {
            let Some(digit) = digit else { continue };
            let Place { row, column, .. } = self.layout.place(cell);
            table[(usize::from(*digit) * words + column / 64) * side + row] |= 1 << (column % 64);
        }
        table
    }
}
