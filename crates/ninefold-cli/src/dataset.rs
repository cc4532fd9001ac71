//! `ninefold dataset`: puzzles with solutions, ratings and classes, in parts, with a manifest.
//!
//! Workers make rows. One thread takes them in order, keeps the first of each class, and adds it to its part. About once a
//! second, everything that has gathered is written and synchronised, followed by a journal of how much there is. A run that is
//! resumed cuts off whatever lies beyond the lengths in the journal, so it does not matter when, or how often, it was
//! interrupted. Parquet is made from JSON lines at the end, from the beginning each time.

mod examine;
mod journal;
mod manifest;
mod rows;

use crate::batch::{Progress, Sink, in_order, lock, partial, say};
use crate::classes::{Keys, Shares};
use crate::input::{Jobs, at_least_one, doubt};
use crate::kinds::Compression;
use crate::output::counted;
use crate::recipe::PuzzleOptions;
use crate::split::Parts;
use crate::{Outcome, made, table};
use anyhow::{Context, bail};
use clap::Args;
use examine::Examination;
use journal::{Journal, Settings, write_whole};
use ninefold::generate::Generator;
use rows::{Row, Rows};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// When gathered rows are written: after this time, or once there are this many bytes.
const OFTEN: Duration = Duration::from_secs(1);
const MUCH: usize = 8 << 20;

#[derive(Args, Debug)]
pub(crate) struct Dataset {
    /// How many puzzles to make, before duplicates are left out
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = at_least_one::<u64>)]
    #[arg(required_unless_present = "check")]
    count: Option<u64>,

    #[command(flatten)]
    puzzles: PuzzleOptions,

    /// Seed: a different seed makes different puzzles and distributes classes differently
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Verify the files of this manifest instead of making any
    #[arg(long, value_name = "MANIFEST")]
    #[arg(conflicts_with_all = ["count", "shape", "seed", "Wishes", "method", "sample", "attempts", "into", "parts", "format", "compression", "jobs"])]
    check: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,

    /// How many times to try for each puzzle before leaving it out [default: 100000, or 100000000 with --sample
    /// unbiased]
    #[arg(long, value_name = "N", value_parser = at_least_one::<u64>, help_heading = "Search")]
    attempts: Option<u64>,

    /// Folder for the files
    #[arg(long, value_name = "FOLDER", default_value = "dataset", help_heading = "Output")]
    into: PathBuf,

    /// Names of the parts, and the share of each
    #[arg(
        long,
        value_name = "NAME=WEIGHT,...",
        default_value = "train=80,validation=10,test=10",
        help_heading = "Output"
    )]
    parts: Parts,

    /// Format of the rows: csv, jsonl for a JSON object on each line, or parquet
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Rows::Csv, help_heading = "Output")]
    format: Rows,

    /// Compression of Parquet: zstd, snappy, gzip, lz4 or none [default: zstd]
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true, help_heading = "Output")]
    compression: Option<Compression>,
}

pub(crate) fn run(args: &Dataset) -> anyhow::Result<Outcome> {
    if let Some(manifest) = &args.check {
        return manifest::check(manifest);
    }
    is_there(args.format)?;
    doubt(args.puzzles.shape).iter().for_each(|doubt| say(doubt));
    let pattern = args.puzzles.pattern()?;
    let settings = Settings::of(args, pattern.as_deref());
    let count = args.count.context("-n: the number of puzzles is missing")?;
    let is_parquet = args.format == Rows::Parquet;
    anyhow::ensure!(is_parquet || args.compression.is_none(), "--compression is for Parquet; use --format parquet");
    let is_small = i64::try_from(args.seed.max(count - 1)).is_ok();
    anyhow::ensure!(!is_parquet || is_small, "--seed, -n: Parquet needs numbers below 2^63");
    let names = names(args)?;
    let recipe = args.puzzles.recipe(pattern).attempts(Settings::attempts(args)).rated();
    let generator = args.puzzles.generator(recipe, args.seed)?;
    let mut folder = Folder::open(args, settings, names)?;
    // The earlier run may have been interrupted when only cleaning up was left.
    if folder.at(MANIFEST).exists() {
        return folder.clean().map(|()| Outcome::Success);
    }
    if folder.journal.next < count {
        if folder.journal.next > 0 {
            say(&format!("{}: continues with puzzle {} of {count}", args.into.display(), folder.journal.next));
        }
        make(args, &generator, &mut folder, count)?;
    }
    folder.finish(args)
}

