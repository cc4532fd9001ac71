//! Compiles tdoku (https://github.com/t-dillon/tdoku) with the options of its own CMakeLists.txt.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=TDOKU");
    println!("cargo::rerun-if-env-changed=CXX");
    let Some(source) = std::env::var_os("TDOKU") else { return };
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut objects = Vec::new();
    for name in ["solver_dpll_triad_simd", "util"] {
        let object = out.join(name).with_extension("o");
        let file = Path::new(&source).join("src").join(name).with_extension("cc");
        let include = Path::new(&source).join("include");
        let options = ["-std=c++14", "-O3", "-march=native", "-DNDEBUG", "-fPIC", "-c"];
        let mut compiler = Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
        run(compiler.args(options).arg("-I").arg(include).arg(&file).arg("-o").arg(&object));
        println!("cargo::rerun-if-changed={}", file.display());
        objects.push(object);
    }
    run(Command::new("ar").arg("crs").arg(out.join("libtdoku.a")).args(&objects));
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-lib=static=tdoku");
    println!("cargo::rustc-link-lib=stdc++");
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}
