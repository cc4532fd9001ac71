//! What a thread needs to answer rows, and the messages for rows without an answer.

use super::rows::{Row, Rows, shown};
use super::{Reading, Search, variants};
use arrow_schema::{DataType, Field};
use ninefold::coach::Unrated;
use ninefold::minimal::Tester;
use ninefold::notation::{self, ReadOptions, Record};
use ninefold::solve::{self, Batch, Engine, NoAnswer, Solver};
use ninefold::symmetry::Minlex;
use ninefold::{Cell, Digit, Puzzle, Symbols, variant};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// The tools of one thread. They keep their memory from block to block.
pub(super) struct Tools<'c> {
    pub(super) reading: &'c Reading,
    pub(super) solver: Solver<'c>,
    /// The solver for variants.
    pub(super) variants: variant::Solver<'c>,
    /// For 9x9 boards, unless another engine or other rules are asked for.
    batch: Option<Batch<'c>>,
    /// Made when it is first needed.
    tester: Option<Tester<'c>>,
    pub(super) minlex: Minlex,
    cancel: &'c AtomicBool,
    puzzles: Vec<[u8; 81]>,
    answers: solve::Answers,
}

impl<'c> Tools<'c> {
    pub(super) fn new(reading: &'c Reading, search: Search, cancel: &'c AtomicBool) -> Tools<'c> {
        let mut solver = Solver::new().cancel(cancel);
        let mut batch = Batch::new().cancel(cancel);
        let mut variants = variant::Solver::new().cancel(cancel);
        if let Some(nodes) = search.budget {
            (solver, batch, variants) = (solver.nodes(nodes), batch.nodes(nodes), variants.nodes(nodes));
        }
        if let Some(engine) = search.engine {
            solver = solver.engine(engine);
        }
        let is_nine = reading.rules.is_empty() && search.engine.is_none_or(|engine| engine == Engine::Nine);
        Tools {
            reading,
            solver,
            variants,
            tester: None,
            batch: is_nine.then_some(batch),
            minlex: Minlex::new(),
            cancel,
            puzzles: Vec::new(),
            answers: solve::Answers::default(),
        }
    }

    /// Whether the answers are no longer wanted.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The digits of a plain 9x9 puzzle.
    pub(super) fn plain(&self, row: &Row<'_>) -> Option<[u8; 81]> {
        plain(row, &self.reading.options)
    }

    /// Searches for solutions of the plain 9x9 puzzles among some rows, all together.
    pub(super) fn together(&mut self, rows: &Rows<'_>, range: Range<usize>, limit: u64, keep: usize) -> Together<'_> {
        self.together_with(rows, range, limit, keep, 0)
    }

    /// The same, and finds up to `redundant` redundant givens of each puzzle with one solution; that needs `keep` to be at
    /// least 1.
    pub(super) fn together_with(
        &mut self,
        rows: &Rows<'_>,
        range: Range<usize>,
        limit: u64,
        keep: usize,
        redundant: usize,
    ) -> Together<'_> {
        let Tools { batch, tester, answers, puzzles, reading, .. } = self;
        let count = range.len();
        let Some(batch) = batch else {
            return Together { answers, tester: None, numbers: vec![None; count] };
        };
        let mut numbers: Vec<Option<usize>> = (0..count).map(Some).collect();
        let boards = match rows {
            // Boards of digits need not be copied.
            Rows::Digits { digits, shape } if shape.is_classic_nine() => {
                let (boards, _) = digits[range.start * 81..range.end * 81].as_chunks();
                batch.solve(boards, limit, keep, answers).is_ok().then_some(boards)
            }
            _ => None,
        };
        let boards = boards.unwrap_or_else(|| {
            puzzles.clear();
            for (number, row) in numbers.iter_mut().zip(range) {
                let digits = plain(&rows.get(row), &reading.options);
                *number = digits.is_some().then_some(puzzles.len());
                puzzles.extend(digits);
            }
            batch.solve(puzzles, limit, keep, answers).expect("plain digits are digits");
            puzzles
        });
        let tester = (redundant > 0).then(|| {
            let tester = tester.get_or_insert_with(|| Tester::new(batch.clone()));
            tester.test(boards, answers, redundant);
            &*tester
        });
        Together { answers, tester, numbers }
    }
}

