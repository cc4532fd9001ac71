//! `ninefold convert`: the same puzzles in another format.

use crate::Outcome;
use crate::args::Convert;
use crate::batch::{self, Tally};
use crate::command::{Answer, Command, Out, Refusal, Wants};
use crate::input::Input;
use crate::kinds::{Added, Column, Kind, To, Type};
use crate::table::{self, Request};
use anyhow::Context;
use ninefold::notation::{self, Format, Record};
use serde_json::json;

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
    let command = ConvertCommand { args, to };
    if is_for_table {
        return table::run(&command, &request);
    }
    args.to.context("--to names a format, or --output a file that ends in .parquet")?;
    batch::run(&command, &args.input, &args.work)
}

struct ConvertCommand<'a> {
    args: &'a Convert,
    to: Format,
}

/// The text of a puzzle; empty where rows are only copied.
const ANSWERS: &[Answer<String>] =
    &[Answer::row(Column::other("text", Type::Text), |found| json!(found.as_ref().ok()))];

impl Command for ConvertCommand<'_> {
    type Found = String;

    fn input(&self) -> &Input {
        &self.args.input
    }

    fn answers(&self) -> &'static [Answer<String>] {
        ANSWERS
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<String, Refusal> {
        if matches!(out.wants, Wants::Columns(wants) if !wants("text")) {
            return Ok(String::new());
        }
        let written = notation::write(record, self.to).map_err(|error| Refusal::invalid(error.to_string()))?;
        out.remarks.extend(written.lost.iter().map(|loss| loss.kind()));
        Ok(written.text)
    }

    /// What cannot be converted is left out.
    fn text(&self, found: &Result<String, Refusal>) -> String {
        found.as_ref().cloned().unwrap_or_default()
    }

    fn header(&self) -> Option<String> {
        self.to.header().map(str::to_owned)
    }

    fn has_blocks(&self) -> bool {
        self.to.is_block()
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, invalid, .. } = tally;
        format!("{good} converted, {invalid} left out")
    }
}
