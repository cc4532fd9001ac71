//! Paths from a puzzle to its solution, step by step.

use super::bits::{Bits, Wide};
use super::facts::FactCache;
use super::finds::{Finds, Want};
use super::opening::{KINDS, Opening};
use super::se::{BeginSe, SePath};
use super::state::State;
use super::step::Step;
use super::technique::{hodoku_order, se_order};
use super::techniques::shared::View;
use super::techniques::{self, singles};
use super::{Family, Level, Outcome, Technique};
use crate::board::{ClassicNine, Puzzle};
use std::sync::Arc;

/// Explains puzzles with certain techniques, in a certain order.
///
/// ```
/// use ninefold::{Puzzle, logic::{Explainer, Outcome, Technique}};
/// let puzzle: Puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
/// let mut path = Explainer::new().path(&puzzle);
/// assert!(path.by_ref().all(|step| step.technique.score() <= 14), "singles are enough");
/// assert_eq!(path.outcome(), Outcome::Solved);
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explainer {
    /// The techniques of one row are searched together.
    order: Arc<Vec<Vec<Technique>>>,
    /// The function that begins Sudoku Explainer's own path on boards that it rates, if that path is to be followed: a pointer,
    /// so that programs that never ask for it, such as the page's engine, do not contain its rules.
    pub(super) se: Option<BeginSe>,
}

impl Default for Explainer {
    fn default() -> Explainer {
        Explainer::new()
    }
}

impl Explainer {
    /// HoDoKu's default techniques in their order, followed by nets where HoDoKu would use trial and error.
    ///
    /// The following members of [`Technique::ALL`] are left out, because HoDoKu does not have them or leaves them out by
    /// default; [`Explainer::with`] and [`Explainer::including`] add them: mutant fish, Franken jellyfish, kraken fish,
    /// dual two-string kites and empty rectangles, 3D medusa, WXYZ-wings, unique loops, BUG+n, death blossoms, aligned
    /// exclusion, templates.
    pub fn new() -> Explainer {
        Explainer::in_order(hodoku_order())
    }

    /// The techniques that Sudoku Explainer 1.2.1 rates ([`Technique::se_rating`]), the easiest first.
    pub(super) fn in_se_order() -> Explainer {
        Explainer::in_order(se_order())
    }

    /// An explainer with these techniques, in this order.
    pub fn with(techniques: &[Technique]) -> Explainer {
        Explainer::in_order(techniques.iter().map(|technique| vec![*technique]).collect())
    }

    fn in_order(order: Vec<Vec<Technique>>) -> Explainer {
        Explainer { order: Arc::new(order), se: None }
    }

    /// Keeps only the techniques that are wanted, in the same order.
    #[must_use]
    pub fn only(mut self, is_wanted: impl Fn(Technique) -> bool) -> Explainer {
        let order = Arc::make_mut(&mut self.order);
        order.iter_mut().for_each(|row| row.retain(|technique| is_wanted(*technique)));
        order.retain(|row| !row.is_empty());
        self.se = None;
        self
    }

    /// Adds a technique, unless it is already there.
    #[must_use]
    pub fn including(mut self, technique: Technique, priority: Priority) -> Explainer {
        if !self.techniques().any(|known| known == technique) {
            let difficulty = |technique: &Technique| (technique.level(), technique.score());
            let is_basic = |technique: &Technique| {
                matches!(technique.family(), Family::Singles | Family::LockedCandidates | Family::Subsets)
            };
            let goes_first = |known: &Technique| match priority {
                Priority::ByDifficulty => difficulty(known) <= difficulty(&technique),
                Priority::AfterSubsets => is_basic(known),
            };
            let order = Arc::make_mut(&mut self.order);
            let place = order.iter().take_while(|row| row.iter().all(goes_first)).count();
            order.insert(place, vec![technique]);
            self.se = None;
        }
        self
    }

    /// Removes the techniques that need the puzzle to have one solution.
    #[must_use]
    pub fn without_uniqueness(self) -> Explainer {
        let se = self.se;
        Explainer { se, ..self.only(|technique| !technique.needs_uniqueness()) }
    }

    /// The techniques in the order in which they are tried.
    pub fn techniques(&self) -> impl Iterator<Item = Technique> {
        self.order.iter().flatten().copied()
    }

