//! The program as it is used: streams, files of every kind, bad input, exit status.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
const SOLVED: &str = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
const IMPOSSIBLE: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
const TWICE: &str = "11...............................................................................";

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("ninefold-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn ninefold() -> Command {
    Command::new(env!("CARGO_BIN_EXE_ninefold"))
}

/// Standard output, standard error, exit status.
fn told(output: Output) -> (String, String, i32) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap_or(-1))
}

fn run(args: &[&str]) -> (String, String, i32) {
    told(ninefold().args(args).stdin(Stdio::null()).output().unwrap())
}

fn run_with(args: &[&str], input: impl AsRef<[u8]>) -> (String, String, i32) {
    let mut child =
        ninefold().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    told(output)
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn zstd(content: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(content, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Source: A1 and A7. Answers in input order, bad lines and unsolvable ones in their places.
#[test]
fn one_answer_per_puzzle_in_order() {
    let input = format!("{OPENING}\n{}\n{IMPOSSIBLE}\n{TWICE}\nwhat\n\n# a comment\n{OPENING}", &OPENING[1..]);
    let (out, err, status) = run_with(&["solve"], &input);
    let answers = [SOLVED, "Invalid input", "No solution found", "Invalid input", "Invalid input", SOLVED];
    assert_eq!(out.lines().collect::<Vec<_>>(), answers);
    assert_eq!(status, 1);
    let places: Vec<&str> = err.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["standard input:2", "standard input:4", "standard input:5"]);
    assert!(err.contains("standard input:2: 80 cells, expected 81 (9x9)"));
    assert!(err.contains("1 stands twice in row 1 (r1c1, r1c2)"));
    // The same on any number of threads.
    for jobs in ["1", "2", "7"] {
        assert_eq!(run_with(&["solve", "-j", jobs], &input), (out.clone(), err.clone(), 1));
    }
    assert_eq!(run_with(&["solve"], format!("{OPENING}\n")), (format!("{SOLVED}\n"), String::new(), 0));
}

#[test]
fn arguments_are_puzzles_files_or_a_dash() {
    let folder = Folder::new();
    let file = folder.file("one.txt", format!("{OPENING}\n"));
    let expected = format!("{SOLVED}\n").repeat(3);
    assert_eq!(run_with(&["solve", OPENING, &file, "-"], OPENING), (expected, String::new(), 0));
    let (_, err, status) = run(&["solve", "12345678"]);
    assert_eq!((err.as_str(), status), ("argument 1: 8 cells, expected 81 (9x9)\n", 1));
    // A grid with line ends is an argument like any other.
    let grid = "12|34\n34|12\n--+--\n21|43\n43|2.\n";
    assert_eq!(run(&["solve", grid]), ("1234341221434321\n".into(), String::new(), 0));
}

#[test]
fn compressed_files_are_recognised_by_content() {
    let folder = Folder::new();
    let text = format!("{OPENING}\n").repeat(3);
    let twice = [gzip(text.as_bytes()), gzip(text.as_bytes())].concat();
    let frames =
        [zstd(text.as_bytes()), b"\x50\x2a\x4d\x18\x02\x00\x00\x00xy".to_vec(), zstd(text.as_bytes())].concat();
    for content in [twice, frames] {
        let file = folder.file("no-telling-name", &content);
        assert_eq!(run(&["solve", &file]), (format!("{SOLVED}\n").repeat(6), String::new(), 0));
        assert_eq!(run_with(&["solve"], &content).0, format!("{SOLVED}\n").repeat(6));
    }
    for (content, what) in [
        (&b"\xfd7zXZ\x00rest"[..], "compressed with xz"),
        (b"BZh91AY", "compressed with bzip2"),
        (b"PK\x03\x04rest", "a zip archive"),
        (b"\xff\xfe1\x002\x00", "UTF-16 text"),
    ] {
        let file = folder.file("refused", content);
        let (out, err, status) = run(&["solve", &file, OPENING]);
        // What can be answered is answered.
        assert_eq!(out, format!("{SOLVED}\n"));
        assert!(err.contains(what), "{err}");
        assert_eq!(status, 2);
    }
}

#[test]
fn empty_input_of_all_kinds() {
    let folder = Folder::new();
    for content in [Vec::new(), gzip(b""), zstd(b""), b"\n\n".to_vec(), b"\xef\xbb\xbf".to_vec()] {
        let file = folder.file("empty.gz", content);
        assert_eq!(run(&["solve", &file]), (String::new(), "ninefold: no puzzle in the input\n".into(), 0));
    }
    assert_eq!(run_with(&["check"], "").2, 0);
}

#[test]
fn a_truncated_file_is_answered_up_to_the_cut() {
    let folder = Folder::new();
    // Lines that do not compress well, so that the cut falls into the data.
    let lines: Vec<String> = (0..400).map(|i| format!("{}{}", &OPENING[..72], noise(i))).collect();
    let text = lines.join("\n") + "\n";
    for whole in [gzip(text.as_bytes()), zstd(text.as_bytes())] {
        let file = folder.file("cut", &whole[..whole.len() / 2]);
        let (out, err, status) = run(&["count", "--limit", "2", &file]);
        let answered = out.lines().count();
        assert!(answered < 400, "{answered}");
        assert_eq!(status, 2);
        assert!(err.lines().last().unwrap().starts_with(&format!("ninefold: {file}:")), "{err}");
        // No half line is taken for a puzzle.
        assert!(!err.contains("cells, expected"), "{err}");
        let all = run_with(&["count", "--limit", "2"], &text).0;
        assert!(all.starts_with(&out));
    }
}

/// Nine symbols, different for each number.
fn noise(number: usize) -> String {
    let mut state = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut symbol = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        if state.is_multiple_of(3) { char::from(b'1' + (state >> 32) as u8 % 9) } else { '.' }
    };
    (0..9).map(|_| symbol()).collect()
}

#[test]
fn trouble_with_one_file_does_not_stop_the_others() {
    let folder = Folder::new();
    let file = folder.file("good.txt", OPENING);
    let missing = folder.0.join("missing.txt").display().to_string();
    let here = folder.0.display().to_string();
    let (out, err, status) = run(&["solve", &missing, &file, &here, &file]);
    assert_eq!(out, format!("{SOLVED}\n{SOLVED}\n"));
    assert_eq!(status, 2);
    assert!(err.contains(&format!("ninefold: {missing}: no such file, and not a puzzle")), "{err}");
    assert!(err.contains(&format!("ninefold: {here}: is a directory")), "{err}");
}

#[test]
fn output_goes_to_a_file_but_never_over_an_input() {
    let folder = Folder::new();
    let file = folder.file("in.txt", OPENING);
    let target = folder.0.join("out.txt").display().to_string();
    assert_eq!(run(&["solve", &file, "-o", &target]), (String::new(), String::new(), 0));
    assert_eq!(fs::read_to_string(&target).unwrap(), format!("{SOLVED}\n"));
    let (_, err, status) = run(&["solve", &file, "-o", &file]);
    assert_eq!(status, 2);
    assert!(err.contains("is also an input"), "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), OPENING);
    let nowhere = folder.0.join("no/such/folder.txt").display().to_string();
    assert_eq!(run(&["solve", &file, "-o", &nowhere]).2, 2);
}

#[test]
fn shapes_that_are_ambiguous_or_impossible_are_told() {
    let twelve = "0 0 0 0 0 0 0 0 0 0 0 12\n".to_owned() + &"0 0 0 0 0 0 0 0 0 0 0 0\n".repeat(11);
    let (_, err, status) = run_with(&["solve"], &twelve);
    assert_eq!(status, 0);
    assert_eq!(
        err,
        "standard input:1: note: 12x12 board read with boxes of 3 rows and 4 columns (3x4); it could also be 4x3 or 2x6 \
         or 6x2; choose with --shape\n"
    );
    // Told once, not for every puzzle; and not at all when it is clear.
    assert_eq!(run_with(&["solve"], format!("{twelve}\n{twelve}")).1.lines().count(), 1);
    assert_eq!(run_with(&["solve", "--shape", "6x2"], &twelve).1, "");
    let seven = "0 0 0 0 0 0 7\n".to_owned() + &"0 0 0 0 0 0 0\n".repeat(6);
    let (out, err, status) = run_with(&["solve"], &seven);
    assert_eq!((out.as_str(), status), ("Invalid input\n", 1));
    assert!(err.contains("a 7x7 board cannot be divided into boxes (7 is a prime number)"), "{err}");
    assert_eq!(run_with(&["solve", "--shape", "1x7"], &seven).2, 0);
    let sixteen = ".".repeat(253) + "ABC";
    assert!(run_with(&["solve"], &sixteen).1.contains("symbols read as 1-9A-G; they could also be 0-9A-F or A-P"));
    assert_eq!(run_with(&["solve", "--symbols", "A-P"], &sixteen).1, "");
}

#[test]
fn usage_errors() {
    let message = |args: &[&str]| {
        let (out, err, status) = run(args);
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}");
        err
    };
    assert!(
        message(&["solve", "--symbols", "TONYBLAIRT"]).contains("symbol 'T' is repeated: it is number 1 and number 10")
    );
    assert!(message(&["solve", "--shape", "3"]).contains("3 is a prime number"));
    assert!(message(&["solve", "--shape", "round"]).contains("'round' is not a shape"));
    assert!(message(&["solve", "--shape", "4x4", "--symbols", "1-9", OPENING]).contains("--symbols names 9"));
    assert!(message(&["solve", "--blank", "5", OPENING]).contains("symbol '5' cannot mean both a blank and a digit"));
    assert!(message(&["solve", "--from", "pdf"]).contains("no format is called 'pdf'"));
    assert!(message(&["solve", "--engine", "steam"]).contains("no engine is called 'steam'"));
    assert!(message(&["solve", "--limit", "0"]).contains("0 is not in 1.."));
    assert!(message(&["trace", "--strategy", "luck"]).contains("no strategy is called 'luck'"));
    assert!(message(&["convert", OPENING]).contains("--to"));
    assert!(message(&["frobnicate"]).contains("frobnicate"));
    assert!(message(&["man", "frobnicate"]).contains("no command is called 'frobnicate'"));
}

#[test]
fn symbols_and_blanks_can_be_chosen() {
    let letters: String = OPENING
        .chars()
        .map(|c| c.to_digit(10).map_or('.', |d| "TONYBLAIR".as_bytes()[d as usize - 1] as char))
        .collect();
    let (out, _, status) = run(&["solve", "--symbols", "TONYBLAIR", &letters]);
    assert_eq!((&out[..9], status), ("OYRBATLNI", 0));
    let spaces = OPENING.replace('.', " ");
    assert_eq!(run(&["solve", "--blank", " ", &spaces]).0, format!("{SOLVED}\n"));
    assert_eq!(run_with(&["solve"], format!("{spaces}\n")).0, format!("{SOLVED}\n"));
    assert_eq!(run_with(&["solve", "--blank", "~"], OPENING.replace('.', "~")).0, format!("{SOLVED}\n"));
    assert_eq!(run_with(&["solve", "--blank", "~"], OPENING).0, "Invalid input\n");
}

#[test]
fn all_solutions_or_some() {
    let two = SOLVED.replace(['4', '5'], ".");
    let (all, _, status) = run(&["solve", "--all", &two]);
    let (counted, ..) = run(&["count", &two]);
    assert_eq!(status, 0);
    assert_eq!(counted.trim().parse(), Ok(all.lines().count()));
    assert!(all.lines().count() >= 2 && all.lines().any(|line| line == SOLVED));
    assert_eq!(run(&["solve", "--limit", "2", &two]).0.lines().count(), 2);
    let empty = ".".repeat(81);
    assert_eq!(run(&["solve", "--limit", "50", &empty]).0.lines().count(), 50);
    assert_eq!(run(&["count", "--limit", "1000", &empty]).0, "at least 1000\n");
    let (out, err, status) = run(&["solve", "--budget", "3", &empty]);
    assert_eq!((out.as_str(), status), ("Gave up\n", 1));
    assert!(err.contains("the budget of nodes is used up"), "{err}");
    for engine in ["nine", "general"] {
        assert_eq!(run(&["count", "--engine", engine, &two]).0, counted);
    }
}

#[test]
fn boards_of_400_by_400() {
    let row = vec!["0"; 400].join(" ");
    let mut rows = vec![row; 400];
    rows[399] = "400".to_owned() + &rows[399][1..];
    let (out, err, status) = run_with(&["convert", "--to", "table"], rows.join("\n"));
    assert_eq!((err.as_str(), status), ("", 0));
    assert_eq!(out.lines().count(), 400);
    assert!(out.lines().last().unwrap().starts_with("400   0   0"));
    // One given is a proper question; the answer takes a search of which only the beginning is seen here.
    let (_, err, status) = run_with(&["solve", "--budget", "0"], rows.join("\n"));
    assert_eq!(status, 1);
    assert!(err.contains("the budget of nodes is used up"), "{err}");
    assert!(run_with(&["check", "--budget", "0"], rows.join("\n")).0.starts_with("undecided, 1 given"));
    rows[0] = "400".to_owned() + &rows[0][1..];
    assert!(
        run_with(&["check"], rows.join("\n"))
            .0
            .starts_with("invalid, 2 givens: 400 stands twice in column 1 (r1c1, r400c1)")
    );
}

#[test]
fn complete_grids() {
    assert_eq!(run(&["solve", SOLVED]), (format!("{SOLVED}\n"), String::new(), 0));
    assert!(run(&["check", SOLVED]).0.starts_with("unique, 81 givens, not minimal"));
    let wrong = SOLVED.replacen("24", "42", 1);
    let (out, err, status) = run(&["solve", &wrong]);
    assert_eq!((out.as_str(), status), ("Invalid input\n", 1));
    assert!(err.contains("stands twice in column 1"), "{err}");
    assert!(run(&["check", &wrong]).0.starts_with("invalid, 81 givens: "));
}

#[test]
fn long_streams_keep_their_order() {
    let mut lines = Vec::new();
    for i in 0..20_000 {
        lines.push(match i % 5 {
            0 => OPENING.to_owned(),
            1 => format!("{}{}", &OPENING[..72], noise(i)),
            2 => IMPOSSIBLE.to_owned(),
            3 => "1...............".to_owned(),
            _ => "short".to_owned(),
        });
    }
    let text = lines.join("\n");
    let (one, _, _) = run_with(&["solve", "-j1"], &text);
    let (many, _, _) = run_with(&["solve", "-j8"], &text);
    assert_eq!(one.lines().count(), lines.len());
    assert!(one == many, "the order depends on the threads");
    assert!(one.lines().step_by(5).all(|line| line == SOLVED));
    assert!(one.lines().skip(4).step_by(5).all(|line| line == "Invalid input"));
}

#[test]
fn a_closed_pipe_ends_silently() {
    for command in [&["solve", "-j2"][..], &["solve", "-j1"], &["check"], &["convert", "--to", "table"]] {
        let mut child = ninefold()
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let writer = std::thread::spawn(move || {
            let lines = format!("{OPENING}\n").repeat(1000);
            // Goes on until the program ends: it must not wait for the end of its input.
            while stdin.write_all(lines.as_bytes()).is_ok() {}
        });
        stdout.read_exact(&mut [0; 10]).unwrap();
        drop(stdout);
        writer.join().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{command:?}");
    }
    let mut child = ninefold().args(["trace", "--all", &".".repeat(81)]).stdout(Stdio::piped()).spawn().unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 10]).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_answers() {
    let folder = Folder::new();
    let target = folder.0.join("out.txt");
    for threads in ["1", "2"] {
        let mut child = ninefold()
            .args(["solve", "-j", threads, "-o", &target.display().to_string()])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            let lines = format!("{OPENING}\n").repeat(1000);
            while stdin.write_all(lines.as_bytes()).is_ok() {}
        });
        // As soon as answers come, interrupt.
        while fs::metadata(&target).map_or(0, |file| file.len()) < 100_000 {
            std::thread::yield_now();
        }
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        writer.join().unwrap();
        let answers = fs::read_to_string(&target).unwrap();
        assert!(answers.ends_with('\n'));
        assert!(answers.lines().all(|line| line == SOLVED));
        fs::remove_file(&target).unwrap();
    }
}

