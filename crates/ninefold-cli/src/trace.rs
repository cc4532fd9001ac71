//! `ninefold trace`: how a puzzle is solved, stage by stage.

mod by_rules;

use crate::batch::{self, Item};
use crate::command::{Command, Fate, Options, Out, Refusal};
use crate::input::{Input, Limit, Rules, Work};
use crate::output::counted;
use crate::{Outcome, variants};
use by_rules::Narrator as ByRules;
use clap::Args;
use ninefold::notation::{self, Record, VariantRecord};
use ninefold::render::text;
use ninefold::trace::{self, Conflict, Event, Kind, SearchSpace, Strategy};
use ninefold::variant::{self, Constraint};
use ninefold::{Cell, Digit};
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Trace {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: Rules,

    /// How to solve a classic puzzle: spec, prune, expand, split, eliminate-analyze or assign [default: split]
    #[arg(long, value_name = "NAME")]
    strategy: Option<Strategy>,

    /// Go on to all solutions instead of stopping at the first
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    limit: Limit,

    /// Stages to show with the whole board: none, those before the first decision (top), or all
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
    batch::run(args, &args.input, &Work::in_turn(&args.output))
}

impl Command for Trace {
    /// Whether there is a solution.
    type Found = bool;
    const PORTION: usize = 4;
    const SAYS_REASON: Option<bool> = Some(false);

    fn options(&self) -> Options<'_> {
        Options::new(&self.input)
    }

    fn rules(&self) -> &[Constraint] {
        self.rules.list()
    }

    /// Passes each stage on as it comes.
    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<bool, Refusal> {
        let narrator = Narrator { record, place: out.place(), args: self };
        self.limit.begin();
        let events = trace::Trace::new(&record.puzzle, self.strategy());
        self.hand_on(events.map(|event| (narrator.stage(&event), matches!(event.kind, Kind::Solution(_)))), out)
    }

    fn find_variant(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Option<Result<bool, Refusal>> {
        Some(self.find_by_rules(record, out))
    }

    fn fate(&self, is_solved: &bool) -> Fate {
        if *is_solved { Fate::Good } else { Fate::NoSolution }
    }

    fn refusal(&self, refusal: &Refusal, item: &Item<'_>) -> String {
        let (place, reason) = (item.place(), refusal.reason.as_deref().unwrap_or_default());
        match self.json {
            true => format!("{}\n", json!({ "place": place, "stage": refusal.status, "reason": reason })),
            false => format!("{}: {place}: {reason}\n", refusal.words),
        }
    }
}

impl Trace {
    fn strategy(&self) -> Strategy {
        self.strategy.unwrap_or(Strategy::Split)
    }

    /// The same for a variant, rule by rule.
    fn find_by_rules(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Result<bool, Refusal> {
        if let Some(strategy) = self.strategy {
            let reason = format!("the strategy {strategy} is for classic puzzles, and this one has other rules");
            return Err(Refusal::invalid(reason));
        }
        let narrator = ByRules { puzzle: &record.puzzle, place: out.place(), args: self };
        self.limit.begin();
        let events = variant::trace::Trace::new(&record.puzzle).map_err(|mistake| variants::mistaken(&mistake))?;
        let is_solution = |kind: &variant::trace::Kind| matches!(kind, variant::trace::Kind::Solution(_));
        self.hand_on(events.map(|event| (narrator.stage(&event), is_solution(&event.kind))), out)
    }

    /// Writes the wanted stages as they come, each with whether it is a solution; returns whether there was one.
    fn hand_on(&self, stages: impl Iterator<Item = (String, bool)>, out: &mut Out<'_, '_>) -> Result<bool, Refusal> {
        let mut is_solved = false;
        for (stage, is_solution) in stages {
            if self.limit.is_over() {
                return Err(variants::stopped());
            }
            out.write(&stage);
            is_solved |= is_solution;
            if is_solution && !self.all {
                break;
            }
        }
        Ok(is_solved)
    }
}

/// The number of boards in the search space.
fn boards_of(space: &SearchSpace) -> String {
    match (space.powers(), space.to_string()) {
        (_, one) if one == "1" => "1 board".to_owned(),
        (powers, space) if powers == space => format!("{space} boards"),
        (powers, space) => format!("{powers} = {space} boards"),
    }
}

/// Puts events into words.
struct Narrator<'a> {
    record: &'a Record,
    place: String,
    args: &'a Trace,
}

