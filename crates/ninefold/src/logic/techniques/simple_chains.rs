//! X-chains and XY-chains: chains of one digit, and chains through cells with two candidates.
//!
//! ```text
//!   X-chain of 4:  r2c1 =4= r2c8 -4- r5c8 =4= r5c4 -4- r9c4 =4= r9c2
//!                  strong and weak links take turns; the first and the last are strong: one of the ends is 4
//!
//!   XY-chain:      r1c1(4 7) -7- r1c5(7 2) -2- r6c5(2 9) -9- r6c3(9 4)
//!                  if r1c1 is not 4, it is 7, so r1c5 is 2, r6c5 is 9, r6c3 is 4: one of the ends is 4
//! ```
//!
//! Cells that see both ends cannot have the digit. A strong link (=4=) joins the only two places for 4 in a house, or the
//! only two candidates of a cell: one of them is true. A weak link (-4-) joins two places that see each other.
//!
//! Source: the Sudoku Player's Forum: XY-chains as longer XY-wings, X-chains as colouring with weak links added.
//! Here: no cell may appear twice in a chain, and a chain has at most 20 nodes. From each start, the levels of links are
//! followed until nothing new is reached; the way back is the shortest chain. If it crosses itself (which happens when the
//! start is true anyway), a depth-first search looks for one that does not.

use super::chains::write::only_places;
use super::prelude::*;
use std::collections::BTreeMap;

/// The most links of a chain. The last one is strong, as is the first, so their number is odd.
const MOST_LINKS: usize = 19;
/// Nodes that a depth-first search visits for one pair of ends before it gives up.
const MOST_VISITS: usize = 20_000;

/// Finds X-chains or XY-chains: the best (most eliminations, then shortest, then the first cells), or for each conclusion
/// the shortest.
pub(in super::super) fn find(nine: &View, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let mut search = ShortestChain {
        links: Links::new(nine, technique),
        best: None,
        all: finds.wants_all().then(BTreeMap::new),
        came: Vec::with_capacity(200),
    };
    for digit in 0..9 {
        for cell in search.links.linked[digit].iter() {
            search.start((digit, cell));
        }
    }
    let ShortestChain { links, best, all, .. } = search;
    let mut found: Vec<Found> = best.into_iter().chain(all.into_iter().flatten().map(|(_, chain)| chain)).collect();
    found.sort();
    found.into_iter().try_for_each(|(_, chain)| finds.add(links.step(&chain)))
}

/// A digit and a cell. If the first node of a chain is false, so are all at even positions, and the others are true.
type Place = (usize, usize);

/// Most eliminations, then shortest, then the first cells, by HoDoKu's sum; then the one that was found first.
type Key = (Reverse<usize>, usize, usize, usize);

/// A chain and how good it is.
type Found = (Key, Vec<Place>);

/// The links of X-chains or XY-chains.
struct Links<'a> {
    nine: &'a View,
    technique: Technique,
    /// Per digit: the cells with a strong link.
    linked: [CellSet; 9],
}

impl<'a> Links<'a> {
    fn new(nine: &'a View, technique: Technique) -> Links<'a> {
        let linked = std::array::from_fn(|digit| {
            if technique == Technique::XYChain {
                return nine.cells[digit] & nine.bivalue;
            }
            if nine.outside_all_templates(digit).is_empty() {
                return CellSet::EMPTY;
            }
            let pairs = (0..27).filter(|house| nine.places[*house][digit].count_ones() == 2);
            pairs.fold(CellSet::EMPTY, |linked, house| linked | nine.places(house, digit))
        });
        Links { nine, technique, linked }
    }

    /// What is true if this is false.
    fn strong(&self, (digit, cell): Place) -> impl Iterator<Item = Place> + use<> {
        let nine = self.nine;
        let mut found = [None; 3];
        if self.technique == Technique::XChain {
            for (place, house) in found.iter_mut().zip(houses_of(cell)) {
                *place = (nine.places(house, digit) - CellSet::only(cell)).single().map(|other| (digit, other));
            }
        } else {
            let other = (nine.candidates[cell] & !(1 << digit)).trailing_zeros() as usize;
            found[0] = Some((other, cell));
        }
        found.into_iter().flatten()
    }

    /// The cells where the digit is false if it is true here, if the chain can continue from them.
    fn weak(&self, (digit, cell): Place) -> CellSet {
        CellSet::peers(cell) & self.linked[digit]
    }

    /// Whether a chain visits no cell twice. An X-chain may end where it starts.
    fn is_simple(&self, chain: &[Place]) -> bool {
        let is_x = self.technique == Technique::XChain;
        let cells = chain.iter().step_by(if is_x { 1 } else { 2 }).map(|(_, cell)| *cell);
        let mut met = CellSet::EMPTY;
        for (at, cell) in cells.enumerate() {
            let closes = is_x && at + 1 == chain.len() && chain[0].1 == cell;
            if met.contains(cell) && !closes {
                return false;
            }
            met.insert(cell);
        }
        true
    }

    /// The cells that lose the digit of both ends.
    fn outs(&self, first: Place, last: Place) -> CellSet {
        CellSet::peers(first.1) & CellSet::peers(last.1) & self.nine.cells[first.0]
    }

    fn step(&self, places: &[Place]) -> Step {
        let nine = self.nine;
        let mut premises = Premises::default();
        let mut nodes = Vec::new();
        for (at, (digit, cell)) in places.iter().copied().enumerate() {
            let is_true = at % 2 == 1;
            let by = at.checked_sub(1).map(|before| places[before].1).map(|before| {
                let [these, those] = [before, cell].map(CellSet::only);
                let constraint = match is_true {
                    true if before == cell => in_cell(cell),
                    true => in_house(only_places(nine, these | those, digit).expect("the link is strong"), digit),
                    false => return premises.see(these, those, digit).expect("two cells that see each other"),
                };
                premises.strong(constraint);
                constraint
            });
            nodes.push((vec![candidate(cell, digit)], is_true, by));
        }
        let (first, last) = (places[0], places[places.len() - 1]);
        let outs = self.outs(first, last);
        for cell in outs.iter() {
            for end in [first.1, last.1] {
                premises.see(CellSet::only(cell), CellSet::only(end), first.0);
            }
        }
        let pattern = Pattern::Chains { chains: vec![chain(nodes)], source: None };
        Step::removing(self.technique, pattern, premises.list(), in_each(outs, first.0))
    }
}

struct ShortestChain<'a> {
    links: Links<'a>,
    best: Option<Found>,
    /// If all are wanted: the chain for each set of candidates to remove.
    all: Option<BTreeMap<(usize, CellSet), Found>>,
    /// Room for what follows from one start.
    came: Vec<(Place, usize)>,
}

