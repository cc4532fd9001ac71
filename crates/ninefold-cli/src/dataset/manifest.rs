//! The manifest: what was made, how to make it again, and whether the files are unchanged.

use super::Dataset;
use super::examine::{Examination, Holdings};
use super::journal::{Journal, Settings};
use super::rows::{NOT_OF_SETS, Rows};
use crate::batch::{Sink, say};
use crate::classes::Shares;
use crate::output::counted;
use crate::{Outcome, made};
use anyhow::Context;
use clap::ValueEnum;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

const WISHES: &str = "Puzzles that did not meet the wishes were left out (unmet).";
const CLASSES: &str = "Of puzzles that differ only by symmetry the one with the lowest index was kept (duplicates left out), so \
    where duplicates are many, classes rather than puzzles were sampled.";
const PARTS: &str = "Of the SHA-256 of SEED:CLASS the first eight bytes are a number; divided by 2^64 it is the place of the \
    class among the weights of all parts laid end to end. CLASS is the value of the column form. ninefold split --seed SEED does \
    the same.";
const LICENSE: &str = "The license of ninefold (MIT OR Apache-2.0) covers the program. The puzzles come from random numbers and \
    the options alone; ninefold's license places no conditions on their use.";

/// The text of the manifest: a function of the command and the version.
pub(super) fn text(
    args: &Dataset,
    settings: &Settings,
    names: &[String],
    journal: &Journal,
    holdings: &Holdings,
) -> String {
    let files = names.iter().zip(&args.parts.0).zip(&holdings.files).map(|((name, (_, weight)), holding)| {
        let mut file = json!({ "name": name, "weight": weight });
        json!(holding).as_object().into_iter().flatten().for_each(|(name, value)| file[name] = value.clone());
        file
    });
    let object = json!({
        "program": "ninefold",
        "version": env!("CARGO_PKG_VERSION"),
        "command": settings.command(),
        "pattern": settings.pattern,
        // As text, since some readers round large numbers.
        "seed": args.seed.to_string(),
        "shape": args.puzzles.shape.to_string(),
        "format": args.format.name(),
        "columns": made::columns(&NOT_OF_SETS).map(|(column, meaning)| (column.name.to_owned(), json!(meaning))).collect::<Map<_, _>>(),
        "counts": {
            "asked": args.count,
            "unmet": journal.unmet,
            "duplicates": journal.duplicates,
            "rows": journal.rows(),
            "classes": holdings.classes,
            "crossing": holdings.crossing,
            "compared_as_written": journal.formless,
        },
        "files": files.collect::<Vec<_>>(),
        "bias": format!("{} {WISHES} {CLASSES}", args.puzzles.method().bias()),
        "parts": PARTS,
        "license": LICENSE,
    });
    format!("{object:#}\n")
}

/// `dataset --check`: whether the files match the manifest, and every row is right.
pub(super) fn check(path: &Path) -> anyhow::Result<Outcome> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| name.clone())?;
    let manifest: Value = serde_json::from_str(&text).with_context(|| format!("{name}: not a manifest"))?;
    let lacks = |member: &str| format!("{name}: not a manifest: '{member}' is missing or wrong");
    let said = |member: &str| manifest[member].as_str().with_context(|| lacks(member));
    let rows = Rows::from_str(said("format")?, false).ok().with_context(|| lacks("format"))?;
    super::is_there(rows)?;
    let shape = said("shape")?.parse().ok().with_context(|| lacks("shape"))?;
    let seed = said("seed")?.parse().ok().with_context(|| lacks("seed"))?;
    let listed = manifest["files"].as_array().filter(|files| !files.is_empty()).with_context(|| lacks("files"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let (mut files, mut weights, mut digests) = (Vec::new(), Vec::new(), Vec::new());
    for file in listed {
        let name = file["name"].as_str().filter(|name| !name.contains(['/', '\\'])).with_context(|| lacks("name"))?;
        files.push(folder.join(name));
        digests.push(file["sha256"].as_str().unwrap_or_default().to_owned());
        let weight = file["weight"].as_u64().and_then(|weight| u32::try_from(weight).ok());
        weights.push(u64::from(weight.with_context(|| lacks("weight"))?));
    }
    anyhow::ensure!(weights.iter().any(|weight| *weight > 0), lacks("weight"));
    let total = manifest["counts"]["rows"].as_u64().with_context(|| lacks("rows"))?;
    let (digests, shares) = (Some(&digests[..]), &Shares::new(weights));
    let holdings = Examination { files: &files, digests, rows, shape, seed, shares, total }.run()?;
    let differences = differences(&name, &manifest, &files, &holdings);
    // Only the first complaints about rows are reported, so the differences come first.
    differences.iter().chain(&holdings.complaints).for_each(|complaint| say(complaint));
    let wrong = holdings.wrong + differences.len() as u64;
    let Holdings { classes, crossing, .. } = holdings;
    let report = match wrong {
        0 => format!(
            "{name}: {} as the manifest says; {} right, {}, {crossing} of them in more than one part\n",
            counted(files.len(), "file"),
            counted(holdings.rows(), "row"),
            counted(classes, "class"),
        ),
        1 => format!("{name}: 1 thing is wrong\n"),
        wrong => format!("{name}: {wrong} things are wrong\n"),
    };
    Sink::stdout().write(report.as_bytes());
    Ok(if wrong == 0 { Outcome::Success } else { Outcome::SomeFailed })
}

/// How the files differ from the manifest.
fn differences(name: &str, manifest: &Value, files: &[PathBuf], holdings: &Holdings) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |of: &str, said: &Value, found: Value| {
        for (member, found) in
            found.as_object().into_iter().flatten().filter(|(member, found)| said[*member] != **found)
        {
            differences.push(format!("{of}: {member} is {found}, the manifest says {}", said[member]));
        }
    };
    for ((said, holding), path) in manifest["files"].as_array().into_iter().flatten().zip(&holdings.files).zip(files) {
        compare(&path.display().to_string(), said, json!(holding));
    }
    let (counts, rows) = (&manifest["counts"], holdings.rows());
    compare(name, counts, json!({ "rows": rows, "classes": holdings.classes, "crossing": holdings.crossing }));
    if holdings.classes != rows {
        differences.push(format!("{name}: {rows} rows, but {} classes", holdings.classes));
    }
    let number = |member: &str| counts[member].as_u64().map(u128::from);
    let sum = number("unmet").zip(number("duplicates")).map(|(one, other)| one + other + u128::from(rows));
    if sum.is_none() || number("asked") != sum {
        differences.push(format!("{name}: rows, unmet and duplicates do not add up to the number asked for"));
    }
    differences
}
