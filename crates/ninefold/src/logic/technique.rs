//! The properties of techniques in the table: names, codes, ratings, levels, orders.

use super::table::with_techniques;
use crate::names::{self, UnknownName, by_name, written_by_name};
use std::str::FromStr;

/// How hard a technique or a puzzle is, in HoDoKu's five levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates and small subsets.
    Medium,
    /// Fish, wings, rectangles.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Forcing chains and nets.
    Extreme,
}

impl Level {
    /// Every level, from the easiest.
    pub const ALL: &'static [Level] = &[Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// The level's name in lower case.
    pub fn name(self) -> &'static str {
        ["easy", "medium", "hard", "unfair", "extreme"][self as usize]
    }

    /// The largest score of a puzzle of this level (HoDoKu's default); a puzzle with a higher score belongs to the
    /// next level.
    pub fn most_score(self) -> u32 {
        [800, 1000, 1600, 1800, u32::MAX][self as usize]
    }
}

by_name!(Level, "level", "levels");

/// Groups of techniques that belong together, with one file each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Family {
    /// Full houses, naked and hidden singles.
    Singles,
    /// Pointing, claiming.
    LockedCandidates,
    /// Naked, locked and hidden pairs, triples and quads.
    Subsets,
    /// Fish of all kinds.
    Fish,
    /// Skyscrapers, kites, empty rectangles, turbot fish.
    SingleDigitPatterns,
    /// Simple colours, multi colours, medusa.
    Colors,
    /// Rectangles, loops and graves.
    Uniqueness,
    /// Chains and loops.
    Chains,
    /// XY-, XYZ-, WXYZ-, W-wing.
    Wings,
    /// Almost locked sets.
    AlmostLockedSets,
    /// Sue de Coq, aligned exclusion.
    Miscellaneous,
    /// All ways to place one digit on the whole board.
    Templates,
    /// Forcing chains and nets.
    Forcing,
}

impl Family {
    /// The family in a sentence: `a fish`, `an almost locked set`.
    pub fn phrase(self) -> &'static str {
        match self {
            Family::Singles => "a single",
            Family::LockedCandidates => "locked candidates",
            Family::Subsets => "a pair, triple or quad",
            Family::Fish => "a fish",
            Family::SingleDigitPatterns => "a pattern of one digit",
            Family::Colors => "a colouring",
            Family::Uniqueness => "a pattern that would have two solutions",
            Family::Chains => "a chain",
            Family::Wings => "a wing",
            Family::AlmostLockedSets => "almost locked sets",
            Family::Miscellaneous => "cells of a box and a line that share their digits",
            Family::Templates => "all the ways to place one digit",
            Family::Forcing => "a forcing chain",
        }
    }
}

/// A technique's row of the table.
struct Facts {
    name: &'static str,
    code: &'static str,
    family: Family,
    /// The place in HoDoKu's default order; 0 if it is not in that order.
    place: u16,
    se: Option<u16>,
    score: u32,
    level: Level,
    needs_uniqueness: bool,
}

macro_rules! define {
    ($(
        $(#[doc = $about:literal])*
        $variant:ident: $name:literal, $code:literal, $family:ident, $kind:ident $finder:ident, $place:literal,
        $se:literal, $score:literal, $level:ident $(, $unique:ident)?;
    )*) => {
        /// A kind of argument. The order is that of the table, which is not the order in which techniques are tried.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[doc = $about])* $variant,)*
        }

        impl Technique {
            /// Every technique, by family.
            pub const ALL: &'static [Technique] = &[$(Technique::$variant,)*];

            /// A description of the technique in a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(Technique::$variant => concat!($($about),*).trim_ascii_start(),)*
                }
            }

            const fn facts(self) -> Facts {
                match self {
                    $(Technique::$variant => Facts {
                        name: $name,
                        code: $code,
                        family: Family::$family,
                        place: $place,
                        se: if $se == 0 { None } else { Some($se) },
                        score: $score,
                        level: Level::$level,
                        needs_uniqueness: define!(@unique $($unique)?),
                    },)*
                }
            }
        }
    };
    (@unique) => { false };
    (@unique uniqueness) => { true };
}

with_techniques!(define);

