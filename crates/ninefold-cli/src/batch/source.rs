//! Where puzzles come from: arguments, files and standard input, compressed or not.

use super::progress::say;
use super::utf16::{Unit, Utf16};
use anyhow::bail;
use flate2::bufread::GzDecoder;
use ninefold::Reason;
use ninefold::notation::{self, Format, ReadOptions, Splitter};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Something that puzzles can be read from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A puzzle on the command line, with the number of the argument.
    Argument(usize, String),
    File(PathBuf),
    Stdin,
}

impl Source {
    /// The name used in messages.
    pub(crate) fn name(&self) -> String {
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

    /// Opens the source. Compressed data is recognised by its first bytes; `bytes` counts what is read before decompression.
    pub(crate) fn open(&self, bytes: &Arc<AtomicU64>) -> anyhow::Result<Box<dyn Read + Send>> {
        let counted = |reader: Box<dyn Read + Send>| Counted { reader, bytes: bytes.clone() };
        match self {
            Source::Argument(_, text) => Ok(Box::new(io::Cursor::new(text.clone().into_bytes()))),
            Source::Stdin => decompressed(counted(Box::new(io::stdin())), self.name()),
            Source::File(path) => {
                if path.is_dir() {
                    bail!("is a directory");
                }
                decompressed(counted(Box::new(File::open(path)?)), self.name())
            }
        }
    }
}

/// The sources that the arguments name, and a message for each argument that is not a source.
pub(crate) fn find(arguments: &[OsString], options: &ReadOptions) -> (Vec<Source>, Vec<String>) {
    if arguments.is_empty() {
        return (vec![Source::Stdin], Vec::new());
    }
    let (mut sources, mut messages) = (Vec::new(), Vec::new());
    for (number, argument) in (1..).zip(arguments) {
        let path = Path::new(argument);
        match argument.to_str() {
            Some("-") => sources.push(Source::Stdin),
            _ if path.exists() => sources.push(Source::File(path.into())),
            Some(text) if is_puzzle(text, options) => sources.push(Source::Argument(number, text.to_owned())),
            Some(text) if text.trim().is_empty() => messages.push(format!("argument {number} is empty")),
            _ => messages.push(format!("{}: no such file, and not a puzzle", path.display())),
        }
    }
    (sources, messages)
}

/// Whether an argument that is not a file was meant as a puzzle: it is one, it has several lines, it is mostly made of symbols,
/// or it is an address, a JSON object or a text of constraints. The puzzle may be bad; then its answer reports that.
fn is_puzzle(text: &str, options: &ReadOptions) -> bool {
    let invalid = match notation::read_all(text, options).next() {
        None => return false,
        Some(Ok(_)) => return true,
        Some(Err(invalid)) => invalid,
    };
    let is_unknown = |reason: &&Reason| matches!(reason, Reason::UnknownSymbol { .. });
    let reads_symbols = |reason: &Reason| !matches!(reason, Reason::Syntax { .. } | Reason::NotSquare { .. });
    let strange = match invalid.reasons().iter().all(reads_symbols) {
        true => invalid.reasons().iter().filter(is_unknown).count(),
        false => text.chars().filter(|c| c.is_alphabetic()).count(),
    };
    let length = text.chars().count();
    let is_path = text.contains(std::path::MAIN_SEPARATOR);
    let first = Splitter::new(options).next(text.as_bytes(), true);
    // The parts of a link may have rules of their own; with rules from the command line, everything would be a variant.
    let own = options.clone().rules(Vec::new());
    text.trim().contains('\n')
        || text.trim().starts_with('{')
        || text.contains("://")
        || first.is_some_and(|piece| piece.format == Format::Iss || piece.read_variant(text.as_bytes(), &own).is_some())
        || (length >= 4 && 10 * strange <= length && !is_path)
}

/// Counts the bytes that pass through.
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

/// The first bytes of files that cannot hold puzzles as they are.
const REFUSED: [(&[u8], &str); 6] = [
    (b"\xfd7zXZ\x00", "compressed with xz; decompress it first"),
    (b"BZh", "compressed with bzip2; decompress it first"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
    (b"PAR1", crate::table::UNREAD),
    (b"%PDF", "a PDF document"),
];

/// The first bytes of text in UTF-16, and the byte order that they stand for.
const UTF16: [(&[u8], Unit); 2] = [(b"\xff\xfe", u16::from_le_bytes), (b"\xfe\xff", u16::from_be_bytes)];

/// The first bytes of compressed data.
const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
/// A zstd frame without data; its first byte may be up to 15 larger.
const ZSTD_SKIPPABLE: &[u8] = b"\x50\x2a\x4d\x18";

/// Decompresses the data of the source with this name.
///
/// # Errors
/// If it cannot be read, or is of a kind that cannot hold puzzles.
pub(crate) fn decompressed(
    mut reader: impl Read + Send + 'static,
    name: String,
) -> anyhow::Result<Box<dyn Read + Send>> {
    // A pipe may first deliver fewer bytes than the kind is recognised by; no more than these are waited for.
    let mut start = Vec::new();
    while may_become_known(&start) && reader.by_ref().take(1).read_to_end(&mut start)? > 0 {}
    if let Some((_, what)) = REFUSED.iter().find(|(magic, _)| start.starts_with(magic)) {
        bail!("{what}");
    }
    if let Some((_, unit)) = UTF16.iter().find(|(mark, _)| start == *mark) {
        return Ok(Box::new(Utf16::new(reader, *unit)));
    }
    let (is_gzip, is_zstd) = (start.starts_with(GZIP), start == ZSTD || is_skippable(&start));
    let reader = BufReader::with_capacity(1 << 16, io::Cursor::new(start).chain(reader));
    Ok(if is_gzip {
        Box::new(BufReader::new(Gzip { member: Some(GzDecoder::new(reader)), name }))
    } else if is_zstd {
        Box::new(Zstd { input: reader, frame: None, broken: None })
    } else {
        Box::new(reader)
    })
}

/// Whether the bytes are a proper prefix of the first bytes of some kind.
fn may_become_known(start: &[u8]) -> bool {
    let marks = UTF16.iter().map(|(mark, _)| *mark);
    let kinds = REFUSED.iter().map(|(magic, _)| *magic).chain(marks).chain([GZIP, ZSTD]);
    let mut kinds = kinds.filter(|magic| magic.len() > start.len());
    kinds.any(|magic| magic.starts_with(start)) || (start.len() < ZSTD_SKIPPABLE.len() && is_skippable(start))
}

/// Whether these are the first bytes of a skippable frame, or a prefix of them.
fn is_skippable(start: &[u8]) -> bool {
    let like = |(i, byte): (usize, &u8)| ZSTD_SKIPPABLE.get(i) == Some(&if i == 0 { byte & 0xf0 } else { *byte });
    start.iter().enumerate().all(like) && !start.is_empty()
}

/// The members of a gzip file, one after another.
struct Gzip<R> {
    member: Option<GzDecoder<R>>,
    name: String,
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(mut member) = self.member.take() {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                self.member = Some(member);
                return Ok(count);
            }
            let mut rest = member.into_inner();
            match rest.fill_buf()? {
                [0x1f] | [0x1f, 0x8b, ..] => self.member = Some(GzDecoder::new(rest)),
                // Data on tapes is padded with zeros.
                [] | [0, ..] => {}
                // As gzip does.
                _ => say(&format!("{}: what follows the compressed data is ignored", self.name)),
            }
        }
        Ok(0)
    }
}

