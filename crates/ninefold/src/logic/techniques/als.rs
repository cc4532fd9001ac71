//! Almost locked sets: cells of one house with one more digit than there are cells. If such a set loses one of its digits,
//! it must contain all the others.
//!
//! ```text
//!   A {1 3 5} {1 5 7} {3 7}        {5 2} B       ALS-XZ: 5 is in A or in B only, as all these cells see each other (a
//!                                                restricted common). The set without 5 keeps its other digits, so if
//!         .     .     .            {2 3} ...     both have 3, a cell that sees all their 3s is not 3.
//! ```
//!
//! With two restricted commons, A has one of them and B the other, so both keep all their other digits. In an ALS-XY-wing,
//! a third set C has a restricted common with A and another one with B. C must have at least one of these two digits, so A
//! or B loses a digit and keeps z, any other digit of both: a cell that sees all places for z in A and B is not z.
//!
//! Source: "Almost Locked Sets" by bennys, Player's Forum, 2005; the XY-wing rule by the same.
//!
//! The sets are listed in [`super::sets`]. The order of the sets (rows, columns, boxes; within each by the first cell, the
//! second and so on) and of pairs of sets is HoDoKu's, whose first find is the one reported. On a path, sets must not overlap
//! (HoDoKu's default). If every step is wanted, they may overlap, but not in the restricted common; then only the smallest of
//! the finds with the same eliminations is reported.

use super::prelude::*;
use super::sets::{Als, Common, Sets};
use std::collections::BTreeMap;

impl Premises {
    /// Every cell of the set has a digit, and each digit appears at most once in the set.
    pub(super) fn set(&mut self, set: &Als) {
        set.cells.iter().for_each(|cell| self.strong_cell(cell));
        digits(set.digits).for_each(|digit| self.weak_house(set.house, digit));
    }

    /// Only one of the two sets has the digit.
    pub(super) fn common(&mut self, one: &Als, two: &Als, digit: usize) {
        let mut houses = (one.places[digit] | two.places[digit]).common_houses();
        let house = houses.next().expect("cells that see each other share a house");
        self.weak_house(house, digit);
    }

    /// A cell does not have the digit if one of these places does.
    pub(super) fn seen(&mut self, cell: usize, places: CellSet, digit: usize) {
        links(cell, places, digit).for_each(|link| self.weak(link));
    }
}

/// The smallest step for each set of eliminations: with every step wanted, there are too many otherwise.
#[derive(Default)]
pub(super) struct Smallest(BTreeMap<Vec<Candidate>, (usize, Step)>);

impl Smallest {
    /// The cells of the smallest step so far with these eliminations.
    pub(super) fn size(&self, eliminations: &[Candidate]) -> Option<usize> {
        self.0.get(eliminations).map(|(size, _)| *size)
    }

    pub(super) fn add(&mut self, step: Step) {
        let Pattern::Sets { sets, .. } = &step.pattern else { unreachable!("all of these are about sets") };
        let size = sets.iter().map(|set| set.cells.len()).sum();
        let known = self.0.entry(step.eliminations.clone()).or_insert_with(|| (size, step.clone()));
        if size < known.0 {
            *known = (size, step);
        }
    }

    pub(super) fn report(self, finds: &mut Finds) -> ControlFlow<()> {
        self.0.into_values().try_for_each(|(_, step)| finds.add(step))
    }
}

/// Finds ALS-XZ or ALS-XY-wings.
pub(in super::super) fn find(nine: &View, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    if finds.wants_all() {
        let sets = Sets::new(nine, true);
        let mut smallest = Smallest::default();
        let mut keep = |step| {
            smallest.add(step);
            ControlFlow::Continue(())
        };
        search(&sets, technique, &mut keep)?;
        return smallest.report(finds);
    }
    search(nine.sets(), technique, &mut |step| finds.add(step))
}

fn search(sets: &Sets, technique: Technique, report: &mut impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
    match technique {
        Technique::AlsXZ => {
            let steps = sets.commons.iter().filter_map(|common| xz(sets, *common));
            steps.map(report).find(ControlFlow::is_break).unwrap_or(ControlFlow::Continue(()))
        }
        _ => wings(sets, report),
    }
}

/// The step by which two sets with a restricted common remove candidates, if they do.
fn xz(sets: &Sets, common: Common) -> Option<Step> {
    let Common { one, two, .. } = common;
    let is_double = common.digits.count_ones() == 2;
    if !is_double && !sets.are_partners(one, two) {
        return None;
    }
    let without = if is_double { 0 } else { common.digits };
    let mut out: Vec<(usize, usize, CellSet)> = Vec::new();
    let mut named = 0;
    for (digit, cells) in sets.conclusions(one, two, without) {
        let places = sets.list[one].places[digit] | sets.list[two].places[digit];
        out.extend(cells.iter().map(|cell| (cell, digit, places)));
        named |= 1 << digit;
    }
    if is_double {
        for (set, other) in [(one, two), (two, one)] {
            let (set, other) = (&sets.list[set], &sets.list[other]);
            for digit in digits(set.digits & !common.digits) {
                let cells = set.seen[digit] - other.cells;
                out.extend(cells.iter().map(|cell| (cell, digit, set.places[digit])));
                named |= if cells.is_empty() { 0 } else { 1 << digit };
            }
        }
    }
    (!out.is_empty()).then(|| {
        let commons: Vec<_> = digits(common.digits).map(|digit| (0, 1, digit)).collect();
        step(sets, Technique::AlsXZ, &[one, two], &commons, named, &out)
    })
}

