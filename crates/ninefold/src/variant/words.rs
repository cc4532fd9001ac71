//! The rules of a puzzle in words.

use super::{Constraint, Part, VariantPuzzle};

impl VariantPuzzle {
    /// Returns all rules in words, a sentence or two for each: first the board's, then those of the constraints, with their
    /// cells. Constraints with the same words are listed together.
    ///
    /// ```
    /// use ninefold::variant::{Constraint, Kind, VariantPuzzle};
    /// let mut puzzle = VariantPuzzle::sudoku(2, 2);
    /// puzzle.constraints.push(Constraint::new(Kind::Thermo).cells([0, 1, 5]));
    /// puzzle.constraints.push(Constraint::new(Kind::Thermo).cells([9, 8]));
    /// let words = puzzle.words();
    /// assert_eq!(words[0], "The digits 1 to 4. No row, column or region repeats a digit.");
    /// assert_eq!(
    ///     words[1],
    ///     "Thermometer (r1c1-r1c2-r2c2, r3c2-r3c1): Digits along the thermometer rise from the bulb."
    /// );
    /// ```
    pub fn words(&self) -> Vec<String> {
        let (low, high) = (*self.digits().start(), *self.digits().end());
        let houses = match (self.has_lines, !self.regions.is_empty()) {
            (true, true) => " No row, column or region repeats a digit.",
            (true, false) => " No row or column repeats a digit.",
            (false, true) => " No region repeats a digit.",
            (false, false) => "",
        };
        let mut said: Vec<(String, String, Vec<String>)> = Vec::new();
        for constraint in &self.constraints {
            let title = constraint.kind.title();
            let capital = title.chars().take(1).flat_map(char::to_uppercase).chain(title.chars().skip(1)).collect();
            let (rule, places) = (self.rule_of(constraint), self.places_of(constraint));
            match said.iter_mut().find(|(_, known, _)| *known == rule) {
                Some((.., all)) => all.extend(places),
                None => said.push((capital, rule, places.into_iter().collect())),
            }
        }
        let sentence = |(title, rule, places): (String, String, Vec<String>)| match places.is_empty() {
            true => format!("{title}: {rule}"),
            false => format!("{title} ({}): {rule}", places.join(", ")),
        };
        let further = match self.further_cells() {
            0 => String::new(),
            1 => " A cell beside the board, x1, has a digit too.".to_owned(),
            count => format!(" {count} cells beside the board, x1 to x{count}, have digits too."),
        };
        let gaps = match self.gaps().count() {
            0 => String::new(),
            1 => " The board has a gap.".to_owned(),
            count => format!(" The board has {count} gaps."),
        };
        let board = format!("The digits {low} to {high}.{houses}{further}{gaps}");
        std::iter::once(board).chain(said.into_iter().map(sentence)).collect()
    }

    /// The rule of a constraint in words; for a choice between alternatives, with their cells.
    fn rule_of(&self, constraint: &Constraint) -> String {
        let one = |constraint: &Constraint| {
            let rule = self.rule_of(constraint);
            format!("{}: {}", self.title_with_places(constraint), rule.trim_end_matches('.'))
        };
        let together = |constraints: &Vec<Constraint>| match &constraints[..] {
            [] => "no rule".to_owned(),
            all => all.iter().map(one).collect::<Vec<_>>().join(", and "),
        };
        match &constraint.alternatives[..] {
            [] => constraint.rule(),
            all => {
                format!("At least one of these holds: {}.", all.iter().map(together).collect::<Vec<_>>().join("; or "))
            }
        }
    }

    /// The title of a constraint's kind, and its cells.
    pub(super) fn title_with_places(&self, constraint: &Constraint) -> String {
        let title = constraint.kind.title();
        self.places_of(constraint).map_or_else(|| title.to_owned(), |places| format!("{title} ({places})"))
    }

    /// The cells of a constraint, list by list: an arrow's circle comes before its shaft.
    fn places_of(&self, constraint: &Constraint) -> Option<String> {
        let lists = constraint.kind.members().iter().flat_map(|(_, part)| match part {
            Part::Cells | Part::Cell => std::slice::from_ref(&constraint.cells),
            Part::Other(place) | Part::OtherCell(place) => constraint.others.get(*place..=*place).unwrap_or_default(),
            Part::Others => &constraint.others[..],
            _ => &[],
        });
        let names = |cells: &Vec<usize>| cells.iter().map(|cell| self.name_of(*cell)).collect::<Vec<_>>().join("-");
        let lists: Vec<String> = lists.filter(|cells| !cells.is_empty()).map(names).collect();
        (!lists.is_empty()).then(|| lists.join("/"))
    }
}
