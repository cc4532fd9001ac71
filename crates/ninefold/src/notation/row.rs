//! What one line of a text looks like: the part shared by all notations with several lines.

use super::code::{is_bracket, is_closing, is_opening, make_plain, quoted_row, row_of_matrix, unbracketed, value};
use super::rule_names::is_rule_of_program;
use super::{ReadOptions, latex};
use crate::board::{Shape, Symbols};
use std::borrow::Cow;

/// The longest row of symbols without separators; a longer run of symbols is a whole board.
pub(super) const WIDEST: usize = 36;

/// The longest line that can be a row, or a board of numbers, in bytes; longer lines are not examined.
const LONGEST: usize = 8 * Shape::MAX_SIDE * Shape::MAX_SIDE;

/// A cell without candidates among groups of candidates.
pub(super) const NONE_LEFT: &str = "-";

/// The blanks of which drawn rows may consist entirely: dashes, underscores, spaces between bars.
pub(super) const MARKS: [&str; 3] = ["-", "_", ""];

/// A line, examined by itself.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Line<'a> {
    /// White space only.
    Empty,
    /// A line that begins with `#`, `//` or `%`.
    Comment,
    /// Only brackets, the name of a variable and what opens its value, or a LaTeX command.
    Code,
    /// Part of a frame: `+---+---+`, `*-----------*`, `╔═══╤═══╗`.
    Frame,
    /// Only this number of dashes or underscores, or of empty spaces between bars: a row of blanks if another row of
    /// the board has that mark for a blank, otherwise part of a frame.
    Blanks { count: usize, mark: &'static str },
    /// The cells of a row.
    Row(Row<'a>),
    /// Anything else: a title, or a mistake.
    Text,
}

/// A row of cells as typed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row<'a> {
    /// The cells; an empty text is a blank (`1,,3`).
    pub(super) cells: Vec<Cow<'a, str>>,
    /// Whether some cell is a group of candidates.
    pub(super) has_groups: bool,
    /// Whether some cell is a number of several figures.
    pub(super) has_numbers: bool,
    /// Whether there is something between the cells.
    pub(super) is_apart: bool,
}

/// Examines a line. Symbols and blanks that the options name count as cells, whatever they are.
pub(super) fn line<'a>(text: &'a str, options: &ReadOptions) -> Line<'a> {
    match tabbed_cells(text) {
        Some(cells) if cells.iter().all(|cell| cell.is_empty()) => {
            return Line::Blanks { count: cells.len(), mark: "" };
        }
        Some(cells) => return row(cells, false, true, options),
        None => {}
    }
    let text = unquoted(text, options);
    if text.is_empty() {
        return Line::Empty;
    }
    let is_remark = text.starts_with('#') || text.starts_with("//");
    if is_remark || text.starts_with('%') && !options.has_symbol('%') {
        return Line::Comment;
    }
    // An address also consists of letters.
    if text.len() > LONGEST || text.contains("://") {
        return Line::Text;
    }
    // The cells of a rule could also be the cells of a row.
    if text.contains('(') && is_rule_of_program(text) {
        return Line::Text;
    }
    let mut text = before_comment(text);
    text = in_list(text).unwrap_or(text);
    text = before_mark(text);
    if let Some(command) = text.strip_prefix('\\').filter(|_| !options.has_symbol('\\')) {
        return latex::command(command).map_or(Line::Code, |cells| row(cells, false, true, options));
    }
    if text.starts_with("[,") {
        return Line::Code;
    }
    text = latex::row(text);
    if let Some(frame) = frame(text, options) {
        return frame;
    }
    if let Some(value) = value(text, options) {
        if value.is_empty() {
            return Line::Code;
        }
        text = value;
    }
    text = unnumbered(row_of_matrix(text));
    let text = quoted_row(text).unwrap_or(text);
    let (mut tokens, bracketed) = match boxed_cells(text) {
        Some(cells) => (cells, false),
        None => tokens(text),
    };
    make_plain(&mut tokens);
    let symbols: usize = tokens.iter().map(|token| token.chars().count()).sum();
    row(cells(tokens, bracketed, options), bracketed, text.chars().count() > symbols, options)
}

/// A line without MATLAB's mark for a continued line; elsewhere three dots are blanks.
fn before_mark(text: &str) -> &str {
    let Some(row) = text.strip_suffix("...") else { return text };
    let is_apart = || row.ends_with(' ') && !row.contains('.') && row.split_whitespace().count() >= 4;
    if row.trim_end().ends_with([',', ';', '[']) || is_apart() { row.trim_end() } else { text }
}

