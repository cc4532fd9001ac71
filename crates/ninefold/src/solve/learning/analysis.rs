//! What is learned from a conflict.

use super::super::literal::Literal;
use super::assignment::{Assignment, Conflict, Reason};
use super::clauses::{ClauseId, Clauses, Values};
use super::marks::{Levels, Marks};
use std::cmp::Reverse;

/// What an analysis reads.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) clauses: &'a Clauses,
    pub(super) assignment: &'a Assignment,
}

impl View<'_> {
    /// Whether `holds` returns true for every cause of a true literal: the literals, all false, from which it followed.
    #[inline]
    fn causes(self, literal: Literal, holds: impl FnMut(Literal) -> bool) -> bool {
        self.assignment.reason_of(literal).all(literal, self.clauses, holds)
    }

    fn for_each_cause(self, literal: Literal, mut visit: impl FnMut(Literal)) {
        self.causes(literal, |cause| {
            visit(cause);
            true
        });
    }

    fn for_each_of_conflict(self, conflict: Conflict, visit: impl FnMut(Literal)) {
        match conflict {
            Conflict::Pair(one, other) => [one, other].into_iter().for_each(visit),
            Conflict::Clause(clause) => self.clauses.literals(clause).for_each(visit),
        }
    }
}

/// The limit, per literal of a learned clause, on how many of its causes, and of their causes, count as involved.
const MOST_CAUSES: usize = 10;

