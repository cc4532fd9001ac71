//! Nice loops and alternating inference chains, of single candidates, groups and almost locked sets.
//!
//! Start at a candidate and follow links of alternating kinds. Along a strong link (=4=), if one end is false, the other is
//! true: they are the only two places for 4 in a house, or the only two candidates of a cell. Along a weak link (-4-), if one
//! end is true, the other is false: they see each other, or lie in the same cell.
//!
//! ```text
//!   r1c1 -4- r1c7 =4= r5c7 =9= r5c2 -9- r4c1 -4- r1c1      discontinuous: if r1c1 were 4, it could not be 4
//!
//!   r2c3 =5= r2c8 -5- r7c8 =5= r7c3 -5- r2c3               continuous: it closes with every link alternating, so each
//!                                                          weak link has one true end, and whatever sees both is out
//!
//!   4- r3c4 =4= r3c2 =1= r3c3 -1- r8c3 =4= r8c5 -4         AIC: one of its ends is true, and what sees both is out
//! ```
//!
//! Source: nice loops were described in the Sudoku Player's Forum ("Nice Loops for Beginners", 2005), alternating inference
//! chains by Andrew Stuart and Myth Jellies; almost locked sets in chains are from the same forum.
//! Here: of several chains, the one reported is HoDoKu's: most eliminations, then the shortest, then the first candidates.
//!
//! [`graph`] has what follows in one link, [`table`] everything that follows from one assumption, [`judge`] decides what a
//! chain proves, [`best`] finds the best chain quickly, and [`write`] makes the step.

mod best;
mod graph;
mod judge;
mod rows;
mod table;
pub(super) mod write;

use super::prelude::*;
use graph::{Graph, Width, is_on, off, on};
use judge::Judged;
use std::collections::BTreeMap;
use table::{Table, is_placed};

/// Finds the wanted kinds of nice loops and alternating inference chains: the best of all, or every one.
pub(in super::super) fn find(nine: &Nine, wanted: &[Technique], finds: &mut Finds) -> ControlFlow<()> {
    let (grouped, plain): (Vec<Technique>, Vec<Technique>) =
        wanted.iter().copied().filter(|technique| is_chain(*technique)).partition(|technique| technique.is_grouped());
    if !plain.is_empty() {
        find_with(nine, &plain, Width::Candidates, finds)?;
    }
    if !grouped.is_empty() {
        find_with(nine, &grouped, Width::Groups, finds)?;
    }
    ControlFlow::Continue(())
}

fn is_chain(technique: Technique) -> bool {
    use Technique::*;
    matches!(technique, ContinuousNiceLoop | DiscontinuousNiceLoop | AlternatingInferenceChain)
        || technique.is_grouped()
}

impl Technique {
    /// Whether chains of this kind go through groups of cells.
    fn is_grouped(self) -> bool {
        use Technique::*;
        matches!(self, GroupedContinuousNiceLoop | GroupedDiscontinuousNiceLoop | GroupedAlternatingInferenceChain)
    }

    fn is_continuous(self) -> bool {
        matches!(self, Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop)
    }
}

fn find_with(nine: &Nine, wanted: &[Technique], width: Width, finds: &mut Finds) -> ControlFlow<()> {
    if !finds.wants_all() {
        let graph = Graph::new(nine, width);
        if let Some(judged) = best::best(&graph, wanted) {
            finds.add(write::step(&graph, &judged))?;
        }
        return ControlFlow::Continue(());
    }
    let graph = Graph::linked(nine, width);
    let mut all = All { graph: &graph, wanted, found: BTreeMap::new() };
    all.collect();
    let mut reported = all.in_order().into_iter().map(|judged| write::step(&graph, &judged)).collect::<Vec<_>>();
    if width == Width::Groups {
        // Almost locked sets come last: with them, other chains may have the same conclusions.
        let graph = Graph::linked(nine, Width::Sets);
        let mut all = All { graph: &graph, wanted, found: BTreeMap::new() };
        all.collect();
        for judged in all.in_order() {
            let step = write::step(&graph, &judged);
            if !reported
                .iter()
                .any(|known| (known.technique, &known.eliminations) == (step.technique, &step.eliminations))
            {
                reported.push(step);
            }
        }
    }
    reported.into_iter().try_for_each(|step| finds.add(step))
}

/// A technique, and the candidates that are removed, as digits and cells.
type Conclusion = (Technique, Vec<(usize, usize)>);

/// Every conclusion, with its shortest chain.
struct All<'a> {
    graph: &'a Graph<'a>,
    wanted: &'a [Technique],
    /// By technique and candidates; numbered in the order in which they were found.
    found: BTreeMap<Conclusion, (usize, Judged)>,
}

impl All<'_> {
    fn collect(&mut self) {
        let graph = self.graph;
        let mut table = Table::new(graph);
        for start in 0..graph.candidates {
            for start in [on(start), off(start)] {
                table.fill(graph, start);
                let cell = graph.cell(start);
                let seen = CellSet::peers(cell);
                for end in table.order[1..].iter().map(|end| usize::from(*end)) {
                    if table.is_direct(end) || graph.node(end).kind != graph::Kind::Candidate {
                        continue;
                    }
                    let there = graph.cell(end);
                    if there == cell {
                        self.take(judge::nice_loop(graph, table.path(end)));
                    } else if !is_on(start) && is_placed(graph, end) {
                        let is_same = graph.node(start).digit == graph.node(end).digit;
                        if is_same || seen.contains(there) {
                            self.take(judge::chain(graph, table.path(end)));
                        }
                    }
                }
            }
        }
    }

    fn take(&mut self, judged: Option<Judged>) {
        let Some(judged) = judged.filter(|judged| self.wanted.contains(&judged.technique)) else { return };
        let number = self.found.len();
        let known = self.found.entry((judged.technique, judged.candidates()));
        let kept = known.or_insert_with(|| (number, judged.clone()));
        if judged.length < kept.1.length {
            kept.1 = judged;
        }
    }

    /// The best first.
    fn in_order(self) -> Vec<Judged> {
        let mut found: Vec<(usize, Judged)> = self.found.into_values().collect();
        found.sort_by_key(|(number, judged)| judged.key((0, 0, *number)));
        found.into_iter().map(|(_, judged)| judged).collect()
    }
}

#[cfg(test)]
pub(super) mod tests;
