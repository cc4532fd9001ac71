//! The records of CSV, also behind one that is none: a quote that is never closed takes its own line with it, not all that
//! follow.
//!
//! What was read since a record began is remembered. If its quotes are wrong, reading goes on behind its first line.

use super::text::Text;
use std::io::{self, BufRead, Read};

/// A record.
pub(super) enum Entry<'a> {
    /// All its fields are text.
    Sound(&'a csv::ByteRecord),
    /// What is wrong with it, and where.
    Broken(String),
}

/// Records one after another.
pub(super) struct Records {
    reader: csv::Reader<Memory>,
    separator: u8,
    /// How much comes before that which the reader reads: bytes and lines.
    before: (u64, u64),
    record: csv::ByteRecord,
    /// Of the columns.
    names: Vec<String>,
}

/// No record is longer. A quote that is never closed would fill the memory.
const LONGEST: u64 = 16 << 20;
/// So much may stand in memory that is no longer needed.
const SPARE: u64 = 1 << 20;

/// How the quotes of a record are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quotes {
    Sound,
    /// The last one is not closed.
    Open,
    /// Something stands between a closed one and the end of its field.
    Stray,
}

/// Why a record is none.
struct Fault {
    line: u64,
    what: String,
    /// Where it begins, if only its first line belongs to it.
    begin: Option<u64>,
}

impl Records {
    /// Reads the names of the columns.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(super) fn open(text: Text, separator: u8) -> anyhow::Result<Records> {
        let mut reader = reader(Memory::of(text), separator);
        let mut header = csv::StringRecord::new();
        reader.read_record(&mut header)?;
        let names = header.iter().map(str::to_owned).collect();
        Ok(Records { reader, separator, before: (0, 0), record: csv::ByteRecord::new(), names })
    }

    /// The names of the columns.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// What separates fields.
    pub(super) fn separator(&self) -> u8 {
        self.separator
    }

    /// The next record; `None` after the last.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<Entry<'_>>> {
        let begin = self.reader.position().clone();
        self.reader.get_mut().mark = self.before.0 + begin.byte();
        let is_too_long = match self.reader.read_byte_record(&mut self.record) {
            Ok(true) => false,
            Ok(false) => return Ok(None),
            Err(_) if self.reader.get_ref().is_full() => true,
            Err(error) => return Err(error.into()),
        };
        Ok(Some(match self.fault(&begin, is_too_long) {
            None => Entry::Sound(&self.record),
            Some(Fault { line, what, begin }) => {
                if let Some(begin) = begin {
                    self.go_on_behind(begin, line)?;
                }
                Entry::Broken(format!("line {line}: {what}"))
            }
        }))
    }

    /// What is wrong with the record that was read last.
    fn fault(&self, begin: &csv::Position, is_too_long: bool) -> Option<Fault> {
        let (record, memory, end) = (&self.record, self.reader.get_ref(), self.reader.position());
        let has_many_lines = end.line() - begin.line() > 1;
        // A quote that is not closed takes the end of the line with it.
        let may_be_open = record.iter().next_back().is_some_and(|field| field.ends_with(b"\n"));
        let is_complete = record.len() == self.names.len() && !is_too_long;
        let not_text = record.iter().position(|field| str::from_utf8(field).is_err());
        if is_complete && !has_many_lines && !may_be_open && not_text.is_none() {
            return None;
        }
        let raw = memory.marked(if is_too_long { u64::MAX } else { end.byte() - begin.byte() });
        let blank = raw.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let line = self.before.1 + begin.line() + raw[..blank].iter().filter(|byte| **byte == b'\n').count() as u64;
        let raw = &raw[blank..];
        let has_many_lines = raw.trim_ascii_end().contains(&b'\n');
        let place = Some(memory.mark + blank as u64);
        Some(match quotes(raw, self.separator) {
            _ if is_too_long => {
                Fault { line, what: format!("a record of more than {} MB", LONGEST >> 20), begin: place }
            }
            Quotes::Open => Fault { line, what: "a quote is not closed".to_owned(), begin: place },
            Quotes::Stray if has_many_lines => {
                Fault { line, what: "a quote is not closed, or one is too many".to_owned(), begin: place }
            }
            _ if !is_complete => {
                let found = record.len();
                let fields = if found == 1 { "field" } else { "fields" };
                Fault { line, what: format!("{found} {fields}, expected {}", self.names.len()), begin: None }
            }
            _ => Fault { line, what: format!("'{}' is not UTF-8", self.names[not_text?]), begin: None },
        })
    }

    /// Goes on behind the line that begins there.
    fn go_on_behind(&mut self, begin: u64, line: u64) -> io::Result<()> {
        let nothing = reader(Memory::of(Box::new(io::empty())), self.separator);
        let mut memory = std::mem::replace(&mut self.reader, nothing).into_inner();
        memory.go_back(begin);
        memory.skip_line()?;
        self.before = (memory.place(), line);
        self.reader = reader(memory, self.separator);
        Ok(())
    }
}

/// Records of any number of fields.
fn reader(memory: Memory, separator: u8) -> csv::Reader<Memory> {
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(separator).has_headers(false).flexible(true).buffer_capacity(1 << 16).from_reader(memory)
}

