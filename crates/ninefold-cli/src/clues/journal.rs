//! The finished parts of a long search: a line for each, after a line that describes the search.
//!
//! A line without an end was being written when a run was interrupted; the next run writes it again.

use anyhow::{Context, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

pub(super) struct Journal(File);

impl Journal {
    /// Opens the journal of a run that `said` describes, or begins one; returns it with the finished parts.
    pub(super) fn open<T: DeserializeOwned>(path: &Path, said: &Value) -> anyhow::Result<(Journal, Vec<T>)> {
        let (name, said) = (path.display(), said.to_string());
        let text = match std::fs::read(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            text => text.with_context(|| name.to_string())?,
        };
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let mut lines = std::str::from_utf8(&text[..whole]).with_context(|| name.to_string())?.lines();
        if let Some(first) = lines.next() {
            ensure!(first == said, "{name}: the journal of another run: {first}, expected {said}");
        }
        let read = |(number, line)| read(line).with_context(|| format!("{name}:{}", number + 2));
        let parts = lines.enumerate().map(read).collect::<anyhow::Result<Vec<T>>>()?;
        let open = || {
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(whole as u64)?;
            if whole == 0 {
                file.write_all(format!("{said}\n").as_bytes())?;
            }
            Ok::<File, std::io::Error>(file)
        };
        Ok((Journal(open().with_context(|| name.to_string())?), parts))
    }

    pub(super) fn write(&mut self, part: &impl Serialize) -> anyhow::Result<()> {
        let mut line = json!(part);
        line["check"] = json!(check(&line));
        self.0.write_all(format!("{line}\n").as_bytes()).context("the journal")
    }
}

/// Reads a part from a line, which contains a digest.
fn read<T: DeserializeOwned>(line: &str) -> anyhow::Result<T> {
    let mut line: Value = serde_json::from_str(line)?;
    let stated = line.as_object_mut().and_then(|line| line.remove("check"));
    ensure!(stated == Some(json!(check(&line))), "the line is damaged: its check does not match");
    Ok(serde_json::from_value(line)?)
}

/// The FNV-1a digest of a line without its check.
fn check(line: &Value) -> String {
    let step = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", line.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
