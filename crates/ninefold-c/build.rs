//! Names the shared library for Linux's loader. Without a name, programs that are linked with the file itself, as CMake does,
//! would look for it in the folder where it was when they were built.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        // The number is that of the interface: it grows with changes after which old programs must be compiled again.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libninefold.so.0");
    }
}
