//! `dataset`: the same bytes however a run was interrupted, and a manifest that is true.

mod common;

use common::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

/// All files of a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect()
}

/// Makes a data set in a folder of this name; returns its files, what was told, and the status.
fn make(folder: &Folder, name: &str, args: &[&str]) -> (BTreeMap<String, Vec<u8>>, String, String, i32) {
    let into = folder.0.join(name);
    let (out, err, status) = run(&[&["dataset", "--into", into.to_str().unwrap()], args].concat());
    (contents(&into), out, err, status)
}

fn check(folder: &Folder, name: &str) -> (String, String, i32) {
    run(&["dataset", "--check", folder.0.join(name).join("manifest.json").to_str().unwrap()])
}

fn manifest(files: &BTreeMap<String, Vec<u8>>) -> serde_json::Value {
    serde_json::from_slice(&files["manifest.json"]).unwrap()
}

fn names(files: &BTreeMap<String, Vec<u8>>) -> Vec<&str> {
    files.keys().map(String::as_str).collect()
}

/// The rows of all files by their index, each without its line end.
fn rows(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<u64, String> {
    let csv = files.iter().filter(|(name, _)| name.ends_with(".csv"));
    let lines = csv.flat_map(|(_, content)| std::str::from_utf8(content).unwrap().lines().skip(1));
    lines.map(|row| (row.rsplit(',').next().unwrap().parse().unwrap(), row.to_owned())).collect()
}

#[test]
fn rows_are_what_generate_makes() {
    let folder = Folder::new();
    let (files, out, err, status) = make(&folder, "a", &["-n", "300", "--seed", "7"]);
    assert_eq!((err.as_str(), status), ("", 0));
    assert_eq!(names(&files), ["manifest.json", "test.csv", "train.csv", "validation.csv"]);
    assert!(
        out.ends_with("300 classes, 0 of them in more than one part; 0 duplicates and 0 unmet left out\n"),
        "{out}"
    );
    let rows = rows(&files);
    assert!(rows.keys().copied().eq(0..300));
    let (made, _, _) = run(&["generate", "-n", "300", "--seed", "7", "--format", "csv"]);
    for (row, made) in rows.values().zip(made.lines().skip(1)) {
        // All columns before the form are the same.
        assert!(row.split(',').take(8).eq(made.split(',').take(8)), "{row}\n{made}");
    }
    let puzzles: Vec<&str> = rows.values().map(|row| row.split(',').next().unwrap()).collect();
    let forms: Vec<&str> = rows.values().map(|row| row.split(',').nth(8).unwrap()).collect();
    assert_eq!(run_with(&["canon"], puzzles.join("\n")).0.lines().collect::<Vec<_>>(), forms);
    // Parts as split makes them.
    let all = folder.file("all.csv", format!("puzzle\n{}\n", puzzles.join("\n")));
    let into = folder.0.join("split");
    run(&["split", &all, "--seed", "7", "--into", into.to_str().unwrap(), "--parts", "train=80,validation=10,test=10"]);
    for part in ["train", "validation", "test"] {
        let split = fs::read_to_string(into.join(part)).unwrap();
        let part = String::from_utf8(files[&format!("{part}.csv")].clone()).unwrap();
        let first = |text: &str| text.lines().map(|row| row.split(',').next().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(first(&part), first(&split));
    }
    let (out, err, status) = check(&folder, "a");
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(out.contains("300 rows right, 300 classes, 0 of them in more than one part"), "{out}");
}

#[test]
fn the_same_on_any_number_of_threads_and_by_the_command_of_the_manifest() {
    let folder = Folder::new();
    let pattern = folder.file("it's a pattern.txt", "x.x.\n.x.x\nx.x.\n.x.x\n");
    let wishes: [&[&str]; 4] = [
        &["-n", "100", "--format", "jsonl", "--parts", "all=1"],
        &["-n", "90", "--shape", "4x4", "--symmetry", "half-turn", "--parts", "a.csv=3,b=1"],
        &["-n", "60", "--method", "vicinity", "--clues", "25..27"],
        &["-n", "40", "--shape", "2x2", "--pattern", &pattern],
    ];
    for (number, wishes) in wishes.iter().enumerate() {
        let wishes =
            if number == 1 { ["-n", "12"].iter().chain(&wishes[2..]).copied().collect() } else { wishes.to_vec() };
        let (one, _, _, status) = make(&folder, &format!("{number}-one"), &[&wishes[..], &["-j", "1"]].concat());
        let (two, _, _, _) = make(&folder, &format!("{number}-two"), &[&wishes[..], &["-j", "2"]].concat());
        assert!(one == two, "{wishes:?}");
        assert!(status < 2);
        let command = manifest(&one)["command"].as_str().unwrap().to_owned();
        let shell = command.replacen("ninefold", env!("CARGO_BIN_EXE_ninefold"), 1);
        let again = folder.0.join(format!("{number}-again"));
        fs::create_dir(&again).unwrap();
        if cfg!(unix) {
            std::process::Command::new("sh")
                .args(["-c", &shell])
                .current_dir(&again)
                .stdout(Stdio::null())
                .status()
                .unwrap();
            assert!(contents(&again.join("dataset")) == one, "{command}");
        }
        let (out, err, status) = check(&folder, &format!("{number}-one"));
        assert_eq!((err.as_str(), status), ("", 0), "{out}");
    }
}

#[test]
fn repeated_classes_are_left_out() {
    let folder = Folder::new();
    let (files, out, _, status) = make(&folder, "a", &["-n", "500", "--shape", "2x2"]);
    let (made, _, _) = run(&["generate", "-n", "500", "--shape", "2x2"]);
    let forms = run_with(&["canon"], &made).0;
    let mut seen = BTreeSet::new();
    let first: Vec<u64> =
        (0..).zip(forms.lines()).filter(|(_, form)| seen.insert(*form)).map(|(index, _)| index).collect();
    assert!(first.len() < 100, "small boards repeat themselves");
    assert!(rows(&files).into_keys().eq(first.iter().copied()));
    let counts = &manifest(&files)["counts"];
    assert_eq!(counts["rows"], first.len());
    assert_eq!((&counts["classes"], &counts["duplicates"]), (&counts["rows"], &(500 - first.len()).into()));
    assert!(out.contains(&format!("{} duplicates", 500 - first.len())) && status == 0, "{out}");
}

#[test]
fn unmet_wishes_are_no_rows() {
    let folder = Folder::new();
    let args = ["-n", "30", "--clues", "21..22", "--attempts", "20"];
    let (files, out, _, status) = make(&folder, "a", &args);
    let counts = manifest(&files)["counts"].clone();
    let (unmet, rows) = (counts["unmet"].as_u64().unwrap(), rows(&files));
    assert!(unmet > 0 && !rows.is_empty(), "{counts}");
    assert_eq!((unmet + rows.len() as u64, status), (30, 1));
    assert!(out.contains(&format!("{unmet} unmet left out")), "{out}");
    assert!(rows.values().all(|row| ["21", "22"].contains(&row.split(',').nth(2).unwrap())));
    assert_eq!(check(&folder, "a").2, 0);
}

/// Waits until a run has written its journal with some rows.
fn wait_for_rows(into: &Path, child: &mut Child) {
    let _deadline = Deadline::of(child);
    loop {
        let journal = fs::read_to_string(into.join("journal.json")).unwrap_or_default();
        if journal.contains("\"next\":") && !journal.contains("\"next\":0,") {
            return;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn killed_runs_go_on() {
    let folder = Folder::new();
    let into = folder.0.join("killed");
    let args = ["-n", "1500", "--seed", "3", "--require", "x-wing"];
    let (whole, _, _, _) = make(&folder, "whole", &args);
    let killed = [&["dataset", "--into", into.to_str().unwrap()], &args[..]].concat();
    for jobs in ["1", "2"] {
        let mut child =
            ninefold().args(&killed).args(["-j", jobs]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for_rows(&into, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(into.join("train.csv.partial").exists() && !into.join("manifest.json").exists());
        // As if the machine had stopped in the middle of a row that the journal does not know.
        let partial = into.join("train.csv.partial");
        let mut content = fs::read(&partial).unwrap();
        content.extend_from_slice(b"half a r");
        fs::write(&partial, content).unwrap();
    }
    let (_, err, status) = run(&[&killed[..], &["--level", "hard"]].concat());
    assert!(status == 2 && err.contains("--level was nothing, now it is 'hard'"), "{err}");
    let mut other = killed.clone();
    other[4] = "1501";
    let (_, err, status) = run(&other);
    assert!(status == 2 && err.contains("-n was '1500', now it is '1501'"), "{err}");
    let (_, err, status) = run(&killed);
    assert_eq!(status, 0);
    assert!(err.contains("goes on with puzzle "), "{err}");
    assert!(contents(&into) == whole);
    // What is complete stays as it is.
    let (_, err, status) = run(&killed);
    assert!(status == 2 && err.contains("complete") && contents(&into) == whole, "{err}");
}

#[test]
fn the_end_of_a_run_may_be_interrupted_too() {
    let folder = Folder::new();
    let args = ["-n", "40", "--shape", "2x2"];
    let (whole, _, _, _) = make(&folder, "whole", &args);
    let into = folder.0.join("a");
    let at = |name: &str| into.join(name);
    // All rows are written and all files have their names, but the manifest has no room.
    fs::create_dir_all(at("manifest.json.new")).unwrap();
    let (_, err, status) = run(&[&["dataset", "--into", into.to_str().unwrap()], &args[..]].concat());
    assert!(status == 2 && err.contains("manifest.json: "), "{err}");
    fs::remove_dir(at("manifest.json.new")).unwrap();
    let kept: Vec<_> = ["journal.json", "classes.partial"].map(|name| (name, fs::read(at(name)).unwrap())).into();
    assert_eq!(fs::read(at("train.csv")).unwrap(), whole["train.csv"]);
    // Some have not; and one was damaged meanwhile.
    fs::write(at("test.csv.partial"), String::from_utf8(whole["test.csv"].clone()).unwrap().replace(",0,", ",1,"))
        .unwrap();
    fs::remove_file(at("test.csv")).unwrap();
    let (_, _, err, status) = make(&folder, "a", &args);
    assert!(status == 2 && err.contains("the files are not what was written"), "{err}");
    fs::write(at("test.csv.partial"), &whole["test.csv"]).unwrap();
    let (files, _, err, status) = make(&folder, "a", &args);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(files == whole);
    // Everything is done but cleaning.
    kept.iter().for_each(|(name, content)| fs::write(at(name), content).unwrap());
    let (files, _, err, status) = make(&folder, "a", &args);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(files == whole);
    // A journal that nobody has written, files that are shorter than it says, and files without one.
    fs::remove_file(at("manifest.json")).unwrap();
    let (_, _, err, status) = make(&folder, "a", &args);
    assert!(status == 2 && err.contains("train.csv: is already there, and no journal.json tells"), "{err}");
    for content in ["", "[]", "{}", "7"] {
        fs::write(at("journal.json"), content).unwrap();
        let (_, _, err, status) = make(&folder, "a", &args);
        assert!(status == 2 && err.contains("journal.json: "), "{err}");
    }
    let early = String::from_utf8(kept[0].1.clone()).unwrap().replace("\"next\":40", "\"next\":30");
    fs::write(at("journal.json"), early).unwrap();
    fs::write(at("classes.partial"), &kept[1].1).unwrap();
    let (_, _, err, status) = make(&folder, "a", &args);
    assert!(status == 2 && err.contains("has 0 bytes, but the journal says"), "{err}");
}

#[test]
fn checks_find_what_was_changed() {
    let folder = Folder::new();
    make(&folder, "a", &["-n", "50"]);
    let file = folder.0.join("a/train.csv");
    let sound = fs::read(&file).unwrap();
    let text = String::from_utf8(sound.clone()).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    let spoil = |place: usize, spoilt: &str| text.replacen(rows[place], spoilt, 1);
    let digit = rows[3].find(|c: char| c.is_ascii_digit()).unwrap();
    let mut other_digit = rows[3].to_owned();
    let changed = if rows[3][digit..].starts_with('1') { "2" } else { "1" };
    other_digit.replace_range(digit..=digit, changed);
    let solution = rows[4].replacen(rows[4].split(',').nth(1).unwrap(), SOLVED, 1);
    let score = rows[5].replace(&format!(",{},", rows[5].split(',').nth(4).unwrap()), ",1,");
    let twice = text.replacen(rows[6], &format!("{}\n{}", rows[6], rows[6]), 1);
    let cases = [
        (spoil(3, &other_digit), "train.csv:4: "),
        (spoil(4, &solution), "train.csv:5: the solution is not "),
        (spoil(5, &score), "train.csv: sha256 is "),
        (text.replacen(rows[6], "", 1), "train.csv:7: "),
        (twice, "train.csv:8: the index is not higher"),
        (text.replacen(rows[0], "x", 1), "train.csv:1: expected the columns puzzle,"),
        (text[..text.len() - 1].to_owned(), "the line has no end"),
        (String::new(), "train.csv:1: expected the columns"),
    ];
    for (spoilt, expected) in cases {
        fs::write(&file, spoilt).unwrap();
        let (out, err, status) = check(&folder, "a");
        assert!(err.contains(expected) && out.contains("wrong") && status == 1, "{expected}: {err}");
        assert!(err.contains("train.csv: sha256 is "), "{err}");
    }
    fs::remove_file(&file).unwrap();
    assert_eq!(check(&folder, "a").2, 2);
    fs::write(&file, &sound).unwrap();
    assert_eq!(check(&folder, "a").2, 0);
    for manifest in ["", "{}", "{\"format\":\"csv\",\"shape\":\"3x3\",\"seed\":\"0\",\"files\":[{\"name\":\"../x\"}]}"]
    {
        let manifest = folder.file("manifest.json", manifest);
        let (_, err, status) = run(&["dataset", "--check", &manifest]);
        assert!(status == 2 && err.contains("no manifest"), "{err}");
    }
}

#[test]
fn dataset_refuses_what_it_cannot_do() {
    let folder = Folder::new();
    let into = folder.0.join("x");
    let into = into.to_str().unwrap();
    for args in [
        &["--into", into][..],
        &["-n", "0", "--into", into],
        &["-n", "5", "--parts", "a=1,a.csv=1", "--into", into],
        &["-n", "5", "--parts", "../a=1", "--into", into],
        &["-n", "5", "--clues", "90", "--into", into],
        &["-n", "5", "--format", "xml", "--into", into],
        &["--check", "manifest.json", "--level", "hard"],
    ] {
        assert_eq!(run(&[&["dataset"], args].concat()).2, 2, "{args:?}");
        assert!(!Path::new(into).exists(), "{args:?}");
    }
    let file = folder.file("file", "");
    let (_, err, status) = run(&["dataset", "-n", "5", "--into", &file]);
    assert!(status == 2 && err.contains("file: "), "{err}");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    #[test]
    fn a_folder_that_cannot_be_written() {
        let folder = Folder::new();
        let into = folder.0.join("read-only");
        fs::create_dir(&into).unwrap();
        fs::set_permissions(&into, fs::Permissions::from_mode(0o555)).unwrap();
        // The superuser may write everywhere.
        let is_allowed = fs::write(into.join("probe"), "").is_ok();
        let (_, err, status) = run(&["dataset", "-n", "5", "--into", into.to_str().unwrap()]);
        fs::set_permissions(&into, fs::Permissions::from_mode(0o755)).unwrap();
        if !is_allowed {
            assert!(status == 2 && err.contains("read-only/classes.partial: "), "{err}");
        }
        // Nobody may make files here.
        let (_, err, status) = run(&["dataset", "-n", "5", "--into", "/proc/self/nothing"]);
        assert!(status == 2 && err.contains("/proc/self/nothing: "), "{err}");
    }

    /// Files may have so many blocks of 512 bytes: with the signal of it ignored, writing fails as on a full disk; else
    /// the program is killed in the middle of a write.
    #[test]
    fn full_disks_and_sudden_ends_in_a_write() {
        let folder = Folder::new();
        let args = "-n 1200 --seed 5";
        let (whole, _, _, _) = make(&folder, "whole", &args.split(' ').collect::<Vec<_>>());
        let into = folder.0.join("full");
        let program = env!("CARGO_BIN_EXE_ninefold");
        let limited = |before: &str| {
            let script =
                format!("ulimit -f 300; {before} exec {program} dataset {args} -j 2 --into '{}'", into.display());
            Command::new("sh").args(["-c", &script]).output().unwrap()
        };
        let (_, err, status) = told(limited("trap '' XFSZ;"));
        assert!(status == 2 && err.contains("train.csv.partial: "), "{err}");
        assert!(into.join("journal.json").exists());
        let signal = limited("").status.signal();
        assert!(signal.is_some(), "it was killed");
        let (files, _, err, status) = make(&folder, "full", &args.split(' ').collect::<Vec<_>>());
        assert_eq!(status, 0, "{err}");
        assert!(files == whole);
    }

    #[test]
    fn interrupts_leave_what_can_go_on_and_nobody_else_works_there() {
        let folder = Folder::new();
        let into = folder.0.join("a");
        let args = ["-n", "1500", "--seed", "4", "--require", "x-wing"];
        let (whole, _, _, _) = make(&folder, "whole", &args);
        let command = [&["dataset", "--into", into.to_str().unwrap()], &args[..]].concat();
        let mut child = ninefold().args(&command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for_rows(&into, &mut child);
        let (_, err, status) = run(&command);
        assert!(status == 2 && err.contains("another run works here"), "{err}");
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(run(&command).2, 0);
        assert!(contents(&into) == whole);
    }
}
