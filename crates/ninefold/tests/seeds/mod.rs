//! The behaviours and worked examples of the five source documents, under their numbers in the project's list of them (A to E).
//! Those that concern the command line are tested there. Two entries cannot be tests here: A8, the speeds that the Haskell
//! series reports, is answered in `bench/record/`; C6, a page in the browser, is tested by `web/test`.

mod alliet;
mod bird;
mod haskell;
mod moonbit;

use ninefold::notation::{self, Format, Record};
use ninefold::solve::{Engine, Solver};
use ninefold::trace::{Event, Kind, Strategy, Trace};
use ninefold::{Candidates, Cell, Digit, Grid, Puzzle, Shape, spec};

const HASDOKU: &str = "6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
const MOONBIT: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn cell(name: &str) -> Cell {
    Shape::NINE.cell_named(name).unwrap()
}

fn digits<const N: usize>(numbers: [u16; N]) -> Vec<Digit> {
    numbers.map(|number| Digit::new(number).unwrap()).to_vec()
}

/// Checks that every engine and the specification find exactly these solutions.
fn assert_solutions(text: &str, expected: &[&str]) {
    let puzzle = puzzle(text);
    let mut expected: Vec<Grid> = expected.iter().map(|grid| grid.parse().unwrap()).collect();
    expected.sort();
    let mut found: Vec<Grid> = spec::solutions(&puzzle).collect();
    found.sort();
    assert_eq!(found, expected);
    for engine in Engine::ALL.iter().copied().filter(|engine| engine.accepts(puzzle.shape())) {
        let mut found: Vec<Grid> = Solver::new().engine(engine).solutions(&puzzle).collect();
        found.sort();
        assert_eq!(found, expected, "{engine}");
    }
}

fn written(record: &Record, format: Format) -> String {
    notation::write(record, format).unwrap().text
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

fn events(text: &str, strategy: Strategy) -> Vec<Event> {
    Trace::new(&puzzle(text), strategy).collect()
}

/// The boards of a trace after the stages that `keep` selects.
fn boards(text: &str, strategy: Strategy, keep: impl Fn(&Kind) -> bool) -> Vec<Candidates> {
    events(text, strategy).into_iter().filter(|event| keep(&event.kind)).map(|event| event.candidates).collect()
}

/// The candidates as the documents print them: one line per row, the candidates of a cell without spaces.
fn matrix(board: &Candidates) -> Vec<String> {
    let cells: Vec<String> = board.shape().cells().map(|cell| board.of(cell).to_string().replace(' ', "")).collect();
    cells.chunks(board.shape().side()).map(|row| row.join(" ")).collect()
}

/// Every cell chosen in a finished trace: the event, and those of its branches.
fn decisions(events: &[Event]) -> Vec<(&Event, Vec<&Event>)> {
    let chosen = events.iter().enumerate().filter(|(_, event)| matches!(event.kind, Kind::Chosen { .. }));
    let branches = |i: usize| {
        let depth = events[i].depth;
        let below = events[i + 1..].iter().take_while(move |event| event.depth > depth);
        let is_branch = move |e: &&Event| e.depth == depth + 1 && matches!(e.kind, Kind::Branch { .. });
        below.filter(is_branch).collect()
    };
    chosen.map(|(i, event)| (event, branches(i))).collect()
}

/// Checks that each branch is the board of the decision, with these choices in the chosen cell.
fn assert_branches(decision: &Event, branches: &[&Event], expected: &[Vec<Digit>]) {
    let Kind::Chosen { cell, .. } = &decision.kind else { panic!("a decision") };
    let kinds: Vec<&Kind> = branches.iter().map(|branch| &branch.kind).collect();
    let expected: Vec<Kind> = expected.iter().map(|d| Kind::Branch { cell: *cell, digits: d.clone() }).collect();
    assert_eq!(kinds, expected.iter().collect::<Vec<_>>());
    for branch in branches {
        let Kind::Branch { digits, .. } = &branch.kind else { panic!("a branch") };
        let mut board = decision.candidates.clone();
        board.shape().digits().filter(|d| !digits.contains(d)).for_each(|d| _ = board.remove(*cell, d));
        assert_eq!(branch.candidates, board);
    }
}

/// The first of the cells with the fewest choices, but more than one.
fn first_of_the_fewest(board: &Candidates) -> Option<Cell> {
    board.shape().cells().filter(|cell| board.count_of(*cell) > 1).min_by_key(|cell| board.count_of(*cell))
}
