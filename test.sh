#!/usr/bin/env bash
# Runs every suite, on a fresh machine too: installs what the suites need, then lints, documentation, the main
# job as README gives it, the peer, and all tests. The tests come last; their own summaries end the output.
set -euo pipefail
cd "$(dirname "$0")"

# No file changes here, so incremental compilation would cost a tenth of the time and save nothing. Line numbers for
# backtraces cost a seventh; a failed test reports its place without them.
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

# CaDiCaL is C++, and libclang reads its headers. (`grep -q` would not read to the end, and then the whole pipe fails now
# and then.)
has_cadical() {
  command -v c++ >/dev/null &&
    { [ -n "${LIBCLANG_PATH:-}" ] || ldconfig -p 2>/dev/null | grep -E 'libclang(-[0-9]+)?\.so' >/dev/null; }
}
if ! has_cadical && command -v apt-get >/dev/null; then
  { apt-get update -q && apt-get install -qy --no-install-recommends g++ libclang-dev; } >/dev/null 2>&1 || true
fi

# All tests are built once, with every feature that can be built here. The main job below builds the default ones.
features=ninefold-cli/parquet,ninefold/serde
if has_cadical; then features+=,ninefold-cli/cadical; fi

# The tests' own output; what the lanes beside print, which is shown when they end; and a folder for every step that a lane
# has taken.
work=$(mktemp -d)
log=$work/log taken=$work/taken
mkdir "$taken"
touch "$log"
lanes=() pids=()
cleanup() {
  local pid
  for pid in "${pids[@]-}"; do
    # With everything that it has started.
    if [ -n "$pid" ]; then kill -- "-$pid" 2>/dev/null || true; fi
  done
  rm -rf "$work"
}
trap cleanup EXIT

# The lane that comes first takes a step.
take() { mkdir "$taken/$1" 2>/dev/null; }
is_done() { [ -d "$taken/$1" ]; }

python_package() {
  step "the Python package"
  crates/ninefold-python/test
}

the_page() {
  step "the page"
  web/test
}

# Seconds after which a slow machine leaves out what .github/workflows/ci.yml tests, too: a run may take an hour and a half.
late=3600

packages() {
  step "packages"
  if [ $SECONDS -gt $late ]; then
    echo "skipped: THE PACKED CRATES ARE NOT TESTED, because this machine has taken more than $((late / 60)) min: run .ci/packages"
    return
  fi
  NINEFOLD_TOOL=$PWD/target/release/ninefold .ci/packages
}

# What it measures does not matter here: without optimisation it is built in a third of the time. It goes into a folder
# of its own, so that nothing slow lies where programs to be measured do.
peer() {
  step "the peer finds the same solutions"
  CARGO_TARGET_DIR=$PWD/target/peer CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    bench/run crates/ninefold/testdata/nine.txt
}

# What any lane can do, the longest first.
the_rest() {
  if take python; then python_package; fi
  if take peer; then peer; fi
  # The page's packages are installed anew, and the recipes use them where they are there.
  until is_done recipes; do sleep 2; done
  if take page; then the_page; fi
  # They build a program of the same name, which the tests must not find.
  if is_done tests && take packages; then packages; fi
}

foreign_first() {
  step "tests on other processors"
  foreign/run
  the_rest
}

# beside LANE: runs it in a group of its own, which can be ended as a whole.
beside() {
  lanes+=("$work/$1")
  set -m
  (
    set -e
    "$1"
  ) >"$work/$1" 2>&1 </dev/null &
  pids+=($!)
  set +m
}

# One compiler seldom keeps two cores busy: what needs files of its own is built and tested beside the rest. A third lane
# fills the time in which others wait for a browser, for Java or for a download, if there is memory for three compilers.
beside foreign_first
memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null || true)
if [ "${memory:-0}" -ge 10 ]; then beside the_rest; fi

step "format and lints"
cargo fmt --all --check
(cd bench && cargo fmt --all --check)
(cd fuzz && cargo fmt --all --check)
# With the tests' profile, so that the C++ is compiled once.
cargo clippy --locked --profile test --workspace --all-targets --features "$features" --quiet -- -D warnings

step "no feature, and each of the library's alone"
# All of them together are above, and those that are usual in the tool are built below; .github/workflows/ci.yml checks every set.
for feature in "" $(sed -n '/^\[features\]/,/^\[/s/^\([a-z]*\) = .*/\1/p' crates/ninefold/Cargo.toml); do
  profile=dev
  if [ "$feature" = cadical ]; then
    if ! has_cadical; then continue; fi
    # The C++ is there already. (This profile also checks the unit tests, which takes as long again.)
    profile=test
  fi
  cargo clippy --locked --profile "$profile" -p ninefold --no-default-features --features "$feature" --quiet -- -D warnings
done
cargo clippy --locked --profile test -p ninefold-cli --no-default-features --quiet -- -D warnings

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
take recipes

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet

step "the main job"
answer=$(cargo run --release --locked --quiet -- solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......)
echo "$answer"
[ "$answer" = 417369825632158947958724316825437169791586432346912758289643571573291684164875293 ]

# Code for an instruction set must be compiled for it as a whole: a part that became a function of its own would call every
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
# It has none of the features above: their tests are skipped, and the ignored ones, for a program without them, are run.
NINEFOLD_TOOL=$PWD/target/release/ninefold cargo test --locked --workspace --features "$features" --no-fail-fast \
  --test tool -- --include-ignored --skip broken_rows:: --skip tables:: --skip each_engine_of_the_library \
  --skip parquet_files 2>&1 | tee -a "$log"
take tests

the_rest 2>&1 | tee -a "$log"

step "what ran beside"
status=0
for i in "${!pids[@]}"; do
  wait "${pids[i]}" || status=$?
  pids[i]=
  cat "${lanes[i]}"
done
if [ "$status" != 0 ]; then exit "$status"; fi

step "the page inside the program"
# At the end: it is another program of the same name, which the tests above must not find.
if [ -f crates/ninefold-cli/page/index.html ]; then
  cargo test --locked --workspace --features "$features,ninefold-cli/web" --test tool serve:: 2>&1 | tee -a "$log"
fi

step "summaries"
grep -E '^(-- |skipped|== | +Running|   Doc-tests|test result| +Tests  |[0-9]+ (passed|failed))' "${lanes[@]}" "$log" -h
