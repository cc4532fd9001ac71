//! The kinds of searches by nets: their lowest ratings, and their names.

use super::nets::Source;

/// The kind of nets that are searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Nets on a board that does not change.
    Multiple,
    /// One digit at a time, contradictions only.
    Nishio,
    /// With further rules of this level.
    Dynamic(u8),
}

impl Mode {
    pub(super) fn base(self) -> f64 {
        match self {
            Mode::Nishio => 7.5,
            Mode::Multiple => 8.0,
            Mode::Dynamic(level @ 0..=1) => 8.5 + 0.5 * f64::from(level),
            Mode::Dynamic(level) => 9.5 + 0.5 * f64::from(level - 2),
        }
    }

    /// The program's name for a hint of this kind.
    pub(super) fn name(self, source: Source) -> &'static str {
        let names = match self {
            Mode::Nishio => return "Nishio Forcing Chains",
            Mode::Multiple => {
                return if let Source::Cell(_) = source { "Cell Forcing Chains" } else { "Region Forcing Chains" };
            }
            Mode::Dynamic(level) => DYNAMIC[usize::from(level.min(5))],
        };
        names[match source {
            Source::Contradiction => 0,
            Source::Double => 1,
            Source::Cell(_) => 2,
            Source::House(..) => 3,
        }]
    }

    pub(super) fn is_dynamic(self) -> bool {
        self != Mode::Multiple
    }
}

/// Names of dynamic chains, by level: contradiction, double, cell, region.
const DYNAMIC: [[&str; 4]; 6] = {
    macro_rules! names {
        ($suffix:literal) => {
            [
                concat!("Dynamic Contradiction Forcing Chains", $suffix),
                concat!("Dynamic Double Forcing Chains", $suffix),
                concat!("Dynamic Cell Forcing Chains", $suffix),
                concat!("Dynamic Region Forcing Chains", $suffix),
            ]
        };
    }
    [
        names!(""),
        names!(" (+)"),
        names!(" (+ Forcing Chains)"),
        names!(" (+ Multiple Forcing Chains)"),
        names!(" (+ Dynamic Forcing Chains)"),
        names!(" (+ Dynamic Forcing Chains (+ Forcing Chains))"),
    ]
};
