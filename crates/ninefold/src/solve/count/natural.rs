//! Natural numbers of any size, as far as counting needs them.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign};

/// A natural number of any size, as [`count_all`](crate::solve::count_all) returns it.
///
/// ```
/// use ninefold::solve::Natural;
///
/// let grids: Natural = (1..=40_u32).map(Natural::from).product();
/// assert_eq!(grids.to_string(), "815915283247897734345611269596115894272000000000");
/// assert!(grids > Natural::from(u128::MAX) && u128::try_from(&grids).is_err());
/// assert_eq!(u64::try_from(&Natural::from(7_u32)), Ok(7));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Natural {
    /// Words of 32 bits, the lowest first; the last is not zero.
    words: Vec<u32>,
}

impl Natural {
    /// The number 0.
    pub const ZERO: Natural = Natural { words: Vec::new() };

    /// Returns whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// Divides by a small number and returns the remainder.
    fn divide(&mut self, by: u32) -> u32 {
        let mut rest = 0;
        for word in self.words.iter_mut().rev() {
            let part = u64::from(rest) << 32 | u64::from(*word);
            // The quotient of each step fits, because the remainder is smaller than the divisor.
            (*word, rest) = ((part / u64::from(by)) as u32, (part % u64::from(by)) as u32);
        }
        self.trim();
        rest
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Natural {
        let mut natural = Natural { words: (0..4).map(|word| (number >> (32 * word)) as u32).collect() };
        natural.trim();
        natural
    }
}

impl From<u64> for Natural {
    fn from(number: u64) -> Natural {
        Natural::from(u128::from(number))
    }
}

impl From<u32> for Natural {
    fn from(number: u32) -> Natural {
        Natural::from(u128::from(number))
    }
}

/// The error for a [`Natural`] that is too large for the wanted type; it does not contain the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NaturalTooLarge;

impl fmt::Display for NaturalTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number is too large for its type")
    }
}

impl std::error::Error for NaturalTooLarge {}

impl TryFrom<&Natural> for u128 {
    type Error = NaturalTooLarge;

    fn try_from(natural: &Natural) -> Result<u128, NaturalTooLarge> {
        if natural.words.len() > 4 {
            return Err(NaturalTooLarge);
        }
        Ok(natural.words.iter().rev().fold(0, |number, word| number << 32 | u128::from(*word)))
    }
}

impl TryFrom<&Natural> for u64 {
    type Error = NaturalTooLarge;

    fn try_from(natural: &Natural) -> Result<u64, NaturalTooLarge> {
        u128::try_from(natural)?.try_into().map_err(|_| NaturalTooLarge)
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Natural) -> std::cmp::Ordering {
        let by_length = self.words.len().cmp(&other.words.len());
        by_length.then_with(|| self.words.iter().rev().cmp(other.words.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Natural) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl AddAssign<&Natural> for Natural {
    fn add_assign(&mut self, other: &Natural) {
        let length = self.words.len().max(other.words.len()) + 1;
        self.words.resize(length, 0);
        let mut carry = 0;
        for (at, word) in self.words.iter_mut().enumerate() {
            let sum = u64::from(*word) + u64::from(other.words.get(at).copied().unwrap_or(0)) + carry;
            (*word, carry) = (sum as u32, sum >> 32);
        }
        self.trim();
    }
}

impl AddAssign for Natural {
    fn add_assign(&mut self, other: Natural) {
        *self += &other;
    }
}

impl Add for Natural {
    type Output = Natural;

    fn add(mut self, other: Natural) -> Natural {
        self += &other;
        self
    }
}

impl Mul<&Natural> for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        let mut words = vec![0; self.words.len() + other.words.len()];
        for (at, word) in self.words.iter().enumerate() {
            let mut carry = 0;
            for (place, factor) in words[at..].iter_mut().zip(other.words.iter().chain(&[0])) {
                // At most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
                let sum = u64::from(*word) * u64::from(*factor) + u64::from(*place) + carry;
                (*place, carry) = (sum as u32, sum >> 32);
            }
        }
        let mut product = Natural { words };
        product.trim();
        product
    }
}

impl Mul for Natural {
    type Output = Natural;

    fn mul(self, other: Natural) -> Natural {
        &self * &other
    }
}

impl MulAssign<&Natural> for Natural {
    fn mul_assign(&mut self, other: &Natural) {
        *self = &*self * other;
    }
}

impl Sum for Natural {
    fn sum<I: Iterator<Item = Natural>>(numbers: I) -> Natural {
        numbers.fold(Natural::ZERO, Add::add)
    }
}

impl std::iter::Product for Natural {
    fn product<I: Iterator<Item = Natural>>(numbers: I) -> Natural {
        numbers.fold(Natural::from(1_u32), Mul::mul)
    }
}

/// Writes the number in decimal.
impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const GROUP: u32 = 1_000_000_000;
        let mut rest = self.clone();
        let mut groups = Vec::new();
        while !rest.is_zero() {
            groups.push(rest.divide(GROUP));
        }
        let mut text = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            text.push_str(&format!("{group:09}"));
        }
        f.pad_integral(true, "", &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn small_numbers_are_those_of_the_language(a: u64, b: u64, c: u128) {
            let (x, y) = (Natural::from(a), Natural::from(b));
            let product = u128::from(a) * u128::from(b);
            prop_assert_eq!(&x * &y, Natural::from(product));
            prop_assert_eq!(x.clone() + y.clone(), Natural::from(u128::from(a) + u128::from(b)));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(Natural::from(c).to_string(), c.to_string());
            prop_assert_eq!(u128::try_from(&Natural::from(c)), Ok(c));
            prop_assert_eq!(u64::try_from(&Natural::from(c)).ok(), u64::try_from(c).ok());
        }

        #[test]
        fn large_numbers_keep_the_laws(a: u128, b: u128, c: u128) {
            let (x, y, z) = (Natural::from(a), Natural::from(b), Natural::from(c));
            let sum = x.clone() + y.clone();
            prop_assert_eq!(&sum * &z, &(&x * &z) + &(&y * &z));
            prop_assert_eq!(&(&x * &y) * &z, &x * &(&y * &z));
            prop_assert!(sum >= x);
        }
    }

    impl Add<&Natural> for &Natural {
        type Output = Natural;

        fn add(self, other: &Natural) -> Natural {
            self.clone() + other.clone()
        }
    }

    #[test]
    fn zeros_within_are_written() {
        let number = Natural::from(10_u64.pow(18)) * Natural::from(10_u64.pow(18)) + Natural::from(7_u32);
        assert_eq!(number.to_string(), format!("1{}7", "0".repeat(35)));
        assert_eq!(Natural::ZERO.to_string(), "0");
        assert_eq!(format!("{:>5}", Natural::from(12_u32)), "   12");
        assert!((Natural::ZERO * number).is_zero());
    }
}
