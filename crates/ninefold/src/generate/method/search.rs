//! [`Method::Search`](crate::generate::Method::Search): a dug puzzle, changed step by step towards the wishes.

use crate::generate::dig::Dig;
use crate::generate::random::Random;
use crate::generate::run::{Attempt, Run};

/// How many times an attempt is changed.
const IMPROVEMENTS: usize = 24;

impl Run<'_> {
    pub(in crate::generate) fn search(&mut self, streams: &mut [Random]) -> Vec<Attempt> {
        let recipe = &self.generator.recipe;
        let mut best = self.dig(streams);
        let mut keys: Vec<(u64, usize)> = best.iter().map(|attempt| self.key(attempt)).collect();
        for _ in 0..IMPROVEMENTS {
            if (self.should_stop)() {
                break;
            }
            let next = self.step(best.clone(), streams);
            for ((best, best_key), next) in best.iter_mut().zip(&mut keys).zip(next) {
                // An attempt that meets the wishes stays.
                if best_key.0 == 0 && recipe.has_wishes() {
                    continue;
                }
                let next_key = self.key(&next);
                if next_key <= *best_key {
                    (*best, *best_key) = (next, next_key);
                }
            }
        }
        best
    }

    /// How far an attempt is from the wishes.
    fn key(&self, attempt: &Attempt) -> (u64, usize) {
        (self.judge(attempt, false).distance, attempt.clues)
    }

    /// Puts some givens back, and removes those that are then not needed, trying the other givens first.
    pub(super) fn step(&mut self, attempts: Vec<Attempt>, streams: &mut [Random]) -> Vec<Attempt> {
        let groups = &self.generator.groups;
        let begin = |(attempt, random): (Attempt, &mut Random)| {
            let Attempt { solution, mut givens, .. } = attempt;
            let mut order = self.shuffled_groups(random);
            let is_blank = |group: &u32| givens[groups[*group as usize][0] as usize] == 0;
            let back: Vec<u32> = order.iter().copied().filter(is_blank).take(2 + random.below(4)).collect();
            for cell in back.iter().flat_map(|group| &groups[*group as usize]) {
                givens[*cell as usize] = solution[*cell as usize];
            }
            order.retain(|group| givens[groups[*group as usize][0] as usize] != 0 && !back.contains(group));
            order.extend(back);
            let mut dig = Dig::new(solution, givens, order);
            dig.least = self.generator.recipe.clues_to_leave().map_or(0, |clues| *clues.start());
            dig
        };
        let digs = attempts.into_iter().zip(streams).map(begin).collect();
        self.dug(digs)
    }
}
