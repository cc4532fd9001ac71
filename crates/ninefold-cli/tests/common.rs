//! What the tests of the program have in common.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
pub(crate) const SOLVED: &str = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
pub(crate) const IMPOSSIBLE: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
pub(crate) const TWICE: &str = "11...............................................................................";

/// A folder for each test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("ninefold-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program to test: the one that `NINEFOLD_TOOL` names, such as a released one, or else the one built with the tests.
pub(crate) fn program() -> String {
    std::env::var("NINEFOLD_TOOL").unwrap_or_else(|_| env!("CARGO_BIN_EXE_ninefold").to_owned())
}

pub(crate) fn ninefold() -> Command {
    Command::new(program())
}

/// Standard output, standard error, exit status.
pub(crate) fn reported(output: Output) -> (String, String, i32) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap_or(-1))
}

pub(crate) fn run(args: &[&str]) -> (String, String, i32) {
    reported(ninefold().args(args).stdin(Stdio::null()).output().unwrap())
}

pub(crate) fn run_with(args: &[&str], input: impl AsRef<[u8]>) -> (String, String, i32) {
    let mut child =
        ninefold().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    reported(output)
}

pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zstd(content: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(content, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Nine symbols, which differ for each number.
pub(crate) fn noise(number: usize) -> String {
    let mut state = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut symbol = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        if state.is_multiple_of(3) { char::from(b'1' + (state >> 32) as u8 % 9) } else { '.' }
    };
    (0..9).map(|_| symbol()).collect()
}

/// Kills a program that has not ended after a minute, so that its test fails rather than waiting for ever.
pub(crate) struct Deadline {
    _alive: std::sync::mpsc::Sender<()>,
}

impl Deadline {
    pub(crate) fn of(child: &std::process::Child) -> Deadline {
        let id = child.id().to_string();
        let (_alive, ended) = std::sync::mpsc::channel::<()>();
        std::thread::spawn(move || {
            let waited = ended.recv_timeout(std::time::Duration::from_secs(60));
            if waited == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-KILL", &id]).status();
            }
        });
        Deadline { _alive }
    }
}
