//! A board with a map of its regions: rows of symbols below, above or beside those of the board.
//!
//! ```text
//!   2 . . .        a a b b        2... aabb
//!   . . 3 .        a c b d        ..3. acbd
//!   . . . .        a c b d        .... acbd
//!   . 4 . .        c c d d        .4.. ccdd
//!
//!   a a b b        2 . . .
//!   ...            ...
//! ```
//!
//! A map has a symbol for each region, a letter or a number, and as many regions as rows; every region is in one piece. So a map
//! is never taken for a board, in which equal symbols are never next to each other.

use super::format::{Spec, Variants};
use super::lines::{Decision, Lines, Span};
use super::region_map::{are_whole, regions_of, sketch_of};
use super::row::{self, Line};
use super::sketch::{Sketch, are_boxes};
use super::start::Start;
use super::{Format, ReadOptions, Record, VariantRecord, assemble, grid, variant};
use crate::board::{Digit, Invalid, Puzzle, Reason, Shape, Symbols};
use std::collections::BTreeSet;

pub(super) const JIGSAW: Spec = Spec {
    takes_symbols: |_| false,
    states_shape: true,
    variants: Some(Variants { read: read_variant, read_any: None, write: Some(write_variant), carries: |_, _| false }),
    ..Spec::block("jigsaw", read, |record, symbols, _| write(&record.puzzle, symbols))
};

/// The region of each cell, or a message that says what is wrong with the map.
type Regions = Result<Vec<Option<usize>>, String>;

/// The possible sides of boards on several lines.
const SIDES: std::ops::RangeInclusive<usize> = 4..=Shape::MAX_SIDE;

fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    sketch(text, options)?.read(options)
}

/// A row without the name that a program writes before the first row.
fn behind_name(line: &str) -> &str {
    line.split_once(['=', ':']).filter(|(_, row)| row.contains(['[', '{'])).map_or(line, |(_, row)| row)
}

/// The symbols of a row of a map with this side; `None` if the line is not one.
fn map_row(line: &str, side: usize) -> Option<Vec<&str>> {
    let line = behind_name(line);
    if line.len() > 8 * side + 8 {
        return None;
    }
    let is_symbol = |c: char| c.is_ascii_alphanumeric();
    let is_gap =
        |c: char| c.is_whitespace() || row::is_bar(c) || matches!(c, ',' | ';' | '[' | ']' | '{' | '}' | '"' | '\'');
    let words: Vec<&str> = line.split(is_gap).filter(|word| !word.is_empty()).collect();
    if !words.iter().all(|word| word.chars().all(is_symbol)) {
        return None;
    }
    if words.len() == side {
        return Some(words);
    }
    let characters: Vec<&str> = words.iter().flat_map(|word| word.split("").filter(|c| !c.is_empty())).collect();
    (characters.len() == side).then_some(characters)
}

/// The regions of the map in these rows, or what is wrong with it; `None` if they were not meant as a map.
fn regions<'t>(rows: impl Iterator<Item = &'t str>, side: usize) -> Option<Regions> {
    let rows: Vec<Vec<&str>> = rows.map(|row| map_row(row, side)).collect::<Option<_>>()?;
    let symbols = rows.concat();
    if let Some(regions) = regions_of(&symbols, side) {
        return Some(Ok(regions));
    }
    let has_pair = |row: &&Vec<&str>| row.windows(2).any(|pair| pair[0] == pair[1]);
    // (Zeros may be the blanks of a board.)
    let is_meant = !symbols.contains(&"0") && 2 * rows.iter().filter(has_pair).count() >= side;
    is_meant.then(|| Err(mistake(&symbols, side)))
}

/// What is wrong with a map: the number of its regions, the size of one, or that one is in several pieces.
fn mistake(symbols: &[&str], side: usize) -> String {
    let names: BTreeSet<&str> = symbols.iter().copied().collect();
    if names.len() != side {
        return format!("a map of {} regions, expected {side}", names.len());
    }
    let count = |name: &str| symbols.iter().filter(|symbol| **symbol == name).count();
    match names.into_iter().map(|name| (name, count(name))).find(|(_, count)| *count != side) {
        Some((name, count)) => format!("region {name} of the map has {count} cells, expected {side}"),
        None => "a region of the map is not in one piece".to_owned(),
    }
}

/// Whether a line may be a row of a map: if it is not, no further line is needed to decide.
fn is_mappable(content: &str, side: usize) -> bool {
    map_row(content, side).is_some()
}

