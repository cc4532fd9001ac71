//! From the cells of a text to a puzzle: which shape, which symbols, and which digit is where.

use super::drawing::Drawing;
use super::row::is_blank;
use super::{Note, ReadOptions, Record};
use crate::board::{Cell, Digit, Invalid, Puzzle, Reason, Shape, Symbols};

/// The error for a text that is wrong as a whole.
pub(super) fn syntax(message: impl Into<String>) -> Invalid {
    invalid(Reason::Syntax { message: message.into() })
}

/// The error for a text that is rejected for one reason, before its shape is known.
pub(super) fn invalid(reason: Reason) -> Invalid {
    Invalid { shape: None, symbols: Symbols::for_side(9), reasons: vec![reason] }
}

/// The shape of a board with this side, and a note if there was a choice.
pub(super) fn shape(side: usize, options: &ReadOptions) -> Result<(Shape, Option<Note>), Invalid> {
    drawn_shape(side, &Drawing::default(), options)
}

/// The same for a board whose lines may show what its boxes are.
pub(super) fn drawn_shape(
    side: usize,
    drawing: &Drawing,
    options: &ReadOptions,
) -> Result<(Shape, Option<Note>), Invalid> {
    let invalid = |reason: Reason| Invalid { symbols: Symbols::for_side(side), ..invalid(reason) };
    let not_drawn =
        |boxes: String| invalid(Reason::Syntax { message: format!("the lines drawn on the board do not fit {boxes}") });
    if let Some(shape) = options.shape {
        return match drawing.allows(shape) {
            true => Ok((shape, None)),
            false => Err(not_drawn(format!("boxes of {} rows and {} columns", shape.box_rows(), shape.box_columns()))),
        };
    }
    Shape::for_side(side).map_err(|error| invalid(Reason::NoShape { found: error.to_string() }))?;
    let mut shapes = Shape::all_for_side(side).filter(|shape| drawing.allows(*shape));
    let shape = shapes.next().or_else(|| (side == 1).then(|| Shape::for_side(1).ok())?);
    let shape = shape.ok_or_else(|| not_drawn(format!("boxes of any shape on a {side}x{side} board")))?;
    let others: Vec<Shape> = shapes.collect();
    // Square boxes need no note.
    let note =
        (shape.box_rows() != shape.box_columns() && !others.is_empty()).then_some(Note::ShapeTaken { shape, others });
    Ok((shape, note))
}

/// The shape of a board with this many cells.
pub(super) fn shape_of(cells: usize, options: &ReadOptions) -> Result<(Shape, Option<Note>), Invalid> {
    let side = options.side().unwrap_or_else(|| nearest_side(cells));
    if cells != side * side {
        let reasons = vec![Reason::Length { found: cells, expected: side * side }];
        return Err(Invalid { shape: None, symbols: Symbols::for_side(side), reasons });
    }
    shape(side, options)
}

/// The side that was probably meant by a line with this many cells: that of the nearest board if only a few cells are
/// missing or superfluous, otherwise 9.
fn nearest_side(cells: usize) -> usize {
    let root = cells.isqrt();
    let near = |side: usize| side >= 4 && (side * side).abs_diff(cells) <= 2.max(cells / 20);
    if root * root == cells && root >= 4 {
        return root;
    }
    let sides = (root.saturating_sub(1)..=root + 2).filter(|side| near(*side) && Shape::for_side(*side).is_ok());
    sides.min_by_key(|side| (side * side).abs_diff(cells)).unwrap_or(9)
}

/// The symbols with which a board's cells are written, and a note if there was a choice.
pub(super) fn symbols(cells: &[&str], side: usize, options: &ReadOptions) -> Result<(Symbols, Option<Note>), Invalid> {
    let (symbols, note) = match &options.symbols {
        Some(symbols) => (symbols.clone(), None),
        None if are_numbers_from_zero(cells, side) => from_zero(cells, side)?,
        None => infer(cells, side),
    };
    Ok((with_blanks(symbols, options)?, note))
}

