//! True candidates after a change: how much of the work is saved.
//!
//! Each puzzle is examined as it is and, since it mostly has one solution then, also without a third of its clues, like the
//! unfinished puzzle of a setter. Then one digit of a solution is placed in an open cell (if clues are missing, in one that has
//! several), or one given or constraint is removed, and the puzzle is examined again: from scratch, and with what is already
//! known.

use ninefold::notation::{self, ReadOptions};
use ninefold::variant::{Clue, Solver, TrueCandidates, VariantPuzzle};
use std::time::Instant;

/// Puzzles that need more conflicts than this are left out.
const NODES: u64 = 20_000;

/// The cost of one change: candidates searched for and milliseconds, from scratch and with what is known.
#[derive(Clone, Copy)]
struct Change {
    searched: [usize; 2],
    time: [f64; 2],
}

pub(crate) fn compare(text: &str) -> anyhow::Result<()> {
    let mut changes: [Vec<Change>; 5] = Default::default();
    for line in text.lines() {
        let whole = notation::read_variant(line, &ReadOptions::default())?.puzzle;
        let clues: Vec<Clue> = whole.clues().into_iter().step_by(3).collect();
        let unfinished = whole.without(&clues);
        for (place, puzzle) in [(0, &whole), (2, &unfinished)] {
            let Some(open) = TrueCandidates::new().of(puzzle, &solver())?.ok() else { continue };
            if let Some(cell) = (0..puzzle.cell_count()).find(|cell| is_open(puzzle, *cell, &open[*cell], place > 0)) {
                let mut next = puzzle.clone();
                next.give(cell, open[cell][0]);
                changes[place].extend(measured(puzzle, &next)?);
                if place > 0 {
                    // A digit is placed, and removed again.
                    changes[4].extend(measured_on(&[puzzle, &next], puzzle)?);
                }
            }
            if let Some(clue) = puzzle.clues().first() {
                changes[place + 1].extend(measured(puzzle, &puzzle.without(&[*clue]))?);
            }
        }
    }
    println!(
        "{:36} {:>7} {:>10} {:>10} {:>8} {:>9} {:>9} {:>8}",
        "", "puzzles", "searched", "known", "ratio", "ms", "known", "ratio"
    );
    let names = [
        "as it is, one placed",
        "as it is, one clue less",
        "unfinished, one placed",
        "unfinished, one clue less",
        "unfinished, one placed and taken back",
    ];
    for (name, changes) in names.iter().zip(&changes) {
        let searched = [0, 1].map(|way| changes.iter().map(|change| change.searched[way]).sum::<usize>());
        let time = [0, 1].map(|way| changes.iter().map(|change| change.time[way]).sum::<f64>());
        let logs: f64 = changes.iter().map(|change| (change.time[0] / change.time[1]).ln()).sum();
        let [searched_ratio, ratio] = [searched[0] as f64 / searched[1] as f64, time[0] / time[1]];
        println!(
            "{name:36} {:7} {:10} {:10} {searched_ratio:8.1} {:9.1} {:9.1} {ratio:8.1}  (geometric mean {:.1})",
            changes.len(),
            searched[0],
            searched[1],
            time[0],
            time[1],
            (logs / changes.len() as f64).exp()
        );
    }
    Ok(())
}

/// Whether a digit can be placed in a cell; with `several`, only if the cell has more than one candidate.
fn is_open(puzzle: &VariantPuzzle, cell: usize, digits: &[i64], several: bool) -> bool {
    puzzle.givens()[cell].is_none() && digits.len() > usize::from(several)
}

fn solver() -> Solver<'static> {
    Solver::new().nodes(NODES)
}

fn measured(puzzle: &VariantPuzzle, next: &VariantPuzzle) -> anyhow::Result<Option<Change>> {
    measured_on(&[puzzle], next)
}

/// The fastest of three alternating runs for each way; nothing if a search gave up.
fn measured_on(earlier: &[&VariantPuzzle], next: &VariantPuzzle) -> anyhow::Result<Option<Change>> {
    let mut before = TrueCandidates::new();
    for puzzle in earlier {
        if before.of(puzzle, &solver())?.is_err() {
            return Ok(None);
        }
    }
    let mut change = Change { searched: [0; 2], time: [f64::INFINITY; 2] };
    for _ in 0..3 {
        let mut answers = Vec::new();
        for (way, mut known) in [TrueCandidates::new(), before.clone()].into_iter().enumerate() {
            let start = Instant::now();
            let Ok(answer) = known.of(next, &solver())? else { return Ok(None) };
            change.time[way] = change.time[way].min(start.elapsed().as_secs_f64() * 1e3);
            change.searched[way] = known.searched();
            answers.push(answer);
        }
        assert_eq!(answers[0], answers[1], "the same, whatever was asked before");
    }
    Ok(Some(change))
}
