//! `ninefold explain`: how a person solves a puzzle.

use crate::Outcome;
use crate::batch::{self, Item, lock};
use crate::command::{Command, Fate, Options, Out, Refusal};
use crate::input::{Input, Limit, Work};
use crate::kinds::Form;
use crate::output::{Object, counted};
use crate::steps::{self, Selection, Techniques, Words};
use anyhow::Context;
use clap::Args;
use ninefold::logic::{self, Explainer, Family, Grading, Level, Priority, SeNumber, SeRater, Step, Technique, Wording};
use ninefold::notation::Record;
use ninefold::render::svg;
use ninefold::solve::{NoAnswer, Stopped, Verdict};
use ninefold::{Puzzle, UnknownName, notation};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

#[derive(Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    techniques: Techniques,

    /// Stop after this many steps, or after the first step of this technique
    #[arg(long, value_name = "N|TECHNIQUE", value_parser = until)]
    until: Option<Until>,

    /// Show only steps of this technique (may be given several times); it is used even if it is not a default
    #[arg(long, value_name = "TECHNIQUE")]
    technique: Vec<Technique>,

    /// List every step that can be taken now, instead of a path
    #[arg(long, conflicts_with = "until")]
    all_steps: bool,

    #[command(flatten)]
    limit: Limit,

    /// Draw the board with the pattern marked, for every step but singles
    #[arg(long, help_heading = "Output")]
    boards: bool,

    #[command(flatten)]
    words: Words,

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

/// Where an explanation stops.
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
    lock(&args.trouble).take().map_or(Ok(outcome), Err)
}

/// The steps to show, and what they refer to.
pub(crate) struct Story {
    record: Record,
    verdict: Verdict,
    wording: Wording,
    /// The line above the steps, for all puzzles but the first.
    heading: String,
    /// Each step with its number in the path and the board before it.
    steps: Vec<(usize, Puzzle, Step)>,
    /// The grading of the whole path; empty with `--all-steps`.
    grade: Grading,
    /// The board after the last step.
    end: Puzzle,
    /// Whether the time was over before the last step was found.
    is_late: bool,
}

impl Story {
    /// What is contradictory at the end, if anything is.
    fn fault(&self) -> Option<String> {
        let is_contradiction = self.grade.rating.outcome == logic::Outcome::Contradiction;
        is_contradiction.then(|| self.end.validate_with(&self.record.symbols).err())?.map(|fault| fault.to_string())
    }
}

impl Command for Explain {
    type Found = Story;
    const KNOWS_PLACED: bool = true;
    const PORTION: usize = 32;
    const SAYS_REASON: Option<bool> = Some(false);
    const REPORT: &'static str = "{good} explained, {undecided} not solved, {invalid} not explained";

    fn options(&self) -> Options<'_> {
        Options { form: if self.json { Form::Json } else { Form::LINE }, ..Options::new(&self.input) }
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Story, Refusal> {
        let Record { puzzle, symbols, .. } = record;
        self.limit.begin();
        let verdict = self.limit.solver().verdict(puzzle).map_err(|stopped| NoAnswer::from(Stopped::from(stopped)))?;
        let refusal = |why: NoAnswer| Refusal { reason: Some(why.to_string()), fate: Fate::Invalid, ..why.into() };
        let why = (verdict == Verdict::None).then(|| NoAnswer::unsolvable(puzzle, symbols));
        if let Some(why) = why.as_ref().filter(|why| why.reason().is_some()) {
            // The fault is visible without any step.
            return Err(refusal(why.clone()));
        }
        let explainer = steps::holding_for(self.explainer(), puzzle, matches!(verdict, Verdict::Unique(_)));
        let (steps, grade, end) = self.steps(&explainer, puzzle);
        let heading = if out.number() > 0 { format!("\n{}:\n", out.place()) } else { String::new() };
        let wording = self.words.wording(puzzle.shape(), symbols);
        let is_late = grade.rating.outcome == logic::Outcome::Stuck && self.limit.is_over();
        let story = Story { record: record.clone(), verdict, wording, heading, steps, grade, end, is_late };
        // Steps that lead to a contradiction show that there is no solution; other steps of such a puzzle are useless.
        if let Some(why) = why.filter(|_| story.fault().is_none()) {
            return Err(refusal(why));
        }
        if let Some(Err(error)) = self.svg.as_ref().map(|folder| draw(&story, folder, out.number() + 1)) {
            *lock(&self.trouble) = Some(error);
        }
        Ok(story)
    }

    fn fate(&self, story: &Story) -> Fate {
        let is_solved = story.grade.rating.outcome == logic::Outcome::Solved;
        let is_enough = self.all_steps || self.until.is_some() || is_solved;
        if is_enough && !story.is_late { Fate::Good } else { Fate::Undecided }
    }

    fn object(&self, object: Object, found: &Result<Story, Refusal>, _: Option<&str>) -> Object {
        let story = match found {
            Ok(story) => story,
            Err(refusal) => return object.with("steps", json!([])).with("reason", why(refusal)),
        };
        let Story { record, grade, .. } = story;
        let notes = steps::Notes { shape: record.puzzle.shape(), symbols: &record.symbols };
        let selection = self.selection();
        let steps = story.steps.iter().map(|(number, before, step)| {
            let mut written = notes.step(step, &story.wording);
            if selection == Selection::Technique {
                // The steps between these are left out, so each comes with its board.
                written["number"] = json!(number);
                let [_, placed, removed] = notes.board(before);
                [placed, removed].into_iter().for_each(|(name, value)| written[name] = value);
            }
            written
        });
        let object = object.with_all(notes.board(&record.puzzle));
        let object = object.with("unique", matches!(story.verdict, Verdict::Unique(_)));
        let object = object.with("selection", json!(selection)).with("steps", steps.collect::<Vec<_>>());
        if self.all_steps {
            return object;
        }
        let late = story.is_late.then(|| "stopped".to_owned());
        object
            .with("outcome", grade.rating.outcome.name())
            .with("level", grade.level().map(Level::name))
            .with("score", steps::score(grade))
            .with("reason", story.fault().map(|fault| format!("no solution: {fault}")).or(late))
    }

