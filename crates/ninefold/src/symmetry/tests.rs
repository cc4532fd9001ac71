use super::*;
use crate::board::{Cell, Digit, Grid, Puzzle, Shape};
use crate::generate::Fill;
use proptest::prelude::*;

const KNOWN: [(&str, &str); 5] = [
    (
        "45.....6......17..8...............92....7.1..5...36..........58..1..7............",
        "................12..1..3..4.....1.3..5....6...7..4.8......7.......59...7..3......",
    ),
    (
        "1..456...4......2...912...6.1...5.....5..729.8..6....43.....9.2....6......82...75",
        "........1..2..3.4..5.16.2.....7...84..96.17..7..4.9.....8.9..3..3.....9..94..76..",
    ),
    (
        "...2875...4..3..........67..7...2.5..51..346.3.........3..4.1.5..................",
        "....................1..2.34......5.6...578..3..2..1.....57..3...1.......4.31..6.2",
    ),
    (FIRST, FIRST),
    (LAST, LAST),
];
const FIRST: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
const LAST: &str = "123456789457893612986217354274538196531964827698721435342685971715349268869172543";
/// A grid, in its canonical form, for each number of automorphisms that a grid can have. They were found among the solutions of
/// parts of such grids, and among all grids that a quarter turn maps to themselves.
const AUTOMORPHISMS: [(u64, &str); 16] = [
    (1, "123456789456789123789123465267834591594261837831597246318972654675348912942615378"),
    (2, "123456789456789123789132465231564897645978312897213546312645978564897231978321654"),
    (3, "123456789456789123789231564231564978645978231897123645312645897564897312978312456"),
    (4, "123456789456789123789123456231597864567834291894261537312948675648375912975612348"),
    (6, "123456789456789123789123456231564978645897231897312645312645897564978312978231564"),
    (8, "123456789456789123789123465231564897564897231897231654372645918645918372918372546"),
    (9, "123456789456789123789231564231645897645897231897312456312564978564978312978123645"),
    (12, "123456789456789123789123456231564978564978231897312645312645897645897312978231564"),
    (18, "123456789456789231789312456231564978645897312897231564312645897564978123978123645"),
    (27, "123456789456789123789123456231897564564231897897564231348672915672915348915348672"),
    (36, "123456789456789123789123456231564978645897231897312564312645897564978312978231645"),
    (54, "123456789456789123789123456234567891567891234891234567318642975642975318975318642"),
    (72, "123456789456789123789123456231564978564897312897231645312978564645312897978645231"),
    (108, "123456789456789123789123456231564978564978231978231564312645897645897312897312645"),
    (162, "123456789456789123789123456267591834591834267834267591375618942618942375942375618"),
    (648, MOST_AUTOMORPHISMS),
];
const MOST_AUTOMORPHISMS: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn nine() -> Shape {
    Shape::new(3, 3).unwrap()
}

fn board(text: &str) -> [u8; 81] {
    let digits = text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
    digits.collect::<Vec<_>>().try_into().unwrap()
}

