//! What is known about the puzzles that `generate` and `dataset` make: their columns and values.

use crate::kinds::{Column, Type};
use crate::output::json_number;
use crate::steps;
use ninefold::Symbols;
use ninefold::generate::Made;
use ninefold::logic::{Rating, SeNumber};
use ninefold::notation::{self, Format, Record};
use serde_json::{Map, Value, json};

/// The columns in order, and their meanings. Only data sets have `form`, and only `generate` has `missing`.
const COLUMNS: [(&str, Type, &str); 16] = [
    ("puzzle", Type::Board, "the givens row by row, '.' for blanks; exactly one solution, proved"),
    ("solution", Type::Board, "the solution in the same order"),
    ("shape", Type::Text, "rows x columns of a box"),
    ("clues", Type::Number, "number of givens"),
    (
        "level",
        Type::Text,
        "of HoDoKu's scale: easy, medium, hard, unfair, extreme; none if its techniques do not solve the puzzle",
    ),
    ("score", Type::Number, "of HoDoKu's scale: the sum of the scores of all steps"),
    ("hardest", Type::Text, "of the steps of the highest level the technique with the highest score"),
    (
        "techniques",
        Type::Board,
        "how often the path uses each technique, as x-wing:1;naked-single:20, or as an object in JSON",
    ),
    ("er", Type::Real, "ER of Sudoku Explainer 1.2.1: its hardest step; only with --er, --ep or --ed"),
    ("ep", Type::Real, "EP: the same up to the first step that places a digit"),
    ("ed", Type::Real, "ED: the same of the first step"),
    (
        "weight",
        Type::Real,
        "how much rarer puzzles with this number of clues are found than others; only with --sample",
    ),
    ("form", Type::Board, "the minlex form, the same for all puzzles that differ only by symmetry"),
    ("seed", Type::Number, "of the whole data set"),
    (
        "index",
        Type::Number,
        "the number of the puzzle: ninefold generate --seed SEED --start INDEX makes it with the same wishes",
    ),
    ("missing", Type::Text, "what the puzzle lacks of what was asked for"),
];

/// All columns except some, with their meanings.
pub(crate) fn columns(without: &[&str]) -> impl Iterator<Item = (Column, &'static str)> {
    let columns = COLUMNS.into_iter().filter(move |(name, ..)| !without.contains(name));
    columns.map(|(name, kind, meaning)| (Column::usual(name, kind), meaning))
}

/// The header of these columns in CSV.
pub(crate) fn header(without: &[&str]) -> String {
    columns(without).map(|(column, _)| column.name).collect::<Vec<_>>().join(",")
}

/// The values of all columns except `form` and `missing`, as in JSON; null for unknown values.
///
/// # Errors
/// None is expected: a line holds every puzzle.
pub(crate) fn values(made: &Made, symbols: &Symbols, seed: u64) -> anyhow::Result<Map<String, Value>> {
    let record = Record::new(made.puzzle.clone()).with_symbols(symbols.clone());
    let rating = made.rating.as_ref();
    let se = |number| json!(made.se_rating.map(|rating| rating.value(number)));
    let values: [(&str, Value); 14] = [
        ("puzzle", json!(notation::write(&record, Format::Line)?.text.trim_end())),
        ("solution", json!(notation::grid_line(&made.solution, symbols))),
        ("shape", json!(made.puzzle.shape().to_string())),
        ("clues", json!(made.puzzle.givens().count())),
        ("level", json!(rating.map(|rating| rating.level().name()))),
        ("score", json!(rating.map(Rating::score))),
        ("hardest", json!(rating.and_then(Rating::hardest).map(|technique| technique.slug()))),
        ("techniques", json!(rating.map(steps::counts))),
        ("er", se(SeNumber::Er)),
        ("ep", se(SeNumber::Ep)),
        ("ed", se(SeNumber::Ed)),
        ("weight", json!(made.weight)),
        ("seed", json_number(&seed.into())),
        ("index", json_number(&made.index.into())),
    ];
    Ok(values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The same for a table: whole numbers of any size, and texts.
///
/// # Errors
/// If a column has no value, or one of another type.
pub(crate) fn row(mut values: Map<String, Value>, columns: &[Column]) -> anyhow::Result<Vec<Value>> {
    use anyhow::Context;
    let value = |column: &Column| {
        let value = values.get_mut(column.name).map(Value::take);
        Ok(match value.with_context(|| format!("a row without '{}'", column.name))? {
            Value::String(text) if column.kind == Type::Number => json!(text.parse::<i64>()?),
            value @ Value::Object(_) => json!(crate::output::plain(&value)),
            value => value,
        })
    };
    columns.iter().map(value).collect()
}
