//! Kraken fish: fish whose fins need not see the candidate that is ruled out, but rule it out by chains.
//!
//! ```text
//!   type 1                                      type 2
//!   r1c9 is in a cover of the fish.             Every place that the base has in one cover, and every fin, leads by a
//!   Each fin leads by a chain to "r1c9 is       chain to "r3c3 is not 8", whatever the digit of the fish. Either a fin
//!   not 4". Either a fin is true, or the        is true, or the cover has its digit in the base: r3c3 is not 8.
//!   fish is: in any case r1c9 is not 4.
//! ```
//!
//! The chains have strong and weak links of all digits, and the places for a digit in one line of a box can act as a single
//! node (a group).
//!
//! Source: the players' forums around 2007 ("Kraken fish", after the squid that drags the ship down).
//!
//! Here: assume the candidate that is to be ruled out, and follow all chains from it. The places for a digit that they rule
//! out need no cover; if the other places of some bases lie in one cover fewer than there are bases, that is a contradiction.
//! Which cover is then called the last, and which places fins, is a matter of presentation; HoDoKu reports the two types
//! separately. There is no such fish for a digit that can still be placed everywhere ([`Nine::has_placement_without`]).

use super::nine_fish::{self, BOXES, COLUMNS, Houses, ROWS, around, numbers};
use super::prelude::*;
use std::collections::VecDeque;
use std::ops::RangeInclusive;

const SIZES: RangeInclusive<usize> = 2..=4;
/// Loose fish have more covers than they need: a forcing chain would do. HoDoKu reports them as fish, too.
const LOOSE_SIZES: RangeInclusive<usize> = 2..=3;
/// HoDoKu's limits when all fish are wanted, and when one is.
const MOST_FINS: [usize; 2] = [5, 2];
const MOST_ENDO_FINS: [usize; 2] = [2, 0];

/// Finds kraken fish, the smallest first. If all are wanted, finds the simplest one for each elimination.
pub(in super::super) fn find(nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let web = Web::new(nine);
    let limits = usize::from(!finds.wants_all());
    let ends: Vec<(usize, usize)> =
        (0..9).flat_map(|digit| nine.cells[digit].iter().map(move |cell| (cell, digit))).collect();
    let mut searches: Vec<KrakenSearch> =
        ends.into_iter().filter_map(|end| KrakenSearch::new(nine, &web, technique, end, limits)).collect();
    // The loose ones come last.
    let rounds = SIZES.map(|size| (size, false)).chain(LOOSE_SIZES.map(|size| (size, true)));
    for (size, is_loose) in rounds {
        let mut rest = Vec::new();
        for search in searches {
            match search.simplest(&web, size, is_loose) {
                Some(kraken) => finds.add(kraken.step(&search, &web))?,
                None => rest.push(search),
            }
        }
        searches = rest;
    }
    ControlFlow::Continue(())
}

/// A candidate, or a group of candidates for a digit in one line of a box.
struct Knot {
    digit: usize,
    cells: CellSet,
}

/// All links between candidates and groups.
struct Web {
    knots: Vec<Knot>,
    /// For each knot: the knots that are false if it is true, and by which constraint.
    weak: Vec<Vec<(u16, Constraint)>>,
    /// For each knot: the knots that are true if it is false.
    strong: Vec<Vec<(u16, Constraint)>>,
}

impl Web {
    fn new(nine: &Nine) -> Web {
        let mut knots: Vec<Knot> = Vec::new();
        for digit in 0..9 {
            knots.extend(nine.cells[digit].iter().map(|cell| Knot { digit, cells: CellSet::only(cell) }));
            for (line, block) in (0..18).flat_map(|line| (18..27).map(move |block| (line, block))) {
                let cells = nine.places(line, digit) & CellSet::house(block);
                if cells.len() > 1 {
                    knots.push(Knot { digit, cells });
                }
            }
        }
        let mut web = Web { weak: vec![Vec::new(); knots.len()], strong: vec![Vec::new(); knots.len()], knots };
        for house in 0..27 {
            for digit in 0..9 {
                let places = nine.places(house, digit);
                let inside = |knot: &&usize| {
                    let knot = &web.knots[**knot];
                    knot.digit == digit && knot.cells.is_subset(places)
                };
                let knots: Vec<usize> = (0..web.knots.len()).collect();
                let knots: Vec<usize> = knots.iter().filter(inside).copied().collect();
                for (one, other) in knots.iter().flat_map(|one| knots.iter().map(move |other| (*one, *other))) {
                    let [mine, theirs] = [one, other].map(|knot| web.knots[knot].cells);
                    if mine.is_disjoint(theirs) {
                        web.weak[one].push((other as u16, in_house(house, digit)));
                        if mine | theirs == places {
                            web.strong[one].push((other as u16, in_house(house, digit)));
                        }
                    }
                }
            }
        }
        let singles = |cell: usize| {
            let single = move |knot: &&Knot| knot.cells == CellSet::only(cell);
            web.knots.iter().enumerate().filter(move |(_, knot)| single(knot)).map(|(number, _)| number)
        };
        let in_cells: Vec<(usize, Vec<usize>)> = nine.open.iter().map(|cell| (cell, singles(cell).collect())).collect();
        for (cell, knots) in in_cells {
            for one in &knots {
                let links = knots.iter().filter(|other| *other != one).map(|other| (*other as u16, in_cell(cell)));
                web.weak[*one].extend(links.clone());
                if knots.len() == 2 {
                    web.strong[*one].extend(links);
                }
            }
        }
        web
    }

