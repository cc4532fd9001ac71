//! Complete all-different filtering: which candidates of a house occur in no way of giving its cells different digits.
//!
//! Singles and locked candidates consider one cell, one digit or one segment at a time. They do not see that three cells share
//! two digits, and a search that fills a board row by row meets such dead ends all the time. Regin (1994) sees all of them:
//! each house keeps a matching of its cells and digits. Draw an arrow from each digit to the others that its cell could have as
//! well; a candidate occurs in some complete matching if and only if its digit is in the same strongly connected component as
//! the digit matched to its cell.
//!
//! ```text
//!   cells       A {1,2}  B {1,2}  C {1,2,3}  D {3,4}
//!   matching    A=1      B=2      C=3        D=4
//!   arrows      1 -> 2   2 -> 1   3 -> 1, 2  4 -> 3
//!   components  {1,2} {3} {4}:    C loses 1 and 2, D loses 3
//! ```
//!
//! When a matching loses one of its candidates, an augmenting path repairs it. Nothing has to be undone: a matching that fits a
//! narrowed board fits a wider one. The components of a house are searched for only when one of its cells has been decided.
//! Doing so after every removal would leave fewer dead ends, but takes several times as long.

use super::super::layout::Layout;

const NONE: u32 = u32::MAX;

/// A matching of cells and digits for each house, and which houses have to be filtered.
///
/// Invariant: every matched pair is a candidate; every cell without a digit is in `unmatched`.
#[derive(Clone, Debug)]
pub(super) struct Matching {
    /// Per house and digit: its cell.
    cell_of: Vec<u32>,
    /// House and cell. If the matching of a house is known to be impossible to complete, the house cannot be filled.
    unmatched: Vec<(u32, u32)>,
    /// The houses whose components are to be found.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    /// Cell and digit of each candidate that [`Matching::step`] found to be out of place.
    pub(super) out_of_place: Vec<(u32, u32)>,
    /// The cells that the latest path reached, and the digit by which it reached each but the first.
    reached: Vec<u32>,
    by: Vec<u32>,
    /// Per digit: the index in `reached` of the cell from which the path came to it.
    from: Vec<u32>,
    components: Components,
}

/// The working data of a house while its components are found (Tarjan 1972); the nodes are digits.
#[derive(Clone, Debug)]
struct Components {
    unseen: Vec<u64>,
    closed: Vec<u64>,
    members: Vec<u64>,
    order: Vec<u32>,
    lowest: Vec<u32>,
    stack: Vec<u32>,
    path: Vec<u32>,
}

/// What a step has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Nothing was left to do.
    Idle,
    /// A matching was repaired.
    Mended,
    /// A house was filtered; `out_of_place` must be removed.
    Filtered,
    /// A house cannot be filled; the cells of [`Matching::too_many`] outnumber their digits.
    Impossible,
}

impl Matching {
    /// Matchings that are still empty; all houses that must contain every digit wait. Other houses are ignored.
    pub(super) fn new(layout: &impl Layout) -> Matching {
        let (n, count) = (layout.side(), layout.house_count());
        let words = n.div_ceil(64);
        let full = (0..count).filter(|house| layout.is_full(*house));
        Matching {
            cell_of: vec![NONE; count * n],
            unmatched: full
                .clone()
                .flat_map(|house| layout.cells_of(house).map(move |cell| (house as u32, cell as u32)))
                .collect(),
            waiting: full.map(|house| house as u32).collect(),
            is_waiting: vec![true; count],
            out_of_place: Vec::new(),
            reached: Vec::new(),
            by: Vec::new(),
            from: vec![NONE; n],
            components: Components {
                unseen: vec![0; words],
                closed: vec![0; words],
                members: vec![0; words],
                order: vec![0; n],
                lowest: vec![0; n],
                stack: Vec::new(),
                path: Vec::new(),
            },
        }
    }

    /// Called when a candidate has been removed; `counter` is its index in the counters of houses and digits.
    #[inline]
    pub(super) fn lose(&mut self, cell: usize, counter: usize, side: usize) {
        if self.cell_of[counter] == cell as u32 {
            self.cell_of[counter] = NONE;
            self.unmatched.push(((counter / side) as u32, cell as u32));
        }
    }

    /// Called when a cell of the house has been decided.
    pub(super) fn wake(&mut self, house: usize) {
        if !std::mem::replace(&mut self.is_waiting[house], true) {
            self.waiting.push(house as u32);
        }
    }

    /// Called when candidates come back: the houses that wait no longer matter. Matchings stay.
    pub(super) fn rest(&mut self) {
        self.waiting.drain(..).for_each(|house| self.is_waiting[house as usize] = false);
    }

    /// Repairs one matching, or finds the components of one house.
    pub(super) fn step(&mut self, layout: &impl Layout, candidates: &[u64]) -> Step {
        if let Some((house, cell)) = self.unmatched.pop() {
            if self.augment(layout.side(), candidates, house as usize, cell as usize) {
                return Step::Mended;
            }
            self.unmatched.push((house, cell));
            return Step::Impossible;
        }
        let Some(house) = self.waiting.pop() else { return Step::Idle };
        self.is_waiting[house as usize] = false;
        self.filter(layout.side(), candidates, house as usize);
        Step::Filtered
    }

    /// The cells that were found to have too few digits between them.
    pub(super) fn too_many(&self) -> &[u32] {
        &self.reached
    }

