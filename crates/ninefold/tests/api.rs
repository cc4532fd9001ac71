//! What is expected of a crate's types: they convert, print, and do not panic unless documented.

use ninefold::notation::{self, Format, Record};
use ninefold::{Candidates, Cell, Digit, DigitSet, Entry, Grid, Puzzle, Shape, Symbols, ZeroIsNoDigit};

const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";

/// The symbols belong to another board than the puzzle: every format writes something, every error can be shown.
#[test]
fn symbols_of_another_board_never_panic() {
    let mut puzzle: Puzzle = OPENING.parse().unwrap();
    puzzle.remove_candidate(Cell::new(1), Digit::from_index(8));
    let all = [Symbols::for_side(4), Symbols::for_side(16), Symbols::new("ABCD").unwrap(), Symbols::numbers(4)];
    for symbols in all {
        let record = Record::new(puzzle.clone()).with_symbols(symbols.clone());
        for format in Format::ALL.iter().copied().filter(|format| format.is_written()) {
            assert!(!notation::write(&record, format).unwrap().text.is_empty());
        }
        let mut twice = puzzle.clone();
        twice.give(Cell::new(1), Digit::from_index(8));
        twice.give(Cell::new(2), Digit::from_index(8));
        let invalid = twice.validate_with(&symbols).unwrap_err().to_string();
        assert!(invalid.starts_with("9 appears twice in row 1 (r1c2, r1c3)"), "{invalid}");
        for digit in Shape::NINE.digits() {
            assert!(!symbols.symbol(digit).to_string().is_empty());
        }
    }
    assert_eq!(Symbols::new("ABCD").unwrap().symbol(Digit::from_index(8)).to_string(), "9");
}

#[test]
fn no_symbols_are_for_larger_boards_than_there_are() {
    for symbols in [Symbols::numbers(70_000), Symbols::for_side(usize::MAX)] {
        assert_eq!(symbols.side(), Shape::MAX_SIDE);
    }
}

/// A puzzle is printed in the line format, and parsed from it.
#[test]
fn a_puzzle_prints_as_a_line() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6)] {
        let shape = Shape::new(rows, columns).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        for (i, digit) in shape.digits().enumerate() {
            puzzle.give(shape.cell(i, i), digit);
        }
        let line = notation::write(&Record::new(puzzle.clone()), Format::Line).unwrap().text;
        assert_eq!(puzzle.to_string(), line.trim_end());
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    }
    assert_eq!(OPENING.parse::<Puzzle>().unwrap().to_string(), OPENING);
    let grid: Grid = "1234341221434321".parse().unwrap();
    assert_eq!(Puzzle::from(&grid).to_string(), grid.to_string());
    assert_eq!(Grid::try_from(&Puzzle::from(&grid)), Ok(grid));
}

#[test]
fn small_types_convert() {
    let digit = Digit::new(7).unwrap();
    assert_eq!((u16::from(digit), Digit::try_from(7), Digit::try_from(0)), (7, Ok(digit), Err(ZeroIsNoDigit)));
    for name in ["1-9A-G", "TONYBLAIR", "0-9A-F"] {
        let symbols: Symbols = name.parse().unwrap();
        assert_eq!(symbols.to_string(), name);
    }
    assert_eq!(Symbols::numbers(36).to_string(), "numbers 1-36");
    let all = DigitSet::all(Shape::NINE);
    assert!((&all).into_iter().eq(Shape::NINE.digits()));
    assert!(Candidates::all(Shape::NINE).digits_of(Cell::new(0)).eq(&all));
    let (low, high) = all.iter().partition::<DigitSet, _>(|digit| digit.number() < 5);
    assert_eq!((&low | &high, &low & &high, &all - &low), (all.clone(), DigitSet::EMPTY, high.clone()));
}

/// Functions about all cells agree with those about one cell.
#[test]
fn plurals_agree_with_singulars() {
    let mut puzzle: Puzzle = OPENING.parse().unwrap();
    puzzle.place(Cell::new(1), Digit::from_index(3));
    let cells = || puzzle.shape().cells();
    assert!(puzzle.entries().eq(cells().map(|cell| puzzle.entry(cell))));
    assert!(puzzle.digits().eq(cells().map(|cell| puzzle.digit(cell))));
    assert!(puzzle.digits().eq(puzzle.entries().map(Entry::digit)));
    assert!(puzzle.filled().eq(cells().filter_map(|cell| Some((cell, puzzle.digit(cell)?)))));
    assert_eq!((puzzle.filled().count(), puzzle.givens().count()), (31, 30));
}
