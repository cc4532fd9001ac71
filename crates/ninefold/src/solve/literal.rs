//! Boolean variables, and literals: a variable or its negation.

use std::ops::Not;

/// A variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Literal(u32);

impl Literal {
    /// The variable with this number; numbers start at 0.
    pub(crate) fn new(variable: usize) -> Literal {
        let variable = u32::try_from(variable).ok().filter(|variable| *variable < 1 << 30);
        Literal(2 * variable.expect("the number of variables fits into 31 bits"))
    }

    /// The literal with this code: twice the variable's number, and one more if it is negated.
    #[inline]
    pub(crate) fn from_code(code: u32) -> Literal {
        Literal(code)
    }

    #[inline]
    pub(crate) fn code(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn variable(self) -> usize {
        (self.0 / 2) as usize
    }

    /// This literal, or its negation if the other one is negated.
    #[inline]
    pub(crate) fn negated_like(self, other: Literal) -> Literal {
        Literal(self.0 ^ (other.0 % 2))
    }

    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }
}

impl Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
