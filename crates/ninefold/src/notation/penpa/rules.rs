//! Thermometers, and cages with a sum.
//!
//! ```text
//!   thermo        lists of points, the bulb first
//!   killercages   lists of points; the sum of a cage is a small number in the upper left quarter of one of its cells,
//!                 and the lines of `cage` between quarters of its cells are its outline
//! ```
//!
//! A cage without a sum may be anything.

use super::{DRAWN, Points, add_content, of_layer};
use crate::notation::sketch::{Rule, Sketch};
use crate::notation::value::Value;
use crate::variant::{Constraint, Kind};
use std::collections::BTreeMap;

/// What is read here.
const READ: [&str; 4] = ["thermo", "killercages", "numberS", "cage"];

/// Adds the rules that are drawn in a layer.
pub(super) fn add(layer: &Value<'_>, points: &Points, sketch: &mut Sketch) {
    let content = |wanted: &str| {
        let found = DRAWN.iter().find(|(_, long, _)| *long == wanted);
        found.and_then(|(short, long, _)| of_layer(layer, short, long))
    };
    let name = |wanted: &str| DRAWN.iter().find(|(_, long, _)| *long == wanted).map_or("", |(.., name)| name);
    for (short, long, name) in DRAWN.iter().filter(|(_, long, _)| !READ.contains(long)) {
        add_content(of_layer(layer, short, long), name, sketch);
    }
    for wanted in ["thermo", "killercages"] {
        if content(wanted).is_some_and(|content| !matches!(content, Value::List(_))) {
            add_content(content(wanted), name(wanted), sketch);
        }
    }
    for thermo in lists(content("thermo")) {
        match cells(thermo, points) {
            Some(cells) => sketch.add(Ok(vec![Constraint::new(Kind::Thermo).cells(cells)])),
            None => sketch.rules.push(Rule::unknown("thermometers beside the board")),
        }
    }
    let cages: Option<Vec<Vec<usize>>> = lists(content("killercages")).map(|cage| cells(cage, points)).collect();
    match cages {
        Some(cages) if cages.is_empty() => {
            ["numberS", "cage"].iter().for_each(|wanted| add_content(content(wanted), name(wanted), sketch));
        }
        Some(cages) => {
            let of_cell: BTreeMap<usize, usize> = cages
                .iter()
                .enumerate()
                .flat_map(|(number, cage)| cage.iter().map(move |cell| (*cell, number)))
                .collect();
            if of_cell.len() < cages.iter().map(Vec::len).sum() {
                return sketch.rules.push(Rule::unknown("drawn killer cages that overlap"));
            }
            let (sums, outlines) = (content("numberS"), content("cage"));
            sketch.add(with_sums(cages, &of_cell, sums, points));
            if !are_outlines(&of_cell, outlines, points) {
                add_content(outlines, name("cage"), sketch);
            }
        }
        None => sketch.rules.push(Rule::unknown("drawn killer cages beside the board")),
    }
}

fn lists<'a>(content: Option<&'a Value<'a>>) -> impl Iterator<Item = &'a Value<'a>> {
    content.map_or(&[][..], Value::values).iter().filter(|list| !list.is_void())
}

fn cells(list: &Value<'_>, points: &Points) -> Option<Vec<usize>> {
    list.values().iter().map(|point| points.cell(point.number()?)).collect()
}

/// The cages, each with its sum; or that one has none, or that a small number is no sum.
fn with_sums(
    cages: Vec<Vec<usize>>,
    of_cell: &BTreeMap<usize, usize>,
    sums: Option<&Value<'_>>,
    points: &Points,
) -> Result<Vec<Constraint>, Rule> {
    let mut constraints: Vec<Constraint> =
        cages.into_iter().map(|cage| Constraint::new(Kind::Cage).cells(cage)).collect();
    for (point, content) in sums.map_or(&[][..], Value::members).iter().filter(|(_, content)| !content.is_void()) {
        let place = point.parse().ok().and_then(|point| points.quarter(point)).filter(|(_, quarter)| *quarter == 0);
        let sum = content.values().first().and_then(Value::word).and_then(|word| word.trim().parse::<i64>().ok());
        let cage = place.and_then(|(cell, _)| of_cell.get(&cell));
        match (cage.map(|cage| &mut constraints[*cage]), sum) {
            (Some(cage @ Constraint { value: None, .. }), Some(sum)) => cage.value = Some(sum),
            _ => return Err(Rule::unknown("drawn small numbers")),
        }
    }
    match constraints.iter().all(|cage| cage.value.is_some()) {
        true => Ok(constraints),
        false => Err(Rule::unknown("drawn killer cages without a sum")),
    }
}

/// Whether all lines are between quarters of the cells of one cage.
fn are_outlines(of_cell: &BTreeMap<usize, usize>, lines: Option<&Value<'_>>, points: &Points) -> bool {
    lines.map_or(&[][..], Value::members).iter().all(|(name, _)| {
        let ends = name.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let cage = |point: usize| of_cell.get(&points.quarter(point)?.0);
        ends.is_some_and(|(a, b)| cage(a).is_some() && cage(a) == cage(b))
    })
}
