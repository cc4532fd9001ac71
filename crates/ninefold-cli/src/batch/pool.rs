//! The thread pool: one thread feeds jobs, several do them, and the results are taken in the order of the jobs.
//!
//! ```text
//!   feed -> jobs -> workers -> parts -> take (in order, in the calling thread)
//!     ^                                   |
//!     +------------- permits -------------+
//! ```
//!
//! Feeding needs a permit for each job, which is returned once everything that the job made has been taken: so no more than a
//! fixed number of jobs exist at a time, and memory does not grow with the input. A panic in any thread ends the program
//! (`main`), so no thread waits for one that no longer exists.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// A part of what a job makes, or all of it; or the reason why there are no more jobs.
struct Part<T> {
    job: u64,
    made: anyhow::Result<T>,
    is_last: bool,
}

/// The number of the job whose parts are being taken.
#[derive(Default)]
struct Turn {
    job: Mutex<u64>,
    changed: Condvar,
}

impl Turn {
    fn wait_for(&self, job: u64) {
        drop(self.changed.wait_while(lock(&self.job), |now| *now < job));
    }

    fn set(&self, job: u64) {
        *lock(&self.job) = job;
        self.changed.notify_all();
    }
}

/// The number of a worker's job, and the results that are ready but have not been taken yet.
type Tray<T> = Mutex<(u64, Option<T>)>;

/// Locks what threads share. A thread that panicked while it held the lock leaves the data as it was.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a worker puts results that are ready before its job is finished.
pub(crate) struct Desk<'a, T> {
    tray: &'a Tray<T>,
    turn: &'a Turn,
    parts: mpsc::SyncSender<Part<T>>,
}

impl<T: Default> Desk<'_, T> {
    /// Adds to the results that are ready. If `add` returns that there are too many, they are sent as soon as all earlier jobs
    /// are finished, so that nothing piles up.
    pub(super) fn add(&self, add: impl FnOnce(&mut T) -> bool) {
        let mut tray = lock(self.tray);
        if add(tray.1.get_or_insert_default()) {
            let job = tray.0;
            drop(tray);
            self.turn.wait_for(job);
            // The receiver no longer exists if something could not be taken.
            let _ = self.parts.send(Part { job, made: Ok(self.rest()), is_last: false });
        }
    }

    /// Removes the results that are ready and were not taken.
    pub(super) fn rest(&self) -> T {
        lock(self.tray).1.take().unwrap_or_default()
    }
}

/// Results that are ready wait no longer than this, even if the rest of their job takes long.
const A_MOMENT: Duration = Duration::from_millis(100);

