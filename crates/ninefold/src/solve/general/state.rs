//! The state of a search on a board of any shape: candidates, counters that show when a rule applies, and a trail for undoing
//! every removal.

mod choice;
mod locked;
#[cfg(test)]
mod tests;

use super::super::engine::Budget;
use super::super::layout::{Boxes, Layout};
use super::matching::{Matching, Step};
use super::singles::Singles;
use crate::board::{Candidates, Cell, Digit, Puzzle, Shape, ones_of};

/// A contradiction: some cell has no candidate, or some house no place for a digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

/// Why a state could not be propagated to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// It contains a contradiction.
    Contradiction,
    /// The cancel flag was set. Building can start again; propagation can continue.
    Cancelled,
}

impl From<Contradiction> for Halt {
    fn from(_: Contradiction) -> Halt {
        Halt::Contradiction
    }
}

/// The side from which singles are filled in before anything is counted candidate by candidate. This makes a 6x6 half as slow
/// again, makes no difference for 16x16 or 25x25, and cuts the time of a 400x400 that singles solve to a third. The page's
/// engine, which is for boards up to 25x25 and is sent over networks, is a hundredth smaller without it.
const LARGE: Option<usize> = if cfg!(target_family = "wasm") { None } else { Some(36) };

/// A single that waits to be applied. Each holds the index of the counter that shows it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Single {
    /// `left`: the cell has one candidate; its peers lose the digit.
    Naked(u32),
    /// `places`: the house has one place for the digit; that cell takes it.
    Hidden(u32),
}

/// Where the counters of houses and parts begin that need not contain every digit. They then never count down to one or zero,
/// so no check is needed; and no house that has to be filled has so many places.
const NO_PROMISE: u16 = 1 << 14;

/// A candidate that was removed.
#[derive(Clone, Copy, Debug)]
struct Removal {
    cell: u32,
    digit: u32,
}

/// Candidates and counters.
///
/// Every candidate (cell, digit) is counted wherever a rule may need it, so a removal takes a fixed number of decrements, and a
/// rule applies when a counter reaches one:
///
/// ```text
///   left[cell]             candidates of the cell          1: naked single      0: contradiction
///   places[house][digit]   places in the house             1: hidden single     0: contradiction
///   segments[s][digit]     places in a segment             0: the segment drops out of its parts
///   parts[p][digit]        segments of the part with it    1: claiming, if the part is a line; pointing, if a box's side
/// ```
///
/// [`Layout`] numbers houses, segments and parts. Segments and parts are counted only from the first time that singles are not
/// enough.
///
/// The candidates are stored twice, by cell and by digit. A decided cell removes its digit from three houses; stored by cell, a
/// column of 400 cells is spread over 400 pages of memory, but the whole board of one digit is 22 KiB.
///
/// ```text
///   candidates   cell 0, 1, ...                 a bit for each digit
///   by_digit     digit 0: columns 0..64:    row 0, 1, ...     a bit for each column
///                         columns 64..128:  row 0, 1, ...
///                digit 1: ...
/// ```
///
/// Invariants, restored before every public method returns `Ok`: the counters agree with the candidates, and `trail` holds
/// every candidate removed since the first mark, in order. After `Err` the counters still agree; only the events are lost, and
/// the caller must undo to an earlier mark.
///
/// A 400x400 board takes millions of removals, so what matters is which cache holds the memory that they touch: two tables take
/// half the time of a single table by cells. Singles of digits alone need no tables ([`Singles`]).
#[derive(Clone, Debug)]
pub(super) struct State<L = Boxes> {
    layout: L,
    /// `words` words per cell, one bit per digit.
    candidates: Vec<u64>,
    /// A word per digit, 64 columns, and row.
    by_digit: Vec<u64>,
    words: usize,
    left: Vec<u16>,
    places: Vec<u16>,
    /// This and the next are empty until locked candidates are needed.
    segments: Vec<u16>,
    parts: Vec<u16>,
    trail: Vec<Removal>,
    /// Whether anything may have to be undone.
    has_mark: bool,
    singles: Vec<Single>,
    /// Counters of parts that show locked candidates, still to be applied.
    locked: Vec<u32>,
    /// For complete all-different filtering, once it has begun.
    matching: Option<Matching>,
    /// What the latest contradiction was about: cells, and N * N + the index in `places` of a house and digit.
    blamed: Vec<u32>,
    /// Space for the cells that are about to lose a digit.
    found: Vec<u32>,
}

