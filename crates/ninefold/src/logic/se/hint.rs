//! Hints: what a rule of Sudoku Explainer has found, its rating, and what follows.

use super::super::cells::digits;
use super::chains::Chained;
use super::position::Position;

/// The pattern of a hint.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Sight {
    /// The last place of the house, or the last digit of the cell. (`is_last`: the last cell without a digit.)
    Single { house: Option<u8>, is_last: bool },
    /// All places of the base lie in the cover.
    Locked { digit: u8, base: u8, cover: u8 },
    /// The same, if what it removes leaves one place in a house.
    DirectLocked { digit: u8, base: u8, cover: u8, house: u8 },
    /// These places of a house have only these digits.
    Naked { house: u8, places: u16, digits: u16 },
    /// Only these places of a house have these digits.
    Hidden { house: u8, places: u16, digits: u16 },
    /// The same, if what it removes leaves one place for another digit.
    DirectHidden { house: u8, places: u16, digits: u16 },
    /// A fish with lines of one kind as base and lines that cross them as cover.
    Fish { digit: u8, is_in_columns: bool, base: u16, cover: u16 },
    /// A pivot, and two pincers that share a digit.
    Wing { pivot: u8, pincers: [u8; 2], digit: u8 },
    /// A loop of cells that would otherwise have only two digits.
    Loop(Box<Loop>),
    /// A grave: the digits in excess of it, by cell.
    Grave { extra: Vec<(u8, u16)>, by: Rescue },
    /// Cells whose digits exclude each other.
    Aligned { cells: Vec<u8> },
    /// Chains or nets.
    Chains(Chained),
}

/// A unique rectangle or loop.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Loop {
    pub(super) cells: Vec<u8>,
    pub(super) digits: [u8; 2],
    /// The cells with further digits.
    pub(super) extra: Vec<u8>,
    pub(super) by: Rescue,
}

/// How something follows from digits in excess of a deadly pattern.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Rescue {
    /// One cell has all of them.
    OneCell,
    /// They are all the same digit.
    OneDigit,
    /// They are a naked subset with further cells of a house.
    Naked { house: u8, places: u16, digits: u16 },
    /// The pattern's digits are a hidden subset with further cells of a house.
    Hidden { house: u8, places: u16, digits: u16 },
    /// A digit of the pattern has no other place in a house.
    Locked { house: u8, digit: u8 },
}

impl Rescue {
    /// The number of the type.
    fn kind(self) -> usize {
        match self {
            Rescue::OneCell => 1,
            Rescue::OneDigit => 2,
            Rescue::Naked { .. } | Rescue::Hidden { .. } => 3,
            Rescue::Locked { .. } => 4,
        }
    }
}

/// Candidates that are removed: the digits, by cell.
pub(super) type Removed = Vec<(u8, u16)>;

/// A hint.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Hint {
    /// The rating as the program computes it: sums of tenths in double precision, which are compared as such.
    pub(super) rating: f64,
    pub(super) removed: Removed,
    /// Cell and digit.
    pub(super) placed: Option<(u8, u8)>,
    pub(super) sight: Sight,
}

impl Hint {
    pub(super) fn removing(rating: f64, removed: Removed, sight: Sight) -> Hint {
        Hint { rating, removed, placed: None, sight }
    }

    pub(super) fn placing(rating: f64, cell: usize, digit: usize, sight: Sight) -> Hint {
        Hint { rating, removed: Vec::new(), placed: Some((cell as u8, digit as u8)), sight }
    }

    /// The program's name for the hint.
    pub(super) fn name(&self) -> &'static str {
        let by_size = |names: [&'static str; 3], set: u16| names[(set.count_ones() as usize).clamp(2, 4) - 2];
        match &self.sight {
            Sight::Single { house: Some(_), .. } => "Hidden Single",
            Sight::Single { house: None, .. } => "Naked Single",
            Sight::Locked { base: 18.., .. } => "Pointing",
            Sight::Locked { .. } => "Claiming",
            Sight::DirectLocked { base: 18.., .. } => "Direct Pointing",
            Sight::DirectLocked { .. } => "Direct Claiming",
            Sight::Naked { digits, .. } => by_size(["Naked Pair", "Naked Triplet", "Naked Quad"], *digits),
            Sight::Hidden { digits, .. } => by_size(["Hidden Pair", "Hidden Triplet", "Hidden Quad"], *digits),
            Sight::DirectHidden { digits, .. } => {
                by_size(["Direct Hidden Pair", "Direct Hidden Triplet", "Direct Hidden Quad"], *digits)
            }
            Sight::Fish { base, .. } => by_size(["X-Wing", "Swordfish", "Jellyfish"], *base),
            Sight::Wing { .. } if self.rating < 4.3 => "XY-Wing",
            Sight::Wing { .. } => "XYZ-Wing",
            Sight::Loop(found) => LOOPS[(found.cells.len().clamp(4, 18) - 4) / 2][found.by.kind() - 1],
            Sight::Grave { by, .. } => ["BUG type 1", "BUG type 2", "BUG type 3", "BUG type 4"][by.kind() - 1],
            Sight::Aligned { cells } if cells.len() == 2 => "Aligned Pair Exclusion",
            Sight::Aligned { .. } => "Aligned Triplet Exclusion",
            Sight::Chains(Chained::Static { nodes, is_cycle, .. }) => {
                let is_one_digit = nodes.iter().all(|(_, digit)| *digit == nodes[0].1);
                // In a cycle every second candidate is false, and makes the next one true.
                let is_by_cells = || (1..nodes.len()).step_by(2).all(|i| nodes[i].0 == nodes[(i + 1) % nodes.len()].0);
                match (is_cycle, is_one_digit, nodes.len()) {
                    (true, true, 4) => "Generalized X-Wing",
                    (true, true, _) => "Bidirectional X-Cycle",
                    (true, false, _) if is_by_cells() => "Bidirectional Y-Cycle",
                    (true, false, _) => "Bidirectional Cycle",
                    (false, true, 6) => "Turbot Fish",
                    (false, true, _) => "Forcing X-Chain",
                    (false, false, _) => "Forcing Chain",
                }
            }
            Sight::Chains(Chained::Nets(nets)) => nets.mode.name(nets.source),
        }
    }

    /// Applies what follows.
    pub(super) fn apply(&self, position: &mut Position) {
        for (cell, out) in &self.removed {
            for digit in digits(*out & position.marks.cells[usize::from(*cell)]) {
                position.marks.remove(usize::from(*cell), digit);
            }
        }
        if let Some((cell, digit)) = self.placed {
            position.place(usize::from(cell), usize::from(digit));
        }
    }
}

/// Names of unique loops, by half their number of cells and by type.
const LOOPS: [[&str; 4]; 8] = {
    macro_rules! types {
        ($what:literal) => {
            [
                concat!("Unique ", $what, " type 1"),
                concat!("Unique ", $what, " type 2"),
                concat!("Unique ", $what, " type 3"),
                concat!("Unique ", $what, " type 4"),
            ]
        };
    }
    [
        types!("Rectangle"),
        types!("Loop 6"),
        types!("Loop 8"),
        types!("Loop 10"),
        types!("Loop 12"),
        types!("Loop 14"),
        types!("Loop 16"),
        types!("Loop 18"),
    ]
};
