//! Which decision comes next: preferably about a variable that has few values left, has caused much trouble lately, and whose
//! earlier decisions have left little to decide.
//!
//! Sources: weights of broken constraints, F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by
//! weighting constraints" (2004); giving recent ones more weight is from SAT solvers (Eén and Sörensson 2003, "An extensible
//! SAT-solver"). What decisions leave: P. Refalo, "Impact-based search strategies for constraint programming" (2004). There it
//! is the only criterion; here it is a factor, deep gains count less than others, and old gains are soon forgotten.

use super::houses::Houses;
use super::rules::Rule;
use super::special::Rank;
use super::values::is_single;
use crate::variant::engine::pairs::of_two;
use crate::variant::model::{Mask, Model, bits};
use std::ops::Range;

/// The ratio of the weight of a wrong decision to that of the one before; broken rules grow with it.
const GROWTH: f32 = 1.01;

/// The weight of a broken rule, shared among its variables; a wrong decision has weight 1.
const BROKEN: f32 = 6.0;

/// A constant weight for every variable.
const ALIKE: f32 = 10.0;

/// The largest initial weight that a rule gives each of its variables, and the weight for each related variable.
const MOST: usize = 9;
const PAIR: f32 = 2.0;

/// A digit with two places in a house is decided only if its score is this many times as high as that of a variable.
const PLACES: f32 = 2.25;

/// The weight of a place for a digit at an edge of the board, for each rank clue whose line begins with the digit.
const EDGE: f32 = 2.0;

/// The weight of the latest gain against all earlier ones: for a variable, and for the mean of all.
const LATEST: f32 = 0.3;
const LATEST_OF_ALL: f32 = 0.01;

/// Scores are scaled down when the step exceeds this.
const GREAT: f32 = 1e15;

/// Cells at an edge of the board, one of which has a digit, and the weight of deciding which.
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
    /// Its score, divided by the number of its values.
    pub(super) score: f32,
    /// How much is left to decide of all variables that it was chosen from, as a logarithm.
    pub(super) rest: u32,
}

/// The scores of variables.
#[derive(Clone, Debug)]
pub(super) struct Order {
    scores: Vec<f32>,
    /// Per variable: the square root of the recent gain of its decisions, relative to the mean gain; 1 if nothing is known.
    gain_roots: Vec<f32>,
    mean_gain: f32,
    edges: Vec<Edge>,
    /// The weight of the next wrong decision.
    step: f32,
}

impl Order {
    /// Makes the initial order: the more rules a variable is in, the earlier it is decided.
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

    /// Records that a decision about a variable was wrong.
    pub(super) fn failed(&mut self, variable: u32) {
        self.scores[variable as usize] += self.step;
        self.step *= GROWTH;
        if self.step > GREAT {
            self.scores.iter_mut().for_each(|score| *score /= GREAT);
            self.step /= GREAT;
        }
    }

    /// Records by how much a decision about a variable, with its consequences, reduced the rest; `decisions` is its depth.
    pub(super) fn gained(&mut self, variable: u32, less: u32, decisions: usize) {
        let gain = less as f32 / (1 + decisions) as f32;
        let rate = if self.mean_gain == 0.0 { 1.0 } else { LATEST_OF_ALL };
        self.mean_gain += (gain - self.mean_gain) * rate;
        let root = &mut self.gain_roots[variable as usize];
        let before = *root * *root;
        *root = (before + (gain / self.mean_gain - before) * LATEST).sqrt();
    }

    /// Records that a rule on these variables was broken; `blame` is the factor of its weight.
    pub(super) fn broken(&mut self, variables: &[u32], blame: f32) {
        let share = blame * BROKEN * self.step / variables.len() as f32;
        variables.iter().for_each(|variable| self.scores[*variable as usize] += share);
    }

    #[inline]
    fn score(&self, variable: usize) -> f32 {
        (self.scores[variable] + ALIKE * self.step) * self.gain_roots[variable]
    }

    /// The best of some variables to decide; `None` if all have one value.
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

    /// The best place for a digit, at an edge or in a house where it has two places left, if it is better than this score.
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

/// For each number of values n, 1000 times the sum of 1/2, 1/3 and so on to 1/n. This is roughly a logarithm; in whole numbers
/// it is the same on every processor.
const HARMONIC: [u32; Mask::BITS as usize + 1] = {
    let mut sums = [0; Mask::BITS as usize + 1];
    let mut count = 2;
    while count < sums.len() {
        sums[count] = sums[count - 1] + 1000 / count as u32;
        count += 1;
    }
    sums
};

/// The possible places of the first digits of lines with rank clues, at the edges without such a clue: they decide the ranks.
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
