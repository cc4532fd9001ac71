//! The kinds of constraints, one row each. This is the only list of them.

use super::constraint::Filled;
use super::kinds;
use super::model::Model;
use super::{Constraint, Figure, VariantPuzzle};
use crate::names::{self, UnknownName, written_by_name};
use std::str::FromStr;

/// The description of a kind of constraint: what its file contributes to the table.
pub(super) struct Spec {
    /// Its name in the project's own JSON, in words joined by `_`.
    pub(super) name: &'static str,
    /// Its name for people, such as "killer cage".
    pub(super) title: &'static str,
    /// Which parts of a [`Constraint`] it has.
    pub(super) parts: Parts,
    /// The members of the project's own JSON, with the part that each stands for.
    pub(super) members: &'static [(&'static str, Part)],
    /// Whether a list of cells may contain a cell twice.
    pub(super) may_repeat: bool,
    /// The rule in words.
    pub(super) rule: fn(&Constraint) -> String,
    /// Finds what is wrong with the constraint on the puzzle's board: what was found, and what was expected. Cells that are
    /// not on the board or appear twice, and missing parts, are reported earlier.
    pub(super) check: fn(&Constraint, &VariantPuzzle) -> Result<(), String>,
    /// The figures that show it on a board.
    pub(super) draw: fn(&Constraint, &VariantPuzzle) -> Vec<Figure>,
    /// Whether a filled board obeys the rule: the specification.
    pub(super) holds: fn(&Constraint, &Filled<'_>) -> bool,
    /// Adds the rule to the engine's model.
    pub(super) compile: fn(&Constraint, &VariantPuzzle, &mut Model),
}

/// The part of a constraint that a member of its JSON stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The list of cells, each written as a row and a column from 1.
    Cells,
    /// The list of cells, which has exactly one.
    Cell,
    /// The further list of cells with this index.
    Other(usize),
    /// The only cell of the further list with this index.
    OtherCell(usize),
    /// All further lists of cells, in a list.
    Others,
    /// The number.
    Value,
    /// The number 1 or -1, written `+` or `-`.
    Sign,
    /// The list of numbers.
    Values,
    /// The list of numbers, taken in pairs.
    Pairs,
    /// The text.
    Text,
    /// The alternatives as a list; each is a constraint, or a list of constraints that hold together.
    Alternatives,
}

impl Part {
    /// Describes the member's value in words.
    pub fn description(self) -> &'static str {
        match self {
            Part::Cells | Part::Other(_) => "a list of cells",
            Part::Cell | Part::OtherCell(_) => "a cell",
            Part::Others => "a list of lists of cells",
            Part::Value => "a number",
            Part::Sign => "\"+\" or \"-\"",
            Part::Values => "a list of numbers",
            Part::Pairs => "a list of pairs of digits",
            Part::Text => "a string",
            Part::Alternatives => "a list of constraints, or of lists of them that hold together",
        }
    }
}

/// Which parts of a constraint a kind has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    /// The smallest and the largest number of cells.
    pub(super) cells: (usize, usize),
    /// The smallest and the largest number of further lists of cells.
    pub(super) others: (usize, usize),
    pub(super) value: Presence,
    pub(super) values: Presence,
    pub(super) text: Presence,
    pub(super) alternatives: Presence,
}

/// Whether a part may or must be present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Presence {
    Never,
    Optional,
    Always,
}

impl Parts {
    /// No parts: the rule applies to the whole board.
    pub(super) const BOARD: Parts = Parts {
        cells: (0, 0),
        others: (0, 0),
        value: Presence::Never,
        values: Presence::Never,
        text: Presence::Never,
        alternatives: Presence::Never,
    };

    /// Alternatives only.
    pub(super) const ALTERNATIVES: Parts = Parts { alternatives: Presence::Always, ..Parts::BOARD };

    /// A list of at least this many cells.
    pub(super) const fn line(least: usize) -> Parts {
        Parts { cells: (least, usize::MAX), ..Parts::BOARD }
    }

    /// Exactly this many cells.
    pub(super) const fn exactly(cells: usize) -> Parts {
        Parts { cells: (cells, cells), ..Parts::BOARD }
    }

    /// Adds a number.
    pub(super) const fn value(self, value: Presence) -> Parts {
        Parts { value, ..self }
    }

    /// Adds further lists of cells, between `least` and `most` of them.
    pub(super) const fn others(self, least: usize, most: usize) -> Parts {
        Parts { others: (least, most), ..self }
    }

