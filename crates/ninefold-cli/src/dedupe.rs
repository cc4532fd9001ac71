//! `ninefold dedupe`: the first board of each class.
//!
//! As long as the known classes fit into memory, boards are written as they are read. After that, boards of other classes are
//! kept on disk, each with a record of its class and number. Sorting the records shows which boards repeat the class of an
//! earlier one; the numbers of these boards, sorted again, are skipped when the kept boards are written at the end.

use crate::Outcome;
use crate::batch::{self, Progress, Sink, lock};
use crate::classes::{ClassTask, Frame, Keys, Kind, Layout};
use crate::input::{Input, Table, Work};
use crate::output::counted;
use crate::sorting::{Repeats, scratch_file};
use crate::table::{self, Request};
use anyhow::Context;
use clap::Args;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;

#[derive(Args, Debug)]
pub(crate) struct Dedupe {
    #[command(flatten)]
    input: Input,

    /// Compare boards as they are, without symmetry
    #[arg(long)]
    exact: bool,

    /// Memory for the classes of the boards: 300M, 2G
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: Size,

    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "FOLDER")]
    temporary: Option<PathBuf>,

    #[command(flatten)]
    table: Table,

    #[command(flatten)]
    work: Work,
}

/// A number of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size(pub(crate) usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let wrong = || format!("'{text}' is not a size, like 300M or 2G");
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &text[number.len()..] {
            "" => 0,
            "K" | "k" => 10,
            "M" | "m" => 20,
            "G" | "g" => 30,
            _ => return Err(wrong()),
        };
        let number: usize = number.parse().map_err(|_| wrong())?;
        number.checked_mul(1 << unit).filter(|bytes| *bytes > 0).map(Size).ok_or_else(wrong)
    }
}

pub(crate) fn run(args: &Dedupe) -> anyhow::Result<Outcome> {
    let task = ClassTask { input: &args.input, exact: args.exact, seed: 0 };
    let request = Request::new(&args.input, &args.work, &args.table);
    let folder = args.temporary.clone().unwrap_or_else(std::env::temp_dir);
    if request.is_for_table() {
        let (count, kept) = table::dedupe(&task, &request, args.memory.0, &folder)?;
        let outcome = count.report();
        report(args, count.boards, kept);
        return Ok(outcome);
    }
    let mut sieve = Sieve {
        first: Keys::default(),
        memory: args.memory.0,
        folder,
        layout: Layout::default(),
        late: None,
        boards: 0,
        kept: 0,
    };
    let outcome = batch::run_into(&task, &args.input, &args.work, |bytes, sink| match bytes {
        [] => sieve.finish(sink),
        bytes => sieve.receive(bytes, sink),
    })?;
    let Sieve { boards, kept, .. } = sieve;
    report(args, boards, kept);
    Ok(outcome)
}

fn report(args: &Dedupe, boards: u64, kept: u64) {
    let how = if args.exact { "as written" } else { "up to symmetry" };
    batch::say(&format!("{}: {kept} different {how}, {} left out", counted(boards, "board"), boards - kept));
}

struct Sieve {
    /// The first classes, as many as fit into memory.
    first: Keys,
    /// The bytes available for everything that grows.
    memory: usize,
    folder: PathBuf,
    layout: Layout,
    late: Option<Late>,
    boards: u64,
    kept: u64,
}

/// Boards whose classes are not among the first.
struct Late {
    repeats: Repeats,
    /// The texts of the boards, one after another: kind, length, text.
    texts: BufWriter<File>,
}

impl Sieve {
    /// Whether the set of classes must not grow any more. It doubles when it is full, and for a moment the old set and the new
    /// one are both in memory. A slot takes 17 bytes, and seven of eight are used.
    fn is_full(&self) -> bool {
        let places = self.first.capacity() / 7 * 8;
        self.first.len() == self.first.capacity() && 3 * 17 * places.max(4) > self.memory / 2
    }

    fn keep_for_later(&mut self, frame: &Frame<'_>) -> anyhow::Result<()> {
        let late = match &mut self.late {
            Some(late) => late,
            late => {
                let texts = BufWriter::with_capacity(1 << 16, scratch_file(&self.folder)?);
                late.insert(Late { repeats: Repeats::new(self.memory / 2, &self.folder), texts })
            }
        };
        late.repeats.add(Some(&frame.key))?;
        let mut write = |bytes: &[u8]| late.texts.write_all(bytes).context("temporary file");
        write(&[u8::from(frame.kind == Kind::Block)])?;
        write(&(frame.text.len() as u32).to_be_bytes())?;
        write(frame.text)
    }

    /// Writes the boards that were kept for later, once there are no more frames.
    fn finish(&mut self, sink: &Mutex<Sink>) -> anyhow::Result<()> {
        let Some(late) = self.late.take() else { return Ok(()) };
        // The set is no longer needed.
        self.first = Keys::default();
        let count = late.repeats.count();
        let mut is_repeat = late.repeats.sorted()?;
        let mut texts = late.texts.into_inner().context("temporary file")?;
        texts.rewind().context("temporary file")?;
        let mut texts = BufReader::with_capacity(1 << 16, texts);
        let (mut text, mut output) = (Vec::new(), Vec::new());
        let mut progress = Progress::new(Some(count), false, "late boards", sink);
        for number in 0..count {
            let mut head = [0; 5];
            texts.read_exact(&mut head).context("temporary file")?;
            let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]);
            text.resize(length as usize, 0);
            texts.read_exact(&mut text).context("temporary file")?;
            if is_repeat()? {
                continue;
            }
            self.kept += 1;
            self.layout.add(if head[0] == 1 { Kind::Block } else { Kind::Line }, &text, &mut output);
            if output.len() > 1 << 16 {
                lock(sink).write(&output);
                output.clear();
                progress.reach(number);
            }
        }
        lock(sink).write(&output);
        progress.finish();
        Ok(())
    }

    /// Processes some frames.
    fn receive(&mut self, bytes: &[u8], sink: &Mutex<Sink>) -> anyhow::Result<()> {
        let mut output = Vec::new();
        for frame in Frame::all(bytes) {
            if frame.kind == Kind::Header {
                self.layout.add(frame.kind, frame.text, &mut output);
                continue;
            }
            self.boards += 1;
            let key = u128::from_be_bytes(frame.key);
            if self.late.is_some() || self.is_full() {
                if !self.first.contains(&key) {
                    self.keep_for_later(&frame)?;
                }
            } else if self.first.insert(key) {
                self.kept += 1;
                self.layout.add(frame.kind, frame.text, &mut output);
            }
        }
        if !output.is_empty() {
            lock(sink).write(&output);
        }
        Ok(())
    }
}