/// Checks that this build can write rows in this format.
///
/// # Errors
/// If it cannot: how to get one that can.
fn is_there(rows: Rows) -> anyhow::Result<()> {
    if rows == Rows::Parquet { table::ensure_present() } else { Ok(()) }
}

/// The names of the parts' files.
fn names(args: &Dataset) -> anyhow::Result<Vec<String>> {
    let Parts(parts) = &args.parts;
    let ending = format!(".{}", args.format.name());
    let mut names: Vec<String> = Vec::new();
    for (name, _) in parts {
        let name = if name.ends_with(&ending) { name.clone() } else { format!("{name}{ending}") };
        anyhow::ensure!(!names.contains(&name), "--parts: two parts would be called {name}");
        names.push(name);
    }
    Ok(names)
}

/// Makes and writes all rows that are still missing.
fn make(args: &Dataset, generator: &Generator, folder: &mut Folder, count: u64) -> anyhow::Result<()> {
    let first = folder.journal.next;
    // An interrupt waits while the output is locked.
    let sink = Sink::stdout().shared()?;
    let mut store = Store::open(folder, args)?;
    let mut progress = Progress::beside(Some(count - first), "puzzles");
    let make = |numbers: std::ops::Range<u64>| {
        let (met, unmet): (Vec<_>, Vec<_>) =
            generator.puzzles(numbers).into_iter().partition(|made| made.missing.is_empty());
        let rows = met.iter().map(|made| Row::of(made, args.seed, args.format)).collect::<anyhow::Result<Vec<_>>>()?;
        Ok((rows, unmet.len() as u64))
    };
    let mut last = None;
    // Few at a time if each takes long.
    let at_a_time = if args.puzzles.is_quick() { 256 } else { 16 };
    in_order(first..count, at_a_time, args.jobs.threads(), &make, |next, (rows, unmet)| {
        store.add(next, rows, unmet);
        let is_due = last.is_none_or(|last: Instant| last.elapsed() >= OFTEN);
        if is_due || next == count || store.gathered() > MUCH {
            let _interrupts_wait = lock(&sink);
            // An error must end the program here, or the workers would go on making puzzles that are no longer wanted.
            store.save().unwrap_or_else(|error| progress.fail(&error));
            last = Some(Instant::now());
        }
        progress.reach(next - first);
        Ok(())
    })?;
    progress.finish();
    Ok(())
}

/// The folder of a data set in the making.
struct Folder {
    path: PathBuf,
    format: Rows,
    names: Vec<String>,
    settings: Settings,
    journal: Journal,
    /// 16 bytes for the class of each row, in the order of the rows. The run that is working here holds a lock on this file.
    classes: Part,
}

impl Folder {
    /// Opens a new folder, or one in which the same command was interrupted.
    fn open(args: &Dataset, settings: Settings, names: Vec<String>) -> anyhow::Result<Folder> {
        let path = args.into.clone();
        std::fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        let at = |name: &str| path.join(name);
        if at(MANIFEST).exists() && !at(JOURNAL).exists() {
            bail!(
                "{}: the data set here is complete; --check verifies it, --into names another folder",
                at(MANIFEST).display()
            );
        }
        if !at(JOURNAL).exists() {
            let files = names.iter().map(|name| [at(name), at(&name_as_made(name, args.format))]);
            let files = files.flat_map(|[file, made]| [partial(&made), partial(&file), file]);
            if let Some(file) = files.into_iter().find(|file| file.exists()) {
                bail!("{}: already exists, and there is no {JOURNAL} that says how it was made", file.display());
            }
        }
        let classes = Part::open(at(CLASSES))?;
        match classes.file.try_lock() {
            Err(std::fs::TryLockError::WouldBlock) => bail!("{}: another run is using this folder", path.display()),
            // If files cannot be locked, other runs are not kept out.
            Ok(()) | Err(std::fs::TryLockError::Error(_)) => {}
        }
        let journal = Journal::open(&at(JOURNAL), &settings, names.len())?;
        Ok(Folder { path, format: args.format, names, settings, journal, classes })
    }

