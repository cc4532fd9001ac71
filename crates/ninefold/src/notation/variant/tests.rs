use super::*;
use std::path::Path;

/// A folder with a file of puzzles, one a line, and their solutions.
const FOLDER: &str = "NINEFOLD_VARIANTS";

/// The texts of the folder's puzzles; none, loudly, if no folder is named.
#[expect(clippy::print_stderr, reason = "what is not tested is said")]
fn corpus() -> Vec<String> {
    let Some(folder) = std::env::var_os(FOLDER) else {
        eprintln!("NOT TESTED: {FOLDER} names no folder with corpus.jsonl");
        return Vec::new();
    };
    let text = std::fs::read_to_string(Path::new(&folder).join("corpus.jsonl")).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_corpus_is_read_written_and_accepted() {
    for text in corpus() {
        let mut record = read(&text).unwrap_or_else(|error| panic!("{error}: {}", &text[..200.min(text.len())]));
        let name = format!("{:?} {:?}", record.id, record.name);
        let left_out: Vec<_> = record.left_out.drain(..).filter(|left| left.contains("constraint")).collect();
        assert!(left_out.is_empty(), "{name}: {left_out:?}");
        let again = read(&write(&record)).unwrap();
        assert_eq!(again, record, "{name}");
        let solution = record.solution.as_ref().unwrap();
        let broken: Vec<_> = record.puzzle.broken(solution);
        assert!(broken.is_empty(), "{name}: {broken:?}");
    }
}
