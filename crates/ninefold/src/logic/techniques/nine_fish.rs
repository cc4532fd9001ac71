//! What all fish with fins have in common on 9x9 boards: the fish as data, and how a fish becomes a step.

use super::prelude::*;

/// Houses of a 9x9 board as a mask: rows, columns, boxes, nine bits each.
pub(super) type Houses = u32;

pub(super) const ROWS: Houses = 0x1ff;
pub(super) const COLUMNS: Houses = ROWS << 9;
pub(super) const BOXES: Houses = ROWS << 18;

/// The houses of a mask in order.
pub(super) fn numbers(houses: Houses) -> impl Iterator<Item = usize> + Clone {
    std::iter::successors((houses != 0).then_some(houses), |rest| {
        let rest = rest & (rest - 1);
        (rest != 0).then_some(rest)
    })
    .map(|rest| rest.trailing_zeros() as usize)
}

/// The houses of a cell.
pub(super) fn around(cell: usize) -> Houses {
    houses_of(cell).into_iter().fold(0, |mask, house| mask | 1 << house)
}

/// A fish with or without fins on a 9x9 board.
#[derive(Clone, Debug)]
pub(super) struct Fish {
    pub(super) technique: Technique,
    pub(super) digit: usize,
    pub(super) bases: Houses,
    pub(super) covers: Houses,
    /// Places in the bases that no cover has or that two bases have.
    pub(super) fins: CellSet,
    pub(super) eliminations: CellSet,
}

impl Fish {
    pub(super) fn step(&self) -> Step {
        let Fish { technique, digit, bases, covers, fins, eliminations } = self;
        let mut premises = premises(*digit, *bases, *covers);
        for fin in fins.iter() {
            for cell in eliminations.iter() {
                // Each fin sees what is ruled out, except if two fish are reported as one.
                numbers(around(fin) & around(cell)).take(1).for_each(|shared| premises.weak_house(shared, *digit));
            }
        }
        let pattern = pattern(*digit, [*bases, *covers], *fins, Vec::new());
        Step::removing(*technique, pattern, premises.list(), in_each(*eliminations, *digit))
    }
}

/// The premises that each base has the digit and that each cover has it at most once.
pub(super) fn premises(digit: usize, bases: Houses, covers: Houses) -> Premises {
    let mut premises = Premises::default();
    numbers(bases).for_each(|base| premises.strong_house(base, digit));
    numbers(covers).for_each(|cover| premises.weak_house(cover, digit));
    premises
}

pub(super) fn pattern(digit: usize, houses: [Houses; 2], fins: CellSet, chains: Vec<Chain>) -> Pattern {
    let [base, cover] = houses.map(|houses| numbers(houses).map(house).collect());
    Pattern::Fish { digit: Digit::from_index(digit), base, cover, fins: fins.cells(), chains }
}

/// The fish reported so far when all are wanted: only one of each technique for the same conclusion.
#[derive(Debug, Default)]
pub(super) struct Reported {
    /// In order: technique, digit, what is ruled out.
    known: Vec<(Technique, usize, CellSet)>,
    /// Siamese fish, reported at the end unless a plain fish has the same conclusion.
    twins: Vec<(Fish, Step)>,
}

impl Reported {
    /// Whether there was no such fish before.
    fn is_new(&mut self, fish: &Fish) -> bool {
        let key = (fish.technique, fish.digit, fish.eliminations);
        let at = self.known.binary_search(&key);
        if let Err(at) = at {
            self.known.insert(at, key);
        }
        at.is_err()
    }

