//! What propagation leaves of a puzzle, as variables and clauses.
//!
//! The variables for digits in segments are the triads of tdoku (Dillon 2019), which has them for 9x9. Compared with the plain
//! encoding (any two candidates of a cell or a house exclude each other) they save most of the clauses of a large board, and
//! learned clauses can refer to them. Measured with boards that were solved and proved unique, or solved twice, in CPU seconds
//! on one core; if many conflicts are needed, such times easily differ by half for no better reason than another order of the
//! variables:
//!
//! ```text
//!                            plain                          with segments
//!                            clauses  conflicts  seconds    clauses  conflicts  seconds
//!   25x25, batsat              22590      65157     4.8       15354      51841     4.6
//!   25x25 harder, batsat       20956      92456     6.7       14532      77262     6.2
//!   100x100, batsat           701270       2119     1.1      309783        197     0.9    (0.8 of it before the search)
//!   64x64, CaDiCaL           2916693      28192    14.7      565822        450     0.7
//!   49x49, CaDiCaL            511656      19110     4.1      222868      57568    12.9
//! ```
//!
//! Tried and dropped: clauses that two cells of a segment exclude each other (a fifth more clauses, no fewer conflicts, no
//! faster), and clauses on cells that a digit has a place in a line or box (6 % more clauses, no faster). The product encoding
//! of the cells saves a quarter of the clauses at 100x100 (412737 to 309783; conflicts 292 to 197), and CaDiCaL solved the
//! 64x64 board in 0.7 s with it, but not in 20 s without. Below 64x64 it is not used, although one 49x49 board took 2.0 instead
//! of 12.9 s: that needs measurements on many boards.

use super::super::engine::Budget;
use super::super::literal::Literal;
use super::super::segments::{NO_PART, Segments};
use super::cdcl::Cdcl;
use crate::board::{Candidates, Cell, Digit, Houses};
use std::sync::Arc;

/// The side from which the product encoding expresses that a cell has at most one digit; and the size from which it is used for
/// other groups.
const LARGE: usize = 64;
/// The size from which the product encoding takes fewer clauses than the pairs.
const SMALL: usize = 7;

/// What propagation leaves of a puzzle: the cells with several candidates. Candidate `i` is variable `i`.
#[derive(Clone, Debug)]
pub(super) struct Residue {
    houses: Arc<Houses>,
    /// The digit of every decided cell; any digit for open cells.
    digits: Vec<Digit>,
    open: Vec<Candidate>,
    cells: usize,
}

/// A candidate of a cell that has others.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    cell: u32,
    digit: u16,
}

impl Residue {
    /// The open cells of a board on which every cell has a candidate.
    pub(super) fn new(houses: Arc<Houses>, candidates: &Candidates) -> Residue {
        let shape = candidates.shape();
        let is_open = |cell: &Cell| candidates.single(*cell).is_none();
        let of_cell = |cell: Cell| {
            let candidate = move |digit: Digit| Candidate { cell: cell.index() as u32, digit: digit.index() as u16 };
            candidates.digits_of(cell).map(candidate)
        };
        Residue {
            houses,
            digits: candidates.lowest(),
            open: shape.cells().filter(is_open).flat_map(of_cell).collect(),
            cells: shape.cells().filter(is_open).count(),
        }
    }

    /// The number of open cells.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// The digits in the open cells, according to a solution of the clauses.
    pub(super) fn digits_in_open_cells(&self, solver: &dyn Cdcl) -> Vec<u16> {
        let values = self.open.iter().enumerate().filter(|(variable, _)| solver.is_true(*variable));
        values.map(|(_, candidate)| candidate.digit).collect()
    }

    /// The digits of all cells, from those in the open ones.
    pub(super) fn complete(&self, open: &[u16]) -> Vec<Digit> {
        let mut digits = self.digits.clone();
        let cells = self.open.chunk_by(|a, b| a.cell == b.cell).map(|candidates| candidates[0].cell as usize);
        cells.zip(open).for_each(|(cell, digit)| digits[cell] = Digit::from_index(usize::from(*digit)));
        digits
    }

    /// The clause that some open cell has a digit other than these.
    pub(super) fn other_than(&self, open: &[u16]) -> Vec<Literal> {
        let cells = self.open.chunk_by(|a, b| a.cell == b.cell);
        let mut first = 0;
        let literals = cells.zip(open).map(|(candidates, digit)| {
            let place = candidates.iter().position(|candidate| candidate.digit == *digit);
            let literal = !Literal::new(first + place.expect("the digit is a candidate of the cell"));
            first += candidates.len();
            literal
        });
        literals.collect()
    }

