//! Which literals are true and false, why, and what follows.

use super::super::literal::Literal;
use super::clauses::{ClauseId, Clauses, Values};
use super::groups::Groups;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or it is on level 0 and needs no reason.
    None,
    /// This other literal is true and shares a group with the negation of the literal.
    Pair(Literal),
    /// All other literals of the clause, a learned one or a group's, are false.
    Clause(ClauseId),
}

impl Reason {
    /// Whether `holds` returns true for every literal from which the literal followed; all of these are false.
    #[inline]
    pub(super) fn all(self, literal: Literal, clauses: &Clauses, mut holds: impl FnMut(Literal) -> bool) -> bool {
        match self {
            Reason::None => true,
            Reason::Pair(other) => holds(!other),
            Reason::Clause(clause) => clauses.literals(clause).all(|member| member == literal || holds(member)),
        }
    }
}

/// Literals that are all false although one has to be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// The negations of two members of a group.
    Pair(Literal, Literal),
    /// All literals of the clause.
    Clause(ClauseId),
}

/// When and why a variable was assigned.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    level: u32,
    position: u32,
    reason: Reason,
}

/// The values of the variables, in the order in which they were assigned.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    /// Per literal: 1 if it is true, -1 if it is false, 0 if it is open.
    values: Vec<i8>,
    /// Per variable; meaningless while the variable is open.
    assigned: Vec<Assigned>,
    /// The true literals.
    trail: Vec<Literal>,
    /// Where on the trail each level begins, from level 1.
    levels: Vec<u32>,
    /// How much of the trail has been propagated.
    propagated: usize,
}

impl Assignment {
    pub(super) fn new(variables: usize) -> Assignment {
        Assignment {
            values: vec![0; 2 * variables],
            assigned: vec![Assigned { level: 0, position: 0, reason: Reason::None }; variables],
            trail: Vec::new(),
            levels: Vec::new(),
            propagated: 0,
        }
    }

    #[inline]
    pub(super) fn is_open(&self, variable: usize) -> bool {
        self.values[Literal::new(variable).index()] == 0
    }

    /// The number of decisions so far.
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The level on which a literal's variable was assigned.
    #[inline]
    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.assigned[literal.variable()].level
    }

    /// The position on the trail of a literal or its negation.
    #[inline]
    pub(super) fn position_of(&self, literal: Literal) -> usize {
        self.assigned[literal.variable()].position as usize
    }

    #[inline]
    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.assigned[literal.variable()].reason
    }

    /// All true literals, in the order of their assignment.
    #[inline]
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// The decision that began a level, from 1.
    pub(super) fn decision(&self, level: u32) -> Literal {
        self.trail[self.levels[level as usize - 1] as usize]
    }

    /// Updates reasons after clauses have moved: old and new place of each clause, in order.
    pub(super) fn move_clauses(&mut self, moves: &[(ClauseId, ClauseId)]) {
        for literal in &self.trail {
            if let Reason::Clause(clause) = &mut self.assigned[literal.variable()].reason {
                let place = moves.binary_search_by_key(clause, |(from, _)| *from);
                *clause = moves[place.expect("a clause that is a reason stays")].1;
            }
        }
    }

    /// Begins a new level by making an open literal true.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len() as u32);
        self.set(literal, Reason::None);
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        let (level, position) = (self.levels.len() as u32, self.trail.len() as u32);
        self.assigned[literal.variable()] = Assigned { level, position, reason };
        self.trail.push(literal);
    }

    /// Undoes every level above this one, and reports each literal that becomes open.
    pub(super) fn backtrack(&mut self, level: u32, mut opened: impl FnMut(Literal)) {
        let Some(start) = self.levels.get(level as usize).map(|start| *start as usize) else { return };
        for i in (start..self.trail.len()).rev() {
            let literal = self.trail[i];
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            opened(literal);
        }
        self.trail.truncate(start);
        self.levels.truncate(level as usize);
        self.propagated = self.propagated.min(start);
    }

    /// Applies groups and clauses until nothing new follows.
    pub(super) fn propagate(&mut self, groups: &Groups, clauses: &mut Clauses) -> Result<(), Conflict> {
        while let Some(literal) = self.trail.get(self.propagated).copied() {
            self.propagated += 1;
            for group in groups.of(literal) {
                for other in groups.members(*group).filter(|other| *other != literal) {
                    match self.values[other.index()] {
                        0 => self.set(!other, Reason::Pair(literal)),
                        1 => return Err(Conflict::Pair(!literal, !other)),
                        _ => {}
                    }
                }
            }
            clauses.follow(!literal, self).map_err(Conflict::Clause)?;
        }
        Ok(())
    }
}

impl Values for Assignment {
    #[inline]
    fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline]
    fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    #[inline]
    fn follow(&mut self, literal: Literal, clause: ClauseId) {
        self.set(literal, Reason::Clause(clause));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Puzzle, Shape};
    use crate::spec;

    /// The groups express the rules: deciding the digits of a solution meets no conflict and leaves nothing open; with two
    /// neighbours exchanged, it meets one.
    #[test]
    fn groups_say_the_rules() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            let groups = Groups::new(&puzzle.candidates(), &crate::board::Houses::of(puzzle.shape()));
            let mut clauses = groups.clauses();
            let mut assignment = Assignment::new(groups.variables());
            for grid in spec::solutions(&puzzle).take(20) {
                let mut digits: Vec<_> = puzzle.shape().cells().map(|cell| grid.digit(cell)).collect();
                for wrong in [false, true] {
                    if wrong {
                        digits.swap(0, 1);
                    }
                    let mut follow = || {
                        for (cell, digit, literal) in groups.candidates() {
                            if digits[cell] == digit && !assignment.is_true(literal) {
                                if assignment.is_false(literal) {
                                    return Err(());
                                }
                                assignment.decide(literal);
                                assignment.propagate(&groups, &mut clauses).map_err(|_| ())?;
                            }
                        }
                        Ok(())
                    };
                    assert_eq!(follow().is_err(), wrong);
                    assert!(wrong || (0..groups.variables()).all(|variable| !assignment.is_open(variable)));
                    assignment.backtrack(0, |_| {});
                    assert!(assignment.trail().is_empty());
                }
            }
        }
    }
}
