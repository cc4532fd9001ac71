//! Killer Sudokus and jigsaws as programs store them in JSON: a list of cages, with or without a board, and a map of regions.
//!
//! ```text
//!   {"board": [[0, ...], ...], "cages": [{"sum": 8, "cells": [[0, 0], [0, 1]]}, ...]}
//!   {"board": "53..7...", "regions": [[1, 1, 1, 2, ...], ...]}
//! ```
//!
//! Cells are pairs of row and column, objects, names (`r1c1`) or numbers. Whether these count from 0 or from 1 is inferred from
//! the smallest and the largest of them; if that is not possible, the puzzle is rejected. A map has a word for each cell, row by
//! row, or is a list of the cells of each region.

use super::json;
use super::places::{self, Places};
use super::rule_names::{is_rule, names_regions, plain};
use super::sketch::{Content, Rule, Sketch};
use super::value::Value;
use super::{Note, ReadOptions, assemble, line, region_map};
use crate::board::{Invalid, Shape};
use crate::variant::{Constraint, Kind};

/// Names in lower case: of the list, of a cage's cells and sum, and of members that have nothing to do with the rules.
const LISTS: [&str; 5] = ["cages", "killercages", "cage", "killer", "areas"];
const CELLS: [&str; 5] = ["cells", "squares", "positions", "coordinates", "coords"];
const SUMS: [&str; 4] = ["sum", "total", "value", "target"];
const OTHERS: [&str; 6] = ["id", "color", "colour", "name", "label", "index"];

/// A cell as it is written.
#[derive(Clone, Copy)]
enum Place {
    Pair(i64, i64),
    Number(i64),
    /// The row and column, from 0, whatever the other cells count from.
    Named(i64, i64),
}

impl Place {
    fn is_pair(&self) -> bool {
        matches!(self, Place::Pair(..))
    }

    /// The row and column, from 0, given the number that the other cells count from.
    fn on(self, board: Places, first: i64) -> (i64, i64) {
        match self {
            Place::Pair(row, column) => (row - first, column - first),
            Place::Number(number) => board.of((number - first).max(-1) as usize),
            Place::Named(row, column) => (row, column),
        }
    }
}

/// Reads a killer Sudoku or a jigsaw, if the object is one.
pub(super) fn of_json(object: &Value<'_>, options: &ReadOptions) -> Option<Result<Sketch, Invalid>> {
    let members = object.members();
    let lists = members.iter().filter(|(name, _)| LISTS.contains(&&*plain(name)));
    let mut cages = lists.filter_map(|(name, list)| {
        let cages: Vec<_> = list.values().iter().map(parts).collect::<Option<_>>()?;
        (!cages.is_empty()).then_some((&**name, cages))
    });
    let cages = cages.next();
    let has_map = || members.iter().any(|(name, value)| names_regions(name) && !value.is_void());
    if cages.is_none() && (json::member_with_board(members).is_none() || !has_map()) {
        return None;
    }
    let (name, cages) = cages.unwrap_or_default();
    Some(read(object, name, &cages, options))
}

/// Whether a member merely says that there are cages, which is known already.
fn is_known(name: &str, value: &Value<'_>) -> bool {
    match value {
        Value::Text(text) => plain(text).contains("killer"),
        Value::Bool(_) => LISTS.contains(&&*plain(name)),
        _ => false,
    }
}

/// The cells and the sum of a cage.
type Parts<'v, 'a> = (&'v Value<'a>, Option<&'v Value<'a>>);