/// What follows the dash of a list item (`- 8..4.6..3`, as in YAML), if that is a list or a single word. After a dash
/// that is a blank, the other cells are separated by spaces too, or no space follows.
fn in_list(text: &str) -> Option<&str> {
    let word = text.strip_prefix("- ")?.trim();
    let is_one = word.len() > 3 && !word.contains(|c: char| c.is_whitespace() || c == '-');
    let is_list = word.starts_with(is_opening) && word.ends_with(is_closing) && word.contains(',');
    (is_one || is_list).then_some(word)
}

/// A row without its number (`1: 53..7....`, `Row 2) ...`, `[3,] ...`).
fn unnumbered(text: &str) -> &str {
    let of_matrix = text.strip_prefix('[').and_then(|text| text.split_once(",]"));
    if let Some((_, row)) = of_matrix.filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit())) {
        return row.trim_start();
    }
    let word = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let is_named = ["", "r", "row"].iter().any(|name| text[..text.len() - word.len()].eq_ignore_ascii_case(name));
    let number = word.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = word.trim_start().len() - number.len();
    let row = number.strip_prefix([':', ')', '.']).filter(|row| row.starts_with(' ')).map(str::trim_start);
    // A figure and a dot may also be cells.
    let is_row = |row: &&str| !row.is_empty() && (!number.starts_with('.') || row.len() >= 4 && !row.contains(' '));
    row.filter(is_row).filter(|_| is_named && (1..=2).contains(&digits)).unwrap_or(text)
}

/// A row of these cells, if most are what rows contain; a title like "Grid 01" would also split into symbols.
fn row<'a>(cells: Vec<Cow<'a, str>>, bracketed: bool, is_apart: bool, options: &ReadOptions) -> Line<'a> {
    let likely = cells
        .iter()
        .filter(|cell| is_likely(cell, cells.len()) || options.names(cell) || options.names_group(cell))
        .count();
    if cells.is_empty() || 3 * likely < 2 * cells.len() {
        return Line::Text;
    }
    let long = |cell: &&Cow<'_, str>| cell.chars().nth(1).is_some();
    let is_number = |cell: &&Cow<'_, str>| is_number(cell, cells.len());
    let has_groups = bracketed || cells.iter().filter(long).any(|cell| !is_number(&cell));
    let has_numbers = cells.iter().filter(long).any(|cell| is_number(&cell));
    Line::Row(Row { has_groups, has_numbers, is_apart, cells })
}

/// A line without the space around it and without the `>` of quoted mail.
pub(super) fn unquoted<'a>(text: &'a str, options: &ReadOptions) -> &'a str {
    let text = text.trim();
    match text.starts_with('>') && !options.has_symbol('>') {
        true => text.trim_start_matches(['>', ' ']),
        false => text,
    }
}

/// The cells between the tabs of a row copied from a table: some are empty, perhaps even the first or the last.
fn tabbed_cells(text: &str) -> Option<Vec<Cow<'_, str>>> {
    if !text.contains('\t') {
        return None;
    }
    let mut cells: Vec<&str> = text.trim_matches([' ', '\r', '\n']).split('\t').map(str::trim).collect();
    let is_cell = |cell: &&str| !cell.contains(|c: char| c.is_whitespace() || is_bracket(c) || c == ',');
    if cells.len() < 4 || !cells.iter().any(|cell| cell.is_empty()) || !cells.iter().all(is_cell) {
        return None;
    }
    drop_empty_edge(&mut cells);
    Some(cells.into_iter().map(Cow::Borrowed).collect())
}

/// Removes the first or last cell if it is the only empty one and the others are as many as a row with square boxes
/// has: then there is a separator on the edge.
fn drop_empty_edge<T: AsRef<str>>(cells: &mut Vec<T>) {
    let others = cells.len().saturating_sub(1);
    if others < 4 || others.isqrt().pow(2) != others {
        return;
    }
    let mut empty = cells.iter().enumerate().filter(|(_, cell)| cell.as_ref().is_empty()).map(|(i, _)| i);
    if let (Some(edge), None) = (empty.next(), empty.next())
        && (edge == 0 || edge == others)
    {
        cells.remove(edge);
    }
}

/// The text before a comment, which begins with a space and `#`. (Searches for one byte, not for two, because every
/// line of a large board passes through here several times.)
pub(super) fn before_comment(text: &str) -> &str {
    let comment = text.match_indices('#').map(|(i, _)| i).find(|i| text[..*i].ends_with(' '));
    let text = comment.map_or(text, |i| &text[..i - 1]);
    // Programs have other marks for comments, after a space.
    let other = [" //", " % "].into_iter().find_map(|mark| text.find(mark));
    other.map_or(text, |i| &text[..i])
}

