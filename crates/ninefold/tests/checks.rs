//! Laws that must hold for any input. The fuzz targets call these functions; an ordinary test of the library replays the corpus
//! through them.

use ninefold::logic::{Explainer, Outcome, Rating, Step, Technique, check};
use ninefold::notation::{self, Format, ReadOptions, Record, Splitter, VariantRecord};
use ninefold::solve::{Answers, Batch, Engine, Isa, Natural, Solver};
use ninefold::trace::Strategy;
use ninefold::variant::{self, Constraint, Kind, Part, VariantPuzzle};
use ninefold::{Candidate, Cell, Digit, Grid, Puzzle, Shape, Symbols, coach, generate, spec};
use std::collections::BTreeSet;

/// Any bytes as a text of unknown format: no panic, the same pieces however the text arrives, and all that is read can be
/// written and read back.
pub(crate) fn text(data: &[u8]) {
    let options = ReadOptions::default();
    let whole = pieces(data, &options, data.len().max(1));
    assert_eq!(whole, pieces(data, &options, 11), "the pieces depend on how the text arrives");
    for record in whole.into_iter().flatten() {
        written_and_read_back(&record);
    }
}

/// The first byte selects a format, the second a shape; the rest is a text in that format.
pub(crate) fn format(data: &[u8]) {
    let [format, shape, text @ ..] = data else { return };
    let mut options = ReadOptions::default().format(Format::ALL[usize::from(*format) % Format::ALL.len()]);
    options = match shape % 8 {
        0 => options,
        1 => options.shape(Shape::NINE),
        2 => options.shape(shape_of(2, 3)),
        3 => options.shape(shape_of(4, 4)),
        4 => options.symbols(Symbols::new("TONYBLAIR").expect("nine letters")),
        5 => options.blanks(" "),
        6 => options.blanks("~").shape(shape_of(2, 2)),
        _ => options.symbols(Symbols::numbers(12)),
    };
    let whole = pieces(text, &options, text.len().max(1));
    assert_eq!(whole, pieces(text, &options, 13), "the pieces depend on how the text arrives");
    for record in whole.into_iter().flatten() {
        written_and_read_back(&record);
    }
}

/// The first byte selects a coding of links; the rest is the data, as a text or as the bits of the code.
pub(crate) fn links(data: &[u8]) {
    let [kind, rest @ ..] = data else { return };
    let (text, code) = (String::from_utf8_lossy(rest), base64(rest));
    // A block that is not compressed.
    let length = (rest.len() as u16).to_le_bytes();
    let stored = [&[1, length[0], length[1], !length[0], !length[1]], rest].concat();
    let link = match kind % 9 {
        0 => format!("https://www.f-puzzles.com/?load={code}"),
        1 => format!("https://sudokupad.app/scl{code}"),
        2 => format!("https://sudokumaker.app/?puzzle={code}"),
        3 => format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={code}"),
        4 => format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", base64(&stored)),
        5 => format!("https://example.org/#1{}", code.replace('+', "-").replace('/', "_").replace('=', "")),
        6 => format!("https://sudokupad.app/scf{text}"),
        7 => format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}"),
        _ => format!("https://www.sudokuwiki.org/sudoku.htm?bd={text}"),
    };
    self::text(link.as_bytes());
}

fn base64(bytes: &[u8]) -> String {
    const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let bits = bytes.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - bytes.len()));
        let character = |i: usize| char::from(CHARACTERS[(bits >> (18 - 6 * i)) as usize & 63]);
        (0..4).map(|i| if i <= bytes.len() { character(i) } else { '=' }).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

/// Names of shapes, symbols, cells, formats, engines and strategies.
pub(crate) fn names(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(shape) = text.parse::<Shape>() {
        assert_eq!(shape.to_string().parse(), Ok(shape));
    }
    for symbols in [Symbols::new(text), text.parse()].into_iter().flatten() {
        assert!(symbols.side() >= 1);
        for index in 0..symbols.side() {
            let digit = Digit::from_index(index);
            assert_eq!(symbols.digit_from_word(&symbols.symbol(digit).to_string()), Some(digit));
            assert!(symbols.character(digit).is_none_or(|character| !symbols.is_blank(character)));
        }
        assert_eq!(symbols.name().parse(), Ok(symbols.clone()));
        if let Ok(symbols) = symbols.with_blanks(text) {
            assert!(text.chars().all(|c| symbols.is_blank(c) && symbols.digit(c).is_none()));
        }
    }
    if let Ok(cell) = Shape::NINE.cell_named(text) {
        assert!(cell.index() < 81);
    }
    let _ = (text.parse::<Format>(), text.parse::<Engine>(), text.parse::<Strategy>());
}

