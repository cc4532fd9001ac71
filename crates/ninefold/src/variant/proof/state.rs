//! Values of literals, and unit propagation from rows and clauses: exactly the conclusions that a checker can draw too.

use super::formula::Formula;
use crate::solve::learning::clauses::{ClauseId, Clauses, Values};
use crate::solve::literal::Literal;

/// The reason why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or has been true from the beginning.
    None,
    Clause(ClauseId),
    /// A row, by its number.
    Row(u32),
}

/// A clause or row that cannot be satisfied.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    Clause(ClauseId),
    Row(u32),
}

#[derive(Clone, Copy, Debug)]
struct Assigned {
    level: u32,
    place: u32,
    reason: Reason,
}

/// Literals with positive weights, of which the true ones must weigh at least `degree`.
#[derive(Clone, Debug)]
struct Weighing {
    /// The heaviest first.
    terms: Vec<(i64, Literal)>,
    degree: i64,
    /// How much the weight of all literals except the false ones exceeds the degree.
    slack: i64,
}

/// Values, the trail of literals that became true, and their reasons.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) clauses: Clauses,
    rows: Vec<Weighing>,
    /// Per literal: the rows that it is in, and its weight there.
    rows_of: Vec<Vec<(u32, i64)>>,
    assignment: Assignment,
}

#[derive(Clone, Debug)]
struct Assignment {
    /// Per literal: 1 if it is true, -1 if it is false.
    values: Vec<i8>,
    assigned: Vec<Assigned>,
    trail: Vec<Literal>,
    /// How many literals of the trail have been propagated.
    head: usize,
    /// Where each level begins in the trail.
    levels: Vec<u32>,
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

    fn follow(&mut self, literal: Literal, clause: ClauseId) {
        self.set(literal, Reason::Clause(clause));
    }
}

impl Assignment {
    fn set(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.values[literal.index()], 0, "it is open");
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.assigned[literal.variable()] =
            Assigned { level: self.levels.len() as u32, place: self.trail.len() as u32, reason };
        self.trail.push(literal);
    }
}

impl State {
    /// Makes the state with all rows of a formula; `None` if they contradict each other at once.
    pub(super) fn new(formula: &Formula) -> Option<State> {
        let count = formula.variables();
        let nothing = Assigned { level: 0, place: 0, reason: Reason::None };
        let mut state = State {
            clauses: Clauses::new(count),
            rows: Vec::new(),
            rows_of: vec![Vec::new(); 2 * count],
            assignment: Assignment {
                values: vec![0; 2 * count],
                assigned: vec![nothing; count],
                trail: Vec::new(),
                head: 0,
                levels: Vec::new(),
            },
        };
        for row in formula.rows() {
            state.add(&row.terms, row.degree)?;
            if row.is_equation {
                let terms: Vec<(i64, Literal)> =
                    row.terms.iter().map(|(factor, literal)| (-factor, *literal)).collect();
                state.add(&terms, -row.degree)?;
            }
        }
        Some(state)
    }

    /// Adds the row that the literals with factors, each variable once, make at least the degree; `None` if they cannot. No
    /// decision may be open.
    pub(super) fn add(&mut self, terms: &[(i64, Literal)], mut degree: i64) -> Option<()> {
        debug_assert!(self.assignment.levels.is_empty());
        let mut weights = Vec::with_capacity(terms.len());
        for (factor, literal) in terms.iter().filter(|(factor, _)| *factor != 0) {
            // A negative factor is a positive factor of the negation, plus a constant.
            degree -= factor.min(&0);
            let literal = if *factor < 0 { !*literal } else { *literal };
            match self.assignment.values[literal.index()] {
                0 => weights.push((factor.abs(), literal)),
                1 => degree -= factor.abs(),
                _ => {}
            }
        }
        if degree <= 0 {
            return Some(());
        }
        weights.iter_mut().for_each(|(weight, _)| *weight = (*weight).min(degree));
        weights.sort_by_key(|(weight, literal)| (-weight, *literal));
        let slack = weights.iter().map(|(weight, _)| weight).sum::<i64>() - degree;
        let is_clause = weights.last().is_some_and(|(weight, _)| *weight == degree);
        if slack < 0 {
            return None;
        }
        if is_clause && weights.len() > 1 {
            let literals: Vec<Literal> = weights.iter().map(|(_, literal)| *literal).collect();
            self.clauses.keep(&literals);
            return Some(());
        }
        let forced: Vec<Literal> =
            weights.iter().filter(|(weight, _)| *weight > slack).map(|(_, literal)| *literal).collect();
        if weights.len() > 1 && forced.len() < weights.len() {
            let number = self.rows.len() as u32;
            weights.iter().for_each(|(weight, literal)| self.rows_of[literal.index()].push((number, *weight)));
            self.rows.push(Weighing { terms: weights, degree, slack });
        }
        forced.into_iter().for_each(|literal| self.assignment.set(literal, Reason::None));
        Some(())
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.assignment.is_true(literal)
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.assignment.is_false(literal)
    }

