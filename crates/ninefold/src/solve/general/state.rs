//! The state of a search on a board of any shape: candidates, counters that notice when a rule
//! applies, and a trail that takes everything back.

mod locked;
#[cfg(test)]
mod tests;

use super::super::engine::Budget;
use super::super::layout::Layout;
use super::matching::{Matching, Step};
use super::singles::Singles;
use crate::board::{Candidates, Cell, Digit, Puzzle, Shape, ones, ones_of, ones_within};

/// A contradiction: some cell has no candidate, or some house no place for a digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

/// Why a state is not narrowed to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// It contradicts itself.
    Contradiction,
    /// The cancel flag was set. Building can begin again, propagation go on.
    Cancelled,
}

impl From<Contradiction> for Halt {
    fn from(_: Contradiction) -> Halt {
        Halt::Contradiction
    }
}

/// Rows of a digit that are looked at together.
const CHUNK: usize = 8;

/// From this side on singles are filled before anything is counted candidate by candidate. A 6x6 takes half as long again that
/// way, a 16x16 or 25x25 as long as without, a 400x400 that singles solve a third of the time. The page's engine, which
/// is for boards up to 25x25 and travels over networks, is a hundredth smaller without.
const LARGE: Option<usize> = if cfg!(target_family = "wasm") { None } else { Some(36) };

/// A single that waits for its turn. Each names the counter that shows it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Single {
    /// `left`: the cell has one candidate; its peers lose the digit.
    Naked(u32),
    /// `places`: the house has one place for the digit; that cell takes it.
    Hidden(u32),
}

/// Locked candidates that wait for their turn, likewise.
#[derive(Clone, Copy, Debug)]
enum Locked {
    /// `line_parts`: the digit's places in the line all lie in one box; the rest of the box loses it.
    Claiming(u32),
    /// `box_parts`: the digit's places in the box all lie in one line; the rest of the line loses it.
    Pointing(u32),
}

/// A candidate that was removed.
#[derive(Clone, Copy, Debug)]
struct Removal {
    cell: u32,
    digit: u32,
}

/// Candidates and counters.
///
/// Every candidate (cell, digit) is counted where a rule may need it, so that removing one is a fixed
/// number of decrements and a rule shows itself by a counter that reaches one:
///
/// ```text
///   left[cell]             candidates of the cell          1: naked single      0: contradiction
///   places[house][digit]   places in the house             1: hidden single     0: contradiction
///   segment[s][digit]      places in a segment             0: the segment drops out of the two below
///   line_parts[l][digit]   segments of the line with it    1: claiming
///   box_parts[b][digit]    segments of the box side with it  1: pointing
/// ```
///
/// [`Layout`] numbers houses, segments, lines and box sides. The last three are counted only when singles have not been
/// enough for the first time.
///
/// The candidates are kept twice, by cell and by digit. A decided cell takes its digit from three houses; looked at cell
/// by cell, a column of 400 cells lies in 400 pages of memory, but the whole board of one digit is 22 KiB.
///
/// ```text
///   candidates   cell 0, 1, ...                 a bit for each digit
///   by_digit     digit 0: columns 0..64:    row 0, 1, ...     a bit for each column
///                         columns 64..128:  row 0, 1, ...
///                digit 1: ...
/// ```
///
/// Invariants, restored before every public method returns `Ok`: the counters agree with the
/// candidates, and `trail` holds every candidate removed since the first mark, in order. After `Err` the
/// counters still agree; only the events are lost, and the caller must undo to an earlier mark.
///
/// A board of 400x400 takes millions of removals, and what counts is in which cache they find their places: these tables
/// halve the time of one table by cells. Singles of digits alone do without ([`Singles`]).
#[derive(Clone, Debug)]
pub(super) struct State {
    layout: Layout,
    /// `words` words per cell, one bit per digit.
    candidates: Vec<u64>,
    /// A word per digit, 64 columns, and row.
    by_digit: Vec<u64>,
    words: usize,
    left: Vec<u16>,
    places: Vec<u16>,
    /// This and the next two are empty until locked candidates are looked for.
    segment: Vec<u16>,
    line_parts: Vec<u16>,
    box_parts: Vec<u16>,
    trail: Vec<Removal>,
    /// Whether anything may be taken back.
    has_mark: bool,
    singles: Vec<Single>,
    locked: Vec<Locked>,
    /// For complete all-different filtering, once that is wanted.
    matching: Option<Matching>,
    /// What the latest contradiction was about: cells, and N * N + the place in `places` of a house and digit.
    blamed: Vec<u32>,
    /// Space for cells from which a digit is about to be removed.
    found: Vec<u32>,
}

