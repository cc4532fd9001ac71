//! Symmetries: which cells are givens together.

use crate::board::{Cell, Shape};
use crate::names::{self, UnknownName, named};
use std::str::FromStr;

/// A symmetry of the cells with givens. Only the cells matter, so every symmetry is possible on boards of any shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum ClueSymmetry {
    /// No symmetry: every cell is on its own.
    #[default]
    None,
    /// A half-turn leaves the cells unchanged.
    HalfTurn,
    /// A quarter-turn leaves the cells unchanged.
    QuarterTurn,
    /// The upper half mirrors the lower.
    Horizontal,
    /// The left half mirrors the right.
    Vertical,
    /// The upper half mirrors the lower, and the left half the right.
    Both,
    /// Mirrored in the diagonal from the first cell to the last: rows become columns.
    Diagonal,
    /// Mirrored in the other diagonal.
    AntiDiagonal,
    /// Mirrored in both diagonals.
    BothDiagonals,
    /// All of these at once.
    Full,
}

named! {
    ClueSymmetry, "Every symmetry.",
    None = "none",
    HalfTurn = "half-turn",
    QuarterTurn = "quarter-turn",
    Horizontal = "horizontal",
    Vertical = "vertical",
    Both = "both",
    Diagonal = "diagonal",
    AntiDiagonal = "anti-diagonal",
    BothDiagonals = "both-diagonals",
    Full = "full",
}

impl ClueSymmetry {
    /// The cells of a board, in groups that contain either only givens or none.
    pub fn orbits(self, shape: Shape) -> Vec<Vec<Cell>> {
        let last = shape.side() - 1;
        let mut is_met = vec![false; shape.cell_count()];
        let mut orbits = Vec::new();
        for cell in shape.cells() {
            if is_met[cell.index()] {
                continue;
            }
            let mut orbit = Vec::new();
            let mut open = vec![cell];
            while let Some(cell) = open.pop() {
                if std::mem::replace(&mut is_met[cell.index()], true) {
                    continue;
                }
                orbit.push(cell);
                let (row, column) = (shape.row(cell), shape.column(cell));
                let half = (last - row, last - column);
                let quarter = (column, last - row);
                let (upper, left) = ((last - row, column), (row, last - column));
                let (diagonal, other) = ((column, row), (last - column, last - row));
                let images: &[(usize, usize)] = match self {
                    ClueSymmetry::None => &[],
                    ClueSymmetry::HalfTurn => &[half],
                    ClueSymmetry::QuarterTurn => &[quarter],
                    ClueSymmetry::Horizontal => &[upper],
                    ClueSymmetry::Vertical => &[left],
                    ClueSymmetry::Both => &[upper, left],
                    ClueSymmetry::Diagonal => &[diagonal],
                    ClueSymmetry::AntiDiagonal => &[other],
                    ClueSymmetry::BothDiagonals => &[diagonal, other],
                    ClueSymmetry::Full => &[quarter, left],
                };
                open.extend(images.iter().map(|(row, column)| shape.cell(*row, *column)));
            }
            orbits.push(orbit);
        }
        orbits
    }

    /// Whether the given cells have this symmetry.
    pub fn holds_for(self, shape: Shape, is_given: impl Fn(Cell) -> bool) -> bool {
        self.orbits(shape).iter().all(|orbit| orbit.iter().all(|cell| is_given(*cell) == is_given(orbit[0])))
    }
}

impl FromStr for ClueSymmetry {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<ClueSymmetry, UnknownName> {
        let all = ClueSymmetry::ALL.iter().map(|symmetry| (symmetry.name(), *symmetry));
        names::find(["symmetry", "symmetries"], all, name, &name.replace(' ', "-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for symmetry in ClueSymmetry::ALL {
            assert_eq!(symmetry.name().parse(), Ok(*symmetry));
        }
        assert_eq!("both diagonals".parse(), Ok(ClueSymmetry::BothDiagonals));
        assert!("rot".parse::<ClueSymmetry>().unwrap_err().to_string().starts_with("no symmetry is called 'rot'"));
    }

    #[test]
    fn orbits_are_as_many_as_the_group_leaves() {
        // By Burnside's lemma, for 81 cells of which 9 lie on each mirror line and one in the middle.
        let counts = [81, 41, 21, 45, 45, 25, 45, 45, 25, 15];
        for (symmetry, count) in ClueSymmetry::ALL.iter().zip(counts) {
            let orbits = symmetry.orbits(Shape::NINE);
            assert_eq!(orbits.len(), count, "{symmetry}");
            let mut cells: Vec<usize> = orbits.concat().iter().map(|cell| cell.index()).collect();
            cells.sort_unstable();
            assert_eq!(cells, (0..81).collect::<Vec<_>>());
        }
    }
}
