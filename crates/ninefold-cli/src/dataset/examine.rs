//! Reads back what was written: sizes, digests, and whether every row is right.

use super::rows::{self, Entry, Rows, columns};
use crate::batch::Progress;
use crate::census::Census;
use crate::classes::{Shares, key_of, share_of};
use crate::forms::Class;
use anyhow::Context;
use ninefold::notation::{self, Format, ReadOptions};
use ninefold::solve;
use ninefold::{Shape, Symbols};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The contents of a file, as the manifest lists them.
#[derive(Debug, Default, Serialize)]
pub(super) struct Holding {
    pub(super) rows: u64,
    pub(super) classes: u64,
    pub(super) bytes: u64,
    pub(super) sha256: String,
    /// Numbers of rows by their clues, and by their level.
    pub(super) clues: BTreeMap<u64, u64>,
    pub(super) levels: BTreeMap<String, u64>,
    /// The index of the last correct row.
    #[serde(skip)]
    last_index: Option<u64>,
}

/// The contents of all files.
#[derive(Debug, Default)]
pub(super) struct Holdings {
    pub(super) files: Vec<Holding>,
    /// Classes in all files together.
    pub(super) classes: u64,
    /// Classes with rows in more than one file.
    pub(super) crossing: u64,
    /// What is wrong, one line each: the first complaints, and the number of all.
    pub(super) complaints: Vec<String>,
    pub(super) wrong: u64,
}

/// The most complaints that are reported.
const COMPLAINTS: usize = 10;

impl Holdings {
    /// Rows of all files.
    pub(super) fn rows(&self) -> u64 {
        self.files.iter().map(|file| file.rows).sum()
    }

    fn complain(&mut self, complaint: String) {
        self.wrong += 1;
        if self.complaints.len() < COMPLAINTS {
            self.complaints.push(complaint);
        }
    }
}

/// Memory for the classes; if there are more, they are sorted on disk.
const MEMORY: usize = 256 << 20;

/// What is to be examined.
pub(super) struct Examination<'a> {
    pub(super) files: &'a [PathBuf],
    /// The SHA-256 of each file, where it is known.
    pub(super) digests: Option<&'a [String]>,
    pub(super) rows: Rows,
    /// What all rows must have in common.
    pub(super) shape: Shape,
    pub(super) seed: u64,
    pub(super) shares: &'a Shares,
    /// Rows in all files together, for the progress that is shown.
    pub(super) total: u64,
}

impl Examination<'_> {
    /// Reads the files of all parts. What is wrong with them is part of the result.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn run(&self) -> anyhow::Result<Holdings> {
        let mut all = Holdings::default();
        let mut census = Census::new(self.files.len(), MEMORY, &std::env::temp_dir());
        let mut progress = Progress::beside(Some(self.total), "rows read again");
        let mut so_far = 0;
        for (part, path) in self.files.iter().enumerate() {
            let mut holding = Holding::default();
            let mut take = |entry: Entry| {
                so_far += 1;
                if so_far % 256 == 0 {
                    progress.reach(so_far);
                }
                match self.row(part, entry, &mut holding, &mut all) {
                    Some(key) => census.add(part, &key),
                    None => Ok(()),
                }
            };
            let known = self.digests.map(|known| &*known[part]);
            let read = rows::read(path, self.rows, known, &mut take);
            (holding.bytes, holding.sha256) = read.with_context(|| path.display().to_string())?;
            all.files.push(holding);
        }
        let counts = census.count()?;
        (all.classes, all.crossing) = (counts.classes, counts.crossing);
        all.files.iter_mut().zip(counts.parts).for_each(|(holding, count)| holding.classes = count.classes);
        progress.finish();
        Ok(all)
    }

    /// Checks and counts a row; returns its class if the row is right.
    fn row(&self, part: usize, entry: Entry, holding: &mut Holding, all: &mut Holdings) -> Option<[u8; 16]> {
        let name = self.files[part].display();
        let (place, fields) = match entry {
            Entry::Row(place, fields) => (place, fields),
            Entry::Wrong(complaint) => {
                all.complain(format!("{name}{complaint}"));
                return None;
            }
        };
        holding.rows += 1;
        let mut complain = |reason: &str| match self.rows {
            Rows::Parquet => all.complain(format!("{name}: row {place}: {reason}")),
            Rows::Csv | Rows::Jsonl => all.complain(format!("{name}:{place}: {reason}")),
        };
        let checked = fields.and_then(|fields| self.check(&fields));
        let checked = checked.map_err(|reason| complain(&reason)).ok()?;
        if self.shares.part_of(checked.share) != part {
            complain("the class of this puzzle belongs to another part");
        }
        if holding.last_index >= Some(checked.index) {
            complain("the index is not higher than that of the row before");
        }
        holding.last_index = Some(checked.index);
        *holding.clues.entry(checked.clues).or_default() += 1;
        *holding.levels.entry(checked.level).or_default() += 1;
        Some(checked.key)
    }

    /// Solves the puzzle and computes its form again. Its rating is not checked.
    fn check(&self, fields: &[String]) -> Result<Checked, String> {
        let field = |name: &str| {
            let column = columns().position(|column| column.name == name).expect("a known column");
            fields[column].as_str()
        };
        let number =
            |name: &str| field(name).parse::<u64>().map_err(|_| format!("{name}: '{}' is not a number", field(name)));
        if field("shape") != self.shape.to_string() {
            return Err(format!("the shape is not {}", self.shape));
        }
        let options = ReadOptions::default().format(Format::Line).shape(self.shape);
        let record = notation::read(field("puzzle"), &options).map_err(|invalid| invalid.to_string())?;
        let solutions: Vec<_> = solve::all(&record.puzzle).take(2).collect();
        let [solution] = &solutions[..] else {
            return Err(format!(
                "the puzzle has {} solution",
                if solutions.is_empty() { "no" } else { "more than one" }
            ));
        };
        let grid = notation::grid_line(solution, &Symbols::for_side(self.shape.side()));
        if grid != field("solution") {
            return Err(format!("the solution is not {}", field("solution")));
        }
        let clues = number("clues")?;
        if record.puzzle.givens().count() as u64 != clues {
            return Err(format!("the puzzle does not have {clues} clues"));
        }
        let class = Class::of_record(&record)?.text;
        if class != field("form") {
            return Err(format!("the form is {class}"));
        }
        if number("seed")? != self.seed {
            return Err(format!("the seed is not {}", self.seed));
        }
        let (key, share) = (key_of(&class), share_of(&class, self.seed));
        Ok(Checked { key, share, clues, level: field("level").to_owned(), index: number("index")? })
    }
}

/// What is known about a correct row.
struct Checked {
    key: [u8; 16],
    share: u64,
    clues: u64,
    level: String,
    index: u64,
}
