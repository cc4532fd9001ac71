//! Cells that differ, and whose digits are one of a few sets.
//!
//! For each digit, a flag says whether one of the cells has it. A group states this: exactly one of the cells has the digit,
//! or the flag is false. A table of the sets says which flags can be true together. Learned clauses use the flags: "no 5 in
//! this cage" is one literal, whatever it follows from and whatever follows from it.

use super::{CellSets, Group, Mask, Model, Statement, Table, bits};

/// The largest number of sets in a table.
pub(super) const MOST_SETS: usize = 512;

/// The largest number of subsets that are tried.
const MOST_TRIED: u64 = 200_000;

impl Model {
    /// Adds the rule that the cells differ, and that their digits, sorted, are a set that `is_allowed` accepts.
    pub(in crate::variant) fn sets(&mut self, cells: &[usize], is_allowed: impl Fn(&[i64]) -> bool) {
        let low = self.lowest[cells[0]];
        self.sets_among(cells, |all| subsets(all, low, cells.len(), &is_allowed), &is_allowed);
    }

    /// The same for sets of consecutive digits, of which there are few, however many cells there are.
    pub(in crate::variant) fn consecutive(&mut self, cells: &[usize], is_allowed: impl Fn(&[i64]) -> bool) {
        let left_out = Mask::BITS - cells.len() as u32;
        let runs = |all: Mask| {
            let runs = (0..=left_out).map(|low| Mask::MAX >> left_out << low);
            Some(runs.filter(|run| run & !all == 0).collect())
        };
        self.sets_among(cells, runs, is_allowed);
    }

    /// Adds the rule that the cells differ, and that their digits have this sum.
    pub(super) fn sets_of_sum(&mut self, cells: &[usize], sum: i64) {
        let of_bits = sum - self.lowest[cells[0]] * cells.len() as i64;
        let sets = |all| {
            let mut sets = Vec::new();
            add_of_sum(all, cells.len() as i64, of_bits, 0, &mut sets);
            Some(sets)
        };
        self.sets_among(cells, sets, |digits| digits.iter().sum::<i64>() == sum);
    }

    /// The same for any sets: `sets` finds those among the values that are left; it gives `None` if there are too many.
    fn sets_among(
        &mut self,
        cells: &[usize],
        sets: impl FnOnce(Mask) -> Option<Vec<Mask>>,
        is_allowed: impl Fn(&[i64]) -> bool,
    ) {
        self.different(cells);
        if self.is_conditional {
            return self.sets_in_order(cells, is_allowed);
        }
        let all = cells.iter().fold(0, |all, cell| all | self.domains[*cell]);
        let Some(mut sets) = sets(all) else {
            return self.sets_in_order(cells, is_allowed);
        };
        self.keep_possible(cells, &mut sets);
        if sets.len() > MOST_SETS {
            return self.sets_in_order(cells, is_allowed);
        }
        if sets.is_empty() {
            return self.is_impossible = true;
        }
        let some = sets.iter().fold(0, |some, set| some | set);
        cells.iter().for_each(|cell| self.domains[*cell] &= some);
        self.sets.push(CellSets { cells: cells.to_vec(), sets });
    }

    /// Keeps only the sets of which each digit can be in some cell, and from which each cell can have some digit.
    fn keep_possible(&self, cells: &[usize], sets: &mut Vec<Mask>) {
        let all = cells.iter().fold(0, |all, cell| all | self.domains[*cell]);
        sets.retain(|set| set & !all == 0 && cells.iter().all(|cell| self.domains[*cell] & set != 0));
    }

    /// Adds, in a form to learn from, the rule that the cells have the digits of one of these sets; they are known to differ.
    pub(super) fn one_of_sets(&mut self, cells: &[usize], mut sets: Vec<Mask>) {
        // The cells may have lost digits since the sets were listed.
        self.keep_possible(cells, &mut sets);
        if sets.is_empty() {
            return self.is_impossible = true;
        }
        let some = sets.iter().fold(0, |some, set| some | set);
        let all = sets.iter().fold(some, |all, set| all & set);
        for bit in bits(all).map(|bit| bit as u8) {
            let members = cells.iter().map(|cell| Statement { variable: *cell as u32, bit, is: true }).collect();
            self.groups.push(Group { members, at_least: true, at_most: false });
        }
        if sets.len() == 1 {
            return;
        }
        let varying: Vec<u8> = bits(some & !all).map(|bit| bit as u8).collect();
        let Some(flags) = varying.iter().map(|bit| self.has(cells, *bit)).collect() else {
            return self.is_impossible = true;
        };
        let squeeze = |set: &Mask| {
            let bits = varying.iter().enumerate().filter(|(_, bit)| set >> **bit & 1 == 1);
            bits.fold(0, |set, (i, _)| set | 1 << i)
        };
        self.tables.push(Table { flags, sets: sets.iter().map(squeeze).collect() });
    }

