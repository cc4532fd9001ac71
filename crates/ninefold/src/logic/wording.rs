//! The sentences of steps: which texts of a language they are made of. The texts are in a table for each language, `english`
//! and `german`; sentences about chains are made in `chains`, names of cells, digits and houses in `names`.

mod chains;
mod english;
mod german;
mod language;
mod names;

use super::step::{AlmostLockedSet, Candidate, Chain, Constraint, Node, Pattern, Premise, Step};
use super::{Family, Technique, tenths_text};
use crate::board::{Cell, Digit, House, Houses, Shape, Symbols};
use english::Words;
pub use language::Language;
pub(crate) use language::{fill, say};
use names::{capital, list, parts, sorted};
use std::sync::Arc;

/// How cells and digits are written, and the sentences made from them.
#[derive(Clone, Debug)]
pub struct Wording {
    shape: Shape,
    houses: Arc<Houses>,
    symbols: Symbols,
    has_letters: bool,
    language: Language,
}

impl Wording {
    /// A wording in English, with cells as `r4c5` and digits in these symbols.
    pub fn new(shape: Shape, symbols: &Symbols) -> Wording {
        let language = Language::English;
        Wording { shape, houses: Houses::of(shape), symbols: symbols.clone(), has_letters: false, language }
    }

    /// Changes the language.
    ///
    /// ```
    /// use ninefold::{Puzzle, Symbols, logic::{Explainer, Language, Wording}};
    /// let puzzle: Puzzle = "1.34341221434321".parse()?;
    /// let step = Explainer::new().path(&puzzle).next().expect("a step");
    /// let wording = Wording::new(puzzle.shape(), &Symbols::for_side(4)).in_language(Language::German);
    /// assert_eq!(wording.step(&step), "Letzte freie Zelle: r1c2 ist die letzte leere Zelle von Zeile 1, und dort fehlt 2.");
    /// # Ok::<(), ninefold::Invalid>(())
    /// ```
    #[must_use]
    pub fn in_language(mut self, language: Language) -> Wording {
        self.language = language;
        self
    }

