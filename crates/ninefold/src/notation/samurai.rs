//! Sudokus that share boxes, drawn line by line: Samurai and the like.
//!
//! ```text
//!   ...7..48.   .6...3...       spaces or # where there is no cell,
//!   .2..5....   ....9..1.       dots or zeros where there is no digit
//!   ......1.....8......6.
//! ```
//!
//! Where the grids are is not said: they are all squares of nine rows and columns, from a row and a column of boxes on, in
//! which each place is a cell. Where grids overlap there are such squares between them, too, that are not meant: then those with
//! cells of their own are, and one in the middle. They must cover all cells and hang together by shared boxes; so nothing else
//! is taken for such a board, and each grid is a constraint of its own ([`Kind::Grid`]). Of the most common form, that of five grids, it
//! need not be written where there is no cell (`five`).

mod five;

use super::format::{Spec, Variants};
use super::lines::{Decision, Lines, Span};
use super::sketch::not_supported;
use super::start::Start;
use super::{AnyRecord, VariantRecord, assemble};
use crate::board::Invalid;
use crate::variant::{Constraint, Kind, VariantPuzzle};

pub(super) const SAMURAI: Spec = Spec {
    variants: Some(Variants {
        read: |text, _| Some(read(text)),
        read_any: Some(|text, _| read(text).map(AnyRecord::Variant)),
        write: Some(write),
        carries: |_, _| false,
    }),
    is_block: true,
    // Whatever else may be wrong with it: so engines for classic puzzles need not read it.
    ..Spec::only_read("samurai", |_, _| Err(not_supported([(Kind::Grid.title().to_owned(), 1)])))
};

/// The rows and columns of a grid, and of a box.
const SIDE: usize = 9;
const BOX: usize = 3;

/// The most rows and columns of the whole board.
const MOST: usize = VariantPuzzle::MAX_SIDE;

/// What is written where there is no cell.
const GAPS: [char; 2] = [' ', '#'];

/// What a place holds: nothing, not even a cell, or a cell with a digit or 0.
type Place = Option<u8>;

/// A place, if a character can be one.
fn place(c: char) -> Option<Place> {
    match c {
        '.' => Some(Some(0)),
        c if GAPS.contains(&c) => Some(None),
        c => c.to_digit(10).map(|digit| Some(digit as u8)),
    }
}

/// A row, if a line can be one.
fn row(line: &str) -> Option<Vec<Place>> {
    let line = line.trim_end();
    if line.len() > MOST {
        return None;
    }
    let row: Option<Vec<Place>> = line.chars().map(place).collect();
    row.filter(|row| row.iter().any(Option::is_some))
}

/// Whether lists have such lines: small boards, a line each, or their cells with a space between them.
///
/// They are common, and nobody should wait for the answer to one until more lines have come.
fn is_of_a_list(line: &str) -> bool {
    let line = line.trim_end();
    match line.contains(GAPS) {
        true => line.split(|c| !GAPS.contains(&c)).any(|gap| (1..BOX).contains(&gap.len())),
        false => matches!(line.len(), 16 | 36 | 64),
    }
}

/// What is wrong with a board. (In words only where it is reported: engines for classic puzzles only recognise a Samurai.)
enum Mistake {
    /// The cell in this row and column is not.
    InNoGrid(usize, usize),
    NoGaps,
    Apart,
    Unclear,
}

impl Mistake {
    fn message(self) -> String {
        match self {
            Mistake::InNoGrid(row, column) => {
                format!("r{}c{} is in no 9x9 grid without gaps", row + 1, column + 1)
            }
            Mistake::NoGaps => "no gaps, expected spaces or # where there is no cell".to_owned(),
            Mistake::Unclear => "9x9 squares that are not all meant as grids, expected fewer".to_owned(),
            Mistake::Apart => "grids that share no box, expected ones that overlap".to_owned(),
        }
    }
}

