//! Steps as JSON, written and read.

use crate::command::Refusal;
use crate::input::Limit;
use crate::variants;
use clap::Args;
use ninefold::logic::{
    Constraint, Explainer, Grading, Language, Outcome, Premise, Rating, Scale, SeNumber, SeRater, Step, Technique,
    Wording,
};
use ninefold::render::text;
use ninefold::solve::Solver;
use ninefold::{Candidate, Candidates, Cell, Digit, Entry, House, Puzzle, Shape, Symbols, UnknownName, coach};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::path::Path;

/// Which techniques are used.
#[derive(Args, Debug)]
pub(crate) struct Techniques {
    /// The techniques, their order and the scale of ratings: HoDoKu's or Sudoku Explainer's
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Order::Hodoku, help_heading = "Techniques")]
    pub(crate) order: Order,

    /// Do not use techniques that require the puzzle to have one solution
    #[arg(long, help_heading = "Techniques")]
    pub(crate) no_uniqueness: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Hodoku,
    Se,
}

impl Order {
    pub(crate) fn scale(self) -> Scale {
        match self {
            Order::Hodoku => Scale::Hodoku,
            Order::Se => Scale::Se,
        }
    }
}

/// How steps are worded.
#[derive(Args, Debug)]
pub(crate) struct Words {
    /// How cells are named
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Cells::Rc, help_heading = "Output")]
    cells: Cells,

    /// The language of steps and hints: en or de
    #[arg(long, value_name = "LANGUAGE", default_value_t, help_heading = "Output")]
    language: Language,
}

impl Words {
    /// The words for a board's steps.
    pub(crate) fn wording(&self, shape: Shape, symbols: &Symbols) -> Wording {
        let wording = Wording::new(shape, symbols).in_language(self.language);
        match self.cells {
            Cells::Rc => wording,
            Cells::Letters => wording.with_letters(),
        }
    }
}

/// How cells are named.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Cells {
    /// r4c5
    Rc,
    /// D5
    Letters,
}

/// Writes and reads data about one board.
pub(crate) struct Notes<'a> {
    pub(crate) shape: Shape,
    pub(crate) symbols: &'a Symbols,
}

/// Which steps an explanation contains, and so the board from which each begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Selection {
    /// All steps of a path, each from the board left by the previous one.
    Path,
    /// Some steps of a path, each with the board before it.
    Technique,
    /// The steps that are possible on one board.
    Alternatives,
}

/// The techniques that the options ask for.
pub(crate) fn explainer(techniques: &Techniques) -> Explainer {
    limited(techniques.order.scale().explainer(), techniques)
}

/// An explainer without the techniques that the options exclude.
pub(crate) fn limited(explainer: Explainer, techniques: &Techniques) -> Explainer {
    if techniques.no_uniqueness { explainer.without_uniqueness() } else { explainer }
}

/// An explainer limited to what is sound for a puzzle; whether it has exactly one solution must be known.
pub(crate) fn holding_for(explainer: Explainer, puzzle: &Puzzle, is_unique: bool) -> Explainer {
    let holding = coach::restrict_to_sound(explainer, puzzle, is_unique, &Solver::new());
    holding.expect("a solver without budget and flag does not stop")
}

/// How hard a puzzle is for these techniques, unless time runs out before that is known.
pub(crate) fn rate_in_time(explainer: &Explainer, puzzle: &Puzzle, limit: &Limit) -> Result<Rating, Refusal> {
    let rating = explainer.rate_while(puzzle, |_, _| !limit.is_over());
    if rating.outcome == Outcome::Stuck && limit.is_over() { Err(variants::stopped()) } else { Ok(rating) }
}

/// Whether a step may use the fact that there is only one solution.
pub(crate) fn givens_are_enough(puzzle: &Puzzle) -> bool {
    coach::givens_have_unique_solution(puzzle, &Solver::new()).expect("a solver without budget and flag does not stop")
}

/// Whether drawings may use colours: on a terminal, unless the environment forbids it (<https://no-color.org>).
pub(crate) fn has_colors(output: Option<&Path>) -> bool {
    let is_forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    output.is_none() && std::io::stdout().is_terminal() && !is_forbidden
}

/// The board before a step, with the marks of the step.
pub(crate) fn drawing(puzzle: &Puzzle, step: &Step, symbols: &Symbols, has_colors: bool) -> String {
    let board = text::marked(puzzle, &step.marks(puzzle), symbols);
    if has_colors { painted(&board) } else { board }
}

