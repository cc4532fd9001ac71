//! Which classes parts have, and which are in several of them: for `split` and for data sets.

use crate::sorting::Sorter;
use std::path::Path;

/// Boards and classes of a part.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) boards: u64,
    pub(crate) classes: u64,
}

/// The classes of all parts.
pub(crate) struct Counts {
    pub(crate) parts: Vec<Count>,
    pub(crate) classes: u64,
    /// Classes with boards in more than one part.
    pub(crate) crossing: u64,
    /// Some of them, each by two boards: the part and the number in it.
    pub(crate) examples: Vec<[(usize, u64); 2]>,
}

/// Examples of crossing classes that are kept.
const EXAMPLES: usize = 10;

/// Bytes of a record: the class, the part, the number of the board in it.
const RECORD: usize = 16 + 2 + 8;

/// The classes of parts, noted board by board.
pub(crate) struct Census {
    classes: Sorter<RECORD>,
    /// Boards of each part.
    boards: Vec<u64>,
}

impl Census {
    /// For this many parts; takes about this many bytes of memory, and the folder for more.
    pub(crate) fn new(parts: usize, memory: usize, folder: &Path) -> Census {
        Census { classes: Sorter::new(memory, folder), boards: vec![0; parts] }
    }

    /// Notes the class of the next board of a part.
    ///
    /// # Errors
    /// If the disk takes no more.
    pub(crate) fn add(&mut self, part: usize, key: &[u8; 16]) -> anyhow::Result<()> {
        let number = &mut self.boards[part];
        let mut record = [0; RECORD];
        record[..16].copy_from_slice(key);
        record[16..18].copy_from_slice(&(part as u16).to_be_bytes());
        record[18..].copy_from_slice(&number.to_be_bytes());
        *number += 1;
        self.classes.push(record)
    }

    /// Counts the classes.
    ///
    /// # Errors
    /// If temporary files cannot be written or read back.
    pub(crate) fn count(self) -> anyhow::Result<Counts> {
        let parts = self.boards.iter().map(|boards| Count { boards: *boards, classes: 0 }).collect();
        let mut counts = Counts { parts, classes: 0, crossing: 0, examples: Vec::new() };
        // The last board's class and part, and whether the class is known to cross.
        let mut last: Option<([u8; 16], usize, u64, bool)> = None;
        for record in self.classes.sorted()? {
            let record = record?;
            let (key, rest) = record.split_first_chunk::<16>().expect("a record begins with a key");
            let part = usize::from(u16::from_be_bytes([rest[0], rest[1]]));
            let number = u64::from_be_bytes(rest[2..].try_into().expect("a record ends with a number"));
            let mut crosses = false;
            match last {
                Some((known, before, first, crossed)) if known == *key => {
                    crosses = crossed || before != part;
                    counts.parts[part].classes += u64::from(before != part);
                    if crosses && !crossed {
                        counts.crossing += 1;
                        if counts.examples.len() < EXAMPLES {
                            counts.examples.push([(before, first), (part, number)]);
                        }
                    }
                }
                _ => {
                    counts.classes += 1;
                    counts.parts[part].classes += 1;
                }
            }
            last = Some((*key, part, number, crosses));
        }
        Ok(counts)
    }
}
