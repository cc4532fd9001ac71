//! What a step says, in plain English. The only file with words for steps.

use super::step::{AlmostLockedSet, Candidate, Chain, Constraint, Node, Pattern, Premise, Step};
use super::{Family, Technique};
use crate::board::{Cell, Digit, House, Shape, Symbols};

/// How cells and digits are written, and the sentences that are made of them.
#[derive(Clone, Debug)]
pub struct Wording {
    shape: Shape,
    symbols: Symbols,
    has_letters: bool,
}

impl Wording {
    /// Cells as `r4c5`, digits in these symbols.
    pub fn new(shape: Shape, symbols: &Symbols) -> Wording {
        Wording { shape, symbols: symbols.clone(), has_letters: false }
    }

    /// Cells as `D5`.
    #[must_use]
    pub fn with_letters(mut self) -> Wording {
        self.has_letters = true;
        self
    }

    /// The whole step: technique, argument, conclusion.
    pub fn step(&self, step: &Step) -> String {
        let argument = self.argument(step);
        match step.pattern {
            // The argument of a single is its conclusion.
            Pattern::Single { .. } => format!("{}: {argument}.", capital(step.technique.name())),
            _ => format!("{}: {argument}. So {}.", capital(step.technique.name()), self.conclusions(step)),
        }
    }

    /// A first hint: the family, and about where.
    pub fn where_to_look(&self, step: &Step) -> String {
        let first = step.placements.first().or(step.eliminations.first());
        let Some(first) = first else { return String::new() };
        let near = self.shape.houses_of(first.cell)[2];
        let kind = step.technique.family().phrase();
        format!("Look for {kind} around {near}.")
    }

    /// A second hint: the technique, its digits and its houses.
    pub fn what_to_look_at(&self, step: &Step) -> String {
        let mut digits: Vec<Digit> = Vec::new();
        let mut houses: Vec<House> = Vec::new();
        let mut cells: Vec<Cell> = Vec::new();
        for premise in &step.premises {
            match premise {
                Premise::Strong(Constraint::Place(house, digit)) => {
                    houses.push(*house);
                    digits.push(*digit);
                }
                Premise::Strong(Constraint::Cell(cell)) => cells.push(*cell),
                Premise::Deadly(deadly) => {
                    cells.extend(deadly.iter().map(|candidate| candidate.cell));
                    digits.extend(deadly.iter().map(|candidate| candidate.digit));
                }
                Premise::Weak(_) => {}
            }
        }
        if let Pattern::Subset { digits: of_subset, houses: shared, .. } = &step.pattern {
            digits.clone_from(of_subset);
            houses.clone_from(shared);
            cells.clear();
        }
        if let (Pattern::Single { house }, Some(placed)) = (&step.pattern, step.placements.first()) {
            digits = vec![placed.digit];
            houses = house.iter().copied().collect();
            cells.clear();
            if house.is_none() {
                // The cell itself would be all; its houses are a hint.
                digits.clear();
                houses = self.shape.houses_of(placed.cell)[..2].to_vec();
            }
        }
        houses.sort_unstable();
        houses.dedup();
        digits.sort_unstable();
        digits.dedup();
        cells.sort_unstable();
        cells.dedup();
        let mut parts = Vec::new();
        if !digits.is_empty() {
            parts.push(self.digits(&digits, "and"));
        }
        if !houses.is_empty() {
            parts.push(format!("in {}", self.houses(&houses)));
        }
        if !cells.is_empty() {
            parts.push(format!("in {}", self.cells(&cells)));
        }
        format!("{}: look at {}.", capital(step.technique.name()), parts.join(" "))
    }

