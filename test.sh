#!/usr/bin/env bash
# Runs every suite, on a fresh machine too: installs what the suites need, then lints, documentation, the main
# job as README gives it, the peer, and all tests. The tests come last; their own summaries end the output.
set -euo pipefail
cd "$(dirname "$0")"

# Nothing here is compiled twice: what helps to compile changes again costs a tenth of the time. Numbers of lines for
# backtraces cost a seventh; where a test failed is told without them.
export CARGO_INCREMENTAL=${CARGO_INCREMENTAL:-0} CARGO_PROFILE_DEV_DEBUG=${CARGO_PROFILE_DEV_DEBUG:-false}

step() { printf '\n== %s (after %d:%02d min)\n' "$*" $((SECONDS / 60)) $((SECONDS % 60)); }

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

# CaDiCaL is C++, and what Rust calls of it is found out by libclang. (`grep -q` would not read to the end, and then the
# whole pipe fails now and then.)
has_cadical() {
  command -v c++ >/dev/null &&
    { [ -n "${LIBCLANG_PATH:-}" ] || ldconfig -p 2>/dev/null | grep -E 'libclang(-[0-9]+)?\.so' >/dev/null; }
}
if ! has_cadical && command -v apt-get >/dev/null; then
  { apt-get update -q && apt-get install -qy --no-install-recommends g++ libclang-dev; } >/dev/null 2>&1 || true
fi

# All tests are built once, with everything that can be had. What people get by default is the main job's program below.
features=ninefold-cli/parquet,ninefold/serde
if has_cadical; then features+=,ninefold-cli/cadical; fi

# What the lane below prints, which is shown when it ends; the tests' own output; and who has taken what can be done on
# either lane.
lane=$(mktemp) log=$(mktemp) taken=$(mktemp -d)
pid=
cleanup() {
  # With everything that it has started.
  if [ -n "$pid" ]; then kill -- "-$pid" 2>/dev/null || true; fi
  rm -rf "$lane" "$log" "$taken"
}
trap cleanup EXIT

# Whoever comes first takes it.
take() { mkdir "$taken/$1" 2>/dev/null; }

python_package() {
  step "the Python package"
  crates/ninefold-python/test
}

the_page() {
  step "the page"
  web/test
}

packages() {
  step "packages"
  NINEFOLD_TOOL=$PWD/target/release/ninefold .ci/packages
}

# What it measures does not matter here: without optimisation it is built in a third of the time. It goes into a folder
# of its own, so that nothing slow lies where programs to be measured do.
peer() {
  step "the peer finds the same solutions"
  CARGO_TARGET_DIR=$PWD/target/peer CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    bench/run crates/ninefold/testdata/nine.txt
}

# One compiler seldom keeps two cores busy: what needs files of its own is built and tested beside the rest. The long
# ones come first on both lanes, so that at the end neither waits long for the other.
beside() {
  step "tests on other processors"
  foreign/run
  if take python; then python_package; fi
  if take page; then the_page; fi
  if take peer; then peer; fi
  # It builds a program of the same name, which the tests must not find.
  if [ -d "$taken/tests" ] && take packages; then packages; fi
}
set -m
(
  set -e
  beside
) >"$lane" 2>&1 </dev/null &
pid=$!
set +m

step "format and lints"
cargo fmt --all --check
(cd bench && cargo fmt --all --check)
(cd fuzz && cargo fmt --all --check)
# With the tests' profile, so that the C++ is compiled once.
cargo clippy --locked --profile test --workspace --all-targets --features "$features" --quiet -- -D warnings

step "features, each alone and none"
# All of them together are above; every set of them is looked at in .github/workflows/ci.yml.
for package in ninefold ninefold-cli; do
  for feature in "" $(sed -n '/^\[features\]/,/^\[/s/^\([a-z]*\) = .*/\1/p' "crates/$package/Cargo.toml"); do
    case $feature in
    # The main job builds the usual ones, and the page is not built yet.
    default | web) continue ;;
    cadical) has_cadical || continue ;;
    esac
    cargo clippy --locked --profile test -p "$package" --no-default-features --features "$feature" --quiet -- -D warnings
  done
