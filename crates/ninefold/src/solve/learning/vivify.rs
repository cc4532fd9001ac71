//! Clauses made shorter.

use super::super::engine::Budget;
use super::super::literal::Literal;
use super::assignment::{Conflict, Reason};
use super::clauses::ClauseId;
use super::learner::Learner;

/// Vivification may set this share of what the search sets.
const SHARE: u64 = 6;

impl Learner {
    /// Makes learned clauses shorter (vivification; Piette, Hamadi and Sais 2008, of learned clauses Luo and others 2017):
    /// sets one literal of a clause after the other to false. If a conflict comes of it, or another literal of the
    /// clause becomes true, then those set so far make a clause; one that becomes false by itself can be left out.
    pub(super) fn vivify(&mut self, budget: &mut Budget<'_>) {
        self.backtrack(0);
        if self.propagate().is_err() {
            return self.end();
        }
        for clause in self.clauses.to_vivify() {
            if self.vivified * SHARE > self.assigned || budget.is_cancelled() {
                break;
            }
            let before = self.assigned;
            let shorter = self.shorten(clause);
            let glue = self.clauses.glue(clause);
            self.clauses.set_vivified(clause, shorter.is_some());
            self.take_back();
            if let Some(literals) = shorter {
                match literals[..] {
                    [] => return self.end(),
                    [only] => self.require(only),
                    _ => {
                        let shorter = self.clauses.add(&literals, glue.min(literals.len() as u32 - 1));
                        self.clauses.set_vivified(shorter, false);
                    }
                }
                if self.propagate().is_err() {
                    return self.end();
                }
            }
            self.vivified += self.assigned - before;
        }
    }

    /// A shorter clause that can stand for this one, if there is one. Its literals are open on level 0.
    fn shorten(&mut self, clause: ClauseId) -> Option<Vec<Literal>> {
        let literals: Vec<Literal> = self.clauses.literals(clause).collect();
        if literals.iter().any(|literal| self.assignment.is_true(*literal)) {
            // Satisfied for good; the next reduction forgets it.
            return None;
        }
        let found = self.try_literals(clause, &literals);
        (found.len() < literals.len()).then_some(found)
    }

    fn try_literals(&mut self, clause: ClauseId, literals: &[Literal]) -> Vec<Literal> {
        for literal in literals {
            if self.assignment.is_true(*literal) {
                if self.assignment.reason_of(*literal) == Reason::Clause(clause) {
                    break;
                }
                let Learner { groups, clauses, assignment, analysis, .. } = self;
                let mut causes = Vec::new();
                assignment.reason_of(*literal).all(*literal, groups, clauses, |cause| {
                    causes.push(cause);
                    true
                });
                let view = super::analysis::View { groups, clauses, assignment };
                let mut found = analysis.decisions_behind(causes.into_iter(), view);
                found.push(*literal);
                return found;
            }
            if self.assignment.is_false(*literal) {
                continue;
            }
            self.assignment.decide(!*literal);
            if let Err(conflict) = self.propagate() {
                let Learner { groups, clauses, assignment, analysis, .. } = self;
                let causes: Vec<Literal> = match conflict {
                    Conflict::Pair(one, other) => vec![one, other],
                    Conflict::Group(group) => groups.members(group).collect(),
                    Conflict::Clause(clause) => clauses.literals(clause).collect(),
                };
                let view = super::analysis::View { groups, clauses, assignment };
                return analysis.decisions_behind(causes.into_iter(), view);
            }
        }
        // What was decided, and what the clause itself made true.
        let decided = literals.iter().filter(|literal| self.assignment.is_true(**literal));
        let decided: Vec<Literal> = decided.copied().collect();
        let decisions = (1..=self.assignment.level()).map(|level| !self.assignment.decision(level));
        decisions.chain(decided).collect()
    }
}
