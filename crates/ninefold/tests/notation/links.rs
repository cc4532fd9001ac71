//! Links of other programs: within texts, and wherever texts are read.

use super::*;
use ninefold::notation::{Note, read};

/// The links that contain the opening puzzle.
fn links() -> Vec<(&'static str, String)> {
    let digits = OPENING.replace('.', "0");
    let record = Record::new(OPENING.parse().unwrap());
    let written = |format| notation::write(&record, format).unwrap().text.trim_end().to_owned();
    let scf = written(Format::Scf);
    vec![
        ("f-puzzles", written(Format::FPuzzles)),
        ("f-puzzles", written(Format::FPuzzles).replace("https://www.", "")),
        ("fpuz", written(Format::Fpuz)),
        ("fpuz", written(Format::Fpuz).replace("fpuz", "fpuzzles").replace('=', "%3D")),
        ("fpuz", written(Format::Fpuz).replace("https://sudokupad.app/", "")),
        ("scf", scf.clone()),
        ("scf", scf.replace("https://sudokupad.app/", "")),
        ("scf", scf.replace("sudokupad.app/", "app.crackingthecryptic.com/sudoku/")),
        ("scf", scf.replace("sudokupad.app/", "sudokupad.app/?puzzleid=")),
        ("sudokuwiki", written(Format::SudokuWiki)),
        ("sudokuwiki", format!("https://www.sudokuwiki.org/sudoku.htm?x=1&bd={OPENING}")),
        ("sudokuwiki", format!("http://sudokuexchange.com/play/?s={digits}&d=3")),
        ("sudokuwiki", format!("https://sudoku.coach/en/play/{digits}")),
        ("iss", written(Format::Iss)),
    ]
}

#[test]
fn links_are_read_wherever_they_are() {
    for (format, link) in links() {
        for text in [
            format!("{link}\n"),
            link.clone(),
            format!("> {link}\r\n"),
            format!("Try this: {link} (hard!)\n"),
            format!("Hi all,\n\ntry <{link}>\nThanks!\n"),
            format!("[a puzzle]({link}) from <a href=\"https://a.org\">here</a>"),
            format!("<a href=\"{link}\">Puzzle</a>\n"),
        ] {
            let found = auto(&text);
            let line = 1 + text.lines().position(|line| line.contains(&link)).unwrap();
            assert_eq!(found, [format!("{line} {format}: {OPENING}")], "{text}");
        }
        let json = format!("{{\"id\":\"1\",\"puzzle\":\"{link}\"}}\n");
        assert_eq!(auto(&json), [format!("1 json: {OPENING}")]);
        assert_eq!(auto(&format!("id,puzzle\n1,{link}\n")), [format!("2 csv: {OPENING}")]);
        let named = ReadOptions::default().format(format.parse().unwrap());
        assert_eq!(pieces(link.as_bytes(), &named), [format!("1 {format}: {OPENING}")]);
    }
}

#[test]
fn several_links() {
    let all = links();
    let expected = |line: &dyn Fn(usize) -> usize| {
        let found = all.iter().enumerate().map(|(i, (format, _))| format!("{} {format}: {OPENING}", line(i)));
        found.collect::<Vec<_>>()
    };
    let of = |between: &str| all.iter().map(|(_, link)| link.as_str()).collect::<Vec<_>>().join(between);
    assert_eq!(auto(&of("\n")), expected(&|i| i + 1));
    assert_eq!(auto(&of("\nor\n")), expected(&|i| 2 * i + 1));
    assert_eq!(auto(&of(" and ")), expected(&|_| 1));
    assert_eq!(auto(&of("\t")), expected(&|_| 1));
    // A puzzle followed by the address of its source is that puzzle.
    let (_, link) = &all[0];
    assert_eq!(auto(&format!("{MOONBIT} {link}\n{MOONBIT} # {link}\n")).len(), 2);
    assert!(auto(&format!("{MOONBIT} {link}\n")).iter().all(|found| found.ends_with(MOONBIT)));
    // Comments remain comments.
    assert_eq!(auto(&format!("# {link}\n")), Vec::<String>::new());
    // A link that only names a puzzle is reported, even between other links.
    let short = format!("{link}\nhttps://sudokupad.app/abcdefghij\nsee sudokupad.app/abcdefghij\n{link}\n");
    let found = auto(&short);
    assert!(found.len() == 4 && found[1].contains("only names") && found[2].contains("only names"), "{found:?}");
}

