#!/usr/bin/env bash
# Runs every suite, on a fresh machine too: installs what the suites need, then lints, documentation, the main
# job as README gives it, the peer, and all tests. The tests come last; their own summaries end the output.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$*"; }

step "tools"
if ! command -v cargo >/dev/null; then
  echo "Rust is missing: install it from https://rustup.rs (1.89 or later)" >&2
  exit 1
fi
cargo --version
# A terminal for the tests that need one.
if ! command -v script >/dev/null && command -v apt-get >/dev/null; then
  apt-get update -q && apt-get install -qy bsdutils
fi
for component in rustfmt clippy; do
  command -v "cargo-${component/rustfmt/fmt}" >/dev/null || rustup component add "$component"
done

# CaDiCaL is C++, and what Rust calls of it is found out by libclang.
has_cadical() {
  command -v c++ >/dev/null &&
    { [ -n "${LIBCLANG_PATH:-}" ] || ldconfig -p 2>/dev/null | grep -qE 'libclang(-[0-9]+)?\.so'; }
}
if ! has_cadical && command -v apt-get >/dev/null; then
  { apt-get update -q && apt-get install -qy --no-install-recommends g++ libclang-dev; } >/dev/null 2>&1 || true
fi

step "format and lints"
cargo fmt --all --check
(cd bench && cargo fmt --all --check)
(cd fuzz && cargo fmt --all --check)
cargo clippy --locked --workspace --all-targets --quiet -- -D warnings

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet

step "the main job"
answer=$(cargo run --release --locked --quiet -- solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......)
echo "$answer"
[ "$answer" = 417369825632158947958724316825437169791586432346912758289643571573291684164875293 ]

step "the peer finds the same solutions"
# What it measures does not matter here: the builds may be faster.
CARGO_PROFILE_RELEASE_LTO=off bench/run testdata/nine.txt

log=$(mktemp)
trap 'rm -f "$log"' EXIT

step "tests on other processors"
foreign/run 2>&1 | tee "$log"

step "the page"
web/test 2>&1 | tee -a "$log"
if [ -f web/dist/index.html ]; then
  cargo test --locked -p ninefold-cli --features web --test serve 2>&1 | tee -a "$log"
fi

step "the Python package"
crates/ninefold-python/test 2>&1 | tee -a "$log"

step "tests"
cargo test --locked --workspace --no-fail-fast 2>&1 | tee -a "$log"

step "tests with tables"
cargo clippy --locked -p ninefold-cli --all-targets --features parquet --quiet -- -D warnings
cargo test --locked -p ninefold-cli --features parquet --bins --test broken_rows --test cli --test dataset --test tables 2>&1 | tee -a "$log"

step "tests with CaDiCaL"
if has_cadical; then
  cargo clippy --locked --workspace --all-targets --features ninefold/cadical,ninefold/parallel,ninefold-cli/cadical \
    --quiet -- -D warnings
  cargo test --locked -p ninefold --features cadical --lib -- solve:: 2>&1 | tee -a "$log"
  cargo test --locked -p ninefold --features cadical --no-fail-fast --test corpus --test fuzz_corpus --test seeds \
    --test solve --test spec 2>&1 | tee -a "$log"
  cargo test --locked -p ninefold-cli --features cadical --test cli 2>&1 | tee -a "$log"
else
  echo "skipped: no C++ compiler or no libclang here" | tee -a "$log"
fi

step "summaries"
grep -E '^(-- |skipped|== | +Running|   Doc-tests|test result| +Tests  |[0-9]+ (passed|failed))' "$log"