impl State {
    /// The state of a puzzle: before any rule has been applied, or after all singles, whichever is faster for its size.
    ///
    /// # Errors
    /// If a contradiction is found, or the search is cancelled.
    pub(super) fn new(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<State, Halt> {
        // Checked first: counting the candidates of a 1024x1024 board takes a while.
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
        let layout = Boxes::new(puzzle.shape());
        let singles = Singles::fill(puzzle, &layout, budget)?;
        let (candidates, by_digit, left, places) = singles.into_tables();
        Ok(State { by_digit, left, places, ..State::uncounted(layout, candidates) })
    }

    fn of_candidates(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<State, Halt> {
        let is_given = |cell| puzzle.digit(Cell::new(cell)).is_some();
        State::among(Boxes::new(puzzle.shape()), &puzzle.candidates(), is_given, budget)
    }
}

impl<L: Layout> State<L> {
    /// The state before any rule has been applied. Some cells with one candidate are `is_known`: the other cells of their
    /// houses no longer have it.
    pub(super) fn among(
        layout: L,
        candidates: &Candidates,
        is_known: impl Fn(usize) -> bool,
        budget: &mut Budget<'_>,
    ) -> Result<State<L>, Halt> {
        let words = candidates.shape().cells().flat_map(|cell| candidates.words(cell).iter().copied()).collect();
        let mut state = State::uncounted(layout, words);
        state.count(budget)?;
        state.find_first_events(is_known)?;
        Ok(state)
    }

    fn uncounted(layout: L, candidates: Vec<u64>) -> State<L> {
        State {
            candidates,
            by_digit: Vec::new(),
            words: layout.side().div_ceil(64),
            left: Vec::new(),
            places: Vec::new(),
            segments: Vec::new(),
            parts: Vec::new(),
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
        let (n, cells) = (self.side(), self.side() * self.side());
        (self.by_digit, self.left) = (vec![0; self.words * cells], vec![0; cells]);
        self.places = lines_of(n, self.layout.house_count(), |house| self.layout.is_full(house));
        for cell in 0..cells {
            if budget.is_cancelled() {
                return Err(Halt::Cancelled);
            }
            let place = self.layout.place(cell);
            let bit = 1 << (place.column % 64);
            for digit in ones_of(&self.candidates[cell * self.words..][..self.words]) {
                self.left[cell] += 1;
                place.houses.into_iter().for_each(|house| self.places[house as usize + digit] += 1);
                let word = self.by_digit(place.row, place.column, digit);
                self.by_digit[word] |= bit;
            }
        }
        Ok(())
    }

    /// Queues the rules that apply from the start; known cells need none.
    fn find_first_events(&mut self, is_known: impl Fn(usize) -> bool) -> Result<(), Contradiction> {
        if self.left.contains(&0) || self.places.contains(&0) {
            return Err(Contradiction);
        }
        self.singles = events(&self.left, Single::Naked);
        self.singles.retain(|single| !matches!(single, Single::Naked(i) if is_known(*i as usize)));
        self.singles.extend(events(&self.places, Single::Hidden));
        Ok(())
    }

    /// The number of removals since the first mark, which is 0; [`State::undo`] goes back to it.
    pub(super) fn mark(&mut self) -> usize {
        self.has_mark = true;
        self.trail.len()
    }

    /// Undoes every removal since the mark.
    pub(super) fn undo(&mut self, mark: usize) {
        self.singles.clear();
        self.locked.clear();
        self.matching.iter_mut().for_each(Matching::rest);
        while self.trail.len() > mark {
            let Removal { cell, digit } = self.trail.pop().expect("the trail is longer than the mark");
            self.restore(cell as usize, digit as usize);
        }
    }

    /// Gives the cell this digit. The state must be propagated afterwards.
    ///
    /// # Errors
    /// On a contradiction, for example if the digit is not a candidate of the cell.
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

    /// Removes this digit from the cell. The state must be propagated afterwards.
    ///
    /// # Errors
    /// On a contradiction.
    pub(super) fn exclude(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        if self.contains(cell, digit) { self.remove(cell, digit) } else { Ok(()) }
    }

    /// Applies naked and hidden singles and locked candidates until none applies. What is removed depends on the state alone,
    /// not on the order of the rules: all three only gain strength as candidates go. After [`State::begin_matching`], which
    /// houses are filtered depends on the order too.
    ///
    /// # Errors
    /// On a contradiction, or if the search is cancelled; in the latter case the remaining events wait for the next call.
    pub(super) fn propagate(&mut self, budget: &mut Budget<'_>) -> Result<(), Halt> {
        // Singles come first: they are cheaper and make most locked candidates superfluous.
        loop {
            if budget.is_cancelled() {
                return Err(Halt::Cancelled);
            }
            match self.singles.pop() {
                Some(Single::Naked(i)) => self.naked_single(i as usize)?,
                Some(Single::Hidden(i)) => self.hidden_single(i as usize)?,
                None => match self.locked.pop() {
                    Some(i) => self.lock(i as usize)?,
                    None if self.begin_locked() || self.match_on()? => {}
                    None => return Ok(()),
                },
            }
        }
    }

    /// Makes [`State::propagate`] also apply complete all-different filtering from now on.
    pub(super) fn begin_matching(&mut self) {
        self.matching = Some(Matching::new(&self.layout));
    }

    /// A step of all-different filtering. Returns whether there was anything to do.
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
        let (digit, n, houses) = (self.first_candidate(cell), self.side(), self.layout.place(cell).houses);
        if let Some(matching) = &mut self.matching {
            houses.into_iter().for_each(|house| matching.wake(house as usize / n));
        }
        for house in houses {
            if self.places[house as usize + digit] > 1 {
                self.remove_from_house(house as usize / n, digit, |_, other| other == cell)?;
            }
        }
        Ok(())
    }

    fn hidden_single(&mut self, counter: usize) -> Result<(), Contradiction> {
        let (house, digit) = (counter / self.side(), counter % self.side());
        let mut cell = None;
        self.layout.for_each_place(house, self.rows_of(digit), |place| cell = Some(place));
        let cell = cell.expect("the counter says that one place is left");
        if self.left[cell] == 1 { Ok(()) } else { self.assign(cell, digit) }
    }

    fn remove_from_house(
        &mut self,
        house: usize,
        digit: usize,
        spares: impl Fn(&L, usize) -> bool,
    ) -> Result<(), Contradiction> {
        let mut cells = std::mem::take(&mut self.found);
        cells.clear();
        self.layout.for_each_place(house, self.rows_of(digit), |cell| {
            if !spares(&self.layout, cell) {
                cells.push(cell as u32);
            }
        });
        let outcome = cells.iter().try_for_each(|cell| self.remove(*cell as usize, digit));
        self.found = cells;
        outcome
    }

    /// The table by digits, starting at this digit.
    #[inline]
    fn rows_of(&self, digit: usize) -> &[u64] {
        &self.by_digit[digit * self.words * self.side()..]
    }

    /// The index of a candidate's word in the table by digits.
    #[inline]
    fn by_digit(&self, row: usize, column: usize, digit: usize) -> usize {
        (digit * self.words + column / 64) * self.side() + row
    }

    #[inline]
    pub(super) fn contains(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell * self.words + digit / 64] >> (digit % 64) & 1 == 1
    }

    fn first_candidate(&self, cell: usize) -> usize {
        let digits = ones_of(&self.candidates[cell * self.words..][..self.words]).next();
        digits.expect("a cell without candidate is a contradiction")
    }

    /// Removes a candidate, updates all counters and queues the rules that now apply.
    fn remove(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        let place = self.layout.place(cell);
        self.candidates[cell * self.words + digit / 64] &= !(1 << (digit % 64));
        let word = self.by_digit(place.row, place.column, digit);
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
                self.segments[i] -= 1;
                if self.segments[i] == 0 {
                    self.segment_emptied(segment as usize / self.side(), digit);
                }
            }
        }
        if let Some(matching) = &mut self.matching {
            let n = self.layout.side();
            place.houses.into_iter().for_each(|house| matching.lose(cell, house as usize + digit, n));
        }
        if contradiction {
            self.blame(cell, digit);
            return Err(Contradiction);
        }
        Ok(())
    }

    /// Records what the contradiction was about when removing this candidate caused one.
    fn blame(&mut self, cell: usize, digit: usize) {
        let cells = self.left.len();
        let places = self.layout.place(cell).houses.into_iter().map(|house| house as usize + digit);
        let empty = places.filter(|i| self.places[*i] == 0).map(|i| cells + i);
        self.blamed.clear();
        self.blamed.extend(empty.chain((self.left[cell] == 0).then_some(cell)).map(|i| i as u32));
    }

    #[inline]
    pub(super) fn side(&self) -> usize {
        self.layout.side()
    }

    /// The exact reverse of [`State::remove`], without events.
    fn restore(&mut self, cell: usize, digit: usize) {
        let place = self.layout.place(cell);
        self.candidates[cell * self.words + digit / 64] |= 1 << (digit % 64);
        let word = self.by_digit(place.row, place.column, digit);
        self.by_digit[word] |= 1 << (place.column % 64);
        self.left[cell] += 1;
        place.houses.into_iter().for_each(|house| self.places[house as usize + digit] += 1);
        if !self.has_segments() {
            return;
        }
        for segment in place.segments {
            let i = segment as usize + digit;
            self.segments[i] += 1;
            if self.segments[i] == 1 {
                let parts = self.layout.parts(segment as usize / self.layout.side());
                parts.for_each(|part| self.parts[part + digit] += 1);
            }
        }
    }

    /// The remaining candidates.
    pub(super) fn candidates(&self, shape: Shape) -> Candidates {
        let mut candidates = Candidates::none(shape);
        for cell in shape.cells() {
            for digit in ones_of(&self.candidates[cell.index() * self.words..][..self.words]) {
                candidates.insert(cell, Digit::from_index(digit));
            }
        }
        candidates
    }

    /// The digits of a board on which every cell is decided.
    pub(super) fn digits(&self) -> Vec<Digit> {
        (0..self.left.len()).map(|cell| Digit::from_index(self.first_candidate(cell))).collect()
    }
}

/// Decrements a counter, and queues its single if one is left. Returns whether none is left.
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

/// N counters for each of some houses or parts.
fn lines_of(side: usize, count: usize, promises: impl Fn(usize) -> bool) -> Vec<u16> {
    let mut counters = vec![0; count * side];
    (0..count).filter(|i| !promises(*i)).for_each(|i| counters[i * side..][..side].fill(NO_PROMISE));
    counters
}

fn has_duplicates(puzzle: &Puzzle) -> bool {
    let (shape, n) = (puzzle.shape(), puzzle.shape().side());
    let mut seen = vec![false; 3 * n * n];
    puzzle.filled().any(|(cell, digit)| {
        let mut houses = shape.house_numbers(cell).into_iter();
        houses.any(|house| std::mem::replace(&mut seen[house * n + digit.index()], true))
    })
}