    /// Finds a digit for a cell of the house; other cells change theirs along a shortest path.
    fn augment(&mut self, n: usize, candidates: &[u64], house: usize, cell: usize) -> bool {
        let words = n.div_ceil(64);
        let cell_of = &mut self.cell_of[house * n..][..n];
        let unseen = &mut self.components.unseen;
        unseen.fill(u64::MAX);
        self.reached.clear();
        self.reached.push(cell as u32);
        self.by.clear();
        self.by.push(NONE);
        let mut next = 0;
        while let Some(at) = self.reached.get(next).map(|at| *at as usize) {
            for word in 0..words {
                let mut new = candidates[at * words + word] & unseen[word];
                unseen[word] &= !new;
                while new != 0 {
                    let mut digit = 64 * word + new.trailing_zeros() as usize;
                    new &= new - 1;
                    self.from[digit] = next as u32;
                    if cell_of[digit] != NONE {
                        self.reached.push(cell_of[digit]);
                        self.by.push(digit as u32);
                        continue;
                    }
                    loop {
                        let taker = self.from[digit] as usize;
                        cell_of[digit] = self.reached[taker];
                        if taker == 0 {
                            return true;
                        }
                        digit = self.by[taker] as usize;
                    }
                }
            }
            next += 1;
        }
        false
    }

    /// Finds the candidates that are out of place in a house with a complete matching.
    fn filter(&mut self, n: usize, candidates: &[u64], house: usize) {
        let words = n.div_ceil(64);
        let cell_of = &self.cell_of[house * n..][..n];
        let arrows = |digit: usize| &candidates[cell_of[digit] as usize * words..][..words];
        let Components { unseen, closed, members, order, lowest, stack, path } = &mut self.components;
        self.out_of_place.clear();
        unseen.fill(u64::MAX);
        closed.fill(0);
        let mut count = 0;
        for root in 0..n {
            if !has(unseen, root) {
                continue;
            }
            let first = count;
            let mut entered = Some(root);
            loop {
                if let Some(digit) = entered {
                    unseen[digit / 64] &= !(1 << (digit % 64));
                    (order[digit], lowest[digit]) = (count, count);
                    count += 1;
                    stack.push(digit as u32);
                    path.push(digit as u32);
                }
                let Some(digit) = path.last().map(|digit| *digit as usize) else { break };
                let arrows_on = arrows(digit);
                entered = (0..words).find_map(|word| {
                    let new = arrows_on[word] & unseen[word];
                    (new != 0).then(|| 64 * word + new.trailing_zeros() as usize)
                });
                if entered.is_some() {
                    continue;
                }
                path.pop();
                let mut low = lowest[digit];
                'arrows: for word in 0..words {
                    for bit in crate::board::ones(arrows_on[word] & !closed[word]) {
                        if low == first {
                            break 'arrows;
                        }
                        low = low.min(lowest[64 * word + bit]);
                    }
                }
                lowest[digit] = low;
                if let Some(above) = path.last() {
                    lowest[*above as usize] = lowest[*above as usize].min(low);
                }
                if low != order[digit] {
                    continue;
                }
                let start = stack.iter().rposition(|member| *member as usize == digit).expect("it was entered");
                members.fill(0);
                for member in &stack[start..] {
                    members[*member as usize / 64] |= 1 << (member % 64);
                }
                for member in stack.drain(start..) {
                    for (word, arrows) in arrows(member as usize).iter().enumerate() {
                        let cell = cell_of[member as usize];
                        let out = crate::board::ones(arrows & !members[word]);
                        self.out_of_place.extend(out.map(|bit| (cell, (64 * word + bit) as u32)));
                    }
                }
                closed.iter_mut().zip(&*members).for_each(|(closed, members)| *closed |= members);
            }
        }
    }
}

fn has(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::super::super::layout::Boxes;
    use super::*;
    use crate::board::Shape;
    use proptest::prelude::*;

    /// Per cell, the digits that it has in some way of giving all cells different digits.
    fn in_some_way(cells: &[u64], used: u64) -> Option<Vec<u64>> {
        let Some((first, others)) = cells.split_first() else { return Some(Vec::new()) };
        let mut all: Option<Vec<u64>> = None;
        for digit in crate::board::ones(first & !used) {
            if let Some(rest) = in_some_way(others, used | 1 << digit) {
                let all = all.get_or_insert_with(|| vec![0; cells.len()]);
                let way = std::iter::once(1 << digit).chain(rest);
                all.iter_mut().zip(way).for_each(|(all, digits)| *all |= digits);
            }
        }
        all
    }

    proptest! {
        /// This also holds with a matching that was made when there were more candidates.
        #[test]
        fn what_is_out_of_place_is_in_no_way(
            cells in prop::collection::vec(prop::collection::vec(0..6u32, 1..5), 6),
            gone in prop::collection::vec((0..6usize, 0..6usize), 0..6),
        ) {
            let layout = Boxes::new(Shape::new(2, 3).unwrap());
            let mut candidates = vec![0b11_1111u64; 36];
            for (cell, digits) in cells.iter().enumerate() {
                candidates[cell] = digits.iter().fold(0, |set, digit| set | 1 << digit);
            }
            let mut matching = Matching::new(&layout);
            for gone in [vec![], gone] {
                for (cell, digit) in gone {
                    candidates[cell] &= !(1 << digit);
                    matching.lose(cell, digit, 6);
                }
                let ways = in_some_way(&candidates[..6], 0);
                let unmatched: Vec<usize> = (0..6).filter(|cell| !matching.cell_of[..6].contains(&(*cell as u32))).collect();
                let is_complete = unmatched.into_iter().all(|cell| matching.augment(6, &candidates, 0, cell));
                prop_assert_eq!(is_complete, ways.is_some());
                let Some(ways) = ways else { return Ok(()) };
                matching.filter(6, &candidates, 0);
                let mut left = candidates[..6].to_vec();
                matching.out_of_place.iter().for_each(|(cell, digit)| left[*cell as usize] &= !(1 << digit));
                prop_assert_eq!(left, ways);
            }
        }
    }
}
