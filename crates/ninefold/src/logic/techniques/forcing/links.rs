//! The direct links of a position, and everything that chains of them conclude.

use super::super::super::nine::Nine;
use super::table::{Conclusions, Item, Items, Table, at_width, close, insert, remove, unite};
use crate::board::ones_of;

/// The links of a position, and all that chains conclude from them.
#[derive(Clone, Debug)]
pub(in super::super) struct Chained {
    pub(super) items: Items,
    pub(super) links: Table,
    pub(super) conclusions: Conclusions,
}

impl Chained {
    pub(in super::super) fn new(nine: &Nine) -> Chained {
        let items = Items::of(nine);
        let links = links(nine, &items);
        let conclusions = at_width!(items.words, W => conclusions::<W>(&items, &links));
        Chained { items, links, conclusions }
    }
}

/// Everything that chains can conclude.
///
/// True items lead to false ones, and these to true ones. So one closure, over what is true, is enough.
fn conclusions<const W: usize>(items: &Items, links: &Table) -> Conclusions {
    let row = |half: &[u64]| -> [u64; W] { std::array::from_fn(|word| half[word]) };
    let statements = |is_true: bool| (0..items.len()).map(move |number| links.halves(items.statement(number, is_true)));
    let weak: Vec<[u64; W]> = statements(true).map(|(_, off)| row(off)).collect();
    let strong: Vec<[u64; W]> = statements(false).map(|(on, _)| row(on)).collect();
    let all_of = |rows: &[[u64; W]], numbers: &[u64; W]| {
        ones_of(numbers).fold([0; W], |mut all, number| {
            all.iter_mut().zip(rows[number]).for_each(|(all, word)| *all |= word);
            all
        })
    };
    let mut on: Vec<[u64; W]> = weak.iter().map(|gone| all_of(&strong, gone)).collect();
    on.iter_mut().enumerate().for_each(|(number, row)| insert(row, number));
    close(&mut on);
    let off: Vec<[u64; W]> = on.iter().map(|on| all_of(&weak, on)).collect();
    let mut conclusions = Conclusions::none(items);
    for number in 0..items.candidates() {
        if items.are_contradictory(&on[number], &off[number]) {
            conclusions.add(number, false);
        }
        let all_on = all_of(&on, &strong[number]);
        let mut all_off = all_of(&off, &strong[number]);
        insert(&mut all_off, number);
        if items.are_contradictory(&all_on, &all_off) {
            conclusions.add(number, true);
        }
    }
    conclusions
}

/// The direct links between candidates and groups.
fn links(nine: &Nine, items: &Items) -> Table {
    let mut links = Table::new(items);
    for (_, mask) in items.masks() {
        let is_pair = ones_of(mask).count() == 2;
        for member in ones_of(mask) {
            unite(links.halves_mut(items.statement(member, true)).1, mask);
            if is_pair {
                unite(links.halves_mut(items.statement(member, false)).0, mask);
            }
        }
    }
    // Nothing follows from itself.
    for number in 0..items.candidates() {
        remove(links.halves_mut(items.statement(number, true)).1, number);
        remove(links.halves_mut(items.statement(number, false)).0, number);
    }
    add_groups(nine, items, &mut links);
    links
}

/// The links of groups with candidates and with each other.
pub(super) fn add_groups(nine: &Nine, items: &Items, links: &mut Table) {
    let mut link = |a: usize, b: usize, is_strong: bool| {
        for (a, b) in [(a, b), (b, a)] {
            links.add(items.statement(a, true), items.statement(b, false));
            if is_strong {
                links.add(items.statement(a, false), items.statement(b, true));
            }
        }
    };
    for number in items.candidates()..items.len() {
        let Item { digit, cells } = items.item(number);
        for house in cells.common_houses() {
            let others = nine.places(house, digit) - cells;
            for cell in others.iter() {
                link(number, items.number(cell, digit), others.len() == 1);
            }
            // Groups of one digit are next to each other.
            let rest = (number + 1..items.len()).map(|other| (other, items.item(other).cells, items.item(other).digit));
            for (other, group, _) in rest.take_while(|(.., of)| *of == digit) {
                if group.is_subset(others) {
                    link(number, other, group == others);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::constraints::{constraints_of, members};
    use super::*;
    use crate::board::Puzzle;
    use crate::logic::Explainer;

    /// A link is listed exactly if it holds on the board: checked for every pair.
    #[test]
    fn links_are_what_they_say() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let puzzle: Puzzle = line.parse().unwrap();
        let nine = Nine::of_puzzle(&puzzle);
        let items = Items::of(&nine);
        let links = links(&nine, &items);
        for a in 0..items.candidates() {
            for b in (0..items.candidates()).filter(|b| *b != a) {
                let [(cell_a, digit_a), (cell_b, digit_b)] = [a, b].map(|number| items.candidate(number));
                let shared = constraints_of(cell_a, digit_a)
                    .into_iter()
                    .filter(|number| constraints_of(cell_b, digit_b).contains(number));
                let shared: Vec<usize> = shared.collect();
                let is_weak = ones_of(links.row(items.statement(a, true))).any(|to| to == items.statement(b, false));
                let is_strong = ones_of(links.row(items.statement(a, false))).any(|to| to == items.statement(b, true));
                assert_eq!(is_weak, !shared.is_empty());
                assert_eq!(is_strong, shared.iter().any(|number| members(&nine, *number).count() == 2));
            }
        }
    }

    /// The closure over what is true says the same as the one over everything.
    #[test]
    fn one_half_is_enough() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let mut puzzle: Puzzle = line.parse().unwrap();
        let easy = Explainer::new().only(|technique| technique.score() <= 100);
        easy.path(&puzzle.clone()).take(8).for_each(|step| step.apply(&mut puzzle));
        let nine = Nine::of_puzzle(&puzzle);
        let items = Items::of(&nine);
        let links = links(&nine, &items);
        let mut closed = links.clone();
        closed.close();
        let open = at_width!(items.words, W => conclusions::<W>(&items, &links));
        assert_eq!(open, Conclusions::refuted(&items, &closed));
    }
}