    /// Reports all fish with the same base houses that are of the wanted technique. Notes siamese ones: two with
    /// different covers and fins, reported as one.
    pub(super) fn report(&mut self, fish: &[Fish], wanted: Technique, finds: &mut Finds) -> ControlFlow<()> {
        for (i, one) in fish.iter().enumerate().filter(|(_, one)| one.technique == wanted) {
            if self.is_new(one) {
                finds.add(one.step())?;
            }
            for other in fish[i + 1..].iter().filter(|_| finds.wants_all()) {
                let (mine, theirs) = (one.eliminations, other.eliminations);
                let has_fins = !one.fins.is_empty() && !other.fins.is_empty();
                if !has_fins || mine.is_subset(theirs) || theirs.is_subset(mine) {
                    continue;
                }
                let twins = Fish {
                    covers: one.covers | other.covers,
                    fins: one.fins | other.fins,
                    eliminations: mine | theirs,
                    ..one.clone()
                };
                let is_known =
                    |known: &(Fish, Step)| (known.0.digit, known.0.eliminations) == (twins.digit, twins.eliminations);
                if !self.twins.iter().any(is_known) {
                    let step = siamese(one, other, &twins);
                    self.twins.push((twins, step));
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the siamese fish.
    pub(super) fn report_twins(mut self, finds: &mut Finds) -> ControlFlow<()> {
        for (twins, step) in std::mem::take(&mut self.twins) {
            if self.is_new(&twins) {
                finds.add(step)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Two fish as one step, resting on what either rests on.
fn siamese(one: &Fish, other: &Fish, twins: &Fish) -> Step {
    let mut premises = Premises::default();
    [one, other].iter().flat_map(|fish| fish.step().premises).for_each(|premise| premises.add(premise));
    Step { premises: premises.list(), ..twins.step() }
}

/// The places of a digit in the 27 houses.
pub(super) fn seats(nine: &Nine, digit: usize) -> [CellSet; 27] {
    std::array::from_fn(|house| nine.places(house, digit))
}

/// Boards for tests: one digit, 4, is a candidate of some cells only; all other digits are candidates everywhere.
#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::board::{Cell, Puzzle, Shape};
    use std::collections::BTreeSet;

    /// The board with 4 as a candidate of these cells only.
    pub(in super::super) fn board_with(cells: CellSet) -> Puzzle {
        let mut puzzle = Puzzle::empty(Shape::NINE);
        for cell in (0..81).filter(|cell| !cells.contains(*cell)) {
            puzzle.remove_candidate(Cell::new(cell), Digit::from_index(3));
        }
        puzzle
    }

    /// A drawn board: no 4 where there is a dot. Second: the cells with x.
    pub(in super::super) fn places_of(rows: [&str; 9]) -> (Puzzle, CellSet) {
        let drawn = rows.concat().replace(' ', "");
        let cells = |is: fn(char) -> bool| -> CellSet {
            drawn.chars().enumerate().filter(|(_, c)| is(*c)).map(|(cell, _)| cell).collect()
        };
        (board_with(cells(|c| c != '.')), cells(|c| c == 'x'))
    }

    /// A way to place the digit everywhere, and further cells, about a fourth of all.
    pub(in super::super) fn around_a_placement(a: [u16; 9], b: [u16; 9]) -> CellSet {
        CellSet::of_rows(std::array::from_fn(|row| (a[row] & b[row]) | 1 << (3 * row % 9 + row / 3)))
    }

    fn eliminations(steps: &[Step], are_twins: bool) -> BTreeSet<CellSet> {
        let is_wanted = |step: &&Step| match &step.pattern {
            Pattern::Fish { base, cover, .. } => (base.len() != cover.len()) == are_twins,
            _ => false,
        };
        let cells = |step: &Step| step.eliminations.iter().map(|candidate| candidate.cell.index()).collect();
        steps.iter().filter(is_wanted).map(cells).collect()
    }

    /// What fish rule out, without siamese ones.
    pub(in super::super) fn hits(steps: &[Step]) -> BTreeSet<CellSet> {
        eliminations(steps, false)
    }

    /// What siamese fish rule out.
    pub(in super::super) fn twins(steps: &[Step]) -> BTreeSet<CellSet> {
        eliminations(steps, true)
    }

    /// A fish by the definition.
    pub(in super::super) struct Catch {
        pub(in super::super) bases: Houses,
        pub(in super::super) covers: Houses,
        pub(in super::super) fins: CellSet,
        /// How often a place is in one base too many.
        pub(in super::super) doubles: usize,
        pub(in super::super) eliminations: CellSet,
    }

    fn choices(of: Houses, size: usize) -> Vec<Houses> {
        if size == 0 {
            return vec![0];
        }
        let rest = |first: usize| of & !((2 << first) - 1);
        let with = |first: usize| choices(rest(first), size - 1).into_iter().map(move |more| more | 1 << first);
        numbers(of).flat_map(with).collect()
    }

    /// Every fish with these houses that rules out anything, by counting in how many bases and covers each cell is.
    pub(in super::super) fn naive(cells: CellSet, size: usize, bases: Houses, covers: Houses) -> Vec<Catch> {
        let mut catches = Vec::new();
        let covers = choices(covers, size);
        for bases in choices(bases, size) {
            let count = |cell: usize, houses: Houses| (around(cell) & houses).count_ones();
            let in_base: CellSet = cells.iter().filter(|cell| count(*cell, bases) > 0).collect();
            let doubles = in_base.iter().map(|cell| count(cell, bases) as usize - 1).sum();
            if numbers(bases).any(|base| in_base.is_disjoint(CellSet::house(base))) {
                continue;
            }
            for covers in covers.iter().copied().filter(|covers| covers & bases == 0) {
                let is_fin = |cell: &usize| count(*cell, covers) == 0 || count(*cell, bases) > 1;
                let fins: CellSet = in_base.iter().filter(is_fin).collect();
                let is_out = |cell: &usize| {
                    let covered = count(*cell, covers);
                    let excess = if in_base.contains(*cell) { 2 } else { 1 };
                    covered >= excess && fins.iter().all(|fin| CellSet::peers(fin).contains(*cell))
                };
                let eliminations: CellSet = cells.iter().filter(is_out).collect();
                let all_are_used = numbers(covers).all(|cover| !in_base.is_disjoint(CellSet::house(cover)));
                if !eliminations.is_empty() && all_are_used {
                    catches.push(Catch { bases, covers, fins, doubles, eliminations });
                }
            }
        }
        catches
    }
}
