//! The column of puzzles, whatever its type: text of all kinds, bytes, lists of numbers.

use super::rows::{Carried, Rows};
use anyhow::{Context, bail};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use ninefold::{Digit, Shape, Symbols};
use serde_json::{Value, json};
use std::borrow::Cow;

/// Whether puzzles can be read from a column of this type.
pub(super) fn can_be_read(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => true,
        DataType::Dictionary(_, values) => can_be_read(values),
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            item.data_type().is_integer()
        }
        DataType::Null => true,
        _ => false,
    }
}

/// The types that such a column may have, for messages.
pub(super) const EXPECTED: &str = "expected text, bytes or lists of whole numbers";

/// Expands the column's dictionary, if it has one.
///
/// # Errors
/// If the dictionary is damaged.
pub(super) fn plain(column: &ArrayRef) -> anyhow::Result<ArrayRef> {
    match column.data_type() {
        DataType::Dictionary(_, values) => Ok(arrow_cast::cast(column, values)?),
        _ => Ok(column.clone()),
    }
}

/// The text of each puzzle; `None` for rows without one.
///
/// # Errors
/// If the column is of a type that [`can_be_read`] rejects.
pub(super) fn texts(column: &ArrayRef) -> anyhow::Result<Vec<Option<Cow<'_, [u8]>>>> {
    fn all<'a, T: AsRef<[u8]> + ?Sized + 'a>(
        values: impl Iterator<Item = Option<&'a T>>,
    ) -> Vec<Option<Cow<'a, [u8]>>> {
        values.map(|value| value.map(|value| digits_or_text(value.as_ref()))).collect()
    }
    Ok(match column.data_type() {
        DataType::Utf8 => all(column.as_string::<i32>().iter()),
        DataType::LargeUtf8 => all(column.as_string::<i64>().iter()),
        DataType::Utf8View => all(column.as_string_view().iter()),
        DataType::Binary => all(column.as_binary::<i32>().iter()),
        DataType::LargeBinary => all(column.as_binary::<i64>().iter()),
        DataType::BinaryView => all(column.as_binary_view().iter()),
        DataType::FixedSizeBinary(_) => all(column.as_fixed_size_binary().iter()),
        DataType::List(_) => lists(column.as_list::<i32>().iter())?,
        DataType::LargeList(_) => lists(column.as_list::<i64>().iter())?,
        DataType::FixedSizeList(..) => lists(column.as_fixed_size_list().iter())?,
        DataType::Null => vec![None; column.len()],
        kind => bail!("a column of {kind}; {EXPECTED}"),
    })
}

/// Turns puzzles in rows that state a box shape into JSON objects that state it too: the text alone could mean other boxes.
pub(super) fn state_shapes(rows: &Rows, texts: &mut [Option<Cow<'_, [u8]>>]) {
    let is_line = |text: &str| !text.contains(['{', '"', '\n']);
    for (text, shape) in texts.iter_mut().zip(stated_shapes(rows)) {
        if let (Some(puzzle), Some(shape)) = (text.as_deref().and_then(|text| str::from_utf8(text).ok()), shape)
            && !shape.is_classic_nine()
            && is_line(puzzle)
        {
            *text = Some(json!({ "puzzle": puzzle, "shape": shape.to_string() }).to_string().into_bytes().into());
        }
    }
}

/// The shape that each row states in the column `shape`; empty if there is no such column.
fn stated_shapes(rows: &Rows) -> Vec<Option<Shape>> {
    let shape = |text: Option<&str>| text?.trim().parse().ok();
    match &rows.carried {
        Carried::Columns(columns) => {
            let column = columns.column_by_name("shape").map(|column| arrow_cast::cast(column, &DataType::Utf8));
            let Some(Ok(column)) = column else { return Vec::new() };
            column.as_string::<i32>().iter().map(shape).collect()
        }
        Carried::Objects(lines) => lines.iter().map(|line| shape(shape_of_object(line?).as_ref()?.as_str())).collect(),
    }
}

fn shape_of_object(line: &str) -> Option<Value> {
    if !line.contains("\"shape\"") {
        return None;
    }
    serde_json::from_str::<Value>(line).ok()?.get_mut("shape").map(Value::take)
}

/// Bytes may be text, or the digits themselves, with 0 for blanks.
fn digits_or_text(bytes: &[u8]) -> Cow<'_, [u8]> {
    // Text does not contain such bytes, except tabs (9).
    if bytes.iter().all(|byte| *byte <= 9) && bytes.iter().any(|byte| *byte < 9) {
        bytes.iter().map(|digit| b'0' + digit).collect()
    } else {
        Cow::Borrowed(bytes)
    }
}

fn lists<'a>(lists: impl Iterator<Item = Option<ArrayRef>>) -> anyhow::Result<Vec<Option<Cow<'a, [u8]>>>> {
    let text = |list: ArrayRef| {
        let numbers = arrow_cast::cast(&list, &DataType::Int64).context("a list that holds no numbers")?;
        Ok(Cow::Owned(line(numbers.as_primitive::<Int64Type>().iter()).into_bytes()))
    };
    lists.map(|list| list.map(text).transpose()).collect()
}

/// The board with these digits on one line, with 0 or nothing for blanks. A number that no board has is kept, so that it is
/// reported with its place when the line is read.
fn line(numbers: impl ExactSizeIterator<Item = Option<i64>>) -> String {
    let side = numbers.len().isqrt();
    let shape = Shape::for_side(side).ok().filter(|shape| shape.cell_count() == numbers.len());
    let symbols = shape.map(|_| Symbols::for_side(side));
    let is_digit = |number: &u16| (1..=side).contains(&usize::from(*number));
    let cell = |number: Option<i64>| {
        let number = number.unwrap_or(0);
        let digit = u16::try_from(number).ok().filter(is_digit).and_then(Digit::new);
        match (number, digit, &symbols) {
            (0, ..) => ".".to_owned(),
            (_, Some(digit), Some(symbols)) => symbols.symbol(digit).to_string(),
            _ => format!("({number})"),
        }
    };
    numbers.map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::types::Int8Type;
    use arrow_array::{DictionaryArray, FixedSizeBinaryArray, ListArray};
    use std::sync::Arc;

    #[test]
    fn digits_as_bytes_and_as_lists_become_a_line() {
        let bytes = FixedSizeBinaryArray::try_from_iter([[9u8, 0, 0, 1], *b"1..9"].into_iter()).unwrap();
        let bytes: ArrayRef = Arc::new(bytes);
        assert_eq!(texts(&bytes).unwrap(), [Some(b"9001"[..].into()), Some(b"1..9"[..].into())]);
        let mut puzzle = vec![Some(0); 16];
        (puzzle[0], puzzle[1], puzzle[2]) = (Some(4), None, Some(5));
        let lists: ArrayRef = Arc::new(ListArray::from_iter_primitive::<Int8Type, _, _>([Some(puzzle), None]));
        assert_eq!(texts(&lists).unwrap(), [Some(b"4.(5)............."[..].into()), None]);
    }

    #[test]
    fn a_dictionary_is_looked_up() {
        let words: DictionaryArray<Int8Type> = [Some("b"), None, Some("a"), Some("b")].into_iter().collect();
        let column = plain(&(Arc::new(words) as ArrayRef)).unwrap();
        let read: Vec<_> = texts(&column).unwrap();
        assert_eq!(read, [Some(b"b"[..].into()), None, Some(b"a"[..].into()), Some(b"b"[..].into())]);
    }
}
