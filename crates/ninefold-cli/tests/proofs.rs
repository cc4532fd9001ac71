//! `check --proof`: two files, accepted by a checker that shares no code with the program.

use crate::common::*;
use std::fs;

#[path = "check_proof.rs"]
mod check_proof;

#[test]
fn certificates_are_written_and_accepted() {
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name).display().to_string();
    let killer = r#"{"rows":4,"cols":4,"values":[1,4],"boxes":[[[1,1],[1,2],[2,1],[2,2]],[[1,3],[1,4],[2,3],[2,4]],[[3,1],[3,2],[4,1],[4,2]],[[3,3],[3,4],[4,3],[4,4]]],"constraints":[{"type":"thermo","cells":[[1,1],[1,2],[1,3],[1,4]]},{"type":"cage","cells":[[4,2],[4,3]],"sum":5},{"type":"given","cell":[4,1],"value":4}]}"#;
    let several = "1...............";
    for (puzzle, verdict, status, shown) in [
        (OPENING, "unique", 0, "BOUNDS 81 81"),
        (IMPOSSIBLE, "none", 1, "UNSAT"),
        (several, "multiple", 1, "BOUNDS 0 "),
        (killer, "unique", 0, "BOUNDS 16 16"),
    ] {
        let (proof, formula) = (path("proof.pbp"), path("proof.opb"));
        let (out, err, found) = run(&["check", "--proof", &proof, puzzle]);
        assert_eq!((out.starts_with(verdict), found), (true, status), "{out}{err}");
        let text = |file: &str| fs::read_to_string(file).unwrap();
        let checked = check_proof::check(&text(&formula), &text(&proof)).unwrap();
        assert!(checked.starts_with(shown), "{checked}");
        fs::remove_file(&proof).unwrap();
        fs::remove_file(&formula).unwrap();
    }
}

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn what_cannot_be_proved_or_written_is_refused() {
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name).display().to_string();
    for (args, message, expected) in [
        (&["--proof", &path("a.pbp"), OPENING, OPENING][..], "a proof is for one puzzle, expected no more", 1),
        (&["--proof", &path("a.opb"), OPENING], "is for the inequalities, expected another ending", 1),
        (&["--proof", &path("no/folder.pbp"), OPENING], "folder.pbp: ", 2),
        (&["--proof", &path("a.pbp"), "--budget", "1", HARD], "the search was stopped", 1),
    ] {
        let (out, err, status) = run(&[&["check"], args].concat());
        assert!(format!("{out}{err}").contains(message), "{out}{err}");
        assert_eq!(status, expected, "{out}{err}");
        assert!(!folder.0.join("a.pbp").exists());
    }
}