impl State {
    /// The state of a puzzle: before any rule has been applied, or after all singles, whichever is sooner there.
    ///
    /// # Errors
    /// If a contradiction is found, or the search is cancelled.
    pub(super) fn new(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<State, Halt> {
        // At once: to count the candidates of a board of 1024x1024 takes its time.
        if has_duplicates(puzzle) {
            return Err(Halt::Contradiction);
        }
        match puzzle.removed() {
            None if LARGE.is_some_and(|large| puzzle.shape().side() >= large) => State::of_digits(puzzle, budget),
            _ => State::of_candidates(puzzle, budget),
        }
    }

    /// The state after all singles of the digits in the cells.
    fn of_digits(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<State, Halt> {
        let layout = Layout::new(puzzle.shape());
        let singles = Singles::fill(puzzle, &layout, budget)?;
        let (candidates, by_digit, left, places) = singles.into_tables();
        Ok(State { by_digit, left, places, ..State::uncounted(layout, candidates) })
    }

    /// The state before any rule has been applied, each candidate that a digit in its houses excludes already removed.
    fn of_candidates(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<State, Halt> {
        let candidates = puzzle.candidates();
        let words = puzzle.shape().cells().flat_map(|cell| candidates.words(cell).iter().copied()).collect();
        let mut state = State::uncounted(Layout::new(puzzle.shape()), words);
        state.count(budget)?;
        state.find_first_events(puzzle)?;
        Ok(state)
    }

    fn uncounted(layout: Layout, candidates: Vec<u64>) -> State {
        State {
            candidates,
            by_digit: Vec::new(),
            words: layout.side.div_ceil(64),
            left: Vec::new(),
            places: Vec::new(),
            segment: Vec::new(),
            line_parts: Vec::new(),
            box_parts: Vec::new(),
            trail: Vec::new(),
            has_mark: false,
            singles: Vec::new(),
            locked: Vec::new(),
            matching: None,
            blamed: Vec::new(),
            found: Vec::new(),
            layout,
        }
    }

    /// Fills the table by digits and the counters of singles from the candidates, unless it is cancelled.
    fn count(&mut self, budget: &mut Budget<'_>) -> Result<(), Halt> {
        let (n, cells) = (self.layout.side, self.layout.side * self.layout.side);
        (self.by_digit, self.left, self.places) = (vec![0; self.words * cells], vec![0; cells], vec![0; 3 * n * n]);
        for cell in 0..cells {
            if budget.is_cancelled() {
                return Err(Halt::Cancelled);
            }
            let place = self.layout.place(cell);
            let bit = 1 << (place.column % 64);
            for digit in ones_of(&self.candidates[cell * self.words..][..self.words]) {
                self.left[cell] += 1;
                place.houses.iter().for_each(|house| self.places[*house as usize + digit] += 1);
                let word = self.by_digit(digit, place.column / 64) + place.row;
                self.by_digit[word] |= bit;
            }
        }
        Ok(())
    }

    /// Queues the rules that apply from the start; a given needs none, its peers have lost its digit.
    fn find_first_events(&mut self, puzzle: &Puzzle) -> Result<(), Contradiction> {
        if self.left.contains(&0) || self.places.contains(&0) {
            return Err(Contradiction);
        }
        self.singles = events(&self.left, Single::Naked);
        self.singles
            .retain(|single| !matches!(single, Single::Naked(i) if puzzle.digit(Cell::new(*i as usize)).is_some()));
        self.singles.extend(events(&self.places, Single::Hidden));
        Ok(())
    }

    /// The number of removals since the first mark, which is 0; [`State::undo`] goes back to it.
    pub(super) fn mark(&mut self) -> usize {
        self.has_mark = true;
        self.trail.len()
    }

    /// Takes back every removal since the mark.
    pub(super) fn undo(&mut self, mark: usize) {
        self.singles.clear();
        self.locked.clear();
        self.matching.iter_mut().for_each(Matching::rest);
        while self.trail.len() > mark {
            let Removal { cell, digit } = self.trail.pop().expect("the trail is longer than the mark");
            self.restore(cell as usize, digit as usize);
        }
    }

    /// The cell's digit is this one. The state must be propagated afterwards.
    ///
    /// # Errors
    /// On a contradiction; also if the digit is no candidate of the cell.
    pub(super) fn assign(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        if !self.contains(cell, digit) {
            return Err(Contradiction);
        }
        for word in 0..self.words {
            let mut others = self.candidates[cell * self.words + word];
            if word == digit / 64 {
                others &= !(1 << (digit % 64));
            }
            while others != 0 {
                self.remove(cell, 64 * word + others.trailing_zeros() as usize)?;
                others &= others - 1;
            }
        }
        Ok(())
    }

    /// The cell's digit is not this one. The state must be propagated afterwards.
    ///
    /// # Errors
    /// On a contradiction.
    pub(super) fn exclude(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        if self.contains(cell, digit) { self.remove(cell, digit) } else { Ok(()) }
    }

    /// Applies naked and hidden singles and locked candidates until none applies. What is removed
    /// depends on the state alone, not on the order of the rules: all three only ever become stronger.
    /// After [`State::begin_matching`], which houses are filtered depends on the way as well.
    ///
    /// # Errors
    /// On a contradiction, or if the search is cancelled; then the events that are left wait for the next call.
    pub(super) fn propagate(&mut self, budget: &mut Budget<'_>) -> Result<(), Halt> {
        // Singles are cheaper and make most locked candidates superfluous: take them first.
        loop {
            if budget.is_cancelled() {
                return Err(Halt::Cancelled);
            }
            match self.singles.pop() {
                Some(Single::Naked(i)) => self.naked_single(i as usize)?,
                Some(Single::Hidden(i)) => self.hidden_single(i as usize)?,
                None => match self.locked.pop() {
                    Some(Locked::Claiming(i)) => self.claiming(i as usize)?,
                    Some(Locked::Pointing(i)) => self.pointing(i as usize)?,
                    None if self.begin_locked() || self.match_on()? => {}
                    None => return Ok(()),
                },
            }
        }
    }

    /// From now on [`State::propagate`] also applies complete all-different filtering.
    pub(super) fn begin_matching(&mut self) {
        self.matching = Some(Matching::new(&self.layout));
    }

    /// A step of all-different filtering. Whether there was something to do.
    fn match_on(&mut self) -> Result<bool, Contradiction> {
        let Some(matching) = &mut self.matching else { return Ok(false) };
        match matching.step(&self.layout, &self.candidates) {
            Step::Idle => Ok(false),
            Step::Mended => Ok(true),
            Step::Filtered => {
                for (cell, digit) in std::mem::take(&mut matching.out_of_place) {
                    self.remove(cell as usize, digit as usize)?;
                }
                Ok(true)
            }
            Step::Impossible => {
                self.blamed.clear();
                self.blamed.extend_from_slice(matching.too_many());
                Err(Contradiction)
            }
        }
    }

    fn naked_single(&mut self, cell: usize) -> Result<(), Contradiction> {
        let digit = self.first_candidate(cell);
        if let Some(matching) = &mut self.matching {
            self.layout.place(cell).houses.iter().for_each(|house| matching.wake(*house as usize / self.layout.side));
        }
        for house in self.layout.place(cell).houses {
            if self.places[house as usize + digit] > 1 {
                self.remove_from_house(house as usize / self.layout.side, digit, |_, other| other == cell)?;
            }
        }
        Ok(())
    }

    fn hidden_single(&mut self, counter: usize) -> Result<(), Contradiction> {
        let (house, digit) = (counter / self.layout.side, counter % self.layout.side);
        let mut cell = None;
        self.for_each_place(house, digit, |_, place| cell = Some(place));
        let cell = cell.expect("the counter says that one place is left");
        if self.left[cell] == 1 { Ok(()) } else { self.assign(cell, digit) }
    }

    fn remove_from_house(
        &mut self,
        house: usize,
        digit: usize,
        spares: impl Fn(&Layout, usize) -> bool,
    ) -> Result<(), Contradiction> {
        let mut cells = std::mem::take(&mut self.found);
        cells.clear();
        self.for_each_place(house, digit, |layout, cell| {
            if !spares(layout, cell) {
                cells.push(cell as u32);
            }
        });
        let outcome = cells.iter().try_for_each(|cell| self.remove(*cell as usize, digit));
        self.found = cells;
        outcome
    }

    /// Visits the cells of a house that have the digit, in order.
    #[inline]
    fn for_each_place(&self, house: usize, digit: usize, mut visit: impl FnMut(&Layout, usize)) {
        let (rows, columns) = self.layout.area_of(house);
        let n = self.layout.side;
        for (word, wanted) in ones_within(columns) {
            let first = 64 * word;
            let start = self.by_digit(digit, word);
            for (chunk, words) in self.by_digit[start + rows.start..start + rows.end].chunks(CHUNK).enumerate() {
                if words.iter().fold(0, |all, word| all | word) & wanted == 0 {
                    continue;
                }
                for (row, places) in words.iter().enumerate() {
                    let row = rows.start + chunk * CHUNK + row;
                    ones(places & wanted).for_each(|column| visit(&self.layout, row * n + first + column));
                }
            }
        }
    }

    /// Where the rows of a digit begin in the table by digits, each with the columns of this word.
    #[inline]
    fn by_digit(&self, digit: usize, word: usize) -> usize {
        (digit * self.words + word) * self.layout.side
    }

    #[inline]
    pub(super) fn contains(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell * self.words + digit / 64] >> (digit % 64) & 1 == 1
    }

    fn first_candidate(&self, cell: usize) -> usize {
        let digits = ones_of(&self.candidates[cell * self.words..][..self.words]).next();
        digits.expect("a cell without candidate is a contradiction")
    }

    /// Removes a candidate that is there, counts it out everywhere and queues the rules it wakes.
    fn remove(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        let place = self.layout.place(cell);
        self.candidates[cell * self.words + digit / 64] &= !(1 << (digit % 64));
        let word = self.by_digit(digit, place.column / 64) + place.row;
        self.by_digit[word] &= !(1 << (place.column % 64));
        if self.has_mark {
            self.trail.push(Removal { cell: cell as u32, digit: digit as u32 });
        }
        let mut contradiction = count_down(&mut self.left, cell, Single::Naked, &mut self.singles);
        for house in place.houses {
            contradiction |= count_down(&mut self.places, house as usize + digit, Single::Hidden, &mut self.singles);
        }
        if self.has_segments() {
            for segment in place.segments {
                let i = segment as usize + digit;
                self.segment[i] -= 1;
                if self.segment[i] == 0 {
                    self.segment_emptied(segment as usize / self.layout.side, digit);
                }
            }
        }
        if let Some(matching) = &mut self.matching {
            for (kind, house) in place.houses.into_iter().enumerate() {
                matching.lose(cell, kind, house as usize + digit, self.layout.side);
            }
        }
        if contradiction {
            self.blame(cell, digit);
            return Err(Contradiction);
        }
        Ok(())
    }

    /// Removing this candidate was a contradiction.
    fn blame(&mut self, cell: usize, digit: usize) {
        let cells = self.left.len();
        let places = self.layout.place(cell).houses.into_iter().map(|house| house as usize + digit);
        let empty = places.filter(|i| self.places[*i] == 0).map(|i| cells + i);
        self.blamed.clear();
        self.blamed.extend(empty.chain((self.left[cell] == 0).then_some(cell)).map(|i| i as u32));
    }

    /// What the latest contradiction was about: cells, and N * N + the number of a house and digit.
    pub(super) fn blamed(&self) -> &[u32] {
        &self.blamed
    }

    pub(super) fn side(&self) -> usize {
        self.layout.side
    }

    /// Per cell: how many candidates it has.
    pub(super) fn left(&self) -> &[u16] {
        &self.left
    }

    /// Per house and digit: how many places are left for it.
    pub(super) fn places(&self) -> &[u16] {
        &self.places
    }

    pub(super) fn open_cells_of_row(&self, row: usize) -> usize {
        let n = self.layout.side;
        // In numbers as wide as the counters, so that it takes vectors: filling asks for all rows before each guess.
        usize::from(self.left[row * n..][..n].iter().map(|left| u16::from(*left > 1)).sum::<u16>())
    }

    pub(super) fn open_cells(&self) -> usize {
        (0..self.layout.side).map(|row| self.open_cells_of_row(row)).sum()
    }

    /// The candidates of all open cells.
    pub(super) fn open_candidates(&self) -> usize {
        self.left.iter().filter(|left| **left > 1).map(|left| usize::from(*left)).sum()
    }

    pub(super) fn digits_of(&self, cell: usize) -> impl Iterator<Item = usize> {
        ones_of(&self.candidates[cell * self.words..][..self.words])
    }

    /// How many candidates a candidate excludes if it is true, itself counted with each of its cell and houses.
    pub(super) fn reach(&self, cell: usize, digit: usize) -> u32 {
        let houses = self.layout.place(cell).houses;
        let places = houses.iter().map(|house| u32::from(self.places[*house as usize + digit]));
        places.sum::<u32>() + u32::from(self.left[cell])
    }

    /// The exact reverse of [`State::remove`], without events.
    fn restore(&mut self, cell: usize, digit: usize) {
        let place = self.layout.place(cell);
        self.candidates[cell * self.words + digit / 64] |= 1 << (digit % 64);
        let word = self.by_digit(digit, place.column / 64) + place.row;
        self.by_digit[word] |= 1 << (place.column % 64);
        self.left[cell] += 1;
        place.houses.iter().for_each(|house| self.places[*house as usize + digit] += 1);
        if !self.has_segments() {
            return;
        }
        for segment in place.segments {
            let i = segment as usize + digit;
            self.segment[i] += 1;
            if self.segment[i] == 1 {
                let [line, box_side] = self.layout.parts(segment as usize / self.layout.side);
                self.line_parts[line + digit] += 1;
                self.box_parts[box_side + digit] += 1;
            }
        }
    }

    /// The cell and digit to try next: the first candidate of the cell with the fewest, or the first
    /// place of a digit in the house with the fewest places for it, whichever has less choice (the
    /// cell on a tie; the first in order among equals). `None` when every cell is decided.
    pub(super) fn choose(&self) -> Option<(usize, usize)> {
        let n = self.layout.side;
        let fewest = |counts: &[u16]| {
            let open = counts.iter().copied().filter(|count| *count > 1).min()?;
            counts.iter().position(|count| *count == open).map(|i| (open, i))
        };
        let (candidates, cell) = fewest(&self.left)?;
        if candidates > 2
            && let Some((places, i)) = fewest(&self.places)
            && places < candidates
        {
            let (house, digit) = (i / n, i % n);
            return self.layout.cells_of(house).find(|cell| self.contains(*cell, digit)).map(|cell| (cell, digit));
        }
        Some((cell, self.first_candidate(cell)))
    }

    /// The candidates that are left.
    pub(super) fn candidates(&self, shape: Shape) -> Candidates {
        let mut candidates = Candidates::none(shape);
        for cell in shape.cells() {
            for digit in ones_of(&self.candidates[cell.index() * self.words..][..self.words]) {
                candidates.insert(cell, Digit::from_index(digit));
            }
        }
        candidates
    }

    /// The digits of a board whose every cell is decided.
    pub(super) fn digits(&self) -> Vec<Digit> {
        (0..self.left.len()).map(|cell| Digit::from_index(self.first_candidate(cell))).collect()
    }
}

/// Takes one from a counter and queues its single if one is left. Whether none is.
#[inline(always)]
pub(super) fn count_down(counters: &mut [u16], i: usize, single: fn(u32) -> Single, queue: &mut Vec<Single>) -> bool {
    counters[i] -= 1;
    if counters[i] == 1 {
        queue.push(single(i as u32));
    }
    counters[i] == 0
}

/// An event for each counter that is one.
pub(super) fn events<T>(counters: &[u16], event: fn(u32) -> T) -> Vec<T> {
    counters.iter().enumerate().filter(|(_, count)| **count == 1).map(|(i, _)| event(i as u32)).collect()
}

fn has_duplicates(puzzle: &Puzzle) -> bool {
    let (shape, n) = (puzzle.shape(), puzzle.shape().side());
    let mut seen = vec![false; 3 * n * n];
    puzzle.filled().any(|(cell, digit)| {
        let mut houses = shape.house_numbers(cell).into_iter();
        houses.any(|house| std::mem::replace(&mut seen[house * n + digit.index()], true))
    })
}
