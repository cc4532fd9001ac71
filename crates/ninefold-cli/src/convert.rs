//! `ninefold convert`: the same puzzles in another format.

use crate::Outcome;
use crate::batch::{self, Item};
use crate::command::{Answer, Command, Options, Out, Refusal, Wants};
use crate::input::{Input, Rules, Table, Work};
use crate::kinds::{Added, Column, Form, Kind, Type, unknown_format};
use crate::table::{self, Request};
use anyhow::Context;
use clap::Args;
use ninefold::notation::{self, Field, Format, Record, VariantRecord};
use ninefold::render::{self, svg};
use ninefold::variant::Constraint;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Args, Debug)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: Rules,

    /// Format to write: line, grid, box, table, candidates, pencilmarks, sukaku, sdk, sdm, sdx, ss, csv, csv-kaggle-1m,
    /// csv-kaggle-3m, csv-extreme, csv-rrn, hodoku, susser, opensudoku, parquet or jsonl; a link: f-puzzles, fpuz, scf,
    /// sudokuwiki or iss; svg for a picture, words for the board with its rules in words; may be left out if the
    /// output's name shows that a table is to be written
    #[arg(long, value_name = "FORMAT", value_parser = to, help_heading = "Output")]
    to: Option<To>,

    #[command(flatten)]
    table: Table,

    #[command(flatten)]
    work: Work,
}

/// What to convert puzzles to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    /// A format or table; here JSON is a format, and its lines are a table.
    Form(Form),
    /// A picture, which cannot be read back.
    Svg,
    /// The board as text and the rules in words, which cannot be read back either.
    Words,
}

fn to(name: &str) -> Result<To, String> {
    match name {
        "parquet" => Ok(To::Form(Form::Parquet)),
        "jsonl" => Ok(To::Form(Form::Json)),
        "svg" => Ok(To::Svg),
        "words" => Ok(To::Words),
        name => match name.parse() {
            Ok(format) => Form::of_format(format).map(To::Form),
            Err(_) => Err(unknown_format(name, |_| true, &["parquet", "jsonl", "svg", "words"])),
        },
    }
}

pub(crate) fn run(args: &Convert) -> anyhow::Result<Outcome> {
    // Output that is not a table is the text of each puzzle.
    let text = [Added { answer: "text".to_owned(), name: "text".to_owned() }];
    let form = |to| if let To::Form(form) = to { Some(form) } else { None };
    let kind = args.to.map(|to| form(to).and_then(Form::kind).unwrap_or(Kind::Text));
    let request = Request {
        add: (kind == Some(Kind::Text)).then_some(&text[..]),
        format: kind,
        is_format_of_tables: matches!(args.to, Some(To::Form(Form::Parquet | Form::Json))),
        ..Request::new(&args.input, &args.work, &args.table)
    };
    let is_for_table = Request { add: None, ..request }.is_for_table();
    if is_for_table {
        return table::run(args, &request);
    }
    args.to.context("expected --to FORMAT, or --output with a name that ends in .parquet")?;
    batch::run(args, &args.input, &args.work)
}

impl Convert {
    /// The format to write, if it is not a picture or words.
    fn format(&self) -> Option<Format> {
        match self.to {
            None => Some(Format::Line),
            Some(To::Form(form)) => Some(form.format().unwrap_or(Format::Line)),
            Some(To::Svg | To::Words) => None,
        }
    }

    fn draw(&self, record: &Record) -> String {
        let Record { puzzle, symbols, fields, .. } = record;
        match self.to {
            Some(To::Svg) if puzzle.removed().is_some() => svg::board(puzzle, &BTreeMap::new(), symbols, title(fields)),
            Some(To::Svg) => svg::digits(puzzle, symbols, title(fields)),
            _ => render::text::grid(puzzle, symbols),
        }
    }

    fn draw_variant(&self, record: &VariantRecord) -> String {
        match self.to {
            Some(To::Svg) => render::variant::svg(&record.puzzle, title(&record.fields)),
            _ => render::variant::text(&record.puzzle),
        }
    }
}

impl Command for Convert {
    type Found = String;
    const KNOWS_PLACED: bool = true;
    /// The text of a puzzle; empty if rows are only copied.
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
        let Some(format) = self.format() else { return Ok(self.draw(record)) };
        let written = notation::write(record, format).map_err(|error| Refusal::invalid(error.to_string()))?;
        out.remarks.extend(written.lost.iter().map(|loss| loss.kind()));
        Ok(written.text)
    }

    fn find_variant(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Option<Result<String, Refusal>> {
        if matches!(out.wants, Wants::Columns(wants) if !wants("text")) {
            return Some(Ok(String::new()));
        }
        let Some(format) = self.format() else { return Some(Ok(self.draw_variant(record))) };
        let written = match notation::write_variant(record, format) {
            Ok(written) => written,
            Err(error) => return Some(Err(Refusal::invalid(error.to_string()))),
        };
        out.remarks.extend(written.lost.iter().map(|loss| loss.kind()));
        Some(Ok(written.text))
    }

    fn text(&self, text: &String) -> String {
        text.clone()
    }

    /// Puzzles that cannot be converted are left out.
    fn refusal(&self, _: &Refusal, _: &Item<'_>) -> String {
        String::new()
    }

    fn header(&self) -> Option<String> {
        self.format()?.header().map(str::to_owned)
    }

    fn footer(&self) -> Option<&'static str> {
        self.format()?.footer()
    }

    fn has_blocks(&self) -> bool {
        self.format().is_none_or(Format::is_block)
    }
}

/// The title of a picture.
fn title(fields: &BTreeMap<Field, String>) -> &str {
    fields.get(&Field::Description).map_or("Sudoku", String::as_str)
}
