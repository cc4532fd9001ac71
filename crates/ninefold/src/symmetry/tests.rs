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

/// Some symmetry, from a number.
fn some(shape: Shape, mut seed: u64) -> Transformation {
    let mut permutation = |n: usize| {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(i, (seed >> 33) as usize % (i + 1));
        }
        order
    };
    let mut lines = |chutes: usize, size: usize| -> Vec<usize> {
        let chutes = permutation(chutes);
        chutes
            .iter()
            .flat_map(|chute| permutation(size).into_iter().map(|line| chute * size + line).collect::<Vec<_>>())
            .collect()
    };
    let rows = lines(shape.box_columns(), shape.box_rows());
    let columns = lines(shape.box_rows(), shape.box_columns());
    let digits = permutation(shape.side()).into_iter().map(Digit::from_index).collect();
    let transposed = shape.box_rows() == shape.box_columns() && permutation(2)[0] == 1;
    Transformation::new(shape, transposed, rows, columns, digits).unwrap()
}

/// The form and the number of automorphisms, after checking that they hold for the board and for others of its class.
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
    assert_eq!(checked(&board(MOST_AUTOMORPHISMS), 20).1, 648);
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
    assert!(message(&puzzle(&twice)).starts_with("5 stands twice in box 1 (r1c1, r2c2)"));
    let mut marked = puzzle(&[0; 81]);
    marked.remove_candidate(Cell::new(3), Digit::from_index(8));
    assert_eq!(message(&marked), "a board with removed candidates has no minlex form");
    assert_eq!(
        message(&Puzzle::empty(Shape::new(1, 9).unwrap())),
        "only 9x9 boards with boxes of 3x3 have a minlex form, not 1x9"
    );
}

/// The form by its definition: of all orders of rows and columns the best, columns chosen in all 1,296 ways and rows in
/// the best way for them, which is to take the smallest row that may come next, with all ways to do so.
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

/// A grid without some of its digits: which stay is decided by the bits of `seed`, about `keep` of 81.
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

/// Every symmetry of 4x4 boards, and what they make of a grid: its class, whose size is known (288 grids, 2 classes).
#[test]
fn all_symmetries_of_small_boards() {
    let shape = Shape::new(2, 2).unwrap();
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
    assert_eq!(Some(all.len() as u128), order(shape));
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
fn symmetries_keep_what_stands_in_a_cell() {
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
    assert_eq!(canonical(&moved), Err(NoForm::Shape(shape)));
}

#[test]
fn what_is_no_symmetry_says_why() {
    for (text, why) in [
        ("r1324 c1234 d1234", "rows of a band do not stay together"),
        ("r1234 c4213 d1234", "columns of a stack do not stay together"),
        ("r1234 c1134 d1234", "the columns are not each of 1 to 4 once"),
        ("r1234 c1234 d1235", "the digits are not each of 1 to 4 once"),
        ("t r123456 c123456 d123456", "boxes of 2x3 cannot be transposed"),
        ("r1234 c1234", "'r1234 c1234' is no symmetry; they look like t r456123789 c213456789 d912345678"),
        ("r0234 c1234 d1234", "'r0234 c1234 d1234' is no symmetry; they look like t r456123789 c213456789 d912345678"),
    ] {
        assert_eq!(text.parse::<Transformation>().unwrap_err().to_string(), why);
    }
    let wide = Transformation::identity(Shape::new(3, 2).unwrap());
    assert_eq!(wide.to_string(), "3x2 r123456 c123456 d123456");
    assert!(Transformation::identity(Shape::new(2, 5).unwrap()).to_string().starts_with("r1,2,3,"));
}

#[test]
fn equivalent_boards_are_told_with_the_way() {
    let one: Puzzle = KNOWN[1].0.parse().unwrap();
    let other = some(nine(), 12).apply(&one);
    let way = equivalent(&one, &other).unwrap().unwrap();
    assert_eq!(way.apply(&one), other);
    assert_eq!(equivalent(&one, &KNOWN[0].0.parse().unwrap()), Ok(None));
    let grid = Grid::try_from(&LAST.parse::<Puzzle>().unwrap()).unwrap();
    let canonical = canonical_grid(&some(nine(), 3).apply_to_grid(&grid)).unwrap();
    assert_eq!((canonical.board, canonical.automorphisms), (grid, naive(&board(LAST)).1));
}
