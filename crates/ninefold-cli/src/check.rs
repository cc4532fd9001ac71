//! `ninefold check`: whether a puzzle is a proper one.

use crate::Outcome;
use crate::batch::{BatchAnswer, BatchQuery, Tally};
use crate::command::{self, Answer, Command, Fate, Options, Out, Refusal, Wants};
use crate::input::{Answering, Input, Search};
use crate::kinds::{Added, Column, Form, Type};
use crate::table::{self, Request};
use clap::Args;
use ninefold::notation::{self, Record};
use ninefold::solve::{NoAnswer, Stopped, Verdict};
use ninefold::{Cell, Grid, Puzzle, Shape, minimal};
use serde_json::{Value, json};

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    input: Input,

    /// List the redundant givens of puzzles that are not minimal
    #[arg(long, help_heading = "Output")]
    minimal: bool,

    /// Do not say whether puzzles are minimal, which takes most of the time
    #[arg(long, conflicts_with = "minimal", help_heading = "Output")]
    no_minimal: bool,

    /// Show two solutions of puzzles with several, and where they differ
    #[arg(long, help_heading = "Output")]
    explain_multiple: bool,

    /// Search each board that is not 9x9 with two engines in two threads, and believe the first
    #[arg(long, conflicts_with = "engine", help_heading = "Search")]
    race: bool,

    #[command(flatten)]
    search: Search,

    #[command(flatten)]
    how: Answering,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): verdict, givens, minimal, redundant (r1c1 r2c3), error
    /// [default: verdict, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<Outcome> {
    table::answer(args, &Request::answering(&args.input, &args.how, &args.add, &[Form::Csv, Form::Parquet]))
}

/// What there is to say of a board.
pub(crate) struct Checked {
    shape: Shape,
    givens: usize,
    finding: Finding,
    /// All redundant givens are wanted, not only whether there are any.
    is_listed: bool,
}

enum Finding {
    /// One solution, and which givens are redundant.
    Unique(Redundant),
    /// Several solutions; and two of them with the cells in which they differ, if that is asked.
    Multiple(Option<([String; 2], Vec<String>)>),
    Refused(NoAnswer),
}

/// The reason in place of minimality where that is expensive.
const NOT_EXAMINED: &str = "minimality not examined; --minimal does";

/// Boards with more cells than this are not examined unless that is asked for.
const MOST_CELLS: usize = 625;

/// Nor those of which a given takes more nodes than this.
const MOST_NODES: u64 = 500;

/// The redundant givens of a proper puzzle.
enum Redundant {
    /// All of them, or the first.
    Known(Vec<Cell>),
    NotAsked,
    /// Not looked for, or not to the end, because that is expensive and nothing asks for it.
    Expensive,
}

impl Checked {
    fn verdict(&self) -> &'static str {
        match &self.finding {
            Finding::Unique(_) => "unique",
            Finding::Multiple(_) => "multiple",
            Finding::Refused(NoAnswer::Stopped(_)) => "undecided",
            Finding::Refused(why) => why.status(),
        }
    }

    fn redundant(&self) -> Option<&[Cell]> {
        match &self.finding {
            Finding::Unique(Redundant::Known(cells)) => Some(cells),
            _ => None,
        }
    }

    fn names(&self) -> Option<Vec<String>> {
        let cells = self.redundant().filter(|_| self.is_listed)?;
        Some(cells.iter().map(|cell| self.shape.name(*cell).to_string()).collect())
    }

    fn reason(&self) -> Option<String> {
        match &self.finding {
            Finding::Refused(NoAnswer::NoSolution(reason)) => reason.as_ref().map(ToString::to_string),
            Finding::Refused(why) => why.reason(),
            Finding::Unique(Redundant::Expensive) => Some(NOT_EXAMINED.to_owned()),
            _ => None,
        }
    }
}

fn checked(found: &Result<Checked, Refusal>) -> Option<&Checked> {
    found.as_ref().ok()
}

