//! Sets that reach the third band and are not hit yet, as bits.

use super::bits;
use super::table::{Bits, set, transpose, without};

/// The number of words in a search's table.
pub(super) const V: usize = 8;

/// The number of words for sets that are checked before a puzzle is tested for another solution.
pub(super) const R: usize = 32;

/// Places that are kept free for sets that are learnt.
const KEPT_FREE: usize = 32;

/// The number of words for sets with few cells in the third band.
const ROUNDS: usize = 2;

/// Up to this many cells are few: many sets have the same two or three.
pub(super) const FEW: u32 = 3;

/// The words examined first, with small sets, where the first stands for all rounds; their number; the number of words after
/// them.
const FIRST: [usize; FIRSTS] = [0, ROUNDS, ROUNDS + 1];
const FIRSTS: usize = 3;
const REST: usize = V - ROUNDS - FIRSTS + 1;

/// Bits for the sets of the first words.
pub(super) type First = Bits<FIRSTS>;

/// Sets with their cells in the two bands and in the third.
pub(super) struct Outer<const N: usize> {
    /// Per cell of the two bands the sets that it hits.
    pub(super) hit: [Bits<N>; 54],
    pub(super) inner: [[u64; 64]; N],
    pub(super) outer: [[u32; 64]; N],
    /// Per cell of the third band the sets that it hits; after the cells, empty entries for when a set has no more cells.
    pub(super) third: [Bits<N>; 33],
    all: Bits<N>,
    /// The places before this one are taken, except for those of the rounds.
    count: usize,
    gives_way: usize,
    /// The clues when the table was made.
    pub(super) clues: u64,
}

impl<const N: usize> Outer<N> {
    pub(super) fn new() -> Outer<N> {
        Outer {
            hit: [[0; N]; 54],
            inner: [[0; 64]; N],
            outer: [[0; 64]; N],
            third: [[0; N]; 33],
            all: [0; N],
            count: 0,
            gives_way: 0,
            clues: 0,
        }
    }

    /// Takes the sets that these clues do not hit, in their order.
    #[inline(always)]
    pub(super) fn fill<'s>(&mut self, known: impl IntoIterator<Item = &'s (u64, u32)>, clues: u64) {
        self.empty(clues);
        for set in known.into_iter().filter(|(inner, _)| inner & clues == 0).take(64 * N - KEPT_FREE) {
            self.take(self.count, set);
            self.count += 1;
        }
        self.complete();
    }

    fn empty(&mut self, clues: u64) {
        (self.count, self.clues, self.all) = (0, clues, [0; N]);
    }

    #[inline(always)]
    fn take(&mut self, place: usize, &(inner, outer): &(u64, u32)) {
        (self.inner[place / 64][place % 64], self.outer[place / 64][place % 64]) = (inner, outer);
        set(&mut self.all, place);
    }

    /// Makes the columns for the sets that were taken.
    #[inline(always)]
    fn complete(&mut self) {
        for word in 0..N {
            let (mut inner, mut outer) = ([0; 64], [0; 64]);
            for place in 0..64 {
                let is_there = (self.all[word] >> place & 1).wrapping_neg();
                inner[place] = self.inner[word][place] & is_there;
                outer[place] = u64::from(self.outer[word][place]) & is_there;
            }
            transpose(&mut inner);
            transpose(&mut outer);
            self.hit.iter_mut().zip(inner).for_each(|(hit, row)| hit[word] = row);
            self.third.iter_mut().zip(&outer[..27]).for_each(|(hit, row)| hit[word] = *row);
        }
        self.gives_way = self.count;
    }

    /// Adds a learnt set, replacing another if there is no room.
    pub(super) fn learn(&mut self, inner: u64, outer: u32) {
        let place = self.gives_way;
        self.gives_way = if place + 1 == 64 * N { 64 * N - KEPT_FREE } else { place + 1 };
        if place < self.count {
            let hits = self.hit.iter_mut().chain(&mut self.third);
            hits.for_each(|hit| hit[place / 64] &= !(1 << (place % 64)));
        }
        self.count = self.count.max(place + 1);
        self.put(place, inner, outer);
    }

    fn put(&mut self, place: usize, inner: u64, outer: u32) {
        self.take(place, &(inner, outer));
        bits(inner).for_each(|cell| set(&mut self.hit[cell], place));
        bits(outer.into()).for_each(|cell| set(&mut self.third[cell], place));
    }

    /// The sets that are not hit by these clues.
    #[inline(always)]
    pub(super) fn left(&self, clues: u64) -> Bits<N> {
        let mut left = self.all;
        let mut new = clues & !self.clues;
        while new != 0 {
            left = without(left, &self.hit[new.trailing_zeros() as usize]);
            new &= new - 1;
        }
        left
    }
}

