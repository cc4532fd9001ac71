//! `ninefold backdoors`: the smallest sets of cells that, once filled in, let singles solve the rest.

use crate::args::Backdoors;
use crate::command::{Command, Out, Refusal};
use crate::kinds::Lines;
use crate::proper::{Listed, STATUS, list, listing};
use crate::{Outcome, batch, search};
use ninefold::backdoors;
use ninefold::notation::Record;
use ninefold::solve::Solver;
use serde_json::json;

pub(crate) fn run(args: &Backdoors) -> anyhow::Result<Outcome> {
    batch::run(&BackdoorsCommand { args, solver: search::solver(&args.search) }, &args.input, &args.work)
}

struct BackdoorsCommand<'a> {
    args: &'a Backdoors,
    solver: Solver<'static>,
}

impl Command for BackdoorsCommand<'_> {
    listing!([STATUS, list("backdoors")]);

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let solution = self.solver.judge(&record.puzzle, &record.symbols)?;
        let most = self.args.most;
        let shape = record.puzzle.shape();
        let name = |cells: &Vec<_>| cells.iter().map(|cell| shape.name(*cell).to_string()).collect::<Vec<_>>();
        let sets: Vec<Vec<String>> = backdoors::smallest(&record.puzzle, &solution, most).iter().map(name).collect();
        if self.args.format == Lines::Line {
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
