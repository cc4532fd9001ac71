//! `dataset`: the same bytes however a run was interrupted, and a correct manifest.

use crate::common::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

/// All files of a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect()
}

/// Makes a data set in a folder with this name; returns its files, standard output and standard error, and the status.
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

/// The rows of all files by their index, without their line breaks.
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
        assert!(row.split(',').take(12).eq(made.split(',').take(12)), "{row}");
    }
    let puzzles: Vec<&str> = rows.values().map(|row| row.split(',').next().unwrap()).collect();
    let forms: Vec<&str> = rows.values().map(|row| row.split(',').nth(12).unwrap()).collect();
    assert_eq!(run_with(&["canon"], puzzles.join("\n")).0.lines().collect::<Vec<_>>(), forms);
    // The parts are those that `split` makes.
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

/// A file of a data set can be read without the manifest: its rows state the shape of the boxes.
#[test]
fn files_are_read_by_themselves() {
    let folder = Folder::new();
    for format in ["csv", "jsonl"] {
        let args = ["-n", "5", "--shape", "3x2", "--format", format, "--parts", "all=1"];
        make(&folder, format, &args);
        let file = folder.0.join(format!("{format}/all.{format}"));
        let (verdicts, err, status) = run(&["check", file.to_str().unwrap()]);
        assert_eq!((verdicts.matches("unique").count(), status), (5, 0), "{verdicts}{err}");
    }
}

#[test]
fn weights_are_written_as_generate_writes_them() {
    let folder = Folder::new();
    let args = ["-n", "40", "--shape", "2x3", "--sample", "unbiased"];
    let (files, _, err, _) = make(&folder, "a", &args);
    assert_eq!(err, "");
    let (made, _, _) = run(&[&["generate", "--format", "csv"], &args[..]].concat());
    let value = |row: &str, column: usize| row.split(',').nth(column).unwrap().to_owned();
    let made: Vec<String> = made.lines().skip(1).map(|row| value(row, 11)).collect();
    let rows = rows(&files);
    assert!(rows.iter().all(|(index, row)| value(row, 11) == made[*index as usize]));
    assert!(rows.values().any(|row| value(row, 11).ends_with(".0")), "some weight is whole");
    assert_eq!(check(&folder, "a").2, 0);
}

