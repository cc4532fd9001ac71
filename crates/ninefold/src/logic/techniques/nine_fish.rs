//! What all fish with fins have in common on 9x9 boards: the fish as data, and how it becomes a step.

use super::super::Technique;
use super::super::finds::Finds;
use super::super::nine::{CellSet, Nine, candidate, house, houses_of, in_house};
use super::super::step::{Pattern, Premise, Step};
use crate::board::Digit;
use std::ops::ControlFlow;

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
        let strong = numbers(*bases).map(|base| Premise::Strong(in_house(base, *digit)));
        let weak = numbers(*covers).map(|cover| Premise::Weak(in_house(cover, *digit)));
        let mut premises: Vec<Premise> = strong.chain(weak).collect();
        for fin in fins.iter() {
            for cell in eliminations.iter() {
                // Each fin sees what is ruled out, except where two fish are told as one.
                let Some(shared) = numbers(around(fin) & around(cell)).next() else { continue };
                let premise = Premise::Weak(in_house(shared, *digit));
                if !premises.contains(&premise) {
                    premises.push(premise);
                }
            }
        }
        Step {
            technique: *technique,
            pattern: Pattern::Fish {
                digit: Digit::from_index(*digit),
                base: numbers(*bases).map(house).collect(),
                cover: numbers(*covers).map(house).collect(),
                fins: fins.cells(),
                chains: Vec::new(),
            },
            premises,
            placements: Vec::new(),
            eliminations: eliminations.iter().map(|cell| candidate(cell, *digit)).collect(),
        }
    }
}

/// The fish that have been told when all are wanted: of each technique only one for the same conclusion.
#[derive(Debug, Default)]
pub(super) struct Told(Vec<(Technique, usize, CellSet)>);

impl Told {
    /// Whether there was no such fish before.
    pub(super) fn is_new(&mut self, fish: &Fish) -> bool {
        let key = (fish.technique, fish.digit, fish.eliminations);
        let at = self.0.binary_search(&key);
        if let Err(at) = at {
            self.0.insert(at, key);
        }
        at.is_err()
    }
}

/// Tells all fish with the same base houses that are of the wanted technique, each by itself, and siamese ones: two
/// with different covers and fins, told as one.
pub(super) fn tell_all(fish: &[Fish], wanted: Technique, told: &mut Told, finds: &mut Finds) -> ControlFlow<()> {
    for (i, one) in fish.iter().enumerate().filter(|(_, one)| one.technique == wanted) {
        if told.is_new(one) {
            finds.add(one.step())?;
        }
        for other in fish[i + 1..].iter().filter(|other| !one.fins.is_empty() && !other.fins.is_empty()) {
            let (mine, theirs) = (one.eliminations, other.eliminations);
            if mine.is_subset(theirs) || theirs.is_subset(mine) {
                continue;
            }
            let twins = Fish {
                covers: one.covers | other.covers,
                fins: one.fins | other.fins,
                eliminations: mine | theirs,
                ..one.clone()
            };
            if told.is_new(&twins) {
                finds.add(siamese(one, other, twins))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two fish as one step, resting on what either rests on.
fn siamese(one: &Fish, other: &Fish, twins: Fish) -> Step {
    let mut premises = one.step().premises;
    for premise in other.step().premises {
        if !premises.contains(&premise) {
            premises.push(premise);
        }
    }
    Step { premises, ..twins.step() }
}

/// The places of a digit in the 27 houses.
pub(super) fn seats(nine: &Nine, digit: usize) -> [CellSet; 27] {
    std::array::from_fn(|house| nine.places(house, digit))
}
