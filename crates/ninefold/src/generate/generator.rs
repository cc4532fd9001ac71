//! Puzzles by recipe: functions of a seed and an index.

use super::dig::{Dig, are_minimal, dig_all};
use super::judge::{Judge, Verdict};
use super::pattern;
use super::prove::{Prover, puzzle_of};
use super::random::Random;
use super::recipe::{Method, Missing, Recipe, RecipeError};
use super::{Fill, fill_nine};
use crate::board::{Digit, Grid, Puzzle};
use crate::logic::Rating;
use crate::solve::Isa;
use std::ops::Range;
use std::sync::OnceLock;

/// Makes puzzles by a recipe, as many as there are numbers.
///
/// The same recipe, seed and index give the same puzzle on every platform, alone or with others; another version of this
/// library may give another one. Only what is stopped early ([`Generator::puzzles_until`]) depends on when it was.
///
/// ```
/// use ninefold::{Shape, logic::Level, solve};
/// use ninefold::generate::{Generator, Recipe, Symmetry};
///
/// let recipe = Recipe::new(Shape::NINE).symmetry(Symmetry::HalfTurn).level(Level::Medium);
/// let generator = Generator::new(recipe)?.seed(7);
/// let made = generator.puzzle(0);
/// assert!(made.missing.is_empty());
/// assert_eq!(solve::count(&made.puzzle, 2), 1);
/// assert_eq!(made.rating.map(|rating| rating.level()), Some(Level::Medium));
/// # Ok::<(), ninefold::generate::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    recipe: Recipe,
    seed: u64,
    isa: Isa,
    judge: Judge,
    groups: Vec<Vec<u32>>,
    /// Of [`Method::Vicinity`]: the puzzle that all others are near.
    center: OnceLock<Candidate>,
}

/// A puzzle that was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// Its number.
    pub index: u64,
    /// It has exactly one solution.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Grid,
    /// What it lacks of what was asked for; nothing, if it is what was asked for.
    pub missing: Vec<Missing>,
    /// Of recipes about levels, scores or techniques, or with [`Recipe::rated`]: how hard it is.
    pub rating: Option<Rating>,
    /// Of [`Method::Unbiased`]: in proportion to how much rarer puzzles with so many clues are found than others, 1 for
    /// a third of the cells (27 on 9x9). Means that are weighted by it are means over all minimal puzzles.
    pub weight: Option<f64>,
    /// How many attempts it took.
    pub attempts: u64,
}

/// A proper puzzle that may be what was asked for.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Digits from 1; of the givens 0 for blanks.
    pub(super) solution: Vec<u16>,
    pub(super) givens: Vec<u16>,
    pub(super) clues: usize,
    /// As far as it was found out.
    pub(super) is_minimal: Option<bool>,
}

/// A puzzle that is being looked for.
struct Quest {
    index: u64,
    /// Attempts so far.
    attempts: u64,
    best: Option<(u64, Candidate, Verdict)>,
    is_done: bool,
    /// Whether it comes from the recipe's method; if not, it was dug, because no sample was found.
    is_sampled: bool,
}

/// So many attempts are made side by side, for one puzzle or for many; at most so many of them for one.
const TOGETHER: u64 = 256;
const AHEAD: u64 = 32;
/// Attempts of [`Method::Unbiased`], of which nearly all come to nothing.
const AHEAD_UNBIASED: u64 = 1024;
/// On 9x9 such puzzles have at most so many clues, unless more are asked for.
const MOST_UNBIASED: usize = 31;
/// Attempts for each puzzle if nothing is said.
const ATTEMPTS: u64 = 100_000;
/// How often [`Method::Search`] improves an attempt, and how often [`Method::Vicinity`] goes on from the center.
const IMPROVEMENTS: usize = 24;
const STEPS_AWAY: usize = 3;

