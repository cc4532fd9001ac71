//! `ninefold generate`: puzzles with one solution and the requested properties.

use crate::Outcome;
use crate::batch::{Making, Portion};
use crate::input::{Work, at_least_one, prepare, seconds};
use crate::kinds::{Compression, Form, Kind};
use crate::recipe::PuzzleOptions;
use crate::table;
use crate::{made, output};
use clap::Args;
use ninefold::Symbols;
use ninefold::generate::{Made, Missing};
use ninefold::notation::{self, Record};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Puzzles made at a time: many if they are quick; otherwise fewer, so that the first need not wait for the last.
const MANY: u64 = 1024;
const SOME: u64 = 64;

/// The column that only data sets have.
const NOT_MADE: [&str; 1] = ["form"];

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// How many puzzles to make
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one::<u64>)]
    count: u64,

    #[command(flatten)]
    puzzles: PuzzleOptions,

    /// Seed: a different seed makes different puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    start: u64,

    /// Average time for each puzzle; after that the best one found is taken
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, help_heading = "Search")]
    time_limit: f64,

    /// Symbols for the digits, in order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Output")]
    symbols: Option<Symbols>,

    /// Format of the puzzles: line, grid, box, table, json, csv, parquet, or any that convert knows
    /// [default: box for a single puzzle on a terminal, else line]
    #[arg(long, value_name = "FORMAT", value_parser = |name: &str| Form::of_rows(name).and_then(Form::of_classics), help_heading = "Output")]
    format: Option<Form>,

    /// Compression of Parquet: zstd, snappy, gzip, lz4 or none [default: zstd]
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true, help_heading = "Output")]
    compression: Option<Compression>,

    #[command(flatten)]
    work: Work,
}

pub(crate) fn run(args: &Generate) -> anyhow::Result<Outcome> {
    let symbols = prepare(args.puzzles.shape, args.symbols.as_ref(), [args.start, args.count], "puzzle")?;
    let named = args.work.output.as_deref().and_then(Kind::of_name);
    let is_table = args.format == Some(Form::Parquet) || (args.format.is_none() && named == Some(Kind::Parquet));
    anyhow::ensure!(is_table || args.compression.is_none(), "--compression is for Parquet; use -o puzzles.parquet");
    let form = args.format.unwrap_or(args.work.usual_form(args.count));
    // Attempts have no limit of their own here; a time limit ends them.
    let mut recipe = args.puzzles.recipe(args.puzzles.pattern()?).attempts(u64::MAX);
    if is_table || !matches!(form, Form::Text(_)) {
        recipe = recipe.rated();
    }
    let generator = args.puzzles.generator(recipe, args.seed)?;
    // Each thread gets several portions, so that all finish at about the same time.
    let shares = args.count.div_ceil(4 * args.work.jobs.threads() as u64);
    let at_a_time = shares.min(if args.puzzles.is_quick() { MANY } else { SOME });
    let made = |numbers: std::ops::Range<u64>| {
        let start = Instant::now();
        let limit = args.time_limit * (numbers.end - numbers.start) as f64;
        let is_over = || start.elapsed().as_secs_f64() > limit;
        let numbers = args.start + numbers.start..args.start + numbers.end;
        generator.puzzles_with_deadline(numbers, &is_over)
    };
    if is_table {
        return make_table(args, at_a_time, &made, &symbols);
    }
    let making = Making {
        count: args.count,
        at_a_time,
        name: "puzzles",
        header: form.header(|| made::header(&NOT_MADE)),
        footer: form.footer(),
        make: |numbers: std::ops::Range<u64>| {
            let mut part = Portion { made: Vec::new(), complaints: Vec::new() };
            for made in made(numbers) {
                if form.is_block() && made.index > args.start {
                    part.made.push(b'\n');
                }
                part.made.extend_from_slice(written(&made, &symbols, form, args.seed)?.as_bytes());
                part.complaints.extend(complaint(&made));
            }
            Ok(part)
        },
    };
    making.run(&args.work)
}

/// The message about a puzzle that does not meet the request.
fn complaint(made: &Made) -> Option<String> {
    let attempts = output::counted(made.attempts, "attempt");
    let is_lacking = !made.missing.is_empty();
    is_lacking.then(|| format!("puzzle {}: after {attempts} {}", made.index, missing(&made.missing).join("; ")))
}

/// A function that makes the puzzles with these numbers.
type Make<'a> = dyn Fn(std::ops::Range<u64>) -> Vec<Made> + Sync + 'a;

/// Writes puzzles as Parquet.
fn make_table(args: &Generate, at_a_time: u64, make: &Make<'_>, symbols: &Symbols) -> anyhow::Result<Outcome> {
    let largest = args.seed.max(args.start + (args.count - 1));
    anyhow::ensure!(i64::try_from(largest).is_ok(), "--seed, --start: Parquet needs numbers below 2^63");
    let columns: Vec<_> = made::columns(&NOT_MADE).map(|(column, _)| column).collect();
    let make = |numbers: std::ops::Range<u64>| {
        let mut part = Portion { made: Vec::new(), complaints: Vec::new() };
        for made in make(numbers) {
            part.made.push(made::row(values(&made, symbols, args.seed)?, &columns)?);
            part.complaints.extend(complaint(&made));
        }
        Ok(part)
    };
    let making = Making { count: args.count, at_a_time, name: "puzzles", header: None, footer: None, make };
    table::make(&making, &columns, &args.work, args.compression)
}

/// The names of the properties that a puzzle lacks.
fn missing(missing: &[Missing]) -> Vec<String> {
    missing.iter().map(Missing::to_string).collect()
}

/// The values of a puzzle, for CSV and tables.
fn values(made: &Made, symbols: &Symbols, seed: u64) -> anyhow::Result<Map<String, Value>> {
    let mut values = made::values(made, symbols, seed)?;
    let missing = Some(missing(&made.missing).join("; ")).filter(|missing| !missing.is_empty());
    values.insert("missing".to_owned(), json!(missing));
    Ok(values)
}

/// A puzzle in the form used for output.
fn written(made: &Made, symbols: &Symbols, form: Form, seed: u64) -> anyhow::Result<String> {
    if let Form::Text(format) = form {
        let record = Record::new(made.puzzle.clone()).with_symbols(symbols.clone());
        return Ok(notation::write(&record, format)?.text);
    }
    if form == Form::Csv {
        let values = values(made, symbols, seed)?;
        return Ok(output::csv_row(&values.values().map(output::plain).collect::<Vec<_>>()));
    }
    let mut object = made::values(made, symbols, seed)?;
    object.shift_insert(3, "symbols".to_owned(), json!(symbols.name()));
    object.insert("missing".to_owned(), json!(missing(&made.missing)));
    Ok(format!("{}\n", Value::Object(object)))
}
