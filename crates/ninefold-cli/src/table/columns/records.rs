//! The records of CSV, even after a broken one: a quote that is never closed spoils its own line, not all that follow. (The
//! `csv` crate would read on, and does not report characters after a closing quote.)

use super::text::Text;
use crate::output::counted;
use std::io::{self, BufRead};

/// A record.
pub(super) enum Entry<'a> {
    /// A record whose fields are all text.
    Sound(&'a csv::ByteRecord),
    /// What is wrong with a record, and where.
    Broken(String),
}

/// A reader of records.
pub(super) struct Records {
    text: Text,
    /// The separator of fields.
    pub(super) separator: u8,
    /// The text read so far, how much of it is done, and whether the input has ended.
    read: Vec<u8>,
    at: usize,
    is_over: bool,
    /// The number of the next line.
    line: u64,
    record: csv::ByteRecord,
    /// The names of the columns.
    pub(super) names: Vec<String>,
}

/// The greatest length of a record; without a limit, a quote that is never closed would fill the memory.
const LONGEST: usize = 16 << 20;
/// The most bytes that are read at a time for a record that has not ended.
const MORE: usize = 1 << 20;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl Records {
    /// Reads the names of the columns. The separator is whichever is most frequent in their line: commas, semicolons or tabs.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(super) fn open(mut text: Text) -> anyhow::Result<Records> {
        let (mut read, record) = (Vec::new(), csv::ByteRecord::new());
        text.read_until(b'\n', &mut read)?;
        let count = |separator: u8| read.iter().filter(|byte| **byte == separator).count();
        // If several are equally frequent, the last wins, so the usual separator is last.
        let separator = [b'\t', b';', b','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(b',');
        let mut records = Records { text, separator, read, at: 0, is_over: false, line: 1, record, names: Vec::new() };
        records.at = if records.read.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        if let Some((line, Err(what))) = records.advance()? {
            anyhow::bail!("line {line}: {what}");
        }
        records.names = records.record.deserialize(None)?;
        Ok(records)
    }

    /// The next record, or `None` after the last.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub(super) fn next(&mut self) -> io::Result<Option<Entry<'_>>> {
        let Some((line, read)) = self.advance()? else { return Ok(None) };
        let (found, expected) = (self.record.len(), self.names.len());
        let fault = match read {
            Err(what) => Some(what),
            Ok(()) if found != expected => Some(format!("{}, expected {expected}", counted(found, "field"))),
            Ok(()) => {
                let place = self.record.iter().position(|field| str::from_utf8(field).is_err());
                place.map(|place| format!("'{}' is not UTF-8", self.names[place]))
            }
        };
        Ok(Some(fault.map_or(Entry::Sound(&self.record), |what| Entry::Broken(format!("line {line}: {what}")))))
    }

    /// Reads the next record: the line where it begins, and what is wrong with its quotes; if so, continues after that line.
    fn advance(&mut self) -> io::Result<Option<(u64, Result<(), String>)>> {
        // Blank lines are skipped.
        while self.at < self.read.len() || self.read_more(1)? {
            match self.read[self.at] {
                b'\n' => self.line += 1,
                b'\r' => {}
                _ => break,
            }
            self.at += 1;
        }
        let cut = loop {
            let rest = &self.read[self.at..];
            let cut = cut(rest, self.separator, self.is_over, &mut self.record);
            if rest.is_empty() || cut.is_some() || rest.len() > LONGEST || self.is_over {
                break cut;
            }
            self.read_more(rest.len().min(MORE))?;
        };
        let (rest, line) = (&self.read[self.at..], self.line);
        let what = match cut {
            _ if rest.is_empty() => return Ok(None),
            _ if cut.map_or(rest.len(), |(end, _)| end) > LONGEST => {
                format!("a record of more than {} MB", LONGEST >> 20)
            }
            None => "a quote is not closed".to_owned(),
            Some((end, true)) if rest[..end].trim_ascii_end().contains(&b'\n') => {
                "a quote is not closed, or there is one too many".to_owned()
            }
            Some((end, _)) => {
                self.line += rest[..end].iter().filter(|byte| **byte == b'\n').count() as u64;
                self.at += end;
                return Ok(Some((line, Ok(()))));
            }
        };
        self.skip_line()?;
        Ok(Some((line, Err(what))))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        self.line += 1;
        while self.at < self.read.len() || self.read_more(1)? {
            if let Some(end) = self.read[self.at..].iter().position(|byte| *byte == b'\n') {
                self.at += end + 1;
                return Ok(());
            }
            self.at = self.read.len();
        }
        Ok(())
    }

    /// Reads at least this many more bytes, if there are as many; returns whether there were any.
    fn read_more(&mut self, bytes: usize) -> io::Result<bool> {
        self.read.drain(..self.at);
        self.at = 0;
        let before = self.read.len();
        while !self.is_over && self.read.len() < before + bytes {
            let more = self.text.fill_buf()?;
            let count = more.len();
            self.read.extend_from_slice(more);
            self.text.consume(count);
            self.is_over = count == 0;
        }
        Ok(self.read.len() > before)
    }
}

