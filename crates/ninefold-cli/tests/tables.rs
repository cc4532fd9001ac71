//! Tables: Parquet, CSV by column, JSON lines.

use crate::common::*;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, DictionaryArray, FixedSizeBinaryArray, Int64Array, LargeStringArray, ListArray,
    RecordBatch, StringArray, StringViewArray,
};
use arrow_schema::{Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;

fn write_table(folder: &Folder, name: &str, columns: &[(&str, ArrayRef)]) -> String {
    write_with(folder, name, columns, HashMap::new())
}

fn write_with(folder: &Folder, name: &str, columns: &[(&str, ArrayRef)], metadata: HashMap<String, String>) -> String {
    let fields = columns.iter().map(|(name, column)| Field::new(*name, column.data_type().clone(), true));
    let schema = Arc::new(Schema::new_with_metadata(fields.collect::<Vec<_>>(), metadata));
    let arrays = columns.iter().map(|(_, column)| column.clone()).collect();
    let batch = RecordBatch::try_new(schema.clone(), arrays).unwrap();
    let path = folder.0.join(name);
    let mut writer = ArrowWriter::try_new(File::create(&path).unwrap(), schema, None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    path.display().to_string()
}

/// Reads the whole table as one batch.
fn read_table(path: &str) -> RecordBatch {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let schema = builder.schema().clone();
    let batches: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
    arrow_select::concat::concat_batches(&schema, &batches).unwrap()
}

fn names(table: &RecordBatch) -> Vec<String> {
    table.schema().fields().iter().map(|field| field.name().clone()).collect()
}

fn texts(table: &RecordBatch, column: &str) -> Vec<Option<String>> {
    let column = table.column_by_name(column).unwrap_or_else(|| panic!("no {column}"));
    column.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
}

fn numbers(table: &RecordBatch, column: &str) -> Vec<Option<i64>> {
    table.column_by_name(column).unwrap().as_primitive::<Int64Type>().iter().collect()
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// The names of the files in the folder.
fn files(folder: &Folder) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A puzzle, nothing, an invalid puzzle, and a puzzle without a solution.
const PUZZLES: [Option<&str>; 4] = [Some(OPENING), None, Some(TWICE), Some(IMPOSSIBLE)];

#[test]
fn puzzles_of_every_type_of_text_are_solved_and_all_columns_stay() {
    let folder = Folder::new();
    let types: [ArrayRef; 6] = [
        Arc::new(StringArray::from(PUZZLES.to_vec())),
        Arc::new(LargeStringArray::from(PUZZLES.to_vec())),
        Arc::new(StringViewArray::from(PUZZLES.to_vec())),
        Arc::new(PUZZLES.into_iter().collect::<DictionaryArray<Int32Type>>()),
        Arc::new(BinaryArray::from(PUZZLES.map(|puzzle| puzzle.map(str::as_bytes)).to_vec())),
        Arc::new(
            FixedSizeBinaryArray::try_from_sparse_iter_with_size(
                PUZZLES.into_iter().map(|puzzle| puzzle.map(str::as_bytes)),
                81,
            )
            .unwrap(),
        ),
    ];
    for puzzles in types {
        let dates: ArrayRef = Arc::new(arrow_array::Date32Array::from(vec![Some(1), None, Some(3), Some(4)]));
        let lists = ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1)]), None, Some(vec![]), None]);
        let columns: [(&str, ArrayRef); 3] = [("when", dates), ("puzzle", puzzles), ("list", Arc::new(lists))];
        let input = write_table(&folder, "in.parquet", &columns);
        let output = folder.0.join("out.parquet").display().to_string();
        let (out, err, status) = run(&["solve", &input, "-o", &output]);
        assert_eq!((out.as_str(), status), ("", 1), "{err}");
        assert!(err.contains("in.parquet: row 3: 1 appears twice") && err.contains("2 rows have an error"), "{err}");
        let table = read_table(&output);
        assert_eq!(names(&table), ["when", "puzzle", "list", "solution", "error"]);
        for (name, column) in &columns {
            assert_eq!(table.column_by_name(name).unwrap(), column, "{name} of {}", column.data_type());
        }
        assert_eq!(texts(&table, "solution"), [some(SOLVED), None, None, None]);
        let errors = texts(&table, "error");
        assert_eq!((&errors[0], &errors[1]), (&None, &None));
        assert!(errors[2].as_ref().unwrap().contains("1 appears twice in row 1"), "{errors:?}");
        assert!(errors[3].as_ref().unwrap().contains("no solution"), "{errors:?}");
        assert_eq!(files(&folder), ["in.parquet", "out.parquet"]);
    }
}