    /// What follows if a candidate is true, the shortest chains first.
    fn reach(&self, cell: usize, digit: usize) -> Reach {
        let of_end = |knot: &Knot| knot.digit == digit && knot.cells == CellSet::only(cell);
        let end = self.knots.iter().position(of_end).expect("the candidate is on the board");
        let mut reach = Reach { off: [CellSet::EMPTY; 9], from: vec![[None; 2]; self.knots.len()], end };
        let mut queue = VecDeque::from([(end, true)]);
        while let Some((knot, is_true)) = queue.pop_front() {
            let links = if is_true { &self.weak[knot] } else { &self.strong[knot] };
            for (next, by) in links {
                let next = usize::from(*next);
                let known = &mut reach.from[next][usize::from(!is_true)];
                if known.is_none() && (next, !is_true) != (end, true) {
                    *known = Some((knot as u16, *by));
                    queue.push_back((next, !is_true));
                    let Knot { digit, cells } = self.knots[next];
                    if let (Some(cell), true) = (cells.single(), is_true) {
                        reach.off[digit].insert(cell);
                    }
                }
            }
        }
        reach
    }
}

/// What follows from a candidate, by plain chains.
struct Reach {
    /// Per digit: where it is ruled out.
    off: [CellSet; 9],
    /// Per knot, false and true: the knot that it follows from, and the constraint.
    from: Vec<[Option<(u16, Constraint)>; 2]>,
    end: usize,
}

impl Reach {
    /// The chain from a knot that is ruled out: if it were true, the end would be false. Each node has the constraint of the
    /// link that leads to it.
    fn chain_to(&self, web: &Web, cell: usize, digit: usize) -> Vec<(usize, bool, Option<Constraint>)> {
        let of_start = |knot: &Knot| knot.digit == digit && knot.cells == CellSet::only(cell);
        let mut knot = web.knots.iter().position(of_start).expect("the candidate is on the board");
        let (mut is_true, mut nodes) = (true, vec![(knot, true, None)]);
        // Read backwards, with true and false exchanged, a chain is still a chain.
        while knot != self.end || is_true {
            let (next, by) = self.from[knot][usize::from(!is_true)].expect("the candidate is ruled out");
            (knot, is_true) = (usize::from(next), !is_true);
            nodes.push((knot, is_true, Some(by)));
        }
        nodes
    }
}

/// A search for kraken fish: one candidate to rule out, and the digits of fish that might do it.
struct KrakenSearch<'a> {
    nine: &'a Nine,
    technique: Technique,
    /// The candidate: cell and digit.
    end: (usize, usize),
    reach: Reach,
    /// The digits that could not be placed everywhere if the candidate were true.
    digits: Vec<usize>,
    /// Which of the limits apply.
    limits: usize,
}

/// A fish, and how it is reported.
struct Kraken {
    digit: usize,
    bases: Houses,
    covers: Houses,
    fins: CellSet,
    /// The cover from whose places chains lead to the end (type 2).
    linked: Option<usize>,
}

