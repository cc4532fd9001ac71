//! Segments: where the lines and the regions of a board cross.

use super::lists::Lists;
use crate::board::{Cell, House, Houses};
use std::mem::{Discriminant, discriminant};

/// The cells that each line (row, column) shares with each region (any other house): on a board of boxes the minirows and
/// minicolumns.
///
/// ```text
///   segments   row 0 in its boxes, row 1 in its boxes, ..., column 0 in its boxes, ...
///   parts      row 0, row 1, ..., column 0, ...    each of them as the segments that it consists of
///              box 0, box 1, ...                   each as its minirows
///              box 0, box 1, ...                   each as its minicolumns
/// ```
///
/// A part is a house, divided into the segments that it shares with the houses of one kind. A house that no kind divides in
/// this way is a part of single cells. Each digit is in exactly one segment of a part, or in at most one if the part's house
/// has fewer cells than there are digits.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    /// Per segment: the part for its line and the part for its region; [`NO_PART`] for none.
    parts: Vec<[u32; 2]>,
    /// Per segment: its line and its region; for a cell on its own, the same house twice.
    #[cfg(test)]
    houses: Vec<[u32; 2]>,
    of_cells: Lists,
    /// Per part: whether its house has as many cells as there are digits.
    is_whole: Vec<bool>,
}

/// Stands for a missing part.
pub(super) const NO_PART: u32 = u32::MAX;

/// A segment during construction.
struct Crossing {
    /// The line and the region; for a cell on its own, the same house twice.
    houses: [usize; 2],
    cells: Vec<Cell>,
    parts: [u32; 2],
}

impl Segments {
    pub(super) fn new(houses: &Houses) -> Segments {
        let (lines, regions): (Vec<usize>, Vec<usize>) = (0..houses.len()).partition(|house| is_line(houses, *house));
        let mut crossings: Vec<Crossing> = Vec::new();
        for line in &lines {
            let regions_of = |cell: &Cell| {
                let of_cell = houses.of_cell(*cell).iter().map(|house| usize::from(*house));
                let cell = *cell;
                of_cell.filter(|house| !is_line(houses, *house)).map(move |house| (house, cell))
            };
            let mut cells: Vec<(usize, Cell)> = houses.cells(*line).iter().flat_map(regions_of).collect();
            cells.sort_unstable();
            crossings.extend(cells.chunk_by(|a, b| a.0 == b.0).map(|cells| Crossing {
                houses: [*line, cells[0].0],
                cells: cells.iter().map(|cell| cell.1).collect(),
                parts: [NO_PART; 2],
            }));
        }
        let mut is_whole = Vec::new();
        let mut is_part = vec![false; houses.len()];
        for (side, own, others) in [(0, &lines, &regions), (1, &regions, &lines)] {
            let of_house = Lists::gather(houses.len(), |add| {
                crossings.iter().enumerate().for_each(|(i, crossing)| add(crossing.houses[side], i as u32));
            });
            for kind in kinds(houses, others) {
                for house in own {
                    let is_of_kind =
                        |i: &&u32| discriminant(&houses.kind(crossings[**i as usize].houses[1 - side])) == kind;
                    let segments: Vec<u32> = of_house.get(*house).iter().filter(is_of_kind).copied().collect();
                    let of_segments = segments.iter().flat_map(|i| &crossings[*i as usize].cells);
                    let mut cells: Vec<Cell> = of_segments.copied().collect();
                    cells.sort_unstable();
                    if cells == houses.cells(*house) {
                        segments.iter().for_each(|i| crossings[*i as usize].parts[side] = is_whole.len() as u32);
                        is_part[*house] = true;
                        is_whole.push(houses.is_full(*house));
                    }
                }
            }
        }
        for house in (0..houses.len()).filter(|house| !is_part[*house]) {
            let parts = [is_whole.len() as u32, NO_PART];
            let cell = |cell: &Cell| Crossing { houses: [house; 2], cells: vec![*cell], parts };
            crossings.extend(houses.cells(house).iter().map(cell));
            is_whole.push(houses.is_full(house));
        }
        let of_cells = Lists::gather(houses.cell_count(), |add| {
            for (i, crossing) in crossings.iter().enumerate() {
                crossing.cells.iter().for_each(|cell| add(cell.index(), i as u32));
            }
        });
        Segments {
            parts: crossings.iter().map(|crossing| crossing.parts).collect(),
            #[cfg(test)]
            houses: crossings.iter().map(|crossing| crossing.houses.map(|house| house as u32)).collect(),
            of_cells,
            is_whole,
        }
    }

    /// The number of segments.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn part_count(&self) -> usize {
        self.is_whole.len()
    }

    /// Whether each digit is in exactly one segment of the part, rather than in at most one.
    #[inline]
    pub(super) fn is_whole(&self, part: usize) -> bool {
        self.is_whole[part]
    }

    /// The segments of a cell, in ascending order.
    #[inline]
    pub(super) fn of_cell(&self, cell: usize) -> &[u32] {
        self.of_cells.get(cell)
    }

    /// The parts that a segment belongs to.
    #[inline]
    pub(super) fn parts(&self, segment: usize) -> [u32; 2] {
        self.parts[segment]
    }

    /// The line and the region of a segment.
    #[cfg(test)]
    pub(super) fn houses(&self, segment: usize) -> [u32; 2] {
        self.houses[segment]
    }
}

fn is_line(houses: &Houses, house: usize) -> bool {
    matches!(houses.kind(house), House::Row(_) | House::Column(_))
}

/// The kinds of some houses, each kind once.
fn kinds(houses: &Houses, some: &[usize]) -> Vec<Discriminant<House>> {
    let mut kinds = Vec::new();
    for house in some {
        let kind = discriminant(&houses.kind(*house));
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}
