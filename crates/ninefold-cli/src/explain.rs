//! `ninefold explain`: how a person solves a puzzle.

use crate::Outcome;
use crate::batch::{self, Answers, Item};
use crate::command::{Command, Fate, Options, Out, Refusal};
use crate::input::{Input, Work};
use crate::output::{Object, counted};
use crate::steps::{self, Cells, Selection, Techniques};
use anyhow::Context;
use clap::Args;
use ninefold::logic::{self, Explainer, Family, Grading, Level, Priority, Step, Technique, Wording};
use ninefold::notation::Record;
use ninefold::render::svg;
use ninefold::solve::{NoAnswer, Verdict};
use ninefold::{Invalid, Puzzle, UnknownName, notation};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

#[derive(Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    techniques: Techniques,

    /// Stop after this many steps, or after the first step of this technique
    #[arg(long, value_name = "N|TECHNIQUE", value_parser = until)]
    until: Option<Until>,

    /// Show only steps of this technique (may be given several times), which is used even if it is not one of the defaults
    #[arg(long, value_name = "TECHNIQUE")]
    technique: Vec<Technique>,

    /// List every step that can be taken now instead of a path
    #[arg(long, conflicts_with = "until")]
    all_steps: bool,

    /// Draw the board with the pattern marked, for every step but singles
    #[arg(long, help_heading = "Output")]
    boards: bool,

    /// How cells are named
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Cells::Rc, help_heading = "Output")]
    cells: Cells,

    /// Plain text or Markdown
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Prose::Text, help_heading = "Output")]
    format: Prose,

    /// One JSON object per puzzle
    #[arg(long, conflicts_with_all = ["format", "boards"], help_heading = "Output")]
    json: bool,

    /// Also write a picture of every step but singles into this folder
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    work: Work,

    /// Why a picture could not be written.
    #[arg(skip)]
    trouble: Mutex<Option<anyhow::Error>>,
}

impl Explain {
    fn selection(&self) -> Selection {
        match (self.all_steps, &self.technique[..]) {
            (true, _) => Selection::Alternatives,
            (false, []) => Selection::Path,
            (false, _) => Selection::Technique,
        }
    }
}

/// Where an explanation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Until {
    Steps(usize),
    Technique(Technique),
}

fn until(text: &str) -> Result<Until, UnknownName> {
    text.parse().map(Until::Steps).or_else(|_| text.parse().map(Until::Technique))
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Prose {
    Text,
    Markdown,
}

pub(crate) fn run(args: &Explain) -> anyhow::Result<Outcome> {
    if let Some(folder) = &args.svg {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let outcome = batch::run(args, &args.input, &args.work)?;
    let trouble = args.trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
    trouble.map_or(Ok(outcome), Err)
}

/// What is said of a puzzle, and what becomes of it.
struct Told {
    text: Vec<u8>,
    fate: Fate,
}

impl Command for Explain {
    type Found = ();
    const REPORT: &'static str = "{good} explained, {undecided} not solved, {invalid} not explained";

    fn options(&self) -> Options<'_> {
        Options::new(&self.input)
    }

    fn find(&self, _: &Record, _: &mut Out<'_, '_>) -> Result<(), Refusal> {
        Ok(())
    }

    /// An explanation is prose or one JSON object, not columns.
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let read = item.read();
        if let Ok(record) = &read {
            answers.note(item, &record.notes);
        }
        match explain(self, item, &read) {
            Ok(told) => {
                answers.tally().count(told.fate);
                answers.write_bytes(&told.text);
            }
            Err(error) => *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(error),
        }
    }
}

/// Why a puzzle without solution is not explained: its fault can be seen without any step.
fn refusal(record: &Record) -> Option<String> {
    match NoAnswer::unsolvable(&record.puzzle, &record.symbols) {
        NoAnswer::Invalid(rule) => Some(format!("invalid: {rule}")),
        why => why.reason(),
    }
}

