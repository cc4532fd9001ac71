//! What a command finds about the puzzles of a batch, as columns.

use super::rows::ROWS;
use crate::batch::Tally;
use crate::kinds::{Added, Column, Type};
use crate::output;
use anyhow::bail;
use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use ninefold::notation::Note;
use serde_json::Value;
use std::sync::Arc;

/// Why there is no answer, for every command.
const ERROR: Column = Column::usual("error", Type::Text);

/// Which of a command's answers are asked for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// For each of its answers, then for errors: which of the new columns it becomes.
    slots: Vec<Option<usize>>,
    fields: Vec<(String, Type)>,
    /// Those of them that hold boards.
    different: Vec<String>,
}

impl Asked {
    /// Nothing.
    pub(crate) fn nothing(known: &[Column]) -> Asked {
        Asked { slots: vec![None; known.len() + 1], fields: Vec::new(), different: Vec::new() }
    }

    /// What `--add` names, or what is usual.
    ///
    /// # Errors
    /// If the command has no such answer, or a name appears twice.
    pub(crate) fn new(known: &[Column], add: &[Added]) -> anyhow::Result<Asked> {
        let all: Vec<Column> = known.iter().copied().chain([ERROR]).collect();
        let mut asked = Asked { slots: vec![None; all.len()], fields: Vec::new(), different: Vec::new() };
        let usual = all.iter().filter(|column| column.is_usual && add.is_empty());
        let usual = usual.map(|column| Added { answer: column.name.to_owned(), name: column.name.to_owned() });
        for Added { answer, name } in usual.chain(add.iter().cloned()) {
            let Some(place) = all.iter().position(|column| column.name == answer) else {
                let names = all.iter().map(|column| column.name).collect::<Vec<_>>();
                bail!("--add: there is no '{answer}' here; what can be told is {}", names.join(", "));
            };
            if asked.slots[place].is_some() || asked.fields.iter().any(|(other, _)| *other == name) {
                bail!("--add: '{name}' stands there twice");
            }
            asked.slots[place] = Some(asked.fields.len());
            if all[place].holds_boards() {
                asked.different.push(name.clone());
            }
            asked.fields.push((name, all[place].kind));
        }
        Ok(asked)
    }

    /// Whether rows are only copied.
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Whether this column of the command is wanted.
    pub(super) fn wants(&self, column: usize) -> bool {
        self.slots[column].is_some()
    }

    /// Whether there is a column for what is wrong.
    pub(super) fn has_errors(&self) -> bool {
        self.slots.last().is_some_and(Option::is_some)
    }

    /// Columns whose values are all different, nearly always: the puzzles, and long answers.
    pub(super) fn different(&self, puzzles: &str) -> Vec<String> {
        self.different.iter().cloned().chain([puzzles.to_owned()]).collect()
    }

    /// Names and types of the new columns.
    pub(super) fn fields(&self) -> Vec<Field> {
        self.fields.iter().map(|(name, kind)| field(name, *kind)).collect()
    }
}

/// A column of Arrow.
pub(super) fn field(name: &str, kind: Type) -> Field {
    let kind = match kind {
        Type::Text | Type::Board => DataType::Utf8,
        Type::Number => DataType::Int64,
        Type::Real => DataType::Float64,
        Type::Flag => DataType::Boolean,
    };
    Field::new(name, kind, true)
}

/// A column that grows row by row.
pub(super) enum Builder {
    Text(StringBuilder),
    Number(Int64Builder),
    Real(Float64Builder),
    Flag(BooleanBuilder),
}

impl Builder {
    pub(super) fn new(kind: Type) -> Builder {
        match kind {
            Type::Text => Builder::Text(StringBuilder::new()),
            Type::Board => Builder::Text(StringBuilder::with_capacity(ROWS, 81 * ROWS)),
            Type::Number => Builder::Number(Int64Builder::new()),
            Type::Real => Builder::Real(Float64Builder::new()),
            Type::Flag => Builder::Flag(BooleanBuilder::new()),
        }
    }

    pub(super) fn finish(self) -> ArrayRef {
        match self {
            Builder::Text(mut builder) => Arc::new(builder.finish()),
            Builder::Number(mut builder) => Arc::new(builder.finish()),
            Builder::Real(mut builder) => Arc::new(builder.finish()),
            Builder::Flag(mut builder) => Arc::new(builder.finish()),
        }
    }

