//! `ninefold check`: whether a puzzle is proper.

use crate::Outcome;
use crate::batch::{BatchAnswer, BatchQuery};
use crate::command::{self, Answer, Command, Fate, Options, Out, Refusal, Wants};
use crate::filter::Where;
use crate::input::{Answering, Input, Rules, Search};
use crate::kinds::{Added, Column, Form, Type};
use crate::output::counted;
use crate::proof::Proof;
use crate::table::{self, Request};
use crate::variants;
use anyhow::ensure;
use clap::Args;
use ninefold::notation::{self, Field, Format, ReadOptions, Record, VariantRecord};
use ninefold::solve::{NoAnswer, Stopped, Verdict};
use ninefold::variant::{Constraint, VariantPuzzle};
use ninefold::{Cell, Digit, Grid, Puzzle, Shape, minimal, variant};
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: Rules,

    /// List the redundant givens of puzzles that are not minimal
    #[arg(long, help_heading = "Output")]
    minimal: bool,

    /// Do not test whether puzzles are minimal, which takes most of the time
    #[arg(long, conflicts_with = "minimal", help_heading = "Output")]
    no_minimal: bool,

    /// For puzzles with several solutions, show two of them and where they differ
    #[arg(long, help_heading = "Output")]
    explain_multiple: bool,

    #[command(flatten)]
    proof: Proof,

    /// Search each board that is not 9x9 with two engines in two threads and use whichever answers first
    #[arg(long, conflicts_with = "engine", help_heading = "Search")]
    race: bool,

    #[command(flatten)]
    search: Search,

    #[command(flatten)]
    how: Answering,

    #[command(flatten)]
    condition: Where,

    /// Answers to add as columns of a table, renamed if wanted (solution=answer): verdict, givens, minimal, redundant
    /// (r1c1 r2c3), as_stated, error [default: verdict, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<Outcome> {
    let asks_for = |column| args.condition.filter.as_ref().is_some_and(|filter| filter.names(column));
    ensure!(!(args.no_minimal && asks_for("minimal")), "--where: 'minimal' is not known with --no-minimal");
    ensure!(args.minimal || !asks_for("redundant"), "--where: 'redundant' is known only with --minimal");
    let request = Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]);
    let has_columns = args.how.format == Form::Csv || request.is_for_table();
    ensure!(!(args.explain_multiple && has_columns), "--explain-multiple: tables have no column for two solutions");
    table::answer(args, &request)
}

/// The reason given in place of minimality if testing it is expensive.
const NOT_EXAMINED: &str = "minimality not examined; use --minimal";

/// Boards with more cells than this are tested for minimality only on request.
const MOST_CELLS: usize = 625;

/// So are other boards on which testing a given takes more nodes than this.
const MOST_NODES: u64 = 500;

/// The result for a board.
pub(crate) struct Checked {
    verdict: &'static str,
    fate: Fate,
    givens: usize,
    is_minimal: Option<bool>,
    /// The redundant givens of a proper puzzle, if all of them are to be listed.
    redundant: Option<Vec<String>>,
    /// Two solutions, if there are several, and the cells in which they differ, if requested.
    solutions: Option<([String; 2], Vec<String>)>,
    /// Whether the solution stated in the text is the only one, if the text states one.
    is_as_stated: Option<bool>,
    reason: Option<String>,
}

impl Checked {
    fn new(verdict: &'static str, fate: Fate, givens: usize) -> Checked {
        Checked {
            verdict,
            fate,
            givens,
            is_minimal: None,
            redundant: None,
            solutions: None,
            is_as_stated: None,
            reason: None,
        }
    }

    /// A puzzle with one solution; with its redundant givens, or only the first, if they are known.
    fn unique(shape: Shape, givens: usize, redundant: Option<&[Cell]>, is_listed: bool) -> Checked {
        let names = |cells: &[Cell]| cells.iter().map(|cell| shape.name(*cell).to_string()).collect();
        Checked {
            is_minimal: redundant.map(<[Cell]>::is_empty),
            redundant: redundant.filter(|_| is_listed).map(names),
            ..Checked::new("unique", Fate::Good, givens)
        }
    }

