//! Streams and files of every kind, threads, terminals and signals.

use crate::common::*;
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

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
    ] {
        let file = folder.file("refused", content);
        let (out, err, status) = run(&["solve", &file, OPENING]);
        // Whatever can be answered is answered.
        assert_eq!(out, format!("{SOLVED}\n"));
        assert!(err.contains(what), "{err}");
        assert_eq!(status, 2);
    }
}

/// Source: files written by PowerShell.
#[test]
fn text_of_windows_is_read() {
    let folder = Folder::new();
    let text: Vec<u8> =
        format!("\u{feff}{OPENING}\r\n{OPENING}\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let file = folder.file("utf16.txt", &text);
    assert_eq!(run(&["solve", &file]), (format!("{SOLVED}\n").repeat(2), String::new(), 0));
    assert_eq!(run_with(&["solve"], &text).0, format!("{SOLVED}\n").repeat(2));
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

/// A board in an unknown form must not be skipped with exit status 0.
#[test]
fn digits_without_a_puzzle_are_trouble() {
    let xml = format!("<puzzle>\n{}</puzzle>\n", "  <row>530070000</row>\n".repeat(9));
    let cells = format!("<table>{}</table>\n", "<cell>5</cell><cell/>".repeat(40));
    for text in [xml, cells] {
        let (out, err, status) = run_with(&["solve"], &text);
        assert!(out.is_empty() && err.contains("no puzzle was recognised, though"), "{out}{err}");
        assert_eq!(status, 2, "{text}");
        // Other sources are still answered.
        let folder = Folder::new();
        let file = folder.file("unknown.xml", text);
        let (out, _, status) = run(&["solve", &file, OPENING]);
        assert_eq!((out, status), (format!("{SOLVED}\n"), 2));
    }
    for text in ["puzzle,solution\n", "# 530070000 600195000 098000060\n", "id,puzzle,solution,clues,2026-11-29\n"] {
        assert_eq!(run_with(&["solve"], text).2, 0, "{text}");
    }
}

#[test]
fn a_truncated_file_is_answered_up_to_the_cut() {
    let folder = Folder::new();
    // Lines that do not compress well, so that the cut falls within the data.
    let text: String = (0..4000).map(|i| format!("{}{}\n", &OPENING[..72], noise(i))).collect();
    let all = run_with(&["count", "--limit", "2"], &text).0;
    for whole in [gzip(text.as_bytes()), zstd(text.as_bytes())] {
        for length in [whole.len() / 2, whole.len() - 20] {
            let file = folder.file("cut", &whole[..length]);
            let (out, err, status) = run(&["count", "--limit", "2", &file]);
            assert_eq!(status, 2);
            let last = err.lines().last().unwrap();
            let place = last.strip_prefix(&format!("ninefold: {file}:")).unwrap_or_else(|| panic!("{err}"));
            let answered = out.lines().count() as u64;
            let (line, what) = place.split_once(": ").unwrap();
            assert_eq!(what, "the compressed data ends early");
            assert!((1000..4000).contains(&answered), "{answered}");
            // The cut is in the line after the last answer, or just before its line break.
            assert!((answered..=answered + 1).contains(&line.parse().unwrap()), "{line} {answered}");
            // Half a line is never taken for a puzzle.
            assert!(!err.contains("cells, expected"), "{err}");
            assert!(all.starts_with(&out));
        }
    }
}

/// As gzip does: a warning, and the data before is used.
#[test]
fn what_follows_gzip_data_is_ignored() {
    let folder = Folder::new();
    let twice = [gzip(format!("{OPENING}\n").as_bytes()), gzip(OPENING.as_bytes())].concat();
    let answers = format!("{SOLVED}\n{SOLVED}\n");
    let file = folder.file("zeros.gz", [&twice[..], &[0; 100]].concat());
    assert_eq!(run(&["solve", &file]), (answers.clone(), String::new(), 0));
    let file = folder.file("more.gz", [&twice[..], b"more"].concat());
    let warning = format!("{file}: what follows the compressed data is ignored\n");
    assert_eq!(run(&["solve", &file]), (answers, warning, 0));
    // A member that is cut off is an error, not something to ignore.
    let file = folder.file("cut.gz", [&twice[..twice.len() - 9], b"more"].concat());
    assert_eq!(run(&["solve", &file]).2, 2);
}

/// The name determines the compression, and the output can be read back.
#[test]
fn output_is_compressed_as_its_name_says() {
    let folder = Folder::new();
    let lines = format!("{OPENING}\n").repeat(30_000);
    let expected = format!("{SOLVED}\n").repeat(30_000);
    for (name, magic) in [("a.txt.gz", &b"\x1f\x8b"[..]), ("a.ZST", b"\x28\xb5\x2f\xfd")] {
        let file = folder.0.join(name).display().to_string();
        assert_eq!(run_with(&["solve", "-o", &file], &lines), (String::new(), String::new(), 0));
        let bytes = fs::read(&file).unwrap();
        assert!(bytes.starts_with(magic) && bytes.len() < expected.len() / 10, "{} bytes", bytes.len());
        assert_eq!(run(&["convert", "--to", "line", &file]), (expected.clone(), String::new(), 0));
        // Also for empty output, and for boards that are made.
        assert_eq!(run_with(&["solve", "-o", &file], "").2, 0);
        assert!(fs::read(&file).unwrap().starts_with(magic));
        assert_eq!(run(&["check", &file]), (String::new(), "ninefold: no puzzle in the input\n".into(), 0));
        assert_eq!(run(&["fill", "-n", "3", "--seed", "1", "-o", &file]).2, 0);
        assert_eq!(run(&["convert", "--to", "line", &file]).0, run(&["fill", "-n", "3", "--seed", "1"]).0);
    }
}

#[test]
fn damaged_zstd_data_is_told() {
    let folder = Folder::new();
    let text: String = (0..4000).map(|i| format!("{}{}\n", &OPENING[..72], noise(i))).collect();
    let whole = zstd(text.as_bytes());
    // The magic number is left intact, so that the kind of the file is recognised.
    for place in [whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place..].fill(0xff);
        let file = folder.file("damaged", damaged);
        let (_, err, status) = run(&["count", "--limit", "2", &file]);
        assert_eq!(status, 2);
        assert!(err.ends_with(": the zstd data is damaged\n"), "{err}");
    }
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
            // Writes until the program ends: the program must not wait for the end of its input.
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
        // Interrupts as soon as there are answers.
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

/// On a terminal: a box for a single puzzle, lines for several; and a progress bar only if the answers go elsewhere.
#[cfg(target_os = "linux")]
#[test]
fn terminals() {
    let on_terminal = |arguments: &str| {
        let program = program();
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
    // A bar appears if the work takes a while; here, because the second half of the input comes late.
    let target = folder.0.join("answers.txt").display().to_string();
    let late = on_terminal(&format!("solve -o {target} <<(cat {two}; sleep 1; cat {two})").replace("<<(", "< <("));
    assert!(late.contains("4 puzzles, "), "a progress bar: {late:?}");
    assert_eq!(fs::read_to_string(&target).unwrap(), format!("{SOLVED}\n").repeat(4));
    assert_eq!(run(&["solve", &two]).1, "");
}

/// The first of very many solutions come at once, and memory does not grow with the others.
#[test]
fn all_solutions_are_a_stream() {
    let empty = ".".repeat(81);
    for args in [&["solve", "--all", "-j1"][..], &["solve", "--all", "-j2"], &["solve", "--all", "--format", "json"]] {
        let mut child = ninefold().args(args).args([OPENING, &empty]).stdout(Stdio::piped()).spawn().unwrap();
        let _deadline = Deadline::of(&child);
        let mut answers = vec![0; 1_000_000];
        child.stdout.take().unwrap().read_exact(&mut answers).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let answers = String::from_utf8(answers).unwrap();
        assert!(answers.lines().next().unwrap().contains(SOLVED));
        assert!(answers.len() > 1_000 * 81, "{args:?}");
    }
}

/// A worker with more text than may be kept waits for those whose turn is earlier.
#[test]
fn many_solutions_of_several_puzzles_keep_their_order() {
    let puzzles = ["1", "2", "3"].map(|given| format!("{given:.<81}"));
    let [first, second, third] = &puzzles;
    let answers = |jobs| run(&["solve", "--all", "--limit", "10000", jobs, first, second, third]).0;
    let one = answers("-j1");
    let givens: Vec<&str> = one.lines().map(|line| &line[..1]).collect();
    assert_eq!(givens, [["1"; 10_000], ["2"; 10_000], ["3"; 10_000]].concat());
    assert!(answers("-j3") == one, "the order depends on the threads");
}

/// Long answers to one puzzle come in parts; whatever the parts, one blank line separates two boards.
#[test]
fn long_answers_of_several_puzzles_stay_apart() {
    let args = ["solve", "--all", "--limit", "3000", "--format", "grid"];
    let puzzles = [".".repeat(81), OPENING.to_owned(), ".".repeat(81)].join("\n");
    let (expected, _, _) = run_with(&[&args[..], &["-j1"]].concat(), &puzzles);
    assert_eq!(run_with(&[&args[..], &["-j3"]].concat(), &puzzles).0, expected);
    let grids: Vec<&str> = expected.split("\n\n").collect();
    assert_eq!(grids.len(), 6001);
    assert!(grids.iter().all(|grid| grid.lines().count() == 9));
    assert_eq!(grids[..3000].join("\n"), grids[3001..].join("\n").trim_end());
    assert_eq!(grids[3000].replace([' ', '\n'], ""), SOLVED);
}

/// Bad puzzles leave no gaps between the answers to the others.
#[test]
fn blank_lines_separate_boards_only() {
    let small = "1234341221434321";
    let input = format!("x\n{small}\n12\n\n{small}\ny\n");
    for jobs in ["-j1", "-j2"] {
        let (out, _, status) = run_with(&["convert", "--to", "grid", jobs], &input);
        assert_eq!(
            (out.as_str(), status),
            ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", 1)
        );
    }
}

/// A pipe may deliver the data byte by byte, even its first bytes.
#[test]
fn compressed_data_may_come_in_drops() {
    for content in [gzip(OPENING.as_bytes()), zstd(OPENING.as_bytes()), OPENING.as_bytes().to_vec()] {
        let mut child = ninefold().arg("solve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        for byte in &content {
            stdin.write_all(&[*byte]).unwrap();
            stdin.flush().unwrap();
            std::thread::yield_now();
        }
        drop(stdin);
        assert_eq!(reported(child.wait_with_output().unwrap()).0, format!("{SOLVED}\n"));
    }
}

/// A long text without a puzzle is read in linear time, and nothing after it is lost.
#[test]
fn long_comments_hide_no_puzzle() {
    let comments = format!("# {}\n", "a long comment, ".repeat(64)).repeat(1 << 16);
    assert!(comments.len() > 1 << 26);
    let lines = format!("{OPENING}\n").repeat(5_000);
    let (out, err, status) = run_with(&["solve"], format!("{comments}{lines}what\n"));
    assert_eq!(out.lines().filter(|line| *line == SOLVED).count(), 5_000);
    assert_eq!(status, 1);
    assert!(err.starts_with(&format!("standard input:{}: ", (1 << 16) + 5_001)), "{err}");
}

/// Input without puzzles is not kept in memory, however long it is.
#[cfg(target_os = "linux")]
#[test]
fn blank_lines_and_comments_take_no_memory() {
    let comments = format!("# {}\n\r\n\n", "a comment, ".repeat(20)).repeat(1 << 18);
    assert!(comments.len() > 57_000_000);
    let mut child = ninefold()
        .args(["solve", "-j1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _deadline = Deadline::of(&child);
    let mut stdin = child.stdin.take().unwrap();
    let mut answer = [0; 82];
    stdin.write_all(format!("{comments}{OPENING}\n").as_bytes()).unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut answer).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")).unwrap();
    assert!(most.trim().parse::<u64>().unwrap() < 48_000, "{most} kB");
    // The lines are still counted.
    stdin.write_all(b"what\n").unwrap();
    drop(stdin);
    let (_, err, status) = reported(child.wait_with_output().unwrap());
    assert_eq!(status, 1);
    assert!(err.starts_with(&format!("standard input:{}: ", (3 << 18) + 2)), "{err}");
}

/// A line too long for any board is one mistake, and what follows it is answered.
#[test]
fn a_line_without_end_is_one_mistake() {
    let input = [&vec![b'x'; (1 << 26) + (1 << 20)][..], b"\n", OPENING.as_bytes(), b"\n"].concat();
    let (out, err, status) = run_with(&["solve"], input);
    assert_eq!((out.as_str(), status), (&*format!("Invalid input\n{SOLVED}\n"), 1));
    assert!(err.len() < 10_000, "{} bytes of message", err.len());
}

#[cfg(unix)]
#[test]
fn output_never_goes_over_an_input_with_another_name() {
    let folder = Folder::new();
    let file = folder.file("in.txt", OPENING);
    let link = folder.0.join("link.txt").display().to_string();
    fs::hard_link(&file, &link).unwrap();
    let (_, err, status) = run(&["solve", &link, "-o", &file]);
    assert!(err.contains("is also an input"), "{err}");
    assert_eq!(status, 2);
    let input = fs::File::open(&file).unwrap();
    let output = ninefold().args(["solve", "-o", &file]).stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), OPENING);
}

/// If the output fails, the program ends, even though more input may come.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_program() {
    for jobs in ["-j1", "-j2"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut child =
            ninefold().args(["solve", jobs]).stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        // Kept open: the program must not wait for the end of its input.
        let mut stdin = child.stdin.take().unwrap();
        let lines = format!("{OPENING}\n").repeat(10_000);
        let _ = stdin.write_all(lines.as_bytes());
        assert_eq!(child.wait().unwrap().code(), Some(2));
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert!(message.starts_with("ninefold: standard output: "), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn file_names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let path = folder.0.join(std::ffi::OsStr::from_bytes(b"\xff.txt"));
    fs::write(&path, OPENING).unwrap();
    let output = ninefold().arg("solve").arg(&path).output().unwrap();
    assert_eq!(reported(output), (format!("{SOLVED}\n"), String::new(), 0));
}

/// Answers are printed once they are known, even if the next puzzle takes for ever.
#[cfg(unix)]
#[test]
fn an_answer_does_not_wait_for_the_next_puzzle() {
    for jobs in ["-j1", "-j2"] {
        let input = format!("{OPENING}\n{}\n", ".".repeat(81));
        let mut child = ninefold().args(["count", jobs]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let _deadline = Deadline::of(&child);
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut answer = [0; 2];
        stdout.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"1\n");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn without_input_no_output_is_made() {
    let folder = Folder::new();
    let kept = folder.file("kept.txt", "kept");
    for command in ["solve", "trace"] {
        let (_, err, status) = run(&[command, "no-such-file", "-o", &kept]);
        assert_eq!((err.as_str(), status), ("ninefold: no-such-file: no such file, and not a puzzle\n", 2));
        assert_eq!(fs::read_to_string(&kept).unwrap(), "kept");
    }
}
