//! `ninefold check`: whether a puzzle is a proper one.

use crate::Outcome;
use crate::args::Check;
use crate::batch::{Answers, Found, Item, Tally, Task, Wish};
use crate::kinds::Form;
#[cfg(feature = "parquet")]
use crate::kinds::{Column, Type};
use crate::output::Object;
use crate::solve;
use crate::table::{self, Request};
#[cfg(feature = "parquet")]
use crate::table::{Row, Teller};
use ninefold::notation::{self, Record};
use ninefold::solve::{Solver, Stopped, Verdict};
use ninefold::{Cell, Grid, Puzzle, Shape, minimal};
use serde_json::{Value, json};

pub(crate) fn run(args: &Check) -> anyhow::Result<Outcome> {
    let task = CheckTask { args, solver: solve::solver(&args.search) };
    let request = Request {
        add: &args.add,
        adds_usual: true,
        format: args.format.kind(),
        is_format_of_tables: matches!(args.format, Form::Csv | Form::Parquet),
        ..Request::new(&args.input, &args.work, &args.table)
    };
    table::answer(&task, &request)
}

struct CheckTask<'a> {
    args: &'a Check,
    solver: Solver<'static>,
}

/// What there is to say of a puzzle.
enum Finding {
    /// One solution; and the redundant givens (without `--minimal` one at most), unless nobody asks.
    Unique(Option<Vec<Cell>>),
    /// Several solutions; and two of them, if somebody asks.
    Multiple(Option<[Grid; 2]>),
    /// No solution, perhaps for a reason that can be named.
    None(Option<String>),
    /// Not a Sudoku, and why.
    Invalid(String),
    /// The search stopped.
    Undecided(Stopped),
}

impl Task for CheckTask<'_> {
    fn wish(&self) -> Option<Wish> {
        self.wish_for(self.redundant())
    }

    fn answer_at_once(&self, item: &Item<'_>, found: Found<'_>, answers: &mut Answers<'_>) -> bool {
        let Some(finding) =
            Finding::at_once(found).filter(|finding| !self.args.explain_multiple || finding.is_unique())
        else {
            return false;
        };
        finding.count(answers.tally());
        let about = || Object::about_plain(item, found.puzzle);
        self.write(&finding, Some(plain_board(found.puzzle)), None, about, answers);
        true
    }

    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let read = item.read();
        let finding = match &read {
            Err(invalid) => Finding::Invalid(self.args.input.explain(invalid)),
            Ok(record) => {
                answers.note(item, &record.notes);
                solve::remark_engine(&self.args.search, item, record, answers);
                self.examine(record, self.redundant()).unwrap_or_else(Finding::Undecided)
            }
        };
        finding.count(answers.tally());
        let record = read.as_ref().ok();
        self.write(&finding, record.map(board), record, || Object::about(item, &read), answers);
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, multiple, invalid, undecided, .. } = tally;
        let undecided = if *undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
        format!("{good} unique, {multiple} multiple, {none} none, {invalid} invalid{undecided}")
    }
}

impl Finding {
    /// What there is to say of a puzzle that has a solution.
    fn at_once(found: Found<'_>) -> Option<Finding> {
        match found.count {
            0 => None,
            1 => Some(Finding::Unique(found.redundant.map(<[Cell]>::to_vec))),
            _ => Some(Finding::Multiple(None)),
        }
    }

    fn is_unique(&self) -> bool {
        matches!(self, Finding::Unique(_))
    }

    fn verdict(&self) -> &'static str {
        match self {
            Finding::Unique(_) => "unique",
            Finding::Multiple(_) => "multiple",
            Finding::None(_) => "none",
            Finding::Invalid(_) => "invalid",
            Finding::Undecided(_) => "undecided",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Finding::Unique(_) | Finding::Multiple(_) => None,
            Finding::None(reason) => reason.clone(),
            Finding::Invalid(reason) => Some(reason.clone()),
            Finding::Undecided(stopped) => Some(stopped.to_string()),
        }
    }

    fn count(&self, tally: &mut Tally) {
        *match self {
            Finding::Unique(_) => &mut tally.good,
            Finding::Multiple(_) => &mut tally.multiple,
            Finding::None(_) => &mut tally.none,
            Finding::Invalid(_) => &mut tally.invalid,
            Finding::Undecided(_) => &mut tally.undecided,
        } += 1;
    }
}

