//! Streams of puzzles: read, processed by several threads, and answered in order.
//!
//! ```text
//!   sources -> feed (cuts the text into pieces) -> jobs -> workers -> answers -> printer (order, output)
//! ```
//!
//! A job holds some pieces and the text that contains them. `pool` distributes the jobs among threads.

mod answers;
pub(crate) mod feed;
mod making;
mod notices;
pub(crate) mod pool;
mod progress;
mod sink;
pub(crate) mod source;
mod utf16;
mod worker;

pub(crate) use answers::{Answers, Tally};
pub(crate) use feed::Item;
pub(crate) use making::{Making, Portion, in_order};
pub(crate) use notices::{Notices, Remarks};
pub(crate) use pool::{Desk, lock, ordered};
pub(crate) use progress::{Progress, Share, say, say_speed, set_quiet};
pub(crate) use sink::{Sink, expect_file, fail, partial, refuse_inputs};
#[cfg(feature = "parquet")]
pub(crate) use worker::Prefetcher;
pub(crate) use worker::{BatchAnswer, BatchQuery};

use crate::Outcome;
use crate::command::Command;
use crate::input::{Input, Work};
use answers::Ready;
use feed::Feed;
use ninefold::notation::ReadOptions;
use source::Source;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Instant;
use worker::Worker;

/// Jobs under way per thread, if each takes only a moment.
pub(crate) const AHEAD: usize = 8;

/// Runs a command on everything that the input names.
pub(crate) fn run(command: &impl Command, input: &Input, work: &Work) -> anyhow::Result<Outcome> {
    run_into(command, input, work, |text, sink| {
        lock(sink).write(text);
        Ok(())
    })
}

/// The same, but whole answers go to `receive`, in the order of the input, instead of to the output. After the last answer it
/// is called once with nothing.
pub(crate) fn run_into<C: Command>(
    command: &C,
    input: &Input,
    work: &Work,
    mut receive: impl FnMut(&[u8], &Mutex<Sink>) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let options = input.read_options()?.rules(command.rules().to_vec());
    let (sources, mut outcome) = find_sources(input, &options);
    if sources.is_empty() {
        return Ok(outcome);
    }
    let sink = Sink::open(work.output.as_deref(), &sources)?.shared()?;
    let is_typed = sources.iter().any(|source| matches!(source, Source::Stdin)) && std::io::stdin().is_terminal();
    let bytes = sources.iter().map(Source::size).sum();
    let mut progress = Progress::new(bytes, is_typed, "puzzles", &sink);
    let header = command.header();
    if let Some(header) = &header {
        lock(&sink).write(format!("{header}\n").as_bytes());
    }
    let to_terminal = work.output.is_none() && std::io::stdout().is_terminal();
    let mut feed = Feed::new(sources, &options, progress.done());
    (feed.holds_first, feed.portion) = (to_terminal || command.is_for_one(), C::PORTION);
    let worker = || {
        let mut worker = Worker::new(command, &options);
        move |job, desk: &Desk<'_, _>| worker.answer(job, desk)
    };
    let (mut notices, mut wrote) = (Notices::default(), header.is_some());
    let mut write = |text: &[u8], progress: &Progress| {
        // An error must end the program here: the feeding thread may be waiting for input that never comes.
        progress.make_room(|| receive(text, &sink)).unwrap_or_else(|error| progress.fail(&error));
    };
    let print = |ready: Option<Ready>| {
        let Some(Ready { text, begins_puzzle, mut remarks, trouble }) = ready else {
            // Nothing is ready, but the work goes on.
            command.doing().iter().for_each(|doing| progress.show(notices.total.puzzles, doing));
            return Ok(());
        };
        // Notes on how boards were read are printed before the answers.
        notices.take(Remarks { once: std::mem::take(&mut remarks.once), ..Remarks::default() }, &progress);
        if command.has_blocks() && wrote && begins_puzzle {
            write(b"\n", &progress);
        }
        if !text.is_empty() {
            wrote = true;
            write(&text, &progress);
        }
        notices.take(remarks, &progress);
        progress.advance(notices.total.puzzles);
        if let Some(trouble) = trouble {
            outcome = Outcome::Trouble;
            progress.say(&format!("ninefold: {trouble}"));
        }
        Ok(())
    };
    ordered(work.jobs.threads(), AHEAD, |accept| feed.run(accept), worker, print)?;
    progress.finish();
    if let Some(footer) = command.footer() {
        lock(&sink).write(format!("{footer}\n").as_bytes());
    }
    receive(&[], &sink)?;
    lock(&sink).complete()?;
    let outcome = notices.finish(outcome, &progress);
    if work.stats {
        let details = format!(": {}", notices.total.report(C::REPORT));
        say_speed(notices.total.puzzles, "puzzles", &details, start);
    }
    Ok(outcome)
}

/// The sources that the input names. Anything that is not a source is reported, and the outcome is then `Trouble`. Without any
/// source there is nothing else to do: no output is created, and none overwritten.
pub(crate) fn find_sources(input: &Input, options: &ReadOptions) -> (Vec<Source>, Outcome) {
    let (sources, messages) = source::find(&input.inputs, options);
    messages.iter().for_each(|message| progress::say_always(&format!("ninefold: {message}")));
    (sources, if messages.is_empty() { Outcome::Success } else { Outcome::Trouble })
}
