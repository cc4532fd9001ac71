//! Death blossom: a cell (the stem) each of whose candidates would take a digit from an almost locked set (a petal): cells of
//! one house with one more digit than cells, which keep all their digits but the one they lose.
//!
//! ```text
//!   stem {1 6}      petal of 1: {1 9 4} {4 9}       whichever digit the stem has, one of the petals loses it and
//!                   petal of 6: {6 9 2} {2 6} ...   keeps 9: a cell that sees the 9s of all petals is not 9
//! ```
//!
//! Source: Player's Forum, 2006, after work by Eppstein and others on subsets that a cell connects.
//! Here: if every step is wanted, petals may overlap (only one candidate of the stem is true); otherwise they may not.

use super::als::Smallest;
use super::prelude::*;
use super::sets::{Als, Sets};

/// The most candidates of a stem.
const MOST_PETALS: usize = 6;

/// Finds death blossoms.
pub(in super::super) fn find(nine: &View, finds: &mut Finds) -> ControlFlow<()> {
    let wants_all = finds.wants_all();
    let mut smallest = Smallest::default();
    let stems = nine.open.iter().filter(|stem| (2..=MOST_PETALS).contains(&nine.count(*stem)));
    for stem in stems {
        let mut search =
            PetalSearch { nine, sets: nine.sets(), stem, wants_all, petals: Vec::new(), smallest: &mut smallest };
        let targets = std::array::from_fn(|digit| {
            if nine.has(stem, digit) { CellSet::EMPTY } else { nine.cells[digit] - CellSet::only(stem) }
        });
        if search.grow(nine.candidates[stem], targets, CellSet::EMPTY).is_break() {
            break;
        }
    }
    smallest.report(finds)
}

struct PetalSearch<'a> {
    nine: &'a Nine,
    sets: &'a Sets,
    stem: usize,
    wants_all: bool,
    /// The petals so far, each with its digit of the stem.
    petals: Vec<(usize, usize)>,
    smallest: &'a mut Smallest,
}

impl PetalSearch<'_> {
    /// Gives the next candidate of the stem a petal. `targets` are, by digit, the cells that see all its places in all petals.
    fn grow(&mut self, left: u16, targets: [CellSet; 9], taken: CellSet) -> ControlFlow<()> {
        if left == 0 {
            self.smallest.add(self.step(targets));
            return if self.wants_all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        }
        let digit = left.trailing_zeros() as usize;
        for number in self.sets.seeing(digit, self.stem) {
            let petal = &self.sets.list[number];
            if !self.wants_all && !petal.cells.is_disjoint(taken) {
                continue;
            }
            let targets: [CellSet; 9] = std::array::from_fn(|z| targets[z] & petal.seen[z]);
            if targets.iter().any(|cells| !cells.is_empty()) {
                self.petals.push((number, digit));
                self.grow(left & (left - 1), targets, taken | petal.cells)?;
                self.petals.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn step(&self, targets: [CellSet; 9]) -> Step {
        let mut premises = Premises::default();
        premises.add(Premise::Strong(in_cell(self.stem)));
        let mut eliminations: Vec<Candidate> = Vec::new();
        let mut named = 0;
        for (petal, digit) in &self.petals {
            let petal: &Als = &self.sets.list[*petal];
            premises.set(petal);
            premises.seen(self.stem, petal.places[*digit], *digit);
            for (z, cells) in targets.iter().enumerate() {
                cells.iter().for_each(|cell| premises.seen(cell, petal.places[z], z));
            }
        }
        for (z, cells) in targets.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
            eliminations.extend(cells.iter().map(|cell| candidate(cell, z)));
            named |= 1 << z;
        }
        debug_assert!(self.nine.open.contains(self.stem));
        let pattern = Pattern::Sets {
            sets: self.petals.iter().map(|(petal, _)| self.sets.list[*petal].named()).collect(),
            commons: Vec::new(),
            stem: Some(Cell::new(self.stem)),
            digits: digits(named).map(Digit::from_index).collect(),
        };
        Step::removing(Technique::DeathBlossom, pattern, premises.list(), eliminations)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::als::tests::{Set, naive_sets, seen};
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // A petal that the stem does not see; a candidate of the stem without a petal.
        example(
            DeathBlossom,
            "r5c5=123; r5c4=139; r4c6=139; r9c5=29",
            "r46c5<>9",
            &["r5c5=123; r5c4=19; r9c5=29; r4c7=39", "r5c5=1234; r5c4=139; r4c6=139; r9c5=29"],
        ),
    ];

    /// Every choice of a petal for each candidate of a cell.
    fn choose(nine: &Nine, sets: &[Set], stem: usize, petals: &mut Vec<Set>, outs: &mut Outs) {
        let candidates: Vec<usize> = digits(nine.candidates[stem]).collect();
        let all: Vec<&Set> = petals.iter().collect();
        let common = petals.iter().fold(!nine.candidates[stem] & 511, |common, petal| common & petal.digits);
        let out: Vec<_> = seen(nine, &all, common).into_iter().filter(|(cell, _)| *cell != stem).collect();
        if petals.len() == candidates.len() {
            add(outs, out);
        } else if petals.is_empty() || !out.is_empty() {
            let digit = candidates[petals.len()];
            let is_petal = |set: &&Set| {
                let places = set.cells & nine.cells[digit];
                set.digits >> digit & 1 == 1 && places.is_subset(CellSet::peers(stem))
            };
            for petal in sets.iter().filter(is_petal) {
                petals.push(*petal);
                choose(nine, sets, stem, petals, outs);
                petals.pop();
            }
        }
    }

    #[test]
    fn what_is_found_is_what_the_definitions_say() {
        let boards = (0..40).map(|seed| Board::midway(seed, 24 + seed as usize % 6));
        let [all] = agreed(boards, [DeathBlossom], |nine| {
            let (sets, mut outs) = (naive_sets(nine), Outs::new());
            for stem in (0..81).filter(|cell| (2..=MOST_PETALS).contains(&nine.count(*cell))) {
                choose(nine, &sets, stem, &mut Vec::new(), &mut outs);
            }
            [outs]
        });
        assert!(all > 50, "{all}");
    }
}
