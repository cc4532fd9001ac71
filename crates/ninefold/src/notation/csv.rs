//! Comma-separated values with the headers that the known data sets use.

use super::{Field, ReadOptions, Record, assemble, line};
use crate::board::Invalid;
use std::borrow::Cow;

/// Whose header and columns to write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// `puzzle,solution`
    #[default]
    Plain,
    /// `quizzes,solutions`, blanks as 0 (Kaggle, 1 million)
    Kaggle1M,
    /// `id,puzzle,solution,clues,difficulty` (Kaggle, 3 million)
    Kaggle3M,
    /// `source,question,answer,rating` (Sudoku-Extreme)
    Extreme,
    /// Question and answer without a header (recurrent relational networks)
    Rrn,
}

impl Dialect {
    /// The name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Plain => "csv",
            Dialect::Kaggle1M => "csv-kaggle-1m",
            Dialect::Kaggle3M => "csv-kaggle-3m",
            Dialect::Extreme => "csv-extreme",
            Dialect::Rrn => "csv-rrn",
        }
    }

    /// The first line of a file, if it has a header.
    pub fn header(self) -> Option<&'static str> {
        match self {
            Dialect::Plain => Some("puzzle,solution"),
            Dialect::Kaggle1M => Some("quizzes,solutions"),
            Dialect::Kaggle3M => Some("id,puzzle,solution,clues,difficulty"),
            Dialect::Extreme => Some("source,question,answer,rating"),
            Dialect::Rrn => None,
        }
    }

    fn columns(self) -> &'static [Column] {
        use Column::{About, Puzzle};
        match self {
            Dialect::Plain | Dialect::Kaggle1M | Dialect::Rrn => &[Puzzle, About(Field::Solution)],
            Dialect::Kaggle3M => {
                &[About(Field::Id), Puzzle, About(Field::Solution), About(Field::Clues), About(Field::Rating)]
            }
            Dialect::Extreme => &[About(Field::Source), Puzzle, About(Field::Solution), About(Field::Rating)],
        }
    }
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Column {
    #[default]
    Unknown,
    Puzzle,
    About(Field),
}

/// The most columns that are looked at.
const WIDTH: usize = 16;

/// The columns of a file; at least one of them is the puzzle, or it is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Columns([Column; WIDTH]);

impl Columns {
    /// The columns of a dialect.
    pub(super) fn of(dialect: Dialect) -> Columns {
        let mut columns = Columns::default();
        columns.0.iter_mut().zip(dialect.columns()).for_each(|(column, known)| *column = *known);
        columns
    }

    /// The columns that a header names, if one of them is the puzzle.
    pub(super) fn from_header(line: &str) -> Option<Columns> {
        let mut columns = Columns::default();
        for (column, name) in columns.0.iter_mut().zip(split(line)) {
            *column = match name.trim().to_ascii_lowercase().as_str() {
                "puzzle" | "puzzles" | "quizzes" | "quiz" | "question" | "sudoku" | "grid" | "givens" => Column::Puzzle,
                "solution" | "solutions" | "answer" => Column::About(Field::Solution),
                "id" => Column::About(Field::Id),
                "source" => Column::About(Field::Source),
                "clues" => Column::About(Field::Clues),
                "difficulty" | "rating" => Column::About(Field::Rating),
                "level" => Column::About(Field::Level),
                _ => Column::Unknown,
            };
        }
        columns.0.contains(&Column::Puzzle).then_some(columns)
    }
}

pub(super) fn read(text: &str, columns: Columns, options: &ReadOptions) -> Result<Record, Invalid> {
    let values: Vec<Cow<'_, str>> = split(text).collect();
    let puzzle = columns.0.iter().position(|column| *column == Column::Puzzle).unwrap_or(0);
    let Some(value) = values.get(puzzle) else {
        return Err(assemble::syntax(format!(
            "{} columns, expected the puzzle in column {}",
            values.len(),
            puzzle + 1
        )));
    };
    let mut record = line::symbols(value.trim(), options)?;
    for (column, value) in columns.0.iter().zip(values) {
        if let Column::About(field) = column
            && !value.is_empty()
        {
            record.fields.insert(*field, value.into_owned());
        }
    }
    Ok(record)
}

