//! `ninefold check`: whether a puzzle is a proper one.

use crate::Outcome;
use crate::args::Check;
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::output;
use ninefold::notation::{Format, Record};
use ninefold::solve::{Solver, Stopped, Verdict};
use ninefold::{Cell, Grid};

pub(crate) fn run(args: &Check) -> anyhow::Result<Outcome> {
    let task = CheckTask {
        list_redundant: args.minimal,
        explain_multiple: args.explain_multiple,
        solver: crate::solve::solver(&args.search),
    };
    batch::run(&task, &args.input, &args.work)
}

struct CheckTask {
    list_redundant: bool,
    explain_multiple: bool,
    solver: Solver<'static>,
}

impl Task for CheckTask {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let line = match item.read() {
            Err(invalid) => {
                answers.tally().invalid += 1;
                format!("invalid: {invalid}")
            }
            Ok(record) => {
                answers.note(item, &record.notes);
                let givens = match record.puzzle.givens().count() {
                    1 => "1 given".to_owned(),
                    n => format!("{n} givens"),
                };
                self.verdict(&record, &givens, answers.tally()).unwrap_or_else(|stopped| {
                    answers.tally().undecided += 1;
                    format!("undecided, {givens}: {stopped}")
                })
            }
        };
        answers.write(&(line + "\n"));
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, multiple, invalid, undecided, .. } = tally;
        let undecided = if *undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
        format!("{good} unique, {multiple} multiple, {none} none, {invalid} invalid{undecided}")
    }
}

impl CheckTask {
    fn verdict(&self, record: &Record, givens: &str, tally: &mut Tally) -> Result<String, Stopped> {
        let wrong = record.puzzle.validate_with(&record.symbols).err();
        if let Some(invalid) = wrong.as_ref().filter(|invalid| !invalid.is_only_contradiction()) {
            tally.invalid += 1;
            return Ok(format!("invalid, {givens}: {invalid}"));
        }
        Ok(match self.solver.verdict(&record.puzzle)? {
            Verdict::None => {
                tally.none += 1;
                wrong.map_or_else(|| format!("none, {givens}"), |reason| format!("none, {givens}: {reason}"))
            }
            Verdict::Multiple(one, other) => {
                tally.multiple += 1;
                let explained = if self.explain_multiple { difference(record, &one, &other) } else { String::new() };
                format!("multiple, {givens}{explained}")
            }
            Verdict::Unique(_) => {
                let redundant = self.redundant(record)?;
                tally.good += 1;
                let names: Vec<String> =
                    redundant.iter().map(|cell| record.puzzle.shape().name(*cell).to_string()).collect();
                match names.len() {
                    0 => format!("unique, {givens}, minimal"),
                    _ if !self.list_redundant => format!("unique, {givens}, not minimal"),
                    n => format!("unique, {givens}, not minimal: {n} redundant: {}", names.join(" ")),
                }
            }
        })
    }

    /// The givens that a proper puzzle could do without, each by itself. Without the option to list
    /// them, the first is enough.
    fn redundant(&self, record: &Record) -> Result<Vec<Cell>, Stopped> {
        let mut redundant = Vec::new();
        for (cell, digit) in record.puzzle.givens() {
            // The given is needed if there is a solution with another digit in its place.
            let mut without = record.puzzle.clone();
            without.clear(cell);
            without.remove_candidate(cell, digit);
            if self.solver.first(&without)?.is_none() {
                redundant.push(cell);
                if !self.list_redundant {
                    break;
                }
            }
        }
        Ok(redundant)
    }
}

/// Two solutions and the cells in which they differ.
fn difference(record: &Record, one: &Grid, other: &Grid) -> String {
    let (shape, symbols) = (record.puzzle.shape(), &record.symbols);
    let cells: Vec<String> = shape
        .cells()
        .filter(|cell| one.digit(*cell) != other.digit(*cell))
        .map(|cell| {
            let (one, other) = (symbols.symbol(one.digit(cell)), symbols.symbol(other.digit(cell)));
            format!("{} {one}/{other}", shape.name(cell))
        })
        .collect();
    let line = |grid| output::grid_text(grid, symbols, Format::Line).unwrap_or_default();
    format!("\n  {}  {}  differ in {} cells: {}", line(one), line(other), cells.len(), cells.join(", "))
}
