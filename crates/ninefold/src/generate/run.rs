//! One call of a generator: requests, attempts for them side by side, and the best result of each.

use super::Generator;
use super::dig::Dig;
use super::judge::Verdict;
use super::method::weight;
use super::prove::{Prover, puzzle_of};
use super::random::Random;
use super::rare;
use super::recipe::{Method, Missing, Recipe};
use super::{Fill, Made, fill_nine, pattern};
use crate::board::{Digit, Grid};
use crate::logic::SeRater;

/// A generator at work.
pub(super) struct Run<'a> {
    pub(super) generator: &'a Generator,
    pub(super) prover: Prover<'a>,
    pub(super) should_stop: &'a dyn Fn() -> bool,
    se_rater: SeRater,
}

/// A proper puzzle that may meet the wishes.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    /// Digits from 1; in the givens, 0 for blanks.
    pub(super) solution: Vec<u16>,
    pub(super) givens: Vec<u16>,
    pub(super) clues: usize,
    /// `None` if it was not determined.
    pub(super) is_minimal: Option<bool>,
    /// Whether some givens may not have been tried because the run had to stop.
    pub(super) is_cut: bool,
}

/// A puzzle that was asked for.
pub(super) struct Request {
    index: u64,
    /// Attempts so far.
    attempts: u64,
    pub(super) best: Option<(Attempt, Verdict)>,
    pub(super) is_done: bool,
    /// Whether it comes from the recipe's method; otherwise it was dug because no sample was found.
    is_sampled: bool,
}

impl Request {
    pub(super) fn new(index: u64) -> Request {
        Request { index, attempts: 0, best: None, is_done: false, is_sampled: true }
    }
}

/// How many attempts are made side by side, for one puzzle or for many, and how many of them at most for one.
const TOGETHER: u64 = 256;
pub(super) const AHEAD: u64 = 32;
/// The same for [`Method::Unbiased`], where nearly all attempts fail.
const AHEAD_UNBIASED: u64 = 1024;
/// The default number of attempts for each puzzle.
const ATTEMPTS: u64 = 100_000;

