//! `ninefold trace`: how a puzzle is solved, stage by stage.

use crate::Outcome;
use crate::batch::{self, Item, Sink, lock};
use crate::input::Input;
use crate::output::counted;
use clap::Args;
use ninefold::notation::{self, Record};
use ninefold::render::text;
use ninefold::trace::{self, Conflict, Event, Kind, Strategy};
use ninefold::{Cell, Digit, House};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Mutex;

#[derive(Args, Debug)]
pub(crate) struct Trace {
    #[command(flatten)]
    input: Input,

    /// How to solve: spec, prune, expand, split, eliminate-analyze or assign
    #[arg(long, value_name = "NAME", default_value_t = Strategy::Split)]
    strategy: Strategy,

    /// Go on to all solutions instead of stopping at the first
    #[arg(long)]
    all: bool,

    /// Stages that are shown with the whole board: none, those before the first decision (top), or all
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Boards::Top, help_heading = "Output")]
    boards: Boards,

    /// How boards are drawn [default: pencilmarks, or candidates on boards wider than 9]
    #[arg(long, value_name = "VIEW", value_enum, help_heading = "Output")]
    view: Option<View>,

    /// One JSON object per stage
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Boards {
    None,
    Top,
    All,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    /// Each digit in its own place: [123 56789]
    Pencilmarks,
    /// Candidates in boxes
    Candidates,
    /// A table: 5 for known, (1 2 3) for unknown, X for impossible
    States,
}

pub(crate) fn run(args: &Trace) -> anyhow::Result<Outcome> {
    batch::one_by_one(&args.input, args.output.as_deref(), |item, sink| trace(args, item, sink))
}

fn trace(args: &Trace, item: &Item<'_>, sink: &Mutex<Sink>) -> Outcome {
    let record = match item.read() {
        Ok(record) => record,
        Err(invalid) => {
            let invalid = args.input.explain(&invalid);
            let text = if args.json {
                format!("{}\n", json!({ "place": item.place(), "stage": "invalid", "reason": invalid }))
            } else {
                format!("Invalid input: {}: {invalid}\n", item.place())
            };
            lock(sink).write(text.as_bytes());
            return Outcome::SomeFailed;
        }
    };
    let narrator = Narrator { record: &record, place: item.place(), args };
    let mut solved = false;
    for event in trace::Trace::new(&record.puzzle, args.strategy) {
        let told = if args.json { format!("{}\n", narrator.json(&event)) } else { narrator.text(&event) };
        lock(sink).write(told.as_bytes());
        let is_solution = matches!(event.kind, Kind::Solution(_));
        solved |= is_solution;
        if is_solution && !args.all {
            break;
        }
    }
    if solved { Outcome::Success } else { Outcome::SomeFailed }
}

/// Puts events into words.
struct Narrator<'a> {
    record: &'a Record,
    place: String,
    args: &'a Trace,
}

