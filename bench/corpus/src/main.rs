//! Runs ninefold, many puzzles at once and one per call, and its peers over the same lists, in turn and in the same run. Prints
//! a table of nanoseconds per puzzle and ratios: for the first solution, for two solutions, and for testing whether puzzles are
//! minimal.
//!
//! Usage: corpus NINEFOLD-ENGINE PEER[,PEER...] LIST...    (`bench/run` builds all of them and calls this)

mod lists;

use anyhow::{Context, bail, ensure};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Rounds per list and limit; the fastest of each solver counts, and the spread is reported.
const ROUNDS: usize = 7;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [ninefold, peers, lists @ ..] = &arguments[..] else {
        bail!("usage: corpus NINEFOLD-ENGINE PEER[,PEER...] LIST...");
    };
    ensure!(!lists.is_empty(), "no list was named");
    let mut solvers =
        vec![Process::start(Command::new(ninefold).arg("batch"))?, Process::start(Command::new(ninefold).arg("one"))?];
    let mut head = "| list | puzzles | limit | batch ns (spread) | one per call ns (spread) |".to_owned();
    for peer in peers.split(',') {
        solvers.push(Process::start(&mut Command::new(peer))?);
        let name = Path::new(peer).file_stem().map_or(peer, |name| name.to_str().unwrap_or(peer));
        head += &format!(" {} ns (spread) | ratio batch | ratio one |", name.trim_end_matches("-peer"));
    }
    println!("{head}\n{}|", "|---".repeat(5 + 3 * (solvers.len() - 2)));
    let made = lists::make()?;
    for list in lists.iter().chain(&made) {
        let mut puzzles = 0;
        for solver in &mut solvers {
            let count = solver.load(list)?;
            ensure!(puzzles == 0 || count == puzzles, "{list}: the solvers read different lists");
            puzzles = count;
        }
        ensure!(puzzles > 0, "{list}: no puzzle of 81 characters");
        for limit in ["1", "2", "minimal"] {
            let name = Path::new(list).file_stem().map_or(list.as_str(), |name| name.to_str().unwrap_or(list));
            let mut times: Vec<Times> = solvers.iter().map(|_| Times::new()).collect();
            for _ in 0..ROUNDS {
                let mut answers = Vec::new();
                for (solver, times) in solvers.iter_mut().zip(&mut times) {
                    let answer = solver.run(limit)?;
                    times.add(answer.nanoseconds / puzzles as f64);
                    answers.push(answer);
                }
                let [batch, one, peers @ ..] = &answers[..] else { bail!("each solver gives an answer") };
                let counts: Vec<u64> = answers.iter().map(|answer| answer.solutions).collect();
                ensure!(counts.iter().all(|count| *count == counts[0]), "{list}, limit {limit}: {counts:?} solutions");
                ensure!(batch.checksum == one.checksum, "{list}, limit {limit}: together and alone differ");
                // If there are several solutions, solvers may find different ones first.
                let unique = limit != "minimal" && batch.solutions == puzzles && !name.contains("multiple");
                let agree = peers.iter().all(|peer| batch.checksum == peer.checksum);
                ensure!(!unique || agree, "{list}, limit {limit}: different solutions");
            }
            let [batch, one, peers @ ..] = &times[..] else { bail!("each solver has its times") };
            let mut row = format!("| {name} | {puzzles} | {limit} | {batch} | {one} |");
            for peer in peers {
                row += &format!(" {peer} | {:.2} | {:.2} |", peer.best / batch.best, peer.best / one.best);
            }
            println!("{row}");
        }
    }
    lists::remove();
    Ok(())
}

/// The fastest and the slowest round.
struct Times {
    best: f64,
    worst: f64,
}

impl Times {
    const fn new() -> Times {
        Times { best: 0.0, worst: 0.0 }
    }

    fn add(&mut self, time: f64) {
        self.best = if self.best == 0.0 { time } else { self.best.min(time) };
        self.worst = self.worst.max(time);
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} (+{:.0} %)", self.best, 100.0 * (self.worst / self.best - 1.0))
    }
}

struct Answer {
    nanoseconds: f64,
    solutions: u64,
    checksum: String,
}

/// A solver in a process of its own.
struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start(command: &mut Command) -> anyhow::Result<Process> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{:?}", command.get_program()))?;
        let input = child.stdin.take().context("standard input is piped")?;
        let output = BufReader::new(child.stdout.take().context("standard output is piped")?);
        Ok(Process { child, input, output })
    }

    fn ask(&mut self, request: &str) -> anyhow::Result<String> {
        writeln!(self.input, "{request}")?;
        let mut answer = String::new();
        self.output.read_line(&mut answer)?;
        ensure!(!answer.is_empty(), "a solver ended at '{request}'");
        Ok(answer.trim().to_owned())
    }

    fn load(&mut self, list: &str) -> anyhow::Result<u64> {
        let answer = self.ask(&format!("load {list}"))?;
        answer.strip_prefix("loaded ").and_then(|count| count.parse().ok()).context(answer.clone())
    }

    fn run(&mut self, limit: &str) -> anyhow::Result<Answer> {
        let answer = self.ask(&format!("run {limit}"))?;
        let parts: Vec<&str> = answer.split(' ').collect();
        let [nanoseconds, solutions, checksum] = parts[..] else { bail!("not an answer: {answer}") };
        Ok(Answer { nanoseconds: nanoseconds.parse()?, solutions: solutions.parse()?, checksum: checksum.to_owned() })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
