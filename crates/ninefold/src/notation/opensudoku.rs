//! OpenSudoku's XML: a `game` for each puzzle, within `opensudoku`. It is read like lines, by the `data` of each tag.

use super::format::Spec;
use super::line;

pub(super) const OPEN_SUDOKU: Spec = Spec {
    name: "opensudoku",
    header: Some("<?xml version=\"1.0\" encoding=\"UTF-8\"?><opensudoku>"),
    footer: Some("</opensudoku>"),
    takes_symbols: |_| false,
    largest_side: 9,
    blank: Some("0"),
    write: |record, symbols, _| format!("<game data=\"{}\" />", line::write(&record.puzzle, symbols)),
    ..line::LINE
};
