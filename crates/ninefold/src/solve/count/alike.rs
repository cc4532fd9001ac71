//! Digits, rows and columns that the candidates do not distinguish: exchanging them does not change the number of solutions.

use super::partitions::ORDERS;

/// The candidates of a 9x9 board, row by row; bit 0 is digit 1.
pub(super) type Board = [[u16; 9]; 9];

/// Digits in groups: the digits of a group are candidates of the same cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Groups(Vec<Vec<u8>>);

impl Groups {
    /// The groups of digits that these cells do not distinguish.
    pub(super) fn of<'a>(cells: impl IntoIterator<Item = &'a u16>) -> Groups {
        // For each digit, the digits that have been distinguished from it.
        let mut apart = [0_u16; 9];
        for cell in cells {
            for (digit, apart) in apart.iter_mut().enumerate() {
                *apart |= if cell >> digit & 1 == 1 { !cell } else { *cell };
            }
        }
        Groups::by(&[(0..9).collect()], |one, other| apart[usize::from(one)] >> other & 1 == 0)
    }

    /// The groups divided further, so that all digits of a group have the same mark.
    pub(super) fn refined(&self, marks: &[u8; 9]) -> Groups {
        Groups::by(&self.0, |one, other| marks[usize::from(one)] == marks[usize::from(other)])
    }

    fn by(groups: &[Vec<u8>], is_alike: impl Fn(u8, u8) -> bool) -> Groups {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for group in groups {
            let begin = parts.len();
            for digit in group {
                match parts[begin..].iter_mut().find(|part| is_alike(part[0], *digit)) {
                    Some(part) => part.push(*digit),
                    None => parts.push(vec![*digit]),
                }
            }
        }
        Groups(parts)
    }

    /// The number of digits of each group.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(Vec::len)
    }

    /// The marks of the digits, with those of each group in ascending order; and where each digit went.
    pub(super) fn sorted(&self, marks: &[u8; 9]) -> ([u8; 9], [u8; 9]) {
        let (mut sorted, mut to) = (*marks, [0; 9]);
        for group in &self.0 {
            let mut order: [u8; 9] = [0; 9];
            let order = &mut order[..group.len()];
            order.copy_from_slice(group);
            order.sort_by_key(|digit| marks[usize::from(*digit)]);
            for (from, at) in order.iter().zip(group) {
                to[usize::from(*from)] = *at;
                sorted[usize::from(*at)] = marks[usize::from(*from)];
            }
        }
        (sorted, to)
    }

    /// Whether the marks of each group are in ascending order.
    pub(super) fn are_sorted(&self, marks: &[u8; 9]) -> bool {
        self.0.iter().all(|group| group.is_sorted_by_key(|digit| marks[usize::from(*digit)]))
    }

    /// In how many ways the marks can be distributed among the digits of their groups.
    pub(super) fn arrangements(&self, marks: &[u8; 9]) -> u64 {
        let mut ways = 1;
        for group in &self.0 {
            let mut of_mark = [0; 9];
            for (place, digit) in group.iter().enumerate() {
                let equal = &mut of_mark[usize::from(marks[usize::from(*digit)])];
                *equal += 1;
                // A product of binomials; every intermediate result is a whole number.
                ways = ways * (place as u64 + 1) / *equal;
            }
        }
        ways
    }
}

/// The indices of the [`ORDERS`] of three rows or columns that leave the lines as they are.
pub(super) fn orders_of_alike<T: PartialEq>(lines: &[T; 3]) -> Vec<usize> {
    let keeps = |order: &[u8; 3]| (0..3).all(|line| lines[line] == lines[usize::from(order[line])]);
    (0..6).filter(|number| keeps(&ORDERS[*number])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_alike_until_a_cell_tells_them_apart() {
        let groups = Groups::of(&[0x1ff, 0b000_001_110, 0b000_000_110]);
        assert_eq!(groups.0, [vec![0, 4, 5, 6, 7, 8], vec![1, 2], vec![3]]);
        let marks = [2, 1, 0, 5, 1, 2, 1, 0, 0];
        assert_eq!(groups.refined(&marks).0, [vec![0, 5], vec![4, 6], vec![7, 8], vec![1], vec![2], vec![3]]);
        let (sorted, to) = groups.sorted(&marks);
        assert_eq!(sorted, [0, 0, 1, 5, 0, 1, 1, 2, 2]);
        assert!(groups.are_sorted(&sorted) && !groups.are_sorted(&marks));
        for digit in 0..9 {
            assert_eq!(sorted[usize::from(to[digit])], marks[digit]);
        }
        assert_eq!(groups.arrangements(&marks), 6 * 5 * 4 * 3 / 4 * 2);
    }

    #[test]
    fn equal_lines_may_be_exchanged() {
        assert_eq!(orders_of_alike(&[1, 1, 1]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(orders_of_alike(&[1, 2, 2]), [0, 1]);
        assert_eq!(orders_of_alike(&[1, 2, 1]), [0, 5]);
        assert_eq!(orders_of_alike(&[1, 2, 3]), [0]);
    }
}