/// On a terminal: a box for a single puzzle, lines for several; and a progress bar only where the answers
/// do not go.
#[cfg(target_os = "linux")]
#[test]
fn terminals() {
    let on_terminal = |arguments: &str| {
        let program = env!("CARGO_BIN_EXE_ninefold");
        let output = Command::new("script")
            .args(["-qec", &format!("bash -c \"'{program}' {arguments}\""), "/dev/null"])
            .stdin(Stdio::null())
            .output()
            .expect("the program script (Debian: bsdutils) gives us a terminal");
        String::from_utf8(output.stdout).unwrap().replace('\r', "")
    };
    let folder = Folder::new();
    let one = folder.file("one.txt", format!("\n{OPENING}\n"));
    let two = folder.file("two.txt", format!("{OPENING}\n{OPENING}\n"));
    assert!(on_terminal(&format!("solve {one}")).starts_with(" 2  4  9 | 5  7  1 | 6  3  8\n"));
    assert!(on_terminal(&format!("solve {OPENING}")).starts_with(" 2  4  9 |"));
    assert!(on_terminal(&format!("solve -j1 {OPENING}")).starts_with(" 2  4  9 |"));
    assert_eq!(on_terminal(&format!("solve {two}")), format!("{SOLVED}\n{SOLVED}\n"));
    assert_eq!(on_terminal(&format!("solve {one} {one}")), format!("{SOLVED}\n{SOLVED}\n"));
    assert_eq!(on_terminal(&format!("solve --format line {one}")), format!("{SOLVED}\n"));
    assert_eq!(on_terminal(&format!("solve {one} | cat")), format!("{SOLVED}\n"));
    // A bar comes when the work takes a while; here because its second half comes late.
    let target = folder.0.join("answers.txt").display().to_string();
    let late = on_terminal(&format!("solve -o {target} <<(cat {two}; sleep 1; cat {two})").replace("<<(", "< <("));
    assert!(late.contains("4 puzzles, "), "a progress bar: {late:?}");
    assert_eq!(fs::read_to_string(&target).unwrap(), format!("{SOLVED}\n").repeat(4));
    assert_eq!(run(&["solve", &two]).1, "");
}