#[test]
fn the_same_on_any_number_of_threads_and_by_the_command_of_the_manifest() {
    let folder = Folder::new();
    let pattern = folder.file("it's a pattern.txt", "x.x.\n.x.x\nx.x.\n.x.x\n");
    let wishes: [&[&str]; 5] = [
        &["-n", "100", "--format", "jsonl", "--parts", "all=1"],
        &["-n", "12", "--shape", "4x4", "--symmetry", "half-turn", "--parts", "a.csv=3,b=1"],
        &["-n", "60", "--method", "vicinity", "--clues", "25..27"],
        &["-n", "40", "--shape", "2x2", "--pattern", &pattern],
        &["-n", "20", "--clues", "28..", "--score", "..900"],
    ];
    for (number, wishes) in wishes.iter().enumerate() {
        let (one, _, _, status) = make(&folder, &format!("{number}-one"), &[&wishes[..], &["-j", "1"]].concat());
        let (two, _, _, _) = make(&folder, &format!("{number}-two"), &[&wishes[..], &["-j", "2"]].concat());
        assert!(one == two, "{wishes:?}");
        assert!(status < 2);
        // Boards with boxes of 4x4 have no form.
        let counts = &manifest(&one)["counts"];
        assert_eq!(counts["compared_as_written"] == counts["rows"], number == 1, "{counts}");
        let command = manifest(&one)["command"].as_str().unwrap().to_owned();
        let shell = command.replacen("ninefold", &program(), 1);
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
    assert!(rows.values().all(|row| ["21", "22"].contains(&row.split(',').nth(3).unwrap())));
    assert_eq!(check(&folder, "a").2, 0);
}

/// Waits until a run has written a journal that includes some rows.
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
        // As if the machine had stopped in the middle of a row that is not in the journal.
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
    assert!(err.contains("continues with puzzle "), "{err}");
    assert!(contents(&into) == whole);
    // A complete data set is not changed.
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
    // All rows are written and all files have their names, but the manifest cannot be written.
    fs::create_dir_all(at("manifest.json.new")).unwrap();
    let (_, err, status) = run(&[&["dataset", "--into", into.to_str().unwrap()], &args[..]].concat());
    assert!(status == 2 && err.contains("manifest.json: "), "{err}");
    fs::remove_dir(at("manifest.json.new")).unwrap();
    let kept: Vec<_> = ["journal.json", "classes.partial"].map(|name| (name, fs::read(at(name)).unwrap())).into();
    assert_eq!(fs::read(at("train.csv")).unwrap(), whole["train.csv"]);
    // Some files do not have their names yet; and one was damaged in the meantime.
    fs::write(at("test.csv.partial"), String::from_utf8(whole["test.csv"].clone()).unwrap().replace(",0,", ",1,"))
        .unwrap();
    fs::remove_file(at("test.csv")).unwrap();
    let (_, _, err, status) = make(&folder, "a", &args);
    assert!(status == 2 && err.contains("the files are not as they were written"), "{err}");
    fs::write(at("test.csv.partial"), &whole["test.csv"]).unwrap();
    let (files, _, err, status) = make(&folder, "a", &args);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(files == whole);
    // Only cleaning up is left.
    kept.iter().for_each(|(name, content)| fs::write(at(name), content).unwrap());
    let (files, _, err, status) = make(&folder, "a", &args);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(files == whole);
    // A journal of unknown origin, files that are shorter than it states, and files without a journal.
    fs::remove_file(at("manifest.json")).unwrap();
    let (_, _, err, status) = make(&folder, "a", &args);
    assert!(status == 2 && err.contains("train.csv: already exists, and there is no journal.json"), "{err}");
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
    let score = rows[5].replace(&format!(",{},", rows[5].split(',').nth(5).unwrap()), ",1,");
    let twice = text.replacen(rows[6], &format!("{}\n{}", rows[6], rows[6]), 1);
    let cases = [
        (spoil(3, &other_digit), "train.csv:4: "),
        (spoil(4, &solution), "train.csv:5: the solution is not "),
        (spoil(5, &score), "train.csv: sha256 is "),
        (text.replacen(rows[6], "", 1), "train.csv:7: "),
        (twice, "train.csv:8: the index is not higher"),
        (text.replacen(rows[0], "x", 1), "train.csv:1: expected the columns puzzle,"),
        (text[..text.len() - 1].to_owned(), "the line has no line break"),
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
        assert!(status == 2 && err.contains("not a manifest"), "{err}");
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

#[test]
#[cfg_attr(feature = "parquet", ignore = "this build has tables")]
fn builds_without_parquet_say_how_to_come_by_it() {
    let folder = Folder::new();
    let into = folder.0.join("x");
    let (_, err, status) = run(&["dataset", "-n", "5", "--format", "parquet", "--into", into.to_str().unwrap()]);
    assert!(status == 2 && err.contains("--features parquet") && !into.exists(), "{err}");
    let manifest = "{\"format\":\"parquet\",\"shape\":\"3x3\",\"seed\":\"0\",\"files\":[{\"name\":\"x\"}]}";
    let manifest = folder.file("manifest.json", manifest);
    let (_, err, status) = run(&["dataset", "--check", &manifest]);
    assert!(status == 2 && err.contains("--features parquet"), "{err}");
}

#[cfg(feature = "parquet")]
mod parquet_files {
    use super::*;
    use ::parquet::arrow::ArrowWriter;
    use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use ::parquet::basic::Compression;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int64Type};
    use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
    use arrow_schema::DataType;
    use std::fs::File;
    use std::sync::Arc;

    const PARTS: [&str; 3] = ["train.parquet", "validation.parquet", "test.parquet"];

    fn read_table(path: &Path) -> RecordBatch {
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        let schema = builder.schema().clone();
        let batches: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
        arrow_select::concat::concat_batches(&schema, &batches).unwrap()
    }

    /// A value as in JSON lines.
    fn value(column: &ArrayRef, row: usize) -> serde_json::Value {
        match column.data_type() {
            _ if column.is_null(row) => serde_json::Value::Null,
            DataType::Utf8 => column.as_string::<i32>().value(row).into(),
            DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into(),
            DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into(),
            other => panic!("a column of {other}"),
        }
    }

    #[test]
    fn rows_are_those_of_json_lines() {
        let folder = Folder::new();
        let wishes: [&[&str]; 3] = [
            &["-n", "300", "--seed", "9007199254740993"],
            &["-n", "60", "--sample", "unbiased", "--shape", "2x3"],
            &["-n", "12", "--shape", "4x4", "--parts", "a=3,b=1"],
        ];
        for (number, wishes) in wishes.iter().enumerate() {
            let (lines, told_of_lines, _, _) =
                make(&folder, &format!("{number}-lines"), &[wishes, &["--format", "jsonl"][..]].concat());
            let tables = |jobs: &str| {
                let args = [wishes, &["--format", "parquet", "-j", jobs][..]].concat();
                make(&folder, &format!("{number}-tables-{jobs}"), &args)
            };
            let (files, out, err, status) = tables("1");
            assert!(err.is_empty() && status < 2, "{err}");
            assert_eq!(out.lines().last(), told_of_lines.lines().last());
            assert!(files == tables("2").0, "the same bytes");
            assert_eq!(files.len(), lines.len(), "nothing else is left");
            let (one, other) = (manifest(&files), manifest(&lines));
            assert_eq!(one["counts"], other["counts"]);
            for (name, content) in lines.iter().filter(|(name, _)| name.ends_with(".jsonl")) {
                let name = name.replace(".jsonl", ".parquet");
                let table = read_table(&folder.0.join(format!("{number}-tables-1")).join(&name));
                let types: Vec<_> = table.schema().fields().iter().map(|field| field.data_type().clone()).collect();
                let (text, number) = (DataType::Utf8, DataType::Int64);
                let [a, b, c, d] = [text, number.clone(), DataType::Float64, number];
                let expected = [&a, &a, &a, &b, &a, &b, &a, &a, &c, &c, &c, &c, &a, &b, &d];
                assert!(types.iter().eq(expected), "{types:?}");
                let rows: Vec<&str> = std::str::from_utf8(content).unwrap().lines().collect();
                assert_eq!(rows.len(), table.num_rows());
                for (row, line) in rows.iter().enumerate() {
                    let object: serde_json::Value = serde_json::from_str(line).unwrap();
                    for (field, column) in table.schema().fields().iter().zip(table.columns()) {
                        let (told, found) = (&object[field.name()], value(column, row));
                        match told {
                            serde_json::Value::Object(counts) => {
                                let counts = counts.iter().map(|(name, count)| format!("{name}:{count}"));
                                assert_eq!(found, counts.collect::<Vec<_>>().join(";"));
                            }
                            serde_json::Value::String(text) if found.is_i64() => assert_eq!(found.to_string(), *text),
                            told => assert_eq!(&found, told, "{}", field.name()),
                        }
                    }
                }
            }
            let (out, err, status) = check(&folder, &format!("{number}-tables-2"));
            assert_eq!((err.as_str(), status), ("", 0), "{out}");
            assert!(out.contains("0 of them in more than one part"), "{out}");
        }
        // The manifest suffices to make it again, compressed as it was.
        let (files, _, _, _) = make(&folder, "lz4", &["-n", "20", "--format", "parquet", "--compression", "lz4"]);
        assert!(manifest(&files)["command"].as_str().unwrap().ends_with(" --format parquet --compression lz4"));
        let file = File::open(folder.0.join("lz4/train.parquet")).unwrap();
        let file = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        assert_eq!(file.metadata().row_group(0).column(0).compression(), Compression::LZ4_RAW);
    }

    #[test]
    fn every_end_of_a_run_goes_on() {
        let folder = Folder::new();
        let args = ["-n", "1500", "--seed", "3", "--require", "x-wing", "--format", "parquet"];
        let (whole, _, _, _) = make(&folder, "whole", &args);
        assert!(names(&whole).into_iter().eq(["manifest.json", PARTS[2], PARTS[0], PARTS[1]]));
        let into = folder.0.join("a");
        let at = |name: &str| into.join(name);
        let command = [&["dataset", "--into", into.to_str().unwrap()], &args[..]].concat();
        // Interrupted while rows are being made.
        let mut child = ninefold().args(&command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for_rows(&into, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(at("train.jsonl.partial").exists() && !at("train.parquet.partial").exists());
        let (_, err, status) = run(&[&command[..], &["--compression", "lz4"]].concat());
        assert!(status == 2 && err.contains("--compression was 'zstd', now it is 'lz4'"), "{err}");
        // Interrupted while packing: there is no room for the second part, and only half of the first was written.
        fs::create_dir(at("validation.parquet.partial")).unwrap();
        let (_, err, status) = run(&command);
        assert!(status == 2 && err.contains("validation.parquet.partial: "), "{err}");
        fs::remove_dir(at("validation.parquet.partial")).unwrap();
        let packed = fs::read(at("train.parquet.partial")).unwrap();
        assert!(packed == whole["train.parquet"]);
        fs::write(at("train.parquet.partial"), &packed[..packed.len() / 2]).unwrap();
        // Interrupted when all files but the manifest have their names; and the lines were changed in the meantime.
        let lines = fs::read(at("train.jsonl.partial")).unwrap();
        fs::create_dir(at("manifest.json.new")).unwrap();
        for (spoilt, expected) in [
            (&lines[..lines.len() - 1], "train.jsonl.partial: has "),
            (&lines.iter().map(|byte| byte ^ u8::from(*byte == b'9')).collect::<Vec<_>>(), "not as they were written"),
            (&vec![b'\n'; lines.len()], "not as it was written"),
        ] {
            fs::write(at("train.jsonl.partial"), spoilt).unwrap();
            let (_, err, status) = run(&command);
            assert!(status == 2 && err.contains(expected), "{err}");
        }
        fs::write(at("train.jsonl.partial"), &lines).unwrap();
        let (_, err, status) = run(&command);
        assert!(status == 2 && err.contains("manifest.json: "), "{err}");
        fs::remove_dir(at("manifest.json.new")).unwrap();
        assert!(fs::read(at("train.parquet")).unwrap() == whole["train.parquet"]);
        let kept: Vec<_> =
            ["journal.json", "test.jsonl.partial"].map(|name| (name, fs::read(at(name)).unwrap())).into();
        assert_eq!(run(&command).2, 0);
        assert!(contents(&into) == whole);
        // Interrupted while cleaning up.
        kept.iter().for_each(|(name, content)| fs::write(at(name), content).unwrap());
        assert_eq!(run(&command), (String::new(), String::new(), 0));
        assert!(contents(&into) == whole);
        // Lines of unknown origin are not lost.
        fs::remove_file(at("manifest.json")).unwrap();
        PARTS.iter().for_each(|name| fs::remove_file(at(name)).unwrap());
        fs::write(at("test.jsonl.partial"), "").unwrap();
        let (_, err, status) = run(&command);
        assert!(status == 2 && err.contains("test.jsonl.partial: already exists"), "{err}");
    }

    #[test]
    fn checks_find_what_was_changed() {
        let folder = Folder::new();
        make(&folder, "a", &["-n", "60", "--format", "parquet"]);
        let file = folder.0.join("a/train.parquet");
        let sound = fs::read(&file).unwrap();
        let table = read_table(&file);
        let with = |place: usize, column: ArrayRef| {
            let mut columns = table.columns().to_vec();
            columns[place] = column;
            let fields = table
                .schema()
                .fields()
                .iter()
                .zip(&columns)
                .map(|(field, column)| field.as_ref().clone().with_data_type(column.data_type().clone()))
                .collect::<Vec<_>>();
            let schema = Arc::new(arrow_schema::Schema::new(fields));
            let mut writer = ArrowWriter::try_new(Vec::new(), schema.clone(), None).unwrap();
            writer.write(&RecordBatch::try_new(schema, columns).unwrap()).unwrap();
            writer.into_inner().unwrap()
        };
        let mut solutions: Vec<&str> = table.column(1).as_string::<i32>().iter().flatten().collect();
        solutions[4] = SOLVED;
        let mut indexes: Vec<i64> = table.column(14).as_primitive::<Int64Type>().values().to_vec();
        indexes[7] = indexes[6];
        let clues = table.column(3).as_primitive::<Int64Type>().iter().enumerate();
        let clues: Vec<Option<i64>> = clues.map(|(row, clues)| clues.filter(|_| row > 1)).collect();
        let texts: Vec<Option<&str>> = vec![Some("30"); table.num_rows()];
        let cases = [
            (with(1, Arc::new(StringArray::from(solutions))), "train.parquet: row 5: the solution is not "),
            (with(14, Arc::new(Int64Array::from(indexes))), "train.parquet: row 8: the index is not higher"),
            (with(3, Arc::new(Int64Array::from(clues))), "train.parquet: row 1: clues: '' is not a number"),
            (with(3, Arc::new(StringArray::from(texts))), "train.parquet: expected the columns puzzle (text), "),
            (sound[..sound.len() / 2].to_vec(), "train.parquet: is not a complete Parquet file"),
            (sound[..sound.len() - 1].to_vec(), "train.parquet: is not a complete Parquet file"),
            (Vec::new(), "train.parquet: is not a complete Parquet file"),
            (b"puzzle\n".to_vec(), "train.parquet: is not a complete Parquet file"),
        ];
        let manifest = folder.0.join("a/manifest.json");
        let true_manifest = fs::read_to_string(&manifest).unwrap();
        for (spoilt, expected) in cases {
            fs::write(&file, spoilt).unwrap();
            let (out, err, status) = check(&folder, "a");
            assert!(err.contains("so its rows are not read") && out.contains("wrong") && status == 1, "{err}");
            // The manifest has been adapted to the file.
            let (_, told) = err.split_once("train.parquet: sha256 is \"").unwrap();
            let (is, was) = told.split_once("\", the manifest says \"").unwrap();
            fs::write(&manifest, true_manifest.replace(&was[..64], is)).unwrap();
            let (_, err, status) = check(&folder, "a");
            assert!(err.contains(expected) && !err.contains("sha256") && status == 1, "{expected}: {err}");
            fs::write(&manifest, &true_manifest).unwrap();
        }
        // Any changed byte is reported.
        for place in (0..sound.len()).step_by(sound.len() / 100) {
            let mut spoilt = sound.clone();
            spoilt[place] ^= 0x55;
            fs::write(&file, spoilt).unwrap();
            let (_, err, status) = check(&folder, "a");
            assert!(err.contains("train.parquet: sha256 is ") && status == 1, "{place}: {err}");
        }
        fs::write(&file, &sound).unwrap();
        assert_eq!(check(&folder, "a").2, 0);
    }

    #[test]
    fn what_cannot_be_had() {
        let folder = Folder::new();
        let into = folder.0.join("x");
        for (args, expected) in [
            (&["-n", "5", "--compression", "lz4"][..], "--compression is for Parquet"),
            (&["-n", "5", "--format", "parquet", "--seed", "9223372036854775808"], "numbers below 2^63"),
        ] {
            let (_, err, status) = run(&[&["dataset", "--into", into.to_str().unwrap()], args].concat());
            assert!(status == 2 && err.contains(expected) && !into.exists(), "{err}");
        }
    }
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
        // The superuser may write anywhere.
        let is_allowed = fs::write(into.join("probe"), "").is_ok();
        let (_, err, status) = run(&["dataset", "-n", "5", "--into", into.to_str().unwrap()]);
        fs::set_permissions(&into, fs::Permissions::from_mode(0o755)).unwrap();
        if !is_allowed {
            assert!(status == 2 && err.contains("read-only/classes.partial: "), "{err}");
        }
        // Nobody can create files here.
        let (_, err, status) = run(&["dataset", "-n", "5", "--into", "/proc/self/nothing"]);
        assert!(status == 2 && err.contains("/proc/self/nothing: "), "{err}");
    }

    /// Files may have at most this many blocks of 512 bytes. If the signal for this is ignored, writing fails as on a full
    /// disk; otherwise the program is killed in the middle of a write.
    #[test]
    fn full_disks_and_sudden_ends_in_a_write() {
        let folder = Folder::new();
        let args = "-n 1200 --seed 5";
        let (whole, _, _, _) = make(&folder, "whole", &args.split(' ').collect::<Vec<_>>());
        let into = folder.0.join("full");
        let program = program();
        let limited = |before: &str| {
            let script =
                format!("ulimit -f 300; {before} exec {program} dataset {args} -j 2 --into '{}'", into.display());
            Command::new("sh").args(["-c", &script]).output().unwrap()
        };
        let (_, err, status) = reported(limited("trap '' XFSZ;"));
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
        assert!(status == 2 && err.contains("another run is using this folder"), "{err}");
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(run(&command).2, 0);
        assert!(contents(&into) == whole);
    }
}
