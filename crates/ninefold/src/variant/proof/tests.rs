//! Certificates compared with the specification: the inequalities agree with the rules, board by board.

use super::encode::Encoder;
use super::formula::{Formula, Row};
use super::rules;
use super::{Budget, EASY, certify};
use crate::notation::{ReadOptions, read};
use crate::random::Random;
use crate::solve::literal::Literal;
use crate::variant::tests::{any, boards, fillings};
use crate::variant::{Constraint, Kind, Solver, VariantPuzzle, Verdict};
use std::collections::BTreeSet;

#[path = "../../../examples/check_proof.rs"]
mod check_proof;

use check_proof::check;

fn formula(puzzle: &VariantPuzzle) -> Result<Formula, String> {
    let mut encoder = Encoder::new(puzzle);
    for (place, constraint) in puzzle.constraints.iter().enumerate() {
        encoder.begin(place + 1, &constraint.rule());
        rules::encode(constraint, &mut encoder)?;
    }
    Ok(encoder.formula)
}

/// Whether values can be completed so that all rows hold, by trial, with propagation of single rows.
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
                    // Towards the greater sum or the lower one.
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

/// For every kind, exactly the fillings that obey the rule can be completed to a solution of the formula.
#[test]
fn formulas_say_what_rules_say() {
    let boards = boards().map(|board| (fillings(&board), board));
    for kind in Kind::ALL {
        let mut random = Random::new(5, *kind as u64);
        let (mut tested, mut telling) = (0, 0);
        for attempt in 0..1500 {
            let (fillings, board) = &boards[attempt % 4];
            let mut puzzle = board.clone();
            puzzle.constraints.push(any(*kind, board, &mut random));
            if !puzzle.check().is_empty() || tested == 12 {
                continue;
            }
            tested += 1;
            let formula = formula(&puzzle).unwrap();
            let names = (0..formula.variables()).map(|variable| formula.name(Literal::new(variable)).1);
            assert_eq!(names.collect::<BTreeSet<_>>().len(), formula.variables(), "{:?}", puzzle.constraints);
            let mut sample: Vec<&Vec<i64>> = fillings.iter().collect();
            random.shuffle(&mut sample);
            sample.truncate(150);
            // Few fillings obey the rule: up to twenty of them are added.
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
        let has_board = [Kind::Windoku, Kind::BoxIndexing, Kind::DutchFlatmates, Kind::Grid].contains(kind);
        assert!(tested > 0 && telling > 0 || has_board, "{kind}: {tested} tested, {telling} told fillings apart");
    }
}

/// Makes and checks a certificate, with lemmas from the beginning (`easy` is 0) or only if the proof is hard.
fn proved(puzzle: &VariantPuzzle, easy: u64) -> (Verdict, String, String) {
    let verdict = Solver::new().verdict(puzzle).unwrap().unwrap();
    let claim = match &verdict {
        Verdict::None => "UNSAT".to_owned(),
        Verdict::Unique(only) => format!("BOUNDS {0} {0}", only.len()),
        Verdict::Multiple(one, other) => {
            format!("BOUNDS 0 {}", one.iter().zip(other).filter(|(one, other)| one == other).count())
        }
    };
    let certificate = certify(puzzle, verdict, easy, &mut Budget { nodes: u64::MAX, cancel: None }).unwrap();
    let (formula, proof) = (certificate.formula, certificate.proof);
    assert_eq!(check(&formula, &proof).as_ref(), Ok(&claim), "{:?}\n{formula}\n{proof}", puzzle.constraints);
    // The objective is the number of cells that agree with the first solution of the verdict.
    let minimised = formula.lines().nth(1).filter(|line| line.starts_with("min: "));
    let expected = match &certificate.verdict {
        Verdict::None => None,
        Verdict::Unique(digits) | Verdict::Multiple(digits, _) => {
            let names = digits.iter().enumerate();
            Some(names.map(|(cell, digit)| format!("1 {}_{digit} ", puzzle.name_of(cell))).collect::<String>())
        }
    };
    assert_eq!(minimised, expected.map(|names| format!("min: {names};")).as_deref());
    (certificate.verdict, formula, proof)
}

/// For every kind, with a few givens from a filling or none, the certificate is accepted, whatever the verdict.
#[test]
fn verdicts_of_every_kind_are_proved() {
    let boards = boards().map(|board| (fillings(&board), board));
    let mut found = [0; 3];
    for kind in Kind::ALL {
        let mut random = Random::new(9, *kind as u64);
        let mut tested = 0;
        for attempt in 0..400 {
            let (fillings, board) = &boards[attempt % 3];
            let mut puzzle = board.clone();
            puzzle.constraints.push(any(*kind, board, &mut random));
            let filling = &fillings[random.below(fillings.len())];
            for _ in 0..random.below(6) {
                let cell = random.below(board.cell_count());
                puzzle.give(cell, filling[cell]);
            }
            if !puzzle.check().is_empty() || tested == 12 {
                continue;
            }
            tested += 1;
            let (verdict, ..) = proved(&puzzle, if tested % 2 == 0 { 0 } else { EASY });
            match verdict {
                Verdict::None => found[0] += 1,
                Verdict::Unique(_) => found[1] += 1,
                Verdict::Multiple(..) => found[2] += 1,
            }
        }
    }
    assert!(found.iter().all(|count| *count > 30), "{found:?}");
}

/// A 6x6 killer whose cages are dominoes, with only as many givens as make it a proper puzzle.
fn killer() -> VariantPuzzle {
    let solution = b"123456456123231564564231312645645312".map(|digit| i64::from(digit - b'0'));
    let mut puzzle = VariantPuzzle::sudoku(2, 3);
    let dominoes = (0..12).map(|i| [2 * i, 2 * i + 1]).chain((24..30).map(|cell| [cell, cell + 6]));
    for cells in dominoes {
        let sum = cells.iter().map(|cell| solution[*cell]).sum();
        puzzle.constraints.push(Constraint::new(Kind::Cage).cells(cells).value(sum));
    }
    for cell in (0..36).map(|i| 7 * i % 36) {
        if matches!(Solver::new().verdict(&puzzle), Ok(Ok(Verdict::Unique(_)))) {
            break;
        }
        puzzle.give(cell, solution[cell]);
    }
    puzzle
}

#[test]
fn sums_of_houses_and_cages_are_derived() {
    let (verdict, formula, proof) = proved(&killer(), 0);
    assert!(matches!(verdict, Verdict::Unique(_)));
    assert!(proof.contains("\npol ") && formula.contains("Used only by the proof"), "{formula}");
}

#[test]
fn classics_of_any_size_are_proved() {
    let mut sizes = BTreeSet::new();
    let files = [include_str!("../../../testdata/small.txt"), include_str!("../../../testdata/nine.txt")];
    for line in files.into_iter().flat_map(|file| file.lines().take(25)) {
        let text = line.split(':').next().unwrap_or_default();
        let Ok(record) = read(text, &ReadOptions::default()) else { continue };
        let puzzle = VariantPuzzle::from(&record.puzzle);
        sizes.insert(puzzle.rows());
        proved(&puzzle, EASY);
    }
    assert!(sizes.contains(&4) && sizes.contains(&9), "{sizes:?}");
}

/// A changed proof is refused, or still proves the same claim: another claim is never accepted.
#[test]
fn changed_proofs_show_nothing_else() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let classic = VariantPuzzle::from(&read(hard, &ReadOptions::default()).unwrap().puzzle);
    let mut random = Random::new(13, 0);
    for (puzzle, easy) in [(classic, EASY), (killer(), 0)] {
        let (_, formula, proof) = proved(&puzzle, easy);
        let claim = check(&formula, &proof).unwrap();
        let lines: Vec<&str> = proof.lines().collect();
        let mut refused = 0;
        for round in 0..60 {
            let mut lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            let place = 2 + random.below(lines.len() - 5);
            match round % 3 {
                // Remove a step.
                0 => drop(lines.remove(place)),
                // Change a literal, or a value of the solution.
                1 => {
                    let words: Vec<&str> = lines[place].split(' ').collect();
                    let literals: Vec<usize> = (0..words.len()).filter(|i| words[*i].contains('_')).collect();
                    let Some(changed) = literals.get(random.below(literals.len().max(1))) else { continue };
                    let word = words[*changed];
                    let other = word.strip_prefix('~').map_or_else(|| format!("~{word}"), str::to_owned);
                    let words: Vec<String> = words
                        .iter()
                        .enumerate()
                        .map(|(i, word)| if i == *changed { other.clone() } else { word.to_string() })
                        .collect();
                    lines[place] = words.join(" ");
                }
                // Change a number.
                _ => {
                    let digits: Vec<usize> = lines[place].match_indices(char::is_numeric).map(|(at, _)| at).collect();
                    let Some(at) = digits.get(random.below(digits.len().max(1))) else { continue };
                    let digit = (lines[place].as_bytes()[*at] - b'0' + 1 + random.below(8) as u8) % 10;
                    lines[place].replace_range(at..&(at + 1), &digit.to_string());
                }
            }
            match check(&formula, &(lines.join("\n") + "\n")) {
                Ok(shown) => assert_eq!(shown, claim),
                Err(_) => refused += 1,
            }
        }
        // Rows combined with other factors give true inequalities too, and the others may be enough for the proof.
        let is_search = easy > 0;
        assert!(refused >= if is_search { 10 } else { 1 }, "{refused}");
        let changed = |from: &str, to: &str| check(&formula, &proof.replacen(from, to, 1)).unwrap_err();
        // A wrong solution; another claim.
        let first = proof.lines().find_map(|line| line.strip_prefix("soli ")).unwrap().split(' ').next().unwrap();
        let other = first.strip_prefix('~').map_or_else(|| format!("~{first}"), str::to_owned);
        changed(&format!("soli {first}"), &format!("soli {other}"));
        changed(&claim, "BOUNDS 0 3");
        changed(&claim, "UNSAT : 1");
        let short: Vec<&str> = lines.iter().copied().filter(|line| !line.starts_with("rup 1")).collect();
        assert!(!is_search || check(&formula, &(short.join("\n") + "\n")).is_err(), "it needs its steps");
        // A row of the formula with another degree: the solution does not satisfy it.
        let row = formula.lines().find(|line| line.ends_with("= 1 ;") && line.matches(' ').count() > 6).unwrap();
        let twice = formula.replacen(row, &row.replace("= 1 ;", "= 2 ;"), 1);
        assert!(check(&twice, &proof).is_err());
    }
}

