//! The stages of a search, step by step, for people who want to see how a variant is solved.
//!
//! Each rule is applied by itself, again and again, and removes the candidates that it excludes, given what is left.
//! So every step names one rule and its cells. Rows, columns and regions come first, then constraints in the order of
//! the puzzle; after every removal, the search starts again with the first rule. When nothing more follows, the cell
//! with the fewest choices is decided: each choice is tried in turn.
//!
//! ```text
//!   choices -> houses -> constraint 1 -> constraint 2 ... -> chosen -> branch -> houses ...
//!                 ^__________________________|                            |-> contradiction, solution
//! ```
//!
//! Each rule takes into account which cells differ because of rows, columns and regions; otherwise the sum of a line would
//! miss what every player sees. The searches that solve puzzles apply all rules together and learn; they are much faster,
//! but nobody could follow them.

use super::engine::Dive;
use super::model::{Mask, Model, bits};
use super::solver::model;
use super::{Broken, Mistake, VariantPuzzle};
use crate::trace::SearchSpace;
use std::collections::{BTreeSet, VecDeque};

/// One stage of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Event {
    /// The number of decisions above this stage.
    pub depth: usize,
    /// What happened at this stage.
    pub kind: Kind,
    /// The choices of every cell afterwards; empty for [`Kind::Done`], which belongs to no board.
    pub candidates: Vec<Vec<i64>>,
}

impl Event {
    /// Returns the number of boards that the choices left at this stage allow.
    pub fn space(&self) -> SearchSpace {
        SearchSpace::of_counts(self.candidates.iter().map(Vec::len))
    }
}

/// What happened at a stage of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Every cell has been given all the choices that its clues allow.
    Choices,
    /// A rule has removed choices.
    Narrowed {
        /// The rule.
        rule: Rule,
        /// The cells that lost choices, each with those that it lost.
        removed: Vec<(usize, Vec<i64>)>,
    },
    /// No rule removes anything more.
    Stable,
    /// A cell was chosen, to try each of its choices.
    Chosen {
        /// The cell.
        cell: usize,
        /// Its choices.
        digits: Vec<i64>,
    },
    /// A branch began, in which the cell has this digit.
    Branch {
        /// The cell.
        cell: usize,
        /// The digit.
        digit: i64,
    },
    /// This branch has no solution: the rule cannot be satisfied.
    Contradiction(Rule),
    /// A solution was found.
    Solution(Vec<i64>),
    /// The search is over. This is always the last event.
    Done {
        /// The number of solutions of the puzzle.
        solutions: usize,
        /// The number of cells that were decided by trial.
        decisions: usize,
    },
}

/// A rule of a puzzle, as named by a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Rows, columns and regions, those that the puzzle has.
    Houses,
    /// The constraint with this index in the list.
    Constraint(usize),
    /// The clue in a cell: its given digit, or the candidates that it is limited to.
    Cell(usize),
}

/// A step-by-step search: an iterator over its events.
///
/// ```
/// use ninefold::variant::trace::{Kind, Rule, Trace};
/// use ninefold::variant::{Constraint, Kind as Of, VariantPuzzle};
/// let mut puzzle = VariantPuzzle::sudoku(2, 2);
/// puzzle.constraints.push(Constraint::new(Of::Thermo).cells([0, 1, 2, 3]));
/// let mut events = Trace::new(&puzzle)?;
/// assert_eq!(events.next().unwrap().kind, Kind::Choices);
/// let Kind::Narrowed { rule, removed } = events.next().unwrap().kind else { panic!("the thermometer says something") };
/// assert_eq!((rule, removed.len()), (Rule::Constraint(0), 4));
/// assert_eq!(puzzle.name_of_rule(rule), "thermometer (r1c1-r1c2-r1c3-r1c4)");
/// # Ok::<(), ninefold::variant::Mistake>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Trace {
    puzzle: VariantPuzzle,
    rules: Vec<Reader>,
    /// Branches still to be searched, the next one last.
    open: Vec<Branch>,
    /// Events that have happened but are not yet reported.
    events: VecDeque<Event>,
    solutions: usize,
    decisions: usize,
    is_done: bool,
}

