//! Comma-separated values with the headers that well-known data sets use. Semicolons or tabs may also separate the
//! values; the header shows which.

use super::format::{Spec, Variants};
use super::region_map::{self, board_with_map, may_be_map_of_nine};
use super::rule_names::{Kind, names_column};
use super::sketch::{Rule, Sketch, not_supported};
use super::{Field, Format, Piece, ReadOptions, Record, Splitter, VariantRecord, assemble, line, plain, variant};
use crate::board::{Invalid, Shape, Symbols};
use std::borrow::Cow;

/// The data set whose header and columns are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// `puzzle,solution`
    #[default]
    Plain,
    /// `quizzes,solutions`, blanks as 0 (Kaggle, 1 million)
    Kaggle1M,
    /// `id,puzzle,solution,clues,difficulty` (Kaggle, 3 million)
    Kaggle3M,
    /// `source,question,answer,rating` (Sudoku-Extreme)
    Extreme,
    /// Question and answer, without a header (recurrent relational networks)
    Rrn,
}

const SOLUTION: Column = Column::About(Field::Solution);
const RATING: Column = Column::About(Field::Rating);

pub(super) const PLAIN: Spec = Spec {
    header: Some("puzzle,solution"),
    columns: &[Column::Puzzle, SOLUTION],
    variants: Some(Variants::only_read(|text, options| read_variant(text, Columns::default(), options))),
    ..Spec::line("csv", |text, options| read(text, Columns::default(), options), write)
};

pub(super) const KAGGLE_1M: Spec =
    Spec { name: "csv-kaggle-1m", header: Some("quizzes,solutions"), blank: Some("0"), ..PLAIN };

pub(super) const KAGGLE_3M: Spec = Spec {
    name: "csv-kaggle-3m",
    header: Some("id,puzzle,solution,clues,difficulty"),
    columns: &[Column::About(Field::Id), Column::Puzzle, SOLUTION, Column::About(Field::Clues), RATING],
    ..PLAIN
};

pub(super) const EXTREME: Spec = Spec {
    name: "csv-extreme",
    header: Some("source,question,answer,rating"),
    columns: &[Column::About(Field::Source), Column::Puzzle, SOLUTION, RATING],
    ..PLAIN
};

pub(super) const RRN: Spec = Spec { name: "csv-rrn", header: None, ..PLAIN };

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    Unknown,
    Puzzle,
    About(Field),
    /// The kind of the puzzle, or perhaps something else.
    Kind(Kind),
}

/// The most columns that are read.
const WIDTH: usize = 16;

/// The columns of a file and what separates them. At least one of them is the puzzle, unless the columns are not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Columns {
    columns: [Column; WIDTH],
    /// The column with the shape of a box, such as `3x2`.
    shape: Option<u8>,
    separator: char,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns { columns: [Column::Unknown; WIDTH], shape: None, separator: ',' }
    }
}

impl Columns {
    /// The columns of a format, in its order.
    pub(super) fn of(format: Format) -> Columns {
        let mut columns = Columns::default();
        columns.columns.iter_mut().zip(format.spec().columns).for_each(|(column, known)| *column = *known);
        columns
    }

    /// The columns that a header names, if one of them is the puzzle.
    pub(super) fn from_header(line: &str) -> Option<Columns> {
        // All names have letters; most rows have none. (A fold is vectorised.)
        if !line.as_bytes().iter().fold(false, |found, byte| found | byte.is_ascii_alphabetic()) {
            return None;
        }
        let named = |separator: char| {
            let mut columns = Columns { separator, ..Columns::default() };
            for (column, name) in columns.columns.iter_mut().zip(split(line, separator)) {
                *column = Column::named(name.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}'));
            }
            columns
        };
        let columns =
            [',', ';', '\t'].into_iter().map(named).filter(|columns| columns.columns.contains(&Column::Puzzle));
        // The last of several maxima is taken, and that should be the comma.
        let mut found = columns.rev().max_by_key(Columns::known)?;
        let separator = found.separator;
        for (place, (column, name)) in found.columns.iter_mut().zip(split(line, separator)).enumerate() {
            if name.trim().eq_ignore_ascii_case("shape") {
                found.shape = Some(place as u8);
            }
            if let (Column::Unknown, Some(kind)) = (*column, names_column(&name)) {
                *column = Column::Kind(kind);
            }
        }
        Some(found)
    }