/// A line without a symbol. Bars alone separate cells; any other drawn line is part of a frame.
pub(super) fn frame(text: &str, options: &ReadOptions) -> Option<Line<'static>> {
    let (mut run, mut longest) = (0, 0);
    let (mut dashes, mut underscores, mut bars, mut others, mut drawings) = (0, 0, 0, 0, 0);
    for c in text.chars() {
        run = if matches!(c, '-' | '_' | '=' | '~') { run + 1 } else { 0 };
        longest = longest.max(run);
        match c {
            c if !is_blank(c) && options.has_symbol(c) => return None,
            '-' => dashes += 1,
            '_' => underscores += 1,
            c if is_bar(c) => bars += 1,
            '=' | '~' | '+' | '.' | ':' | '*' | '\'' | '`' | ',' => others += 1,
            c if is_drawing(c) => drawings += 1,
            c if c.is_whitespace() => {}
            _ => return None,
        }
    }
    match (dashes, underscores, others, drawings) {
        (_, _, _, 1..) => Some(Line::Frame),
        (0, 0, 0, 0) => match between_bars(text).count() {
            0 => None,
            1..4 => Some(Line::Frame),
            count => Some(Line::Blanks { count, mark: "" }),
        },
        (count, 0, 0, 0) if longest >= 3 || (longest == 2 && bars > 0) || (count >= 4 && bars > count) => {
            Some(Line::Blanks { count, mark: "-" })
        }
        // No board has rows of two or three cells.
        (2 | 3, 0, 0, 0) if bars > dashes => Some(Line::Frame),
        (0, count, 0, 0) if longest >= 3 || (longest == 2 && bars > 0) => Some(Line::Blanks { count, mark: "_" }),
        _ if longest >= 2 || text.starts_with('+') || (dashes >= 4 && bars > dashes) => Some(Line::Frame),
        _ => None,
    }
}

/// The parts between the bars of a line; the bars may be double.
fn between_bars(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.strip_prefix(is_bar).and_then(|text| text.strip_suffix(is_bar)).unwrap_or("");
    inner.split(is_bar).filter(|part| !part.is_empty())
}

/// The cells of a row with a bar on both sides of each cell, where spaces between bars are blanks.
fn boxed_cells(text: &str) -> Option<Vec<Cow<'_, str>>> {
    let parts = || between_bars(text).map(str::trim);
    let is_cell = |part: &str| !part.contains(|c: char| c.is_whitespace() || matches!(c, '[' | '(' | '{' | ','));
    let are_cells = parts().count() >= 4 && parts().any(str::is_empty) && parts().all(is_cell);
    are_cells.then(|| parts().map(Cow::Borrowed).collect())
}

/// Box drawing characters.
fn is_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether a character separates the cells of a row, as opposed to rows.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '!' | '¦' | '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '║' | '╎' | '╏')
}

/// Splits a line at white space, separators and frame characters. The content of brackets is one token (`[1 3]`),
/// unless it is a list of cells (`[1,0,3]`). The flag says whether there were such groups.
pub(super) fn tokens(text: &str) -> (Vec<Cow<'_, str>>, bool) {
    let is_separator = |c: &char| text.contains(*c) && (*c == ',' || text.matches(*c).count() > 2);
    if let Some(separator) = [',', ';', '&'].into_iter().find(is_separator) {
        let list = unbracketed(text);
        // Several words between commas are not one cell.
        let words = |value: &'_ str| value.contains(is_gap);
        let values = list.split(separator).map(|value| value.trim_matches(|c| is_gap(c) || c == '\''));
        let cells = values.flat_map(|value| match words(value) {
            true => value.split(is_gap).filter(|word| !word.is_empty()).collect(),
            false => vec![value],
        });
        let mut cells: Vec<Cow<'_, str>> = cells.map(Cow::Borrowed).collect();
        drop_empty_edge(&mut cells);
        return (cells, false);
    }
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut bracketed = false;
    // The brackets that may still be closed; one that is never closed is searched for only once.
    let mut closing = vec![('[', ']'), ('(', ')'), ('{', '}')];
    while let Some(start) = rest.find(|c| !is_gap(c)) {
        rest = &rest[start..];
        let pair = closing.iter().position(|(open, _)| rest.as_bytes()[0] == *open as u8);
        let close = pair.and_then(|pair| rest.find(closing[pair].1));
        if let (Some(pair), None) = (pair, close) {
            closing.remove(pair);
        }
        if let Some(close) = close {
            bracketed = true;
            let group: String = rest[1..close].chars().filter(|c| !c.is_whitespace()).collect();
            tokens.push(Cow::Owned(if group.is_empty() { NONE_LEFT.to_owned() } else { group }));
            rest = &rest[close + 1..];
        } else {
            let end = rest.find(|c| is_gap(c) || matches!(c, '[' | '(' | '{')).unwrap_or(rest.len()).max(1);
            tokens.push(Cow::Borrowed(&rest[..end]));
            rest = &rest[end..];
        }
    }
    (tokens, bracketed)
}