/// A rule, and an engine that has only this rule.
#[derive(Clone, Debug)]
struct Reader {
    rule: Rule,
    /// `None` if the rule by itself has too many cases: then only full boards show whether it is satisfied.
    engine: Option<Dive>,
    /// Whether the rule cannot be satisfied, whatever is in the cells.
    is_impossible: bool,
    /// The cells that the rule applies to.
    cells: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Branch {
    depth: usize,
    left: Vec<Mask>,
    /// The decision that began this branch; `None` for the whole search.
    decided: Option<(usize, i64)>,
    /// Per rule: the choices left in its cells when it last had nothing more to remove.
    seen: Vec<Option<Vec<Mask>>>,
}

impl Reader {
    /// Builds the engine of a rule from its model. Whatever the model limits beyond `houses` belongs to the rule.
    fn new(rule: Rule, model: &Model, houses: &Model) -> Reader {
        if model.is_too_large {
            return Reader { rule, engine: None, is_impossible: false, cells: Vec::new() };
        }
        let engine = Dive::new(model);
        let cells: BTreeSet<usize> = match (&engine, rule) {
            (None, _) => BTreeSet::new(),
            (Some(_), Rule::Houses) => (0..model.cells).collect(),
            (Some(engine), _) => engine.cells_of_rules().into_iter().chain(model.cells_beyond(houses)).collect(),
        };
        let cells = cells.into_iter().collect();
        Reader { rule, is_impossible: engine.is_none(), engine, cells }
    }

    fn look(&self, left: &[Mask]) -> Vec<Mask> {
        self.cells.iter().map(|cell| left[*cell]).collect()
    }

    /// What the rule leaves of its cells; `None` if it cannot be satisfied.
    fn narrowed(&self, left: &[Mask]) -> Option<Vec<Mask>> {
        let Some(engine) = &self.engine else { return (!self.is_impossible).then(|| left.to_vec()) };
        let narrowed = engine.narrowed(left)?;
        let mut after = left.to_vec();
        self.cells.iter().for_each(|cell| after[*cell] = narrowed[*cell]);
        Some(after)
    }
}

impl Trace {
    /// Starts the search for all solutions of a puzzle.
    ///
    /// # Errors
    /// The first mistake of the puzzle, if it has any; also if a rule is too large for an automaton.
    pub fn new(puzzle: &VariantPuzzle) -> Result<Trace, Mistake> {
        model(puzzle, None)?;
        let of_houses = Model::of_houses(puzzle);
        let houses = puzzle.houses().next().map(|_| Reader::new(Rule::Houses, &of_houses, &of_houses));
        let reader =
            |(place, constraint)| Reader::new(Rule::Constraint(place), &Model::of_rule(constraint, puzzle), &of_houses);
        let constraints = puzzle.constraints.iter().enumerate().map(reader);
        let rules: Vec<Reader> = houses.into_iter().chain(constraints).collect();
        let left = Model::of_cells(puzzle).domains;
        let seen = vec![None; rules.len()];
        let open = vec![Branch { depth: 0, left, decided: None, seen }];
        let (events, puzzle) = (VecDeque::new(), puzzle.clone());
        Ok(Trace { puzzle, rules, open, events, solutions: 0, decisions: 0, is_done: false })
    }

    fn digits(&self, mask: Mask) -> Vec<i64> {
        let low = *self.puzzle.digits().start();
        bits(mask).map(|bit| low + i64::from(bit)).collect()
    }

    fn report(&mut self, depth: usize, kind: Kind, left: &[Mask]) {
        let candidates = left.iter().map(|mask| self.digits(*mask)).collect();
        self.events.push_back(Event { depth, kind, candidates });
    }

    /// Searches one branch to its end, or to the cell at which it splits.
    fn visit(&mut self, mut branch: Branch) {
        let depth = branch.depth;
        let first = branch.decided.map_or(Kind::Choices, |(cell, digit)| Kind::Branch { cell, digit });
        self.report(depth, first, &branch.left);
        if let Some(rule) = self.narrow(&mut branch) {
            return self.report(depth, Kind::Contradiction(rule), &branch.left);
        }
        let choices = |cell: &usize| branch.left[*cell].count_ones();
        let undecided = (0..branch.left.len()).filter(|cell| branch.left[*cell].count_ones() > 1);
        let Some(cell) = undecided.min_by_key(choices) else { return self.decided(depth, &branch.left) };
        self.report(depth, Kind::Stable, &branch.left);
        let digits = self.digits(branch.left[cell]);
        self.decisions += 1;
        self.report(depth, Kind::Chosen { cell, digits }, &branch.left);
        let low = *self.puzzle.digits().start();
        let parts: Vec<u32> = bits(branch.left[cell]).collect();
        for bit in parts.into_iter().rev() {
            let mut part = branch.clone();
            part.depth += 1;
            part.left[cell] = 1 << bit;
            part.decided = Some((cell, low + i64::from(bit)));
            self.open.push(part);
        }
    }

