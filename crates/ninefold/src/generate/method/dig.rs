//! [`Method::Dig`](crate::generate::Method::Dig): givens are removed from a grid as long as one solution is left.

use crate::generate::Generator;
use crate::generate::dig::{Dig, are_minimal, dig_all};
use crate::generate::random::Random;
use crate::generate::run::{Attempt, Run};

impl Run<'_> {
    pub(in crate::generate) fn dig(&mut self, streams: &mut [Random]) -> Vec<Attempt> {
        let digs = streams.iter_mut().map(|random| self.begin(random)).collect();
        self.dug(digs)
    }

    /// Completes some digs and returns their puzzles.
    pub(super) fn dug(&mut self, mut digs: Vec<Dig>) -> Vec<Attempt> {
        let Generator { recipe, groups, .. } = self.generator;
        dig_all(&mut digs, groups, &mut self.prover);
        // If every given was its own group and was tried, none of those left can be removed.
        let is_whole = groups.len() == recipe.shape.cell_count();
        let mut attempts: Vec<Attempt> = digs
            .into_iter()
            .map(|dig| Attempt {
                is_cut: dig.is_cut,
                is_minimal: (is_whole && dig.least == 0 && !dig.is_open).then_some(true),
                solution: dig.solution,
                givens: dig.givens,
                clues: dig.clues,
            })
            .collect();
        if recipe.minimal {
            let fits = |attempt: &Attempt| {
                let clues = attempt.clues;
                attempt.is_minimal.is_none()
                    && recipe.clues.as_ref().is_none_or(|wanted| wanted.contains(&clues))
                    && recipe.pattern.as_ref().is_none_or(|cells| cells.len() == clues)
            };
            let mut open: Vec<&mut Attempt> = attempts.iter_mut().filter(|attempt| fits(attempt)).collect();
            let answers = are_minimal(open.iter().map(|attempt| &attempt.givens[..]), &mut self.prover);
            open.iter_mut().zip(answers).for_each(|(attempt, answer)| attempt.is_minimal = answer);
        }
        attempts
    }
}
