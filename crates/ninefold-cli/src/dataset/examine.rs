//! Reading back what was written: sizes, digests, and whether every row is right.

use super::columnar;
use super::rows::{COLUMNS, Expected, header, plain};
use crate::args::Rows;
use crate::batch::Progress;
use crate::classes::{Shares, key_of, share_of};
use crate::forms::Class;
use crate::sorting::Sorter;
use anyhow::Context;
use ninefold::Symbols;
use ninefold::notation::{self, Format, ReadOptions};
use ninefold::solve;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Debug, Default)]
pub(super) struct Holding {
    pub(super) bytes: u64,
    pub(super) sha256: String,
    pub(super) rows: u64,
    pub(super) classes: u64,
    /// How many rows have so many clues, and how many each level.
    pub(super) clues: BTreeMap<u64, u64>,
    pub(super) levels: BTreeMap<String, u64>,
}

/// What all files hold.
#[derive(Debug, Default)]
pub(super) struct Holdings {
    pub(super) files: Vec<Holding>,
    /// Of all files together.
    pub(super) classes: u64,
    /// Classes with rows in more than one file.
    pub(super) crossing: u64,
    /// What is wrong, a line each: the first of them, and how many there are.
    pub(super) complaints: Vec<String>,
    pub(super) wrong: u64,
}

/// So many complaints are told.
const COMPLAINTS: usize = 10;

impl Holdings {
    pub(super) fn complain(&mut self, complaint: String) {
        self.wrong += 1;
        if self.complaints.len() < COMPLAINTS {
            self.complaints.push(complaint);
        }
    }
}

/// Memory for the classes; more are sorted on disk.
const MEMORY: usize = 256 << 20;
/// Bytes of a record: the class and the part.
const RECORD: usize = 16 + 2;

/// Reads the files of all parts, whose digests may be known. What is wrong with them is told among the answers.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn examine(
    files: &[PathBuf],
    known: Option<&[String]>,
    rows: Rows,
    expected: &Expected,
    shares: &Shares,
    total: u64,
) -> anyhow::Result<Holdings> {
    let mut all = Holdings::default();
    let mut classes = Sorter::<RECORD>::new(MEMORY, &std::env::temp_dir());
    let mut progress = Progress::beside(Some(total), "rows read again");
    let mut so_far = 0;
    for (part, path) in files.iter().enumerate() {
        let name = path.display().to_string();
        let mut holding = Holding::default();
        let mut last_index = None;
        let mut take = |entry: Entry| {
            let (place, fields) = match entry {
                Entry::Row(place, fields) => (place, fields),
                Entry::Wrong(complaint) => {
                    all.complain(format!("{name}{complaint}"));
                    return Ok(());
                }
            };
            holding.rows += 1;
            so_far += 1;
            if so_far % 256 == 0 {
                progress.reach(so_far);
            }
            let mut complain = |reason: &str| match rows {
                Rows::Parquet => all.complain(format!("{name}: row {place}: {reason}")),
                Rows::Csv | Rows::Jsonl => all.complain(format!("{name}:{place}: {reason}")),
            };
            match fields.and_then(|fields| check(&fields, expected)) {
                Err(reason) => complain(&reason),
                Ok(checked) => {
                    if shares.part_of(checked.share) != part {
                        complain("the class of this puzzle belongs to another part");
                    }
                    if last_index >= Some(checked.index) {
                        complain("the index is not higher than that of the row before");
                    }
                    last_index = Some(checked.index);
                    *holding.clues.entry(checked.clues).or_default() += 1;
                    *holding.levels.entry(checked.level).or_default() += 1;
                    let mut record = [0; RECORD];
                    record[..16].copy_from_slice(&checked.key);
                    record[16..].copy_from_slice(&(part as u16).to_be_bytes());
                    classes.push(record)?;
                }
            }
            Ok(())
        };
        let read = match rows {
            Rows::Parquet => columnar::read(path, known.map(|known| known[part].as_str()), &mut take),
            Rows::Csv | Rows::Jsonl => read_lines(path, rows, &mut take),
        };
        let (bytes, sha256) = read.with_context(|| name.clone())?;
        all.files.push(Holding { bytes, sha256, ..holding });
    }
    let mut last: Option<([u8; RECORD], bool)> = None;
    for record in classes.sorted()? {
        let record = record?;
        let part = |record: &[u8; RECORD]| usize::from(u16::from_be_bytes([record[16], record[17]]));
        let same = last.filter(|(before, _)| before[..16] == record[..16]);
        let mut crosses = same.is_some_and(|(_, crosses)| crosses);
        match same {
            None => all.classes += 1,
            Some((before, crossed)) if part(&before) != part(&record) => {
                all.crossing += u64::from(!crossed);
                crosses = true;
            }
            Some(_) => {}
        }
        if same.is_none_or(|(before, _)| part(&before) != part(&record)) {
            all.files[part(&record)].classes += 1;
        }
        last = Some((record, crosses));
    }
    progress.finish();
    Ok(all)
}