/// Parses a record from the beginning of some bytes: where it ends, and whether there is anything between a closing quote and
/// the end of its field. `None` if the bytes end too early, unless they are the end of the text and no quote is open.
fn cut(bytes: &[u8], separator: u8, are_all: bool, record: &mut csv::ByteRecord) -> Option<(usize, bool)> {
    let is_end = |byte: &u8| *byte == separator || matches!(byte, b'\r' | b'\n');
    let (mut at, mut is_stray, mut quoted) = (0, false, Vec::new());
    record.clear();
    loop {
        quoted.clear();
        // Within a field that does not begin with a quote, a quote is an ordinary character.
        if bytes.get(at) == Some(&b'"') {
            at += 1;
            loop {
                let quote = bytes[at..].iter().position(|byte| *byte == b'"')?;
                quoted.extend_from_slice(&bytes[at..at + quote]);
                at += quote + 1;
                if bytes.get(at) != Some(&b'"') {
                    break;
                }
                quoted.push(b'"');
                at += 1;
            }
            is_stray |= bytes.get(at).is_some_and(|behind| !is_end(behind));
        }
        let length = bytes[at..].iter().position(is_end).or(are_all.then_some(bytes.len() - at))?;
        let plain = &bytes[at..at + length];
        if quoted.is_empty() {
            record.push_field(plain);
        } else {
            quoted.extend_from_slice(plain);
            record.push_field(&quoted);
        }
        at += length;
        if bytes.get(at) != Some(&separator) {
            return Some(((at + 1).min(bytes.len()), is_stray));
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The records of a text after the header `a,b`: fields with bars between them, or what is wrong.
    fn all(text: &str) -> Vec<String> {
        // A reader that delivers one byte at a time reveals dependence on the buffer.
        [1, 3, 1 << 16].map(|capacity| read(text.as_bytes(), capacity)).into_iter().reduce(same).unwrap()
    }

    fn same(one: Vec<String>, other: Vec<String>) -> Vec<String> {
        assert_eq!(one, other);
        one
    }

    fn read(text: &[u8], capacity: usize) -> Vec<String> {
        let text = io::Cursor::new([b"a,b\n", text].concat());
        let mut records = Records::open(Box::new(io::BufReader::with_capacity(capacity, text))).unwrap();
        let mut all = Vec::new();
        while let Some(entry) = records.next().unwrap() {
            all.push(match entry {
                Entry::Sound(record) => {
                    record.iter().map(|field| str::from_utf8(field).unwrap()).collect::<Vec<_>>().join("|")
                }
                Entry::Broken(why) => why,
            });
        }
        all
    }

    #[test]
    fn sound_records_are_read_as_ever() {
        assert_eq!(all("1,2\r\n\r\n\"3\n3\",\"4,\"\"4\"\n5\" disk,\n"), ["1|2", "3\n3|4,\"4", "5\" disk|"]);
        assert_eq!(all("1,2\n3,\"4\""), ["1|2", "3|4"]);
        assert_eq!(all("1,2\n3,\"4\n\"\n"), ["1|2", "3|4\n"]);
        // Characters after a closing quote are taken as they are, as long as the record stays on its line.
        assert_eq!(all("1,\"2\"x\n3,4\n"), ["1|2x", "3|4"]);
        assert_eq!(all(""), Vec::<String>::new());
        assert_eq!(all("\n\n"), Vec::<String>::new());
    }

    #[test]
    fn a_record_of_another_length_is_broken_alone() {
        assert_eq!(
            all("1\n2,2\n\n3,3,3\n\"4\n4\"\n5,5\n6"),
            [
                "line 2: 1 field, expected 2",
                "2|2",
                "line 5: 3 fields, expected 2",
                "line 6: 1 field, expected 2",
                "5|5",
                "line 9: 1 field, expected 2"
            ]
        );
        assert_eq!(
            all("1\r\n2,2\r\n3,3,3\r\n"),
            ["line 2: 1 field, expected 2", "2|2", "line 4: 3 fields, expected 2"]
        );
    }

    #[test]
    fn an_open_quote_takes_its_line_with_it() {
        for end in ["", "\n", "\r\n"] {
            let [first, second] = all(&format!("1,2\n3,\"4{end}")).try_into().unwrap();
            assert_eq!((first.as_str(), second.as_str()), ("1|2", "line 3: a quote is not closed"));
        }
        assert_eq!(all("\"1,2\n3,4\n5,6\n"), ["line 2: a quote is not closed", "3|4", "5|6"]);
        assert_eq!(all("1,\"2\r\n3,4\r\n5,6"), ["line 2: a quote is not closed", "3|4", "5|6"]);
        // After the quote of another row, reading continues too, as far as the error can be seen.
        assert_eq!(
            all("1,\"2\n3,\"4\"\n5,6\n"),
            ["line 2: a quote is not closed, or there is one too many", "3|4", "5|6"]
        );
        assert_eq!(
            all("1,\"2\n3,\"4\n5,6\n7\n\"8\n8\",8\n"),
            [
                "line 2: a quote is not closed, or there is one too many",
                "line 3: a quote is not closed, or there is one too many",
                "5|6",
                "line 5: 1 field, expected 2",
                "8\n8|8"
            ]
        );
    }

    #[test]
    fn what_is_no_text_is_broken() {
        assert_eq!(
            read(b"\n1,2\n3,\xff\n\xfe,\"4\"\r\n\xfe\n5,6", 2),
            ["1|2", "line 4: 'b' is not UTF-8", "line 5: 'a' is not UTF-8", "line 6: 1 field, expected 2", "5|6"]
        );
    }

    #[test]
    fn memory_is_bounded() {
        let rows = "1,2\n".repeat((LONGEST + (1 << 18)) / 4);
        let count = LONGEST / 4 + (1 << 16);
        let all = read(format!("3,4\n5,\"6\n{rows}7,8\n").as_bytes(), 1 << 16);
        assert_eq!(all[..3], ["3|4", "line 3: a record of more than 16 MB", "1|2"]);
        assert_eq!((all.len(), all[all.len() - 1].as_str()), (count + 3, "7|8"));
        // A single line that is too long.
        let all = read(format!("3,4\n5,6{}\n7,8\n", " ".repeat(LONGEST * 2)).as_bytes(), 1 << 16);
        assert_eq!(all, ["3|4", "line 3: a record of more than 16 MB", "7|8"]);
    }
}
