//! What a step says, in plain English: the only place with words for steps. Those for chains are in `chains`, names of
//! cells, digits and houses in `words`.

mod chains;
mod words;

use super::step::{AlmostLockedSet, Candidate, Chain, Constraint, Node, Pattern, Premise, Step};
use super::{Family, Technique, tenths_text};
use crate::board::{Cell, Digit, House, Houses, Shape, Symbols};
use std::sync::Arc;
use words::{capital, list, number_word, parts, sorted};

/// How cells and digits are written, and the sentences that are made of them.
#[derive(Clone, Debug)]
pub struct Wording {
    shape: Shape,
    houses: Arc<Houses>,
    symbols: Symbols,
    has_letters: bool,
}

impl Wording {
    /// Cells as `r4c5`, digits in these symbols.
    pub fn new(shape: Shape, symbols: &Symbols) -> Wording {
        Wording { shape, houses: Houses::of(shape), symbols: symbols.clone(), has_letters: false }
    }

    /// Cells as `D5`.
    #[must_use]
    pub fn with_letters(mut self) -> Wording {
        self.has_letters = true;
        self
    }

    /// The whole step: technique, argument, conclusion.
    pub fn step(&self, step: &Step) -> String {
        let argument = self.argument(step) + &self.last_place(step).unwrap_or_default();
        let rating = step.se_rating.map_or_else(String::new, |rating| format!(" ({})", tenths_text(rating)));
        let technique = capital(step.technique.name()) + &rating;
        match step.pattern {
            // The argument of a single is its conclusion.
            Pattern::Single { .. } => format!("{technique}: {argument}."),
            _ => format!("{technique}: {argument}. So {}.", self.conclusions(step)),
        }
    }

    /// The houses of a cell: row, column, others.
    fn houses_of(&self, cell: Cell) -> impl Iterator<Item = House> {
        self.houses.of_cell(cell).iter().map(|house| self.houses.kind(usize::from(*house)))
    }

    fn is_in(&self, cell: Cell, house: House) -> bool {
        self.houses_of(cell).any(|of_cell| of_cell == house)
    }

