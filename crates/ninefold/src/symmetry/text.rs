//! Printing and parsing symmetries.

use super::{NotASymmetry, Transformation};
use crate::board::{Digit, Shape};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        if !shape.is_usual() {
            write!(f, "{shape} ")?;
        }
        if self.is_transposed() {
            f.write_str("t ")?;
        }
        list(f, "r", self.rows().iter().copied())?;
        list(f, " c", self.columns().iter().copied())?;
        list(f, " d", self.digits().iter().map(|digit| digit.index()))
    }
}

/// A letter, and numbers counted from 1, without commas if there are at most nine.
fn list(f: &mut fmt::Formatter<'_>, letter: &str, numbers: impl ExactSizeIterator<Item = usize>) -> fmt::Result {
    let gap = if numbers.len() > 9 { "," } else { "" };
    f.write_str(letter)?;
    for (i, number) in numbers.enumerate() {
        write!(f, "{}{}", if i == 0 { "" } else { gap }, number + 1)?;
    }
    Ok(())
}

impl fmt::Debug for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Transformation({self})")
    }
}

impl FromStr for Transformation {
    type Err = NotASymmetry;

    fn from_str(text: &str) -> Result<Transformation, NotASymmetry> {
        let unreadable = || NotASymmetry::Text(text.to_owned());
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let shape = match words.first().and_then(|word| word.parse::<Shape>().ok()) {
            Some(shape) => {
                words.remove(0);
                Some(shape)
            }
            None => None,
        };
        let transposed = words.first() == Some(&"t");
        let [rows, columns, digits] = words[usize::from(transposed)..] else { return Err(unreadable()) };
        let numbers = |word: &str, letter| numbers(word.strip_prefix(letter)?);
        let [Some(rows), Some(columns), Some(digits)] =
            [numbers(rows, 'r'), numbers(columns, 'c'), numbers(digits, 'd')]
        else {
            return Err(unreadable());
        };
        let shape = match shape {
            Some(shape) => shape,
            None => Shape::for_side(rows.len()).map_err(|_| unreadable())?,
        };
        if digits.iter().any(|digit| *digit >= shape.side()) {
            return Err(NotASymmetry::NoPermutation(super::Part::Digits, shape.side()));
        }
        Transformation::new(shape, transposed, rows, columns, digits.into_iter().map(Digit::from_index).collect())
    }
}

/// The numbers of a word, each less one.
fn numbers(word: &str) -> Option<Vec<usize>> {
    let number = |figures: &str| figures.parse::<usize>().ok()?.checked_sub(1);
    if word.contains(',') {
        word.split(',').map(number).collect()
    } else {
        word.chars().map(|figure| (figure.to_digit(10)? as usize).checked_sub(1)).collect()
    }
}