    /// The steps from a puzzle to its solution, one by one.
    pub fn path(&self, puzzle: &Puzzle) -> Path {
        let uniqueness = self.techniques().any(Technique::needs_uniqueness);
        let se = self.se.and_then(|begin| begin(puzzle, uniqueness));
        let (order, position) = (Arc::clone(&self.order), Position::new(puzzle));
        Path { order, position, facts: FactCache::default(), puzzle: puzzle.clone(), se }
    }

    /// Every step that these techniques can take now; none if a cell has no candidate or a house has no place for a
    /// digit.
    pub fn all_steps(&self, puzzle: &Puzzle) -> Vec<Step> {
        Position::new(puzzle).all_steps(&self.order, puzzle.classic_nine())
    }

    /// Rates a puzzle: how hard it is for these techniques.
    pub fn rate(&self, puzzle: &Puzzle) -> Rating {
        self.rate_while(puzzle, |_, _| true)
    }

    /// Rates a puzzle for as long as this is wanted: `is_wanted` is called after each step, with the rating so far and the
    /// step's technique. Singles at the start of the path may be taken together; then it is called once for each
    /// kind.
    pub fn rate_while(&self, puzzle: &Puzzle, mut is_wanted: impl FnMut(&Rating, Technique) -> bool) -> Rating {
        let mut rating = Rating { steps: Vec::new(), outcome: Outcome::Solved };
        let begins_with_singles =
            self.order.iter().take(3).map(Vec::as_slice).eq(KINDS.iter().map(std::slice::from_ref));
        let opening = if begins_with_singles { Opening::of(puzzle, &mut rating) } else { None };
        let mut position = match opening {
            Some(opening) if opening.is_solved() => return rating,
            Some(opening) => Position::Narrow(Box::new(opening.into_state(puzzle))),
            None => Position::new(puzzle),
        };
        let opened_by: Vec<Technique> = rating.steps.iter().map(|(technique, _)| *technique).collect();
        if !opened_by.into_iter().all(|technique| is_wanted(&rating, technique)) {
            rating.outcome = Outcome::Stuck;
            return rating;
        }
        let mut facts = FactCache::default();
        let nine = puzzle.classic_nine();
        while let Some(technique) = position.advance(&self.order, nine, &mut facts) {
            rating.add(technique);
            if !is_wanted(&rating, technique) {
                break;
            }
        }
        rating.outcome = position.outcome();
        rating
    }
}

/// When an added technique is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Priority {
    /// Before the first technique that is harder, by HoDoKu's level and then its score.
    ByDifficulty,
    /// After singles, locked candidates and subsets, before all others.
    AfterSubsets,
}

/// A rating: the steps of a path added up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The techniques, each with the number of its steps, in the order in which they first appeared.
    pub steps: Vec<(Technique, u32)>,
    /// How the path ended; score and level are for the steps up to there.
    pub outcome: Outcome,
}

/// No step, and nothing found.
impl Default for Rating {
    fn default() -> Rating {
        Rating { steps: Vec::new(), outcome: Outcome::Stuck }
    }
}

impl Rating {
    /// Counts one more step.
    pub fn add(&mut self, technique: Technique) {
        match self.steps.iter_mut().find(|(known, _)| *known == technique) {
            Some((_, count)) => *count += 1,
            None => self.steps.push((technique, 1)),
        }
    }

    /// The number of steps.
    pub fn step_count(&self) -> u32 {
        self.steps.iter().map(|(_, count)| count).sum()
    }

    /// The techniques with the numbers of their steps, for one column of a table: `full-house:12;x-wing:1`.
    pub fn counts(&self) -> String {
        let counts = self.steps.iter().map(|(technique, count)| format!("{}:{count}", technique.slug()));
        counts.collect::<Vec<_>>().join(";")
    }

    /// The sum of the steps' scores, on HoDoKu's default scale.
    pub fn score(&self) -> u32 {
        self.steps.iter().map(|(technique, count)| technique.score() * count).sum()
    }

    /// The level by HoDoKu's rule: that of the hardest step, or a higher one if the score is too large for it. A puzzle that
    /// the path does not solve is extreme.
    pub fn level(&self) -> Level {
        if self.outcome == Outcome::Solved { self.level_so_far() } else { Level::Extreme }
    }

    /// The level of the steps alone, whether or not they solve the puzzle.
    pub fn level_so_far(&self) -> Level {
        let hardest = self.steps.iter().map(|(technique, _)| technique.level()).max().unwrap_or(Level::Easy);
        let is_enough = |level: &Level| *level >= hardest && self.score() <= level.most_score();
        Level::ALL.iter().copied().find(is_enough).expect("the last level has no limit")
    }