/// The symbols, with the blanks that the options name.
pub(super) fn with_blanks(symbols: Symbols, options: &ReadOptions) -> Result<Symbols, Invalid> {
    match &options.blanks {
        Some(blanks) => symbols.with_blanks(blanks).map_err(|error| syntax(error.to_string())),
        None => Ok(symbols),
    }
}

/// Whether cells are numbers from 0 on: 0 occurs, blanks are -1 (or there are numbers of several figures, and blanks other
/// than 0), and no number is as large as the side of the board.
pub(super) fn are_numbers_from_zero(cells: &[&str], side: usize) -> bool {
    let number = |cell: &&str| cell.parse::<usize>().ok();
    let has = |wanted: &dyn Fn(&&str) -> bool| cells.iter().any(wanted);
    let is_blank = |cell: &&str| *cell != "0" && cell.chars().count() < 2 && cell.chars().all(is_blank);
    has(&|cell| *cell == "0")
        && (has(&|cell| *cell == "-1") || has(&is_blank) && has(&|cell| number(cell).is_some_and(|number| number > 9)))
        && cells.iter().filter_map(number).all(|number| number < side)
}

/// The symbols from 0 on for such cells, and a note if 0 could nevertheless be a blank.
fn from_zero(cells: &[&str], side: usize) -> Result<(Symbols, Option<Note>), Invalid> {
    let symbols = symbols_from('0', side).ok_or_else(|| {
        let most = FIGURES_AND_LETTERS;
        syntax(format!("numbers from 0 to {}, supported only on boards up to {most}x{most}", side - 1))
    })?;
    let is_certain = cells.contains(&"-1");
    let note =
        (!is_certain).then(|| Note::SymbolsTaken { symbols: symbols.clone(), others: vec![Symbols::numbers(side)] });
    Ok((symbols, note))
}

/// The number of figures and letters.
const FIGURES_AND_LETTERS: usize = 36;

/// The first `side` figures and letters from this one on, in order; `None` if there are not so many.
fn symbols_from(start: char, side: usize) -> Option<Symbols> {
    let all = ('0'..='9').chain('A'..='Z').skip_while(|c| *c != start);
    let alphabet: String = all.take(side).collect();
    (alphabet.len() == side).then(|| Symbols::new(&alphabet).ok())?
}

/// The alphabet that fits the cells, or the most common one if several do.
fn infer(cells: &[&str], side: usize) -> (Symbols, Option<Note>) {
    let is_number = |cell: &&str| cell.len() > 1 && cell.bytes().all(|b| b.is_ascii_digit());
    if side > Symbols::MOST_CHARACTERS || cells.iter().any(is_number) {
        return (if side > 9 { Symbols::numbers(side) } else { Symbols::for_side(side) }, None);
    }
    let usual = Symbols::for_side(side);
    let characters = || cells.iter().flat_map(|cell| cell.chars());
    // Up to 9x9 there is no choice if the usual symbols fit.
    let is_usual = |c: char| usual.digit(c).is_some() || usual.is_blank(c);
    if side <= 9 && characters().all(is_usual) {
        let Some(zero) = may_begin_with_zero(cells, side) else { return (usual, None) };
        let (symbols, other) = if are_zeros_apart(cells, side) { (zero, usual) } else { (usual, zero) };
        return (symbols.clone(), Some(Note::SymbolsTaken { symbols, others: vec![other] }));
    }
    let zeros = characters().filter(|c| *c == '0').count();
    // A zero is a blank, unless blanks are written otherwise, or there are as many zeros as rows on a board that never
    // uses the last symbol of 1-9A-.
    let last = Digit::from_index(side - 1);
    let other_blanks = characters().any(|c| is_blank(c) && c != '0' && usual.digit(c).is_none())
        || cells.iter().any(|cell| cell.trim().is_empty());
    let full = zeros == side && !characters().any(|c| usual.digit(c) == Some(last));
    let zero_is_digit = side > 9 && zeros > 0 && (other_blanks || full);
    let fits = |symbols: &Symbols| {
        characters().all(|c| match c {
            '0' if zero_is_digit => symbols.digit('0').is_some(),
            '0' => symbols.is_blank('0'),
            c => symbols.digit(c).is_some() || symbols.is_blank(c),
        })
    };
    let mut fitting = ['1', '0', 'A'].into_iter().filter_map(|start| symbols_from(start, side)).filter(fits);
    match fitting.next() {
        None => (usual, None),
        Some(symbols) => {
            let others: Vec<Symbols> = fitting.collect();
            let ambiguous = side > 9 && !others.is_empty();
            let note = ambiguous.then(|| Note::SymbolsTaken { symbols: symbols.clone(), others });
            (symbols, note)
        }
    }
}

