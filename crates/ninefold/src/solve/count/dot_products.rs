//! The innermost sum, of products of small numbers: a long count spends all its time here.
//!
//! Numbers of two bytes are multiplied in pairs: x86 has an instruction that multiplies a vector of such numbers by another and
//! adds up neighbours (`pmaddwd`). It is used explicitly, although the compiler finds it by itself for AVX2 and AVX-512 (rustc
//! 1.95; not for SSE2): the compiler's version took 2.4 times as long as eight numbers at a time in SSE2. Elsewhere products
//! are computed one by one and left to the compiler.
//!
//! Nothing overflows: a lane of 32 bits gets at most two times 7 products for each of 56 pairs of rows.

use crate::solve::arch::{Job, Products, Set};

/// The greatest number that is multiplied: the number of ways to fill an empty band whose boxes have the same three digits in
/// each column, 12 Latin squares for each three.
pub(super) const MOST: i16 = 1728;

const _: () = assert!(56 * 7 * 2 * (MOST as u64) * (MOST as u64) <= u32::MAX as u64);

/// Pairs of rows of two tables that are multiplied with each other, and the factor for their sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairGroup {
    /// The pairs of rows, in the list of all pairs: at most 56.
    pub(super) begin: u32,
    pub(super) end: u32,
    pub(super) factor: u64,
}

/// What has to be summed.
#[derive(Clone, Copy, Debug)]
pub(super) struct DotProducts<'a> {
    /// Rows of `width` numbers, a multiple of 8 up to 56.
    pub(super) left: &'a [i16],
    pub(super) right: &'a [i16],
    pub(super) width: usize,
    pub(super) pairs: &'a [(u16, u16)],
    pub(super) groups: &'a [PairGroup],
}

/// The same code for each width.
macro_rules! by_width {
    ($width:expr, $WIDTH:ident => $sum:expr) => {
        by_width!($width, $WIDTH => $sum, 8, 16, 24, 32, 40, 48, 56)
    };
    ($width:expr, $WIDTH:ident => $sum:expr, $($one:literal),*) => {
        match $width {
            $($one => {
                const $WIDTH: usize = $one;
                $sum
            })*
            width => unreachable!("rows of {width} numbers"),
        }
    };
}

impl DotProducts<'_> {
    #[inline(always)]
    fn sum_of<P: Products, const WIDTH: usize>(&self) -> u64 {
        let (left, right) = (self.left.as_chunks::<WIDTH>().0, self.right.as_chunks::<WIDTH>().0);
        let mut sum = 0;
        for group in self.groups {
            let mut products = P::none();
            for (one, other) in &self.pairs[group.begin as usize..group.end as usize] {
                let (one, other) = (&left[usize::from(*one)], &right[usize::from(*other)]);
                products = products.plus(one.as_chunks::<8>().0, other.as_chunks::<8>().0);
            }
            sum += products.total() * group.factor;
        }
        sum
    }
}

impl Job for DotProducts<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Set>(&mut self, (): ()) -> u64 {
        by_width!(self.width, WIDTH => self.sum_of::<S::Products, WIDTH>())
    }
}
