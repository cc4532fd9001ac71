//! Columns as they come from Python: each row is a text, digits or null.

use crate::boards::{NOT_UTF8, NoBoard, board_of, frozen, is_masked, json_of, text_of_bytes};
use crate::variant::PyVariant;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use ninefold::notation::{self, AnyRecord, ReadOptions, Record, VariantRecord};
use ninefold::{Invalid, Shape};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyList, PyString};
use pyo3_arrow::input::AnyArray;
use std::borrow::Cow;
use std::collections::HashMap;

/// The rows of a column of puzzles.
pub(crate) enum Rows<'a> {
    Texts(Texts),
    List(List<'a>),
    /// Digits from 1 and 0 for blanks, one board after the other, all of one shape.
    Digits {
        digits: &'a [u8],
        shape: Shape,
    },
}

/// The most characters written for a cell: a number of four digits and a space. Each cell that is read has at least one
/// character.
const WIDEST: usize = 5;

/// How many rows are examined, at most, to find out whether a column has variants.
const SAMPLE: usize = 16;

/// The content of a row.
pub(crate) enum Row<'a> {
    Null,
    Text(&'a [u8]),
    Digits(&'a [u8], Shape),
    /// A board that needs no reading, or what is wrong with it.
    Board(&'a Result<Record, Invalid>),
    /// A variant that needs no reading, or what is wrong with it.
    Variant(&'a Result<VariantRecord, Invalid>),
    /// Something that is not a puzzle: why, in words.
    Wrong(&'a str),
}

impl Rows<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Rows::Texts(texts) => texts.len,
            Rows::List(list) => list.texts.len(),
            Rows::Digits { digits, shape } => digits.len() / shape.cell_count(),
        }
    }

    /// How many rows, at most `most`, can be answered at a time: their boards must fit into one Arrow array, whose texts
    /// have less than 2 GB together.
    pub(crate) fn at_a_time(&self, most: usize) -> usize {
        let room = i32::MAX as usize / WIDEST;
        let longest = match self {
            Rows::Texts(texts) if texts.bytes() >= room => texts.longest(),
            Rows::List(list) if list.bytes >= room => list.longest,
            _ => return most,
        };
        (room / longest.max(1)).clamp(1, most)
    }

    /// Whether some of a sample of the rows look like variants.
    pub(crate) fn may_have_rules(&self) -> bool {
        let step = self.len().div_ceil(SAMPLE).max(1);
        (0..self.len()).step_by(step).any(|row| match self.get(row) {
            Row::Variant(_) => true,
            Row::Text(text) => {
                let has_marks =
                    text.iter().any(|byte| matches!(byte, b'{' | b'~')) || text.windows(3).any(|part| part == b"://");
                has_marks || [&b"fpuz"[..], b"scl", b"ctc", b"scf"].iter().any(|start| text.starts_with(start))
            }
            _ => false,
        })
    }

    pub(crate) fn get(&self, row: usize) -> Row<'_> {
        match self {
            Rows::Texts(texts) => texts.get(row),
            Rows::List(list) => list.get(row),
            Rows::Digits { digits, shape } => {
                let cells = shape.cell_count();
                Row::Digits(&digits[row * cells..][..cells], *shape)
            }
        }
    }
}

/// Texts, in the chunks that Arrow gave them.
pub(crate) struct Texts {
    chunks: Vec<Chunk>,
    /// The number of the first row of each chunk.
    starts: Vec<usize>,
    len: usize,
}

/// The rows of a list. Texts stay where Python has them: they are immutable, and the caller keeps the objects alive.
pub(crate) struct List<'a> {
    texts: Vec<Option<&'a [u8]>>,
    /// Rows that are digits or objects of classic puzzles.
    boards: HashMap<usize, Result<Record, Invalid>>,
    /// Rows that are objects or dictionaries of variants, or that could not be read as such.
    variants: HashMap<usize, Result<VariantRecord, Invalid>>,
    /// Rows that are not boards, and why.
    wrong: HashMap<usize, String>,
    /// The length of all rows together in bytes (in cells if they are not texts); `longest` is that of the longest row.
    bytes: usize,
    longest: usize,
}

/// Texts are kept as bytes: their producer may not have checked that they are UTF-8.
struct Chunk {
    values: Values,
    /// Nulls of the table that the column is part of.
    nulls: Option<NullBuffer>,
}

