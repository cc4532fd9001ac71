//! How far a run has got, so that it can be resumed.

use super::Dataset;
use super::rows::Rows;
use crate::recipe::range_text;
use anyhow::Context;
use clap::ValueEnum;
use ninefold::Cell;
use ninefold::generate::{ClueSymmetry, Method};
use ninefold::logic::{Technique, tenths_text};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

/// All that determines the bytes: the version, and options with their values. Options that make no difference are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    /// Options as they are written, with their values; empty for a flag.
    pub(super) options: Vec<(&'static str, String)>,
    /// The cells that have givens, drawn in one line, if there is a pattern.
    pub(super) pattern: Option<String>,
}

/// Attempts for each puzzle, unless the options say otherwise.
const ATTEMPTS: u64 = 100_000;
/// The default for a method that nearly always fails.
const ATTEMPTS_UNBIASED: u64 = 100_000_000;

impl Settings {
    /// The settings from the command line, with the cells of its pattern.
    pub(super) fn of(args: &Dataset, pattern: Option<&[Cell]>) -> Settings {
        let wishes = &args.puzzles.wishes;
        let draw = |cells: &[Cell]| {
            args.puzzles.shape.cells().map(|cell| if cells.contains(&cell) { 'x' } else { '.' }).collect()
        };
        let technique = |name: &'static str, technique: &Technique| (name, Some(technique.slug()));
        let (method, symmetry) = (args.puzzles.method(), wishes.symmetry);
        let is_sampled = args.puzzles.sample.is_some();
        let parts = args.parts.0.iter().map(|(name, weight)| format!("{name}={weight}"));
        let compression = match args.format {
            Rows::Parquet => args.compression.unwrap_or_default().to_possible_value(),
            _ => None,
        };
        let rating = |wish: &Option<RangeInclusive<u16>>| {
            wish.as_ref().map(|wish| range_text(wish, u16::MAX, |rating| tenths_text(*rating)))
        };
        let mut options = vec![
            ("-n", Some(args.count.unwrap_or(1).to_string())),
            ("--seed", Some(args.seed.to_string())),
            ("--shape", Some(args.puzzles.shape.to_string())),
            ("--symmetry", (symmetry != ClueSymmetry::None).then(|| symmetry.to_string())),
            ("--pattern", wishes.pattern.as_ref().map(|path| path.display().to_string())),
            ("--clues", wishes.clues.as_ref().map(|clues| range_text(clues, usize::MAX, usize::to_string))),
            ("--minimal", wishes.minimal.then(String::new)),
            ("--level", wishes.level.map(|level| level.name().to_owned())),
            ("--score", wishes.score.as_ref().map(|score| range_text(score, u32::MAX, u32::to_string))),
            ("--er", rating(&wishes.er)),
            ("--ep", rating(&wishes.ep)),
            ("--ed", rating(&wishes.ed)),
        ];
        options.extend(wishes.require.iter().map(|required| technique("--require", required)));
        options.extend(wishes.forbid.iter().map(|forbidden| technique("--forbid", forbidden)));
        options.extend([
            ("--hardest", wishes.hardest.map(|technique| technique.slug())),
            ("--sample", is_sampled.then(|| "unbiased".to_owned())),
            ("--method", (!is_sampled).then(|| method.to_string())),
            ("--attempts", Some(Settings::attempts(args).to_string())),
            ("--parts", Some(parts.collect::<Vec<_>>().join(","))),
            ("--format", Some(args.format.name().to_owned())),
            ("--compression", compression.map(|name| name.get_name().to_owned())),
        ]);
        let options = options.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        Settings { options, pattern: pattern.map(draw) }
    }

    pub(super) fn attempts(args: &Dataset) -> u64 {
        let is_unbiased = args.puzzles.method() == Method::Unbiased;
        args.attempts.unwrap_or(if is_unbiased { ATTEMPTS_UNBIASED } else { ATTEMPTS })
    }

    /// The command, quoted for a shell.
    pub(super) fn command(&self) -> String {
        let mut command = "ninefold dataset".to_owned();
        for (option, value) in &self.options {
            command += &format!(" {option}");
            let is_plain = |c: char| c.is_alphanumeric() || "+-=.,_/:".contains(c);
            match value.as_str() {
                "" => {}
                value if value.chars().all(is_plain) => command += &format!(" {value}"),
                value => command += &format!(" '{}'", value.replace('\'', r"'\''")),
            }
        }
        command
    }

    /// What must stay the same when a run is resumed. A pattern may come from another file.
    fn compared(&self) -> Vec<(String, String)> {
        let option = |(option, value): &(&str, String)| {
            let pattern = self.pattern.as_ref().filter(|_| *option == "--pattern");
            ((*option).to_owned(), pattern.unwrap_or(value).clone())
        };
        let version = ("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        [version].into_iter().chain(self.options.iter().map(option)).collect()
    }
}

/// How far a run has got. The files are at least as long as stated here; anything beyond does not count.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Journal {
    /// The settings of the command.
    settings: Vec<(String, String)>,
    /// The number of the next puzzle to make.
    pub(super) next: u64,
    pub(super) duplicates: u64,
    pub(super) unmet: u64,
    pub(super) formless: u64,
    /// How much of each part is written.
    pub(super) parts: Vec<Written>,
}

/// How much of a part is written.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(super) struct Written {
    pub(super) bytes: u64,
    pub(super) rows: u64,
}

impl Journal {
    /// Rows in all parts.
    pub(super) fn rows(&self) -> u64 {
        self.parts.iter().map(|part| part.rows).sum()
    }

    /// Writes the journal so that a complete one exists whatever happens.
    ///
    /// # Errors
    /// If the disk is full.
    pub(super) fn save(&self, path: &Path) -> anyhow::Result<()> {
        write_whole(path, format!("{}\n", json!(self)).as_bytes())
    }

    /// Reads the journal, or begins one, with nothing written yet.
    ///
    /// # Errors
    /// If it belongs to another command, or is damaged.
    pub(super) fn open(path: &Path, settings: &Settings, parts: usize) -> anyhow::Result<Journal> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let (settings, parts) = (settings.compared(), vec![Written::default(); parts]);
                let journal = Journal { settings, next: 0, duplicates: 0, unmet: 0, formless: 0, parts };
                return journal.save(path).map(|()| journal);
            }
            text => text.with_context(|| path.display().to_string())?,
        };
        let name = path.display();
        let journal: Journal = serde_json::from_str(&text).with_context(|| format!("{name}: not a journal"))?;
        let (was, is) = (&journal.settings, settings.compared());
        let said = |settings: &[(String, String)], option: &str| {
            let values = settings.iter().filter(|(name, _)| name == option).map(|(_, value)| format!("'{value}'"));
            Some(values.collect::<Vec<_>>().join(" ")).filter(|said| !said.is_empty()).unwrap_or("nothing".to_owned())
        };
        for (option, _) in was.iter().chain(&is) {
            let (was, is) = (said(was, option), said(&is, option));
            anyhow::ensure!(
                was == is,
                "{name}: started by another command, and only that one can continue: {option} was {was}, now it is {is}"
            );
        }
        let listed = journal.parts.len();
        anyhow::ensure!(listed == parts, "{name}: {listed} parts, expected {parts}");
        Ok(journal)
    }
}

/// Writes a file under another name and then renames it, so that it is either whole or absent.
pub(super) fn write_whole(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let beside = path.with_extension("json.new");
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(content)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().with_context(|| path.display().to_string())
}
