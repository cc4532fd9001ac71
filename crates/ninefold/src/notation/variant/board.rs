//! What a text says of the board of a puzzle with cages or a map of regions, or what is known of all boards: the size, the boxes and
//! the symbols.

use super::VariantRecord;
use super::sketched::of_sketch;
use crate::board::{Invalid, Symbols};
use crate::notation::rule_names::plain;
use crate::notation::sketch::{Content, Sketch};
use crate::notation::value::{Member, Value};
use crate::notation::{ReadOptions, assemble, cages, json};
use crate::variant::VariantPuzzle;

/// Members that say how many rows or columns a board has.
const SIZES: [&str; 8] = ["size", "gridsize", "boardsize", "side", "sidelength", "rows", "cols", "columns"];

/// Members that do, too, unless they are those of a picture.
const EXTENTS: [&str; 2] = ["width", "height"];

/// What a board that was read without a look at the symbols of all puzzles is with them; `cells` are the symbols in its cells.
pub(in crate::notation) fn of_board<'a>(
    sketch: Sketch,
    cells: impl IntoIterator<Item = &'a str>,
    options: &ReadOptions,
) -> Option<Result<VariantRecord, Invalid>> {
    let in_symbols = |mut sketch: Sketch| {
        if lowest(&sketch, options)? == 0 {
            sketch.digits = 0..=sketch.rows as i64 - 1;
            // Each other symbol was read as the number that it is; this one was read as a blank.
            for (content, _) in sketch.cells.iter_mut().zip(cells).filter(|(_, symbol)| *symbol == "0") {
                *content = Content::Given("0".to_owned());
            }
        }
        Ok(sketch)
    };
    let is_classic = sketch.is_classic();
    (!is_classic).then(|| in_symbols(sketch)).and_then(|sketch| of_sketch(sketch, options))
}

/// A killer Sudoku or a jigsaw, if the object is one, on the board that it describes.
pub(in crate::notation) fn of_cages(
    object: &Value<'_>,
    options: &ReadOptions,
) -> Option<Result<VariantRecord, Invalid>> {
    let options = match described(object, options) {
        Ok(options) => options,
        Err(invalid) => return Some(Err(invalid)),
    };
    let sketch = cages::of_json(object, &options)?.and_then(|mut sketch| {
        if lowest(&sketch, &options)? == 0 {
            sketch.digits = 0..=sketch.rows as i64 - 1;
            // The digits of the board were counted from 1.
            for content in &mut sketch.cells {
                if let Content::Given(word) = content {
                    *word = word.parse().map_or_else(|_| word.clone(), |digit: i64| (digit - 1).to_string());
                }
            }
        }
        Ok(sketch)
    });
    of_sketch(sketch, &options)
}

/// The lowest digit of a board, by the symbols of all puzzles.
fn lowest(sketch: &Sketch, options: &ReadOptions) -> Result<i64, Invalid> {
    let Some(symbols) = &options.symbols else { return Ok(1) };
    if symbols.side() != sketch.rows {
        let (count, name, side) = (symbols.side(), symbols.name(), sketch.rows);
        return Err(assemble::syntax(format!("{count} symbols ({name}), expected {side} for {side} rows")));
    }
    super::lowest_number(symbols)
}

/// The options with what an object says of its board. Without a board, the size is its own word.
fn described(object: &Value<'_>, options: &ReadOptions) -> Result<ReadOptions, Invalid> {
    let members = object.members();
    let mut options = json::described_by(members, options)?;
    if json::member_with_board(members).is_some() {
        return Ok(options);
    }
    let says_size = |(name, value): &&Member<'_>| {
        let name = &*plain(name);
        !value.is_void() && (SIZES.contains(&name) || EXTENTS.contains(&name) && side(value).is_some())
    };
    for (name, value) in members.iter().filter(says_size) {
        let side = side(value).ok_or_else(|| {
            let most = VariantPuzzle::MAX_SIDE;
            assemble::syntax(format!("'{name}' is not the size of a board, expected a number of rows up to {most}"))
        })?;
        match options.side() {
            Some(known) if known != side => {
                return Err(assemble::syntax(format!("'{name}' says {side} rows and columns, expected {known}")));
            }
            Some(_) => {}
            None => options.symbols = Some(Symbols::for_side(side)),
        }
    }
    Ok(options)
}