    pub(crate) fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// The name of the technique of a step.
    pub fn technique(&self, step: &Step) -> &'static str {
        self.language.technique(step.technique)
    }

    /// Writes cells as `D5`.
    #[must_use]
    pub fn with_letters(mut self) -> Wording {
        self.has_letters = true;
        self
    }

    /// The whole step in words: technique, argument, conclusion.
    ///
    /// # Panics
    /// If the step is of a larger board than the wording.
    pub fn step(&self, step: &Step) -> String {
        let argument = self.argument(step) + &self.last_place(step).unwrap_or_default();
        let rating = step.se_rating.map_or_else(String::new, |rating| format!(" ({})", tenths_text(rating)));
        let technique = capital(self.technique(step)) + &rating;
        match step.pattern {
            // The argument of a single is its conclusion.
            Pattern::Single { .. } => format!("{technique}: {argument}."),
            _ => say!(self, step, technique, argument, conclusion = self.conclusions(step)),
        }
    }

    /// The houses of a cell: row, column, others.
    fn houses_of(&self, cell: Cell) -> impl Iterator<Item = House> {
        self.houses.of_cell(cell).iter().map(|house| self.houses.kind(usize::from(*house)))
    }

    fn is_in(&self, cell: Cell, house: House) -> bool {
        self.houses_of(cell).any(|of_cell| of_cell == house)
    }

    /// The first hint: the family, and roughly where to look.
    pub fn where_to_look(&self, step: &Step) -> String {
        let first = step.placements.first().or(step.eliminations.first());
        let Some(first) = first else { return String::new() };
        let near = self.houses_of(first.cell).last().expect("a cell has houses");
        say!(self, near, family = self.language.family(step.technique.family()), house = self.house(near))
    }

    /// The second hint: the technique, its digits and its houses.
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
                // The cell itself would reveal everything; its houses are a hint.
                digits.clear();
                houses = self.houses_of(placed.cell).filter(|house| !matches!(house, House::Box(_))).collect();
            }
        }
        let mut places = vec![self.houses(&sorted(houses)), self.cells(&sorted(cells))];
        places.retain(|names| !names.is_empty());
        let digits = self.digits(&sorted(digits), self.words().and);
        let what = match (digits.is_empty(), places.is_empty()) {
            (_, true) => digits,
            (true, _) => list(&places, self.words().and),
            _ => say!(self, digits_in, digits, places = places.join(self.words().and_in)),
        };
        say!(self, look_at, technique = capital(self.technique(step)), what)
    }

    /// The conclusions: `r1c1 is 4; r2c3 cannot be 5 or 6`.
    pub fn conclusions(&self, step: &Step) -> String {
        let mut parts: Vec<String> = step
            .placements
            .iter()
            .map(|c| say!(self, is, cells = self.cell(c.cell), digit = self.digit(c.digit)))
            .collect();
        // Cells that lose the same digits are listed together.
        let mut losses: Vec<(Vec<Cell>, Vec<Digit>)> = Vec::new();
        for cell in step.eliminations.chunk_by(|a, b| a.cell == b.cell) {
            let digits: Vec<Digit> = cell.iter().map(|candidate| candidate.digit).collect();
            match losses.iter_mut().find(|(_, known)| *known == digits) {
                Some((cells, _)) => cells.push(cell[0].cell),
                None => losses.push((vec![cell[0].cell], digits)),
            }
        }
        parts.extend(losses.into_iter().map(|(cells, digits)| {
            let (names, digits) = (self.cells(&cells), self.digits(&digits, self.words().or));
            match cells.len() {
                1 => say!(self, cannot, cells = names, digits),
                _ => say!(self, cannot_many, cells = names, digits),
            }
        }));
        parts.join("; ")
    }

    /// The reason why they follow.
    fn argument(&self, step: &Step) -> String {
        match &step.pattern {
            Pattern::Single { house } => self.single(step, *house),
            Pattern::Locked { digit, base, cover } => {
                let [base, cover] = [base, cover].map(|house| self.house(*house));
                say!(self, locked, digit = self.digit(*digit), base, cover)
            }
            Pattern::Subset { cells, digits, houses } => self.subset(step, cells, digits, houses),
            Pattern::Fish { digit, base, cover, fins, chains } => self.fish(step, *digit, base, cover, (fins, chains)),
            Pattern::Colors { groups, wrong, touching } => self.colors(groups, *wrong, *touching),
            Pattern::Wing { pivot, pincers, digit, shared, link } => {
                self.wing(step.technique, [pivot, pincers], *digit, shared, *link)
            }
            Pattern::Deadly { deadly, rescue, subset, link } => {
                self.deadly(step, [deadly, rescue], subset, link.as_ref())
            }
            Pattern::Chains { chains, source } => self.chains(step.technique, chains, *source),
            Pattern::Templates { digits } => {
                say!(self, templates, digits = self.digits(digits, self.words().and))
            }
            Pattern::Sets { sets, commons, stem, digits } => self.sets(sets, commons, *stem, digits),
            Pattern::SueDeCoq { cells, line, block } => {
                say!(self, sue_de_coq, cells = self.cells(cells), line = self.set(line), block = self.set(block))
            }
            Pattern::Exclusion { cells, witnesses } => {
                let (cells, names) = (self.cells(cells), self.cells(witnesses));
                match witnesses.len() {
                    0 | 1 => say!(self, exclusion, cells, witnesses = names),
                    _ => say!(self, exclusion_many, cells, witnesses = names),
                }
            }
        }
    }

    fn single(&self, step: &Step, house: Option<House>) -> String {
        let Some(placed) = step.placements.first() else { return String::new() };
        let (cell, digit) = (self.cell(placed.cell), self.digit(placed.digit));
        match house {
            None => say!(self, only_candidate, cell, digit),
            Some(house) if step.technique == Technique::FullHouse => {
                say!(self, last_cell, cell, digit, house = self.house(house))
            }
            Some(house) => say!(self, only_place, cell, digit, house = self.house(house)),
        }
    }

    fn subset(&self, step: &Step, cells: &[Cell], digits: &[Digit], houses: &[House]) -> String {
        let (cells, digits, houses, count) =
            (self.cells(cells), self.digits(digits, self.words().and), self.houses(houses), self.number(cells.len()));
        match step.technique.family() {
            Family::Subsets if step.technique.name().starts_with("hidden") => {
                say!(self, hidden_subset, cells, digits, houses, count)
            }
            _ => say!(self, naked_subset, cells, digits, houses, count),
        }
    }

    fn fish(
        &self,
        step: &Step,
        digit: Digit,
        base: &[House],
        cover: &[House],
        (fins, chains): (&[Cell], &[Chain]),
    ) -> String {
        let (digit, bases, covers) = (self.digit(digit), self.houses(base), self.houses(cover));
        let (count, fins) = (fins.len(), self.cells(fins));
        let mut text = say!(self, fish, bases, digit, covers);
        text += &match count {
            0 => String::new(),
            1 => say!(self, or_fin, fins),
            _ => say!(self, or_fins, fins),
        };
        let out: Vec<Cell> = step.eliminations.iter().map(|out| out.cell).collect();
        let see = if out.len() == 1 { self.words().see } else { self.words().see_many };
        let out = self.cells(&out);
        text += &match count {
            0 => say!(self, no_fins, covers, digit),
            _ if !chains.is_empty() => {
                let chains: Vec<String> = chains.iter().map(|chain| self.chain(chain)).collect();
                say!(self, and_from_there, chains = chains.join("; "))
            }
            1 => say!(self, one_fin, digit, covers, out, see),
            _ => say!(self, some_fins, digit, covers, out, see),
        };
        text
    }

    fn colors(
        &self,
        groups: &[[Vec<Candidate>; 2]],
        wrong: Option<(usize, usize)>,
        touching: Option<[Candidate; 2]>,
    ) -> String {
        let all = |color: &[Candidate]| self.candidates(color, self.words().and);
        let of_group =
            |[one, other]: &[Vec<Candidate>; 2]| say!(self, either_color, one = all(one), other = all(other));
        let text = groups.iter().map(of_group).collect::<Vec<_>>().join(self.words().next_group);
        if let Some(color) = wrong.and_then(|(group, color)| Some(&groups.get(group)?[color])) {
            return say!(self, wrong_color, text, color = all(color));
        }
        if let ([one, two], Some([a, b])) = (groups, touching) {
            let other_color =
                |group: &[Vec<Candidate>; 2], of: Candidate| all(&group[usize::from(group[0].contains(&of))]);
            let (one, two) = (other_color(one, a), other_color(two, b));
            return say!(self, touching, text, a = self.cell(a.cell), b = self.cell(b.cell), one, two);
        }
        say!(self, sees_both, text)
    }

    fn wing(
        &self,
        technique: Technique,
        [pivot, pincers]: [&[Cell]; 2],
        digit: Digit,
        shared: &[Digit],
        link: Option<(Digit, House)>,
    ) -> String {
        let (center, ends, digit) = (self.cells(pivot), self.cells(pincers), self.digit(digit));
        if let Some((link, house)) = link {
            return say!(self, w_wing, ends, house = self.house(house), link = self.digit(link), center, digit);
        }
        match (technique, pincers, shared) {
            (Technique::XYWing | Technique::XYZWing, [one, other], [by, by_other]) => {
                let [one, other] = [one, other].map(|cell| self.cell(*cell));
                let [by, by_other] = [by, by_other].map(|digit| self.digit(*digit));
                let itself = match technique {
                    Technique::XYZWing => say!(self, pivot_itself, center, digit),
                    _ => String::new(),
                };
                say!(self, xy_wing, center, by, one, digit, by_other, other) + &itself
            }
            _ => say!(self, any_wing, center, ends, digit),
        }
    }

    fn deadly(
        &self,
        step: &Step,
        [deadly, rescue]: [&[Candidate]; 2],
        subset: &[Cell],
        link: Option<&(Digit, Vec<House>)>,
    ) -> String {
        let (cells, digits) = parts(deadly);
        let (roof, further) = parts(rescue);
        let (pattern, pair) = (self.cells(&cells), self.digits(&digits, self.words().and));
        let is_grave = matches!(step.technique, Technique::BugPlusOne | Technique::BugPlusMany);
        let exchange =
            if is_grave { self.words().exchange_all.to_owned() } else { say!(self, exchange, pair, pattern) };
        let out: Vec<Digit> = parts(&step.eliminations).1;
        let (out, roof_cells) = (self.digits(&out, self.words().or), self.cells(&roof));
        match (link, step.eliminations.first()) {
            (Some((digit, houses)), Some(corner)) if step.technique == Technique::HiddenRectangle => {
                let is_beside = |cell: &&Cell| self.houses_of(**cell).any(|house| self.is_in(corner.cell, house));
                let (beside, across): (Vec<&Cell>, Vec<&Cell>) =
                    cells.iter().filter(|cell| **cell != corner.cell).partition(is_beside);
                let [beside, across] =
                    [beside, across].map(|cells| self.cells(&cells.into_iter().copied().collect::<Vec<Cell>>()));
                let (digit, houses, corner) = (self.digit(*digit), self.houses(houses), self.cell(corner.cell));
                say!(self, hidden_rectangle, corner, out, digit, houses, beside, across, exchange)
            }
            (Some((digit, houses)), _) if step.technique == Technique::UniqueRectangleSix => {
                let (digit, houses) = (self.digit(*digit), self.houses(houses));
                say!(self, both_corners, houses, digit, pattern, roof = roof_cells, exchange)
            }
            (Some((digit, houses)), _) if subset.is_empty() => {
                let (digit, houses) = (self.digit(*digit), self.houses(houses));
                say!(self, other_corner, houses, digit, roof = roof_cells, out, exchange)
            }
            _ if rescue.is_empty() => say!(self, deadly, exchange),
            _ => {
                let (digits, subset) = (self.digits(&further, self.words().or), self.by_subset(step, subset, &roof));
                match roof.len() {
                    1 => say!(self, rescued, cells = roof_cells, digits, exchange, subset),
                    _ => say!(self, rescued_many, cells = roof_cells, digits, exchange, subset),
                }
            }
        }
    }

    /// The subset to which the further digits of a roof belong.
    fn by_subset(&self, step: &Step, subset: &[Cell], roof: &[Cell]) -> String {
        let mut hidden: Vec<(Digit, House)> = Vec::new();
        for premise in &step.premises {
            if let Premise::Strong(Constraint::Place(house, digit)) = premise {
                hidden.push((*digit, *house));
            }
        }
        let cells = self.cells(subset);
        match (subset, hidden.first()) {
            ([], _) => String::new(),
            (_, None) => say!(self, with_naked, cells),
            (_, Some((_, house))) => {
                let digits: Vec<Digit> = hidden.iter().map(|(digit, _)| *digit).collect();
                let (digits, house) = (self.digits(&digits, self.words().and), self.house(*house));
                say!(self, with_hidden, cells, roof = self.cells(roof), digits, house)
            }
        }
    }

    /// What a node states about its cell: `4`, `not 4`.
    fn value(&self, node: &Node) -> String {
        let digits = self.digits(&parts(&node.candidates).1, self.words().or);
        if node.is_true { digits } else { say!(self, value_not, digits) }
    }

    fn node(&self, node: &Node) -> String {
        let (cells, digits) = parts(&node.candidates);
        let (cells, digits) = (self.cells(&cells), self.digits(&digits, self.words().or));
        match (node.candidates.len(), node.is_true) {
            (0 | 1, true) => say!(self, node_is, cells, digits),
            (0 | 1, false) => say!(self, node_not, cells, digits),
            (_, true) => say!(self, node_one, cells, digits),
            (_, false) => say!(self, node_none, cells, digits),
        }
    }

    /// What follows if a node holds.
    fn assumed(&self, node: &Node, rest: &str) -> String {
        let (cells, digits) = parts(&node.candidates);
        let (cells, digits) = (self.cells(&cells), self.digits(&digits, self.words().or));
        match (node.candidates.len(), node.is_true) {
            (0 | 1, true) => say!(self, if_is, cells, digits, rest),
            (0 | 1, false) => say!(self, if_not, cells, digits, rest),
            (_, true) => say!(self, if_one, cells, digits, rest),
            (_, false) => say!(self, if_none, cells, digits, rest),
        }
    }

    fn sets(
        &self,
        sets: &[AlmostLockedSet],
        commons: &[(usize, usize, Digit)],
        stem: Option<Cell>,
        digits: &[Digit],
    ) -> String {
        let words: Vec<String> = sets.iter().map(|set| self.set(set)).collect();
        let (has_digits, digits) = (!digits.is_empty(), self.digits(digits, self.words().or));
        let all = |words: &[String]| list(words, self.words().and);
        if let Some(stem) = stem {
            return say!(self, blossom, stem = self.cell(stem), sets = all(&words), digits);
        }
        let letter = |set: usize| char::from(b'A' + set.min(25) as u8).to_string();
        let named: Vec<String> = words.iter().enumerate().map(|(i, set)| format!("{} = {set}", letter(i))).collect();
        let common = |(one, other, digit): &(usize, usize, Digit)| {
            say!(self, common, one = letter(*one), other = letter(*other), digit = self.digit(*digit))
        };
        let commons: Vec<String> = commons.iter().map(common).collect();
        let ends = match (sets.len(), has_digits) {
            (_, false) => String::new(),
            (2, _) => say!(self, one_of_sets, digits),
            // The pivot of a wing comes last.
            (3, _) => say!(self, end_sets, other = "B", digits),
            (count, _) => say!(self, end_sets, other = letter(count - 1), digits),
        };
        say!(self, sets, sets = all(&named), commons = all(&commons)) + &ends
    }

    fn set(&self, set: &AlmostLockedSet) -> String {
        let digits: String = set.digits.iter().map(|digit| self.digit(*digit)).collect::<Vec<_>>().join(" ");
        format!("{} {{{digits}}}", self.cells(&set.cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Puzzle;
    use crate::logic::Explainer;
    use crate::logic::techniques::examples;

    fn wording() -> Wording {
        Wording::new(Shape::NINE, &Symbols::for_side(9))
    }

    /// No hint and no sentence has a gap, whatever the technique: a word that nothing follows, or two blanks.
    #[test]
    fn no_sentence_has_a_hole() {
        for step in examples::all().map(|example| example.step()) {
            let wording = wording();
            for text in [wording.where_to_look(&step), wording.what_to_look_at(&step), wording.step(&step)] {
                let holes = ["  ", " ,", " .", " ;", " at in ", " in in ", "{}", "[]"];
                assert!(!holes.iter().any(|hole| text.contains(hole)), "{text}");
                let ends = [" in", " at", " of", " and", " or", " be"];
                let is_whole = |clause: &str| !ends.iter().any(|end| clause.ends_with(end));
                assert!(text.split([',', ';', '.', ':']).all(is_whole), "{text}");
            }
        }
    }

    #[test]
    fn cells_are_written_in_short() {
        let cells = |places: &[(usize, usize)]| -> Vec<Cell> {
            places.iter().map(|(row, column)| Shape::NINE.cell(row - 1, column - 1)).collect()
        };
        let words = |places: &[(usize, usize)]| wording().cells(&cells(places));
        assert_eq!(words(&[(1, 4)]), "r1c4");
        assert_eq!(words(&[(1, 6), (1, 4)]), "r1c46");
        assert_eq!(words(&[(2, 5), (8, 5)]), "r28c5");
        assert_eq!(words(&[(4, 3), (6, 3), (7, 2)]), "r46c3 and r7c2");
        assert_eq!(words(&[(1, 1), (1, 2), (5, 9), (9, 9)]), "r1c12 and r59c9");
        assert_eq!(words(&[(1, 3), (1, 8), (3, 3), (3, 8)]), "r13c38");
        assert_eq!(wording().with_letters().cells(&cells(&[(1, 4), (9, 9)])), "A4 and I9");
    }

    /// Every step of a path has words: technique, an argument, and a conclusion that names every cell; hints reveal less.
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
