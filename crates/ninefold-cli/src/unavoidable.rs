//! `ninefold unavoidable`: the unavoidable sets of complete grids.

use crate::Outcome;
use crate::command::{Answer, Command, Options, Out, Refusal};
use crate::input::{Answering, Input};
use crate::kinds::{Added, Column, Form, Type};
use crate::output::counted;
use crate::table::{self, Request};
use clap::Args;
use ninefold::notation::Record;
use ninefold::solve::Solver;
use ninefold::unavoidable::UnavoidableSets;
use ninefold::{Cell, Shape};
use serde_json::{Value, json};

#[derive(Args, Debug)]
pub(crate) struct Unavoidable {
    #[command(flatten)]
    input: Input,

    /// Find all sets of up to this many cells
    #[arg(long, value_name = "CELLS", default_value_t = 12, value_parser = clap::value_parser!(u8).range(0..=18))]
    max_size: u8,

    /// Also find all sets with up to this many digits, of any size
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=4))]
    digits: u8,

    /// Also find all sets in up to this many boxes, of any size
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=4))]
    boxes: u8,

    /// List the sets
    #[arg(long, help_heading = "Output")]
    list: bool,

    #[command(flatten)]
    how: Answering,

    /// Answers to add as columns of a table, renamed if wanted (solution=answer): status, sets, sizes, degree,
    /// disjoint, is_largest, list, error [default: all but list]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,
}

pub(crate) fn run(args: &Unavoidable) -> anyhow::Result<Outcome> {
    table::answer(args, &Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]))
}

/// The sets, and the figures reported about them.
pub(crate) struct Found {
    shape: Shape,
    sets: Vec<Vec<Cell>>,
    sizes: Vec<usize>,
    degrees: Vec<usize>,
    family: Vec<Vec<Cell>>,
    is_largest: bool,
}

/// Nodes of the search for the largest disjoint family: this many take seconds.
const NODES: u64 = 3_000_000;

impl Found {
    fn names(&self, set: &[Cell]) -> String {
        set.iter().map(|cell| self.shape.name(*cell).to_string()).collect::<Vec<_>>().join("+")
    }

    fn all_names(&self, sets: &[Vec<Cell>]) -> Vec<String> {
        sets.iter().map(|set| self.names(set)).collect()
    }

    /// The sizes that occur, each with the number of sets of that size.
    fn histogram(&self) -> impl Iterator<Item = (usize, usize)> {
        self.sizes.iter().copied().enumerate().filter(|(_, count)| *count > 0)
    }

    fn degree(&self) -> usize {
        self.degrees.iter().copied().max().unwrap_or_default()
    }
}

impl Command for Unavoidable {
    type Found = Found;
    const PORTION: usize = 4;
    const ANSWERS: &'static [Answer<Found>] = &[
        Answer::status(Column::usual("status", Type::Text), |_| "ok"),
        Answer::row(Column::usual("sets", Type::Number), |found| json!(found.sets.len())),
        Answer::json("sets", |found| json!(found.all_names(&found.sets))),
        Answer::row(Column::usual("sizes", Type::Text), |found| {
            json!(found.histogram().map(|(size, count)| format!("{size}:{count}")).collect::<Vec<_>>().join(";"))
        }),
        Answer::json("sizes", |found| {
            found.histogram().map(|(size, count)| (size.to_string(), json!(count))).collect::<Value>()
        }),
        Answer::row(Column::usual("degree", Type::Number), |found| json!(found.degree())),
        Answer::json("degrees", |found| json!(found.degrees)),
        Answer::row(Column::usual("disjoint", Type::Number), |found| json!(found.family.len())),
        Answer::json("disjoint", |found| json!(found.all_names(&found.family))),
        Answer::new(Column::usual("is_largest", Type::Flag), |found| json!(found.is_largest)),
        Answer::row(Column::other("list", Type::Text), |found| json!(found.all_names(&found.sets).join(" "))),
    ];
    const REPORT: &'static str = "{good} grids, {multiple} with several solutions, {none} without, {invalid} invalid";

    fn options(&self) -> Options<'_> {
        Options { form: self.how.format, ..Options::new(&self.input) }
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<Found, Refusal> {
        // Solving a large board would be wasted effort.
        let shape = record.puzzle.shape();
        if !UnavoidableSets::accepts(shape) {
            let reason = format!("unavoidable sets are found on boards with up to 11 digits, not {}", shape.side());
            return Err(Refusal::invalid(reason));
        }
        let grid = Solver::new().judge(&record.puzzle, &record.symbols)?;
        let mut sets = UnavoidableSets::up_to(&grid, self.max_size.into());
        sets.add_digits(self.digits.into(), usize::MAX);
        sets.add_boxes(self.boxes.into(), usize::MAX);
        let (family, is_largest) = sets.disjoint(NODES);
        let (sizes, degrees) = (sets.sizes(), sets.degrees());
        Ok(Found { shape, sets: sets.iter().collect(), sizes, degrees, family, is_largest })
    }

    fn text(&self, found: &Found) -> String {
        let sizes: Vec<String> = found.histogram().map(|(size, count)| format!("{count} of {size}")).collect();
        let sizes = if sizes.is_empty() { String::new() } else { format!(": {} cells", sizes.join(", ")) };
        let degree = found.degree();
        let at_least = if found.is_largest { "" } else { "at least " };
        let mut in_most = found.shape.cells().filter(|cell| found.degrees[cell.index()] == degree);
        let mut text = format!("{}{sizes}\n", counted(found.sets.len(), "set"));
        if degree > 0 {
            let first = in_most.next().map(|cell| found.names(&[cell])).unwrap_or_default();
            let others = match in_most.count() {
                0 => String::new(),
                others => format!(" and {others} more"),
            };
            text += &format!("largest degree {degree}: {first}{others}\n");
            text +=
                &format!("{at_least}{} disjoint: {}\n", found.family.len(), found.all_names(&found.family).join(" "));
        }
        if self.list {
            found.sets.iter().for_each(|set| text += &format!("{}\n", found.names(set)));
        }
        text
    }

    fn has_blocks(&self) -> bool {
        self.how.format == Form::LINE
    }
}
