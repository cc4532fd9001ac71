//! The techniques, in one table: names, codes, ratings, levels.

use crate::names::no_such_name;
use std::fmt;
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
    pub const ALL: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// The level's name in lower case.
    pub fn name(self) -> &'static str {
        ["easy", "medium", "hard", "unfair", "extreme"][self as usize]
    }

    /// The largest score of a puzzle of this level (HoDoKu's default); one with more belongs to the next.
    pub fn most_score(self) -> u32 {
        [800, 1000, 1600, 1800, u32::MAX][self as usize]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Techniques that belong together: one file each.
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
            Family::Colors => "a coloring",
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

/// What the table says of a technique.
struct Facts {
    name: &'static str,
    code: &'static str,
    se: Option<u16>,
    score: u32,
    level: Level,
    needs_uniqueness: bool,
}

/// The one place that lists the techniques. Each line: variant, name, HoDoKu's code, rating of Sudoku Explainer
/// 1.2.1 in tenths (0: it has none; the least, where it depends on the length), HoDoKu's default score and level.
macro_rules! techniques {
    ($($(#[$doc:meta])* $variant:ident: $name:literal, $code:literal, $se:literal, $score:literal, $level:ident $(, $unique:ident)?;)*) => {
        /// A way to argue. The order is that of the table, which is not the order in which they are tried.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[$doc])* $variant,)*
        }

        impl Technique {
            /// Every technique, by family.
            pub const ALL: &'static [Technique] = &[$(Technique::$variant,)*];

            const fn facts(self) -> Facts {
                match self {
                    $(Technique::$variant => Facts {
                        name: $name,
                        code: $code,
                        se: if $se == 0 { None } else { Some($se) },
                        score: $score,
                        level: Level::$level,
                        needs_uniqueness: techniques!(@unique $($unique)?),
                    },)*
                }
            }
        }
    };
    (@unique) => { false };
    (@unique uniqueness) => { true };
}

techniques! {
    /// The last empty cell of a house.
    FullHouse: "full house", "0000", 10, 4, Easy;
    /// The only place of a digit in a house.
    HiddenSingle: "hidden single", "0002", 12, 14, Easy;
    /// The only candidate of a cell.
    NakedSingle: "naked single", "0003", 23, 4, Easy;
    /// The places of a digit in a box lie in one row or column, so the rest of that line cannot have it.
    Pointing: "pointing", "0100", 26, 50, Medium;
    /// The places of a digit in a row or column lie in one box, so the rest of that box cannot have it.
    Claiming: "claiming", "0101", 28, 50, Medium;
    /// A naked pair in the cells that a box shares with a line.
    LockedPair: "locked pair", "0110", 0, 40, Medium;
    /// A naked triple in the cells that a box shares with a line.
    LockedTriple: "locked triple", "0111", 0, 60, Medium;
    /// Two cells of a house with two digits.
    NakedPair: "naked pair", "0200", 30, 60, Medium;
    /// Three cells of a house with three digits.
    NakedTriple: "naked triple", "0201", 36, 80, Medium;
    /// Four cells of a house with four digits.
    NakedQuad: "naked quad", "0202", 50, 120, Hard;
    /// Two digits of a house with two places.
    HiddenPair: "hidden pair", "0210", 34, 70, Medium;
    /// Three digits of a house with three places.
    HiddenTriple: "hidden triple", "0211", 40, 100, Medium;
    /// Four digits of a house with four places.
    HiddenQuad: "hidden quad", "0212", 54, 150, Hard;
    /// Two rows whose places of a digit lie in two columns, or the other way round.
    XWing: "X-wing", "0300", 32, 140, Hard;
    /// Three rows and three columns.
    Swordfish: "swordfish", "0301", 38, 150, Hard;
    /// Four rows and four columns.
    Jellyfish: "jellyfish", "0302", 52, 160, Hard;
    /// An X-wing with further places in one box.
    FinnedXWing: "finned X-wing", "0310", 0, 130, Hard;
    /// A swordfish with further places in one box.
    FinnedSwordfish: "finned swordfish", "0311", 0, 200, Unfair;
    /// A jellyfish with further places in one box.
    FinnedJellyfish: "finned jellyfish", "0312", 0, 250, Unfair;
    /// A finned X-wing that would be none without its fins.
    SashimiXWing: "sashimi X-wing", "0320", 0, 150, Hard;
    /// A finned swordfish that would be none without its fins.
    SashimiSwordfish: "sashimi swordfish", "0321", 0, 240, Unfair;
    /// A finned jellyfish that would be none without its fins.
    SashimiJellyfish: "sashimi jellyfish", "0322", 0, 260, Unfair;
    /// An X-wing with boxes among the lines of one kind.
    FrankenXWing: "Franken X-wing", "0330", 0, 300, Unfair;
    /// A swordfish with boxes among the lines of one kind.
    FrankenSwordfish: "Franken swordfish", "0331", 0, 350, Unfair;
    /// A jellyfish with boxes among the lines of one kind.
    FrankenJellyfish: "Franken jellyfish", "0332", 0, 370, Unfair;
    /// A Franken X-wing with fins.
    FinnedFrankenXWing: "finned Franken X-wing", "0340", 0, 390, Unfair;
    /// A Franken swordfish with fins.
    FinnedFrankenSwordfish: "finned Franken swordfish", "0341", 0, 410, Unfair;
    /// A Franken jellyfish with fins.
    FinnedFrankenJellyfish: "finned Franken jellyfish", "0342", 0, 430, Unfair;
    /// An X-wing of any two houses and any two others.
    MutantXWing: "mutant X-wing", "0350", 0, 450, Extreme;
    /// A swordfish of any houses.
    MutantSwordfish: "mutant swordfish", "0351", 0, 450, Extreme;
    /// A jellyfish of any houses.
    MutantJellyfish: "mutant jellyfish", "0352", 0, 450, Extreme;
    /// A mutant X-wing with fins.
    FinnedMutantXWing: "finned mutant X-wing", "0360", 0, 470, Extreme;
    /// A mutant swordfish with fins.
    FinnedMutantSwordfish: "finned mutant swordfish", "0361", 0, 470, Extreme;
    /// A mutant jellyfish with fins.
    FinnedMutantJellyfish: "finned mutant jellyfish", "0362", 0, 470, Extreme;
    /// Five houses of any kind and five others, with fins.
    FinnedMutantSquirmbag: "finned mutant squirmbag", "0363", 0, 470, Extreme;
    /// Six houses of any kind and six others, with fins.
    FinnedMutantWhale: "finned mutant whale", "0364", 0, 470, Extreme;
    /// From each fin and each place in a cover house a chain leads to the same conclusion.
    KrakenFishOne: "kraken fish 1", "0371", 0, 500, Extreme;
    /// From the fins and all places of one cover house chains lead to the same conclusion.
    KrakenFishTwo: "kraken fish 2", "0372", 0, 500, Extreme;
    /// Two rows with two places each, one pair of them in the same column.
    Skyscraper: "skyscraper", "0400", 66, 130, Hard;
    /// A row and a column with two places each, one pair of them in the same box.
    TwoStringKite: "two-string kite", "0401", 66, 150, Hard;
    /// A box whose places lie in one row and one column, and a line with two places.
    EmptyRectangle: "empty rectangle", "0402", 0, 120, Hard;
    /// Any two houses with two places each that are linked.
    TurbotFish: "turbot fish", "0403", 66, 120, Hard;
    /// Two kites that share their box.
    DualTwoStringKite: "dual two-string kite", "0404", 0, 150, Hard;
    /// Two empty rectangles that share their box.
    DualEmptyRectangle: "dual empty rectangle", "0405", 0, 120, Hard;
    /// A candidate that sees both colours of a digit's conjugate pairs.
    SimpleColorsTrap: "simple colors trap", "0500", 0, 150, Hard;
    /// A colour that is twice in a house is false.
    SimpleColorsWrap: "simple colors wrap", "0501", 0, 150, Hard;
    /// Two groups of conjugate pairs: a candidate that sees two colours of which one is true.
    MultiColorsOne: "multi colors 1", "0502", 0, 200, Hard;
    /// A colour that sees both colours of another group is false.
    MultiColorsTwo: "multi colors 2", "0503", 0, 200, Hard;
    /// Colours across digits, through cells with two candidates.
    Medusa: "3D medusa", "0590", 0, 250, Unfair;
    /// Four cells, two digits, and a third one that three of them must not be without.
    UniqueRectangleOne: "unique rectangle 1", "0600", 45, 100, Hard, uniqueness;
    /// Both roof cells have the same further digit.
    UniqueRectangleTwo: "unique rectangle 2", "0601", 45, 100, Hard, uniqueness;
    /// The further digits of the roof are part of a subset.
    UniqueRectangleThree: "unique rectangle 3", "0602", 46, 100, Hard, uniqueness;
    /// One of the digits has to be in the roof.
    UniqueRectangleFour: "unique rectangle 4", "0603", 45, 100, Hard, uniqueness;
    /// The same further digit in diagonal cells.
    UniqueRectangleFive: "unique rectangle 5", "0604", 45, 100, Hard, uniqueness;
    /// One of the digits has its places in the rectangle's lines there only.
    UniqueRectangleSix: "unique rectangle 6", "0605", 45, 100, Hard, uniqueness;
    /// A cell with the two digits, and strong links of one of them from the opposite cell.
    HiddenRectangle: "hidden rectangle", "0606", 0, 100, Hard, uniqueness;
    /// Three cells of a rectangle are placed, and no givens.
    AvoidableRectangleOne: "avoidable rectangle 1", "0607", 0, 100, Hard, uniqueness;
    /// Two cells of a rectangle are placed, and no givens.
    AvoidableRectangleTwo: "avoidable rectangle 2", "0608", 0, 100, Hard, uniqueness;
    /// A loop of cells with two digits, as long as you like.
    UniqueLoop: "unique loop", "0609", 46, 100, Hard, uniqueness;
    /// Every cell but one has two candidates.
    BugPlusOne: "BUG+1", "0610", 56, 100, Hard, uniqueness;
    /// Several cells have further candidates; one of these is true.
    BugPlusMany: "BUG+n", "0611", 57, 120, Unfair, uniqueness;
    /// A chain of strong and weak links of one digit.
    XChain: "X-chain", "0701", 66, 260, Unfair;
    /// A chain through cells with two candidates.
    XYChain: "XY-chain", "0702", 70, 260, Unfair;
    /// A chain through cells with the same two candidates.
    RemotePair: "remote pair", "0703", 70, 110, Hard;
    /// A loop whose links alternate all the way round.
    ContinuousNiceLoop: "continuous nice loop", "0706", 70, 280, Unfair;
    /// A loop with a discontinuity in one cell.
    DiscontinuousNiceLoop: "discontinuous nice loop", "0707", 70, 280, Unfair;
    /// A chain between two candidates of which one is true.
    AlternatingInferenceChain: "AIC", "0708", 70, 280, Unfair;
    /// A continuous nice loop through groups of cells.
    GroupedContinuousNiceLoop: "grouped continuous nice loop", "0709", 0, 300, Unfair;
    /// A discontinuous nice loop through groups of cells.
    GroupedDiscontinuousNiceLoop: "grouped discontinuous nice loop", "0710", 0, 300, Unfair;
    /// An alternating inference chain through groups of cells.
    GroupedAlternatingInferenceChain: "grouped AIC", "0711", 0, 300, Unfair;
    /// Three cells with two candidates each of three digits.
    XYWing: "XY-wing", "0800", 42, 160, Hard;
    /// A pivot with three candidates.
    XYZWing: "XYZ-wing", "0801", 44, 180, Hard;
    /// Four cells with four digits, one of which is not restricted to cells that see each other.
    WXYZWing: "WXYZ-wing", "0802", 0, 200, Hard;
    /// Two equal cells with two candidates, and a strong link between one of their digits.
    WWing: "W-wing", "0803", 0, 150, Hard;
    /// Two almost locked sets and a restricted common.
    AlsXZ: "ALS-XZ", "0901", 0, 300, Unfair;
    /// Three almost locked sets.
    AlsXYWing: "ALS-XY-wing", "0902", 0, 320, Unfair;
    /// A chain of almost locked sets.
    AlsChain: "ALS chain", "0903", 0, 340, Unfair;
    /// A cell each of whose candidates leads to an almost locked set.
    DeathBlossom: "death blossom", "0904", 0, 360, Unfair;
    /// Two digits more than cells where a line meets a box, used up by a set in the line and a set in the box.
    SueDeCoq: "Sue de Coq", "1101", 0, 250, Unfair;
    /// Pairs of digits in two cells that leave a third nothing.
    AlignedPairExclusion: "aligned pair exclusion", "1105", 62, 350, Unfair;
    /// Triples of digits in three cells.
    AlignedTripleExclusion: "aligned triple exclusion", "1106", 75, 400, Extreme;
    /// Cells that all the ways to write a digit nine times have in common.
    TemplateSet: "template set", "1201", 0, 10000, Extreme;
    /// Candidates that none of the ways to write a digit nine times has.
    TemplateDelete: "template delete", "1202", 0, 10000, Extreme;
    /// A candidate that leads to a contradiction along one chain, or is implied by all candidates of a cell or all
    /// places in a house.
    ForcingChainContradiction: "forcing chain (contradiction)", "1301", 70, 500, Extreme;
    /// All candidates of a cell, or all places of a digit in a house, lead to the same.
    ForcingChainVerity: "forcing chain (verity)", "1302", 80, 500, Extreme;
    /// A candidate that leads to a contradiction along branching chains.
    ForcingNetContradiction: "forcing net (contradiction)", "1303", 85, 700, Extreme;
    /// All candidates of a cell, or all places of a digit in a house, lead to the same along branching chains.
    ForcingNetVerity: "forcing net (verity)", "1304", 85, 700, Extreme;
    /// A net in which the consequence of a candidate rests on a further net.
    NestedForcingNet: "nested forcing net", "1309", 95, 900, Extreme;
}

impl Technique {
    /// The technique's name, as it stands in sentences.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name in one word of lower case, for command lines and columns: `x-wing`, `unique-rectangle-1`.
    pub fn slug(self) -> String {
        let name = self.name().to_lowercase();
        let words = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '+').filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-")
    }

    /// The code of HoDoKu's library of cases; of ours where HoDoKu has no such technique (0590, 0609, 0611, 0802,
    /// 1105, 1106, 1309).
    pub fn code(self) -> &'static str {
        self.facts().code
    }

    /// The rating of Sudoku Explainer 1.2.1, in tenths: the least, where it depends on the length or kind
    /// ([`Step::se_rating`](super::Step::se_rating)). `None` if it has no such technique.
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

    /// The family, which is also the first half of the code.
    pub fn family(self) -> Family {
        match &self.code()[..2] {
            "00" => Family::Singles,
            "01" => {
                if self.code() < "0110" {
                    Family::LockedCandidates
                } else {
                    Family::Subsets
                }
            }
            "02" => Family::Subsets,
            "03" => Family::Fish,
            "04" => Family::SingleDigitPatterns,
            "05" => Family::Colors,
            "06" => Family::Uniqueness,
            "07" => Family::Chains,
            "08" => Family::Wings,
            "09" => Family::AlmostLockedSets,
            "11" => Family::Miscellaneous,
            "12" => Family::Templates,
            _ => Family::Forcing,
        }
    }

    /// Whether it argues that the puzzle has one solution only.
    pub fn needs_uniqueness(self) -> bool {
        self.facts().needs_uniqueness
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Technique {
    type Err = NoSuchTechnique;

    /// Reads a name (in any case, words separated by spaces or hyphens) or a code.
    fn from_str(name: &str) -> Result<Technique, NoSuchTechnique> {
        let slug = name.to_lowercase().replace([' ', '_'], "-").replace(['(', ')'], "");
        let known = |technique: &&Technique| technique.slug() == slug || technique.code() == name;
        Technique::ALL.iter().find(known).copied().ok_or_else(|| NoSuchTechnique(name.to_owned()))
    }
}

/// A name that no technique has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchTechnique(String);

impl fmt::Display for NoSuchTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = Technique::ALL.iter().map(|technique| technique.slug()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        no_such_name(f, ["technique", "techniques"], &self.0, &names)
    }
}

impl std::error::Error for NoSuchTechnique {}

/// HoDoKu's default order. What stands in one row is looked for together, and the best of what is found is taken.
/// HoDoKu has no techniques after the last row but trial and error.
pub(super) const HODOKU_ORDER: &[&[Technique]] = {
    use Technique::*;
    &[
        &[FullHouse],
        &[NakedSingle],
        &[HiddenSingle],
        &[LockedPair],
        &[LockedTriple],
        &[Pointing],
        &[Claiming],
        &[NakedPair],
        &[NakedTriple],
        &[HiddenPair],
        &[HiddenTriple],
        &[NakedQuad],
        &[HiddenQuad],
        &[XWing],
        &[Swordfish],
        &[Jellyfish],
        &[RemotePair],
        &[BugPlusOne],
        &[Skyscraper],
        &[TwoStringKite],
        &[TurbotFish],
        &[EmptyRectangle],
        &[WWing],
        &[XYWing],
        &[XYZWing],
        &[UniqueRectangleOne],
        &[UniqueRectangleTwo],
        &[UniqueRectangleThree],
        &[UniqueRectangleFour],
        &[UniqueRectangleFive],
        &[UniqueRectangleSix],
        &[HiddenRectangle],
        &[AvoidableRectangleOne],
        &[AvoidableRectangleTwo],
        &[FinnedXWing],
        &[SashimiXWing],
        &[FinnedSwordfish],
        &[SashimiSwordfish],
        &[FinnedJellyfish],
        &[SashimiJellyfish],
        &[SueDeCoq],
        &[SimpleColorsTrap, SimpleColorsWrap],
        &[MultiColorsOne, MultiColorsTwo],
        &[XChain],
        &[XYChain],
        &[ContinuousNiceLoop, DiscontinuousNiceLoop, AlternatingInferenceChain],
        &[GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAlternatingInferenceChain],
        &[AlsXZ],
        &[AlsXYWing],
        &[AlsChain],
        &[FrankenXWing],
        &[FrankenSwordfish],
        &[FinnedFrankenXWing],
        &[FinnedFrankenSwordfish],
        &[ForcingChainContradiction, ForcingChainVerity],
        &[ForcingNetContradiction, ForcingNetVerity],
        &[NestedForcingNet],
    ]
};

/// The techniques that Sudoku Explainer 1.2.1 has, by its ratings; of equal ones the first in the table first.
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
        assert!(error.starts_with("no technique is called 'y-wing'; the techniques are full-house, "), "{error}");
    }

    #[test]
    fn the_order_has_nothing_twice() {
        let all = HODOKU_ORDER.concat();
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
