//! `ninefold convert`: the same puzzles in another format.

use crate::Outcome;
use crate::batch::{self, Item};
use crate::command::{Answer, Command, Options, Out, Refusal, Wants};
use crate::input::{Input, Rules, Table, Work};
use crate::kinds::{Added, Column, Form, Kind, Type};
use crate::table::{self, Request};
use anyhow::Context;
use clap::Args;
use ninefold::notation::{self, Format, Record, VariantRecord};
use ninefold::variant::Constraint;
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: Rules,

    /// Format to write: line, grid, box, table, candidates, pencilmarks, sukaku, sdk, sdm, sdx, ss, csv, csv-kaggle-1m,
    /// csv-kaggle-3m, csv-extreme, csv-rrn, hodoku, susser, opensudoku, parquet or jsonl; or a link: f-puzzles, fpuz,
    /// scf, sudokuwiki or iss; may be left out where the output's name says that a table is to be written
    #[arg(long, value_name = "FORMAT", value_parser = to, help_heading = "Output")]
    to: Option<Form>,

    #[command(flatten)]
    table: Table,

    #[command(flatten)]
    work: Work,
}

/// What puzzles are converted to: here JSON is a format, and its lines are a table.
fn to(name: &str) -> Result<Form, String> {
    match name {
        "parquet" => Ok(Form::Parquet),
        "jsonl" => Ok(Form::Json),
        name => match name.parse() {
            Ok(format) => Form::of_format(format),
            Err(error) => Err(format!("{error}; and parquet, jsonl")),
        },
    }
}

pub(crate) fn run(args: &Convert) -> anyhow::Result<Outcome> {
    // What is not a table is the text of each puzzle.
    let text = [Added { answer: "text".to_owned(), name: "text".to_owned() }];
    let kind = args.to.map(|form| form.kind().unwrap_or(Kind::Text));
    let request = Request {
        add: (kind == Some(Kind::Text)).then_some(&text[..]),
        format: kind,
        is_format_of_tables: matches!(args.to, Some(Form::Parquet | Form::Json)),
        ..Request::new(&args.input, &args.work, &args.table)
    };
    let is_for_table = Request { add: None, ..request }.is_for_table();
    if is_for_table {
        return table::run(args, &request);
    }
    args.to.context("--to names a format, or --output a file that ends in .parquet")?;
    batch::run(args, &args.input, &args.work)
}

impl Convert {
    fn format(&self) -> Format {
        self.to.and_then(Form::format).unwrap_or(Format::Line)
    }
}

impl Command for Convert {
    type Found = String;
    /// The text of a puzzle; empty where rows are only copied.
    const ANSWERS: &'static [Answer<String>] = &[Answer::row(Column::other("text", Type::Text), |text| json!(text))];
    const REPORT: &'static str = "{good} converted, {invalid} left out";

    fn options(&self) -> Options<'_> {
        Options::new(&self.input)
    }

    fn rules(&self) -> &[Constraint] {
        self.rules.list()
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<String, Refusal> {
        if matches!(out.wants, Wants::Columns(wants) if !wants("text")) {
            return Ok(String::new());
        }
        let written = notation::write(record, self.format()).map_err(|error| Refusal::invalid(error.to_string()))?;
        out.remarks.extend(written.lost.iter().map(|loss| loss.kind()));
        Ok(written.text)
    }

    fn find_variant(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Option<Result<String, Refusal>> {
        let written = match notation::write_variant(record, self.format()) {
            Ok(written) => written,
            Err(error) => return Some(Err(Refusal::invalid(error.to_string()))),
        };
        out.remarks.extend(written.lost.iter().map(|loss| loss.kind()));
        Some(Ok(written.text))
    }

    fn text(&self, text: &String) -> String {
        text.clone()
    }

    /// What cannot be converted is left out.
    fn refusal(&self, _: &Refusal, _: &Item<'_>) -> String {
        String::new()
    }

    fn header(&self) -> Option<String> {
        self.format().header().map(str::to_owned)
    }

    fn footer(&self) -> Option<&'static str> {
        self.format().footer()
    }

    fn has_blocks(&self) -> bool {
        self.format().is_block()
    }
}
