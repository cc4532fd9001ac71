//! The proof as text (VeriPB's format, version 2.0).

use super::formula::Formula;
use crate::solve::literal::Literal;
use std::fmt::Write as _;

/// Writes steps, and numbers the inequalities that they derive, starting after those of the formula.
#[derive(Clone, Debug)]
pub(super) struct Log<'a> {
    formula: &'a Formula,
    text: String,
    next: u64,
}

const FITS: &str = "a string takes everything";

impl<'a> Log<'a> {
    pub(super) fn new(formula: &'a Formula) -> Log<'a> {
        let count = formula.inequalities();
        let text = format!("pseudo-Boolean proof version 2.0\nf {count}\n");
        Log { formula, text, next: count as u64 + 1 }
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Writes a clause that unit propagation shows: one of the literals is true. Without literals, it is the contradiction.
    pub(super) fn clause(&mut self, literals: &[Literal]) -> u64 {
        self.text += "rup ";
        for literal in literals {
            let (sign, name) = self.formula.name(*literal);
            write!(self.text, "1 {sign}{name} ").expect(FITS);
        }
        self.text += ">= 1 ;\n";
        self.number()
    }

    /// Writes a sum of inequalities, given by number, each taken one or more times.
    pub(super) fn combination(&mut self, parts: &[(u64, i64)]) -> u64 {
        self.text += "pol";
        for (place, (number, times)) in parts.iter().enumerate() {
            write!(self.text, " {number}").expect(FITS);
            if *times > 1 {
                write!(self.text, " {times} *").expect(FITS);
            }
            self.text += if place > 0 { " +" } else { "" };
        }
        self.text += "\n";
        self.number()
    }

    /// Deletes inequalities that are no longer needed.
    pub(super) fn delete(&mut self, numbers: &[u64]) {
        if !numbers.is_empty() {
            self.text += "del id";
            numbers.iter().for_each(|number| write!(self.text, " {number}").expect(FITS));
            self.text += "\n";
        }
    }

    /// Writes a solution of the formula: all variables with their values. After `soli`, only better solutions, by the objective,
    /// are considered.
    pub(super) fn solution(&mut self, rule: &str, literals: impl Iterator<Item = Literal>) {
        self.text += rule;
        for literal in literals {
            let (sign, name) = self.formula.name(literal);
            write!(self.text, " {sign}{name}").expect(FITS);
        }
        self.text += "\n";
        if rule == "soli" {
            self.number();
        }
    }

    /// The number of the latest inequality.
    pub(super) fn latest(&self) -> u64 {
        self.next - 1
    }

    pub(super) fn conclude(mut self, conclusion: &str) -> String {
        self.text.extend(["output NONE\nconclusion ", conclusion, "\nend pseudo-Boolean proof\n"]);
        self.text
    }
}