    /// Adds the clauses of the rules to a solver; `false` if the cancel flag was set before all were added.
    ///
    /// Besides the candidates there is a variable for every digit in every segment (minirow or minicolumn):
    ///
    /// ```text
    ///   a row, one digit:     [ . x x | . . . | x . x ]     candidates
    ///                            s1      --      s2         exactly one of the row's segments
    ///
    ///   a box, one digit:     [ x x . ]  r1                 exactly one of its minirows and
    ///                         [ . . . ]  --                 exactly one of its minicolumns
    ///                         [ . x . ]  r3
    ///                           c1 c2
    ///
    ///   a segment:            it has the digit if and only if one of its cells has it
    /// ```
    ///
    /// Two cells of a minirow lie in two minicolumns of the box, so no clause is needed to exclude one by the other: the digit
    /// in one implies its minicolumn, which excludes the other minicolumn and with it the other cell.
    pub(super) fn encode(&self, solver: &mut dyn Cdcl, budget: &mut Budget<'_>) -> bool {
        let (pieces, n) = (Segments::new(&self.houses), self.houses.side());
        let mut clauses = Clauses { solver, variables: self.open.len() };
        let mut literals = (0..self.open.len()).map(Literal::new);
        for cell in self.open.chunk_by(|a, b| a.cell == b.cell) {
            let cell: Vec<Literal> = literals.by_ref().take(cell.len()).collect();
            clauses.at_least_one(&cell);
            clauses.at_most_one(&cell, if n < LARGE { LARGE } else { SMALL });
            if budget.is_cancelled() {
                return false;
            }
        }
        let places = self.open.iter().zip((0..).map(Literal::new)).flat_map(|(candidate, literal)| {
            let of_cell = pieces.of_cell(candidate.cell as usize);
            of_cell.iter().map(move |segment| (*segment as usize * n + usize::from(candidate.digit), literal))
        });
        let mut places: Vec<_> = places.collect();
        places.sort_unstable();
        // Each literal with the part and the digit that it concerns.
        let mut parts = Vec::new();
        for segment in places.chunk_by(|a, b| a.0 == b.0) {
            let (number, digit) = (segment[0].0 / n, segment[0].0 % n);
            let cells: Vec<Literal> = segment.iter().map(|place| place.1).collect();
            let literal = clauses.any_of(&cells);
            let of_segment = pieces.parts(number).into_iter().filter(|part| *part != NO_PART);
            parts.extend(of_segment.map(|part| (part as usize * n + digit, literal)));
            if budget.is_cancelled() {
                return false;
            }
        }
        parts.sort_unstable();
        for group in parts.chunk_by(|a, b| a.0 == b.0) {
            let segments: Vec<Literal> = group.iter().map(|part| part.1).collect();
            if pieces.is_whole(group[0].0 / n) {
                clauses.at_least_one(&segments);
            }
            clauses.at_most_one(&segments, LARGE);
            if budget.is_cancelled() {
                return false;
            }
        }
        true
    }
}

/// A solver while its clauses are being added.
struct Clauses<'a> {
    solver: &'a mut dyn Cdcl,
    /// The number of variables so far.
    variables: usize,
}

impl Clauses<'_> {
    fn variable(&mut self) -> Literal {
        self.variables += 1;
        Literal::new(self.variables - 1)
    }

    fn at_least_one(&mut self, literals: &[Literal]) {
        self.solver.add_clause(literals);
    }

    /// The literal that is true if and only if one of these is.
    fn any_of(&mut self, literals: &[Literal]) -> Literal {
        if let [only] = literals {
            return *only;
        }
        let any = self.variable();
        let mut clause = vec![!any];
        for literal in literals {
            self.solver.add_clause(&[!*literal, any]);
            clause.push(*literal);
        }
        self.solver.add_clause(&clause);
        any
    }

    /// At most one of the literals is true. Pair by pair this takes k (k - 1) / 2 clauses; from `large` literals on, the
    /// product encoding (Chen 2010, "A new SAT encoding of the at-most-one constraint") takes 2 k and a few more. It arranges
    /// the literals in a square; each implies its row and its column, and at most one row and at most one column is true.
    fn at_most_one(&mut self, literals: &[Literal], large: usize) {
        if literals.len() < large {
            for (i, one) in literals.iter().enumerate() {
                literals[..i].iter().for_each(|other| self.solver.add_clause(&[!*one, !*other]));
            }
            return;
        }
        let columns = (literals.len() - 1).isqrt() + 1;
        let rows: Vec<Literal> = (0..literals.len().div_ceil(columns)).map(|_| self.variable()).collect();
        let columns: Vec<Literal> = (0..columns).map(|_| self.variable()).collect();
        for (i, literal) in literals.iter().enumerate() {
            self.solver.add_clause(&[!*literal, rows[i / columns.len()]]);
            self.solver.add_clause(&[!*literal, columns[i % columns.len()]]);
        }
        self.at_most_one(&rows, SMALL);
        self.at_most_one(&columns, SMALL);
    }
}

#[cfg(test)]
mod tests {
    use super::super::batsat::Batsat;
    use super::super::cdcl::Outcome;
    use super::*;

    /// However it is encoded, any one or none can be true, but no two.
    #[test]
    fn at_most_one_means_that() {
        for (count, large) in [(1, 2), (6, SMALL), (7, SMALL), (12, SMALL), (60, SMALL), (12, LARGE), (66, LARGE)] {
            let literals: Vec<Literal> = (0..count).map(Literal::new).collect();
            let outcome = |truths: &[Literal]| {
                let mut solver = Batsat::default();
                Clauses { solver: &mut solver, variables: count }.at_most_one(&literals, large);
                truths.iter().for_each(|literal| solver.add_clause(&[*literal]));
                solver.solve(&mut Budget::new(None, None))
            };
            let all_false: Vec<Literal> = literals.iter().map(|literal| !*literal).collect();
            assert_eq!(outcome(&all_false), Outcome::Found);
            for (i, one) in literals.iter().enumerate() {
                assert_eq!(outcome(&[*one]), Outcome::Found, "{i} of {count}");
                let others = &literals[..i];
                assert!(others.iter().all(|other| outcome(&[*one, *other]) == Outcome::Refuted), "{i} of {count}");
            }
        }
    }
}
