//! Reads sources and cuts them into jobs, which hold puzzles.

use super::source::Source;
use ninefold::Invalid;
use ninefold::notation::{Format, Piece, ReadOptions, Record, Splitter, VariantRecord};
use std::io::{self, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Some puzzles to be worked on together.
#[derive(Default)]
pub(crate) struct Job {
    /// The name of the puzzles' source.
    pub(crate) source: Arc<str>,
    /// Whether the source is an argument of the command.
    pub(crate) is_argument: bool,
    /// The text that contains the pieces.
    pub(crate) text: Arc<Vec<u8>>,
    pub(crate) pieces: Vec<Piece>,
    /// The position of the first puzzle in the whole input, from 0.
    pub(crate) first: u64,
    /// Whether that puzzle is also the first of its source.
    pub(crate) begins_source: bool,
    /// Whether this is the only puzzle of the input, or has just been typed.
    pub(crate) alone: bool,
    /// What went wrong with the source after these puzzles.
    pub(crate) trouble: Option<String>,
}

/// One puzzle of a job.
pub(crate) struct Item<'a> {
    job: &'a Job,
    piece: &'a Piece,
    options: &'a ReadOptions,
    /// Its position in the whole input, from 0; unreadable puzzles are counted too.
    pub(crate) number: u64,
    /// Whether this is the only puzzle of the input, or has just been typed.
    pub(crate) alone: bool,
}

impl<'a> Item<'a> {
    /// The puzzles of a job.
    pub(crate) fn all(job: &'a Job, options: &'a ReadOptions) -> impl Iterator<Item = Item<'a>> {
        let pieces = (job.first..).zip(&job.pieces);
        pieces.map(|(number, piece)| Item { job, piece, options, number, alone: job.alone })
    }

    /// Reads the puzzle.
    pub(crate) fn read(&self) -> Result<Record, Invalid> {
        self.piece.read(&self.job.text, self.options)
    }

    /// Reads the puzzle as one with rules beyond those of a Sudoku, if it has any and its format carries them.
    pub(crate) fn read_variant(&self) -> Option<Result<VariantRecord, Invalid>> {
        self.piece.read_variant(&self.job.text, self.options)
    }

    /// The digits of the puzzle, if it is 81 digits, zeros and dots on a line or in a CSV value.
    pub(crate) fn plain_digits(&self) -> Option<[u8; 81]> {
        self.piece.plain_digits(&self.job.text, self.options)
    }

    /// The puzzle as it was written in the input.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        &self.job.text[self.piece.start..self.piece.end]
    }

    /// Whether the puzzle spans several lines.
    pub(crate) fn is_block(&self) -> bool {
        self.piece.format.is_block()
    }

    /// Whether the puzzle is in a row with further columns.
    pub(crate) fn is_row(&self) -> bool {
        matches!(self.piece.format, Format::Csv(_))
    }

    /// Whether its text can be read by itself: no column and no option says more about it.
    pub(crate) fn says_all(&self) -> bool {
        !self.is_row() && *self.options == ReadOptions::default()
    }

    /// The line before the first puzzle of a source that names its columns, if there is one.
    pub(crate) fn header(&self) -> Option<String> {
        let is_first_of_source = self.job.begins_source && self.number == self.job.first;
        if !is_first_of_source || !self.is_row() {
            return None;
        }
        let before = String::from_utf8_lossy(&self.job.text[..self.piece.start]);
        let last = before.lines().rfind(|line| !line.trim().is_empty())?;
        Some(last.trim_start_matches('\u{feff}').to_owned())
    }

    /// The text of the puzzle, shortened if it is longer than any variant's. Its lines and leading spaces are kept, since some
    /// formats are drawings.
    pub(crate) fn text(&self) -> String {
        let text = String::from_utf8_lossy(self.bytes());
        let text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let text = text.trim_matches('\n');
        match text.char_indices().nth(LONGEST_SHOWN) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text.to_owned(),
        }
    }

    /// Where the puzzle is: `file:line`, or `argument 2`.
    pub(crate) fn place(&self) -> String {
        match (self.job.is_argument, self.piece.line) {
            (true, 1) => self.job.source.to_string(),
            (_, line) => format!("{}:{line}", self.job.source),
        }
    }
}

/// The most characters of a text that are written beside its answer.
const LONGEST_SHOWN: usize = 1 << 17;