/// Where the map in the next lines ends, if they are one.
fn map_end(lines: &Lines<'_>, side: usize) -> Decision<Option<usize>> {
    let (mut lines, mut rows, mut end) = (lines.clone(), Vec::new(), 0);
    while rows.len() < side {
        let Some(span) = lines.following()? else { return Ok(None) };
        let content = lines.content(span);
        if !is_mappable(&content, side) {
            return Ok(None);
        }
        rows.push(content);
        end = span.end;
    }
    Ok(regions(rows.iter().map(|row| &**row), side).map(|_| end))
}

/// Skips what may come between a board and its map: a blank line, a title, another blank line.
fn skip_title<'a>(lines: &Lines<'a>, side: usize, options: &ReadOptions) -> Decision<Lines<'a>> {
    let (mut here, mut has_title, mut is_after_blank) = (lines.clone(), false, false);
    loop {
        let mut next = here.clone();
        let Some(span) = next.following()? else { return Ok(here) };
        let content = next.content(span);
        match row::line(&content, options) {
            Line::Empty if !is_after_blank => is_after_blank = true,
            Line::Text | Line::Code | Line::Comment if !has_title && !is_mappable(&content, side) => {
                (has_title, is_after_blank) = (true, false);
            }
            _ => return Ok(here),
        }
        here = next;
    }
}

/// Where the map ends that follows a board, if one does; `lines` are those after the board.
pub(super) fn map_below(lines: &Lines<'_>, side: usize, options: &ReadOptions) -> Decision<Option<usize>> {
    if options.format.is_some_and(|format| format != Format::Jigsaw) {
        return Ok(None);
    }
    map_end(&skip_title(lines, side, options)?, side)
}

/// The lines of a board with its map beside or above it, if this line is the first.
pub(super) fn find(start: &Start<'_>) -> Decision<Option<Span>> {
    let end = match end_beside(start)? {
        None => end_below_map(start)?,
        end => end,
    };
    Ok(end.map(|end| start.span.until(end)))
}

/// Where a board with its map beside it ends.
fn end_beside(start: &Start<'_>) -> Decision<Option<usize>> {
    let Some(side) = side_beside(start.content) else { return Ok(None) };
    let (mut lines, mut rows, mut end) = (start.lines.clone(), Vec::new(), 0);
    while rows.len() < side {
        let Some(span) = lines.following()? else { return Ok(None) };
        let content = lines.content(span);
        if side_beside(&content) != Some(side) {
            return Ok(None);
        }
        rows.push(content);
        end = span.end;
    }
    let rows: Vec<&str> = rows.iter().map(|row| &**row).collect();
    Ok(map_beside(&rows, side).map(|_| end))
}

/// Where a board with its map above it ends.
fn end_below_map(start: &Start<'_>) -> Decision<Option<usize>> {
    for side in sides_of(start.content, start.options) {
        if let Some(end) = map_end(&start.lines, side)? {
            let behind = skip_title(&start.lines.clone().behind(end), side, start.options)?;
            return board_end(&behind, side, start.options);
        }
    }
    Ok(None)
}

/// The sides of the maps of which a line can be a row.
fn sides_of(content: &str, options: &ReadOptions) -> Vec<usize> {
    let content = behind_name(content);
    let words = content.split_whitespace().count();
    let characters = content.chars().filter(char::is_ascii_alphanumeric).count();
    let mut sides = vec![characters, words];
    sides.dedup();
    sides.retain(|side| {
        options.side().map_or(SIDES.contains(side), |known| known == *side) && is_mappable(content, *side)
    });
    sides
}

/// Where the board ends whose rows come next.
fn board_end(lines: &Lines<'_>, side: usize, options: &ReadOptions) -> Decision<Option<usize>> {
    let (mut lines, mut count, mut end) = (lines.clone(), 0, 0);
    while count < side {
        let Some(span) = lines.following()? else { return Ok(None) };
        match row::line(&lines.content(span), options) {
            Line::Row(row) if row.cells.len() == side && !row.has_groups => count += 1,
            Line::Blanks { count: width, .. } if width == side => count += 1,
            Line::Frame => continue,
            _ => return Ok(None),
        }
        end = span.end;
    }
    Ok(Some(end))
}

