//! From a canonical grid to others, by exchanging parts of two lines.
//!
//! Where two lines have the same digits in some of their cells, these parts of them can be exchanged. Graph theory calls
//! this a Kempe change; for Latin squares it is a cycle switch (Wanless, "Cycle switches in Latin squares", 2004).
//! There are three kinds of lines on a board:
//!
//! ```text
//!   two rows of a band            two columns of a stack       two digits: 1 and 2
//!
//!     1 2 . | 3 . . | . . .         likewise                     1 . . | 2 . . | . . .
//!     2 3 . | 1 . . | . . .                                      . . . | 1 . . | 2 . .
//!                                                                2 . . | . . . | 1 . .
//!     2 3 . | 1 . . | . . .
//!     1 2 . | 3 . . | . . .
//! ```
//!
//! All three are one operation on three views of the grid. Each view is a table of N lines with N entries each:
//!
//! ```text
//!   view       line      position    entry     switched with      two positions are linked if one line has in the
//!   Rows       row       column      digit     rows of the band   first what the other line has in the second: the
//!   Columns    column    row         digit     of the stack       same entry, or for digits the same box
//!   Digits     digit     row         column    any digit
//! ```
//!
//! (Rows of a band meet in the same boxes, so the boxes keep their digits.) Positions that are linked, directly or through
//! others, form a part. Parts can be exchanged independently; a coin decides for each. A switch does not change which
//! positions form a part, so it is as likely to be undone as to be made. Hence the walk has no preferences: in the long
//! run it visits every grid that it can reach equally often. Which grids it can reach is not known in general; see
//! [`Fill`](super::Fill).
//!
//! How many rounds are enough? Two lines have about ln N parts, so a switch adds about as many random bits. A round switches
//! 3N pairs, and a grid holds about N² ln N bits, so about N rounds are needed. On large boards all three kinds of lines
//! are needed: two digits nearly always form a single part there, while rows alone never change the digits that a column
//! has in a band.

use super::random::Random;
use crate::board::Shape;

/// What a line of the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    Rows,
    Columns,
    Digits,
}

/// A grid during its walk.
pub(super) struct Walk {
    shape: Shape,
    view: View,
    /// The grid in this view, line by line.
    table: Vec<u16>,
    /// Room for the next view.
    other: Vec<u16>,
    /// The first box of each row's band, and how many boxes of a band lie before each column.
    bands: Vec<u16>,
    stacks: Vec<u16>,
    /// For the first of two lines: the position of each entry, and the position in each box.
    places: Vec<u16>,
    in_boxes: Vec<u16>,
    /// For two digits: the positions to which each position is linked, by column and by box.
    links: Vec<(u16, u16)>,
    /// What becomes of each position.
    marks: Vec<u16>,
    /// Positions from which a part may continue.
    open: Vec<u16>,
}

