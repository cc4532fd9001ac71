//! The stages of a variant's search in words and as JSON: each names the rule that caused it.

use super::{Boards, Trace, View, boards_of};
use crate::output::counted;
use crate::variants;
use ninefold::notation::Format;
use ninefold::variant::VariantPuzzle;
use ninefold::variant::trace::{Event, Kind, Rule};
use serde_json::{Value, json};

/// The most cells that a line names one by one; for more, it gives their number.
const MOST_CELLS: usize = 9;

/// Puts events into words.
pub(super) struct Narrator<'a> {
    pub(super) puzzle: &'a VariantPuzzle,
    pub(super) place: String,
    pub(super) args: &'a Trace,
}

impl Narrator<'_> {
    /// A stage as it is written: a line and perhaps a board, or a JSON object.
    pub(super) fn stage(&self, event: &Event) -> String {
        let (name, line, details) = self.words(event);
        if self.args.json {
            return format!("{}\n", self.json(event, name, details));
        }
        let board = match (&event.kind, self.args.boards) {
            (Kind::Solution(digits), _) => variants::board(self.puzzle, digits, Format::Grid),
            (Kind::Stable | Kind::Chosen { .. } | Kind::Done { .. }, _) | (_, Boards::None) => String::new(),
            (_, Boards::Top) if event.depth > 0 => String::new(),
            _ => self.board(event),
        };
        format!("{}{line}\n{board}", "  ".repeat(event.depth))
    }

    /// The name of a stage, its line, and its details for JSON.
    fn words(&self, event: &Event) -> (&'static str, String, Value) {
        let boards = boards_of(&event.space());
        let name = |cell| self.puzzle.name_of(cell);
        match &event.kind {
            Kind::Choices => ("choices", format!("choices: {boards}"), json!({})),
            Kind::Narrowed { rule, removed } => {
                let count: usize = removed.iter().map(|(_, digits)| digits.len()).sum();
                let fixed = removed.iter().filter_map(|(cell, _)| match event.candidates[*cell][..] {
                    [digit] => Some((*cell, digit)),
                    _ => None,
                });
                let fixed: Vec<(usize, i64)> = fixed.collect();
                let line = format!(
                    "{}: removes {}{}{}; {boards}",
                    self.puzzle.name_of_rule(*rule),
                    counted(count, "choice"),
                    self.listed(*rule, removed),
                    self.fixes(&fixed)
                );
                let cells = removed.iter().map(|(cell, digits)| json!({ "cell": name(*cell), "digits": digits }));
                let fixed = fixed.iter().map(|(cell, digit)| json!({ "cell": name(*cell), "digit": digit }));
                let (cells, fixed): (Vec<Value>, Vec<Value>) = (cells.collect(), fixed.collect());
                let mut details = self.rule(*rule);
                details["removed"] = json!(count);
                details["cells"] = json!(cells);
                details["fixed"] = json!(fixed);
                ("rule", line, details)
            }
            Kind::Stable => ("stable", format!("stable: {boards}"), json!({})),
            Kind::Chosen { cell, digits } => {
                let choices: Vec<String> = digits.iter().map(i64::to_string).collect();
                let line = format!("chosen: {} with choices {} (the fewest choices)", name(*cell), choices.join(" "));
                ("chosen", line, json!({ "cell": name(*cell), "choices": digits }))
            }
            Kind::Branch { cell, digit } => {
                let line = format!("branch: {}={digit}; {boards}", name(*cell));
                ("branch", line, json!({ "cell": name(*cell), "digit": digit }))
            }
            Kind::Contradiction(Rule::Cell(cell)) => {
                let line = format!("contradiction: {} has no choice left", name(*cell));
                ("contradiction", line, json!({ "cell": name(*cell) }))
            }
            Kind::Contradiction(rule) => {
                let line = format!("contradiction: {} cannot be kept", self.puzzle.name_of_rule(*rule));
                ("contradiction", line, self.rule(*rule))
            }
            Kind::Solution(digits) => {
                ("solution", "solution:".to_owned(), json!({ "grid": self.puzzle.line(digits), "digits": digits }))
            }
            Kind::Done { solutions, decisions } => {
                let (found, taken) = (counted(*solutions, "solution"), counted(*decisions, "decision"));
                let details = json!({ "solutions": solutions, "decisions": decisions });
                ("done", format!("done: {found} found, {taken}"), details)
            }
            // A kind of stage that has no words of its own yet is shown by its board.
            _ => ("another", format!("another stage: {boards}"), json!({})),
        }
    }

    /// What a constraint removes from its cells; not for rows, columns and regions, where it is obvious.
    fn listed(&self, rule: Rule, removed: &[(usize, Vec<i64>)]) -> String {
        if rule == Rule::Houses {
            return String::new();
        }
        let mut cells: Vec<String> = Vec::new();
        for (cell, digits) in removed.iter().take(MOST_CELLS) {
            let digits: Vec<String> = digits.iter().map(i64::to_string).collect();
            cells.push(format!("{} {}", self.puzzle.name_of(*cell), digits.join(" ")));
        }
        if removed.len() > MOST_CELLS {
            cells.push(format!("and {}", counted(removed.len() - MOST_CELLS, "more cell")));
        }
        format!(": {}", cells.join(", "))
    }

    fn fixes(&self, fixed: &[(usize, i64)]) -> String {
        let fixes = fixed.iter().map(|(cell, digit)| format!(" {}={digit}", self.puzzle.name_of(*cell)));
        let fixes: String = fixes.collect();
        if fixes.is_empty() { fixes } else { format!("; fixes{fixes}") }
    }

    /// A rule's name and, for a constraint, its number and kind.
    fn rule(&self, rule: Rule) -> Value {
        let mut object = json!({ "rule": self.puzzle.name_of_rule(rule) });
        if let Rule::Constraint(place) = rule {
            object["constraint"] = json!(place + 1);
            object["type"] = json!(self.puzzle.constraints[place].kind.name());
        }
        object
    }

    fn json(&self, event: &Event, name: &str, details: Value) -> Value {
        let mut object = json!({ "place": self.place, "depth": event.depth, "stage": name });
        if let (Value::Object(object), Value::Object(details)) = (&mut object, details) {
            object.extend(details);
        }
        if !matches!(event.kind, Kind::Done { .. }) {
            let words = |digits: &Vec<i64>| digits.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
            object["space"] = event.space().to_string().into();
            object["choices_of_cells"] = event.candidates.iter().map(words).collect();
        }
        object
    }

    fn board(&self, event: &Event) -> String {
        match self.args.view {
            Some(View::States) => variants::drawn(self.puzzle, &event.candidates, |digits| match digits {
                [] => "X".to_owned(),
                [digit] => digit.to_string(),
                _ => format!("({})", digits.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")),
            }),
            _ => variants::candidates(self.puzzle, &event.candidates, |digit| digit.to_string()),
        }
    }
}
