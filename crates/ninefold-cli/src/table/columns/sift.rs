//! Selects rows by the classes of their boards: the first of each class, or distributed among parts.

use super::answers::Asked;
use super::reader::Reader;
use super::rows::{Batch, Carried};
use super::run::spread;
use super::writer::{Encoded, Layout, write_tables};
use crate::Outcome;
use crate::batch::Sink;
use crate::classes::{ClassTask, Shares};
use crate::command::Fate;
use crate::kinds::Kind;
use crate::sorting::Repeats;
use crate::table::{Count, Request};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, BooleanArray, Int64Array, RecordBatch};
use arrow_schema::Schema;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The class of a row's board, and the share by which it is assigned to a part.
type Classed = Option<([u8; 16], u64)>;

/// The workers' findings about some rows.
fn classes(answers: &RecordBatch) -> Vec<Classed> {
    let column = |place: usize| -> &Int64Array { answers.column(place).as_primitive::<Int64Type>() };
    let (high, low, share) = (column(0), column(1), column(2));
    let class = |row: usize| {
        let key = u128::from(high.value(row) as u64) << 64 | u128::from(low.value(row) as u64);
        high.is_valid(row).then(|| (key.to_be_bytes(), share.value(row) as u64))
    };
    (0..answers.num_rows()).map(class).collect()
}

/// Reads all rows and passes on those of each batch with their classes.
fn each_class(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    reader: Reader,
    mut each: impl FnMut(&Carried, Vec<Classed>) -> anyhow::Result<()>,
) -> anyhow::Result<Count> {
    let encode = |batch: Batch, answers| Ok((batch.rows.carried, answers));
    let take = |(carried, answers): (_, RecordBatch)| each(&carried, classes(&answers));
    let (rows, notices) = spread(task, request, reader, &Asked::all(task), encode, take)?;
    Ok(Count { rows, boards: notices.total.of(Fate::Good), outcome: notices.total.outcome() })
}

/// Passes on the class of every board of a table.
///
/// # Errors
/// If the table cannot be read.
pub(crate) fn census(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    mut each: impl FnMut([u8; 16]) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let each = |_: &Carried, classes: Vec<Classed>| classes.into_iter().flatten().try_for_each(|(key, _)| each(key));
    Ok(each_class(task, request, Reader::open(request)?, each)?.outcome)
}

/// The chosen rows, ready to be written, and their number.
fn chosen(layout: &Layout, rows: &Carried, chosen: &BooleanArray) -> anyhow::Result<(Encoded, u64)> {
    let nothing = RecordBatch::new_empty(Arc::new(Schema::empty()));
    Ok((layout.encode(&rows.chosen(chosen)?, &nothing)?, chosen.true_count() as u64))
}

/// Writes the first row of each class; the table is read twice. Also returns how many rows were written.
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
    let sink = Sink::beside(request.work.output.as_deref(), inputs)?.shared()?;
    let reader = Reader::open(request)?;
    let layout = Layout::of(request, &reader, request.target(reader.head.kind));
    write_tables(&[(&layout, sink)], request.work.jobs.threads(), |write| {
        // The first row of each class is kept, and no row without a board.
        let (mut repeats, mut kept) = (Repeats::new(memory, folder), 0);
        let count = each_class(task, request, reader, |_, classes| {
            classes.iter().try_for_each(|class| repeats.add(class.as_ref().map(|(key, _)| key)))
        })?;
        let (mut is_repeat, mut copied) = (repeats.sorted()?, Ok(()));
        let mut copy = |batch: &Batch| {
            let stays = (0..batch.rows.count()).map(|_| Ok(!is_repeat()?)).collect::<anyhow::Result<Vec<_>>>()?;
            let (rows, count) = chosen(&layout, &batch.rows.carried, &stays.into())?;
            kept += count;
            write(0, rows)
        };
        Reader::open(request)?.run(&mut |batch| {
            copied = copy(&batch);
            copied.is_ok()
        })?;
        copied?;
        Ok((count, kept))
    })
}

/// Distributes rows among parts; returns how many each has.
///
/// # Errors
/// If something cannot be read or written; then no part gets its final name.
pub(crate) fn deal(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    files: &[PathBuf],
    shares: &Shares,
) -> anyhow::Result<(Vec<u64>, Count)> {
    let sinks = files.iter().map(|file| Sink::beside(Some(file), &request.input.inputs)?.shared());
    let sinks = sinks.collect::<anyhow::Result<Vec<_>>>()?;
    let reader = Reader::open(request)?;
    let layout = |file: &PathBuf| {
        let kind = Kind::of_name(file).or(reader.head.kind).unwrap_or(Kind::Csv);
        let is_possible = reader.head.schema.is_some() || kind == Kind::JsonLines;
        anyhow::ensure!(is_possible, "{}: the parts of JSON lines are JSON lines; convert them later", file.display());
        Ok(Layout::of(request, &reader, kind))
    };
    let layouts = files.iter().map(layout).collect::<anyhow::Result<Vec<_>>>()?;
    let mut rows = vec![0; files.len()];
    let tables: Vec<_> = layouts.iter().zip(sinks).collect();
    let count = write_tables(&tables, request.work.jobs.threads(), |write| {
        each_class(task, request, reader, |carried, classes| {
            let parts: Vec<_> =
                classes.into_iter().map(|class| class.map(|(_, share)| shares.part_of(share))).collect();
            for (part, layout) in layouts.iter().enumerate() {
                let mask: BooleanArray = parts.iter().map(|of| Some(*of == Some(part))).collect();
                let (dealt, count) = chosen(layout, carried, &mask)?;
                rows[part] += count;
                write(part, dealt)?;
            }
            Ok(())
        })
    })?;
    Ok((rows, count))
}