#[test]
fn states_in_links() {
    let mut puzzle: Puzzle = MOONBIT.parse().unwrap();
    puzzle.place(Cell::new(1), Digit::from_index(0));
    puzzle.remove_candidate(Cell::new(2), Digit::from_index(5));
    puzzle.remove_candidate(Cell::new(80), Digit::from_index(2));
    let record = Record::new(puzzle.clone())
        .with_field(Field::Author, "A \"Setter\"")
        .with_field(Field::Description, "Tïtle")
        .with_field(Field::Comment, "Normal\nrules");
    for format in [Format::FPuzzles, Format::Fpuz] {
        let written = notation::write(&record, format).unwrap();
        assert_eq!(written.lost, [], "{format}");
        let found = read(&written.text, &ReadOptions::default()).unwrap();
        assert_eq!(found, record, "{format}");
    }
    // ISS links hold candidates.
    for (format, lost) in [(Format::Scf, 5), (Format::SudokuWiki, 5), (Format::Iss, 4)] {
        let written = notation::write(&record, format).unwrap();
        assert_eq!(written.lost.len(), lost, "{format} {:?}", written.lost);
        let found = read(&written.text, &ReadOptions::default()).unwrap();
        assert_eq!(found.puzzle.givens().count(), puzzle.filled().count(), "{format}");
    }
    for format in [Format::Scl, Format::SudokuMaker, Format::Penpa, Format::Page] {
        let message = notation::write(&record, format).unwrap_err().to_string();
        assert_eq!(message, format!("format {format} is read, but not written for boards like this"));
        assert!(!format.is_written());
    }
}