    /// Called when every cell has one digit: checks all rules, also those that were too large to be applied earlier.
    fn decided(&mut self, depth: usize, left: &[Mask]) {
        let digits: Vec<i64> = left.iter().flat_map(|mask| self.digits(*mask)).collect();
        let kind = match self.puzzle.broken(&digits).first() {
            None => Kind::Solution(digits),
            Some(Broken::Constraint(place)) => Kind::Contradiction(Rule::Constraint(*place)),
            Some(Broken::Cell(cell)) => Kind::Contradiction(Rule::Cell(*cell)),
            Some(Broken::House(_)) => Kind::Contradiction(Rule::Houses),
        };
        self.solutions += usize::from(matches!(kind, Kind::Solution(_)));
        self.report(depth, kind, left);
    }

    /// Applies the rules until they remove nothing more; returns the rule that cannot be satisfied, if there is one.
    fn narrow(&mut self, branch: &mut Branch) -> Option<Rule> {
        if let Some(cell) = branch.left.iter().position(|mask| *mask == 0) {
            return Some(Rule::Cell(cell));
        }
        let mut number = 0;
        while let Some(reader) = self.rules.get(number) {
            if branch.seen[number].as_ref() == Some(&reader.look(&branch.left)) {
                number += 1;
                continue;
            }
            let rule = reader.rule;
            let Some(after) = reader.narrowed(&branch.left) else { return Some(rule) };
            branch.seen[number] = Some(reader.look(&after));
            if after == branch.left {
                number += 1;
                continue;
            }
            let lost = branch.left.iter().zip(&after).map(|(before, after)| before & !after).enumerate();
            let removed = lost.filter(|(_, lost)| *lost != 0).map(|(cell, lost)| (cell, self.digits(lost))).collect();
            branch.left = after;
            self.report(branch.depth, Kind::Narrowed { rule, removed }, &branch.left);
            number = 0;
        }
        None
    }
}

impl Iterator for Trace {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        while self.events.is_empty() {
            match self.open.pop() {
                Some(branch) => self.visit(branch),
                None if self.is_done => return None,
                None => {
                    self.is_done = true;
                    let (solutions, decisions) = (self.solutions, self.decisions);
                    self.report(0, Kind::Done { solutions, decisions }, &[]);
                }
            }
        }
        self.events.pop_front()
    }
}