fn explain(args: &Explain, item: &Item<'_>, read: &Result<Record, Invalid>) -> anyhow::Result<Told> {
    let number = item.number + 1;
    let refuse = |reason: String| {
        let text = if args.json {
            Object::about(item, read).with("steps", json!([])).with("reason", reason).line()
        } else {
            format!("{}: {reason}\n", item.place()).into_bytes()
        };
        Ok(Told { text, fate: Fate::Invalid })
    };
    let record = match read {
        Ok(record) => record,
        Err(invalid) => return refuse(format!("invalid: {}", args.input.explain(invalid))),
    };
    let verdict = ninefold::solve::verdict(&record.puzzle);
    let has_none = matches!(verdict, Verdict::None);
    if let Some(reason) = has_none.then(|| refusal(record)).flatten() {
        return refuse(reason);
    }
    let is_unique = matches!(verdict, Verdict::Unique(_));
    let explainer = match (&args.technique[..], args.all_steps) {
        (named @ [_, ..], true) => steps::limited(Explainer::with(named), &args.techniques),
        (named, _) => {
            // A technique that nobody looks for by default is looked for if it is named.
            let until = match args.until {
                Some(Until::Technique(technique)) => Some(technique),
                _ => None,
            };
            let named = named.iter().copied().chain(until);
            let including = |explainer: Explainer, technique| explainer.including(technique, Priority::ByDifficulty);
            steps::limited(named.fold(steps::explainer(&args.techniques), including), &args.techniques)
        }
    };
    let explainer = steps::holding_for(explainer, &record.puzzle, is_unique);
    let wording = steps::wording(record.puzzle.shape(), &record.symbols, args.cells);
    let has_colors = args.format == Prose::Text && steps::has_colors(args.work.output.as_deref());
    let narrator = Narrator { args, record, wording, has_colors };
    let story = Story::of(args, &explainer, &record.puzzle);
    // Steps to a contradiction show that there is no solution; other steps of such a puzzle are of no use.
    if has_none && story.fault(record).is_none() {
        return refuse("no solution".to_owned());
    }
    let text = if args.json {
        narrator.json(Object::about(item, read), &story, is_unique).line()
    } else {
        let heading = if number > 1 { format!("\n{}:\n", item.place()) } else { String::new() };
        (heading + &narrator.prose(&story, &verdict)).into_bytes()
    };
    if let Some(folder) = &args.svg {
        narrator.draw(&story, folder, number)?;
    }
    let is_done = args.all_steps || args.until.is_some() || story.grade.rating.outcome == logic::Outcome::Solved;
    Ok(Told { text, fate: if is_done { Fate::Good } else { Fate::Undecided } })
}

/// The steps to tell, each with the board before it.
struct Story {
    steps: Vec<(usize, Puzzle, Step)>,
    /// The whole path; empty with `--all-steps`.
    grade: Grading,
    /// The board after the last step.
    end: Puzzle,
}

impl Story {
    /// What contradicts itself at the end, if something does.
    fn fault(&self, record: &Record) -> Option<String> {
        if self.grade.rating.outcome != logic::Outcome::Contradiction {
            return None;
        }
        self.end.validate_with(&record.symbols).err().map(|fault| fault.to_string())
    }

    fn of(args: &Explain, explainer: &Explainer, puzzle: &Puzzle) -> Story {
        let is_wanted = |technique: Technique| args.technique.is_empty() || args.technique.contains(&technique);
        if args.all_steps {
            let all = explainer.all_steps(puzzle).into_iter();
            let steps = all.enumerate().map(|(i, step)| (i + 1, puzzle.clone(), step)).collect();
            return Story { steps, grade: Grading::new(args.techniques.order.scale()), end: puzzle.clone() };
        }
        let mut path = explainer.path(puzzle);
        let mut grade = Grading::new(args.techniques.order.scale());
        let mut steps = Vec::new();
        let mut number = 0;
        while args.until != Some(Until::Steps(number)) {
            let before = path.puzzle().clone();
            let Some(step) = path.next() else { break };
            number += 1;
            let technique = step.technique;
            grade.add(&step);
            if is_wanted(technique) {
                steps.push((number, before, step));
            }
            if args.until == Some(Until::Technique(technique)) {
                break;
            }
        }
        grade.rating.outcome = path.outcome();
        Story { steps, grade, end: path.puzzle().clone() }
    }
}

/// Puts a story into words.
struct Narrator<'a> {
    args: &'a Explain,
    record: &'a Record,
    wording: Wording,
    has_colors: bool,
}