/// White space, or a character that separates cells.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, ';' | '"' | '\u{feff}') || is_bar(c) || is_drawing(c)
}

/// The cells of a row: one for each token, or one for each character if that makes a board.
fn cells<'a>(tokens: Vec<Cow<'a, str>>, bracketed: bool, options: &ReadOptions) -> Vec<Cow<'a, str>> {
    let count = tokens.len();
    let symbols: usize = tokens.iter().map(|token| token.chars().count()).sum();
    let one_each = bracketed || tokens.iter().any(|token| token.is_empty()) || count == symbols;
    let is_cell = |token: &Cow<'_, str>| {
        let named = options.side() == Some(count) && options.names_group(token);
        is_number(token, count) || is_group(token, count) || named || is_blank_word(token)
    };
    if one_each || (count >= 4 && tokens.iter().all(is_cell)) {
        return tokens;
    }
    // Most tokens are cells, with a mistake among them; unless each token holds the symbols of one box.
    let most = 4 * tokens.iter().filter(|token| is_cell(token)).count() >= 3 * count;
    let has_board = |side: usize| Shape::for_side(side).is_ok();
    let one_token_per_box = symbols <= WIDEST && has_board(symbols) && count * count <= symbols;
    if count >= 4 && most && has_board(count) && !one_token_per_box {
        return tokens;
    }
    // No row has more symbols than that; a board of numbers has one number in each token.
    if symbols > Shape::MAX_SIDE {
        return tokens;
    }
    if is_prose(&tokens) {
        return Vec::new();
    }
    let mut cells = Vec::with_capacity(symbols);
    for token in tokens {
        match token {
            Cow::Borrowed(token) => cells.extend(super::line::characters(token).map(Cow::Borrowed)),
            Cow::Owned(token) => cells.extend(token.chars().map(|c| Cow::Owned(c.to_string()))),
        }
    }
    cells
}

