//! Puts texts of the help, all files of `help/`, into the program; with the feature `web` the built page too, all of `page/`.
//!
//! Everything else is built without the page, so only that build needs Node to have run before.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    table("help", |file| format!("{:?}", help(file)));
    if env::var_os("CARGO_FEATURE_WEB").is_some() {
        table("page", |file| format!("include_bytes!({:?})", file.display().to_string()));
    }
}

/// A text of the help, the lines of each paragraph joined: a terminal has its own width. `{tables}` is the paragraph of the
/// file with this name.
fn help(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a text of the help can be read");
    let paragraphs = text.trim_end().split("\n\n").map(|paragraph| match paragraph {
        "{tables}" => help(&file.with_file_name("tables.txt")),
        commands if commands.contains("\n ") => commands.to_owned(),
        paragraph => paragraph.replace('\n', " "),
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Writes a table of the files in a folder, with their names and `content`, for `include!`.
fn table(name: &str, content: impl Fn(&Path) -> String) {
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder")).join(name);
    println!("cargo::rerun-if-changed={}", folder.display());
    let Ok(folder) = folder.canonicalize() else {
        println!(
            "cargo::error=the feature `web` needs the built page in crates/ninefold-cli/page: run `web/build` first (web/README.md)"
        );
        return;
    };
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name =
            file.strip_prefix(&folder).expect("the file lies in the folder").to_string_lossy().replace('\\', "/");
        writeln!(table, "    ({name:?}, {}),", content(&file)).expect("memory suffices");
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder")).join(format!("{name}.rs"));
    fs::write(out, table).expect("cargo's folder can be written to");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
