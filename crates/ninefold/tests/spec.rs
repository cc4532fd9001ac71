//! The laws of the specification, and comparison of every fast engine with it.

use ninefold::board::Houses;
use ninefold::solve::{Engine, Solver};
use ninefold::spec::{Choices, Matrix, NotABoard, Rules, cols, mcp, prune_by, rows, solutions};
use ninefold::{Cell, Digit, Grid, House, Puzzle, Shape};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn shapes() -> impl Strategy<Value = Shape> {
    prop::sample::select(vec![(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (1, 4), (2, 3), (3, 2), (3, 3), (2, 4)])
        .prop_map(|(rows, columns)| Shape::new(rows, columns).unwrap())
}

fn rules(shape: Shape) -> Rules<u8> {
    Rules::new(shape, (1..=shape.side() as u8).collect())
}

/// Matrices of choices, mostly with so few choices that all their completions can be listed.
fn small_choices() -> impl Strategy<Value = (Shape, Matrix<Choices<u8>>)> {
    let shape = prop::sample::select(vec![(1, 2), (2, 1), (1, 3), (2, 2)]);
    shape.prop_flat_map(|(rows, columns)| {
        let shape = Shape::new(rows, columns).unwrap();
        let n = shape.side();
        let all: Vec<u8> = (1..=n as u8).collect();
        // Without a limit, a 4x4 board would have 4^16 completions; most cells get one or two choices.
        let cell = prop_oneof![6 => prop::sample::subsequence(all.clone(), 1..=1),
                               3 => prop::sample::subsequence(all.clone(), 1..=2.min(n)),
                               1 => prop::sample::subsequence(all, 0..=n)];
        let matrix = prop::collection::vec(prop::collection::vec(cell, n), n);
        (Just(shape), matrix)
    })
}

/// A 9x9 board with few undecided cells: a solution with choices added in some cells, and perhaps one wrong value.
fn nearly_decided_nine() -> impl Strategy<Value = (Shape, Matrix<Choices<u8>>)> {
    let cell = (0usize..81, prop::sample::subsequence((1..=9u8).collect::<Vec<_>>(), 0..=3));
    (any::<u64>(), prop::collection::vec(cell, 0..7), any::<bool>()).prop_map(|(seed, opened, wrong)| {
        let grid = shuffled_grid(Shape::NINE, &mut Random(seed | 1));
        let mut cells: Vec<Choices<u8>> = grid.digits().iter().map(|digit| vec![digit.number() as u8]).collect();
        for (i, (cell, choices)) in opened.into_iter().enumerate() {
            if !(wrong && i == 0) {
                let own = cells[cell][0];
                cells[cell] = choices;
                cells[cell].push(own);
                cells[cell].sort_unstable();
                cells[cell].dedup();
            } else if !choices.is_empty() {
                cells[cell] = choices[..1].to_vec();
            }
        }
        (Shape::NINE, cells.chunks(9).map(<[_]>::to_vec).collect())
    })
}

/// Both kinds of boards, all of whose completions can be listed.
fn combinable() -> impl Strategy<Value = (Shape, Matrix<Choices<u8>>)> {
    prop_oneof![small_choices(), nearly_decided_nine()]
}

fn completions(choices: &Matrix<Choices<u8>>) -> usize {
    choices.iter().flatten().map(Vec::len).product()
}

proptest! {
    /// Source: D3. The views as rows, columns and boxes are each their own inverse, for boxes of any shape.
    #[test]
    fn views_are_involutions(shape in shapes()) {
        // Each cell has its own number, so that no exchange goes unnoticed.
        let n = shape.side();
        let matrix: Matrix<usize> = (0..n).map(|r| (0..n).map(|c| r * n + c).collect()).collect();
        let rules = rules(shape);
        prop_assert_eq!(rows(&rows(&matrix)), matrix.clone());
        prop_assert_eq!(cols(&cols(&matrix)), matrix.clone());
        prop_assert_eq!(rules.boxs(&rules.boxs(&matrix)), matrix.clone());
        // And each view is what its name says: its rows are the houses, with their cells in order.
        let views = rows(&matrix).into_iter().chain(cols(&matrix)).chain(rules.boxs(&matrix));
        let houses = shape.houses().map(|house| shape.cells_of(house).map(Cell::index).collect::<Vec<_>>());
        prop_assert!(views.eq(houses));
    }

    /// Source: D3, `map f . mcp = mcp . f` for each view f (as sets).
    #[test]
    fn views_commute_with_mcp((shape, choices) in combinable()) {
        prop_assume!(completions(&choices) <= 4096);
        let rules = rules(shape);
        let set = |boards: Vec<Matrix<u8>>| boards.into_iter().collect::<BTreeSet<_>>();
        let of = |f: &dyn Fn(&Matrix<u8>) -> Matrix<u8>| set(mcp(choices.clone()).map(|b| f(&b)).collect());
        prop_assert_eq!(of(&|b| cols(b)), set(mcp(cols(&choices)).collect()));
        prop_assert_eq!(of(&|b| rules.boxs(b)), set(mcp(rules.boxs(&choices)).collect()));
    }

    /// Source: D4, `filter correct . mcp = filter correct . mcp . prune`, in order, also for each view alone and when repeated.
    #[test]
    fn pruning_changes_no_solution((shape, choices) in combinable()) {
        prop_assume!(completions(&choices) <= 4096);
        let rules = rules(shape);
        let correct = |m: Matrix<Choices<u8>>| mcp(m).filter(|b| rules.correct(b)).collect::<Vec<_>>();
        let expected = correct(choices.clone());
        let once = rules.prune(choices.clone());
        prop_assert_eq!(&correct(prune_by(cols, choices.clone())), &expected);
        prop_assert_eq!(&correct(prune_by(|m| rules.boxs(m), choices.clone())), &expected);
        prop_assert_eq!(&correct(once.clone()), &expected);
        prop_assert_eq!(&correct(rules.prune(once.clone())), &expected);
        // A blocked matrix has no correct completion.
        prop_assert!(!rules.blocked(&once) || expected.is_empty());
    }

    /// Source: D5, `mcp ~ concat . map mcp . expand`: expansion loses nothing and repeats nothing.
    #[test]
    fn expansion_loses_no_completion((shape, choices) in combinable()) {
        prop_assume!(completions(&choices) <= 4096);
        let rules = rules(shape);
        let parts = rules.expand(&choices);
        if parts.is_empty() {
            prop_assert!(completions(&choices) <= 1);
        } else {
            let mut whole: Vec<_> = mcp(choices.clone()).collect();
            let mut expanded: Vec<_> = parts.into_iter().flat_map(mcp).collect();
            whole.sort();
            expanded.sort();
            prop_assert_eq!(whole, expanded);
        }
    }

    /// Source: D6. The search finds what the specification defines.
    #[test]
    fn search_equals_the_specification((shape, choices) in combinable()) {
        prop_assume!(completions(&choices) <= 4096);
        let rules = rules(shape);
        let mut expected: Vec<_> = mcp(choices.clone()).filter(|b| rules.correct(b)).collect();
        let mut found: Vec<_> = rules.search(choices.clone()).collect();
        expected.sort();
        found.sort();
        prop_assert_eq!(&found, &expected);
        let mut pruned: Vec<_> = rules.search(rules.prune(choices)).collect();
        pruned.sort();
        prop_assert_eq!(pruned, expected);
    }
}

/// Puzzles of many shapes: givens, placed digits and removed candidates, some from a solution and some random, so that puzzles
/// with no solution, one and many occur.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    (shapes(), any::<u64>(), 0..100u64, 0..12u64, 0..30u64).prop_map(|(shape, seed, density, lies, removed)| {
        let mut random = Random(seed | 1);
        let grid = shuffled_grid(shape, &mut random);
        let mut puzzle = Puzzle::empty(shape);
        // Large boards with few digits have too many solutions for the oracle.
        let density = if shape.side() > 4 { 35 + density / 2 } else { density };
        for cell in shape.cells() {
            if random.below(100) < density {
                match random.below(4) {
                    0 => puzzle.place(cell, grid.digit(cell)),
                    _ => puzzle.give(cell, grid.digit(cell)),
                }
            }
        }
        for _ in 0..removed {
            let (cell, digit) = random.candidate(shape);
            if grid.digit(cell) != digit || lies > 8 {
                puzzle.remove_candidate(cell, digit);
            }
        }
        for _ in 0..lies.saturating_sub(8) {
            let (cell, digit) = random.candidate(shape);
            puzzle.give(cell, digit);
        }
        puzzle
    })
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % n
    }

    fn candidate(&mut self, shape: Shape) -> (Cell, Digit) {
        let cell = Cell::new(self.below(shape.cell_count() as u64) as usize);
        (cell, Digit::from_index(self.below(shape.side() as u64) as usize))
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// The canonical grid with its digits shuffled, and its rows and columns shuffled within bands and stacks.
fn shuffled_grid(shape: Shape, random: &mut Random) -> Grid {
    let (n, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
    let mut order = |size: usize| -> Vec<usize> {
        let mut lines: Vec<usize> = (0..n).collect();
        lines.chunks_mut(size).for_each(|chunk| random.shuffle(chunk));
        lines
    };
    let (row_order, column_order) = (order(rows), order(columns));
    let mut digits: Vec<usize> = (0..n).collect();
    random.shuffle(&mut digits);
    let digit = |r: usize, c: usize| (r % rows * columns + r / rows + c) % n;
    let cells = (0..n * n).map(|i| Digit::from_index(digits[digit(row_order[i / n], column_order[i % n])]));
    Grid::new(shape, cells.collect()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Every engine finds the oracle's solutions, each once, and counts and judges accordingly.
    #[test]
    fn every_engine_agrees_with_the_specification(puzzle in puzzles()) {
        const LIMIT: usize = 300;
        let expected: Vec<Grid> = solutions(&puzzle).take(LIMIT).collect();
        for engine in Engine::ALL.iter().copied().filter(|engine| engine.accepts(puzzle.shape())) {
            let solver = Solver::new().engine(engine);
            let mut found: Vec<Grid> = solver.solutions(&puzzle).take(LIMIT).collect();
            prop_assert_eq!(found.len(), expected.len(), "{} {:?}", engine, puzzle);
            prop_assert_eq!(solver.count(&puzzle, LIMIT as u64), Ok(found.len() as u64));
            found.sort();
            prop_assert!(found.windows(2).all(|w| w[0] != w[1]));
            if found.len() < LIMIT {
                let mut expected = expected.clone();
                expected.sort();
                prop_assert_eq!(&found, &expected, "{} {:?}", engine, puzzle);
            }
            prop_assert!(found.iter().all(|grid| grid.solves(&puzzle)));
        }
    }
}

/// Source: D2. "Changing cell values, e.g. to TONYBLAIR, is easy"; other entries are rejected.
#[test]
fn any_cell_values_will_do() {
    let opening = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
    let letters: Vec<char> = "TONYBLAIR".chars().collect();
    let board = |text: &str| -> Matrix<Option<char>> {
        let read = |c: char| c.to_digit(10).map(|d| letters[d as usize - 1]);
        let cells: Vec<Option<char>> = text.chars().map(read).collect();
        cells.chunks(9).map(<[_]>::to_vec).collect()
    };
    let rules = Rules::new(Shape::NINE, letters.clone());
    let found: Vec<Matrix<char>> = rules.sudoku(&board(opening)).unwrap().collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0][0].iter().collect::<String>(), "OYRBATLNI");
    let mut wrong = board(opening);
    wrong[3][5] = Some('Q');
    let error = rules.sudoku(&wrong).unwrap_err();
    assert_eq!(error, NotABoard::NotACellValue { row: 3, column: 5 });
    assert_eq!(error.to_string(), "the entry in r4c6 is not a cell value of the board");
}

/// A matrix of another size is not a board.
#[test]
fn boards_of_another_size_are_rejected() {
    let rules = rules(Shape::NINE);
    let message = |board: Matrix<Option<u8>>| rules.sudoku(&board).unwrap_err().to_string();
    let mut ragged = vec![vec![None; 9]; 9];
    ragged[4].pop();
    for board in [vec![vec![None; 3]], vec![], vec![vec![None; 10]; 9], ragged] {
        assert_eq!(message(board), "expected 9 rows of 9 entries");
    }
}

/// The specification itself, without pruning, where it is fast enough.
#[test]
fn the_specification_is_executable_in_principle() {
    let rules = Rules::new(Shape::new(2, 2).unwrap(), vec![1, 2, 3, 4]);
    let board: Matrix<Option<i32>> = [[1, 2, 0, 4], [0, 4, 1, 2], [2, 0, 4, 0], [4, 0, 0, 1]]
        .map(|row| row.map(|d| (d != 0).then_some(d)).to_vec())
        .to_vec();
    let found: Vec<_> = rules.specification(&board).unwrap().collect();
    assert_eq!(found, rules.sudoku(&board).unwrap().collect::<Vec<_>>());
    assert_eq!(found, [[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]]);
}

/// The definition refers only to houses, whatever they are: the completions of an irregular 4x4 board are found by checking all
/// 576 Latin squares.
#[test]
fn houses_may_be_any_cells() {
    let shape = Shape::new(2, 2).unwrap();
    let latin = Rules::new(Shape::new(1, 4).unwrap(), vec![1u8, 2, 3, 4]);
    let map = b"AABBACCBACDBCDDD";
    let region = |name: u8| (0..16).filter(move |cell| map[*cell] == name).map(Cell::new).collect::<Vec<_>>();
    let lines = shape.houses().take(8).map(|house| (house, shape.cells_of(house).collect()));
    let regions = (0..4).map(|i| (House::Box(i), region(b'A' + i as u8)));
    let houses = Houses::new(4, lines.chain(regions));
    let irregular = latin.clone().with_houses(houses.into());
    let empty = vec![vec![None; 4]; 4];
    let squares: Vec<Matrix<u8>> = latin.sudoku(&empty).unwrap().collect();
    assert_eq!(squares.len(), 576);
    let mut expected: Vec<Matrix<u8>> = squares.into_iter().filter(|square| irregular.correct(square)).collect();
    let mut found: Vec<Matrix<u8>> = irregular.sudoku(&empty).unwrap().collect();
    expected.sort();
    found.sort();
    assert!(!found.is_empty() && found.len() < 576);
    assert_eq!(found, expected);
}