    fn refused(why: &NoAnswer, givens: usize) -> Checked {
        let (verdict, reason) = match why {
            NoAnswer::Stopped(_) => ("undecided", why.reason()),
            NoAnswer::NoSolution(reason) => (why.status(), reason.as_ref().map(ToString::to_string)),
            why => (why.status(), why.reason()),
        };
        Checked { reason, ..Checked::new(verdict, command::fate(why), givens) }
    }
}

impl Command for Check {
    type Found = Checked;
    const ANSWERS: &'static [Answer<Checked>] = &[
        Answer::status(Column::usual("verdict", Type::Text), |found| found.verdict),
        Answer::new(Column::other("givens", Type::Number), |found| json!(found.givens)),
        Answer::new(Column::other("minimal", Type::Flag), |found| json!(found.is_minimal)),
        Answer::json("redundant", |found| json!(found.redundant)),
        Answer::row(Column::other("redundant", Type::Text), |found| {
            json!(found.redundant.as_ref().map(|names| listed(names)))
        }),
        Answer::new(Column::other("as_stated", Type::Flag), |found| json!(found.is_as_stated)),
        Answer::json("solutions", |found| json!(found.solutions.as_ref().map(|(solutions, _)| solutions))),
    ];
    const SAYS_REASON: Option<bool> = Some(false);
    const REPORT: &'static str =
        "{good} unique, {multiple} multiple, {none} none, {invalid} invalid[, {undecided} undecided]";

    fn options(&self) -> Options<'_> {
        Options {
            search: Some(&self.search),
            form: self.how.format,
            filter: self.condition.filter.as_ref(),
            ..Options::new(&self.input)
        }
    }

    fn rules(&self) -> &[Constraint] {
        self.rules.list()
    }

    fn is_for_one(&self) -> bool {
        self.proof.is_wanted()
    }

    fn query(&self, wants: Wants<'_>) -> Option<BatchQuery> {
        if self.proof.is_wanted() {
            return None;
        }
        let redundant = self.redundant(wants);
        let query = self.search.query(2, usize::from(redundant > 0))?;
        Some(BatchQuery { redundant, ..query })
    }

    fn find_plain(&self, answer: BatchAnswer<'_>, out: &mut Out<'_, '_>) -> Option<Checked> {
        let givens = answer.puzzle.iter().filter(|digit| **digit != 0).count();
        match answer.count {
            1 => {
                let checked = Checked::unique(Shape::NINE, givens, answer.redundant, self.redundant(out.wants) > 1);
                Some(match out.stated() {
                    Some(record) => self.compared(&record, checked),
                    None => checked,
                })
            }
            2.. if !self.explain_multiple => Some(Checked::new("multiple", Fate::Multiple, givens)),
            _ => None,
        }
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Checked, Refusal> {
        let is_small = record.puzzle.shape().side() <= VariantPuzzle::MAX_SIDE;
        let puzzle = || is_small.then(|| VariantPuzzle::from(&record.puzzle));
        self.proof.write(puzzle, &self.search.variant_solver(), &self.input.inputs, out)?;
        let givens = record.puzzle.givens().count();
        let examined = self.examine(record, givens, self.redundant(out.wants));
        let examined = examined.unwrap_or_else(|stopped| Checked::refused(&stopped.into(), givens));
        Ok(self.compared(record, examined))
    }

    fn find_variant(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Option<Result<Checked, Refusal>> {
        let proved =
            self.proof.write(|| Some(record.puzzle.clone()), &self.search.variant_solver(), &self.input.inputs, out);
        Some(proved.and_then(|()| self.examine_variant(record, self.redundant(out.wants) > 1)))
    }

    fn fate(&self, found: &Checked) -> Fate {
        found.fate
    }

    fn reason(&self, found: &Checked) -> Option<String> {
        found.reason.clone()
    }

    fn error(&self, found: &Checked) -> Option<String> {
        let is_none = found.fate == Fate::NoSolution;
        self.reason(found).or_else(|| is_none.then(|| "no solution".to_owned()))
    }

    fn text(&self, found: &Checked) -> String {
        let givens = counted(found.givens, "given");
        let details = match (found, &found.redundant, &found.solutions, &found.reason) {
            (Checked { is_as_stated: Some(false), .. }, .., Some(reason)) => format!(", {reason}"),
            (Checked { is_minimal: Some(true), .. }, ..) => ", minimal".to_owned(),
            (_, Some(names), ..) => format!(", not minimal: {} redundant: {}", names.len(), listed(names)),
            (Checked { is_minimal: Some(false), .. }, ..) => ", not minimal".to_owned(),
            (_, _, Some(([first, second], cells)), _) => {
                format!("\n  {first}\n  {second}\n  differ in {} cells: {}", cells.len(), cells.join(", "))
            }
            (Checked { fate: Fate::Good, .. }, _, _, Some(reason)) => format!(", {reason}"),
            (.., reason) => reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}")),
        };
        format!("{}, {givens}{details}\n", found.verdict)
    }
}

