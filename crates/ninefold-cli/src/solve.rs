//! `ninefold solve`: solutions, one answer per puzzle.

use crate::batch::{BatchAnswer, BatchQuery};
use crate::command::{Answer, Command, Fate, Options, Out, Refusal, Wants};
use crate::input::{Input, Rules, Search, Table, Work, at_least_one};
use crate::kinds::{Added, Column, Form, Type};
use crate::table::{self, Request};
use crate::{Outcome, output, variants};
use anyhow::bail;
use clap::Args;
use ninefold::Grid;
use ninefold::notation::{self, Format, Record, VariantRecord};
use ninefold::solve::{NoAnswer, Stopped};
use ninefold::variant::Constraint;
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: Rules,

    /// Find all solutions of each puzzle
    #[arg(long, help_heading = "Search")]
    all: bool,

    /// Find at most K solutions of each puzzle [default: 1, or no limit with --all]
    #[arg(long, value_name = "K", value_parser = at_least_one::<u64>, help_heading = "Search")]
    limit: Option<u64>,

    /// Search each board that is not 9x9 with two engines in two threads and use whichever answers first; with several
    /// solutions, which one is reported varies
    #[arg(long, conflicts_with = "engine", help_heading = "Search")]
    race: bool,

    #[command(flatten)]
    search: Search,

    /// Format of the answers: line, grid, box, candidates, table, json, csv, parquet, or any that convert knows
    /// [default: box for a single puzzle on a terminal, else line]
    #[arg(long, value_name = "FORMAT", value_parser = Form::of_rows, help_heading = "Output")]
    format: Option<Form>,

    #[command(flatten)]
    table: Table,

    /// Answers to add as columns of a table, renamed if wanted (solution=answer): solution, status, error [default:
    /// solution, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,

    #[command(flatten)]
    work: Work,
}

pub(crate) fn run(args: &Solve) -> anyhow::Result<Outcome> {
    let mut request = Request {
        add: Some(&args.add),
        is_format_of_tables: args.format == Some(Form::Parquet),
        ..Request::new(&args.input, &args.work, &args.table)
    };
    if request.is_for_table() {
        anyhow::ensure!(
            args.limit() == 1,
            "--all and --limit: a row of a table holds one solution; count says how many there are"
        );
        request.format = args.format.and_then(Form::kind);
        if let Some(Form::Text(format)) = args.format {
            bail!("--format: a table is written as parquet, csv or json, not as {format}");
        }
    }
    table::answer(args, &request)
}

impl Solve {
    /// The most solutions per puzzle.
    fn limit(&self) -> u64 {
        self.limit.unwrap_or(if self.all { u64::MAX } else { 1 })
    }
}

/// The result after the solutions were written one by one.
pub(crate) struct Solved {
    /// The solution for a row, which holds only one.
    solution: Option<String>,
    is_limit: bool,
    /// Set if the search stopped, and may have missed solutions.
    stopped: Option<Stopped>,
}

/// The refusal for solutions that cannot be represented in the format.
fn unwritable(reason: String) -> Refusal {
    Refusal { status: "unwritable", words: "Not written", reason: Some(reason), fate: Fate::Undecided }
}

