//! Replays the corpus of the fuzz targets, so that what they have found is not forgotten.

use super::checks;
use std::path::PathBuf;

fn replay(target: &str, check: fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/fuzz").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut seen = 0;
    for file in files {
        let path = file.unwrap().path();
        let data = std::fs::read(&path).unwrap();
        let name = path.display().to_string();
        // If the check panics, the assertion names the file.
        let outcome = std::panic::catch_unwind(|| check(&data));
        assert!(outcome.is_ok(), "{name}");
        seen += 1;
    }
    assert!(seen > 10, "{target} has a corpus");
}

#[test]
fn text() {
    replay("text", checks::text);
}

#[test]
fn format() {
    replay("format", checks::format);
}

#[test]
fn links() {
    replay("links", checks::links);
}

#[test]
fn names() {
    replay("names", checks::names);
}

#[test]
fn engines() {
    replay("engines", checks::engines);
}

#[test]
fn count() {
    replay("count", checks::count);
}

#[test]
fn variants() {
    replay("variants", checks::variants);
}

#[test]
fn steps() {
    replay("steps", checks::steps);
}
