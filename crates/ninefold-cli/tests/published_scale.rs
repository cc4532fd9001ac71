//! Ratings by Sudoku Explainer's rules, in use: `rate --order se`, `generate --er`.

use crate::common::*;
use serde_json::{Value, json};

const EASY: &str = "342....9.....5..4.6..1.....2.....7....4...5...85.6...4.6..4.2.....91.....79..6.5.";
const SEVERAL: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5......";
/// `serate` also rates this ED=7.3/1.5/1.5.
const CHAINS: &str = "300200900000000005070104000009000800500070006001000200000309040800000000006005007";
const DIAMOND: &str = ".......3..69...7.1..5.7..48.2.7......9....85..8.91...7...157..4...8.........42...";

fn rated(options: &[&str], puzzle: &str) -> Value {
    let (out, err, _) = run(&[&["rate", "--order", "se", "--format", "json"], options, &[puzzle]].concat());
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
}

#[test]
fn ratings_in_every_format() {
    let (lines, _, status) = run(&["rate", "--order", "se", EASY, CHAINS, SOLVED]);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "ED=1.5/1.2/1.2, hardest Hidden Single, 56 steps");
    assert!(lines[1].starts_with("ED=7.3/1.5/1.5, hardest "), "{lines:?}");
    assert_eq!((lines[2], status), ("ED=0.0/0.0/0.0, 0 steps", 0));
    let (csv, _, _) = run(&["rate", "--order", "se", "--format", "csv", EASY]);
    let expected = format!(
        "puzzle,status,er,ep,ed,hardest,steps,place,reason,shape\n{EASY},solved,1.5,1.2,1.2,Hidden Single,56,argument 1,,3x3\n"
    );
    assert_eq!(csv, expected);
    let object = rated(&[], CHAINS);
    assert_eq!([&object["er"], &object["ep"], &object["ed"]], [&json!(7.3), &json!(1.5), &json!(1.5)]);
    let scale = json!({ "name": "SE 1.2.1", "uniqueness": true, "invariant": false, "only": null, "time_limit": null });
    assert_eq!((&object["scale"], object["status"].as_str()), (&scale, Some("solved")));
}

/// Threads share one rater, and lines come in input order.
#[test]
fn ratings_on_any_number_of_threads() {
    let puzzles = format!("{EASY}\n{CHAINS}\n{DIAMOND}\n{SEVERAL}\nx\n1.34341221434321\n").repeat(3);
    let one = run_with(&["rate", "--order", "se", "-j", "1"], &puzzles);
    assert_eq!(run_with(&["rate", "--order", "se", "-j", "3"], &puzzles), one);
    assert_eq!((one.0.lines().count(), one.2), (18, 1));
}

#[test]
fn ratings_stop_where_it_is_asked_for() {
    let (pearl, _, status) = run(&["rate", "--order", "se", "--pearl", CHAINS, DIAMOND]);
    let lines: Vec<&str> = pearl.lines().collect();
    assert!(lines[0].ends_with("; no pearl; er is at least this"), "{pearl}");
    assert!(lines[1].starts_with("ED=2.3/2.3/2.3, ") && lines[1].ends_with(" steps"), "{pearl}");
    assert_eq!(status, 0, "that is the answer");
    assert_eq!(rated(&["--diamond"], CHAINS)["status"].as_str(), Some("no-diamond"));
    let object = rated(&["--time-limit", "1e-9"], CHAINS);
    assert_eq!((object["status"].as_str(), object["steps"].as_u64()), (Some("stopped"), Some(0)));
    assert_eq!(object["reason"].as_str(), Some("stopped; er is at least this"));
    assert_eq!(run(&["rate", "--order", "se", "--time-limit", "1e-9", CHAINS]).2, 1, "that is no answer");
    // The deepest rules stop too when the time is over.
    let (empty, _, status) = run(&["rate", "--order", "se", "--no-uniqueness", "--time-limit", "0.3", &".".repeat(81)]);
    assert!(empty.ends_with("; stopped; er is at least this\n"), "{empty}");
    assert_eq!(status, 1);
}

#[test]
fn puzzles_with_several_solutions_are_rated_on_request() {
    let (refused, _, status) = run(&["rate", "--order", "se", SEVERAL]);
    assert_eq!((refused.as_str(), status), ("multiple: several solutions\n", 1));
    let (rated, _, status) = run(&["rate", "--order", "se", "--no-uniqueness", SEVERAL]);
    let expected =
        "ED=1.2/1.2/1.2, hardest Hidden Single, 44 steps; no more steps follow; the rating covers the steps so far\n";
    assert_eq!((rated.as_str(), status), (expected, 0));
    let (none, _, status) = run(&["rate", "--order", "se", "--no-uniqueness", TWICE]);
    assert!(none.starts_with("invalid: "), "{none}");
    assert_eq!(status, 1);
}

#[test]
fn the_invariant_rating_is_the_same_for_puzzles_that_differ_by_symmetry() {
    let (shuffled, _, _) = run(&["shuffle", "-n", "5", CHAINS]);
    let (lines, _, status) = run_with(&["rate", "--order", "se", "--invariant"], format!("{CHAINS}\n{shuffled}"));
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.dedup();
    assert_eq!((lines.len(), status), (1, 0), "{lines:?}");
    let (other, _, status) = run(&["rate", "--order", "se", "1.34341221434321"]);
    assert_eq!((other.as_str(), status), ("unrated: Sudoku Explainer rates boards of shape 3x3, not 2x2\n", 1));
}

#[test]
fn options_of_the_scale_need_its_order() {
    for option in [&["--pearl"][..], &["--diamond"], &["--invariant"]] {
        let (out, err, status) = run(&[&["rate"], option, &[EASY]].concat());
        assert_eq!((out.as_str(), status), ("", 2));
        assert!(err.contains(&format!("{} needs --order se", option[0])), "{err}");
    }
}

#[test]
fn puzzles_are_made_by_rating() {
    let (csv, err, status) =
        run(&["generate", "-n", "4", "--er", "4.5..7.0", "--ed", "..1.5", "--seed", "3", "--format", "csv"]);
    assert_eq!((err.as_str(), status), ("", 0));
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let at = |name: &str| header.iter().position(|column| *column == name).unwrap();
    for row in csv.lines().skip(1) {
        let row: Vec<&str> = row.split(',').collect();
        let er: f64 = row[at("er")].parse().unwrap();
        assert!((4.5..=7.0).contains(&er), "{row:?}");
        let object = rated(&[], row[0]);
        for name in ["er", "ep", "ed"] {
            assert_eq!(object[name].to_string(), row[at(name)], "{row:?}");
        }
    }
    let (_, err, status) = run(&["generate", "--er", "2.0", "--level", "extreme", "--time-limit", "0.2"]);
    assert!(err.contains("its er is ") && err.contains(" instead of 2.0"), "{err}");
    assert_eq!(status, 1);
    for (wish, complaint) in [("7.0..6.0", "there is no er from 7.0 to 6.0"), ("7.12", "expected a rating or a range")]
    {
        let (_, err, status) = run(&["generate", "--er", wish]);
        assert!(err.contains(complaint) && status == 2, "{err}");
    }
    let (_, err, status) = run(&["generate", "--er", "2.0", "--shape", "2x3"]);
    assert!(err.contains("a rating of Sudoku Explainer cannot be combined with boards other than 9x9"), "{err}");
    assert_eq!(status, 2);
}
