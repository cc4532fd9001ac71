//! How long it takes to find all puzzles with few givens within grids, in milliseconds of thread time.
//!
//! ```text
//!   cargo run --release -p clues -- MOST [--isa NAME] [--each] LIST|N...
//! ```
//!
//! In place of a list of grids, with 81 digits on a line, a number stands for that many random grids. `--each` prints a line
//! for each grid: milliseconds, puzzles, nodes, learnt sets, puzzles solved. The mean and quantiles come at the end.

use cpu_time::ThreadTime;
use ninefold::clues::Clues;
use ninefold::generate::fill;
use ninefold::solve::Isa;
use ninefold::{Grid, Puzzle, Shape};
use std::process::ExitCode;

/// The seed of the random grids.
const SEED: u64 = 20_261_124;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(most) = words.next().and_then(|word| word.parse().ok()) else {
        eprintln!("usage: clues MOST [--isa NAME] [--each] LIST|N...");
        return ExitCode::from(2);
    };
    let (mut isa, mut each, mut grids) = (Isa::best(), false, Vec::new());
    while let Some(word) = words.next() {
        match word.as_str() {
            "--each" => each = true,
            "--isa" => isa = words.next().and_then(|name| name.parse().ok()).expect("the name of an instruction set"),
            list => grids.extend(read(list)),
        }
    }
    let mut times = Vec::new();
    let (mut found, mut nodes) = (0, 0);
    for grid in &grids {
        let start = ThreadTime::now();
        let mut clues = Clues::new(grid, most).isa(isa);
        let count = clues.by_ref().count();
        let time = start.elapsed().as_secs_f64() * 1000.0;
        let work = clues.work();
        if each {
            println!("{time:9.2} ms {count:3} found {work:?}");
        }
        times.push(time);
        (found, nodes) = (found + count, nodes + work.nodes);
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
    println!(
        "most {most}, {} grids: mean {mean:.2} ms; least {:.2}, median {:.2}, 90 % {:.2}, most {:.2}; {found} found, {:.0} nodes a grid",
        times.len(),
        at(0.0),
        at(0.5),
        at(0.9),
        at(1.0),
        nodes as f64 / times.len() as f64
    );
    ExitCode::SUCCESS
}

fn read(list: &str) -> Vec<Grid> {
    if let Ok(count) = list.parse() {
        return (0..count).map(|index| fill(Shape::NINE, SEED, index)).collect();
    }
    let text = std::fs::read_to_string(list).expect("a list of grids");
    let lines = text.lines().filter_map(|line| line.get(..81));
    lines.map(|line| Grid::try_from(&line.parse::<Puzzle>().expect("a board")).expect("a complete grid")).collect()
}
