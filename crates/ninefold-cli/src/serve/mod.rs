//! `ninefold serve`: the page on this machine, for its own browser only.

mod files;
mod http;

use crate::Outcome;
use anyhow::{Context, bail};
use clap::Args;
use files::Files;
use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The most connections open at a time; browsers open six. Further ones are closed at once.
const MOST: usize = 128;

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Port on 127.0.0.1; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 8181)]
    port: u16,

    /// Show the page in the browser
    #[arg(long)]
    open: bool,

    /// Serve the page built into this folder instead of the one in the program
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

pub(crate) fn run(args: &Serve) -> anyhow::Result<Outcome> {
    let files = match &args.folder {
        Some(folder) => Files::of_folder(folder).with_context(|| folder.display().to_string())?,
        None => Files::embedded().context(
            "this program was built without the page; build it with --features web (see web/README.md), or name the \
             folder of a built page with --folder",
        )?,
    };
    if files.get("").is_none() {
        bail!("there is no index.html in the page's folder");
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            anyhow::anyhow!("port {} is taken; choose another with --port, or 0 for any", args.port)
        }
        _ => anyhow::Error::new(error).context(format!("port {}", args.port)),
    })?;
    let url = format!("http://{}/", listener.local_addr()?);
    let mut stdout = io::stdout();
    writeln!(stdout, "{url}")?;
    stdout.flush()?;
    if args.open {
        open(&url).with_context(|| format!("no browser could be started; open {url} yourself"))?;
    }
    let open = AtomicUsize::new(0);
    thread::scope(|scope| {
        // If a connection fails, that is its client's business; the next may succeed.
        for stream in listener.incoming().flatten() {
            let answer = || {
                let _ = http::answer(stream, &files);
                open.fetch_sub(1, Ordering::Relaxed);
            };
            let is_room = open.fetch_add(1, Ordering::Relaxed) < MOST;
            if !is_room || thread::Builder::new().spawn_scoped(scope, answer).is_err() {
                open.fetch_sub(1, Ordering::Relaxed);
            }
        }
    });
    Ok(Outcome::Success)
}

/// Opens an address in the user's browser.
fn open(url: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "windows") {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", "", url]);
        command
    } else {
        let mut command = Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" });
        command.arg(url);
        command
    };
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(|_| ())
}