impl Generator {
    /// Puzzles by this recipe, with the seed 0.
    ///
    /// # Errors
    /// If wishes contradict each other.
    pub fn new(recipe: Recipe) -> Result<Generator, RecipeError> {
        recipe.check()?;
        let orbits = recipe.symmetry.orbits(recipe.shape);
        let is_free =
            |cell: usize| recipe.pattern.as_ref().is_none_or(|cells| cells.iter().all(|fixed| fixed.index() != cell));
        let group = |orbit: &Vec<crate::board::Cell>| orbit.iter().map(|cell| cell.index() as u32).collect();
        let mut groups: Vec<Vec<u32>> = orbits.iter().map(group).collect();
        groups.retain(|group| is_free(group[0] as usize));
        Ok(Generator { judge: Judge::new(&recipe), recipe, seed: 0, isa: Isa::best(), groups, center: OnceLock::new() })
    }

    /// Other puzzles for another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Generator {
        (self.seed, self.center) = (seed, OnceLock::new());
        self
    }

    /// Uses this instruction set for 9x9 boards; the puzzles are the same.
    ///
    /// # Panics
    /// If the processor does not have it.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Generator {
        assert!(isa.is_available(), "this processor has no {isa}");
        self.isa = isa;
        self
    }

    /// What puzzles are to be like.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The puzzle with this number.
    pub fn puzzle(&self, index: u64) -> Made {
        let made = self.quests(std::iter::once(index), &|| false);
        made.into_iter().next().expect("one quest has one end")
    }

    /// The puzzles with these numbers. On 9x9 some hundred at once are made faster than one by one.
    pub fn puzzles(&self, indices: Range<u64>) -> Vec<Made> {
        self.quests(indices, &|| false)
    }

    /// The same, until it is over: that is asked now and then, and then the best found so far is taken. Each puzzle is
    /// tried once at least. What lacks something then depends on when it was over; with [`Method::Vicinity`] everything does,
    /// if the puzzle that all are near was not yet found.
    pub fn puzzles_until(&self, indices: Range<u64>, is_over: &dyn Fn() -> bool) -> Vec<Made> {
        self.quests(indices, is_over)
    }

    fn quests(&self, indices: impl Iterator<Item = u64>, is_over: &dyn Fn() -> bool) -> Vec<Made> {
        let new = |index| Quest { index, attempts: 0, best: None, is_done: false, is_sampled: true };
        let mut quests: Vec<Quest> = indices.map(new).collect();
        let mut prover = Prover::new(self.recipe.shape, self.isa, is_over);
        let mut open: Vec<usize> = (0..quests.len()).collect();
        let most = if self.recipe.method == Method::Unbiased { AHEAD_UNBIASED } else { AHEAD };
        while !open.is_empty() {
            for some in open.chunks(TOGETHER as usize) {
                // The longer one has been looked for, the likelier it takes many attempts more.
                let so_far = some.iter().map(|quest| quests[*quest].attempts).max().unwrap_or(0);
                let at_once = (TOGETHER.max(most) / some.len() as u64).min(most).min(so_far).max(1);
                self.attempt(&mut quests, some, at_once, &mut prover, is_over);
            }
            open.retain(|quest| !quests[*quest].is_done);
            if is_over() {
                break;
            }
        }
        // Attempts of sampling may have come to nothing, those of digging never do.
        let empty: Vec<usize> = (0..quests.len()).filter(|quest| quests[*quest].best.is_none()).collect();
        self.dig_instead(&mut quests, &empty, &mut prover, is_over);
        quests.into_iter().map(|quest| self.finish(quest)).collect()
    }

    /// Makes some attempts for each of some puzzles, and judges them in their order: so what is found does not
    /// depend on how many are made at once.
    fn attempt(
        &self,
        quests: &mut [Quest],
        some: &[usize],
        at_once: u64,
        prover: &mut Prover<'_>,
        is_over: &dyn Fn() -> bool,
    ) {
        let numbers = some.iter().flat_map(|quest| {
            let Quest { index, attempts, .. } = quests[*quest];
            let left = self.limit() - attempts;
            (0..at_once.min(left)).map(move |ahead| (*quest, index, attempts + ahead))
        });
        let numbers: Vec<(usize, u64, u64)> = numbers.collect();
        let streams = numbers.iter().map(|(_, index, attempt)| Random::nth(self.seed, *index, *attempt)).collect();
        let candidates = self.candidates(streams, prover, is_over);
        for ((quest, _, attempt), candidate) in numbers.into_iter().zip(candidates) {
            let quest = &mut quests[quest];
            if quest.is_done {
                continue;
            }
            quest.attempts = attempt + 1;
            if let Some(candidate) = candidate {
                let is_late = quest.best.is_some() && is_over();
                if !is_late {
                    self.consider(quest, candidate);
                }
            }
            quest.is_done |= quest.attempts == self.limit();
        }
    }

    /// Digs a puzzle for each of those that have none.
    fn dig_instead(&self, quests: &mut [Quest], some: &[usize], prover: &mut Prover<'_>, is_over: &dyn Fn() -> bool) {
        let dig = Generator { recipe: self.recipe.clone().method(Method::Dig), ..self.clone() };
        for quest in some {
            let random = Random::new(self.seed, quests[*quest].index);
            let candidate = dig.candidates(vec![random], prover, is_over).pop().flatten();
            self.consider(&mut quests[*quest], candidate.expect("every attempt of digging leads to a puzzle"));
            quests[*quest].is_sampled = false;
        }
    }

    fn consider(&self, quest: &mut Quest, candidate: Candidate) {
        let verdict = self.judge.judge(&self.recipe, &candidate, false);
        let (number, distance) = (quest.attempts, verdict.distance);
        quest.is_done = verdict.missing.is_empty();
        if quest.best.as_ref().is_none_or(|(_, _, best)| distance < best.distance) {
            quest.best = Some((number, candidate, verdict));
        }
    }

    fn limit(&self) -> u64 {
        let usual = if self.recipe.method == Method::Unbiased { u64::MAX } else { ATTEMPTS };
        self.recipe.attempts.unwrap_or(usual)
    }

    /// The puzzles that some streams of random numbers lead to; `None` where they lead to none.
    fn candidates(
        &self,
        mut streams: Vec<Random>,
        prover: &mut Prover<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Vec<Option<Candidate>> {
        let mut found: Vec<Option<Candidate>> = match self.recipe.method {
            Method::Unbiased => return self.unbiased(&mut streams, prover),
            Method::Vicinity => {
                let center = self.center(prover, is_over).clone();
                let mut all = vec![center; streams.len()];
                (0..STEPS_AWAY).for_each(|_| self.step(&mut all, &mut streams, prover));
                all.into_iter().map(Some).collect()
            }
            Method::Dig | Method::Search => {
                let digs = streams.iter_mut().map(|random| self.begin(random, is_over)).collect();
                self.dug(digs, prover).into_iter().map(Some).collect()
            }
        };
        if self.recipe.method == Method::Search {
            self.improve(&mut found, &mut streams, prover, is_over);
        }
        found
    }

    /// A dig from a random grid, or from one that suits the pattern.
    fn begin(&self, random: &mut Random, is_over: &dyn Fn() -> bool) -> Dig {
        let solution = self.solution(random, is_over);
        let mut order: Vec<u32> = (0..self.groups.len() as u32).collect();
        random.shuffle(&mut order);
        let mut dig = Dig::new(solution.clone(), solution, order);
        if let Some(clues) = self.recipe.clues.as_ref().filter(|_| !self.recipe.minimal) {
            let most = (*clues.end()).min(self.recipe.shape.cell_count());
            dig.least = clues.start() + random.below(most - clues.start() + 1);
        }
        dig
    }

    fn solution(&self, random: &mut Random, is_over: &dyn Fn() -> bool) -> Vec<u16> {
        let shape = self.recipe.shape;
        let (seed, index) = (random.next(), random.next());
        if !shape.is_classic_nine() {
            return Fill::new(shape).seed(seed).grid(index).digits().iter().map(|digit| digit.number()).collect();
        }
        let mut grid = fill_nine(seed, index);
        if let Some(cells) = &self.recipe.pattern {
            grid = pattern::suit(grid, cells, self.isa, random, is_over);
        }
        grid.iter().map(|digit| u16::from(*digit)).collect()
    }

    fn dug(&self, mut digs: Vec<Dig>, prover: &mut Prover<'_>) -> Vec<Candidate> {
        dig_all(&mut digs, &self.groups, prover);
        // Where every given was a group of its own and was tried, none of those left can go.
        let is_whole = self.groups.len() == self.recipe.shape.cell_count();
        let mut candidates: Vec<Candidate> = digs
            .into_iter()
            .map(|dig| Candidate {
                is_minimal: (is_whole && dig.least == 0 && !dig.is_open).then_some(true),
                solution: dig.solution,
                givens: dig.givens,
                clues: dig.clues,
            })
            .collect();
        if self.recipe.minimal {
            let fits = |candidate: &Candidate| {
                let clues = candidate.clues;
                candidate.is_minimal.is_none()
                    && self.recipe.clues.as_ref().is_none_or(|wanted| wanted.contains(&clues))
                    && self.recipe.pattern.as_ref().is_none_or(|cells| cells.len() == clues)
            };
            let mut open: Vec<&mut Candidate> = candidates.iter_mut().filter(|candidate| fits(candidate)).collect();
            let answers = are_minimal(open.iter().map(|candidate| &candidate.givens[..]), prover);
            open.iter_mut().zip(answers).for_each(|(candidate, answer)| candidate.is_minimal = answer);
        }
        candidates
    }

    /// Puts some givens back, and takes away what can go then, the others first.
    fn step(&self, candidates: &mut Vec<Candidate>, streams: &mut [Random], prover: &mut Prover<'_>) {
        let begin = |(candidate, random): (Candidate, &mut Random)| {
            let Candidate { solution, mut givens, .. } = candidate;
            let mut order: Vec<u32> = (0..self.groups.len() as u32).collect();
            random.shuffle(&mut order);
            let is_blank = |group: &u32| givens[self.groups[*group as usize][0] as usize] == 0;
            let back: Vec<u32> = order.iter().copied().filter(is_blank).take(2 + random.below(4)).collect();
            for cell in back.iter().flat_map(|group| &self.groups[*group as usize]) {
                givens[*cell as usize] = solution[*cell as usize];
            }
            order.retain(|group| givens[self.groups[*group as usize][0] as usize] != 0 && !back.contains(group));
            order.extend(back);
            let mut dig = Dig::new(solution, givens, order);
            if let Some(clues) = self.recipe.clues.as_ref().filter(|_| !self.recipe.minimal) {
                dig.least = *clues.start();
            }
            dig
        };
        let digs = std::mem::take(candidates).into_iter().zip(streams).map(begin).collect();
        *candidates = self.dug(digs, prover);
    }

    /// Takes some steps from every candidate, and keeps those that do not lead away from the wishes.
    fn improve(
        &self,
        found: &mut [Option<Candidate>],
        streams: &mut [Random],
        prover: &mut Prover<'_>,
        is_over: &dyn Fn() -> bool,
    ) {
        let key = |candidate: &Candidate| (self.judge.judge(&self.recipe, candidate, false).distance, candidate.clues);
        let mut best: Vec<Candidate> = found.iter().flatten().cloned().collect();
        let mut keys: Vec<(u64, usize)> = best.iter().map(key).collect();
        for _ in 0..IMPROVEMENTS {
            if is_over() {
                break;
            }
            let mut next = best.clone();
            self.step(&mut next, streams, prover);
            for ((best, best_key), next) in best.iter_mut().zip(&mut keys).zip(next) {
                // Whoever has what was asked for stays there.
                if best_key.0 == 0 && self.recipe.has_wishes() {
                    continue;
                }
                let next_key = key(&next);
                if next_key <= *best_key {
                    (*best, *best_key) = (next, next_key);
                }
            }
        }
        found.iter_mut().zip(best).for_each(|(found, best)| *found = Some(best));
    }

    /// The puzzle that [`Method::Vicinity`] stays near.
    fn center(&self, prover: &mut Prover<'_>, is_over: &dyn Fn() -> bool) -> &Candidate {
        self.center.get_or_init(|| {
            let dig = Generator { recipe: self.recipe.clone().method(Method::Dig), ..self.clone() };
            let mut quests = [Quest { index: CENTER, attempts: 0, best: None, is_done: false, is_sampled: true }];
            while !(quests[0].is_done || quests[0].best.is_some() && is_over()) {
                dig.attempt(&mut quests, &[0], AHEAD, prover, is_over);
            }
            let [quest] = quests;
            quest.best.expect("every attempt of digging leads to a puzzle").1
        })
    }

    /// The attempts of the controlled-bias generator.
    fn unbiased(&self, streams: &mut [Random], prover: &mut Prover<'_>) -> Vec<Option<Candidate>> {
        let cells = self.recipe.shape.cell_count();
        let most = if self.recipe.shape.is_classic_nine() { MOST_UNBIASED } else { cells };
        let most = self.recipe.clues.as_ref().map_or(most, |clues| (*clues.end()).min(cells));
        let begin = |random: &mut Random| {
            let mut dig = self.begin(random, &|| false);
            (dig.until_needed, dig.least) = (Some(most), 0);
            dig
        };
        let mut digs: Vec<Dig> = streams.iter_mut().map(begin).collect();
        dig_all(&mut digs, &self.groups, prover);
        let is_candidate = |dig: &Dig| {
            let clues = dig.clues;
            !(dig.is_lost || dig.is_open) && self.recipe.clues.as_ref().is_none_or(|wanted| wanted.contains(&clues))
        };
        let answers = are_minimal(digs.iter().filter(|dig| is_candidate(dig)).map(|dig| &dig.givens[..]), prover);
        let mut answers = answers.into_iter();
        let result = |dig: Dig| {
            let is_minimal = if is_candidate(&dig) { answers.next().flatten() } else { None };
            let Dig { solution, givens, clues, .. } = dig;
            (is_minimal == Some(true)).then_some(Candidate { solution, givens, clues, is_minimal })
        };
        digs.into_iter().map(result).collect()
    }

    fn finish(&self, quest: Quest) -> Made {
        let (_, candidate, mut verdict) = quest.best.expect("every puzzle is tried until there is one");
        let Recipe { shape, rated, method, .. } = self.recipe;
        if !verdict.missing.is_empty() || rated && verdict.rating.is_none() {
            verdict = self.judge.judge(&self.recipe, &candidate, true);
        }
        if !quest.is_sampled {
            verdict.missing.push(Missing::Sampled);
        }
        let digits = candidate.solution.iter().filter_map(|number| Digit::new(*number)).collect();
        Made {
            index: quest.index,
            puzzle: puzzle_of(shape, &candidate.givens),
            solution: Grid::new(shape, digits).expect("every puzzle comes from a grid"),
            missing: verdict.missing,
            rating: verdict.rating,
            weight: (method == Method::Unbiased && quest.is_sampled)
                .then(|| weight(shape.cell_count(), candidate.clues)),
            attempts: quest.attempts,
        }
    }
}

/// The number of the quest for a center: no puzzle is likely to have it.
const CENTER: u64 = u64::MAX;

/// How many ways there are to choose some of so many cells, relative to a third of them.
fn weight(cells: usize, clues: usize) -> f64 {
    let third = cells / 3;
    let ratio = |k: usize| (cells - k) as f64 / (k + 1) as f64;
    let product = |range: Range<usize>| range.map(ratio).product::<f64>();
    if clues >= third { product(third..clues) } else { 1.0 / product(clues..third) }
}