/// The side of a board, if a line is a row of it with a row of its map beside it.
fn side_beside(content: &str) -> Option<usize> {
    let mut words = content.split_whitespace();
    let (one, other) = (words.next()?, words.next()?);
    let side = one.chars().count();
    let is_pair = words.next().is_none() && side == other.chars().count() && SIDES.contains(&side);
    (is_pair && (is_mappable(one, side) || is_mappable(other, side))).then_some(side)
}

/// The board and the regions in rows side by side. (There, a map with a mistake cannot be distinguished from a board.)
fn map_beside(rows: &[&str], side: usize) -> Option<(String, Regions)> {
    let column = |place: usize| rows.iter().map(move |row| row.split_whitespace().nth(place).unwrap_or_default());
    let whole = |map: usize| regions(column(map), side).filter(Regions::is_ok);
    let (regions, board) = [(1, 0), (0, 1)].into_iter().find_map(|(map, board)| Some((whole(map)?, board)))?;
    Some((column(board).map(|row| format!("{row}\n")).collect(), regions))
}

/// The board, its side, and the regions of its map.
fn take_apart(text: &str, options: &ReadOptions) -> Option<(String, usize, Regions)> {
    let lines: Vec<&str> = text.lines().collect();
    if let Some(side) = lines.first().and_then(|line| side_beside(line)).filter(|side| lines.len() == *side) {
        let (board, regions) = map_beside(&lines, side)?;
        return Some((board, side, regions));
    }
    // The search starts at the end, because the only row of the smallest board would also be a map.
    for first in (0..lines.len()).rev() {
        for side in sides_of(lines[first], options) {
            let Some(map) = lines.get(first..first + side) else { continue };
            if let Some(regions) = regions(map.iter().copied(), side) {
                let others = lines[..first].iter().chain(&lines[first + side..]);
                return Some((others.map(|line| format!("{line}\n")).collect(), side, regions));
            }
        }
    }
    None
}

fn sketch(text: &str, options: &ReadOptions) -> Result<Sketch, Invalid> {
    let (board, side, regions) = take_apart(text, options).ok_or_else(|| {
        assemble::syntax(
            "no map of regions, expected one below, above or beside the board with a symbol for each region",
        )
    })?;
    let regions = regions.map_err(assemble::syntax)?;
    let rows = grid::rows(&board, options);
    let widths: Vec<usize> = rows.cells.iter().map(Vec::len).collect();
    if widths.len() != side || widths.iter().any(|width| *width != side) {
        return Err(assemble::invalid(Reason::NotSquare { rows: widths }));
    }
    let sketch = sketch_of(rows.cells.iter().flatten().map(|cell| &**cell), regions);
    // Whole rows or columns count as boxes only if that shape is asked for.
    let is_asked =
        |regions: &Vec<_>| options.shape.is_some_and(|shape| shape.side() == side && are_boxes(regions, shape));
    Ok(Sketch { regions: sketch.regions.filter(|regions| !is_asked(regions)), ..sketch })
}

fn read_variant(text: &str, options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
    let sketch = match sketch(text, options) {
        Ok(sketch) => sketch,
        Err(invalid) => return Some(Err(invalid)),
    };
    let board = take_apart(text, options).map(|(board, ..)| board).unwrap_or_default();
    variant::of_board(sketch, grid::rows(&board, options).cells.iter().flatten().map(|cell| &**cell), options)
}

/// The symbol for a region: a letter if there are enough of them, otherwise a number.
fn name(region: usize, count: usize) -> String {
    match u8::try_from(region) {
        Ok(letter) if count <= 26 => char::from(b'a' + letter).to_string(),
        _ => (region + 1).to_string(),
    }
}

/// A board with the map of its regions below it.
fn with_map(board: &str, side: usize, regions: &[usize]) -> String {
    let names = regions.iter().map(|region| name(*region, side)).collect();
    format!("{}\n\n{}\n", board.trim_end_matches('\n'), aligned(names, side, if side > 26 { 2 } else { 1 }))
}

/// Words in rows, each word `width` characters wide.
fn aligned(words: Vec<String>, side: usize, width: usize) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("{word:>width$}")).collect();
    words.chunks(side).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

fn write(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let shape = puzzle.shape();
    let boxes: Vec<usize> = shape.cells().map(|cell| shape.box_of(cell)).collect();
    with_map(&grid::write(puzzle, symbols), shape.side(), &boxes)
}

