//! Text in UTF-16, as written by PowerShell on Windows, converted to UTF-8 while it is read.

use std::io::{self, Read};

/// Bytes of the text that are read at once.
const CHUNK: usize = 1 << 13;

/// Makes a number from two bytes.
pub(super) type Unit = fn([u8; 2]) -> u16;

/// The text after its byte order mark.
pub(super) struct Utf16<R> {
    input: R,
    unit: Unit,
    /// Bytes that have been read but not yet converted: half of a unit, or the first unit of a surrogate pair.
    rest: Vec<u8>,
    /// What is ready, and how much of it has been handed out.
    ready: String,
    taken: usize,
}

impl<R: Read> Utf16<R> {
    pub(super) fn new(input: R, unit: Unit) -> Utf16<R> {
        Utf16 { input, unit, rest: Vec::new(), ready: String::new(), taken: 0 }
    }

    /// Converts more text; whether there may be more. Invalid UTF-16 becomes U+FFFD.
    fn refill(&mut self) -> io::Result<bool> {
        let mut chunk = [0; CHUNK];
        let count = self.input.read(&mut chunk)?;
        self.rest.extend(&chunk[..count]);
        let units: Vec<u16> = self.rest.chunks_exact(2).map(|bytes| (self.unit)([bytes[0], bytes[1]])).collect();
        let is_first = |unit: &u16| (0xd800..0xdc00).contains(unit);
        let waits = count > 0 && units.last().is_some_and(is_first);
        let whole = units.len() - usize::from(waits);
        self.ready = char::decode_utf16(units[..whole].iter().copied())
            .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        self.taken = 0;
        self.rest.drain(..2 * whole);
        Ok(count > 0)
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.ready.len() && self.refill()? {}
        let count = (&self.ready.as_bytes()[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_same_in_both_orders() {
        let text = "53..7....\r\n\u{1d7d9} \u{e9}\n".repeat(3000);
        let units: Vec<u16> = text.encode_utf16().collect();
        let (little, big): (Vec<u8>, Vec<u8>) = (
            units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
            units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        );
        for (bytes, unit) in [(little, u16::from_le_bytes as Unit), (big, u16::from_be_bytes)] {
            let mut read = String::new();
            Utf16::new(&bytes[..], unit).read_to_string(&mut read).unwrap();
            assert!(read == text);
        }
        let mut read = String::new();
        Utf16::new(&[0x35, 0, 0, 0xd8, 0x33, 0, 0x31][..], u16::from_le_bytes).read_to_string(&mut read).unwrap();
        assert_eq!(read, "5\u{fffd}3");
    }
}
