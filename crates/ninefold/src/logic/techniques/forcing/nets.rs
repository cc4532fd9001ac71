//! Forcing nets: what follows from a candidate when conclusions may rest on several others.
//!
//! ```text
//!   r4c4=6 -> r4c7<>6 \
//!   r4c4=6 -> r8c4=1 -> r8c7<>1 > column 7: 6 only in r1c7; and so on, until a cell has nothing left
//! ```
//!
//! First the search looks a few moves ahead, as a person and HoDoKu would: after an assumption, four rounds of singles. What
//! follows from each candidate, true or false, goes into a table whose closure shows contradictions and verities. If there are
//! none, the consequences are followed to the end, with locked candidates.
//!
//! Whatever is found is derived again, starting from the assumption, by a net that keeps its reasons.

use super::super::prelude::*;
use super::constraints::{CONSTRAINTS, Premises, constraint, members};
use super::links::{self, Chained};
use super::net::{self, Literal, Proof};
use super::sweep::Sweep;
use super::table::{Conclusions, Items, Table, contains, insert};

/// How many rounds of singles the search looks ahead.
const ROUNDS: usize = 4;

/// How many ways to the same verity are compared: those from the fewest candidates.
const MOST_SOURCES: usize = 12;

pub(super) fn find(nine: &View, wanted: &[Technique], finds: &mut Finds) -> ControlFlow<()> {
    let Chained { items, conclusions: known, .. } = nine.chained();
    let wants = |kind: Technique| wanted.contains(&kind);
    // What has been reported is not reported again.
    let mut reported = known.clone();
    for finder in [Findings::near, Findings::far] {
        let Findings { mut refuted, mut common } = finder(nine, items);
        if !wants(Technique::ForcingNetContradiction) {
            refuted = Conclusions::none(items);
        }
        if !wants(Technique::ForcingNetVerity) {
            common = Conclusions::none(items);
        }
        refuted.remove(&reported);
        common.remove(&reported);
        for (number, is_true) in refuted.union(&common).in_order() {
            let (cell, digit) = items.candidate(number);
            let conclusion = Literal { cell, digit, is_true };
            if refuted.contains(number, is_true)
                && let Some(step) = contradiction(nine, conclusion, finds.wants_reasons())
            {
                finds.add(step)?;
            }
            if common.contains(number, is_true)
                && (finds.wants_all() || !refuted.contains(number, is_true))
                && let Some(step) = verity(nine, conclusion, finds.wants_reasons())
            {
                finds.add(step)?;
            }
        }
        reported = reported.union(&refuted).union(&common);
    }
    ControlFlow::Continue(())
}

/// What nets find.
struct Findings {
    /// The opposite is refuted.
    refuted: Conclusions,
    /// It follows from every candidate of a cell, from every place in a house, or both from a candidate and from its opposite.
    common: Conclusions,
}

impl Findings {
    /// A few rounds from each assumption, and what follows from what follows.
    fn near(nine: &Nine, items: &Items) -> Findings {
        let mut table = Table::new(items);
        links::add_groups(nine, items, &mut table);
        let now = Ahead::new(nine);
        for number in 0..items.candidates() {
            let (cell, digit) = items.candidate(number);
            for is_true in [true, false] {
                let ahead = now.look(nine, Literal { cell, digit, is_true });
                let (on, off) = table.halves_mut(items.statement(number, is_true));
                for digit in 0..9 {
                    for cell in (ahead.on[digit] & nine.cells[digit]).iter() {
                        insert(on, items.number(cell, digit));
                    }
                    for cell in (ahead.off[digit] & nine.cells[digit]).iter() {
                        insert(off, items.number(cell, digit));
                    }
                }
            }
        }
        table.close();
        let mut common = Conclusions::none(items);
        for number in 0..items.candidates() {
            let (cell, _) = items.candidate(number);
            let [on, off] = [true, false].map(|is_true| table.row(items.statement(number, is_true)));
            let both: Vec<u64> = on.iter().zip(off).map(|(on, off)| on & off).collect();
            let own = members(nine, cell).map(|(cell, digit)| items.number(cell, digit)).collect::<Vec<_>>();
            add_common(items, &mut common, &both, &own);
        }
        for (_, mask) in items.masks() {
            let mut all = vec![u64::MAX; 2 * items.words];
            for number in ones_of(mask) {
                let row = table.row(items.statement(number, true));
                all.iter_mut().zip(row).for_each(|(all, row)| *all &= row);
            }
            add_common(items, &mut common, &all, &[]);
        }
        Findings { refuted: Conclusions::refuted(items, &table), common }
    }

