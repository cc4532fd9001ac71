//! `ninefold fill`: random complete grids, or those with given numbers.

use crate::Outcome;
use crate::batch::{Making, Portion};
use crate::input::{Work, at_least_one, prepare, shape};
use crate::kinds::Form;
use crate::output;
use crate::recipe::range;
use clap::Args;
use ninefold::symmetry::{self, GRIDS};
use ninefold::{Grid, Shape, Symbols, generate, notation};
use serde_json::json;
use std::ops::{Range, RangeInclusive};

/// Cells to fill at a time.
const CELLS: usize = 1 << 16;

/// Numbered grids at a time: everything before the first of them has to be enumerated.
const NUMBERED: u64 = 1 << 14;

#[derive(Args, Debug)]
pub(crate) struct Fill {
    /// How many grids to make
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one::<u64>)]
    count: u64,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, default_value = "3x3")]
    shape: Shape,

    /// Seed: a different seed makes different grids
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Number of the first grid
    #[arg(long, value_name = "N", default_value_t = 0)]
    start: u64,

    /// The minlex grids with these numbers, from 1 to 5472730538, in order: 1000000 or 1..500
    #[arg(long, value_name = "N..M", value_parser = numbers, conflicts_with_all = ["count", "shape", "seed", "start"])]
    number: Option<RangeInclusive<u64>>,

    /// Symbols for the digits, in order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Output")]
    symbols: Option<Symbols>,

    /// Format of the grids: line, grid, box, table, json, csv, or any that convert knows
    /// [default: box for a single grid on a terminal, else line]
    #[arg(long, value_name = "FORMAT", value_parser = |name: &str| Form::of_boards(name).and_then(Form::of_classics), help_heading = "Output")]
    format: Option<Form>,

    #[command(flatten)]
    work: Work,
}

fn numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
    let numbers =
        range(text, 1, GRIDS).map_err(|_| "expected a number or a range: 7, 1..500, 5472730000..".to_owned())?;
    if numbers.is_empty() {
        return Err("the range ends before it begins".to_owned());
    }
    symmetry::numbered_grids(numbers.clone()).map(|_| numbers).map_err(|error| error.to_string())
}

pub(crate) fn run(args: &Fill) -> anyhow::Result<Outcome> {
    let shape = args.shape;
    if let Some(numbers) = &args.number {
        let first = *numbers.start();
        return made(args, [first, numbers.end() - first + 1], NUMBERED, "grid,number", |range, write| {
            let grids = symmetry::numbered_grids(range.start..=range.end - 1)?;
            range.zip(grids).try_for_each(|(number, grid)| write(number, &grid, Place::Number(number)))
        });
    }
    let fill = generate::Fill::new(shape).seed(args.seed);
    let at_a_time = (CELLS / shape.cell_count()).max(1) as u64;
    made(args, [args.start, args.count], at_a_time, "grid,shape,seed,index", |mut range, write| {
        range.try_for_each(|index| write(index, &fill.grid(index), Place::Index { shape, seed: args.seed, index }))
    })
}

/// A function that takes a grid, with its number.
type Write<'a> = dyn FnMut(u64, &Grid, Place) -> anyhow::Result<()> + 'a;

/// Writes this many grids, beginning with the first number.
fn made(
    args: &Fill,
    [first, count]: [u64; 2],
    at_a_time: u64,
    header: &str,
    make: impl Fn(Range<u64>, &mut Write<'_>) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<Outcome> {
    let symbols = prepare(args.shape, args.symbols.as_ref(), [first, count], "grid")?;
    let form = args.format.unwrap_or(args.work.usual_form(count));
    let making = Making {
        count,
        at_a_time,
        name: "grids",
        header: form.header(|| header.to_owned()),
        footer: form.footer(),
        make: |numbers: Range<u64>| {
            let mut text = Vec::new();
            make(first + numbers.start..first + numbers.end, &mut |number, grid, place| {
                if form.is_block() && number > first {
                    text.push(b'\n');
                }
                text.extend_from_slice(written(grid, &symbols, form, &place)?.as_bytes());
                Ok(())
            })?;
            Ok(Portion { made: text, complaints: Vec::new() })
        },
    };
    making.run(&args.work)
}

/// What identifies a grid, so that it can be made again.
enum Place {
    Index {
        shape: Shape,
        seed: u64,
        index: u64,
    },
    /// The number of a 9x9 grid.
    Number(u64),
}

/// A grid in the form used for output.
fn written(grid: &Grid, symbols: &Symbols, form: Form, place: &Place) -> anyhow::Result<String> {
    let line = || notation::grid_line(grid, symbols);
    let number = |number: u64| output::json_number(&number.into());
    Ok(match (form, place) {
        (Form::Text(format), _) => output::grid_text(grid, symbols, format).map_err(anyhow::Error::msg)?,
        (Form::Csv | Form::Parquet, Place::Number(number)) => output::csv_row(&[line(), number.to_string()]),
        (Form::Csv | Form::Parquet, Place::Index { shape, seed, index }) => {
            output::csv_row(&[line(), shape.to_string(), seed.to_string(), index.to_string()])
        }
        (Form::Json, Place::Number(n)) => {
            let object = json!({ "grid": line(), "symbols": symbols.name(), "number": n });
            format!("{object}\n")
        }
        (Form::Json, Place::Index { shape, seed, index }) => {
            let object = json!({
                "grid": line(),
                "shape": shape.to_string(),
                "symbols": symbols.name(),
                "seed": number(*seed),
                "index": number(*index),
            });
            format!("{object}\n")
        }
    })
}