/// Writes the rows of board and map, or returns what they cannot show of the puzzle.
fn write_variant(record: &VariantRecord) -> Result<String, Vec<String>> {
    let puzzle = &record.puzzle;
    let side = puzzle.rows();
    let mut others: Vec<String> = puzzle.rules().into_iter().map(str::to_owned).collect();
    let mut add = |is_there: bool, what: &str| others.extend(is_there.then(|| what.to_owned()));
    add(puzzle.marks.iter().any(Option::is_some), "candidates");
    add(puzzle.further_cells() > 0, "cells beside the board");
    let is_square = puzzle.columns() == side && SIDES.contains(&side) && puzzle.has_lines;
    add(!is_square || puzzle.digits() != (1..=side as i64), "a board that is not square, or has other digits");
    let numbers = variant::numbered(&puzzle.regions, puzzle.cell_count()).ok();
    let regions: Option<Vec<usize>> = numbers.and_then(|numbers| numbers.into_iter().collect());
    let whole = regions.filter(|regions| is_square && puzzle.regions.len() == side && are_whole(regions, side));
    add(whole.is_none(), "regions not in one piece");
    let Some(regions) = whole.filter(|_| others.is_empty()) else { return Err(others) };
    let symbols = Symbols::for_side(side);
    let digit = |given: i64| symbols.symbol(Digit::from_index(given as usize - 1)).to_string();
    let word = |given: &Option<i64>| given.map_or_else(|| symbols.blank().to_string(), digit);
    let board = aligned(puzzle.givens.iter().map(word).collect(), side, symbols.width());
    Ok(with_map(&board, side, &regions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{self, AnyRecord, Splitter, read_any};
    use crate::variant::{Solver, Verdict};

    const BOARD: &str = "2...\n..3.\n....\n.4..\n";
    const MAP: &str = "aabb\nacbd\nacbd\nccdd\n";

    fn pieces(text: &str) -> Vec<Result<AnyRecord, Invalid>> {
        let options = ReadOptions::default();
        let (mut splitter, mut rest, mut found) = (Splitter::new(&options), text.as_bytes(), Vec::new());
        while let Some(piece) = splitter.next(rest, true) {
            found.push(piece.read_any(rest, &options));
            rest = &rest[piece.end..];
        }
        found
    }

    fn puzzle(text: &str) -> VariantRecord {
        match &pieces(text)[..] {
            [Ok(AnyRecord::Variant(record))] => record.clone(),
            other => panic!("{text}{other:?}"),
        }
    }

    #[test]
    fn maps_below_above_and_beside() {
        let expected = puzzle(&format!("{BOARD}{MAP}")).puzzle;
        assert_eq!(expected.regions[0], [0, 1, 4, 8]);
        assert!(matches!(Solver::new().verdict(&expected), Ok(Ok(Verdict::Unique(_)))));
        let numbers = MAP.replace('a', "1").replace('b', "2").replace('c', "3").replace('d', "4");
        let zeros = MAP.replace('a', "0").replace('b', "1").replace('c', "2").replace('d', "3");
        let apart =
            |text: &str| text.lines().map(|row| row.split("").collect::<Vec<_>>().join(" ") + "\n").collect::<String>();
        let listed = |text: &str| {
            text.lines()
                .map(|row| format!("[{}],\n", row.split("").filter(|c| !c.is_empty()).collect::<Vec<_>>().join(",")))
                .collect::<String>()
        };
        for map in [MAP, &numbers, &zeros, &apart(MAP), &apart(&numbers), &listed(&numbers), &MAP.to_uppercase()] {
            for text in [
                format!("{BOARD}{map}"),
                format!("{BOARD}\n{map}"),
                format!("{BOARD}\nRegions:\n{map}"),
                format!("{BOARD}Regions:\n\n{map}"),
                format!("{map}\n{BOARD}"),
                format!("{map}{BOARD}"),
                format!("{map}\nPuzzle:\n{BOARD}"),
                format!("{}{map}", BOARD.replace('.', "0")),
                format!("{}\n{map}", apart(BOARD)),
            ] {
                assert_eq!(puzzle(&text).puzzle, expected, "{text}");
            }
        }
        // Rows in groups are not pairs of board and map.
        let grouped = "1122 3344\n1122 3344\n1122 3344\n1122 3344\n5566 7788\n5566 7788\n5566 7788\n5566 7788\n";
        let eight = pieces(&format!("{grouped}\n{}", "........\n".repeat(7) + "1.......\n"));
        assert!(
            matches!(&eight[..], [Ok(AnyRecord::Classic(board))] if board.puzzle.shape() == Shape::new(4, 2).unwrap()),
            "{eight:?}"
        );
        let beside = |one: &str, other: &str| {
            one.lines().zip(other.lines()).map(|(one, other)| format!("{one}   {other}\n")).collect::<String>()
        };
        assert_eq!(puzzle(&beside(BOARD, MAP)).puzzle, expected);
        assert_eq!(puzzle(&beside(MAP, BOARD)).puzzle, expected);
    }

    #[test]
    fn the_smallest_board() {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (5, 1)] {
            let shape = Shape::new(rows, columns).unwrap();
            let options = ReadOptions::default().format(Format::Jigsaw).shape(shape);
            let mut puzzle = Puzzle::empty(shape);
            for _ in 0..2 {
                let text = notation::write(&Record::new(puzzle.clone()), Format::Jigsaw).unwrap().text;
                let read = notation::read(&text, &options).map(|record| record.puzzle);
                assert_eq!(read, Ok(puzzle.clone()), "{text}");
                puzzle.give(shape.cell(0, 0), Digit::from_index(0));
            }
        }
    }

    #[test]
    fn several_follow_each_other() {
        let one = format!("{BOARD}\n{MAP}");
        let classic = "1...\n..2.\n.3..\n...4\n";
        for (text, count) in [
            (format!("{one}\n{one}\n{one}"), 3),
            (format!("{one}{one}"), 2),
            (format!("{classic}\n{one}\n{classic}"), 3),
            (format!("{classic}\n{classic}\n"), 2),
            (format!("{MAP}\n{BOARD}\n{MAP}\n{BOARD}\n{classic}"), 3),
        ] {
            let all = pieces(&text);
            assert!(all.len() == count && all.iter().all(Result::is_ok), "{text}{all:?}");
        }
    }

    #[test]
    fn maps_of_boxes_are_classic() {
        let text = format!("{BOARD}\naabb\naabb\nccdd\nccdd\n");
        assert!(matches!(read_any(&text, &ReadOptions::default()), Ok(AnyRecord::Classic(_))));
    }

    #[test]
    fn what_is_no_map_is_reported() {
        for (map, message) in [
            ("aabb\nacbb\nccdd\nacdd\n", "not in one piece"),
            ("aaab\nacbb\naddd\nccdd\n", "region a of the map has 5 cells, expected 4"),
            ("aaee\nacbb\nacbd\nccdd\n", "a map of 5 regions, expected 4"),
        ] {
            for text in [format!("{BOARD}\n{map}"), format!("{map}{BOARD}")] {
                let all = pieces(&text);
                let message_of = |read: &Result<AnyRecord, Invalid>| read.as_ref().unwrap_err().to_string();
                assert!(all.len() == 1 && message_of(&all[0]).contains(message), "{text}{all:?}");
            }
        }
        let short = &BOARD[..15];
        assert!(pieces(&format!("{short}\n{MAP}"))[0].is_err());
        let options = ReadOptions::default().format(Format::Jigsaw);
        let message = notation::read_variant(BOARD, &options).unwrap_err().to_string();
        assert!(message.contains("no map of regions"), "{message}");
    }

    #[test]
    fn what_is_written_is_read() {
        let record = puzzle(&format!("{BOARD}{MAP}"));
        let written = notation::write_variant(&record, Format::Jigsaw).unwrap().text;
        assert_eq!(written, "2 . . .\n. . 3 .\n. . . .\n. 4 . .\n\na a b b\na c b d\na c b d\nc c d d\n");
        assert_eq!(puzzle(&written).puzzle, record.puzzle);
        let options = ReadOptions::default();
        for shape in [Shape::new(2, 2), Shape::new(3, 3), Shape::new(4, 4), Shape::new(5, 6), Shape::new(6, 6)] {
            let shape = shape.unwrap();
            let mut text = ".".repeat(shape.cell_count());
            text.replace_range(1..2, "2");
            let classic = notation::read(&text, &options.clone().shape(shape)).unwrap();
            let written = notation::write(&classic, Format::Jigsaw).unwrap().text;
            let read = read_any(&written, &options).unwrap();
            assert!(matches!(&read, AnyRecord::Classic(read) if read.puzzle == classic.puzzle), "{written}{read:?}");
        }
        let mut diagonal = record;
        diagonal.puzzle.constraints.push(crate::variant::Constraint::new(crate::variant::Kind::AntiKnight));
        assert!(notation::write_variant(&diagonal, Format::Jigsaw).is_err());
    }
}
