//! A choice of rules.
//!
//! ```text
//!   3-->--5      the arrow points to the higher digit,
//!   8--<--2      or both point the other way
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "or",
    title: "choice of rules",
    parts: Parts::ALTERNATIVES,
    members: &[("alternatives", Part::Alternatives)],
    may_repeat: true,
    rule: |choice| {
        let titles = |together: &Vec<Constraint>| {
            together.iter().map(|constraint| constraint.kind.title()).collect::<Vec<_>>().join(" and ")
        };
        let alternatives: Vec<String> = choice.alternatives.iter().map(titles).collect();
        format!("At least one of these holds: {}.", alternatives.join("; or "))
    },
    check: |choice, puzzle| {
        if choice.alternatives.len() < 2 {
            return Err("1 alternative, expected at least 2".to_owned());
        }
        if let Some(place) = choice.alternatives.iter().position(Vec::is_empty) {
            return Err(format!("alternative {} has no constraint, expected at least one", place + 1));
        }
        let mut wrong = None;
        for (number, constraint) in numbered(choice) {
            let Some(mistake) = puzzle.mistake_of(constraint) else { continue };
            let message = format!("alternative {number}: {mistake}");
            if !has_another_number(constraint, puzzle) {
                return Err(message);
            }
            wrong.get_or_insert(message);
        }
        match possible(choice, puzzle).next() {
            Some(_) => Ok(()),
            None => Err(wrong.expect("each has a mistake")),
        }
    },
    draw: |choice, puzzle| {
        let mut figures = Vec::new();
        for figure in choice.alternatives.iter().flatten().flat_map(|constraint| constraint.figures(puzzle)) {
            if !figures.contains(&figure) {
                figures.push(figure);
            }
        }
        figures
    },
    holds: |choice, board| {
        let holds = |constraint: &Constraint| (constraint.kind.spec().holds)(constraint, board);
        possible(choice, board.puzzle).any(|together| together.iter().all(holds))
    },
    compile: |choice, puzzle, model| {
        let compile = |together: &[Constraint], model: &mut Model| {
            together.iter().for_each(|constraint| (constraint.kind.spec().compile)(constraint, puzzle, model));
        };
        // Compilation relies on each kind's check, so only alternatives without mistakes are compiled.
        model.one_of_these(possible(choice, puzzle).map(|together| move |model: &mut Model| compile(together, model)));
    },
};

/// Each constraint, with the number of its alternative.
fn numbered(choice: &Constraint) -> impl Iterator<Item = (usize, &Constraint)> {
    let alternatives = choice.alternatives.iter().zip(1..);
    alternatives.flat_map(|(together, number)| together.iter().map(move |constraint| (number, constraint)))
}

/// The alternatives that some board could satisfy. Setters write others too: one number as the sum of a cage, or as something
/// else that is possible for it.
pub(in crate::variant) fn possible<'a>(
    choice: &'a Constraint,
    puzzle: &'a VariantPuzzle,
) -> impl Iterator<Item = &'a Vec<Constraint>> {
    let is_possible = |constraint: &Constraint| puzzle.mistake_of(constraint).is_none();
    choice.alternatives.iter().filter(move |together| together.iter().all(is_possible))
}

/// Whether only the number of a constraint is wrong: no board could satisfy it with this number, but with another.
fn has_another_number(constraint: &Constraint, puzzle: &VariantPuzzle) -> bool {
    let with = |number: i64| Constraint { value: Some(number), ..constraint.clone() };
    let is_impossible = match constraint.kind {
        // With such a number, boards could satisfy these; they are just not supported.
        Kind::Modular | Kind::RellikCage | Kind::SameValues | Kind::SumLoop => false,
        Kind::Lockout | Kind::Whisper => constraint.value >= Some(0),
        _ => constraint.value.is_some(),
    };
    is_impossible && (0..=HIGHEST).any(|number| puzzle.mistake_of(&with(number)).is_none())
}

/// The highest number to try: no clue on boards of usual size has a higher one.
const HIGHEST: i64 = 500;
