//! Where puzzles come from: arguments, files and standard input, compressed or not.

use anyhow::{Context, bail};
use ninefold::notation::{self, ReadOptions};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Something that puzzles can be read from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A puzzle on the command line, the n-th argument.
    Argument(usize, String),
    File(PathBuf),
    Stdin,
}

impl Source {
    /// The name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Source::Argument(number, _) => format!("argument {number}"),
            Source::File(path) => path.display().to_string(),
            Source::Stdin => "standard input".to_owned(),
        }
    }

    /// The number of bytes to be read, if it is known.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            Source::Argument(_, text) => Some(text.len() as u64),
            Source::File(path) => {
                std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len())
            }
            Source::Stdin => None,
        }
    }

    /// Opens the source. Compressed data is recognised by its first bytes; `bytes` counts what is read
    /// before it is decompressed.
    pub(super) fn open(&self, bytes: &Arc<AtomicU64>) -> anyhow::Result<Box<dyn Read + Send>> {
        let counted = |reader: Box<dyn Read + Send>| Counted { reader, bytes: bytes.clone() };
        match self {
            Source::Argument(_, text) => Ok(Box::new(io::Cursor::new(text.clone().into_bytes()))),
            Source::Stdin => decompressed(counted(Box::new(io::stdin()))),
            Source::File(path) => {
                if path.is_dir() {
                    bail!("is a directory");
                }
                decompressed(counted(Box::new(File::open(path)?)))
            }
        }
    }
}

/// The sources that the arguments name, and a message for each that is none.
pub(super) fn find(arguments: &[String], options: &ReadOptions) -> (Vec<Source>, Vec<String>) {
    if arguments.is_empty() {
        return (vec![Source::Stdin], Vec::new());
    }
    let (mut sources, mut messages) = (Vec::new(), Vec::new());
    for (i, argument) in arguments.iter().enumerate() {
        match argument.as_str() {
            "-" => sources.push(Source::Stdin),
            path if Path::new(path).exists() => sources.push(Source::File(path.into())),
            text if is_puzzle(text, options) => sources.push(Source::Argument(i + 1, text.to_owned())),
            path => messages.push(format!("{path}: no such file, and not a puzzle")),
        }
    }
    (sources, messages)
}

/// Whether an argument that is no file was meant as a puzzle: it is one, or it holds nothing but what
/// puzzles are made of.
fn is_puzzle(text: &str, options: &ReadOptions) -> bool {
    let cells = text.chars().filter(|c| c.is_ascii_digit() || ".*_-|+ \n\r\t,:[]".contains(*c)).count();
    let mostly =
        text.len() >= 4 && 10 * cells >= 9 * text.chars().count() && text.contains(|c: char| c.is_ascii_digit());
    mostly || notation::read(text, options).is_ok()
}

/// Counts the bytes that pass.
struct Counted {
    reader: Box<dyn Read + Send>,
    bytes: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// First bytes of files that cannot hold puzzles as they are.
const REFUSED: [(&[u8], &str); 8] = [
    (b"\xfd7zXZ\x00", "compressed with xz; decompress it first"),
    (b"BZh", "compressed with bzip2; decompress it first"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
    (b"PAR1", "a Parquet file, which is not read yet"),
    (b"%PDF", "a PDF document"),
    (b"\xff\xfe", "UTF-16 text; convert it to UTF-8"),
    (b"\xfe\xff", "UTF-16 text; convert it to UTF-8"),
];

fn decompressed(reader: Counted) -> anyhow::Result<Box<dyn Read + Send>> {
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    // A pipe may deliver less at first than a magic number takes; these are at most six bytes long.
    let start = reader.fill_buf()?;
    if let Some((_, what)) = REFUSED.iter().find(|(magic, _)| start.starts_with(magic)) {
        bail!("{what}");
    }
    Ok(match start {
        [0x1f, 0x8b, ..] => Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(reader))),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(Zstd { input: reader, frame: None }),
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Box::new(Zstd { input: reader, frame: None }),
        _ => Box::new(reader),
    })
}

/// The frames of a zstd file, one after another.
struct Zstd<R> {
    input: R,
    frame: Option<Box<ruzstd::decoding::FrameDecoder>>,
}

impl<R: BufRead> Zstd<R> {
    /// Begins the next frame; `false` at the end of the file.
    fn next_frame(&mut self) -> anyhow::Result<bool> {
        use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
        while !self.input.fill_buf()?.is_empty() {
            let mut decoder = Box::new(ruzstd::decoding::FrameDecoder::new());
            match decoder.init(&mut self.input) {
                Ok(()) => {
                    self.frame = Some(decoder);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    io::copy(&mut (&mut self.input).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(error).context("zstd data"),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use ruzstd::decoding::BlockDecodingStrategy;
        loop {
            let Some(frame) = &mut self.frame else {
                match self.next_frame() {
                    Ok(true) => continue,
                    Ok(false) => return Ok(0),
                    Err(error) => return Err(io::Error::other(format!("{error:#}"))),
                }
            };
            if frame.can_collect() > 0 {
                return frame.read(buffer);
            }
            if frame.is_finished() {
                self.frame = None;
                continue;
            }
            let decoded = frame.decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBlocks(1));
            decoded.map_err(|error| io::Error::other(format!("zstd data: {error}")))?;
        }
    }
}
