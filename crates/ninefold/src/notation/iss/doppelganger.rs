//! The one rule for whole boards that needs cells beside them.

use crate::notation::sketch::{Rule, Sketch, cells_of_regions};
use crate::variant::{Constraint, Kind};

/// Of the digits from 0, each row, column and box has all but one of those above 0: these differ from row to row, from column
/// to column and from box to box, and where a 0 is, those of its row, its column and its box differ. Cells beside the board
/// have them.
pub(super) fn rules(sketch: &Sketch) -> Result<Vec<Constraint>, Rule> {
    let (side, count) = (sketch.rows, sketch.rows * sketch.columns);
    let boxes = cells_of_regions(sketch.regions.as_deref().unwrap_or_default());
    let is_usual = sketch.has_lines
        && side <= 16
        && sketch.columns == side
        && sketch.digits == (0..=side as i64)
        && (boxes.is_empty() || boxes.len() == side && boxes.iter().all(|cells| cells.len() == side));
    if !is_usual {
        return Err(Rule::unknown("Doppelganger on a board other than one with digits from 0"));
    }
    let missing = |prefix: &str, number: usize| {
        let name = if side == 1 { prefix.to_owned() } else { format!("{prefix}{}", number + 1) };
        sketch.further.names[&name]
    };
    let zero = sketch.further.names["DGZ"];
    let (of, differ) = (Constraint::new, |cells: Vec<usize>| Constraint::new(Kind::AllDifferent).cells(cells));
    let mut rules = vec![of(Kind::OneOf).cells([zero]).values([0])];
    let rows: Vec<Vec<usize>> = (0..side).map(|row| (side * row..side * (row + 1)).collect()).collect();
    let columns: Vec<Vec<usize>> = (0..side).map(|column| (column..count).step_by(side).collect()).collect();
    for (prefix, houses) in [("DGC", &rows), ("DGR", &columns), ("DGB", &boxes)] {
        for (number, cells) in houses.iter().enumerate() {
            rules.push(differ([&cells[..], &[missing(prefix, number)]].concat()));
        }
        if houses.is_empty() {
            rules.extend((0..side).map(|number| of(Kind::OneOf).cells([missing(prefix, number)]).values([0])));
        } else {
            rules.push(differ((0..side).map(|number| missing(prefix, number)).chain([zero]).collect()));
        }
    }
    for cell in 0..count {
        let of_box = boxes.iter().position(|cells| cells.contains(&cell)).map(|number| missing("DGB", number));
        let digits = [missing("DGC", cell / side), missing("DGR", cell % side)].into_iter().chain(of_box).collect();
        let is_digit = of(Kind::OneOf).cells([cell]).values(1..=side as i64);
        rules.push(of(Kind::Or).alternative([is_digit]).alternative([differ(digits)]));
    }
    Ok(rules)
}