    /// What follows: `r1c1 is 4; r2c3 cannot be 5 or 6`.
    pub fn conclusions(&self, step: &Step) -> String {
        let mut parts: Vec<String> =
            step.placements.iter().map(|c| format!("{} is {}", self.cell(c.cell), self.digit(c.digit))).collect();
        // Cells that lose the same digits are told together.
        let mut losses: Vec<(Vec<Cell>, Vec<Digit>)> = Vec::new();
        for cell in step.eliminations.chunk_by(|a, b| a.cell == b.cell) {
            let digits: Vec<Digit> = cell.iter().map(|candidate| candidate.digit).collect();
            match losses.iter_mut().find(|(_, known)| *known == digits) {
                Some((cells, _)) => cells.push(cell[0].cell),
                None => losses.push((vec![cell[0].cell], digits)),
            }
        }
        parts.extend(
            losses
                .into_iter()
                .map(|(cells, digits)| format!("{} cannot be {}", self.cells(&cells), self.digits(&digits, "or"))),
        );
        parts.join("; ")
    }

    /// Why it follows.
    fn argument(&self, step: &Step) -> String {
        match &step.pattern {
            Pattern::Single { house } => self.single(step, *house),
            Pattern::Locked { digit, base, cover } => {
                let digit = self.digit(*digit);
                format!("the {digit} of {base} must be in {cover}, so no other cell of {cover} can be {digit}")
            }
            Pattern::Subset { cells, digits, houses } => self.subset(step, cells, digits, houses),
            Pattern::Fish { digit, base, cover, fins, chains } => self.fish(*digit, base, cover, fins, chains),
            Pattern::Colors { groups, wrong } => self.colors(groups, *wrong),
            Pattern::Wing { pivot, pincers, digit } => self.wing(step, pivot, pincers, *digit),
            Pattern::Deadly { deadly, rescue, subset } => self.deadly(step, deadly, rescue, subset),
            Pattern::Chains { chains, source } => self.chains(chains, *source),
            Pattern::Templates { digits } => {
                let digits = self.digits(digits, "and");
                format!("all ways to place {digits} on the whole board agree")
            }
            Pattern::Sets { sets, commons, stem, digits } => self.sets(sets, commons, *stem, digits),
            Pattern::SueDeCoq { cells, line, block } => format!(
                "{}, {} and {} need as many digits as they are cells; those in the line fit there once each, those in the \
                 box likewise, so each of them is used up",
                self.cells(cells),
                self.set(line),
                self.set(block)
            ),
            Pattern::Exclusion { cells, witnesses } => format!(
                "every pair of digits for {} that has one of these would leave {} without any",
                self.cells(cells),
                self.cells(witnesses)
            ),
        }
    }

    fn single(&self, step: &Step, house: Option<House>) -> String {
        let Some(placed) = step.placements.first() else { return String::new() };
        let (cell, digit) = (self.cell(placed.cell), self.digit(placed.digit));
        match house {
            None => format!("{digit} is the only digit that {cell} can still be"),
            Some(house) if step.technique == Technique::FullHouse => {
                format!("{cell} is the last empty cell of {house}, and {digit} is missing there")
            }
            Some(house) => format!("{cell} is the only cell of {house} that can be {digit}"),
        }
    }

    fn subset(&self, step: &Step, cells: &[Cell], digits: &[Digit], houses: &[House]) -> String {
        let (in_cells, all) = (self.cells(cells), self.digits(digits, "and"));
        match step.technique.family() {
            Family::Subsets if step.technique.name().starts_with("hidden") => {
                let n = number_word(cells.len());
                format!("in {}, {all} can only be in {in_cells}; these {n} cells have room for nothing else", {
                    self.houses(houses)
                })
            }
            _ => {
                let n = number_word(cells.len());
                format!("{in_cells} can only be {all}, {n} digits for {n} cells; no other cell of {} can have them", {
                    self.houses(houses)
                })
            }
        }
    }

    fn fish(&self, digit: Digit, base: &[House], cover: &[House], fins: &[Cell], chains: &[Chain]) -> String {
        let (digit, bases, covers) = (self.digit(digit), self.houses(base), self.houses(cover));
        let n = number_word(base.len());
        let fin = match fins.len() {
            0 => String::new(),
            1 => format!(", or in the fin {}", self.cells(fins)),
            _ => format!(", or in the fins {}", self.cells(fins)),
        };
        let mut text = format!("in {bases}, {digit} can only be in {covers}{fin}");
        if fins.is_empty() {
            text += &format!("; the {n} {digit}s of the former are the {n} {digit}s of the latter");
        } else if chains.is_empty() {
            text += "; what lies in the latter and sees every fin is out either way";
        } else {
            let told: Vec<String> = chains.iter().map(|chain| self.chain(chain)).collect();
            text += &format!("; and from there: {}", told.join("; "));
        }
        text
    }