/// The symbols from 0 on, if cells of figures may be written with them: 0 occurs beside other blanks, and the last
/// usual symbol never occurs.
fn may_begin_with_zero(cells: &[&str], side: usize) -> Option<Symbols> {
    let has = |wanted: &dyn Fn(char) -> bool| cells.iter().flat_map(|cell| cell.chars()).any(wanted);
    let last = char::from_digit(side as u32, 10)?;
    (has(&|c| c == '0') && has(&|c| c != '0' && is_blank(c)) && !has(&|c| c == last))
        .then(|| symbols_from('0', side))?
}

/// Whether several cells are zero, but no two in the same row or column: blanks would hardly be so by chance.
fn are_zeros_apart(cells: &[&str], side: usize) -> bool {
    let (mut rows, mut columns, mut count) = (vec![false; side], vec![false; side], 0);
    let mut is_first = |cell: usize| {
        count += 1;
        !std::mem::replace(&mut rows[cell / side % side], true) && !std::mem::replace(&mut columns[cell % side], true)
    };
    cells.iter().enumerate().all(|(cell, word)| *word != "0" || is_first(cell)) && count > 1
}

/// The symbols of a text that are neither digits nor blanks. However many there are, only the first are kept, so that
/// rejecting a text that is not a puzzle at all takes little memory.
#[derive(Debug, Default)]
pub(super) struct UnknownSymbols {
    listed: Vec<Reason>,
    more: usize,
}

impl UnknownSymbols {
    /// All the unknown symbols of a 9x9 board are listed.
    const LISTED: usize = 81;
    /// The longest symbol that is kept in full, in characters.
    const LONGEST: usize = 32;

    pub(super) fn add(&mut self, symbol: &str, position: usize, cell: Option<Cell>) {
        if self.listed.len() == Self::LISTED {
            self.more += 1;
            return;
        }
        let symbol = symbol.chars().take(Self::LONGEST).collect();
        self.listed.push(Reason::UnknownSymbol { symbol, position, cell });
    }

    pub(super) fn into_reasons(mut self) -> Vec<Reason> {
        if self.more > 0 {
            self.listed.push(Reason::MoreUnknownSymbols { count: self.more });
        }
        self.listed
    }
}

/// The error for a text that is not a board: the reason, and the symbols that no board of this side has.
fn no_board(side: usize, mut invalid: Invalid, cells: &[&str], options: &ReadOptions) -> Invalid {
    match symbols(cells, side, options) {
        Ok((symbols, _)) => {
            let mut unknown = UnknownSymbols::default();
            for (i, cell) in cells.iter().enumerate().filter(|(_, cell)| read_cell(cell, &symbols).is_err()) {
                unknown.add(cell, i + 1, None);
            }
            invalid.reasons.extend(unknown.into_reasons());
            invalid.symbols = symbols;
        }
        Err(unusable) => invalid.reasons.extend(unusable.reasons),
    }
    invalid
}

