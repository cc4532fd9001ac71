//! The reasons why a request has no answer.

use ninefold::Cell;
use serde_json::{Map, Value, json};

/// What was wrong with a request, and where.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    place: Option<(usize, usize)>,
    cell: Option<Cell>,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), place: None, cell: None }
    }

    /// Adds the place: a line and column of the text to be read, both from 1.
    pub(crate) fn at(self, line: usize, column: usize) -> Failure {
        Failure { place: Some((line, column)), ..self }
    }

    pub(crate) fn in_cell(self, cell: Cell) -> Failure {
        Failure { cell: Some(cell), ..self }
    }

    pub(crate) fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("message".to_owned(), json!(self.message));
        if let Some((line, column)) = self.place {
            object.insert("line".to_owned(), json!(line));
            object.insert("column".to_owned(), json!(column));
        }
        if let Some(cell) = self.cell {
            object.insert("cell".to_owned(), json!(cell.index()));
        }
        Value::Object(object)
    }
}

/// A value for a message: all of it if it is short, otherwise its beginning.
pub(crate) fn short(value: &Value) -> String {
    beginning(&value.to_string())
}

/// A text, or its beginning if it is long.
pub(crate) fn beginning(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