impl CheckTask<'_> {
    /// How many redundant givens are looked for; without the option to list them the first is enough.
    fn redundant(&self) -> usize {
        match (self.args.no_minimal, self.args.minimal) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => usize::MAX,
        }
    }

    fn examine(&self, record: &Record, redundant: usize) -> Result<Finding, Stopped> {
        Ok(match self.verdict(&record.puzzle)? {
            Verdict::None => match record.why_unsolvable() {
                Err(rule) => Finding::Invalid(rule.to_string()),
                Ok(reason) => Finding::None(reason.map(|reason| reason.to_string())),
            },
            Verdict::Multiple(one, other) => Finding::Multiple(self.args.explain_multiple.then_some([one, other])),
            Verdict::Unique(_) if redundant == 0 => Finding::Unique(None),
            Verdict::Unique(solution) => {
                let found = minimal::redundant_givens(&record.puzzle, &solution, &self.solver);
                let mut cells = found.take(redundant).collect::<Result<Vec<_>, _>>()?;
                cells.sort_unstable();
                Finding::Unique(Some(cells))
            }
        })
    }

    fn verdict(&self, puzzle: &Puzzle) -> Result<Verdict, Stopped> {
        if !self.args.race {
            return Ok(self.solver.verdict(puzzle)?);
        }
        let raced = self.solver.race(puzzle, 2);
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

    /// Writes a finding about a board of this shape with so many givens, if it can be read; `about` begins an object.
    fn write(
        &self,
        finding: &Finding,
        board: Option<(Shape, usize)>,
        record: Option<&Record>,
        about: impl FnOnce() -> Object,
        answers: &mut Answers<'_>,
    ) {
        match self.args.format {
            Form::Line => answers.write(&self.line(finding, board, record)),
            Form::Json | Form::Csv | Form::Parquet => {
                answers.write_bytes(&about().with_all(self.members(finding, board, record)).line());
            }
        }
    }

    /// A finding in words: about a board of this shape with so many givens, if it can be read.
    fn line(&self, finding: &Finding, board: Option<(Shape, usize)>, record: Option<&Record>) -> String {
        let givens = match board {
            None => String::new(),
            Some((_, 1)) => ", 1 given".to_owned(),
            Some((_, n)) => format!(", {n} givens"),
        };
        let details = match (finding, board, record) {
            (Finding::Unique(Some(redundant)), ..) if redundant.is_empty() => ", minimal".to_owned(),
            (Finding::Unique(Some(redundant)), Some((shape, _)), _) if self.args.minimal => {
                let names = names(shape, redundant);
                format!(", not minimal: {} redundant: {}", names.len(), names.join(" "))
            }
            (Finding::Unique(Some(_)), ..) => ", not minimal".to_owned(),
            (Finding::Multiple(Some(grids @ [one, other])), _, Some(record)) => {
                let [first, second] = grids.each_ref().map(|grid| notation::grid_line(grid, &record.symbols));
                let cells = differences(record, one, other);
                format!("\n  {first}\n  {second}\n  differ in {} cells: {}", cells.len(), cells.join(", "))
            }
            _ => finding.reason().map_or_else(String::new, |reason| format!(": {reason}")),
        };
        format!("{}{givens}{details}\n", finding.verdict())
    }

    /// The wish for what is to be known of plain 9x9 puzzles, with so many redundant givens.
    fn wish_for(&self, redundant: usize) -> Option<Wish> {
        let keep = usize::from(redundant > 0);
        solve::wish(&self.args.search, 2, keep).map(|wish| Wish { redundant, ..wish })
    }

    /// A finding as members of a JSON object.
    fn members(
        &self,
        finding: &Finding,
        board: Option<(Shape, usize)>,
        record: Option<&Record>,
    ) -> [(&'static str, Value); 6] {
        let redundant = match finding {
            Finding::Unique(redundant) => redundant.as_deref(),
            _ => None,
        };
        let listed = board.zip(redundant.filter(|_| self.args.minimal));
        let solutions = match finding {
            Finding::Multiple(Some(grids)) => {
                record.map(|record| grids.each_ref().map(|grid| notation::grid_line(grid, &record.symbols)))
            }
            _ => None,
        };
        [
            ("verdict", json!(finding.verdict())),
            ("givens", json!(board.map(|(_, givens)| givens))),
            ("minimal", json!(redundant.map(<[Cell]>::is_empty))),
            ("redundant", json!(listed.map(|((shape, _), cells)| names(shape, cells)))),
            ("solutions", json!(solutions)),
            ("reason", json!(finding.reason())),
        ]
    }
}

#[cfg(feature = "parquet")]
const VERDICT: usize = 0;
#[cfg(feature = "parquet")]
const GIVENS: usize = 1;
#[cfg(feature = "parquet")]
const MINIMAL: usize = 2;
#[cfg(feature = "parquet")]
const REDUNDANT: usize = 3;

#[cfg(feature = "parquet")]
impl Teller for CheckTask<'_> {
    fn columns(&self) -> Vec<Column> {
        vec![
            Column::usual("verdict", Type::Text),
            Column::other("givens", Type::Number),
            Column::other("minimal", Type::Flag),
            Column::other("redundant", Type::Text),
        ]
    }

    fn wish_of(&self, wants: &dyn Fn(usize) -> bool) -> Option<Wish> {
        self.wish_for(redundant(wants))
    }

    fn tell_at_once(&self, found: Found<'_>, row: &mut Row<'_, '_>) -> bool {
        let Some(finding) = Finding::at_once(found) else { return false };
        finding.tell(Some(plain_board(found.puzzle)), row);
        true
    }

    fn tell(&self, read: Result<&Record, String>, row: &mut Row<'_, '_>) {
        let redundant = redundant(&|column| row.wants(column));
        let finding = match &read {
            Err(why) => Finding::Invalid(why.clone()),
            Ok(record) => {
                if let Some(remark) = solve::other_engine(&self.args.search, record) {
                    row.say_once(remark);
                }
                self.examine(record, redundant).unwrap_or_else(Finding::Undecided)
            }
        };
        finding.tell(read.ok().map(board), row);
        match (&finding, finding.reason()) {
            (_, Some(reason)) => row.error(reason),
            (Finding::None(_), None) => row.error("no solution"),
            (_, None) => {}
        }
    }
}

