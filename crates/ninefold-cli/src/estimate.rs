//! `ninefold estimate`: how many minimal puzzles a grid has, or grids have on average, by number of givens.

use crate::Outcome;
use crate::batch::{Progress, Sink, in_order, lock};
use crate::input::{Vectors, Work, at_least_one, shape};
use crate::recipe::range;
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use ninefold::Shape;
use ninefold::clues::{Estimate as Sampler, Tally};
use ninefold::notation::{self, ReadOptions};
use ninefold::solve::{Isa, Solver};
use serde_json::json;
use std::ops::RangeInclusive;

#[derive(Args, Debug)]
pub(crate) struct Estimate {
    /// A complete grid, or a puzzle whose solution is used; - is standard input; without it, the mean of all grids of
    /// the shape
    #[arg(value_name = "GRID")]
    grid: Option<String>,

    /// Shape of a box, rows x columns, up to 11 digits [default: 3x3, or that of the grid]
    #[arg(long, value_name = "RxC", value_parser = shape)]
    shape: Option<Shape>,

    /// Only puzzles with this number of givens: 19, 17..20; up to 20 givens, this is much faster
    #[arg(long, value_name = "A..B", value_parser = clues)]
    clues: Option<RangeInclusive<usize>>,

    /// How many times to choose cells and find all minimal puzzles within them; a multiple of 2000 except for up to 20
    /// givens [default: 200000, or 100 for up to 20 givens]
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = at_least_one::<u64>)]
    samples: Option<u64>,

    /// How many cells to choose; puzzles with more givens are not found, and each extra cell may double the time
    /// [default: 30 of 81, or 50 for up to 20 givens]
    #[arg(long, value_name = "COUNT")]
    cells: Option<usize>,

    /// Seed: a different seed makes different samples
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    vectors: Vectors,

    /// Form of the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Text, help_heading = "Output")]
    format: Form,

    #[command(flatten)]
    work: Work,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Text,
    Csv,
    Json,
}

fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let clues = range(text, 0, usize::MAX)?;
    if clues.is_empty() { Err("the range ends before it begins".to_owned()) } else { Ok(clues) }
}

impl Estimate {
    fn sampler(&self) -> anyhow::Result<Sampler> {
        let mut sampler = match &self.grid {
            Some(text) => {
                let text = if text == "-" { std::io::read_to_string(std::io::stdin())? } else { text.clone() };
                let mut options = ReadOptions::default();
                if let Some(shape) = self.shape {
                    options = options.shape(shape);
                }
                let mut records = notation::read_all(&text, &options);
                let record = records.next().context("no grid in the input")?.context("the grid")?;
                ensure!(records.next().is_none(), "more than one grid, or something else after it; expected one grid");
                let shape = record.puzzle.shape();
                ensure!(Sampler::accepts(shape), "the grid has more than 11 digits: boxes of {shape}");
                let grid = Solver::new().judge(&record.puzzle, &record.symbols);
                Sampler::of(&grid.map_err(|refusal| anyhow::anyhow!("the grid: {refusal}"))?)
            }
            None => {
                let shape = self.shape.unwrap_or(Shape::NINE);
                ensure!(Sampler::accepts(shape), "--shape: at most 11 digits, not {}", shape.side());
                Sampler::of_all(shape)
            }
        };
        if let Some(clues) = &self.clues {
            sampler = sampler.clues(clues.clone());
        }
        if let Some(cells) = self.cells {
            sampler = sampler.cells(cells);
        }
        Ok(sampler.seed(self.seed).isa(self.vectors.isa.unwrap_or_else(Isa::best)))
    }

    fn text(&self, tally: &Tally, sampler: &Sampler) -> String {
        let rows = tally.found().iter().enumerate().filter(|(_, found)| **found > 0);
        let rows = rows.map(|(clues, found)| (clues, *found, tally.with(clues)));
        let [total, error] = tally.total();
        let mean = tally.mean_clues();
        match self.format {
            Form::Json => {
                let of = |[value, error]: [f64; 2]| json!({ "value": value, "error": error });
                let rows = rows.map(|(clues, found, value)| {
                    json!({ "clues": clues, "puzzles": value[0], "error": value[1], "found": found })
                });
                let object = json!({
                    "samples": tally.samples(),
                    "cells": sampler.chosen(),
                    "clues": rows.collect::<Vec<_>>(),
                    "total": of([total, error]),
                    "mean_clues": mean.map(of),
                });
                format!("{object}\n")
            }
            Form::Csv => {
                let rows = rows.map(|(clues, found, [value, error])| {
                    format!("{clues},{value:.5e},{},{found}\n", known(error, |error| format!("{error:.2e}")))
                });
                format!("clues,puzzles,error,found\n{}", rows.collect::<String>())
            }
            Form::Text => {
                let rows = rows.map(|(clues, found, [value, error])| {
                    let share = 100.0 * value / total;
                    format!("{clues:2} givens: {value:.3e}{} ({share:.3} %), {found} found\n", within(error))
                });
                let mean = mean.map_or(String::new(), |[mean, error]| {
                    format!(", {mean:.3}{} givens", known(error, |error| format!(" +- {error:.3}")))
                });
                format!(
                    "{}in all: {total:.3e}{}{mean}; {} samples of {} cells\n",
                    rows.collect::<String>(),
                    within(error),
                    tally.samples(),
                    sampler.chosen()
                )
            }
        }
    }
}

/// The text for an error, if there are enough units to estimate it.
fn known(error: f64, text: impl Fn(f64) -> String) -> String {
    if error.is_finite() { text(error) } else { String::new() }
}

fn within(error: f64) -> String {
    known(error, |error| format!(" +- {error:.1e}"))
}

pub(crate) fn run(args: &Estimate) -> anyhow::Result<Outcome> {
    let sampler = args.sampler()?;
    let sink = Sink::open(args.work.output.as_deref(), &[])?.shared()?;
    let units = args.samples.unwrap_or(sampler.usual_samples()).div_ceil(sampler.unit_size());
    let mut progress = Progress::new(Some(units), false, "units", &sink);
    let mut tally = Tally::default();
    let make = |units: std::ops::Range<u64>| Ok(sampler.unit(units.start));
    in_order(0..units, 1, args.work.jobs.threads(), &make, |so_far, unit| {
        tally.add(&unit);
        progress.reach(so_far);
        Ok(())
    })?;
    progress.finish();
    lock(&sink).write(args.text(&tally, &sampler).as_bytes());
    lock(&sink).complete()?;
    Ok(Outcome::Success)
}