    fn known(&self) -> usize {
        self.columns.iter().filter(|column| **column != Column::Unknown).count()
    }

    /// Whether the header names more than one known column, which no title does.
    pub(super) fn are_several(&self) -> bool {
        self.known() > 1
    }

    /// Whether a line has a value for each of the known columns.
    pub(super) fn fit(&self, row: &str) -> bool {
        let last = self.columns.iter().rposition(|column| *column != Column::Unknown).unwrap_or(0);
        split(row, self.separator).count() > last.max(1)
    }

    /// The puzzle in a row.
    pub(super) fn puzzle<'a>(&self, row: &'a str) -> Option<Cow<'a, str>> {
        split(row, self.separator).nth(self.place_of_puzzle())
    }

    fn shape_place(&self) -> Option<usize> {
        self.shape.map(usize::from)
    }

    fn place_of_puzzle(&self) -> usize {
        self.columns.iter().position(|column| *column == Column::Puzzle).unwrap_or(0)
    }

    /// Whether a row continues on the next line because a quoted value does.
    pub(super) fn quotes(&self, row: &str) -> Quotes {
        if !row.contains('"') {
            return Quotes::Closed;
        }
        let mut rest = row;
        loop {
            if let Some(quoted) = rest.strip_prefix('"') {
                let Some(end) = closing_quote(quoted) else { return Quotes::Open };
                rest = quoted[end + 1..].trim_start_matches('\r');
                if !rest.is_empty() && !rest.starts_with(self.separator) {
                    return Quotes::Broken;
                }
            }
            match rest.split_once(self.separator) {
                Some((_, next)) => rest = next,
                None => return Quotes::Closed,
            }
        }
    }
}

/// The names of columns with the puzzle, the clearest first.
pub(super) const PUZZLE: [&str; 13] = [
    "puzzle",
    "puzzles",
    "quizzes",
    "quiz",
    "question",
    "sudoku",
    "unsolved",
    "unsolved_grid",
    "initial_board",
    "givens",
    "problem",
    "board",
    "grid",
];

/// The names of other columns; the first name of each field is the one that is written.
pub(super) const ABOUT: [(&str, Field); 9] = [
    ("solution", Field::Solution),
    ("solutions", Field::Solution),
    ("answer", Field::Solution),
    ("id", Field::Id),
    ("source", Field::Source),
    ("clues", Field::Clues),
    ("rating", Field::Rating),
    ("difficulty", Field::Rating),
    ("level", Field::Level),
];

/// The name of the column for a field, if there is one.
pub(super) fn name_of(field: Field) -> Option<&'static str> {
    ABOUT.iter().find(|(_, named)| *named == field).map(|(name, _)| *name)
}

impl Column {
    pub(super) fn named(name: &str) -> Column {
        if PUZZLE.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return Column::Puzzle;
        }
        let about = ABOUT.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        about.map_or(Column::Unknown, |(_, field)| Column::About(*field))
    }
}

/// How the quotes in a row end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quotes {
    /// Every quoted value is closed.
    Closed,
    /// The last value is not closed.
    Open,
    /// Something follows a quoted value within its column.
    Broken,
}

/// The values of a row.
type Values<'a> = [Option<Cow<'a, str>>; WIDTH];

fn values(row: &str, separator: char) -> Values<'_> {
    let mut all = split(row, separator);
    std::array::from_fn(|_| all.next())
}

/// The board of a row, without the space around it unless spaces are blanks.
fn trimmed<'v>(board: &'v str, options: &ReadOptions) -> &'v str {
    if options.blank_is_space() { board } else { board.trim() }
}