/// The digit of a cell; `None` for a blank.
pub(super) fn read_cell(word: &str, symbols: &Symbols) -> Result<Option<Digit>, ()> {
    if let Some(digit) = symbols.digit_from_word(word) {
        return Ok(Some(digit));
    }
    let mut characters = word.chars();
    let blank = match (characters.next(), characters.next()) {
        (None, _) => true,
        (Some(c), None) => symbols.is_blank(c),
        _ => word == "-1" || (symbols.are_numbers() && word.bytes().all(|b| b == b'0')),
    };
    if blank { Ok(None) } else { Err(()) }
}

/// The record of a board whose cells are known, or the error with all the reasons why it is not a board.
pub(super) fn record(
    puzzle: Puzzle,
    symbols: Symbols,
    mut reasons: Vec<Reason>,
    notes: impl IntoIterator<Item = Note>,
) -> Result<Record, Invalid> {
    if reasons.is_empty() {
        return Ok(Record { notes: notes.into_iter().collect(), ..Record::new(puzzle).with_symbols(symbols) });
    }
    // The part that can be read is validated too, so that all reasons are reported together.
    let others = puzzle.validate().err().into_iter().flat_map(|invalid| invalid.reasons);
    // A house without a place for a digit is only reported if nothing else is wrong, because it may be a consequence.
    let is_reported = |reason: &Reason| reasons.is_empty() || !matches!(reason, Reason::NoPlace { .. });
    reasons.extend(others.filter(is_reported).collect::<Vec<_>>());
    Err(Invalid { shape: Some(puzzle.shape()), symbols, reasons })
}

/// The record of a board whose cells hold one symbol each. If there is no shape for them, `likely_side` says which board
/// was probably meant.
pub(super) fn board(
    shape: Result<(Shape, Option<Note>), Invalid>,
    likely_side: impl FnOnce(&Invalid) -> usize,
    cells: &[&str],
    options: &ReadOptions,
) -> Result<Record, Invalid> {
    let shape = shape.map_err(|invalid| no_board(likely_side(&invalid), invalid, cells, options))?;
    of_shape(shape, cells, options)
}

/// Whether a board whose side is not a square has so many digits, all up to 9, that it is more likely several 9x9 grids
/// without marks where there are no cells: by chance that would happen once in ten thousand times.
fn may_be_several(puzzle: &Puzzle) -> bool {
    let (side, nine) = (puzzle.shape().side(), Shape::NINE.side());
    if side <= nine || side % 3 != 0 || side.isqrt().pow(2) == side {
        return false;
    }
    let mut count = 0_u32;
    let are_low = puzzle.givens().inspect(|_| count += 1).all(|(_, digit)| digit.number() as usize <= nine);
    are_low && f64::from(count) * (side as f64 / nine as f64).ln() > 1e4_f64.ln()
}

/// The same if the shape is known.
pub(super) fn of_shape(
    (shape, shape_note): (Shape, Option<Note>),
    cells: &[&str],
    options: &ReadOptions,
) -> Result<Record, Invalid> {
    let (symbols, symbols_note) = symbols(cells, shape.side(), options)?;
    let (mut puzzle, mut unknown) = (Puzzle::empty(shape), UnknownSymbols::default());
    for (cell, word) in shape.cells().zip(cells) {
        match read_cell(word, &symbols) {
            Ok(None) => {}
            Ok(Some(digit)) => puzzle.give(cell, digit),
            Err(()) => unknown.add(word, cell.index() + 1, Some(cell)),
        }
    }
    if options.shape.is_none() && may_be_several(&puzzle) {
        let message = "no digit above 9, as in several 9x9 grids: expected spaces or # where there is no cell, \
            or the shape of the board";
        return Err(syntax(format!("{0} rows and columns with {message}", shape.side())));
    }
    record(puzzle, symbols, unknown.into_reasons(), shape_note.into_iter().chain(symbols_note))
}