const ANSWERS: &[Answer<Checked>] = &[
    Answer::new(Column::usual("verdict", Type::Text), |found| {
        json!(found.as_ref().map_or_else(|refusal| refusal.status, Checked::verdict))
    }),
    Answer::new(Column::other("givens", Type::Number), |found| json!(checked(found).map(|found| found.givens))),
    Answer::new(Column::other("minimal", Type::Flag), |found| {
        json!(checked(found).and_then(Checked::redundant).map(<[Cell]>::is_empty))
    }),
    Answer::json("redundant", |found| json!(checked(found).and_then(Checked::names))),
    Answer::row(Column::other("redundant", Type::Text), |found| {
        json!(checked(found).and_then(Checked::names).map(|names| names.join(" ")))
    }),
    Answer::json("solutions", |found| match checked(found).map(|found| &found.finding) {
        Some(Finding::Multiple(Some((solutions, _)))) => json!(solutions),
        _ => Value::Null,
    }),
];

impl Command for Check {
    type Found = Checked;

    fn options(&self) -> Options<'_> {
        Options { search: Some(&self.search), form: self.how.format, ..Options::new(&self.input) }
    }

    fn answers(&self) -> &'static [Answer<Checked>] {
        ANSWERS
    }

    fn query(&self, wants: Wants<'_>) -> Option<BatchQuery> {
        let redundant = self.redundant(wants);
        let query = self.search.query(2, usize::from(redundant > 0))?;
        Some(BatchQuery { redundant, ..query })
    }

    fn find_plain(&self, answer: BatchAnswer<'_>, out: &mut Out<'_, '_>) -> Option<Checked> {
        let finding = match answer.count {
            0 => return None,
            1 => {
                Finding::Unique(answer.redundant.map_or(Redundant::NotAsked, |cells| Redundant::Known(cells.to_vec())))
            }
            _ if self.explain_multiple => return None,
            _ => Finding::Multiple(None),
        };
        let givens = answer.puzzle.iter().filter(|digit| **digit != 0).count();
        let is_listed = self.redundant(out.wants) > 1;
        Some(Checked { shape: Shape::NINE, givens, finding, is_listed })
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Checked, Refusal> {
        let redundant = self.redundant(out.wants);
        let finding = self.examine(record, redundant).unwrap_or_else(|stopped| Finding::Refused(stopped.into()));
        let (shape, givens) = (record.puzzle.shape(), record.puzzle.givens().count());
        Ok(Checked { shape, givens, finding, is_listed: redundant > 1 })
    }

    fn fate(&self, found: &Checked) -> Fate {
        match &found.finding {
            Finding::Unique(_) => Fate::Good,
            Finding::Multiple(_) => Fate::Multiple,
            Finding::Refused(why) => command::fate(why),
        }
    }

    fn reason(&self, found: &Result<Checked, Refusal>) -> Option<String> {
        found.as_ref().map_or_else(|refusal| refusal.reason.clone(), Checked::reason)
    }

    fn error(&self, found: &Result<Checked, Refusal>) -> Option<String> {
        let is_none = || checked(found).is_some_and(|found| self.fate(found) == Fate::NoSolution);
        self.reason(found).or_else(|| is_none().then(|| "no solution".to_owned()))
    }

    fn says_reason(&self) -> bool {
        false
    }

    fn text(&self, found: &Result<Checked, Refusal>) -> String {
        let found = match found {
            Ok(found) => found,
            Err(refusal) => return format!("{}: {}\n", refusal.status, refusal.reason.as_deref().unwrap_or_default()),
        };
        let givens = match found.givens {
            1 => "1 given".to_owned(),
            givens => format!("{givens} givens"),
        };
        let details = match (&found.finding, found.redundant()) {
            (_, Some([])) => ", minimal".to_owned(),
            (_, Some(_)) if found.is_listed => {
                let names = found.names().unwrap_or_default();
                format!(", not minimal: {} redundant: {}", names.len(), names.join(" "))
            }
            (_, Some(_)) => ", not minimal".to_owned(),
            (Finding::Multiple(Some(([first, second], cells))), _) => {
                format!("\n  {first}\n  {second}\n  differ in {} cells: {}", cells.len(), cells.join(", "))
            }
            (Finding::Unique(Redundant::Expensive), _) => format!(", {NOT_EXAMINED}"),
            _ => found.reason().map_or_else(String::new, |reason| format!(": {reason}")),
        };
        format!("{}, {givens}{details}\n", found.verdict())
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, multiple, invalid, undecided, .. } = tally;
        let undecided = if *undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
        format!("{good} unique, {multiple} multiple, {none} none, {invalid} invalid{undecided}")
    }
}

