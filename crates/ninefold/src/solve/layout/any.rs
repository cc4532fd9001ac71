//! Boards of any houses.

use super::{Layout, Place};
use crate::board::{Cell, Houses};
use crate::solve::lists::Lists;
use crate::solve::segments::{NO_PART, Segments};
use std::sync::Arc;

/// The most houses and segments that a cell may be in.
const MOST: usize = 16;

/// A board of any houses; the rows come first. What a cell belongs to is looked up.
#[derive(Clone, Debug)]
pub(in crate::solve) struct AnyHouses {
    houses: Arc<Houses>,
    segments: Segments,
    of_parts: Lists,
}

/// A few numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Few {
    numbers: [u32; MOST],
    count: usize,
}

impl Few {
    fn of(numbers: impl Iterator<Item = u32>) -> Few {
        let mut few = Few { numbers: [0; MOST], count: 0 };
        for number in numbers {
            few.numbers[few.count] = number;
            few.count += 1;
        }
        few
    }
}

impl IntoIterator for Few {
    type Item = u32;
    type IntoIter = std::iter::Take<std::array::IntoIter<u32, MOST>>;

    fn into_iter(self) -> Self::IntoIter {
        self.numbers.into_iter().take(self.count)
    }
}

impl AnyHouses {
    pub(in crate::solve) fn new(houses: Arc<Houses>) -> AnyHouses {
        let segments = Segments::new(&houses);
        let of_parts = Lists::gather(segments.part_count(), |add| {
            for segment in 0..segments.len() {
                let parts = segments.parts(segment).into_iter().filter(|part| *part != NO_PART);
                parts.for_each(|part| add(part as usize, segment as u32));
            }
        });
        AnyHouses { houses, segments, of_parts }
    }
}

impl Layout for AnyHouses {
    type Houses = Few;
    type Segments = Few;

    fn side(&self) -> usize {
        self.houses.side()
    }

    fn house_count(&self) -> usize {
        self.houses.len()
    }

    fn is_full(&self, house: usize) -> bool {
        self.houses.is_full(house)
    }

    fn cells_of(&self, house: usize) -> impl Iterator<Item = usize> {
        self.houses.cells(house).iter().map(|cell| cell.index())
    }

    fn for_each_place(&self, house: usize, places: &[u64], visit: impl FnMut(usize)) {
        let n = self.side();
        let has = |cell: &usize| places[cell % n / 64 * n + cell / n] >> (cell % n % 64) & 1 == 1;
        self.cells_of(house).filter(has).for_each(visit);
    }

    fn place(&self, cell: usize) -> Place<Few, Few> {
        let n = self.side();
        let houses = self.houses.of_cell(Cell::new(cell)).iter().map(|house| u32::from(*house) * n as u32);
        let segments = self.segments.of_cell(cell).iter().map(|segment| segment * n as u32);
        Place { row: cell / n, column: cell % n, houses: Few::of(houses), segments: Few::of(segments) }
    }

    fn segment_count(&self) -> usize {
        self.segments.len()
    }

    fn part_count(&self) -> usize {
        self.segments.part_count()
    }

    fn is_whole(&self, part: usize) -> bool {
        self.segments.is_whole(part)
    }

    fn parts(&self, segment: usize) -> impl Iterator<Item = usize> + use<> {
        let n = self.side();
        let parts = self.segments.parts(segment).into_iter().filter(|part| *part != NO_PART);
        parts.map(move |part| part as usize * n)
    }

    fn segments_of(&self, part: usize) -> impl Iterator<Item = usize> {
        self.of_parts.get(part).iter().map(|segment| *segment as usize)
    }

    fn house_across(&self, part: usize, segment: usize) -> usize {
        let is_of_line = self.segments.parts(segment)[0] as usize == part;
        self.segments.houses(segment)[usize::from(is_of_line)] as usize
    }
}