enum Values {
    Binary(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    Dictionary {
        /// For each row, the number of its value.
        keys: Vec<Option<usize>>,
        values: Box<Values>,
    },
    Null,
}

impl Values {
    /// The texts of an array; `None` if it has another type.
    fn of(array: &ArrayRef) -> Option<Values> {
        Some(match array.data_type() {
            DataType::Utf8 => Values::Binary(array.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Values::Large(array.as_string::<i64>().clone().into()),
            DataType::Utf8View => Values::View(array.as_string_view().clone().to_binary_view()),
            DataType::Binary => Values::Binary(array.as_binary::<i32>().clone()),
            DataType::LargeBinary => Values::Large(array.as_binary::<i64>().clone()),
            DataType::BinaryView => Values::View(array.as_binary_view().clone()),
            DataType::Null => Values::Null,
            DataType::Dictionary(key, _) => {
                let values = Values::of(array.as_any_dictionary().values())?;
                let keys = match **key {
                    DataType::Int8 => keys::<Int8Type>(array),
                    DataType::Int16 => keys::<Int16Type>(array),
                    DataType::Int32 => keys::<Int32Type>(array),
                    DataType::Int64 => keys::<Int64Type>(array),
                    DataType::UInt8 => keys::<UInt8Type>(array),
                    DataType::UInt16 => keys::<UInt16Type>(array),
                    DataType::UInt32 => keys::<UInt32Type>(array),
                    DataType::UInt64 => keys::<UInt64Type>(array),
                    _ => return None,
                };
                Values::Dictionary { keys, values: Box::new(values) }
            }
            _ => return None,
        })
    }

    fn bytes(&self) -> usize {
        match self {
            Values::Binary(array) => array.get_buffer_memory_size(),
            Values::Large(array) => array.get_buffer_memory_size(),
            Values::View(array) => array.get_buffer_memory_size(),
            // A value may occur in every row.
            Values::Dictionary { keys, values } => keys.len().saturating_mul(values.bytes()),
            Values::Null => 0,
        }
    }

    fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Values::Binary(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Values::View(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Dictionary { keys, values } => values.get(keys[row]?),
            Values::Null => None,
        }
    }
}

fn keys<K: ArrowDictionaryKeyType>(array: &ArrayRef) -> Vec<Option<usize>> {
    let array = array.as_dictionary::<K>();
    (0..array.len()).map(|row| array.key(row)).collect()
}

impl Texts {
    /// The texts of any object with the Arrow PyCapsule interface; of a table, those of the column with this name.
    ///
    /// # Errors
    /// If the table has no such column, or the column does not hold texts.
    pub(crate) fn from_arrow(source: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Texts> {
        let reader = source.extract::<AnyArray>()?.into_reader()?;
        let field = reader.field();
        // Reading may run a query, which in turn may run Python code and need the lock.
        let arrays: Result<Vec<ArrayRef>, _> = source.py().detach(|| reader.collect());
        let arrays = arrays.map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let mut chunks = Vec::with_capacity(arrays.len());
        let (place, name, data_type) = match field.data_type() {
            DataType::Struct(fields) => {
                let columns: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                let place = choose(&columns, column)?;
                (Some(place), format!("column '{}'", columns[place]), fields[place].data_type())
            }
            other => (None, "the column".to_owned(), other),
        };
        let wrong_type =
            || PyTypeError::new_err(format!("{name} has the type {data_type}, expected texts, a puzzle in each row"));
        if Values::of(&arrow_array::new_empty_array(data_type)).is_none() {
            return Err(wrong_type());
        }
        for array in &arrays {
            let (array, nulls) = match (array.as_struct_opt(), place) {
                (Some(table), Some(place)) => (StructArray::column(table, place), table.nulls().cloned()),
                _ => (array, None),
            };
            chunks.push((array.len(), Chunk { values: Values::of(array).ok_or_else(wrong_type)?, nulls }));
        }
        let mut texts = Texts { chunks: Vec::new(), starts: Vec::new(), len: 0 };
        for (len, chunk) in chunks {
            texts.starts.push(texts.len);
            texts.chunks.push(chunk);
            texts.len += len;
        }
        Ok(texts)
    }

    /// An upper bound for the bytes of all texts together.
    fn bytes(&self) -> usize {
        self.chunks.iter().fold(0, |sum: usize, chunk| sum.saturating_add(chunk.values.bytes()))
    }

    fn longest(&self) -> usize {
        let length = |row| if let Row::Text(text) = self.get(row) { text.len() } else { 0 };
        (0..self.len).map(length).max().unwrap_or(0)
    }

    fn get(&self, row: usize) -> Row<'_> {
        let number = self.starts.partition_point(|start| *start <= row) - 1;
        let (chunk, at) = (&self.chunks[number], row - self.starts[number]);
        if chunk.nulls.as_ref().is_some_and(|nulls| nulls.is_null(at)) {
            return Row::Null;
        }
        match chunk.values.get(at) {
            Some(text) => Row::Text(text),
            None => Row::Null,
        }
    }
}

/// The objects of a list or another iterable; bytes that could change are copied.
///
/// # Errors
/// If the source is not iterable.
pub(crate) fn items<'py>(source: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match source.cast_exact::<PyList>() {
        Ok(list) => list.iter().map(frozen).collect(),
        Err(_) => source.try_iter()?.map(|item| item.and_then(frozen)).collect(),
    }
}

