//! `ninefold split`: parts of a data set that share no class.

use crate::Outcome;
use crate::batch::source::Source;
use crate::batch::{self, Sink, refuse_inputs};
use crate::census::{Census, Count, Counts};
use crate::classes::{ClassTask, Frame, Kind, Layout, Shares};
use crate::dedupe::Size;
use crate::input::{Input, Jobs, Table, Work};
use crate::kinds::{self, Form};
use crate::output::counted;
use crate::table::{self, Request};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

#[derive(Args, Debug)]
pub(crate) struct Split {
    #[command(flatten)]
    input: Input,

    /// Names of the parts' files, and the share of each [default: train.txt=80,validation.txt=10,test.txt=10; for a
    /// table, with its ending]
    #[arg(long, value_name = "NAME=WEIGHT,...")]
    parts: Option<Parts>,

    /// Folder for the parts [default: the current one]
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    into: Option<PathBuf>,

    /// Seed: a different seed distributes classes differently
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Write nothing: count the classes of existing parts
    #[arg(long, conflicts_with_all = ["parts", "into", "seed"])]
    check: bool,

    /// Memory for the classes of the boards: 300M, 2G
    #[arg(long, value_name = "SIZE", default_value = "512M")]
    memory: Size,

    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "FOLDER")]
    temporary: Option<PathBuf>,

    /// Format of the counts: lines for people, or JSON
    #[arg(long, value_name = "FORMAT", value_parser = Form::among(["line", "json"]), default_value = "line", help_heading = "Output")]
    format: Form,

    #[command(flatten)]
    table: Table,

    #[command(flatten)]
    jobs: Jobs,
}

/// Names of files and their weights.
#[derive(Clone, Debug)]
pub(crate) struct Parts(pub(crate) Vec<(String, u64)>);

impl Parts {
    pub(crate) fn shares(&self) -> Shares {
        Shares::new(self.0.iter().map(|(_, weight)| *weight))
    }
}

impl FromStr for Parts {
    type Err = String;

    fn from_str(text: &str) -> Result<Parts, String> {
        let mut parts: Vec<(String, u64)> = Vec::new();
        for part in text.split(',') {
            let (name, weight) = part.split_once('=').ok_or_else(|| format!("'{part}' is not NAME=WEIGHT"))?;
            let weight: u32 =
                weight.parse().map_err(|_| format!("'{weight}' is not a weight, expected a whole number"))?;
            let is_name = Path::new(name).file_name() == Some(name.as_ref()) && !name.contains(['/', '\\']);
            if !is_name || name.starts_with('.') || name.ends_with(".partial") {
                return Err(format!("'{name}' is not a name for a file in the folder"));
            }
            if parts.iter().any(|(other, _)| other == name) {
                return Err(format!("'{text}' gives two parts the same name"));
            }
            parts.push((name.to_owned(), weight.into()));
        }
        if parts.len() > usize::from(u16::MAX) || parts.iter().all(|(_, weight)| *weight == 0) {
            return Err(format!("'{text}' gives no part a weight, or has too many parts"));
        }
        Ok(Parts(parts))
    }
}

pub(crate) fn run(args: &Split) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::Success;
    // This command has its own options for output.
    let work = Work { output: None, jobs: args.jobs, stats: false };
    let request = Request::new(&args.input, &work, &args.table);
    anyhow::ensure!(!args.check || !args.input.inputs.is_empty(), "--check: name the files to compare");
    let (files, written) = if args.check {
        (args.input.inputs.iter().map(PathBuf::from).collect(), None)
    } else {
        let (files, boards, wrote) = write(args, &request)?;
        outcome = wrote;
        (files, Some(boards))
    };
    let counts = count(args, &request, &files, &mut outcome)?;
    if let Some(written) = written {
        for ((file, wrote), read) in files.iter().zip(written).zip(&counts.parts) {
            if wrote != read.boards {
                bail!("{}: {wrote} boards were written, but {} can be read", file.display(), read.boards);
            }
        }
    }
    Sink::stdout().write(report(args, &files, &counts).as_bytes());
    Ok(if counts.crossing > 0 { outcome.max(Outcome::SomeFailed) } else { outcome })
}

fn report(args: &Split, files: &[PathBuf], counts: &Counts) -> String {
    let file = |part: usize| files[part].display().to_string();
    let Counts { parts, classes, crossing, examples } = counts;
    if args.format == Form::Json {
        let parts = parts.iter().enumerate().map(
            |(part, Count { boards, classes })| json!({ "file": file(part), "boards": boards, "classes": classes }),
        );
        let crossings = examples.iter().map(|boards| {
            let boards = boards.map(|(part, number)| json!({ "file": file(part), "board": number + 1 }));
            json!(boards)
        });
        let object = json!({
            "parts": parts.collect::<Vec<_>>(),
            "classes": classes,
            "crossing": crossing,
            "crossings": crossings.collect::<Vec<_>>(),
        });
        return format!("{object}\n");
    }
    let mut text = String::new();
    for (part, Count { boards, classes }) in parts.iter().enumerate() {
        text += &format!("{}: {}, {}\n", file(part), counted(boards, "board"), counted(classes, "class"));
    }
    text += &format!("{}, {crossing} of them in more than one part\n", counted(classes, "class"));
    for [(one, first), (other, second)] in examples {
        text += &format!(
            "board {} of {} and board {} of {} are in the same class\n",
            first + 1,
            file(*one),
            second + 1,
            file(*other)
        );
    }
    text
}

