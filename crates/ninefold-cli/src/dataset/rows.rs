//! The rows of a data set and their columns, written and read back.

use crate::classes::{key_of, share_of};
use crate::forms::Class;
use crate::kinds::Column;
use crate::output::{csv_row, plain};
use crate::{made, table};
use ninefold::Symbols;
use ninefold::generate::Made;
use ninefold::notation::Record;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// How rows are written.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rows {
    /// Comma-separated values with a header
    Csv,
    /// A JSON object on each line
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

/// What only `generate` has: what lacks something is left out.
pub(super) const NOT_OF_SETS: [&str; 1] = ["missing"];

/// The columns, in their order.
pub(super) fn columns() -> impl Iterator<Item = Column> {
    made::columns(&NOT_OF_SETS).map(|(column, _)| column)
}

/// The place of the form among them.
const FORM: usize = 12;

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
        Rows::Csv => made::header(&NOT_OF_SETS) + "\n",
        Rows::Jsonl | Rows::Parquet => String::new(),
    }
}

/// What is found in a file.
pub(super) enum Entry {
    /// A row with its number or line number: its values in the order of the columns, or what is wrong with it.
    Row(u64, Result<Vec<String>, String>),
    /// What is wrong with the file: the text that follows its name.
    Wrong(String),
}

/// The receiver of what is read.
pub(super) type Take<'a> = dyn FnMut(Entry) -> anyhow::Result<()> + 'a;

/// Reads the rows of a part; returns how many bytes it has, and their digest.
///
/// If the digest of Parquet is known and differs, no rows are read, since its reader aborts the program on some damaged files.
///
/// # Errors
/// If it cannot be read. What is wrong with its rows goes to `take`.
pub(super) fn read(path: &Path, rows: Rows, known: Option<&str>, take: &mut Take<'_>) -> anyhow::Result<(u64, String)> {
    let mut file = Hashed { file: File::open(path)?, hash: Sha256::new(), bytes: 0 };
    if rows != Rows::Parquet {
        read_lines(BufReader::with_capacity(1 << 16, &mut file), rows, take)?;
        return Ok(file.digest());
    }
    io::copy(&mut BufReader::with_capacity(1 << 16, &mut file), &mut io::sink())?;
    let digest = file.digest();
    if known.is_some_and(|known| *known != digest.1) {
        take(Entry::Wrong(": is not as it was written, so its rows are not read".to_owned()))?;
        return Ok(digest);
    }
    let mut row = 0;
    let unpacked = table::unpack(path, &columns().collect::<Vec<_>>(), |fields| {
        row += 1;
        take(Entry::Row(row, Ok(fields)))
    })?;
    unpacked.or_else(|complaint| take(Entry::Wrong(format!(": {complaint}"))))?;
    Ok(digest)
}

/// No row is as long as this, so a damaged file does not fill the memory.
const LONGEST: u64 = 1 << 26;

fn read_lines(mut input: impl BufRead, rows: Rows, take: &mut Take<'_>) -> anyhow::Result<()> {
    let mut line = || {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        io::Result::Ok((read > 0).then_some(line))
    };
    let begin = header(rows);
    if !begin.is_empty() && line()?.as_deref() != Some(begin.as_bytes()) {
        take(Entry::Wrong(format!(":1: expected the columns {}", begin.trim_end())))?;
    }
    let mut place = u64::from(!begin.is_empty());
    while let Some(line) = line()? {
        place += 1;
        take(Entry::Row(place, fields(&line, rows)))?;
    }
    Ok(())
}

/// A file with the digest of all that was read of it.
struct Hashed {
    file: File,
    hash: Sha256,
    bytes: u64,
}

impl Read for Hashed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.hash.update(&buffer[..read]);
        self.bytes += read as u64;
        Ok(read)
    }
}

impl Hashed {
    /// How many bytes were read, and their SHA-256.
    fn digest(self) -> (u64, String) {
        (self.bytes, self.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// The values of a row in the order of the columns, or what is wrong with it.
fn fields(line: &[u8], rows: Rows) -> Result<Vec<String>, String> {
    let line = line.strip_suffix(b"\n").ok_or("the line has no line break")?;
    let values: Vec<String> = match rows {
        Rows::Csv => {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
            let record = reader.records().next().ok_or("the line is empty")?.map_err(|error| error.to_string())?;
            record.iter().map(str::to_owned).collect()
        }
        Rows::Jsonl | Rows::Parquet => {
            let object: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            columns().map_while(|column| object.get(column.name).map(plain)).collect()
        }
    };
    let (found, expected) = (values.len(), columns().count());
    if found == expected { Ok(values) } else { Err(format!("{found} columns, expected {expected}")) }
}
