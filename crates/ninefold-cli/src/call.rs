//! `ninefold call`: the protocol of the page's engine, one request per line.

use crate::Outcome;
use clap::Args;
use ninefold_protocol::{Host, call};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::time::Instant;

#[derive(Args, Debug)]
pub(crate) struct Call {
    /// Also write how far a long request has got: {"id":7,"progress":{"done":0.5}}
    #[arg(long)]
    progress: bool,
}

pub(crate) fn run(args: &Call) -> anyhow::Result<Outcome> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let start = Instant::now();
    let (mut outcome, mut line) = (Outcome::Success, Vec::new());
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(outcome);
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let id = if args.progress { id(line) } else { Value::Null };
        let mut written = Ok(());
        let mut report = |progress: Value| {
            if args.progress && written.is_ok() {
                let mut message = json!({ "progress": progress });
                if !id.is_null() {
                    message["id"] = id.clone();
                }
                written = writeln!(output, "{message}").and_then(|()| output.flush());
            }
        };
        let mut now = || start.elapsed().as_secs_f64() * 1000.0;
        let answer = call(line, &mut Host::new(&mut now, &mut report));
        written?;
        if answer.starts_with(r#"{"error""#) {
            outcome = Outcome::SomeFailed;
        }
        // The caller may wait for this line before it sends the next request.
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
}

fn id(request: &[u8]) -> Value {
    serde_json::from_slice::<Value>(request)
        .ok()
        .and_then(|mut request| request.get_mut("id").map(Value::take))
        .unwrap_or_default()
}
