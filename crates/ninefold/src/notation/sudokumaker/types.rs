//! The types of constraints by their numbers, and which members they have.

use crate::notation::value::Value;
use crate::variant::Kind;

/// How the clues of a type are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A rule for the whole board, perhaps with a number.
    Board(Option<i64>),
    /// The same with groups of digits.
    Groups,
    /// `cells`, each of them a clue.
    Each,
    /// The same of cells that are compared with their neighbours, unless they are such cells too.
    Peaks,
    /// `cells`, together a clue.
    Region,
    /// `lines`, each of them a clue.
    Lines,
    /// The same, with `singleRegionTotals`.
    RegionSums,
    /// The same, with `minDifference`.
    Whispers,
    /// The same, with 4 as the least difference of digits from 1 to 9.
    Lockouts,
    /// The same, with groups of digits.
    GroupLines,
    /// `thermometers`, and whether they are `slow`.
    Thermometers,
    /// `cages` with cells, and a sum that is none if it is 0.
    Cages,
    /// `cages` with cells and a text.
    Says,
    /// `clues` on an edge between two cells, with a number, by default this, and what is `negative`.
    Edges(i64),
    /// `clues` on a corner, with digits.
    Corners,
    /// `bulbsWithArrows`.
    Arrows,
    /// `groups` of two cells.
    Clones,
    /// `clues` beside the board.
    Outer,
    /// The same along a diagonal.
    Diagonals,
}

/// The types whose meaning is known.
const TYPES: [(usize, Kind, Form); 36] = [
    (10, Kind::Diagonal, Form::Board(Some(-1))),
    (11, Kind::Diagonal, Form::Board(Some(1))),
    (12, Kind::AntiKing, Form::Board(None)),
    (13, Kind::AntiKnight, Form::Board(None)),
    (14, Kind::DisjointGroups, Form::Board(None)),
    (15, Kind::NonConsecutive, Form::Board(None)),
    (16, Kind::GlobalEntropy, Form::Groups),
    (100, Kind::Even, Form::Each),
    (101, Kind::Odd, Form::Each),
    (102, Kind::Maximum, Form::Peaks),
    (103, Kind::Minimum, Form::Peaks),
    (200, Kind::Difference, Form::Edges(1)),
    (201, Kind::Ratio, Form::Edges(2)),
    (202, Kind::PairSum, Form::Edges(10)),
    (300, Kind::Thermo, Form::Thermometers),
    (301, Kind::Cage, Form::Cages),
    (302, Kind::Clone, Form::Clones),
    (303, Kind::Quadruple, Form::Corners),
    (304, Kind::LookAndSay, Form::Says),
    (305, Kind::AllDifferent, Form::Region),
    (400, Kind::Renban, Form::Lines),
    (401, Kind::Whisper, Form::Whispers),
    (402, Kind::Palindrome, Form::Lines),
    (403, Kind::Between, Form::Lines),
    (404, Kind::RegionSumLine, Form::RegionSums),
    (406, Kind::Entropic, Form::GroupLines),
    (407, Kind::Lockout, Form::Lockouts),
    (408, Kind::Arrow, Form::Arrows),
    (409, Kind::DoubleArrow, Form::Lines),
    (500, Kind::LittleKiller, Form::Diagonals),
    (501, Kind::Sandwich, Form::Outer),
    (502, Kind::XSum, Form::Outer),
    (503, Kind::Skyscraper, Form::Outer),
    (504, Kind::NumberedRoom, Form::Outer),
    (600, Kind::RowIndexing, Form::Each),
    (601, Kind::ColumnIndexing, Form::Each),
];

/// The type with a number, if its meaning is known.
pub(super) fn known(number: usize) -> Option<(Kind, Form)> {
    let found = TYPES.into_iter().find(|(known, ..)| *known == number);
    found.map(|(_, kind, form)| (kind, form))
}

/// The name of a type for people.
pub(super) fn title(number: usize) -> String {
    match (known(number), number) {
        (Some((kind, _)), _) => kind.title().to_owned(),
        (None, 405) => "sequence line".to_owned(),
        (None, _) => format!("type {number}"),
    }
}

/// The member that holds the clues of a form; rules for the whole board have none.
pub(super) fn member(form: Form) -> Option<&'static str> {
    match form {
        Form::Board(_) | Form::Groups => None,
        Form::Each | Form::Peaks | Form::Region => Some("cells"),
        Form::Lines | Form::RegionSums | Form::Whispers | Form::Lockouts | Form::GroupLines => Some("lines"),
        Form::Thermometers => Some("thermometers"),
        Form::Cages | Form::Says => Some("cages"),
        Form::Edges(_) | Form::Corners | Form::Outer | Form::Diagonals => Some("clues"),
        Form::Arrows => Some("bulbsWithArrows"),
        Form::Clones => Some("groups"),
    }
}

/// The members that the clues of a form have, where they are objects.
pub(super) fn members_of_clues(form: Form) -> &'static [&'static str] {
    match form {
        Form::Cages | Form::Says => &["cells", "value"],
        Form::Edges(_) => &["edge", "value"],
        Form::Corners => &["corner", "digits"],
        Form::Outer | Form::Diagonals => &["outerCell", "value", "diagonal"],
        Form::Arrows => &["bulbCells", "arrows"],
        _ => &[],
    }
}

/// Whether a constraint says anything: one whose list of clues is empty does not.
pub(super) fn has_clues(number: usize, constraint: &Value<'_>) -> bool {
    let is_there = |name: &str| constraint.get(name).is_some_and(|list| !list.is_void());
    // Sequences are not known, but are lines.
    let form = known(number).map(|(_, form)| form).or((number == 405).then_some(Form::Lines));
    match form.and_then(member) {
        Some(member) => is_there(member) || is_there("negative"),
        None => true,
    }
}
