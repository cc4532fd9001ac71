//! A look-and-say cage.
//!
//! ```text
//!   +1713---+
//!   | 7   3 |     one 7 and one 3
//!   | 5   9 |
//!   +-------+
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "look_and_say",
    title: "look-and-say cage",
    parts: Parts::line(1).text(Presence::Always),
    members: &[("cells", Part::Cells), ("clue", Part::Text)],
    may_repeat: false,
    rule: |cage| {
        let said: Vec<String> = said(cage).map(|(count, digit)| format!("{count} of the digit {digit}")).collect();
        format!("The cage holds exactly {}.", said.join(" and "))
    },
    check,
    draw: |clue, _| drawing::labelled(clue, clue.text.clone()),
    holds: |cage, board| {
        let digits = board.list(&cage.cells);
        said(cage).all(|(count, digit)| count_of(digit, &digits) == count)
    },
    compile: |cage, _, model| said(cage).for_each(|(count, digit)| exactly(count, digit, &cage.cells, model)),
};

/// The counts that the text states, each with its digit.
pub(in crate::variant) fn said(cage: &Constraint) -> impl Iterator<Item = (usize, i64)> + '_ {
    let number = |byte: u8| usize::from(byte.wrapping_sub(b'0'));
    cage.text.as_bytes().chunks_exact(2).map(move |pair| (number(pair[0]), number(pair[1]) as i64))
}

fn check(cage: &Constraint, puzzle: &VariantPuzzle) -> Result<(), String> {
    let clue = &cage.text;
    if clue.len() % 2 == 1 || !clue.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("the clue '{}', expected pairs of a count and a digit", clue.escape_debug()));
    }
    let digits: Vec<i64> = said(cage).map(|(_, digit)| digit).collect();
    on_board(&digits, puzzle)?;
    if let Some((_, digit)) = digits.iter().enumerate().find(|(i, digit)| digits[..*i].contains(digit)) {
        return Err(format!("the clue '{clue}' counts {digit} twice, expected once"));
    }
    let (count, cells) = (said(cage).map(|(count, _)| count).sum::<usize>(), cage.cells.len());
    match count > cells {
        true => Err(format!("the clue '{clue}' counts {count} digits, expected at most {cells}, one for each cell")),
        false => Ok(()),
    }
}
