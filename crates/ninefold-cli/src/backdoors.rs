//! `ninefold backdoors`: the smallest sets of cells that, once filled in, let singles solve the rest.

use crate::command::{Command, Out, Refusal};
use crate::kinds::Form;
use crate::proper::{Listed, Listing, STATUS, list, listing};
use crate::{Outcome, variants};
use clap::Args;
use ninefold::backdoors;
use ninefold::notation::Record;
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Backdoors {
    /// Look for sets of at most this many cells
    #[arg(long, value_name = "N", default_value_t = 3)]
    most: usize,

    #[command(flatten)]
    listing: Listing,
}

pub(crate) fn run(args: &Backdoors) -> anyhow::Result<Outcome> {
    args.listing.run(args)
}

impl Command for Backdoors {
    listing!([STATUS, list("backdoors")]);
    const PORTION: usize = 1;

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let solution = self.listing.search.solver().judge(&record.puzzle, &record.symbols)?;
        let most = self.most;
        let shape = record.puzzle.shape();
        let name = |cells: &Vec<_>| cells.iter().map(|cell| shape.name(*cell).to_string()).collect::<Vec<_>>();
        let is_in_time = || !self.listing.search.limit.is_over();
        let sets = backdoors::smallest_while(&record.puzzle, &solution, most, &is_in_time);
        let sets: Vec<Vec<String>> = sets.ok_or_else(variants::stopped)?.iter().map(name).collect();
        if self.listing.format == Form::LINE {
            let ways = || sets.iter().map(|cells| cells.join("+")).collect::<Vec<_>>().join(" ");
            out.entry(&match sets.first().map(Vec::len) {
                None => format!("more than {most}"),
                Some(0) => "0: singles solve it".to_owned(),
                Some(size) => format!("{size}: {}", ways()),
            });
        }
        Ok(json!(sets))
    }
}
