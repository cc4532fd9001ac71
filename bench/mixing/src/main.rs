//! How well the grids of `generate::Fill` are mixed, by the length of the walk.
//!
//! ```text
//!   cargo run --release -p mixing -- SHAPE GRIDS ROUNDS...
//! ```
//!
//! A row for each number of rounds: microseconds per grid, and, over this many grids, the mean number of
//!
//! * rectangles: two rows of a band and two columns of different stacks with the same two digits in the corners, so that these
//!   could be exchanged; and the same within a stack;
//! * minirows that are repeated in another box of the band, in any order; and minicolumns;
//! * digit parts: pairs of digits that can be exchanged in part of the grid.
//!
//! Each figure is followed by its distance, in standard errors, from the mean over all grids where that is known, on 9x9. These
//! means are counted exactly: `ninefold count` of a board with one rectangle finds 2207408055495229440 solutions, of one with
//! one repeated minirow 39654909071032320, of the empty board 6670903752021072936960. There are 243 places for a rectangle and
//! 72 ways to fill it; 54 pairs of minirows that may be the same and 504 x 6 ways.

use cpu_time::ThreadTime;
use ninefold::generate::Fill;
use ninefold::{Grid, Shape};
use std::process::ExitCode;

const NAMES: [&str; 5] = ["rectangles (bands)", "rectangles (stacks)", "minirows", "minicolumns", "digit parts"];

const ALL_NINE: f64 = 6_670_903_752_021_072_936_960.0;

/// The means over all 9x9 grids, where they are known.
const OF_ALL_NINE: [Option<f64>; 5] = [
    Some(243.0 * 72.0 * 2_207_408_055_495_229_440.0 / ALL_NINE),
    Some(243.0 * 72.0 * 2_207_408_055_495_229_440.0 / ALL_NINE),
    Some(54.0 * 504.0 * 6.0 * 39_654_909_071_032_320.0 / ALL_NINE),
    Some(54.0 * 504.0 * 6.0 * 39_654_909_071_032_320.0 / ALL_NINE),
    None,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let parsed = match &arguments[..] {
        [shape, grids, rounds @ ..] if !rounds.is_empty() => {
            let rounds: Result<Vec<u64>, _> = rounds.iter().map(|rounds| rounds.parse()).collect();
            shape.parse::<Shape>().ok().zip(grids.parse::<u64>().ok()).zip(rounds.ok())
        }
        _ => None,
    };
    let Some(((shape, grids), rounds)) = parsed else {
        eprintln!("usage: mixing SHAPE GRIDS ROUNDS..., like: mixing 3x3 100000 1 2 4 8 16");
        return ExitCode::from(2);
    };
    println!("{shape}, {grids} grids\n\n| rounds | us | {} |\n|{}", NAMES.join(" | "), "---|".repeat(NAMES.len() + 2));
    for rounds in rounds {
        let fill = Fill::new(shape).rounds(rounds);
        let (mut sums, mut squares, mut time) = ([0.0; 5], [0.0; 5], 0.0);
        for index in 0..grids {
            let start = ThreadTime::now();
            let grid = fill.grid(index);
            time += start.elapsed().as_secs_f64();
            for (i, count) in counts(&grid).into_iter().enumerate() {
                sums[i] += count as f64;
                squares[i] += (count * count) as f64;
            }
        }
        print!("| {rounds} | {:.1} ", time / grids as f64 * 1e6);
        for i in 0..5 {
            let mean = sums[i] / grids as f64;
            let error = ((squares[i] / grids as f64 - mean * mean) / grids as f64).sqrt();
            print!("| {mean:.4} ± {error:.4} ");
            if let Some(expected) = OF_ALL_NINE[i].filter(|_| shape == Shape::NINE) {
                print!("({:+.1}) ", (mean - expected) / error);
            }
        }
        println!("|");
    }
    ExitCode::SUCCESS
}

/// A grid as lines of digits, which count from 0.
struct Lines {
    lines: Vec<Vec<usize>>,
    /// The number of lines in a chute, and the cells of a line that lie in one box.
    chute: usize,
    width: usize,
}

fn counts(grid: &Grid) -> [u64; 5] {
    let shape = grid.shape();
    let line = |i: usize, across: bool| {
        let cell = move |j| if across { shape.cell(j, i) } else { shape.cell(i, j) };
        (0..shape.side()).map(move |j| grid.digit(cell(j)).index()).collect()
    };
    let rows = Lines {
        lines: (0..shape.side()).map(|i| line(i, false)).collect(),
        chute: shape.box_rows(),
        width: shape.box_columns(),
    };
    let columns = Lines {
        lines: (0..shape.side()).map(|i| line(i, true)).collect(),
        chute: shape.box_columns(),
        width: shape.box_rows(),
    };
    [rows.rectangles(), columns.rectangles(), rows.repeated(), columns.repeated(), digit_parts(&rows)]
}

impl Lines {
    /// All pairs of lines in the same chute.
    fn pairs(&self) -> impl Iterator<Item = (&[usize], &[usize])> {
        let chutes = self.lines.chunks(self.chute);
        chutes.flat_map(|lines| (0..lines.len()).flat_map(move |i| (0..i).map(move |j| (&lines[i][..], &lines[j][..]))))
    }

    fn rectangles(&self) -> u64 {
        let mut places = vec![0; self.lines.len()];
        let mut count = 0;
        for (a, b) in self.pairs() {
            a.iter().enumerate().for_each(|(place, digit)| places[*digit] = place);
            count += (0..a.len()).filter(|i| places[b[*i]] > *i && b[places[b[*i]]] == a[*i]).count() as u64;
        }
        count
    }

    fn repeated(&self) -> u64 {
        let mut boxes = vec![0; self.lines.len()];
        let mut count = 0;
        for (a, b) in self.pairs() {
            for (number, part) in a.chunks(self.width).enumerate() {
                part.iter().for_each(|digit| boxes[*digit] = number);
            }
            count +=
                b.chunks(self.width).filter(|part| part.iter().all(|d| boxes[*d] == boxes[part[0]])).count() as u64;
        }
        count
    }
}

/// Pairs of digits that can be exchanged in some cells only.
fn digit_parts(rows: &Lines) -> u64 {
    let n = rows.lines.len();
    let mut places = vec![vec![0; n]; n];
    for (row, digits) in rows.lines.iter().enumerate() {
        digits.iter().enumerate().for_each(|(column, digit)| places[*digit][row] = column);
    }
    let box_of = |row: usize, column: usize| row / rows.chute * rows.chute + column / rows.width;
    let in_part = |a: &[usize], b: &[usize]| {
        let (mut by_column, mut by_box) = (vec![0; n], vec![0; n]);
        a.iter().enumerate().for_each(|(row, column)| by_column[*column] = row);
        a.iter().enumerate().for_each(|(row, column)| by_box[box_of(row, *column)] = row);
        let (mut seen, mut open, mut met) = (vec![false; n], vec![0], 0);
        seen[0] = true;
        while let Some(row) = open.pop() {
            met += 1;
            for next in [by_column[b[row]], by_box[box_of(row, b[row])]] {
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        met < n
    };
    (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|(i, j)| in_part(&places[*i], &places[*j])).count() as u64
}