impl Walk {
    /// Starts at the canonical grid: each row is the one above it, shifted by the width of a box, and by one more
    /// from band to band.
    pub(super) fn new(shape: Shape) -> Walk {
        let (n, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
        let digit = |row: usize, column: usize| (row % rows * columns + row / rows + column) % n;
        Walk {
            shape,
            view: View::Rows,
            table: (0..n).flat_map(|row| (0..n).map(move |column| digit(row, column) as u16)).collect(),
            other: vec![0; n * n],
            bands: (0..n).map(|row| (row / rows * rows) as u16).collect(),
            stacks: (0..n).map(|column| (column / columns) as u16).collect(),
            places: Vec::new(),
            in_boxes: Vec::new(),
            links: Vec::new(),
            marks: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Switches every row, every column and every digit with a random partner.
    pub(super) fn round(&mut self, random: &mut Random) {
        for chute in [self.shape.box_rows(), self.shape.box_columns(), self.shape.side()] {
            self.switch_all(chute, random);
            self.turn();
        }
    }

    /// The grid's digits from 0 on, row by row.
    pub(super) fn digits(&self) -> &[u16] {
        debug_assert_eq!(self.view, View::Rows, "a round ends where it began");
        &self.table
    }

    /// Switches every line with a random other line of its group of `chute` neighbours.
    fn switch_all(&mut self, chute: usize, random: &mut Random) {
        if chute < 2 {
            return;
        }
        for line in 0..self.shape.side() {
            let first = line / chute * chute;
            let partner = first + (line - first + 1 + random.below(chute - 1)) % chute;
            self.switch(line, partner, random);
        }
    }

    /// Exchanges some of the parts of two lines.
    fn switch(&mut self, one: usize, other: usize, random: &mut Random) {
        let n = self.shape.side();
        let lines = self.table.get_disjoint_mut([one * n..(one + 1) * n, other * n..(other + 1) * n]);
        let [a, b] = lines.expect("two lines of the table");
        self.places.resize(n, 0);
        a.iter().enumerate().for_each(|(position, entry)| self.places[usize::from(*entry)] = position as u16);
        self.marks.clear();
        self.marks.resize(n, UNKNOWN);
        if self.view == View::Digits {
            // Links through columns come first, then those through boxes, both in the order of positions.
            let box_of = |(row, column): (&u16, &u16)| usize::from(row + self.stacks[usize::from(*column)]);
            self.in_boxes.resize(n, 0);
            let boxes = self.bands.iter().zip(&*a).map(box_of);
            boxes.enumerate().for_each(|(position, number)| self.in_boxes[number] = position as u16);
            self.links.clear();
            let columns = b.iter().map(|entry| self.places[usize::from(*entry)]);
            let boxes = self.bands.iter().zip(&*b).map(|place| self.in_boxes[box_of(place)]);
            self.links.extend(columns.zip(boxes));
            mark_parts(&mut self.marks, &self.links, &mut self.open, random);
        } else {
            mark_cycles(&mut self.marks, |position| self.places[usize::from(b[position])], random);
        }
        // Without a branch, since a coin toss cannot be predicted.
        for ((a, b), mark) in a.iter_mut().zip(b).zip(&self.marks) {
            let change = (*a ^ *b) & mark;
            *a ^= change;
            *b ^= change;
        }
    }

    /// Changes to the next view: from rows to columns, from columns to digits, from digits to rows.
    fn turn(&mut self) {
        let n = self.shape.side();
        for (line, entries) in self.table.chunks_exact(n).enumerate() {
            for (position, entry) in entries.iter().enumerate() {
                let (line, entry) = (line as u16, usize::from(*entry));
                match self.view {
                    View::Rows => self.other[position * n + line as usize] = entry as u16,
                    View::Columns => self.other[entry * n + position] = line,
                    View::Digits => self.other[position * n + entry] = line,
                }
            }
        }
        std::mem::swap(&mut self.table, &mut self.other);
        self.view = match self.view {
            View::Rows => View::Columns,
            View::Columns => View::Digits,
            View::Digits => View::Rows,
        };
    }
}

/// What becomes of a position: undecided, it stays, or it is exchanged (a mask of all bits).
const UNKNOWN: u16 = 1;
const STAYS: u16 = 0;
const EXCHANGED: u16 = u16::MAX;

fn any_mark(random: &mut Random) -> u16 {
    if random.coin() { EXCHANGED } else { STAYS }
}

/// Decides what becomes of each cycle of positions.
fn mark_cycles(marks: &mut [u16], next: impl Fn(usize) -> u16, random: &mut Random) {
    for start in 0..marks.len() {
        if marks[start] != UNKNOWN {
            continue;
        }
        let (mark, mut position) = (any_mark(random), start);
        while marks[position] == UNKNOWN {
            marks[position] = mark;
            position = usize::from(next(position));
        }
    }
}

/// Decides what becomes of each part: positions that are linked in two ways. Either kind of link leads back to its start,
/// so following links in one direction meets all positions of a part.
fn mark_parts(marks: &mut [u16], links: &[(u16, u16)], open: &mut Vec<u16>, random: &mut Random) {
    for start in 0..marks.len() {
        if marks[start] != UNKNOWN {
            continue;
        }
        let mark = any_mark(random);
        open.push(start as u16);
        while let Some(position) = open.pop() {
            // Follow columns as far as they lead; boxes lead to the rest.
            let mut position = usize::from(position);
            while marks[position] == UNKNOWN {
                marks[position] = mark;
                let (column, in_box) = links[position];
                if marks[usize::from(in_box)] == UNKNOWN {
                    open.push(in_box);
                }
                position = usize::from(column);
            }
        }
    }
}