/// The values of a line; those in double quotes may contain commas, and quotes written twice.
fn split(line: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = Some(line.trim_end_matches(['\r', '\n']));
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(quoted) = text.strip_prefix('"') else {
            let (value, next) = text.split_once(',').map_or((text, None), |(value, next)| (value, Some(next)));
            rest = next;
            return Some(Cow::Borrowed(value));
        };
        let mut value = String::new();
        let mut characters = quoted.char_indices().peekable();
        let mut end = quoted.len();
        while let Some((i, c)) = characters.next() {
            match c {
                '"' if characters.peek().is_some_and(|(_, next)| *next == '"') => {
                    characters.next();
                    value.push('"');
                }
                '"' => {
                    end = i + 1;
                    break;
                }
                c => value.push(c),
            }
        }
        rest = quoted[end..].split_once(',').map(|(_, next)| next);
        Some(Cow::Owned(value))
    })
}

pub(super) fn write(record: &Record, dialect: Dialect) -> String {
    let zero = record.symbols.clone().with_blanks("0").ok().filter(|_| dialect == Dialect::Kaggle1M);
    let value = |column: &Column| match column {
        Column::Puzzle => line::write(&record.puzzle, zero.as_ref().unwrap_or(&record.symbols)),
        Column::About(Field::Clues) => record.puzzle.givens().count().to_string(),
        Column::About(field) => record.fields.get(field).map_or(String::new(), |value| quote(value)),
        Column::Unknown => String::new(),
    };
    dialect.columns().iter().map(value).collect::<Vec<_>>().join(",")
}

/// The value in quotes if it needs them.
pub(super) fn quote(value: &str) -> String {
    match value.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    }
}

/// The fields that a dialect carries.
pub(super) fn carries(dialect: Dialect, field: Field) -> bool {
    dialect.columns().contains(&Column::About(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_quotes() {
        let values = |line: &str| split(line).collect::<Vec<_>>().join("/");
        assert_eq!(values("a,b,,c"), "a/b//c");
        assert_eq!(values("\"a,b\",\"say \"\"x\"\"\",c\r"), "a,b/say \"x\"/c");
        assert_eq!(values("\"never closed, a"), "never closed, a");
        assert_eq!(values(""), "");
        assert_eq!(quote("a,\"b\""), "\"a,\"\"b\"\"\"");
    }

    #[test]
    fn known_headers() {
        for dialect in [Dialect::Plain, Dialect::Kaggle1M, Dialect::Kaggle3M, Dialect::Extreme] {
            assert_eq!(Columns::from_header(dialect.header().unwrap()), Some(Columns::of(dialect)));
        }
        assert!(Columns::from_header("a,b,c").is_none());
        let columns = Columns::from_header("n,Level,Puzzle").unwrap();
        let record = read("7,\"easy, really\",1.34............", columns, &ReadOptions::default()).unwrap();
        assert_eq!(record.fields[&Field::Level], "easy, really");
        let message = read("7,easy", columns, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message, "2 columns, expected the puzzle in column 3");
    }

    #[test]
    fn dialects_are_read_back() {
        for dialect in [Dialect::Plain, Dialect::Kaggle1M, Dialect::Kaggle3M, Dialect::Extreme, Dialect::Rrn] {
            let text = "1.34............";
            let mut record = line::symbols(text, &ReadOptions::default()).unwrap();
            record.fields.insert(Field::Solution, "1234341221434321".to_owned());
            for field in [Field::Id, Field::Source, Field::Rating].into_iter().filter(|f| carries(dialect, *f)) {
                record.fields.insert(field, format!("x, {field}"));
            }
            let read = read(&write(&record, dialect), Columns::of(dialect), &ReadOptions::default()).unwrap();
            assert_eq!(read.puzzle, record.puzzle);
            record.fields.iter().for_each(|(field, value)| assert_eq!(read.fields[field], *value));
        }
    }
}
