//! The solutions of a puzzle one by one, and which search finds them.

use super::VariantPuzzle;
use super::classic::Classic;
use super::engine::{Bitboards, Budget, Dive, Progress, Search};
use super::model::{Mask, Model};
use std::collections::HashSet;

/// The solutions of a puzzle, one by one, each with a digit for each cell.
///
/// They come in no particular order, but always in the same one.
#[derive(Clone, Debug)]
pub struct Solutions<'a> {
    /// The puzzle, if solutions are to be checked (with debug assertions).
    puzzle: Option<VariantPuzzle>,
    budget: Budget<'a>,
    stage: Stage<'a>,
    patience: Patience,
    /// The solutions found so far, as long as a later stage may have to skip them.
    found: Vec<Vec<i64>>,
    is_stopped: bool,
}

#[derive(Clone, Debug)]
enum Stage<'a> {
    /// The engines for classic puzzles, if the rules only add limits on the digits of single cells.
    Classic(Box<Classic<'a>>),
    /// Depth-first search on bitboards, which needs least set-up, if the rules are simple enough.
    Boards(Box<Boards>),
    /// Depth-first search, which needs next to no set-up, for all solutions except the known ones.
    Diving(Box<Diving>),
    /// The search that learns, which can prove even for hard puzzles that there are no more solutions.
    Learning(Box<Search>),
    Over,
}

#[derive(Clone, Debug)]
struct Boards {
    model: Model,
    boards: Bitboards,
    /// How many more wrong decisions are allowed before the next stage.
    patience: u64,
}

#[derive(Clone, Debug)]
struct Diving {
    model: Model,
    dive: Dive,
    known: HashSet<Vec<i64>>,
    /// The values left of each cell on further boards, which are searched afterwards.
    others: Vec<Vec<Mask>>,
    /// How many more wrong decisions are allowed before the next stage; `None` if there is no next stage.
    patience: Option<u64>,
}

/// How long depth-first search goes on before the next stage, in wrong decisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// On bitboards, at first and again for each solution found: hard puzzles need a better order of decisions.
    pub(super) boards: u64,
    /// With the rules as given, if more can be derived from them: most puzzles are finished before that would pay.
    pub(super) shallow: u64,
    /// With everything derived from sums, or if lines are long: clauses learned from such rules are long and seldom used again.
    pub(super) deep: u64,
    /// If nothing more can be derived.
    pub(super) plain: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { boards: 4, shallow: 10, deep: 300_000, plain: 5_000 }
    }
}

/// The number of solutions after which no search learns: if there are very many, depth-first search is quicker.
const FEW: usize = 200;

/// The largest number of wrong decisions on bitboards for which patience is saved up.
const MOST_PATIENCE: u64 = 10_000;

impl<'a> Solutions<'a> {
    pub(super) fn new(puzzle: &VariantPuzzle, model: Model, budget: Budget<'a>, patience: Patience) -> Solutions<'a> {
        let stage = Stage::first(puzzle, model, &budget, patience);
        let puzzle = cfg!(debug_assertions).then(|| puzzle.clone());
        Solutions { puzzle, budget, stage, patience, found: Vec::new(), is_stopped: false }
    }

    /// The solutions of a search that was cancelled before it began: none.
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

    /// Advances to the next solution; returns whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        self.prefer_diving();
        loop {
            let progress = match &mut self.stage {
                Stage::Classic(classic) => classic.advance(),
                Stage::Boards(boards) => boards.advance(&mut self.budget, self.patience.boards),
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
                Stage::Boards(boards) if progress == Progress::Stopped && boards.patience == 0 => {
                    boards.next(self.patience, &self.found)
                }
                Stage::Diving(diving) if progress == Progress::Exhausted && !diving.others.is_empty() => {
                    let Diving { model, others, .. } = *diving;
                    Stage::dive_each(model, others)
                }
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

    /// Leaves the rest to depth-first search if there are many solutions.
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

    /// Records the latest solution if a later stage may have to skip it.
    fn remember(&mut self) {
        let may_change = match &self.stage {
            Stage::Boards(_) => self.found.len() < FEW,
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
            Stage::Boards(boards) => boards.boards.digits(),
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
        if patience.boards > 0
            && let Some(boards) = Bitboards::new(&model)
        {
            return Stage::Boards(Box::new(Boards { model, boards, patience: patience.boards }));
        }
        let first = patience.first(&model);
        Stage::dive(model, HashSet::new(), Some(first))
    }

    fn dive(model: Model, known: HashSet<Vec<i64>>, patience: Option<u64>) -> Stage<'a> {
        let others = Vec::new();
        Dive::new(&model)
            .map_or(Stage::Over, |dive| Stage::Diving(Box::new(Diving { model, dive, known, others, patience })))
    }

    /// Depth-first search of one board after the other, each given by the values left of its cells.
    fn dive_each(mut model: Model, mut others: Vec<Vec<Mask>>) -> Stage<'a> {
        while let Some(cells) = others.pop() {
            model.domains = cells;
            if let Some(dive) = Dive::new(&model) {
                let known = HashSet::new();
                return Stage::Diving(Box::new(Diving { model, dive, known, others, patience: None }));
            }
        }
        Stage::Over
    }
}

impl Patience {
    /// The patience of depth-first search with the rules as given.
    fn first(&self, model: &Model) -> u64 {
        match model.may_deepen() {
            true => self.shallow,
            false if model.has_long_lines() => self.deep,
            false => self.plain,
        }
    }
}

impl Boards {
    /// Advances to the next solution; each gives some more patience.
    fn advance(&mut self, budget: &mut Budget<'_>, more: u64) -> Progress {
        // As in `Diving`, leaving a solution counts as a wrong decision.
        if self.boards.is_at_solution() {
            if !budget.spend() {
                return Progress::Stopped;
            }
            self.patience = self.patience.max(MOST_PATIENCE.min(self.patience.saturating_add(more)));
        }
        let (progress, taken) = budget.lend(self.patience, |part| self.boards.advance(part));
        self.patience -= taken;
        progress
    }

    /// The next stage when patience has run out: the search for all rules begins again, or if many solutions have been found,
    /// it goes on with what is left.
    fn next<'a>(self, patience: Patience, found: &[Vec<i64>]) -> Stage<'a> {
        let Boards { model, boards, .. } = self;
        if found.len() < FEW {
            let first = patience.first(&model);
            return Stage::dive(model, found.iter().cloned().collect(), Some(first));
        }
        Stage::dive_each(model, boards.rest())
    }
}

impl Diving {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        // Leaving a solution also counts as a wrong decision, but is no sign that the puzzle is hard.
        if self.dive.is_at_solution() && !budget.spend() {
            return Progress::Stopped;
        }
        let (progress, taken) = budget.lend(self.patience.unwrap_or(u64::MAX), |part| {
            loop {
                let progress = self.dive.advance(part);
                if progress != Progress::Found || self.known.is_empty() || !self.known.remove(&self.dive.digits()) {
                    break progress;
                }
            }
        });
        self.patience.iter_mut().for_each(|patience| *patience -= taken);
        progress
    }

    /// The next stage when patience has run out: first a deeper model, then learning.
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