    /// Adds a text.
    pub(super) const fn text(self, text: Presence) -> Parts {
        Parts { text, ..self }
    }

    /// Adds a list of numbers.
    pub(super) const fn values(self, values: Presence) -> Parts {
        Parts { values, ..self }
    }

    /// What is wrong with the parts of a constraint; `members` are their names in JSON.
    pub(super) fn mistake(&self, constraint: &Constraint, members: &[(&str, Part)]) -> Option<String> {
        let missing = |is_it: &dyn Fn(Part) -> bool| {
            let member = members.iter().find(|(_, part)| is_it(*part));
            member.map(|(name, _)| format!("no {}", name.replace('_', " ")))
        };
        let (lists, value) = (constraint.others.len(), constraint.value);
        let is_list = |part| part == Part::Other(lists) || part == Part::OtherCell(lists);
        let is_value = |part| matches!(part, Part::Value | Part::Sign);
        let of_list = || if lists < self.others.0 { missing(&is_list) } else { None };
        let of_value = || if value.is_none() && self.value == Presence::Always { missing(&is_value) } else { None };
        let count = |what: &str, found: usize, (least, most): (usize, usize)| {
            let expected = match (least, most) {
                (least, most) if (least..=most).contains(&found) => return None,
                (least, most) if least == most => format!("{least}"),
                (least, usize::MAX) => format!("at least {least}"),
                (least, most) => format!("{least} to {most}"),
            };
            Some(format!("{found} {what}{}, expected {expected}", if found == 1 { "" } else { "s" }))
        };
        let has = |what: &str, is_there: bool, presence: Presence| match (presence, is_there) {
            (Presence::Never, true) => Some(format!("{what}, expected none")),
            (Presence::Always, false) => Some(format!("no {what}")),
            _ => None,
        };
        count("cell", constraint.cells.len(), self.cells)
            .or_else(of_list)
            .or_else(|| count("further list", constraint.others.len(), self.others))
            .or_else(of_value)
            .or_else(|| has("number", constraint.value.is_some(), self.value))
            .or_else(|| has("list of numbers", !constraint.values.is_empty(), self.values))
            .or_else(|| has("text", !constraint.text.is_empty(), self.text))
            .or_else(|| has("alternatives", !constraint.alternatives.is_empty(), self.alternatives))
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident: $file:ident;)*) => {
        /// A kind of constraint.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[doc = $doc])* $kind,)*
        }

        impl Kind {
            /// Every kind, in the order of the table.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),*];

            /// The kind's entry.
            pub(super) const fn spec(self) -> &'static Spec {
                match self {
                    $(Kind::$kind => &super::kinds::$file::SPEC,)*
                }
            }

            /// The kind's name, as [`FromStr`] reads it.
            // Each name comes straight from its entry: if it came through `spec`, a program that only names rules would be
            // linked with all of their code.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => const { super::kinds::$file::SPEC.name },)*
                }
            }

            /// The kind's name for people.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Kind::$kind => const { super::kinds::$file::SPEC.title },)*
                }
            }

            /// Describes the kind in a sentence or two.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Kind::$kind => concat!($($doc),*).trim_ascii_start(),)*
                }
            }

            /// The members of such a constraint in the project's own JSON, each with the part that it stands for.
            pub const fn members(self) -> &'static [(&'static str, Part)] {
                match self {
                    $(Kind::$kind => const { super::kinds::$file::SPEC.members },)*
                }
            }

            /// The text of the kind's file.
            #[cfg(test)]
            pub(super) const fn source(self) -> &'static str {
                match self {
                    $(Kind::$kind => include_str!(concat!("kinds/", stringify!($file), ".rs")),)*
                }
            }
        }
    };
}

