//! Remote pairs: a chain of cells with the same two candidates, each of which sees the next.
//!
//! ```text
//!   {1 2} . . | {1 2} .   x      the digits alternate along the chain, so its ends are different:
//!     .   . . |   .   .   .      what sees both is neither 1 nor 2
//!     .   . . |   .   .   .
//!   ----------+-------------
//!     x   . . | {1 2} . {1 2}
//!     .   . . |   .   .   .
//! ```
//!
//! The chain has an even number of cells. With six or more, any two cells of the chain that are an odd number of steps apart,
//! but at least three, act like the ends.
//!
//! Source: as old as the sudoku.com forum.
//! Here: HoDoKu's definition: every simple chain of 4, 6, 8 or 10 cells whose ends rule something out. The chain with the most
//! eliminations is reported, and the shortest of several.

use super::prelude::*;

/// HoDoKu's limit for chains of this kind: 20 links, including those within cells.
const MOST_CELLS: usize = 10;

/// Finds the best remote pair, or one for each set of eliminations.
pub(in super::super) fn find(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    let mut found = Vec::new();
    for cell in nine.bivalue.iter() {
        let mask = nine.candidates[cell];
        let cells = digits(mask).fold(nine.bivalue, |cells, digit| cells & nine.cells[digit]);
        if cells.first() != Some(cell) || cells.len() < 4 {
            continue;
        }
        // Three such cells in a house are a contradiction; on a board full of them the search would not end.
        let is_sound = (0..27).all(|house| (cells & CellSet::house(house)).len() <= 2);
        if is_sound {
            for start in cells.iter() {
                extend(nine, &mut Path { cells: [start; MOST_CELLS], count: 1, mask }, cells, &mut found);
            }
        }
    }
    // Chains of equal rank stay in the order in which they were found.
    found.sort_by_key(|path| path.rank(nine));
    if !finds.wants_all() {
        found.truncate(1);
    }
    let mut reported: Vec<Vec<Candidate>> = Vec::new();
    for path in found {
        let out = path.out(nine);
        if !reported.contains(&out) {
            reported.push(out.clone());
            finds.add(path.step(nine, out))?;
        }
    }
    ControlFlow::Continue(())
}

/// A chain of cells.
#[derive(Clone, Copy, Debug)]
struct Path {
    cells: [usize; MOST_CELLS],
    count: usize,
    mask: u16,
}

/// Finds all chains that continue from here through other cells of this set.
fn extend(nine: &Nine, path: &mut Path, cells: CellSet, found: &mut Vec<Path>) {
    let last = path.cells[path.count - 1];
    if path.count >= 4 && path.count.is_multiple_of(2) {
        let start = path.cells[0];
        // Each chain is reached from both ends.
        if start < last && digits(path.mask).any(|digit| !seen_by_both(nine, start, last, digit).is_empty()) {
            found.push(*path);
        }
    }
    if path.count == MOST_CELLS {
        return;
    }
    let rest = cells - CellSet::only(last);
    for next in (rest & CellSet::peers(last)).iter() {
        path.cells[path.count] = next;
        path.count += 1;
        extend(nine, path, rest, found);
        path.count -= 1;
    }
}

impl Path {
    /// Pairs of cells of the chain in which each digit is in one cell.
    fn opposites(&self) -> impl Iterator<Item = (usize, usize)> {
        let cells = &self.cells[..self.count];
        let pairs = (0..self.count).flat_map(move |i| (i + 3..self.count).step_by(2).map(move |j| (i, j)));
        pairs.map(|(i, j)| (cells[i], cells[j]))
    }

    /// The cells that lose a digit.
    fn out_of(&self, nine: &Nine, digit: usize) -> CellSet {
        self.opposites().fold(CellSet::EMPTY, |out, (a, b)| out | seen_by_both(nine, a, b, digit))
    }

    fn out(&self, nine: &Nine) -> Vec<Candidate> {
        let each = digits(self.mask).flat_map(|digit| self.out_of(nine, digit).iter().map(move |cell| (cell, digit)));
        let mut out: Vec<Candidate> = each.map(|(cell, digit)| candidate(cell, digit)).collect();
        out.sort_unstable();
        out
    }

    /// HoDoKu's order: the most eliminations, then the shortest, then by the positions of the eliminations.
    fn rank(&self, nine: &Nine) -> (Reverse<usize>, usize, usize) {
        let sets = digits(self.mask).map(|digit| (digit, self.out_of(nine, digit)));
        let out = sets.clone().flat_map(|(digit, cells)| cells.iter().map(move |cell| (cell, digit)));
        (Reverse(sets.map(|(_, cells)| cells.len()).sum()), self.count, weight(out))
    }

