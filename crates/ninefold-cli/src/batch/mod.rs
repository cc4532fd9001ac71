//! Streams of puzzles: read, worked on by several threads, and answered in order.
//!
//! ```text
//!   sources -> feed (cuts the text into pieces) -> jobs -> workers -> answers -> printer (order, output)
//! ```
//!
//! A job holds some pieces and the text they lie in. `pool` spreads the jobs over threads.

mod answers;
pub(crate) mod feed;
mod item;
mod making;
pub(crate) mod pool;
pub(crate) mod prefetch;
mod printer;
mod progress;
mod sink;
pub(crate) mod source;
mod worker;

pub(crate) use answers::{Answers, Tally};
pub(crate) use item::Item;
pub(crate) use making::{Making, Portion, in_order};
pub(crate) use pool::{Desk, ordered};
pub(crate) use prefetch::{BatchAnswer, BatchQuery};
pub(crate) use printer::{NOTHING, say_once};
pub(crate) use progress::{Progress, say};
pub(crate) use sink::{Sink, finish_on_interrupt, lock, partial};

use crate::Outcome;
use crate::command::Command;
use crate::input::{Input, Work};
use feed::Feed;
use ninefold::notation::ReadOptions;
use printer::Printer;
use source::Source;
use std::collections::HashSet;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use worker::Worker;

/// Each puzzle of the input in turn, for a command that answers at length. Messages about the input go
/// to standard error; the outcome says whether there were any.
pub(crate) fn one_by_one(
    input: &Input,
    output: Option<&Path>,
    mut answer: impl FnMut(&Item<'_>, &Mutex<Sink>) -> Outcome,
) -> anyhow::Result<Outcome> {
    let options = input.read_options()?;
    let (sources, mut outcome) = find_sources(input, &options);
    if sources.is_empty() {
        return Ok(outcome);
    }
    let sink = open_sink(output, &sources)?;
    let (mut any, mut said) = (false, HashSet::new());
    Feed::new(sources, &options, false, Arc::default()).run(&mut |job| {
        for item in Item::all(&job, &options) {
            any = true;
            if let Ok(record) = item.read() {
                record.notes.iter().for_each(|note| say_once(&mut said, note, &item.place(), say));
            }
            outcome = outcome.max(answer(&item, &sink));
        }
        if let Some(trouble) = job.trouble {
            outcome = Outcome::Trouble;
            say(&format!("ninefold: {trouble}"));
        }
        true
    })?;
    lock(&sink).complete()?;
    if !any && outcome == Outcome::Success {
        say(NOTHING);
    }
    Ok(outcome)
}

/// Jobs under way for each thread, where each takes a moment only.
pub(crate) const AHEAD: usize = 8;

/// Runs a command on everything that the input names.
pub(crate) fn run(command: &impl Command, input: &Input, work: &Work) -> anyhow::Result<Outcome> {
    run_into(command, input, work, |text, sink| {
        lock(sink).write(text);
        Ok(())
    })
}

/// The same, with something that takes whole answers, in the order of the input, in place of the output. When there are no
/// more it gets nothing, once.
pub(crate) fn run_into(
    command: &impl Command,
    input: &Input,
    work: &Work,
    mut receive: impl FnMut(&[u8], &Mutex<Sink>) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let options = input.read_options()?;
    let (sources, outcome) = find_sources(input, &options);
    if sources.is_empty() {
        return Ok(outcome);
    }
    let sink = open_sink(work.output.as_deref(), &sources)?;
    let is_typed = sources.iter().any(|source| matches!(source, Source::Stdin)) && std::io::stdin().is_terminal();
    let bytes = sources.iter().map(Source::size).sum();
    let mut printer = Printer {
        command,
        progress: Progress::new(bytes, is_typed, "puzzles", &sink),
        sink: sink.clone(),
        receive: &mut receive,
        total: Tally::default(),
        outcome,
        told: HashSet::new(),
        wrote: false,
    };
    if let Some(header) = command.header() {
        lock(&sink).write(format!("{header}\n").as_bytes());
        printer.wrote = true;
    }
    let to_terminal = work.output.is_none() && std::io::stdout().is_terminal();
    let feed = Feed::new(sources, &options, to_terminal, printer.progress.done());
    let worker = || {
        let mut worker = Worker::new(command, &options);
        move |job, desk: &Desk<'_, _>| worker.answer(job, desk)
    };
    ordered(
        threads(work),
        AHEAD,
        |accept| feed.run(accept),
        worker,
        |ready| {
            match ready {
                Some(ready) => printer.print(ready),
                None => printer.wait(),
            }
            Ok(())
        },
    )?;
    printer.progress.finish();
    (printer.receive)(&[], &sink)?;
    lock(&sink).complete()?;
    Ok(printer.finish(work.stats, start))
}

/// How many threads work.
pub(crate) fn threads(work: &Work) -> usize {
    work.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// The sources that are named. What is not a source is reported, and makes the outcome that of trouble; without any source
/// nothing else is to be done: no output is made, and none overwritten.
pub(crate) fn find_sources(input: &Input, options: &ReadOptions) -> (Vec<Source>, Outcome) {
    let (sources, messages) = source::find(&input.inputs, options);
    messages.iter().for_each(|message| say(&format!("ninefold: {message}")));
    (sources, if messages.is_empty() { Outcome::Success } else { Outcome::Trouble })
}

/// Where answers go; from now on interrupts wait for those that are being written.
fn open_sink(output: Option<&Path>, sources: &[Source]) -> anyhow::Result<Arc<Mutex<Sink>>> {
    let sink = Arc::new(Mutex::new(Sink::open(output, sources)?));
    finish_on_interrupt(&sink)?;
    Ok(sink)
}
