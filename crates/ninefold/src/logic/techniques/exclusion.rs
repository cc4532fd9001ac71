//! Aligned exclusion: which digits two or three cells can have together, if the cells that see them are to keep a candidate.
//!
//! ```text
//!   {1 2 4} . {1 2}     the aligned cells {1 2 4} and {1 2 3} cannot be 1 and 2 or 2 and 1: the witness {1 2} would have
//!      .    . {1 4}     nothing left; nor 4 and 1, because of {1 4}; nor the same twice. That leaves 1 3, 2 3, 4 2, 4 3:
//!   {1 2 3} .   .       the second cell is not 1
//! ```
//!
//! A witness is a cell that all aligned cells see, with at most as many candidates as there are aligned cells. There must be
//! at least two witnesses. The aligned cells need not see each other; but of three, one with at most three candidates must see
//! another. Most of the steps can also be explained by almost locked sets.
//!
//! Source: described by Rod Hagglund (sudoku.com forum, 2005, "aligned pair exclusion"); the limits are those of Nicolas
//! Juillerat's Sudoku Explainer, which rates pairs 6.2 and triples 7.5.

use super::prelude::*;

/// Finds aligned pairs, or triples, in the order of their cells.
pub(in super::super) fn find(nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let size = if technique == Technique::AlignedPairExclusion { 2 } else { 3 };
    let few = |count: usize| nine.open.iter().filter(move |cell| (2..=count).contains(&nine.count(*cell)));
    let witnesses: CellSet = few(size).collect();
    let bases: CellSet = few(9).collect();
    for a in bases.iter() {
        let seen = witnesses & CellSet::peers(a);
        if seen.len() < 2 {
            continue;
        }
        for b in (bases & CellSet::after(a)).iter() {
            let seen = seen & CellSet::peers(b);
            if seen.len() < 2 {
                continue;
            }
            if size == 2 {
                Aligned { nine, cells: [a, b, b], size, witnesses: seen }.find(technique, finds)?;
                continue;
            }
            for c in (bases & CellSet::after(b)).iter() {
                let seen = seen & CellSet::peers(c);
                let is_joined = |cell: usize| {
                    let others = CellSet::only(a) | CellSet::only(b) | CellSet::only(c);
                    witnesses.contains(cell) && !others.is_disjoint(CellSet::peers(cell))
                };
                if seen.len() >= 2 && [a, b, c].into_iter().any(is_joined) {
                    Aligned { nine, cells: [a, b, c], size, witnesses: seen }.find(technique, finds)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Why a combination of digits is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Two of the cells see each other and have the same digit.
    Twice(usize, usize),
    /// The witness has no candidate left.
    Emptied(usize),
}

/// Aligned cells; the first `size` of the list.
struct Aligned<'a> {
    nine: &'a Nine,
    cells: [usize; 3],
    size: usize,
    witnesses: CellSet,
}

impl Aligned<'_> {
    fn fault(&self, combination: [usize; 3]) -> Option<Fault> {
        for i in 0..self.size {
            for j in 0..i {
                if combination[i] == combination[j] && CellSet::peers(self.cells[i]).contains(self.cells[j]) {
                    return Some(Fault::Twice(self.cells[j], self.cells[i]));
                }
            }
        }
        let taken = combination[..self.size].iter().fold(0, |taken, digit| taken | 1 << digit);
        self.witnesses.iter().find(|witness| self.nine.candidates[*witness] & !taken == 0).map(Fault::Emptied)
    }

    /// Visits all combinations of candidates of the cells until asked to stop.
    fn for_each_combination(&self, mut visit: impl FnMut([usize; 3]) -> ControlFlow<()>) -> ControlFlow<()> {
        let of = |i: usize| digits(self.nine.candidates[self.cells[i]]);
        for first in of(0) {
            for second in of(1) {
                if self.size == 2 {
                    visit([first, second, second])?;
                    continue;
                }
                of(2).try_for_each(|third| visit([first, second, third]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn find(&self, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
        let mut left: [u16; 3] = self.cells.map(|cell| self.nine.candidates[cell]);
        let all_are_possible = self.for_each_combination(|combination| {
            let is_news = (0..self.size).any(|i| left[i] >> combination[i] & 1 == 1);
            if is_news && self.fault(combination).is_none() {
                (0..self.size).for_each(|i| left[i] &= !(1 << combination[i]));
            }
            match left[..self.size].iter().all(|left| *left == 0) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if all_are_possible.is_break() {
            return ControlFlow::Continue(());
        }
        finds.add(self.step(technique, left))
    }

    /// The step, given the digits of each cell that are in no possible combination.
    fn step(&self, technique: Technique, left: [u16; 3]) -> Step {
        let mut premises = Premises::default();
        let cells = &self.cells[..self.size];
        for (i, cell) in cells.iter().enumerate() {
            // The consequences of a digit in one cell show in the others.
            if (0..self.size).any(|other| other != i && left[other] != 0) {
                premises.strong_cell(*cell);
            }
        }
        let mut used = CellSet::EMPTY;
        let _ = self.for_each_combination(|combination| {
            let matters = (0..self.size).any(|i| left[i] >> combination[i] & 1 == 1);
            match self.fault(combination).filter(|_| matters) {
                Some(Fault::Twice(one, other)) => {
                    let digit = combination[cells.iter().position(|cell| *cell == one).unwrap_or(0)];
                    premises.sight(one, other, digit);
                }
                Some(Fault::Emptied(witness)) => {
                    used.insert(witness);
                    premises.strong_cell(witness);
                    for (cell, digit) in cells.iter().zip(combination) {
                        if self.nine.has(witness, digit) {
                            premises.sight(*cell, witness, digit);
                        }
                    }
                }
                None => {}
            }
            ControlFlow::Continue(())
        });
        let each = cells.iter().zip(left).flat_map(|(cell, left)| digits(left).map(|digit| candidate(*cell, digit)));
        let eliminations: Vec<Candidate> = each.collect();
        let aligned: CellSet = cells.iter().copied().collect();
        let pattern = Pattern::Exclusion { cells: aligned.cells(), witnesses: used.cells() };
        Step::removing(technique, pattern, premises.list(), eliminations)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // A witness out of sight of one of the cells, or with a third candidate.
        example(
            AlignedPairExclusion,
            "r1c1=124; r1c3=12; r2c3=14",
            "r3c1<>1",
            &["r1c1=124; r3c1=123; r1c3=12; r5c3=14", "r1c1=124; r3c1=123; r1c3=12; r2c3=145"],
        ),
        example(
            AlignedTripleExclusion,
            "r1c1=124; r1c2=126; r1c3=125; r2c3=14; r2c1<>3789",
            "r2c2<>1",
            &["r1c1=124; r1c2=126; r1c3=125; r2c3=14"],
        ),
    ];

    /// By the definition: every digit of every cell, with every choice for the other cells.
    fn naive(nine: &Nine, size: usize) -> Outs {
        let bases: Vec<usize> = (0..81).filter(|cell| nine.count(*cell) >= 2).collect();
        let mut outs = Outs::new();
        for a in &bases {
            for b in bases.iter().filter(|b| *b > a) {
                let thirds: Vec<usize> = match size {
                    2 => vec![*b],
                    _ => bases.iter().copied().filter(|c| c > b).collect(),
                };
                for c in thirds {
                    let cells = &[*a, *b, c][..size];
                    let is_witness =
                        |w: &usize| (2..=size).contains(&nine.count(*w)) && cells.iter().all(|c| sees(*w, *c));
                    let witnesses: Vec<usize> = (0..81).filter(is_witness).collect();
                    let is_joined =
                        |cell: &usize| nine.count(*cell) <= 3 && cells.iter().any(|other| sees(*cell, *other));
                    if witnesses.len() < 2 || (size == 3 && !cells.iter().any(is_joined)) {
                        continue;
                    }
                    let mut possible = BTreeSet::new();
                    let mut choice = vec![0; size];
                    choose(nine, cells, &witnesses, 0, &mut choice, &mut possible);
                    let each =
                        cells.iter().flat_map(|cell| digits(nine.candidates[*cell]).map(move |digit| (*cell, digit)));
                    add(&mut outs, each.filter(|candidate| !possible.contains(candidate)).collect());
                }
            }
        }
        outs
    }

    fn choose(
        nine: &Nine,
        cells: &[usize],
        witnesses: &[usize],
        i: usize,
        choice: &mut Vec<usize>,
        possible: &mut BTreeSet<(usize, usize)>,
    ) {
        if i == cells.len() {
            let is_left = |w: &usize| digits(nine.candidates[*w]).any(|digit| !choice.contains(&digit));
            if witnesses.iter().all(is_left) {
                possible.extend(cells.iter().copied().zip(choice.iter().copied()));
            }
            return;
        }
        for digit in digits(nine.candidates[cells[i]]) {
            if (0..i).all(|j| choice[j] != digit || !sees(cells[i], cells[j])) {
                choice[i] = digit;
                choose(nine, cells, witnesses, i + 1, choice, possible);
            }
        }
    }

    fn found(board: &Board, technique: Technique) -> Outs {
        let all = board.all_outs(technique);
        assert!(all.iter().flatten().all(|(cell, digit)| solution(*cell) != *digit));
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn all_pairs_are_found(seed in any::<u64>(), sixteenths in 2u64..6) {
            let board = Board::random(seed, sixteenths);
            prop_assert_eq!(found(&board, AlignedPairExclusion), naive(&board.nine(), 2));
        }

        #[test]
        fn all_triples_are_found(seed in any::<u64>(), sixteenths in 4u64..7) {
            let board = Board::random(seed, sixteenths);
            prop_assert_eq!(found(&board, AlignedTripleExclusion), naive(&board.nine(), 3));
        }
    }
}
