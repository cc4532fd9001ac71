//! Pencilmark grids: the candidates of each cell. A group of one digit is a solved cell, unless a cell in the same
//! house still lists that digit among others: then the cell is not solved yet, and the digit is its last candidate. So
//! every cell that was read is written back as it was.
//!
//! Groups are separated by spaces or put in brackets, in which the places of missing digits may be kept (`[1 3 56]`).
//! Frames may be added.

use super::assemble::UnknownSymbols;
use super::format::Spec;
use super::gather::Look;
use super::row::NONE_LEFT;
use super::write::{Loss, counted, placed};
use super::{ReadOptions, Record, assemble, grid};
use crate::board::{Candidates, Cell, Digit, Invalid, Puzzle, Symbols};
use crate::render::text;

pub(super) const CANDIDATES: Spec = Spec {
    largest_side: Symbols::MOST_CHARACTERS,
    states_shape: true,
    is_drawn: |drawn| drawn.look == Look::Groups && !drawn.has_blanks,
    // A dash stands for a cell without candidates.
    takes_symbols: |symbols| !symbols.are_numbers() && symbols.digit('-').is_none(),
    losses: |puzzle, _| counted([Loss::PlacedAsGivens(placed(puzzle)), Loss::CandidatesAsDigits(singles(puzzle))]),
    ..Spec::block("candidates", read, |record, symbols, _| text::candidates(&record.puzzle.candidates(), symbols))
};

pub(super) const PENCILMARKS: Spec = Spec {
    name: "pencilmarks",
    states_shape: false,
    write: |record, symbols, _| text::pencilmarks(&record.puzzle.candidates(), symbols),
    ..CANDIDATES
};

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    read_groups(&grid::rows(text, options), options)
}

/// Reads a board of groups of candidates; `u` marks a digit that the player has placed.
pub(super) fn read_groups(rows: &grid::Rows<'_>, options: &ReadOptions) -> Result<Record, Invalid> {
    let square = grid::square(rows, options);
    let side = square.as_ref().map_or_else(|_| grid::likely_side(&rows.cells, options), |(shape, _)| shape.side());
    let usual = || Symbols::for_side(side);
    let symbols = assemble::with_blanks(options.symbols.clone().unwrap_or_else(usual), options)?;
    // A dash stands for a cell without candidates, unless it was named as a blank.
    let none_left = (!options.has_symbol('-')).then_some(NONE_LEFT);
    let groups = rows.cells.iter().flatten().map(|group| (group, read_group(group, &symbols, none_left)));
    let mut unknown = UnknownSymbols::default();
    let (shape, note) = match square {
        Ok(square) => square,
        Err(mut invalid) => {
            for (i, (group, _)) in groups.enumerate().filter(|(_, (_, read))| read.is_none()) {
                unknown.add(group, i + 1, None);
            }
            invalid.reasons.extend(unknown.into_reasons());
            return Err(Invalid { symbols, ..invalid });
        }
    };
    let mut puzzle = Puzzle::empty(shape);
    let mut listed = Candidates::none(shape);
    for (i, (group, read)) in groups.enumerate() {
        let cell = Cell::new(i);
        let read = read.unwrap_or_else(|| {
            unknown.add(group, i + 1, Some(cell));
            CandidateGroup::Unknown
        });
        match read {
            CandidateGroup::Unknown => shape.digits().for_each(|digit| _ = listed.insert(cell, digit)),
            CandidateGroup::Candidates { digits, placed } => {
                digits.iter().for_each(|digit| _ = listed.insert(cell, *digit));
                if let ([digit], true) = (&digits[..], placed) {
                    puzzle.place(cell, *digit);
                }
            }
        }
    }
    for cell in shape.cells().filter(|cell| is_solved(&listed, *cell)) {
        if let (None, Some(digit)) = (puzzle.digit(cell), listed.single(cell)) {
            puzzle.give(cell, digit);
        }
    }
    remove_unlisted(&mut puzzle, &listed);
    assemble::record(puzzle, symbols, unknown.into_reasons(), note)
}

/// The content of a cell.
enum CandidateGroup {
    /// A blank: nothing is known about the cell.
    Unknown,
    /// The digits that are left, none for `-`; a single digit may be one that the player has placed.
    Candidates { digits: Vec<Digit>, placed: bool },
}

