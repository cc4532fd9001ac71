//! `ninefold clues --numbers`: all grids with numbers of a range, unit by unit, with a journal; or some of them, for an estimate.

use super::Clues;
use crate::Outcome;
use crate::batch::{Progress, Sink, in_order, lock};
use crate::recipe::range;
use anyhow::{Context, ensure};
use ninefold::clues::{Found, Hunt, Work};
use ninefold::solve::Isa;
use ninefold::symmetry::GRIDS;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Instant;

/// Seconds of a year.
const YEAR: f64 = 365.25 * 86_400.0;

pub(super) fn numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
    let numbers = range(text, 1, GRIDS).map_err(|_| "expected a number or a range: 7, 1..500".to_owned())?;
    if numbers.is_empty() || *numbers.start() == 0 || *numbers.end() > GRIDS {
        return Err(format!("grids have the numbers from 1 to {GRIDS}"));
    }
    Ok(numbers)
}

/// What is known about the grids of a unit: a line of the journal.
#[derive(Serialize, Deserialize)]
struct Unit {
    first: u64,
    last: u64,
    puzzles: Vec<String>,
    nodes: u64,
    sets: u64,
    learnt: u64,
    solved: u64,
    digest: String,
}

impl Unit {
    fn new([first, last]: [u64; 2], found: &Found) -> Unit {
        let Work { nodes, sets, learnt, solved } = found.work;
        let puzzles = found.puzzles.iter().map(ToString::to_string).collect();
        Unit { first, last, puzzles, nodes, sets, learnt, solved, digest: format!("{:016x}", found.digest) }
    }

    /// Adds the unit that follows.
    fn add(&mut self, next: &Unit) -> anyhow::Result<()> {
        let digest = |unit: &Unit| u64::from_str_radix(&unit.digest, 16).context("a digest has 16 hexadecimal digits");
        self.digest = format!("{:016x}", digest(self)?.wrapping_add(digest(next)?));
        self.last = next.last;
        self.puzzles.extend(next.puzzles.iter().cloned());
        self.nodes += next.nodes;
        self.sets += next.sets;
        self.learnt += next.learnt;
        self.solved += next.solved;
        Ok(())
    }

    fn text(&self, most: u8) -> String {
        let Unit { first, last, puzzles, nodes, sets, learnt, solved, digest } = self;
        let count = match puzzles.len() {
            0 => "none".to_owned(),
            count => count.to_string(),
        };
        let puzzles: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        format!(
            "{puzzles}{first}..{last}: {count} with up to {most} givens, proved: {nodes} nodes, {sets} unavoidable sets and \
             {learnt} learnt, {solved} puzzles solved, digest {digest}\n"
        )
    }
}

pub(super) fn run(args: &Clues, numbers: &RangeInclusive<u64>) -> anyhow::Result<Outcome> {
    let isa = args.vectors.isa.unwrap_or_else(Isa::best);
    let hunt = Hunt { most: args.max.into(), minimal: args.minimal, isa };
    match args.sample {
        Some(samples) => sample(args, numbers, hunt, samples),
        None => search(args, numbers, hunt),
    }
}

fn search(args: &Clues, numbers: &RangeInclusive<u64>, hunt: Hunt) -> anyhow::Result<Outcome> {
    let mut journal = args.journal.as_deref().map(|path| Journal::open(path, args, numbers)).transpose()?;
    let sink = Sink::open(args.how.work.output.as_deref(), &[])?.shared()?;
    let write = |unit: &Unit| lock(&sink).write(unit.text(args.max).as_bytes());
    let (mut total, mut next): (Option<Unit>, u64) = (None, *numbers.start());
    let mut add = |unit: Unit| {
        write(&unit);
        match &mut total {
            Some(total) => total.add(&unit),
            None => {
                total = Some(unit);
                Ok(())
            }
        }
    };
    for unit in journal.iter_mut().flat_map(|journal| std::mem::take(&mut journal.units)) {
        next = unit.last + 1;
        add(unit)?;
    }
    let mut progress = Progress::new(Some(numbers.end() + 1 - next), false, "grids", &sink);
    let make = |grids: std::ops::Range<u64>| Ok((grids.start, hunt.within(grids.start..=grids.end - 1)?));
    in_order(next..numbers.end() + 1, args.unit, args.how.work.jobs.threads(), &make, |end, (first, found)| {
        let unit = Unit::new([first, end - 1], &found);
        journal.as_mut().map_or(Ok(()), |journal| journal.write(&unit))?;
        progress.make_room(|| add(unit))?;
        progress.reach(end - next);
        Ok(())
    })?;
    progress.finish();
    if let Some(total) = total.filter(|_| numbers.end() - numbers.start() >= args.unit) {
        lock(&sink).write(format!("In all, {}", total.text(args.max).lines().last().unwrap_or_default()).as_bytes());
        lock(&sink).write(b"\n");
    }
    lock(&sink).complete()?;
    Ok(Outcome::Success)
}