    fn text(&self, story: &Story) -> String {
        let Story { record, .. } = story;
        let is_markdown = self.format == Prose::Markdown;
        let has_colors = !is_markdown && steps::has_colors(self.work.output.as_deref());
        let mut text = story.heading.clone();
        if is_markdown {
            text += &format!("# `{}`\n\n", notation::puzzle_line(&record.puzzle, &record.symbols));
        }
        text += match story.verdict {
            Verdict::Unique(_) => "",
            Verdict::Multiple(..) => "The puzzle has several solutions: only what holds in all of them is found.\n",
            Verdict::None => "The puzzle has no solution, as these steps show.\n",
        };
        for (number, puzzle, step) in &story.steps {
            text += &format!("{number}. {}\n", story.wording.step(step));
            if self.boards && step.technique.family() != Family::Singles {
                let board = steps::drawing(puzzle, step, &record.symbols, has_colors);
                let fence = if is_markdown { "```\n" } else { "" };
                text += &format!("\n{fence}{board}{fence}\n");
            }
        }
        text + &self.unused(story) + &self.summary(story)
    }

    fn refusal(&self, refusal: &Refusal, item: &Item<'_>) -> String {
        format!("{}: {}\n", item.place(), why(refusal))
    }
}

/// Why there are no steps.
fn why(refusal: &Refusal) -> String {
    let reason = refusal.reason.as_deref().unwrap_or_default();
    if refusal.status == "invalid" { format!("invalid: {reason}") } else { reason.to_owned() }
}

impl Explain {
    /// The explainer: it uses named techniques even if they are not searched for by default.
    fn explainer(&self) -> Explainer {
        let until = match self.until {
            Some(Until::Technique(technique)) => Some(technique),
            _ => None,
        };
        let explainer = match &self.technique[..] {
            named @ [_, ..] if self.all_steps => Explainer::with(named),
            named => {
                named.iter().copied().chain(until).fold(steps::explainer(&self.techniques), |explainer, technique| {
                    explainer.including(technique, Priority::ByDifficulty)
                })
            }
        };
        steps::limited(explainer, &self.techniques)
    }

    /// The steps to show, the grading of the path, and the board after the last step.
    fn steps(&self, explainer: &Explainer, puzzle: &Puzzle) -> (Vec<(usize, Puzzle, Step)>, Grading, Puzzle) {
        let mut grade = Grading::new(self.techniques.order.scale());
        if self.all_steps {
            let all = (1..).zip(explainer.all_steps(puzzle));
            return (all.map(|(number, step)| (number, puzzle.clone(), step)).collect(), grade, puzzle.clone());
        }
        let (mut path, mut steps, mut number) = (explainer.path(puzzle), Vec::new(), 0);
        while self.until != Some(Until::Steps(number)) {
            let before = path.puzzle().clone();
            let Some(step) = path.next().filter(|_| !self.limit.is_over()) else { break };
            number += 1;
            let technique = step.technique;
            grade.add(&step);
            if self.technique.is_empty() || self.technique.contains(&technique) {
                steps.push((number, before, step));
            }
            if self.until == Some(Until::Technique(technique)) {
                break;
            }
        }
        grade.rating.outcome = path.outcome();
        (steps, grade, path.puzzle().clone())
    }

    /// The message if none of the requested techniques is used.
    fn unused(&self, story: &Story) -> String {
        if self.all_steps || self.technique.is_empty() || !story.steps.is_empty() {
            return String::new();
        }
        let names: Vec<String> = self.technique.iter().map(Technique::to_string).collect();
        format!("No step of this path uses {}.\n", names.join(" or "))
    }

    fn summary(&self, story: &Story) -> String {
        if self.all_steps {
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
                let fault = story.fault().unwrap_or_default();
                return format!("A contradiction after {}: {fault}.\n", counted(count, "step"));
            }
            logic::Outcome::Stuck if story.is_late => format!("Stopped after {}", counted(count, "step")),
            logic::Outcome::Stuck if self.until.is_some() => format!("{} so far", counted(count, "step")),
            logic::Outcome::Stuck => {
                format!("Stuck after {}: these techniques find nothing more", counted(count, "step"))
            }
        };
        // An unsolved puzzle has no rating; only its steps have.
        let of = if is_solved { "" } else { "up to there " };
        let level = grade.level().map(|_| grade.rating.level_so_far());
        match (level, grade.score(), grade.se(SeNumber::Er)) {
            (Some(level), Some(score), _) if count > 0 => {
                format!("{end}; {of}level {level}, score {score} on HoDoKu's scale.\n")
            }
            (.., Some(er)) => format!("{end}; {of}rating {} ({}).\n", logic::tenths_text(er), SeRater::SCALE),
            _ => format!("{end}.\n"),
        }
    }
}

/// Draws the steps into a folder.
fn draw(story: &Story, folder: &Path, number: u64) -> anyhow::Result<()> {
    let steps = story.steps.iter().filter(|(_, _, step)| step.technique.family() != Family::Singles);
    for (step_number, puzzle, step) in steps {
        let title = story.wording.step(step);
        let picture = svg::board(puzzle, &step.marks(puzzle), &story.record.symbols, &title);
        let file = folder.join(format!("{number}-{step_number:03}-{}.svg", step.technique.slug()));
        std::fs::write(&file, picture).with_context(|| file.display().to_string())?;
    }
    Ok(())
}
