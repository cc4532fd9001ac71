//! `ninefold solve`: solutions, one answer per puzzle.

use crate::Outcome;
use crate::args::Solve;
use crate::batch::{Answers, Found, Item, Tally, Task, Wish};
use crate::input::{Search, Vectors};
#[cfg(feature = "parquet")]
use crate::kinds::{Column, Type};
use crate::kinds::{Style, Wanted};
use crate::output::{self, Object};
use crate::table::{self, Request};
#[cfg(feature = "parquet")]
use crate::table::{Row, Teller};
use ninefold::notation::{self, Record};
use ninefold::solve::{Engine, Isa, Solver, Stopped};
use ninefold::{Grid, Invalid};
use serde_json::{Value, json};

pub(crate) fn run(args: &Solve) -> anyhow::Result<Outcome> {
    let limit = args.limit.unwrap_or(if args.all { u64::MAX } else { 1 });
    let task = SolveTask { args, limit, solver: solver(&args.search), style: args.format.and_then(Wanted::style) };
    let mut request = Request {
        add: &args.add,
        adds_usual: true,
        is_format_of_tables: args.format == Some(Wanted::Parquet),
        ..Request::new(&args.input, &args.work, &args.table)
    };
    if request.is_for_table() {
        anyhow::ensure!(
            limit == 1,
            "--all and --limit: a row of a table holds one solution; count says how many there are"
        );
        request.format = args.format.map(Wanted::kind).transpose()?;
    }
    table::answer(&task, &request)
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
    if let Some(isa) = search.vectors.isa {
        solver = solver.isa(isa);
    }
    solver
}

/// The wish for the numbers and solutions of plain 9x9 puzzles, if nothing in the options is against it.
pub(crate) fn wish(search: &Search, limit: u64, keep: usize) -> Option<Wish> {
    match search {
        Search { budget: None, engine: None | Some(Engine::Nine), vectors: Vectors { isa } } => {
            Some(Wish { isa: isa.unwrap_or_else(Isa::best), limit, keep, redundant: 0 })
        }
        _ => None,
    }
}

/// Says that another engine than the one asked for has to search this board.
pub(crate) fn remark_engine(search: &Search, item: &Item<'_>, record: &Record, answers: &mut Answers<'_>) {
    if let Some(remark) = other_engine(search, record) {
        answers.tally().remark(item, remark);
    }
}

/// What is said about a board that the engine asked for does not take.
pub(crate) fn other_engine(search: &Search, record: &Record) -> Option<String> {
    let shape = record.puzzle.shape();
    let engine = search.engine.filter(|engine| !engine.accepts(shape))?;
    let used = Engine::best_for(shape);
    Some(format!("note: engine {engine} does not take boards of shape {shape}; engine {used} was used"))
}

struct SolveTask<'a> {
    args: &'a Solve,
    /// The most solutions per puzzle.
    limit: u64,
    solver: Solver<'static>,
    /// How solutions are written, if that is not left to what is best.
    style: Option<Style>,
}