fn parts<'v, 'a>(cage: &'v Value<'a>) -> Option<Parts<'v, 'a>> {
    let named =
        |names: &[&str]| cage.members().iter().find(|(name, _)| names.contains(&&*plain(name))).map(|(_, value)| value);
    match cage {
        Value::Object(members) => {
            let is_known = |name: &str| CELLS.contains(&name) || SUMS.contains(&name) || OTHERS.contains(&name);
            let are_known = members.iter().all(|(name, value)| value.is_void() || is_known(&plain(name)));
            named(&CELLS).filter(|cells| are_known && !cells.values().is_empty()).map(|cells| (cells, named(&SUMS)))
        }
        Value::List(pair) => match &pair[..] {
            [sum @ Value::Number(_), cells @ Value::List(_)] | [cells @ Value::List(_), sum @ Value::Number(_)] => {
                Some((cells, Some(sum)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn read(object: &Value<'_>, list: &str, cages: &[Parts<'_, '_>], options: &ReadOptions) -> Result<Sketch, Invalid> {
    let mut sketch = board(object, options)?;
    let mut pairs_from = None;
    for (name, value) in object.members().iter().filter(|(name, _)| name != list) {
        match regions(name, value, sketch.rows) {
            Some((regions, first)) => (sketch.regions, pairs_from) = (Some(regions), first),
            None if is_rule(name, value) && !is_known(name, value) => sketch.add_rule(format!("'{name}'"), value),
            None => {}
        }
    }
    json::about(object.members()).for_each(|(field, value)| _ = sketch.fields.entry(field).or_insert(value));
    let board_name = json::member_with_board(object.members()).map(|(name, _)| &**name);
    let is_read = |name: &str, value: &Value<'_>| name == list || Some(name) == board_name || is_rule(name, value);
    json::unread(object.members(), is_read).for_each(|member| sketch.leave_out(member));
    let wrong = |number: usize, message: &str| assemble::syntax(format!("cage {number}: {message}"));
    let mut places = Vec::new();
    for (number, (cells, _)) in (1..).zip(cages) {
        let cells = cells.values().iter().map(place).collect::<Option<Vec<Place>>>();
        places.push(cells.ok_or_else(|| wrong(number, "a cell that is neither a row and a column nor a number"))?);
    }
    let first = first(&places, sketch.rows as i64).ok_or_else(|| {
        assemble::syntax("cages whose cells may be counted from 0 or from 1, expected one that shows which")
    })?;
    let board = Places::new(sketch.rows, sketch.columns);
    for (number, ((_, sum), cells)) in (1..).zip(cages.iter().zip(&places)) {
        let sum = match sum.filter(|sum| !sum.is_void()) {
            None => None,
            Some(sum) => Some(integer(sum).ok_or_else(|| wrong(number, "a sum that is not a number"))?),
        };
        let cell = |place: &Place| {
            let place = place.on(board, first);
            board.at(place).ok_or_else(|| format!("{} is not on the board", places::name(place)))
        };
        let cells: Vec<usize> =
            cells.iter().map(cell).collect::<Result<_, _>>().map_err(|message| wrong(number, &message))?;
        sketch.rules.push(Rule::known(Constraint { value: sum, ..Constraint::new(Kind::Cage) }.cells(cells)));
    }
    let has_pairs = places.iter().flatten().any(Place::is_pair);
    sketch.notes.extend(has_pairs.then_some(first).or(pairs_from).map(|first| Note::PairsTaken { first }));
    Ok(sketch)
}

/// The board in the object, or a blank one.
fn board(object: &Value<'_>, options: &ReadOptions) -> Result<Sketch, Invalid> {
    let Some((name, value)) = json::member_with_board(object.members()) else {
        let side = options.side().unwrap_or(Shape::NINE.side());
        return Ok(Sketch::new(side, side));
    };
    let puzzle = json::board(name, value, options)?.puzzle;
    let shape = puzzle.shape();
    let mut sketch = Sketch::new(shape.side(), shape.side());
    for (content, cell) in sketch.cells.iter_mut().zip(shape.cells()) {
        *content = puzzle.digit(cell).map_or(Content::Blank, |digit| Content::Given(digit.number().to_string()));
    }
    sketch.regions = Some(shape.cells().map(|cell| Some(shape.box_of(cell))).collect());
    Ok(sketch)
}

/// The region of each cell.
type Regions = Vec<Option<usize>>;

/// The regions in a member, if it is a map for a board with this side: a word for each cell, or the cells of each region. In
/// the second case the number from which pairs count is returned too.
fn regions(name: &str, map: &Value<'_>, side: usize) -> Option<(Regions, Option<i64>)> {
    if !names_regions(name) {
        return None;
    }
    let of_lists = || regions_of_lists(map, side);
    region_map::regions_of(&words(map, side), side).map(|regions| (regions, None)).or_else(of_lists)
}

/// The words of a map, row by row.
fn words<'v>(map: &'v Value<'_>, side: usize) -> Vec<&'v str> {
    let row = |row: &'v Value<'_>| match row {
        Value::Text(text) if text.chars().count() == side => line::characters(text).collect(),
        Value::List(cells) => cells.iter().filter_map(Value::word).collect(),
        word => Vec::from_iter(word.word()),
    };
    match map {
        Value::Text(text) => line::characters(text).filter(|c| !c.trim().is_empty()).collect(),
        _ => map.values().iter().flat_map(row).collect(),
    }
}

/// The regions of a map that lists the cells of each.
fn regions_of_lists(lists: &Value<'_>, side: usize) -> Option<(Regions, Option<i64>)> {
    let cells = |list: &Value<'_>| parts(list).map_or(list, |(cells, _)| cells).values().iter().map(place).collect();
    let lists: Vec<Vec<Place>> = lists.values().iter().map(cells).collect::<Option<_>>()?;
    let first = first(&lists, side as i64)?;
    let board = Places::new(side, side);
    let mut regions = vec![None; side * side];
    for (number, cells) in lists.iter().enumerate() {
        for place in cells {
            regions[board.at(place.on(board, first))?] = Some(number);
        }
    }
    let are_whole = lists.len() == side && lists.iter().all(|cells| cells.len() == side);
    let has_pairs = lists.iter().flatten().any(Place::is_pair);
    (are_whole && regions.iter().all(Option::is_some)).then(|| (regions, has_pairs.then_some(first)))
}

fn integer(value: &Value<'_>) -> Option<i64> {
    value.word()?.trim().parse().ok()
}

fn place(cell: &Value<'_>) -> Option<Place> {
    let pair = |row: Option<&Value<'_>>, column: Option<&Value<'_>>| Some((integer(row?)?, integer(column?)?));
    match cell {
        Value::List(pair_of) if pair_of.len() == 2 => {
            pair(pair_of.first(), pair_of.get(1)).map(|(row, column)| Place::Pair(row, column))
        }
        Value::Object(_) => {
            let named = |names: [&str; 2]| names.iter().find_map(|name| cell.get(name));
            let found = pair(named(["row", "r"]), named(["col", "c"]).or_else(|| cell.get("column")));
            let found = found.or_else(|| pair(cell.get("y"), cell.get("x")));
            found.map(|(row, column)| Place::Pair(row, column))
        }
        Value::Number(_) => integer(cell).map(Place::Number),
        Value::Text(text) => match (places::place(text), text.split_once(',')) {
            (Ok((row, column)), _) => Some(Place::Named(row, column)),
            (_, Some((row, column))) => Some(Place::Pair(row.trim().parse().ok()?, column.trim().parse().ok()?)),
            _ => None,
        },
        _ => None,
    }
}

/// The number of the first row and column, or of the first cell; `None` if it could be either 0 or 1.
fn first(cages: &[Vec<Place>], side: i64) -> Option<i64> {
    let (mut least, mut is_last, mut is_any) = (1, false, false);
    for place in cages.iter().flatten() {
        let (low, high, last) = match *place {
            Place::Pair(row, column) => (row.min(column), row.max(column), side),
            Place::Number(number) => (number, number, side * side),
            Place::Named(..) => continue,
        };
        is_any = true;
        least = least.min(low);
        is_last |= high >= last;
    }
    match (least, is_last) {
        (..=0, _) => Some(0),
        (_, true) => Some(1),
        _ => (!is_any).then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::{self, AnyRecord, Field, ReadOptions, read_any};
    use crate::variant::{Kind, VariantPuzzle};

    fn killer(text: &str) -> VariantPuzzle {
        match read_any(text, &ReadOptions::default()) {
            Ok(AnyRecord::Variant(record)) => record.puzzle,
            other => panic!("{other:?}\n{text}"),
        }
    }

    #[test]
    fn cages_in_all_forms() {
        let board = "\"puzzle\":\"2...............\"";
        let expected = killer(&format!(
            "{{{board},\"cages\":[{{\"sum\":5,\"cells\":[[0,0],[0,1]]}},{{\"sum\":3,\"cells\":[[3,3],[2,3]]}}]}}"
        ));
        assert_eq!((expected.rows(), expected.constraints.len(), expected.regions.len()), (4, 2, 4));
        assert_eq!((expected.constraints[0].kind, expected.constraints[0].value), (Kind::Cage, Some(5)));
        assert_eq!((expected.constraints[1].cells.as_slice(), expected.givens[0]), (&[15, 11][..], Some(2)));
        for cages in [
            "[{\"cells\":[[1,1],[1,2]],\"total\":\"5\"},{\"id\":7,\"value\":3,\"cells\":[[4,4],[3,4]]}]",
            "[[5,[[0,0],[0,1]]],[3,[[3,3],[2,3]]]]",
            "[{\"sum\":5,\"cells\":[{\"row\":0,\"col\":0},{\"row\":0,\"col\":1}]},{\"sum\":3,\"cells\":[{\"x\":3,\"y\":3},{\"x\":3,\"y\":2}]}]",
            "[{\"sum\":5,\"cells\":[\"r1c1\",\"r1c2\"]},{\"sum\":3,\"cells\":[\"R4C4\",\"R3C4\"]}]",
            "[{\"sum\":5,\"cells\":[0,1]},{\"sum\":3,\"cells\":[15,11]}]",
            "[{\"sum\":5,\"cells\":[\"0,0\",\"0,1\"]},{\"sum\":3,\"cells\":[\"3,3\",\"2,3\"]}]",
        ] {
            assert_eq!(killer(&format!("{{{board},\"killerCages\":{cages}}}")), expected, "{cages}");
        }
        let said = "{\"type\":\"killer\",\"killer\":true,\"cages\":[{\"sum\":3,\"cells\":[0,1]}]}";
        assert_eq!(killer(said).constraints.len(), 1);
        let blank = killer("{\"cages\":[{\"sum\":3,\"cells\":[[0,0],[0,1]]}]}");
        assert_eq!((blank.rows(), blank.givens.iter().flatten().count()), (9, 0));
    }

    #[test]
    fn maps_in_all_forms() {
        let board = "\"board\":\"2...............\"";
        let expected = killer(&format!("{{{board},\"regions\":\"1112122233443344\"}}"));
        assert_eq!((expected.regions.len(), &expected.regions[0][..]), (4, &[0, 1, 2, 4][..]));
        for map in [
            "[[0,0,0,1],[0,1,1,1],[2,2,3,2],[3,2,3,3]]",
            "[\"AAAB\",\"ABBB\",\"CCDC\",\"DCDD\"]",
            "[1,1,1,2,1,2,2,2,3,3,4,3,4,3,4,4]",
            "\"1112\\n1222\\n3343\\n4344\"",
        ] {
            // The last two regions are not in one piece.
            let text = format!("{{{board},\"regions\":{map}}}");
            assert!(read_any(&text, &ReadOptions::default()).is_err(), "{map}");
            let whole = map.replace("[2,2,3,2],[3,2,3,3]", "[2,2,3,3],[2,2,3,3]");
            let whole = whole.replace("CCDC\",\"DCDD", "CCDD\",\"CCDD").replace("3,3,4,3,4,3,4,4", "3,3,4,4,3,3,4,4");
            let whole = whole.replace("3343\\n4344", "3344\\n3344");
            assert_eq!(killer(&format!("{{{board},\"regions\":{whole}}}")), expected, "{whole}");
        }
        for lists in [
            "[[0,1,2,4],[3,5,6,7],[8,9,12,13],[10,11,14,15]]",
            "[[[0,0],[0,1],[0,2],[1,0]],[[0,3],[1,1],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]",
            "[{\"cells\":[\"r1c1\",\"r1c2\",\"r1c3\",\"r2c1\"]},{\"cells\":[\"r1c4\",\"r2c2\",\"r2c3\",\"r2c4\"]},\
             {\"cells\":[\"r3c1\",\"r3c2\",\"r4c1\",\"r4c2\"]},{\"cells\":[\"r3c3\",\"r3c4\",\"r4c3\",\"r4c4\"]}]",
        ] {
            assert_eq!(killer(&format!("{{{board},\"jigsaw\":{lists}}}")), expected, "{lists}");
        }
    }

    /// A map of the boxes does not make the puzzle a variant, and shows which shape they have.
    #[test]
    fn a_map_of_boxes() {
        let board = format!("\"puzzle\":\"{}\"", "1".to_owned() + &".".repeat(35));
        for (shape, map) in
            [("3x2", "112233112233112233445566445566445566"), ("2x3", "111222111222333444333444555666555666")]
        {
            let text = format!("{{{board},\"regions\":\"{map}\",\"title\":\"Six\",\"author\":\"Me\",\"id\":7}}");
            let AnyRecord::Classic(record) = read_any(&text, &ReadOptions::default()).unwrap() else { panic!("{map}") };
            assert_eq!((record.puzzle.shape().to_string().as_str(), record.notes.as_slice()), (shape, &[][..]));
            let fields = [Field::Description, Field::Author, Field::Id].map(|field| record.fields[&field].clone());
            assert_eq!(fields, ["Six", "Me", "7"]);
        }
    }

    #[test]
    fn what_is_said_about_a_killer() {
        let text = "{\"cages\":[{\"sum\":3,\"cells\":[0,1]}],\"title\":\"Two\",\"solution\":\"1\",\"y\":[[1]]}";
        let record = notation::read_variant(text, &ReadOptions::default()).unwrap();
        let fields = [Field::Description, Field::Solution].map(|field| record.fields[&field].clone());
        assert_eq!(fields, ["Two", "1"]);
        assert_eq!(record.notes[0].to_string(), "ignored: the member 'y'");
    }

    #[test]
    fn what_is_not_clear_is_refused() {
        let message = |cages: &str| {
            let text = format!("{{\"puzzle\":\"2...............\",\"cages\":{cages}}}");
            read_any(&text, &ReadOptions::default()).unwrap_err().to_string()
        };
        for (cages, expected) in [
            ("[{\"sum\":5,\"cells\":[[1,1],[1,2]]}]", "counted from 0 or from 1"),
            ("[{\"sum\":5,\"cells\":[[0,0],[0,4]]}]", "cage 1: R1C5 is not on the board"),
            ("[{\"sum\":5,\"cells\":[0,16]}]", "cage 1: R5C1 is not on the board"),
            ("[{\"sum\":\"x\",\"cells\":[[0,0]]}]", "cage 1: a sum that is not a number"),
            ("[{\"sum\":5,\"cells\":[\"A1\"]}]", "cage 1: a cell that is neither"),
            ("[{\"sum\":5,\"cells\":[[0,0],[0,0]]}]", "twice"),
            ("[{\"sum\":5,\"op\":\"+\",\"cells\":[[0,0]]}]", "rules that are not supported: 'cages'"),
            ("[{\"sum\":5,\"cells\":[[0,0]]}],\"thermos\":[[[0,0],[0,1]]]", "rules that are not supported: 'thermos'"),
        ] {
            assert!(message(cages).contains(expected), "{cages}: {}", message(cages));
        }
        let noted =
            notation::read_variant("{\"cages\":[{\"sum\":3,\"cells\":[[0,0],[0,1]]}]}", &ReadOptions::default());
        assert_eq!(noted.unwrap().notes[0].to_string(), "cells read as row and column, counted from 0");
    }
}