    /// The statement that one of the cells, which differ, has a value; `None` if none can have it.
    pub(super) fn has(&mut self, cells: &[usize], bit: u8) -> Option<Statement> {
        let can = |cell: &usize| self.domains[*cell] >> bit & 1 == 1;
        let mut cells: Vec<usize> = cells.iter().copied().filter(can).collect();
        cells.sort_unstable();
        let statement = |cell: usize| Statement { variable: cell as u32, bit, is: true };
        match cells[..] {
            [] => return None,
            [only] => return Some(statement(only)),
            _ => {}
        }
        if let Some(known) = self.has.get(&(cells.clone(), bit)) {
            return Some(*known);
        }
        let flag = self.flag();
        let none = Statement { is: false, ..flag };
        let members = cells.iter().map(|cell| statement(*cell)).chain([none]).collect();
        self.groups.push(Group { members, at_least: true, at_most: true });
        self.has.insert((cells, bit), flag);
        Some(flag)
    }

    /// The same if there are too many sets to list: an automaton collects the digits cell by cell.
    fn sets_in_order(&mut self, cells: &[usize], is_allowed: impl Fn(&[i64]) -> bool) {
        let step = |set: &Vec<i64>, _: usize, digit: i64| {
            let place = set.binary_search(&digit).err()?;
            let mut set = set.clone();
            set.insert(place, digit);
            Some(set)
        };
        self.automaton(cells, Vec::new(), step, |set| is_allowed(set));
    }
}

/// The accepted subsets of this size; `None` if there are too many to try. Bit 0 stands for the lowest value.
pub(super) fn subsets(all: Mask, lowest: i64, size: usize, is_allowed: impl Fn(&[i64]) -> bool) -> Option<Vec<Mask>> {
    let bits: Vec<u32> = bits(all).collect();
    let Some(left_out) = bits.len().checked_sub(size) else { return Some(Vec::new()) };
    // There are as many subsets as sets of values left out; up to half of all bits, the running product only grows.
    let count =
        (0..size.min(left_out) as u64).fold(1, |count: u64, i| count.saturating_mul(bits.len() as u64 - i) / (i + 1));
    if count > MOST_TRIED {
        return None;
    }
    let mut sets = Vec::new();
    let mut add = |set, values: &[i64]| {
        if is_allowed(values) {
            sets.push(set);
        }
    };
    add_bits(&bits, size, 0, &mut Vec::with_capacity(size), lowest, &mut add);
    Some(sets)
}

/// Adds `count` of some bits to a set, in every way in which the numbers of these bits have this sum.
fn add_of_sum(some: Mask, count: i64, sum: i64, set: Mask, sets: &mut Vec<Mask>) {
    if count == 1 {
        if (0..i64::from(Mask::BITS)).contains(&sum) && some >> sum & 1 == 1 {
            sets.push(set | 1 << sum);
        }
        return;
    }
    let mut rest = some;
    while i64::from(rest.count_ones()) >= count {
        let bit = i64::from(rest.trailing_zeros());
        rest &= rest - 1;
        // The other bits are larger.
        if bit * count + count * (count - 1) / 2 > sum {
            return;
        }
        add_of_sum(rest, count - 1, sum - bit, set | 1 << bit, sets);
    }
}

/// Adds `count` of some bits to a set, in every way; `add` is called with each set and its values.
fn add_bits(
    some: &[u32],
    count: usize,
    set: Mask,
    values: &mut Vec<i64>,
    lowest: i64,
    add: &mut impl FnMut(Mask, &[i64]),
) {
    if count == 0 {
        return add(set, values);
    }
    for (place, bit) in some[..=some.len() - count].iter().enumerate() {
        values.push(lowest + i64::from(*bit));
        add_bits(&some[place + 1..], count - 1, set | 1 << bit, values, lowest, add);
        values.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::{add_of_sum, subsets};

    #[test]
    fn subsets_are_all_or_too_many() {
        let of = |bits: u32, size| subsets(u64::MAX >> (64 - bits), 1, size, |_| true).map(|sets| sets.len());
        assert_eq!([of(5, 1), of(5, 2), of(5, 5), of(5, 6), of(5, 7)].map(Option::unwrap), [5, 10, 1, 0, 0]);
        assert_eq!((of(64, 63), of(64, 64)), (Some(64), Some(1)));
        assert_eq!((of(64, 8), of(64, 32), of(64, 56)), (None, None, None));
        let of_sum = |sum| subsets(0b1011, 1, 2, |set| set.iter().sum::<i64>() == sum);
        assert_eq!((of_sum(3), of_sum(5), of_sum(7)), (Some(vec![0b11]), Some(vec![0b1001]), Some(vec![])));
    }

    /// They come in the same order as when all subsets are tried.
    #[test]
    fn sets_of_a_sum() {
        for (all, size) in [(0b1_1111_1111, 1), (0b1_1111_1111, 3), (0b1_0110_1101, 4), (0b11, 2), (0b101, 3)] {
            for sum in -1..40 {
                let mut sets = Vec::new();
                add_of_sum(all, size as i64, sum, 0, &mut sets);
                assert_eq!(
                    Some(sets),
                    subsets(all, 0, size, |set| set.iter().sum::<i64>() == sum),
                    "{all} {size} {sum}"
                );
            }
        }
    }
}
