//! `ninefold verify`: whether every step of an explanation is valid.

use crate::Outcome;
use crate::steps::{Notes, Selection, givens_are_enough};
use anyhow::Context;
use clap::Args;
use ninefold::logic::{Premise, check};
use ninefold::notation::{self, Format, Record};
use ninefold::{Puzzle, Shape, Symbols};
use serde::Deserialize;
use serde_json::Value;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Files with explanations in JSON, or - for standard input (the default)
    #[arg(value_name = "FILE|-")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Verify) -> anyhow::Result<Outcome> {
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &standard_input[..] } else { &args.files };
    let mut outcome = Outcome::Success;
    let mut number = 0;
    for file in files {
        let reader: Box<dyn Read> = if file == Path::new("-") {
            Box::new(std::io::stdin().lock())
        } else {
            Box::new(File::open(file).with_context(|| file.display().to_string())?)
        };
        for value in serde_json::Deserializer::from_reader(BufReader::new(reader)).into_iter::<Value>() {
            number += 1;
            let object = value.with_context(|| format!("{}: explanation {number}", file.display()))?;
            let place = object["place"].as_str().map_or_else(|| format!("explanation {number}"), str::to_owned);
            let verdict = match verify(&object) {
                Ok(verdict) => verdict,
                Err(Fault::Step(text)) => {
                    outcome = outcome.max(Outcome::SomeFailed);
                    text
                }
                Err(Fault::Form(text)) => {
                    outcome = outcome.max(Outcome::Trouble);
                    format!("not an explanation: {text}")
                }
            };
            writeln!(std::io::stdout(), "{place}: {verdict}")?;
        }
    }
    anyhow::ensure!(number > 0, "no explanation in the input");
    Ok(outcome)
}

/// What is wrong with an explanation.
enum Fault {
    /// A step that does not follow.
    Step(String),
    /// An object that does not have the form of an explanation.
    Form(String),
}

/// Compares the puzzle as a text with the board at the beginning, whatever stands for blanks.
fn compare(text: &str, start: &Puzzle, symbols: &Symbols) -> Result<(), Fault> {
    let mut record = Record::new(start.clone());
    record.symbols = symbols.clone();
    let expected = notation::write(&record, Format::Line).expect("a line holds boards of every size").text;
    let (expected, found) = (expected.trim_end(), text.trim_end());
    let is_like = |(one, other): (char, char)| one == other || one == symbols.blank() && symbols.digit(other).is_none();
    match expected.chars().count() == found.chars().count() && expected.chars().zip(found.chars()).all(is_like) {
        true => Ok(()),
        false => Err(Fault::Step(format!("its puzzle is {found}, but its givens and placed digits are {expected}"))),
    }
}

fn verify(object: &Value) -> Result<String, Fault> {
    let member = |name: &str| object[name].as_str().ok_or_else(|| Fault::Form(format!("it has no {name}")));
    let shape: Shape =
        member("shape")?.parse().map_err(|error: ninefold::ShapeError| Fault::Form(error.to_string()))?;
    let symbols: Symbols =
        member("symbols")?.parse().map_err(|error: ninefold::SymbolsError| Fault::Form(error.to_string()))?;
    let name = &object["selection"];
    let selection = Option::<Selection>::deserialize(name)
        .map_err(|_| Fault::Form(format!("{name} is not a selection: path, technique or alternatives")))?;
    let selection = selection.unwrap_or(Selection::Path);
    let notes = Notes { shape, symbols: &symbols };
    let start = notes.read_board(&object["givens"], object).map_err(Fault::Form)?;
    if let Some(text) = object["puzzle"].as_str() {
        compare(text, &start, &symbols)?;
    }
    let steps = object["steps"].as_array().ok_or_else(|| Fault::Form("it has no steps".to_owned()))?;
    let mut puzzle = start.clone();
    // Determined when a step first needs it.
    let mut is_unique = None;
    for (i, value) in steps.iter().enumerate() {
        let name = value["technique"].as_str().unwrap_or("unknown technique");
        let number = value["number"].as_u64().unwrap_or(i as u64 + 1);
        let at = |fault: String| format!("step {number} ({name}): {fault}");
        let step = notes.read_step(value).map_err(|fault| Fault::Form(at(fault)))?;
        if selection == Selection::Technique {
            let is_stated = value["placed"].is_array() && value["removed"].is_array();
            let before = is_stated.then(|| notes.read_board(&object["givens"], value));
            let before = before.unwrap_or_else(|| Err("the board before it is missing".to_owned()));
            puzzle = before.map_err(|fault| Fault::Form(at(fault)))?;
        }
        let needs_uniqueness = step.premises.iter().any(|premise| matches!(premise, Premise::Deadly(_)));
        if needs_uniqueness && is_unique.is_none() {
            is_unique = Some(givens_are_enough(&start));
        }
        check(&puzzle, &step, is_unique.unwrap_or(false)).map_err(|refusal| Fault::Step(at(refusal.to_string())))?;
        if selection == Selection::Path {
            step.apply(&mut puzzle);
        }
    }
    let follow = if steps.len() == 1 { "step follows" } else { "steps follow" };
    let end = match selection {
        Selection::Technique => " from the boards before them",
        Selection::Alternatives => " from the board at the beginning",
        Selection::Path if puzzle.is_full() => ", solved",
        Selection::Path => ", not solved",
    };
    if puzzle.is_full()
        && let Err(invalid) = puzzle.validate()
    {
        return Err(Fault::Step(format!("the board at the end: {invalid}")));
    }
    Ok(format!("{} {follow}{end}", steps.len()))
}
