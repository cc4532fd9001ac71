//! The innermost sum, of products of small numbers: here goes all the time of a long count.
//!
//! Numbers of two bytes are multiplied by twos: most instruction sets have an instruction that multiplies a
//! vector of such numbers by another and adds up neighbours (`pmaddwd`), and the compiler finds it in `add_pairs` for
//! AVX2 and AVX-512. For SSE2 it does not (rustc 1.95), so there and elsewhere the sums are widened one by one.
//!
//! Nothing overflows: a lane of 32 bits gets at most 7 products for each of 56 pairs of rows.

/// The greatest number that is multiplied: in so many ways an empty band can be filled whose boxes have the same
/// three digits in each column, 12 Latin squares for each three.
pub(in crate::solve) const MOST: i16 = 1728;

const _: () = assert!(56 * 7 * (MOST as u64) * (MOST as u64) <= u32::MAX as u64);

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

impl Dots<'_> {
    /// The sum, with vectors of at most this many numbers, 8 (for any processor), 16 or 32.
    #[inline(always)]
    pub(in crate::solve) fn sum<const VECTOR: usize>(&self) -> u64 {
        match self.width {
            8 => self.sum_of::<VECTOR, 8>(),
            16 => self.sum_of::<VECTOR, 16>(),
            24 => self.sum_of::<VECTOR, 24>(),
            32 => self.sum_of::<VECTOR, 32>(),
            40 => self.sum_of::<VECTOR, 40>(),
            48 => self.sum_of::<VECTOR, 48>(),
            56 => self.sum_of::<VECTOR, 56>(),
            width => unreachable!("rows of {width} numbers"),
        }
    }

    #[inline(always)]
    fn sum_of<const VECTOR: usize, const WIDTH: usize>(&self) -> u64 {
        let (left, right) = (self.left.as_chunks::<WIDTH>().0, self.right.as_chunks::<WIDTH>().0);
        let mut sum = 0;
        for group in self.groups {
            let (mut eights, mut fours, mut sixteens) = ([0; 8], [0; 4], [0; 16]);
            for (one, other) in &self.pairs[group.begin as usize..group.end as usize] {
                let (mut one, mut other) = (&left[usize::from(*one)][..], &right[usize::from(*other)][..]);
                if VECTOR == 8 {
                    for (one, other) in one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0) {
                        for lane in 0..8 {
                            let product = i32::from(one[lane]) * i32::from(other[lane]);
                            eights[lane] = product.wrapping_add(eights[lane] as i32) as u32;
                        }
                    }
                    continue;
                }
                if VECTOR == 32 {
                    let (ones, others) = (one.as_chunks::<32>(), other.as_chunks::<32>());
                    ones.0.iter().zip(others.0).for_each(|(one, other)| add_pairs(&mut sixteens, one, other));
                    (one, other) = (ones.1, others.1);
                }
                let (ones, others) = (one.as_chunks::<16>(), other.as_chunks::<16>());
                ones.0.iter().zip(others.0).for_each(|(one, other)| add_pairs(&mut eights, one, other));
                let (ones, others) = (ones.1.as_chunks::<8>(), others.1.as_chunks::<8>());
                ones.0.iter().zip(others.0).for_each(|(one, other)| add_pairs(&mut fours, one, other));
            }
            let lanes = eights.iter().chain(&fours).chain(&sixteens);
            sum += lanes.map(|lane| u64::from(*lane)).sum::<u64>() * group.factor;
        }
        sum
    }
}

/// Multiplies number by number and adds the products to the lanes, two to each.
#[inline(always)]
fn add_pairs<const NUMBERS: usize, const LANES: usize>(
    lanes: &mut [u32; LANES],
    one: &[i16; NUMBERS],
    other: &[i16; NUMBERS],
) {
    for (number, lane) in lanes.iter_mut().enumerate() {
        let product = |place: usize| i32::from(one[place]) * i32::from(other[place]);
        *lane = lane.wrapping_add((product(2 * number) + product(2 * number + 1)) as u32);
    }
}
