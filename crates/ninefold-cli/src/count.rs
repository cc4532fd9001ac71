//! `ninefold count`: the number of solutions.

use crate::Outcome;
use crate::args::Count;
use crate::batch::{self, Answers, Item, Tally, Task};
use ninefold::solve::Solver;

pub(crate) fn run(args: &Count) -> anyhow::Result<Outcome> {
    let task = CountTask { limit: args.limit, solver: crate::solve::solver(&args.search) };
    batch::run(&task, &args.input, &args.work)
}

struct CountTask {
    limit: Option<u64>,
    solver: Solver<'static>,
}

impl Task for CountTask {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let record = item.read().and_then(|record| match record.puzzle.validate_with(&record.symbols) {
            Err(invalid) if !invalid.is_only_contradiction() => Err(invalid),
            _ => Ok(record),
        });
        let line = match record {
            Err(invalid) => {
                answers.tally().invalid += 1;
                answers.say(item, invalid);
                "Invalid input".to_owned()
            }
            Ok(record) => {
                answers.note(item, &record.notes);
                let count = self.solver.count(&record.puzzle, self.limit.unwrap_or(u64::MAX));
                match count {
                    Ok(0) => answers.tally().none += 1,
                    Ok(_) => answers.tally().good += 1,
                    Err(_) => answers.tally().undecided += 1,
                }
                match count {
                    Ok(count) if Some(count) == self.limit => format!("at least {count}"),
                    Ok(count) => count.to_string(),
                    Err(stopped) => {
                        answers.say(item, stopped);
                        format!("at least {}", stopped.found())
                    }
                }
            }
        };
        answers.write(&(line + "\n"));
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, invalid, undecided, .. } = tally;
        let undecided = if *undecided > 0 { format!(", {undecided} given up") } else { String::new() };
        format!("{good} with solutions, {none} without, {invalid} invalid{undecided}")
    }
}
