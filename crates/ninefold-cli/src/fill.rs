//! `ninefold fill`: random complete grids.

use crate::Outcome;
use crate::batch::{Making, Portion};
use crate::input::{Work, prepare, shape};
use crate::kinds::Form;
use crate::output;
use clap::Args;
use ninefold::{Grid, Shape, Symbols, generate, notation};
use serde_json::json;

/// Cells filled at a time.
const CELLS: usize = 1 << 16;

#[derive(Args, Debug)]
pub(crate) struct Fill {
    /// How many grids to make
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, default_value = "3x3")]
    shape: Shape,

    /// Seed: another one makes other grids
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Number of the first grid
    #[arg(long, value_name = "N", default_value_t = 0)]
    start: u64,

    /// Symbols of the digits in their order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Output")]
    symbols: Option<Symbols>,

    /// Format of the grids: line, grid, box, table, json, csv, or any that convert knows
    /// [default: box for a single grid on a terminal, else line]
    #[arg(long, value_name = "FORMAT", value_parser = Form::of_boards, help_heading = "Output")]
    format: Option<Form>,

    #[command(flatten)]
    work: Work,
}

pub(crate) fn run(args: &Fill) -> anyhow::Result<Outcome> {
    let shape = args.shape;
    let symbols = prepare(shape, args.symbols.as_ref(), [args.start, args.count], "grid")?;
    let form = args.format.unwrap_or(args.work.usual_form(args.count));
    let fill = generate::Fill::new(shape).seed(args.seed);
    let making = Making {
        count: args.count,
        at_a_time: (CELLS / shape.cell_count()).max(1) as u64,
        name: "grids",
        header: (form == Form::Csv).then(|| "grid,shape,seed,index".to_owned()),
        make: |numbers: std::ops::Range<u64>| {
            let mut text = Vec::new();
            for number in numbers {
                if form.is_block() && number > 0 {
                    text.push(b'\n');
                }
                let index = args.start + number;
                let grid = fill.grid(index);
                let place = Place { shape, seed: args.seed, index };
                text.extend_from_slice(written(&grid, &symbols, form, &place)?.as_bytes());
            }
            Ok(Portion { made: text, complaints: Vec::new() })
        },
    };
    making.run(&args.work)
}

/// What makes the same grid again.
struct Place {
    shape: Shape,
    seed: u64,
    index: u64,
}

/// A grid in the form of the output.
fn written(grid: &Grid, symbols: &Symbols, form: Form, place: &Place) -> anyhow::Result<String> {
    let Place { shape, seed, index } = place;
    let line = || notation::grid_line(grid, symbols);
    match form {
        Form::Text(format) => output::grid_text(grid, symbols, format).map_err(anyhow::Error::msg),
        Form::Csv | Form::Parquet => {
            Ok(output::csv_row(&[&line(), &shape.to_string(), &seed.to_string(), &index.to_string()]))
        }
        Form::Json => {
            let object = json!({
                "grid": line(),
                "shape": shape.to_string(),
                "symbols": symbols.name(),
                "seed": output::json_number(&(*seed).into()),
                "index": output::json_number(&(*index).into()),
            });
            Ok(format!("{object}\n"))
        }
    }
}