#[test]
fn convert_reports_what_is_lost() {
    let state = "1.+34............:212 424";
    let (out, err, status) = run(&["convert", "--to", "line", "--shape", "2x2", state]);
    assert_eq!((out.as_str(), status), ("1.34............\n", 0));
    assert_eq!(
        err,
        "argument 1: placed digits became givens (1 puzzle)\nargument 1: removed candidates were left out (1 puzzle)\n"
    );
    assert_eq!(run(&["convert", "--to", "susser", state]), (format!("{state}\n"), String::new(), 0));
    let (_, err, status) = run(&["convert", "--to", "hodoku", "--shape", "4x4", &".".repeat(256)]);
    assert_eq!(status, 1);
    assert!(err.contains("format hodoku holds boards up to 9x9, not 16x16"), "{err}");
    // Several blocks are separated so that they can be read back, a header comes once.
    let (blocks, ..) = run(&["convert", "--to", "grid", OPENING, OPENING]);
    assert_eq!(blocks.split("\n\n").count(), 2);
    assert_eq!(run_with(&["convert", "--to", "sdm"], &blocks).0, format!("{OPENING}\n{OPENING}\n"));
    let (rows, ..) = run(&["convert", "--to", "csv", OPENING, OPENING]);
    assert_eq!(rows, format!("puzzle,solution\n{OPENING},\n{OPENING},\n"));
    // What is bad is left out and told.
    let (out, err, status) = run_with(&["convert", "--to", "line"], format!("{OPENING}\nbad\n{OPENING}\n"));
    assert_eq!((out, status), (format!("{OPENING}\n{OPENING}\n"), 1));
    assert!(err.starts_with("standard input:2: 3 cells, expected 81"), "{err}");
}