/// Bytes read at a time.
pub(super) const READ: usize = 1 << 18;

/// In a text longer than this, the end of a puzzle is searched for less often.
const PATIENCE: usize = 1 << 20;

/// A text longer than this without a puzzle is cut.
const LONGEST: usize = 1 << 26;

/// The work of a job if each puzzle takes microseconds.
pub(crate) const PORTION: usize = 4096;

/// The sources, one after another.
pub(crate) struct Feed {
    sources: Vec<Source>,
    options: ReadOptions,
    /// Whether the first job waits until it is known whether its puzzle is the only one.
    pub(crate) holds_first: bool,
    /// The work of a job, in 9x9 lines. Larger boards count for more.
    pub(crate) portion: usize,
    bytes: Arc<AtomicU64>,
}

impl Feed {
    pub(crate) fn new(sources: Vec<Source>, options: &ReadOptions, bytes: Arc<AtomicU64>) -> Feed {
        Feed { sources, options: options.clone(), holds_first: false, portion: PORTION, bytes }
    }

    /// Hands out all jobs, until they are no longer accepted.
    ///
    /// # Errors
    /// None: what cannot be read is reported as the trouble of a job.
    pub(crate) fn run(self, accept: &mut dyn FnMut(Job) -> bool) -> anyhow::Result<()> {
        let (mut held, mut seen) = (None, false);
        let mut count = 0;
        for source in &self.sources {
            let mut begun = false;
            let typed = self.holds_first && matches!(source, Source::Stdin) && io::stdin().is_terminal();
            let goes_on = self.read(source, &mut |job| {
                let begins_source = !job.pieces.is_empty() && !std::mem::replace(&mut begun, true);
                let job = Job { first: count, begins_source, ..job };
                count += job.pieces.len() as u64;
                if !self.holds_first || typed || job.pieces.is_empty() {
                    return accept(Job { alone: typed, ..job });
                }
                if !std::mem::replace(&mut seen, true) {
                    held = Some(job);
                    return true;
                }
                held.take().is_none_or(&mut *accept) && accept(job)
            });
            if !goes_on {
                return Ok(());
            }
        }
        if let Some(held) = held {
            let alone = held.pieces.len() == 1;
            accept(Job { alone, ..held });
        }
        Ok(())
    }

    /// Reads one source to its end, or to where it breaks; returns whether jobs are still accepted.
    fn read(&self, source: &Source, accept: &mut dyn FnMut(Job) -> bool) -> bool {
        let name: Arc<str> = source.name().into();
        let is_argument = matches!(source, Source::Argument(..));
        let job =
            |text, pieces, trouble| Job { source: name.clone(), is_argument, text, pieces, trouble, ..Job::default() };
        let mut reader = match source.open(&self.bytes) {
            Ok(reader) => reader,
            Err(error) => return accept(job(Arc::default(), Vec::new(), Some(format!("{name}: {error:#}")))),
        };
        let mut splitter = Splitter::new(&self.options);
        let mut text = Vec::new();
        // How long the text must be before it is worth examining again.
        let mut enough = 0;
        let (mut found_any, mut usual) = (false, 0);
        loop {
            let mut end = match read_some(&mut reader, &mut text) {
                Ok(true) if text.len() < enough => continue,
                Ok(true) => None,
                Ok(false) => Some(Ok(())),
                Err(error) => Some(Err(error)),
            };
            // About as many as in the previous part.
            let mut pieces = Vec::with_capacity(usual + usual / 8);
            // After an error, what is left may be half a puzzle, so it is not examined.
            let mut start = cut(&mut splitter, &text, matches!(end, Some(Ok(()))), &mut pieces);
            if end.is_none() && pieces.is_empty() && text.len() > LONGEST {
                // No board is this long, so the text so far must do. Lines are not cut, except one without an end.
                if !text.contains(&b'\n') {
                    end = skip_line(&mut reader, &mut text).err().map(Err);
                }
                let lines = text.iter().rposition(|byte| *byte == b'\n').map_or(text.len(), |end| end + 1);
                start = cut(&mut splitter, &text[..lines], true, &mut pieces);
                splitter.skip(&text[start..lines]);
                start = lines;
            } else if end.is_none() && pieces.is_empty() && text.len() > PATIENCE {
                let idle = idle_lines(&text[..text.len() - READ]);
                splitter.skip(&text[..idle]);
                text.drain(..idle);
            }
            // If no piece was found, the text must double before it is examined again: its end is likely to be far away.
            enough = if pieces.is_empty() && text.len() > PATIENCE { 2 * text.len() } else { 0 };
            found_any |= !pieces.is_empty();
            usual = pieces.len();
            let trouble = match &end {
                Some(Err(error)) => Some(format!("{name}:{}: {}", splitter.line(), explain(error))),
                Some(Ok(())) if !found_any && may_hold_board(&text) => {
                    Some(format!("{name}: no puzzle was recognised, though there are digits"))
                }
                _ => None,
            };
            if pieces.is_empty() && trouble.is_none() {
                text.drain(..start);
            } else {
                let rest = text.split_off(start);
                let text = Arc::new(std::mem::replace(&mut text, rest));
                let mut parts = divide(pieces, self.portion);
                let tail = parts.pop().expect("there is a part");
                let goes_on = parts.into_iter().all(|part| accept(job(text.clone(), part, None)));
                if !(goes_on && accept(job(text, tail, trouble))) {
                    return false;
                }
            }
            if end.is_some() {
                return true;
            }
        }
    }
}