/// What became of a puzzle.
enum Answer {
    /// Not a Sudoku, and why.
    Invalid(String),
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
            Answer::Invalid(why) | Answer::Unwritable(why) => Some(why.clone()),
            Answer::None(Some(reason)) => Some(format!("no solution: {reason}")),
            Answer::Stopped(stopped) | Answer::Solved(Some(stopped)) => Some(stopped.to_string()),
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

impl Task for SolveTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let style = self.style.unwrap_or(if item.alone { Style::BOX } else { Style::LINE });
        let read = item.read();
        if style == Style::Json {
            // There may be too many solutions to wait for, so they are written one by one.
            answers.write_bytes(&Object::about(item, &read).begin_list("solutions"));
        }
        let mut found = 0;
        let answer = match &read {
            Err(invalid) => Answer::Invalid(self.args.input.explain(invalid)),
            Ok(record) => {
                answers.note(item, &record.notes);
                remark_engine(&self.args.search, item, record, answers);
                self.search(record, |grid| {
                    found += 1;
                    match style {
                        Style::Notation(format) => {
                            let text = output::grid_text(grid, &record.symbols, format)?;
                            let gap = if format.is_block() && found > 1 { "\n" } else { "" };
                            answers.write(&format!("{gap}{text}"));
                        }
                        Style::Json => {
                            let comma = if found > 1 { "," } else { "" };
                            let line = notation::grid_line(grid, &record.symbols);
                            answers.write(&format!("{comma}{}", Value::from(line)));
                        }
                        Style::Csv => {
                            let line = notation::grid_line(grid, &record.symbols);
                            write_row(
                                &[&output::puzzle_text(item, &read), &line, "solved", &item.place(), ""],
                                answers,
                            );
                        }
                    }
                    answers.checkpoint();
                    Ok(())
                })
            }
        };
        answer.count(answers.tally());
        let (status, reason) = (answer.status(), answer.reason());
        match style {
            Style::Json => answers.write_bytes(&Object::end_list().with_all(self.members(&answer, found)).line()),
            _ if matches!(answer, Answer::Solved(_)) => {}
            Style::Csv => {
                let (puzzle, why) = (output::puzzle_text(item, &read), reason.as_deref().unwrap_or_default());
                write_row(&[&puzzle, "", status, &item.place(), why], answers);
            }
            Style::Notation(_) => answers.write(&format!("{}\n", answer.words())),
        }
        if let Some(reason) = reason {
            answers.say(item, reason);
        }
    }

    fn wish(&self) -> Option<Wish> {
        let is_block = self.style.is_some_and(|style| !matches!(style, Style::LINE | Style::Json | Style::Csv));
        // A few solutions are found in no time, and take little room.
        let keep = usize::try_from(self.limit).ok().filter(|limit| *limit <= 16 && !is_block)?;
        wish(&self.args.search, self.limit, keep)
    }

    fn answer_at_once(&self, item: &Item<'_>, found: Found<'_>, answers: &mut Answers<'_>) -> bool {
        if found.solutions.is_empty() {
            return false;
        }
        let answer = Answer::Solved(None);
        answer.count(answers.tally());
        match self.style {
            Some(Style::Json) => {
                let lines: Vec<String> = found.solutions.iter().map(output::plain_line).collect();
                let object = Object::about_plain(item, found.puzzle).with("solutions", lines);
                answers.write_bytes(&object.with_all(self.members(&answer, found.count)).line());
            }
            Some(Style::Csv) => {
                let (puzzle, place) = (output::plain_line(found.puzzle), item.place());
                for digits in found.solutions {
                    write_row(&[&puzzle, &output::plain_line(digits), answer.status(), &place, ""], answers);
                }
            }
            _ => {
                for digits in found.solutions {
                    let mut line = [b'\n'; 82];
                    line.iter_mut().zip(digits).for_each(|(byte, digit)| *byte = b'0' + digit);
                    answers.write_bytes(&line);
                }
            }
        }
        true
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

impl SolveTask<'_> {
    /// What became of a puzzle, and whether so many solutions are as many as asked for, as members of a JSON object.
    fn members(&self, answer: &Answer, found: u64) -> [(&'static str, Value); 3] {
        let (status, reason) = (json!(answer.status()), json!(answer.reason()));
        [("status", status), ("limit_reached", json!(found == self.limit)), ("reason", reason)]
    }

    /// Hands each solution to a function that may refuse it with a reason.
    fn search(&self, record: &Record, mut found: impl FnMut(&Grid) -> Result<(), String>) -> Answer {
        if self.args.race {
            let raced = self.solver.race(&record.puzzle, self.limit);
            if let Some(why) = raced.grids.iter().find_map(|grid| found(grid).err()) {
                return Answer::Unwritable(why);
            }
            return self.answer(record, raced.grids.len() as u64, raced.stopped);
        }
        let mut solutions = self.solver.solutions(&record.puzzle);
        let mut count = 0;
        while count < self.limit
            && let Some(grid) = solutions.next()
        {
            count += 1;
            if let Err(why) = found(&grid) {
                return Answer::Unwritable(why);
            }
        }
        self.answer(record, count, solutions.stopped())
    }

    fn answer(&self, record: &Record, count: u64, stopped: Option<Stopped>) -> Answer {
        match (count, stopped) {
            (1.., stopped) => Answer::Solved(stopped),
            (0, Some(stopped)) => Answer::Stopped(stopped),
            (0, None) => record.why_unsolvable().map_or_else(|rule| Answer::Invalid(rule.to_string()), Answer::None),
        }
    }
}

#[cfg(feature = "parquet")]
const SOLUTION: usize = 0;
#[cfg(feature = "parquet")]
const STATUS: usize = 1;

#[cfg(feature = "parquet")]
impl Teller for SolveTask<'_> {
    fn columns(&self) -> Vec<Column> {
        vec![Column::usual("solution", Type::Board), Column::other("status", Type::Text)]
    }

    fn wish_of(&self, _: &dyn Fn(usize) -> bool) -> Option<Wish> {
        wish(&self.args.search, 1, 1)
    }

    fn tell_at_once(&self, found: Found<'_>, row: &mut Row<'_, '_>) -> bool {
        let [digits, ..] = found.solutions else { return false };
        row.text(SOLUTION, &output::plain_line(digits));
        row.text(STATUS, "solved");
        row.tally().good += 1;
        true
    }

    fn tell(&self, read: Result<&Record, String>, row: &mut Row<'_, '_>) {
        let answer = match read {
            Err(why) => Answer::Invalid(why),
            Ok(record) => {
                if let Some(remark) = other_engine(&self.args.search, record) {
                    row.say_once(remark);
                }
                self.search(record, |grid| {
                    row.text(SOLUTION, &notation::grid_line(grid, &record.symbols));
                    Ok(())
                })
            }
        };
        answer.count(row.tally());
        row.text(STATUS, answer.status());
        match (&answer, answer.reason()) {
            (_, Some(reason)) => row.error(reason),
            (Answer::None(None), None) => row.error("no solution"),
            (_, None) => {}
        }
    }
}

fn write_row(values: &[&str], answers: &mut Answers<'_>) {
    answers.write(&output::csv_row(values));
}
