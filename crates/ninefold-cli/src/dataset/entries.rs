//! The rows of a file as they are read, with the size and digest of the file.

use super::rows::{Rows, header, names, plain};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// What is found in a file.
pub(super) enum Entry {
    /// A row with its number or line number: its values in the order of the columns, or what is wrong with it.
    Row(u64, Result<Vec<String>, String>),
    /// What is wrong with the file: the text that follows its name.
    Wrong(String),
}

/// The receiver of what is read.
pub(super) type Take<'a> = dyn FnMut(Entry) -> anyhow::Result<()> + 'a;

/// Reads rows that are lines; returns how many bytes there are, and their digest.
pub(super) fn read_lines(path: &Path, rows: Rows, take: &mut Take<'_>) -> anyhow::Result<(u64, String)> {
    let mut reader = Reader::open(path)?;
    let begin = header(rows);
    if !begin.is_empty() && reader.line()?.as_deref() != Some(begin.as_bytes()) {
        take(Entry::Wrong(format!(":1: expected the columns {}", begin.trim_end())))?;
    }
    let mut place = u64::from(!begin.is_empty());
    while let Some(line) = reader.line()? {
        place += 1;
        take(Entry::Row(place, fields(&line, rows)))?;
    }
    Ok(reader.digest())
}

/// Lines of a file, with the digest of all that was read.
pub(super) struct Reader {
    input: BufReader<File>,
    hash: Sha256,
    bytes: u64,
}

/// No row is as long as this, so a damaged file does not fill the memory.
const LONGEST: u64 = 1 << 26;

impl Reader {
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn open(path: &Path) -> io::Result<Reader> {
        let input = BufReader::with_capacity(1 << 16, File::open(path)?);
        Ok(Reader { input, hash: Sha256::new(), bytes: 0 })
    }

    /// How many bytes were read, and their SHA-256.
    pub(super) fn digest(self) -> (u64, String) {
        (self.bytes, self.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Reads what is left.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn rest(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.input.fill_buf()?;
            if bytes.is_empty() {
                return Ok(());
            }
            self.hash.update(bytes);
            let read = bytes.len();
            self.bytes += read as u64;
            self.input.consume(read);
        }
    }

    /// The next line with its end; `None` after the last.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        self.hash.update(&line);
        self.bytes += read as u64;
        Ok((read > 0).then_some(line))
    }
}

/// The values of a row in the order of the columns; or what is wrong with it.
fn fields(line: &[u8], rows: Rows) -> Result<Vec<String>, String> {
    let line = line.strip_suffix(b"\n").ok_or("the line has no end")?;
    let values: Vec<String> = match rows {
        Rows::Csv => {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
            let record = reader.records().next().ok_or("the line is empty")?.map_err(|error| error.to_string())?;
            record.iter().map(str::to_owned).collect()
        }
        Rows::Jsonl | Rows::Parquet => {
            let object: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            names().map_while(|name| object.get(name).map(plain)).collect()
        }
    };
    let (found, expected) = (values.len(), names().count());
    if found == expected { Ok(values) } else { Err(format!("{found} columns, expected {expected}")) }
}
