//! Boards with their classes: what `dedupe`, `split` and `dataset` have in common.
//!
//! Workers find the class of each board and pass it on, with the text of the board, as a frame of bytes. The receiver gets the
//! frames in the order of the input and decides what happens to the boards.

use crate::batch::{Answers, Item};
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::forms::Class;
use crate::input::Input;
use crate::kinds::{Column, Type};
use ninefold::notation::Record;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The task of finding classes.
pub(crate) struct ClassTask<'a> {
    pub(crate) input: &'a Input,
    /// Whether boards are compared as they are written.
    pub(crate) exact: bool,
    /// The seed that decides the shares of the classes.
    pub(crate) seed: u64,
}

/// A board on its way to the receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame<'a> {
    pub(crate) kind: Kind,
    /// 128 bits that represent the class: two of ten million classes have the same key with a probability of 10^-25.
    pub(crate) key: [u8; 16],
    /// A number that looks random but depends only on the class and a seed.
    pub(crate) share: u64,
    /// The board as it was written in the input.
    pub(crate) text: &'a [u8],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Not a board, but the header of the columns.
    Header,
    /// A board on one line.
    Line,
    /// A board on several lines, separated from others by blank lines.
    Block,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Header, Kind::Line, Kind::Block];
}

/// Bytes of a frame before its text: kind, key, share and the length of the text.
const HEAD: usize = 1 + 16 + 8 + 4;

impl<'a> Frame<'a> {
    fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + self.text.len());
        bytes.push(self.kind as u8);
        bytes.extend_from_slice(&self.key);
        bytes.extend_from_slice(&self.share.to_be_bytes());
        bytes.extend_from_slice(&(self.text.len() as u32).to_be_bytes());
        bytes.extend_from_slice(self.text);
        bytes
    }

    /// All frames in a sequence of bytes, which must hold whole frames.
    pub(crate) fn all(mut bytes: &'a [u8]) -> impl Iterator<Item = Frame<'a>> {
        std::iter::from_fn(move || {
            let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
            let (key, rest_of_head) = head[1..].split_first_chunk().expect("a head has a key");
            let (share, length) = rest_of_head.split_first_chunk().expect("a head has a share");
            let length = u32::from_be_bytes(length.try_into().expect("a head has a length")) as usize;
            let (text, rest) = rest.split_at(length);
            bytes = rest;
            let kind = Kind::ALL[usize::from(head[0])];
            Some(Frame { kind, key: *key, share: u64::from_be_bytes(*share), text })
        })
    }
}

/// Writes boards one after another.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// The kind of the last board.
    last: Option<Kind>,
}

impl Layout {
    /// Adds a board to an output.
    pub(crate) fn add(&mut self, kind: Kind, text: &[u8], output: &mut Vec<u8>) {
        // Only the first header is written: if several files have different columns, nothing can help.
        if kind == Kind::Header && self.last.is_some() {
            return;
        }
        if self.last.is_some_and(|last| [last, kind].contains(&Kind::Block)) {
            output.push(b'\n');
        }
        self.last = Some(kind);
        output.extend_from_slice(text.trim_ascii_end());
        output.push(b'\n');
    }
}

/// 128 bits that represent a class.
pub(crate) fn key_of(class: &str) -> [u8; 16] {
    hash(&[class.as_bytes()])
}

/// A number that looks random but depends only on the class and a seed.
pub(crate) fn share_of(class: &str, seed: u64) -> u64 {
    u64::from_be_bytes(hash(&[format!("{seed}:").as_bytes(), class.as_bytes()]))
}

/// The parts' shares of the whole, laid end to end.
pub(crate) struct Shares {
    /// For each part, where it ends within the total.
    limits: Vec<u64>,
    total: u64,
}

impl Shares {
    /// Shares for parts with these weights.
    pub(crate) fn new(weights: impl IntoIterator<Item = u64>) -> Shares {
        let ends = weights.into_iter().scan(0, |end, weight| {
            *end += weight;
            Some(*end)
        });
        let limits: Vec<u64> = ends.collect();
        Shares { total: limits.last().copied().unwrap_or(0), limits }
    }

    /// The part for classes with this share.
    pub(crate) fn part_of(&self, share: u64) -> usize {
        let place = ((u128::from(share) * u128::from(self.total)) >> 64) as u64;
        self.limits.iter().position(|limit| place < *limit).expect("a share of less than all")
    }
}

/// Keys of classes.
pub(crate) type Keys = HashSet<u128, BuildHasherDefault<AsItIs>>;

/// A hasher that changes nothing, since keys look random already.
#[derive(Default)]
pub(crate) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers")
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// The first bytes of the SHA-256 of the concatenated parts.
fn hash<const N: usize>(parts: &[&[u8]]) -> [u8; N] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    let digest: [u8; 32] = hash.finalize().into();
    *digest.first_chunk().expect("a digest of 32 bytes")
}

/// A class: its key and its share.
pub(crate) type Found = ([u8; 16], u64);

fn halves(key: &[u8; 16]) -> (i64, i64) {
    let key = u128::from_be_bytes(*key);
    ((key >> 64) as i64, key as i64)
}

impl ClassTask<'_> {
    fn found(&self, class: Class, mut remark: impl FnMut(String)) -> Found {
        class.formless.into_iter().for_each(|reason| remark(format!("{reason}; compared as it is written")));
        (key_of(&class.text), share_of(&class.text, self.seed))
    }
}

impl Command for ClassTask<'_> {
    type Found = Found;
    /// A table's columns for classes: the two halves of the key, and the share.
    const ANSWERS: &'static [Answer<Found>] = &[
        Answer::row(Column::usual("high", Type::Number), |(key, _)| json!(halves(key).0)),
        Answer::row(Column::usual("low", Type::Number), |(key, _)| json!(halves(key).1)),
        Answer::row(Column::usual("share", Type::Number), |(_, share)| json!(*share as i64)),
    ];
    const REPORT: &'static str = "{good} compared, {invalid} not read";

    fn options(&self) -> Options<'_> {
        Options::new(self.input)
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Found, Refusal> {
        let class = Class::of_read(record, self.exact).map_err(Refusal::invalid)?;
        Ok(self.found(class, |remark| out.remarks.push(remark)))
    }

    /// Passes the board on as a frame.
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        if let Some(header) = item.header() {
            let frame = Frame { kind: Kind::Header, key: [0; 16], share: 0, text: header.as_bytes() };
            answers.write_bytes(&frame.write());
        }
        let found = Class::of(item, self.exact, |invalid| self.input.explain(invalid))
            .map(|class| self.found(class, |remark| answers.tally().remark(item, remark)));
        answers.tally().count(if found.is_ok() { Fate::Good } else { Fate::Invalid });
        match found {
            Err(reason) => answers.say(item, reason),
            Ok((key, share)) => {
                let kind = if item.is_block() { Kind::Block } else { Kind::Line };
                answers.write_bytes(&Frame { kind, key, share, text: item.bytes() }.write());
            }
        }
    }
}