    fn colors(&self, groups: &[[Vec<Candidate>; 2]], wrong: Option<(usize, usize)>) -> String {
        let told: Vec<String> = groups
            .iter()
            .map(|[one, other]| {
                let [one, other] = [one, other].map(|color| self.candidates(color, "and"));
                format!("either {one}, or {other}")
            })
            .collect();
        let told = told.join("; and ");
        match wrong.and_then(|(group, color)| Some(&groups.get(group)?[color])) {
            Some(color) => format!("{told}; but {} cannot all be true", self.candidates(color, "and")),
            None => format!("{told}; what sees both sides is out"),
        }
    }

    fn wing(&self, step: &Step, pivot: &[Cell], pincers: &[Cell], digit: Digit) -> String {
        let (pivot, pincers, digit) = (self.cells(pivot), self.cells(pincers), self.digit(digit));
        match step.technique {
            Technique::WWing => match bound(step) {
                Some((link, houses)) => format!(
                    "in {}, {} can only be in {pivot}; one of these takes it from {pincers}, which have the same two \
                     digits, so one of {pincers} is {digit}",
                    self.houses(&houses),
                    self.digit(link)
                ),
                None => format!("one of {pincers} is {digit}"),
            },
            Technique::XYWing => format!("whatever {pivot} is, one of {pincers} is {digit}"),
            _ => format!("whatever {pivot} is, it or one of {pincers} is {digit}"),
        }
    }

    fn deadly(&self, step: &Step, deadly: &[Candidate], rescue: &[Candidate], subset: &[Cell]) -> String {
        let (cells, digits) = parts(deadly);
        let mut text = match step.technique {
            Technique::BugPlusOne | Technique::BugPlusMany => {
                "if every open cell had only two digits left, each digit \
                                                               would have two places in every house; all could be \
                                                               exchanged and there would be two solutions"
                    .to_owned()
            }
            _ => format!(
                "if {} had only {}, these could be exchanged and there would be two solutions",
                self.cells(&cells),
                self.digits(&digits, "and")
            ),
        };
        if !rescue.is_empty() {
            let (cells, digits) = parts(rescue);
            let one_of = if cells.len() > 1 { "one of " } else { "" };
            text += &format!("; so {one_of}{} is {}", self.cells(&cells), self.digits(&digits, "or"));
        }
        if !subset.is_empty() {
            text += &format!(", and with {} that makes a naked subset", self.cells(subset));
        }
        if let Some((digit, houses)) = bound(step) {
            text += &format!("; and in {}, {} can only be in these cells", self.houses(&houses), self.digit(digit));
        }
        text
    }

    fn chains(&self, chains: &[Chain], source: Option<Constraint>) -> String {
        let told: Vec<String> = chains.iter().map(|chain| self.chain(chain)).collect();
        let told = told.join("; ");
        match (chains, source) {
            (_, Some(Constraint::Cell(cell))) => format!("whatever {} is: {told}", self.cell(cell)),
            (_, Some(Constraint::Place(house, digit))) => {
                format!("wherever {} is in {house}: {told}", self.digit(digit))
            }
            ([only], None) if only.is_loop => format!("{told}, and so round again; of each link one end is true"),
            ([only], None) => match (only.nodes.first(), only.nodes.last()) {
                (Some(first), Some(last)) if !first.is_true && last.is_true => {
                    let ends = [first, last].map(|end| self.node(&Node { is_true: true, ..end.clone() }));
                    let ends = if ends[0] == ends[1] { ends[0].clone() } else { list(&ends, "or") };
                    format!("{told}; so {ends} either way")
                }
                _ => told,
            },
            _ => told,
        }
    }

