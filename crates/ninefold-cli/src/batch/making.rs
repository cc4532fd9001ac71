//! Boards that are made, not read: by several threads, and written in order.

use super::progress::{self, Progress};
use super::{lock, open_sink, threads};
use crate::Outcome;
use crate::input::Work;
use std::ops::Range;
use std::sync::mpsc;
use std::time::Instant;

/// What is made.
pub(crate) struct Making<M> {
    /// How many, and how many at a time.
    pub(crate) count: u64,
    pub(crate) at_a_time: u64,
    /// What they are called: `grids`.
    pub(crate) name: &'static str,
    /// The first line of the output, if there is one.
    pub(crate) header: Option<String>,
    /// Makes those with these numbers; or says why that cannot be done.
    pub(crate) make: M,
}

/// Some of what is made.
pub(crate) struct Portion {
    pub(crate) text: Vec<u8>,
    /// What is not as it should be, a line each.
    pub(crate) complaints: Vec<String>,
}

impl<M: Fn(Range<u64>) -> anyhow::Result<Portion> + Sync> Making<M> {
    /// Makes and writes everything. The output is the same for any number of threads. If there are complaints, some have
    /// failed.
    ///
    /// # Errors
    /// If something cannot be made.
    pub(crate) fn run(&self, work: &Work) -> anyhow::Result<Outcome> {
        let start = Instant::now();
        let sink = open_sink(work.output.as_deref(), &[])?;
        if let Some(header) = &self.header {
            lock(&sink).write(format!("{header}\n").as_bytes());
        }
        let mut progress = Progress::new(Some(self.count), false, self.name, &sink);
        let done = progress.done();
        let mut outcome = Outcome::Success;
        in_order(0..self.count, self.at_a_time, threads(work), &self.make, |so_far, made| {
            progress.make_room(|| lock(&sink).write(&made.text));
            for complaint in &made.complaints {
                progress.say(complaint);
                outcome = Outcome::SomeFailed;
            }
            done.store(so_far, std::sync::atomic::Ordering::Relaxed);
            progress.advance(so_far);
            Ok(())
        })?;
        progress.finish();
        if work.stats {
            let (Making { count, name, .. }, seconds) = (self, start.elapsed().as_secs_f64());
            progress::say(&format!(
                "{count} {name}; {seconds:.3} s, {:.0} {name}/s",
                *count as f64 / seconds.max(1e-9)
            ));
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
    let range = |part: u64| {
        let first = numbers.start + part * at_a_time;
        first..numbers.end.min(first.saturating_add(at_a_time))
    };
    let jobs = usize::try_from(parts).unwrap_or(usize::MAX).min(threads);
    std::thread::scope(|scope| {
        // Each worker has its turn in the same order, and waits with more than two parts: so memory is bounded.
        let worker = |number: usize| {
            let (sender, parts_made) = mpsc::sync_channel(1);
            scope.spawn(move || {
                for part in (number as u64..parts).step_by(jobs) {
                    let made = make(range(part));
                    // Nobody listens any more if something could not be made.
                    let (goes_on, is_heard) = (made.is_ok(), sender.send(made).is_ok());
                    if !(goes_on && is_heard) {
                        return;
                    }
                }
            });
            parts_made
        };
        let workers: Vec<_> = (0..jobs).map(worker).collect();
        let turns = workers.iter().cycle();
        for (part, worker) in (0..parts).zip(turns) {
            let made = worker.recv().expect("a worker makes all its parts, or says why not")?;
            take(range(part).end, made)?;
        }
        Ok(())
    })
}