    fn at(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The file with the rows of a part while they are being made.
    fn rows_of(&self, part: usize) -> PathBuf {
        partial(&self.at(&name_as_made(&self.names[part], self.format)))
    }

    /// Leaves only what belongs to the data set. The journal is removed last, since it shows that work remains.
    fn clean(&self) -> anyhow::Result<()> {
        // Files in the format of the data set have been renamed by now.
        let rows = (0..self.names.len()).map(|part| self.rows_of(part)).filter(|file| file.exists());
        for file in rows.chain([self.at(CLASSES), self.at(JOURNAL)]) {
            std::fs::remove_file(&file).with_context(|| file.display().to_string())?;
        }
        Ok(())
    }

    /// Writes all rows as Parquet; returns the files, which do not have their final names yet.
    fn pack(&self, args: &Dataset) -> anyhow::Result<Vec<PathBuf>> {
        let mut progress = Progress::beside(Some(self.journal.rows()), "rows packed");
        let (mut files, mut so_far) = (Vec::new(), 0);
        let (columns, compression) = (&rows::columns().collect::<Vec<_>>()[..], args.compression.unwrap_or_default());
        let values =
            |line: &str| made::row(serde_json::from_str(line).context("a row that is not as it was written")?, columns);
        for (part, written) in self.journal.parts.iter().enumerate() {
            let (lines, file) = (self.rows_of(part), partial(&self.at(&self.names[part])));
            let bytes = std::fs::metadata(&lines).with_context(|| lines.display().to_string())?.len();
            anyhow::ensure!(
                bytes == written.bytes,
                "{}: has {bytes} bytes, but the journal says {}",
                lines.display(),
                written.bytes
            );
            let reach = |rows| progress.reach(so_far + rows);
            table::pack((columns, compression), args.jobs.threads(), &lines, values, &file, reach)?;
            so_far += written.rows;
            files.push(file);
        }
        progress.finish();
        Ok(files)
    }

    /// Reads all rows again, gives the files their names and writes the manifest.
    fn finish(self, args: &Dataset) -> anyhow::Result<Outcome> {
        // A run may have been interrupted when some of the files already had their names.
        let now = |name: &String| {
            let file = self.at(name);
            if partial(&file).exists() { partial(&file) } else { file }
        };
        let is_packed = self.format.as_made() != self.format;
        let files = if is_packed { self.pack(args)? } else { self.names.iter().map(now).collect() };
        let shares = args.parts.shares();
        let (rows, total) = (args.format, self.journal.rows());
        let examination = Examination {
            files: &files,
            digests: None,
            rows,
            shape: args.puzzles.shape,
            seed: args.seed,
            shares: &shares,
            total,
        };
        let holdings = examination.run()?;
        if let Some(complaint) = holdings.complaints.first() {
            bail!("{complaint}; the files are not as they were written");
        }
        for ((holding, written), file) in holdings.files.iter().zip(&self.journal.parts).zip(&files) {
            if holding.rows != written.rows || (holding.bytes != written.bytes && !is_packed) {
                bail!("{}: {} rows were written, but {} were read back", file.display(), written.rows, holding.rows);
            }
        }
        if holdings.crossing > 0 || holdings.classes != self.journal.rows() {
            bail!("{}: some class has several rows; the files are not what was written", self.path.display());
        }
        for (name, file) in self.names.iter().zip(&files) {
            std::fs::rename(file, self.at(name)).with_context(|| file.display().to_string())?;
        }
        let text = manifest::text(args, &self.settings, &self.names, &self.journal, &holdings);
        write_whole(&self.at(MANIFEST), text.as_bytes())?;
        self.clean()?;
        let mut report = String::new();
        for (name, holding) in self.names.iter().zip(&holdings.files) {
            let (rows, bytes) = (counted(holding.rows, "row"), counted(holding.bytes, "byte"));
            report += &format!("{}: {rows}, {bytes}\n", self.at(name).display());
        }
        let Journal { duplicates, unmet, .. } = self.journal;
        let (classes, left_out) = (counted(holdings.classes, "class"), counted(duplicates, "duplicate"));
        report += &format!(
            "{classes}, {} of them in more than one part; {left_out} and {unmet} unmet left out\n",
            holdings.crossing
        );
        Sink::stdout().write(report.as_bytes());
        Ok(if unmet > 0 { Outcome::SomeFailed } else { Outcome::Success })
    }
}

/// The name of a part's file in the format in which rows are made.
fn name_as_made(name: &str, format: Rows) -> String {
    let part = name.strip_suffix(format.name()).unwrap_or(name);
    format!("{part}{}", format.as_made().name())
}

const MANIFEST: &str = "manifest.json";
const JOURNAL: &str = "journal.json";
const CLASSES: &str = "classes.partial";

/// A growing file, and the data still to be written to it.
struct Part {
    name: PathBuf,
    file: File,
    text: Vec<u8>,
}

impl Part {
    fn open(name: PathBuf) -> anyhow::Result<Part> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&name);
        Ok(Part { file: file.with_context(|| name.display().to_string())?, name, text: Vec::new() })
    }

    /// Cuts off everything after this many bytes, and continues there.
    fn cut(&mut self, bytes: u64) -> anyhow::Result<()> {
        let name = || self.name.display().to_string();
        let has = self.file.metadata().with_context(name)?.len();
        anyhow::ensure!(has >= bytes, "{}: has {has} bytes, but the journal says {bytes}", name());
        self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::End(0))).with_context(name)?;
        Ok(())
    }

    /// Writes what has gathered, and waits until it is on disk.
    fn save(&mut self) -> anyhow::Result<()> {
        if !self.text.is_empty() {
            let written = self.file.write_all(&self.text).and_then(|()| self.file.sync_data());
            written.with_context(|| self.name.display().to_string())?;
            self.text.clear();
        }
        Ok(())
    }
}

