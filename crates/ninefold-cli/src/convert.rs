//! `ninefold convert`: the same puzzles in another format.

use crate::Outcome;
use crate::args::Convert;
use crate::batch::{self, Answers, Item, Tally, Task};
use ninefold::notation;

pub(crate) fn run(args: &Convert) -> anyhow::Result<Outcome> {
    batch::run(&ConvertTask { args }, &args.input, &args.work)
}

struct ConvertTask<'a> {
    args: &'a Convert,
}

impl Task for ConvertTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let record = match item.read() {
            Ok(record) => record,
            Err(invalid) => {
                answers.tally().invalid += 1;
                return answers.say(item, self.args.input.explain(&invalid));
            }
        };
        answers.note(item, &record.notes);
        match notation::write(&record, self.args.to) {
            Ok(written) => {
                answers.tally().good += 1;
                answers.write(&written.text);
                written.lost.iter().for_each(|loss| answers.tally().remark(item, loss.kind()));
            }
            Err(error) => {
                answers.tally().invalid += 1;
                answers.say(item, error);
            }
        }
    }

    fn header(&self) -> Option<&'static str> {
        self.args.to.header()
    }

    fn has_blocks(&self) -> bool {
        self.args.to.is_block()
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, invalid, .. } = tally;
        format!("{good} converted, {invalid} left out")
    }
}
