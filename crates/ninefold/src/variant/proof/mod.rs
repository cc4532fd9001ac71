//! Certificates: proofs of what a puzzle has, none, one or several solutions, that a program can check which knows
//! nothing of this one.
//!
//! A [`Certificate`] is two texts. The *formula* says what the puzzle's rules are, as inequalities over variables that are 0 or
//! 1 (OPB); each rule is a few rows below a comment with its words. The *proof* derives from them, step by step, what is
//! claimed. Its format is that of VeriPB, version 2.0 (Gocht and Nordström 2021, "Certifying parity reasoning efficiently using
//! pseudo-Boolean proofs"; Bogaerts, Gocht, McCreesh and Nordström 2023, "Certified dominance and symmetry breaking for
//! combinatorial optimisation").
//!
//! # What is claimed
//!
//! The format has no word for "exactly one". But it has one for what is best: the formula asks for a solution that agrees with the
//! one that was found in as few cells as possible.
//!
//! ```text
//!   conclusion UNSAT : 4711       no solution
//!   conclusion BOUNDS 81 81       exactly one: the one found agrees with itself in 81 cells, and none agrees in fewer
//!   conclusion BOUNDS 0 77        several: one that was logged agrees with the first in 77 cells only
//! ```
//!
//! # How it is made
//!
//! The verdict comes from the engine that solves. The proof is made by a second, simple search over the formula itself
//! ([`prover`](self)): it propagates as a checker does and no more, so each clause that it learns is a step that
//! any checker follows (reverse unit propagation). The engine's own clauses would need its variables, and a derivation for each reason that
//! a sum, a table or an automaton gave; here no step needs one, whatever the rule. What unit propagation lacks is made up before:
//! sums of houses and cages, and which digits a cage has, are derived as combinations of rows (`pol`).
//!
//! ```text
//!   formula   rows over variables, written as OPB
//!   encode    a board's variables; what most rules are made of
//!   rules     each kind of constraint as rows
//!   lemmas    what is derived before the search
//!   state     values and unit propagation;  prover  the search;  log  the proof as text
//! ```

mod encode;
mod formula;
mod lemmas;
mod log;
mod prover;
mod rules;
mod state;
#[cfg(test)]
mod tests;

use super::engine::Budget;
use super::{Kind, Mistake, Solver, Verdict, VariantPuzzle};
use crate::solve::literal::Literal;
use encode::Encoder;
use formula::Formula;
use log::Log;
use prover::{Outcome, Prover};
use std::fmt;

/// A proof of how many solutions a puzzle has, and what it is a proof about.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// What is proved.
    pub verdict: Verdict,
    /// The puzzle as inequalities, in the format OPB.
    pub formula: String,
    /// The proof, in VeriPB's format.
    pub proof: String,
    /// The number of clauses that the search for the proof learned.
    pub learned: u64,
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The puzzle has a mistake.
    Mistake(Mistake),
    /// The constraint in this place of the list cannot be written as inequalities: its kind, and why not.
    Unwritten(usize, Kind, String),
    /// The budget or the cancel flag ended the search first.
    Stopped,
}

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCertificate::Mistake(mistake) => mistake.fmt(f),
            NoCertificate::Unwritten(place, kind, reason) => {
                write!(f, "constraint {}: {} cannot be written as inequalities: {reason}", place + 1, kind.title())
            }
            NoCertificate::Stopped => f.write_str("the search was stopped"),
        }
    }
}

impl std::error::Error for NoCertificate {}

impl From<Mistake> for NoCertificate {
    fn from(mistake: Mistake) -> NoCertificate {
        NoCertificate::Mistake(mistake)
    }
}

impl Solver<'_> {
    /// Proves how many solutions there are: none, exactly one, or several. The budget is for the verdict and once more for
    /// the proof.
    ///
    /// ```
    /// use ninefold::variant::{Solver, VariantPuzzle, Verdict};
    /// let mut puzzle = VariantPuzzle::sudoku(2, 2);
    /// [(0, 1), (3, 2), (5, 3), (10, 2), (12, 3)].into_iter().for_each(|(cell, digit)| puzzle.give(cell, digit));
    /// let certificate = Solver::new().certify(&puzzle)?;
    /// assert!(matches!(certificate.verdict, Verdict::Unique(_)));
    /// assert!(certificate.proof.ends_with("conclusion BOUNDS 16 16\nend pseudo-Boolean proof\n"));
    /// # Ok::<(), ninefold::variant::proof::NoCertificate>(())
    /// ```
    ///
    /// # Errors
    /// If the puzzle has a mistake, a constraint cannot be written as inequalities, or the search was stopped.
    pub fn certify(&self, puzzle: &VariantPuzzle) -> Result<Certificate, NoCertificate> {
        let verdict = self.verdict(puzzle)?.map_err(|_| NoCertificate::Stopped)?;
        certify(puzzle, verdict, &mut self.budget())
    }
}

