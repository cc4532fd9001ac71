//! Disjoint groups.
//!
//! ```text
//!   a b c | a b c
//!   d e f | d e f      all a differ, all b differ and so on
//!   ------+------
//!   a b c | a b c
//!   d e f | d e f
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "disjoint_groups",
    title: "disjoint groups",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Cells in the same place in different boxes differ.".to_owned(),
    check: |_, puzzle| {
        let mut sizes = puzzle.regions.iter().map(Vec::len);
        match sizes.next() {
            None => Err("the board has no boxes, expected some".to_owned()),
            Some(first) if sizes.any(|size| size != first) => {
                Err("boxes of different sizes, expected boxes of the same size".to_owned())
            }
            Some(_) => groups(puzzle).iter().try_for_each(|group| fit(group, puzzle)),
        }
    },
    draw: drawing::nothing,
    holds: |_, board| groups(board.puzzle).iter().all(|group| differ(&board.list(group))),
    compile: |_, puzzle, model| groups(puzzle).iter().for_each(|group| model.different(group)),
};

/// For each place in a box, read row by row: the cells in this place.
pub(in crate::variant) fn groups(puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    let sorted = puzzle.regions.iter().map(|region| region.iter().copied().collect::<BTreeSet<usize>>());
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for region in sorted {
        groups.resize(groups.len().max(region.len()), Vec::new());
        groups.iter_mut().zip(region).for_each(|(group, cell)| group.push(cell));
    }
    groups
}