/// The side that a member says: `6`, `"6"` or `"6x6"`.
fn side(value: &Value<'_>) -> Option<usize> {
    let word = value.word()?.trim();
    let (rows, columns) = word.split_once(['x', 'X', '×']).unwrap_or((word, word));
    let side = rows.trim().parse().ok().filter(|side| (1..=VariantPuzzle::MAX_SIDE).contains(side));
    side.filter(|side| columns.trim().parse() == Ok(*side))
}

#[cfg(test)]
mod tests {
    use crate::board::Symbols;
    use crate::notation::{ReadOptions, read_any, read_variant};
    use crate::variant::VariantPuzzle;

    fn read(text: &str, options: &ReadOptions) -> Result<VariantPuzzle, String> {
        read_variant(text, options).map(|record| record.puzzle).map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn cages_are_on_the_board_that_the_object_describes() {
        let cages = r#""cages":[{"cells":["r1c1","r1c2"],"sum":3}]"#;
        let blank = ".".repeat(36);
        let plain = ReadOptions::default();
        for (said, rows, region) in [
            (r#""size":4"#.to_owned(), 4, vec![0, 1, 4, 5]),
            (r#""gridSize":"6x6""#.to_owned(), 6, vec![0, 1, 2, 6, 7, 8]),
            (r#""width":4,"height":4,"n":7"#.to_owned(), 4, vec![0, 1, 4, 5]),
            (r#""width":480,"height":480"#.to_owned(), 9, vec![0, 1, 2, 9, 10, 11, 18, 19, 20]),
            (r#""rows":6,"cols":"6","shape":"3x2""#.to_owned(), 6, vec![0, 1, 6, 7, 12, 13]),
            (r#""boxHeight":3,"boxWidth":2"#.to_owned(), 6, vec![0, 1, 6, 7, 12, 13]),
            (format!(r#""puzzle":"{blank}","shape":"3x2""#), 6, vec![0, 1, 6, 7, 12, 13]),
        ] {
            let found = read(&format!("{{{said},{cages}}}"), &plain).unwrap();
            assert_eq!((found.rows(), &found.regions[0]), (rows, &region), "{said}");
        }
        for (said, expected) in [
            (r#""size":[4]"#, "'size' is not the size of a board, expected a number of rows up to 64"),
            (r#""size":"4x6""#, "'size' is not the size of a board, expected a number of rows up to 64"),
            (r#""size":65"#, "'size' is not the size of a board, expected a number of rows up to 64"),
            (r#""rows":4,"columns":6"#, "'columns' says 6 rows and columns, expected 4"),
            (r#""shape":"3x3","size":6"#, "'size' says 6 rows and columns, expected 9"),
        ] {
            assert_eq!(read(&format!("{{{said},{cages}}}"), &plain), Err(expected.to_owned()), "{said}");
        }
    }

    /// Rules are about numbers: symbols from 0 are digits from 0, and letters are none.
    #[test]
    fn symbols_are_those_of_all_puzzles() {
        let map = "1112122233443344";
        let texts = [
            format!("01.............. {map}"),
            format!("puzzle,regions\n01..............,{map}"),
            "01..\n....\n....\n....\n\n1112\n1222\n3344\n3344".to_owned(),
            format!(r#"{{"puzzle":"01..............","regions":"{map}"}}"#),
            r#"{"puzzle":"01..............","cages":[{"cells":["r1c1","r1c2"],"sum":1}]}"#.to_owned(),
        ];
        let named = |name: &str| ReadOptions::default().symbols(name.parse::<Symbols>().unwrap());
        for text in &texts {
            let found = read(text, &named("0-3")).unwrap();
            assert_eq!((*found.digits().start(), *found.digits().end()), (0, 3), "{text}");
            assert_eq!(found.givens[..3], [Some(0), Some(1), None], "{text}");
            assert_eq!(read(text, &named("1-4")).map_err(|_| ()).is_ok(), !text.contains("cages"), "{text}");
            let letters = read(&text.replace("01..", "AB.."), &named("A-D")).unwrap_err();
            assert_eq!(letters, "the symbols A-D, expected numbers from 0 or 1, as rules use numbers", "{text}");
            assert!(read_any(text, &named("0-8")).is_err(), "{text}");
        }
        let named = r#"{"puzzle":"01..............","symbols":"0-3","regions":"1112122233443344"}"#;
        assert_eq!(read(named, &ReadOptions::default()).unwrap().givens[..2], [Some(0), Some(1)]);
    }
}
