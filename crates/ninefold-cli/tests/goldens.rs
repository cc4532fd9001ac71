//! Golden files: what the program prints, word for word. `TRYCMD=overwrite cargo test` writes them again; read the difference
//! before you commit it.

use crate::common;

#[test]
#[cfg_attr(feature = "cadical", ignore = "the help of usual builds has no CaDiCaL")]
fn goldens() {
    trycmd::TestCases::new()
        .register_bin("ninefold", std::path::PathBuf::from(common::program()))
        .case("tests/goldens/*.md")
        .case("README.md")
        .case("../../docs/src/*.md");
}