impl Check {
    /// How many redundant givens to look for; unless they are listed, the first is enough.
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

    /// Compares the solution with the one that the text states, if it states one.
    fn compared(&self, record: &Record, mut checked: Checked) -> Checked {
        let Some(stated) = record.fields.get(&Field::Solution).filter(|_| checked.fate == Fate::Good) else {
            return checked;
        };
        let options = ReadOptions::default().shape(record.puzzle.shape()).symbols(record.symbols.clone());
        let reason = match notation::read(stated, &options) {
            Ok(read) if read.puzzle.shape() == record.puzzle.shape() => self.wrong(record, &read.puzzle),
            _ => Some(OTHER_SIZE.to_owned()),
        };
        checked.is_as_stated = Some(reason.is_none());
        if reason.is_some() {
            (checked.fate, checked.reason) = (Fate::Invalid, reason);
        }
        checked
    }

    /// How a board differs from the only solution of the puzzle, if it does.
    fn wrong(&self, record: &Record, stated: &Puzzle) -> Option<String> {
        let Ok(Some(right)) = self.search.solver().first(&record.puzzle) else { return None };
        let symbol =
            |digit: Option<Digit>| digit.map_or_else(|| "blank".to_owned(), |d| record.symbols.symbol(d).to_string());
        let shape = stated.shape();
        let cells = shape.cells().filter(|cell| stated.digit(*cell) != Some(right.digit(*cell)));
        let cells: Vec<String> = cells
            .map(|cell| {
                format!("{} {}/{}", shape.name(cell), symbol(stated.digit(cell)), symbol(Some(right.digit(cell))))
            })
            .collect();
        wrong_in(&cells)
    }

