//! What static chains reach, from all candidates at once: where there is something to be found, and how near.
//!
//! Only candidates with a strong link lead on from false to true; they are the starts, one bit each.
//!
//! ```text
//!   true[x]    =  union of false[b] over the strong links b of x          false[x]  =  union of true[p] over its live peers p
//!
//!   a start that is in its own true[x]: assumed false it is true                               proved
//!   a candidate that excludes a start b and some x, where b is in true[x]                      refuted
//! ```
//!
//! What a cycle removes is refuted by a chain, too, that goes from it to the cycle, round it and back: this is two
//! conclusions longer at most. So the cycles to be looked at are as long as the shortest chain, or two shorter; and
//! whatever lies on one refutes what it removes, both if it is true and if it is false.

use super::super::bits::Bits;
use super::super::cells::CellSet;
use super::links::Numbers;
use super::position::{CELLS, Marks, PEERS};

/// Candidates, those with strong links first, and their links to these.
#[derive(Default, Debug)]
struct Live {
    /// How many of them have strong links.
    live: usize,
    strong: Vec<([u16; 4], u8)>,
    starts: Vec<u32>,
    weak: Vec<u16>,
    numbers: Numbers,
}

impl Live {
    fn fill(&mut self, marks: &Marks) {
        let mut sets = [CellSet::EMPTY; 9];
        for (house, places) in marks.places.iter().enumerate() {
            for (digit, places) in places.iter().enumerate().filter(|(_, places)| places.count_ones() == 2) {
                (*places).iter().for_each(|place| sets[digit].insert(usize::from(CELLS[house][place])));
            }
        }
        for (cell, digits) in marks.cells.iter().enumerate().filter(|(_, digits)| digits.count_ones() == 2) {
            (*digits).iter().for_each(|digit| sets[digit].insert(cell));
        }
        let Numbers { candidates, numbers } = &mut self.numbers;
        candidates.clear();
        *numbers = [[u16::MAX; 9]; 81];
        for is_live in [true, false] {
            for (cell, digits) in marks.cells.iter().enumerate() {
                for digit in (*digits).iter().filter(|digit| sets[*digit].contains(cell) == is_live) {
                    numbers[cell][digit] = candidates.len() as u16;
                    candidates.push((cell as u8, digit as u8));
                }
            }
            if is_live {
                self.live = candidates.len();
            }
        }
        self.strong.clear();
        self.weak.clear();
        self.starts.clear();
        for (number, &(cell, digit)) in candidates.iter().enumerate() {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            self.starts.push(self.weak.len() as u32);
            let others = (marks.cells[cell] & !(1 << digit)).iter().filter(|other| sets[*other].contains(cell));
            self.weak.extend(others.map(|other| numbers[cell][other]));
            let peers = CellSet::peers(cell) & sets[digit];
            peers.for_each(|peer| self.weak.push(numbers[peer][digit]));
            if number < self.live {
                let (mut list, mut count) = ([0; 4], 0);
                super::links::for_each_strong(marks, cell, digit, |there, other| {
                    list[count] = numbers[there][other];
                    count += 1;
                });
                self.strong.push((list, count as u8));
            }
        }
        self.starts.push(self.weak.len() as u32);
    }

