//! Certificates against what they are about: what the inequalities say is what rules say, board by board.

use super::encode::Encoder;
use super::formula::{Formula, Row};
use super::rules;
use crate::solve::literal::Literal;
use crate::random::Random;
use crate::variant::tests::{any, boards, fillings};
use crate::variant::{Kind, VariantPuzzle};
use std::collections::BTreeSet;

fn formula(puzzle: &VariantPuzzle) -> Result<Formula, String> {
    let mut encoder = Encoder::new(puzzle);
    for (place, constraint) in puzzle.constraints.iter().enumerate() {
        encoder.begin(place + 1, &constraint.rule());
        rules::encode(constraint, &mut encoder)?;
    }
    Ok(encoder.formula)
}

/// Whether values can be completed so that all rows hold: by trying, with what single rows force.
fn is_possible(rows: &[Row], mut values: Vec<Option<bool>>) -> bool {
    loop {
        let mut is_new = false;
        for row in rows {
            let part = |(factor, literal): &(i64, Literal)| {
                let value = values[literal.variable()].map(|value| value != literal.is_negated());
                match value {
                    Some(true) => (*factor, *factor),
                    Some(false) => (0, 0),
                    None => (*factor.min(&0), *factor.max(&0)),
                }
            };
            let (least, most) = row.terms.iter().map(part).fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
            if most < row.degree || row.is_equation && least > row.degree {
                return false;
            }
            for (factor, literal) in &row.terms {
                if values[literal.variable()].is_some() {
                    continue;
                }
                let must = most - factor.abs() < row.degree;
                let must_not = row.is_equation && least + factor.abs() > row.degree;
                if must || must_not {
                    // Towards the greater sum, or the lower one.
                    values[literal.variable()] = Some((must == (*factor > 0)) != literal.is_negated());
                    is_new = true;
                    break;
                }
            }
        }
        if !is_new {
            break;
        }
    }
    match values.iter().position(Option::is_none) {
        None => true,
        Some(open) => [false, true].into_iter().any(|value| {
            let mut values = values.clone();
            values[open] = Some(value);
            is_possible(rows, values)
        }),
    }
}

/// Of every kind: the fillings that keep the rule, and no other, can be completed to a solution of the formula.
#[test]
fn formulas_say_what_rules_say() {
    let boards = boards().map(|board| (fillings(&board), board));
    for kind in Kind::ALL {
        let mut random = Random::new(5, *kind as u64);
        let (mut tested, mut telling) = (0, 0);
        for attempt in 0..1500 {
            let (fillings, board) = &boards[attempt % 3];
            let mut puzzle = board.clone();
            puzzle.constraints.push(any(*kind, board, &mut random));
            if !puzzle.check().is_empty() || tested == 12 {
                continue;
            }
            tested += 1;
            let formula = formula(&puzzle).unwrap();
            let mut sample: Vec<&Vec<i64>> = fillings.iter().collect();
            random.shuffle(&mut sample);
            sample.truncate(150);
            // Those that keep it are few: as many of them as there are.
            let keeps = fillings.iter().filter(|filling| puzzle.is_solved_by(filling)).take(20);
            sample.extend(keeps);
            let verdicts: BTreeSet<bool> = sample
                .into_iter()
                .map(|filling| {
                    let mut values = vec![None; formula.variables()];
                    for (cell, digit) in filling.iter().enumerate() {
                        for (i, other) in puzzle.digits().enumerate() {
                            values[cell * puzzle.digit_count() + i] = Some(*digit == other);
                        }
                    }
                    let holds = puzzle.is_solved_by(filling);
                    assert_eq!(is_possible(formula.rows(), values), holds, "{:?} {filling:?}", puzzle.constraints);
                    holds
                })
                .collect();
            telling += usize::from(verdicts.len() == 2);
        }
        let has_board = [Kind::Windoku, Kind::BoxIndexing, Kind::DutchFlatmates].contains(kind);
        assert!(tested > 0 && telling > 0 || has_board, "{kind}: {tested} tested, {telling} told fillings apart");
    }
}
