//! Cells beside others: those that differ from several of them.

use super::super::super::model::{Mask, Model, bits};
use super::values::Values;
use std::cmp::Reverse;

/// The cells outside some cells that differ from two or more of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Beside {
    /// Groups of cells that differ from the same cells; those that differ from most come first.
    groups: Vec<Group>,
    others: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    /// The cells that these differ from: bit i stands for the i-th.
    seen: u64,
    /// The number of cells that these differ from.
    count: u32,
    /// Where the group's part of `others` ends; it begins where that of the previous group ends.
    end: u32,
}

impl Beside {
    /// Finds the cells beside some cells, which differ from each other.
    pub(super) fn new(cells: &[usize], model: &Model) -> Beside {
        let seen = |other: usize| {
            cells.iter().enumerate().fold(0, |seen: u64, (i, cell)| seen | u64::from(model.differ(*cell, other)) << i)
        };
        let mut list = Vec::with_capacity(model.digits * cells.len());
        for other in model.differs.of_several(cells).filter(|other| !cells.contains(other)) {
            let seen = seen(other);
            list.push((Reverse(seen.count_ones()), seen, other as u32));
        }
        list.sort_unstable();
        let mut groups: Vec<Group> = Vec::with_capacity(list.len());
        for (end, (Reverse(count), seen, _)) in (1..).zip(&list) {
            match groups.last_mut().filter(|group| group.seen == *seen) {
                Some(group) => group.end = end,
                None => groups.push(Group { seen: *seen, count: *count, end }),
            }
        }
        Beside { groups, others: list.iter().map(|(.., other)| *other).collect() }
    }

    /// Excludes these digits, which the given cells must have, from cells that differ from all places where one of them can be.
    pub(super) fn exclude(&self, cells: &[u32], digits: Mask, values: &mut Values) -> bool {
        for bit in bits(digits) {
            let (mut places, mut count) = (0, 0);
            for cell in cells.iter().rev() {
                let has = values.of(*cell) >> bit & 1;
                places = places << 1 | has;
                count += has as u32;
            }
            let mut first = 0;
            // Most digits have more places than any cell outside differs from.
            for group in self.groups.iter().take_while(|group| group.count >= count) {
                let others = &self.others[first..group.end as usize];
                if places & !group.seen == 0 && !others.iter().all(|other| values.keep(*other, !(1 << bit))) {
                    return false;
                }
                first = group.end as usize;
            }
        }
        true
    }
}