/// Colours the marked candidates of a drawing: a symbol and the sign after it. The signs stay, so that nobody needs to see
/// colours.
fn painted(drawing: &str) -> String {
    let mut painted = String::new();
    let mut symbol = String::new();
    for c in drawing.chars() {
        let color = match c {
            '*' => "32",
            '-' => "31",
            '+' => "1;34",
            _ => "",
        };
        if c.is_alphanumeric() {
            // Symbols of one character are written without spaces; numbers are separated.
            if symbol.chars().all(|digit| digit.is_ascii_digit()) && c.is_ascii_digit() && drawing.contains(',') {
                symbol.push(c);
            } else {
                painted += &std::mem::replace(&mut symbol, c.to_string());
            }
        } else if color.is_empty() || symbol.is_empty() {
            painted += &std::mem::take(&mut symbol);
            painted.push(c);
        } else {
            painted += &format!("\x1b[{color}m{symbol}{c}\x1b[0m");
            symbol.clear();
        }
    }
    painted + &symbol
}

/// How often each technique was used.
pub(crate) fn counts(rating: &Rating) -> Value {
    rating.steps.iter().map(|(technique, count)| (technique.slug(), json!(count))).collect()
}

/// The score with the name of its scale; null if there is none.
pub(crate) fn score(grade: &Grading) -> Value {
    match (grade.score(), grade.se(SeNumber::Er)) {
        (Some(score), _) => json!({ "scale": "HoDoKu", "value": score }),
        (None, Some(rating)) => json!({ "scale": SeRater::SCALE, "value": f64::from(rating) / 10.0 }),
        (None, None) => Value::Null,
    }
}