impl ShortestChain<'_> {
    /// Follows everything from a candidate that is assumed to be false.
    fn start(&mut self, first: Place) {
        // A chain rules out only candidates that see its start.
        let most = (CellSet::peers(first.1) & self.links.nine.cells[first.0]).len();
        if self.best.as_ref().is_some_and(|(best, _)| best.0.0 > most) {
            return;
        }
        // The nodes in the order they were reached, each with the position it came from; odd levels are true, even ones false.
        let mut came = std::mem::take(&mut self.came);
        came.clear();
        came.push((first, usize::MAX));
        self.follow(first, &mut came);
        self.came = came;
    }

    fn follow(&mut self, first: Place, came: &mut Vec<(Place, usize)>) {
        let mut seen = [[CellSet::EMPTY; 9]; 2];
        seen[0][first.0].insert(first.1);
        let mut level = 0..1;
        for links in 1..=MOST_LINKS {
            let end = came.len();
            for at in level {
                let place = came[at].0;
                if links % 2 == 1 {
                    for after in self.links.strong(place) {
                        if !seen[1][after.0].contains(after.1) {
                            seen[1][after.0].insert(after.1);
                            came.push((after, at));
                        }
                    }
                } else {
                    let new = self.links.weak(place) - seen[0][place.0];
                    seen[0][place.0] |= new;
                    came.extend(new.iter().map(|cell| ((place.0, cell), at)));
                }
            }
            level = end..came.len();
            if level.is_empty() {
                return;
            }
            if links == 1 || links % 2 == 0 {
                continue;
            }
            for at in level.clone() {
                let last = came[at].0;
                let is_end = last.0 == first.0 && (last.1 != first.1 || self.links.technique == Technique::XChain);
                let outs = if is_end { self.links.outs(first, last) } else { CellSet::EMPTY };
                if outs.is_empty() {
                    continue;
                }
                let sum = weight(outs.iter().map(|cell| (cell, first.0)));
                let mut key = (Reverse(outs.len()), links + 1, sum, 9 * first.1 + first.0);
                if !self.is_wanted(key, first.0, outs) {
                    continue;
                }
                let mut chain = vec![last];
                let mut back = came[at].1;
                while back != usize::MAX {
                    chain.push(came[back].0);
                    back = came[back].1;
                }
                chain.reverse();
                if !self.links.is_simple(&chain) {
                    let Some(simple) = self.longer(first, last, links) else { continue };
                    chain = simple;
                    key.1 = chain.len();
                }
                self.take(key, first.0, outs, chain);
            }
        }
    }

    fn is_wanted(&self, key: Key, digit: usize, outs: CellSet) -> bool {
        match &self.all {
            Some(all) => all.get(&(digit, outs)).is_none_or(|(known, _)| key < *known),
            None => self.best.as_ref().is_none_or(|(best, _)| key < *best),
        }
    }

    fn take(&mut self, key: Key, digit: usize, outs: CellSet, chain: Vec<Place>) {
        if self.is_wanted(key, digit, outs) {
            match &mut self.all {
                Some(all) => drop(all.insert((digit, outs), (key, chain))),
                None => self.best = Some((key, chain)),
            }
        }
    }

    /// The shortest chain between two ends that visits no cell twice and has at least this many links.
    fn longer(&self, first: Place, last: Place, links: usize) -> Option<Vec<Place>> {
        let mut visits = MOST_VISITS;
        (links..=MOST_LINKS).step_by(2).find_map(|most| {
            let mut chain = vec![first];
            self.deepen(&mut chain, last, most, &mut visits).then_some(chain)
        })
    }

    fn deepen(&self, chain: &mut Vec<Place>, last: Place, links: usize, visits: &mut usize) -> bool {
        let place = chain[chain.len() - 1];
        let is_strong = chain.len() % 2 == 1;
        let mut next = |after: Place| {
            if *visits == 0 || (links == 1 && after != last) {
                return false;
            }
            *visits -= 1;
            chain.push(after);
            let is_found = self.links.is_simple(chain) && (links == 1 || self.deepen(chain, last, links - 1, visits));
            if !is_found {
                chain.pop();
            }
            is_found
        };
        match is_strong {
            true => self.links.strong(place).any(&mut next),
            false => self.links.weak(place).iter().any(|cell| next((place.0, cell))),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // 1 in row 1 only in columns 1 and 5, in row 7 only in columns 5 and 2; a third place.
        example(XChain, "1 in r1: r1c15; 1 in r7: r7c25", "r23c2<>1 r89c1<>1", &["1 in r1: r1c15; 1 in r7: r7c257"]),
        // r1c1 or r5c2 is 1; a third candidate.
        example(
            XYChain,
            "r1c1=12; r1c5=23; r5c5=34; r5c2=14",
            "r123c2<>1 r456c1<>1",
            &["r1c1=12; r1c5=23; r5c5=345; r5c2=14", "1 in r1: r1c15; 1 in r7: r7c25"],
        ),
    ];

    fn found(puzzle: &Puzzle, technique: Technique, mut finds: Finds) -> Vec<Step> {
        let _ = find(&View::of(puzzle), technique, &mut finds);
        for step in &finds.steps {
            assert_eq!(check(puzzle, step, false), Ok(()), "{step:?}");
        }
        finds.steps
    }

    fn cells(step: &Step) -> Vec<usize> {
        step.eliminations.iter().map(|out| out.cell.index()).collect()
    }

    /// Every chain, by trying all ways.
    fn naive(nine: &View, technique: Technique) -> BTreeSet<(usize, Vec<usize>)> {
        fn extend(links: &Links<'_>, chain: &mut Vec<Place>, conclusions: &mut BTreeSet<(usize, Vec<usize>)>) {
            let (first, last) = (chain[0], chain[chain.len() - 1]);
            if !links.is_simple(chain) {
                return;
            }
            let is_chain = chain.len() >= 4 && chain.len().is_multiple_of(2) && last.0 == first.0;
            if is_chain && !links.outs(first, last).is_empty() {
                conclusions.insert((first.0, links.outs(first, last).iter().collect()));
            }
            if chain.len() > MOST_LINKS || (chain.len() > 1 && last.1 == first.1 && chain.len() > 2) {
                return;
            }
            let next: Vec<Place> = match chain.len() % 2 {
                1 => links.strong(last).collect(),
                _ => links.weak(last).iter().map(|cell| (last.0, cell)).collect(),
            };
            for place in next {
                chain.push(place);
                extend(links, chain, conclusions);
                chain.pop();
            }
        }
        let links = Links::new(nine, technique);
        let mut conclusions = BTreeSet::new();
        for cell in nine.open.iter() {
            for digit in digits(nine.candidates[cell]).filter(|digit| links.linked[*digit].contains(cell)) {
                extend(&links, &mut vec![(digit, cell)], &mut conclusions);
            }
        }
        conclusions
    }

    #[test]
    fn conclusions_agree_with_a_naive_search() {
        let mut all = 0;
        for line in [
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            ".....1.2...429.......57648.735.26.1..87....44......7.56.......3......49.49.32567.",
            "1...8.......4..7...6....9....3...5...4.9....2..8..1.6.........5.72....3.9..6..8..",
        ] {
            let Ok(puzzle) = line.parse::<Puzzle>() else { continue };
            let explainer = Explainer::new();
            let mut path = explainer.path(&puzzle);
            let mut before = puzzle;
            while let Some(step) = path.next() {
                if !step.eliminations.is_empty() {
                    for technique in [XChain, XYChain] {
                        let nine = View::of(&before);
                        if nine.bivalue.len() > 16 {
                            continue;
                        }
                        let steps = found(&before, technique, Finds::new(Want::All));
                        let conclusions: BTreeSet<(usize, Vec<usize>)> =
                            steps.iter().map(|step| (step.eliminations[0].digit.index(), cells(step))).collect();
                        assert_eq!(conclusions, naive(&nine, technique), "{before}");
                        all += conclusions.len();
                        let best = found(&before, technique, Finds::new(Want::One));
                        assert_eq!(best.first(), steps.first());
                    }
                }
                before = path.puzzle().clone();
            }
        }
        assert!(all > 20, "{all}");
    }
}