    /// The technique with the highest level and, among these, the highest score; the first if several are equal.
    pub fn hardest(&self) -> Option<Technique> {
        let key = |technique: Technique| (technique.level(), technique.score());
        let techniques = self.steps.iter().map(|(technique, _)| *technique);
        techniques.reduce(|best, next| if key(next) > key(best) { next } else { best })
    }
}

/// The path from a puzzle to its solution: an iterator over its steps.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Path {
    order: Arc<Vec<Vec<Technique>>>,
    position: Position,
    facts: FactCache,
    puzzle: Puzzle,
    /// The source of the next step, if it is Sudoku Explainer's path.
    se: Option<SePath>,
}

impl Path {
    /// The puzzle with all steps so far applied.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The outcome so far: solved, contradictory, or neither.
    pub fn outcome(&self) -> Outcome {
        self.position.outcome()
    }
}

impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = match &mut self.se {
            Some(se) => se.next().filter(|_| self.position.outcome() == Outcome::Stuck)?,
            None => self.position.next_step(&self.order, self.puzzle.classic_nine(), &mut self.facts)?,
        };
        step.apply(&mut self.puzzle);
        if self.se.is_some() {
            self.position = Position::new(&self.puzzle);
        }
        Some(step)
    }
}

/// A position, with words as wide as its board needs.
#[derive(Clone, Debug)]
enum Position {
    /// Sides up to 16.
    Narrow(Box<State<u16>>),
    /// Sides up to 64.
    Medium(Box<State<u64>>),
    Large(Box<State<Wide>>),
}

/// Does the same on a state of any width.
macro_rules! at_any_width {
    ($position:expr, $state:ident => $what:expr) => {
        match $position {
            Position::Narrow($state) => $what,
            Position::Medium($state) => $what,
            Position::Large($state) => $what,
        }
    };
}

impl Position {
    fn new(puzzle: &Puzzle) -> Position {
        match puzzle.shape().side() {
            0..=16 => Position::Narrow(Box::new(State::new(puzzle))),
            17..=64 => Position::Medium(Box::new(State::new(puzzle))),
            _ => Position::Large(Box::new(State::new(puzzle))),
        }
    }

    fn outcome(&self) -> Outcome {
        at_any_width!(self, state => outcome(state))
    }

    /// Takes the next step and returns its technique.
    fn advance(
        &mut self,
        order: &[Vec<Technique>],
        nine: Option<ClassicNine<'_>>,
        facts: &mut FactCache,
    ) -> Option<Technique> {
        let found = self.find(order, nine, facts, Want::Conclusion)?;
        let technique = match &found {
            Found::Single(single) => single.technique,
            Found::Step(step) => step.technique,
        };
        at_any_width!(self, state => take(state, &found));
        Some(technique)
    }

    fn next_step(
        &mut self,
        order: &[Vec<Technique>],
        nine: Option<ClassicNine<'_>>,
        facts: &mut FactCache,
    ) -> Option<Step> {
        let found = self.find(order, nine, facts, Want::One)?;
        at_any_width!(self, state => {
            let step = match &found {
                Found::Single(single) => single.step(state),
                Found::Step(step) => (**step).clone(),
            };
            take(state, &found);
            Some(step)
        })
    }

    fn find(
        &self,
        order: &[Vec<Technique>],
        nine: Option<ClassicNine<'_>>,
        facts: &mut FactCache,
        want: Want,
    ) -> Option<Found> {
        if self.outcome() != Outcome::Stuck {
            return None;
        }
        let mut lookahead = Lookahead { position: self, nine, facts, view: None };
        let found = at_any_width!(self, state => first_of(state, &mut lookahead, order, want));
        if let Some(view) = lookahead.view {
            *facts = view.into_facts();
        }
        found
    }

    fn all_steps(&self, order: &[Vec<Technique>], nine: Option<ClassicNine<'_>>) -> Vec<Step> {
        if self.outcome() != Outcome::Stuck {
            return Vec::new();
        }
        let mut finds = Finds::new(Want::All);
        let view = self.view(nine, FactCache::default);
        for row in order {
            let _ = at_any_width!(self, state => techniques::find(state, view.as_ref(), row, &mut finds));
        }
        finds.steps
    }

