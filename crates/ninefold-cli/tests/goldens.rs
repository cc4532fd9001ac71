//! Golden files: what the program prints, word for word. `TRYCMD=overwrite cargo test` writes them anew; read
//! the difference before you commit it.

#[test]
fn goldens() {
    trycmd::TestCases::new().case("tests/goldens/*.md").case("../../README.md");
}