/// Bytes as entries of a board: every engine finds the same solutions as the specification.
pub(crate) fn engines(data: &[u8]) {
    let [shape, limit, entries @ ..] = data else { return };
    let shape = [shape_of(2, 2), shape_of(2, 3), shape_of(3, 2), Shape::NINE][usize::from(*shape) % 4];
    let puzzle = puzzle_of(shape, entries);
    let limit = u64::from(*limit) + 1;
    let count = |engine| Solver::new().engine(engine).nodes(50_000).count(&puzzle, limit);
    let counts: Vec<_> = Engine::ALL.iter().copied().filter(|engine| engine.accepts(shape)).map(count).collect();
    let answered: Vec<u64> = counts.iter().copied().flatten().collect();
    assert!(answered.windows(2).all(|pair| pair[0] == pair[1]), "{counts:?} {puzzle:?}");
    // The specification is fast enough only on small boards.
    if let (true, Some(count)) = (shape.side() <= 6, answered.first()) {
        let expected = spec::solutions(&puzzle).take(limit as usize).count() as u64;
        assert_eq!(*count, expected, "{puzzle:?}");
    }
    if shape.is_classic_nine() {
        instruction_sets(&puzzle, limit, &answered);
    }
    if puzzle.validate().is_err() {
        assert!(answered.iter().all(|count| *count == 0), "{puzzle:?}");
    }
}

/// Bytes as entries of a board whose solutions are counted without being enumerated: the count agrees with enumeration, and a
/// budget that runs out leaves a lower bound.
pub(crate) fn count(data: &[u8]) {
    let [shape, nodes, entries @ ..] = data else { return };
    let shapes = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (3, 3)];
    let (rows, columns) = shapes[usize::from(*shape) % shapes.len()];
    let shape = shape_of(rows, columns);
    let puzzle = puzzle_of(shape, entries);
    let Ok(Some(grid)) = Solver::new().nodes(50_000).first(&puzzle) else { return };
    // Somewhat more than are enumerated anyway.
    let limit = if shape.is_classic_nine() { 160_000 } else { 16_000 };
    let with = |givens: usize| {
        let mut puzzle = puzzle.clone();
        let cells = (0..givens).map(|i| Cell::new(i * 37 % shape.cell_count()));
        cells.filter(|cell| puzzle.digit(*cell).is_none()).collect::<Vec<_>>().into_iter().for_each(|cell| {
            puzzle.give(cell, grid.digit(cell));
        });
        puzzle
    };
    // Adds as few givens as leave few enough solutions. Starts from the full grid, since every given removed multiplies the
    // number of solutions: bisection would enumerate more of them.
    let count = |givens| Solver::new().nodes(2 * limit).count(&with(givens), limit).ok().filter(|found| *found < limit);
    let (mut enough, mut found) = (shape.cell_count(), 1);
    while let Some(more) = enough.checked_sub(1).and_then(count) {
        (enough, found) = (enough - 1, more);
    }
    let puzzle = with(enough);
    assert_eq!(Solver::new().count_all(&puzzle), Ok(Natural::from(found)), "{puzzle:?}");
    match Solver::new().nodes(50_000 + 8 * u64::from(*nodes)).count_all(&puzzle) {
        Ok(all) => assert_eq!(all, Natural::from(found), "{puzzle:?}"),
        Err(stopped) => assert!(*stopped.found() <= Natural::from(found), "{stopped} {puzzle:?}"),
    }
}