    /// What the techniques for 9x9 boards search, if this is such a board.
    fn view(&self, nine: Option<ClassicNine<'_>>, facts: impl FnOnce() -> FactCache) -> Option<View> {
        match (self, nine) {
            (Position::Narrow(state), Some(nine)) => Some(View::after(nine, state, facts())),
            _ => None,
        }
    }
}

/// What the techniques for 9x9 boards search, made when the first of them needs it.
struct Lookahead<'a> {
    position: &'a Position,
    nine: Option<ClassicNine<'a>>,
    facts: &'a mut FactCache,
    view: Option<View>,
}

impl Lookahead<'_> {
    fn view(&mut self) -> Option<&View> {
        if self.view.is_none() {
            self.view = self.position.view(self.nine, || std::mem::take(self.facts));
        }
        self.view.as_ref()
    }
}

/// The next step, before it is written out.
enum Found {
    Single(singles::Single),
    Step(Box<Step>),
}

fn outcome<B: Bits>(state: &State<B>) -> Outcome {
    match (state.is_broken(), state.is_solved()) {
        (true, _) => Outcome::Contradiction,
        (false, true) => Outcome::Solved,
        (false, false) => Outcome::Stuck,
    }
}

/// The first step that techniques find, in their order.
fn first_of<B: Bits>(
    state: &State<B>,
    lookahead: &mut Lookahead<'_>,
    order: &[Vec<Technique>],
    want: Want,
) -> Option<Found> {
    for row in order {
        if let [technique @ (Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle)] = row[..] {
            if let Some(single) = singles::first(state, technique) {
                return Some(Found::Single(single));
            }
            continue;
        }
        let mut finds = Finds::new(want);
        let _ = techniques::find(state, lookahead.view(), row, &mut finds);
        if let Some(step) = finds.steps.into_iter().next() {
            return Some(Found::Step(Box::new(step)));
        }
    }
    None
}

fn take<B: Bits>(state: &mut State<B>, found: &Found) {
    match found {
        Found::Single(single) => state.place(single.cell, single.digit),
        Found::Step(step) => {
            step.placements.iter().for_each(|placed| state.place(placed.cell.index(), placed.digit.index()));
            step.eliminations.iter().for_each(|out| state.eliminate(out.cell.index(), out.digit.index()));
        }
    }
    state.forget_done_singles();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::check;

    #[test]
    fn a_path_is_checked_step_by_step() {
        let line = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
        let mut puzzle: Puzzle = line.parse().unwrap();
        let explainer = Explainer::new();
        let mut path = explainer.path(&puzzle);
        let mut steps = 0;
        while let Some(step) = path.next() {
            assert_eq!(check(&puzzle, &step, true), Ok(()));
            step.apply(&mut puzzle);
            assert_eq!(&puzzle, path.puzzle());
            steps += 1;
        }
        assert_eq!((steps, path.outcome()), (49, Outcome::Solved));
        assert!(puzzle.is_full());
    }

    #[test]
    fn a_technique_more_stands_before_harder_ones() {
        let explainer = Explainer::new().including(Technique::DeathBlossom, Priority::ByDifficulty);
        let order: Vec<Technique> = explainer.techniques().collect();
        let at = order.iter().position(|technique| *technique == Technique::DeathBlossom).unwrap();
        assert!(order[at + 1].score() > 360 && order.len() == Explainer::new().techniques().count() + 1);
        let again = explainer
            .including(Technique::DeathBlossom, Priority::ByDifficulty)
            .including(Technique::XWing, Priority::AfterSubsets);
        assert_eq!(again.techniques().collect::<Vec<_>>(), order);
    }

    /// Ratings leave out reasons, and a path reuses what it knows: neither changes a step.
    #[test]
    fn ratings_and_paths_agree_with_steps_taken_one_by_one() {
        let explainer = Explainer::new();
        for line in [
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        ] {
            let mut puzzle: Puzzle = line.parse().unwrap();
            let mut rating = Rating { steps: Vec::new(), outcome: Outcome::Solved };
            let rated = explainer.rate(&puzzle);
            // Where several singles are open, their order depends on the path.
            for step in explainer.path(&puzzle) {
                rating.add(step.technique);
                if step.placements.is_empty() {
                    assert_eq!(explainer.path(&puzzle).next().as_ref(), Some(&step));
                }
                step.apply(&mut puzzle);
            }
            assert_eq!(rated, rating);
        }
    }
}