/// What is read of a file.
pub(super) enum Entry {
    /// A row with its number, or that of its line: the values in the order of the columns, or what is wrong with it.
    Row(u64, Result<Vec<String>, String>),
    /// What is wrong with the file, as it stands behind its name.
    Wrong(String),
}

/// Whoever takes what is read.
pub(super) type Take<'a> = dyn FnMut(Entry) -> anyhow::Result<()> + 'a;

/// Reads rows that are lines; returns how many bytes there are, and their digest.
fn read_lines(path: &Path, rows: Rows, take: &mut Take<'_>) -> anyhow::Result<(u64, String)> {
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

/// No row is as long as this: a damaged file does not fill the memory.
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
    #[cfg(feature = "parquet")]
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
            let member = |(name, _): &(&str, &str)| object.get(*name).map(plain);
            COLUMNS.iter().map_while(member).collect()
        }
    };
    let (found, expected) = (values.len(), COLUMNS.len());
    if found == expected { Ok(values) } else { Err(format!("{found} columns, expected {expected}")) }
}

/// What is known of a row that is right.
struct Checked {
    key: [u8; 16],
    share: u64,
    clues: u64,
    level: String,
    index: u64,
}

/// Solves the puzzle and finds its form again. How hard it is is not found out again.
fn check(fields: &[String], expected: &Expected) -> Result<Checked, String> {
    let field = |name: &str| {
        let column = COLUMNS.iter().position(|(column, _)| *column == name).expect("a known column");
        fields[column].as_str()
    };
    let number = |name: &str| field(name).parse::<u64>().map_err(|_| format!("'{}' is no {name}", field(name)));
    let options = ReadOptions::default().format(Format::Line).shape(expected.shape);
    let record = notation::read(field("puzzle"), &options).map_err(|invalid| invalid.to_string())?;
    let solutions: Vec<_> = solve::all(&record.puzzle).take(2).collect();
    let [solution] = &solutions[..] else {
        return Err(format!("the puzzle has {} solution", if solutions.is_empty() { "no" } else { "more than one" }));
    };
    let grid = notation::grid_line(solution, &Symbols::for_side(expected.shape.side()));
    if grid != field("solution") {
        return Err(format!("the solution is not {}", field("solution")));
    }
    let clues = number("clues")?;
    if record.puzzle.givens().count() as u64 != clues {
        return Err(format!("the puzzle has not {clues} clues"));
    }
    let class = Class::of_record(&record)?.text;
    if class != field("form") {
        return Err(format!("the form is {class}"));
    }
    if number("seed")? != expected.seed {
        return Err(format!("the seed is not {}", expected.seed));
    }
    let (key, share) = (key_of(&class), share_of(&class, expected.seed));
    Ok(Checked { key, share, clues, level: field("level").to_owned(), index: number("index")? })
}
