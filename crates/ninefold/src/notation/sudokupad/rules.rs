//! Cages, and rules of the whole board that the format has names of.
//!
//! A cage is an outline. What it means is known only if it is said that its digits differ (`unique`) and if in its corner is a sum
//! or nothing; of all other cages only the rules in words tell.

use super::{CORNER, perhaps_rule_of_cage, shown};
use crate::notation::places::Places;
use crate::notation::sketch::{Rule, Sketch};
use crate::notation::value::Value;
use crate::variant::{Constraint, Kind};

/// The rules that the format has names of.
const GLOBALS: [(&str, Kind); 2] = [("antiknight", Kind::AntiKnight), ("antiking", Kind::AntiKing)];

/// Adds what may be a rule.
pub(super) fn add(name: &str, content: &Value<'_>, sketch: &mut Sketch) {
    match (name, content) {
        ("cage", Value::Object(_)) => {
            let board = Places::new(sketch.rows, sketch.columns);
            sketch.add(killer(content, &board).map(|cage| vec![cage]));
        }
        ("global", Value::List(names)) if names.iter().all(|name| matches!(name, Value::Text(_))) => {
            let names = names.iter().filter_map(Value::word);
            names.for_each(|name| sketch.add(global(name, format!("the rule {} of the whole board", shown(name)))));
        }
        (_, Value::Bool(true)) => sketch.add(global(name, shown(name))),
        _ => sketch.add_rule(shown(name), content),
    }
}

/// The rule of the whole board with a name, or what it is called if it is not known.
fn global(name: &str, title: String) -> Result<Vec<Constraint>, Rule> {
    let known = GLOBALS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
    known.map(|(_, kind)| vec![Constraint::new(*kind)]).ok_or_else(|| Rule::unknown(title))
}

fn killer(cage: &Value<'_>, board: &Places) -> Result<Constraint, Rule> {
    let unclear = |why: String| Rule::unknown(format!("cage {why}"));
    let values = CORNER.iter().filter_map(|name| cage.get(name).filter(|value| !value.is_void()));
    let mut sum = None;
    for value in values {
        let word = value.word().unwrap_or_default();
        let number = word.trim().parse::<i64>();
        let number = number.map_err(|_| unclear(format!("with {} in its corner", shown(word))))?;
        if sum.replace(number).is_some_and(|other| other != number) {
            return Err(unclear("with two sums".to_owned()));
        }
    }
    match cage.get("unique") {
        Some(Value::Bool(true)) => {}
        Some(Value::Bool(false)) => return Err(unclear("whose digits may repeat".to_owned())),
        _ => return Err(unclear("without 'unique', which says whether its digits differ".to_owned())),
    }
    if let Some(name) = perhaps_rule_of_cage(cage) {
        return Err(unclear(format!("with {}", shown(name))));
    }
    let wrong = |message| Rule::Wrong(Kind::Cage.title().to_owned(), message);
    let cells = cage.get("cells").or_else(|| cage.get("ce")).map_or(&[][..], Value::values).iter();
    let cells: Vec<usize> = cells.map(|cell| place(cell, board)).collect::<Result<_, _>>().map_err(wrong)?;
    Ok(Constraint { value: sum, ..Constraint::new(Kind::Cage) }.cells(cells))
}

/// The cell in a row and column from 0.
fn place(cell: &Value<'_>, board: &Places) -> Result<usize, String> {
    let number = |i: usize| cell.values().get(i).and_then(Value::word).and_then(|word| word.parse::<i64>().ok());
    let (row, column) = number(0).zip(number(1)).ok_or("a cell without its row and column")?;
    let found = board.at((row, column));
    found.ok_or_else(|| format!("the cell in row {}, column {}, which is not on the board", row + 1, column + 1))
}

#[cfg(test)]
mod tests {
    use crate::notation::coding::compress;
    use crate::notation::{Note, ReadOptions, read_variant};
    use crate::variant::Kind;

    const BOXES: &str = "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],\
                         [[2,2],[2,3],[3,2],[3,3]]]";

    /// The kinds of the rules of a board with these members, or why it is not read.
    fn kinds(members: &str) -> Result<Vec<Kind>, String> {
        let text = format!("{{ce:[[,,,],[,,,],[,,,],[,,,]],{BOXES},{members}}}");
        let link = format!("https://sudokupad.app/scl{}", compress(&text));
        let found = read_variant(&link, &ReadOptions::default()).map_err(|invalid| invalid.to_string())?;
        Ok(found.puzzle.constraints.iter().map(|constraint| constraint.kind).collect())
    }

    #[test]
    fn rules_of_the_whole_board() {
        assert_eq!(kinds("global:['antiknight','antiking']"), Ok(vec![Kind::AntiKnight, Kind::AntiKing]));
        assert_eq!(kinds("metadata:{antiknight:t}"), Ok(vec![Kind::AntiKnight]));
        for (members, rules) in [
            ("global:['antiking','disjoint']", "the rule 'disjoint' of the whole board"),
            ("global:'antiknight'", "'global'"),
            ("global:[{antiknight:t}]", "'global'"),
            ("metadata:{global:['antiknight']}", "'global' of the metadata"),
            ("metadata:{global:'antiknight'}", "'global' of the metadata"),
            ("ca:[{v:'cage: true'}]", "'cage'"),
        ] {
            assert_eq!(kinds(members), Err(format!("rules that are not supported: {rules}")), "{members}");
        }
    }

    /// What is not looked into, though it is there, is listed.
    #[test]
    fn what_is_left_out() {
        let text = format!(
            "{{ce:[[,,,],[,,,],[,,,],[,,,]],{BOXES},foglight:[[0,0]],\
             ca:[{{ce:[[0,0],[0,1]],unique:t,v:5,product:6,fontC:'#000000'}}]}}"
        );
        let link = format!("https://sudokupad.app/scl{}", compress(&text));
        let found = read_variant(&link, &ReadOptions::default()).unwrap();
        let what = "'product' of cages, foglight".to_owned();
        assert_eq!(found.notes, [Note::LeftOut { what }]);
    }

    /// A cage whose meaning is not stated is refused with the reason.
    #[test]
    fn cages() {
        let cage = |members: &str| kinds(&format!("ca:[{{ce:[[0,0],[0,1]],{members}}}]"));
        for members in ["unique:t,v:'5'", "unique:t,v:5,sum:5", "unique:t", "unique:t,hidden:t,sum:5,style:'killer'"] {
            assert_eq!(cage(members), Ok(vec![Kind::Cage]), "{members}");
        }
        assert_eq!(cage("hidden:t,unique:f"), Err("no rules beyond those of a Sudoku".to_owned()));
        for (members, why) in [
            ("v:'5'", "without 'unique', which says whether its digits differ"),
            ("v:'5',unique:f", "whose digits may repeat"),
            ("v:'X',unique:t", "with 'X' in its corner"),
            ("v:'5',sum:6,unique:t", "with two sums"),
            ("v:'5',unique:t,odd:t", "with 'odd'"),
            ("v:'5',unique:t,odd:[1]", "with 'odd'"),
            ("hidden:t,unique:f,odd:t", "whose digits may repeat"),
        ] {
            assert_eq!(cage(members), Err(format!("rules that are not supported: cage {why}")), "{members}");
        }
        let outside = kinds("ca:[{ce:[[0,0],[4,0]],unique:t,v:3}]").unwrap_err();
        assert_eq!(outside, "killer cage: the cell in row 5, column 1, which is not on the board");
    }
}