/// The places of all rows, of the same length.
struct Board {
    rows: Vec<Vec<Place>>,
    /// The first rows and columns of the squares of which each place is a cell, and whether it is clear which are meant.
    grids: Vec<(usize, usize)>,
    is_clear: bool,
}

impl Board {
    fn of(mut rows: Vec<Vec<Place>>) -> Board {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        rows.iter_mut().for_each(|row| row.resize(width, None));
        let is_whole = |(down, right): &(usize, usize)| {
            rows[*down..down + SIDE].iter().all(|row| row[*right..right + SIDE].iter().all(Option::is_some))
        };
        let starts = |length: usize| (0..(length + 1).saturating_sub(SIDE)).step_by(BOX);
        let all = starts(rows.len()).flat_map(|down| starts(width).map(move |right| (down, right)));
        let mut board = Board { grids: all.filter(is_whole).collect(), is_clear: true, rows };
        match board.meant() {
            Some(grids) => board.grids = grids,
            None => board.is_clear = false,
        }
        board
    }

    /// The grids that are meant: those with a cell that no other one has, and one more if that has all other cells, which is in the
    /// middle of the board if there is a choice. `None` if that is not all.
    fn meant(&self) -> Option<Vec<(usize, usize)>> {
        let cells = |(top, left): (usize, usize)| {
            (top..top + SIDE).flat_map(move |row| (left..left + SIDE).map(move |column| (row, column)))
        };
        let mut counts = vec![vec![0; self.columns()]; self.rows.len()];
        self.grids.iter().flat_map(|grid| cells(*grid)).for_each(|(row, column)| counts[row][column] += 1);
        let has_own = |grid: &(usize, usize)| cells(*grid).any(|(row, column)| counts[row][column] == 1);
        let (mut meant, others): (Vec<_>, Vec<_>) = self.grids.iter().copied().partition(has_own);
        meant.iter().flat_map(|grid| cells(*grid)).for_each(|(row, column)| counts[row][column] = 0);
        let count = |grid: &(usize, usize)| cells(*grid).filter(|(row, column)| counts[*row][*column] > 0).count();
        let left = counts.iter().flatten().filter(|count| **count > 0).count();
        if left > 0 {
            let rest: Vec<_> = others.into_iter().filter(|grid| count(grid) == left).collect();
            let is_middle =
                |(top, left): &&(usize, usize)| 2 * top + SIDE == self.rows.len() && 2 * left + SIDE == self.columns();
            meant.push(*if let [only] = &rest[..] { only } else { rest.iter().find(is_middle)? });
            meant.sort_unstable();
        }
        Some(meant)
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The first cells of the grids.
    fn firsts(&self) -> impl Iterator<Item = usize> + '_ {
        self.grids.iter().map(|(down, right)| down * self.columns() + right)
    }

    /// What is wrong with it, if it is not a board of several grids.
    fn mistake(&self) -> Option<Mistake> {
        let is_in = |row: usize, column: usize| {
            self.grids
                .iter()
                .any(|(top, left)| (*top..top + SIDE).contains(&row) && (*left..left + SIDE).contains(&column))
        };
        for (i, row) in self.rows.iter().enumerate() {
            if let Some(j) = (0..row.len()).find(|j| row[*j].is_some() && !is_in(i, *j)) {
                return Some(Mistake::InNoGrid(i, j));
            }
        }
        let has_gaps = self.rows.iter().flatten().any(Option::is_none);
        match (has_gaps, self.hangs_together()) {
            (false, _) => Some(Mistake::NoGaps),
            (_, false) => Some(Mistake::Apart),
            _ if !self.is_clear => Some(Mistake::Unclear),
            _ => None,
        }
    }