impl Narrator<'_> {
    fn json(&self, object: Object, story: &Story, is_unique: bool) -> Object {
        let notes = steps::Notes { shape: self.record.puzzle.shape(), symbols: &self.record.symbols };
        let selection = self.args.selection();
        let steps = story.steps.iter().map(|(number, before, step)| {
            let mut told = notes.step(step, &self.wording);
            if selection == Selection::Technique {
                // The steps between are left out, so each comes with its board.
                told["number"] = json!(number);
                let [_, placed, removed] = notes.board(before);
                [placed, removed].into_iter().for_each(|(name, value)| told[name] = value);
            }
            told
        });
        let steps: Vec<Value> = steps.collect();
        let rest = [
            ("unique", json!(is_unique)),
            ("selection", json!(selection)),
            ("steps", json!(steps)),
            ("outcome", json!(story.grade.rating.outcome.name())),
            ("level", json!(story.grade.level().map(Level::name))),
            ("score", steps::score(&story.grade)),
            ("reason", json!(story.fault(self.record).map(|fault| format!("no solution: {fault}")))),
        ];
        let rest = rest
            .into_iter()
            .filter(|(name, _)| !self.args.all_steps || matches!(*name, "unique" | "selection" | "steps"));
        object.with_all(notes.board(&self.record.puzzle)).with_all(rest)
    }

    fn prose(&self, story: &Story, verdict: &Verdict) -> String {
        let is_markdown = self.args.format == Prose::Markdown;
        let mut told = String::new();
        if is_markdown {
            told += &format!("# `{}`\n\n", notation::puzzle_line(&self.record.puzzle, &self.record.symbols));
        }
        told += match verdict {
            Verdict::Unique(_) => "",
            Verdict::Multiple(..) => "The puzzle has several solutions: only what holds in all of them is found.\n",
            Verdict::None => "The puzzle has no solution, as these steps show.\n",
        };
        for (number, puzzle, step) in &story.steps {
            let text = self.wording.step(step);
            told += &format!("{number}. {text}\n");
            if self.args.boards && step.technique.family() != Family::Singles {
                let board = steps::drawing(puzzle, step, &self.record.symbols, self.has_colors);
                let fence = if is_markdown { "```\n" } else { "" };
                told += &format!("\n{fence}{board}{fence}\n");
            }
        }
        told + &self.summary(story)
    }

    fn summary(&self, story: &Story) -> String {
        if self.args.all_steps {
            return match story.steps.len() {
                0 => "No step can be taken with these techniques.\n".to_owned(),
                _ => String::new(),
            };
        }
        let grade = &story.grade;
        let count = grade.rating.step_count();
        let is_solved = grade.rating.outcome == logic::Outcome::Solved;
        let end = match grade.rating.outcome {
            logic::Outcome::Solved => format!("Solved in {}", counted(count, "step")),
            logic::Outcome::Contradiction => {
                let fault = story.fault(self.record).unwrap_or_default();
                return format!("A contradiction after {}: {fault}.\n", counted(count, "step"));
            }
            logic::Outcome::Stuck if self.args.until.is_some() => format!("{} so far", counted(count, "step")),
            logic::Outcome::Stuck => {
                format!("Stuck after {}: these techniques find nothing more", counted(count, "step"))
            }
        };
        // What is not solved has no rating, only its steps have.
        let of = if is_solved { "" } else { "up to there " };
        match (grade.level(), steps::number(grade)) {
            (_, number) if number.is_empty() || count == 0 => format!("{end}.\n"),
            (Some(level), number) => format!("{end}; {of}level {level}, score {number} on HoDoKu's scale.\n"),
            (None, number) => format!("{end}; {of}rating {number} on a scale like Sudoku Explainer's.\n"),
        }
    }

    fn draw(&self, story: &Story, folder: &Path, number: u64) -> anyhow::Result<()> {
        for (step_number, puzzle, step) in
            story.steps.iter().filter(|(_, _, step)| step.technique.family() != Family::Singles)
        {
            let title = self.wording.step(step);
            let picture = svg::board(puzzle, &step.marks(puzzle), &self.record.symbols, &title);
            let file = folder.join(format!("{number}-{step_number:03}-{}.svg", step.technique.slug()));
            std::fs::write(&file, picture).with_context(|| file.display().to_string())?;
        }
        Ok(())
    }
}
