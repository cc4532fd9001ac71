//! Reading sources and cutting them into jobs.

use super::source::Source;
use ninefold::notation::{Piece, ReadOptions, Splitter};
use std::io::{IsTerminal, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Some puzzles to be worked on together.
pub(super) struct Job {
    /// The name of their source.
    pub(super) source: Arc<str>,
    /// The source is an argument of the command.
    pub(super) is_argument: bool,
    /// The text that the pieces lie in.
    pub(super) text: Arc<Vec<u8>>,
    pub(super) pieces: Vec<Piece>,
    /// The only puzzle there is, or one that somebody has just typed.
    pub(super) alone: bool,
    /// What went wrong with the source after these puzzles.
    pub(super) trouble: Option<String>,
}

/// Bytes read at a time, as long as puzzles are found in them.
const READ: usize = 1 << 18;

/// A text longer than this without a puzzle is cut.
const LONGEST: usize = 1 << 26;

/// The work of a job, in 9x9 lines. Larger boards count for more.
const JOB: usize = 4096;

/// The sources, one after another.
pub(super) struct Feed {
    sources: Vec<Source>,
    options: ReadOptions,
    /// The answers go to a terminal.
    to_terminal: bool,
    bytes: Arc<AtomicU64>,
}

impl Feed {
    pub(super) fn new(sources: Vec<Source>, options: &ReadOptions, to_terminal: bool, bytes: Arc<AtomicU64>) -> Feed {
        Feed { sources, options: options.clone(), to_terminal, bytes }
    }

    /// Hands out all jobs, until one is refused.
    pub(super) fn run(self, mut accept: impl FnMut(Job) -> ControlFlow<()>) {
        // On a terminal the first job waits until it is known whether it is the only one.
        let (mut held, mut seen) = (None, false);
        for source in &self.sources {
            let typed = self.to_terminal && matches!(source, Source::Stdin) && std::io::stdin().is_terminal();
            let done = self.read(source, |job| {
                if !self.to_terminal || typed || job.pieces.is_empty() {
                    return accept(Job { alone: typed, ..job });
                }
                if !std::mem::replace(&mut seen, true) {
                    held = Some(job);
                    return ControlFlow::Continue(());
                }
                if let Some(held) = held.take() {
                    accept(held)?;
                }
                accept(job)
            });
            if done.is_break() {
                return;
            }
        }
        if let Some(held) = held {
            let alone = held.pieces.len() == 1;
            let _ = accept(Job { alone, ..held });
        }
    }

    /// Reads one source to its end, or to where it breaks.
    fn read(&self, source: &Source, mut accept: impl FnMut(Job) -> ControlFlow<()>) -> ControlFlow<()> {
        let name: Arc<str> = source.name().into();
        let is_argument = matches!(source, Source::Argument(..));
        let job =
            |text, pieces, trouble| Job { source: name.clone(), is_argument, text, pieces, alone: false, trouble };
        let mut reader = match source.open(&self.bytes) {
            Ok(reader) => reader,
            Err(error) => return accept(job(Arc::default(), Vec::new(), Some(format!("{name}: {error:#}")))),
        };
        let mut splitter = Splitter::new(&self.options);
        let mut text = Vec::new();
        let mut length = READ;
        loop {
            let known = text.len();
            text.resize(known + length, 0);
            let result = read_some(&mut reader, &mut text[known..]);
            text.truncate(known + *result.as_ref().unwrap_or(&0));
            let at_end = matches!(result, Ok(0));
            // After an error the rest may be half a puzzle: it is not looked at.
            let last = at_end || text.len() > LONGEST;
            let mut pieces = Vec::new();
            let mut start = 0;
            while let Some(mut piece) = splitter.next(&text[start..], last) {
                piece.start += start;
                piece.end += start;
                start = piece.end;
                pieces.push(piece);
            }
            if last && !at_end {
                start = text.len();
            }
            let trouble = result.err().map(|error| format!("{name}:{}: {}", splitter.line(), explain(&error)));
            let done = at_end || trouble.is_some();
            // Nothing found: the piece is longer than what is known of it.
            length = if pieces.is_empty() { (2 * length).min(LONGEST) } else { READ };
            if !pieces.is_empty() || trouble.is_some() {
                let rest = text.split_off(start);
                let text = Arc::new(std::mem::replace(&mut text, rest));
                let mut parts = divide(pieces);
                let end = parts.pop().unwrap_or_default();
                for part in parts {
                    accept(job(text.clone(), part, None))?;
                }
                accept(job(text, end, trouble))?;
            }
            if done {
                return ControlFlow::Continue(());
            }
        }
    }
}

fn read_some(reader: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

fn explain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => "the compressed data ends early".to_owned(),
        _ => error.to_string(),
    }
}

/// Divides pieces into jobs of about the same work.
fn divide(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut jobs: Vec<Vec<Piece>> = Vec::new();
    let mut room = 0;
    for piece in pieces {
        let length = (piece.end - piece.start).div_ceil(82);
        let work = length * length;
        if jobs.is_empty() || work > room {
            jobs.push(Vec::new());
            room = JOB;
        }
        room = room.saturating_sub(work);
        jobs.last_mut().expect("there is a job").push(piece);
    }
    jobs
}