kinds! {
    /// The digits differ; if there is a number, it is their sum. A killer cage.
    Cage: cage;
    /// The sum of the cells is the number; digits may repeat. If there are factors, one for each cell, each digit is first
    /// multiplied by its factor.
    Sum: sum;
    /// The digit in the circle is the sum of the cells along the arrow; two or more cells in the circle are read as
    /// one number, from left to right or from top to bottom.
    Arrow: arrow;
    /// The sum of both ends is the sum of the cells between them.
    DoubleArrow: double_arrow;
    /// The sum along a diagonal is the number; digits may repeat.
    LittleKiller: little_killer;
    /// Each cell has a higher digit than the one before it: a thermometer, from the bulb.
    Thermo: thermo;
    /// No cell has a lower digit than the one before it: a slow thermometer, from the bulb.
    SlowThermo: slow_thermo;
    /// The first cell's digit is higher than the second's.
    Greater: greater;
    /// The cell's digit is lower than those of its neighbours, except those in the group.
    Minimum: minimum;
    /// The cell's digit is higher than those of its neighbours, except those in the group.
    Maximum: maximum;
    /// Two digits have the number as their difference: a white Kropki dot with 1.
    Difference: difference;
    /// One of two digits is the other times the number: a black Kropki dot with 2.
    Ratio: ratio;
    /// Two digits have the number as their sum: an X with 10, a V with 5.
    PairSum: pair_sum;
    /// Neighbours without a dot are neither consecutive nor one twice the other.
    NegativeKropki: negative_kropki;
    /// Neighbours without an X or V do not sum to 10 or 5.
    NegativeXv: negative_xv;
    /// Of two neighbours without a dot, neither is twice the other.
    NegativeRatio: negative_ratio;
    /// Neighbours without a dot are not consecutive.
    NegativeDifference: negative_difference;
    /// Neighbours are not consecutive, except those with a difference dot.
    NonConsecutive: non_consecutive;
    /// Neighbours on the line differ by at least the number: 5 on a German whisper.
    Whisper: whisper;
    /// The digits are consecutive, in any order: a renban line.
    Renban: renban;
    /// No two digits are the same or consecutive: a nabner line.
    Nabner: nabner;
    /// The line reads the same from both ends.
    Palindrome: palindrome;
    /// Both lists of cells hold the same digits in the same order.
    Clone: clone;
    /// The list is cut into sets of equal size, as many as the number says; all hold the same digits, in any order.
    SameValues: same_values;
    /// All stretches of the line, each within one region, have the same sum.
    RegionSumLine: region_sum_line;
    /// All the lists of cells have the same sum.
    EqualSum: equal_sum;
    /// Any two cells at the same distance from the middle have the same sum; the digit of a cell in the middle is that sum.
    Zipper: zipper;
    /// The line can be cut into stretches, each with the number as its sum: 10 on a ten-line.
    SumLine: sum_line;
    /// A sum line that is a loop: its last cell precedes its first, and the stretches may begin anywhere.
    SumLoop: sum_loop;
    /// The digits on the line lie between those at its ends in value, and are not equal to either.
    Between: between;
    /// The digits at the ends differ by at least the number; those on the line are neither between them in value nor
    /// equal to either.
    Lockout: lockout;
    /// Any three consecutive cells of the line have a low, a middle and a high digit.
    Entropic: entropic;
    /// If the number is n, the digits of any n consecutive cells of the line have different remainders when divided by n.
    Modular: modular;
    /// The digit is odd.
    Odd: odd;
    /// The digit is even.
    Even: even;
    /// Each number appears in the cells around the circle, at least as often as in the list.
    Quadruple: quadruple;
    /// Each number appears in the cells at least as often as in the list.
    ContainAtLeast: contain_at_least;
    /// Each number appears in the cells exactly as often as in the list; other digits are free.
    ContainExact: contain_exact;
    /// The cells in these rows that have one of the digits are connected along edges; there is at least one, or as many as the
    /// number says.
    Connected: connected;
    /// The text is read two characters at a time: a count, and the digit that appears that often in the cells.
    LookAndSay: look_and_say;
    /// A digit in any of these cells appears in exactly that many of them.
    CountingCircles: counting_circles;
    /// The digit in the further cell is the number of different digits in the cells.
    CountDistinct: count_distinct;
    /// The digits differ, and the number is neither one of them nor the sum of several of them.
    RellikCage: rellik_cage;
    /// The digits differ; as many are odd as even, and as many low as high.
    EqualityCage: equality_cage;
    /// The digits differ; those in the cells between the lowest and the highest of them have the number as their sum.
    Lunchbox: lunchbox;
    /// The digits between the board's lowest and highest digit in the line have the number as their sum.
    Sandwich: sandwich;
    /// The sum of the first X digits is the number, and X is the first digit.
    XSum: x_sum;
    /// The number says how many digits are higher than all before them; a 0 is not counted.
    Skyscraper: skyscraper;
    /// The number is the first digit that is not higher than all before it.
    HiddenSkyscraper: hidden_skyscraper;
    /// The first digit says at which place in the line the number is.
    NumberedRoom: numbered_room;
    /// If the second digit is n, which is at least 1, the digit n cells after the second cell is the same as the first.
    ValueIndexing: value_indexing;
    /// If all rows and columns, read as numbers from both ends, are ranked from the lowest, the number is the rank of this line. No
    /// other line is the same as this one.
    FullRank: full_rank;
    /// A full rank if other lines may be the same as this one: they all have the rank of the first of them.
    TiedRank: tied_rank;
    /// No two rows or columns are the same, read from either end, and none reads the same from both ends.
    DistinctLines: distinct_lines;
    /// The digits on a main diagonal differ: - from the upper left corner, + from the lower left one.
    Diagonal: diagonal;
    /// The digits in each window differ: areas of the size of a box, one row and one column from the edge and from each other.
    Windoku: windoku;
    /// Cells in the same position in different regions differ.
    DisjointGroups: disjoint_groups;
    /// Cells a knight's move apart differ.
    AntiKnight: anti_knight;
    /// Cells that touch, at an edge or a corner, differ.
    AntiKing: anti_king;
    /// Two cells with the same digit are not as many steps apart, along rows and columns, as the digit says.
    AntiTaxicab: anti_taxicab;
    /// Every square of four cells has a low, a middle and a high digit.
    GlobalEntropy: global_entropy;
    /// Every square of four cells has digits with all three remainders when divided by 3.
    GlobalMod3: global_mod3;
    /// Every 5 has a 1 above it or a 9 below it.
    DutchFlatmates: dutch_flatmates;
    /// The cells differ.
    AllDifferent: all_different;
    /// The cells differ: an extra region.
    ExtraRegion: extra_region;
    /// A Sudoku within a larger board, from this cell on: its rows, columns and boxes differ.
    Grid: grid;
    /// Each cell's digit says in which column of its row the number of its column is.
    ColumnIndexing: column_indexing;
    /// Each cell's digit says in which row of its column the number of its row is.
    RowIndexing: row_indexing;
    /// Each cell's digit says at which place in its box the number of its own place is.
    BoxIndexing: box_indexing;
    /// The digits, read in order, match the regular expression.
    Regex: regex;
    /// The digits, read in order, lead the automaton from a state where it can begin to one where it can end. Before each further
    /// list of cells it reads a break.
    Automaton: automaton;
    /// The digits of any two neighbours in the list of cells are one of the pairs.
    PairTable: pair_table;
    /// The digits of any two cells, the earlier one first, are one of the pairs.
    PairTableAll: pair_table_all;
    /// The digit is one of the numbers.
    OneOf: one_of;
    /// At least one of the alternatives holds. Each is a constraint, or several that must all hold.
    Or: or;
}