/// The first byte selects a shape and whether there is a solution, the second a technique; the third is a seed, the fourth the
/// number of cells of the solution that are given; the rest are entries. Every step of the path, and every step that the
/// technique could take, is accepted by the checker and true of the solution; the rating is that of the path.
pub(crate) fn steps(data: &[u8]) {
    let [kind, technique, seed, count, entries @ ..] = data else { return };
    let shapes = [(2, 2), (2, 3), (3, 3), (3, 3), (3, 3), (3, 3), (4, 4), (1, 5)];
    let (rows, columns) = shapes[usize::from(*kind & 7)];
    let shape = shape_of(rows, columns);
    let technique = Technique::ALL[usize::from(*technique) % Technique::ALL.len()];
    let has_solution = kind & 8 == 0;
    let solution = has_solution.then(|| generate::fill(shape, 0, u64::from(*seed)));
    let mut puzzle = match &solution {
        Some(solution) => puzzle_towards(solution, *seed, usize::from(*count), entries),
        None => puzzle_of(shape, entries),
    };
    let is_unique = coach::givens_have_unique_solution(&puzzle, &Solver::new().nodes(20_000)).unwrap_or(false);
    let limited = |explainer: Explainer| if is_unique { explainer } else { explainer.without_uniqueness() };
    let judge = |puzzle: &Puzzle, step: &Step| {
        assert_eq!(check(puzzle, step, is_unique), Ok(()), "{step:?} {puzzle:?}");
        let is_true = |of: &Candidate| solution.as_ref().map(|solution| solution.digit(of.cell) == of.digit);
        assert!(step.placements.iter().all(|placed| is_true(placed) != Some(false)), "{step:?} {puzzle:?}");
        assert!(step.eliminations.iter().all(|out| is_true(out) != Some(true)), "{step:?} {puzzle:?}");
    };
    // Nets end even on nearly empty boards, but too slowly for this test.
    let is_quick = |used: Technique| used.score() < 500 || puzzle.filled().count() > 20;
    for step in limited(Explainer::with(&[technique])).only(is_quick).all_steps(&puzzle) {
        judge(&puzzle, &step);
    }

    // Every step removes a candidate or fills a cell, so paths end.
    let explainer = limited(Explainer::new()).only(|used| used.score() < 500 || used == technique && is_quick(used));
    let mut path = explainer.path(&puzzle);
    let mut rating = Rating::default();
    let mut left = shape.cell_count() * (shape.side() + 1);
    let before = puzzle.clone();
    for step in path.by_ref() {
        left = left.checked_sub(1).expect("a path ends");
        judge(&puzzle, &step);
        step.apply(&mut puzzle);
        rating.add(step.technique);
    }
    rating.outcome = path.outcome();
    assert_eq!(explainer.rate(&before), rating, "{before:?}");
    assert!(rating.outcome != Outcome::Contradiction || !has_solution, "{puzzle:?}");
    if let (Outcome::Solved, Some(solution)) = (rating.outcome, solution) {
        assert_eq!(Grid::try_from(&puzzle), Ok(solution));
    }
}

/// Bytes as constraints of a 4x4 board: those that the board allows are satisfied by the engine's solutions and by no others,
/// and each true candidate of a cell occurs in one of them.
pub(crate) fn variants(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut puzzle = VariantPuzzle::sudoku(2, 2);
    for _ in 0..3 {
        let Some(constraint) = constraint(&mut bytes, 2) else { break };
        puzzle.constraints.push(constraint);
        if !puzzle.check().is_empty() {
            puzzle.constraints.pop();
        }
    }
    let digits =
        |grid: &Grid| grid.shape().cells().map(|cell| grid.digit(cell).index() as i64 + 1).collect::<Vec<i64>>();
    let grids = spec::solutions(&Puzzle::empty(shape_of(2, 2))).map(|grid| digits(&grid));
    let expected: BTreeSet<Vec<i64>> = grids.filter(|digits| puzzle.is_solved_by(digits)).collect();
    let solver = variant::Solver::new();
    let found: Vec<Vec<i64>> = solver.solutions(&puzzle).expect("it has no mistakes").collect();
    assert_eq!(found.len(), expected.len(), "{:?}", puzzle.constraints);
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{:?}", puzzle.constraints);
    let candidates = solver.candidates(&puzzle).expect("it has no mistakes").expect("nothing stops it");
    for (cell, digits) in candidates.into_iter().enumerate() {
        let shown: BTreeSet<i64> = expected.iter().map(|solution| solution[cell]).collect();
        assert_eq!(digits, Vec::from_iter(shown), "{:?}", puzzle.constraints);
    }
}

