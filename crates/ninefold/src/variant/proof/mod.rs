//! Certificates: proofs that a puzzle has no solution, exactly one or several, which an independent program can check.
//!
//! A [`Certificate`] consists of two texts. The *formula* gives the puzzle's rules as inequalities over variables that are
//! 0 or 1 (OPB); each rule becomes a few rows, below a comment that states it in words. The *proof* derives the claim from
//! the formula, step by step. Its format is that of VeriPB, version 2.0 (Gocht and Nordström 2021, "Certifying parity
//! reasoning efficiently using pseudo-Boolean proofs"; Bogaerts, Gocht, McCreesh and Nordström 2023, "Certified dominance
//! and symmetry breaking for combinatorial optimisation").
//!
//! # What is claimed
//!
//! The format cannot express "exactly one", but it can express "best": the formula asks for a solution that agrees in as
//! few cells as possible with the one that was found.
//!
//! ```text
//!   conclusion UNSAT : 4711       no solution
//!   conclusion BOUNDS 81 81       exactly one: the one found agrees with itself in 81 cells, and none agrees in fewer
//!   conclusion BOUNDS 0 77        several: another logged solution agrees with the first in only 77 cells
//! ```
//!
//! # How it is made
//!
//! The verdict comes from the solving engine. The proof is made by a second, simple search over the formula itself
//! ([`prover`](self)). It propagates exactly as a checker does, so each clause that it learns is a step that any checker
//! can follow (reverse unit propagation). The engine's own clauses would need its variables, and a derivation for each
//! reason given by a sum, a table or an automaton; here no step needs a derivation, whatever the rule. Conclusions that
//! unit propagation misses are derived beforehand as combinations of rows (`pol`): sums of houses and cages, which digits
//! a cage has, and sums whose cells differ.
//!
//! ```text
//!   formula   rows over variables, written as OPB
//!   encode    a board's variables; the building blocks of most rules
//!   rules     each kind of constraint as rows; lines: those about whole lines and areas
//!   lemmas    combinations of rows derived before the search
//!   state     values and unit propagation;  prover  the search;  log  the proof as text
//! ```

mod encode;
mod formula;
mod lemmas;
mod lines;
mod log;
mod prover;
mod rules;
mod state;
#[cfg(test)]
mod tests;

use super::engine::Budget;
use super::{Kind, Mistake, Solver, VariantPuzzle, Verdict};
use crate::solve::literal::Literal;
use encode::Encoder;
use formula::Formula;
use lemmas::Lemmas;
use log::Log;
use prover::{Outcome, Prover};
use std::fmt;

/// A proof of whether a puzzle has no solution, one or several, with the verdict and the formula that it proves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// The proved verdict.
    pub verdict: Verdict,
    /// The puzzle as inequalities, in OPB format.
    pub formula: String,
    /// The proof, in VeriPB's format, version 2.0.
    pub proof: String,
}

/// The reason why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The puzzle has a mistake.
    Mistake(Mistake),
    /// The constraint with this index in the list cannot be written as inequalities: its kind, and the reason.
    Unwritten(usize, Kind, String),
    /// The budget or the cancel flag ended the search first.
    Stopped,
    /// A solution that the engine found does not satisfy the inequalities, which is a bug in this program.
    Differs,
}

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCertificate::Mistake(mistake) => mistake.fmt(f),
            NoCertificate::Unwritten(place, kind, reason) => {
                write!(f, "constraint {}: {} cannot be written as inequalities: {reason}", place + 1, kind.title())
            }
            NoCertificate::Stopped => f.write_str("the search was stopped"),
            NoCertificate::Differs => f.write_str("a bug in this program: the solver and the inequalities disagree"),
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
    /// Proves whether there is no solution, exactly one, or several. The budget applies once to the verdict and once more to
    /// the proof.
    ///
    /// ```
    /// use ninefold::variant::{Solver, VariantPuzzle, Verdict};
    /// let mut puzzle = VariantPuzzle::sudoku(2, 2);
    /// [(0, 1), (3, 2), (5, 3), (10, 2), (12, 3), (15, 1)].into_iter().for_each(|(cell, digit)| puzzle.give(cell, digit));
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
        certify(puzzle, verdict, EASY, &mut self.budget())
    }
}