    /// Everything that follows from each assumption by singles and locked candidates.
    fn far(nine: &Nine, items: &Items) -> Findings {
        let mut refuted = Conclusions::none(items);
        let mut common = Conclusions::none(items);
        // For each candidate: what is left if it is true; nothing if that is contradictory.
        let mut left: Vec<[CellSet; 9]> = Vec::new();
        let start = Sweep::new(nine);
        let sweep = |number: usize, is_true: bool| {
            let (cell, digit) = items.candidate(number);
            let mut sweep = start.clone();
            sweep.assume(cell, digit, is_true);
            sweep.run().then_some(sweep.left)
        };
        for number in 0..items.candidates() {
            let found = sweep(number, true);
            if found.is_none() {
                insert(&mut refuted.is_false, number);
            }
            left.push(found.unwrap_or([CellSet::EMPTY; 9]));
        }
        // If one of two is false, the other one is true.
        let mut partners = vec![None; items.candidates()];
        for (_, mask) in items.masks() {
            let mut members = ones_of(mask);
            if let (Some(one), Some(other), None) = (members.next(), members.next(), members.next()) {
                (partners[one], partners[other]) = (Some(other), Some(one));
            }
        }
        for (number, partner) in partners.into_iter().enumerate() {
            let is_refuted = match partner {
                Some(other) => contains(&refuted.is_false, other),
                None => sweep(number, false).is_none(),
            };
            if is_refuted {
                insert(&mut refuted.is_true, number);
            }
        }
        for (_, mask) in items.masks() {
            let mut any = [CellSet::EMPTY; 9];
            for number in ones_of(mask) {
                any.iter_mut().zip(left[number]).for_each(|(any, left)| *any |= left);
            }
            let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
            for cells in any {
                twice |= once & cells;
                once |= cells;
            }
            for (digit, any) in any.into_iter().enumerate() {
                for cell in (nine.cells[digit] - any).iter() {
                    insert(&mut common.is_false, items.number(cell, digit));
                }
                for cell in (any - twice).iter() {
                    insert(&mut common.is_true, items.number(cell, digit));
                }
            }
        }
        Findings { refuted, common }
    }
}

/// Notes the statements about candidates in a row, except for some candidates.
fn add_common(items: &Items, common: &mut Conclusions, row: &[u64], but: &[usize]) {
    for (number, is_true) in ones_of(row).map(|statement| items.meaning(statement)) {
        if number < items.candidates() && !but.contains(&number) {
            insert(if is_true { &mut common.is_true } else { &mut common.is_false }, number);
        }
    }
}

/// What becomes true and false within a few rounds.
#[derive(Clone)]
struct Ahead {
    on: [CellSet; 9],
    off: [CellSet; 9],
    left: [CellSet; 9],
    open: CellSet,
    /// Per digit: its hidden singles, as far as it has not changed since they were looked for.
    hidden: [CellSet; 9],
    /// The digits that have changed.
    changed: u16,
}

impl Ahead {
    /// Nothing has become true or false yet.
    fn new(nine: &Nine) -> Ahead {
        let none = [CellSet::EMPTY; 9];
        let hidden = nine.cells.map(|cells| cells.survey().0);
        Ahead { on: none, off: none, left: nine.cells, open: nine.open, hidden, changed: 0 }
    }