/// Sets for the leaves below a node, those with few cells in the third band first.
///
/// Many sets have the same two or three cells there. The first words hold these as *rounds*: the same place in each of these
/// words is for the same cells.
///
/// ```text
///                place  0    1    2    3   ...
///     word 0, outer     ab   ab   ac   def
///     word 1, outer     ab        ac            other cells in the two bands
/// ```
///
/// So one word, the bits of all rounds joined, shows which of these cells must be hit. The search in the third band then deals
/// with different sets only, in few words.
pub(super) struct OuterTable {
    pub(super) sets: Outer<V>,
    /// How many places of a round are taken.
    slots: usize,
    /// The first set that found no place, if there is one.
    left_out: Option<(u64, u32)>,
}

impl OuterTable {
    pub(super) fn new() -> OuterTable {
        OuterTable { sets: Outer::new(), slots: 0, left_out: None }
    }

    /// Takes the sets that these clues do not hit, from sorted sets.
    #[inline(always)]
    pub(super) fn fill(&mut self, known: &[(u64, u32)], clues: u64) {
        self.sets.empty(clues);
        self.sets.count = 64 * ROUNDS;
        (self.slots, self.left_out) = (0, None);
        let mut round = 0;
        for set in known.iter().filter(|(inner, _)| inner & clues == 0) {
            let is_few = set.1.count_ones() <= FEW;
            let place = if is_few && self.slots > 0 && round + 1 < ROUNDS && self.sets.outer[0][self.slots - 1] == set.1
            {
                round += 1;
                64 * round + self.slots - 1
            } else if is_few && self.slots < 64 {
                (self.slots, round) = (self.slots + 1, 0);
                self.slots - 1
            } else if self.sets.count < 64 * V - KEPT_FREE {
                self.sets.count += 1;
                self.sets.count - 1
            } else {
                self.left_out = Some(*set);
                break;
            };
            self.sets.take(place, set);
        }
        self.sets.complete();
    }

    /// The first set, in their order, that found no place.
    pub(super) fn left_out(&self) -> Option<&(u64, u32)> {
        self.left_out.as_ref()
    }

    /// Adds a learnt set.
    pub(super) fn learn(&mut self, inner: u64, outer: u32) {
        if outer.count_ones() <= FEW {
            let is_free =
                |slot: &usize| self.sets.outer[0][*slot] == outer && self.sets.all[ROUNDS - 1] >> slot & 1 == 0;
            let slot = (0..self.slots).find(is_free).or((self.slots < 64).then_some(self.slots));
            if let Some(slot) = slot {
                self.slots = self.slots.max(slot + 1);
                let round = (0..ROUNDS).find(|round| self.sets.all[*round] >> slot & 1 == 0);
                return self.sets.put(64 * round.unwrap_or(0) + slot, inner, outer);
            }
        }
        self.sets.learn(inner, outer);
    }

    /// The sets that are not hit by these clues, for the third band: with all rounds joined into the first.
    #[inline(always)]
    pub(super) fn left(&self, clues: u64) -> Bits<V> {
        as_one(self.sets.left(clues))
    }

    /// Those of these sets that are in the words examined first.
    #[inline(always)]
    pub(super) fn first(open: &Bits<V>) -> First {
        FIRST.map(|word| open[word])
    }

    /// The cells of a set in the first words; the next function does the same for the rest.
    #[inline(always)]
    pub(super) fn cells_of_first(&self, word: usize, place: usize) -> u32 {
        self.sets.outer[FIRST[word]][place]
    }

    #[inline(always)]
    pub(super) fn cells_of_rest(&self, word: usize, place: usize) -> u32 {
        self.sets.outer[V - REST + word][place]
    }

    /// Visits the sets that each of these cells hits, and possibly an empty entry once or twice at the end.
    #[inline(always)]
    fn for_each_hit(&self, mut cells: u32, mut visit: impl FnMut(&Bits<V>)) {
        while cells != 0 {
            // Most sets have at most three cells, so the loop seldom repeats.
            for _ in 0..3 {
                visit(&self.sets.third[cells.trailing_zeros() as usize]);
                cells &= cells.wrapping_sub(1);
            }
        }
    }

    /// The sets of the first words that some cells hit.
    #[inline(always)]
    pub(super) fn met_by(&self, cells: u32) -> First {
        let mut met = First::default();
        self.for_each_hit(cells, |hit| (0..FIRSTS).for_each(|word| met[word] |= hit[FIRST[word]]));
        met
    }

    /// The sets of a word that contain none of these cells.
    #[inline(always)]
    fn word_beside(&self, mut open: u64, word: usize, cells: u32) -> u64 {
        self.for_each_hit(cells, |hit| open &= !hit[word]);
        open
    }

