//! The rows of a data set and their columns.

use crate::classes::{key_of, share_of};
use crate::forms::Class;
use crate::kinds::Column;
use crate::made;
use crate::output::{csv_row, plain};
use ninefold::Symbols;
use ninefold::generate::Made;
use ninefold::notation::Record;
use serde_json::{Value, json};

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

/// The columns, in their order.
pub(super) fn columns() -> impl Iterator<Item = Column> {
    made::columns("missing").map(|(column, _)| column)
}

/// The place of the form among them.
const FORM: usize = 8;

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
        let class = Class::of_record(&Record::new(made.puzzle.clone())).map_err(anyhow::Error::msg)?;
        let mut values = made::values(made, &Symbols::for_side(made.puzzle.shape().side()), seed)?;
        values.shift_insert(FORM, "form".to_owned(), json!(class.text));
        let text = match rows.as_made() {
            Rows::Csv => csv_row(&values.values().map(plain).collect::<Vec<_>>()),
            Rows::Jsonl | Rows::Parquet => format!("{}\n", Value::Object(values)),
        };
        let (key, share) = (key_of(&class.text), share_of(&class.text, seed));
        Ok(Row { key, share, is_formless: class.formless.is_some(), text })
    }
}

/// The first line of a file, if there is one.
pub(super) fn header(rows: Rows) -> String {
    match rows.as_made() {
        Rows::Csv => made::header("missing") + "\n",
        Rows::Jsonl | Rows::Parquet => String::new(),
    }
}
