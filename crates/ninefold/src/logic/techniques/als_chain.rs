//! ALS chains: four or more almost locked sets (cells of a house with one more digit than cells) in a row, each with a
//! restricted common (a digit that only one of the two sets can have) to the next.
//!
//! ```text
//!   A --1-- B --5-- C --2-- D     if A has no 7, it has 1, so B has no 1 but has 5, so C has no 5 but has 2,
//!                                 so D has no 2 but has 7: one of A and D has 7, and what sees all 7s of both is not 7
//! ```
//!
//! Neighbouring restricted commons must be different digits.
//!
//! Source: Player's Forum, 2006, as for ALS-XY-wings, which are the chains of three sets.
//!
//! HoDoKu follows every chain whose sets come in the order of its list and takes the one with the most eliminations (then by
//! their cells); on a path we do the same. There are too many chains to try each. But how a chain can continue depends only on
//! its last set and the digit by which that set was reached: a node. So, from the last set of the list to the first, we record
//! as rows of bits which nodes can be reached from which; try all pairs of sets that could remove something together; and look
//! for a short way between the best pair. If every step is wanted, chains of up to seven sets may also go back in the list.

use super::als::{Smallest, step};
use super::prelude::*;
use super::sets::{Als, Sets};
use crate::board::ones;

/// Chains of more sets than this are not reported if every step is wanted.
const MOST_SETS: usize = 7;

/// Finds ALS chains.
pub(in super::super) fn find(nine: &View, finds: &mut Finds) -> ControlFlow<()> {
    if finds.wants_all() {
        let sets = Sets::new(nine, true);
        let mut smallest = Smallest::default();
        let nodes = Nodes::new(&sets, true);
        nodes.for_each_end(|ends| {
            let mut out: Vec<Candidate> = Vec::new();
            for (digit, cells) in ends.conclusions(&sets) {
                out.extend(cells.iter().map(|cell| candidate(cell, digit)));
            }
            out.sort_unstable();
            // Two more sets have two more cells at least.
            let least = sets.list[ends.first].cells.len() + sets.list[ends.last].cells.len() + 2;
            if smallest.size(&out).is_none_or(|size| least < size)
                && let Some(way) = nodes.way(ends)
            {
                smallest.add(write(&sets, ends, &way));
            }
        });
        return smallest.report(finds);
    }
    let sets = nine.sets();
    let nodes = Nodes::new(sets, false);
    let mut best: Option<((Reverse<usize>, usize), Ends)> = None;
    nodes.for_each_end(|ends| {
        let count: usize = ends.conclusions(sets).map(|(_, cells)| cells.len()).sum();
        if best.is_some_and(|((Reverse(most), _), _)| count < most) {
            return;
        }
        let key = (Reverse(count), ends.sum(sets));
        if best.is_none_or(|(known, _)| key < known) {
            best = Some((key, ends));
        }
    });
    let Some((_, ends)) = best else { return ControlFlow::Continue(()) };
    let way = nodes.way(ends).expect("a node that can be reached has a way to it");
    finds.add(write(sets, ends, &way))
}

/// The two ends of a chain, and the digits of the first and the last restricted common.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: usize,
    by: usize,
    last: usize,
    reached_by: usize,
}

impl Ends {
    fn conclusions(self, sets: &Sets) -> impl Iterator<Item = (usize, CellSet)> {
        sets.conclusions(self.first, self.last, 1 << self.by | 1 << self.reached_by)
    }

    /// Of chains with equally many eliminations, HoDoKu prefers that with the smallest sum over their cells and digits.
    fn sum(self, sets: &Sets) -> usize {
        weight(self.conclusions(sets).flat_map(|(digit, cells)| cells.iter().map(move |cell| (cell, digit))))
    }
}

/// Sets with the digit by which a chain reaches them, numbered: all digits of the first set, of the second and so on.
struct Nodes<'a> {
    sets: &'a Sets,
    /// Whether chains may go back in the list of sets.
    both_ways: bool,
    /// Per set, and once more at the end: the number of its first node.
    starts: Vec<usize>,
    /// Per node: its set and digit.
    meaning: Vec<(u16, u8)>,
    /// Words of 64 bits in a row.
    width: usize,
    /// Per node: where its rows are, if anything follows it. Most nodes lead nowhere.
    rows: Vec<Option<u32>>,
    /// Rows: the nodes that follow, near or far.
    reach: Vec<u64>,
    /// The same without those that follow at once, unless they follow in another way, too.
    beyond: Vec<u64>,
}