impl<'a> Run<'a> {
    pub(super) fn new(generator: &'a Generator, should_stop: &'a dyn Fn() -> bool) -> Run<'a> {
        let prover = Prover::new(generator.recipe.shape, generator.isa, should_stop);
        Run { generator, prover, should_stop, se_rater: SeRater::new() }
    }

    /// Makes the puzzles with these indices.
    pub(super) fn make(mut self, indices: impl Iterator<Item = u64>) -> Vec<Made> {
        let method = self.generator.recipe.method;
        let mut requests: Vec<Request> = indices.map(Request::new).collect();
        let mut open: Vec<usize> = (0..requests.len()).collect();
        let most = if method == Method::Unbiased { AHEAD_UNBIASED } else { AHEAD };
        // Attempts that take seconds are made one at a time.
        let together = if self.rare().is_some() { 1 } else { TOGETHER };
        while !open.is_empty() {
            for some in open.chunks(together as usize) {
                // The longer a puzzle has been searched for, the more attempts it is likely to need.
                let so_far = some.iter().map(|request| requests[*request].attempts).max().unwrap_or(0);
                let at_once = (TOGETHER.max(most) / some.len() as u64).min(most).min(so_far).min(together).max(1);
                self.attempt(method, &mut requests, some, at_once);
            }
            open.retain(|request| !requests[*request].is_done);
            if (self.should_stop)() {
                break;
            }
        }
        // Attempts at sampling may all have failed; attempts at digging never fail.
        for request in requests.iter_mut().filter(|request| request.best.is_none()) {
            let random = Random::new(self.generator.seed, request.index);
            let attempt = self.dig(&mut [random]).pop().expect("every stream leads to a puzzle");
            self.consider(request, attempt);
            request.is_sampled = method != Method::Unbiased;
        }
        requests.into_iter().map(|request| self.finish(request)).collect()
    }

    /// Makes some attempts for each of some requests, and judges them in order: so the result does not depend on how many
    /// are made at once.
    pub(super) fn attempt(&mut self, method: Method, requests: &mut [Request], some: &[usize], at_once: u64) {
        let limit = self.limit(method);
        let numbers = some.iter().flat_map(|request| {
            let Request { index, attempts, .. } = requests[*request];
            (0..at_once.min(limit - attempts)).map(move |ahead| (*request, index, attempts + ahead))
        });
        let numbers: Vec<(usize, u64, u64)> = numbers.collect();
        let seed = self.generator.seed;
        let mut streams: Vec<Random> =
            numbers.iter().map(|(_, index, attempt)| Random::nth(seed, *index, *attempt)).collect();
        let found = self.follow(method, &mut streams);
        for ((request, _, number), attempt) in numbers.into_iter().zip(found) {
            let request = &mut requests[request];
            if request.is_done {
                continue;
            }
            request.attempts = number + 1;
            if let Some(attempt) = attempt {
                let is_late = request.best.is_some() && (self.should_stop)();
                if !is_late {
                    self.consider(request, attempt);
                }
            }
            request.is_done |= request.attempts == limit;
        }
    }

    /// The puzzles that some streams of random numbers lead to; `None` where they lead to none.
    fn follow(&mut self, method: Method, streams: &mut [Random]) -> Vec<Option<Attempt>> {
        if let Some(attempt) = self.rare() {
            return streams.iter_mut().map(|random| attempt(self.generator, random, self.should_stop)).collect();
        }
        let found = match method {
            Method::Dig => self.dig(streams),
            Method::Search => self.search(streams),
            Method::Vicinity => self.vicinity(streams),
            Method::Unbiased => return self.unbiased(streams),
        };
        found.into_iter().map(Some).collect()
    }

    /// What an attempt lacks; if this is final, everything that it lacks, and how hard it is.
    pub(super) fn judge(&self, attempt: &Attempt, is_final: bool) -> Verdict {
        let Generator { recipe, judge, .. } = self.generator;
        let mut verdict = judge.judge(recipe, attempt, is_final);
        if let Some(judge_se) = recipe.judge_se.filter(|_| verdict.missing.is_empty() || is_final) {
            judge_se(recipe, &self.se_rater, attempt, is_final, &mut verdict);
        }
        verdict
    }

    fn consider(&self, request: &mut Request, attempt: Attempt) {
        let verdict = self.judge(&attempt, false);
        request.is_done = verdict.missing.is_empty();
        if request.best.as_ref().is_none_or(|(_, best)| verdict.distance < best.distance) {
            request.best = Some((attempt, verdict));
        }
    }

    fn limit(&self, method: Method) -> u64 {
        let usual = match method {
            Method::Unbiased => u64::MAX,
            _ if self.rare().is_some() => rare::ATTEMPTS,
            _ => ATTEMPTS,
        };
        self.generator.recipe.attempts.unwrap_or(usual)
    }

    /// The function that finds puzzles instead of the method, if their number of clues is rare.
    fn rare(&self) -> Option<rare::Rare> {
        let recipe = &self.generator.recipe;
        recipe.rare.filter(|_| rare::wanted(recipe).is_some())
    }

    /// A dig from a random grid, or from one that fits the pattern.
    pub(super) fn begin(&self, random: &mut Random) -> Dig {
        let recipe = &self.generator.recipe;
        let solution = self.solution(random);
        let order = self.shuffled_groups(random);
        let mut dig = Dig::new(solution.clone(), solution, order);
        if let Some(clues) = recipe.clues_to_leave() {
            let most = (*clues.end()).min(recipe.shape.cell_count());
            dig.least = *clues.start();
            if recipe.clues.is_some() {
                dig.least += random.below(most - clues.start() + 1);
            }
        }
        dig
    }

    /// The groups of cells that are givens together, in random order.
    pub(super) fn shuffled_groups(&self, random: &mut Random) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.generator.groups.len() as u32).collect();
        random.shuffle(&mut order);
        order
    }

    fn solution(&self, random: &mut Random) -> Vec<u16> {
        let Generator { recipe, isa, .. } = self.generator;
        let (seed, index) = (random.next(), random.next());
        if !recipe.shape.is_classic_nine() {
            let grid = Fill::new(recipe.shape).seed(seed).grid(index);
            return grid.digits().iter().map(|digit| digit.number()).collect();
        }
        let mut grid = fill_nine(seed, index);
        if let Some(cells) = &recipe.pattern {
            grid = pattern::fit_to_pattern(grid, cells, *isa, random, self.should_stop);
        }
        grid.iter().map(|digit| u16::from(*digit)).collect()
    }

    fn finish(&self, request: Request) -> Made {
        let (attempt, mut verdict) = request.best.expect("every puzzle is tried until there is one");
        let Recipe { shape, rated, method, .. } = self.generator.recipe;
        if !verdict.missing.is_empty() || rated && verdict.rating.is_none() {
            verdict = self.judge(&attempt, true);
        }
        if !request.is_sampled {
            verdict.missing.push(Missing::Sampled);
        }
        let digits = attempt.solution.iter().filter_map(|number| Digit::new(*number)).collect();
        Made {
            index: request.index,
            puzzle: puzzle_of(shape, &attempt.givens),
            solution: Grid::new(shape, digits).expect("every puzzle comes from a grid"),
            missing: verdict.missing,
            rating: verdict.rating,
            se_rating: verdict.se_rating,
            weight: (method == Method::Unbiased && request.is_sampled)
                .then(|| weight(shape.cell_count(), attempt.clues)),
            attempts: request.attempts,
        }
    }
}
