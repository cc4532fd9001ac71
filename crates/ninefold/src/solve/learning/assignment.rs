//! What is true and false, why, and what follows.

use super::super::literal::Literal;
use super::clauses::{ClauseId, Clauses, Watch};
use super::groups::Groups;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or it holds without any reason on level 0.
    None,
    /// This literal is true, and in one of its groups is the negation of ours.
    Pair(Literal),
    /// All other members of the group are false.
    Group(u32),
    /// All other literals of the clause are false.
    Clause(ClauseId),
}

impl Reason {
    /// Whether `holds` is true of every literal, all of them false, from which the literal followed.
    #[inline]
    pub(super) fn all(
        self,
        literal: Literal,
        groups: &Groups,
        clauses: &Clauses,
        mut holds: impl FnMut(Literal) -> bool,
    ) -> bool {
        match self {
            Reason::None => true,
            Reason::Pair(other) => holds(!other),
            Reason::Group(group) => groups.members(group).all(|member| member == literal || holds(member)),
            Reason::Clause(clause) => clauses.literals(clause).all(|member| member == literal || holds(member)),
        }
    }
}

/// Literals that are all false and must not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// The negations of two members of a group.
    Pair(Literal, Literal),
    /// All members of the group.
    Group(u32),
    /// All literals of the clause.
    Clause(ClauseId),
}

/// A group, seen from what is assigned and followed so far.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// How many members are not false; more than [`SATISFIED`] if one is true.
    count: u32,
    /// The exclusive or of their codes: when one member is left, it is this one.
    codes: u32,
}

/// Added to the count of a group that has a true member: nothing follows from it any more.
const SATISFIED: u32 = 1 << 30;

/// When and why a variable was assigned.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    level: u32,
    position: u32,
    reason: Reason,
}

/// The values of the variables, in the order in which they were assigned.
///
/// Between two calls the counts of `open` agree with the literals of the trail below `propagated`.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    /// Per literal: 1 if it is true, -1 if it is false, 0 if it is open.
    values: Vec<i8>,
    /// Per variable; meaningless while it is open.
    assigned: Vec<Assigned>,
    /// The true literals.
    trail: Vec<Literal>,
    /// Where on the trail each level begins, from level 1.
    levels: Vec<u32>,
    open: Vec<Open>,
    propagated: usize,
}

impl Assignment {
    pub(super) fn new(groups: &Groups) -> Assignment {
        let open = (0..groups.len() as u32).map(|group| {
            let members = groups.members(group);
            Open { count: members.len() as u32, codes: members.fold(0, |codes, literal| codes ^ literal.code()) }
        });
        Assignment {
            values: vec![0; 2 * groups.variables()],
            assigned: vec![Assigned { level: 0, position: 0, reason: Reason::None }; groups.variables()],
            trail: Vec::new(),
            levels: Vec::new(),
            open: open.collect(),
            propagated: 0,
        }
    }