/// Makes the certificate; for the first `easy` conflicts, the proof is tried without lemmas.
fn certify(
    puzzle: &VariantPuzzle,
    verdict: Verdict,
    easy: u64,
    budget: &mut Budget<'_>,
) -> Result<Certificate, NoCertificate> {
    let mut encoder = Encoder::new(puzzle);
    for (place, constraint) in puzzle.constraints.iter().enumerate() {
        encoder.begin(place + 1, &format!("{}. {}", constraint.kind.title(), constraint.rule()));
        rules::encode(constraint, &mut encoder)
            .map_err(|reason| NoCertificate::Unwritten(place, constraint.kind, reason))?;
    }
    let has = |digits: &[i64]| -> Vec<Literal> {
        digits.iter().enumerate().map(|(cell, digit)| encoder.is(cell, *digit)).collect()
    };
    let solutions: Vec<Vec<Literal>> = match &verdict {
        Verdict::None => Vec::new(),
        Verdict::Unique(only) => vec![has(only)],
        Verdict::Multiple(one, other) => vec![has(one), has(other)],
    };
    encoder.formula.objective = solutions.first().cloned().unwrap_or_default();
    let mut claim = Claim { cells: puzzle.cell_count() * puzzle.digit_count(), solutions: &solutions, lemmas: None };
    if easy > 0
        && let Some(proof) = claim.prove(&encoder.formula, &mut Budget { nodes: budget.nodes.min(easy), ..*budget })?
    {
        return Ok(Certificate { verdict, formula: encoder.formula.opb(), proof });
    }
    claim.lemmas = Some(Lemmas::of(&mut encoder));
    let proof = claim.prove(&encoder.formula, budget)?.ok_or(NoCertificate::Stopped)?;
    Ok(Certificate { verdict, formula: encoder.formula.opb(), proof })
}

/// The number of conflicts for which a proof is tried without lemmas.
const EASY: u64 = 100;

/// The claim to be proved about a formula: that it has no solution, exactly this one, or both of these.
struct Claim<'a> {
    /// The number of variables that stand for digits of cells.
    cells: usize,
    solutions: &'a [Vec<Literal>],
    lemmas: Option<Lemmas>,
}

impl Claim<'_> {
    /// The proof; `None` if the budget ended first.
    fn prove(&self, formula: &Formula, budget: &mut Budget<'_>) -> Result<Option<String>, NoCertificate> {
        let mut log = Log::new(formula);
        let rule = if self.solutions.len() == 1 { "soli" } else { "sol" };
        for solution in self.solutions {
            let Some(model) = self.model(formula, solution, budget)? else { return Ok(None) };
            log.solution(rule, model.into_iter());
        }
        Ok(match self.solutions {
            [] => self.refute(formula, &[], &mut log, budget).then(|| {
                let last = log.latest();
                log.conclude(&format!("UNSAT : {last}"))
            }),
            [only] => {
                let other: Vec<Literal> = only.iter().map(|literal| !*literal).collect();
                let is_refuted = self.refute(formula, &other, &mut log, budget);
                is_refuted.then(|| log.conclude(&format!("BOUNDS {0} {0}", only.len())))
            }
            [one, other, ..] => {
                let same = one.iter().zip(other).filter(|(one, other)| one == other).count();
                Some(log.conclude(&format!("BOUNDS 0 {same}")))
            }
        })
    }

    /// The values of all variables of the formula, if the cells have these digits; `None` if the budget ended first.
    fn model(
        &self,
        formula: &Formula,
        digits: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Literal>>, NoCertificate> {
        // Clauses learned on the way do not belong to the proof.
        let mut aside = Log::new(formula);
        let mut prover = Prover::new(formula, self.cells);
        let outcome = prover.as_mut().map_or(Outcome::Refuted, |prover| prover.run(digits, &mut aside, budget));
        let holds = |prover: &Prover| digits.iter().all(|literal| prover.state.is_true(*literal));
        match (outcome, prover) {
            (Outcome::Stopped, _) => Ok(None),
            (Outcome::Model, Some(prover)) if holds(&prover) => {
                let value = |literal| if prover.state.is_true(literal) { literal } else { !literal };
                Ok(Some((0..formula.variables()).map(|variable| value(Literal::new(variable))).collect()))
            }
            _ => Err(NoCertificate::Differs),
        }
    }

    /// Extends the proof to a contradiction: nothing satisfies the formula and, unless it is empty, the clause `other`. Returns
    /// whether that succeeded.
    fn refute(&self, formula: &Formula, other: &[Literal], log: &mut Log<'_>, budget: &mut Budget<'_>) -> bool {
        let search = || {
            let mut prover = Prover::new(formula, self.cells)?;
            if !other.is_empty() {
                let terms: Vec<(i64, Literal)> = other.iter().map(|literal| (1, *literal)).collect();
                prover.state.add(&terms, 1)?;
            }
            Some(prover)
        };
        let add = |prover: &mut Prover, log: &mut Log<'_>| {
            self.lemmas.as_ref().is_none_or(|lemmas| lemmas.add(formula, &mut prover.state, log))
        };
        let open = search().and_then(|mut prover| add(&mut prover, log).then_some(prover));
        match open {
            None => {
                log.clause(&[]);
                true
            }
            Some(mut prover) => prover.run(&[], log, budget) == Outcome::Refuted,
        }
    }
}
