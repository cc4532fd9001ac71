//! Sets of nodes as rows of bits, and the links of a position as such rows.

use super::super::super::nine::{digits, houses_of};
use super::graph::{Graph, Kind, on};

/// A set of nodes.
pub(super) type Row<const W: usize> = [u64; W];

#[inline]
pub(super) fn insert<const W: usize>(row: &mut Row<W>, number: usize) {
    row[number / 64] |= 1 << (number % 64);
}

#[inline]
fn remove<const W: usize>(row: &mut Row<W>, number: usize) {
    row[number / 64] &= !(1 << (number % 64));
}

#[inline]
pub(super) fn both<const W: usize>(a: &Row<W>, b: &Row<W>) -> Row<W> {
    std::array::from_fn(|at| a[at] & b[at])
}

#[inline]
pub(super) fn without<const W: usize>(a: &Row<W>, b: &Row<W>) -> Row<W> {
    std::array::from_fn(|at| a[at] & !b[at])
}

#[inline]
pub(super) fn join<const W: usize>(row: &mut Row<W>, more: &Row<W>) {
    (0..W).for_each(|at| row[at] |= more[at]);
}

#[inline]
pub(super) fn is_empty<const W: usize>(row: &Row<W>) -> bool {
    row.iter().fold(0, |all, word| all | word) == 0
}

/// The numbers in ascending order.
#[inline]
pub(super) fn each<const W: usize>(row: &Row<W>, mut what: impl FnMut(usize)) {
    for (at, word) in row.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            what(64 * at + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// The links between candidates and groups.
pub(super) struct Rows<const W: usize> {
    /// For each node: the nodes that go off when it comes on.
    pub(super) weak: Vec<Row<W>>,
    /// The nodes that turn another node on when they go off.
    pub(super) has_strong: Row<W>,
    /// Per cell: its candidates.
    pub(super) of_cell: Vec<Row<W>>,
    /// Per house and digit: the candidates.
    of_place: Vec<[Row<W>; 9]>,
    /// For each node: where in `strong` the nodes that come on when it goes off start.
    starts: Vec<u32>,
    strong: Vec<u16>,
}

impl<const W: usize> Rows<W> {
    pub(super) fn new(graph: &Graph<'_>) -> Rows<W> {
        let nodes = graph.nodes.len();
        let mut of_cell = vec![[0; W]; 81];
        let mut of_place = vec![[[0; W]; 9]; 27];
        for number in 0..graph.candidates {
            let (cell, digit) = (graph.cell(on(number)), graph.nodes[number].digit);
            insert(&mut of_cell[cell], number);
            houses_of(cell).into_iter().for_each(|house| insert(&mut of_place[house][digit], number));
        }
        let mut rows = Rows {
            weak: Vec::with_capacity(nodes),
            has_strong: [0; W],
            of_cell,
            of_place,
            starts: Vec::with_capacity(nodes + 1),
            strong: Vec::with_capacity(2 * nodes),
        };
        for number in 0..graph.candidates {
            let (cell, digit) = (graph.cell(on(number)), graph.nodes[number].digit);
            let mut weak = rows.of_cell[cell];
            houses_of(cell).into_iter().for_each(|house| join(&mut weak, &rows.of_place[house][digit]));
            remove(&mut weak, number);
            rows.weak.push(weak);
        }
        // The groups that a candidate turns on, in order of the candidates.
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for group in graph.candidates..nodes {
            let digit = graph.nodes[group].digit;
            let mut weak = [0; W];
            graph.neighbours(group).for_each(|other| insert(&mut weak, other));
            for (house, rest) in graph.besides(group) {
                join(&mut weak, &rows.of_place[house][digit]);
                groups.extend(rest.single().map(|cell| (graph.number(cell, digit), group)));
            }
            for cell in graph.nodes[group].cells.iter() {
                remove(&mut weak, graph.number(cell, digit));
            }
            each(&weak, |number| {
                if number < graph.candidates {
                    insert(&mut rows.weak[number], group);
                }
            });
            rows.weak.push(weak);
        }
        groups.sort_unstable();
        let mut groups = groups.into_iter().peekable();
        for number in 0..nodes {
            let start = rows.strong.len();
            rows.starts.push(start as u32);
            if number < graph.candidates {
                rows.strong.extend(graph.forced_by_candidate(number).map(|forced| forced as u16));
                while let Some((_, group)) = groups.next_if(|(candidate, _)| *candidate == number) {
                    rows.strong.push(group as u16);
                }
            } else {
                rows.strong.extend(graph.forced_by_group(number).map(|forced| forced as u16));
            }
            if rows.strong.len() > start {
                insert(&mut rows.has_strong, number);
            }
        }
        rows.starts.push(rows.strong.len() as u32);
        rows
    }

    /// What comes on when a node goes off.
    #[inline]
    pub(super) fn strong(&self, number: usize) -> &[u16] {
        &self.strong[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The candidates of a digit.
    pub(super) fn of_digit(&self, digit: usize) -> Row<W> {
        (0..9).fold([0; W], |mut all, row| {
            join(&mut all, &self.of_place[row][digit]);
            all
        })
    }

    /// Visits the nodes of a set that go off because of a node, in the order of the links in
    /// [`Graph`](super::graph::Graph): for a candidate its cell, its row, its column, its box, then groups.
    pub(super) fn each_in_order(&self, graph: &Graph<'_>, number: usize, new: Row<W>, mut what: impl FnMut(usize)) {
        let mut new = new;
        if graph.nodes[number].kind == Kind::Candidate {
            let (cell, digit) = (graph.cell(on(number)), graph.nodes[number].digit);
            let [row, column, _] = houses_of(cell);
            for first in [&self.of_cell[cell], &self.of_place[row][digit], &self.of_place[column][digit]] {
                each(&both(&new, first), &mut what);
                new = without(&new, first);
            }
        }
        each(&new, what);
    }

    /// The candidates of the cells that have a digit.
    pub(super) fn beside(&self, graph: &Graph<'_>, digit: usize) -> Row<W> {
        graph.nine.cells[digit].iter().fold([0; W], |mut all, cell| {
            join(&mut all, &self.of_cell[cell]);
            all
        })
    }

    /// The candidates that a chain from this one can end at: of the same digit, or of another digit of its cell, in cells
    /// that have its digit. Whether the cells see each other is not checked.
    pub(super) fn ends(
        &self,
        graph: &Graph<'_>,
        number: usize,
        of_digit: &[Row<W>; 9],
        beside: &[Row<W>; 9],
    ) -> Row<W> {
        let (cell, digit) = (graph.cell(on(number)), graph.nodes[number].digit);
        let mut others = [0; W];
        for other in digits(graph.nine.candidates[cell] & !(1 << digit)) {
            join(&mut others, &of_digit[other]);
        }
        let mut ends = both(&others, &beside[digit]);
        join(&mut ends, &of_digit[digit]);
        ends
    }
}