/// What has been written, and what has gathered since.
struct Store<'a> {
    folder: &'a mut Folder,
    parts: Vec<Part>,
    shares: Shares,
    keys: Keys,
}

impl<'a> Store<'a> {
    /// Continues from the state of the journal.
    fn open(folder: &'a mut Folder, args: &Dataset) -> anyhow::Result<Store<'a>> {
        let mut keys = Keys::default();
        let rows = folder.journal.rows();
        folder.classes.cut(16 * rows)?;
        let Part { name, file, .. } = &mut folder.classes;
        let damaged = || format!("{}: does not hold the classes of {rows} rows", name.display());
        file.rewind().with_context(damaged)?;
        let mut known = BufReader::new(file);
        for _ in 0..rows {
            let mut key = [0; 16];
            known.read_exact(&mut key).with_context(damaged)?;
            anyhow::ensure!(keys.insert(u128::from_be_bytes(key)), damaged());
        }
        let mut parts = Vec::new();
        for number in 0..folder.names.len() {
            let mut part = Part::open(folder.rows_of(number))?;
            let written = &mut folder.journal.parts[number];
            part.cut(written.bytes)?;
            if written.bytes == 0 {
                part.text.extend_from_slice(rows::header(args.format).as_bytes());
                written.bytes = part.text.len() as u64;
            }
            parts.push(part);
        }
        Ok(Store { folder, parts, shares: args.parts.shares(), keys })
    }

    /// Adds the rows of the puzzles before number `next`.
    fn add(&mut self, next: u64, rows: Vec<Row>, unmet: u64) {
        let journal = &mut self.folder.journal;
        journal.next = next;
        journal.unmet += unmet;
        for row in rows {
            if !self.keys.insert(u128::from_be_bytes(row.key)) {
                journal.duplicates += 1;
                continue;
            }
            let part = self.shares.part_of(row.share);
            journal.parts[part].rows += 1;
            journal.parts[part].bytes += row.text.len() as u64;
            journal.formless += u64::from(row.is_formless);
            self.parts[part].text.extend_from_slice(row.text.as_bytes());
            self.folder.classes.text.extend_from_slice(&row.key);
        }
    }

    /// Bytes waiting to be written.
    fn gathered(&self) -> usize {
        self.parts.iter().map(|part| part.text.len()).sum()
    }

    /// Writes what has gathered, then the journal.
    fn save(&mut self) -> anyhow::Result<()> {
        self.parts.iter_mut().chain([&mut self.folder.classes]).try_for_each(Part::save)?;
        self.folder.journal.save(&self.folder.at(JOURNAL))
    }
}
