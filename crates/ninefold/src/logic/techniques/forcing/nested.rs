//! Nested nets: under an assumption further candidates are tried out, and those that contradict are false there.
//!
//! ```text
//!   r1c2=3 -> ...              nothing contradicts yet
//!     r5c7=1 -> ... -> row 6 has no place for 9 left     so under r1c2=3, r5c7 is not 1
//!     r8c8=4 -> ... -> r2c8 has no digit left            nor is r8c8 4
//!          -> ... -> column 4 has no place for 7 left    so r1c2 is not 3
//! ```
//!
//! Sudoku Explainer calls this dynamic forcing chains with nested forcing chains. If no candidate can be refuted so,
//! the candidates that are tried out may use such nets themselves; and so on. Depth that grows without limit refutes
//! everything that is false: no puzzle with one solution is left unsolved.
//!
//! Candidates in small cells and houses are looked at first, since refuting them places a digit. A script of what
//! contradicts is written by the fast search, and played again by a net that keeps its reasons.

use super::super::super::Technique;
use super::super::super::finds::Finds;
use super::super::super::nine::{Nine, digits};
use super::net::{Literal, Net};
use super::sweep::Sweep;
use super::{constraints_of, members, nets};
use std::ops::ControlFlow;

pub(super) fn find(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    for depth in 1..=81 {
        let mut is_found = false;
        for (cell, digit) in in_order(nine) {
            let mut sweep = Sweep::new(nine);
            sweep.look_everywhere();
            sweep.place(cell, digit);
            let mut script = Vec::new();
            // What is refuted without a script is none of ours.
            if refute(&mut sweep, depth, &mut script) && !script.is_empty() {
                is_found = true;
                if let Some(step) = step(nine, cell, digit, &script) {
                    finds.add(step)?;
                }
            }
        }
        if is_found {
            break;
        }
    }
    ControlFlow::Continue(())
}

/// The candidates: those of small cells and houses first.
fn in_order(nine: &Nine) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, (usize, usize))> = Vec::new();
    for cell in nine.open.iter() {
        for digit in digits(nine.candidates[cell]) {
            let sizes = constraints_of(cell, digit).map(|number| members(nine, number).count());
            all.push((sizes.into_iter().min().expect("there are four"), (cell, digit)));
        }
    }
    all.sort_unstable();
    all.into_iter().map(|(_, candidate)| candidate).collect()
}

/// A candidate that is refuted under what is known, with what is refuted on the way.
struct Refuted {
    cell: usize,
    digit: usize,
    script: Vec<Refuted>,
}

/// Whether the position is contradictory, if candidates may be tried out within candidates so deep.
fn refute(sweep: &mut Sweep, depth: usize, script: &mut Vec<Refuted>) -> bool {
    if !sweep.run() {
        return true;
    }
    if depth == 0 {
        return false;
    }
    loop {
        let mut has_changed = false;
        let counts: Vec<(usize, usize)> = (0..81)
            .map(|cell| (sweep.left.iter().filter(|cells| cells.contains(cell)).count(), cell))
            .filter(|(count, _)| *count > 1)
            .collect();
        let mut cells = counts;
        cells.sort_unstable();
        for (_, cell) in cells {
            for digit in 0..9 {
                if !sweep.is_open(cell, digit) {
                    continue;
                }
                let mut inner = sweep.clone();
                inner.place(cell, digit);
                let mut inner_script = Vec::new();
                if refute(&mut inner, depth - 1, &mut inner_script) {
                    script.push(Refuted { cell, digit, script: inner_script });
                    has_changed = true;
                    sweep.remove(cell, digit);
                    if !sweep.run() {
                        return true;
                    }
                }
            }
        }
        if !has_changed {
            return false;
        }
    }
}

/// Plays a script.
fn play(net: &mut Net, script: &[Refuted]) {
    for Refuted { cell, digit, script } in script {
        net.refute(*cell, *digit, |inner| play(inner, script));
    }
}

fn step(nine: &Nine, cell: usize, digit: usize, script: &[Refuted]) -> Option<super::super::super::step::Step> {
    let assumption = Literal { cell, digit, is_true: true };
    let mut net = Net::new(nine, assumption, None, None);
    net.run();
    play(&mut net, script);
    let proof = net.proof()?;
    let conclusion = Literal { is_true: false, ..assumption };
    Some(nets::step(Technique::NestedForcingNet, conclusion, &proof.premises, proof.chains, None))
}
