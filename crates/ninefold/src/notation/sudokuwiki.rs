//! Addresses that contain the symbols of a board, as on SudokuWiki, SudokuExchange and sudoku.coach.

use super::format::Spec;
use super::links::{self, Link};
use super::rule_names::plain;
use super::sketch::Sketch;
use super::{ReadOptions, Record, assemble, line, sukaku};
use crate::board::Invalid;

pub(super) const SUDOKU_WIKI: Spec = Spec {
    link: Some(board),
    takes_symbols: |_| false,
    takes_blank: |blank| blank == '0',
    has_numbers: true,
    largest_side: 9,
    blank: Some("0"),
    ..Spec::line(
        "sudokuwiki",
        |text, options| links::read(text, board, decode, options),
        |record, symbols, _| {
            let board = line::write(&record.puzzle, symbols);
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={board}")
        },
    )
};

/// The pages of SudokuWiki for puzzles other than Sudoku, and the rules of those puzzles.
const VARIANTS: [(&str, &str); 9] = [
    ("sudokux", "diagonals"),
    ("jigsaw", "irregular regions"),
    ("killer", "killer cages"),
    ("windoku", "windoku"),
    ("antiknight", "anti-knight"),
    ("coloursudoku", "colour regions"),
    ("kenken", "KenKen"),
    ("kakuro", "Kakuro"),
    ("str8ts", "Str8ts"),
];

/// The board in an address.
fn board<'a>(link: &Link<'a>) -> Option<&'a str> {
    let is_of = |site: &str| !link.host.is_empty() && link.is_of(site);
    let wiki = || link.parameter("bd").filter(|_| link.is_of("sudokuwiki.org"));
    let exchange = || link.parameter("s").filter(|_| is_of("sudokuexchange.com"));
    let coach = || link.path.rsplit('/').next().filter(|board| is_of("sudoku.coach") && board.len() >= 16);
    // The rules of its other pages are not in the board, so the name of the page is returned instead.
    let page = plain(link.path);
    let variant = VARIANTS.iter().find(|(name, _)| is_of("sudokuwiki.org") && page.contains(name));
    wiki().map(|board| variant.map_or(board, |(name, _)| name)).or_else(exchange).or_else(coach)
}

fn decode(board: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    if let Some((_, rule)) = VARIANTS.iter().find(|(page, _)| *page == board) {
        return Err(assemble::syntax(format!("rules that are not supported: {rule}")));
    }
    if board.starts_with("S9") {
        return Err(assemble::syntax(
            "SudokuWiki's packed boards (S9...) are not supported; use the link to the start",
        ));
    }
    // A full stop after an address is a blank only if a cell would be missing without it.
    let is_board = |text: &str| text.chars().count().isqrt().pow(2) == text.chars().count();
    let board = board.strip_suffix('.').filter(|shorter| is_board(shorter)).unwrap_or(board);
    match sukaku::has_length(board.len()) {
        true => sukaku::read(board, options),
        false => Sketch::of_digits(board).read(options),
    }
}
