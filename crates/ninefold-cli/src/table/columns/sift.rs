//! Rows by the classes of their boards: the first of each class, or dealt out to parts.

use super::reader::Reader;
use super::rows::Carried;
use super::run::pass;
use super::writer::{Encoded, Group, Layout, ParquetFile, Writer};
use crate::Outcome;
use crate::batch::{Sink, finish_on_interrupt, lock, say};
use crate::classes::{ClassTask, Shares};
use crate::kinds::{Compression, Kind};
use crate::sorting::Repeats;
use crate::table::{Count, Request};
use anyhow::bail;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, BooleanArray, Int64Array, RecordBatch};
use arrow_schema::Schema;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The class of a row's board, and the share by which it is dealt out.
type Classed = Option<([u8; 16], u64)>;

/// What the workers have found out about some rows.
fn classes(answers: &RecordBatch) -> impl Iterator<Item = Classed> {
    let column = |place: usize| -> &Int64Array { answers.column(place).as_primitive::<Int64Type>() };
    let (high, low, share) = (column(0), column(1), column(2));
    (0..answers.num_rows()).map(move |row| {
        high.is_valid(row).then(|| {
            let key = u128::from(high.value(row) as u64) << 64 | u128::from(low.value(row) as u64);
            (key.to_be_bytes(), share.value(row) as u64)
        })
    })
}

/// Reads all rows and hands on those of each batch with their classes.
fn each_class(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    reader: Reader,
    mut each: impl FnMut(&Carried, &mut dyn Iterator<Item = Classed>) -> anyhow::Result<()>,
) -> anyhow::Result<Count> {
    let notices = pass(task, request, reader, |encoded| {
        let Encoded::Not(carried, answers) = encoded else { bail!("rows without their classes") };
        each(&carried, &mut classes(&answers))
    })?;
    let (rows, tally) = (notices.rows, &notices.remarks.tally);
    let outcome = if tally.good == tally.puzzles { Outcome::Success } else { Outcome::SomeFailed };
    Ok(Count { rows, boards: tally.good, outcome })
}

/// Hands on the class of every board of a table.
///
/// # Errors
/// If the table cannot be read.
pub(crate) fn census(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    mut each: impl FnMut([u8; 16]) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let reader = Reader::open(request, &request.input.read_options()?)?;
    let count = each_class(task, request, reader, |_, classes| classes.flatten().try_for_each(|(key, _)| each(key)))?;
    Ok(count.outcome)
}

/// A table with the rows of another, or some of them.
struct Copy {
    layout: Layout,
    writer: Writer,
    file: Option<ParquetFile>,
    sink: Arc<Mutex<Sink>>,
    rows: u64,
}

impl Copy {
    fn new(reader: &Reader, kind: Kind, compression: Option<Compression>, sink: Sink) -> anyhow::Result<Copy> {
        let layout = Layout {
            kind,
            separator: reader.separator,
            compression: compression.unwrap_or_default(),
            schema: reader.schema.clone(),
            different: vec![reader.column.clone()],
            has_blocks: false,
        };
        let sink = Arc::new(Mutex::new(sink));
        let (writer, file) = Writer::new(&layout, &sink)?;
        Ok(Copy { layout, writer, file, sink, rows: 0 })
    }

    fn add(&mut self, rows: &Carried) -> anyhow::Result<()> {
        let none = RecordBatch::new_empty(Arc::new(Schema::empty()));
        self.rows += match rows {
            Carried::Columns(columns) => columns.num_rows() as u64,
            Carried::Objects(lines) => lines.len() as u64,
        };
        let group = self.writer.write(self.layout.encode(rows, &none)?)?;
        self.add_group(group)
    }

    /// Everything is written; the name is given at the end of all.
    fn finish(mut self) -> anyhow::Result<u64> {
        let group = self.writer.last_group();
        self.add_group(group)?;
        self.file.map_or(Ok(()), ParquetFile::finish)?;
        lock(&self.sink).complete()?;
        Ok(self.rows)
    }

    fn add_group(&mut self, group: Option<Group>) -> anyhow::Result<()> {
        match (group, &mut self.file) {
            (Some(group), Some(file)) => file.add(group.encode()?),
            _ => Ok(()),
        }
    }
}

/// Writes the first row of each class; the table is read twice.
///
/// # Errors
/// If something cannot be read or written; then there is no output.
pub(crate) fn dedupe(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    memory: usize,
    folder: &Path,
) -> anyhow::Result<(Count, u64)> {
    let inputs = &request.input.inputs;
    anyhow::ensure!(
        !inputs.is_empty() && inputs.iter().all(|input| Path::new(input).is_file()),
        "a table is read twice: give it as a file"
    );
    let options = request.input.read_options()?;
    let sink = Sink::beside(request.work.output.as_deref(), inputs)?;
    let reader = Reader::open(request, &options)?;
    let mut copy = Copy::new(&reader, request.target(reader.kind), request.table.compression, sink)?;
    finish_on_interrupt(&copy.sink)?;
    let sink = copy.sink.clone();
    let write = || {
        // Of each class the first row stays, and none without a board.
        let mut repeats = Repeats::new(memory, folder);
        let count = each_class(task, request, reader, |_, classes| {
            for class in classes {
                repeats.add(class.as_ref().map(|(key, _)| key))?;
            }
            Ok(())
        })?;
        let (mut is_repeat, mut copied) = (repeats.sorted()?, Ok(()));
        Reader::open(request, &options)?.run(&mut |batch| {
            let kept: anyhow::Result<Vec<bool>> = (0..batch.rows()).map(|_| Ok(!is_repeat()?)).collect();
            copied = kept.and_then(|kept| copy.add(&batch.carried.chosen(&BooleanArray::from(kept))?));
            copied.is_ok()
        })?;
        copied?;
        anyhow::Ok((count, copy.finish()?))
    };
    write().inspect_err(|_| lock(&sink).abandon())
}

/// Deals rows out to parts; returns how many each has.
///
/// # Errors
/// If something cannot be read or written; then no part gets its name.
pub(crate) fn deal(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    files: &[PathBuf],
    shares: &Shares,
) -> anyhow::Result<(Vec<u64>, Outcome)> {
    let reader = Reader::open(request, &request.input.read_options()?)?;
    let mut copies = Vec::new();
    for file in files {
        let kind = Kind::of_name(file).or(reader.kind).unwrap_or(Kind::Csv);
        if reader.schema.is_none() && kind != Kind::JsonLines {
            bail!("{}: the parts of JSON lines are JSON lines; convert them later", file.display());
        }
        let sink = Sink::beside(Some(file), &request.input.inputs)?;
        copies.push(Copy::new(&reader, kind, request.table.compression, sink)?);
    }
    let sinks: Vec<_> = copies.iter().map(|copy| copy.sink.clone()).collect();
    let dealt = each_class(task, request, reader, |carried, classes| {
        let parts: Vec<Option<usize>> = classes.map(|class| class.map(|(_, share)| shares.part_of(share))).collect();
        for (part, copy) in copies.iter_mut().enumerate() {
            let mask: BooleanArray = parts.iter().map(|of| Some(*of == Some(part))).collect();
            copy.add(&carried.chosen(&mask)?)?;
        }
        Ok(())
    });
    let written = dealt.and_then(|count| {
        if count.boards < count.rows {
            say(&format!("{} rows without a board are left out", count.rows - count.boards));
        }
        let rows = copies.into_iter().map(Copy::finish).collect::<anyhow::Result<Vec<_>>>()?;
        Ok((rows, count.outcome))
    });
    written.inspect_err(|_| sinks.iter().for_each(|sink| lock(sink).abandon()))
}