done

step "dependencies and the oldest compiler"
# cargo-deny takes minutes to compile, so it is not installed here; .github/workflows/ci.yml always runs it.
if ! command -v cargo-deny >/dev/null; then
  echo "skipped: cargo-deny is not here" | tee -a "$log"
elif cargo deny --log-level error fetch db; then
  cargo deny --locked --log-level error check
else
  echo "skipped: the database of advisories cannot be fetched here" | tee -a "$log"
  cargo deny --locked --offline --log-level error check licenses bans sources
fi
# No dependency asks for a newer compiler than we promise; whether our own code does is seen where that one is.
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
newest=$(cargo metadata --locked --all-features --format-version 1 | grep -oE '"rust_version":"[0-9.]+"' | grep -oE '[0-9.]+' | sort -V | tail -1)
if [ "$newest" != "$oldest" ]; then
  echo "a dependency needs Rust $newest, Cargo.toml promises $oldest" >&2
  exit 1
fi
if rustup toolchain list 2>/dev/null | grep -F "$oldest" >/dev/null; then
  cargo "+$oldest" check --locked --quiet --features ninefold-cli/parquet --target-dir target/oldest
else
  echo "skipped: Rust $oldest is not here; no dependency asks for a newer one" | tee -a "$log"
fi

step "workflows"
.ci/workflows | tee -a "$log"

step "recipes"
docs/recipes/check

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet

step "the main job"
answer=$(cargo run --release --locked --quiet -- solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......)
echo "$answer"
[ "$answer" = 417369825632158947958724316825437169791586432346912758289643571573291684164875293 ]

# What is compiled for an instruction set is that whole: a part that has become a function of its own would call every
# operation of vectors, and take several times as long. (Vectors of one number are made elsewhere, too.)
calls=$(grep -aoE 'core_arch[0-9A-Za-z_]*_mm[0-9A-Za-z_]*' target/release/ninefold | grep -v set1 | sort -u || true)
if [ -n "$calls" ]; then
  printf 'operations of vectors are called instead of done:\n%s\n' "$calls" >&2
  exit 1
fi

step "tests"
if ! has_cadical; then echo "skipped: CaDiCaL, no C++ compiler or no libclang here" | tee -a "$log"; fi
cargo test --locked --workspace --features "$features" --no-fail-fast 2>&1 | tee -a "$log"

step "the C library"
crates/ninefold-c/test target/debug/deps 2>&1 | tee -a "$log"

step "tests of the program as released"
# It has none of the features above: their tests are left out, and those of what only such a program says come in.
NINEFOLD_TOOL=$PWD/target/release/ninefold cargo test --locked --workspace --features "$features" --no-fail-fast \
  --test tool -- --include-ignored --skip broken_rows:: --skip tables:: --skip each_engine_of_the_library \
  --skip parquet_files 2>&1 | tee -a "$log"
take tests

if take page; then the_page 2>&1 | tee -a "$log"; fi
if take python; then python_package 2>&1 | tee -a "$log"; fi
if take packages; then packages; fi
if take peer; then peer; fi

step "what ran beside"
status=0
wait "$pid" || status=$?
pid=
cat "$lane"
if [ "$status" != 0 ]; then exit "$status"; fi

step "the page inside the program"
# At the end: it is another program of the same name, which the tests above must not find.
if [ -f crates/ninefold-cli/page/index.html ]; then
  cargo test --locked --workspace --features "$features,ninefold-cli/web" --test tool serve:: 2>&1 | tee -a "$log"
fi

step "summaries"
grep -E '^(-- |skipped|== | +Running|   Doc-tests|test result| +Tests  |[0-9]+ (passed|failed))' "$lane" "$log" -h
