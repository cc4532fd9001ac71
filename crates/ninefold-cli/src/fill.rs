//! `ninefold fill`: random complete grids.

use crate::Outcome;
use crate::args;
use crate::batch::{Making, Portion, say};
use crate::input::{doubt, fitting};
use crate::kinds::Style;
use crate::output;
use ninefold::generate::Fill;
use ninefold::{Grid, Shape, Symbols, notation};
use serde_json::json;
use std::io::IsTerminal;

/// Cells filled at a time.
const CELLS: usize = 1 << 16;

pub(crate) fn run(args: &args::Fill) -> anyhow::Result<Outcome> {
    let shape = args.shape;
    doubt(shape).iter().for_each(|doubt| say(doubt));
    let symbols = match &args.symbols {
        None => Symbols::for_side(shape.side()),
        Some(symbols) => fitting(shape, symbols)?.clone(),
    };
    let last = args.start.checked_add(args.count - 1);
    anyhow::ensure!(last.is_some(), "--start and --count: the last grid's number would be more than {}", u64::MAX);
    let to_terminal = args.work.output.is_none() && std::io::stdout().is_terminal();
    let style = args.format.unwrap_or(if args.count == 1 && to_terminal { Style::BOX } else { Style::LINE });
    let fill = Fill::new(shape).seed(args.seed);
    let making = Making {
        count: args.count,
        at_a_time: (CELLS / shape.cell_count()).max(1) as u64,
        name: "grids",
        header: matches!(style, Style::Csv).then_some("grid,shape,seed,index"),
        make: |numbers: std::ops::Range<u64>| {
            let mut text = Vec::new();
            for number in numbers {
                if style.is_block() && number > 0 {
                    text.push(b'\n');
                }
                let index = args.start + number;
                let grid = fill.grid(index);
                let place = Place { shape, seed: args.seed, index };
                text.extend_from_slice(written(&grid, &symbols, style, &place)?.as_bytes());
            }
            Ok(Portion { text, complaints: Vec::new() })
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
fn written(grid: &Grid, symbols: &Symbols, style: Style, place: &Place) -> anyhow::Result<String> {
    let Place { shape, seed, index } = place;
    let line = || notation::grid_line(grid, symbols);
    match style {
        Style::Notation(format) => output::grid_text(grid, symbols, format).map_err(anyhow::Error::msg),
        Style::Csv => Ok(output::csv_row(&[&line(), &shape.to_string(), &seed.to_string(), &index.to_string()])),
        Style::Json => {
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