    /// `if r1c1 is not 4, then r1c5 is 4 (row 1), then ...`
    fn chain(&self, chain: &Chain) -> String {
        let mut text = String::new();
        for (i, node) in chain.nodes.iter().enumerate() {
            if node.candidates.is_empty() {
                text += &format!(", then {}", self.impossible(node));
                continue;
            }
            let is_same_cell = i > 0 && same_cell(&chain.nodes[i - 1], node);
            let told = if is_same_cell { format!("it is {}", self.value(node)) } else { self.node(node) };
            if i == 0 {
                text += &format!("if {told}");
                continue;
            }
            let is_next = node.after.is_empty() || node.after == [i - 1];
            let why = if is_next { self.link(node) } else { self.reason(chain, node) };
            text += &format!(", then {told}{why}");
        }
        text
    }

    /// The end of a net that contradicts itself.
    fn impossible(&self, node: &Node) -> String {
        match node.by {
            Some(Constraint::Cell(cell)) => format!("{} can be nothing at all", self.cell(cell)),
            Some(Constraint::Place(house, digit)) => format!("{house} has no place for {}", self.digit(digit)),
            None => "that is impossible".to_owned(),
        }
    }

    /// By what a node follows from the one before it.
    fn link(&self, node: &Node) -> String {
        match (&node.by, node.set.is_empty()) {
            (Some(Constraint::Cell(_)), _) | (None, true) => String::new(),
            (Some(Constraint::Place(house, _)), _) => format!(" ({house})"),
            (None, false) => format!(" (by {})", self.cells(&node.set)),
        }
    }

    /// By what a node of a net follows: from which earlier ones can be seen on the board.
    fn reason(&self, chain: &Chain, node: &Node) -> String {
        let from = match node.after[..] {
            [only] => chain.nodes.get(only).and_then(|node| node.candidates.first()),
            _ => None,
        };
        match (&node.by, from) {
            (Some(Constraint::Cell(_)), _) if node.is_true => " (nothing else is left there)".to_owned(),
            (Some(Constraint::Cell(_)), _) => String::new(),
            (Some(Constraint::Place(house, _)), _) if node.is_true => format!(" (the last place in {house})"),
            (Some(Constraint::Place(house, _)), Some(from)) => format!(" ({house}, see {})", self.cell(from.cell)),
            (Some(Constraint::Place(house, _)), None) => format!(" ({house})"),
            (None, _) if node.set.is_empty() => " (by a net of its own, below)".to_owned(),
            (None, _) => format!(" (by {})", self.cells(&node.set)),
        }
    }

    /// What a node says of its cell: `4`, `not 4`.
    fn value(&self, node: &Node) -> String {
        let (_, digits) = parts(&node.candidates);
        format!("{}{}", if node.is_true { "" } else { "not " }, self.digits(&digits, "or"))
    }

    fn node(&self, node: &Node) -> String {
        let (cells, digits) = parts(&node.candidates);
        let (cells, digits) = (self.cells(&cells), self.digits(&digits, "or"));
        let one_of = if node.candidates.len() > 1 && node.is_true { "one of " } else { "" };
        format!("{one_of}{cells} is {}{digits}", if node.is_true { "" } else { "not " })
    }

    fn sets(
        &self,
        sets: &[AlmostLockedSet],
        commons: &[(usize, usize, Digit)],
        stem: Option<Cell>,
        digits: &[Digit],
    ) -> String {
        let told: Vec<String> = sets.iter().map(|set| self.set(set)).collect();
        let told = list(&told, "and");
        let digits = self.digits(digits, "or");
        match stem {
            Some(stem) => format!(
                "whatever {} is, it takes that digit from one of {told}, which then has all its others; one of them \
                 has {digits}",
                self.cell(stem)
            ),
            None => {
                let (which, ends) =
                    if sets.len() == 2 { ("the other", "the two") } else { ("a set without it", "the ends") };
                let common = |(one, other, digit): &(usize, usize, Digit)| match (
                    sets.len(),
                    sets.get(*one),
                    sets.get(*other),
                ) {
                    (3.., Some(one), Some(other)) => {
                        format!(
                            "{} in only one of {} and {}",
                            self.digit(*digit),
                            self.cells(&one.cells),
                            self.cells(&other.cells)
                        )
                    }
                    _ => format!("{} in only one of them", self.digit(*digit)),
                };
                let commons: Vec<String> = commons.iter().map(common).collect();
                let end = if digits.is_empty() { String::new() } else { format!(", and {digits} is in one of {ends}") };
                format!(
                    "{told} have one digit more than cells each; there can be {}, so {which} has all its other digits{end}",
                    commons.join(", ")
                )
            }
        }
    }