    /// Whether there are several grids, and each leads to each other one by shared boxes.
    fn hangs_together(&self) -> bool {
        let share = |one: (usize, usize), other: (usize, usize)| {
            one.0.abs_diff(other.0) < SIDE && one.1.abs_diff(other.1) < SIDE
        };
        let mut reached = vec![false; self.grids.len()];
        let mut open: Vec<usize> = (0..self.grids.len().min(1)).collect();
        while let Some(one) = open.pop() {
            if !std::mem::replace(&mut reached[one], true) {
                open.extend((0..self.grids.len()).filter(|other| share(self.grids[one], self.grids[*other])));
            }
        }
        self.grids.len() > 1 && reached.into_iter().all(|is_reached| is_reached)
    }

    /// Whether it is meant as such a board though something is wrong: nearly all of its gaps are boxes wide.
    fn resembles_one(&self) -> bool {
        let is_cut_by_boxes = |row: &&Vec<Place>| {
            row.chunks(BOX).all(|part| part.iter().all(Option::is_some) || part.iter().all(Option::is_none))
        };
        let count = self.rows.iter().filter(is_cut_by_boxes).count();
        let gaps = self.rows.iter().flatten().filter(|place| place.is_none()).count();
        let is_large = self.rows.len() > SIDE + BOX && self.columns() > SIDE + BOX;
        is_large && gaps >= 4 * BOX * BOX && 4 * count >= 3 * self.rows.len()
    }
}

/// The lines from here to the next that is none of such a board, if they are one.
pub(super) fn find(start: &Start<'_>) -> Decision<Option<Span>> {
    let options = start.options;
    let is_other = options.symbols.is_some() || options.blanks.is_some() || options.side().is_some();
    let is_known = options.format.is_some();
    if !is_other
        && five::may_begin(start.content)
        && let Some(end) = five(start.lines.clone())?
    {
        return Ok(Some(start.span.until(end)));
    }
    if is_other || (!is_known && is_of_a_list(start.content)) || row(start.content).is_none() {
        return Ok(None);
    }
    let (mut lines, mut end) = (start.lines.clone(), start.span.end);
    let mut rows = Vec::new();
    let mut has_gaps = false;
    while rows.len() < MOST
        && let Some(span) = lines.following()?
        && let Some(row) = row(&lines.content(span))
    {
        has_gaps |= row.contains(&None);
        rows.push(row);
        end = span.end;
        // A grid further below would reach to the right or to the left by now, so that no more lines are waited for.
        if rows.len() == SIDE && rows.iter().all(|row| row.len() <= SIDE) {
            return Ok(None);
        }
    }
    // Lines that are only shorter than others are boards of several sizes, a line each.
    if !has_gaps {
        return Ok(None);
    }
    let board = Board::of(rows);
    Ok((board.mistake().is_none() || board.resembles_one()).then(|| start.span.until(end)))
}

/// The end of five grids whose first row comes next, if they are written without gaps.
fn five(mut lines: Lines<'_>) -> Decision<Option<usize>> {
    let mut rows = Vec::new();
    while rows.len() < five::SIDE
        && let Some(span) = lines.following()?
    {
        let content = lines.content(span);
        if !five::may_be_row(&content) {
            return Ok(None);
        }
        rows.push((content, span.end));
    }
    let texts: Vec<&str> = rows.iter().map(|(text, _)| &**text).collect();
    Ok(five::rows(&texts).and_then(|_| rows.last().map(|(_, end)| *end)))
}

fn read(text: &str) -> Result<VariantRecord, Invalid> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    match five::rows(&lines) {
        Some(rows) => Ok(of_board(&Board::of(rows))),
        None => read_with_gaps(&lines),
    }
}

fn read_with_gaps(lines: &[&str]) -> Result<VariantRecord, Invalid> {
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let Some(row) = row(line).filter(|_| number <= MOST) else {
            let expected =
                format!("expected digits, dots, spaces and #, at most {MOST} of them in each of at most {MOST} rows");
            return Err(assemble::syntax(format!("row {number}: {expected}")));
        };
        rows.push(row);
    }
    let board = Board::of(rows);
    if let Some(mistake) = board.mistake() {
        return Err(assemble::syntax(mistake.message()));
    }
    Ok(of_board(&board))
}

