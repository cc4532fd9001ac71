//! Vectors as plain arrays, for processors without an implementation of their own.

use super::bytes::PlainBytes;
use super::{Products, Set, Triple, Vector, Wide};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain([u32; 4]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, combine: impl Fn(u32, u32) -> u32) -> Plain {
        let (a, b) = (self.0, other.0);
        Plain([combine(a[0], b[0]), combine(a[1], b[1]), combine(a[2], b[2]), combine(a[3], b[3])])
    }
}

impl Vector for Plain {
    #[inline(always)]
    fn all(word: u32) -> Plain {
        Plain([word; 4])
    }

    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn add(self, other: Plain) -> Plain {
        self.zip(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Plain {
        Plain(self.0.map(|word| word << BITS))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Plain {
        Plain(self.0.map(|word| word >> BITS))
    }
}

impl Triple for Plain {
    #[inline(always)]
    fn from_words(words: [u32; 3]) -> Plain {
        Plain([words[0], words[1], words[2], 0])
    }

    #[inline(always)]
    fn words(self) -> [u32; 3] {
        [self.0[0], self.0[1], self.0[2]]
    }

    #[inline(always)]
    fn rotate(self) -> Plain {
        let [a, b, c, d] = self.0;
        Plain([b, c, a, d])
    }
}

impl Wide for Plain {
    const LANES: usize = 4;
    type Mask = [u32; 4];

    #[inline(always)]
    fn words(&self) -> &[u32] {
        &self.0
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u32] {
        &mut self.0
    }

    #[inline(always)]
    fn lowest(self) -> Plain {
        Plain(self.0.map(|word| word & word.wrapping_neg()))
    }

    #[inline(always)]
    fn where_zero(self, other: Plain) -> Plain {
        self.zip(other, |a, b| if b == 0 { a } else { 0 })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        self.0.iter().enumerate().fold(0, |lanes, (lane, word)| lanes | u32::from(*word != 0) << lane)
    }

    #[inline(always)]
    fn mask(lanes: u32) -> [u32; 4] {
        std::array::from_fn(|lane| if lanes >> lane & 1 != 0 { u32::MAX } else { 0 })
    }

    #[inline(always)]
    fn blend(self, mask: [u32; 4], other: Plain) -> Plain {
        self.select(Plain(mask), other)
    }
}

impl Set for Plain {
    type Short = Plain;
    type Wide = Plain;
    type Bytes = PlainBytes;
    type Products = PlainProducts;
}

/// One product after another, left to the compiler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainProducts([u32; 8]);

impl Products for PlainProducts {
    fn none() -> PlainProducts {
        PlainProducts([0; 8])
    }

    #[inline(always)]
    fn plus(mut self, one: &[[i16; 8]], other: &[[i16; 8]]) -> PlainProducts {
        for (one, other) in one.iter().zip(other) {
            for (lane, (one, other)) in self.0.iter_mut().zip(one.iter().zip(other)) {
                *lane = lane.wrapping_add((i32::from(*one) * i32::from(*other)) as u32);
            }
        }
        self
    }

    #[inline(always)]
    fn total(self) -> u64 {
        self.0.into_iter().map(u64::from).sum()
    }
}