/// The fields that the columns of a row give for its puzzle.
fn about(columns: Columns, values: &Values<'_>) -> impl Iterator<Item = (Field, String)> {
    columns.columns.into_iter().zip(values.iter().flatten()).filter_map(|(column, value)| match column {
        Column::About(field) if !value.is_empty() => Some((field, value.to_string())),
        _ => None,
    })
}

/// The options with the shape that a row states, if they have none.
fn with_shape<'o>(values: &Values<'_>, columns: Columns, options: &'o ReadOptions) -> Cow<'o, ReadOptions> {
    match columns.shape_place().and_then(|place| values[place].as_deref()?.trim().parse::<Shape>().ok()) {
        Some(shape) if options.shape.is_none() && options.may_have_side(shape.side()) => {
            Cow::Owned(options.clone().shape(shape))
        }
        _ => Cow::Borrowed(options),
    }
}

/// The puzzle of a row that contains a map of regions.
fn with_map(values: &Values<'_>, puzzle: usize, options: &ReadOptions) -> Option<Sketch> {
    let others = values.iter().enumerate().filter(|(place, _)| *place != puzzle);
    let board = trimmed(values[puzzle].as_deref()?, options);
    // In an answer of the tool, the puzzle is what was read: a line with its map.
    let map_behind = || {
        let (board, map) = board.split_once([' ', ','])?;
        board_with_map(board, std::iter::once(map))
    };
    board_with_map(board, others.filter_map(|(_, value)| value.as_deref())).or_else(map_behind)
}

/// Reads a puzzle that is a whole text in another format: a link, an object, or a drawing of several lines.
fn in_other_format<T>(
    value: &str,
    options: &ReadOptions,
    read: impl Fn(&Piece, &[u8], &ReadOptions) -> T,
) -> Option<T> {
    // The rules that the options add to every puzzle are added to the row.
    let options = ReadOptions { format: None, rules: Vec::new(), ..options.clone() };
    let value = value.trim();
    let piece = Splitter::new(&options).next(value.as_bytes(), true)?;
    let is_other =
        !matches!(piece.format, Format::Line | Format::Csv(_)) && (piece.start, piece.end) == (0, value.len());
    is_other.then(|| read(&piece, value.as_bytes(), &options))
}

/// Reads a row with a map of regions, or a puzzle with further rules in another format.
pub(super) fn read_variant(
    text: &str,
    columns: Columns,
    options: &ReadOptions,
) -> Option<Result<VariantRecord, Invalid>> {
    let values = values(text, columns.separator);
    let options = &*with_shape(&values, columns, options);
    let puzzle = columns.place_of_puzzle();
    let Some(mut sketch) = with_map(&values, puzzle, options) else {
        let read = in_other_format(values[puzzle].as_deref()?, options, Piece::read_variant)??;
        return Some(read.map(|mut record| {
            // What the text itself says takes precedence.
            let own = std::mem::replace(&mut record.fields, about(columns, &values).collect());
            record.fields.extend(own);
            record
        }));
    };
    let board = values[puzzle].as_deref()?.to_owned();
    sketch.fields.extend(about(columns, &values));
    for (column, value) in columns.columns.iter().zip(values.into_iter().flatten()) {
        // (The map has been read already.)
        if let Column::Kind(kind) = column
            && *kind != Kind::Regions
            && kind.has_rules(&value)
        {
            sketch.rules.push(Rule::unknown(value));
        }
    }
    variant::of_board(sketch, line::characters(trimmed(&board, options)), options)
}

/// Whether a row has a map of regions.
pub(super) fn has_map(text: &str, columns: Columns, options: &ReadOptions) -> bool {
    with_map(&values(text, columns.separator), columns.place_of_puzzle(), options).is_some()
}

