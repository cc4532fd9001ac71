//! `ninefold shuffle`: boards after random symmetries.

use crate::Outcome;
use crate::batch::{self, Item};
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::input::{Input, Work};
use crate::kinds::{Column, Form, Type, unknown_format};
use clap::Args;
use ninefold::Grid;
use ninefold::notation::{self, Field, Format, ReadOptions, Record};
use ninefold::symmetry::Transformation;
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Shuffle {
    #[command(flatten)]
    input: Input,

    /// Seed: a different seed draws different symmetries
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Format of the boards: any that convert knows, or json, which includes the transformation
    #[arg(long, value_name = "FORMAT", value_parser = format, default_value = "line", help_heading = "Output")]
    format: Form,

    #[command(flatten)]
    work: Work,
}

fn format(name: &str) -> Result<Form, String> {
    match name {
        "json" => Ok(Form::Json),
        name => match name.parse() {
            Ok(format) => Form::Text(format).of_classics(),
            Err(_) => Err(unknown_format(name, Format::is_written, &[])),
        },
    }
}

pub(crate) fn run(args: &Shuffle) -> anyhow::Result<Outcome> {
    batch::run(args, &args.input, &args.work)
}

/// A board after a symmetry.
pub(crate) struct Shuffled {
    text: String,
    transformation: Transformation,
}

/// The record of the board after a symmetry. Only those statements of the text are kept that are true of both boards.
fn moved(record: &Record, transformation: &Transformation) -> Record {
    let mut moved = record.clone();
    moved.puzzle = transformation.apply(&record.puzzle);
    for field in [
        Field::Technique,
        Field::TechniqueDigits,
        Field::Eliminations,
        Field::Placements,
        Field::Extra,
        Field::Solution,
    ] {
        moved.fields.remove(&field);
    }
    let solution = record.fields.get(&Field::Solution).and_then(|text| {
        let options = ReadOptions::default().shape(record.puzzle.shape()).symbols(record.symbols.clone());
        Grid::try_from(&notation::read(text, &options).ok()?.puzzle).ok()
    });
    if let Some(solution) = solution {
        let line = notation::grid_line(&transformation.apply_to_grid(&solution), &record.symbols);
        moved.fields.insert(Field::Solution, line);
    }
    moved
}

impl Command for Shuffle {
    type Found = Shuffled;
    const ANSWERS: &'static [Answer<Shuffled>] = &[
        Answer::status(Column::usual("status", Type::Text), |_| "ok"),
        Answer::new(Column::usual("shuffled", Type::Board), |found| json!(found.text.trim_end())),
        Answer::new(Column::usual("transformation", Type::Board), |found| json!(found.transformation.to_string())),
    ];
    const REPORT: &'static str = "{good} shuffled, {invalid} not";

    fn options(&self) -> Options<'_> {
        Options { form: self.format, ..Options::new(&self.input) }
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Shuffled, Refusal> {
        let transformation = Transformation::random(record.puzzle.shape(), self.seed, out.number());
        let written = notation::write(&moved(record, &transformation), self.format.format().unwrap_or(Format::Line));
        let written = written.map_err(|error| Refusal {
            status: "unwritable",
            words: "Not written",
            reason: Some(error.to_string()),
            fate: Fate::Invalid,
        })?;
        out.remarks.extend(written.lost.iter().map(|loss| loss.kind()));
        Ok(Shuffled { text: written.text, transformation })
    }

    fn text(&self, shuffled: &Shuffled) -> String {
        shuffled.text.clone()
    }

    fn refusal(&self, refusal: &Refusal, _: &Item<'_>) -> String {
        let has_lines = self.format == Form::LINE;
        if has_lines { format!("{}\n", refusal.words) } else { String::new() }
    }

    fn has_blocks(&self) -> bool {
        self.format.is_block()
    }
}
