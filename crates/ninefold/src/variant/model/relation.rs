//! Which values two variables can have together.

use super::Mask;
use std::collections::HashMap;
use std::sync::Arc;

/// A relation between the values of two variables, as bits.
///
/// `allowed(values of one)` gives the values that the other can still have: the union of the rows of these values. The
/// unions of any rows among five are computed beforehand, so that nine digits need two look-ups and next to no set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::variant) struct Relation {
    forward: Table,
    backward: Table,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Table {
    /// Per value: the values that it goes with.
    rows: Vec<Mask>,
    /// For each part of a mask, the unions of the rows that it selects.
    unions: Vec<Mask>,
}

/// The number of bits in a part of a mask, and of unions for each part.
const PART: usize = 5;
const UNIONS: usize = 1 << PART;

impl Table {
    fn new(rows: Vec<Mask>) -> Table {
        let mut unions = Vec::with_capacity(rows.len().div_ceil(PART) * UNIONS);
        for rows in rows.chunks(PART) {
            let first = unions.len();
            unions.push(0);
            for part in 1..UNIONS {
                let lowest = rows.get(part.trailing_zeros() as usize).copied().unwrap_or(0);
                unions.push(unions[first + (part & (part - 1))] | lowest);
            }
        }
        Table { rows, unions }
    }

    #[inline]
    fn union(&self, values: Mask) -> Mask {
        let mut rest = values;
        let mut union = 0;
        for part in self.unions.chunks_exact(UNIONS) {
            union |= part[rest as usize % UNIONS];
            rest >>= PART;
            if rest == 0 {
                break;
            }
        }
        union
    }
}

impl Relation {
    fn new(forward: Vec<Mask>, others: usize) -> Relation {
        let backward = (0..others).map(|other| {
            let goes = forward.iter().enumerate().filter(|(_, row)| *row >> other & 1 == 1);
            goes.fold(0, |row, (one, _)| row | 1 << one)
        });
        Relation { backward: Table::new(backward.collect()), forward: Table::new(forward) }
    }

    fn table(&self, is_forward: bool) -> &Table {
        if is_forward { &self.forward } else { &self.backward }
    }

    /// The values that the second variable can have if the first has one of these; the other way round if not forward.
    #[inline]
    pub(in crate::variant) fn allowed(&self, is_forward: bool, values: Mask) -> Mask {
        self.table(is_forward).union(values)
    }

    /// The values of the first variable that go with one of the second; the other way round if not forward.
    #[inline]
    pub(in crate::variant) fn support(&self, is_forward: bool, bit: u8) -> Mask {
        self.table(!is_forward).rows[bit as usize]
    }
}

/// The relations so far: most puzzles have a few, each used many times.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(HashMap<(Vec<Mask>, usize), Arc<Relation>>);

impl Known {
    /// The relation with these rows, for a second variable with this many values.
    pub(super) fn of(&mut self, rows: Vec<Mask>, others: usize) -> Arc<Relation> {
        let relation = self
            .0
            .entry((rows, others))
            .or_insert_with_key(|(rows, others)| Arc::new(Relation::new(rows.clone(), *others)));
        Arc::clone(relation)
    }
}
