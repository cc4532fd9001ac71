//! [`Method::Unbiased`](crate::generate::Method::Unbiased): the controlled-bias generator, whose samples have weights.

use crate::generate::Generator;
use crate::generate::dig::{Dig, are_minimal, dig_all};
use crate::generate::random::Random;
use crate::generate::run::{Attempt, Run};
use std::ops::Range;

/// The most clues that 9x9 puzzles of this method have, unless more are asked for.
const MOST_UNBIASED: usize = 31;

impl Run<'_> {
    pub(in crate::generate) fn unbiased(&mut self, streams: &mut [Random]) -> Vec<Option<Attempt>> {
        let Generator { recipe, groups, .. } = self.generator;
        let cells = recipe.shape.cell_count();
        let most = if recipe.shape.is_classic_nine() { MOST_UNBIASED } else { cells };
        let most = recipe.clues.as_ref().map_or(most, |clues| (*clues.end()).min(cells));
        let begin = |random: &mut Random| {
            let mut dig = self.begin(random);
            (dig.until_needed, dig.least) = (Some(most), 0);
            dig
        };
        let mut digs: Vec<Dig> = streams.iter_mut().map(begin).collect();
        dig_all(&mut digs, groups, &mut self.prover);
        let may_be_minimal = |dig: &Dig| {
            let clues = dig.clues;
            !(dig.is_lost || dig.is_open) && recipe.clues.as_ref().is_none_or(|wanted| wanted.contains(&clues))
        };
        let answers =
            are_minimal(digs.iter().filter(|dig| may_be_minimal(dig)).map(|dig| &dig.givens[..]), &mut self.prover);
        let mut answers = answers.into_iter();
        let result = |dig: Dig| {
            let is_minimal = if may_be_minimal(&dig) { answers.next().flatten() } else { None };
            let Dig { solution, givens, clues, .. } = dig;
            (is_minimal == Some(true)).then_some(Attempt { solution, givens, clues, is_minimal, is_cut: false })
        };
        digs.into_iter().map(result).collect()
    }
}

/// The number of ways to choose `clues` of the cells, relative to that for a third of the cells.
pub(in crate::generate) fn weight(cells: usize, clues: usize) -> f64 {
    let third = cells / 3;
    let ratio = |k: usize| (cells - k) as f64 / (k + 1) as f64;
    let product = |range: Range<usize>| range.map(ratio).product::<f64>();
    if clues >= third { product(third..clues) } else { 1.0 / product(clues..third) }
}