#[test]
fn digits_may_be_numbers() {
    let folder = Folder::new();
    let digits = OPENING.bytes().map(|byte| byte.saturating_sub(b'0'));
    let bytes: ArrayRef = Arc::new(BinaryArray::from(vec![&digits.clone().collect::<Vec<_>>()[..]]));
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([Some(digits.map(|digit| Some(i32::from(digit))))]);
    for column in [bytes, Arc::new(list)] {
        let input = write_table(&folder, "in.parquet", &[("puzzle", column)]);
        let output = folder.0.join("out.parquet").display().to_string();
        assert_eq!(run(&["solve", &input, "-o", &output]).2, 0);
        assert_eq!(texts(&read_table(&output), "solution"), [some(SOLVED)]);
    }
}

#[test]
fn every_command_tells_what_it_knows() {
    let folder = Folder::new();
    let puzzles: ArrayRef =
        Arc::new(StringArray::from(vec![Some(OPENING), None, Some(TWICE), Some("1...............")]));
    let input = write_table(&folder, "in.parquet", &[("p", puzzles)]);
    let output = folder.0.join("out.parquet").display().to_string();
    let answers = |args: &[&str]| {
        let all = [args, &[&input, "-o", &output]].concat();
        let (_, err, status) = run(&all);
        assert_eq!(status, 1, "{err}");
        read_table(&output)
    };
    let table = answers(&["solve", "--column", "p", "--add", "status,solution=answer"]);
    assert_eq!(names(&table), ["p", "status", "answer"]);
    assert_eq!(texts(&table, "status"), [some("solved"), None, some("invalid"), some("solved")]);
    let table = answers(&["check", "--add", "verdict,givens,minimal,redundant,error"]);
    assert_eq!(texts(&table, "verdict"), [some("unique"), None, some("invalid"), some("multiple")]);
    assert_eq!(numbers(&table, "givens"), [Some(30), None, Some(2), Some(1)]);
    let minimal: Vec<_> = table.column_by_name("minimal").unwrap().as_boolean().iter().collect();
    assert_eq!(minimal, [Some(false), None, None, None]);
    assert!(texts(&table, "redundant")[0].as_ref().unwrap().contains("r"));
    assert_eq!(texts(&answers(&["check"]), "verdict"), texts(&table, "verdict"));
    let table = answers(&["count", "--add", "count,count_text,at_least,error"]);
    assert_eq!(numbers(&table, "count"), [Some(1), None, None, Some(72)]);
    assert_eq!(texts(&table, "count_text"), [some("1"), None, None, some("72")]);
    let table = answers(&["rate"]);
    assert_eq!(names(&table)[1..], ["status", "level", "hodoku_score", "hardest", "steps", "techniques", "error"]);
    assert_eq!(texts(&table, "status"), [some("solved"), None, some("invalid"), some("multiple")]);
    assert!(numbers(&table, "hodoku_score")[0].is_some() && numbers(&table, "steps")[3].is_none());
    let table = answers(&["rate", "--order", "se", "--add", "er,error"]);
    assert!(table.column_by_name("er").unwrap().is_valid(0));
    let table = answers(&["canon", "--add", "form,automorphisms,transformation,status"]);
    assert_eq!(texts(&table, "form")[3], some("...............1"));
    assert_eq!(texts(&table, "status"), [some("ok"), None, some("invalid"), some("ok")]);
    // The same as without a table.
    assert_eq!(texts(&table, "form")[0].as_ref().unwrap(), run(&["canon", OPENING]).0.trim());
}

