//! The rows of a data set and their columns.

use crate::classes::{key_of, share_of};
use crate::forms::Class;
use crate::output::{csv_row, json_number};
use anyhow::Context;
use ninefold::generate::Made;
use ninefold::notation::{self, Format, Record};
use ninefold::{Shape, Symbols};
use serde_json::{Map, Value, json};

/// How rows are written.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rows {
    /// Comma-separated values with a header
    Csv,
    /// A JSON object in each line
    Jsonl,
    /// Columns of texts and numbers
    Parquet,
}

impl Rows {
    /// The name, which is also how names of files end.
    pub(super) fn name(self) -> &'static str {
        match self {
            Rows::Csv => "csv",
            Rows::Jsonl => "jsonl",
            Rows::Parquet => "parquet",
        }
    }

    /// The format while rows are made. Parquet can neither grow row by row nor continue after an interrupt.
    pub(super) fn as_made(self) -> Rows {
        match self {
            Rows::Parquet => Rows::Jsonl,
            rows => rows,
        }
    }
}

/// Names and meanings of the columns, in their order.
pub(super) const COLUMNS: [(&str, &str); 11] = [
    ("puzzle", "the givens row by row, '.' for blanks; exactly one solution, proved"),
    ("solution", "the solution in the same order"),
    ("clues", "number of givens"),
    ("level", "of HoDoKu's scale: easy, medium, hard, unfair, extreme"),
    ("score", "of HoDoKu's scale: the sum of the scores of all steps"),
    ("hardest", "of the steps of the highest level the technique with the highest score"),
    ("techniques", "how often the path uses each technique, as x-wing:1;naked-single:20, or as an object in JSON"),
    ("weight", "how much rarer puzzles with this number of clues are found than others; only with --sample"),
    ("form", "the minlex form, the same for all puzzles that differ only by symmetry"),
    ("seed", "of the whole data set"),
    ("index", "the number of the puzzle: ninefold generate --seed SEED --start INDEX makes it with the same wishes"),
];

/// A finished row, with what decides whether and where it is written.
pub(super) struct Row {
    pub(super) key: [u8; 16],
    pub(super) share: u64,
    /// Whether it has no minlex form and is compared as it is written.
    pub(super) is_formless: bool,
    pub(super) text: String,
}

impl Row {
    /// The row of a puzzle.
    ///
    /// # Errors
    /// None is expected: every puzzle that is made can be written and has a class.
    pub(super) fn of(made: &Made, seed: u64, rows: Rows) -> anyhow::Result<Row> {
        let record = Record::new(made.puzzle.clone());
        let class = Class::of_record(&record).map_err(anyhow::Error::msg)?;
        let rating = made.rating.as_ref().context("a puzzle without a rating")?;
        let techniques = rating.steps.iter().map(|(technique, count)| (technique.slug(), json!(count)));
        let values: [Value; COLUMNS.len()] = [
            json!(notation::write(&record, Format::Line)?.text.trim_end()),
            json!(notation::grid_line(&made.solution, &Symbols::for_side(made.puzzle.shape().side()))),
            json!(made.puzzle.givens().count()),
            json!(rating.level().name()),
            json!(rating.score()),
            json!(rating.hardest().map(|technique| technique.slug())),
            Value::Object(techniques.collect()),
            json!(made.weight),
            json!(class.text),
            json_number(&seed.into()),
            json_number(&made.index.into()),
        ];
        let text = match rows.as_made() {
            Rows::Csv => csv_row(&values.each_ref().map(plain).each_ref().map(String::as_str)),
            Rows::Jsonl | Rows::Parquet => {
                let members = COLUMNS.iter().map(|(name, _)| (*name).to_owned()).zip(values);
                format!("{}\n", Value::Object(members.collect::<Map<String, Value>>()))
            }
        };
        let (key, share) = (key_of(&class.text), share_of(&class.text, seed));
        Ok(Row { key, share, is_formless: class.formless.is_some(), text })
    }
}

/// A value as CSV has it.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Object(counts) => {
            counts.iter().map(|(name, count)| format!("{name}:{count}")).collect::<Vec<_>>().join(";")
        }
        value => value.to_string(),
    }
}

/// The first line of a file, if there is one.
pub(super) fn header(rows: Rows) -> String {
    match rows.as_made() {
        Rows::Csv => csv_row(&COLUMNS.map(|(name, _)| name)),
        Rows::Jsonl | Rows::Parquet => String::new(),
    }
}

/// What rows of a data set have in common, for checking them.
pub(super) struct Expected {
    pub(super) shape: Shape,
    pub(super) seed: u64,
}
