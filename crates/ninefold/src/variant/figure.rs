//! What constraints look like on a board, in terms of cells; `render` turns this into pictures.

use super::{Constraint, Kind, VariantPuzzle};

/// Something drawn on a board, or beside it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Figure {
    /// Cells filled with this colour, behind their digits.
    Area(Vec<usize>, Colour),
    /// An outline just inside the cells' border, with a text in its first corner.
    Cage(Vec<usize>, String),
    /// A thick line through the centres of cells.
    Line(Vec<usize>, Colour),
    /// A thin line through the centres of cells.
    Hairline(Vec<usize>),
    /// A thin line through the centres of cells, with an arrowhead at its end.
    Arrow(Vec<usize>),
    /// A ring around one cell, or a long one around several cells in a line.
    Ring(Vec<usize>),
    /// A disc behind a digit.
    Disc(usize),
    /// A square behind a digit.
    Square(usize),
    /// A diamond around a digit.
    Diamond(usize),
    /// A text at the common centre of cells: on the edge between two, or on the corner of four.
    Label(Vec<usize>, String, Ground),
    /// A text beside the board, next to the first cell of a line.
    Outside(Vec<usize>, String),
}

/// The background of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    /// The board.
    Board,
    /// A white disc.
    White,
    /// A black disc.
    Black,
}

/// The colours by which players recognise lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "colours")]
pub enum Colour {
    Grey,
    Red,
    Orange,
    Yellow,
    Green,
    Teal,
    Blue,
    Purple,
}

impl Constraint {
    /// Returns what is drawn for the constraint; nothing if its rule needs no drawing, if it has cells beside the board, or
    /// if it lacks parts that it needs.
    pub fn figures(&self, puzzle: &VariantPuzzle) -> Vec<Figure> {
        let spec = self.kind.spec();
        let is_incomplete = || spec.parts.mistake(self, spec.members).is_some();
        if self.all_cells().any(|cell| cell >= puzzle.board_cells()) || is_incomplete() {
            return Vec::new();
        }
        (spec.draw)(self, puzzle)
    }
}

impl Kind {
    /// The colour of the kind's lines and areas.
    pub(super) fn colour(self) -> Colour {
        match self {
            Kind::Whisper | Kind::BoxIndexing => Colour::Green,
            Kind::Renban | Kind::Zipper => Colour::Purple,
            Kind::Nabner | Kind::PairTable => Colour::Yellow,
            Kind::RegionSumLine | Kind::RowIndexing | Kind::Diagonal | Kind::SlowThermo => Colour::Blue,
            Kind::Entropic | Kind::SumLine | Kind::SumLoop => Colour::Orange,
            Kind::Modular => Colour::Teal,
            Kind::ColumnIndexing => Colour::Red,
            _ => Colour::Grey,
        }
    }
}

/// Drawing functions for the files of kinds.
pub(super) mod drawing {
    use super::{Constraint, Figure, Ground, VariantPuzzle};

    /// Nothing: a rule for the whole board is stated in words, not drawn.
    pub(in crate::variant) fn nothing(_: &Constraint, _: &VariantPuzzle) -> Vec<Figure> {
        Vec::new()
    }

    /// A thick line in the colour of the kind.
    pub(in crate::variant) fn line(constraint: &Constraint, _: &VariantPuzzle) -> Vec<Figure> {
        vec![Figure::Line(constraint.cells.clone(), constraint.kind.colour())]
    }

    /// Cells in the colour of the kind.
    pub(in crate::variant) fn area(constraint: &Constraint, _: &VariantPuzzle) -> Vec<Figure> {
        let lists = std::iter::once(&constraint.cells).chain(&constraint.others);
        let lists = lists.filter(|cells| !cells.is_empty());
        lists.map(|cells| Figure::Area(cells.clone(), constraint.kind.colour())).collect()
    }

    /// A line with a bulb at its beginning.
    pub(in crate::variant) fn bulb(constraint: &Constraint, puzzle: &VariantPuzzle) -> Vec<Figure> {
        let bulb = constraint.cells.first().map(|cell| Figure::Disc(*cell));
        bulb.into_iter().chain(line(constraint, puzzle)).collect()
    }

    /// A thin line with the same figure at both ends.
    pub(in crate::variant) fn between(constraint: &Constraint, end: fn(usize) -> Figure) -> Vec<Figure> {
        let mut figures = vec![Figure::Hairline(constraint.cells.clone())];
        figures.extend(constraint.cells.first().map(|cell| end(*cell)));
        figures.extend(constraint.cells.last().map(|cell| end(*cell)));
        figures
    }

    pub(in crate::variant) fn ring(cell: usize) -> Figure {
        Figure::Ring(vec![cell])
    }

    /// A cage with its number, between two texts.
    pub(in crate::variant) fn cage(constraint: &Constraint, before: &str, after: &str) -> Vec<Figure> {
        let number = constraint.value.map_or_else(String::new, |value| value.to_string());
        vec![Figure::Cage(constraint.cells.clone(), format!("{before}{number}{after}"))]
    }

    /// A cage around the cells, with a text.
    pub(in crate::variant) fn labelled(constraint: &Constraint, text: impl Into<String>) -> Vec<Figure> {
        vec![Figure::Cage(constraint.cells.clone(), text.into())]
    }

    /// A text between cells.
    pub(in crate::variant) fn label(constraint: &Constraint, text: impl Into<String>, ground: Ground) -> Vec<Figure> {
        vec![Figure::Label(constraint.cells.clone(), text.into(), ground)]
    }

    /// The number beside the board.
    pub(in crate::variant) fn outside(constraint: &Constraint, _: &VariantPuzzle) -> Vec<Figure> {
        let number = constraint.value.map_or_else(String::new, |value| value.to_string());
        vec![Figure::Outside(constraint.cells.clone(), number)]
    }

    /// Joins numbers, with commas between them unless all have a single figure.
    pub(in crate::variant) fn together(numbers: &[i64]) -> String {
        let between = if numbers.iter().all(|number| (0..10).contains(number)) { "" } else { "," };
        numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(between)
    }

    /// The sign between two cells whose open side faces the first.
    pub(in crate::variant) fn open_to_first(constraint: &Constraint, puzzle: &VariantPuzzle) -> &'static str {
        let [Some(one), Some(other)] = [0, 1].map(|i| constraint.cells.get(i).map(|cell| puzzle.place(*cell))) else {
            return "";
        };
        match (one.0.cmp(&other.0), one.1 < other.1) {
            (std::cmp::Ordering::Less, _) => "\u{2228}",
            (std::cmp::Ordering::Greater, _) => "\u{2227}",
            (_, true) => ">",
            (_, false) => "<",
        }
    }
}