fn certify(
    puzzle: &VariantPuzzle,
    verdict: Verdict,
    budget: &mut Budget<'_>,
) -> Result<Certificate, NoCertificate> {
    let mut encoder = Encoder::new(puzzle);
    for (place, constraint) in puzzle.constraints.iter().enumerate() {
        encoder.begin(place + 1, &format!("{}. {}", constraint.kind.title(), constraint.rule()));
        rules::encode(constraint, &mut encoder)
            .map_err(|reason| NoCertificate::Unwritten(place, constraint.kind, reason))?;
    }
    let has = |encoder: &Encoder<'_>, digits: &[i64]| -> Vec<Literal> {
        digits.iter().enumerate().map(|(cell, digit)| encoder.is(cell, *digit)).collect()
    };
    if let Verdict::Unique(one) | Verdict::Multiple(one, _) = &verdict {
        encoder.formula.objective = has(&encoder, one);
    }
    let lemmas = lemmas::Lemmas::of(&mut encoder);
    let cells = puzzle.cell_count() * puzzle.digit_count();
    let formula = encoder.formula.clone();
    let mut log = Log::new(&formula);
    let proof = match &verdict {
        Verdict::None => {
            refute(&formula, cells, &lemmas, &[], &mut log, budget)?;
            let last = log.latest();
            log.conclude(&format!("UNSAT : {last}"))
        }
        Verdict::Unique(only) => {
            let solution = has(&encoder, only);
            let model = model(&formula, cells, &solution, budget)?;
            log.solution("soli", model.into_iter());
            let other: Vec<Literal> = solution.iter().map(|literal| !*literal).collect();
            refute(&formula, cells, &lemmas, &other, &mut log, budget)?;
            log.conclude(&format!("BOUNDS {0} {0}", only.len()))
        }
        Verdict::Multiple(one, other) => {
            for digits in [one, other] {
                let model = model(&formula, cells, &has(&encoder, digits), budget)?;
                log.solution("sol", model.into_iter());
            }
            let same = one.iter().zip(other).filter(|(one, other)| one == other).count();
            log.conclude(&format!("BOUNDS 0 {same}"))
        }
    };
    Ok(Certificate { verdict, formula: formula.opb(), proof, learned: 0 })
}

/// All variables of the formula, where the cells have these digits.
fn model(
    formula: &Formula,
    cells: usize,
    digits: &[Literal],
    budget: &mut Budget<'_>,
) -> Result<Vec<Literal>, NoCertificate> {
    let mut prover = Prover::new(formula, cells).expect("the formula has a solution");
    // What is learned on the way is not for the proof.
    let mut aside = Log::new(formula);
    match prover.run(digits, &mut aside, budget) {
        Outcome::Model => {}
        Outcome::Stopped => return Err(NoCertificate::Stopped),
        Outcome::Refuted => unreachable!("the formula has a solution"),
    }
    debug_assert!(digits.iter().all(|literal| prover.state.is_true(*literal)), "it is the one that was found");
    let value = |variable| {
        let literal = Literal::new(variable);
        if prover.state.is_true(literal) { literal } else { !literal }
    };
    Ok((0..formula.variables()).map(value).collect())
}

/// Shows that nothing keeps the formula, or, with a clause, the formula and this clause.
fn refute(
    formula: &Formula,
    cells: usize,
    lemmas: &lemmas::Lemmas,
    other: &[Literal],
    log: &mut Log<'_>,
    budget: &mut Budget<'_>,
) -> Result<(), NoCertificate> {
    let Some(mut prover) = Prover::new(formula, cells) else {
        log.clause(&[]);
        return Ok(());
    };
    let terms: Vec<(i64, Literal)> = other.iter().map(|literal| (1, *literal)).collect();
    let is_open = (other.is_empty() || prover.state.add(&terms, 1).is_some()) && lemmas.add(formula, &mut prover.state, log);
    if !is_open {
        log.clause(&[]);
        return Ok(());
    }
    match prover.run(&[], log, budget) {
        Outcome::Refuted => Ok(()),
        Outcome::Stopped => Err(NoCertificate::Stopped),
        Outcome::Model => unreachable!("the verdict is right"),
    }
}