/// Writes a step: the sets, by number; the commons, by position in that list; the digits that go; and the eliminations, each
/// with the places that its cell sees.
pub(super) fn step(
    sets: &Sets,
    technique: Technique,
    used: &[usize],
    commons: &[(usize, usize, usize)],
    named: u16,
    out: &[(usize, usize, CellSet)],
) -> Step {
    let used: Vec<&Als> = used.iter().map(|set| &sets.list[*set]).collect();
    let mut premises = Premises::default();
    used.iter().for_each(|set| premises.set(set));
    commons.iter().for_each(|(one, two, digit)| premises.common(used[*one], used[*two], *digit));
    out.iter().for_each(|(cell, digit, places)| premises.seen(*cell, *places, *digit));
    let eliminations: Vec<Candidate> = out.iter().map(|(cell, digit, _)| candidate(*cell, *digit)).collect();
    let pattern = Pattern::Sets {
        sets: used.into_iter().map(Als::named).collect(),
        commons: commons.iter().map(|(one, two, digit)| (*one, *two, Digit::from_index(*digit))).collect(),
        stem: None::<Cell>,
        digits: digits(named).map(Digit::from_index).collect(),
    };
    Step::removing(technique, pattern, premises.list(), eliminations)
}

/// ALS-XY-wings, by pairs of restricted commons that share one set.
fn wings(sets: &Sets, report: &mut impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
    for number in 0..sets.commons.len() {
        let Common { one, two, digits } = sets.commons[number];
        let forward = (number + 1..sets.starts[one + 1]).map(|other| (other, one));
        let back = sets.incoming_numbers(two).map(|other| (other, two)).filter(|(other, _)| *other > number);
        let onward = sets.outgoing(two).map(|other| (other, two));
        for (other, pivot) in forward.chain(back).chain(onward) {
            let other = sets.commons[other];
            let a = if pivot == one { two } else { one };
            let b = if pivot == other.one { other.two } else { other.one };
            if !sets.are_partners(a, b) || (digits == other.digits && digits.count_ones() == 1) {
                continue;
            }
            let [cells_a, cells_b] = [a, b].map(|set| sets.list[set].cells);
            let is_allowed = if sets.overlap {
                !cells_a.is_subset(cells_b) && !cells_b.is_subset(cells_a)
            } else {
                cells_a.is_disjoint(cells_b)
            };
            if is_allowed && let Some(step) = wing(sets, [a, b, pivot], digits, other.digits) {
                report(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The wing of two sets and a pivot that has these restricted commons with them.
fn wing(sets: &Sets, [a, b, pivot]: [usize; 3], with_a: u16, with_b: u16) -> Option<Step> {
    let mut out: Vec<(usize, usize, CellSet)> = Vec::new();
    let mut named = 0;
    for (digit, cells) in sets.conclusions(a, b, with_a | with_b) {
        let places = sets.list[a].places[digit] | sets.list[b].places[digit];
        out.extend(cells.iter().map(|cell| (cell, digit, places)));
        named |= 1 << digit;
    }
    if out.is_empty() {
        return None;
    }
    let commons = digits(with_a).map(|digit| (0, 2, digit)).chain(digits(with_b).map(|digit| (1, 2, digit)));
    let commons: Vec<_> = commons.collect();
    Some(step(sets, Technique::AlsXYWing, &[a, b, pivot], &commons, named, &out))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // 1 is a restricted common in column 1; both sets have 3.
        example(
            AlsXZ,
            "r1c1=12; r1c5=23; r9c1=13",
            "r9c5<>3",
            &["r1c1=12; r1c5=23; r9c2=13", "r1c1=12; r1c5=24; r9c1=13"],
        ),
        example(AlsXYWing, "r1c1=12; r1c5=23; r9c1=13", "r9c5<>3", &["r1c1=12; r1c5=24; r9c1=13"]),
    ];

    /// Cells with one more digit than cells.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Set {
        pub(in super::super) cells: CellSet,
        pub(in super::super) digits: u16,
    }

    /// Every choice of cells of a house with one more digit than cells.
    pub(in super::super) fn naive_sets(nine: &Nine) -> Vec<Set> {
        let mut sets: Vec<Set> = Vec::new();
        for house in 0..27 {
            let open: Vec<usize> = (CellSet::house(house) & nine.open).iter().collect();
            for chosen in choices(&open) {
                let cells: CellSet = chosen.into_iter().collect();
                let digits = cells.iter().fold(0, |union, cell| union | nine.candidates[cell]);
                if count(digits) == cells.len() + 1 && !sets.iter().any(|set| set.cells == cells) {
                    sets.push(Set { cells, digits });
                }
            }
        }
        sets
    }

    /// The digits whose places in one set see all of those in the other.
    pub(in super::super) fn commons_of_two(nine: &Nine, one: &Set, two: &Set) -> u16 {
        let is_common = |digit: &usize| {
            let [places, others] = [one, two].map(|set| set.cells & nine.cells[*digit]);
            places.iter().all(|cell| others.is_subset(CellSet::peers(cell)))
        };
        digits(one.digits & two.digits).filter(is_common).fold(0, |all, digit| all | 1 << digit)
    }

    /// The candidates for these digits that see all places of their digit in the sets.
    pub(in super::super) fn seen(nine: &Nine, sets: &[&Set], of: u16) -> Vec<(usize, usize)> {
        let is_seen = |cell: usize, digit: usize| {
            let places = sets.iter().fold(CellSet::EMPTY, |all, set| all | (set.cells & nine.cells[digit]));
            nine.has(cell, digit) && places.is_subset(CellSet::peers(cell))
        };
        let all = (0..81).flat_map(|cell| digits(of).map(move |digit| (cell, digit)));
        all.filter(|(cell, digit)| is_seen(*cell, *digit)).collect()
    }

    /// The lists say what the definitions say.
    #[test]
    fn lists_agree_with_the_definitions() {
        let lines = [
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ];
        for line in lines {
            let nine = Nine::of_puzzle(&line.parse().unwrap());
            for overlap in [false, true] {
                let sets = Sets::new(&nine, overlap);
                let mut all: Vec<CellSet> = sets.list.iter().map(|set| set.cells).collect();
                all.sort_unstable();
                let mut wanted: Vec<CellSet> = naive_sets(&nine).into_iter().map(|set| set.cells).collect();
                wanted.sort_unstable();
                assert_eq!(all, wanted);

                let mut commons = sets.commons.iter();
                for one in 0..sets.list.len() {
                    for two in one + 1..sets.list.len() {
                        let (a, b) = (&sets.list[one], &sets.list[two]);
                        let is_common = |digit: &usize| {
                            let see = |cell| b.places[*digit].is_subset(CellSet::peers(cell));
                            a.places[*digit].iter().all(see)
                        };
                        let common =
                            digits(a.digits & b.digits).filter(is_common).fold(0, |all, digit| all | 1 << digit);
                        if common != 0 && (overlap || a.cells.is_disjoint(b.cells)) {
                            let listed = commons.next().map(|common| (common.one, common.two, common.digits));
                            assert_eq!(listed, Some((one, two, common)));
                        }
                    }
                }
                assert!(commons.next().is_none());
            }
        }
    }

    /// Any two or three sets, the middle one of three with a restricted common to each of the others.
    #[test]
    fn what_is_found_is_what_the_definitions_say() {
        let boards = (0..60).map(|seed| Board::midway(seed, 20 + seed as usize % 9));
        let all = agreed(boards, [AlsXZ, AlsXYWing], |nine| {
            let sets = naive_sets(nine);
            let [mut pairs, mut wings] = [const { Outs::new() }; 2];
            for (i, a) in sets.iter().enumerate() {
                for b in &sets[i + 1..] {
                    let commons = commons_of_two(nine, a, b);
                    let mut out = Vec::new();
                    match commons.count_ones() {
                        0 => continue,
                        1 => out.extend(seen(nine, &[a, b], a.digits & b.digits & !commons)),
                        // Each set has one of the two commons, so it has all its other digits; each common is in one of the sets.
                        _ => {
                            out.extend(seen(nine, &[a, b], a.digits & b.digits));
                            let is_outside =
                                |(cell, _): &(usize, usize)| !a.cells.contains(*cell) && !b.cells.contains(*cell);
                            out.extend(seen(nine, &[a], a.digits & !commons).into_iter().filter(is_outside));
                            out.extend(seen(nine, &[b], b.digits & !commons).into_iter().filter(is_outside));
                        }
                    }
                    add(&mut pairs, out);
                }
                for b in sets[i + 1..].iter().filter(|b| !b.cells.is_subset(a.cells) && !a.cells.is_subset(b.cells)) {
                    for pivot in &sets {
                        let [with_a, with_b] = [a, b].map(|set| commons_of_two(nine, set, pivot));
                        let are_two = with_a != 0 && with_b != 0 && (with_a | with_b).count_ones() > 1;
                        if are_two {
                            add(&mut wings, seen(nine, &[a, b], a.digits & b.digits & !(with_a | with_b)));
                        }
                    }
                }
            }
            [pairs, wings]
        });
        assert!(all[0] > 100 && all[1] > 100, "{all:?}");
    }
}
