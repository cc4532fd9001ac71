//! The solutions of a puzzle one by one, and which search finds them.

use super::VariantPuzzle;
use super::classic::Classic;
use super::engine::{Budget, Dive, Progress, Search};
use super::model::Model;
use std::collections::HashSet;

/// The solutions of a puzzle, each as a digit for each cell, in no particular order, but always in the same one.
#[derive(Clone, Debug)]
pub struct Solutions<'a> {
    /// Where solutions are checked.
    puzzle: Option<VariantPuzzle>,
    budget: Budget<'a>,
    stage: Stage<'a>,
    patience: Patience,
    /// Solutions that have been found, as long as another search may have to know them.
    found: Vec<Vec<i64>>,
    is_stopped: bool,
}

#[derive(Clone, Debug)]
enum Stage<'a> {
    /// The engines for classic puzzles, where no rule says more than which digits cells can have.
    Classic(Box<Classic<'a>>),
    /// Depth-first search, which has next to nothing to set up, for all solutions but those known.
    Diving(Box<Diving>),
    /// The search that learns, which proves of hard puzzles, too, that there are no more.
    Learning(Box<Search>),
    Over,
}

#[derive(Clone, Debug)]
struct Diving {
    model: Model,
    dive: Dive,
    known: HashSet<Vec<i64>>,
    /// Wrong decisions after which something else is tried; `None` if nothing will be.
    patience: Option<u64>,
}

/// How long is dived before something else is tried, in wrong decisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// With the rules as they are said, where more follows from them: most puzzles end before that would pay.
    pub(super) shallow: u64,
    /// With all that follows from sums, or where lines are long: what is learned of such rules is long, and seldom used again.
    pub(super) deep: u64,
    /// Where nothing more follows.
    pub(super) plain: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { shallow: 10, deep: 300_000, plain: 5_000 }
    }
}

/// Solutions after which no search learns: where there are very many, diving is quicker.
const FEW: usize = 200;

impl<'a> Solutions<'a> {
    pub(super) fn new(puzzle: &VariantPuzzle, model: Model, budget: Budget<'a>, patience: Patience) -> Solutions<'a> {
        let stage = Stage::first(puzzle, model, &budget, patience);
        let puzzle = cfg!(debug_assertions).then(|| puzzle.clone());
        Solutions { puzzle, budget, stage, patience, found: Vec::new(), is_stopped: false }
    }

    /// Those of a search that was cancelled before it began.
    pub(super) fn stopped() -> Solutions<'a> {
        let (budget, patience) = (Budget { nodes: 0, cancel: None }, Patience::default());
        Solutions { puzzle: None, budget, stage: Stage::Over, patience, found: Vec::new(), is_stopped: true }
    }

    /// Whether the budget or the cancel flag ended the search before the last solution.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The search of a classic puzzle, if it is one.
    pub(super) fn classic(&self) -> Option<&Classic<'a>> {
        if let Stage::Classic(classic) = &self.stage { Some(classic) } else { None }
    }

    /// Goes on to the next solution; whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        self.prefer_diving();
        loop {
            let progress = match &mut self.stage {
                Stage::Classic(classic) => classic.advance(),
                Stage::Diving(diving) => diving.advance(&mut self.budget),
                Stage::Learning(search) => search.advance(&mut self.budget),
                Stage::Over => return false,
            };
            if progress == Progress::Found {
                debug_assert!(self.keeps_all_rules(), "a solution keeps all rules");
                self.remember();
                return true;
            }
            self.stage = match std::mem::replace(&mut self.stage, Stage::Over) {
                Stage::Diving(diving) if progress == Progress::Stopped && diving.patience == Some(0) => {
                    diving.next(self.patience.deep, &self.found)
                }
                _ => {
                    self.is_stopped = progress == Progress::Stopped;
                    return false;
                }
            };
        }
    }

    /// Where there are many solutions, diving is to find the rest.
    fn prefer_diving(&mut self) {
        match &mut self.stage {
            Stage::Diving(diving) if self.found.len() >= FEW => {
                diving.patience = None;
                self.found = Vec::new();
            }
            Stage::Learning(search) if self.found.len() >= FEW => {
                let known = std::mem::take(&mut self.found).into_iter().collect();
                self.stage = Stage::dive(search.model().clone(), known, None);
            }
            _ => {}
        }
    }

    /// Keeps the latest solution in mind if another search may have to know it.
    fn remember(&mut self) {
        let may_change = match &self.stage {
            Stage::Diving(diving) => diving.patience.is_some(),
            Stage::Learning(_) => true,
            Stage::Classic(_) | Stage::Over => false,
        };
        if may_change {
            self.found.push(self.digits());
        }
    }

    fn keeps_all_rules(&self) -> bool {
        self.puzzle.as_ref().is_none_or(|puzzle| puzzle.is_solved_by(&self.digits()))
    }

    fn digits(&self) -> Vec<i64> {
        match &self.stage {
            Stage::Classic(classic) => classic.digits(),
            Stage::Diving(diving) => diving.dive.digits(),
            Stage::Learning(search) => search.digits(),
            Stage::Over => unreachable!("a solution has been found"),
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Vec<i64>;

    fn next(&mut self) -> Option<Vec<i64>> {
        self.advance().then(|| self.digits())
    }
}

impl<'a> Stage<'a> {
    fn first(puzzle: &VariantPuzzle, model: Model, budget: &Budget<'a>, patience: Patience) -> Stage<'a> {
        if let Some(classic) = Classic::of(puzzle, &model, budget) {
            return Stage::Classic(Box::new(classic));
        }
        let first = match model.may_deepen() {
            true => patience.shallow,
            false if model.has_long_lines() => patience.deep,
            false => patience.plain,
        };
        Stage::dive(model, HashSet::new(), Some(first))
    }

    fn dive(model: Model, known: HashSet<Vec<i64>>, patience: Option<u64>) -> Stage<'a> {
        Dive::new(&model).map_or(Stage::Over, |dive| Stage::Diving(Box::new(Diving { model, dive, known, patience })))
    }
}

impl Diving {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        // To leave a solution is a wrong decision, too, but no sign that the puzzle is hard.
        if self.dive.is_at_solution() && !budget.spend() {
            return Progress::Stopped;
        }
        let nodes = self.patience.map_or(budget.nodes, |patience| patience.min(budget.nodes));
        let mut part = Budget { nodes, ..*budget };
        let progress = loop {
            let progress = self.dive.advance(&mut part);
            if progress != Progress::Found || self.known.is_empty() || !self.known.remove(&self.dive.digits()) {
                break progress;
            }
        };
        let spent = nodes - part.nodes;
        budget.nodes -= spent;
        self.patience.iter_mut().for_each(|patience| *patience -= spent);
        progress
    }

    /// What comes when patience is at its end: more that follows from the model, then learning.
    fn next<'a>(self, patience: u64, found: &[Vec<i64>]) -> Stage<'a> {
        let Diving { mut model, dive, .. } = self;
        let left = dive.root();
        if model.may_deepen() {
            model.deepen(&left);
            return Stage::dive(model, found.iter().cloned().collect(), Some(patience));
        }
        model.domains = left;
        Search::new(model, found).map_or(Stage::Over, |search| Stage::Learning(Box::new(search)))
    }
}
