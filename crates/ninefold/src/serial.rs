//! Writing and reading values with serde (feature `serde`).
//!
//! Names (of engines, techniques, levels and so on), shapes and symbols are written as the texts that their `FromStr` reads; a
//! cell as its number from 0, a digit as its number from 1. A grid has its shape and a line of digits; a puzzle has its shape, a
//! line of givens, the digits placed since and the candidates removed, and the last two may be left out. A variant is written as
//! the text of its JSON object ([`notation::write_variant`]):
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! use ninefold::Puzzle;
//! let puzzle: Puzzle = "1...............".parse()?;
//! let json = serde_json::to_string(&puzzle).unwrap();
//! assert_eq!(json, r#"{"shape":"2x2","givens":"1...............","placed":[],"removed":[]}"#);
//! assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
//! # }
//! # Ok::<(), ninefold::Invalid>(())
//! ```

use crate::board::{Candidate, Candidates, Grid, Puzzle, Shape, Symbols};
use crate::generate::{ClueSymmetry, Method};
use crate::logic::{Language, Level, Scale, SeNumber, Technique};
use crate::notation::{self, Format, ReadOptions, VariantRecord};
use crate::solve::{Engine, Isa};
use crate::symmetry::Transformation;
use crate::trace::Strategy;
use crate::variant::{Kind, VariantPuzzle};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Values are written as the text that this function returns, and read by `FromStr`.
macro_rules! as_text {
    ($($type:ident by $text:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$text(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text! {
    ClueSymmetry by ClueSymmetry::to_string;
    Engine by Engine::to_string;
    Format by Format::to_string;
    Isa by Isa::to_string;
    Kind by Kind::to_string;
    Language by Language::to_string;
    Level by Level::to_string;
    Method by Method::to_string;
    Scale by Scale::to_string;
    SeNumber by SeNumber::to_string;
    Shape by Shape::to_string;
    Strategy by Strategy::to_string;
    Symbols by Symbols::name;
    Transformation by Transformation::to_string;
    Technique by |technique: &Technique| technique.slug();
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Puzzle", deny_unknown_fields)]
struct WrittenPuzzle {
    shape: Shape,
    givens: String,
    #[serde(default)]
    placed: Vec<Candidate>,
    #[serde(default)]
    removed: Vec<Candidate>,
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = WrittenPuzzle {
            shape: self.shape(),
            givens: self.only_givens().to_string(),
            placed: self.placed().map(|(cell, digit)| Candidate::new(cell, digit)).collect(),
            removed: self.removed().into_iter().flat_map(Candidates::iter).collect(),
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        let written = WrittenPuzzle::deserialize(deserializer)?;
        let shape = written.shape;
        let mut puzzle = notation::printed(shape, &written.givens).map_err(D::Error::custom)?;
        for candidate in written.placed.iter().chain(&written.removed) {
            if candidate.cell.index() >= shape.cell_count() || candidate.digit.index() >= shape.side() {
                let (cell, digit) = (candidate.cell.index(), candidate.digit.number());
                return Err(D::Error::custom(format!(
                    "cell {cell} with digit {digit} is not on a board of shape {shape}"
                )));
            }
        }
        for Candidate { cell, digit } in written.placed {
            if puzzle.digit(cell).is_some() {
                return Err(D::Error::custom(format!("{} already has a digit", shape.name(cell))));
            }
            puzzle.place(cell, digit);
        }
        written.removed.iter().for_each(|candidate| puzzle.remove_candidate(candidate.cell, candidate.digit));
        Ok(puzzle)
    }
}

/// Written as a text that holds the JSON object, the one form in which nothing is lost.
impl Serialize for VariantPuzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = notation::write_variant(&VariantRecord::new(self.clone()), Format::Json);
        serializer.collect_str(written.map_err(serde::ser::Error::custom)?.text.trim_end())
    }
}

impl<'de> Deserialize<'de> for VariantPuzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<VariantPuzzle, D::Error> {
        let record = notation::read_any(&String::deserialize(deserializer)?, &ReadOptions::default());
        let record = record.and_then(VariantRecord::try_from).map_err(D::Error::custom)?;
        Ok(record.puzzle)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Grid", deny_unknown_fields)]
struct WrittenGrid {
    shape: Shape,
    digits: String,
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenGrid { shape: self.shape(), digits: self.to_string() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grid, D::Error> {
        let WrittenGrid { shape, digits } = WrittenGrid::deserialize(deserializer)?;
        let puzzle = notation::printed(shape, &digits).map_err(D::Error::custom)?;
        let digits = shape.cells().map(|cell| puzzle.digit(cell)).collect::<Option<_>>();
        let digits = digits.ok_or_else(|| D::Error::custom("a grid has no blanks"))?;
        Grid::new(shape, digits).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Digit};
    use proptest::prelude::*;

    fn back<T: Serialize + for<'de> Deserialize<'de>>(value: &T) -> T {
        serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
    }

    #[test]
    fn names_are_read_back() {
        Technique::ALL.iter().for_each(|technique| assert_eq!(back(technique), *technique));
        Format::ALL.iter().for_each(|format| assert_eq!(back(format), *format));
        Engine::ALL.iter().for_each(|engine| assert_eq!(back(engine), *engine));
        Kind::ALL.iter().for_each(|kind| assert_eq!(back(kind), *kind));
        for alphabet in ["TONYBLAIR", "0123456789ABCDEF", "-+12"] {
            let symbols = Symbols::new(alphabet).unwrap();
            assert_eq!(back(&symbols), symbols);
        }
        let mut puzzle = VariantPuzzle::sudoku(2, 2);
        puzzle.give(3, 2);
        puzzle.constraints.push(crate::variant::Constraint::new(Kind::Thermo).cells([0, 1, 2]));
        assert_eq!(back(&puzzle), puzzle);
        assert!(serde_json::from_str::<VariantPuzzle>("\"12\"").is_err());
        assert_eq!(serde_json::to_string(&Technique::XWing).unwrap(), "\"x-wing\"");
        let error = serde_json::from_str::<Level>("\"tough\"").unwrap_err().to_string();
        assert_eq!(error, "no level is called 'tough'; the levels are easy, medium, hard, unfair, extreme");
    }

    #[test]
    fn what_is_not_a_board_is_refused() {
        let message = |json: &str| serde_json::from_str::<Puzzle>(json).unwrap_err().to_string();
        assert_eq!(message(r#"{"shape":"2x2","givens":"1.."}"#), "3 cells, expected 16 (4x4)");
        assert_eq!(
            message(r#"{"shape":"2x2","givens":"1..............7"}"#),
            "'7' at position 16 (r4c4) is neither one of 1-4 nor a blank ('.' or '0')"
        );
        let placed = |cell: u32| {
            format!(r#"{{"shape":"2x2","givens":"1...............","placed":[{{"cell":{cell},"digit":4}}]}}"#)
        };
        assert_eq!(message(&placed(0)), "r1c1 already has a digit");
        assert!(message(&placed(16)).contains("is not on a board of shape 2x2"));
        assert!(message(r#"{"shape":"2x2","givens":"","digits":""}"#).starts_with("unknown field `digits`"));
        let grid = serde_json::from_str::<Grid>(r#"{"shape":"2x2","digits":"123434122143432."}"#);
        assert_eq!(grid.unwrap_err().to_string(), "a grid has no blanks");
        let grid: Grid = "1234341221434321".parse().unwrap();
        assert_eq!(back(&grid), grid);
    }

    proptest! {
        #[test]
        fn puzzles_are_read_back(
            shape in prop::sample::select(vec!["2x2", "2x3", "3x2", "3x3", "1x1", "6x6"]),
            entries in prop::collection::vec((any::<u16>(), any::<u16>(), 0..3u8), 0..40),
        ) {
            let shape: Shape = shape.parse().unwrap();
            let mut puzzle = Puzzle::empty(shape);
            for (cell, digit, what) in entries {
                let cell = Cell::new(usize::from(cell) % shape.cell_count());
                let digit = Digit::from_index(usize::from(digit) % shape.side());
                match what {
                    0 => puzzle.give(cell, digit),
                    1 => puzzle.place(cell, digit),
                    _ => puzzle.remove_candidate(cell, digit),
                }
            }
            prop_assert_eq!(back(&puzzle), puzzle);
        }
    }
}