/// The frames of a zstd file, one after another.
struct Zstd<R> {
    input: R,
    frame: Option<Box<FrameDecoder>>,
    /// Why the frame is the last one, although the file should continue.
    broken: Option<io::Error>,
}

impl<R: BufRead> Zstd<R> {
    /// Begins the next frame; `false` at the end of the file.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.input.fill_buf()?.is_empty() {
            let mut decoder = Box::new(FrameDecoder::new());
            match decoder.init(&mut self.input) {
                Ok(()) => {
                    self.frame = Some(decoder);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    io::copy(&mut (&mut self.input).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(cause(&error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else {
                match self.broken.take() {
                    Some(error) => return Err(error),
                    None if self.next_frame()? => continue,
                    None => return Ok(0),
                }
            };
            if frame.can_collect() > 0 {
                return frame.read(buffer);
            }
            if frame.is_finished() {
                let (stated, found) = (frame.get_checksum_from_data(), frame.get_calculated_checksum());
                if self.broken.is_none() && stated.is_some() && stated != found {
                    return Err(damaged());
                }
                self.frame = None;
                continue;
            }
            if let Err(error) = frame.decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBlocks(1)) {
                let error = cause(&error);
                if error.kind() != io::ErrorKind::UnexpectedEof {
                    return Err(error);
                }
                // The decoder holds back what later blocks may refer to. No more blocks will come.
                frame.decode_blocks(ZSTD_LAST_BLOCK, BlockDecodingStrategy::All).map_err(|error| cause(&error))?;
                self.broken = Some(error);
            }
        }
    }
}

/// An empty block that ends a frame, and four bytes for a checksum.
const ZSTD_LAST_BLOCK: &[u8] = b"\x01\x00\x00\x00\x00\x00\x00";

/// Why zstd data cannot be read: reading failed, or the data is wrong.
fn cause(error: &FrameDecoderError) -> io::Error {
    let mut causes = std::iter::successors(Some(error as &(dyn Error + 'static)), |error| (**error).source());
    match causes.find_map(|error| error.downcast_ref::<io::Error>()) {
        Some(error) => io::Error::new(error.kind(), error.to_string()),
        None => damaged(),
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the zstd data is damaged")
}
