//! Jobs spread over threads, and their answers put in order.

use super::Item;
use super::answers::{Answers, Outlet, Ready};
use super::feed::{self, Feed, Job};
use super::prefetch::Prefetcher;
use super::printer::{Printer, Receiver};
use crate::command::{Command, Wants, answer_plain};
use ninefold::notation::ReadOptions;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// What follows a part.
enum PartEnd {
    /// More of the same job.
    More,
    /// The next job.
    Done,
    /// The next job, after something went wrong with this one's source.
    Failed(String),
}

/// Some answers of a job.
struct Part {
    job: u64,
    ready: Ready,
    end: PartEnd,
}

/// Where a worker gathers the answers of its job, until somebody takes what is ready.
#[derive(Default)]
struct WorkerBuffer(Mutex<(u64, Ready)>);

impl WorkerBuffer {
    fn lock(&self) -> MutexGuard<'_, (u64, Ready)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is ready, if it belongs to this job.
    fn take_of(&self, job: u64) -> Option<Ready> {
        let mut buffer = self.lock();
        (buffer.0 == job).then(|| std::mem::take(&mut buffer.1))
    }
}

/// The number of the job whose answers are written now.
#[derive(Default)]
struct OutputTurn {
    job: Mutex<u64>,
    changed: Condvar,
}

impl OutputTurn {
    fn wait_for(&self, job: u64) {
        let now = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(now, |now| *now != job));
    }

    fn set(&self, job: u64) {
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = job;
        self.changed.notify_all();
    }
}

/// A search without end must not fill the memory: so much text waits for the job's turn. The solutions of a job's lines
/// are less, or each worker would stand still until those with earlier jobs are done.
const FULL: usize = 2 * feed::READ;

/// A worker's buffer, and the way from there to the thread that writes. Before a job is done that is open
/// only in its turn, so that nothing piles up there.
struct Worker<'a> {
    buffer: &'a WorkerBuffer,
    turn: &'a OutputTurn,
    parts: mpsc::SyncSender<Part>,
}

impl Worker<'_> {
    /// Sends what is ready.
    fn send(&self, end: PartEnd) {
        let (job, ready) = {
            let mut buffer = self.buffer.lock();
            (buffer.0, std::mem::take(&mut buffer.1))
        };
        self.parts.send(Part { job, ready, end }).expect(ENDS_LAST);
    }

    /// Answers the puzzles of a job.
    fn work_on(
        &self,
        command: &impl Command,
        options: &ReadOptions,
        prefetcher: &mut Option<Prefetcher>,
        number: u64,
        job: Job,
    ) {
        self.buffer.lock().0 = number;
        let mut answers = Answers::new(self, command.has_blocks());
        if let Some(prefetcher) = prefetcher {
            prefetcher.solve(job.pieces.iter().map(|piece| piece.plain_digits(&job.text, options)));
        }
        let mut found = prefetcher.as_ref().map(Prefetcher::found);
        for item in Item::all(&job, options) {
            let found = found.as_mut().and_then(Iterator::next).flatten();
            answers.begin_puzzle();
            match found {
                Some(found) if !item.alone && answer_plain(command, &item, found, &mut answers) => {
                    answers.pass_on_if_long()
                }
                _ => {
                    // This may take its time; what is known must not wait.
                    answers.checkpoint();
                    command.answer(&item, &mut answers);
                    answers.checkpoint();
                }
            }
        }
        answers.checkpoint();
        self.send(job.trouble.map_or(PartEnd::Done, PartEnd::Failed));
    }
}

impl Outlet for Worker<'_> {
    fn add(&self, answers: &mut Ready, has_blocks: bool) {
        let mut buffer = self.buffer.lock();
        buffer.1.add(answers, has_blocks);
        if buffer.1.text.len() > FULL {
            let job = buffer.0;
            drop(buffer);
            self.turn.wait_for(job);
            self.send(PartEnd::More);
        }
    }
}

/// Spreads the jobs over threads.
pub(super) fn spread(
    feed: Feed,
    options: &ReadOptions,
    printer: &mut Printer<'_, impl Command, impl Receiver>,
    threads: usize,
) {
    // Texts that wait take memory that has to be cleared first; as many as keep everybody busy are enough.
    let (job_sender, job_receiver) = mpsc::sync_channel::<(u64, Job)>(2 * threads);
    let job_receiver = Mutex::new(job_receiver);
    let (part_sender, parts) = mpsc::sync_channel(threads);
    let (permit, permits) = mpsc::sync_channel(8 * threads);
    let turn = OutputTurn::default();
    let buffers: Vec<WorkerBuffer> = (0..threads).map(|_| WorkerBuffer::default()).collect();
    let command = printer.command;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut number = 0;
            feed.run(|job| {
                permit.send(()).expect(ENDS_LAST);
                job_sender.send((number, job)).expect(ENDS_LAST);
                number += 1;
            });
        });
        for buffer in &buffers {
            let worker = Worker { buffer, turn: &turn, parts: part_sender.clone() };
            let jobs = &job_receiver;
            scope.spawn(move || {
                let mut prefetcher = command.query(Wants::Text).map(Prefetcher::new);
                loop {
                    let next = jobs.lock().expect("no thread panics while it waits for a job").recv();
                    let Ok((number, job)) = next else { break };
                    worker.work_on(command, options, &mut prefetcher, number, job);
                }
            });
        }
        drop(part_sender);
        print_in_order(&parts, &buffers, &turn, &permits, printer);
    });
}

/// Why sending never fails: a panic anywhere ends the program.
const ENDS_LAST: &str = "the thread that writes lives as long as any other has work";

/// Answers that are ready wait no longer, even when a puzzle of the same job takes its time.
const A_MOMENT: Duration = Duration::from_millis(100);

fn print_in_order(
    parts: &mpsc::Receiver<Part>,
    buffers: &[WorkerBuffer],
    turn: &OutputTurn,
    permits: &mpsc::Receiver<()>,
    printer: &mut Printer<'_, impl Command, impl Receiver>,
) {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        let part = match parts.recv_timeout(A_MOMENT) {
            Ok(part) => part,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                buffers.iter().filter_map(|buffer| buffer.take_of(next)).for_each(|ready| printer.print(ready));
                printer.wait();
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        };
        if part.job != next {
            waiting.insert(part.job, part);
            continue;
        }
        let mut current = Some(part);
        while let Some(Part { ready, end, .. }) = current {
            printer.print(ready);
            match end {
                PartEnd::More => break,
                PartEnd::Done => {}
                PartEnd::Failed(trouble) => printer.trouble(&trouble),
            }
            permits.recv().expect("every job has taken a permit");
            next += 1;
            turn.set(next);
            current = waiting.remove(&next);
        }
    }
}
