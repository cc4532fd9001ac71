//! How the nine digits of a box are distributed over its three columns.
//!
//! Which digits are in which column, whatever their rows, is an ordered *partition* of the digits into three sets of three;
//! there are 9!/(3!)^3 = 1680. Written as the column of each digit, a partition is a number of nine digits in base 3, its code:
//!
//! ```text
//!    1 7 3
//!    5 2 4      digit    1 2 3 4 5 6 7 8 9
//!    6 8 9      column   0 1 2 2 0 0 1 1 2
//! ```
//!
//! The partitions of the three boxes of a stack, from top to bottom, are *compatible* if every digit is in three different
//! columns. A partition has 56 *partners*: pairs of partitions that are compatible with it (any two of three compatible ones
//! determine the third). So a stack has 1680 * 56 = 94080 compatible triples. The same holds for rows and bands, with the three
//! boxes side by side.

use std::sync::LazyLock;

/// The number of partitions.
pub(super) const PARTITIONS: usize = 1680;

/// The number of pairs that are compatible with a partition.
const PARTNERS: usize = 56;

/// In place of a partition, or of its line: none.
pub(super) const NONE: u16 = u16::MAX;

/// The permutations of three rows or columns, the identity first.
pub(super) const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

const POWERS: [u16; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/// All partitions, in the order of their codes.
pub(super) struct Partitions {
    /// The column of each digit.
    columns: Vec<[u8; 9]>,
    /// The index of the partition with each code.
    numbers: Vec<u16>,
    /// The images of each partition when its columns are permuted in each of the [`ORDERS`].
    permuted: Vec<[u16; 6]>,
    partners: Vec<[(u16, u16); PARTNERS]>,
}

pub(super) static ALL: LazyLock<Partitions> = LazyLock::new(Partitions::new);

impl Partitions {
    fn new() -> Partitions {
        let mut columns = Vec::with_capacity(PARTITIONS);
        let mut numbers = vec![NONE; 19683];
        for code in 0..19683_u16 {
            let digits: [u8; 9] = std::array::from_fn(|digit| (code / POWERS[digit] % 3) as u8);
            if (0..3).all(|column| digits.iter().filter(|c| **c == column).count() == 3) {
                numbers[usize::from(code)] = columns.len() as u16;
                columns.push(digits);
            }
        }
        let number_of = |digits: &[u8; 9]| numbers[usize::from(code(digits))];
        let permuted = columns
            .iter()
            .map(|digits| ORDERS.map(|order| number_of(&digits.map(|column| order[usize::from(column)]))));
        let permuted = permuted.collect();
        // The partners of one partition; those of the others are the same with other digits.
        let first = columns[0];
        let seconds = columns.iter().filter(|second| (0..9).all(|digit| second[digit] != first[digit]));
        let pairs: Vec<([u8; 9], [u8; 9])> = seconds
            .filter_map(|second| {
                let third = std::array::from_fn(|digit| 3 - first[digit] - second[digit]);
                (number_of(&third) != NONE).then_some((*second, third))
            })
            .collect();
        assert_eq!((columns.len(), pairs.len()), (PARTITIONS, PARTNERS));
        let partners = columns.iter().map(|digits| {
            let to = matching(&first, digits);
            let number = |pair: &[u8; 9]| numbers[usize::from(code_relabelled(pair, &to))];
            std::array::from_fn(|pair| (number(&pairs[pair].0), number(&pairs[pair].1)))
        });
        let partners = partners.collect();
        Partitions { columns, numbers, permuted, partners }
    }

    /// The column of each digit.
    pub(super) fn columns(&self, partition: usize) -> &[u8; 9] {
        &self.columns[partition]
    }

    /// The partition with these columns.
    pub(super) fn number(&self, columns: &[u8; 9]) -> u16 {
        self.numbers[usize::from(code(columns))]
    }

    /// The partition in which digit `to[d]` is where `d` was.
    pub(super) fn relabelled(&self, partition: usize, to: &[u8; 9]) -> u16 {
        self.numbers[usize::from(code_relabelled(&self.columns[partition], to))]
    }

    /// The partition with its columns in another order.
    pub(super) fn permuted(&self, partition: usize, order: usize) -> u16 {
        self.permuted[partition][order]
    }

    /// The first of all partitions into which these orders of the columns turn a partition.
    pub(super) fn normal(&self, partition: usize, orders: &[usize]) -> u16 {
        orders.iter().map(|order| self.permuted[partition][*order]).min().expect("the identity is one of them")
    }

    /// The pairs that are compatible with a partition.
    pub(super) fn partners(&self, partition: usize) -> &[(u16, u16); PARTNERS] {
        &self.partners[partition]
    }
}

fn code(columns: &[u8; 9]) -> u16 {
    columns.iter().zip(POWERS).map(|(column, power)| u16::from(*column) * power).sum()
}

fn code_relabelled(columns: &[u8; 9], to: &[u8; 9]) -> u16 {
    columns.iter().zip(to).map(|(column, digit)| u16::from(*column) * POWERS[usize::from(*digit)]).sum()
}

/// A relabelling that turns the first partition into the second.
fn matching(from: &[u8; 9], to: &[u8; 9]) -> [u8; 9] {
    let mut taken = [false; 9];
    from.map(|column| {
        let digit = (0..9).find(|digit| !taken[*digit] && to[*digit] == column).expect("three digits a column");
        taken[digit] = true;
        digit as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_are_compatible_and_all_different() {
        for partition in 0..PARTITIONS {
            let mut pairs = ALL.partners(partition).to_vec();
            for (second, third) in &pairs {
                for digit in 0..9 {
                    let columns = [partition, usize::from(*second), usize::from(*third)]
                        .map(|number| 1 << ALL.columns(number)[digit]);
                    assert_eq!(columns.iter().sum::<u32>(), 0b111);
                }
            }
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!(pairs.len(), PARTNERS);
        }
    }

    #[test]
    fn permuting_and_relabelling_are_what_they_say() {
        let to = [3, 1, 4, 0, 5, 8, 2, 6, 7];
        for partition in (0..PARTITIONS).step_by(7) {
            let columns = ALL.columns(partition);
            assert_eq!(ALL.number(columns), partition as u16);
            let relabelled = ALL.columns(usize::from(ALL.relabelled(partition, &to)));
            for digit in 0..9 {
                assert_eq!(relabelled[usize::from(to[digit])], columns[digit]);
                for (number, order) in ORDERS.iter().enumerate() {
                    let permuted = ALL.columns(usize::from(ALL.permuted(partition, number)));
                    assert_eq!(permuted[digit], order[usize::from(columns[digit])]);
                }
            }
            assert_eq!(ALL.normal(partition, &[0]), partition as u16);
        }
    }
}
