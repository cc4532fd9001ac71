//! Cells that differ, and whose digits are one of a few sets.
//!
//! A further variable says which of the sets it is. Then, for each digit, exactly one of these is true: one of the cells
//! has it, or the set is one without it. Nothing else is needed: that the cells see which sets are left, and the sets which
//! digits, follows from groups, and what is learned can speak of sets.

use super::{Group, Mask, Model};

/// The most sets that a variable can have as values.
const MOST_SETS: usize = 64;

/// The most subsets that are gone through.
const MOST_TRIED: u64 = 200_000;

impl Model {
    /// The cells differ, and their digits, sorted, are a set that `is_allowed` accepts.
    pub(in crate::variant) fn sets(&mut self, cells: &[usize], is_allowed: impl Fn(&[i64]) -> bool) {
        self.different(cells);
        let low = self.lowest[cells[0]];
        let all = cells.iter().fold(0, |all, cell| all | self.domains[*cell]);
        let Some(sets) = subsets(all, cells.len(), |set| {
            is_allowed(&set.iter().map(|bit| low + i64::from(*bit)).collect::<Vec<_>>())
        }) else {
            return self.sets_in_order(cells, is_allowed);
        };
        let fits = |set: &Mask| cells.iter().all(|cell| self.domains[*cell] & set != 0);
        let sets: Vec<Mask> = sets.into_iter().filter(fits).collect();
        if sets.len() > MOST_SETS {
            return self.sets_in_order(cells, is_allowed);
        }
        self.one_of_sets(cells, &sets);
    }

    /// The cells differ and have the digits of one of these sets.
    fn one_of_sets(&mut self, cells: &[usize], sets: &[Mask]) {
        if sets.is_empty() {
            return self.is_impossible = true;
        }
        let some = sets.iter().fold(0, |some, set| some | set);
        cells.iter().for_each(|cell| self.domains[*cell] &= some);
        let choice = (sets.len() > 1).then(|| self.further(0, sets.len()));
        let mut rest = some;
        while rest != 0 {
            let bit = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let mut members: Vec<(u32, u8)> = cells.iter().map(|cell| (*cell as u32, bit)).collect();
            if let Some(choice) = choice {
                let without = (0..sets.len()).filter(|set| sets[*set] >> bit & 1 == 0);
                members.extend(without.map(|set| (choice, set as u8)));
            }
            self.groups.push(Group { members, at_least: true, at_most: choice.is_some() });
        }
        if let Some(choice) = choice {
            for cell in cells {
                self.relate(choice, *cell as u32, sets.to_vec());
            }
        }
    }

    /// The same for so many sets that they are no values: the digits are gathered cell by cell.
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

/// The subsets of so many bits that are accepted; `None` if there are too many to go through.
fn subsets(all: Mask, size: usize, is_allowed: impl Fn(&[u8]) -> bool) -> Option<Vec<Mask>> {
    let bits: Vec<u8> = (0..64).filter(|bit| all >> bit & 1 == 1).collect();
    let count = (0..size as u64)
        .try_fold(1u64, |count, i| Some(count.checked_mul((bits.len() as u64).checked_sub(i)?)? / (i + 1)));
    match count {
        None => return Some(Vec::new()),
        Some(count) if count > MOST_TRIED => return None,
        Some(_) => {}
    }
    let mut sets = Vec::new();
    let mut places: Vec<usize> = (0..size).collect();
    let mut set = vec![0; size];
    loop {
        places.iter().zip(&mut set).for_each(|(place, bit)| *bit = bits[*place]);
        if is_allowed(&set) {
            sets.push(set.iter().fold(0, |mask, bit| mask | 1 << bit));
        }
        let Some(i) = (0..size).rev().find(|i| places[*i] < bits.len() - size + i) else { return Some(sets) };
        places[i] += 1;
        (i + 1..size).for_each(|later| places[later] = places[later - 1] + 1);
    }
}
