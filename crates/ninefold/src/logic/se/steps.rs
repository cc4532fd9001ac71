//! Ratings of steps on a scale like that of Sudoku Explainer.
//!
//! Sudoku Explainer (Nicolas Juillerat, 2006-2009) gives each technique a number and a puzzle that of its hardest step;
//! chains get more the longer they are. The numbers here are those of its version 1.2.1 where it has the technique. But
//! its steps are others: it has direct forms of locked candidates and subsets, prefers other chains, counts
//! what they rest on in another way, and nets come from other rules. So a rating here says how hard the steps here are,
//! by its yardstick; it is not what the program would say of the puzzle.

use super::super::{Chain, Pattern, Step, Technique};
use super::rating::surcharge;
use crate::board::House;

/// How many links chains have, as they would be reported from a candidate that they refute: with two more links, from it
/// and back to it, where a chain is reported between two others.
fn length(chains: &[Chain], step: &Step) -> usize {
    let refutes_its_start = |chain: &Chain| match chain.nodes.first() {
        Some(first) => first.is_true && first.candidates.iter().all(|start| step.eliminations.contains(start)),
        None => true,
    };
    match chains {
        [chain] if chain.is_loop => chain.nodes.len().saturating_sub(2),
        [chain] if !refutes_its_start(chain) && step.placements.is_empty() => chain.nodes.len(),
        _ => chains.iter().map(|chain| chain.nodes.len()).sum::<usize>().saturating_sub(2),
    }
}

impl Step {
    /// How hard the step is in tenths, on a scale like that of Sudoku Explainer 1.2.1; `None` where that has no such
    /// technique. Chains, loops and nets are harder the longer they are. Steps with the same number there may have
    /// another one here, and the other way round: length is counted in nodes of [`Chain`]s.
    ///
    /// ```
    /// use ninefold::{Puzzle, logic::Explainer};
    /// let puzzle: Puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
    /// let hardest = Explainer::by_se_rating().path(&puzzle).filter_map(|step| step.se_rating()).max();
    /// assert_eq!(hardest, Some(15), "1.5: a hidden single in a row or column");
    /// # Ok::<(), ninefold::Invalid>(())
    /// ```
    pub fn se_rating(&self) -> Option<u16> {
        let least = self.technique.se_rating()?;
        Some(match (&self.pattern, self.technique) {
            (Pattern::Single { house: Some(House::Row(_) | House::Column(_)) }, Technique::HiddenSingle) => 15,
            (Pattern::Deadly { subset, .. }, Technique::UniqueRectangleThree) => 45 + subset.len() as u16,
            (Pattern::Deadly { deadly, subset, .. }, Technique::UniqueLoop) => {
                let of_cells = [46, 47, 50][(deadly.len() / 4).clamp(3, 5) - 3];
                of_cells + subset.len() as u16
            }
            (Pattern::Chains { chains, .. }, _) => least + surcharge(length(chains, self)),
            _ => least,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Puzzle, Shape};
    use crate::logic::Explainer;

    #[test]
    fn bounds_grow_by_a_half_and_a_third() {
        let bounds = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192];
        for (i, bound) in bounds.into_iter().enumerate() {
            assert_eq!((surcharge(bound), surcharge(bound + 1)), (i as u16, i as u16 + 1), "{bound}");
        }
        assert_eq!(surcharge(0), 0);
    }

    /// An empty board, but for cells with these candidates only.
    fn rated(cells: &[(usize, &[u16])], technique: Technique) -> Vec<Option<u16>> {
        let mut puzzle = Puzzle::empty(Shape::NINE);
        for (cell, kept) in cells {
            let at = Shape::NINE.cell(cell / 10 - 1, cell % 10 - 1);
            let others = Shape::NINE.digits().filter(|digit| !kept.contains(&digit.number()));
            others.for_each(|digit| puzzle.remove_candidate(at, digit));
        }
        let mut ratings: Vec<_> =
            Explainer::with(&[technique]).all_steps(&puzzle).iter().map(Step::se_rating).collect();
        ratings.dedup();
        ratings
    }

    #[test]
    fn longer_chains_are_harder() {
        // Each cell is two nodes: 7.0, as the shortest; above 4, above 6.
        let cells: [(usize, &[u16]); 5] = [(11, &[1, 2]), (15, &[2, 3]), (55, &[3, 4]), (52, &[4, 5]), (92, &[5, 1])];
        assert_eq!(rated(&cells, Technique::XYChain), [Some(73)]);
        let four: [(usize, &[u16]); 4] = [cells[0], cells[1], cells[2], (52, &[4, 1])];
        assert_eq!(rated(&four, Technique::XYChain), [Some(72)]);
        let three: [(usize, &[u16]); 3] = [cells[0], cells[1], (55, &[3, 1])];
        assert_eq!(rated(&three, Technique::XYChain), [Some(71)]);
    }

    #[test]
    fn loops_and_rectangles_by_their_cells() {
        let pairs = |cells: &[usize]| cells.iter().map(|cell| (*cell, &[2u16, 7][..])).collect::<Vec<_>>();
        let mut six = pairs(&[11, 17, 21, 24, 34]);
        six.push((37, &[2, 4, 7, 9]));
        assert_eq!(rated(&six, Technique::UniqueLoop), [Some(46)]);
        let rectangle: [(usize, &[u16]); 5] =
            [(11, &[4, 8]), (14, &[4, 8]), (21, &[4, 8, 1]), (24, &[4, 8, 2]), (29, &[1, 2])];
        assert_eq!(rated(&rectangle, Technique::UniqueRectangleThree), [Some(46)]);
        assert_eq!(rated(&[(11, &[1]), (12, &[2])], Technique::HiddenRectangle), []);
    }

    #[test]
    fn ways_to_be_hidden() {
        let row: Puzzle =
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse().unwrap();
        let steps = Explainer::with(&[Technique::HiddenSingle]).all_steps(&row);
        for step in &steps {
            let is_box = matches!(step.pattern, Pattern::Single { house: Some(House::Box(_)) });
            assert_eq!(step.se_rating(), Some(if is_box { 12 } else { 15 }));
        }
        assert!(!steps.is_empty());
    }
}