/// Does jobs in this many threads; at most `ahead` jobs per thread are under way at a time.
///
/// `feed` hands out the jobs until they are no longer accepted. `worker` makes the function with which a thread does its jobs;
/// for each job it returns the result, or the rest of it. `take` receives all results in the order of the jobs, and `None` when
/// nothing has come for a moment.
///
/// # Errors
/// The first error that `take` returns, or that of `feed` once all jobs before it are taken.
pub(crate) fn ordered<J: Send, T: Send, W: FnMut(J, &Desk<'_, T>) -> T>(
    threads: usize,
    ahead: usize,
    feed: impl FnOnce(&mut dyn FnMut(J) -> bool) -> anyhow::Result<()> + Send,
    worker: impl Fn() -> W + Sync,
    take: impl FnMut(Option<T>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // Waiting texts occupy memory that has to be cleared first; enough to keep all threads busy will do.
    let (job_sender, jobs) = mpsc::sync_channel::<(u64, J)>(2 * threads);
    let (part_sender, parts) = mpsc::sync_channel(threads);
    let (permit, permits) = mpsc::sync_channel(ahead * threads);
    let trays: Vec<Tray<T>> = (0..threads).map(|_| Tray::default()).collect();
    let turn = Turn::default();
    std::thread::scope(|scope| {
        let jobs = Arc::new(Mutex::new(jobs));
        for tray in &trays {
            let desk = Desk { tray, turn: &turn, parts: part_sender.clone() };
            let (jobs, worker) = (jobs.clone(), &worker);
            scope.spawn(move || {
                let mut work = worker();
                loop {
                    let next = lock(&jobs).recv();
                    let Ok((job, task)) = next else { break };
                    lock(desk.tray).0 = job;
                    let made = Ok(work(task, &desk));
                    if desk.parts.send(Part { job, made, is_last: true }).is_err() {
                        break;
                    }
                }
            });
        }
        drop(jobs);
        scope.spawn(move || {
            let mut count = 0;
            let fed = feed(&mut |job| {
                let is_accepted = permit.send(()).is_ok() && job_sender.send((count, job)).is_ok();
                count += 1;
                is_accepted
            });
            if let Err(error) = fed {
                let _ = part_sender.send(Part { job: count, made: Err(error), is_last: true });
            }
        });
        // Whatever the result, no worker may be left waiting.
        let taken = take_in_order(parts, &trays, &turn, permits, take);
        turn.set(u64::MAX);
        taken
    })
}

fn take_in_order<T>(
    parts: mpsc::Receiver<Part<T>>,
    trays: &[Tray<T>],
    turn: &Turn,
    permits: mpsc::Receiver<()>,
    mut take: impl FnMut(Option<T>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    loop {
        let part = match parts.recv_timeout(A_MOMENT) {
            Ok(part) => part,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let tray = trays.iter().map(lock).find(|tray| tray.0 == next);
                // Parts that were sent in the meantime come before what is ready now.
                match parts.try_recv() {
                    Ok(part) => part,
                    Err(_) => {
                        if let Some(ready) = tray.and_then(|mut tray| tray.1.take()) {
                            take(Some(ready))?;
                        }
                        take(None)?;
                        continue;
                    }
                }
            }
        };
        if part.job != next {
            waiting.insert(part.job, part);
            continue;
        }
        let mut current = Some(part);
        while let Some(Part { made, is_last, .. }) = current {
            take(Some(made?))?;
            if !is_last {
                break;
            }
            next += 1;
            turn.set(next);
            // Every job has taken a permit.
            let _ = permits.recv();
            current = waiting.remove(&next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The jobs `0..count`, each of which makes a text of its number, and hands over part of it before it is finished.
    fn texts(threads: usize, count: u64, fails_at: u64) -> (String, Result<(), String>) {
        let mut text = String::new();
        let feed = |accept: &mut dyn FnMut(u64) -> bool| {
            anyhow::ensure!((0..count).all(accept), "not accepted");
            anyhow::bail!("the end")
        };
        let worker = || {
            |job: u64, desk: &Desk<'_, String>| {
                desk.add(|made| {
                    *made += &format!("{job}");
                    job.is_multiple_of(3)
                });
                std::thread::yield_now();
                desk.add(|made| {
                    made.push(',');
                    job.is_multiple_of(5)
                });
                desk.rest() + " "
            }
        };
        let result = ordered(threads, 2, feed, worker, |made| {
            text += &made.unwrap_or_default();
            anyhow::ensure!(!text.ends_with(&format!("{fails_at}, ")), "not taken");
            Ok(())
        });
        (text, result.map_err(|error| error.to_string()))
    }

    #[test]
    fn what_is_made_is_taken_in_order() {
        for threads in [1, 2, 7] {
            for count in [0, 1, 5, 200] {
                let expected: String = (0..count).map(|job| format!("{job}, ")).collect();
                assert_eq!(texts(threads, count, u64::MAX), (expected, Err("the end".to_owned())));
            }
        }
    }

    #[test]
    fn it_ends_early_when_something_is_not_taken() {
        for threads in [1, 3] {
            assert_eq!(texts(threads, u64::MAX, 2), ("0, 1, 2, ".to_owned(), Err("not taken".to_owned())));
        }
    }

    #[test]
    fn no_more_jobs_than_permits_are_under_way() {
        let under_way = Mutex::new((0u64, 0u64));
        let feed = |accept: &mut dyn FnMut(()) -> bool| {
            // The job that is waiting for its permit counts already.
            let goes_on = (0..100).all(|_| {
                let mut now = under_way.lock().unwrap();
                now.0 += 1;
                now.1 = now.1.max(now.0);
                drop(now);
                accept(())
            });
            anyhow::ensure!(goes_on);
            Ok(())
        };
        ordered(
            3,
            2,
            feed,
            || |(), _: &Desk<'_, ()>| (),
            |made| {
                under_way.lock().unwrap().0 -= u64::from(made.is_some());
                Ok(())
            },
        )
        .unwrap();
        assert!(under_way.lock().unwrap().1 <= 3 * 2 + 2);
    }

    #[test]
    fn what_is_ready_does_not_wait_for_the_rest() {
        let (sender, seen) = mpsc::sync_channel(1);
        let seen = Mutex::new(seen);
        let worker = || {
            |(), desk: &Desk<'_, u8>| {
                desk.add(|made| {
                    *made += 1;
                    false
                });
                // Without that result, this would wait for ever.
                seen.lock().unwrap().recv().unwrap();
                desk.rest() + 10
            }
        };
        let mut all = Vec::new();
        let feed = |accept: &mut dyn FnMut(()) -> bool| {
            accept(());
            Ok(())
        };
        let take = |made: Option<u8>| {
            if made.is_some() {
                let _ = sender.try_send(());
            }
            all.extend(made);
            Ok(())
        };
        ordered(1, 1, feed, worker, take).unwrap();
        assert_eq!(all, [1, 10]);
    }
}