    pub(super) fn is_open(&self, literal: Literal) -> bool {
        self.assignment.values[literal.index()] == 0
    }

    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.assignment.assigned[literal.variable()].level
    }

    pub(super) fn place_of(&self, literal: Literal) -> u32 {
        self.assignment.assigned[literal.variable()].place
    }

    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.assignment.assigned[literal.variable()].reason
    }

    pub(super) fn trail(&self) -> &[Literal] {
        &self.assignment.trail
    }

    pub(super) fn level(&self) -> u32 {
        self.assignment.levels.len() as u32
    }

    /// Decides an open literal, on a new level.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.assignment.levels.push(self.assignment.trail.len() as u32);
        self.assignment.set(literal, Reason::None);
    }

    /// Makes an open literal true.
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) {
        self.assignment.set(literal, reason);
    }

    /// Draws all consequences.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(literal) = self.assignment.trail.get(self.assignment.head).copied() {
            self.assignment.head += 1;
            let falsified = !literal;
            let mut conflict = None;
            for (number, weight) in &self.rows_of[falsified.index()] {
                let row = &mut self.rows[*number as usize];
                row.slack -= weight;
                // After a conflict the other rows are still updated, so that all can be undone alike.
                if row.slack < 0 {
                    conflict = Some(*number);
                } else if conflict.is_none() && row.slack < row.terms[0].0 {
                    for (_, open) in row.terms.iter().take_while(|(weight, _)| *weight > row.slack) {
                        if self.assignment.values[open.index()] == 0 {
                            self.assignment.set(*open, Reason::Row(*number));
                        }
                    }
                }
            }
            if let Some(row) = conflict {
                return Err(Conflict::Row(row));
            }
            self.clauses.follow(falsified, &mut self.assignment).map_err(Conflict::Clause)?;
        }
        Ok(())
    }

    /// Undoes everything above a level.
    pub(super) fn go_back(&mut self, level: u32, mut undone: impl FnMut(Literal)) {
        if level >= self.level() {
            return;
        }
        let length = self.assignment.levels[level as usize] as usize;
        self.assignment.levels.truncate(level as usize);
        for place in (length..self.assignment.trail.len()).rev() {
            let literal = self.assignment.trail[place];
            if place < self.assignment.head {
                for (number, weight) in &self.rows_of[(!literal).index()] {
                    self.rows[*number as usize].slack += weight;
                }
            }
            self.assignment.values[literal.index()] = 0;
            self.assignment.values[(!literal).index()] = 0;
            undone(literal);
        }
        self.assignment.trail.truncate(length);
        self.assignment.head = self.assignment.head.min(length);
    }

    /// Adds the literals, all true, from which a true literal followed, or that are in conflict.
    pub(super) fn causes(&self, reason: Reason, of: Option<Literal>, causes: &mut Vec<Literal>) {
        match reason {
            Reason::None => {}
            Reason::Clause(clause) => {
                let others = self.clauses.literals(clause).filter(|literal| Some(*literal) != of);
                causes.extend(others.map(|literal| !literal));
            }
            Reason::Row(number) => self.causes_of_row(&self.rows[number as usize], of, causes),
        }
    }

    /// Adds the negations of false literals of the row which leave too little weight for it (without the literal, if there is
    /// one). Level 0 comes first and needs no cause, then the heaviest, then the earliest; only as many as needed are added.
    fn causes_of_row(&self, row: &Weighing, of: Option<Literal>, causes: &mut Vec<Literal>) {
        let place = of.map_or(u32::MAX, |of| self.place_of(of));
        let own =
            of.and_then(|of| row.terms.iter().find(|(_, literal)| *literal == of)).map_or(0, |(weight, _)| *weight);
        // Not negative as long as the literal need not be true.
        let mut left = row.terms.iter().map(|(weight, _)| weight).sum::<i64>() - row.degree - own;
        let mut some = Vec::new();
        for (weight, literal) in &row.terms {
            if self.is_false(*literal) && self.place_of(*literal) < place {
                match self.level_of(*literal) {
                    0 => left -= weight,
                    _ => some.push((*weight, self.place_of(*literal), *literal)),
                }
            }
        }
        some.sort_unstable_by_key(|(weight, place, _)| (-weight, *place));
        let start = causes.len();
        for (weight, _, literal) in &some {
            if left < 0 {
                break;
            }
            left -= weight;
            causes.push(!*literal);
        }
        // The last literal may have made some of the earlier ones unnecessary.
        let mut at = 0;
        let weight_of = |cause: &Literal| some.iter().find(|(.., literal)| *literal == !*cause).map_or(0, |(w, ..)| *w);
        let mut spare = -1 - left;
        if spare > 0 {
            let weights: Vec<i64> = causes[start..].iter().map(weight_of).collect();
            let mut keep = weights.iter().map(|weight| {
                let is_spare = *weight <= spare;
                spare -= if is_spare { *weight } else { 0 };
                !is_spare
            });
            causes.retain(|_| {
                at += 1;
                at <= start || keep.next().unwrap_or(true)
            });
        }
        debug_assert!(left < 0, "the row forces the literal");
    }

    /// Forgets the worse half of the learned clauses; returns the old and the new place of each clause that stays, in order.
    pub(super) fn forget(&mut self) -> Vec<(ClauseId, ClauseId)> {
        let assignment = &self.assignment;
        let is_reason = |clause, literal: Literal| {
            assignment.is_true(literal) && assignment.assigned[literal.variable()].reason == Reason::Clause(clause)
        };
        let holds =
            |literal: Literal| assignment.is_true(literal) && assignment.assigned[literal.variable()].level == 0;
        let moves = self.clauses.reduce(is_reason, holds);
        for literal in &self.assignment.trail {
            if let Reason::Clause(clause) = &mut self.assignment.assigned[literal.variable()].reason {
                let place = moves.binary_search_by_key(clause, |(from, _)| *from);
                *clause = moves[place.expect("a clause that is a reason stays")].1;
            }
        }
        moves
    }
}
