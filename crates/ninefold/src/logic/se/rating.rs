//! How the length of chains is rated.

/// The difficulty that a length adds, in tenths: one for every bound that the length exceeds.
///
/// ```text
///   length up to   4   6   8  12  16  24  32  48  64  96 128 ..      half as much again, a third of that more, in turn
///   adds         0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0
/// ```
pub(super) fn surcharge(length: usize) -> u16 {
    let (mut most, mut added, mut is_half) = (4, 0, true);
    while length > most {
        most = if is_half { most * 3 / 2 } else { most * 4 / 3 };
        is_half = !is_half;
        added += 1;
    }
    added
}

/// The rating that the length of chains adds: tenth by tenth, like the program, which rounds each time.
///
/// `complexity`: how many conclusions the chains have; the length is two less.
pub(super) fn by_length(complexity: u32) -> f64 {
    (0..surcharge(complexity.saturating_sub(2) as usize)).fold(0.0, |added, _| added + 0.1)
}

/// A rating in tenths, as `serate` prints it.
pub(super) fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0) as u16
}