impl Check {
    /// How many redundant givens are looked for; unless they are listed the first is enough.
    fn redundant(&self, wants: Wants<'_>) -> usize {
        let (lists, asks) = match wants {
            Wants::Text => (self.minimal, !self.no_minimal),
            Wants::Columns(wants) => (wants("redundant"), wants("minimal")),
        };
        match (lists, asks) {
            (true, _) => usize::MAX,
            (false, true) => 1,
            (false, false) => 0,
        }
    }

    fn examine(&self, record: &Record, redundant: usize) -> Result<Finding, Stopped> {
        Ok(match self.verdict(&record.puzzle)? {
            Verdict::None => Finding::Refused(NoAnswer::unsolvable(&record.puzzle, &record.symbols)),
            Verdict::Multiple(one, other) => Finding::Multiple(self.explain_multiple.then(|| {
                let cells = differences(record, &one, &other);
                ([one, other].map(|grid| notation::grid_line(&grid, &record.symbols)), cells)
            })),
            Verdict::Unique(_) if redundant == 0 => Finding::Unique(Redundant::NotAsked),
            Verdict::Unique(solution) => {
                // Only the first of them: that is not asked for in so many words, so it must not cost much.
                let is_limited = redundant == 1 && self.search.budget.is_none();
                if is_limited && record.puzzle.shape().cell_count() > MOST_CELLS {
                    return Ok(Finding::Unique(Redundant::Expensive));
                }
                let mut solver = self.search.solver();
                if is_limited && !record.puzzle.shape().is_classic_nine() {
                    solver = solver.nodes(MOST_NODES);
                }
                let found = minimal::redundant_givens(&record.puzzle, &solution, &solver);
                match found.take(redundant).collect::<Result<Vec<_>, _>>() {
                    Err(_) if is_limited => Finding::Unique(Redundant::Expensive),
                    cells => {
                        let mut cells = cells?;
                        cells.sort_unstable();
                        Finding::Unique(Redundant::Known(cells))
                    }
                }
            }
        })
    }

    fn verdict(&self, puzzle: &Puzzle) -> Result<Verdict, Stopped> {
        if !self.race {
            return Ok(self.search.solver().verdict(puzzle)?);
        }
        let raced = self.search.solver().race(puzzle, 2);
        if let Some(stopped) = raced.stopped {
            return Err(stopped);
        }
        let mut grids = raced.grids.into_iter();
        Ok(match (grids.next(), grids.next()) {
            (None, _) => Verdict::None,
            (Some(only), None) => Verdict::Unique(only),
            (Some(one), Some(other)) => Verdict::Multiple(one, other),
        })
    }
}

/// The cells in which two solutions differ, with the digits of both.
fn differences(record: &Record, one: &Grid, other: &Grid) -> Vec<String> {
    let (shape, symbols) = (record.puzzle.shape(), &record.symbols);
    let cells = shape.cells().filter(|cell| one.digit(*cell) != other.digit(*cell));
    cells
        .map(|cell| {
            let (one, other) = (symbols.symbol(one.digit(cell)), symbols.symbol(other.digit(cell)));
            format!("{} {one}/{other}", shape.name(cell))
        })
        .collect()
}