    fn set(&self, set: &AlmostLockedSet) -> String {
        let digits: String = set.digits.iter().map(|digit| self.digit(*digit)).collect::<Vec<_>>().join(" ");
        format!("{} {{{digits}}}", self.cells(&set.cells))
    }

    /// `r1c1`, or `A1`.
    pub fn cell(&self, cell: Cell) -> String {
        let name = self.shape.name(cell);
        if self.has_letters { format!("{name:#}") } else { name.to_string() }
    }

    /// The digit's symbol.
    pub fn digit(&self, digit: Digit) -> String {
        self.symbols.symbol(digit).to_string()
    }

    /// Several cells in short: `r1c46`, `r28c5`, `r1c4, r3c7`.
    pub fn cells(&self, cells: &[Cell]) -> String {
        let single = |cell: &Cell| self.cell(*cell);
        if self.has_letters || self.shape.side() > 9 {
            return list(&cells.iter().map(single).collect::<Vec<_>>(), "and");
        }
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells.dedup();
        let column = |cell: &Cell| self.shape.column(*cell) + 1;
        let row = |cell: &Cell| self.shape.row(*cell) + 1;
        if cells.len() > 1 && cells.iter().all(|cell| column(cell) == column(&cells[0])) {
            let rows: String = cells.iter().map(|cell| row(cell).to_string()).collect();
            return format!("r{rows}c{}", column(&cells[0]));
        }
        // Rows with several cells first become one word each; what is left over is joined along columns.
        let mut words: Vec<(Cell, String)> = Vec::new();
        let mut alone: Vec<Cell> = Vec::new();
        for group in cells.chunk_by(|a, b| row(a) == row(b)) {
            let columns: String = group.iter().map(|cell| column(cell).to_string()).collect();
            match group {
                [only] => alone.push(*only),
                _ => words.push((group[0], format!("r{}c{columns}", row(&group[0])))),
            }
        }
        alone.sort_by_key(|cell| (column(cell), row(cell)));
        for group in alone.chunk_by(|a, b| column(a) == column(b)) {
            let rows: String = group.iter().map(|cell| row(cell).to_string()).collect();
            words.push((group[0], format!("r{rows}c{}", column(&group[0]))));
        }
        words.sort_unstable();
        list(&words.into_iter().map(|(_, word)| word).collect::<Vec<_>>(), "and")
    }

    fn digits(&self, digits: &[Digit], word: &str) -> String {
        list(&digits.iter().map(|digit| self.digit(*digit)).collect::<Vec<_>>(), word)
    }

    /// `rows 2 and 7`, `row 2 and box 3`.
    fn houses(&self, houses: &[House]) -> String {
        let kind = |house: &House| match house {
            House::Row(_) => "rows",
            House::Column(_) => "columns",
            House::Box(_) => "boxes",
        };
        match houses {
            [first, _, ..] if houses.iter().all(|house| kind(house) == kind(first)) => {
                let numbers: Vec<String> = houses
                    .iter()
                    .map(|house| {
                        let (House::Row(i) | House::Column(i) | House::Box(i)) = house;
                        (i + 1).to_string()
                    })
                    .collect();
                format!("{} {}", kind(first), list(&numbers, "and"))
            }
            _ => list(&houses.iter().map(House::to_string).collect::<Vec<_>>(), "and"),
        }
    }

