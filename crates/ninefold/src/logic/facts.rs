//! Facts about parts of a position, which are kept for as long as these do not change.
//!
//! A step changes a few houses and digits. What was found out about all others is still true: which houses have
//! subsets, which candidates of a digit are in no way of placing it. So a path passes facts on from position to position.

use super::cells::CellSet;

/// Known facts, each about the candidates of a single digit or a single house.
#[derive(Clone, Debug, Default)]
pub(super) struct FactCache {
    /// For each digit, its candidates in the position that the facts are about.
    cells: [CellSet; 9],
    /// For each digit, its candidates that are in no way of placing it everywhere.
    pub(super) outside_templates: [Option<CellSet>; 9],
    /// For each digit, the techniques, as bits, that depend on this digit alone and found nothing.
    pub(super) absent: [u128; 9],
    /// For each house: see [`Nine::tight_sizes`](super::nine::Nine::tight_sizes).
    pub(super) tight: [Option<u16>; 27],
    /// The intersections of a line and a box, as bits, that have no Sue de Coq; three for each line.
    pub(super) no_sue_de_coq: u64,
}

/// The number of the intersection of a line with the first, second or third box along it.
pub(super) const fn meeting(line: usize, along: usize) -> usize {
    3 * line + along
}

/// For each house, its intersections.
const MEETINGS: [u64; 27] = {
    let mut meetings = [0; 27];
    let mut line = 0;
    while line < 18 {
        let mut along = 0;
        while along < 3 {
            let block = block_along(line, along);
            meetings[line] |= 1 << meeting(line, along);
            meetings[block] |= 1 << meeting(line, along);
            along += 1;
        }
        line += 1;
    }
    meetings
};

/// The first, second or third box along a line.
pub(super) const fn block_along(line: usize, along: usize) -> usize {
    if line < 9 { 18 + line / 3 * 3 + along } else { 18 + (line - 9) / 3 + 3 * along }
}

impl FactCache {
    /// The facts that still hold when only these candidates are left.
    pub(super) fn carried_to(mut self, cells: [CellSet; 9]) -> FactCache {
        let mut changed = CellSet::EMPTY;
        for (digit, now) in cells.into_iter().enumerate() {
            let gone = self.cells[digit] - now;
            // The position is of another puzzle, or the first: nothing is known.
            if !now.is_subset(self.cells[digit]) {
                return FactCache { cells, ..FactCache::default() };
            }
            if !gone.is_empty() {
                self.outside_templates[digit] = None;
                self.absent[digit] = 0;
                changed |= gone;
            }
        }
        for (house, tight) in self.tight.iter_mut().enumerate() {
            if !changed.is_disjoint(CellSet::house(house)) {
                *tight = None;
                self.no_sue_de_coq &= !MEETINGS[house];
            }
        }
        FactCache { cells, ..self }
    }
}
