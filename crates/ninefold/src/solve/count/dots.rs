//! The innermost sum, of products of small numbers: here goes all the time of a long count.
//!
//! Numbers of two bytes are multiplied by twos: x86 has an instruction that multiplies a vector of such numbers by
//! another and adds up neighbours (`pmaddwd`), and it is written out, though the compiler finds it by itself for AVX2 and
//! AVX-512 (rustc 1.95; not for SSE2): what it made of it took 2.4 times as long as eight numbers at a time in SSE2.
//! Elsewhere products are made one by one, as the compiler does it best.
//!
//! Nothing overflows: a lane of 32 bits gets at most two times 7 products for each of 56 pairs of rows.

/// The greatest number that is multiplied: in so many ways an empty band can be filled whose boxes have the same
/// three digits in each column, 12 Latin squares for each three.
pub(in crate::solve) const MOST: i16 = 1728;

const _: () = assert!(56 * 7 * 2 * (MOST as u64) * (MOST as u64) <= u32::MAX as u64);

/// Rows of two tables that are multiplied with each other, and by what their sum is multiplied.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Group {
    /// The pairs of rows, in the list of all pairs: at most 56.
    pub(in crate::solve) begin: u32,
    pub(in crate::solve) end: u32,
    pub(in crate::solve) factor: u64,
}

/// What is to be summed up.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Dots<'a> {
    /// Rows of `width` numbers, a multiple of 8 up to 56.
    pub(in crate::solve) left: &'a [i16],
    pub(in crate::solve) right: &'a [i16],
    pub(in crate::solve) width: usize,
    pub(in crate::solve) pairs: &'a [(u16, u16)],
    pub(in crate::solve) groups: &'a [Group],
}

/// The same for each width.
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

impl Dots<'_> {
    /// The sum for any processor.
    pub(in crate::solve) fn sum_plainly(&self) -> u64 {
        let add = |mut lanes: [u32; 8], one: &[[i16; 8]], other: &[[i16; 8]]| {
            for (one, other) in one.iter().zip(other) {
                for (lane, (one, other)) in lanes.iter_mut().zip(one.iter().zip(other)) {
                    *lane = lane.wrapping_add((i32::from(*one) * i32::from(*other)) as u32);
                }
            }
            lanes
        };
        self.sum([0; 8], add, |lanes| lanes.into_iter().map(u64::from).sum())
    }

    /// The sum: `add` multiplies two rows, eight numbers after eight, and adds the products to the lanes of a vector, at
    /// most two of each eight to the same lane; `total` adds up the lanes.
    #[inline(always)]
    pub(in crate::solve) fn sum<V: Copy>(
        &self,
        none: V,
        add: impl Fn(V, &[[i16; 8]], &[[i16; 8]]) -> V + Copy,
        total: impl Fn(V) -> u64 + Copy,
    ) -> u64 {
        by_width!(self.width, WIDTH => self.sum_of::<V, WIDTH>(none, add, total))
    }

    #[inline(always)]
    fn sum_of<V: Copy, const WIDTH: usize>(
        &self,
        none: V,
        add: impl Fn(V, &[[i16; 8]], &[[i16; 8]]) -> V,
        total: impl Fn(V) -> u64,
    ) -> u64 {
        let (left, right) = (self.left.as_chunks::<WIDTH>().0, self.right.as_chunks::<WIDTH>().0);
        let mut sum = 0;
        for group in self.groups {
            let mut lanes = none;
            for (one, other) in &self.pairs[group.begin as usize..group.end as usize] {
                let (one, other) = (&left[usize::from(*one)], &right[usize::from(*other)]);
                lanes = add(lanes, one.as_chunks::<8>().0, other.as_chunks::<8>().0);
            }
            sum += total(lanes) * group.factor;
        }
        sum
    }
}