#[test]
fn conditions_choose_rows() {
    let folder = Folder::new();
    let skyscraper = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
    let rows = [Some(OPENING), None, Some(TWICE), Some(skyscraper), Some("1...............")];
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3, 4, 5]));
    let puzzles: ArrayRef = Arc::new(StringArray::from(rows.to_vec()));
    let input = write_table(&folder, "in.parquet", &[("id", ids), ("p", puzzles)]);
    let output = folder.0.join("out.parquet").display().to_string();
    let left = |args: &[&str]| {
        let (_, err, status) = run(&[args, &["--column", "p", &input, "-o", &output]].concat());
        let table = read_table(&output);
        (numbers(&table, "id").into_iter().flatten().collect::<Vec<_>>(), names(&table)[2..].join(","), err, status)
    };
    for (args, ids, columns) in [
        (&["rate", "--add", "hardest", "--where", "level>=hard"][..], vec![4], "hardest"),
        (&["rate", "--add", "level", "--where", "not skyscraper and status=solved"], vec![1], "level"),
        (&["rate", "--add", "level", "--where", "er>=6"], vec![4], "level"),
        (&["rate", "--order", "se", "--add", "er", "--where", "skyscraper and score=546"], vec![4], "er"),
        (&["check", "--add", "givens", "--where", "verdict=unique and not minimal"], vec![1], "givens"),
        (&["count", "--add", "at_least", "--limit", "9", "--where", "count>1"], vec![5], "at_least"),
        (&["check", "--add", "verdict", "--where", "givens>80"], vec![], "verdict"),
    ] {
        let (found, names, err, status) = left(args);
        // Rows left out still count for the status, but nothing is reported about them.
        assert_eq!((found, &*names, &*err, status), (ids, columns, "", 1), "{args:?}");
    }
    let (found, _, err, _) = left(&["check", "--add", "verdict", "--where", "verdict=invalid"]);
    assert!(found == [3] && err.contains("row 3: 1 appears twice"), "{err}");
    let (_, err, status) = run(&["check", "--where", "squid", "--column", "p", &input]);
    assert!(status == 2 && err.contains("no column is called 'squid'"), "{err}");

    // JSON lines unchanged, unreadable ones, and CSV; many rows on several threads.
    let lines = format!("{{\"p\": \"{OPENING}\"}}\n{{\"p\": \n{{\"p\":\"{skyscraper}\"}}\n");
    let (out, _, _) = run_with(&["check", "--column", "p", "--add", "verdict", "--where", "not minimal"], &lines);
    assert!(out.lines().count() == 2 && out.starts_with(&format!("{{\"p\": \"{OPENING}\",")), "{out}");
    let csv = format!(
        "n,p\n{}",
        (0..20_000).map(|n| format!("{n},{}\n", rows[n % 5].unwrap_or_default())).collect::<String>()
    );
    let (out, err, _) =
        run_with(&["check", "--column", "p", "--add", "verdict", "--where", "verdict=multiple", "-j3"], csv);
    let numbers: Vec<usize> = out.lines().skip(1).map(|row| row.split(',').next().unwrap().parse().unwrap()).collect();
    assert_eq!(numbers, (4..20_000).step_by(5).collect::<Vec<_>>(), "{err}");
}

#[test]
fn numbers_that_do_not_fit_are_told_as_text() {
    let folder = Folder::new();
    let empty = ".".repeat(81);
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![empty.as_str()]));
    let input = write_table(&folder, "in.parquet", &[("puzzle", puzzles)]);
    let output = folder.0.join("out.parquet").display().to_string();
    assert_eq!(run(&["count", &input, "-o", &output, "--add", "count,count_text,error"]).2, 0);
    let table = read_table(&output);
    assert_eq!(numbers(&table, "count"), [None]);
    assert_eq!(texts(&table, "count_text"), [some("6670903752021072936960")]);
    assert!(texts(&table, "error")[0].as_ref().unwrap().contains("does not fit"));
}

#[test]
fn what_is_wrong_with_a_table_is_said_and_nothing_is_written() {
    let folder = Folder::new();
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![OPENING]));
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let input = write_table(&folder, "in.parquet", &[("id", ids), ("board", puzzles.clone()), ("error", puzzles)]);
    let whole = fs::read(&input).unwrap();
    let cut = folder.file("cut.parquet", &whole[..whole.len() - 9]);
    let mut damaged = whole.clone();
    damaged[4..60].fill(0xff);
    let damaged = folder.file("damaged.parquet", damaged);
    let empty = folder.file("empty.parquet", "");
    let output = folder.0.join("out.parquet").display().to_string();
    for (args, expected) in [
        (vec![&input[..]], "has no column 'puzzle'; the columns are 'id', 'board', 'error'; choose one with --column"),
        (vec![&input, "--column", "x"], "has no column 'x'; the columns are 'id', 'board', 'error'"),
        (
            vec![&input, "--column", "id"],
            "column 'id' is of type Int64; expected text, bytes or lists of whole numbers",
        ),
        (vec![&input, "--column", "board"], "the table already has a column 'error'; --add error=ANOTHER"),
        (
            vec![&input, "--column", "board", "--add", "level"],
            "there is no 'level' here; the answers are solution, status, error",
        ),
        (vec![&input, "--column", "board", "--add", "status,status"], "'status' appears twice"),
        (vec![&input, "--column", "board", "--format", "box"], "a table is written as parquet, csv or json"),
        (vec![&input, "--column", "board", "--all"], "a row of a table holds one solution"),
        (vec![&cut], "cut.parquet: is not a complete Parquet file"),
        (vec![&empty], "empty.parquet: is not a complete Parquet file"),
        (vec![&damaged, "--column", "board", "--add", "solution"], "damaged.parquet"),
        (vec!["none.parquet"], "none.parquet: no such file"),
    ] {
        let (out, err, status) = run(&[&["solve", "-o", &output], &args[..]].concat());
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}: {err}");
        assert!(err.contains(expected), "{args:?}: {err}");
        assert_eq!(files(&folder), ["cut.parquet", "damaged.parquet", "empty.parquet", "in.parquet"], "{args:?}");
    }
    let (_, err, status) = run(&["solve", &input, "--column", "board", "--add", "solution", "-o", &input]);
    assert_eq!(status, 2);
    assert!(err.contains("is also an input"), "{err}");
    assert_eq!(fs::read(&input).unwrap(), whole);
    let (_, err, status) =
        run(&["solve", &input, "--column", "board", "--add", "solution", "-o", "/no/such/folder/x.parquet"]);
    assert_eq!(status, 2, "{err}");
    let (_, err, status) = run(&["explain", &input]);
    assert_eq!(status, 2);
    assert!(err.contains("convert --to line"), "{err}");
}