/// Writes the parts; returns their files and the number of boards in each.
fn write(args: &Split, request: &Request<'_>) -> anyhow::Result<(Vec<PathBuf>, Vec<u64>, Outcome)> {
    let is_table = request.is_for_table();
    let parts = parts(args, is_table);
    let folder = args.into.clone().unwrap_or_else(|| PathBuf::from("."));
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let files: Vec<PathBuf> = parts.0.iter().map(|(name, _)| folder.join(name)).collect();
    files.iter().try_for_each(|file| refuse_inputs(file, &args.input.inputs))?;
    if let Some(file) = files.iter().find(|file| file.exists()) {
        bail!("{}: already exists; --into names another folder, --parts other files", file.display());
    }
    let shares = parts.shares();
    let task = ClassTask { input: &args.input, exact: false, seed: args.seed };
    if is_table {
        let (rows, count) = table::deal(&task, request, &files, &shares)?;
        return Ok((files, rows, count.report()));
    }
    let new = |file: &PathBuf| {
        let sink = Sink::beside(Some(file), &args.input.inputs)?;
        anyhow::Ok(Writer { sink, waiting: Vec::new(), layout: Layout::default(), boards: 0 })
    };
    let mut writers = files.iter().map(new).collect::<anyhow::Result<Vec<_>>>()?;
    let outcome = batch::run_into(&task, &args.input, request.work, |bytes, _| {
        for frame in Frame::all(bytes) {
            match frame.kind {
                Kind::Header => writers.iter_mut().for_each(|writer| writer.add(&frame)),
                Kind::Line | Kind::Block => writers[shares.part_of(frame.share)].add(&frame),
            }
        }
        Ok(())
    })?;
    let boards: Vec<u64> = writers.iter().map(|writer| writer.boards).collect();
    if outcome == Outcome::Trouble && boards.iter().all(|boards| *boards == 0) {
        // The reason has been reported. Empty parts would only get in the way of the next run.
        bail!("nothing could be read, so no parts are written");
    }
    writers.into_iter().try_for_each(Writer::finish)?;
    Ok((files, boards, outcome))
}

/// The names and weights of the parts.
fn parts(args: &Split, is_table: bool) -> Parts {
    // The rows of a table keep their kind.
    let input = args.input.inputs.first().and_then(|input| kinds::Kind::of_name(Path::new(input)));
    let kind = if is_table { input.unwrap_or(kinds::Kind::Csv) } else { kinds::Kind::Text };
    let usual = [("train", 80), ("validation", 10), ("test", 10)];
    let usual = usual.map(|(name, weight)| (format!("{name}.{}", kind.ending()), weight));
    args.parts.clone().unwrap_or(Parts(usual.into()))
}

/// A part being written.
struct Writer {
    sink: Sink,
    /// Output that is collected and written together.
    waiting: Vec<u8>,
    layout: Layout,
    boards: u64,
}

impl Writer {
    fn add(&mut self, frame: &Frame<'_>) {
        self.layout.add(frame.kind, frame.text, &mut self.waiting);
        self.boards += u64::from(frame.kind != Kind::Header);
        if self.waiting.len() > 1 << 16 {
            self.sink.write(&std::mem::take(&mut self.waiting));
        }
    }

    /// Gives the completed file its final name.
    fn finish(mut self) -> anyhow::Result<()> {
        self.sink.write(&self.waiting);
        self.sink.complete()
    }
}

/// Whether a part is empty, which is allowed, or contains nothing but the frame of compressed data.
fn is_empty(file: &Path) -> anyhow::Result<bool> {
    let bytes = std::fs::metadata(file).with_context(|| file.display().to_string())?.len();
    let opened = || Source::File(file.to_owned()).open(&Arc::default());
    Ok(bytes == 0 || opened().is_ok_and(|mut text| matches!(text.read(&mut [0]), Ok(0))))
}

/// Reads all parts and counts their classes.
fn count(args: &Split, request: &Request<'_>, files: &[PathBuf], outcome: &mut Outcome) -> anyhow::Result<Counts> {
    let temporary = args.temporary.clone().unwrap_or_else(std::env::temp_dir);
    let mut census = Census::new(files.len(), args.memory.0, &temporary);
    let is_table = request.is_for_table();
    for (part, file) in files.iter().enumerate() {
        let input = Input { inputs: vec![file.clone().into_os_string()], ..args.input.clone() };
        let task = ClassTask { input: &input, exact: false, seed: 0 };
        let read = if is_table {
            table::census(&task, &Request { input: &input, ..*request }, |key| census.add(part, &key))?
        } else if is_empty(file)? {
            continue;
        } else {
            batch::run_into(&task, &input, request.work, |bytes, _| {
                let mut boards = Frame::all(bytes).filter(|frame| frame.kind != Kind::Header);
                boards.try_for_each(|frame| census.add(part, &frame.key))
            })?
        };
        *outcome = (*outcome).max(read);
    }
    census.count()
}
