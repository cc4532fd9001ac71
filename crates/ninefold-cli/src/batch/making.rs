//! Boards that are made rather than read: made by several threads, and written in order.

use super::{Desk, Progress, Sink, lock, ordered, say_speed};
use crate::Outcome;
use crate::input::Work;
use std::ops::Range;
use std::time::Instant;

/// What to make.
pub(crate) struct Making<M> {
    /// The number of boards, and how many are made at a time.
    pub(crate) count: u64,
    pub(crate) at_a_time: u64,
    /// The plural by which they are called: `grids`.
    pub(crate) name: &'static str,
    /// The first and the last line of the output, if there are any.
    pub(crate) header: Option<String>,
    pub(crate) footer: Option<&'static str>,
    /// Makes the boards with these numbers, or returns why that is impossible.
    pub(crate) make: M,
}

/// A part of what is made: text, or rows.
pub(crate) struct Portion<T> {
    pub(crate) made: T,
    /// What falls short of the request, one line each.
    pub(crate) complaints: Vec<String>,
}

impl<M: Fn(Range<u64>) -> anyhow::Result<Portion<Vec<u8>>> + Sync> Making<M> {
    /// Makes and writes everything. The output is the same for any number of threads. Complaints count as failures in the
    /// outcome.
    ///
    /// # Errors
    /// If something cannot be made.
    pub(crate) fn run(&self, work: &Work) -> anyhow::Result<Outcome> {
        let sink = Sink::open(work.output.as_deref(), &[])?.shared()?;
        if let Some(header) = &self.header {
            lock(&sink).write(format!("{header}\n").as_bytes());
        }
        let progress = Progress::new(Some(self.count), false, self.name, &sink);
        let outcome = self.hand_on(work, progress, &self.make, |progress, text| {
            progress.make_room(|| lock(&sink).write(&text));
            Ok(())
        })?;
        if let Some(footer) = self.footer {
            lock(&sink).write(format!("{footer}\n").as_bytes());
        }
        lock(&sink).complete()?;
        Ok(outcome)
    }
}

impl<M> Making<M> {
    /// Makes everything and hands it on in order. Reports the speed, if requested.
    ///
    /// # Errors
    /// If something cannot be made, or `take` fails.
    pub(crate) fn hand_on<T: Send>(
        &self,
        work: &Work,
        mut progress: Progress,
        make: &(impl Fn(Range<u64>) -> anyhow::Result<Portion<T>> + Sync),
        mut take: impl FnMut(&Progress, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let (start, mut outcome) = (Instant::now(), Outcome::Success);
        in_order(0..self.count, self.at_a_time, work.jobs.threads(), make, |so_far, Portion { made, complaints }| {
            take(&progress, made)?;
            for complaint in &complaints {
                progress.say(complaint);
                outcome = Outcome::SomeFailed;
            }
            progress.reach(so_far);
            Ok(())
        })?;
        progress.finish();
        if work.stats {
            say_speed(self.count, self.name, "", start);
        }
        Ok(outcome)
    }
}

/// Makes the boards with these numbers, some at a time, and hands them on in order, each part with the number after its last.
///
/// # Errors
/// If something cannot be made, or `take` fails.
pub(crate) fn in_order<T: Send>(
    numbers: Range<u64>,
    at_a_time: u64,
    threads: usize,
    make: &(impl Fn(Range<u64>) -> anyhow::Result<T> + Sync),
    mut take: impl FnMut(u64, T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let parts = (numbers.end - numbers.start).div_ceil(at_a_time);
    let range = move |part: u64| {
        let first = numbers.start + part * at_a_time;
        first..numbers.end.min(first.saturating_add(at_a_time))
    };
    let threads = usize::try_from(parts).unwrap_or(usize::MAX).min(threads);
    let feed = |accept: &mut dyn FnMut(Range<u64>) -> bool| {
        (0..parts).map(range).all(accept);
        Ok(())
    };
    // Boards may take long to make and be large, so only a few parts wait.
    ordered(
        threads,
        2,
        feed,
        || |numbers: Range<u64>, _: &Desk<'_, _>| (numbers.end, make(numbers)),
        |made| made.map_or(Ok(()), |(next, made)| take(next, made?)),
    )
}