#[test]
fn objects_of_f_puzzles() {
    let row = |cells: &str| format!("[{cells}]");
    let grid = |cells: [&str; 4]| format!("\"grid\":[{}]", cells.map(row).join(","));
    let plain =
        grid(["{\"value\":1,\"given\":true},{},{},{}", "{},{},{\"value\":\"3\"},{}", "{},{},{},{}", "{},{},{},{}"]);
    let found = |text: String| read(&text, &ReadOptions::default()).map_err(|invalid| invalid.to_string());
    let record =
        found(format!("{{\"size\":4,\n \"title\":\"x\",{plain},\"killercage\":[],\"antiknight\":false}}")).unwrap();
    assert_eq!((record.puzzle.givens().count(), record.puzzle.placed().count()), (1, 1));
    assert!(record.notes.is_empty());
    // Whatever may be a rule counts as one.
    for (member, rules) in [
        ("\"antiknight\":true", "anti-knight"),
        ("\"diagonal+\":true,\"xv\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"X\"}]", "diagonal, pair sum"),
        ("\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]},{\"lines\":[[\"R2C1\",\"R2C2\"]]}]", "thermometer (2)"),
        ("\"line\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "drawn line"),
        ("\"newrule\":[{\"cells\":[\"R1C1\"]}]", "'newrule'"),
        ("\"anotherrule\":true", "'anotherrule'"),
    ] {
        let message = found(format!("{{\"size\":4,{plain},{member}}}")).unwrap_err();
        assert_eq!(message, format!("rules that are not supported: {rules}"));
    }
    let record = found(format!("{{\"size\":4,{plain},\"fogofwar\":[\"R1C1\"],\"version\":\"3\"}}")).unwrap();
    assert_eq!(record.notes, [Note::LeftOut { what: "fogofwar, the member 'version'".to_owned() }]);
    assert_eq!(record.notes[0].to_string(), "ignored: fogofwar, the member 'version'");
    let solution = "[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]";
    let record = found(format!("{{\"size\":4,{plain},\"solution\":{solution}}}")).unwrap();
    assert_eq!(record.fields[&Field::Solution], "1234341221434321");
    // Centre marks are candidates; corner marks are not.
    let marked = grid([
        "{\"centerPencilMarks\":[1,2]},{\"cornerPencilMarks\":[1]},{},{}",
        "{},{},{},{}",
        "{},{},{},{}",
        "{},{},{},{}",
    ]);
    let record = found(format!("{{\"size\":4,{marked}}}")).unwrap();
    assert_eq!(record.puzzle.removed().map(|removed| removed.total()), Some(2));
    assert_eq!(record.notes, [Note::LeftOut { what: "corner marks".to_owned() }]);
    let wrong = plain.replace("\"3\"", "9");
    let message = found(format!("{{\"size\":4,{wrong}}}")).unwrap_err();
    assert_eq!(message, "'9' at position 7 (r2c3) is neither one of 1-4 nor a blank ('.' or '0')");
}

/// Regions that are the usual boxes, however they are numbered, are boxes; so are those of boxes of other shapes.
#[test]
fn regions_of_f_puzzles() {
    let object = |side: usize, region: &dyn Fn(usize, usize) -> String| {
        let cell = |row: usize, column: usize| format!("{{\"region\":{}}}", region(row, column));
        let row = |row: usize| format!("[{}]", (0..side).map(|column| cell(row, column)).collect::<Vec<_>>().join(","));
        format!("{{\"size\":{side},\"grid\":[{}]}}", (0..side).map(row).collect::<Vec<_>>().join(","))
    };
    let shape = |text: String| {
        read(&text, &ReadOptions::default()).map(|record| record.puzzle.shape().to_string()).map_err(|e| e.to_string())
    };
    let irregular = Err("rules that are not supported: irregular regions".to_owned());
    assert_eq!(shape(object(9, &|r, c| (7 + 10 * (r / 3 * 3 + c / 3)).to_string())), Ok("3x3".to_owned()));
    assert_eq!(shape(object(6, &|r, c| (r / 3 * 3 + c / 2).to_string())), Ok("3x2".to_owned()));
    assert_eq!(shape(object(9, &|r, _| r.to_string())), irregular);
    assert_eq!(
        shape(object(9, &|r, c| if (r, c) == (4, 4) { "null".to_owned() } else { (r / 3 * 3 + c / 3).to_string() })),
        irregular
    );
    assert_eq!(shape(object(4, &|_, _| "1".to_owned())), irregular);
    let boxes = ReadOptions::default().shape(Shape::new(2, 3).unwrap());
    let message = read(&object(6, &|r, c| (r / 3 * 3 + c / 2).to_string()), &boxes).unwrap_err().to_string();
    assert_eq!(message, "a board of shape 3x2, expected 2x3");
    assert_eq!(
        read(&object(4, &|r, c| (r / 2 * 2 + c / 2).to_string()), &boxes).unwrap_err().to_string(),
        "16 cells, expected 36 (6x6)"
    );
}

/// Ten million characters are refused, and no link decompresses to more than is allowed.
#[test]
fn huge_links() {
    let long = "A".repeat(10_000_000);
    for link in
        [format!("https://www.f-puzzles.com/?load={long}"), format!("https://www.sudokuwiki.org/sudoku.htm?bd={long}")]
    {
        let message = read(&link, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message, "a link of 10000 kB, more than any puzzle needs");
    }
    let many = "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79 ".repeat(1000);
    let found: Vec<_> = notation::read_all(&many, &ReadOptions::default()).collect();
    assert_eq!(found.len(), 1);
    assert!(found[0].as_ref().unwrap_err().to_string().starts_with("several links on a line of"));
}
