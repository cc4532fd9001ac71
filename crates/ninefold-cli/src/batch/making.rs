//! Boards that are made, not read: by several threads, and written in order.

use super::{Desk, Progress, Sink, lock, ordered, say_speed};
use crate::Outcome;
use crate::input::Work;
use std::ops::Range;
use std::time::Instant;

/// What is made.
pub(crate) struct Making<M> {
    /// How many, and how many at a time.
    pub(crate) count: u64,
    pub(crate) at_a_time: u64,
    /// What they are called: `grids`.
    pub(crate) name: &'static str,
    /// The first line of the output and the last, if there are such.
    pub(crate) header: Option<String>,
    pub(crate) footer: Option<&'static str>,
    /// Makes those with these numbers; or says why that cannot be done.
    pub(crate) make: M,
}

/// Some of what is made: text, or rows.
pub(crate) struct Portion<T> {
    pub(crate) made: T,
    /// What is not as it should be, a line each.
    pub(crate) complaints: Vec<String>,
}

impl<M: Fn(Range<u64>) -> anyhow::Result<Portion<Vec<u8>>> + Sync> Making<M> {
    /// Makes and writes everything. The output is the same for any number of threads. If there are complaints, some have
    /// failed.
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
    /// Makes everything and hands it on in order. Says how fast, if that is asked for.
    ///
    /// # Errors
    /// If something cannot be made, or is not taken.
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

/// Makes what has these numbers, so many at a time, and hands it on in their order, with the number after them.
///
/// # Errors
/// If something cannot be made, or is not taken.
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
    // What is made may take long and be large, so that no more than this waits.
    ordered(
        threads,
        2,
        feed,
        || |numbers: Range<u64>, _: &Desk<'_, _>| (numbers.end, make(numbers)),
        |made| made.map_or(Ok(()), |(next, made)| take(next, made?)),
    )
}