/// Constraints of one kind within one alternative, and choices within one, do not share variables.
#[test]
fn constraints_that_hold_together_have_their_own_variables() {
    let cage = |cells: [usize; 2], sum: i64| Constraint::new(Kind::Cage).cells(cells).value(sum);
    let choice = |cells: [usize; 2]| {
        Constraint::new(Kind::Or).alternative([cage(cells, 3)]).alternative([cage(cells, 4), cage([8, 9], 7)])
    };
    let both = Constraint::new(Kind::Or)
        .alternative([cage([0, 1], 5), cage([2, 3], 5)])
        .alternative([choice([4, 5]), choice([6, 7])]);
    let mut puzzle = VariantPuzzle::sudoku(2, 2);
    puzzle.constraints = vec![both];
    let formula = formula(&puzzle).unwrap();
    let names = (0..formula.variables()).map(|variable| formula.name(Literal::new(variable)).1);
    assert_eq!(names.collect::<BTreeSet<_>>().len(), formula.variables());
    for givens in [&[(0, 1), (3, 2)][..], &[(0, 1), (1, 4)], &[(0, 1), (1, 2), (4, 3)]] {
        let mut puzzle = puzzle.clone();
        givens.iter().for_each(|(cell, digit)| puzzle.give(*cell, *digit));
        [0, EASY].into_iter().for_each(|easy| _ = proved(&puzzle, easy));
    }
}

/// A constraint that would need too many rows is refused, with its name.
#[test]
fn what_is_not_written_is_refused() {
    let mut puzzle = VariantPuzzle::new(8, 8, 1..=40);
    puzzle.constraints.push(Constraint::new(Kind::RellikCage).cells(0..20).value(126));
    let refused = Solver::new().nodes(1).certify(&puzzle);
    let mut encoder = Encoder::new(&puzzle);
    encoder.begin(1, "");
    assert!(rules::encode(&puzzle.constraints[0], &mut encoder).unwrap_err().contains("sets of digits"), "{refused:?}");
}