/// A constraint of a 4x4 board: its kind, then the data for each of its members.
fn constraint(bytes: &mut impl Iterator<Item = u8>, depth: usize) -> Option<Constraint> {
    const TEXTS: [&str; 5] =
        ["[12]*3.*", ".*(1|2).*", "1213", "> 1-1 2-0 / * 1-1 3-0 |-1", "> * 1-0 2-1 / * 2-0 3-1 4-1"];
    fn list(bytes: &mut impl Iterator<Item = u8>, below: u8) -> Option<Vec<usize>> {
        let count = bytes.next()? % 7;
        (0..count).map(|_| bytes.next().map(|byte| usize::from(byte % below))).collect()
    }
    let kind = Kind::ALL[usize::from(bytes.next()?) % Kind::ALL.len()];
    let mut constraint = Constraint::new(kind);
    for (_, part) in kind.members() {
        match part {
            Part::Cells => constraint.cells = list(bytes, 16)?,
            Part::Cell => constraint.cells = vec![usize::from(bytes.next()? % 16)],
            Part::OtherCell(_) => constraint.others.push(vec![usize::from(bytes.next()? % 16)]),
            Part::Other(_) => constraint.others.push(list(bytes, 16)?),
            Part::Others => {
                let count = bytes.next()? % 4;
                constraint.others = (0..count).map(|_| list(bytes, 16)).collect::<Option<_>>()?;
            }
            Part::Value => constraint.value = Some(i64::from(bytes.next()? % 24)),
            Part::Sign => constraint.value = Some(if bytes.next()? % 2 == 0 { 1 } else { -1 }),
            Part::Values | Part::Pairs => {
                constraint.values = list(bytes, 6)?.into_iter().map(|digit| digit as i64).collect()
            }
            Part::Text => constraint.text = TEXTS[usize::from(bytes.next()?) % TEXTS.len()].to_owned(),
            Part::Alternatives => {
                for _ in 0..2 + bytes.next()? % 2 {
                    constraint = constraint.clone().alternative([self::constraint(bytes, depth.checked_sub(1)?)?]);
                }
            }
            _ => {}
        }
    }
    Some(constraint)
}

/// A state on the way to a solution: some arbitrary givens, then what the entries place, give and remove.
fn puzzle_towards(solution: &Grid, seed: u8, givens: usize, entries: &[u8]) -> Puzzle {
    let shape = solution.shape();
    let mut puzzle = Puzzle::empty(shape);
    // A walk around the board, so that the givens are scattered.
    let stride = 5 + 2 * usize::from(seed);
    let cells = (0..givens.min(shape.cell_count())).map(|i| (i * stride + i * i * 3) % shape.cell_count());
    cells.map(Cell::new).for_each(|cell| puzzle.give(cell, solution.digit(cell)));
    for entry in entries.chunks_exact(2) {
        let cell = Cell::new(usize::from(entry[0]) % shape.cell_count());
        let digit = Digit::from_index(usize::from(entry[1] & 0x3f) % shape.side());
        let right = solution.digit(cell);
        match entry[1] >> 6 {
            0 => puzzle.place(cell, right),
            1 => puzzle.give(cell, right),
            // Removes one candidate of the cell.
            2 if digit != right => puzzle.remove_candidate(cell, digit),
            _ => {
                let others = shape.digits().filter(|other| *other != right && (other.index() ^ digit.index()) & 3 != 0);
                others.for_each(|other| puzzle.remove_candidate(cell, other));
            }
        }
    }
    puzzle
}

fn puzzle_of(shape: Shape, entries: &[u8]) -> Puzzle {
    let mut puzzle = Puzzle::empty(shape);
    for entry in entries.chunks_exact(2) {
        let cell = Cell::new(usize::from(entry[0]) % shape.cell_count());
        let digit = Digit::from_index(usize::from(entry[1] & 0x3f) % shape.side());
        match entry[1] >> 6 {
            0 => puzzle.place(cell, digit),
            1 => puzzle.give(cell, digit),
            _ => puzzle.remove_candidate(cell, digit),
        }
    }
    puzzle
}

