//! What static chains reach, from all candidates at once: where there is something to find, and how near.
//!
//! Only from candidates with a strong link does a chain continue from false to true; these are the starts, one bit each.
//!
//! ```text
//!   true[x]    =  union of false[b] over the strong links b of x          false[x]  =  union of true[p] over its live peers p
//!
//!   a start that is in its own true[x]: assumed false it is true                               proved
//!   a candidate that excludes a start b and some x, where b is in true[x]                      refuted
//! ```
//!
//! What a cycle removes is also refuted by a chain, which goes from the removed candidate to the cycle, round it and back; it
//! is at most two conclusions longer. So the only cycles to examine are as long as the shortest chain, or two shorter; and
//! every candidate on one refutes what the cycle removes, both if it is true and if it is false.

use super::super::bits::Bits;
use super::super::cells::CellSet;
use super::links::{Links, contains, insert};
use super::position::{CELLS, Marks};

/// Sets of starts by candidate.
#[derive(Default, Debug)]
struct Wave<const W: usize> {
    /// For each candidate, the starts that it excludes.
    weak: Vec<[u64; W]>,
    on: Vec<[u64; W]>,
    off: Vec<[u64; W]>,
    seen_on: Vec<[u64; W]>,
    seen_off: Vec<[u64; W]>,
}

fn unite<const W: usize>(mut set: [u64; W], other: &[u64; W]) -> [u64; W] {
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
    set
}

fn meets<const W: usize>(set: &[u64; W], other: &[u64; W]) -> bool {
    set.iter().zip(other).fold(0, |common, (word, other)| common | word & other) != 0
}

fn members<const W: usize>(set: &[u64; W]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(i, word)| word.iter().map(move |bit| 64 * i + bit))
}

/// Gives each candidate the new starts in the sets of those linked to it, and remembers them. Whether there are any.
fn step<'a, const W: usize>(
    from: &[[u64; W]],
    links: impl Fn(u16) -> &'a [u16],
    live: usize,
    new: &mut [[u64; W]],
    seen: &mut [[u64; W]],
) -> bool {
    let mut any = 0;
    for (x, (new, seen)) in new.iter_mut().zip(seen).enumerate() {
        let starts = links(x as u16).iter().map(|by| usize::from(*by)).filter(|by| *by < live);
        let set = starts.fold([0; W], |set, by| unite(set, &from[by]));
        for ((word, new), seen) in set.iter().zip(new).zip(seen) {
            *new = word & !*seen;
            *seen |= word;
            any |= *new;
        }
    }
    any != 0
}

impl<const W: usize> Wave<W> {
    fn begin(&mut self, links: &Links) {
        for sets in [&mut self.on, &mut self.off, &mut self.seen_on, &mut self.seen_off] {
            sets.clear();
            sets.resize(links.live, [0; W]);
        }
        self.weak.clear();
        self.weak.resize(links.numbers.candidates.len(), [0; W]);
        for (number, set) in self.weak.iter_mut().enumerate() {
            links.weak_live(number).for_each(|other| insert(set, other));
        }
        for start in 0..links.live {
            insert(&mut self.off[start], start);
            insert(&mut self.seen_off[start], start);
        }
    }

    /// Finds what is true because others are false. Whether there is anything new.
    fn step_on(&mut self, links: &Links) -> bool {
        step(&self.off, |x| links.strong(x), links.live, &mut self.on, &mut self.seen_on)
    }

    /// Finds what is false because others are true.
    fn step_off(&mut self, links: &Links) {
        step(&self.on, |x| links.weak(x), links.live, &mut self.off, &mut self.seen_off);
    }

    /// Whether the candidate excludes both a start and something that is now true from there.
    fn refutes(&self, links: &Links, number: usize, on: &[[u64; W]]) -> bool {
        links.weak_live(number).any(|by| meets(&on[by], &self.weak[number]))
    }