    /// What an assumption leads to.
    fn look(&self, nine: &Nine, Literal { cell, digit, is_true }: Literal) -> Ahead {
        let mut ahead = self.clone();
        if is_true {
            ahead.place(nine, cell, digit);
        } else {
            ahead.left[digit].remove(cell);
            ahead.changed |= 1 << digit;
            ahead.off[digit].insert(cell);
        }
        for _ in 0..ROUNDS {
            let singles = ahead.singles();
            if singles.iter().all(|cells| cells.is_empty()) {
                break;
            }
            for (digit, singles) in singles.into_iter().enumerate() {
                for cell in singles.iter() {
                    ahead.place(nine, cell, digit);
                }
            }
        }
        ahead
    }

    fn place(&mut self, nine: &Nine, cell: usize, digit: usize) {
        self.on[digit].insert(cell);
        self.off[digit] |= nine.cells[digit] & CellSet::peers(cell);
        for other in digits(nine.candidates[cell] & !(1 << digit)) {
            if self.left[other].contains(cell) {
                self.left[other].remove(cell);
                self.off[other].insert(cell);
                self.changed |= 1 << other;
            }
        }
        self.changed |= 1 << digit;
        self.left[digit].remove(cell);
        self.left[digit] -= CellSet::peers(cell);
        self.open.remove(cell);
    }

    /// The singles that are now waiting, by digit.
    fn singles(&mut self) -> [CellSet; 9] {
        for digit in digits(std::mem::take(&mut self.changed)) {
            self.hidden[digit] = self.left[digit].survey().0;
        }
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for cells in self.left {
            twice |= once & cells;
            once |= cells;
        }
        let naked = (once - twice) & self.open;
        std::array::from_fn(|digit| (naked & self.left[digit]) | self.hidden[digit])
    }
}

fn opposite(literal: Literal) -> Literal {
    Literal { is_true: !literal.is_true, ..literal }
}

/// The step that the opposite of the conclusion is refuted.
fn contradiction(nine: &Nine, conclusion: Literal, wants_reasons: bool) -> Option<Step> {
    if !wants_reasons {
        net::size(nine, opposite(conclusion), None)?;
        return Some(bare(Technique::ForcingNetContradiction, conclusion));
    }
    let proof = net::prove(nine, opposite(conclusion), None, |net| net.run())?;
    Some(step(Technique::ForcingNetContradiction, conclusion, &proof.premises, proof.chains, None))
}

/// The shortest of the ways to reach the conclusion from several cases, one of which is true.
fn verity(nine: &Nine, conclusion: Literal, wants_reasons: bool) -> Option<Step> {
    let starts = sources(nine).filter(|(_, starts)| !starts.contains(&opposite(conclusion)));
    if !wants_reasons {
        // It need not be said from where.
        let now = Sweep::new(nine);
        let is_way = starts
            .map(|(_, starts)| starts)
            .any(|starts| starts.iter().all(|start| leads_to(&now, *start, conclusion)));
        return is_way.then(|| bare(Technique::ForcingNetVerity, conclusion));
    }
    let ways = starts.filter_map(|(number, starts)| {
        let sizes = starts.iter().map(|start| net::size(nine, *start, Some(conclusion)));
        Some((sizes.sum::<Option<usize>>()?, number, starts))
    });
    let (_, number, starts) = ways.take(MOST_SOURCES).min_by_key(|(size, ..)| *size)?;
    let mut premises = Premises::default();
    if let Some(number) = number {
        premises.add(number, true);
    }
    let mut chains = Vec::new();
    for start in starts {
        let proof: Proof = net::prove(nine, start, Some(conclusion), |net| net.run())?;
        premises.add_all(&proof.premises);
        chains.extend(proof.chains);
    }
    Some(step(Technique::ForcingNetVerity, conclusion, &premises, chains, number))
}

/// Whether a net from one statement reaches the other, or a contradiction.
fn leads_to(now: &Sweep, start: Literal, end: Literal) -> bool {
    let mut sweep = now.clone();
    sweep.assume(start.cell, start.digit, start.is_true);
    !sweep.run() || (0..9).all(|digit| (digit == end.digit) == end.is_true || !sweep.left[digit].contains(end.cell))
}