impl<'a> Nodes<'a> {
    fn new(sets: &'a Sets, both_ways: bool) -> Nodes<'a> {
        let mut starts = Vec::with_capacity(sets.list.len() + 1);
        let mut meaning = Vec::with_capacity(4 * sets.list.len());
        for (number, set) in sets.list.iter().enumerate() {
            starts.push(meaning.len());
            meaning.extend(digits(set.digits).map(|digit| (number as u16, digit as u8)));
        }
        starts.push(meaning.len());
        let (width, rows) = (meaning.len().div_ceil(64), vec![None; meaning.len()]);
        let (reach, beyond) = (Vec::new(), Vec::new());
        let mut nodes = Nodes { sets, both_ways, starts, meaning, width, rows, reach, beyond };
        // If all ways lead onwards, everything that can be reached from later sets is known before; if not, each round
        // adds ways that are longer by one set.
        for _ in 0..if both_ways { MOST_SETS - 3 } else { 1 } {
            nodes.extend(true);
        }
        if both_ways {
            nodes.extend(false);
        }
        nodes
    }

    /// Notes what can be reached beyond the next nodes, and adds it to each row, with the next nodes, if rows are to
    /// become longer.
    fn extend(&mut self, becomes_longer: bool) {
        let Nodes { sets, both_ways, width, .. } = *self;
        // By digit: what is reached with it as the next one, at once and later; and where it is the first of two
        // commons, what is reached by the other.
        let [mut by, mut instead] = [vec![0; 18 * width], vec![0; 18 * width]];
        let mut row = vec![0; 2 * width];
        for set in (0..sets.list.len()).rev() {
            // Where ways lead onwards, all that is reached comes last.
            let least = if both_ways { 0 } else { self.starts[set] / 64 };
            let firsts = connected(sets, both_ways, set)
                .fold(0, |firsts, (_, commons)| firsts | commons & commons.wrapping_neg());
            for digit in digits(firsts) {
                by[2 * width * digit..][..2 * width].fill(0);
                instead[2 * width * digit..][..2 * width].fill(0);
            }
            for (other, commons) in connected(sets, both_ways, set) {
                let first = commons.trailing_zeros() as usize;
                for (list, left) in [(&mut by, commons), (&mut instead, commons & (commons - 1))] {
                    if left == 0 {
                        continue;
                    }
                    let next = self.node(other, left.trailing_zeros() as usize);
                    let (near, far) = list[2 * width * first..][..2 * width].split_at_mut(width);
                    near[next / 64] |= 1 << (next % 64);
                    // What is reached leads nowhere else, if chains may have any length.
                    if both_ways || far[next / 64] >> (next % 64) & 1 == 0 {
                        self.unite(far, &self.reach, next, least);
                    }
                }
            }
            for digit in digits(if firsts == 0 { 0 } else { sets.list[set].digits }) {
                row.fill(0);
                if firsts >> digit & 1 == 1 {
                    unite(&mut row, &instead[2 * width * digit..][..2 * width]);
                }
                for other in digits(firsts & !(1 << digit)) {
                    unite(&mut row, &by[2 * width * other..][..2 * width]);
                }
                let (near, far) = row.split_at_mut(width);
                let at = self.row(self.starts[set] + count(sets.list[set].digits & ((1 << digit) - 1)));
                self.beyond[at..at + width].copy_from_slice(far);
                if becomes_longer {
                    unite(near, far);
                    self.reach[at..at + width].copy_from_slice(near);
                }
            }
        }
    }

    /// Where the rows of a node start; new ones, if it has none.
    fn row(&mut self, node: usize) -> usize {
        let new = self.reach.len();
        let row = *self.rows[node].get_or_insert(new as u32) as usize;
        if row == new {
            self.reach.resize(new + self.width, 0);
            self.beyond.resize(new + self.width, 0);
        }
        row
    }

    /// Adds the row of a node, if it has one, from some word on.
    fn unite(&self, row: &mut [u64], list: &[u64], node: usize, least: usize) {
        if let Some(start) = self.rows[node] {
            unite(&mut row[least..], &list[start as usize + least..start as usize + self.width]);
        }
    }

    #[inline]
    fn node(&self, set: usize, digit: usize) -> usize {
        let below = self.sets.list[set].digits & ((1 << digit) - 1);
        self.starts[set] + count(below)
    }

    /// Visits the ends of all chains of four or more sets that remove something.
    fn for_each_end(&self, mut visit: impl FnMut(Ends)) {
        let Nodes { sets, both_ways, .. } = *self;
        let width = self.width;
        let mut ends = vec![0; width];
        // The nodes of later sets that could remove something together with the first, and per set the digits.
        let mut lasts = vec![0; width];
        let mut concluded = vec![0u16; sets.list.len()];
        for first in 0..sets.list.len() {
            if !sets.partners(first).any(|last| last > first) {
                continue;
            }
            lasts.fill(0);
            for last in sets.partners(first).filter(|last| *last > first) {
                concluded[last] = sets.conclusions(first, last, 0).fold(0, |digits, (digit, _)| digits | 1 << digit);
                (self.starts[last]..self.starts[last + 1]).for_each(|node| lasts[node / 64] |= 1 << (node % 64));
            }
            let least = if both_ways { 0 } else { self.starts[first] / 64 };
            let onward = connected(sets, both_ways, first).fold(0, |onward, (_, digits)| onward | digits);
            for by in digits(onward) {
                ends.fill(0);
                for (second, _) in connected(sets, both_ways, first).filter(|(_, digits)| digits >> by & 1 == 1) {
                    let node = self.node(second, by);
                    if both_ways || ends[node / 64] >> (node % 64) & 1 == 0 {
                        self.unite(&mut ends, &self.beyond, node, least);
                    }
                }
                for (i, word) in lasts.iter().enumerate().skip(least) {
                    for bit in ones(word & ends[i]) {
                        let (last, reached_by) = self.meaning[64 * i + bit];
                        let (last, reached_by) = (usize::from(last), usize::from(reached_by));
                        if concluded[last] & !(1 << by | 1 << reached_by) != 0 {
                            visit(Ends { first, by, last, reached_by });
                        }
                    }
                }
            }
        }
    }

    /// A chain with these ends and as few sets as possible, but four: the later sets, each with the digit by which it
    /// is reached.
    fn way(&self, ends: Ends) -> Option<Vec<(usize, usize)>> {
        let Nodes { sets, both_ways, .. } = *self;
        let first = connected(sets, both_ways, ends.first).filter(|(_, digits)| digits >> ends.by & 1 == 1);
        // Per length: the nodes that are reached with it, and from where.
        let mut layers: Vec<Vec<(usize, usize, usize)>> = vec![first.map(|(set, _)| (set, ends.by, 0)).collect()];
        loop {
            let layer = layers.last().expect("there is a first one");
            let found = layer.iter().position(|(set, digit, _)| (*set, *digit) == (ends.last, ends.reached_by));
            if let Some(i) = found.filter(|_| layers.len() >= 3) {
                let mut way: Vec<(usize, usize)> = back(&layers, i).collect();
                way.reverse();
                return Some(way);
            }
            if layer.is_empty() || (both_ways && layers.len() + 1 >= MOST_SETS) {
                return None;
            }
            let mut is_known = vec![0u64; self.width];
            let mut longer = Vec::new();
            for (i, (set, digit, _)) in layer.iter().enumerate() {
                for (set, digit) in next(sets, both_ways, *set, *digit) {
                    let node = self.node(set, digit);
                    let is_new = is_known[node / 64] >> (node % 64) & 1 == 0;
                    let is_used = || set == ends.first || back(&layers, i).any(|(before, _)| before == set);
                    if is_new && (both_ways || set <= ends.last) && !is_used() {
                        is_known[node / 64] |= 1 << (node % 64);
                        longer.push((set, digit, i));
                    }
                }
            }
            layers.push(longer);
        }
    }
}

/// From a node of the last layer back to the first.
fn back(layers: &[Vec<(usize, usize, usize)>], mut i: usize) -> impl Iterator<Item = (usize, usize)> {
    layers.iter().rev().map(move |layer| {
        let (set, digit, before) = layer[i];
        i = before;
        (set, digit)
    })
}

/// The sets that have a restricted common with a set, and these.
fn connected(sets: &Sets, both_ways: bool, set: usize) -> impl Iterator<Item = (usize, u16)> {
    let onward = sets.commons[sets.outgoing(set)].iter().map(|common| (common.two, common.digits));
    let back = sets.incoming(set).filter(move |_| both_ways).map(|common| (common.one, common.digits));
    onward.chain(back)
}

/// The nodes that come next: any common of the set that is another digit. Of two, the first one counts.
fn next(sets: &Sets, both_ways: bool, set: usize, digit: usize) -> impl Iterator<Item = (usize, usize)> {
    connected(sets, both_ways, set).filter_map(move |(next, commons)| {
        let left = commons & !(1 << digit);
        (left != 0).then(|| (next, left.trailing_zeros() as usize))
    })
}

/// Adds the bits of another row.
fn unite(row: &mut [u64], more: &[u64]) {
    row.iter_mut().zip(more).for_each(|(row, more)| *row |= more);
}

fn write(sets: &Sets, ends: Ends, way: &[(usize, usize)]) -> Step {
    let used: Vec<usize> = std::iter::once(ends.first).chain(way.iter().map(|(set, _)| *set)).collect();
    let commons: Vec<_> = way.iter().enumerate().map(|(i, (_, digit))| (i, i + 1, *digit)).collect();
    let [first, last]: [&Als; 2] = [ends.first, ends.last].map(|set| &sets.list[set]);
    let mut named = 0;
    let mut out: Vec<(usize, usize, CellSet)> = Vec::new();
    for (digit, cells) in ends.conclusions(sets) {
        let places = first.places[digit] | last.places[digit];
        out.extend(cells.iter().map(|cell| (cell, digit, places)));
        named |= 1 << digit;
    }
    let step = step(sets, Technique::AlsChain, &used, &commons, named, &out);
    debug_assert!(step.eliminations.is_sorted_by_key(|out: &Candidate| *out));
    step
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::als::tests::{Set, commons_of_two, naive_sets, seen};
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // The ends of the chain have no digit in common; a link that is cut.
        example(
            AlsChain,
            "r1c1=15; r1c5=56; r5c5=67; r5c9=17",
            "r1c9<>1 r5c1<>1",
            &["r1c1=15; r1c5=56; r5c5=67; r5c9=78", "r1c1=15; r1c5=56; r6c6=67; r5c9=17"],
        ),
    ];