    /// `r1c1 is 4 and r2c5 is 4`
    fn candidates(&self, candidates: &[Candidate], word: &str) -> String {
        let mut by_digit: Vec<(Digit, Vec<Cell>)> = Vec::new();
        for candidate in candidates {
            match by_digit.iter_mut().find(|(digit, _)| *digit == candidate.digit) {
                Some((_, cells)) => cells.push(candidate.cell),
                None => by_digit.push((candidate.digit, vec![candidate.cell])),
            }
        }
        let told = by_digit.into_iter().map(|(digit, cells)| {
            let cells: Vec<String> = cells.into_iter().map(|cell| self.cell(cell)).collect();
            let verb = if cells.len() > 1 && word == "and" { "are" } else { "is" };
            format!("{} {verb} {}", list(&cells, word), self.digit(digit))
        });
        list(&told.collect::<Vec<_>>(), word)
    }
}

/// Whether both nodes are about one cell, the same.
fn same_cell(one: &Node, other: &Node) -> bool {
    matches!((&one.candidates[..], &other.candidates[..]), ([one], [other]) if one.cell == other.cell)
}

/// The cells and the digits of some candidates, each once.
fn parts(candidates: &[Candidate]) -> (Vec<Cell>, Vec<Digit>) {
    let mut cells: Vec<Cell> = candidates.iter().map(|candidate| candidate.cell).collect();
    let mut digits: Vec<Digit> = candidates.iter().map(|candidate| candidate.digit).collect();
    cells.sort_unstable();
    cells.dedup();
    digits.sort_unstable();
    digits.dedup();
    (cells, digits)
}

fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

fn number_word(number: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    words.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The digit whose places a step rests on, and in which houses.
fn bound(step: &Step) -> Option<(Digit, Vec<House>)> {
    let places = step.premises.iter().filter_map(|premise| match premise {
        Premise::Strong(Constraint::Place(house, digit)) => Some((*digit, *house)),
        _ => None,
    });
    let places: Vec<(Digit, House)> = places.collect();
    let digit = places.first()?.0;
    Some((digit, places.into_iter().filter(|(of, _)| *of == digit).map(|(_, house)| house).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Puzzle;
    use crate::logic::Explainer;

    fn wording() -> Wording {
        Wording::new(Shape::NINE, &Symbols::for_side(9))
    }

    #[test]
    fn cells_are_told_in_short() {
        let cells = |places: &[(usize, usize)]| -> Vec<Cell> {
            places.iter().map(|(row, column)| Shape::NINE.cell(row - 1, column - 1)).collect()
        };
        let told = |places: &[(usize, usize)]| wording().cells(&cells(places));
        assert_eq!(told(&[(1, 4)]), "r1c4");
        assert_eq!(told(&[(1, 6), (1, 4)]), "r1c46");
        assert_eq!(told(&[(2, 5), (8, 5)]), "r28c5");
        assert_eq!(told(&[(4, 3), (6, 3), (7, 2)]), "r46c3 and r7c2");
        assert_eq!(told(&[(1, 1), (1, 2), (5, 9), (9, 9)]), "r1c12 and r59c9");
        assert_eq!(wording().with_letters().cells(&cells(&[(1, 4), (9, 9)])), "A4 and I9");
    }

    /// Every step of a path has words: technique, an argument, and a conclusion that names every cell; hints say less.
    #[test]
    fn every_step_has_words() {
        let lines = [
            "69..15....8.9.2.5.4........5.......8.....946..3.1.....7.8...6...5...6.3.....7..15",
            "2.....9.5..15.967...9..6.2.1.......9..7.8...4....43..6..58.....68.....4.....3....",
        ];
        for line in lines {
            let puzzle: Puzzle = line.parse().unwrap();
            for step in Explainer::new().path(&puzzle) {
                let text = wording().step(&step);
                assert!(text.starts_with(&capital(step.technique.name())) && text.ends_with('.'), "{text}");
                assert!(!text.contains("  ") && !text.contains(" ,") && !text.contains("{}"), "{text}");
                for placed in &step.placements {
                    assert!(text.contains(&wording().cell(placed.cell)), "{text}");
                }
                let [first, second] = [wording().where_to_look(&step), wording().what_to_look_at(&step)];
                assert!(first.starts_with("Look for a") || first.starts_with("Look for "), "{first}");
                assert!(second.contains(": look at ") && second.ends_with('.'), "{second}");
            }
        }
    }
}