fn text(digits: &[u8]) -> String {
    digits.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

fn puzzle(digits: &[u8; 81]) -> Puzzle {
    text(digits).parse().unwrap()
}

/// A symmetry made from a number.
fn some(shape: Shape, number: u64) -> Transformation {
    Transformation::random(shape, 0, number)
}

/// The form and the number of automorphisms, after checking that they are right for the board and for others of its class.
fn checked(digits: &[u8; 81], shuffles: u64) -> (String, u64) {
    let mut minlex = Minlex::new();
    let form = minlex.form(digits).unwrap();
    let puzzle = puzzle(digits);
    assert_eq!(form.transformation().apply(&puzzle).to_string(), text(form.digits()), "{puzzle}");
    assert!(text(form.digits()) <= puzzle.to_string());
    for seed in 0..shuffles {
        let shuffled = some(nine(), seed).apply(&puzzle).to_string();
        let again = minlex.form(&board(&shuffled)).unwrap();
        assert_eq!((again.digits(), again.automorphisms()), (form.digits(), form.automorphisms()), "{shuffled}");
    }
    (text(form.digits()), form.automorphisms())
}

#[test]
fn known_forms() {
    for (given, form) in KNOWN {
        assert_eq!(checked(&board(given), 50).0, form);
    }
    for (automorphisms, grid) in AUTOMORPHISMS {
        assert_eq!(checked(&board(grid), 10), (grid.to_owned(), automorphisms));
    }
}

#[test]
fn boards_with_many_automorphisms() {
    let all = 3_359_232 * 362_880;
    assert_eq!(checked(&[0; 81], 1), (".".repeat(81), all));
    let mut one = [0; 81];
    one[7] = 3;
    assert_eq!(checked(&one, 20).1, all / (81 * 9));
    // A digit in every row, column and box; a row; a band; a stack with a row across.
    let grid = board(MOST_AUTOMORPHISMS);
    let part =
        |keep: &dyn Fn(usize) -> bool| -> [u8; 81] { std::array::from_fn(|i| if keep(i) { grid[i] } else { 0 }) };
    assert_eq!(checked(&part(&|i| grid[i] == 4), 10).1, all / (46_656 * 9));
    assert_eq!(checked(&part(&|i| i / 9 == 4), 5).1, all / (18 * 362_880));
    checked(&part(&|i| i < 27), 2);
    checked(&part(&|i| i % 9 < 3 || i / 9 == 5), 2);
    checked(&part(&|i| i != 40), 5);
    checked(&part(&|i| i % 10 != 0), 2);
}

#[test]
fn what_has_no_form_says_why() {
    let mut twice = [0; 81];
    (twice[0], twice[10]) = (5, 5);
    assert_eq!(Minlex::new().form(&twice), Err(NoForm::Twice));
    twice[0] = 10;
    assert_eq!(Minlex::new().form(&twice), Err(NoForm::NotADigit));
    let message = |puzzle: &Puzzle| canonical(puzzle).unwrap_err().to_string();
    twice[0] = 5;
    assert!(message(&puzzle(&twice)).starts_with("5 appears twice in box 1 (r1c1, r2c2)"));
    let mut marked = puzzle(&[0; 81]);
    marked.remove_candidate(Cell::new(3), Digit::from_index(8));
    assert_eq!(message(&marked), "a board with removed candidates has no minlex form");
    let large = |rows, columns| Puzzle::empty(Shape::new(rows, columns).unwrap());
    assert_eq!(message(&large(2, 6)), "boards of 2x6 boxes are too large for a minlex form");
    let grid = crate::generate::fill(Shape::new(3, 4).unwrap(), 0, 0).to_puzzle();
    assert_eq!(message(&grid), "the minlex form of this board would take too much memory");
    assert_eq!(Minlex::new().form_of(&large(2, 2)), Err(NoForm::Shape(Shape::new(2, 2).unwrap())));
}

/// The form by its definition: the best over all orders of rows and columns. Columns are chosen in all 1,296 ways, and rows in
/// the best way for these columns: by taking the smallest row that may come next, with all ways to do so.
fn naive(digits: &[u8; 81]) -> (Vec<u8>, u64) {
    let grid: Vec<Vec<u8>> = digits.chunks(9).map(<[u8]>::to_vec).collect();
    let transposed: Vec<Vec<u8>> = (0..9).map(|column| grid.iter().map(|row| row[column]).collect()).collect();
    let permutations: Vec<Vec<usize>> =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map(|order| order.to_vec()).to_vec();
    let mut best: (Vec<u8>, u64) = (vec![10; 81], 0);
    for rows in [grid, transposed] {
        for stacks in &permutations {
            for number in 0..216 {
                let inner = [number % 6, number / 6 % 6, number / 36];
                let order: Vec<usize> = (0..9).map(|i| 3 * stacks[i / 3] + permutations[inner[i / 3]][i % 3]).collect();
                let rows: Vec<Vec<u8>> =
                    rows.iter().map(|row| order.iter().map(|column| row[*column]).collect()).collect();
                descend(&rows, &mut Vec::new(), &mut vec![], [0; 10], &mut best);
            }
        }
    }
    (best.0, best.1)
}

fn descend(rows: &[Vec<u8>], chosen: &mut Vec<usize>, form: &mut Vec<u8>, labels: [u8; 10], best: &mut (Vec<u8>, u64)) {
    if form[..] > best.0[..form.len()] {
        return;
    }
    if chosen.len() == 9 {
        if form[..] < best.0[..] {
            *best = (form.clone(), 0);
        }
        best.1 += 1;
        return;
    }
    let band = chosen.last().filter(|_| !chosen.len().is_multiple_of(3)).map(|row| row / 3);
    for row in 0..9 {
        let free = match band {
            Some(band) => row / 3 == band && !chosen.contains(&row),
            None => chosen.iter().all(|other| other / 3 != row / 3),
        };
        if free {
            let (mut labels, length) = (labels, form.len());
            for digit in &rows[row] {
                if *digit != 0 && labels[usize::from(*digit)] == 0 {
                    labels[usize::from(*digit)] = labels.iter().max().unwrap() + 1;
                }
                form.push(labels[usize::from(*digit)]);
            }
            chosen.push(row);
            descend(rows, chosen, form, labels, best);
            chosen.pop();
            form.truncate(length);
        }
    }
}

/// A grid without some of its digits: the bits of `seed` decide which stay, about `keep` of 81.
fn sub_grid(index: u64, keep: u64, mut seed: u64) -> [u8; 81] {
    let grid = Fill::new(nine()).grid(index);
    std::array::from_fn(|i| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if (seed >> 33) % 81 < keep { grid.digit(Cell::new(i)).number() as u8 } else { 0 }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_form_is_that_of_the_definition(index in 0u64..1000, keep in 6u64..81, seed: u64) {
        let digits = sub_grid(index, keep, seed);
        let (form, geometric) = naive(&digits);
        let (found, automorphisms) = checked(&digits, 3);
        prop_assert_eq!(found, text(&form));
        let missing = 9 - u64::from(*form.iter().max().unwrap());
        prop_assert_eq!(automorphisms, geometric * (1..=missing).product::<u64>());
    }

    #[test]
    fn complete_grids_have_the_form_of_the_definition(index in 0u64..1000) {
        let digits = sub_grid(index, 81, 0);
        let (form, automorphisms) = naive(&digits);
        prop_assert_eq!(checked(&digits, 20), (text(&form), automorphisms));
    }

    #[test]
    fn shuffled_boards_have_one_form(index in 0u64..1000, keep in 0u64..=81, seed: u64) {
        checked(&sub_grid(index, keep, seed), 10);
    }

    #[test]
    fn forms_of_4x4_boards_are_those_of_the_whole_group(index in 0u64..20, blanks: u16) {
        let grid = crate::generate::fill(Shape::new(2, 2).unwrap(), 0, index);
        let mut puzzle = grid.to_puzzle();
        grid.shape().cells().filter(|cell| blanks >> cell.index() & 1 == 1).for_each(|cell| puzzle.clear(cell));
        let line = |puzzle: &Puzzle| puzzle.to_string();
        let class: Vec<String> = all_symmetries().iter().map(|symmetry| line(&symmetry.apply(&puzzle))).collect();
        let form = canonical(&puzzle).unwrap();
        prop_assert_eq!(class.iter().min().unwrap(), &line(&form.board));
        prop_assert_eq!(class.iter().filter(|other| **other == line(&puzzle)).count() as u64, form.automorphisms);
        prop_assert_eq!(form.transformation.apply(&puzzle), form.board);
    }

    #[test]
    fn shuffled_boards_of_any_shape_have_one_form(shape in 0usize..8, index in 0u64..50, keep in 0u64..=100, seed: u64) {
        let (rows, columns) = [(2, 3), (3, 2), (1, 5), (5, 1), (2, 4), (4, 2), (1, 1), (3, 3)][shape];
        let shape = Shape::new(rows, columns).unwrap();
        let mut random = crate::random::Random::new(seed, 0);
        let mut puzzle = crate::generate::fill(shape, 3, index).to_puzzle();
        shape.cells().filter(|_| random.below(100) as u64 >= keep).for_each(|cell| puzzle.clear(cell));
        let form = canonical(&puzzle).unwrap();
        prop_assert_eq!(form.transformation.apply(&puzzle), form.board.clone());
        prop_assert!(form.board.to_string() <= puzzle.to_string());
        let shuffled = Transformation::random(shape, seed, 1).apply(&puzzle);
        let again = canonical(&shuffled).unwrap();
        prop_assert_eq!((again.board, again.automorphisms), (form.board, form.automorphisms));
        prop_assert_eq!(equivalent(&puzzle, &shuffled).unwrap().map(|way| way.apply(&puzzle)), Some(shuffled));
    }

    /// The search for any shape against the one for 9x9.
    #[test]
    fn both_searches_find_the_same_forms(index in 0u64..1000, keep in 8u64..40, seed: u64) {
        let digits = sub_grid(index, keep, seed);
        let form = Minlex::new().form(&digits).unwrap();
        let plain = minlex::plain(&puzzle(&digits)).unwrap();
        prop_assert_eq!((plain.board.to_string(), plain.automorphisms), (text(form.digits()), form.automorphisms()));
    }

    #[test]
    fn symmetries_are_a_group(a: u64, b: u64, c: u64, rows in 1usize..5, columns in 1usize..5) {
        let shape = Shape::new(rows, columns).unwrap();
        let [a, b, c] = [a, b, c].map(|seed| some(shape, seed));
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        prop_assert!(a.then(&a.inverse()).is_identity() && a.inverse().then(&a).is_identity());
        let grid = crate::generate::fill(shape, 0, 1);
        prop_assert_eq!(a.then(&b).apply_to_grid(&grid), b.apply_to_grid(&a.apply_to_grid(&grid)));
        prop_assert_eq!(a.to_string().parse(), Ok(a));
    }
}

/// Every symmetry of 4x4 boards.
fn all_symmetries() -> Vec<Transformation> {
    let words = |letter: char| -> Vec<String> {
        let all = (0..10_000).map(|number| format!("{letter}{number:04}"));
        all.filter(|word| ['1', '2', '3', '4'].iter().all(|digit| word.contains(*digit))).collect()
    };
    let (rows, columns, digits) = (words('r'), words('c'), words('d'));
    assert_eq!((rows.len(), columns.len(), digits.len()), (24, 24, 24));
    let mut all = Vec::new();
    for transposed in ["", "t "] {
        for rows in &rows {
            for columns in &columns {
                for digits in &digits {
                    all.extend(format!("{transposed}{rows} {columns} {digits}").parse::<Transformation>().ok());
                }
            }
        }
    }
    assert_eq!(Some(all.len() as u128), order(Shape::new(2, 2).unwrap()));
    all
}

/// The images of a grid under all symmetries are its class, whose size is known (288 grids, 2 classes).
#[test]
fn all_symmetries_of_small_boards() {
    let all = all_symmetries();
    for (line, size) in [("1234341221434321", 96), ("1234341223414123", 192)] {
        let puzzle: Puzzle = line.parse().unwrap();
        let grid = Grid::try_from(&puzzle).unwrap();
        let mut class: Vec<String> = all.iter().map(|symmetry| symmetry.apply_to_grid(&grid).to_string()).collect();
        let automorphisms = class.iter().filter(|other| *other == line).count();
        class.sort();
        class.dedup();
        assert_eq!(class.len() * automorphisms, all.len());
        assert_eq!(class.len(), size);
    }
}

#[test]
fn random_symmetries_are_equally_likely() {
    let shape = Shape::new(2, 2).unwrap();
    let mut counts: std::collections::BTreeMap<String, u64> =
        all_symmetries().iter().map(|symmetry| (symmetry.to_string(), 0)).collect();
    let expected = 20;
    for index in 0..expected * counts.len() as u64 {
        *counts.get_mut(&Transformation::random(shape, 5, index).to_string()).unwrap() += 1;
    }
    // Chi-square with 3,071 degrees of freedom has a mean of 3,071 and a deviation of 78.
    let chi_square: u64 = counts.values().map(|count| count.abs_diff(expected).pow(2)).sum::<u64>() / expected;
    assert!((2800..3350).contains(&chi_square), "{chi_square}");
    assert_ne!(Transformation::random(shape, 1, 0), Transformation::random(shape, 2, 0));
    for (rows, columns) in [(1, 5), (5, 1), (3, 4), (5, 5)] {
        let symmetry = Transformation::random(Shape::new(rows, columns).unwrap(), 1, 2);
        assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
    }
}

#[test]
fn symmetries_keep_the_content_of_cells() {
    let mut puzzle: Puzzle = "12..............".parse().unwrap();
    let shape = puzzle.shape();
    puzzle.place(shape.cell(2, 3), Digit::new(3).unwrap());
    puzzle.remove_candidate(shape.cell(3, 0), Digit::new(4).unwrap());
    let symmetry: Transformation = "t r2143 c3412 d2341".parse().unwrap();
    let moved = symmetry.apply(&puzzle);
    assert_eq!(moved.entry(shape.cell(1, 2)), crate::board::Entry::Given(Digit::new(2).unwrap()));
    assert_eq!(moved.entry(shape.cell(2, 0)), crate::board::Entry::Placed(Digit::new(4).unwrap()));
    assert!(moved.removed().unwrap().contains(shape.cell(1, 1), Digit::new(1).unwrap()));
    assert_eq!(symmetry.inverse().apply(&moved), puzzle);
    assert_eq!(canonical(&moved), Err(NoForm::RemovedCandidates));
}

#[test]
fn what_is_no_symmetry_says_why() {
    for (text, why) in [
        ("r1324 c1234 d1234", "rows of a band do not stay together"),
        ("r1234 c4213 d1234", "columns of a stack do not stay together"),
        ("r1234 c1134 d1234", "the columns are not 1 to 4, each once"),
        ("r1234 c1234 d1235", "the digits are not 1 to 4, each once"),
        ("t r123456 c123456 d123456", "boxes of 2x3 cannot be transposed"),
        ("r1234 c1234", "'r1234 c1234' is not a symmetry; they look like t r456123789 c213456789 d912345678"),
        (
            "r0234 c1234 d1234",
            "'r0234 c1234 d1234' is not a symmetry; they look like t r456123789 c213456789 d912345678",
        ),
    ] {
        assert_eq!(text.parse::<Transformation>().unwrap_err().to_string(), why);
    }
    let wide = Transformation::identity(Shape::new(3, 2).unwrap());
    assert_eq!(wide.to_string(), "3x2 r123456 c123456 d123456");
    assert!(Transformation::identity(Shape::new(2, 5).unwrap()).to_string().starts_with("r1,2,3,"));
}

#[test]
fn equivalent_boards_are_reported_with_the_way() {
    let one: Puzzle = KNOWN[1].0.parse().unwrap();
    let other = some(nine(), 12).apply(&one);
    let way = equivalent(&one, &other).unwrap().unwrap();
    assert_eq!(way.apply(&one), other);
    assert_eq!(equivalent(&one, &KNOWN[0].0.parse().unwrap()), Ok(None));
    let grid = Grid::try_from(&LAST.parse::<Puzzle>().unwrap()).unwrap();
    let canonical = canonical_grid(&some(nine(), 3).apply_to_grid(&grid)).unwrap();
    assert_eq!((canonical.board, canonical.automorphisms), (grid, naive(&board(LAST)).1));
}

/// The numbers of classes of small grids are as known: 2 for 4x4, 49 for 2x3 boxes (Jarvis and Russell).
#[test]
fn small_grids_fall_into_the_known_classes() {
    for (rows, columns, grids, classes) in [(2, 2, 288, 2), (2, 3, 28_200_960, 49)] {
        let shape = Shape::new(rows, columns).unwrap();
        // Random grids soon meet every class; the sizes of all classes add up to the number of grids.
        let mut forms = std::collections::BTreeMap::new();
        for index in 0..3000 {
            let form = canonical_grid(&crate::generate::fill(shape, 0, index)).unwrap();
            forms.insert(form.board.to_string(), form.automorphisms);
        }
        let all = u64::try_from(order(shape).unwrap()).unwrap();
        assert_eq!(forms.values().map(|automorphisms| all / automorphisms).sum::<u64>(), grids);
        assert_eq!(forms.len(), classes);
    }
}
