//! Which decision comes next: about a variable that few values are left of, that has led to much trouble lately, and whose
//! decisions have left little to be decided.
//!
//! Sources: weights of broken constraints, F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by
//! weighting constraints" (2004); that recent ones count more is from SAT solvers (Eén and Sörensson 2003, "An extensible
//! SAT-solver"). What decisions leave: P. Refalo, "Impact-based search strategies for constraint programming" (2004). There it
//! decides alone; here it is a factor, a gain counts less the deeper it is, and old ones are soon forgotten.

use super::houses::Houses;
use super::rules::{Rule, of_two};
use super::special::Rank;
use super::values::is_single;
use crate::variant::model::{Mask, Model, bits};
use std::ops::Range;

/// What a wrong decision, or a broken rule, counts more than the one before.
const GROWTH: f32 = 1.01;

/// What a broken rule counts for all of its variables together; a wrong decision counts 1.
const BROKEN: f32 = 6.0;

/// What counts for each variable alike.
const ALIKE: f32 = 10.0;

/// The most that a rule counts for its variables at the beginning, and what a related variable counts.
const MOST: usize = 9;
const PAIR: f32 = 2.0;

/// A digit that has two places in a house is decided only if its score is so many times as high.
const PLACES: f32 = 2.25;

/// What a place of a digit on a side counts for each clue for ranks that begin with it.
const EDGE: f32 = 2.0;

/// What the latest gain counts beside all before: of a variable, and of all.
const LATEST: f32 = 0.3;
const LATEST_OF_ALL: f32 = 0.01;

/// When the scores become too great.
const GREAT: f32 = 1e15;

/// Cells of which one has a digit, and what that counts beside other decisions.
#[derive(Clone, Debug)]
struct Edge {
    cells: Vec<u32>,
    digit: Mask,
    weight: f32,
}

/// The variable to be decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) variable: u32,
    /// For each of its values.
    pub(super) score: f32,
    /// How much is left to be decided of all variables that it was chosen from, as a logarithm.
    pub(super) rest: u32,
}

/// The scores of variables.
#[derive(Clone, Debug)]
pub(super) struct Order {
    scores: Vec<f32>,
    /// The root of what decisions about each variable have gained lately, by what they gain in the mean; 1 where nothing is known.
    gain_roots: Vec<f32>,
    mean_gain: f32,
    edges: Vec<Edge>,
    /// What the next wrong decision counts.
    step: f32,
}

impl Order {
    /// The more rules a variable is in, the earlier it is decided.
    pub(super) fn new(model: &Model, rules: &[Rule]) -> Order {
        let mut scores = vec![0.0; model.domains.len()];
        let mut variables = Vec::new();
        for rule in rules {
            variables.clear();
            rule.for_each_variable(|variable| variables.push(variable));
            let share = variables.len().min(MOST) as f32;
            variables.iter().for_each(|variable| scores[*variable as usize] += share);
        }
        let clauses = model.clauses.iter().filter_map(|clause| of_two(clause));
        let pairs = clauses.map(|two| two.map(|statement| statement.variable));
        for pair in pairs.chain(model.pairs.iter().map(|pair| [pair.one, pair.other])) {
            pair.into_iter().for_each(|variable| scores[variable as usize] += PAIR);
        }
        let gain_roots = vec![1.0; scores.len()];
        Order { scores, gain_roots, mean_gain: 0.0, edges: edges(rules), step: 1.0 }
    }

    /// A decision about a variable was wrong.
    pub(super) fn failed(&mut self, variable: u32) {
        self.scores[variable as usize] += self.step;
        self.step *= GROWTH;
        if self.step > GREAT {
            self.scores.iter_mut().for_each(|score| *score /= GREAT);
            self.step /= GREAT;
        }
    }

    /// After a decision about a variable and all that followed, so much less was left; it was one of so many.
    pub(super) fn gained(&mut self, variable: u32, less: u32, decisions: usize) {
        let gain = less as f32 / (1 + decisions) as f32;
        let rate = if self.mean_gain == 0.0 { 1.0 } else { LATEST_OF_ALL };
        self.mean_gain += (gain - self.mean_gain) * rate;
        let root = &mut self.gain_roots[variable as usize];
        let before = *root * *root;
        *root = (before + (gain / self.mean_gain - before) * LATEST).sqrt();
    }