    #[inline]
    fn weak(&self, number: usize) -> &[u16] {
        &self.weak[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    #[inline]
    fn strong(&self, number: usize) -> &[u16] {
        let (list, count) = &self.strong[number];
        &list[..usize::from(*count)]
    }

    fn candidate(&self, number: usize) -> (usize, usize) {
        let (cell, digit) = self.numbers.candidates[number];
        (usize::from(cell), usize::from(digit))
    }
}

/// Sets of starts by candidate.
#[derive(Default, Debug)]
struct Wave<const W: usize> {
    /// Per candidate: the starts that it excludes.
    weak: Vec<[u64; W]>,
    on: Vec<[u64; W]>,
    off: Vec<[u64; W]>,
    seen_on: Vec<[u64; W]>,
    seen_off: Vec<[u64; W]>,
}

fn unite<const W: usize>(set: &mut [u64; W], other: &[u64; W]) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

fn meets<const W: usize>(set: &[u64; W], other: &[u64; W]) -> bool {
    set.iter().zip(other).fold(0, |common, (word, other)| common | word & other) != 0
}

fn insert<const W: usize>(set: &mut [u64; W], number: usize) {
    set[number / 64] |= 1 << (number % 64);
}

fn contains<const W: usize>(set: &[u64; W], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

impl<const W: usize> Wave<W> {
    fn begin(&mut self, live: &Live) {
        for sets in [&mut self.on, &mut self.off, &mut self.seen_on, &mut self.seen_off] {
            sets.clear();
            sets.resize(live.live, [0; W]);
        }
        self.weak.clear();
        self.weak.resize(live.numbers.candidates.len(), [0; W]);
        for (number, set) in self.weak.iter_mut().enumerate() {
            live.weak(number).iter().for_each(|other| insert(set, usize::from(*other)));
        }
        for start in 0..live.live {
            insert(&mut self.off[start], start);
            insert(&mut self.seen_off[start], start);
        }
    }

    /// What is true because others are false. Whether there is anything new.
    fn step_on(&mut self, live: &Live) -> bool {
        let mut any = 0;
        for x in 0..live.live {
            let mut set = [0; W];
            live.strong(x).iter().for_each(|by| unite(&mut set, &self.off[usize::from(*by)]));
            for ((word, on), seen) in set.iter().zip(&mut self.on[x]).zip(&mut self.seen_on[x]) {
                *on = word & !*seen;
                *seen |= word;
                any |= *on;
            }
        }
        any != 0
    }

    /// What is false because others are true.
    fn step_off(&mut self, live: &Live) {
        for x in 0..live.live {
            let mut set = [0; W];
            live.weak(x).iter().for_each(|by| unite(&mut set, &self.on[usize::from(*by)]));
            for ((word, off), seen) in set.iter().zip(&mut self.off[x]).zip(&mut self.seen_off[x]) {
                *off = word & !*seen;
                *seen |= word;
            }
        }
    }

    /// Whether the candidate excludes a start and what is true now from there.
    fn refutes(&self, live: &Live, number: usize, on: &[[u64; W]]) -> bool {
        live.weak(number).iter().any(|by| meets(&on[usize::from(*by)], &self.weak[number]))
    }

    fn shortest(&mut self, live: &Live) -> Option<Shortest> {
        self.begin(live);
        let mut complexity = 2;
        let (mut refuted, mut shorter_cycles, mut cycles) = (Vec::new(), Vec::new(), Vec::new());
        while self.step_on(live) || !refuted.is_empty() {
            let proved = (0..live.live).filter(|x| contains(&self.on[*x], *x));
            let to_candidates = |numbers: &[usize]| numbers.iter().map(|x| live.numbers.candidates[*x]).collect();
            let proved: Vec<usize> = proved.collect();
            if !(refuted.is_empty() && proved.is_empty()) {
                let first = |numbers: &[usize]| numbers.iter().map(|x| live.numbers.candidates[*x]).min();
                return Some(Shortest {
                    complexity,
                    refuted: first(&refuted),
                    proved: first(&proved),
                    shorter_cycles: to_candidates(&shorter_cycles),
                    cycles: to_candidates(&cycles),
                });
            }
            refuted = (0..live.numbers.candidates.len()).filter(|x| self.refutes(live, *x, &self.on)).collect();
            // A start whose strong link is excluded by what is true now from what it excludes.
            let closes = |start: &usize| {
                live.strong(*start).iter().any(|by| {
                    live.weak(usize::from(*by)).iter().any(|p| meets(&self.on[usize::from(*p)], &self.weak[*start]))
                })
            };
            shorter_cycles = std::mem::replace(&mut cycles, (0..live.live).filter(closes).collect());
            self.step_off(live);
            complexity += 2;
        }
        None
    }

    fn close(&mut self, live: &Live) {
        self.begin(live);
        while self.step_on(live) {
            self.step_off(live);
        }
    }

    /// What is true if a candidate is, as bits; starts only.
    fn true_from(&self, live: &Live, number: usize) -> impl Iterator<Item = usize> {
        (0..live.live).filter(move |x| *x == number || meets(&self.weak[number], &self.seen_on[*x]))
    }

    fn every(&mut self, live: &Live) -> Option<Every> {
        self.close(live);
        let mut every = Every::default();
        let mut is_any = false;
        for x in (0..live.live).filter(|x| contains(&self.seen_on[*x], *x)) {
            let (cell, digit) = live.candidate(x);
            every.proved[digit].insert(cell);
            is_any = true;
        }
        for x in 0..live.numbers.candidates.len() {
            if !self.refutes(live, x, &self.seen_on) {
                continue;
            }
            is_any = true;
            let (cell, digit) = live.candidate(x);
            every.refuted[digit].insert(cell);
            let mut leading = [0; W];
            live.weak(x).iter().for_each(|by| unite(&mut leading, &self.seen_on[usize::from(*by)]));
            for start in (0..live.live).filter(|start| contains(&leading, *start)) {
                if meets(&self.weak[start], &leading) || contains(&self.weak[x], start) {
                    let (cell, digit) = live.candidate(start);
                    every.cycles[digit].insert(cell);
                }
            }
        }
        is_any.then_some(every)
    }
}

/// The shortest chains, and the cycles that may be as short. Candidates by cell and digit.
#[derive(Debug)]
pub(super) struct Shortest {
    /// Conclusions of the chains.
    pub(super) complexity: u32,
    /// The first candidate that is false if it is true, and the first that is true if it is false.
    pub(super) refuted: Option<(u8, u8)>,
    pub(super) proved: Option<(u8, u8)>,
    /// Starts of cycles of two conclusions less, and of as many.
    pub(super) shorter_cycles: Vec<(u8, u8)>,
    pub(super) cycles: Vec<(u8, u8)>,
}

/// Per digit the cells whose candidates chains refute or prove, and those that may be on cycles that remove something.
#[derive(Default, Debug)]
pub(super) struct Every {
    pub(super) refuted: [CellSet; 9],
    pub(super) proved: [CellSet; 9],
    pub(super) cycles: [CellSet; 9],
}

/// A set of candidates.
type Wide = [u64; 12];

/// Cells and houses whose candidates lead to the same.
#[derive(Default, Debug)]
pub(super) struct Alternatives {
    pub(super) cells: CellSet,
    /// Per house: the digits.
    pub(super) houses: [u16; 27],
}

impl Alternatives {
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.houses == [0; 27]
    }
}

/// The memory of it all, for sets of as many words as are needed.
#[derive(Default, Debug)]
pub(super) struct Reach {
    live: Live,
    one: Wave<1>,
    two: Wave<2>,
    four: Wave<4>,
    twelve: Wave<12>,
}

impl Reach {
    pub(super) fn shortest(&mut self, marks: &Marks) -> Option<Shortest> {
        self.live.fill(marks);
        let mut found = match self.live.live {
            0..=64 => self.one.shortest(&self.live),
            65..=128 => self.two.shortest(&self.live),
            129..=256 => self.four.shortest(&self.live),
            _ => self.twelve.shortest(&self.live),
        };
        if let Some(found) = &mut found {
            // They are in order but for those without strong links, which have no cycles.
            found.cycles.sort_unstable();
            found.shorter_cycles.sort_unstable();
        }
        found
    }

    /// The cells and houses all of whose candidates lead to the same, by static chains.
    pub(super) fn alternatives(&mut self, marks: &Marks) -> Alternatives {
        self.live.fill(marks);
        let live = &self.live;
        let count = live.numbers.candidates.len();
        let mut leading: Vec<[Wide; 2]> = vec![[[0; 12]; 2]; count];
        macro_rules! fill {
            ($wave:expr) => {{
                $wave.close(live);
                for (number, [_, on]) in leading.iter_mut().enumerate() {
                    insert(on, number);
                    $wave.true_from(live, number).for_each(|x| insert(on, x));
                }
            }};
        }
        match live.live {
            0..=64 => fill!(self.one),
            65..=128 => fill!(self.two),
            129..=256 => fill!(self.four),
            _ => fill!(self.twelve),
        }
        let words = count.div_ceil(64);
        let excluded: Vec<Wide> = (0..count)
            .map(|number| {
                let (cell, digit) = live.candidate(number);
                let numbers = &live.numbers.numbers;
                let mut set = [0; 12];
                (marks.cells[cell] & !(1 << digit))
                    .iter()
                    .for_each(|other| insert(&mut set, usize::from(numbers[cell][other])));
                for peer in PEERS[cell].into_iter().map(usize::from).filter(|peer| marks.has(*peer, digit)) {
                    insert(&mut set, usize::from(numbers[peer][digit]));
                }
                set
            })
            .collect();
        for [off, on] in &mut leading {
            for (i, word) in on[..words].iter().enumerate() {
                for x in (*word).iter().map(|bit| 64 * i + bit) {
                    off[..words].iter_mut().zip(&excluded[x]).for_each(|(word, other)| *word |= other);
                }
            }
        }
        let is_several = |x: usize| marks.cells[live.candidate(x).0].count_ones() > 1;
        let agree = |starts: &mut dyn Iterator<Item = u16>| {
            let (mut off, mut on) = ([!0; 12], [!0; 12]);
            for start in starts {
                let [to_off, to_on] = &leading[usize::from(start)];
                for i in 0..words {
                    off[i] &= to_off[i];
                    on[i] &= to_on[i];
                }
            }
            off[..words].iter().any(|word| *word != 0)
                || (0..words).any(|i| on[i].iter().any(|bit| is_several(64 * i + bit)))
        };
        let mut found = Alternatives::default();
        for cell in (0..81).filter(|cell| marks.cells[*cell].count_ones() > 2) {
            if agree(&mut marks.cells[cell].iter().map(|digit| live.numbers.numbers[cell][digit])) {
                found.cells.insert(cell);
            }
        }
        for (house, places) in marks.places.iter().enumerate() {
            for (digit, places) in places.iter().enumerate().filter(|(_, places)| places.count_ones() >= 2) {
                let cell = |place: usize| usize::from(CELLS[house][place]);
                if marks.cells[cell(places.trailing_zeros() as usize)].count_ones() > 2
                    && agree(&mut (*places).iter().map(|place| live.numbers.numbers[cell(place)][digit]))
                {
                    found.houses[house] |= 1 << digit;
                }
            }
        }
        found
    }

    pub(super) fn every(&mut self, marks: &Marks) -> Option<Every> {
        self.live.fill(marks);
        match self.live.live {
            0..=64 => self.one.every(&self.live),
            65..=128 => self.two.every(&self.live),
            129..=256 => self.four.every(&self.live),
            _ => self.twelve.every(&self.live),
        }
    }
}
