//! Sums of variables with factors.

use super::{Mask, Model};

/// Factors times variables make a total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::variant) struct Sum {
    /// Each variable once, with its factor, which is not 0.
    pub(in crate::variant) terms: Vec<(i64, u32)>,
    /// The total of factors times bits, not values.
    pub(in crate::variant) total: i64,
}

impl Model {
    /// The sum of these factors times variables is the total.
    pub(in crate::variant) fn sum(&mut self, terms: &[(i64, usize)], total: i64) {
        let mut factors: Vec<(i64, u32)> = Vec::new();
        for (factor, variable) in terms {
            match factors.iter_mut().find(|(_, known)| *known == *variable as u32) {
                Some((known, _)) => *known += factor,
                None => factors.push((*factor, *variable as u32)),
            }
        }
        factors.retain(|(factor, _)| *factor != 0);
        let at_lowest: i64 = factors.iter().map(|(factor, variable)| factor * self.lowest[*variable as usize]).sum();
        let total = total - at_lowest;
        match factors[..] {
            [] => self.is_impossible |= total != 0,
            [(factor, variable)] => {
                let fits = |bit: i64| factor * bit == total;
                let mask = (0..64).filter(|bit| fits(*bit)).fold(0, |mask: Mask, bit| mask | 1 << bit);
                self.domains[variable as usize] &= mask;
            }
            [(a, one), (b, other)] => {
                let bits = |variable: u32| i64::from(self.widths[variable as usize]);
                let (ones, others) = (bits(one), bits(other));
                let row = |x: i64| (0..others).filter(|y| a * x + b * y == total).fold(0, |row: Mask, y| row | 1 << y);
                let rows = (0..ones).map(row).collect();
                self.relate(one, other, rows);
            }
            _ => self.sums.push(Sum { terms: factors, total }),
        }
    }

    /// The cells differ, and their sum is known.
    pub(in crate::variant) fn cage(&mut self, cells: &[usize], sum: i64) {
        self.cages.push((cells.to_vec(), sum));
        self.virtual_cage(cells, sum);
    }

    /// The same of cells whose sum follows from others.
    pub(super) fn virtual_cage(&mut self, cells: &[usize], sum: i64) {
        if self.digits <= 10 {
            return self.sets(cells, |digits| digits.iter().sum::<i64>() == sum);
        }
        self.different(cells);
        let terms: Vec<_> = cells.iter().map(|cell| (1, *cell)).collect();
        self.sum(&terms, sum);
    }
}
