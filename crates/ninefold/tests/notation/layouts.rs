//! Boards as people lay them out: drawn, spaced, labelled, listed.

use super::*;

/// The opening with rows that hold no digit.
fn with_empty_rows(rows: &[usize]) -> String {
    let mut symbols: Vec<char> = OPENING.chars().collect();
    rows.iter().for_each(|row| symbols[9 * row..9 * row + 9].fill('.'));
    symbols.into_iter().collect()
}

/// The rows with a bar after every `width` cells, `gap` around each cell.
fn barred(line: &str, width: usize, bar: &str, gap: &str) -> Vec<String> {
    let row = |row: &[char]| {
        let parts = row.chunks(width).map(|cells| cells.iter().map(|c| format!("{gap}{c}{gap}")).collect::<String>());
        format!("{bar}{}{bar}", parts.collect::<Vec<_>>().join(bar))
    };
    line.chars().collect::<Vec<_>>().chunks(line.len().isqrt()).map(row).collect()
}

#[test]
fn rows_without_a_digit_belong_to_the_board() {
    let after = "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,1]]";
    for rows in [&[4][..], &[0], &[8], &[0, 1, 5, 8]] {
        let line = with_empty_rows(rows);
        for (blank, bar, gap) in [
            (".", "│", " "),
            (".", "║", ""),
            (".", "|", ""),
            ("_", "│", " "),
            ("_", "|", ""),
            ("_", "", ""),
            ("-", "", ""),
            ("-", "", " "),
            ("-", "│", ""),
        ] {
            let text = barred(&line, 3, bar, gap).join("\n").replace('.', blank);
            let expected = [format!("1 grid: {line}"), "10 table: 1..............1".into()];
            assert_eq!(auto(&format!("{text}\n{after}\n")), expected, "{text}");
            let forced = ReadOptions::default().format(Format::Grid);
            assert_eq!(pieces(text.as_bytes(), &forced), expected[..1], "{text}");
        }
    }
    let blank = barred(&".".repeat(16), 2, "│", " ").join("\n");
    assert_eq!(auto(&blank), [format!("1 grid: {}", ".".repeat(16))]);
}

#[test]
fn every_cell_in_a_box() {
    for line in [OPENING.to_owned(), with_empty_rows(&[0, 5])] {
        for (bar, edge) in
            [("|", "+---".repeat(9) + "+"), ("│", "├───".to_owned() + &"┼───".repeat(8) + "┤"), ("|", "---+".repeat(9))]
        {
            for blank in [".", " ", "0", "_"] {
                let rows = barred(&line.replace('.', blank), 1, bar, " ");
                let text = format!("{edge}\n{}\n{edge}\n", rows.join(&format!("\n{edge}\n")));
                let one = format!("grid: {line}");

                assert_eq!(auto(&text), [format!("2 {one}")], "{text}");
                assert_eq!(auto(&format!("{text}\n{OPENING}\n")).len(), 2, "{text}");
            }
        }
    }
}

#[test]
fn spaces_for_blanks_in_a_grid() {
    for line in [OPENING.to_owned(), with_empty_rows(&[0, 8])] {
        let text = grid(&line, 9).replace('.', " ");
        assert_eq!(auto(&text), [format!("1 grid: {line}")]);
        assert_eq!(auto(&format!("\n{text}\n{text}{OPENING}\n")).len(), 3);
    }
    // Nine lines of nine characters, but of three small boards.
    let small = " 1 2 3 4 \n 3 4 1 2 \n 2 1 4 3 \n 4 3 2 1 \n";
    assert_eq!(auto(&small.repeat(3)).len(), 3);
}
