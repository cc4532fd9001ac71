//! What is told about the puzzles of a batch, as columns.

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

/// What is to be told of what a command can tell.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// For each thing that can be told, then for errors: which of the new columns it becomes.
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
    /// If nobody can tell something of it, or a name appears twice.
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
    /// Per column whether the current row has it.
    is_told: Vec<bool>,
    row: u64,
    pub(super) remarks: Remarks,
}

/// What is to be said besides the answers.
#[derive(Default)]
pub(super) struct Remarks {
    pub(super) tally: Tally,
    /// How many rows have an error in a column for that, and the first of them with its number.
    pub(super) errors: u64,
    pub(super) first_error: Option<(u64, String)>,
    /// Those that no column tells.
    pub(super) told_errors: Vec<(u64, String)>,
    /// What the reader of texts had to decide, with the rows.
    pub(super) notes: Vec<(u64, Note)>,
    /// Things said once, with the first row: as `note: ...`.
    pub(super) sayings: Vec<(u64, String)>,
}

impl<'a> Answers<'a> {
    /// Those to puzzles from this row on, counted from 1.
    pub(super) fn new(asked: &'a Asked, first: u64) -> Answers<'a> {
        let columns = asked.fields.iter().map(|(_, kind)| Builder::new(*kind)).collect();
        Answers { asked, columns, is_told: vec![false; asked.fields.len()], row: first, remarks: Remarks::default() }
    }

    /// The row of the next puzzle.
    pub(super) fn puzzle(&mut self) -> Row<'_, 'a> {
        self.remarks.tally.puzzles += 1;
        Row(self)
    }

    /// The row is done, with a puzzle or without.
    pub(super) fn end_row(&mut self) {
        for (column, is_told) in self.columns.iter_mut().zip(&mut self.is_told) {
            if !std::mem::replace(is_told, false) {
                column.add_null();
            }
        }
        self.row += 1;
    }

    /// The new columns.
    pub(super) fn finish(self) -> (RecordBatch, Remarks) {
        let rows = self.columns.first().map_or(0, |column| match column {
            Builder::Text(builder) => arrow_array::builder::ArrayBuilder::len(builder),
            Builder::Number(builder) => arrow_array::builder::ArrayBuilder::len(builder),
            Builder::Real(builder) => arrow_array::builder::ArrayBuilder::len(builder),
            Builder::Flag(builder) => arrow_array::builder::ArrayBuilder::len(builder),
        });
        let schema = Arc::new(Schema::new(self.asked.fields()));
        let columns = self.columns.into_iter().map(Builder::finish).collect();
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(schema, columns, &options);
        (batch.expect("every row ends in every column"), self.remarks)
    }
}

/// One puzzle's row: what is told about it, by number of the thing that can be told.
pub(super) struct Row<'b, 'a>(&'b mut Answers<'a>);

impl Row<'_, '_> {
    /// Fills in a column, once; says so if a number is too large for it.
    pub(super) fn put(&mut self, column: usize, name: &str, value: &Value) -> Option<String> {
        let slot = self.0.asked.slots[column]?;
        self.0.is_told[slot] = true;
        let builder = &mut self.0.columns[slot];
        builder.add(value).is_err().then(|| {
            builder.add_null();
            format!("{name} {} does not fit into 64 bits", output::plain(value))
        })
    }

    /// Why there is no answer, or not the whole.
    pub(super) fn error(&mut self, error: String) {
        let row = self.0.row;
        self.put(self.0.asked.slots.len() - 1, "error", &Value::from(&*error));
        let remarks = &mut self.0.remarks;
        if self.0.asked.has_errors() {
            remarks.errors += 1;
            remarks.first_error.get_or_insert((row, error));
        } else {
            remarks.told_errors.push((row, error));
        }
    }

    /// What the reader of the text had to decide.
    pub(super) fn notes(&mut self, notes: &[Note]) {
        let row = self.0.row;
        self.0.remarks.notes.extend(notes.iter().map(|note| (row, note.clone())));
    }

    /// Says something that is said once for all puzzles.
    pub(crate) fn say_once(&mut self, what: String) {
        let row = self.0.row;
        if self.0.remarks.sayings.iter().all(|(_, said)| *said != what) {
            self.0.remarks.sayings.push((row, what));
        }
    }

    /// What has become of the puzzles.
    pub(crate) fn tally(&mut self) -> &mut Tally {
        &mut self.0.remarks.tally
    }
}