/// Turns conflicts into clauses; holds the result of the latest analysis and the space that it needs.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// A clause that follows from the board and the clauses so far and whose literals are all false. The first literal is the
    /// only one of its level, and the second has the highest level of the others.
    pub(super) learned: Vec<Literal>,
    /// The number of different levels of the learned clause's literals.
    pub(super) glue: u32,
    /// The variables that were involved in the conflict, and some that nearly were; those that a good clause set appear twice.
    pub(super) involved: Vec<u32>,
    /// The learned clauses that were involved, each with the number of its literals' levels.
    pub(super) used: Vec<(ClauseId, u32)>,
    /// The variables of the learned clause, and those known to follow from it.
    seen: Marks,
    /// The variables of one level while they are being replaced by one; and causes while they are being collected.
    block: Marks,
    lower: Vec<Literal>,
    stack: Vec<Literal>,
    levels: Levels,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Analysis {
        Analysis {
            learned: Vec::new(),
            glue: 0,
            involved: Vec::new(),
            used: Vec::new(),
            seen: Marks::new(variables),
            block: Marks::new(variables),
            lower: Vec::new(),
            stack: Vec::new(),
            levels: Levels::new(variables),
        }
    }

    /// Derives the learned clause of a conflict above level 0: backwards along the trail to the first literal through which the
    /// whole conflict passes (first unique implication point; Marques-Silva and Sakallah 1996). The causes of its literals are
    /// involved too, up to `depth` steps back.
    pub(super) fn analyze(&mut self, conflict: Conflict, depth: usize, view: View<'_>) {
        self.involved.clear();
        self.used.clear();
        self.learned.clear();
        // Room for the point itself.
        self.learned.push(Literal::new(0));
        let mut used = std::mem::take(&mut self.used);
        let mut use_clause = |clause| {
            if !view.clauses.is_kept(clause) {
                used.push((clause, 0));
            }
        };
        if let Conflict::Clause(clause) = conflict {
            use_clause(clause);
        }
        // How many literals of the latest level are still to be traced back.
        let mut open = 0;
        view.for_each_of_conflict(conflict, |literal| open += self.meet(literal, view));
        let mut trail = view.assignment.trail().iter().rev();
        let point = loop {
            let literal = *trail.next().expect("the level's decision is on all ways");
            if !self.seen.contains(literal) {
                continue;
            }
            if open == 1 {
                break literal;
            }
            open -= 1;
            if let Reason::Clause(clause) = view.assignment.reason_of(literal) {
                use_clause(clause);
            }
            view.for_each_cause(literal, |cause| open += self.meet(cause, view));
        };
        self.learned[0] = !point;
        let direct = self.involved.len();
        self.involve_causes(depth, view);
        self.minimize(view);
        for (clause, glue) in &mut used {
            *glue = self.count_levels(view.clauses.literals(*clause), view);
        }
        self.used = used;
        let learned = std::mem::take(&mut self.learned);
        self.glue = self.count_levels(learned.iter().copied(), view);
        self.learned = learned;
        self.seen.shorten(0);
        self.involve_again(direct, view);
    }

    /// Records a literal of the conflict; returns how many more literals have to be traced back.
    #[inline]
    fn meet(&mut self, literal: Literal, view: View<'_>) -> u32 {
        let level = view.assignment.level_of(literal);
        if level == 0 || !self.seen.insert(literal) {
            return 0;
        }
        self.involved.push(literal.variable() as u32);
        if level == view.assignment.level() {
            return 1;
        }
        self.learned.push(literal);
        0
    }

    /// Makes the causes of the learned clause's literals, and their causes in turn, involved too (Liang and others 2016,
    /// "Learning rate based branching heuristic"): all of them, or none if there are so many that they mean nothing.
    fn involve_causes(&mut self, depth: usize, view: View<'_>) {
        let Analysis { learned, involved, seen, block, .. } = self;
        let before = involved.len();
        let most = before + MOST_CAUSES * learned.len();
        let mut involve = |literal: Literal, involved: &mut Vec<u32>| {
            view.for_each_cause(!literal, |cause| {
                if view.assignment.level_of(cause) > 0 && !seen.contains(cause) && block.insert(cause) {
                    involved.push(cause.variable() as u32);
                }
            });
        };
        for literal in learned.iter().filter(|literal| view.assignment.reason_of(**literal) != Reason::None) {
            involve(*literal, involved);
        }
        let mut from = before;
        for _ in 1..depth {
            let to = involved.len();
            for i in from..to {
                let literal = Literal::new(involved[i] as usize);
                if view.assignment.reason_of(literal) != Reason::None && involved.len() <= most {
                    involve(if view.assignment.is_true(literal) { !literal } else { literal }, involved);
                }
            }
            from = to;
        }
        if involved.len() > most {
            involved.truncate(before);
        }
        block.shorten(0);
    }

    /// Of the first `count` variables, makes those involved once more that a learned clause has set on the conflict's level, if
    /// its glue is at most that of the new clause (Audemard and Simon 2009): they will lead to more clauses as good as this.
    fn involve_again(&mut self, count: usize, view: View<'_>) {
        for i in 0..count {
            let literal = Literal::new(self.involved[i] as usize);
            let Reason::Clause(clause) = view.assignment.reason_of(literal) else { continue };
            let is_latest = view.assignment.level_of(literal) == view.assignment.level();
            if is_latest && !view.clauses.is_kept(clause) && view.clauses.glue(clause) <= self.glue {
                self.involved.push(self.involved[i]);
            }
        }
    }

    /// Goes through the learned clause level by level, from the highest: replaces all literals of a level by a single one that
    /// implies them, if there is one (Fleury and Biere 2021); otherwise drops those that follow from the others (Soerensson and
    /// Biere 2009). Afterwards the second literal has the highest level of all but the first.
    fn minimize(&mut self, view: View<'_>) {
        let mut learned = std::mem::take(&mut self.learned);
        learned[1..].sort_unstable_by_key(|literal| Reverse(view.assignment.position_of(*literal)));
        self.count_levels(learned.iter().copied(), view);
        let mut kept = 1;
        let mut from = 1;
        while from < learned.len() {
            let level = view.assignment.level_of(learned[from]);
            let count =
                learned[from..].iter().take_while(|literal| view.assignment.level_of(**literal) == level).count();
            let point = if count > 1 { self.shrink(&learned[from..from + count], view) } else { None };
            for i in from..from + count {
                let literal = learned[i];
                if point.is_none() && !self.is_redundant(literal, view) {
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
    fn shrink(&mut self, literals: &[Literal], view: View<'_>) -> Option<Literal> {
        let level = view.assignment.level_of(literals[0]);
        let start = view.assignment.position_of(literals[0]);
        let mut open = literals.iter().filter(|literal| self.block.insert(**literal)).count();
        let mut lower = std::mem::take(&mut self.lower);
        let mut point = None;
        for literal in view.assignment.trail()[..=start].iter().rev() {
            if !self.block.contains(*literal) {
                continue;
            }
            if open == 1 {
                point = Some(!*literal);
                break;
            }
            open -= 1;
            lower.clear();
            view.for_each_cause(*literal, |cause| match view.assignment.level_of(cause) {
                0 => {}
                its_level if its_level == level => open += usize::from(self.block.insert(cause)),
                _ => lower.push(cause),
            });
            if !lower.iter().all(|cause| self.seen.contains(*cause) || self.is_redundant(*cause, view)) {
                break;
            }
        }
        self.lower = lower;
        self.block.shorten(0);
        point.inspect(|point| {
            self.seen.insert(*point);
        })
    }

    /// Whether a false literal follows from the learned clause, through literals of that clause's levels only.
    fn is_redundant(&mut self, literal: Literal, view: View<'_>) -> bool {
        if view.assignment.reason_of(literal) == Reason::None {
            return false;
        }
        let before = self.seen.len();
        self.stack.clear();
        self.stack.push(literal);
        while let Some(literal) = self.stack.pop() {
            let Analysis { seen, stack, levels, .. } = self;
            let follows = view.causes(!literal, |cause| {
                let level = view.assignment.level_of(cause);
                if level == 0 || seen.contains(cause) {
                    return true;
                }
                let ends = view.assignment.reason_of(cause) == Reason::None || !levels.contains(level);
                if !ends {
                    seen.insert(cause);
                    stack.push(cause);
                }
                !ends
            });
            if !follows {
                self.seen.shorten(before);
                return false;
            }
        }
        true
    }

    /// The number of different levels of some literals.
    fn count_levels(&mut self, literals: impl Iterator<Item = Literal>, view: View<'_>) -> u32 {
        self.levels.count(literals.map(|literal| view.assignment.level_of(literal)))
    }
}