    /// Every way from set to set, of which of two commons the first counts, as the last digit was not it.
    fn naive(nine: &Nine, sets: &[Set], links: &[Vec<u16>]) -> Outs {
        struct Walk<'a> {
            nine: &'a Nine,
            sets: &'a [Set],
            links: &'a [Vec<u16>],
            outs: Outs,
        }
        impl Walk<'_> {
            fn go_on(&mut self, chain: &mut Vec<usize>, first_by: usize, by: usize) {
                let last = chain[chain.len() - 1];
                if chain.len() >= 4 {
                    let [one, two] = [&self.sets[chain[0]], &self.sets[last]];
                    let of = one.digits & two.digits & !(1 << first_by | 1 << by);
                    add(&mut self.outs, seen(self.nine, &[one, two], of));
                }
                let ways = if chain.len() < MOST_SETS { self.sets.len() } else { 0 };
                for next in 0..ways {
                    let left = self.links[last][next] & !(1 << by);
                    if left != 0 && !chain.contains(&next) {
                        chain.push(next);
                        self.go_on(chain, first_by, left.trailing_zeros() as usize);
                        chain.pop();
                    }
                }
            }
        }
        let mut walk = Walk { nine, sets, links, outs: Outs::new() };
        for (one, row) in links.iter().enumerate() {
            for (two, commons) in row.iter().enumerate() {
                digits(*commons).for_each(|by| walk.go_on(&mut vec![one, two], by, by));
            }
        }
        walk.outs
    }

    /// A way that meets itself is not followed further, so a few chains that go round about are missed.
    #[test]
    fn what_is_found_is_what_the_definitions_say() {
        let (mut found, mut missed) = (0, 0);
        for seed in 0..150 {
            let board = Board::midway(seed, 17 + seed as usize % 8);
            let nine = board.nine();
            let sets = naive_sets(&nine);
            let links = |one: &Set| sets.iter().map(|two| commons_of_two(&nine, one, two)).collect::<Vec<u16>>();
            let links: Vec<Vec<u16>> = sets.iter().map(links).collect();
            if links.iter().flatten().filter(|commons| **commons != 0).count() > 200 {
                continue;
            }
            let wanted = naive(&nine, &sets, &links);
            let named = board.all_outs(AlsChain);
            assert!(named.is_subset(&wanted), "{board:?}");
            (found, missed) = (found + named.len(), missed + wanted.len() - named.len());
        }
        assert!(found > 10 && missed * 20 < found, "{found} found, {missed} missed");
    }
}