fn plain(row: &Row<'_>, options: &ReadOptions) -> Option<[u8; 81]> {
    match row {
        Row::Text(text) => notation::plain_digits(text, options),
        Row::Digits(digits, shape) if shape.is_classic_nine() && digits.iter().all(|digit| *digit <= 9) => {
            (*digits).try_into().ok()
        }
        Row::Board(Ok(record)) if record.puzzle.shape().is_classic_nine() => {
            let is_plain = record.puzzle.removed().is_none()
                && record.puzzle.placed().next().is_none()
                && record.symbols == Symbols::for_side(9);
            let digit = |digit: Option<Digit>| digit.map_or(0, |digit| digit.index() as u8 + 1);
            is_plain.then(|| record.puzzle.digits().map(digit).collect::<Vec<u8>>().try_into().ok())?
        }
        _ => None,
    }
}

/// What was found about the plain puzzles of a block.
pub(super) struct Together<'a> {
    answers: &'a solve::Answers,
    /// Has the redundant givens, if they were looked for.
    tester: Option<&'a Tester<'a>>,
    /// For each row, its number among the plain puzzles.
    numbers: Vec<Option<usize>>,
}

impl<'a> Together<'a> {
    /// The number of solutions of a row of the block, and the first of them; `None` if the row is not plain, or the search
    /// stopped.
    pub(super) fn found(&self, row: usize) -> Option<(u64, &'a [[u8; 81]])> {
        let number = self.numbers[row].filter(|number| !self.answers.stopped(*number))?;
        Some((self.answers.count(number), self.answers.solutions(number)))
    }

    /// The redundant givens that were found in a row of the block; `None` if the row is not plain or does not have exactly
    /// one solution, or a search stopped.
    pub(super) fn redundant(&self, row: usize) -> Option<&'a [Cell]> {
        self.tester?.redundant(self.numbers[row]?)
    }
}

/// Why a row has no answer.
#[derive(Clone, Debug)]
pub(super) enum Unanswered {
    /// The row is null.
    Null,
    /// The row holds something other than a puzzle.
    Wrong(String),
    /// The puzzle has no answer.
    Because(NoAnswer),
    /// A search ended before the answer.
    Stopped(String),
    /// The puzzle has no rating by Sudoku Explainer's rules.
    Unrated(Unrated),
}

impl<T: Into<NoAnswer>> From<T> for Unanswered {
    fn from(why: T) -> Unanswered {
        Unanswered::Because(why.into())
    }
}

impl Unanswered {
    /// Reads a row.
    pub(super) fn or_record(row: &Row<'_>, options: &ReadOptions) -> Result<Record, Unanswered> {
        Ok(match row {
            Row::Null => return Err(Unanswered::Null),
            Row::Wrong(what) => return Err(Unanswered::Wrong((*what).to_owned())),
            Row::Text(text) => notation::read(&shown(text), options)?,
            Row::Board(board) => (*board).clone()?,
            Row::Variant(record) => variants::classic_of(&(*record).clone()?, options)?,
            Row::Digits(digits, shape) => {
                let givens: Vec<Option<Digit>> = digits.iter().map(|digit| Digit::new(u16::from(*digit))).collect();
                Puzzle::from_givens(*shape, &givens).map(Record::new)?
            }
        })
    }

    /// The status in one word; `None` for nulls.
    pub(super) fn status(&self) -> Option<&'static str> {
        match self {
            Unanswered::Null => None,
            Unanswered::Wrong(_) => Some("invalid"),
            Unanswered::Because(why) => Some(why.status()),
            Unanswered::Stopped(_) => Some("stopped"),
            Unanswered::Unrated(why) => Some(why.status()),
        }
    }

    /// The text of the column `error`.
    pub(super) fn error(&self) -> Option<String> {
        match self {
            Unanswered::Null => None,
            Unanswered::Wrong(what) | Unanswered::Stopped(what) => Some(what.clone()),
            Unanswered::Because(why) => Some(why.to_string()),
            Unanswered::Unrated(why) => Some(why.to_string()),
        }
    }
}

/// The last column of every answer: why there is no answer, or only a partial one.
pub(super) fn error_field() -> Field {
    Field::new("error", DataType::Utf8, true)
}