/// What can be split into cases: constraints, those with the fewest candidates first, and every candidate with its
/// opposite.
fn sources(nine: &Nine) -> impl Iterator<Item = (Option<usize>, Vec<Literal>)> + use<'_> {
    let literal = |(cell, digit)| Literal { cell, digit, is_true: true };
    let of_size = move |size: usize| {
        let all = (0..CONSTRAINTS).filter(move |number| members(nine, *number).count() == size);
        all.map(move |number| (Some(number), members(nine, number).map(literal).collect::<Vec<_>>()))
    };
    let cells = nine.open.iter().flat_map(move |cell| members(nine, cell).map(literal));
    let alone = cells.map(|start| (None, vec![start, opposite(start)]));
    of_size(2).chain(of_size(3)).chain(alone).chain((4..10).flat_map(of_size))
}

/// A step without its reasons.
fn bare(technique: Technique, conclusion: Literal) -> Step {
    step(technique, conclusion, &Premises::default(), Vec::new(), None)
}

pub(super) fn step(
    technique: Technique,
    conclusion: Literal,
    premises: &Premises,
    chains: Vec<Chain>,
    source: Option<usize>,
) -> Step {
    let conclusions = vec![candidate(conclusion.cell, conclusion.digit)];
    let (placements, eliminations) =
        if conclusion.is_true { (conclusions, Vec::new()) } else { (Vec::new(), conclusions) };
    let pattern = Pattern::Chains { chains, source: source.map(constraint) };
    Step { placements, eliminations, ..Step::new(technique, pattern, premises.list()) }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::*;
    use super::*;

    /// Positions on the path of a hard puzzle.
    fn positions() -> Vec<Puzzle> {
        let line = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
        let mut puzzle: Puzzle = line.parse().unwrap();
        let is_wanted = |technique: Technique| technique.score() <= 100 || technique.code() >= "13";
        let explainer = Explainer::new().only(is_wanted).without_uniqueness();
        let mut all = Vec::new();
        for step in explainer.path(&puzzle.clone()).take(60) {
            if step.technique.score() >= 700 {
                all.push(puzzle.clone());
            }
            step.apply(&mut puzzle);
        }
        assert!(all.len() > 3);
        all
    }

    #[test]
    fn steps_are_accepted() {
        for puzzle in positions().iter().step_by(5) {
            for technique in [ForcingNetContradiction, ForcingNetVerity] {
                accepted(puzzle, technique);
            }
        }
    }

    /// The fast search and the net with reasons reach the same end from every candidate, true and false.
    #[test]
    fn sweeps_and_nets_agree() {
        for puzzle in positions() {
            let nine = Nine::of_puzzle(&puzzle);
            for cell in nine.open.iter() {
                for digit in (0..9).filter(|digit| nine.has(cell, *digit)) {
                    for is_true in [true, false] {
                        let mut sweep = Sweep::new(&nine);
                        sweep.assume(cell, digit, is_true);
                        let is_refuted = !sweep.run();
                        let proof = net::prove(&nine, Literal { cell, digit, is_true }, None, |net| net.run());
                        assert_eq!(proof.is_some(), is_refuted);
                    }
                }
            }
        }
    }

    /// What chains can conclude is left to them, and a board without any useful constraint has no nets.
    #[test]
    fn chains_and_empty_boards_have_no_nets() {
        let nets = [ForcingNetContradiction, ForcingNetVerity];
        let empty: Puzzle = ".".repeat(81).parse().unwrap();
        assert_eq!(Explainer::with(&nets).all_steps(&empty), []);
        for puzzle in positions().into_iter().step_by(5) {
            let of_chains = Explainer::with(&[ForcingChainContradiction]).all_steps(&puzzle);
            for step in Explainer::with(&nets).all_steps(&puzzle) {
                let is_same =
                    |other: &Step| (&other.placements, &other.eliminations) == (&step.placements, &step.eliminations);
                assert!(!of_chains.iter().any(is_same), "{step:?}");
            }
        }
    }
}
