//! `ninefold convert`: the same puzzles in another format.

use crate::Outcome;
use crate::args::Convert;
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::kinds::Kind;
use crate::kinds::{Added, To};
#[cfg(feature = "parquet")]
use crate::kinds::{Column, Type};
use crate::table::{self, Request};
#[cfg(feature = "parquet")]
use crate::table::{Row, Teller};
use anyhow::Context;
#[cfg(feature = "parquet")]
use ninefold::notation::Record;
use ninefold::notation::{self, Format};

pub(crate) fn run(args: &Convert) -> anyhow::Result<Outcome> {
    // What is no table is the text of each puzzle.
    let text = [Added { answer: "text".to_owned(), name: "text".to_owned() }];
    let kind = args.to.map(To::kind);
    let request = Request {
        add: if kind == Some(Kind::Text) { &text } else { &[] },
        format: kind,
        is_format_of_tables: matches!(args.to, Some(To::Parquet | To::JsonLines)),
        ..Request::new(&args.input, &args.work, &args.table)
    };
    let is_for_table = Request { add: &[], ..request }.is_for_table();
    let to = match args.to {
        Some(To::Format(format)) => format,
        _ => Format::Line,
    };
    let task = ConvertTask { args, to };
    if is_for_table {
        return table::run(&task, &request);
    }
    args.to.context("--to names a format, or --output a file that ends in .parquet")?;
    batch::run(&task, &args.input, &args.work)
}

struct ConvertTask<'a> {
    args: &'a Convert,
    to: Format,
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
        match notation::write(&record, self.to) {
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
        self.to.header()
    }

    fn has_blocks(&self) -> bool {
        self.to.is_block()
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, invalid, .. } = tally;
        format!("{good} converted, {invalid} left out")
    }
}

#[cfg(feature = "parquet")]
impl Teller for ConvertTask<'_> {
    fn columns(&self) -> Vec<Column> {
        vec![Column::other("text", Type::Text)]
    }

    fn tell(&self, read: Result<&Record, String>, row: &mut Row<'_, '_>) {
        let written = match read {
            Ok(record) if row.wants(0) => notation::write(record, self.to).map_err(|error| error.to_string()),
            Ok(_) => return row.tally().good += 1,
            Err(why) => Err(why),
        };
        match written {
            Ok(written) => {
                row.tally().good += 1;
                row.text(0, &written.text);
                written.lost.iter().for_each(|loss| row.say_once(loss.kind()));
            }
            Err(error) => {
                row.tally().invalid += 1;
                row.error(error);
            }
        }
    }
}
