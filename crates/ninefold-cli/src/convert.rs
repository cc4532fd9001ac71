//! `ninefold convert`: the same puzzles in another format.

use crate::Outcome;
use crate::args::Convert;
use crate::batch::{self, Answers, Item, Tally, Task};
use ninefold::notation::{self, Format, Loss};

pub(crate) fn run(args: &Convert) -> anyhow::Result<Outcome> {
    batch::run(&ConvertTask { format: args.to }, &args.input, &args.work)
}

struct ConvertTask {
    format: Format,
}

impl Task for ConvertTask {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let record = match item.read() {
            Ok(record) => record,
            Err(invalid) => {
                answers.tally().invalid += 1;
                return answers.say(item, invalid);
            }
        };
        answers.note(item, &record.notes);
        match notation::write(&record, self.format) {
            Ok(written) => {
                answers.tally().good += 1;
                answers.write(&written.text);
                written.lost.iter().for_each(|loss| answers.tally().remark(item, kind(loss)));
            }
            Err(error) => {
                answers.tally().invalid += 1;
                answers.say(item, error);
            }
        }
    }

    fn header(&self) -> Option<&'static str> {
        self.format.header()
    }

    fn has_blocks(&self) -> bool {
        self.format.is_block()
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, invalid, .. } = tally;
        format!("{good} converted, {invalid} left out")
    }
}

/// What was lost, in words that are the same for all puzzles.
fn kind(loss: &Loss) -> String {
    match loss {
        Loss::PlacedAsGivens(_) => "placed digits became givens".to_owned(),
        Loss::DigitsAsCandidates(_) => "digits became cells with one candidate".to_owned(),
        Loss::CandidatesAsDigits(_) => "cells with one candidate became digits".to_owned(),
        Loss::Candidates(_) => "removed candidates were left out".to_owned(),
        other => other.to_string(),
    }
}