    fn step(&self, nine: &Nine, eliminations: Vec<Candidate>) -> Step {
        let cells = &self.cells[..self.count];
        let mut premises = Premises::default();
        cells.iter().for_each(|cell| premises.strong_cell(*cell));
        for pair in cells.windows(2) {
            digits(self.mask).for_each(|digit| premises.sight(pair[0], pair[1], digit));
        }
        for (a, b) in self.opposites() {
            for digit in digits(self.mask) {
                let out = seen_by_both(nine, a, b, digit);
                premises.sights(a, out, digit);
                premises.sights(b, out, digit);
            }
        }
        // Not one digit, so the other; so in the next cell not the other, so the first.
        let mut order: Vec<usize> = digits(self.mask).collect();
        let mut nodes = Vec::new();
        for (i, cell) in cells.iter().enumerate() {
            let by = i.checked_sub(1).and_then(|before| link(cells[before], *cell, order[0]));
            nodes.push((vec![candidate(*cell, order[0])], false, by));
            nodes.push((vec![candidate(*cell, order[1])], true, Some(in_cell(*cell))));
            order.reverse();
        }
        let pattern = Pattern::Chains { chains: vec![chain(nodes)], source: None };
        Step::removing(Technique::RemotePair, pattern, premises.list(), eliminations)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // A cell with other candidates; three cells; ends that see no cell with the digits.
        example(
            RemotePair,
            "r1c15=12; r6c59=12",
            "r1c9<>12 r6c1<>12",
            &["r1c15=12; r6c5=12; r6c9=13", "r1c15=12; r6c5=12", "r1c15=12; r6c59=12; r1c9=345; r6c1=345"],
        ),
    ];

    /// Six cells: the inner ones count too.
    #[test]
    fn a_longer_remote_pair() {
        let pair = Board::open().only("r1c1 r1c5 r6c5 r6c9 r8c9 r8c3", "12");
        let reported = pair.removals(RemotePair);
        let cells = ["r1c3", "r1c9", "r2c3", "r3c3", "r6c1", "r6c3", "r7c1", "r8c1", "r8c5", "r9c1"];
        assert_eq!(reported[0], cells.map(|cell| format!("{cell}<>1 {cell}<>2")).join(" "));
        assert!(reported.contains(&"r1c9<>1 r1c9<>2 r6c1<>1 r6c1<>2".to_owned()));
    }

    fn naive(nine: &Nine, path: &mut Vec<usize>, all: &[usize], outs: &mut Outs) {
        let rules_out = |a: usize, b: usize| {
            let each = (0..81).flat_map(|cell| [0, 1].map(|digit| (cell, digit)));
            each.filter(|(cell, digit)| nine.has(*cell, *digit) && sees(*cell, a) && sees(*cell, b)).collect::<Vec<_>>()
        };
        if path.len() >= 4 && path.len().is_multiple_of(2) && !rules_out(path[0], path[path.len() - 1]).is_empty() {
            let mut out = BTreeSet::new();
            for i in 0..path.len() {
                for j in i + 3..path.len() {
                    if (j - i) % 2 == 1 {
                        out.extend(rules_out(path[i], path[j]));
                    }
                }
            }
            outs.insert(out.into_iter().collect());
        }
        for next in all {
            if path.len() < 10 && !path.contains(next) && path.last().is_none_or(|last| sees(*last, *next)) {
                path.push(*next);
                naive(nine, path, all, outs);
                path.pop();
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn all_chains_are_found(chosen in prop::collection::vec(any::<bool>(), 18)) {
            let places = (0..81).filter(|cell| solution(*cell) < 2).zip(chosen).filter(|(_, is_chosen)| *is_chosen);
            let all: Vec<usize> = places.map(|(cell, _)| cell).collect();
            let names: Vec<String> = all.iter().map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)).collect();
            let board = Board::open().only(&names.join(" "), "12");
            let mut outs = BTreeSet::new();
            naive(&board.nine(), &mut Vec::new(), &all, &mut outs);
            prop_assert_eq!(board.all_outs(RemotePair), outs);
            let steps = board.steps(RemotePair);
            let most = steps.iter().map(|step| step.eliminations.len()).max();
            prop_assert_eq!(steps.first().map(|step| step.eliminations.len()), most);
        }
    }
}