impl Command for Solve {
    type Found = Solved;
    const ANSWERS: &'static [Answer<Solved>] = &[
        Answer::row(Column::usual("solution", Type::Board), |found| json!(found.solution)),
        Answer::status(Column::other("status", Type::Text), |_| "solved"),
        Answer::json_flag("limit_reached", |found| found.is_limit),
    ];
    const STREAMED: Option<&'static str> = Some("solutions");
    const SAYS_REASON: Option<bool> = Some(true);
    const REPORT: &'static str = "{good} solved, {none} without solution, {invalid} invalid[, {undecided} given up]";

    fn options(&self) -> Options<'_> {
        Options { search: Some(&self.search), form: self.format.unwrap_or(Form::LINE), ..Options::new(&self.input) }
    }

    fn rules(&self) -> &[Constraint] {
        self.rules.list()
    }

    fn query(&self, wants: Wants<'_>) -> Option<BatchQuery> {
        let is_block = matches!(self.format, Some(Form::Text(format)) if format != Format::Line);
        // A few solutions are found together, and take little memory.
        let keep = usize::try_from(self.limit()).ok().filter(|limit| *limit <= 16)?;
        if matches!(wants, Wants::Text) && is_block {
            return None;
        }
        self.search.query(self.limit(), keep)
    }

    fn find_plain(&self, answer: BatchAnswer<'_>, out: &mut Out<'_, '_>) -> Option<Solved> {
        let [first, ..] = answer.solutions else { return None };
        let solution = out.is_row().then(|| output::plain_line(first));
        if solution.is_none() {
            answer.solutions.iter().for_each(|digits| out.plain_entry(digits));
        }
        Some(Solved { solution, is_limit: answer.count == self.limit(), stopped: None })
    }

    /// Passes each solution on as it is found.
    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Solved, Refusal> {
        let format = match self.format {
            Some(Form::Text(format)) if !out.is_row() => format,
            None if out.is_alone() => Format::Box,
            _ => Format::Line,
        };
        let (solver, limit, mut solution) = (self.search.solver(), self.limit(), None);
        let mut add = |grid: &Grid| -> Result<(), Refusal> {
            if out.is_row() {
                solution = Some(notation::grid_line(grid, &record.symbols));
                return Ok(());
            }
            let text = output::grid_text(grid, &record.symbols, format).map_err(unwritable)?;
            out.entry(text.strip_suffix('\n').filter(|_| format == Format::Line).unwrap_or(&text));
            out.checkpoint();
            Ok(())
        };
        let (count, stopped) = if self.race {
            let raced = solver.race(&record.puzzle, limit);
            raced.grids.iter().try_for_each(&mut add)?;
            (raced.grids.len() as u64, raced.stopped)
        } else {
            let (mut solutions, mut count) = (solver.solutions(&record.puzzle), 0);
            while count < limit
                && let Some(grid) = solutions.next()
            {
                count += 1;
                add(&grid)?;
            }
            (count, solutions.stopped())
        };
        match (count, stopped) {
            (0, Some(stopped)) => Err(NoAnswer::Stopped(stopped).into()),
            (0, None) => Err(NoAnswer::unsolvable(&record.puzzle, &record.symbols).into()),
            (_, stopped) => Ok(Solved { solution, is_limit: count == limit, stopped }),
        }
    }

    fn find_variant(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Option<Result<Solved, Refusal>> {
        Some(self.find_solutions(record, out))
    }

    /// A search that stopped may lack solutions that were asked for.
    fn fate(&self, found: &Solved) -> Fate {
        if found.stopped.is_some() { Fate::Undecided } else { Fate::Good }
    }

    fn reason(&self, found: &Solved) -> Option<String> {
        found.stopped.as_ref().map(Stopped::to_string)
    }

    fn has_blocks(&self) -> bool {
        self.format.is_some_and(Form::is_block)
    }
}

impl Solve {
    /// Finds the solutions of a puzzle with rules beyond those of a Sudoku, passing each on as it is found.
    fn find_solutions(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Result<Solved, Refusal> {
        let format = match self.format {
            Some(Form::Text(format)) if !out.is_row() => format,
            None if out.is_alone() => Format::Box,
            _ => Format::Line,
        };
        if !variants::WRITTEN.contains(&format) {
            let names = variants::WRITTEN.map(|format| format.to_string()).join(", ");
            return Err(unwritable(format!(
                "format {format} is for classic boards; those with other rules are written as {names} or json"
            )));
        }
        let (limit, mut count, mut solution) = (self.limit(), 0, None);
        let solver = self.search.variant_solver();
        let mut solutions = solver.solutions(&record.puzzle).map_err(|mistake| variants::mistaken(&mistake))?;
        while count < limit
            && let Some(digits) = solutions.next()
        {
            count += 1;
            let text = variants::board(&record.puzzle, &digits, format);
            if out.is_row() {
                solution = Some(text);
            } else {
                out.entry(&text);
                out.checkpoint();
            }
        }
        match (count, solutions.is_stopped()) {
            (_, true) => Err(variants::stopped()),
            (0, false) => Err(variants::unsolvable()),
            (_, false) => Ok(Solved { solution, is_limit: count == limit, stopped: None }),
        }
    }
}
