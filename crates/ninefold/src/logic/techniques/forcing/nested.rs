//! Nested nets: under an assumption, further candidates are tried, and those that lead to a contradiction are false there.
//!
//! ```text
//!   r1c2=3 -> ...              nothing contradicts yet
//!     r5c7=1 -> ... -> row 6 has no place for 9 left     so under r1c2=3, r5c7 is not 1
//!     r8c8=4 -> ... -> r2c8 has no digit left            nor is r8c8 4
//!          -> ... -> column 4 has no place for 7 left    so r1c2 is not 3
//! ```
//!
//! Sudoku Explainer calls this dynamic forcing chains with nested forcing chains. If it refutes no candidate, the candidates
//! that are tried may use such nets themselves, and so on. With unlimited depth, everything that is false is refuted: no puzzle
//! with exactly one solution is left unsolved.
//!
//! Depth one is enough for nearly all of the hardest puzzles known. If the search for the least depth takes too long, any
//! depth will do; an assumption that fills the board without a contradiction is given up at once. So the search also ends on
//! boards with many solutions.
//!
//! Candidates in cells and houses with few candidates are tried first, since refuting them places a digit. The fast search
//! writes a script of the refutations, which a net that keeps its reasons then replays.

use super::super::prelude::*;
use super::constraints::{CONSTRAINTS, constraints_of, members};
use super::net::{self, Literal, Net};
use super::nets;
use super::sweep::Sweep;

/// The depths that are tried, one after the other; the last one is never reached.
const DEPTHS: [usize; 3] = [1, 2, 729];

/// Assumptions that are followed before the search stops to ask for the least depth.
const MOST_SWEEPS: usize = 200_000;

