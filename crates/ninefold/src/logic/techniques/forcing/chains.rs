//! Forcing chains: plain chains, of candidates and groups, that end in a contradiction or at the same conclusion.
//!
//! ```text
//!   r2c3=5 -> r2c8<>5 -> r9c8=5 -> r9c8<>1 \
//!   r2c3=5 -> r4c3<>5 -> r4c7=5 -> r4c7<>1  > column 8 has no place for 1 left: r2c3 is not 5
//!   r2c3=5 -> r3c3=1  -> r3c8<>1           /
//! ```
//!
//! Read backwards, the same three chains are a verity: wherever the 1 of column 8 is, r2c3 is not 5. Every link, and so every
//! chain, can be reversed like this. So it is enough to look for contradictions; a verity is reported if only verities are
//! wanted.
//!
//! The closure of all links gives what can be refuted; a breadth-first walk from the assumption then finds the shortest chains.

use super::super::prelude::*;
use super::constraints::{constraint, constraints_of, members};
use super::links::Chained;
use super::table::{Item, Items, Table};

pub(super) fn find(nine: &View, wanted: &[Technique], finds: &mut Finds) -> ControlFlow<()> {
    let Chained { items, links, conclusions } = nine.chained();
    for (number, is_true) in conclusions.in_order() {
        let wants_contradiction = wanted.contains(&Technique::ForcingChainContradiction);
        let start = items.statement(number, !is_true);
        if wants_contradiction && !finds.wants_reasons() {
            finds.add(ShortestChains::nowhere(nine, items, start).step(
                Technique::ForcingChainContradiction,
                Vec::new(),
                None,
                None,
            ))?;
        }
        let walk = ShortestChains::new(nine, items, links, start);
        if wants_contradiction {
            finds.add(walk.contradiction())?;
        }
        if wanted.contains(&Technique::ForcingChainVerity)
            && let Some(step) = walk.verity()
        {
            finds.add(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// How the opposite of an assumption follows.
enum End {
    /// It is itself the end of a chain from the assumption.
    Opposite,
    /// The candidate would be true, and false.
    Both(usize),
    /// No candidate of the constraint would be true.
    Nothing(usize),
}

/// The shortest chains from an assumption.
struct ShortestChains<'a> {
    nine: &'a Nine,
    items: &'a Items,
    start: usize,
    /// For each statement: the one before it; itself for the assumption, `None` if it cannot be reached.
    before: Vec<Option<usize>>,
    distance: Vec<usize>,
}

impl<'a> ShortestChains<'a> {
    /// Only the assumption, without any chain.
    fn nowhere(nine: &'a Nine, items: &'a Items, start: usize) -> ShortestChains<'a> {
        ShortestChains { nine, items, start, before: Vec::new(), distance: Vec::new() }
    }

    fn new(nine: &'a Nine, items: &'a Items, links: &Table, start: usize) -> ShortestChains<'a> {
        let mut before = vec![None; 128 * items.words];
        let mut distance = vec![0; 128 * items.words];
        before[start] = Some(start);
        let mut new = vec![start];
        let mut done = 0;
        while done < new.len() {
            let here = new[done];
            done += 1;
            for next in ones_of(links.row(here)) {
                if before[next].is_none() {
                    before[next] = Some(here);
                    distance[next] = distance[here] + 1;
                    new.push(next);
                }
            }
        }
        ShortestChains { nine, items, start, before, distance }
    }

    /// The number of nodes of the chain to a statement.
    fn cost(&self, statement: usize) -> Option<usize> {
        self.before[statement].map(|_| self.distance[statement] + 1)
    }

    fn cost_of(&self, end: &End) -> Option<usize> {
        let statement = |number, is_true| self.items.statement(number, is_true);
        match *end {
            End::Opposite => self.cost(self.items.opposite(self.start)),
            End::Both(number) => Some(self.cost(statement(number, true))? + self.cost(statement(number, false))?),
            End::Nothing(constraint) => {
                let costs = members(self.nine, constraint)
                    .map(|(cell, digit)| self.cost(statement(self.items.number(cell, digit), false)));
                costs.sum()
            }
        }
    }

    /// The shortest of some ends.
    fn best(&self, ends: impl Iterator<Item = End>) -> Option<End> {
        ends.filter_map(|end| Some((self.cost_of(&end)?, end))).min_by_key(|(cost, _)| *cost).map(|(_, end)| end)
    }

    fn candidates(&self) -> impl Iterator<Item = End> + use<'_> {
        let start = self.items.meaning(self.start).0;
        (0..self.items.candidates()).filter(move |number| *number != start).map(End::Both)
    }

    fn constraints(&self) -> impl Iterator<Item = End> + use<'_> {
        self.items.masks().iter().map(|(number, _)| End::Nothing(*number))
    }

    /// The chain from the assumption to a statement.
    fn chain(&self, end: usize) -> Vec<usize> {
        let step = |at: &usize| self.before[*at].filter(|before| before != at);
        let mut chain: Vec<usize> = std::iter::successors(Some(end), step).collect();
        chain.reverse();
        chain
    }

    /// The same chain from the opposite of its end to the opposite of the assumption.
    fn backwards(&self, end: usize) -> Vec<usize> {
        let mut chain = self.chain(end);
        chain.reverse();
        chain.iter_mut().for_each(|statement| *statement = self.items.opposite(*statement));
        chain
    }

    fn contradiction(&self) -> Step {
        let ends = std::iter::once(End::Opposite).chain(self.candidates()).chain(self.constraints());
        let end = self.best(ends).expect("the assumption is refuted");
        let (ends, last): (Vec<usize>, Option<usize>) = match end {
            End::Opposite => (vec![self.items.opposite(self.start)], None),
            End::Both(number) => ([true, false].map(|is_true| self.items.statement(number, is_true)).to_vec(), None),
            End::Nothing(constraint) => {
                let all = members(self.nine, constraint);
                let ends = all.map(|(cell, digit)| self.items.statement(self.items.number(cell, digit), false));
                // The assumption itself may be one of the false candidates.
                (ends.filter(|end| *end != self.start).collect(), Some(constraint))
            }
        };
        let chains = ends.into_iter().map(|end| self.chain(end)).collect();
        self.step(Technique::ForcingChainContradiction, chains, None, last)
    }

    /// Chains from several cases, one of which is true, if there are any that do not start in the cell they are about.
    fn verity(&self) -> Option<Step> {
        let (number, _) = self.items.meaning(self.start);
        let (cell, digit) = self.items.candidate(number);
        let is_elsewhere = |end: &End| match end {
            End::Opposite => false,
            End::Both(number) => self.items.candidate(*number).0 != cell,
            End::Nothing(constraint) => !constraints_of(cell, digit).contains(constraint),
        };
        let end = self.best(self.candidates().chain(self.constraints()).filter(is_elsewhere))?;
        let (chains, source) = match end {
            End::Opposite => return None,
            End::Both(number) => {
                let ends = [false, true].map(|is_true| self.items.statement(number, is_true));
                (ends.map(|end| self.backwards(end)).to_vec(), None)
            }
            End::Nothing(constraint) => {
                let ends = members(self.nine, constraint)
                    .map(|(cell, digit)| self.items.statement(self.items.number(cell, digit), false));
                (ends.map(|end| self.backwards(end)).collect(), Some(constraint))
            }
        };
        Some(self.step(Technique::ForcingChainVerity, chains, source, source))
    }

    /// The step that the assumption is wrong. `last` is the constraint by which the chains add up.
    fn step(&self, technique: Technique, chains: Vec<Vec<usize>>, source: Option<usize>, last: Option<usize>) -> Step {
        let mut premises = Premises::default();
        last.into_iter().for_each(|last| premises.strong(constraint(last)));
        let chains: Vec<Chain> = chains.iter().map(|chain| self.written(chain)).collect();
        for node in chains.iter().flat_map(|chain| &chain.nodes) {
            premises.by_node(node.is_true, node.by);
        }
        let (number, was_true) = self.items.meaning(self.start);
        let (cell, digit) = self.items.candidate(number);
        let conclusion = vec![candidate(cell, digit)];
        let (placements, eliminations) = if was_true { (Vec::new(), conclusion) } else { (conclusion, Vec::new()) };
        let pattern = Pattern::Chains { chains, source: source.map(constraint) };
        Step { placements, eliminations, ..Step::new(technique, pattern, premises.list()) }
    }

    fn written(&self, statements: &[usize]) -> Chain {
        let mut before = None;
        chain(statements.iter().map(|statement| {
            let (number, is_true) = self.items.meaning(*statement);
            let Item { digit, cells } = self.items.item(number);
            let by = before.replace(number).map(|before| self.by(before, number, is_true));
            (in_each(cells, digit), is_true, by)
        }))
    }

    /// The constraint that links two items: a strong link has no further candidates.
    fn by(&self, from: usize, to: usize, is_strong: bool) -> Constraint {
        let [from, to] = [from, to].map(|number| self.items.item(number));
        if from.digit != to.digit {
            return in_cell(to.cells.first().expect("it has a cell"));
        }
        let both: CellSet = from.cells | to.cells;
        let is_right = |house: &usize| !is_strong || self.nine.places(*house, to.digit) == both;
        let number = both.common_houses().find(is_right).expect("linked items share a house");
        Constraint::Place(house(number), Digit::from_index(to.digit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::*;

    /// Every chain is accepted, as a contradiction and as a verity.
    #[test]
    fn steps_are_accepted() {
        let line = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
        let mut puzzle: Puzzle = line.parse().unwrap();
        let easy = Explainer::new().only(|technique| technique.score() <= 150 && !technique.needs_uniqueness());
        for step in easy.path(&puzzle.clone()).take(20) {
            for technique in [ForcingChainContradiction, ForcingChainVerity] {
                accepted(&puzzle, technique);
            }
            step.apply(&mut puzzle);
        }
    }
}