/// Appends what can be read at once to the text; `false` at the end of the input.
fn read_some(reader: &mut impl Read, text: &mut Vec<u8>) -> io::Result<bool> {
    let known = text.len();
    text.resize(known + READ, 0);
    let result = loop {
        match reader.read(&mut text[known..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => break result,
        }
    };
    text.truncate(known + *result.as_ref().unwrap_or(&0));
    result.map(|count| count > 0)
}

/// Discards the rest of the current line and appends its end to a text; appends nothing if the input ends first.
fn skip_line(reader: &mut impl Read, text: &mut Vec<u8>) -> io::Result<()> {
    let mut more = Vec::new();
    while read_some(reader, &mut more)? {
        if let Some(end) = more.iter().position(|byte| *byte == b'\n') {
            text.extend_from_slice(&more[end..]);
            break;
        }
        more.clear();
    }
    Ok(())
}

/// Appends the pieces of a text to `pieces`; returns where the last one ends.
fn cut(splitter: &mut Splitter, text: &[u8], last: bool, pieces: &mut Vec<Piece>) -> usize {
    let mut start = 0;
    while let Some(mut piece) = splitter.next(&text[start..], last) {
        piece.start += start;
        piece.end += start;
        start = piece.end;
        pieces.push(piece);
    }
    start
}

/// The end of the blank lines and comments that a text begins with. Lines of this kind that some format reads as part of a
/// board are close to it.
fn idle_lines(text: &[u8]) -> usize {
    let is_idle = |line: &&[u8]| {
        let content = line.strip_suffix(b"\n").map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        content.is_some_and(|content| {
            content.is_empty() || (content.trim_ascii_start().starts_with(b"#") && !content.contains(&b'\r'))
        })
    };
    text.split_inclusive(|byte| *byte == b'\n').take_while(is_idle).map(<[u8]>::len).sum()
}

/// Whether a text in which no puzzle was found may contain one nevertheless: it has more digits than a header or a title.
fn may_hold_board(text: &[u8]) -> bool {
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii_start().starts_with(b"#"));
    lines.flatten().filter(|byte| byte.is_ascii_digit()).nth(MOST_DIGITS).is_some()
}

/// The most digits of a text that certainly holds no board.
const MOST_DIGITS: usize = 15;

fn explain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "the compressed data ends early".to_owned(),
        _ => error.to_string(),
    }
}

/// Divides pieces into at least one job of roughly equal work. Usually they all fit into one job, and nothing is copied.
fn divide(mut pieces: Vec<Piece>, portion: usize) -> Vec<Vec<Piece>> {
    let (mut room, mut starts) = (portion, Vec::new());
    for (number, piece) in pieces.iter().enumerate() {
        let length = (piece.end - piece.start).div_ceil(82);
        let work = length * length;
        if number > 0 && work > room {
            starts.push(number);
            room = portion;
        }
        room = room.saturating_sub(work);
    }
    let mut jobs: Vec<_> = starts.into_iter().rev().map(|start| pieces.split_off(start)).collect();
    jobs.push(pieces);
    jobs.reverse();
    jobs
}