#[test]
fn a_table_may_have_no_rows() {
    let folder = Folder::new();
    let puzzles: ArrayRef = Arc::new(StringArray::from(Vec::<&str>::new()));
    let input = write_table(&folder, "in.parquet", &[("puzzle", puzzles)]);
    let output = folder.0.join("out.parquet").display().to_string();
    assert_eq!(run(&["solve", &input, "-o", &output]), (String::new(), "ninefold: no puzzle in the input\n".into(), 0));
    let table = read_table(&output);
    assert_eq!((names(&table), table.num_rows()), (vec!["puzzle".into(), "solution".into(), "error".into()], 0));
    let csv = folder.file("in.csv", "id,puzzle\n");
    assert_eq!(run(&["count", &csv, "--column", "puzzle"]).0, "id,puzzle,count,error\n");
    let empty = folder.file("empty.csv", "");
    assert!(run(&["count", &empty, "--column", "puzzle"]).1.contains("has no header"));
}

#[test]
fn rows_stay_in_order_whatever_the_threads_and_row_groups() {
    let folder = Folder::new();
    let rows = 70_000;
    let all: Vec<String> = (0..rows).map(|number| format!("{}{}", &OPENING[..72], noise(number))).collect();
    let puzzles: ArrayRef = Arc::new(StringArray::from_iter_values(&all));
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..rows as i64));
    let input = write_table(&folder, "in.parquet", &[("puzzle", puzzles.clone()), ("id", ids.clone())]);
    let mut outputs = Vec::new();
    for jobs in ["1", "3"] {
        let output = folder.0.join(jobs).with_extension("parquet").display().to_string();
        run(&["count", "--limit", "2", "--add", "count", "--jobs", jobs, &input, "-o", &output]);
        outputs.push(fs::read(&output).unwrap());
    }
    assert!(outputs[0] == outputs[1], "the same bytes");
    let output = folder.0.join("1.parquet").display().to_string();
    let table = read_table(&output);
    assert_eq!(table.column(0), &puzzles);
    assert_eq!(table.column(1), &ids);
    let groups = ParquetRecordBatchReaderBuilder::try_new(File::open(&output).unwrap()).unwrap();
    assert_eq!(groups.metadata().num_row_groups(), 2);
    // The same as for puzzles in lines.
    let lines = run_with(&["count", "--limit", "2"], all.join("\n")).0;
    let lines = lines.lines().map(|line| line.rsplit(' ').next().and_then(|count| count.parse().ok()));
    assert_eq!(numbers(&table, "count"), lines.collect::<Vec<_>>());
}

#[test]
fn compression_is_chosen() {
    let folder = Folder::new();
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![OPENING]));
    let input = write_table(&folder, "in.parquet", &[("puzzle", puzzles)]);
    for (name, expected) in [
        ("zstd", Compression::ZSTD(Default::default())),
        ("snappy", Compression::SNAPPY),
        ("gzip", Compression::GZIP(Default::default())),
        ("lz4", Compression::LZ4_RAW),
        ("none", Compression::UNCOMPRESSED),
    ] {
        let output = folder.0.join("out.parquet").display().to_string();
        assert_eq!(run(&["solve", &input, "-o", &output, "--compression", name]).2, 0);
        let file = ParquetRecordBatchReaderBuilder::try_new(File::open(&output).unwrap()).unwrap();
        assert_eq!(file.metadata().row_group(0).column(0).compression(), expected);
        assert_eq!(texts(&read_table(&output), "solution"), [some(SOLVED)]);
    }
}

#[test]
fn metadata_of_the_table_stays_but_for_a_list_of_columns_that_is_no_longer_true() {
    let folder = Folder::new();
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![OPENING]));
    let metadata = [("pandas", "{}"), ("org.apache.spark.sql.parquet.row.metadata", "{}")];
    let metadata = metadata.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let input = write_with(&folder, "in.parquet", &[("puzzle", puzzles)], metadata);
    let output = folder.0.join("out.parquet").display().to_string();
    assert_eq!(run(&["solve", &input, "-o", &output]).2, 0);
    let file = ParquetRecordBatchReaderBuilder::try_new(File::open(&output).unwrap()).unwrap();
    let pairs = file.metadata().file_metadata().key_value_metadata().unwrap();
    let keys: Vec<&str> = pairs.iter().map(|pair| pair.key.as_str()).collect();
    assert!(keys.contains(&"pandas") && !keys.iter().any(|key| key.contains("spark")), "{keys:?}");
}