/// Searches some grids at random and says what all would take.
fn sample(args: &Clues, numbers: &RangeInclusive<u64>, hunt: Hunt, samples: u64) -> anyhow::Result<Outcome> {
    let sink = Sink::open(args.how.work.output.as_deref(), &[])?.shared()?;
    let mut progress = Progress::new(Some(samples), false, "grids", &sink);
    let (mut nodes, mut seconds, mut all) = (Vec::new(), Vec::new(), Found::default());
    let make = |indices: std::ops::Range<u64>| {
        let start = Instant::now();
        let found = hunt.sample(numbers, args.seed, indices.start)?;
        Ok((found, start.elapsed().as_secs_f64()))
    };
    in_order(0..samples, 1, args.how.work.jobs.threads(), &make, |so_far, (found, time)| {
        nodes.push(found.work.nodes as f64);
        seconds.push(time);
        all.add(found);
        progress.reach(so_far);
        Ok(())
    })?;
    progress.finish();
    let count = (numbers.end() - numbers.start() + 1) as f64;
    let ([nodes, more], [time, later]) = (mean(&nodes), mean(&seconds));
    let Found { puzzles, digest, .. } = &all;
    let text = format!(
        "{samples} of {count} grids with up to {} givens: {} puzzles, digest {digest:016x}\n\
         A grid takes {nodes:.0} +- {more:.0} nodes, {:.2} +- {:.2} ms by the clock\n\
         All take {:.3e} +- {:.1e} nodes, {:.3} +- {:.3} core-years at this speed\n",
        args.max,
        puzzles.len(),
        1e3 * time,
        1e3 * later,
        nodes * count,
        more * count,
        time * count / YEAR,
        later * count / YEAR,
    );
    lock(&sink).write(text.as_bytes());
    lock(&sink).complete()?;
    Ok(Outcome::Success)
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> [f64; 2] {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    [mean, (squares / (count - 1.0).max(1.0) / count).sqrt()]
}

/// The units that are done, a line each, behind a line that says of what.
struct Journal {
    file: File,
    units: Vec<Unit>,
}

impl Journal {
    fn open(path: &Path, args: &Clues, numbers: &RangeInclusive<u64>) -> anyhow::Result<Journal> {
        let name = path.display();
        let said = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "numbers": format!("{}..{}", numbers.start(), numbers.end()),
            "max": args.max,
            "minimal": args.minimal,
        })
        .to_string();
        let text = match std::fs::read(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            text => text.with_context(|| name.to_string())?,
        };
        // A line without end was being written when the run ended.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let mut lines = std::str::from_utf8(&text[..whole]).with_context(|| name.to_string())?.lines();
        let mut units: Vec<Unit> = Vec::new();
        if let Some(first) = lines.next() {
            ensure!(first == said, "{name}: the journal of another run: {first}, expected {said}");
            let mut next = *numbers.start();
            for (number, line) in lines.enumerate() {
                let unit = read(line).with_context(|| format!("{name}:{}", number + 2))?;
                ensure!(
                    unit.first == next && (next..=*numbers.end()).contains(&unit.last),
                    "{name}:{}: grids {}..{}, expected those from {next}",
                    number + 2,
                    unit.first,
                    unit.last
                );
                next = unit.last + 1;
                units.push(unit);
            }
        }
        let open = || {
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(whole as u64)?;
            if whole == 0 {
                file.write_all(format!("{said}\n").as_bytes())?;
            }
            Ok::<File, std::io::Error>(file)
        };
        Ok(Journal { file: open().with_context(|| name.to_string())?, units })
    }

    fn write(&mut self, unit: &Unit) -> anyhow::Result<()> {
        let mut line = json!(unit);
        line["check"] = json!(check(&line));
        self.file.write_all(format!("{line}\n").as_bytes()).context("the journal")
    }
}

/// A unit as a line has it, with a digest of the line.
fn read(line: &str) -> anyhow::Result<Unit> {
    let mut line: serde_json::Value = serde_json::from_str(line)?;
    let stated = line.as_object_mut().and_then(|line| line.remove("check"));
    ensure!(stated == Some(json!(check(&line))), "the line is damaged: its check does not fit");
    Ok(serde_json::from_value(line)?)
}

/// FNV-1a of a line without its check.
fn check(line: &serde_json::Value) -> String {
    let step = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", line.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