    fn shortest(&mut self, links: &Links) -> Option<Shortest> {
        self.begin(links);
        let mut complexity = 2;
        let (mut refuted, mut shorter_cycles, mut cycles) = (Vec::new(), Vec::new(), Vec::new());
        while self.step_on(links) || !refuted.is_empty() {
            let proved: Vec<usize> = (0..links.live).filter(|x| contains(&self.on[*x], *x)).collect();
            if !(refuted.is_empty() && proved.is_empty()) {
                let candidates =
                    |numbers: &[usize]| numbers.iter().map(|x| links.numbers.candidates[*x]).collect::<Vec<_>>();
                let first = |numbers: &[usize]| candidates(numbers).into_iter().min();
                return Some(Shortest {
                    complexity,
                    refuted: first(&refuted),
                    proved: first(&proved),
                    shorter_cycles: candidates(&shorter_cycles),
                    cycles: candidates(&cycles),
                });
            }
            refuted = (0..links.numbers.candidates.len()).filter(|x| self.refutes(links, *x, &self.on)).collect();
            // A start with a strong link that is excluded by what is now true from something that the start excludes.
            let closes = |start: &usize| {
                let closing = links.strong(*start as u16).iter().map(|by| usize::from(*by));
                closing.flat_map(|by| links.weak_live(by)).any(|p| meets(&self.on[p], &self.weak[*start]))
            };
            shorter_cycles = std::mem::replace(&mut cycles, (0..links.live).filter(closes).collect());
            self.step_off(links);
            complexity += 2;
        }
        None
    }

    fn close(&mut self, links: &Links) {
        self.begin(links);
        while self.step_on(links) {
            self.step_off(links);
        }
    }

    /// What is true if a candidate is true: starts only.
    fn true_from(&self, links: &Links, number: usize) -> impl Iterator<Item = usize> {
        (0..links.live).filter(move |x| *x == number || meets(&self.weak[number], &self.seen_on[*x]))
    }

    /// The candidates that, if true, make themselves true by way of others.
    fn cycles(&mut self, links: &Links) -> Option<Every> {
        self.close(links);
        let mut every = Every::default();
        let mut is_any = false;
        for x in (0..links.live).filter(|x| meets(&self.weak[*x], &self.seen_on[*x])) {
            let (cell, digit) = links.candidate(x);
            every.cycles[digit].insert(cell);
            is_any = true;
        }
        is_any.then_some(every)
    }

    fn every(&mut self, links: &Links) -> Option<Every> {
        self.close(links);
        let mut every = Every::default();
        let mut is_any = false;
        for x in (0..links.live).filter(|x| contains(&self.seen_on[*x], *x)) {
            let (cell, digit) = links.candidate(x);
            every.proved[digit].insert(cell);
            is_any = true;
        }
        for x in 0..links.numbers.candidates.len() {
            if !self.refutes(links, x, &self.seen_on) {
                continue;
            }
            is_any = true;
            let (cell, digit) = links.candidate(x);
            every.refuted[digit].insert(cell);
            let leading = links.weak_live(x).fold([0; W], |leading, by| unite(leading, &self.seen_on[by]));
            for start in members(&leading) {
                if meets(&self.weak[start], &leading) || contains(&self.weak[x], start) {
                    let (cell, digit) = links.candidate(start);
                    every.cycles[digit].insert(cell);
                }
            }
        }
        is_any.then_some(every)
    }
}

/// The shortest chains, and the cycles that may be as short. Candidates are given by cell and digit.
#[derive(Debug)]
pub(super) struct Shortest {
    /// The number of conclusions of the chains.
    pub(super) complexity: u32,
    /// The first candidate that is false if it is true, and the first that is true if it is false.
    pub(super) refuted: Option<(u8, u8)>,
    pub(super) proved: Option<(u8, u8)>,
    /// Starts of cycles with two conclusions fewer, and with as many.
    pub(super) shorter_cycles: Vec<(u8, u8)>,
    pub(super) cycles: Vec<(u8, u8)>,
}

/// For each digit, the cells whose candidates chains refute or prove, and those that may be on cycles that remove something.
#[derive(Default, Debug)]
pub(super) struct Every {
    pub(super) refuted: [CellSet; 9],
    pub(super) proved: [CellSet; 9],
    pub(super) cycles: [CellSet; 9],
}

