//! For tests: puzzles with houses other than rows, columns and boxes, with the solutions that the specification finds.

use crate::board::{Candidates, Cell, Digit, House, Houses, Shape};
use crate::random::Random;
use crate::spec::Rules;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// A puzzle on a board with any houses.
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    pub(crate) houses: Arc<Houses>,
    /// The digit of each cell, if it is given.
    pub(crate) givens: Vec<Option<Digit>>,
    /// What pruning leaves: no house has the digit of a decided cell anywhere else, and no cell is without a candidate.
    pub(crate) candidates: Candidates,
    pub(crate) solutions: BTreeSet<Vec<Digit>>,
}

impl Variant {
    /// All digits for each cell that is not given, and only the given digit for the others.
    pub(crate) fn given_candidates(&self) -> Candidates {
        let mut candidates = Candidates::all(self.shape);
        let givens = self.shape.cells().zip(&self.givens);
        givens
            .filter_map(|(cell, digit)| Some((cell, (*digit)?)))
            .for_each(|(cell, digit)| candidates.keep_only(cell, digit));
        candidates
    }
}

/// Irregular regions, one letter for each.
const FOUR: &str = "AABBACCBACDBCDDD";
const SIX: &str = "AAABBBAACCBBADDCCBEDDCCFEEDDFFEEEFFF";
const NINE: &str = "AAAABBCCCAAABBBCCCAABBBBCCCDDDEEEEFFDDDEEEFFFGDDEEFFFFGDHHHHIIIGGGHHHIIIGGGGHHIII";

/// A solution of each board.
const OF_FOUR: &str = "1234341243212143";
const OF_SIX: &str = "123456452613614532236145345261561324";
const OF_SIX_BOXES: &str = "123456456123342561561342214635635214";
const OF_NINE: &str = "123456789567389124892147536256871493941532867378694251634725918485913672719268345";
const WITH_DIAGONALS: &str = "123456789456789123789123456935241867617538294842697531298314675371865942564972318";
const WITH_WINDOWS: &str = "123456789456789123798123456231674895875912364649538217314265978582397641967841532";

const MOST_SOLUTIONS: usize = 20;

/// Puzzles on several boards, each with a few solutions or none.
pub(crate) fn puzzles() -> &'static [Variant] {
    static PUZZLES: LazyLock<Vec<Variant>> = LazyLock::new(make);
    &PUZZLES
}

fn make() -> Vec<Variant> {
    let [four, six, nine] = [(2, 2), (2, 3), (3, 3)].map(|(rows, columns)| Shape::new(rows, columns).unwrap());
    let diagonals = |n: usize| vec![(0..n).map(|i| i * (n + 1)).collect(), (1..=n).map(|i| i * (n - 1)).collect()];
    let window = |first| vec![first, first + 1, first + 9, first + 10];
    let boards = [
        ("4x4, regions and a diagonal", four, FOUR, diagonals(4)[..1].to_vec(), OF_FOUR),
        ("6x6, regions and four cells", six, SIX, vec![vec![7, 10, 25, 28]], OF_SIX),
        ("6x6, boxes and short houses", six, "", vec![vec![0, 7, 14, 21], vec![12, 20], vec![35]], OF_SIX_BOXES),
        ("9x9, regions", nine, NINE, vec![], OF_NINE),
        ("9x9, regions and diagonals", nine, NINE, diagonals(9), OF_NINE),
        ("9x9, boxes and diagonals", nine, "", diagonals(9), WITH_DIAGONALS),
        ("9x9, boxes and windows of four", nine, "", [11, 15, 47, 51].map(window).to_vec(), WITH_WINDOWS),
    ];
    let mut puzzles = Vec::new();
    for (name, shape, map, more, solution) in boards {
        let (n, map) = (shape.side(), map.as_bytes());
        let lines = if map.is_empty() { 3 * n } else { 2 * n };
        let mut lists: Vec<Vec<usize>> =
            shape.houses().take(lines).map(|house| shape.cells_of(house).map(Cell::index).collect()).collect();
        let region = |i| (0..map.len()).filter(|cell| map[*cell] == b'A' + i as u8).collect();
        lists.extend((lines / n..3).flat_map(|_| 0..n).map(region));
        lists.extend(more);
        let kinds = shape.houses().chain((n as u16..).map(House::Box));
        let houses = Houses::new(n, kinds.zip(lists.iter().map(|list| list.iter().copied().map(Cell::new))));
        add_puzzles(&mut puzzles, name, shape, houses, solution);
    }
    puzzles
}

/// Adds three puzzles that have solutions, and one with a wrong digit.
fn add_puzzles(to: &mut Vec<Variant>, name: &'static str, shape: Shape, houses: Houses, solution: &str) {
    let (n, houses) = (shape.side(), Arc::new(houses));
    let rules = Rules::new(shape, shape.digits().collect()).with_houses(Arc::clone(&houses));
    let solution: Vec<Digit> = solution.bytes().map(|digit| Digit::from_index(usize::from(digit - b'1'))).collect();
    let rows = |givens: &[Option<Digit>]| givens.chunks(n).map(<[_]>::to_vec).collect();
    let solutions = |givens: &[Option<Digit>]| rules.sudoku(&rows(givens)).unwrap().map(|board| board.concat());
    let narrowed = |givens: &[Option<Digit>]| {
        let mut choices = rules.choices(&rows(givens)).unwrap();
        (0..n * n).for_each(|_| choices = rules.prune(std::mem::take(&mut choices)));
        let mut candidates = Candidates::none(shape);
        for (cell, digits) in shape.cells().zip(choices.concat()) {
            digits.into_iter().for_each(|digit| _ = candidates.insert(cell, digit));
        }
        (!rules.blocked(&choices)).then_some(candidates)
    };
    for number in 0..4 {
        let mut order: Vec<usize> = (0..n * n).collect();
        Random::new(number, 0).shuffle(&mut order);
        let mut givens = vec![None; n * n];
        for cell in order.iter().copied() {
            givens[cell] = Some(solution[cell]);
            let given = givens.iter().flatten().count();
            if given % 3 == 0 && 3 * given >= n * n && solutions(&givens).nth(MOST_SOLUTIONS).is_none() {
                break;
            }
        }
        let mut candidates = narrowed(&givens).expect("there is a solution");
        if number == 3 {
            let open = shape.cells().filter(|cell| candidates.count_of(*cell) > 1).find_map(|cell| {
                let wrong = candidates.digits_of(cell).find(|digit| *digit != solution[cell.index()])?;
                let mut givens = givens.clone();
                givens[cell.index()] = Some(wrong);
                narrowed(&givens).map(|candidates| (givens, candidates))
            });
            (givens, candidates) = open.unwrap_or((givens, candidates));
        }
        let solutions = solutions(&givens).collect();
        to.push(Variant { name, shape, houses: Arc::clone(&houses), givens, candidates, solutions });
    }
}

#[test]
fn there_are_puzzles_of_all_sorts() {
    for of_board in puzzles().chunks(4) {
        let numbers: Vec<usize> = of_board.iter().map(|puzzle| puzzle.solutions.len()).collect();
        assert!(numbers[..3].iter().all(|number| (1..=MOST_SOLUTIONS).contains(number)), "{numbers:?}");
    }
    assert!(puzzles().iter().any(|puzzle| puzzle.solutions.is_empty()));
    assert!(puzzles().iter().any(|puzzle| puzzle.solutions.len() > 1));
}