/// With every instruction set, the puzzle has the same solutions in the same order, alone and among others.
fn instruction_sets(puzzle: &Puzzle, limit: u64, answered: &[u64]) {
    let mut candidates = [0; 81];
    for cell in puzzle.shape().cells() {
        let left = |digit: &Digit| puzzle.digit(cell).is_none_or(|typed| typed == *digit);
        let removed = |digit: &Digit| puzzle.removed().is_some_and(|removed| removed.contains(cell, *digit));
        let digits = puzzle.shape().digits().filter(|digit| left(digit) && !removed(digit));
        candidates[cell.index()] = digits.fold(0, |set, digit| set | 1 << digit.index());
    }
    let mut first: Option<Answers> = None;
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut batch = Batch::with_isa(isa).nodes(50_000);
        let (mut alone, mut answers) = (Answers::default(), Answers::default());
        batch.solve_candidates(&[candidates], limit, 3, &mut alone);
        batch.solve_candidates(&[candidates, [0x1ff; 81], [0; 81], candidates], limit, 3, &mut answers);
        assert_eq!((alone.count(0), alone.solutions(0)), (answers.count(3), answers.solutions(3)), "{isa} {puzzle:?}");
        assert_eq!((alone.count(0), alone.solutions(0)), (answers.count(0), answers.solutions(0)), "{isa} {puzzle:?}");
        if !alone.stopped(0) {
            assert!(answered.iter().all(|count| *count == alone.count(0)), "{isa} {puzzle:?}");
        }
        assert_eq!(*first.get_or_insert_with(|| alone.clone()), alone, "{isa} {puzzle:?}");
    }
}

fn shape_of(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).expect("a small shape")
}

/// The records of a text that arrives some bytes at a time; `None` for pieces that cannot be read.
fn pieces(text: &[u8], options: &ReadOptions, step: usize) -> Vec<Option<Record>> {
    let mut splitter = Splitter::new(options);
    let (mut start, mut known) = (0, 0);
    let mut found = Vec::new();
    loop {
        match splitter.next(&text[start..known], known == text.len()) {
            Some(piece) => {
                assert!(piece.start <= piece.end && start + piece.end <= known);
                let line_ends = text[..start + piece.start].iter().filter(|b| **b == b'\n').count();
                assert_eq!(piece.line, line_ends as u64 + 1, "the piece lies where it says");
                found.push(piece.read(&text[start..known], options).ok());
                if let Some(Ok(record)) = piece.read_variant(&text[start..known], options) {
                    variant_written_and_read_back(&record);
                }
                start += piece.end;
            }
            None if known == text.len() => return found,
            None => known = text.len().min(known + step),
        }
    }
}

/// Writes a record in every format; if nothing is lost, reading gives the same puzzle.
fn written_and_read_back(record: &Record) {
    let shape = record.puzzle.shape();
    let _ = (record.puzzle.validate(), Grid::try_from(&record.puzzle), format!("{:?}", record.puzzle));
    // If the only blank cell is written as a space, the line is empty.
    if shape.side() > 42 || (shape.side() == 1 && record.symbols.blank().is_whitespace()) {
        return;
    }
    for format in Format::ALL.iter().copied() {
        let Ok(written) = notation::write(record, format) else { continue };
        let text = format.header().map(|header| format!("{header}\n")).unwrap_or_default() + &written.text;
        let options = ReadOptions::default().shape(shape).symbols(record.symbols.clone()).format(format);
        let read: Vec<_> = notation::read_all(&text, &options).collect();
        if written.lost.is_empty() && !says_nothing(&record.puzzle) {
            let puzzles: Vec<&Puzzle> = read.iter().flatten().map(|record| &record.puzzle).collect();
            assert_eq!(puzzles, [&record.puzzle], "{format}:\n{text}");
        }
    }
}

/// Writes a puzzle with other rules in every format; if nothing is lost, the puzzle read back is written in the same way.
fn variant_written_and_read_back(record: &VariantRecord) {
    for format in Format::ALL.iter().copied() {
        let Ok(written) = notation::write_variant(record, format) else { continue };
        let options = ReadOptions::default().format(format);
        // In this format it may have become a classic puzzle, with nothing else to state.
        if written.lost.is_empty() && notation::read(&written.text, &options).is_err() {
            let read = notation::read_variant(&written.text, &options);
            let read = read.unwrap_or_else(|error| panic!("{format}: {error}:\n{}", written.text));
            let again = notation::write_variant(&read, format).map(|written| written.text);
            assert_eq!(again, Ok(written.text), "{format}");
        }
    }
}

/// Whether some removed candidate is excluded by a digit anyway; formats need not keep such removals.
fn says_nothing(puzzle: &Puzzle) -> bool {
    let Some(removed) = puzzle.removed() else { return false };
    let mut without = Puzzle::empty(puzzle.shape());
    puzzle.filled().for_each(|(cell, digit)| without.give(cell, digit));
    let left = without.candidates();
    puzzle.shape().cells().any(|cell| {
        !removed.of(cell).is_subset(&left.of(cell)) || puzzle.digit(cell).is_some() && !removed.is_void(cell)
    })
}
