//! Conflict analysis: deriving clauses from conflicts.

use super::propagate::Engine;
use super::state::{Conflict, Literal, Reason, candidate_of};
use crate::solve::learning::clauses::ClauseId;
use crate::solve::learning::marks::{Levels, Marks};
use std::cmp::Reverse;
use std::ops::Range;

/// The causes of literals, each computed at most once in an analysis.
#[derive(Clone, Debug)]
struct Causes {
    literals: Vec<Literal>,
    /// Per candidate: the analysis in which its causes were last computed, and where they begin and end.
    asked: Vec<(u32, u32, u32)>,
    analysis: u32,
}

impl Causes {
    fn begin(&mut self) {
        self.literals.clear();
        self.analysis = self.analysis.wrapping_add(1);
        if self.analysis == 0 {
            self.asked.fill((0, 0, 0));
            self.analysis = 1;
        }
    }

    /// Where the causes of a true literal are.
    #[inline]
    fn of(&mut self, literal: Literal, engine: &mut Engine) -> Range<usize> {
        let (analysis, start, end) = self.asked[literal.variable()];
        if analysis == self.analysis {
            return start as usize..end as usize;
        }
        let start = self.literals.len();
        engine.causes(literal, &mut self.literals);
        self.asked[literal.variable()] = (self.analysis, start as u32, self.literals.len() as u32);
        start..self.literals.len()
    }
}

/// The most causes, direct and indirect, that count as involved for each literal of a learned clause.
const MOST_CAUSES: usize = 10;

/// Turns conflicts into clauses; holds the latest result and the space that it needs.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// A clause all of whose literals are false. The first is the only one of its level; the second has the highest level of
    /// the others.
    pub(super) learned: Vec<Literal>,
    /// The number of different levels of the clause's literals.
    pub(super) glue: u32,
    /// The candidates that took part, and some that nearly did; those that good learned clauses set appear twice.
    pub(super) involved: Vec<u32>,
    /// The learned clauses that took part, each with the number of different levels of its literals.
    pub(super) used: Vec<(ClauseId, u32)>,
    /// The candidates of the learned clause, and those known to follow from it.
    seen: Marks,
    /// The candidates of one level while they are replaced by one; also causes while they are collected.
    block: Marks,
    causes: Causes,
    stack: Vec<Literal>,
    levels: Levels,
}

impl Analysis {
    pub(super) fn new(candidates: usize) -> Analysis {
        Analysis {
            learned: Vec::new(),
            glue: 0,
            involved: Vec::new(),
            used: Vec::new(),
            seen: Marks::new(candidates),
            block: Marks::new(candidates),
            causes: Causes { literals: Vec::new(), asked: vec![(0, 0, 0); candidates], analysis: 0 },
            stack: Vec::new(),
            levels: Levels::new(candidates + 1),
        }
    }

    /// Derives a clause from a conflict: goes back along the trail to the first unique implication point, a literal of the
    /// latest level through which the whole conflict follows (Marques-Silva and Sakallah 1996, "GRASP"). Returns whether there
    /// may still be a solution: `false` if the conflict is at level 0.
    pub(super) fn analyse(&mut self, conflict: Conflict, depth: usize, engine: &mut Engine) -> bool {
        self.learned.clear();
        self.involved.clear();
        self.used.clear();
        self.causes.begin();
        engine.causes_of_conflict(conflict, &mut self.causes.literals);
        if let Conflict::Clause(clause) | Conflict::Both(_, Reason::Clause(clause)) = conflict
            && !engine.clauses.is_kept(clause)
        {
            self.used.push((clause, 0));
        }
        let latest = self.causes.literals.iter().map(|cause| engine.state.level_of(*cause)).max().unwrap_or(0);
        if latest == 0 {
            return false;
        }
        // A placeholder for the implication point.
        self.learned.push(Literal::from_code(0));
        let mut open = 0;
        let mut place = engine.state.trail.len();
        let mut causes = 0..self.causes.literals.len();
        let point = loop {
            for i in causes {
                open += self.meet(self.causes.literals[i], latest, engine);
            }
            let literal = loop {
                place -= 1;
                let literal = engine.state.trail[place];
                if self.seen.contains(literal) && engine.state.level_of(literal) == latest {
                    break literal;
                }
            };
            if open == 1 {
                break literal;
            }
            open -= 1;
            self.used.extend(engine.learned_reason(literal).map(|clause| (clause, 0)));
            causes = self.causes.of(literal, engine);
        };
        self.learned[0] = !point;
        let direct = self.involved.len();
        self.involve_causes(depth, engine);
        self.minimise(engine);
        let mut used = std::mem::take(&mut self.used);
        for (clause, glue) in &mut used {
            *glue = self.count_levels(engine.clauses.literals(*clause), engine);
        }
        self.used = used;
        let learned = std::mem::take(&mut self.learned);
        self.glue = self.count_levels(learned.iter().copied(), engine);
        self.learned = learned;
        self.seen.shorten(0);
        self.involve_again(direct, latest, engine);
        true
    }

    #[inline]
    fn meet(&mut self, cause: Literal, latest: u32, engine: &Engine) -> u32 {
        let level = engine.state.level_of(cause);
        if level == 0 || !self.seen.insert(cause) {
            return 0;
        }
        self.involved.push(candidate_of(cause));
        if level == latest {
            return 1;
        }
        self.learned.push(!cause);
        0
    }

