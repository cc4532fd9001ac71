//! What a digit's places in a band or a stack imply, for vectors of all kinds.

use super::arch::Vector;

/// Which bits of each of three vectors can be kept if they are to use three different places of every
/// group of three: the places that the other two can complete. Takes their rotations.
///
/// ```text
///     a bit of word 0 at place p stays if  word 1 has p+1 and word 2 has p+2,
///                                      or  word 1 has p+2 and word 2 has p+1
/// ```
#[inline(always)]
pub(super) fn matching<V: Vector>(rotated: [(V, V); 3]) -> [V; 3] {
    let [a, b, c] = rotated;
    [others(b, c), others(a, c), others(a, b)]
}

/// The places that one word has when another has the next, or the other way round.
#[inline(always)]
fn others<V: Vector>(a: (V, V), b: (V, V)) -> V {
    a.0.and(b.1).or_and(a.1, b.0)
}

#[cfg(test)]
mod tests {
    use super::super::arch::{Best, Triple};
    use super::super::layout::FULL;
    use super::*;

    #[test]
    fn rotations_move_one_group_each() {
        for digit in 0..3 {
            for band in 0..3 {
                for stack in 0..3 {
                    let bit = |d: usize, b: usize, s: usize| 1 << (9 * (d % 3) + 3 * (b % 3) + s % 3);
                    let x = Best::all(bit(digit, band, stack));
                    let words = |(a, b): (Best, Best)| (Triple::words(a)[0] & FULL, Triple::words(b)[0] & FULL);
                    let others = bit(digit + 1, band, stack) | bit(digit + 2, band, stack);
                    let (a, b) = x.rotate_digits();
                    assert_eq!(Triple::words(a.or(b).and(Best::all(FULL))), [others; 3]);
                    assert_eq!(words(x.rotate_bands()), (bit(digit, band + 2, stack), bit(digit, band + 1, stack)));
                    assert_eq!(words(x.rotate_stacks()), (bit(digit, band, stack + 2), bit(digit, band, stack + 1)));
                }
            }
        }
    }

    /// For each of the 512 ways that three minirows can be open in three boxes, a minirow is kept by
    /// itself and its support exactly if some permutation uses it.
    #[test]
    fn a_minirow_stays_if_a_matching_uses_it() {
        const PERMUTATIONS: [[u32; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for open in 0..512u32 {
            let rows = [open & 7, open >> 3 & 7, open >> 6];
            let support = matching(rows.map(|row| Best::all(row).rotate_stacks()));
            for row in 0..3 {
                for stack in 0..3 {
                    let used = PERMUTATIONS.iter().any(|p| p[row] == stack && (0..3).all(|r| rows[r] >> p[r] & 1 == 1));
                    let kept = rows[row] & Triple::words(support[row])[0] & 7;
                    assert_eq!(kept & 1 << stack != 0, used, "{rows:?} {row} {stack}");
                }
            }
        }
    }
}
