//! The types of constraints, and how each is written.

use crate::variant::Kind;

/// How the arguments of a type are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Nothing: a rule for the whole board.
    Board,
    /// 1 or -1.
    Diagonal,
    /// Cells.
    Cells,
    /// A number, and cells.
    Number,
    /// The same, and `LOOP`.
    Loop,
    /// The prefix of further cells, digits joined by `_`, and perhaps a number.
    Connected,
    /// `none`.
    Ties,
    /// The same, where the number may be missing: then it is this.
    NumberOr(i64),
    /// The same, where 0 is no number.
    Cage,
    /// A sum, perhaps with factors after `_=`, and cells.
    Sum,
    /// A text, and cells.
    Text,
    /// Digits joined by `_`, and cells.
    Digits,
    /// Cells, of which every two neighbours are a clue, perhaps with this number.
    Pairs(Option<i64>),
    /// The cell in the circle, and those along the arrow.
    Arrow,
    /// The number of cells in the circle, and all cells.
    Pill,
    /// A sum, and the cell where the diagonal begins.
    LittleKiller,
    /// The name of a row or column, the clue at its beginning, that at its end.
    Outside,
    /// A sum, and the name of a row or column.
    Sandwich,
    /// The upper left one of four cells, and digits.
    Quad,
    /// Lists of cells with `-` between them.
    Segments,
    /// A regular expression in base64, and lists of cells with nothing between them.
    Pattern,
    /// An automaton in base64, and lists of cells with names.
    Machine,
    /// A table of pairs, and lists of cells with names.
    Table,
    /// The same in an older alphabet.
    OldTable,
    /// `C` or `R`, and cells.
    Indexing,
    /// The cell that counts, and cells.
    Control,
}

/// The types that are known. Where several are for a kind, what the first cannot say is written by the next.
pub(super) const TYPES: [(&str, Kind, Form); 59] = [
    ("Cage", Kind::Cage, Form::Cage),
    ("Sum", Kind::Sum, Form::Sum),
    ("Arrow", Kind::Arrow, Form::Arrow),
    ("PillArrow", Kind::Arrow, Form::Pill),
    ("DoubleArrow", Kind::DoubleArrow, Form::Cells),
    ("LittleKiller", Kind::LittleKiller, Form::LittleKiller),
    ("Thermo", Kind::Thermo, Form::Cells),
    ("GreaterThan", Kind::Greater, Form::Pairs(None)),
    ("WhiteDot", Kind::Difference, Form::Pairs(Some(1))),
    ("BlackDot", Kind::Ratio, Form::Pairs(Some(2))),
    ("X", Kind::PairSum, Form::Pairs(Some(10))),
    ("V", Kind::PairSum, Form::Pairs(Some(5))),
    ("StrictKropki", Kind::NegativeKropki, Form::Board),
    ("StrictXV", Kind::NegativeXv, Form::Board),
    ("AntiConsecutive", Kind::NonConsecutive, Form::Board),
    ("Whisper", Kind::Whisper, Form::NumberOr(5)),
    ("Renban", Kind::Renban, Form::Cells),
    ("Palindrome", Kind::Palindrome, Form::Cells),
    ("SameValues", Kind::SameValues, Form::Number),
    ("RegionSumLine", Kind::RegionSumLine, Form::Cells),
    ("EqualSum", Kind::EqualSum, Form::Segments),
    ("Zipper", Kind::Zipper, Form::Cells),
    ("SumLine", Kind::SumLine, Form::Number),
    ("SumLine", Kind::SumLoop, Form::Loop),
    ("Between", Kind::Between, Form::Cells),
    ("Lockout", Kind::Lockout, Form::Number),
    ("Entropic", Kind::Entropic, Form::Cells),
    ("Modular", Kind::Modular, Form::Number),
    ("Quad", Kind::Quadruple, Form::Quad),
    ("ContainAtLeast", Kind::ContainAtLeast, Form::Digits),
    ("ContainExact", Kind::ContainExact, Form::Digits),
    ("ConnectedValues", Kind::Connected, Form::Connected),
    ("LookAndSay", Kind::LookAndSay, Form::Text),
    ("CountingCircles", Kind::CountingCircles, Form::Cells),
    ("CountDistinct", Kind::CountDistinct, Form::Control),
    ("RellikCage", Kind::RellikCage, Form::Number),
    ("EqualityCage", Kind::EqualityCage, Form::Cells),
    ("Lunchbox", Kind::Lunchbox, Form::Number),
    ("Sandwich", Kind::Sandwich, Form::Sandwich),
    ("XSum", Kind::XSum, Form::Outside),
    ("Skyscraper", Kind::Skyscraper, Form::Outside),
    ("HiddenSkyscraper", Kind::HiddenSkyscraper, Form::Outside),
    ("NumberedRoom", Kind::NumberedRoom, Form::Outside),
    ("FullRank", Kind::FullRank, Form::Outside),
    ("FullRank", Kind::TiedRank, Form::Outside),
    ("FullRankTies", Kind::DistinctLines, Form::Ties),
    ("Diagonal", Kind::Diagonal, Form::Diagonal),
    ("Windoku", Kind::Windoku, Form::Board),
    ("DisjointSets", Kind::DisjointGroups, Form::Board),
    ("AntiKnight", Kind::AntiKnight, Form::Board),
    ("AntiKing", Kind::AntiKing, Form::Board),
    ("AntiTaxicab", Kind::AntiTaxicab, Form::Board),
    ("GlobalEntropy", Kind::GlobalEntropy, Form::Board),
    ("GlobalMod", Kind::GlobalMod3, Form::Board),
    ("DutchFlatmates", Kind::DutchFlatmates, Form::Board),
    ("AllDifferent", Kind::AllDifferent, Form::Cells),
    ("ValueIndexing", Kind::ValueIndexing, Form::Cells),
    ("Indexing", Kind::ColumnIndexing, Form::Indexing),
    ("Indexing", Kind::RowIndexing, Form::Indexing),
];