    /// Counts the causes of the learned clause's literals, and their causes in turn, as involved too (Liang and others 2016,
    /// "Learning rate based branching heuristic"): all or, if they are too many to be informative, none. Sums and automata are
    /// not asked for causes.
    fn involve_causes(&mut self, depth: usize, engine: &mut Engine) {
        let before = self.involved.len();
        let most = before + MOST_CAUSES * self.learned.len();
        for i in 0..self.learned.len() {
            self.involve(!self.learned[i], engine);
        }
        let mut from = before;
        for _ in 1..depth {
            let to = self.involved.len();
            for i in from..to {
                if self.involved.len() <= most {
                    let literal = engine.state.literal_that_is(self.involved[i]);
                    self.involve(literal, engine);
                }
            }
            from = to;
        }
        if self.involved.len() > most {
            self.involved.truncate(before);
        }
        self.block.shorten(0);
    }

    fn involve(&mut self, literal: Literal, engine: &mut Engine) {
        if matches!(engine.state.reason_of(literal), Reason::None | Reason::Layered(_)) {
            return;
        }
        for i in self.causes.of(literal, engine) {
            let cause = self.causes.literals[i];
            if engine.state.level_of(cause) > 0 && !self.seen.contains(cause) && self.block.insert(cause) {
                self.involved.push(candidate_of(cause));
            }
        }
    }

    /// Among the first `count` candidates, involves again those that a learned clause set at the latest level, if its glue is
    /// not above that of the new clause (Audemard and Simon 2009): they are likely to lead to more such clauses.
    fn involve_again(&mut self, count: usize, latest: u32, engine: &Engine) {
        for i in 0..count {
            let literal = engine.state.literal_that_is(self.involved[i]);
            if engine.state.level_of(literal) == latest
                && engine.learned_reason(literal).is_some_and(|clause| engine.clauses.glue(clause) <= self.glue)
            {
                self.involved.push(self.involved[i]);
            }
        }
    }

    /// Goes through the learned clause level by level, from the highest: replaces all literals of a level by a single one that
    /// implies them (Fleury and Biere 2021, "Efficient all-UIP learned clause minimization"), or otherwise drops those that
    /// follow from the others (Sörensson and Biere 2009, "Minimizing learned clauses"). Afterwards the second literal has the
    /// highest level after the first.
    fn minimise(&mut self, engine: &mut Engine) {
        let mut learned = std::mem::take(&mut self.learned);
        learned[1..].sort_unstable_by_key(|literal| Reverse(engine.state.place_of(*literal)));
        self.count_levels(learned.iter().copied(), engine);
        let mut kept = 1;
        let mut from = 1;
        while from < learned.len() {
            let level = engine.state.level_of(learned[from]);
            let is_of_level = |literal: &&Literal| engine.state.level_of(**literal) == level;
            let count = learned[from..].iter().take_while(is_of_level).count();
            let point = if count > 1 { self.shrink(&learned[from..from + count], engine) } else { None };
            for i in from..from + count {
                let literal = learned[i];
                if point.is_none() && !self.is_redundant(!literal, engine) {
                    learned[kept] = literal;
                    kept += 1;
                }
            }
            if let Some(point) = point {
                learned[kept] = point;
                kept += 1;
            }
            from += count;
        }
        learned.truncate(kept);
        self.learned = learned;
    }

    /// The false literal of a level that, together with the rest of the learned clause, implies these literals of the level;
    /// the latest of them comes first.
    fn shrink(&mut self, literals: &[Literal], engine: &mut Engine) -> Option<Literal> {
        let level = engine.state.level_of(literals[0]);
        let mut open = literals.iter().filter(|literal| self.block.insert(**literal)).count();
        let mut place = engine.state.place_of(literals[0]) as usize + 1;
        let mut point = None;
        'trail: while place > 0 {
            place -= 1;
            let literal = engine.state.trail[place];
            if !self.block.contains(literal) {
                continue;
            }
            if open == 1 {
                point = Some(!literal);
                break;
            }
            open -= 1;
            let causes = self.causes.of(literal, engine);
            for i in causes.clone() {
                let cause = self.causes.literals[i];
                if engine.state.level_of(cause) == level {
                    open += usize::from(self.block.insert(cause));
                }
            }
            for i in causes {
                let cause = self.causes.literals[i];
                let its_level = engine.state.level_of(cause);
                let is_lower = its_level != 0 && its_level != level;
                if is_lower && !self.seen.contains(cause) && !self.is_redundant(cause, engine) {
                    break 'trail;
                }
            }
        }
        self.block.shorten(0);
        point.inspect(|point| {
            self.seen.insert(*point);
        })
    }

    /// Whether a true literal follows from the negation of the learned clause, through literals of the clause's levels only.
    fn is_redundant(&mut self, literal: Literal, engine: &mut Engine) -> bool {
        if engine.state.reason_of(literal) == Reason::None {
            return false;
        }
        let before = self.seen.len();
        self.stack.clear();
        self.stack.push(literal);
        while let Some(literal) = self.stack.pop() {
            for i in self.causes.of(literal, engine) {
                let cause = self.causes.literals[i];
                let level = engine.state.level_of(cause);
                if level == 0 || self.seen.contains(cause) {
                    continue;
                }
                let is_strange = !self.levels.contains(level);
                if is_strange || engine.state.reason_of(cause) == Reason::None {
                    self.seen.shorten(before);
                    return false;
                }
                self.seen.insert(cause);
                self.stack.push(cause);
            }
        }
        true
    }

    /// The number of different levels of some literals.
    fn count_levels(&mut self, literals: impl Iterator<Item = Literal>, engine: &Engine) -> u32 {
        self.levels.count(literals.map(|literal| engine.state.level_of(literal)))
    }
}
