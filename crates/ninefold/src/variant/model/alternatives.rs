//! Choices: at least one of several lists of rules holds.
//!
//! Each alternative gets a variable; if it is 1, the alternative must hold, and at least one of these variables is 1. The
//! rules of an alternative are compiled as usual; then whatever they added is rewritten to have no effect if the variable is 0:
//!
//! ```text
//!   a value removed     a clause: the alternative does not hold, or the value is another
//!   cells that differ   a clause for each digit of each two cells
//!   pairs               a clause for each value: it is another, or the other variable has a value that goes with it
//!   groups, clauses     the clause with one more literal
//!   automata            the variable is read first; if it is 0, everything is accepted
//! ```
//!
//! Sums and sets of digits are compiled as automata here, so that no totals and flags are added for a single alternative.
//! A variable that an alternative has added has its lowest value if the alternative's variable is 0.
//!
//! If the cells obey the rules of an alternative, its variable may still be 0: if they obey two alternatives, either variable
//! or both may be 1. So the same cells may be found several times with different variables, and counting must look at the
//! cells only ([`Model::has_free_variables`]).

use super::cell_set::CellPairs;
use super::{Automaton, Edge, Layers, Mask, Model, Pair, Statement, bits};
use std::sync::Arc;

/// What a model had before the rules of an alternative were compiled.
struct Before {
    domains: Vec<Mask>,
    differs: Arc<CellPairs>,
    is_impossible: bool,
    is_conditional: bool,
    groups: usize,
    clauses: usize,
    pairs: usize,
    automata: usize,
    cages: usize,
}

impl Model {
    /// Adds the rule that at least one of these alternatives, which are compiled here, holds.
    pub(in crate::variant) fn one_of_these(&mut self, alternatives: impl Iterator<Item = impl FnOnce(&mut Model)>) {
        self.has_free_variables = true;
        let holds: Vec<Statement> = alternatives.map(|compile| self.conditional(compile)).collect();
        self.clauses.push(holds);
    }

    /// Compiles rules that must hold if the returned statement is true.
    fn conditional(&mut self, compile: impl FnOnce(&mut Model)) -> Statement {
        let variable = self.variable(0..=1) as u32;
        let before = Before {
            domains: self.domains.clone(),
            differs: Arc::clone(&self.differs),
            is_impossible: self.is_impossible,
            is_conditional: std::mem::replace(&mut self.is_conditional, true),
            groups: self.groups.len(),
            clauses: self.clauses.len(),
            pairs: self.pairs.len(),
            automata: self.automata.len(),
            cages: self.cages.len(),
        };
        compile(self);
        let is = Statement { variable, bit: 1, is: true };
        self.make_conditional(is, before);
        is
    }

    fn make_conditional(&mut self, is: Statement, before: Before) {
        let is_not = Statement { is: false, ..is };
        self.is_conditional = before.is_conditional;
        self.cages.truncate(before.cages);
        // Everything that was added is taken out before any clause is pushed.
        let automata = self.automata.split_off(before.automata);
        let pairs = self.pairs.split_off(before.pairs);
        let groups = self.groups.split_off(before.groups);
        let clauses = self.clauses.split_off(before.clauses);
        let removed: Vec<Mask> = before.domains.iter().zip(&self.domains).map(|(had, has)| had & !has).collect();
        self.domains[..removed.len()].copy_from_slice(&before.domains);

        let mut add = |clause: Vec<Statement>| self.clauses.push(clause.into_iter().chain([is_not]).collect());
        if std::mem::replace(&mut self.is_impossible, before.is_impossible) && !before.is_impossible {
            add(vec![]);
        }
        clauses.into_iter().for_each(&mut add);
        for (variable, removed) in removed.into_iter().enumerate() {
            bits(removed).for_each(|bit| add(vec![statement(variable, bit, false)]));
        }
        for group in groups {
            let members = &group.members;
            for (i, one) in members.iter().enumerate().filter(|_| group.at_most) {
                members[..i].iter().for_each(|other| add(vec![not(*one), not(*other)]));
            }
            if group.at_least {
                add(group.members);
            }
        }
        for variable in before.domains.len()..self.domains.len() {
            if self.domains[variable] == 0 {
                self.domains[variable] = 1;
                self.clauses.push(vec![is_not]);
            }
            let lowest = self.domains[variable].trailing_zeros();
            self.clauses.push(vec![is, statement(variable, lowest, true)]);
        }
        self.differ_if(is_not, before.differs);
        pairs.iter().for_each(|pair| self.relate_if(is_not, pair));
        automata.iter().for_each(|automaton| self.read_if(is, automaton));
    }