impl Narrator<'_> {
    fn text(&self, event: &Event) -> String {
        let indent = "  ".repeat(event.depth);
        let (powers, space) = (event.space().powers(), event.space());
        let boards = match (powers, space.to_string()) {
            (_, one) if one == "1" => "1 board".to_owned(),
            (powers, space) if powers == space => format!("{space} boards"),
            (powers, space) => format!("{powers} = {space} boards"),
        };
        let shown = match self.args.boards {
            Boards::None => false,
            Boards::All => true,
            Boards::Top => event.depth == 0,
        };
        let (line, board) = match &event.kind {
            Kind::Choices => (format!("choices: {boards}"), shown),
            Kind::Narrowed { pass, rule, removed, fixed } => {
                let fixed =
                    if fixed.is_empty() { String::new() } else { format!("; fixes {}", self.placements(fixed)) };
                (format!("pass {pass}, {rule}: removes {}{fixed}; {boards}", counted(*removed, "choice")), shown)
            }
            Kind::Places(places) => {
                let place =
                    |(cell, digit, house): &(Cell, Digit, _)| format!("{} in {house}", self.placement(*cell, *digit));
                let places: Vec<String> = places.iter().map(place).collect();
                (format!("single places: {}; {boards}", places.join(", ")), shown)
            }
            Kind::Stable { passes } => {
                let passes = if *passes == 1 { "1 pass" } else { &format!("{passes} passes") };
                (format!("stable after {passes}: {boards}"), false)
            }
            Kind::Chosen { cell, digits } => {
                let why = match self.args.strategy {
                    Strategy::EliminateAnalyze => "the first unknown cell",
                    _ => "the fewest choices",
                };
                (format!("chosen: {} with choices {} ({why})", self.name(*cell), self.digits(digits)), false)
            }
            Kind::Branch { cell, digits } => match &digits[..] {
                [digit] => (format!("branch: {}; {boards}", self.placement(*cell, *digit)), shown),
                digits => (format!("branch: {} one of {}; {boards}", self.name(*cell), self.digits(digits)), shown),
            },
            Kind::Contradiction(Conflict::Void(cell)) => {
                (format!("contradiction: {} has no choice left", self.name(*cell)), shown)
            }
            Kind::Contradiction(Conflict::Twice { digit, house }) => {
                (format!("contradiction: {} twice in {house}", self.record.symbols.symbol(*digit)), shown)
            }
            Kind::Contradiction(_) => ("contradiction".to_owned(), shown),
            Kind::Combined { boards } => (format!("all {boards} combinations looked at"), false),
            Kind::TooMany => (format!("too many combinations to look at ({boards}); this strategy ends here"), false),
            Kind::Solution(grid) => {
                let grid = text::grid(&grid.to_puzzle(), &self.record.symbols);
                return format!("{indent}solution:\n{grid}");
            }
            Kind::Done { solutions, decisions } => {
                let (found, taken) = (counted(*solutions, "solution"), counted(*decisions, "decision"));
                (format!("done: {found} found, {taken}"), false)
            }
            // A kind of stage that has no words of its own yet is told by its board.
            _ => (format!("another stage: {boards}"), shown),
        };
        let board = if board { self.board(event) } else { String::new() };
        format!("{indent}{line}\n{board}")
    }

    fn board(&self, event: &Event) -> String {
        let wide = event.candidates.shape().side() > 9;
        let view = self.args.view.unwrap_or(if wide { View::Candidates } else { View::Pencilmarks });
        let draw = match view {
            View::Pencilmarks => text::pencilmarks,
            View::Candidates => text::candidates,
            View::States => text::states,
        };
        draw(&event.candidates, &self.record.symbols)
    }

    fn name(&self, cell: Cell) -> String {
        self.record.puzzle.shape().name(cell).to_string()
    }

    fn placement(&self, cell: Cell, digit: Digit) -> String {
        format!("{}={}", self.name(cell), self.record.symbols.symbol(digit))
    }

    fn placements(&self, placements: &[(Cell, Digit)]) -> String {
        placements.iter().map(|(cell, digit)| self.placement(*cell, *digit)).collect::<Vec<_>>().join(" ")
    }

    fn digits(&self, digits: &[Digit]) -> String {
        digits.iter().map(|digit| self.record.symbols.symbol(*digit).to_string()).collect::<Vec<_>>().join(" ")
    }

    fn json(&self, event: &Event) -> Value {
        let symbol = |digit: Digit| self.record.symbols.symbol(digit).to_string();
        let symbols = |digits: &[Digit]| digits.iter().map(|digit| symbol(*digit)).collect::<Vec<_>>();
        let mut object = json!({ "place": self.place, "depth": event.depth });
        let mut set = |stage: &str, details: Value| {
            object["stage"] = stage.into();
            if let (Value::Object(object), Value::Object(details)) = (&mut object, details) {
                object.extend(details);
            }
        };
        match &event.kind {
            Kind::Choices => set("choices", json!({})),
            Kind::Narrowed { pass, rule, removed, fixed } => {
                let fixed: Vec<Value> = fixed
                    .iter()
                    .map(|(cell, digit)| json!({ "cell": self.name(*cell), "digit": symbol(*digit) }))
                    .collect();
                set("pass", json!({ "pass": pass, "rule": rule.to_string(), "removed": removed, "fixed": fixed }));
            }
            Kind::Places(places) => {
                let place = |(cell, digit, house): &(Cell, Digit, House)| json!({ "cell": self.name(*cell), "digit": symbol(*digit), "house": house.to_string() });
                set("places", json!({ "places": places.iter().map(place).collect::<Vec<_>>() }));
            }
            Kind::Stable { passes } => set("stable", json!({ "passes": passes })),
            Kind::Chosen { cell, digits } => {
                set("chosen", json!({ "cell": self.name(*cell), "choices": symbols(digits) }));
            }
            Kind::Branch { cell, digits } => {
                set("branch", json!({ "cell": self.name(*cell), "choices": symbols(digits) }));
            }
            Kind::Contradiction(Conflict::Void(cell)) => set("contradiction", json!({ "cell": self.name(*cell) })),
            Kind::Contradiction(Conflict::Twice { digit, house }) => {
                set("contradiction", json!({ "digit": symbol(*digit), "house": house.to_string() }));
            }
            Kind::Contradiction(_) => set("contradiction", json!({})),
            Kind::Combined { boards } => set("combined", json!({ "boards": boards })),
            Kind::TooMany => set("too many", json!({})),
            Kind::Solution(grid) => {
                set("solution", json!({ "grid": notation::grid_line(grid, &self.record.symbols) }));
            }
            Kind::Done { solutions, decisions } => {
                set("done", json!({ "solutions": solutions, "decisions": decisions }));
                return object;
            }
            _ => set("another", json!({})),
        }
        let cells = event.candidates.shape().cells();
        let choices: Vec<String> =
            cells.map(|cell| self.digits(&event.candidates.digits_of(cell).collect::<Vec<_>>())).collect();
        object["space"] = event.space().to_string().into();
        object["choices_of_cells"] = choices.into();
        object
    }
}
