//! Which nets stay the same after some candidates were removed from the board.
//!
//! Nets ask a board for two things: what a true candidate excludes, and whether a cell or a house is down to two
//! candidates when one of them is examined as false. A candidate that a net never reached was never excluded in it. So
//! without that candidate the net is the same, unless its cell or one of its houses is now down to two there. This takes
//! another candidate that is false in the net, with at most one left that is not.

use super::super::bits::Bits;
use super::links::{Links, insert};
use super::nets::Net;
use super::position::{CELLS, HOUSES, Marks};

/// The most candidates removed at the same time. With more, hardly any net stays the same.
const MOST: usize = 16;

/// The candidates that were removed; `None` if there are too many, or if others were added.
pub(super) fn gone(before: &Marks, now: &Marks) -> Option<Vec<(u8, u8)>> {
    let mut gone = Vec::new();
    for (cell, (before, now)) in before.cells.iter().zip(&now.cells).enumerate() {
        gone.extend((before & !now).iter().map(|digit| (cell as u8, digit as u8)));
        if now & !before != 0 || gone.len() > MOST {
            return None;
        }
    }
    Some(gone)
}

/// A candidate that was removed.
#[derive(Debug)]
pub(super) struct Gone {
    number: u16,
    /// What is left in its cell and its houses, as sets of numbers.
    around: [Vec<u64>; 4],
}

impl Gone {
    /// A removed candidate, for the board as it is now; the links still have it.
    pub(super) fn new(links: &Links, now: &Marks, (cell, digit): (u8, u8)) -> Gone {
        let (cell, digit) = (usize::from(cell), usize::from(digit));
        let numbers = &links.numbers.numbers;
        let mut around = [(); 4].map(|()| vec![0; links.words()]);
        now.cells[cell].iter().for_each(|other| insert(&mut around[3], numbers[cell][other]));
        for (set, (house, _)) in around.iter_mut().zip(HOUSES[cell]) {
            let cells = &CELLS[usize::from(house)];
            let places = now.places[usize::from(house)][digit].iter();
            places.for_each(|place| insert(set, numbers[usize::from(cells[place])][digit]));
        }
        Gone { number: numbers[cell][digit], around }
    }

    /// Whether a net is the same without this candidate.
    pub(super) fn leaves(&self, net: &Net) -> bool {
        let literal = 2 * self.number;
        let comes_down = |set: &Vec<u64>| {
            let (mut is_touched, mut left) = (false, 0);
            for (set, off) in set.iter().zip(&net.reached[0]) {
                is_touched |= set & off != 0;
                left += (set & !off).count_ones();
            }
            is_touched && left < 2
        };
        !net.has(literal) && !net.has(literal + 1) && !self.around.iter().any(comes_down)
    }
}