/// Reads a row of these columns.
pub(super) fn read(text: &str, columns: Columns, options: &ReadOptions) -> Result<Record, Invalid> {
    let values = values(text, columns.separator);
    let puzzle = columns.place_of_puzzle();
    let Some(value) = &values[puzzle] else {
        let count = values.iter().flatten().count();
        let found = if count == 1 { "column" } else { "columns" };
        return Err(assemble::syntax(format!("{count} {found}, expected the puzzle in column {}", puzzle + 1)));
    };
    let options = &*with_shape(&values, columns, options);
    let sketch = with_map(&values, puzzle, options);
    let board = || {
        line::board(trimmed(value, options), options)
            .or_else(|invalid| in_other_format(value, options, Piece::read_classic).unwrap_or(Err(invalid)))
    };
    let has_map = sketch.is_some();
    let mut record = sketch.map_or_else(board, |sketch| sketch.read(options))?;
    let cells = record.puzzle.shape().cell_count();
    let named = columns.columns.iter().zip(values.into_iter().flatten()).enumerate();
    for (place, (column, value)) in named.filter(|(_, (_, value))| !value.is_empty()) {
        let may_be_map = !has_map && !matches!(column, Column::Puzzle | Column::About(_));
        if let Some(mistake) = may_be_map.then(|| region_map::mistake(&value, cells)).flatten() {
            return Err(mistake);
        }
        match column {
            Column::Puzzle if place == puzzle => {}
            Column::About(field) => _ = record.fields.insert(*field, value.into_owned()),
            Column::Kind(kind) if !(has_map && *kind == Kind::Regions) && kind.has_rules(&value) => {
                return Err(not_supported([(value.into_owned(), 1)]));
            }
            // A second puzzle is reported as what else is in the row.
            Column::Puzzle | Column::Unknown | Column::Kind(_) => record.add(Field::Extra, &value, ' '),
        }
    }
    Ok(record)
}

/// The digits of a row's puzzle, 0 for blanks, if they are 81 digits, dots and zeros.
pub(super) fn plain_digits(text: &[u8], columns: Columns, options: &ReadOptions) -> Option<[u8; 81]> {
    let (mut board, puzzle) = (None, columns.place_of_puzzle());
    let names_kind =
        |(place, column): (usize, &Column)| matches!(column, Column::Kind(_)) && columns.shape_place() != Some(place);
    if columns.columns.iter().enumerate().any(names_kind) {
        return None;
    }
    for (place, value) in split(str::from_utf8(text).ok()?, columns.separator).take(WIDTH).enumerate() {
        if place == puzzle {
            board = Some(plain::board_digits(value.trim().as_bytes(), options)?);
        } else if value.as_bytes().try_into().is_ok_and(may_be_map_of_nine)
            || columns.shape_place() == Some(place) && value != "3x3"
        {
            return None;
        }
    }
    board
}

/// The values of a row; those in double quotes may contain separators, line ends, and quotes, which are doubled.
fn split(row: &str, separator: char) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = Some(row.trim_end_matches(['\r', '\n']));
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(quoted) = text.strip_prefix('"') else {
            let (value, next) = text.split_once(separator).map_or((text, None), |(value, next)| (value, Some(next)));
            rest = next;
            return Some(Cow::Borrowed(value));
        };
        let end = closing_quote(quoted);
        let value = quoted[..end.unwrap_or(quoted.len())].replace("\"\"", "\"");
        rest = end.and_then(|end| quoted[end + 1..].split_once(separator)).map(|(_, next)| next);
        Some(Cow::Owned(value))
    })
}

/// Where a quoted value ends, given the text after its first quote.
fn closing_quote(quoted: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let quote = from + quoted[from..].find('"')?;
        if !quoted[quote + 1..].starts_with('"') {
            return Some(quote);
        }
        from = quote + 2;
    }
}

fn write(record: &Record, symbols: &Symbols, spec: &Spec) -> String {
    let value = |column: &Column| match column {
        Column::Puzzle => line::write(&record.puzzle, symbols),
        Column::About(Field::Clues) => record.puzzle.givens().count().to_string(),
        Column::About(field) => record.fields.get(field).map_or(String::new(), |value| quote(value)),
        Column::Unknown | Column::Kind(_) => String::new(),
    };
    spec.columns.iter().map(value).collect::<Vec<_>>().join(",")
}

