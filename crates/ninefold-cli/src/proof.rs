//! `check --proof`: the certificate of a puzzle, in two files.

use crate::batch::{expect_file, fail};
use crate::command::{Fate, Out, Refusal};
use crate::variants;
use clap::Args;
use ninefold::variant::proof::NoCertificate;
use ninefold::variant::{Solver, VariantPuzzle};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Proof {
    /// Write a certificate of the verdict on one puzzle: a proof in VeriPB's format to FILE, and the puzzle as
    /// inequalities to a file beside it that ends in .opb
    #[arg(long = "proof", value_name = "FILE", help_heading = "Output")]
    file: Option<PathBuf>,
}

impl Proof {
    pub(crate) fn is_wanted(&self) -> bool {
        self.file.is_some()
    }

    /// Writes the certificate, if it was requested.
    pub(crate) fn write(
        &self,
        puzzle: impl FnOnce() -> Option<VariantPuzzle>,
        solver: &Solver<'_>,
        inputs: &[OsString],
        out: &mut Out<'_, '_>,
    ) -> Result<(), Refusal> {
        let Some(file) = &self.file else { return Ok(()) };
        if !out.is_alone() || out.number() > 0 {
            return Err(refused("a proof is for one puzzle, expected no more".to_owned()));
        }
        let formula = file.with_extension("opb");
        if formula == *file {
            return Err(refused(format!("{} is for the inequalities, expected another ending", file.display())));
        }
        // Checked before anything is searched.
        for file in [file, &formula] {
            expect_file(file, inputs).map_err(|error| refused(error.to_string()))?;
        }
        let most = VariantPuzzle::MAX_SIDE;
        let puzzle = puzzle().ok_or_else(|| refused(format!("no proofs of boards with more than {most} rows")))?;
        let certificate = solver.certify(&puzzle).map_err(|why| match why {
            NoCertificate::Stopped => variants::stopped(),
            why => refused(why.to_string()),
        })?;
        for (file, text) in [(file, &certificate.proof), (&formula, &certificate.formula)] {
            if let Err(error) = std::fs::write(file, text) {
                fail(&anyhow::anyhow!("{}: {error}", file.display()));
            }
        }
        Ok(())
    }
}

fn refused(reason: String) -> Refusal {
    Refusal { status: "unproved", words: "No proof", reason: Some(reason), fate: Fate::Invalid }
}
