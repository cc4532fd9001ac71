//! Commands about proper puzzles: what they say in the place of others, and how what they find is written.

use crate::batch::{Answers, Item, Tally};
use crate::input::{Input, Search};
use crate::kinds::Lines;
use crate::output::Object;
use crate::solve;
use ninefold::notation::{self, Record};
use ninefold::solve::{Solver, Stopped, Verdict};
use ninefold::{Grid, Invalid, Puzzle};
use serde_json::{Value, json};

/// Why there is no answer about a puzzle.
pub(crate) enum Improper {
    Invalid(String),
    None(Option<String>),
    Multiple,
    Stopped(Stopped),
}

impl From<Stopped> for Improper {
    fn from(stopped: Stopped) -> Improper {
        Improper::Stopped(stopped)
    }
}

impl Improper {
    /// What is said in the place of the answer.
    fn words(&self) -> &'static str {
        match self {
            Improper::Invalid(_) => "Invalid input",
            Improper::None(_) => "No solution found",
            Improper::Multiple => "Several solutions",
            Improper::Stopped(_) => "Gave up",
        }
    }

    /// The same in one word, for programs.
    fn status(&self) -> &'static str {
        match self {
            Improper::Invalid(_) => "invalid",
            Improper::None(_) => "none",
            Improper::Multiple => "multiple",
            Improper::Stopped(_) => "stopped",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Improper::Invalid(reason) => Some(reason.clone()),
            Improper::None(reason) => reason.as_ref().map(|reason| format!("no solution: {reason}")),
            Improper::Multiple => None,
            Improper::Stopped(stopped) => Some(stopped.to_string()),
        }
    }

    fn count(&self, tally: &mut Tally) {
        *match self {
            Improper::Invalid(_) => &mut tally.invalid,
            Improper::None(_) => &mut tally.none,
            Improper::Multiple => &mut tally.multiple,
            Improper::Stopped(_) => &mut tally.undecided,
        } += 1;
    }
}

/// What such a command finds.
pub(crate) trait Finding {
    /// The name of the member of JSON objects that holds what was found.
    fn member(&self) -> &'static str;

    /// Finds it, and writes it in lines unless it is to be told as JSON.
    fn find(&self, record: &Record, format: Lines, answers: &mut Answers<'_>) -> Result<Value, Improper>;
}

/// Answers a puzzle: with what is found, or why not.
pub(crate) fn answer(
    finding: &impl Finding,
    item: &Item<'_>,
    (input, search, format): (&Input, &Search, Lines),
    answers: &mut Answers<'_>,
) {
    let read = item.read();
    let found = match &read {
        Err(invalid) => Err(Improper::Invalid(input.explain(invalid))),
        Ok(record) => {
            answers.note(item, &record.notes);
            solve::remark_engine(search, item, record, answers);
            finding.find(record, format, answers)
        }
    };
    match &found {
        Ok(_) => answers.tally().good += 1,
        Err(improper) => improper.count(answers.tally()),
    }
    let reason = found.as_ref().err().and_then(Improper::reason);
    match format {
        Lines::Line => {
            if let Err(improper) = &found {
                answers.write(&format!("{}\n", improper.words()));
            }
            if let Some(reason) = reason {
                answers.say(item, reason);
            }
        }
        Lines::Json => {
            let status = found.as_ref().err().map_or("ok", Improper::status);
            let object = Object::about(item, &read).with("status", status).with(finding.member(), found.ok());
            answers.write_bytes(&object.with("reason", reason).line());
        }
    }
}

/// The only solution of a puzzle.
pub(crate) fn solution(record: &Record, solver: &Solver<'_>) -> Result<Grid, Improper> {
    match solver.verdict(&record.puzzle).map_err(Stopped::from)? {
        Verdict::Unique(solution) => Ok(solution),
        Verdict::Multiple(..) => Err(Improper::Multiple),
        Verdict::None => Err(match record.why_unsolvable() {
            Err(rule) => Improper::Invalid(rule.to_string()),
            Ok(reason) => Improper::None(reason.as_ref().map(Invalid::to_string)),
        }),
    }
}

/// Writes puzzles as they come, each on its line, or gathers them for JSON.
pub(crate) fn told(
    puzzles: impl Iterator<Item = Result<Puzzle, Stopped>>,
    record: &Record,
    format: Lines,
    answers: &mut Answers<'_>,
) -> Result<Vec<Value>, Improper> {
    let mut values = Vec::new();
    for puzzle in puzzles {
        let line = notation::puzzle_line(&puzzle?, &record.symbols);
        match format {
            Lines::Json => values.push(json!(line)),
            Lines::Line => {
                answers.write(&format!("{line}\n"));
                answers.checkpoint();
            }
        }
    }
    Ok(values)
}

/// What the report at the end says, for all these commands.
pub(crate) fn report(tally: &Tally) -> String {
    let Tally { good, none, multiple, invalid, undecided, .. } = tally;
    let undecided = if *undecided > 0 { format!(", {undecided} given up") } else { String::new() };
    format!("{good} answered, {multiple} with several solutions, {none} without, {invalid} invalid{undecided}")
}