/// The value, in quotes if it needs them: because of a separator or a quote, or because a line that began with it would
/// mean something else.
fn quote(value: &str) -> String {
    match value.contains([',', '"', '\n', '\r']) || value.trim_start().starts_with(['#', '<']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_quotes() {
        let values = |row: &str| split(row, ',').collect::<Vec<_>>().join("/");
        assert_eq!(values("a,b,,c"), "a/b//c");
        assert_eq!(values("\"a,b\",\"say \"\"x\"\"\",c\r"), "a,b/say \"x\"/c");
        assert_eq!(values("\"a\nb\",c"), "a\nb/c");
        assert_eq!(values("\"never closed, a"), "never closed, a");
        assert_eq!(values(""), "");
        assert_eq!(quote("a,\"b\""), "\"a,\"\"b\"\"\"");
        let quotes = |row: &str| Columns::default().quotes(row);
        for closed in ["", "a,b", "a\"b,c", "\"a\",\"b\"\r", "\"a\nb\",\"\"", "a,\"say \"\"x\"\"\""] {
            assert_eq!(quotes(closed), Quotes::Closed, "{closed}");
        }
        for open in ["\"", "a,\"b", "\"a\",\"b\"\"", "\"a,b"] {
            assert_eq!(quotes(open), Quotes::Open, "{open}");
        }
        assert_eq!(quotes("\"a\"b,c"), Quotes::Broken);
    }

    fn dialects() -> impl Iterator<Item = Format> {
        Format::ALL.iter().copied().filter(|format| matches!(format, Format::Csv(_)))
    }

    #[test]
    fn known_headers() {
        for (format, header) in dialects().filter_map(|format| Some((format, format.header()?))) {
            assert_eq!(Columns::from_header(header), Some(Columns::of(format)));
        }
        assert!(Columns::from_header("a,b,c").is_none());
        for (header, row) in [
            ("id;puzzle;rating", "7;1.34............;1,5"),
            ("ID\tPuzzle\tRating", "7\t1.34............\t1,5"),
            ("id,puzzle,rating", "7,1.34............,\"1,5\""),
        ] {
            let columns = Columns::from_header(header).unwrap();
            assert!(columns.are_several());
            assert_eq!(read(row, columns, &ReadOptions::default()).unwrap().fields[&Field::Rating], "1,5", "{header}");
        }
        let columns = Columns::from_header("n,Level,Puzzle").unwrap();
        let record = read("7,\"easy, really\",1.34............", columns, &ReadOptions::default()).unwrap();
        assert_eq!(record.fields[&Field::Level], "easy, really");
        assert_eq!(record.fields[&Field::Extra], "7");
        // What a second column of puzzles has is not lost without a word.
        let two = Columns::from_header("quizzes,puzzle").unwrap();
        let record = read("1.34............,12..............", two, &ReadOptions::default()).unwrap();
        assert_eq!((record.puzzle.givens().count(), &*record.fields[&Field::Extra]), (3, "12.............."));
        let message = read("7,easy", columns, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message, "2 columns, expected the puzzle in column 3");
    }

    #[test]
    fn dialects_are_read_back() {
        for format in dialects() {
            let spec = format.spec();
            let text = "1.34............";
            let mut record = line::symbols(text, &ReadOptions::default()).unwrap();
            record.fields.insert(Field::Solution, "1234341221434321".to_owned());
            for field in [Field::Id, Field::Source, Field::Rating]
                .into_iter()
                .filter(|f| spec.columns.contains(&Column::About(*f)))
            {
                record.fields.insert(field, format!("x, {field}"));
            }
            let read =
                read(&write(&record, &record.symbols, spec), Columns::of(format), &ReadOptions::default()).unwrap();
            assert_eq!(read.puzzle, record.puzzle);
            record.fields.iter().for_each(|(field, value)| assert_eq!(read.fields[field], *value));
        }
    }
}