    /// Cells made to differ since `before` now differ unless the statement is true.
    fn differ_if(&mut self, is_not: Statement, before: Arc<CellPairs>) {
        let all = std::mem::replace(&mut self.differs, before);
        for one in 0..self.cells {
            for other in all.of(one).take_while(|other| *other < one) {
                if !self.differ(one, other) {
                    let both = self.domains[one] & self.domains[other];
                    let clause = |bit| vec![is_not, statement(one, bit, false), statement(other, bit, false)];
                    self.clauses.extend(bits(both).map(clause));
                }
            }
        }
    }

    /// Adds the relation of two variables, to apply unless the statement is true.
    fn relate_if(&mut self, is_not: Statement, pair: &Pair) {
        let (one, other) = (pair.one as usize, pair.other as usize);
        for (from, to, forward) in [(one, other, true), (other, one, false)] {
            for bit in bits(self.domains[from]) {
                let goes = self.domains[to] & pair.relation.allowed(forward, 1 << bit);
                if goes != self.domains[to] {
                    let supports = bits(goes).map(|bit| statement(to, bit, true));
                    self.clauses.push([is_not, statement(from, bit, false)].into_iter().chain(supports).collect());
                }
            }
        }
    }

    /// Adds the automaton, to apply only if the statement is true.
    fn read_if(&mut self, is: Statement, automaton: &Automaton) {
        let Automaton { variables, layers } = automaton;
        let (mut states, mut edges) = (layers.states.clone(), layers.edges.clone());
        // At each place, the state that accepts everything comes after the others; the last place has this state only.
        let last = variables.len();
        states[last] = 0;
        for (place, variable) in variables.iter().enumerate() {
            let (from, to) = (states[place] as u16, states[place + 1] as u16);
            edges[place].extend(bits(self.domains[*variable as usize]).map(|bit| Edge { bit: bit as u8, from, to }));
            edges[place].sort_unstable();
        }
        let mut first = vec![Edge { bit: 0, from: 0, to: states[0] as u16 }];
        if states[0] > 0 {
            first.push(Edge { bit: is.bit, from: 0, to: 0 });
        }
        states.iter_mut().for_each(|count| *count += 1);
        states.insert(0, 1);
        edges.insert(0, first);
        let variables = [&[is.variable], &variables[..]].concat();
        self.automata.push(Automaton { variables, layers: Arc::new(Layers::new(states, edges)) });
    }

    /// Adds a sum as an automaton, whose state is the total of the terms so far, of factors times bits.
    pub(super) fn sum_in_order(&mut self, terms: &[(i64, u32)], total: i64) {
        let lowest: Vec<i64> = terms.iter().map(|(_, variable)| self.lowest[*variable as usize]).collect();
        let extent = |(factor, variable): &(i64, u32)| {
            let most = factor * (i64::from(self.widths[*variable as usize]) - 1);
            (most.min(0), most.max(0))
        };
        // The least and the most that the terms from each place on can add.
        let mut rest = vec![(0, 0)];
        for (low, high) in terms.iter().rev().map(extent) {
            let (least, most) = rest[rest.len() - 1];
            rest.push((least + low, most + high));
        }
        rest.reverse();
        let variables: Vec<usize> = terms.iter().map(|(_, variable)| *variable as usize).collect();
        let step = |so_far: &i64, place: usize, value: i64| {
            let next = so_far + terms[place].0 * (value - lowest[place]);
            let (least, most) = rest[place + 1];
            (next + least <= total && total <= next + most).then_some(next)
        };
        self.automaton(&variables, 0, step, |sum| *sum == total);
    }
}

fn statement(variable: usize, bit: u32, is: bool) -> Statement {
    Statement { variable: variable as u32, bit: bit as u8, is }
}

fn not(statement: Statement) -> Statement {
    Statement { is: !statement.is, ..statement }
}