impl<'a> KrakenSearch<'a> {
    fn new(
        nine: &'a Nine,
        web: &Web,
        technique: Technique,
        end: (usize, usize),
        limits: usize,
    ) -> Option<KrakenSearch<'a>> {
        let reach = web.reach(end.0, end.1);
        let suits = |digit: &usize| match technique {
            Technique::KrakenFishOne => *digit == end.1,
            _ => true,
        };
        let is_lost = |digit: &usize| !nine.has_placement_without(*digit, reach.off[*digit]);
        let digits: Vec<usize> = (0..9).filter(suits).filter(is_lost).collect();
        (!digits.is_empty()).then_some(KrakenSearch { nine, technique, end, reach, digits, limits })
    }

    /// The fish of a size with the fewest links in its chains.
    fn simplest(&self, web: &Web, size: usize, is_loose: bool) -> Option<Kraken> {
        let links = |kraken: &Kraken| -> usize {
            let sources = kraken.sources(self.nine);
            sources.iter().map(|cell| self.reach.chain_to(web, cell, kraken.digit).len()).sum()
        };
        self.digits.iter().flat_map(|digit| self.fish(*digit, size, is_loose)).min_by_key(links)
    }

    /// Every fish of a digit and size.
    fn fish(&self, digit: usize, size: usize, is_loose: bool) -> Vec<Kraken> {
        let seats = nine_fish::seats(self.nine, digit);
        let open = (0..27).filter(|house| !seats[*house].is_empty()).fold(0, |mask, house| mask | 1 << house);
        let mut found = Vec::new();
        for [bases, covers] in [[ROWS | BOXES, COLUMNS | BOXES], [COLUMNS | BOXES, ROWS | BOXES]] {
            let mut cast =
                Cast { search: self, digit, seats: &seats, size, covers: covers & open, is_loose, found: &mut found };
            cast.join(bases & open, &Net { bases: 0, union: CellSet::EMPTY, endo: CellSet::EMPTY });
        }
        found
    }
}

/// The search for fish of one digit and size in one direction.
struct Cast<'a> {
    search: &'a KrakenSearch<'a>,
    digit: usize,
    seats: &'a [CellSet; 27],
    size: usize,
    covers: Houses,
    /// Whether covers may be superfluous, and the end may be in a base (and two covers).
    is_loose: bool,
    found: &'a mut Vec<Kraken>,
}

impl Cast<'_> {
    /// Adds bases in ascending order.
    fn join(&mut self, bases: Houses, net: &Net) {
        let excused = self.search.reach.off[self.digit];
        if net.bases.count_ones() as usize == self.size {
            let mut needed = net.union - excused;
            if self.digit == self.search.end.1 && net.union.contains(self.search.end.0) {
                if !self.is_loose || self.search.technique != Technique::KrakenFishOne {
                    return;
                }
                needed.remove(self.search.end.0);
            }
            self.cover(net, self.covers & !net.bases, 0, needed);
            return;
        }
        for base in numbers(bases) {
            let again = net.union & self.seats[base];
            let endo = net.endo | again;
            if again.is_subset(excused) && endo.len() <= MOST_ENDO_FINS[self.search.limits] {
                let later = bases & !((2 << base) - 1);
                self.join(later, &Net { bases: net.bases | 1 << base, union: net.union | self.seats[base], endo });
            }
        }
    }

    /// Chooses covers for what needs one, one fewer than there are bases. If fewer would do, there is a smaller fish.
    fn cover(&mut self, net: &Net, mut free: Houses, chosen: Houses, needed: CellSet) {
        let left = self.size - 1 - chosen.count_ones() as usize;
        match (needed.first(), left) {
            (None, 0) => {
                let kraken = self.kraken(net, chosen);
                self.found.extend(kraken);
            }
            (None, _) if self.is_loose => {
                for cover in numbers(free).filter(|cover| !self.seats[*cover].is_disjoint(net.union)) {
                    free &= !(1 << cover);
                    self.cover(net, free, chosen | 1 << cover, needed);
                }
            }
            (None, _) | (_, 0) => {}
            (Some(cell), _) => {
                for cover in numbers(free & around(cell)) {
                    free &= !(1 << cover);
                    self.cover(net, free, chosen | 1 << cover, needed - self.seats[cover]);
                }
            }
        }
    }

    /// The fish with these bases, these covers and one more, if it is of the wanted type.
    fn kraken(&self, net: &Net, covers: Houses) -> Option<Kraken> {
        let KrakenSearch { technique, end, limits, .. } = self.search;
        let covered = numbers(covers).fold(CellSet::EMPTY, |covered, cover| covered | self.seats[cover]);
        let open = net.union - covered;
        let fins = |last: usize| (open - self.seats[last]) | net.endo;
        let ends_needed = if self.digit == end.1 && net.union.contains(end.0) { 2 } else { 1 };
        let is_wanted = |last: &usize| {
            let ends = ((covers | 1 << last) & around(end.0)).count_ones();
            let has_end = self.digit == end.1 && self.seats[*last].contains(end.0);
            let is_kraken = match technique {
                Technique::KrakenFishOne => {
                    has_end && ends >= ends_needed && !fins(*last).is_subset(CellSet::peers(end.0))
                }
                // A cover all of whose places lie in the bases would give a forcing chain without a fish.
                _ => !has_end && !open.is_disjoint(self.seats[*last]) && !self.seats[*last].is_subset(open),
            };
            is_kraken
                && !(self.digit == end.1 && fins(*last).contains(end.0))
                && fins(*last).len() <= MOST_FINS[*limits]
        };
        let others = self.covers & !net.bases & !covers;
        let last = numbers(others).filter(is_wanted).min_by_key(|last| fins(*last).len())?;
        Some(Kraken {
            digit: self.digit,
            bases: net.bases,
            covers: covers | 1 << last,
            fins: fins(last),
            linked: (*technique == Technique::KrakenFishTwo).then_some(last),
        })
    }
}