    #[inline]
    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline]
    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    #[inline]
    pub(super) fn is_open(&self, variable: usize) -> bool {
        self.values[Literal::new(variable).index()] == 0
    }

    /// The number of decisions.
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The level on which a literal's variable was assigned.
    #[inline]
    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.assigned[literal.variable()].level
    }

    /// Where on the trail a literal or its negation is.
    #[inline]
    pub(super) fn position_of(&self, literal: Literal) -> usize {
        self.assigned[literal.variable()].position as usize
    }

    #[inline]
    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.assigned[literal.variable()].reason
    }

    /// Everything that is true, in the order of its assignment.
    #[inline]
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// The decision of a level, from 1.
    pub(super) fn decision(&self, level: u32) -> Literal {
        self.trail[self.levels[level as usize - 1] as usize]
    }

    /// Clauses have moved: what was where, and is where, in order.
    pub(super) fn move_clauses(&mut self, moves: &[(ClauseId, ClauseId)]) {
        for literal in &self.trail {
            if let Reason::Clause(clause) = &mut self.assigned[literal.variable()].reason {
                let place = moves.binary_search_by_key(clause, |(from, _)| *from);
                *clause = moves[place.expect("a clause that is a reason stays")].1;
            }
        }
    }

    /// Begins a level with a literal that is open.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len() as u32);
        self.set(literal, Reason::None);
    }

    /// An open literal is true.
    #[inline]
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        let (level, position) = (self.levels.len() as u32, self.trail.len() as u32);
        self.assigned[literal.variable()] = Assigned { level, position, reason };
        self.trail.push(literal);
    }

    /// Takes back every level above this one and tells what has become open.
    pub(super) fn backtrack(&mut self, level: u32, groups: &Groups, mut opened: impl FnMut(Literal)) {
        let Some(start) = self.levels.get(level as usize).map(|start| *start as usize) else { return };
        for i in (start..self.trail.len()).rev() {
            let literal = self.trail[i];
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            if i < self.propagated {
                for group in groups.of(literal) {
                    self.open[*group as usize].count -= SATISFIED;
                }
                for group in groups.of(!literal) {
                    let open = &mut self.open[*group as usize];
                    open.count += 1;
                    open.codes ^= (!literal).code();
                }
            }
            opened(literal);
        }
        self.trail.truncate(start);
        self.levels.truncate(level as usize);
        self.propagated = self.propagated.min(start);
    }

    /// Follows groups and clauses until nothing new follows.
    pub(super) fn propagate(&mut self, groups: &Groups, clauses: &mut Clauses) -> Result<(), Conflict> {
        while let Some(literal) = self.trail.get(self.propagated).copied() {
            self.propagated += 1;
            self.follow_counts(literal, groups)?;
            for group in groups.of(literal) {
                for other in groups.members(*group).filter(|other| *other != literal) {
                    match self.values[other.index()] {
                        0 => self.set(!other, Reason::Pair(literal)),
                        1 => return Err(Conflict::Pair(!literal, !other)),
                        _ => {}
                    }
                }
            }
            self.follow_clauses(!literal, clauses)?;
        }
        Ok(())
    }

    /// Counts a true literal in its groups and those of its negation. All of them, also after a conflict, for
    /// [`Assignment::backtrack`] takes back all of them.
    #[inline]
    fn follow_counts(&mut self, literal: Literal, groups: &Groups) -> Result<(), Conflict> {
        let mut conflict = Ok(());
        for group in groups.of(literal) {
            self.open[*group as usize].count += SATISFIED;
        }
        for group in groups.of(!literal) {
            let open = &mut self.open[*group as usize];
            open.count -= 1;
            open.codes ^= (!literal).code();
            if open.count == 1 {
                // The last member may be false already, only not yet counted.
                let last = Literal::from_code(open.codes);
                match self.values[last.index()] {
                    0 => self.set(last, Reason::Group(*group)),
                    1 => {}
                    _ => conflict = Err(Conflict::Group(*group)),
                }
            }
        }
        conflict
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn follow_clauses(&mut self, falsified: Literal, clauses: &mut Clauses) -> Result<(), Conflict> {
        let mut watches = clauses.take_watches(falsified);
        let mut conflict = Ok(());
        let (mut from, mut to) = (0, 0);
        'watches: while from < watches.len() {
            let watch = watches[from];
            from += 1;
            if self.is_true(watch.blocker) {
                watches[to] = watch;
                to += 1;
                continue;
            }
            let codes = clauses.codes(watch.clause);
            // The other watched literal: of the three codes two are equal and cancel out.
            let other = Literal::from_code(codes[0] ^ codes[1] ^ falsified.code());
            let kept = Watch { clause: watch.clause, blocker: other };
            if !self.is_true(other) {
                let free = (2..codes.len()).find(|k| !self.is_false(Literal::from_code(codes[*k])));
                if let Some(k) = free {
                    let free = Literal::from_code(codes[k]);
                    (codes[0], codes[1], codes[k]) = (other.code(), free.code(), falsified.code());
                    clauses.watch(free, kept);
                    continue 'watches;
                }
                if self.is_false(other) {
                    watches[to] = kept;
                    to += 1;
                    conflict = Err(Conflict::Clause(watch.clause));
                    break;
                }
                self.set(other, Reason::Clause(watch.clause));
            }
            watches[to] = kept;
            to += 1;
        }
        watches.copy_within(from.., to);
        watches.truncate(watches.len() - (from - to));
        clauses.put_watches(falsified, watches);
        conflict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Puzzle, Shape};
    use crate::spec;

    impl Assignment {
        /// Counts every group anew and compares.
        fn assert_counts_agree(&self, groups: &Groups) {
            let followed = &self.trail[..self.propagated];
            for (group, open) in (0..).zip(&self.open) {
                let left: Vec<Literal> = groups.members(group).filter(|member| !followed.contains(&!*member)).collect();
                let codes = left.iter().fold(0, |codes, literal| codes ^ literal.code());
                let satisfied = groups.members(group).filter(|member| followed.contains(member)).count() as u32;
                assert_eq!((open.count, open.codes), (left.len() as u32 + SATISFIED * satisfied, codes));
            }
        }
    }

    /// The groups say the rules: whoever decides the digits of a solution meets no conflict and leaves nothing open, and
    /// with two neighbours exchanged meets one. Going back restores the counts.
    #[test]
    fn groups_say_the_rules() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            let groups = Groups::new(&puzzle.candidates());
            let mut clauses = Clauses::new(groups.variables());
            let mut assignment = Assignment::new(&groups);
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
                    assignment.assert_counts_agree(&groups);
                    assert!(wrong || (0..groups.variables()).all(|variable| !assignment.is_open(variable)));
                    assignment.backtrack(0, &groups, |_| {});
                    assignment.assert_counts_agree(&groups);
                    assert!(assignment.trail().is_empty());
                }
            }
        }
    }
}