fn read_group(group: &str, symbols: &Symbols, none_left: Option<&str>) -> Option<CandidateGroup> {
    let (placed, group) = match marked(group, symbols) {
        Some(rest) => (true, rest),
        None => (false, group),
    };
    if Some(group) == none_left {
        return Some(CandidateGroup::Candidates { digits: Vec::new(), placed });
    }
    if let Ok(None) = assemble::read_cell(group, symbols) {
        return Some(CandidateGroup::Unknown);
    }
    if symbols.are_numbers() {
        return symbols.digit_from_word(group).map(|digit| CandidateGroup::Candidates { digits: vec![digit], placed });
    }
    let mut digits: Vec<Digit> = group.chars().map(|c| symbols.digit(c)).collect::<Option<_>>()?;
    digits.sort_unstable();
    digits.dedup();
    Some(CandidateGroup::Candidates { digits, placed })
}

/// The number of blank cells that would be read as solved ones.
pub(super) fn singles(puzzle: &Puzzle) -> usize {
    let all = puzzle.candidates();
    let blank = puzzle.shape().cells().filter(|cell| puzzle.digit(*cell).is_none());
    blank.filter(|cell| is_solved(&all, *cell)).count()
}

/// The digit after a `u`, which marks it as placed by the player. If `u` is also a digit, a larger digit after it is
/// another candidate, because candidates ascend.
fn marked<'a>(group: &'a str, symbols: &Symbols) -> Option<&'a str> {
    let rest = group.strip_prefix(['u', 'U'])?;
    let digit = symbols.digit_from_word(rest)?;
    let mark = group.chars().next().and_then(|u| symbols.digit(u));
    mark.is_none_or(|mark| digit <= mark).then_some(rest)
}

/// Whether [`read_groups`] takes a digit with `u` before it as a placed one.
pub(super) fn can_mark(digit: Digit, symbols: &Symbols) -> bool {
    marked(&format!("u{}", symbols.symbol(digit)), symbols).is_some()
}

/// Whether a cell with a single candidate is solved: no cell in its houses lists the digit among others. Cells with all
/// digits do not count, because nothing is known about them.
fn is_solved(listed: &Candidates, cell: Cell) -> bool {
    let Some(digit) = listed.single(cell) else { return false };
    let shape = listed.shape();
    let is_left = |peer: Cell| (2..shape.side()).contains(&listed.count_of(peer)) && listed.contains(peer, digit);
    !shape.peers(cell).any(is_left)
}

/// Removes the candidates that are not listed from blank cells, unless a digit in the cell's houses excludes them anyway.
pub(super) fn remove_unlisted(puzzle: &mut Puzzle, listed: &Candidates) {
    let mut missing = puzzle.candidates();
    missing.subtract(listed);
    for cell in puzzle.shape().cells().filter(|cell| !missing.is_void(*cell)) {
        missing.digits_of(cell).for_each(|digit| puzzle.remove_candidate(cell, digit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn printed_candidates_are_read_back() {
        let mut puzzle: Puzzle =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse().unwrap();
        puzzle.remove_candidate(Shape::NINE.cell(0, 1), Digit::from_index(5));
        puzzle.remove_candidate(Shape::NINE.cell(8, 8), Digit::from_index(2));
        let symbols = Symbols::for_side(9);
        for text in [
            text::candidates(&puzzle.candidates(), &symbols),
            text::pencilmarks(&puzzle.candidates(), &symbols),
            text::states(&puzzle.candidates(), &symbols),
        ] {
            let record = read(&text, &ReadOptions::default()).unwrap();
            assert_eq!(record.puzzle, puzzle, "{text}");
        }
    }

    /// A single candidate that other cells of its houses still list is not a given.
    #[test]
    fn a_single_that_others_still_list_is_no_digit() {
        let text = " 1  23   | 24    234\n 34  24  | 13    12\n---------+----------\n 23  14  | 2     34\n 24  3   | 14    12\n";
        let record = read(text, &ReadOptions::default()).unwrap();
        assert_eq!(record.puzzle.givens().count(), 1);
        let again = text::candidates(&record.puzzle.candidates(), &record.symbols);
        let groups = |text: &str| row_groups(text);
        assert_eq!(groups(&again), groups(text));
        // If nothing is known about the other cells, it is a given.
        let naive = "1 1234 1234 1234\n1234 1234 1234 1234\n1234 1234 1234 1234\n1234 12 1234 1234\n";
        assert_eq!(read(naive, &ReadOptions::default()).unwrap().puzzle.givens().count(), 1);
    }

    fn row_groups(text: &str) -> Vec<String> {
        let options = ReadOptions::default();
        grid::rows(text, &options).cells.into_iter().flatten().map(|group| group.into_owned()).collect()
    }

    #[test]
    fn wrong_groups_are_named() {
        let text = "12 34 14 23\n34 12 12 34\n12 34 19 23\n34 12 14 24\n";
        let message = read(text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message, "'19' at position 11 (r3c3) is neither one of 1-4 nor a blank ('.' or '0')");
    }
}