impl<'a> List<'a> {
    /// The texts, digits and puzzles of these objects; missing values are null.
    ///
    /// # Errors
    /// If not even the type of an object can be named.
    pub(crate) fn of(items: &'a [Bound<'_, PyAny>], options: &ReadOptions, shape: Option<Shape>) -> PyResult<List<'a>> {
        let mut list = List {
            texts: Vec::with_capacity(items.len()),
            boards: HashMap::new(),
            variants: HashMap::new(),
            wrong: HashMap::new(),
            bytes: 0,
            longest: 0,
        };
        for (row, item) in items.iter().enumerate() {
            let text = match item.cast::<PyString>().map(|text| text.to_str()) {
                Ok(Ok(text)) => Some(text.as_bytes()),
                // A lone surrogate.
                Ok(Err(_)) => {
                    list.wrong.insert(row, NOT_UTF8.to_owned());
                    None
                }
                Err(_) if is_missing(item)? => None,
                Err(_) if is_object(item) => {
                    list.add_object(row, item, options, shape);
                    None
                }
                Err(_) => item.cast::<PyBytes>().ok().and_then(|bytes| text_of_bytes(bytes.as_bytes())).or_else(|| {
                    let board = match board_of(item, shape) {
                        Ok(board) => Ok(board.record()),
                        Err(NoBoard::Invalid(invalid)) => Err(invalid),
                        Err(NoBoard::Bad(what, _) | NoBoard::Wrong(what)) => {
                            list.wrong.insert(row, what);
                            return None;
                        }
                    };
                    let cells = board.as_ref().map_or(0, |record| record.puzzle.shape().cell_count());
                    (list.bytes, list.longest) = (list.bytes + cells, list.longest.max(cells));
                    list.boards.insert(row, board);
                    None
                }),
            };
            let length = text.map_or(0, <[u8]>::len);
            (list.bytes, list.longest) = (list.bytes + length, list.longest.max(length));
            list.texts.push(text);
        }
        Ok(list)
    }

    /// Adds a `Variant`, or a dictionary in the form of JSON.
    fn add_object(&mut self, row: usize, item: &Bound<'_, PyAny>, options: &ReadOptions, shape: Option<Shape>) {
        let read = match variant_of(item, options, shape) {
            Ok(read) => read,
            Err(error) => {
                self.wrong.insert(row, error.value(item.py()).to_string());
                return;
            }
        };
        let cells = match &read {
            Ok(AnyRecord::Classic(record)) => record.puzzle.shape().cell_count(),
            Ok(AnyRecord::Variant(record)) => record.puzzle.cell_count(),
            Err(_) => 0,
        };
        (self.bytes, self.longest) = (self.bytes + cells, self.longest.max(cells));
        match read {
            Ok(AnyRecord::Classic(record)) => _ = self.boards.insert(row, Ok(record)),
            Ok(AnyRecord::Variant(record)) => _ = self.variants.insert(row, Ok(record)),
            Err(invalid) => _ = self.variants.insert(row, Err(invalid)),
        }
    }

    fn get(&self, row: usize) -> Row<'_> {
        match self.texts[row] {
            Some(text) => Row::Text(text),
            None => match (self.boards.get(&row), self.variants.get(&row), self.wrong.get(&row)) {
                (Some(board), ..) => Row::Board(board),
                (None, Some(variant), _) => Row::Variant(variant),
                (None, None, Some(wrong)) => Row::Wrong(wrong),
                (None, None, None) => Row::Null,
            },
        }
    }
}

/// Whether an item is a `Variant` or a dictionary that is not empty.
fn is_object(item: &Bound<'_, PyAny>) -> bool {
    item.cast::<PyVariant>().is_ok() || item.cast::<PyDict>().is_ok_and(|object| !object.is_empty())
}

/// The puzzle of a `Variant`, or of a dictionary in the form of JSON.
///
/// # Errors
/// If the dictionary has a value that JSON cannot represent.
fn variant_of(
    item: &Bound<'_, PyAny>,
    options: &ReadOptions,
    shape: Option<Shape>,
) -> PyResult<Result<AnyRecord, Invalid>> {
    if let Ok(variant) = item.cast::<PyVariant>() {
        return Ok(variant.get().of_shape(shape).map(AnyRecord::Variant));
    }
    Ok(notation::read_any(&json_of(item)?, options))
}

/// Whether a value is missing: `None`, not-a-number, pandas' `NA` or `NaT`, or numpy's constant for masked cells.
fn is_missing(item: &Bound<'_, PyAny>) -> PyResult<bool> {
    if item.is_none() {
        return Ok(true);
    }
    if let Ok(number) = item.cast::<PyFloat>() {
        return Ok(number.value().is_nan());
    }
    let name = item.get_type().name()?;
    Ok(is_masked(item) || matches!(&*name.to_cow()?, "NAType" | "NaTType"))
}

/// The column that holds the puzzles.
fn choose(columns: &[&str], wanted: Option<&str>) -> PyResult<usize> {
    let place = match (wanted, columns) {
        (Some(wanted), _) => columns.iter().position(|name| *name == wanted),
        (None, [_]) => Some(0),
        (None, _) => columns.iter().position(|name| *name == "puzzle"),
    };
    place.ok_or_else(|| {
        let all = if columns.is_empty() { "none".to_owned() } else { columns.join(", ") };
        PyKeyError::new_err(match wanted {
            Some(wanted) => format!("no column is called '{wanted}'; columns: {all}"),
            None => format!("no column is called 'puzzle', so column= must name one; columns: {all}"),
        })
    })
}

/// A text for reading; invalid UTF-8 is shown as replacement characters.
pub(crate) fn shown(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}
