//! `ninefold solve`: solutions, one answer per puzzle.

use crate::Outcome;
use crate::args::{Search, Solve};
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::output::{self, Style};
use ninefold::notation::{self, Format, Record};
use ninefold::solve::{Solver, Stopped};
use ninefold::{Grid, Invalid};
use serde_json::{Value, json};

pub(crate) fn run(args: &Solve) -> anyhow::Result<Outcome> {
    let limit = args.limit.unwrap_or(if args.all { u64::MAX } else { 1 });
    let task = SolveTask { limit, style: args.format, solver: solver(&args.search) };
    batch::run(&task, &args.input, &args.work)
}

/// The solver that the options ask for.
pub(crate) fn solver(search: &Search) -> Solver<'static> {
    let mut solver = Solver::new();
    if let Some(nodes) = search.budget {
        solver = solver.nodes(nodes);
    }
    if let Some(engine) = search.engine {
        solver = solver.engine(engine);
    }
    solver
}

struct SolveTask {
    /// The most solutions per puzzle.
    limit: u64,
    style: Option<Style>,
    solver: Solver<'static>,
}

/// What became of a puzzle.
enum Answer {
    /// Not a Sudoku.
    Invalid(Invalid),
    /// Solutions were written; a search that stopped may have missed some.
    Solved(Option<Stopped>),
    /// No solution, perhaps for a reason that can be named.
    None(Option<Invalid>),
    /// The search stopped without a solution.
    Stopped(Stopped),
    /// The output format does not hold boards of this shape.
    Unwritable(String),
}

impl Answer {
    /// The line in place of a solution, for people.
    fn words(&self) -> &'static str {
        match self {
            Answer::Invalid(_) => "Invalid input",
            Answer::None(_) => "No solution found",
            Answer::Stopped(_) => "Gave up",
            Answer::Unwritable(_) => "Not written",
            Answer::Solved(_) => "Solved",
        }
    }

    /// The same in one word, for programs.
    fn status(&self) -> &'static str {
        match self {
            Answer::Invalid(_) => "invalid",
            Answer::None(_) => "none",
            Answer::Stopped(_) => "stopped",
            Answer::Unwritable(_) => "unwritable",
            Answer::Solved(_) => "solved",
        }
    }

    /// What is to be said about it on standard error.
    fn reason(&self) -> Option<String> {
        match self {
            Answer::Invalid(invalid) => Some(invalid.to_string()),
            Answer::None(Some(reason)) => Some(format!("no solution: {reason}")),
            Answer::Stopped(stopped) | Answer::Solved(Some(stopped)) => Some(stopped.to_string()),
            Answer::Unwritable(why) => Some(why.clone()),
            Answer::None(None) | Answer::Solved(None) => None,
        }
    }

    fn count(&self, tally: &mut Tally) {
        *match self {
            Answer::Invalid(_) => &mut tally.invalid,
            Answer::Solved(_) => &mut tally.good,
            Answer::None(_) => &mut tally.none,
            Answer::Stopped(_) | Answer::Unwritable(_) => &mut tally.undecided,
        } += 1;
    }
}

impl Task for SolveTask {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let style = self.style.unwrap_or(if item.alone { Style::BOX } else { Style::LINE });
        let record = item.read();
        if let Ok(record) = &record {
            answers.note(item, &record.notes);
        }
        let answer = match &record {
            Err(invalid) => {
                if style == Style::Json {
                    answers.write(&format!("{{\"text\":{},{}", Value::from(item.text()), json_place(item)));
                }
                Answer::Invalid(invalid.clone())
            }
            Ok(record) => {
                if style == Style::Json {
                    let (puzzle, shape) = (puzzle_line(record), record.puzzle.shape().to_string());
                    let object = format!("{{\"puzzle\":{},\"shape\":{}", Value::from(puzzle), Value::from(shape));
                    answers.write(&format!("{object},{}", json_place(item)));
                }
                self.search(record, |count, grid| {
                    let written = write_solution(count, grid, record, style, answers);
                    answers.checkpoint();
                    written
                })
            }
        };
        answer.count(answers.tally());
        let reason = answer.reason();
        match (style, &record) {
            (Style::Json, _) => {
                let reason = reason.as_ref().map_or_else(String::new, |why| format!(",\"reason\":{}", json!(why)));
                answers.write(&format!("],\"status\":{}{reason}}}\n", json!(answer.status())));
            }
            (_, _) if matches!(answer, Answer::Solved(_)) => {}
            (Style::Csv, Ok(record)) => write_row(&[&puzzle_line(record), "", answer.status()], answers),
            (Style::Csv, Err(_)) => write_row(&[&item.text(), "", answer.status()], answers),
            (Style::Notation(_), _) => answers.write(&format!("{}\n", answer.words())),
        }
        if let Some(reason) = reason {
            answers.say(item, reason);
        }
    }

    fn header(&self) -> Option<&'static str> {
        self.style.and_then(Style::header)
    }

    fn has_blocks(&self) -> bool {
        self.style.is_some_and(Style::is_block)
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, invalid, undecided, .. } = tally;
        let undecided = if *undecided > 0 { format!(", {undecided} given up") } else { String::new() };
        format!("{good} solved, {none} without solution, {invalid} invalid{undecided}")
    }
}

impl SolveTask {
    /// Hands each solution, with its number, to a function that may refuse it with a reason.
    fn search(&self, record: &Record, mut found: impl FnMut(u64, &Grid) -> Result<(), String>) -> Answer {
        let mut solutions = self.solver.solutions(&record.puzzle);
        let mut count = 0;
        while count < self.limit
            && let Some(grid) = solutions.next()
        {
            count += 1;
            if let Err(why) = found(count, &grid) {
                return Answer::Unwritable(why);
            }
        }
        match (count, solutions.stopped()) {
            (1.., stopped) => Answer::Solved(stopped),
            (0, Some(stopped)) => Answer::Stopped(stopped),
            (0, None) => match record.puzzle.validate_with(&record.symbols) {
                Err(invalid) if !invalid.is_only_contradiction() => Answer::Invalid(invalid),
                reason => Answer::None(reason.err()),
            },
        }
    }
}

/// Writes the solution that is found first, second or later.
fn write_solution(
    count: u64,
    grid: &Grid,
    record: &Record,
    style: Style,
    answers: &mut Answers<'_>,
) -> Result<(), String> {
    match style {
        Style::Csv => {
            let solution = notation::grid_line(grid, &record.symbols);
            write_row(&[&puzzle_line(record), &solution, "solved"], answers);
        }
        Style::Notation(format) => answers.write(&output::grid_text(grid, &record.symbols, format)?),
        Style::Json => {
            let comma = if count > 1 { "," } else { "" };
            answers.write(&format!("{comma}{}", Value::from(notation::grid_line(grid, &record.symbols))));
        }
    }
    Ok(())
}

/// The puzzle in line format.
fn puzzle_line(record: &Record) -> String {
    let written = notation::write(record, Format::Line).expect("a line holds boards of every size");
    written.text.trim_end().to_owned()
}

fn write_row(values: &[&str], answers: &mut Answers<'_>) {
    csv::Writer::from_writer(answers).write_record(values).expect("memory can be written to");
}

/// The middle of the object of a puzzle, up to its solutions: these may be too many to wait for.
fn json_place(item: &Item<'_>) -> String {
    format!("\"place\":{},\"solutions\":[", Value::from(item.place()))
}