    /// The sets after the first words that contain none of these cells.
    #[inline(always)]
    pub(super) fn rest(&self, open: &Bits<V>, cells: u32) -> Bits<REST> {
        self.rest_beside(std::array::from_fn(|word| open[V - REST + word]), cells)
    }

    #[inline(always)]
    pub(super) fn rest_beside(&self, mut rest: Bits<REST>, cells: u32) -> Bits<REST> {
        self.for_each_hit(cells, |hit| (0..REST).for_each(|word| rest[word] &= !hit[V - REST + word]));
        rest
    }

    /// Finds disjoint sets of the third band, small ones first, and passes word and place of each to `take` until this is false.
    #[inline(always)]
    fn pack(&self, open: &Bits<V>, mut take: impl FnMut(usize, usize) -> bool) {
        let mut used = 0;
        for word in FIRST {
            let mut open = self.word_beside(open[word], word, used);
            while open != 0 {
                let place = open.trailing_zeros() as usize;
                if !take(word, place) {
                    return;
                }
                let cells = self.sets.outer[word][place];
                used |= cells;
                open = self.word_beside(open, word, cells);
            }
        }
        let mut rest = self.rest(open, used);
        for word in 0..REST {
            while rest[word] != 0 {
                let place = rest[word].trailing_zeros() as usize;
                if !take(V - REST + word, place) {
                    return;
                }
                rest = self.rest_beside(rest, self.cells_of_rest(word, place));
            }
        }
    }

    /// Whether at most `most` disjoint sets of the third band are found.
    #[inline(always)]
    pub(super) fn packs(&self, open: &Bits<V>, most: usize) -> bool {
        let mut disjoint = 0;
        self.pack(open, |_, _| {
            disjoint += 1;
            disjoint <= most
        });
        disjoint <= most
    }

    /// How many disjoint sets are found among those that these clues do not hit; and each of these cells of the two bands that
    /// leaves at most `most` if it is added. A cell that hits too few of the disjoint sets is not tried.
    #[inline(always)]
    pub(super) fn packs_with_one(&self, clues: u64, cells: u64, most: usize) -> (usize, u64) {
        let open = self.sets.left(clues);
        let mut disjoint = 0usize;
        // For each cell, how many it hits, as the bits of a number; from four on, `fours` stays set.
        let (mut ones, mut twos, mut fours) = (0, 0, 0);
        self.pack(&as_one(open), |word, place| {
            disjoint += 1;
            let rounds = if word == 0 { 0..ROUNDS } else { word..word + 1 };
            let hit = |round: usize| self.sets.inner[round][place] | (open[round] >> place & 1).wrapping_sub(1);
            let inner = rounds.fold(u64::MAX, |inner, round| inner & hit(round));
            fours |= twos & ones & inner;
            twos ^= ones & inner;
            ones ^= inner;
            true
        });
        let hitting = match disjoint.saturating_sub(most) {
            0 => u64::MAX,
            1 => ones | twos | fours,
            2 => twos | fours,
            3 => ones & twos | fours,
            _ => fours,
        };
        let packs = |cell: &usize| self.packs(&as_one(without(open, &self.sets.hit[*cell])), most);
        (disjoint, bits(cells & hitting).filter(packs).fold(0, |cells, cell| cells | 1 << cell))
    }

    /// Those of these cells that all open sets contain. There must be an open set.
    #[inline(always)]
    pub(super) fn common(&self, open: &Bits<V>, cells: u32) -> u32 {
        let word = (0..V).rev().fold(0, |first, word| if open[word] != 0 { word } else { first });
        let mut cells = cells & self.sets.outer[word][open[word].trailing_zeros() as usize % 64];
        let mut common = 0;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            let left = without(*open, &self.sets.third[cell]).iter().fold(0, |any, word| any | word);
            common |= u32::from(left == 0) << cell;
            cells &= cells - 1;
        }
        common
    }

    /// Those of these cells that all open sets of the first words contain.
    #[inline(always)]
    pub(super) fn common_first(&self, open: &First, mut cells: u32) -> u32 {
        let mut common = 0;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            let hit = &self.sets.third[cell];
            let left = (0..FIRSTS).fold(0, |left, word| left | open[word] & !hit[FIRST[word]]);
            common |= u32::from(left == 0) << cell;
            cells &= cells - 1;
        }
        common
    }
}

/// The same sets with all rounds joined into the first.
#[inline(always)]
fn as_one(mut open: Bits<V>) -> Bits<V> {
    for round in 1..ROUNDS {
        open[0] |= open[round];
        open[round] = 0;
    }
    open
}
