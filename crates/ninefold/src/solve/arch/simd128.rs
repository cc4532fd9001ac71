//! Vectors of WebAssembly, where a module is compiled for them (`-C target-feature=+simd128`).
#![allow(unsafe_code, reason = "a register is looked at as words")]
#![allow(unused_unsafe, reason = "what is unsafe of other instruction sets is safe of this one")]

use super::bytes::Simd128Bytes;
use super::plain::PlainProducts;
use super::{Set, Triple, Vector, Wide};
use std::arch::wasm32::*;

#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Simd128(v128);

impl Vector for Simd128 {
    #[inline(always)]
    fn all(word: u32) -> Simd128 {
        Simd128(u32x4_splat(word))
    }

    basic!(@each and v128_and, without v128_andnot, or v128_or, xor v128_xor, add u32x4_add);

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Simd128 {
        Simd128(u32x4_shl(self.0, BITS))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Simd128 {
        Simd128(u32x4_shr(self.0, BITS))
    }

    #[inline(always)]
    fn select(self, bits: Simd128, other: Simd128) -> Simd128 {
        Simd128(v128_bitselect(self.0, other.0, bits.0))
    }

    #[inline(always)]
    fn majority(self, b: Simd128, c: Simd128) -> Simd128 {
        // Where the first two differ, the third decides; otherwise they do.
        c.select(self.xor(b), self)
    }
}

impl Triple for Simd128 {
    #[inline(always)]
    fn from_words(words: [u32; 3]) -> Simd128 {
        Simd128(u32x4(words[0], words[1], words[2], 0))
    }

    #[inline(always)]
    fn words(self) -> [u32; 3] {
        [u32x4_extract_lane::<0>(self.0), u32x4_extract_lane::<1>(self.0), u32x4_extract_lane::<2>(self.0)]
    }

    #[inline(always)]
    fn rotate(self) -> Simd128 {
        Simd128(u32x4_shuffle::<1, 2, 0, 3>(self.0, self.0))
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        !v128_any_true(u32x4_replace_lane::<3>(self.0, 0))
    }
}

impl Wide for Simd128 {
    const LANES: usize = 4;
    type Mask = v128;

    memory!(4);

    #[inline(always)]
    fn lowest(self) -> Simd128 {
        Simd128(v128_and(self.0, i32x4_neg(self.0)))
    }

    #[inline(always)]
    fn where_zero(self, other: Simd128) -> Simd128 {
        Simd128(v128_and(self.0, u32x4_eq(other.0, u32x4_splat(0))))
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        u32::from(u32x4_bitmask(u32x4_ne(self.0, u32x4_splat(0))))
    }

    #[inline(always)]
    fn mask(lanes: u32) -> v128 {
        let bits = u32x4(1, 2, 4, 8);
        u32x4_eq(v128_and(u32x4_splat(lanes), bits), bits)
    }

    #[inline(always)]
    fn blend(self, mask: v128, other: Simd128) -> Simd128 {
        Simd128(v128_bitselect(self.0, other.0, mask))
    }
}

impl Set for Simd128 {
    type Short = Simd128;
    type Wide = Simd128;
    type Bytes = Simd128Bytes;
    type Products = PlainProducts;
}