fn of_board(board: &Board) -> VariantRecord {
    let mut puzzle = VariantPuzzle::new(board.rows.len(), board.columns(), 1..=SIDE as i64);
    for (cell, place) in board.rows.iter().flatten().enumerate() {
        match place {
            None => puzzle.add_gap(cell),
            Some(0) => {}
            Some(digit) => puzzle.give(cell, i64::from(*digit)),
        }
    }
    puzzle.constraints = board.firsts().map(|first| Constraint::new(Kind::Grid).cells([first])).collect();
    VariantRecord::new(puzzle)
}

/// The rows; or what of the puzzle is not shown by them.
fn write(record: &VariantRecord) -> Result<String, Vec<String>> {
    let puzzle = &record.puzzle;
    let is_other = |constraint: &&Constraint| constraint.kind != Kind::Grid;
    let mut others: Vec<String> =
        puzzle.constraints.iter().filter(is_other).map(|other| other.kind.title().to_owned()).collect();
    others.dedup();
    let mut add = |is_there: bool, what: &str| others.extend(is_there.then(|| what.to_owned()));
    add(puzzle.marks.iter().any(Option::is_some), "candidates");
    add(!puzzle.regions.is_empty() || puzzle.has_lines, "rows, columns and regions of the whole board");
    add(puzzle.further_cells() > 0, "cells beside the board");
    add(puzzle.digits() != (1..=SIDE as i64), "digits other than 1 to 9");
    if !others.is_empty() {
        return Err(others);
    }
    let symbol = |cell: usize| match puzzle.givens[cell] {
        _ if puzzle.is_gap(cell) => '#',
        None => '.',
        Some(digit) => char::from_digit(digit as u32, 10).unwrap_or('.'),
    };
    let cells: Vec<char> = (0..puzzle.board_cells()).map(symbol).collect();
    let rows: Vec<String> = cells.chunks(puzzle.columns()).map(String::from_iter).collect();
    let board = Board::of(rows.iter().filter_map(|line| row(line)).collect());
    let mut said: Vec<usize> = puzzle.constraints.iter().flat_map(|grid| grid.cells.iter().copied()).collect();
    said.sort_unstable();
    let is_shown = (board.rows.len(), board.columns()) == (puzzle.rows(), puzzle.columns())
        && board.mistake().is_none()
        && said.into_iter().eq(board.firsts());
    // Spaces look better; at the ends of lines alone they would show no gaps.
    let spaced: Vec<String> = rows.iter().map(|line| line.replace('#', " ").trim_end().to_owned()).collect();
    let lines = if spaced.iter().any(|line| line.contains(' ')) { spaced } else { rows };
    match is_shown {
        true => Ok(lines.join("\n")),
        false => Err(vec!["grids other than those the gaps show".to_owned()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{self, Format, ReadOptions, Splitter, read_any};
    use crate::variant::{Solver, Verdict};

    const PUZZLE: &str = include_str!("../../testdata/samurai.txt");

    fn puzzle(text: &str) -> VariantPuzzle {
        notation::read_variant(text, &ReadOptions::default()).unwrap().puzzle
    }

    #[test]
    fn a_samurai_is_five_grids() {
        let found = puzzle(PUZZLE);
        assert_eq!((found.rows(), found.columns(), found.gaps().count()), (21, 21, 72));
        let first = |constraint: &Constraint| (constraint.kind, found.name_of(constraint.cells[0]));
        let grids: Vec<(Kind, String)> = found.constraints.iter().map(first).collect();
        let names = ["r1c1", "r1c13", "r7c7", "r13c1", "r13c13"];
        assert_eq!(grids, names.map(|name| (Kind::Grid, name.to_owned())));
        assert_eq!(found.givens.iter().flatten().count(), 93);
        let Ok(Verdict::Unique(solution)) = Solver::new().verdict(&found).unwrap() else {
            panic!("it has one solution")
        };
        // Each grid by itself is a Sudoku.
        for grid in &found.constraints {
            let (row, column) = found.place(grid.cells[0]);
            let digit = |i: i64| solution[found.cell(row + i / 9, column + i % 9).unwrap()].to_string();
            let classic: crate::Puzzle = (0..81).map(digit).collect::<String>().parse().unwrap();
            assert_eq!(classic.validate(), Ok(()));
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let found = puzzle(PUZZLE);
        let record = VariantRecord::new(found.clone());
        assert_eq!(notation::write_variant(&record, Format::Samurai).unwrap().text, PUZZLE);
        let json = notation::write_variant(&record, Format::Json).unwrap().text;
        assert_eq!(puzzle(&json), found);
        for format in [Format::FPuzzles, Format::Fpuz, Format::Iss] {
            let refused = notation::write_variant(&record, format).unwrap_err().to_string();
            assert!(refused.contains("a board with gaps"), "{refused}");
        }
        let mut other = record.clone();
        other.puzzle.constraints.push(Constraint::new(Kind::AntiKnight));
        assert!(notation::write_variant(&other, Format::Samurai).unwrap_err().to_string().contains("anti-knight"));
        other.puzzle.constraints = record.puzzle.constraints[1..].to_vec();
        assert!(notation::write_variant(&other, Format::Samurai).is_err());
    }

    /// Gaps are written in several ways, and layouts are many.
    #[test]
    fn others_are_read_too() {
        let hashes: Vec<String> = PUZZLE.lines().map(|line| format!("{line:<21}").replace(' ', "#")).collect();
        assert_eq!(puzzle(&hashes.join("\r\n").replace('.', "0")), puzzle(PUZZLE));
        let row = |row: usize| match row {
            0..6 => ".".repeat(9),
            6..9 => ".".repeat(15),
            _ => "######.........".to_owned(),
        };
        let two = (0..15).map(row).collect::<Vec<_>>().join("\n");
        let gattai = puzzle(&two);
        assert_eq!((gattai.constraints.len(), gattai.gaps().count()), (2, 72));
    }

    /// Between the grids of a windmill are eight squares that are none.
    #[test]
    fn a_windmill_is_five_grids() {
        let grids = [(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)];
        let is_in = |row: usize, column: usize, (top, left): &(usize, usize)| {
            (*top..top + 9).contains(&row) && (*left..left + 9).contains(&column)
        };
        let place = |row, column| if grids.iter().any(|grid| is_in(row, column, grid)) { '.' } else { '#' };
        let rows: Vec<String> = (0..21).map(|row| (0..21).map(|column| place(row, column)).collect()).collect();
        let windmill = puzzle(&rows.join("\n"));
        let firsts: Vec<usize> = windmill.constraints.iter().map(|grid| grid.cells[0]).collect();
        assert_eq!(firsts, grids.map(|(top, left)| 21 * top + left));
        let record = VariantRecord::new(windmill);
        assert_eq!(puzzle(&notation::write_variant(&record, Format::Samurai).unwrap().text), record.puzzle);
        // Of three in a row the one between could be in three places.
        let [whole, short] = [".".repeat(21), "#".repeat(12) + &".".repeat(9)];
        let unclear = [vec![whole; 9], vec![short; 6]].concat().join("\n");
        let refused = read_any(&unclear, &ReadOptions::default()).unwrap_err().to_string();
        assert!(refused.contains("not all meant as grids"), "{refused}");
    }

    #[test]
    fn five_grids_without_gaps_are_read() {
        let square: Vec<String> = PUZZLE.lines().map(|line| format!("{line:<21}")).collect();
        let square = square.join("\n");
        let short: String = PUZZLE.replace(' ', "");
        let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
        for text in [
            square.replace(' ', "."),
            square.replace('.', "0").replace(' ', "."),
            square.replace(['.', ' '], "0"),
            square.replace(['.', ' '], "-"),
            square.replace(' ', "x"),
            square.replace(['.', ' '], "-").lines().map(spaced).collect::<Vec<_>>().join("\n"),
            short.clone(),
            short.replace('.', "0"),
        ] {
            assert_eq!(puzzle(&format!("Samurai 7\n{text}\n")), puzzle(PUZZLE), "{text}");
        }
        // A blank board of 21x21, and one with letters.
        let blank = [".".repeat(21), "\n".to_owned()].concat().repeat(21);
        assert!(matches!(read_any(&blank, &ReadOptions::default()), Ok(AnyRecord::Classic(_))));
        let letters = square.replace(' ', ".").replace('9', "L");
        assert!(matches!(read_any(&letters, &ReadOptions::default()), Ok(AnyRecord::Classic(_)) | Err(_)));
    }

    #[test]
    fn puzzles_after_it_are_read() {
        let classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let text = format!("{classic}\n{PUZZLE}\n{classic}\n\n{PUZZLE}");
        let mut splitter = Splitter::new(&ReadOptions::default());
        let (mut at, mut formats) = (0, Vec::new());
        while let Some(piece) = splitter.next(&text.as_bytes()[at..], true) {
            formats.push(piece.format);
            piece.read_any(&text.as_bytes()[at..], &ReadOptions::default()).unwrap();
            at += piece.end;
        }
        assert_eq!(formats, [Format::Line, Format::Samurai, Format::Line, Format::Samurai]);
    }

    /// Whether the first line is a row of a large board shows in the next ones; after it, nothing is waited for.
    #[test]
    fn small_boards_in_a_list_are_answered_at_once() {
        for line in ["1...............", "1 . . . . . . 2 . . . . . . 3 .", &"1.....".repeat(6), &"1.......".repeat(8)]
        {
            let mut splitter = Splitter::new(&ReadOptions::default());
            let all = format!("{line}\n").repeat(40);
            let first = splitter.next(all.as_bytes(), false).expect("there are 40 lines");
            assert_eq!((first.format, first.end), (Format::Line, line.len()), "{line}");
            let second = splitter.next(&all.as_bytes()[..line.len() + 1], false);
            assert_eq!(second.expect("a list goes on").format, Format::Line, "{line}");
        }
    }

    #[test]
    fn what_is_broken_is_named() {
        let refused = |text: &str| read_any(text, &ReadOptions::default()).unwrap_err().to_string();
        let mut rows: Vec<String> = PUZZLE.lines().map(str::to_owned).collect();
        rows[4].pop();
        assert!(refused(&rows.join("\n")).contains("r1c13 is in no 9x9 grid"), "{}", refused(&rows.join("\n")));
        rows[4].push('.');
        rows.pop();
        assert!(refused(&rows.join("\n")).contains("r13c1 is in no 9x9 grid"), "{}", refused(&rows.join("\n")));
    }

    /// Boards of other forms are what they were.
    #[test]
    fn classic_boards_are_none() {
        let options = ReadOptions::default();
        let nine = "53. .7. ...\n6.. 195 ...\n.98 ... .6.\n\n8.. .6. ..3\n4.. 8.3 ..1\n7.. .2. ..6\n\n.6. ... 28.\n... 419 ..5\n... .8. .79\n";
        assert!(matches!(read_any(nine, &options).unwrap(), AnyRecord::Classic(_)));
        let blanks =
            "53  7    \n6  195   \n 98    6 \n8   6   3\n4  8 3  1\n7   2   6\n 6    28 \n   419  5\n    8  79\n";
        assert!(matches!(read_any(blanks, &options).unwrap(), AnyRecord::Classic(_)));
    }
}
