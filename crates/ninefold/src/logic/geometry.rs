//! Which cells see which, for positions of any size.

use crate::board::{Cell, House, Houses, Shape};
use std::sync::{Arc, LazyLock};

/// The houses of a board, and which cells see which. The N rows come first, then the N columns, then all other houses.
#[derive(Debug)]
pub(super) struct Geometry {
    pub(super) houses: Arc<Houses>,
    /// The peers of all cells, each cell's in ascending order, and where each cell's peers begin; none on boards on which they
    /// would take much space.
    peers: Vec<Peer>,
    starts: Vec<u32>,
    /// Houses, each with a place in it.
    places: Vec<(u16, u16)>,
    /// The most cells that a row or column and another house have in common.
    pub(super) most_shared: usize,
}

/// A cell that sees another one. Those of its houses that do not contain the other one are part of [`Geometry::places`].
#[derive(Debug)]
struct Peer {
    cell: u32,
    first: u32,
    end: u32,
}

impl Geometry {
    pub(super) fn new(houses: Arc<Houses>) -> Geometry {
        let is_line = |i: usize| matches!(houses.kind(i), House::Row(_) | House::Column(_)) && houses.is_full(i);
        assert!((0..2 * houses.side()).all(is_line), "rows and columns come first");
        let most_shared = most_shared(&houses);
        let mut geometry = Geometry { houses, peers: Vec::new(), starts: vec![0], places: Vec::new(), most_shared };
        if geometry.houses.side() <= 16 {
            (0..geometry.houses.cell_count()).for_each(|cell| geometry.add_peers(Cell::new(cell)));
        }
        geometry
    }

    fn add_peers(&mut self, cell: Cell) {
        let mut peers: Vec<Cell> = self.houses.peers(cell).collect();
        peers.sort_unstable();
        for peer in peers {
            let first = self.places.len() as u32;
            let of_peer = self.houses.of_cell(peer).iter().copied().zip(self.houses.places_of(peer).iter().copied());
            self.places.extend(of_peer.filter(|(house, _)| !self.houses.of_cell(cell).contains(house)));
            self.peers.push(Peer { cell: peer.index() as u32, first, end: self.places.len() as u32 });
        }
        self.starts.push(self.peers.len() as u32);
    }

    /// The peers of a cell, each with its houses that do not contain the cell and its places there; `None` if they
    /// are not kept.
    #[inline]
    pub(super) fn peers(&self, cell: usize) -> Option<impl Iterator<Item = (usize, &[(u16, u16)])>> {
        let [first, end] = self.starts.get(cell..cell + 2)? else { return None };
        let peers = &self.peers[*first as usize..*end as usize];
        Some(peers.iter().map(|peer| (peer.cell as usize, &self.places[peer.first as usize..peer.end as usize])))
    }

    /// The geometry of a shape; that of 9x9 boards is made only once.
    pub(super) fn of(shape: Shape) -> Arc<Geometry> {
        static NINE: LazyLock<Arc<Geometry>> = LazyLock::new(|| Arc::new(Geometry::new(Houses::of(Shape::NINE))));
        if shape.is_classic_nine() { Arc::clone(&NINE) } else { Arc::new(Geometry::new(Houses::of(shape))) }
    }
}

fn most_shared(houses: &Houses) -> usize {
    let lines = 2 * houses.side();
    let shared = |region: usize| {
        let mut counts = vec![0; lines];
        let of_cells = houses.cells(region).iter().flat_map(|cell| houses.of_cell(*cell));
        of_cells.map(|house| usize::from(*house)).filter(|house| *house < lines).for_each(|line| counts[line] += 1);
        counts.into_iter().max().unwrap_or(0)
    };
    (lines..houses.len()).map(shared).max().unwrap_or(0)
}