/// How many redundant givens are looked for, if these answers are wanted.
#[cfg(feature = "parquet")]
fn redundant(wants: &dyn Fn(usize) -> bool) -> usize {
    match (wants(REDUNDANT), wants(MINIMAL)) {
        (true, _) => usize::MAX,
        (false, true) => 1,
        (false, false) => 0,
    }
}

#[cfg(feature = "parquet")]
impl Finding {
    /// Fills a row, but for the error: about a board of this shape with so many givens, if it can be read.
    fn tell(&self, board: Option<(Shape, usize)>, row: &mut Row<'_, '_>) {
        self.count(row.tally());
        row.text(VERDICT, self.verdict());
        let Some((shape, givens)) = board else { return };
        row.number(GIVENS, givens as i64);
        if let Finding::Unique(Some(cells)) = self {
            row.flag(MINIMAL, cells.is_empty());
            row.text(REDUNDANT, &names(shape, cells).join(" "));
        }
    }
}

/// The shape of a board and the number of its givens.
fn board(record: &Record) -> (Shape, usize) {
    (record.puzzle.shape(), record.puzzle.givens().count())
}

/// The same of a plain puzzle.
fn plain_board(puzzle: &[u8; 81]) -> (Shape, usize) {
    (Shape::NINE, puzzle.iter().filter(|digit| **digit != 0).count())
}

fn names(shape: Shape, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| shape.name(*cell).to_string()).collect()
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
