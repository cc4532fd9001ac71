//! Variants: ninefold and Interactive Sudoku Solver on the same puzzles, taking turns to prove that each has one solution.
//!
//! Times are milliseconds of the fastest of three runs, from the text to the proof. With `candidates` in place of the peer:
//! true candidates from scratch, and after a change.

mod candidates;

use anyhow::{Context, bail};
use ninefold::notation::{self, Format, ReadOptions, VariantRecord};
use ninefold::variant::{Solver, Verdict};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The peer is stopped after this time.
const LONGEST: Duration = Duration::from_secs(60);
/// The same limit for ninefold, in conflicts.
const NODES: u64 = 2_000_000;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [peer, corpus, filter @ ..] = &args[..] else { bail!("usage: variants PEER CORPUS [NAME...]") };
    let text = std::fs::read_to_string(corpus).context("the corpus")?;
    if peer == "candidates" {
        return candidates::compare(&text);
    }
    let mut peer = Peer::start(peer)?;
    let mut all = Vec::new();
    println!("{:>10} {:>10} {:>8}  puzzle", "ninefold", "peer", "ratio");
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let name = row["name"].as_str().or(row["id"].as_str()).unwrap_or_default().to_owned();
        if !filter.is_empty() && !filter.iter().any(|part| name.contains(part)) {
            continue;
        }
        let (says, ours) = ours(line)?;
        let record = notation::read_variant(line, &ReadOptions::default())?;
        let theirs = match peer_text(&record, &row) {
            Some(text) => peer.ask(&text)?,
            None => Err("no text".to_owned()),
        };
        let note = match (&says[..], &theirs) {
            ("1", Ok((1, _))) => String::new(),
            (says, Ok((count, _))) => format!("  ({says}, peer {count})"),
            (says, Err(why)) => format!("  ({says}, peer: {why})"),
        };
        let time = theirs.as_ref().ok().map(|(_, time)| *time);
        let [shown, ratio] = match time {
            Some(time) => [format!("{time:.2}"), format!("{:.1}", time / ours)],
            None => ["-".to_owned(), "-".to_owned()],
        };
        println!("{ours:10.2} {shown:>10} {ratio:>8}  {name}{note}");
        all.push((ours, time, says));
    }
    summary(&all);
    Ok(())
}

/// ninefold's answer (0, 1, 2, or ? if it was stopped), and its time.
fn ours(line: &str) -> anyhow::Result<(String, f64)> {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        let record = notation::read_variant(line, &ReadOptions::default())?;
        let judged = Solver::new().nodes(NODES).verdict(&record.puzzle)?;
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        let says = match &judged {
            Ok(Verdict::None) => "0",
            Ok(Verdict::Unique(digits)) if record.puzzle.is_solved_by(digits) => "1",
            Ok(Verdict::Unique(_)) => "wrong",
            Ok(Verdict::Multiple(..)) => "2",
            Err(_) => "?",
        };
        if says != "1" || best > 2000.0 {
            return Ok((says.to_owned(), best));
        }
    }
    Ok(("1".to_owned(), best))
}

/// The puzzle in the peer's format: as the corpus has it, otherwise as ninefold writes it.
fn peer_text(record: &VariantRecord, row: &Value) -> Option<String> {
    if let Some(text) = row["iss"].as_str() {
        return Some(text.split_whitespace().collect());
    }
    let written = notation::write_variant(record, Format::Iss).ok()?.text;
    let (_, text) = written.trim().split_once("?q=")?;
    Some(text.replace("%3D", "=").replace("%25", "%"))
}

fn summary(all: &[(f64, Option<f64>, String)]) {
    let sum = |times: &mut dyn Iterator<Item = f64>| times.sum::<f64>() / 1e3;
    let both: Vec<(f64, f64)> = all.iter().filter_map(|(ours, theirs, _)| Some((*ours, (*theirs)?))).collect();
    let logs: f64 = both.iter().map(|(ours, theirs)| (theirs / ours).ln()).sum();
    let mut sorted: Vec<f64> = all.iter().map(|(ours, ..)| *ours).collect();
    sorted.sort_by(f64::total_cmp);
    let quantile = |part: f64| sorted.get(((sorted.len() as f64 - 1.0) * part) as usize).copied().unwrap_or_default();
    println!();
    println!(
        "{} puzzles, {} proved unique by ninefold",
        all.len(),
        all.iter().filter(|(.., says)| says == "1").count()
    );
    println!(
        "ninefold on all: {:.2} s; median {:.2} ms, 9 of 10 within {:.2}, 99 of 100 within {:.2}",
        sum(&mut sorted.iter().copied()),
        quantile(0.5),
        quantile(0.9),
        quantile(0.99)
    );
    println!(
        "{} that both finish: ninefold {:.2} s, peer {:.2} s; geometric mean of the ratios {:.2}",
        both.len(),
        sum(&mut both.iter().map(|(ours, _)| *ours)),
        sum(&mut both.iter().map(|(_, theirs)| *theirs)),
        (logs / both.len().max(1) as f64).exp()
    );
}

/// The peer's process, which is restarted when it had to be stopped.
struct Peer {
    folder: String,
    process: Child,
    answers: Receiver<String>,
}

impl Peer {
    fn start(folder: &str) -> anyhow::Result<Peer> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/iss.mjs");
        let mut process = Command::new("node")
            .args([script, folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("node, for the peer")?;
        let output = process.stdout.take().context("the peer's output")?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        Ok(Peer { folder: folder.to_owned(), process, answers })
    }

    /// The number of solutions, at most 2, and the time.
    fn ask(&mut self, text: &str) -> anyhow::Result<Result<(u64, f64), String>> {
        writeln!(self.process.stdin.as_mut().context("the peer's input")?, "{text}")?;
        let Ok(answer) = self.answers.recv_timeout(LONGEST) else {
            self.process.kill()?;
            self.process.wait()?;
            *self = Peer::start(&self.folder)?;
            return Ok(Err(format!("not in {} s", LONGEST.as_secs())));
        };
        let (count, time) = answer.split_once(' ').unwrap_or((&answer, ""));
        match (count.parse(), time.parse()) {
            (Ok(count), Ok(time)) => Ok(Ok((count, time))),
            _ => Ok(Err(time.to_owned())),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