/// A set of candidates.
type Wide = [u64; 12];

/// Cells and houses all of whose candidates lead to the same conclusion.
#[derive(Default, Debug)]
pub(super) struct Alternatives {
    pub(super) cells: CellSet,
    /// For each house, the digits.
    pub(super) houses: [u16; 27],
}

impl Alternatives {
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.houses == [0; 27]
    }
}

/// Memory for all of this, for sets of as many words as needed.
#[derive(Default, Debug)]
pub(super) struct Reach {
    one: Wave<1>,
    two: Wave<2>,
    four: Wave<4>,
    twelve: Wave<12>,
}

/// Applies an expression to the waves of the width that the links need.
macro_rules! with_waves {
    ($reach:expr, $links:expr, $wave:ident => $do:expr) => {
        match $links.live {
            0..=64 => with_waves!(@ $reach.one, $wave => $do),
            65..=128 => with_waves!(@ $reach.two, $wave => $do),
            129..=256 => with_waves!(@ $reach.four, $wave => $do),
            _ => with_waves!(@ $reach.twelve, $wave => $do),
        }
    };
    (@ $which:expr, $wave:ident => $do:expr) => {{
        let $wave = &mut $which;
        $do
    }};
}

impl Reach {
    /// The shortest chains of the links.
    pub(super) fn shortest(&mut self, links: &Links) -> Option<Shortest> {
        with_waves!(self, links, wave => wave.shortest(links))
    }

    /// The cycles of the links only, whether or not they remove something.
    pub(super) fn cycles(&mut self, links: &Links) -> Option<Every> {
        with_waves!(self, links, wave => wave.cycles(links))
    }

    /// Everything to which chains of the links lead.
    pub(super) fn every(&mut self, links: &Links) -> Option<Every> {
        with_waves!(self, links, wave => wave.every(links))
    }

    /// The cells and houses all of whose candidates lead to the same conclusion by static chains. This needs all links.
    pub(super) fn alternatives(&mut self, marks: &Marks, links: &Links) -> Alternatives {
        let count = links.numbers.candidates.len();
        // For each candidate, what is false if it is true, and what is true.
        let mut leading: Vec<[Wide; 2]> = vec![[[0; 12]; 2]; count];
        with_waves!(self, links, wave => {
            wave.close(links);
            for (number, [_, on]) in leading.iter_mut().enumerate() {
                insert(on, number);
                wave.true_from(links, number).for_each(|x| insert(on, x));
            }
        });
        for [off, on] in &mut leading {
            for x in members(on) {
                off.iter_mut().zip(links.weak_set(x as u16)).for_each(|(word, other)| *word |= other);
            }
        }
        let words = links.words();
        let is_several = |x: usize| marks.cells[links.candidate(x).0].count_ones() > 1;
        let agree = |starts: &mut dyn Iterator<Item = u16>| {
            let mut common = [[!0; 12]; 2];
            for [off, on] in starts.map(|start| &leading[usize::from(start)]) {
                for i in 0..words {
                    common[0][i] &= off[i];
                    common[1][i] &= on[i];
                }
            }
            let [off, on] = common;
            (0..words).any(|i| off[i] != 0 || on[i].iter().any(|bit| is_several(64 * i + bit)))
        };
        let number = |cell: usize, digit: usize| links.numbers.numbers[cell][digit];
        let mut found = Alternatives::default();
        for cell in (0..81).filter(|cell| marks.cells[*cell].count_ones() > 2) {
            if agree(&mut marks.cells[cell].iter().map(|digit| number(cell, digit))) {
                found.cells.insert(cell);
            }
        }
        for (house, places) in marks.places.iter().enumerate() {
            for (digit, places) in places.iter().enumerate().filter(|(_, places)| places.count_ones() >= 2) {
                let cell = |place: usize| usize::from(CELLS[house][place]);
                if marks.cells[cell(places.trailing_zeros() as usize)].count_ones() > 2
                    && agree(&mut places.iter().map(|place| number(cell(place), digit)))
                {
                    found.houses[house] |= 1 << digit;
                }
            }
        }
        found
    }
}