/// Whether tokens are words rather than groups of symbols: some token has only letters, and their lengths differ.
fn is_prose(tokens: &[Cow<'_, str>]) -> bool {
    let length = |token: &Cow<'_, str>| token.chars().count();
    let is_word = |token: &Cow<'_, str>| length(token) > 1 && token.chars().all(|c| c.is_alphabetic() && !is_blank(c));
    tokens.iter().any(is_word) && tokens.iter().any(|token| length(token) != length(&tokens[0]))
}

/// Whether a token is a number from -1 (blank) to `side`.
pub(super) fn is_number(token: &str, side: usize) -> bool {
    match token.as_bytes() {
        b"-1" => true,
        [b'0'..=b'9', ..] => token.parse::<usize>().is_ok_and(|n| n <= side),
        _ => false,
    }
}

/// Whether a token is a set of candidates on a board with this side: ascending symbols of `1-9A-Z`, perhaps after the
/// `u` that marks a player's digit.
pub(super) fn is_group(token: &str, side: usize) -> bool {
    ascends(token, side) || token.strip_prefix(['u', 'U']).is_some_and(|digits| ascends(digits, side))
}

/// Whether a token is a player's digit with `u` before it. From side 30 on `u` is also a digit, and a larger digit
/// after it is another candidate.
pub(super) fn is_user_digit(token: &str, side: usize) -> bool {
    token.chars().nth(1).is_some() && token.starts_with(['u', 'U']) && !ascends(token, side)
}

fn ascends(digits: &str, side: usize) -> bool {
    let mut last = 0;
    !digits.is_empty()
        && digits.chars().all(|c| {
            let value = c.to_digit(36).unwrap_or(0) as usize;
            let ascends = value > last && value <= side;
            last = value;
            ascends
        })
}

fn is_blank_word(token: &str) -> bool {
    let mut symbols = token.chars();
    matches!((symbols.next(), symbols.next()), (Some(c), None) if is_blank(c))
}

/// Whether a character means a blank cell in most notations.
pub(super) fn is_blank(c: char) -> bool {
    Symbols::is_usual_blank(c)
}

/// Whether a cell contains what cells in a row of this length can contain.
fn is_likely(cell: &str, side: usize) -> bool {
    let mut symbols = cell.chars();
    match (symbols.next(), symbols.next()) {
        (None, _) => true,
        (Some(c), None) => {
            let letter = (c.to_ascii_uppercase() as usize).wrapping_sub('A' as usize);
            is_blank(c) || c.is_ascii_digit() || (c.is_ascii_alphabetic() && letter < side)
        }
        _ => is_number(cell, usize::MAX) || is_group(cell, side),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells_of(text: &str) -> String {
        match line(text, &ReadOptions::default()) {
            Line::Row(row) => row.cells.join("/"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn rows_of_symbols_numbers_and_groups() {
        for (text, expected) in [
            ("53..7....", "5/3/././7/./././."),
            (" 5 3 . | . 7 . | . . .", "5/3/././7/./././."),
            ("|53.|.7.|...|", "5/3/././7/./././."),
            ("53. .7. ...", "5/3/././7/./././."),
            ("║5│3│ ║ 7 ║", "5/3//7"),
            ("| 6 ||   | 1|| 12 |", "6//1/12"),
            ("│. . │ . .│", "./././."),
            ("║ _ │ _ ║ _ │ _ ║", "_/_/_/_"),
            ("0 6 0 1", "0/6/0/1"),
            ("[0,6,0,1],", "0/6/0/1"),
            ("{ 0, 12, 3, , 1 },", "0/12/3//1"),
            (",,5,", "//5/"),
            ("12 34 . 4", "12/34/./4"),
            ("1234 5678 9ABC DEFG", "1/2/3/4/5/6/7/8/9/A/B/C/D/E/F/G"),
            ("01 02 16 . 0 -1 7 8 9 10 11 12 13 14 15 16", "01/02/16/./0/-1/7/8/9/10/11/12/13/14/15/16"),
            ("[123 56789] 4 [1 3]", "12356789/4/13"),
            ("(1 2 3) 4 X (1 9)", "123/4/X/19"),
            ("u5 123 9 u7 12 5 3 4 8", "u5/123/9/u7/12/5/3/4/8"),
            ("53..7.... # first row", "5/3/././7/./././."),
            ("- - - 3", "-/-/-/3"),
            ("abcd", "a/b/c/d"),
        ] {
            assert_eq!(cells_of(text), expected, "{text}");
        }
    }

    #[test]
    fn kinds_of_rows() {
        let kind = |text: &str| match line(text, &ReadOptions::default()) {
            Line::Row(row) => (row.has_groups, row.has_numbers),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(kind("53..7...."), (false, false));
        assert_eq!(kind("1 2 3 4 5 6 7 8 9 10 11 12"), (false, true));
        assert_eq!(kind("2689 15689 125689 7 234569 245689 12369 12349 123469"), (true, false));
        assert_eq!(kind("[1 3] 2 4 [1 3]"), (true, false));
        assert_eq!(kind("u5 1 9 . . . . . ."), (true, false));
    }

    #[test]
    fn frames_titles_and_comments() {
        for frame in [
            "+---+---+",
            "*-----------*",
            "|---+---+---|",
            "---------+-------",
            ".---.---.",
            ":===:",
            "╔═══╤═══╗",
            "├───┼───┤",
            "│ │ │",
            "|-|-|-|",
        ] {
            assert_eq!(line(frame, &ReadOptions::default()), Line::Frame, "{frame}");
        }
        for (blanks, count, mark) in [
            ("---------", 9, "-"),
            ("--- --- ---", 9, "-"),
            ("|___|___|___|", 9, "_"),
            ("| | || | |", 4, ""),
            ("│   │   │   │   │", 4, ""),
        ] {
            assert_eq!(line(blanks, &ReadOptions::default()), Line::Blanks { count, mark }, "{blanks}");
        }
        assert_eq!(line("# 53..7....", &ReadOptions::default()), Line::Comment);
        assert_eq!(line(" \t", &ReadOptions::default()), Line::Empty);
        for title in ["Grid 01", "hello world", "Sudoku of 12 May", "!é§½", "\u{0}\u{1}\u{2}"] {
            assert_eq!(line(title, &ReadOptions::default()), Line::Text, "{title}");
        }
        let letters = ReadOptions::default().symbols(Symbols::new("TONYBLAIR").unwrap());
        assert_eq!(line("TONYBLAIR", &ReadOptions::default()), Line::Text);
        assert!(matches!(line("TONYBLAIR", &letters), Line::Row(row) if row.cells.len() == 9));
    }
}
