//! A command's findings about the puzzles of a batch, as columns.

use super::rows::{ROWS, columns_of};
use crate::command::{Answer, Command, Refusal};
use crate::kinds::{Added, Column, Type};
use crate::output;
use anyhow::bail;
use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use serde_json::Value;
use std::sync::Arc;

/// The column with the reason why there is no answer, for every command.
const ERROR: Column = Column::usual("error", Type::Text);

/// The columns to add.
pub(super) struct Asked<F: 'static>(Vec<NewColumn<F>>);

struct NewColumn<F: 'static> {
    /// Its name in the table.
    name: String,
    column: Column,
    /// The source of its values; `None` for errors.
    answer: Option<&'static Answer<F>>,
}

impl<F> Asked<F> {
    /// No columns.
    pub(super) fn nothing() -> Asked<F> {
        Asked(Vec::new())
    }

    /// All findings of a command, but no errors.
    pub(super) fn all(command: &impl Command<Found = F>) -> Asked<F> {
        let answers = command.answers().iter().filter(|answer| answer.in_rows);
        let all = answers.map(|answer| (answer.column, Some(answer)));
        Asked(all.map(|(column, answer)| NewColumn { name: column.name.to_owned(), column, answer }).collect())
    }

    /// The answers that `--add` names, or the usual ones.
    ///
    /// # Errors
    /// If the command has no such answer, or a name appears twice.
    pub(super) fn new(command: &impl Command<Found = F>, add: &[Added]) -> anyhow::Result<Asked<F>> {
        let mut known = Asked::all(command).0;
        known.push(NewColumn { name: ERROR.name.to_owned(), column: ERROR, answer: None });
        if add.is_empty() {
            known.retain(|column| column.column.is_usual);
            return Ok(Asked(known));
        }
        let mut asked: Vec<NewColumn<F>> = Vec::new();
        for Added { answer, name } in add {
            let Some(NewColumn { column, answer, .. }) = known.iter().find(|column| column.name == *answer) else {
                let names = known.iter().map(|column| column.column.name).collect::<Vec<_>>();
                bail!("--add: there is no '{answer}' here; the answers are {}", names.join(", "));
            };
            if asked.iter().any(|other| other.name == *name || other.column == *column) {
                bail!("--add: '{name}' appears twice");
            }
            asked.push(NewColumn { name: name.clone(), column: *column, answer: *answer });
        }
        Ok(Asked(asked))
    }

    /// Whether rows are only copied.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the user wants this column of the command.
    pub(super) fn wants(&self, name: &str) -> bool {
        self.0.iter().any(|column| column.column.name == name)
    }

    /// Whether there is a column for errors.
    pub(super) fn has_errors(&self) -> bool {
        self.0.iter().any(|column| column.answer.is_none())
    }

    /// Columns whose values are nearly all different: the puzzles, and long answers.
    pub(super) fn different(&self, puzzles: &str) -> Vec<String> {
        let different = self.0.iter().filter(|column| column.column.kind == Type::Board);
        different.map(|column| column.name.clone()).chain([puzzles.to_owned()]).collect()
    }

    /// The names and types of the new columns.
    pub(super) fn fields(&self) -> Vec<Field> {
        self.0.iter().map(|column| field(&column.name, column.column.kind)).collect()
    }
}

/// A column for Arrow.
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

    /// Adds a value. If the value is not of this type, adds null and returns `false`.
    pub(super) fn add(&mut self, value: &Value) -> bool {
        match self {
            Builder::Text(builder) => builder.append_option(value.as_str()),
            Builder::Number(builder) => builder.append_option(value.as_i64()),
            Builder::Real(builder) => builder.append_option(value.as_f64()),
            Builder::Flag(builder) => builder.append_option(value.as_bool()),
        }
        match self {
            _ if value.is_null() => true,
            Builder::Text(_) => value.is_string(),
            Builder::Number(_) => value.is_i64(),
            Builder::Real(_) => value.is_number(),
            Builder::Flag(_) => value.is_boolean(),
        }
    }
}

/// The answers for the rows of a batch.
pub(super) struct Answers<'a, F: 'static> {
    asked: &'a Asked<F>,
    builders: Vec<Builder>,
    rows: usize,
}

impl<'a, F> Answers<'a, F> {
    pub(super) fn new(asked: &'a Asked<F>) -> Answers<'a, F> {
        let builders = asked.0.iter().map(|column| Builder::new(column.column.kind)).collect();
        Answers { asked, builders, rows: 0 }
    }

    /// Adds the next row; its answers stay empty if it has no puzzle. Numbers too large for their column are added to `error`,
    /// the reason why there is no answer, or only part of one.
    pub(super) fn add(&mut self, found: Option<&Result<F, Refusal>>, error: &mut Option<String>) {
        self.rows += 1;
        for (column, builder) in self.asked.0.iter().zip(&mut self.builders) {
            let Some(answer) = column.answer else { continue };
            let value = found.map_or(Value::Null, |found| answer.value(found));
            if !builder.add(&value) {
                let large = format!("{} {} does not fit into 64 bits", answer.column.name, output::plain(&value));
                *error = Some(error.take().map_or_else(|| large.clone(), |error| format!("{error}; {large}")));
            }
        }
        let errors = self.asked.0.iter().position(|column| column.answer.is_none());
        errors.map(|column| self.builders[column].add(&Value::from(error.as_deref())));
    }

    /// The new columns.
    pub(super) fn finish(self) -> RecordBatch {
        let columns = self.builders.into_iter().map(Builder::finish).collect();
        columns_of(Arc::new(Schema::new(self.asked.fields())), columns, self.rows)
            .expect("every row is in every column")
    }
}