#[test]
fn csv_by_column() {
    let folder = Folder::new();
    let text = format!("id;name;board\n1;\"a;b\";{OPENING}\n2;;\n3;c;{TWICE}\n");
    let input = folder.file("in.csv", &text);
    let (out, err, status) = run(&["solve", "--column", "board", "--add", "solution", &input]);
    let expected = format!("id;name;board;solution\n1;\"a;b\";{OPENING};{SOLVED}\n2;;;\n3;c;{TWICE};\n");
    assert_eq!((out, status), (expected.clone(), 1), "{err}");
    assert!(err.contains("in.csv: row 3: 1 appears twice"), "{err}");
    // Compressed, and from standard input.
    let packed = gzip(text.as_bytes());
    assert_eq!(run_with(&["solve", "--column", "board", "--add", "solution"], &packed).0, expected);
    let packed = folder.file("in.csv.gz", &packed);
    assert_eq!(run(&["solve", "--column", "board", "--add", "solution", &packed]).0, expected);
    // Without a column option, the file is read as puzzles in lines.
    let kaggle = folder.file("kaggle.csv", format!("quizzes,solutions\n{OPENING},{SOLVED}\n"));
    assert_eq!(run(&["solve", &kaggle]).0, format!("{SOLVED}\n"));
}

#[test]
fn json_lines_keep_every_byte() {
    let folder = Folder::new();
    let lines = [
        format!(r#"{{"n": 12345678901234567890.10, "puzzle": "{OPENING}", "x": {{"y": [1,  2]}}}}"#),
        r#"{"puzzle":null}"#.to_owned(),
        r#"{}"#.to_owned(),
        format!(r#"{{"puzzle":"{TWICE}"}}"#),
    ];
    let input = folder.file("in.jsonl", lines.join("\n"));
    let (out, err, status) = run(&["solve", &input, "--add", "solution"]);
    assert_eq!(status, 1, "{err}");
    let told: Vec<&str> = out.lines().collect();
    assert_eq!(told[0], format!(r#"{},"solution":"{SOLVED}"}}"#, lines[0].strip_suffix('}').unwrap()));
    assert_eq!(told[1..3], [r#"{"puzzle":null,"solution":null}"#, r#"{"solution":null}"#]);
    let (_, err, status) = run(&["solve", &input, "--add", "solution=n"]);
    assert_eq!(status, 2);
    assert!(err.contains("already has a member 'n'"), "{err}");
    assert_eq!(run_with(&["solve", "--column", "puzzle", "--add", "solution"], lines.join("\n")).0, out);
}

#[test]
fn tables_are_converted_with_all_columns() {
    let folder = Folder::new();
    let csv = folder.file("in.csv", format!("id,puzzle,level\n1,{OPENING},easy\n2,,hard\n"));
    let file = |name: &str| folder.0.join(name).display().to_string();
    let (parquet, jsonl, back) = (file("t.parquet"), file("t.jsonl"), file("back.csv"));
    assert_eq!(run(&["convert", "--column", "puzzle", &csv, "-o", &parquet]).2, 0);
    assert_eq!(texts(&read_table(&parquet), "level"), [some("easy"), some("hard")]);
    assert_eq!(run(&["convert", &parquet, "-o", &jsonl]).2, 0);
    let first = format!(r#"{{"id":"1","puzzle":"{OPENING}","level":"easy"}}"#);
    assert_eq!(
        fs::read_to_string(&jsonl).unwrap(),
        format!("{first}\n{{\"id\":\"2\",\"puzzle\":null,\"level\":\"hard\"}}\n")
    );
    assert_eq!(run(&["convert", &jsonl, "--to", "csv", "-o", &back]).2, 0);
    assert_eq!(fs::read_to_string(&back).unwrap(), fs::read_to_string(&csv).unwrap());
    assert_eq!(run(&["convert", "--to", "line", &parquet]).0, format!("{OPENING}\n"));
    let boxes = run_with(&["convert", "--to", "box"], format!("{OPENING}\n{OPENING}\n"));
    let twice: ArrayRef = Arc::new(StringArray::from(vec![OPENING, OPENING]));
    let twice = write_table(&folder, "twice.parquet", &[("puzzle", twice)]);
    assert_eq!(run(&["convert", "--to", "box", &twice]), boxes);
    // Puzzles as text become a table.
    let (_, err, status) = run(&["convert", OPENING, TWICE, "-o", &parquet]);
    assert_eq!(status, 0, "{err}");
    assert_eq!(texts(&read_table(&parquet), "puzzle"), [some(OPENING), some(TWICE)]);
    assert_eq!(run(&["solve", OPENING, "--format", "parquet", "-o", &parquet]).2, 0);
    assert_eq!(texts(&read_table(&parquet), "solution"), [some(SOLVED)]);
    // Numbers keep their type.
    let numbers = folder.file("n.jsonl", format!("{{\"puzzle\":\"{OPENING}\",\"n\":1}}\n{{\"n\":2,\"m\":[0.5]}}\n"));
    assert_eq!(run(&["convert", &numbers, "-o", &parquet]).2, 0);
    assert_eq!(self::numbers(&read_table(&parquet), "n"), [Some(1), Some(2)]);
}

#[test]
fn several_files_with_the_same_columns_are_one_table() {
    let folder = Folder::new();
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![OPENING]));
    let one = write_table(&folder, "1.parquet", &[("puzzle", puzzles.clone())]);
    let other = write_table(&folder, "2.parquet", &[("puzzle", puzzles.clone())]);
    let output = folder.0.join("out.parquet").display().to_string();
    assert_eq!(run(&["solve", &one, &other, "-o", &output]).2, 0);
    assert_eq!(read_table(&output).num_rows(), 2);
    let third = write_table(&folder, "3.parquet", &[("puzzle", puzzles.clone()), ("id", puzzles)]);
    let (_, err, status) = run(&["solve", &one, &third, "-o", &output]);
    assert_eq!(status, 2);
    assert!(err.contains("3.parquet: has 2 columns, the first input has 1"), "{err}");
}

#[test]
fn generated_tables_say_what_csv_says() {
    let folder = Folder::new();
    let output = folder.0.join("out.parquet").display().to_string();
    let args = ["generate", "-n", "50", "--seed", "7"];
    let csv = run(&[&args[..], &["--format", "csv"]].concat()).0;
    assert_eq!(run(&[&args[..], &["-o", &output]].concat()).2, 0);
    let back = run(&["convert", &output, "--to", "csv"]).0;
    assert_eq!(back, csv);
    assert!(run(&["generate", "--seed", "9223372036854775808", "-o", &output]).1.contains("2^63"));
}

#[test]
fn generated_tables_of_other_boxes_are_read_back() {
    let folder = Folder::new();
    for (format, name) in [("csv", "made.csv"), ("json", "made.jsonl")] {
        let (made, _, _) = run(&["generate", "-n", "3", "--shape", "3x2", "--format", format]);
        let (answers, made) = (folder.file("answers.csv", ""), folder.file(name, made));
        let (_, err, _) = run(&["check", "-o", &answers, "--format", "csv", &made]);
        let answers = fs::read_to_string(&answers).unwrap();
        assert_eq!(answers.matches(",unique").count(), 3, "{err}{answers}");
    }
}

#[test]
fn repetitions_and_parts_by_rows() {
    let folder = Folder::new();
    let turned = run(&["shuffle", "--seed", "3", OPENING]).0.trim().to_owned();
    let made = run(&["generate", "-n", "300", "--seed", "5"]).0;
    let mut all: Vec<Option<&str>> = vec![Some(OPENING), None, Some(&turned), Some(TWICE), Some(OPENING)];
    all.extend(made.lines().map(Some));
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..all.len() as i64));
    let input =
        write_table(&folder, "in.parquet", &[("id", ids), ("puzzle", Arc::new(StringArray::from(all.clone())))]);
    let output = folder.0.join("out.parquet").display().to_string();
    let (_, err, status) = run(&["dedupe", &input, "-o", &output]);
    assert_eq!(status, 1, "{err}");
    assert!(
        err.contains("row 4: 1 appears twice") && err.contains("303 boards: 301 different up to symmetry, 2 left out"),
        "{err}"
    );
    let expected: Vec<Option<i64>> = [0].into_iter().chain(5..305).map(Some).collect();
    assert_eq!(numbers(&read_table(&output), "id"), expected);
    run(&["dedupe", "--exact", &input, "-o", &output]);
    assert_eq!(numbers(&read_table(&output), "id")[..3], [Some(0), Some(2), Some(3)]);
    // With little memory, with other kinds of tables, and on standard output.
    let csv = folder.0.join("in.csv").display().to_string();
    assert_eq!(run(&["convert", &input, "-o", &csv]).2, 0);
    let (out, _, _) = run(&["dedupe", "--column", "puzzle", "--memory", "1K", &csv]);
    assert_eq!(
        out.lines().skip(1).map(|row| row.split(',').next().unwrap().parse().ok()).collect::<Vec<_>>(),
        expected
    );
    let (_, err, status) = run_with(&["dedupe", "--column", "puzzle"], &out);
    assert_eq!(status, 2);
    assert!(err.contains("a table is read twice"), "{err}");

    let into = folder.0.join("parts").display().to_string();
    let (out, err, status) = run(&["split", &input, "--into", &into, "--seed", "7"]);
    assert_eq!(status, 1, "{err}");
    assert!(out.ends_with("301 classes, 0 of them in more than one part\n"), "{out}");
    assert!(err.contains("2 rows without a board left out"), "{err}");
    // The parts are the same as those of puzzles in lines.
    let lines = folder.file("lines.txt", all.iter().flatten().map(|line| format!("{line}\n")).collect::<String>());
    run(&["split", &lines, "--into", &into, "--seed", "7"]);
    let mut rows = 0;
    for part in ["train", "validation", "test"] {
        let table = read_table(&format!("{into}/{part}.parquet"));
        let told: Vec<String> = texts(&table, "puzzle").into_iter().flatten().collect();
        assert_eq!(told, fs::read_to_string(format!("{into}/{part}.txt")).unwrap().lines().collect::<Vec<_>>());
        rows += numbers(&table, "id").len();
    }
    assert_eq!(rows, 303);
    let (train, whole) = (format!("{into}/train.parquet"), input);
    let (out, _, status) = run(&["split", "--check", &train, &whole]);
    assert_eq!(status, 1);
    assert!(out.contains("of them in more than one part") && out.contains("are in the same class"), "{out}");
    let names = fs::read_dir(&into).unwrap().count();
    assert_eq!(names, 6, "nothing else is left");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing() {
    let folder = Folder::new();
    let at = |name: &str| folder.0.join(name).display().to_string();
    let (parquet, csv, parts) = (at("out.parquet"), at("out.csv"), at(""));
    // The second of two interrupts ends the program without waiting for what is being written.
    for (command, interrupts) in [
        (["solve", "-o", &parquet], 1),
        (["solve", "-o", &csv], 1),
        (["solve", "-o", &csv], 2),
        (["split", "--into", &parts], 1),
        (["split", "--into", &parts], 2),
    ] {
        let mut child = ninefold()
            .args(command)
            .args(["--column", "puzzle"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _deadline = Deadline::of(&child);
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "puzzle").unwrap();
        for _ in 0..10_000 {
            writeln!(stdin, "{OPENING}").unwrap();
        }
        stdin.flush().unwrap();
        // The program is working once the file exists; and it cannot have finished, since the input goes on.
        while !files(&folder).iter().any(|file| file.ends_with(".partial")) {
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        std::process::Command::new("kill").arg("-INT").args(vec![&id; interrupts]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(files(&folder), Vec::<String>::new());
    }
}

#[test]
fn a_full_disk_is_told() {
    let folder = Folder::new();
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![OPENING]));
    let input = write_table(&folder, "in.parquet", &[("puzzle", puzzles)]);
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let (_, err, status) = run(&["solve", &input, "--format", "parquet", "-o", "/dev/full"]);
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("/dev/full"), "{err}");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_does_not_wait_for_the_input() {
    let folder = Folder::new();
    let nowhere = folder.0.join("nowhere/out.parquet").display().to_string();
    let taken = format!("{{\"puzzle\":\"{OPENING}\",\"solution\":1}}\n").repeat(5000);
    for (args, input, expected) in [
        (&["-o", &nowhere][..], "", "nowhere/out.parquet.partial: "),
        (&["--format", "jsonl"], &taken, "already has a member 'solution'"),
        (&["-o", "/dev/full"], "puzzle\n", "/dev/full: "),
    ] {
        if args[1].starts_with("/dev") && !std::path::Path::new(args[1]).exists() {
            continue;
        }
        let mut child = ninefold()
            .args(["solve", "--column", "puzzle"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _deadline = Deadline::of(&child);
        // The input does not end as long as the program runs.
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(input.as_bytes());
        let (_, err, status) = reported(child.wait_with_output().unwrap());
        assert!(status == 2 && err.contains(expected), "{args:?}: {err}");
    }
    assert_eq!(files(&folder), Vec::<String>::new());
}

#[test]
fn rows_may_be_variants() {
    let folder = Folder::new();
    let cage = r#"{"rows":2,"cols":2,"values":[1,2],"constraints":[{"type":"cage","cells":[[1,1],[2,2]]}]}"#;
    let broken = r#"{"rows":2,"cols":2,"values":[1,2],"constraints":[{"type":"cage","cells":[[1,1],[3,1]]}]}"#;
    let rows: ArrayRef = Arc::new(StringArray::from(vec!["1...............", cage, broken, "1.2"]));
    let input = write_table(&folder, "in.parquet", &[("puzzle", rows)]);
    let output = folder.0.join("out.parquet").display().to_string();
    let (_, err, status) = run(&["count", "--limit", "1000", &input, "-o", &output]);
    assert_eq!(status, 1, "{err}");
    let table = read_table(&output);
    assert_eq!(numbers(&table, "count")[..2], [Some(72), Some(0)]);
    let errors = texts(&table, "error");
    assert_eq!(errors[..2], [None, None]);
    assert!(errors[2].as_ref().is_some_and(|error| error.contains("constraint 1 (cage)")), "{errors:?}");
    assert!(errors[3].is_some(), "{errors:?}");

    // With rules for all rows, classic puzzles become variants too, and commands that take no variants report that.
    let (_, err, status) = run(&["count", "--rules", "diagonals", &input, "-o", &output]);
    assert_eq!(status, 1, "{err}");
    assert_eq!(numbers(&read_table(&output), "count")[..2], [Some(12), Some(0)]);
}

/// JSON lines are puzzles with further rules, not a table, if one of them is, whatever is wrong with the first.
#[test]
fn a_bad_first_line_does_not_hide_variants() {
    let folder = Folder::new();
    let object = |constraints: &str| format!(r#"{{"rows":2,"cols":2,"values":[1,2],"constraints":[{constraints}]}}"#);
    let (good, bad) = (object(""), object(r#"{"type":"cage","cells":[[1,1],[3,1]]}"#));
    for (lines, counts) in [
        (format!("{bad}\n{good}\n"), "Invalid input\n2\n"),
        (format!("{{\"rows\":2\n\n{good}\n{bad}\n"), "Invalid input\n2\nInvalid input\n"),
        (format!("{{\"rows\":2}}\n{good}\n"), "Invalid input\n2\n"),
        (format!("{bad}\n"), "Invalid input\n"),
    ] {
        let (out, err, status) = run(&["count", &folder.file("in.jsonl", &lines)]);
        assert_eq!((out.as_str(), status), (counts, 1), "{lines}: {err}");
    }
}

/// A row of a table without a column for puzzles may itself be a puzzle, and is answered.
#[test]
fn variants_among_rows_are_answered() {
    let folder = Folder::new();
    let own = r#"{"rows":2,"cols":2,"values":[1,2],"constraints":[{"type":"odd","cell":[1,1]}],"id":2}"#;
    let wrong = own.replace("odd", "odder");
    // Parquet cannot hold empty objects.
    let row = format!("[{}]", [r##"{"c":"#fff"}"##; 4].join(","));
    let f_puzzles = format!(
        r#"{{"size":4,"grid":[{row},{row},{row},{row}],"thermometer":[{{"lines":[["R1C1","R1C2","R1C3","R1C4"]]}}],"id":4}}"#
    );
    let input = folder.file(
        "in.jsonl",
        format!("{{\"puzzle\":\"1...............\",\"id\":1}}\n{own}\n{wrong}\n{f_puzzles}\n{{\"id\":5}}\n"),
    );
    let counts = [Some(72), Some(1), None, Some(12), None];
    let output = folder.0.join("out.parquet").display().to_string();
    let (_, err, status) = run(&["count", &input, "-o", &output]);
    assert_eq!((numbers(&read_table(&output), "count"), status), (counts.to_vec(), 1), "{err}");
    let (out, err, status) = run(&["count", &input]);
    let objects = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    assert_eq!(
        objects.map(|object| object["count"].as_u64()).collect::<Vec<_>>(),
        counts.map(|count| count.map(|c| c as u64))
    );
    assert_eq!(status, 1);
    assert!(err.contains("odder"), "{err}");
}

/// CSV has no lists: they are written as JSON, which others can read.
#[test]
fn nested_columns_are_json_in_csv() {
    let folder = Folder::new();
    let lines = concat!(
        r#"{"id":1,"puzzle":"1...............","tags":["a","b,c"],"about":{"k":"v"}}"#,
        "\n",
        r#"{"id":2,"puzzle":"12.............4","tags":null,"about":{"n":1}}"#,
        "\n",
    );
    let (out, err, status) = run(&["count", "--format", "csv", &folder.file("in.jsonl", lines)]);
    let expected = concat!(
        "id,puzzle,tags,about,count,error\n",
        r#"1,1...............,"[""a"",""b,c""]","{""k"":""v""}",72,"#,
        "\n",
        r#"2,12.............4,,"{""n"":1}",6,"#,
        "\n",
    );
    assert_eq!((out.as_str(), status), (expected, 0), "{err}");
}

/// As in CSV and Parquet, a requested column must exist.
#[test]
fn a_member_that_no_line_has_is_an_error() {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", "{\"puzzle\":\"1...............\"}\n{\"puzzle\":\"1...............\"}\n");
    let (_, err, status) = run(&["count", "--column", "board", &input]);
    assert_eq!((err.as_str(), status), ("ninefold: no line has a puzzle as its member 'board'\n", 2));
    let (out, _, status) = run(&["count", "--column", "puzzle", "--add", "count", &input]);
    assert!(status == 0 && out.contains("\"count\":72"), "{out}");
}