/// Digits of a 36x36 board are numbers; lines and rows of them are read again.
#[test]
fn boards_of_numbers_are_read_back() {
    let digit = |i: usize| (i / 36 * 6 + i / 36 / 6 + i % 36) % 36 + 1;
    let cells: Vec<String> =
        (0..36 * 36).map(|i| if i % 37 == 0 { ".".to_owned() } else { digit(i).to_string() }).collect();
    let line = cells.join(" ") + "\n";
    let (out, ..) = run_with(&["solve", "--format", "csv"], &line);
    let (again, ..) = run_with(&["convert", "--to", "line"], &out);
    assert_eq!(again, line);
    let (again, ..) = run_with(&["convert", "--to", "line", "--from", "line"], &line);
    assert_eq!(again, line);
    let row = csv::Reader::from_reader(out.as_bytes()).into_records().next().unwrap().unwrap();
    let solution: Vec<String> = (0..36 * 36).map(|i| digit(i).to_string()).collect();
    assert_eq!((&row[0], &row[1], &row[2]), (line.trim(), &*solution.join(" "), "solved"));
}

#[test]
fn json_and_csv_answers_can_be_parsed() {
    let input = format!("{OPENING}\nbad,\"line\"\n{IMPOSSIBLE}\n");
    let (out, ..) = run_with(&["solve", "--format", "json", "--limit", "2"], &input);
    let objects: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["solutions"][0], SOLVED);
    assert_eq!(objects[0]["status"], "solved");
    assert_eq!(objects[1]["status"], "invalid");
    assert!(objects[1]["reason"].as_str().unwrap().starts_with("3 cells"));
    assert_eq!(objects[2]["status"], "none");
    assert_eq!(objects[2]["place"], "standard input:3");
    let (out, ..) = run_with(&["solve", "--format", "csv"], &input);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(out.as_bytes()).into_records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(&rows[0][1], SOLVED);
    assert_eq!(&rows[1][0], "bad,\"line\"");
    assert_eq!(&rows[2][2], "none");
    let (out, _, status) = run(&["trace", "--json", OPENING]);
    assert_eq!(status, 0);
    let stages: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(stages[0]["stage"], "choices");
    assert_eq!(stages[0]["space"], "4638397686588101979328150167890591454318967698009");
    assert_eq!(stages.last().unwrap()["grid"], SOLVED);
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (out, err, status) = run(&["completions", shell]);
        assert_eq!((err.as_str(), status), ("", 0));
        assert!(out.contains("explain-multiple"), "{shell}");
    }
    let (page, ..) = run(&["man"]);
    assert!(page.starts_with(".ie") || page.starts_with(".TH") || page.contains(".TH ninefold"), "{page}");
    assert!(run(&["man", "solve"]).0.contains("symbols"));
    let folder = Folder::new();
    let (_, err, status) = run(&["man", "--folder", &folder.0.display().to_string()]);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(Path::new(&folder.0.join("ninefold-solve.1")).exists());
}

#[test]
fn statistics_are_on_standard_error() {
    let (out, err, _) = run_with(&["solve", "--stats"], format!("{OPENING}\n{IMPOSSIBLE}\nbad\n"));
    assert_eq!(out.lines().count(), 3);
    let last = err.lines().last().unwrap();
    assert!(last.starts_with("3 puzzles: 1 solved, 1 without solution, 1 invalid; "), "{err}");
    assert!(last.ends_with(" puzzles/s"));
}