impl Notes<'_> {
    pub(crate) fn step(&self, step: &Step, wording: &Wording) -> Value {
        let mut written = json!({
            "technique": step.technique.slug(),
            "code": step.technique.code(),
            "text": wording.step(step),
            "placements": step.placements.iter().map(|placed| self.candidate(*placed, "=")).collect::<Vec<_>>(),
            "eliminations": step.eliminations.iter().map(|out| self.candidate(*out, "<>")).collect::<Vec<_>>(),
            "premises": step.premises.iter().map(|premise| self.premise(premise)).collect::<Vec<_>>(),
        });
        if let Some(rating) = step.se_rating {
            written["se_rating"] = json!(f64::from(rating) / 10.0);
        }
        written
    }

    /// The board from which steps begin, beyond its puzzle in line format.
    pub(crate) fn board(&self, puzzle: &Puzzle) -> [(&'static str, Value); 3] {
        let entry = |(cell, digit)| self.candidate(Candidate::new(cell, digit), "=");
        let givens: Vec<String> = puzzle.givens().map(entry).collect();
        let placed: Vec<String> = puzzle.placed().map(entry).collect();
        let removed = puzzle.removed().into_iter().flat_map(Candidates::iter);
        let removed: Vec<String> = removed.map(|candidate| self.candidate(candidate, "<>")).collect();
        [("givens", json!(givens)), ("placed", json!(placed)), ("removed", json!(removed))]
    }

    fn candidate(&self, candidate: Candidate, sign: &str) -> String {
        format!("{}{sign}{}", self.shape.name(candidate.cell), self.symbols.symbol(candidate.digit))
    }

    fn premise(&self, premise: &Premise) -> Value {
        let text = |constraint: &Constraint| match constraint {
            Constraint::Cell(cell) => self.shape.name(*cell).to_string(),
            Constraint::Place(house, digit) => format!("{} in {house}", self.symbols.symbol(*digit)),
            other => unreachable!("{other:?} is written nowhere yet"),
        };
        match premise {
            Premise::Strong(constraint) => json!({ "strong": text(constraint) }),
            Premise::Weak(constraint) => json!({ "weak": text(constraint) }),
            Premise::Deadly(pattern) => {
                json!({ "deadly": pattern.iter().map(|candidate| self.candidate(*candidate, "=")).collect::<Vec<_>>() })
            }
            other => unreachable!("{other:?} is written nowhere yet"),
        }
    }

    /// The board with these givens, and with what `object` lists as placed and removed.
    pub(crate) fn read_board(&self, givens: &Value, object: &Value) -> Result<Puzzle, String> {
        let mut puzzle = Puzzle::empty(self.shape);
        for candidate in self.read_candidates(givens, "=")? {
            puzzle.give(candidate.cell, candidate.digit);
        }
        for candidate in self.read_candidates(&object["placed"], "=")? {
            if puzzle.entry(candidate.cell) != Entry::Blank {
                return Err(format!("{} is placed where there is already a digit", self.candidate(candidate, "=")));
            }
            puzzle.place(candidate.cell, candidate.digit);
        }
        for candidate in self.read_candidates(&object["removed"], "<>")? {
            puzzle.remove_candidate(candidate.cell, candidate.digit);
        }
        Ok(puzzle)
    }

    /// Reads a step for the checker: its pattern is not read, since it serves only to make the words for people.
    pub(crate) fn read_step(&self, value: &Value) -> Result<Step, String> {
        let name = value["technique"].as_str().ok_or("a step needs a technique")?;
        let premises = value["premises"].as_array().ok_or("a step needs premises")?;
        let technique: Technique = name.parse().map_err(|error: UnknownName| error.to_string())?;
        if let Some(code) = value["code"].as_str().filter(|code| *code != technique.code()) {
            return Err(format!("its code is {code}, but that of {technique} is {}", technique.code()));
        }
        let premises = premises.iter().map(|premise| self.read_premise(premise)).collect::<Result<_, _>>()?;
        let mut step = Step::new(technique, ninefold::logic::Pattern::Single { house: None }, premises);
        step.placements = self.read_candidates(&value["placements"], "=")?;
        step.eliminations = self.read_candidates(&value["eliminations"], "<>")?;
        Ok(step)
    }

    fn read_premise(&self, value: &Value) -> Result<Premise, String> {
        let constraint = |text: &str| self.read_constraint(text);
        match (value["strong"].as_str(), value["weak"].as_str(), &value["deadly"]) {
            (Some(text), None, Value::Null) => constraint(text).map(Premise::Strong),
            (None, Some(text), Value::Null) => constraint(text).map(Premise::Weak),
            (None, None, deadly @ Value::Array(_)) => self.read_candidates(deadly, "=").map(Premise::Deadly),
            _ => Err(format!("a premise is strong, weak or deadly, not {value}")),
        }
    }

    fn read_constraint(&self, text: &str) -> Result<Constraint, String> {
        let Some((digit, house)) = text.split_once(" in ") else { return self.read_cell(text).map(Constraint::Cell) };
        Ok(Constraint::Place(self.read_house(house)?, self.read_digit(digit)?))
    }

    fn read_house(&self, text: &str) -> Result<House, String> {
        let wrong = || format!("'{text}' is not a house of this board, like 'row 1'");
        let (kind, number) = text.split_once(' ').ok_or_else(wrong)?;
        let number: u16 = number.parse().map_err(|_| wrong())?;
        if number == 0 || usize::from(number) > self.shape.side() {
            return Err(wrong());
        }
        match kind {
            "row" => Ok(House::Row(number - 1)),
            "column" => Ok(House::Column(number - 1)),
            "box" => Ok(House::Box(number - 1)),
            _ => Err(wrong()),
        }
    }

    fn read_digit(&self, text: &str) -> Result<Digit, String> {
        let digit = self.symbols.digit_from_word(text).filter(|digit| digit.index() < self.shape.side());
        digit.ok_or_else(|| format!("'{text}' is not a digit of this board"))
    }

    fn read_cell(&self, text: &str) -> Result<Cell, String> {
        self.shape.cell_named(text).map_err(|error| error.to_string())
    }

    fn read_candidates(&self, value: &Value, sign: &str) -> Result<Vec<Candidate>, String> {
        let list = match value {
            Value::Array(list) => list.as_slice(),
            Value::Null => &[],
            other => return Err(format!("{other} is not a list of candidates")),
        };
        list.iter()
            .map(|value| {
                let text = value.as_str().and_then(|text| text.split_once(sign));
                let (cell, digit) = text.ok_or_else(|| format!("{value} is not like r1c1{sign}4"))?;
                Ok(Candidate::new(self.read_cell(cell)?, self.read_digit(digit)?))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::painted;

    #[test]
    fn marks_are_painted_and_nothing_else() {
        let drawing = " 1   2* | 34-  4+\n---------+---\n";
        let expected = " 1   \x1b[32m2*\x1b[0m | 3\x1b[31m4-\x1b[0m  \x1b[1;34m4+\x1b[0m\n---------+---\n";
        assert_eq!(painted(drawing), expected);
        assert_eq!(painted(" 12*,3 "), " \x1b[32m12*\x1b[0m,3 ");
    }
}