    /// A rule about these variables was broken, which counts so many times as much as others.
    pub(super) fn broken(&mut self, variables: &[u32], blame: f32) {
        let share = blame * BROKEN * self.step / variables.len() as f32;
        variables.iter().for_each(|variable| self.scores[*variable as usize] += share);
    }

    #[inline]
    fn score(&self, variable: usize) -> f32 {
        (self.scores[variable] + ALIKE * self.step) * self.gain_roots[variable]
    }

    /// Of some variables the one to be decided; `None` if all have one value.
    pub(super) fn best(&self, masks: &[Mask], variables: Range<usize>) -> Option<Best> {
        let (mut best, mut rest) = (None, 0);
        for variable in variables.filter(|variable| !is_single(masks[*variable])) {
            let count = masks[variable].count_ones();
            rest += HARMONIC[count as usize];
            let score = self.score(variable) / count as f32;
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((variable as u32, score));
            }
        }
        best.map(|(variable, score)| Best { variable, score, rest })
    }

    /// A digit with two places left in a house, if one is better than this score.
    pub(super) fn better_place(&self, mut score: f32, houses: &Houses, masks: &[Mask]) -> Option<(u32, Mask)> {
        let mut best = None;
        for edge in &self.edges {
            let places = || edge.cells.iter().filter(|cell| masks[**cell as usize] & edge.digit != 0);
            let count = places().count();
            if count < 2 {
                continue;
            }
            for cell in places() {
                let its = self.score(*cell as usize) * edge.weight / count as f32;
                if its > score {
                    score = its;
                    best = Some((*cell, edge.digit));
                }
            }
        }
        for house in houses.iter() {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for cell in house {
                let mask = masks[*cell as usize];
                thrice |= twice & mask;
                twice |= once & mask;
                once |= mask;
            }
            for bit in bits(twice & !thrice) {
                let mut places = house.iter().filter(|cell| masks[**cell as usize] >> bit & 1 == 1);
                let (Some(one), Some(other)) = (places.next(), places.next()) else { continue };
                if is_single(masks[*one as usize]) || is_single(masks[*other as usize]) {
                    continue;
                }
                let [first, second] = [one, other].map(|cell| self.score(*cell as usize));
                let its = (first + second) / 2.0 / PLACES;
                if its > score {
                    score = its;
                    best = Some((if first >= second { *one } else { *other }, 1 << bit));
                }
            }
        }
        best
    }
}

/// For each number of values the sum of 1/2, 1/3 and so on until that number, 1000 times. That is a logarithm, more or less, and in
/// whole numbers it is the same on each processor.
const HARMONIC: [u32; Mask::BITS as usize + 1] = {
    let mut sums = [0; Mask::BITS as usize + 1];
    let mut count = 2;
    while count < sums.len() {
        sums[count] = sums[count - 1] + 1000 / count as u32;
        count += 1;
    }
    sums
};

/// Where the digits can be that lines with a rank begin with, on the sides without such a clue: from there the ranks follow.
fn edges(rules: &[Rule]) -> Vec<Edge> {
    let side = |line: &[u32]| i64::from(line[1]) - i64::from(line[0]);
    let ranks: Vec<(&Rank, Mask)> = rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::Rank(rank) => rank.first.map(|digit| (rank, digit)),
            _ => None,
        })
        .collect();
    let mut edges: Vec<(i64, Edge)> = Vec::new();
    for (rank, digit) in &ranks {
        let alike = || ranks.iter().filter(|(_, first)| first == digit);
        let weight = EDGE * alike().count() as f32;
        let is_clued = |line: &[u32]| alike().any(|(other, _)| side(&other.own) == side(line));
        for line in rank.lines.iter().map(|(line, _)| line).filter(|line| line.len() > 1 && !is_clued(line)) {
            let is_known = |(of, edge): &&mut (i64, Edge)| *of == side(line) && edge.digit == *digit;
            match edges.iter_mut().find(is_known) {
                Some((_, edge)) if edge.cells.contains(&line[0]) => {}
                Some((_, edge)) => edge.cells.push(line[0]),
                None => edges.push((side(line), Edge { cells: vec![line[0]], digit: *digit, weight })),
            }
        }
    }
    edges.into_iter().map(|(_, edge)| edge).collect()
}