impl Kind {
    /// Whether constraints of this kind name no cells because they apply to the whole board.
    pub fn is_of_board(self) -> bool {
        let parts = self.spec().parts;
        parts.cells == (0, 0) && parts.others == (0, 0) && parts.alternatives == Presence::Never
    }

    /// Whether the rule is about whole rows, squares or windows of the board, so that it has no meaning on a board with gaps.
    pub(super) fn needs_whole_board(self) -> bool {
        matches!(
            self,
            Kind::FullRank
                | Kind::TiedRank
                | Kind::DistinctLines
                | Kind::Diagonal
                | Kind::Windoku
                | Kind::DisjointGroups
                | Kind::GlobalEntropy
                | Kind::GlobalMod3
                | Kind::ColumnIndexing
                | Kind::RowIndexing
        )
    }

    /// The kinds that make exceptions to this one, so that adding a constraint of such a kind may allow more solutions.
    pub(super) fn exceptions(self) -> &'static [Kind] {
        match self {
            Kind::NonConsecutive => kinds::non_consecutive::MARKS,
            Kind::NegativeXv => kinds::negative_xv::SIGNS,
            Kind::NegativeKropki | Kind::NegativeRatio | Kind::NegativeDifference => kinds::reading::DOTS,
            _ => &[],
        }
    }
}

written_by_name!(Kind);

impl FromStr for Kind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Kind, UnknownName> {
        let all = Kind::ALL.iter().map(|kind| (kind.name(), *kind));
        names::find(["kind of constraint", "kinds of constraints"], all, name, name)
    }
}
