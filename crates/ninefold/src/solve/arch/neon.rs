//! Vectors as NEON registers, which every AArch64 processor has.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::bytes::NeonBytes;
use super::plain::PlainProducts;
use super::{Set, Triple, Vector, Wide};
use std::arch::aarch64::*;

// SAFETY, for every block of this file: AArch64 includes NEON, so the compiler assumes it for the whole program and the
// intrinsics are never called without it. They take and return registers only, except where access to memory is mentioned.

/// A bit for each lane.
#[inline(always)]
fn bits() -> uint32x4_t {
    // SAFETY: NEON is available, see above; four words are read from an array of four.
    unsafe { vld1q_u32([1, 2, 4, 8].as_ptr()) }
}

#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Neon(uint32x4_t);

impl Vector for Neon {
    #[inline(always)]
    fn all(word: u32) -> Neon {
        // SAFETY: NEON is available, see above.
        Neon(unsafe { vdupq_n_u32(word) })
    }

    basic!(@each and vandq_u32, without vbicq_u32, or vorrq_u32, xor veorq_u32, add vaddq_u32);
    basic!(@shifts up vshlq_n_u32, down vshrq_n_u32);

    #[inline(always)]
    fn select(self, bits: Neon, other: Neon) -> Neon {
        // SAFETY: NEON is available, see above.
        Neon(unsafe { vbslq_u32(bits.0, self.0, other.0) })
    }

    #[inline(always)]
    fn majority(self, b: Neon, c: Neon) -> Neon {
        // Where the first two differ, the third decides; otherwise they do.
        c.select(self.xor(b), self)
    }

    #[inline(always)]
    fn or_other_digits(self, digits: Neon) -> Neon {
        // A shift that keeps the lowest bits of its other operand.
        // SAFETY: NEON is available, see above.
        unsafe {
            let (down9, down18) = (vshrq_n_u32::<9>(digits.0), vshrq_n_u32::<18>(digits.0));
            self.or3(Neon(vsliq_n_u32::<9>(down18, digits.0)), Neon(vsliq_n_u32::<18>(down9, digits.0)))
        }
    }
}

impl Triple for Neon {
    #[inline(always)]
    fn from_words(words: [u32; 3]) -> Neon {
        // SAFETY: NEON is available, see above; four words are read from an array of four.
        Neon(unsafe { vld1q_u32([words[0], words[1], words[2], 0].as_ptr()) })
    }

    #[inline(always)]
    fn words(self) -> [u32; 3] {
        let mut words = [0; 4];
        // SAFETY: NEON is available, see above; four words are written to an array of four.
        unsafe { vst1q_u32(words.as_mut_ptr(), self.0) };
        [words[0], words[1], words[2]]
    }

    #[inline(always)]
    fn rotate(self) -> Neon {
        const BYTES: [u8; 16] = [4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15];
        // SAFETY: NEON is available, see above; 16 bytes are read from an array of 16.
        Neon(unsafe { vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(self.0), vld1q_u8(BYTES.as_ptr()))) })
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        // SAFETY: NEON is available, see above.
        unsafe { vmaxvq_u32(vsetq_lane_u32::<3>(0, self.0)) == 0 }
    }
}

impl Wide for Neon {
    const LANES: usize = 4;
    type Mask = uint32x4_t;

    memory!(4);

    #[inline(always)]
    fn lowest(self) -> Neon {
        // SAFETY: NEON is available, see above.
        Neon(unsafe { vandq_u32(self.0, vreinterpretq_u32_s32(vnegq_s32(vreinterpretq_s32_u32(self.0)))) })
    }

    #[inline(always)]
    fn where_zero(self, other: Neon) -> Neon {
        // SAFETY: NEON is available, see above.
        Neon(unsafe { vandq_u32(self.0, vceqzq_u32(other.0)) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: NEON is available, see above.
        unsafe { vaddvq_u32(vandq_u32(vtstq_u32(self.0, self.0), bits())) }
    }

    #[inline(always)]
    fn mask(lanes: u32) -> uint32x4_t {
        // SAFETY: NEON is available, see above.
        unsafe { vtstq_u32(vdupq_n_u32(lanes), bits()) }
    }

    #[inline(always)]
    fn blend(self, mask: uint32x4_t, other: Neon) -> Neon {
        // SAFETY: NEON is available, see above.
        Neon(unsafe { vbslq_u32(mask, self.0, other.0) })
    }
}

impl Set for Neon {
    type Short = Neon;
    type Wide = Neon;
    type Bytes = NeonBytes;
    type Products = PlainProducts;
}