    /// The same for a puzzle with further rules, whose only solution is `right`.
    fn compared_variant(&self, record: &VariantRecord, right: &[i64], mut checked: Checked) -> Checked {
        let Some(stated) = record.fields.get(&Field::Solution) else { return checked };
        let puzzle = &record.puzzle;
        let stated: Vec<Option<i64>> = match *puzzle.digits().end() > 9 {
            true => stated.split_whitespace().map(|word| word.parse().ok()).collect(),
            false => stated.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(10).map(i64::from)).collect(),
        };
        // The text may have a character for each gap, or leave gaps out.
        let filled: Vec<usize> = (0..right.len()).filter(|cell| !puzzle.is_gap(*cell)).collect();
        let stated: Vec<_> = match stated.len() == right.len() {
            true => filled.iter().map(|cell| stated[*cell]).collect(),
            false => stated,
        };
        let shown = |(cell, stated): (&usize, &Option<i64>)| {
            let stated = stated.map_or_else(|| "blank".to_owned(), |digit| digit.to_string());
            format!("{} {stated}/{}", puzzle.name_of(*cell), right[*cell])
        };
        let differ = |(cell, stated): &(&usize, &Option<i64>)| **stated != Some(right[**cell]);
        let reason = match stated.len() == filled.len() {
            true => wrong_in(&filled.iter().zip(&stated).filter(differ).map(shown).collect::<Vec<_>>()),
            false => Some(OTHER_SIZE.to_owned()),
        };
        checked.is_as_stated = Some(reason.is_none());
        if reason.is_some() {
            (checked.fate, checked.reason) = (Fate::Invalid, reason);
        }
        checked
    }

    fn examine(&self, record: &Record, givens: usize, redundant: usize) -> Result<Checked, Stopped> {
        let puzzle = &record.puzzle;
        let (shape, is_listed) = (puzzle.shape(), redundant > 1);
        let solution = match self.verdict(puzzle)? {
            Verdict::None => {
                return Ok(Checked::refused(&NoAnswer::unsolvable(puzzle, &record.symbols), givens));
            }
            Verdict::Multiple(one, other) => {
                let solutions = self.explain_multiple.then(|| {
                    let cells = differences(record, &one, &other);
                    ([one, other].map(|grid| notation::grid_line(&grid, &record.symbols)), cells)
                });
                return Ok(Checked { solutions, ..Checked::new("multiple", Fate::Multiple, givens) });
            }
            Verdict::Unique(solution) => solution,
        };
        let unknown = Checked::unique(shape, givens, None, is_listed);
        if redundant == 0 {
            return Ok(unknown);
        }
        let expensive = Checked { reason: Some(NOT_EXAMINED.to_owned()), ..unknown };
        // Only the first is needed: the user did not ask for this test explicitly, so it must not cost much.
        let is_limited = redundant == 1 && self.search.budget.is_none();
        if is_limited && shape.cell_count() > MOST_CELLS {
            return Ok(expensive);
        }
        let mut solver = self.search.solver();
        if is_limited && !shape.is_classic_nine() {
            solver = solver.nodes(MOST_NODES);
        }
        let found = minimal::redundant_givens(puzzle, &solution, &solver);
        let mut cells = match found.take(redundant).collect::<Result<Vec<_>, _>>() {
            Err(_) if is_limited => return Ok(expensive),
            cells => cells?,
        };
        cells.sort_unstable();
        Ok(Checked::unique(shape, givens, Some(&cells), is_listed))
    }

    fn examine_variant(&self, record: &VariantRecord, wants_all: bool) -> Result<Checked, Refusal> {
        let puzzle = &record.puzzle;
        let givens = puzzle.givens().iter().flatten().count();
        let judged = self.search.variant_solver().verdict(puzzle).map_err(|mistake| variants::mistaken(&mistake))?;
        let (verdict, fate) = match &judged {
            Ok(variant::Verdict::None) => ("none", Fate::NoSolution),
            Ok(variant::Verdict::Unique(_)) => ("unique", Fate::Good),
            Ok(variant::Verdict::Multiple(..)) => ("multiple", Fate::Multiple),
            Err(_) => ("undecided", Fate::Undecided),
        };
        let reason = judged.as_ref().err().map(ToString::to_string);
        let compared = |checked: Checked| match &judged {
            Ok(variant::Verdict::Unique(right)) => self.compared_variant(record, right, checked),
            _ => checked,
        };
        if verdict == "unique" && wants_all {
            let redundant =
                self.search.variant_solver().redundant(puzzle).map_err(|mistake| variants::mistaken(&mistake))?;
            let reason = redundant.as_ref().err().map(ToString::to_string);
            let clues = redundant.ok();
            let names = clues.as_ref().map(|clues| clues.iter().map(|clue| puzzle.name_of_clue(*clue)).collect());
            let is_minimal = clues.map(|clues| clues.is_empty());
            let checked = Checked { is_minimal, redundant: names, reason, ..Checked::new(verdict, fate, givens) };
            return Ok(compared(checked));
        }
        let solutions = match &judged {
            Ok(variant::Verdict::Multiple(one, other)) if self.explain_multiple => {
                let cells = (0..puzzle.cell_count()).filter(|cell| one[*cell] != other[*cell]);
                let cells =
                    cells.map(|cell| format!("{} {}/{}", puzzle.name_of(cell), one[cell], other[cell])).collect();
                Some(([one, other].map(|digits| variants::board(puzzle, digits, Format::Line)), cells))
            }
            _ => None,
        };
        Ok(compared(Checked { solutions, reason, ..Checked::new(verdict, fate, givens) }))
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

/// The message about a stated solution that differs in these cells.
fn wrong_in(cells: &[String]) -> Option<String> {
    let more = cells.len().saturating_sub(3);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let shown = cells.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
    (!cells.is_empty()).then(|| format!("the stated solution is wrong: {shown}{more} (stated/right)"))
}

const OTHER_SIZE: &str = "the stated solution is not a board of this size";

/// The names of clues; names of several words are separated by commas.
fn listed(names: &[String]) -> String {
    names.join(if names.iter().any(|name| name.contains(' ')) { ", " } else { " " })
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