/// Base houses chosen so far.
struct Net {
    bases: Houses,
    /// The places in the bases.
    union: CellSet,
    /// The places in two bases.
    endo: CellSet,
}

impl Kraken {
    /// The places that lead to the end by chains.
    fn sources(&self, nine: &Nine) -> CellSet {
        let places = |houses: Houses| numbers(houses).fold(CellSet::EMPTY, |all, at| all | nine.places(at, self.digit));
        let linked = self.linked.map_or(CellSet::EMPTY, |last| {
            (places(1 << last) & places(self.bases)) - places(self.covers & !(1 << last))
        });
        self.fins | linked
    }

    fn step(&self, search: &KrakenSearch, web: &Web) -> Step {
        let mut premises = nine_fish::premises(self.digit, self.bases, self.covers);
        let mut chains = Vec::new();
        for source in self.sources(search.nine).iter() {
            let nodes = search.reach.chain_to(web, source, self.digit);
            nodes.iter().for_each(|(_, is_true, by)| premises.by_node(*is_true, *by));
            chains.push(chain(nodes.into_iter().map(|(knot, is_true, by)| {
                let Knot { digit, cells } = web.knots[knot];
                (in_each(cells, digit), is_true, by)
            })));
        }
        let pattern = nine_fish::pattern(self.digit, [self.bases, self.covers], self.fins, chains);
        Step::removing(search.technique, pattern, premises.list(), vec![candidate(search.end.0, search.end.1)])
    }
}

#[cfg(test)]
pub(super) mod tests {
    //! No naive search: a kraken fish is any fish with any chains from its fins, too many even on small boards. The checker
    //! sees every step, and each is refused without its chains.

    use super::super::testing::*;
    use crate::logic::Refusal;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // Fins that lead nowhere, as a link in box 9 is missing; and one more fin.
        example(
            KrakenFishOne,
            "4 in r2: r2c268; 4 in r5: r5c26; r79c79<>4",
            "r8c2<>4",
            &["4 in r2: r2c268; 4 in r5: r5c26; r79c7 r7c9<>4", "4 in r2: r2c2468; 4 in r5: r5c26; r79c79<>4"],
        ),
        example(
            KrakenFishTwo,
            "4 in r2: r2c268; 4 in r5: r5c268; r79c79<>4",
            "r8c2<>4",
            &["4 in r2: r2c268; 4 in r5: r5c268; r79c7 r7c9<>4", "4 in r2: r2c268; 4 in r5: r5c2468; r79c79<>4"],
        ),
    ];

    #[test]
    fn each_rests_on_its_chains() {
        // AI Escargot, as published.
        let line = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        let puzzle: Puzzle = line.parse().unwrap();
        for technique in [KrakenFishOne, KrakenFishTwo] {
            let steps = accepted(&puzzle, technique);
            assert!(!steps.is_empty(), "{technique}");
            for step in steps {
                let Pattern::Fish { base, cover, fins, chains, .. } = &step.pattern else { panic!("{step:?}") };
                assert_eq!(base.len(), cover.len());
                let out = step.eliminations[0];
                for chain in chains {
                    let (first, last) = (&chain.nodes[0], &chain.nodes[chain.nodes.len() - 1]);
                    assert!(first.is_true && !last.is_true && last.candidates == [out], "{step:?}");
                    let turns = chain.nodes.windows(2).all(|pair| pair[0].is_true != pair[1].is_true);
                    assert!(turns, "{step:?}");
                }
                assert!(chains.len() >= fins.len());
                // Without its chains, the fish alone proves nothing.
                let mut torn = step.clone();
                torn.premises.truncate(2 * base.len());
                assert!(matches!(check(&puzzle, &torn, false), Err(Refusal::DoesNotFollow(..))), "{torn:?}");
            }
        }
    }

    /// On an empty board nothing follows from anything.
    #[test]
    fn no_chains_no_kraken() {
        let puzzle = Puzzle::empty(Shape::NINE);
        for technique in [KrakenFishOne, KrakenFishTwo] {
            assert!(Explainer::with(&[technique]).all_steps(&puzzle).is_empty());
        }
    }
}
