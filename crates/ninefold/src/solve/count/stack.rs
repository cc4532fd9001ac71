//! The compatible triples of a stack: a partition for each of its boxes, from top to bottom.

use super::alike::{Board, Groups, orders_of_alike};
use super::band::Block;
use super::partitions::{ALL, ORDERS, PARTITIONS};
use std::collections::HashMap;
use std::rc::Rc;

/// The triples that the candidates leave, by the partition of the top box.
pub(super) struct Stack {
    /// Orders of columns that the stack does not distinguish.
    orders: Vec<usize>,
    /// The partitions of the top box that occur.
    tops: Vec<u16>,
    /// Where the pairs of each of these partitions begin and end.
    begins: Vec<usize>,
    /// The partitions of the middle and the bottom box.
    pairs: Vec<(u16, u16)>,
}

/// A triple of the first stack that stands for several.
pub(super) struct Representative {
    pub(super) partitions: [u16; 3],
    /// The number of triples that it stands for.
    pub(super) weight: u64,
    /// The digits that neither the candidates nor this triple distinguish.
    pub(super) alike: Groups,
}

impl Stack {
    pub(super) fn new(board: &Board, stack: usize) -> Stack {
        let possible = [0, 1, 2].map(|band| Block::new(board, band, stack).possible());
        let columns: [[u16; 9]; 3] =
            std::array::from_fn(|column| std::array::from_fn(|row| board[row][3 * stack + column]));
        let mut triples =
            Stack { orders: orders_of_alike(&columns), tops: Vec::new(), begins: vec![0], pairs: Vec::new() };
        for top in (0..PARTITIONS).filter(|top| possible[0][*top]) {
            let is_possible = |pair: &&(u16, u16)| possible[1][usize::from(pair.0)] && possible[2][usize::from(pair.1)];
            let begin = triples.pairs.len();
            triples.pairs.extend(ALL.partners(top).iter().filter(is_possible));
            if triples.pairs.len() > begin {
                triples.tops.push(top as u16);
                triples.begins.push(triples.pairs.len());
            }
        }
        triples
    }

    /// The number of orders of columns that the stack does not distinguish.
    pub(super) fn symmetry(&self) -> usize {
        self.orders.len()
    }

    /// The number of partitions of the top box that occur.
    pub(super) fn top_count(&self) -> usize {
        self.tops.len()
    }

    /// The pairs below the top box's partition with this index in the list.
    pub(super) fn pairs(&self, place: usize) -> &[(u16, u16)] {
        &self.pairs[self.begins[place]..self.begins[place + 1]]
    }

    /// Top partitions by their indices, one for each set of partitions that can be turned into each other by relabelling digits
    /// of a group and exchanging like columns; and the size of the set.
    pub(super) fn tops(&self, groups: &Groups) -> Vec<(usize, u64)> {
        let mut tops = Vec::new();
        for (place, top) in self.tops.iter().enumerate() {
            let columns = ALL.columns(usize::from(*top));
            if !groups.are_sorted(columns) {
                continue;
            }
            let images = self.orders.iter().map(|order| {
                let image = ALL.columns(usize::from(ALL.permuted(usize::from(*top), *order)));
                ALL.number(&groups.sorted(image).0)
            });
            if let Some(count) = count_if_first(*top, images) {
                tops.push((place, count * groups.arrangements(columns)));
            }
        }
        tops
    }

    /// The partition of the top box with this index in the list.
    pub(super) fn top(&self, place: usize) -> usize {
        usize::from(self.tops[place])
    }

    /// Triples, one for each set of triples that can be turned into each other by relabelling digits of a group and exchanging
    /// like columns.
    pub(super) fn representatives(&self, groups: &Groups) -> Vec<Representative> {
        let mut found = Vec::new();
        let mut refined: HashMap<[u8; 9], Groups> = HashMap::new();
        for (place, top) in self.tops.iter().enumerate() {
            let tops = ALL.columns(usize::from(*top));
            for (middle, bottom) in self.pairs(place) {
                let middles = ALL.columns(usize::from(*middle));
                // Two columns of a digit determine the third.
                let marks = |order: &[u8; 3]| {
                    std::array::from_fn(|digit| {
                        3 * order[usize::from(tops[digit])] + order[usize::from(middles[digit])]
                    })
                };
                let own = marks(&ORDERS[0]);
                if !groups.are_sorted(&own) {
                    continue;
                }
                let images = self.orders.iter().map(|order| groups.sorted(&marks(&ORDERS[*order])).0);
                if let Some(count) = count_if_first(own, images) {
                    let alike = refined.entry(own).or_insert_with(|| groups.refined(&own)).clone();
                    let weight = count * groups.arrangements(&own);
                    found.push(Representative { partitions: [*top, *middle, *bottom], weight, alike });
                }
            }
        }
        found
    }
}

/// The number of different images, if none comes before the first one, which is itself an image.
fn count_if_first<T: PartialOrd + Ord + Copy>(first: T, images: impl Iterator<Item = T>) -> Option<u64> {
    let mut seen = Vec::with_capacity(6);
    for image in images {
        if image < first {
            return None;
        }
        seen.push(image);
    }
    seen.sort_unstable();
    seen.dedup();
    Some(seen.len() as u64)
}

/// [`Stack::tops`], cached: triples of the first stack lead to few different groups.
#[derive(Default)]
pub(super) struct Tops(HashMap<Groups, Rc<Vec<(usize, u64)>>>);

impl Tops {
    pub(super) fn of(&mut self, stack: &Stack, groups: &Groups) -> Rc<Vec<(usize, u64)>> {
        match self.0.get(groups) {
            Some(tops) => tops.clone(),
            None => self.0.entry(groups.clone()).or_insert(Rc::new(stack.tops(groups))).clone(),
        }
    }
}
