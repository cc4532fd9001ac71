//! Which classes occur in parts, and which of them in several parts: for `split` and for data sets.

use crate::sorting::Sorter;
use std::path::Path;

/// The numbers of boards and classes in a part.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) boards: u64,
    pub(crate) classes: u64,
}

/// The numbers for all parts.
pub(crate) struct Counts {
    pub(crate) parts: Vec<Count>,
    pub(crate) classes: u64,
    /// Classes with boards in more than one part.
    pub(crate) crossing: u64,
    /// Some of these classes, each shown by two boards: the part, and the number of the board in it.
    pub(crate) examples: Vec<[(usize, u64); 2]>,
}

/// The most examples of crossing classes that are kept.
const EXAMPLES: usize = 10;

/// Bytes of a record: the class, the part, the number of the board in that part.
const RECORD: usize = 16 + 2 + 8;

/// Collects the classes of parts, board by board.
pub(crate) struct Census {
    classes: Sorter<RECORD>,
    /// The number of boards in each part.
    boards: Vec<u64>,
}

impl Census {
    /// A census of this many parts; it takes about this many bytes of memory, and uses the folder beyond that.
    pub(crate) fn new(parts: usize, memory: usize, folder: &Path) -> Census {
        Census { classes: Sorter::new(memory, folder), boards: vec![0; parts] }
    }

    /// Records the class of the next board of a part.
    ///
    /// # Errors
    /// If the disk is full.
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
        // The class, part and number of the previous board, and whether its class is known to cross.
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