impl Narrator<'_> {
    /// A stage as it is written: a line and perhaps a board, or a JSON object.
    fn stage(&self, event: &Event) -> String {
        let (name, line, details) = self.words(event);
        if self.args.json {
            return format!("{}\n", self.json(event, name, details));
        }
        let board = match (&event.kind, self.args.boards) {
            (Kind::Solution(grid), _) => text::grid(&grid.to_puzzle(), &self.record.symbols),
            (Kind::Stable { .. } | Kind::Chosen { .. } | Kind::Combined { .. }, _) => String::new(),
            (Kind::TooMany | Kind::Done { .. }, _) | (_, Boards::None) => String::new(),
            (_, Boards::Top) if event.depth > 0 => String::new(),
            _ => self.board(event),
        };
        format!("{}{line}\n{board}", "  ".repeat(event.depth))
    }

    /// The name of a stage, its line, and its details for JSON.
    fn words(&self, event: &Event) -> (&'static str, String, Value) {
        let boards = boards_of(&event.space());
        let (name, symbol) = (|cell| self.name(cell), |digit| self.symbol(digit));
        let symbols = |digits: &[Digit]| digits.iter().map(|digit| symbol(*digit)).collect::<Vec<_>>();
        match &event.kind {
            Kind::Choices => ("choices", format!("choices: {boards}"), json!({})),
            Kind::Narrowed { pass, rule, removed, fixed } => {
                let fixes: Vec<String> = fixed.iter().map(|(cell, digit)| self.placement(*cell, *digit)).collect();
                let fixes = if fixed.is_empty() { String::new() } else { format!("; fixes {}", fixes.join(" ")) };
                let line = format!("pass {pass}, {rule}: removes {}{fixes}; {boards}", counted(*removed, "choice"));
                let fixed = fixed.iter().map(|(cell, digit)| json!({ "cell": name(*cell), "digit": symbol(*digit) }));
                let (rule, fixed) = (rule.to_string(), fixed.collect::<Vec<_>>());
                ("pass", line, json!({ "pass": pass, "rule": rule, "removed": removed, "fixed": fixed }))
            }
            Kind::Places(places) => {
                let line =
                    places.iter().map(|(cell, digit, house)| format!("{} in {house}", self.placement(*cell, *digit)));
                let line = format!("single places: {}; {boards}", line.collect::<Vec<_>>().join(", "));
                let places = places.iter().map(|(cell, digit, house)| {
                    json!({ "cell": name(*cell), "digit": symbol(*digit), "house": house.to_string() })
                });
                ("places", line, json!({ "places": places.collect::<Vec<_>>() }))
            }
            Kind::Stable { passes } => {
                let count = if *passes == 1 { "1 pass" } else { &format!("{passes} passes") };
                ("stable", format!("stable after {count}: {boards}"), json!({ "passes": passes }))
            }
            Kind::Chosen { cell, digits } => {
                let why = match self.args.strategy() {
                    Strategy::EliminateAnalyze => "the first unknown cell",
                    _ => "the fewest choices",
                };
                let choices = symbols(digits);
                let line = format!("chosen: {} with choices {} ({why})", name(*cell), choices.join(" "));
                ("chosen", line, json!({ "cell": name(*cell), "choices": choices }))
            }
            Kind::Branch { cell, digits } => {
                let choices = symbols(digits);
                let branch = match &digits[..] {
                    [digit] => self.placement(*cell, *digit),
                    _ => format!("{} one of {}", name(*cell), choices.join(" ")),
                };
                ("branch", format!("branch: {branch}; {boards}"), json!({ "cell": name(*cell), "choices": choices }))
            }
            Kind::Contradiction(Conflict::Void(cell)) => {
                let line = format!("contradiction: {} has no choice left", name(*cell));
                ("contradiction", line, json!({ "cell": name(*cell) }))
            }
            Kind::Contradiction(Conflict::Twice { digit, house }) => {
                let line = format!("contradiction: {} twice in {house}", symbol(*digit));
                ("contradiction", line, json!({ "digit": symbol(*digit), "house": house.to_string() }))
            }
            Kind::Contradiction(_) => ("contradiction", "contradiction".to_owned(), json!({})),
            Kind::Combined { boards } => {
                ("combined", format!("all {boards} combinations examined"), json!({ "boards": boards }))
            }
            Kind::TooMany => {
                let line = format!("too many combinations to examine ({boards}); this strategy ends here");
                ("too many", line, json!({}))
            }
            Kind::Solution(grid) => {
                let grid = notation::grid_line(grid, &self.record.symbols);
                ("solution", "solution:".to_owned(), json!({ "grid": grid }))
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

    fn json(&self, event: &Event, name: &str, details: Value) -> Value {
        let mut object = json!({ "place": self.place, "depth": event.depth, "stage": name });
        if let (Value::Object(object), Value::Object(details)) = (&mut object, details) {
            object.extend(details);
        }
        if !matches!(event.kind, Kind::Done { .. }) {
            let choices = event.candidates.shape().cells().map(|cell| {
                event.candidates.digits_of(cell).map(|digit| self.symbol(digit)).collect::<Vec<_>>().join(" ")
            });
            object["space"] = event.space().to_string().into();
            object["choices_of_cells"] = choices.collect();
        }
        object
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

    fn symbol(&self, digit: Digit) -> String {
        self.record.symbols.symbol(digit).to_string()
    }

    fn placement(&self, cell: Cell, digit: Digit) -> String {
        format!("{}={}", self.name(cell), self.symbol(digit))
    }
}