    /// A first hint: the family, and about where.
    pub fn where_to_look(&self, step: &Step) -> String {
        let first = step.placements.first().or(step.eliminations.first());
        let Some(first) = first else { return String::new() };
        let near = self.houses_of(first.cell).last().expect("a cell has houses");
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
                houses = self.houses_of(placed.cell).filter(|house| !matches!(house, House::Box(_))).collect();
            }
        }
        let mut places = vec![self.houses(&sorted(houses)), self.cells(&sorted(cells))];
        places.retain(|names| !names.is_empty());
        let (digits, places) = (self.digits(&sorted(digits), "and"), places.join(" and in "));
        let look = match (digits.is_empty(), places.is_empty()) {
            (_, true) => digits,
            (true, _) => places.replace(" and in ", " and "),
            _ => format!("{digits} in {places}"),
        };
        format!("{}: look at {look}.", capital(step.technique.name()))
    }

    /// What follows: `r1c1 is 4; r2c3 cannot be 5 or 6`.
    pub fn conclusions(&self, step: &Step) -> String {
        let mut parts: Vec<String> =
            step.placements.iter().map(|c| format!("{} is {}", self.cell(c.cell), self.digit(c.digit))).collect();
        // Cells that lose the same digits are named together.
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
                format!("in {base}, {digit} can only be in {cover}; no other cell of {cover} can have it")
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
                let digits = self.digits(digits, "and");
                format!("all ways to place {digits} on the whole board agree")
            }
            Pattern::Sets { sets, commons, stem, digits } => self.sets(sets, commons, *stem, digits),
            Pattern::SueDeCoq { cells, line, block } => format!(
                "{} with {} in the line and {} in the box have as many digits as cells, and none of these can appear \
                 twice, so each appears exactly once",
                self.cells(cells),
                self.set(line),
                self.set(block)
            ),
            Pattern::Exclusion { cells, witnesses } => format!(
                "any digits for {} that include a removed candidate would leave {}{} without a candidate",
                self.cells(cells),
                if witnesses.len() > 1 { "one of " } else { "" },
                self.cells(witnesses)
            ),
        }
    }

    fn single(&self, step: &Step, house: Option<House>) -> String {
        let Some(placed) = step.placements.first() else { return String::new() };
        let (cell, digit) = (self.cell(placed.cell), self.digit(placed.digit));
        match house {
            None => format!("{cell} can only be {digit}"),
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

    fn fish(
        &self,
        step: &Step,
        digit: Digit,
        base: &[House],
        cover: &[House],
        (fins, chains): (&[Cell], &[Chain]),
    ) -> String {
        let (digit, bases, covers) = (self.digit(digit), self.houses(base), self.houses(cover));
        let these = if fins.len() == 1 { "the fin" } else { "one of the fins" };
        let fin = match fins.len() {
            0 => String::new(),
            _ => format!(", or in {these} {}", self.cells(fins)),
        };
        let mut text = format!("in {bases}, {digit} can only be in {covers}{fin}");
        if fins.is_empty() {
            text += &format!("; so {covers} have their {digit}s there and nowhere else");
        } else if chains.is_empty() {
            let out: Vec<Cell> = step.eliminations.iter().map(|out| out.cell).collect();
            let see = if out.len() == 1 { "sees" } else { "see" };
            let (none, fin) = match fins.len() {
                1 => ("the fin is not", "the fin".to_owned()),
                _ => ("none of the fins is", format!("whichever fin is {digit}")),
            };
            text += &format!(
                "; if {none} {digit}, {covers} have their {digit}s there; otherwise {} {see} {fin}",
                self.cells(&out)
            );
        } else {
            let chains: Vec<String> = chains.iter().map(|chain| self.chain(chain)).collect();
            text += &format!("; and from there: {}", chains.join("; "));
        }
        text
    }

    fn colors(
        &self,
        groups: &[[Vec<Candidate>; 2]],
        wrong: Option<(usize, usize)>,
        touching: Option<[Candidate; 2]>,
    ) -> String {
        let of_group = |[one, other]: &[Vec<Candidate>; 2]| {
            let [one, other] = [one, other].map(|color| self.candidates(color, "and"));
            format!("either {one}, or {other}")
        };
        let text = groups.iter().map(of_group).collect::<Vec<_>>().join("; and ");
        if let Some(color) = wrong.and_then(|(group, color)| Some(&groups.get(group)?[color])) {
            return format!("{text}; but {} cannot all be true", self.candidates(color, "and"));
        }
        if let ([one, two], Some([a, b])) = (groups, touching) {
            let other_color = |group: &[Vec<Candidate>; 2], of: Candidate| {
                self.candidates(&group[usize::from(group[0].contains(&of))], "and")
            };
            let (one, two) = (other_color(one, a), other_color(two, b));
            return format!(
                "{text}; {} and {} see each other, so {one}, or {two}",
                self.cell(a.cell),
                self.cell(b.cell)
            );
        }
        format!("{text}; candidates that see both colours can be removed")
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
            let link = self.digit(link);
            return format!(
                "{ends} have the same two digits; in {house}, {link} can only be in {center}, which see one of them each, \
                 so one of them is not {link} but {digit}"
            );
        }
        match (technique, pincers, shared) {
            (Technique::XYWing | Technique::XYZWing, [one, other], [by, by_other]) => {
                let [one, other] = [one, other].map(|cell| self.cell(*cell));
                let [by, by_other] = [by, by_other].map(|digit| self.digit(*digit));
                let itself = match technique {
                    Technique::XYZWing => format!("; otherwise {center} itself is {digit}"),
                    _ => String::new(),
                };
                format!("if {center} is {by}, {one} is {digit}; if it is {by_other}, {other} is{itself}")
            }
            _ => format!("whatever {center} is, it or one of {ends} is {digit}"),
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
        let one_of = if roof.len() > 1 { "one of " } else { "" };
        let rescued = format!("{one_of}{} is {}", self.cells(&roof), self.digits(&further, "or"));
        let (pattern, pair) = (self.cells(&cells), self.digits(&digits, "and"));
        let is_grave = matches!(step.technique, Technique::BugPlusOne | Technique::BugPlusMany);
        let exchange = if is_grave {
            "every open cell would have two digits and every digit two places in its houses; all could be exchanged"
                .to_owned()
        } else {
            format!("{pair} could be exchanged in {pattern}")
        };
        let out: Vec<Digit> = parts(&step.eliminations).1;
        let out = self.digits(&out, "or");
        match (link, step.eliminations.first()) {
            (Some((digit, houses)), Some(corner)) if step.technique == Technique::HiddenRectangle => {
                let is_beside = |cell: &&Cell| self.houses_of(**cell).any(|house| self.is_in(corner.cell, house));
                let (beside, across): (Vec<&Cell>, Vec<&Cell>) =
                    cells.iter().filter(|cell| **cell != corner.cell).partition(is_beside);
                let [beside, across] = [beside, across].map(|cells| cells.into_iter().copied().collect::<Vec<Cell>>());
                format!(
                    "if {} were {out}, the {digit}s of {houses} would be in {beside}, and {} would be {out}; but then \
                     {exchange}, and there would be two solutions",
                    self.cell(corner.cell),
                    self.cells(&across),
                    digit = self.digit(*digit),
                    houses = self.houses(houses),
                    beside = self.cells(&beside)
                )
            }
            (Some((digit, houses)), _) if step.technique == Technique::UniqueRectangleSix => format!(
                "in {}, {digit} can only be in {pattern}; if one of {} had it, both would, and {exchange}: there would be \
                 two solutions",
                self.houses(houses),
                self.cells(&roof),
                digit = self.digit(*digit)
            ),
            (Some((digit, houses)), _) if subset.is_empty() => format!(
                "in {}, {digit} can only be in {}; if the other one were {out}, {exchange}, and there would be two \
                 solutions",
                self.houses(houses),
                self.cells(&roof),
                digit = self.digit(*digit)
            ),
            _ if rescue.is_empty() => format!("otherwise {exchange}, and there would be two solutions"),
            _ => {
                let mut hidden: Vec<(Digit, House)> = Vec::new();
                for premise in &step.premises {
                    if let Premise::Strong(Constraint::Place(house, digit)) = premise {
                        hidden.push((*digit, *house));
                    }
                }
                let by_subset = match (subset, hidden.first()) {
                    ([], _) => String::new(),
                    (_, None) => format!("; with {} that makes a naked subset", self.cells(subset)),
                    (_, Some((_, house))) => {
                        let digits: Vec<Digit> = hidden.iter().map(|(digit, _)| *digit).collect();
                        format!(
                            "; so only {} and the other one of {} have room for {} in {house}, a hidden subset",
                            self.cells(subset),
                            self.cells(&roof),
                            self.digits(&digits, "and")
                        )
                    }
                };
                format!("unless {rescued}, {exchange}, and there would be two solutions{by_subset}")
            }
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
        match (node.candidates.len(), node.is_true) {
            (0 | 1, is_true) => format!("{cells} is {}{digits}", if is_true { "" } else { "not " }),
            (_, true) => format!("one of {cells} is {digits}"),
            (_, false) => format!("none of {cells} is {digits}"),
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
        let digits = self.digits(digits, "or");
        if let Some(stem) = stem {
            return format!(
                "whatever {} is, it takes that digit from one of {}, which then keeps all its other digits; so one of them has {digits}",
                self.cell(stem),
                list(&words, "and")
            );
        }
        let letter = |set: usize| char::from(b'A' + set.min(25) as u8);
        let named: Vec<String> = words.iter().enumerate().map(|(i, set)| format!("{} = {set}", letter(i))).collect();
        let common = |(one, other, digit): &(usize, usize, Digit)| {
            format!("only one of {} and {} can have {}", letter(*one), letter(*other), self.digit(*digit))
        };
        let commons: Vec<String> = commons.iter().map(common).collect();
        let ends = match (sets.len(), digits.is_empty()) {
            (_, true) => String::new(),
            (2, _) => format!(", so one of them has {digits}"),
            // The pivot of a wing comes last.
            (3, _) => format!(", so A or B has {digits}"),
            (count, _) => format!(", so A or {} has {digits}", letter(count - 1)),
        };
        format!(
            "{} each have one more digit than cells, so a set that lacks one digit has all its others; {}{ends}",
            list(&named, "and"),
            list(&commons, "and"),
        )
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

    /// No hint and no sentence has a hole, whatever the technique: a word that leads nowhere, two blanks.
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