    /// Adds a value.
    ///
    /// # Errors
    /// If it is not of this type.
    pub(super) fn add(&mut self, value: &Value) -> anyhow::Result<()> {
        let wrong = || anyhow::anyhow!("a value of another type than its column: {value}");
        match (&mut *self, value) {
            (_, Value::Null) => self.add_null(),
            (Builder::Text(builder), Value::String(text)) => builder.append_value(text),
            (Builder::Number(builder), value) => builder.append_value(value.as_i64().ok_or_else(wrong)?),
            (Builder::Real(builder), value) => builder.append_value(value.as_f64().ok_or_else(wrong)?),
            (Builder::Flag(builder), value) => builder.append_value(value.as_bool().ok_or_else(wrong)?),
            (Builder::Text(_), _) => return Err(wrong()),
        }
        Ok(())
    }

    pub(super) fn add_null(&mut self) {
        match self {
            Builder::Text(builder) => builder.append_null(),
            Builder::Number(builder) => builder.append_null(),
            Builder::Real(builder) => builder.append_null(),
            Builder::Flag(builder) => builder.append_null(),
        }
    }
}

/// The answers to the puzzles of a batch.
pub(super) struct Answers<'a> {
    asked: &'a Asked,
    columns: Vec<Builder>,
    row: u64,
    rows: usize,
    pub(super) remarks: Remarks,
}

/// What is to be said besides the answers.
#[derive(Default)]
pub(super) struct Remarks {
    pub(super) tally: Tally,
    /// How many rows have an error in a column for that, and the first of them with its number.
    pub(super) errors: u64,
    pub(super) first_error: Option<(u64, String)>,
    /// Those that no column reports.
    pub(super) other_errors: Vec<(u64, String)>,
    /// What the reader of texts had to decide, with the rows.
    pub(super) notes: Vec<(u64, Note)>,
    /// Things said once, with the first row: as `note: ...`.
    pub(super) sayings: Vec<(u64, String)>,
}

impl<'a> Answers<'a> {
    /// Those to puzzles from this row on, counted from 1.
    pub(super) fn new(asked: &'a Asked, first: u64) -> Answers<'a> {
        let columns = asked.fields.iter().map(|(_, kind)| Builder::new(*kind)).collect();
        Answers { asked, columns, row: first, rows: 0, remarks: Remarks::default() }
    }

    /// Ends a row without a puzzle: its answers stay empty.
    pub(super) fn skip(&mut self) {
        self.columns.iter_mut().for_each(Builder::add_null);
        self.end_row();
    }

    fn end_row(&mut self) {
        self.row += 1;
        self.rows += 1;
    }

    /// The new columns.
    pub(super) fn finish(self) -> (RecordBatch, Remarks) {
        let schema = Arc::new(Schema::new(self.asked.fields()));
        let columns = self.columns.into_iter().map(Builder::finish).collect();
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(self.rows));
        let batch = RecordBatch::try_new_with_options(schema, columns, &options);
        (batch.expect("every row ends in every column"), self.remarks)
    }

    /// Fills in the column of the answer with this number, if it is asked for. Returns the error where a number is too large.
    pub(super) fn put(&mut self, column: usize, name: &str, value: &Value) -> Option<String> {
        let builder = &mut self.columns[self.asked.slots[column]?];
        builder.add(value).is_err().then(|| {
            builder.add_null();
            format!("{name} {} does not fit into 64 bits", output::plain(value))
        })
    }

    /// Ends the row of a puzzle, after its answers: with the reason where there is no answer, or only part of one.
    pub(super) fn end_puzzle(&mut self, error: Option<String>) {
        self.put(self.asked.slots.len() - 1, "error", &Value::from(error.as_deref()));
        let (row, remarks) = (self.row, &mut self.remarks);
        remarks.tally.puzzles += 1;
        match error {
            None => {}
            Some(error) if self.asked.has_errors() => {
                remarks.errors += 1;
                remarks.first_error.get_or_insert((row, error));
            }
            Some(error) => remarks.other_errors.push((row, error)),
        }
        self.end_row();
    }

    /// What the reader of the text had to decide.
    pub(super) fn notes(&mut self, notes: &[Note]) {
        self.remarks.notes.extend(notes.iter().map(|note| (self.row, note.clone())));
    }

    /// Says something that is said once for all puzzles.
    pub(super) fn say_once(&mut self, what: String) {
        if self.remarks.sayings.iter().all(|(_, said)| *said != what) {
            self.remarks.sayings.push((self.row, what));
        }
    }
}