impl VariantPuzzle {
    /// Names a rule by the title of its kind and its cells, as in [`VariantPuzzle::words`]: `thermometer (r1c1-r1c2)`.
    ///
    /// # Panics
    /// If the puzzle has no such constraint.
    pub fn name_of_rule(&self, rule: Rule) -> String {
        match rule {
            Rule::Houses => match (self.has_lines, self.regions.is_empty()) {
                (true, false) => "rows, columns and regions",
                (true, true) => "rows and columns",
                (false, _) => "regions",
            }
            .to_owned(),
            Rule::Cell(cell) => format!("what is given in {}", self.name_of(cell)),
            Rule::Constraint(place) => self.title_with_places(&self.constraints[place]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::variant::tests::{any, boards, fillings, some_cells};
    use crate::variant::{Constraint, Kind as Of, Solver};

    /// How often rules removed something, and how often a branch ended.
    #[derive(Default)]
    struct Seen {
        narrowed: usize,
        contradictions: usize,
        /// Kinds of constraints that removed something.
        kinds: BTreeSet<Of>,
    }

    /// Checks each step of a trace against all solutions: no solution that agrees with the decisions above the step has a
    /// removed candidate.
    fn check(puzzle: &VariantPuzzle, solutions: &[&Vec<i64>], seen: &mut Seen) {
        let mut decided: Vec<(usize, i64)> = Vec::new();
        let mut found = BTreeSet::new();
        let mut last = None;
        for event in Trace::new(puzzle).unwrap() {
            if let Kind::Branch { cell, digit } = event.kind {
                decided.truncate(event.depth - 1);
                decided.push((cell, digit));
            }
            if !matches!(event.kind, Kind::Done { .. }) {
                assert_eq!(decided.len(), event.depth);
            }
            let left = || solutions.iter().filter(|all| decided.iter().all(|(cell, digit)| all[*cell] == *digit));
            match &event.kind {
                Kind::Narrowed { rule, removed } => {
                    assert!(!removed.is_empty());
                    for (cell, digits) in removed {
                        assert!(!digits.is_empty());
                        let is_lost = left().any(|solution| digits.contains(&solution[*cell]));
                        assert!(!is_lost, "{:?}: {event:?}", puzzle.constraints);
                    }
                    seen.narrowed += 1;
                    if let Rule::Constraint(place) = rule {
                        seen.kinds.insert(puzzle.constraints[*place].kind);
                    }
                }
                Kind::Contradiction(_) => {
                    assert_eq!(left().count(), 0, "{:?}: {event:?}", puzzle.constraints);
                    seen.contradictions += 1;
                }
                Kind::Solution(digits) => assert!(found.insert(digits.clone()), "found twice"),
                Kind::Done { solutions, .. } => assert_eq!(*solutions, found.len()),
                _ => {}
            }
            last = Some(event.kind);
        }
        assert!(matches!(last, Some(Kind::Done { .. })));
        assert!(found.iter().eq(solutions.iter().copied().collect::<BTreeSet<_>>()), "{:?}", puzzle.constraints);
    }

    #[test]
    fn what_is_removed_is_in_no_solution() {
        let boards = boards().map(|board| (fillings(&board), board));
        let mut random = Random::new(21, 0);
        let mut seen = Seen::default();
        for kind in Of::ALL {
            let mut tested = 0;
            for attempt in 0..400 {
                let (fillings, board) = &boards[attempt % 4];
                let mut puzzle = board.clone();
                puzzle.constraints.push(any(*kind, board, &mut random));
                puzzle.constraints.push(any(Of::ALL[random.below(Of::ALL.len())], board, &mut random));
                let known = &fillings[random.below(fillings.len())];
                some_cells(board, 2, &mut random).into_iter().for_each(|cell| puzzle.give(cell, known[cell]));
                if !puzzle.check().is_empty() || Solver::new().solutions(&puzzle).is_err() {
                    continue;
                }
                let solutions: Vec<&Vec<i64>> = fillings.iter().filter(|all| puzzle.is_solved_by(all)).collect();
                check(&puzzle, &solutions, &mut seen);
                tested += 1;
                if tested == 12 {
                    break;
                }
            }
        }
        assert!(seen.narrowed > 2000 && seen.contradictions > 300, "{} {}", seen.narrowed, seen.contradictions);
        // On such small boards, nearly every kind removes something by itself.
        assert!(seen.kinds.len() > 60, "{:?}", seen.kinds);
    }

    #[test]
    fn six_by_six_with_all_solutions() {
        let mut puzzle = VariantPuzzle::sudoku(2, 3);
        puzzle.constraints.push(Constraint::new(Of::AntiKnight));
        puzzle.constraints.push(Constraint::new(Of::Thermo).cells([0, 1, 7, 13]));
        puzzle.constraints.push(Constraint::new(Of::Cage).cells([20, 21, 27]).value(9));
        puzzle.constraints.push(Constraint::new(Of::Whisper).cells([30, 31, 32]).value(2));
        puzzle.constraints.push(Constraint::new(Of::Odd).cells([35]));
        let solutions: Vec<Vec<i64>> = Solver::new().solutions(&puzzle).unwrap().collect();
        assert!(solutions.len() > 1, "{}", solutions.len());
        let mut seen = Seen::default();
        check(&puzzle, &solutions.iter().collect::<Vec<_>>(), &mut seen);
        assert_eq!(seen.kinds.len(), 5, "{:?}", seen.kinds);
    }

    #[test]
    fn what_cannot_be_is_named() {
        let kinds =
            |puzzle: &VariantPuzzle| -> Vec<Kind> { Trace::new(puzzle).unwrap().map(|event| event.kind).collect() };
        let mut puzzle = VariantPuzzle::sudoku(2, 2);
        puzzle.give(0, 1);
        puzzle.marks[0] = Some(vec![2, 3]);
        assert_eq!(kinds(&puzzle)[1], Kind::Contradiction(Rule::Cell(0)));
        assert_eq!(puzzle.name_of_rule(Rule::Cell(0)), "what is given in r1c1");
        puzzle.marks[0] = None;
        puzzle.give(1, 1);
        assert_eq!(kinds(&puzzle)[1..], [Kind::Contradiction(Rule::Houses), Kind::Done { solutions: 0, decisions: 0 }]);
        puzzle.give(1, 2);
        puzzle.constraints.push(Constraint::new(Of::Thermo).cells([1, 0]));
        assert!(kinds(&puzzle).contains(&Kind::Contradiction(Rule::Constraint(0))));
        puzzle.constraints[0].cells.push(99);
        assert!(Trace::new(&puzzle).is_err());
    }
}