/// Finds nested nets, unless there are singles or other steps have been found.
pub(super) fn find(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    let has_single = |number: usize| members(nine, number).count() == 1;
    if !finds.steps.is_empty() || (0..CONSTRAINTS).any(has_single) {
        return ControlFlow::Continue(());
    }
    let candidates = in_order(nine);
    let mut sweeps = MOST_SWEEPS;
    let start = Sweep::new(nine);
    for depth in DEPTHS {
        let mut is_found = false;
        for (cell, digit) in &candidates {
            let mut search = NestedSearch { sweeps: if depth == 729 { usize::MAX } else { sweeps } };
            let mut sweep = start.clone();
            sweep.place(*cell, *digit);
            let mut script = Vec::new();
            let ending = search.refute(&mut sweep, depth, &mut script);
            sweeps = sweeps.min(search.sweeps);
            if ending == Ending::Refuted {
                is_found = true;
                // A candidate that is refuted without a script needs no nested net.
                if let Some(step) = step(nine, *cell, *digit, script) {
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

/// The candidates, those in cells and houses with few candidates first.
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

/// A candidate that is refuted given what is known, with what is refuted on the way.
#[derive(Clone)]
struct Refuted {
    cell: usize,
    digit: usize,
    script: Vec<Refuted>,
}

/// What becomes of an assumption.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Refuted,
    /// Not at this depth.
    Open,
    /// Never: every cell has a digit, without a contradiction.
    Holds,
}

struct NestedSearch {
    /// The number of assumptions that may still be followed.
    sweeps: usize,
}

impl NestedSearch {
    /// Whether the position is contradictory, if candidates may be tried within candidates to this depth.
    fn refute(&mut self, sweep: &mut Sweep, depth: usize, script: &mut Vec<Refuted>) -> Ending {
        self.sweeps = self.sweeps.saturating_sub(1);
        if !sweep.run() {
            return Ending::Refuted;
        }
        if sweep.is_solved() {
            return Ending::Holds;
        }
        loop {
            let mut has_changed = false;
            for cell in smallest_first(sweep) {
                for digit in 0..9 {
                    if depth == 0 || self.sweeps == 0 {
                        return Ending::Open;
                    }
                    if !sweep.is_open(cell, digit) {
                        continue;
                    }
                    let mut inner = sweep.clone();
                    inner.place(cell, digit);
                    let mut inner_script = Vec::new();
                    match self.refute(&mut inner, depth - 1, &mut inner_script) {
                        Ending::Open => {}
                        Ending::Holds => return Ending::Holds,
                        Ending::Refuted => {
                            script.push(Refuted { cell, digit, script: inner_script });
                            has_changed = true;
                            sweep.remove(cell, digit);
                            if !sweep.run() {
                                return Ending::Refuted;
                            }
                        }
                    }
                }
            }
            if !has_changed {
                return Ending::Open;
            }
        }
    }
}

/// The cells that have several candidates left, those with few first.
fn smallest_first(sweep: &Sweep) -> Vec<usize> {
    let count = |cell: usize| sweep.left.iter().filter(|cells| cells.contains(cell)).count();
    let mut cells: Vec<(usize, usize)> =
        (0..81).map(|cell| (count(cell), cell)).filter(|(count, _)| *count > 1).collect();
    cells.sort_unstable();
    cells.into_iter().map(|(_, cell)| cell).collect()
}

/// Follows a script without reasons; whether it ends in a contradiction, and after how many of its entries.
fn replay(sweep: &mut Sweep, script: &[Refuted]) -> Option<usize> {
    if !sweep.run() {
        return Some(0);
    }
    for (done, Refuted { cell, digit, script }) in script.iter().enumerate() {
        if !sweep.is_open(*cell, *digit) {
            continue;
        }
        let mut inner = sweep.clone();
        inner.place(*cell, *digit);
        if replay(&mut inner, script).is_some() {
            sweep.remove(*cell, *digit);
            if !sweep.run() {
                return Some(done + 1);
            }
        }
    }
    None
}

/// Removes the entries of a script that it does not need.
fn shorten(start: &Sweep, script: &mut Vec<Refuted>) {
    let replay = |script: &[Refuted]| replay(&mut start.clone(), script);
    let mut entry = script.len();
    while entry > 0 {
        entry -= 1;
        let left_out = script.remove(entry);
        match replay(script) {
            Some(needed) => {
                script.truncate(needed);
                entry = entry.min(needed);
            }
            None => script.insert(entry, left_out),
        }
    }
}

/// Runs a net and plays a script.
fn play(net: &mut Net, script: &[Refuted]) {
    net.run();
    for Refuted { cell, digit, script } in script {
        net.refute(*cell, *digit, |inner| play(inner, script));
    }
}

fn step(nine: &Nine, cell: usize, digit: usize, mut script: Vec<Refuted>) -> Option<Step> {
    let mut start = Sweep::new(nine);
    start.place(cell, digit);
    shorten(&start, &mut script);
    if script.is_empty() {
        return None;
    }
    let assumption = Literal { cell, digit, is_true: true };
    let proof = net::prove(nine, assumption, None, |net| play(net, &script))?;
    let conclusion = Literal { is_true: false, ..assumption };
    Some(nets::step(Technique::NestedForcingNet, conclusion, &proof.premises, proof.chains, None))
}

#[cfg(test)]
mod tests {
    use crate::board::Puzzle;
    use crate::logic::{Explainer, Outcome, Pattern, Technique, check};

    /// Where simpler nets find nothing, nested ones do; each is accepted from its premises alone, and its nets come one after
    /// the other.
    #[test]
    fn the_hardest_puzzle_is_solved() {
        // Golden Nugget.
        let line = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
        let mut puzzle: Puzzle = line.parse().unwrap();
        let is_wanted = |technique: Technique| technique.score() <= 100 || technique.code() >= "13";
        let explainer = Explainer::new().only(is_wanted).without_uniqueness();
        let mut path = explainer.path(&puzzle);
        let mut count = 0;
        for step in path.by_ref() {
            assert_eq!(check(&puzzle, &step, false), Ok(()), "{step:?}");
            if step.technique == Technique::NestedForcingNet {
                count += 1;
                let Pattern::Chains { chains, .. } = &step.pattern else { panic!("{step:?}") };
                assert!(chains.len() > 1, "it has nets within: {step:?}");
                for chain in chains {
                    assert!(chain.nodes.last().is_some_and(|node| node.candidates.is_empty()), "{chain:?}");
                    for (i, node) in chain.nodes.iter().enumerate() {
                        assert!(node.after.iter().all(|before| *before < i), "{chain:?}");
                    }
                }
            }
            step.apply(&mut puzzle);
        }
        assert!(count > 0);
        assert_eq!(path.outcome(), Outcome::Solved);
    }

    /// Nothing is reported while there are singles, or on a board on which nearly everything is possible.
    #[test]
    fn nothing_is_nested_without_need() {
        let explainer = Explainer::with(&[Technique::NestedForcingNet]);
        let line = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
        let easy: Puzzle = line.parse().unwrap();
        assert_eq!(explainer.path(&easy).next(), None);
        let many: Puzzle = format!("123456789456789123789123456{}", ".".repeat(54)).parse().unwrap();
        assert_eq!(explainer.path(&many).next(), None);
    }
}