/// The types with many arguments of their own.
pub(super) const LONG_TYPES: [(&str, Kind, Form); 6] = [
    ("NFA", Kind::Automaton, Form::Machine),
    ("Regex", Kind::Regex, Form::Pattern),
    ("Pair", Kind::PairTable, Form::Table),
    ("PairX", Kind::PairTableAll, Form::Table),
    ("Binary", Kind::PairTable, Form::OldTable),
    ("BinaryX", Kind::PairTableAll, Form::OldTable),
];

/// Further types: what is said about the board, and rules that are not known.
const OTHERS: [&str; 15] = [
    "Shape",
    "Jigsaw",
    "NoBoxes",
    "RegionSize",
    "RegionSameValues",
    "Or",
    "And",
    "Replicate",
    "End",
    "Var",
    "ChaosConstruction",
    "ChaosArrow",
    "ChaosCount",
    "Doppelganger",
    "SearchPriority",
];

/// All types that are known.
pub(super) fn all() -> impl Iterator<Item = (&'static str, Kind, Form)> {
    TYPES.into_iter().chain(LONG_TYPES)
}

/// Whether the first argument of a type is a code, in which names could appear by chance.
pub(super) fn is_long(name: &str) -> bool {
    LONG_TYPES.iter().any(|(known, ..)| *known == name)
}

/// Whether a type is one of the program's.
pub(super) fn is_known(name: &str) -> bool {
    OTHERS.contains(&name) || all().any(|(known, ..)| known == name)
}

/// Whether other constraints follow within it, up to `End`.
pub(super) fn is_composite(name: &str) -> bool {
    matches!(name, "Or" | "And" | "Replicate")
}

/// Whether a type cannot be in a choice: it is about the whole board, or says what the board is.
pub(super) fn is_of_board(name: &str) -> bool {
    let is_about_it = |form: Form| matches!(form, Form::Board | Form::Diagonal | Form::Ties);
    all().any(|(known, _, form)| known == name && is_about_it(form))
        || matches!(name, "Shape" | "Jigsaw" | "NoBoxes" | "RegionSize" | "SearchPriority" | "Var" | "Doppelganger")
}

/// The name for people, if the type's meaning is known.
pub(super) fn title(name: &str) -> String {
    all().find(|(known, ..)| *known == name).map_or_else(|| name.to_owned(), |(_, kind, _)| kind.title().to_owned())
}

/// Whether a rule is only for boards without a digit twice in a row or column.
pub(super) fn needs_lines(kind: Kind, form: Form) -> bool {
    matches!(form, Form::LittleKiller | Form::Outside | Form::Sandwich | Form::Diagonal | Form::Indexing | Form::Ties)
        || matches!(kind, Kind::Windoku | Kind::DisjointGroups | Kind::AntiKnight | Kind::AntiKing)
}
