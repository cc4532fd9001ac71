//! With the feature `web`: puts the built page, every file of `page/`, into the program.
//!
//! Everything else is built without it, so only that build needs Node to have run before.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_WEB").is_none() {
        return;
    }
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder")).join("page");
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
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.display().to_string()).expect("memory suffices");
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder")).join("page.rs");
    fs::write(out, table).expect("cargo's folder can be written to");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the page's folder can be read");
    for entry in entries {
        let path = entry.expect("the page's folder can be read").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