/// How the quotes of a record are.
fn quotes(raw: &[u8], separator: u8) -> Quotes {
    let is_end = |byte: u8| byte == separator || matches!(byte, b'\r' | b'\n');
    let mut bytes = raw.iter().copied().peekable();
    let mut is_stray = false;
    while let Some(first) = bytes.next() {
        let mut last = first;
        if first == b'"' {
            loop {
                match bytes.next() {
                    None => return Quotes::Open,
                    Some(b'"') if bytes.next_if_eq(&b'"').is_none() => break,
                    Some(_) => {}
                }
            }
            let Some(behind) = bytes.next() else { break };
            is_stray |= !is_end(behind);
            last = behind;
        }
        // A quote within a field that does not begin with one is itself.
        while !is_end(last) {
            let Some(byte) = bytes.next() else { break };
            last = byte;
        }
    }
    if is_stray { Quotes::Stray } else { Quotes::Sound }
}

/// A text that remembers what was read since a mark, and can go back.
struct Memory {
    text: Text,
    /// What is remembered, and which byte of the text it begins with.
    kept: Vec<u8>,
    begin: u64,
    /// How much of that was given to the reader.
    given: usize,
    mark: u64,
}

impl Memory {
    fn of(text: Text) -> Memory {
        Memory { text, kept: Vec::new(), begin: 0, given: 0, mark: 0 }
    }

    /// The number of the byte that is read next.
    fn place(&self) -> u64 {
        self.begin + self.given as u64
    }

    /// Whether a record is longer than any may be.
    fn is_full(&self) -> bool {
        self.place() - self.mark > LONGEST
    }

    /// So many bytes from the mark on, or as many as there are.
    fn marked(&self, bytes: u64) -> &[u8] {
        let marked = &self.kept[(self.mark - self.begin) as usize..];
        &marked[..marked.len().min(usize::try_from(bytes).unwrap_or(usize::MAX))]
    }

    fn go_back(&mut self, to: u64) {
        self.given = (to - self.begin) as usize;
    }

    /// Reads on to the end of the line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            self.mark = self.place();
            let Some(end) = self.kept[self.given..].iter().position(|byte| *byte == b'\n') else {
                self.given = self.kept.len();
                if self.more()? == 0 {
                    return Ok(());
                }
                continue;
            };
            self.given += end + 1;
            return Ok(());
        }
    }

    /// Reads more of the text. A last line without an end gets one, so that an open quote can be told from a closed one.
    fn more(&mut self) -> io::Result<usize> {
        if self.mark - self.begin > SPARE {
            let useless = (self.mark - self.begin) as usize;
            self.kept.drain(..useless);
            self.given -= useless;
            self.begin = self.mark;
        }
        let bytes = self.text.fill_buf()?;
        let mut read = bytes.len();
        self.kept.extend_from_slice(bytes);
        self.text.consume(read);
        if read == 0 && self.kept.last().is_some_and(|last| *last != b'\n') {
            self.kept.push(b'\n');
            read = 1;
        }
        Ok(read)
    }
}

impl Read for Memory {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_full() {
            return Err(io::Error::other("a record is too long"));
        }
        if self.given == self.kept.len() {
            self.more()?;
        }
        let waiting = &self.kept[self.given..];
        let bytes = waiting.len().min(buffer.len());
        buffer[..bytes].copy_from_slice(&waiting[..bytes]);
        self.given += bytes;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The records of a text behind the header `a,b`: fields with bars between them, or what is wrong.
    fn all(text: &str) -> Vec<String> {
        // A reader that gives a byte at a time shows what depends on the buffer.
        [1, 3, 1 << 16].map(|capacity| read(text.as_bytes(), capacity)).into_iter().reduce(same).unwrap()
    }

    fn same(one: Vec<String>, other: Vec<String>) -> Vec<String> {
        assert_eq!(one, other);
        one
    }

    fn read(text: &[u8], capacity: usize) -> Vec<String> {
        let text = io::Cursor::new([b"a,b\n", text].concat());
        let mut records = Records::open(Box::new(io::BufReader::with_capacity(capacity, text)), b',').unwrap();
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
        // Something behind a closed quote is taken as it is, as long as no other line is.
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
        // Behind the quote of another row it goes on too, as far as that can be seen.
        assert_eq!(all("1,\"2\n3,\"4\"\n5,6\n"), ["line 2: a quote is not closed, or one is too many", "3|4", "5|6"]);
        assert_eq!(
            all("1,\"2\n3,\"4\n5,6\n7\n\"8\n8\",8\n"),
            [
                "line 2: a quote is not closed, or one is too many",
                "line 3: a quote is not closed, or one is too many",
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
        let rows = "1,2\n".repeat((LONGEST as usize + (1 << 18)) / 4);
        let count = LONGEST as usize / 4 + (1 << 16);
        let all = read(format!("3,4\n5,\"6\n{rows}7,8\n").as_bytes(), 1 << 16);
        assert_eq!(all[..3], ["3|4", "line 3: a record of more than 16 MB", "1|2"]);
        assert_eq!((all.len(), all[all.len() - 1].as_str()), (count + 3, "7|8"));
        // A line that is too long itself.
        let all = read(format!("3,4\n5,6{}\n7,8\n", " ".repeat(LONGEST as usize * 2)).as_bytes(), 1 << 16);
        assert_eq!(all, ["3|4", "line 3: a record of more than 16 MB", "7|8"]);
    }
}