impl Technique {
    /// The technique's name, as it appears in sentences.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name as one word in lower case, for command lines and columns: `x-wing`, `unique-rectangle-1`.
    pub fn slug(self) -> String {
        let name = self.name().to_lowercase();
        let words = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '+').filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-")
    }

    /// The code in HoDoKu's library of cases, or our own where HoDoKu has no such technique (0590, 0609, 0611, 0802,
    /// 1105, 1106, 1309).
    pub fn code(self) -> &'static str {
        self.facts().code
    }

    /// The rating of Sudoku Explainer 1.2.1, in tenths: the lowest, where it depends on the length or kind
    /// ([`Step::se_rating`](super::Step::se_rating)). `None` if it does not have this technique.
    pub fn se_rating(self) -> Option<u16> {
        self.facts().se
    }

    /// HoDoKu's default score of one step.
    pub fn score(self) -> u32 {
        self.facts().score
    }

    /// HoDoKu's default level.
    pub fn level(self) -> Level {
        self.facts().level
    }

    /// The family to which it belongs.
    pub fn family(self) -> Family {
        self.facts().family
    }

    /// Whether it relies on the puzzle having only one solution.
    pub fn needs_uniqueness(self) -> bool {
        self.facts().needs_uniqueness
    }
}

written_by_name!(Technique);

impl FromStr for Technique {
    type Err = UnknownName;

    /// Reads a name (in any case, words separated by spaces or hyphens) or a code.
    fn from_str(name: &str) -> Result<Technique, UnknownName> {
        if let Some(technique) = Technique::ALL.iter().find(|technique| technique.code() == name) {
            return Ok(*technique);
        }
        let slug = name.to_lowercase().replace([' ', '_'], "-").replace(['(', ')'], "");
        let all = Technique::ALL.iter().map(|technique| (technique.slug(), *technique));
        names::find(["technique", "techniques"], all, name, &slug)
    }
}

/// HoDoKu's default order. The techniques of a row are searched together, and the best step found is taken.
/// After the last row, HoDoKu has only trial and error.
pub(super) fn hodoku_order() -> Vec<Vec<Technique>> {
    let place = |technique: &Technique| technique.facts().place;
    let mut listed: Vec<Technique> = Technique::ALL.iter().copied().filter(|technique| place(technique) != 0).collect();
    listed.sort_by_key(place);
    listed.chunk_by(|one, other| place(one) == place(other)).map(<[Technique]>::to_vec).collect()
}

/// The techniques that Sudoku Explainer 1.2.1 has, by its ratings; those with equal ratings in the order of the table.
pub(super) fn se_order() -> Vec<Vec<Technique>> {
    let mut rated: Vec<Technique> = Technique::ALL.iter().copied().filter(|t| t.se_rating().is_some()).collect();
    rated.sort_by_key(|technique| technique.se_rating());
    rated.into_iter().map(|technique| vec![technique]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_and_codes_are_read_back() {
        for technique in Technique::ALL {
            for name in [technique.name(), technique.code(), &technique.slug(), &technique.name().to_uppercase()] {
                if name != technique.name().to_uppercase() || !name.contains('(') {
                    assert_eq!(name.parse(), Ok(*technique), "{name}");
                }
            }
        }
        let codes: BTreeSet<&str> = Technique::ALL.iter().map(|technique| technique.code()).collect();
        assert_eq!(codes.len(), Technique::ALL.len());
        assert_eq!("X-Wing".parse(), Ok(Technique::XWing));
        assert_eq!("unique rectangle 1".parse(), Ok(Technique::UniqueRectangleOne));
        let error = "y-wing".parse::<Technique>().unwrap_err().to_string();
        assert!(error.starts_with("no technique is called 'y-wing'; the closest are xy-wing, "), "{error}");
    }

    #[test]
    fn what_is_searched_together_is_one_family() {
        for row in hodoku_order() {
            assert!(row.iter().all(|technique| technique.family() == row[0].family()), "{row:?}");
        }
    }

    #[test]
    fn the_order_has_nothing_twice() {
        let all = hodoku_order().concat();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        use Technique::*;
        let left_out = Technique::ALL.iter().filter(|technique| !all.contains(technique));
        let expected = [
            FrankenJellyfish,
            FinnedFrankenJellyfish,
            MutantXWing,
            MutantSwordfish,
            MutantJellyfish,
            FinnedMutantXWing,
            FinnedMutantSwordfish,
            FinnedMutantJellyfish,
            FinnedMutantSquirmbag,
            FinnedMutantWhale,
            KrakenFishOne,
            KrakenFishTwo,
            DualTwoStringKite,
            DualEmptyRectangle,
            Medusa,
            UniqueLoop,
            BugPlusMany,
            WXYZWing,
            DeathBlossom,
            AlignedPairExclusion,
            AlignedTripleExclusion,
            TemplateSet,
            TemplateDelete,
        ];
        assert_eq!(left_out.copied().collect::<Vec<_>>(), expected, "as the docs of Explainer::new say");
        let by_se = se_order().concat();
        assert!(
            [UniqueLoop, BugPlusMany, AlignedPairExclusion, AlignedTripleExclusion].iter().all(|t| by_se.contains(t))
        );
    }
}
