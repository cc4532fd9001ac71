"""Spark answers as the command-line tool does, in one process and on a cluster, even if an executor dies on the way."""

import csv
import doctest
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

import pyarrow
import pytest
from pyspark import TaskContext
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession, functions

import ninefold
import ninefold.spark

HERE = pathlib.Path(__file__).parent
EXAMPLE = HERE.parents[2] / "examples" / "spark" / "dataset.py"
CLUSTER = "local-cluster[2,1,1024]"


def test_the_example_runs_as_it_stands(tmp_path, tool):
    environment = {**os.environ, "SPARK_WORKER_DIR": str(tmp_path / "workers"), "PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, str(EXAMPLE), "400", str(tmp_path / "data")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "data" / "_SUCCESS").exists()
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["rows"] == 400
    assert told["wrong"] == 0


@pytest.fixture(scope="module", params=["local[2]", CLUSTER])
def spark(request, tmp_path_factory):
    """A session in one process, then one with two workers of one core and 1024 MB each."""
    for name in ("SPARK_WORKER_DIR", "SPARK_LOCAL_DIRS"):
        os.environ[name] = str(tmp_path_factory.mktemp(name.lower()))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.executor.memory": "1g",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    builder = SparkSession.builder.master(request.param).appName("ninefold's tests")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    assert session.sparkContext.master == request.param
    yield session
    session.stop()


@pytest.fixture(scope="module")
def cluster(spark):
    if spark.sparkContext.master != CLUSTER:
        pytest.skip("about executors that die: only the cluster has some")
    return spark


@pytest.fixture(scope="module")
def some(plain):
    """Puzzles of each kind: proper ones, with several solutions, with none; more would only take longer."""
    return [*plain[::5], *plain[1500::7], None, "no puzzle", ""]


def frame_of(spark, puzzles, partitions=5):
    """Return a frame of numbered puzzles in random order, cut into partitions."""
    rows = list(enumerate(puzzles))
    random.Random(5).shuffle(rows)
    return spark.createDataFrame(rows, "number int, puzzle string").repartition(partitions)


def columns(frame, names):
    """Return columns in the order of the numbers, each of which must occur exactly once."""
    rows = sorted(frame.select("number", *names).collect())
    assert [row.number for row in rows] == list(range(len(rows)))
    return {name: [row[name] for row in rows] for name in names}


QUESTIONS = [
    (ninefold.spark.solve, ninefold.solve_many, {}),
    (ninefold.spark.count, ninefold.count_many, {"limit": 50}),
    (ninefold.spark.check, ninefold.check_many, {}),
    (ninefold.spark.rate, ninefold.rate_many, {}),
    (ninefold.spark.rate, ninefold.rate_many, {"order": "se"}),
    (ninefold.spark.canon, ninefold.canon_many, {}),
    (ninefold.spark.minimize, ninefold.minimize_many, {"seed": 3}),
]


@pytest.mark.parametrize(("ours", "theirs", "parameters"), QUESTIONS)
def test_answers_are_the_packages(spark, some, ours, theirs, parameters):
    rows = some[::6] if "order" in parameters else some
    expected = theirs(rows, **parameters)
    assert columns(ours(frame_of(spark, rows), **parameters), list(expected)) == expected


def test_answers_are_the_tools(spark, some, answers):
    """Several questions asked about one frame: solutions, numbers of solutions, ratings, forms."""
    puzzles = some[:-3]
    frame = frame_of(spark, puzzles)
    for question, prefix in [("solve", ""), ("count", "c_"), ("rate", "r_"), ("canon", "f_")]:
        limits = {"limit": 2} if question == "count" else {}
        frame = getattr(ninefold.spark, question)(frame, "puzzle", prefix=prefix, **limits)
    found = columns(frame, ["solution", "c_count", "r_status", "r_level", "r_score", "r_hardest", "f_form"])
    told = {name: answers(name, puzzles=puzzles) for name in ("solve", "rate", "canon")}
    assert found["solution"] == [next(iter(answer["solutions"]), None) for answer in told["solve"]]
    limited = answers("count", "--limit", "2", puzzles=puzzles)
    assert found["c_count"] == [answer["count"] for answer in limited]
    assert {0, 1, 2} <= set(found["c_count"])
    for name in ("status", "level", "hardest"):
        assert found[f"r_{name}"] == [answer[name] for answer in told["rate"]]
    assert found["r_score"] == [answer["score"] and answer["score"]["value"] for answer in told["rate"]]
    assert found["f_form"] == [answer["form"] for answer in told["canon"]]


@pytest.mark.parametrize("partitions", [1, 7, None])
def test_generate(spark, tool, partitions):
    told = tool("generate", "-n", "150", "--seed", "5", "--start", "20", "--format", "csv")
    expected = list(csv.DictReader(told.splitlines()))
    made = ninefold.spark.generate(spark, 150, 5, start=20, partitions=partitions, rated=True)
    assert partitions is None or made.rdd.getNumPartitions() == partitions
    rows = sorted(made.collect(), key=lambda row: row["index"])
    assert [row["index"] for row in rows] == list(range(20, 170))
    for row, answer in zip(rows, expected, strict=True):
        found = {name: "" if value is None else str(value) for name, value in row.asDict().items()}
        assert {**found, "seed": "5"} == answer


@pytest.mark.parametrize("partitions", [1, 2, None])
def test_clues(spark, tool, partitions):
    """The rows match the tool's lines, whichever task they come from, even for units without any pair."""
    first, last = 3_199_999, 3_200_005
    lines = tool("clues", "--max", "10", "--pairs", f"{first}..{last}", "--unit", "2").splitlines()
    made = ninefold.spark.clues(spark, first, last, most=10, unit=2, partitions=partitions)
    rows = sorted(made.collect(), key=lambda row: row["first"])
    for row, line in zip(rows, lines[:-1], strict=True):
        assert row["puzzles"] == []
        assert line == (
            f"{row['first']}..{row['last']}: none with up to 10 givens in {row['grids']} grids of {row['pairs']} pairs, proved: "
            f"{row['nodes']} nodes, {row['sets']} unavoidable sets and {row['learnt']} learnt, {row['solved']} puzzles solved, "
            f"digest {row['digest']}"
        )
    assert lines[-1].endswith(f"digest {sum(int(row['digest'], 16) for row in rows) % 2**64:016x}")


def test_generate_wishes(spark):
    wishes = {"level": "medium", "clues": (24, 28), "symmetry": "half-turn"}
    made = ninefold.spark.generate(spark, 12, 9, partitions=3, **wishes)
    expected = ninefold.generate_many(12, seed=9, **wishes, attempts=100_000, time_limit=float("inf")).to_dict()
    assert {name: [row[name] for row in sorted(made.collect(), key=lambda row: row["index"])] for name in expected} == expected
    assert expected["missing"] == [None] * 12
    # If the attempts run out, that is reported, and a data set leaves such puzzles out.
    hopeless = {"level": "extreme", "clues": 40, "attempts": 1}
    assert all(row.missing for row in ninefold.spark.generate(spark, 2, **hopeless).collect())
    assert ninefold.spark.dataset(spark, 2, **hopeless).count() == 0


@pytest.mark.parametrize("options", [{}, {"shape": "2x2", "parts": {"one": 3, "none": 0, "other": 2}}])
def test_dataset(spark, tool, tmp_path, options):
    """The same rows in the same parts. Most of the small boards are in the class of an earlier one."""
    parts = options.get("parts", ninefold.spark.PARTS)
    dealt = ",".join(f"{name}={weight}" for name, weight in parts.items())
    into = str(tmp_path / "cli")
    tool("dataset", "-n", "300", "--seed", "6", "--shape", options.get("shape", "3x3"), "--parts", dealt, "--into", into)
    expected = []
    for name in parts:
        with (tmp_path / "cli" / f"{name}.csv").open(newline="") as file:
            expected += [{**row, "part": name} for row in csv.DictReader(file)]
    assert (len(expected) < 300) == bool(options)
    data = ninefold.spark.dataset(spark, 300, 6, **options)
    data.write.partitionBy("part").parquet(str(tmp_path / "spark"))
    assert (tmp_path / "spark" / "_SUCCESS").exists()
    with pytest.raises(PySparkException, match="already exists"):
        data.write.partitionBy("part").parquet(str(tmp_path / "spark"))
    rows = spark.read.parquet(str(tmp_path / "spark")).select(data.columns).collect()
    found = [{name: "" if value is None else str(value) for name, value in row.asDict().items()} for row in rows]

    def index(row):
        return int(row["index"])

    assert sorted(found, key=index) == sorted(expected, key=index)


def mirrored(puzzle):
    """Return another board of the same class."""
    return "".join(puzzle[9 * row : 9 * row + 9][::-1] for row in range(9)).translate(str.maketrans("123456789", "234567891"))


def test_dedupe_and_split(spark, plain, tool, tmp_path):
    puzzles = plain[:150]
    puzzles += [mirrored(puzzle) for puzzle in puzzles[:100]] + puzzles[50:60] + ["no puzzle", None]
    frame = frame_of(spark, puzzles)
    readable = [puzzle for puzzle in puzzles if puzzle]
    expected = tool("dedupe", puzzles=readable).split()
    first = ninefold.spark.dedupe(frame, order="number")
    assert first.columns == frame.columns
    assert [row.puzzle for row in sorted(first.collect())] == expected
    # Keeps the last of each class instead; without an order, always the same rows.
    last = ninefold.spark.dedupe(frame, order=functions.col("number").desc()).collect()
    assert {row.number for row in last if row.number >= 150} == set(range(150, 200)) | set(range(210, 260))
    once, twice = (
        sorted(ninefold.spark.dedupe(frame_of(spark, puzzles, partitions)).collect()) for partitions in (2, 9)
    )
    assert once == twice
    assert len(once) == len(expected) == 150

    tool("split", "--seed", "4", "--parts", "a=2,b=1,c=1", "--into", str(tmp_path), puzzles=readable)
    dealt = ninefold.spark.split(frame, parts={"a": 2, "b": 1, "c": 1}, seed=4).collect()
    for name in "abc":
        there = [row.puzzle for row in sorted(dealt) if row.part == name]
        assert there == (tmp_path / name).read_text().split()
    assert [row.puzzle for row in sorted(dealt) if row.part is None] == ["no puzzle", None]


def test_classes_of_odd_boards(spark, tool, tmp_path):
    """Boards without a form, and other shapes, are compared and divided into parts as by the tool."""
    empty = "." * 144
    sukaku = "123456789" * 81
    boards = [empty, "1" + empty[1:], empty[1:] + "1", "1...............", "...............2", ".123456789ABCDEF" + "." * 240]
    boards += [sukaku, sukaku[:-1] + "0"]
    for shape in (None, "1x9"):
        if shape is not None:
            boards = ["1" + "." * 80, "." * 80 + "5", "12" + "." * 79]
        options = [] if shape is None else ["--shape", shape]
        frame = frame_of(spark, boards)
        expected = tool("dedupe", *options, puzzles=boards).split()
        assert [row.puzzle for row in sorted(ninefold.spark.dedupe(frame, order="number", shape=shape).collect())] == expected
        parts = {f"p{part}": 1 for part in range(50)}
        dealt = ",".join(f"{name}=1" for name in parts)
        # Files that exist are not overwritten.
        into = tmp_path / (shape or "usual")
        into.mkdir()
        tool("split", *options, "--parts", dealt, "--into", str(into), puzzles=boards)
        places = {board: name for name in parts for board in (into / name).read_text().split()}
        found = {row.puzzle: row.part for row in ninefold.spark.split(frame, parts=parts, shape=shape).collect()}
        assert found == places


def test_nulls_and_other_columns(spark):
    schema = "`a.b` int, puzzle string, `the map` map<string,int>, list array<struct<x:double>>, at timestamp, `ünï` binary not null"
    rows = [
        (1, None, {"a": 1}, [(1.5,)], None, bytearray(b"1")),
        (None, None, None, None, None, bytearray(b"2")),
        (3, "1.34341221434321", {}, [], None, bytearray(b"3")),
    ]
    frame = spark.createDataFrame(rows, schema).withColumn("at", functions.lit("2026-11-21 01:02:03").cast("timestamp"))
    for question in ("solve", "count", "check", "rate", "canon", "minimize"):
        answered = getattr(ninefold.spark, question)(frame, prefix="Ninefold ")
        assert answered.schema.fields[: len(frame.columns)] == frame.schema.fields
        given = frame.collect()
        found = sorted(answered.collect(), key=lambda row: row["ünï"])
        assert [row[: len(frame.columns)] for row in found] == [tuple(row) for row in given]
        added = [row[len(frame.columns) :] for row in found]
        assert [set(values) == {None} for values in added] == [True, True, False]
    assert ninefold.spark.dedupe(frame, order="a.b").collect() == given[2:]
    assert ninefold.spark.split(frame, parts={"all": 1}).select("part").collect() == [(None,), (None,), ("all",)]
    # No rows, and a column without a type.
    assert ninefold.spark.solve(frame.limit(0)).collect() == []
    assert ninefold.spark.solve(spark.sql("select null as puzzle")).collect() == [(None, None, None)]
    # Texts of other types, and Arrow's large texts.
    text = spark.sql("select cast('1.34341221434321' as binary) as p")
    assert ninefold.spark.solve(text).first().solution == "1234341221434321"
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    assert ninefold.spark.solve(frame).where("puzzle is not null").first().solution == "1234341221434321"
    spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_numbers_without_room(spark):
    boards = ["." * 81, "12345678." + "." * 72, "1...............", "12" + "." * 79]
    found = columns(ninefold.spark.count(frame_of(spark, boards, 1)), ["count", "error"])
    exact = [ninefold.Puzzle(board).count() for board in boards]
    assert found["count"] == [number if number < 2**63 else None for number in exact]
    assert None in found["count"]
    for number, error in zip(exact, found["error"], strict=True):
        assert (error or "").startswith(str(number) if number >= 2**64 else "")
        assert (error is None) == (number < 2**63)
    # Numbers between 2^63 and 2^64.
    numbers = pyarrow.array([3, 2**63 + 7, None], "uint64")
    numbers = pyarrow.table({"count": numbers, "error": pyarrow.array([None, None, "e"], "string")})
    fields = (("count", ninefold.spark._NUMBER), ("error", ninefold.spark._TEXT))
    [batch] = ninefold.spark._rows(numbers, fields, [], ["count", "error"])
    assert batch.to_pydict() == {
        "count": [3, None, None],
        "error": [None, f"count is {2**63 + 7}, more than the column can hold", "e"],
    }


def test_what_is_wrong_is_told_at_once(spark):
    frame = spark.createDataFrame([(1, "x", "y")], ["number", "puzzle", "other"])
    nf = ninefold.spark
    wrong = [
        (lambda: nf.solve(frame, "puzzles"), KeyError, "no column is called 'puzzles'; columns: number, puzzle, other"),
        (lambda: nf.dedupe(frame, order="day"), KeyError, "no column is called 'day'; columns: number, puzzle, other"),
        (lambda: nf.rate(frame.drop("puzzle")), KeyError, "'puzzle', so column= must name one; columns: number, other"),
        (lambda: nf.canon(frame, "number"), TypeError, "column 'number' is of type bigint, expected string"),
        (lambda: nf.solve(nf.solve(frame)), ValueError, "has a column 'solution' already"),
        (lambda: nf.solve(frame, format="xyz"), ValueError, "no format is called 'xyz'"),
        (lambda: nf.rate(frame, order="up"), ValueError, "up"),
        (lambda: nf.solve(frame, threads=2), TypeError, "one thread"),
        (lambda: nf.generate(spark, 3, level="heavy"), ValueError, "no level is called 'heavy'"),
        (lambda: nf.generate(spark, 3, time_limit=1.0), TypeError, "attempts="),
        (lambda: nf.generate(spark, -1), ValueError, "n is -1"),
        (lambda: nf.clues(spark, 2, 1), ValueError, "first is 2 and last 1"),
        (lambda: nf.clues(spark, 1, 2, unit=0), ValueError, "unit is 0"),
        (lambda: nf.dataset(spark, 1, parts={"a": 0}), ValueError, "no part has a weight"),
        (lambda: nf.split(frame, parts={"a": 0.5}), ValueError, "part 'a' has the weight 0.5"),
    ]
    for call, kind, message in wrong:
        with pytest.raises(kind) as raised:
            call()
        assert message in str(raised.value)


def executors(spark):
    """Return the process numbers of this session's executors."""
    application = spark.sparkContext.applicationId
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in command and application.encode() in command:
            found.append(int(folder.name))
    return found


def test_an_executor_that_dies_changes_nothing(cluster, plain, tmp_path):
    """It is killed after finishing some tasks and while working on another; the data that it had written for others is lost."""

    def slowly(batches):
        for batch in batches:
            time.sleep(0.5)
            yield batch

    puzzles = plain[:200] + [mirrored(puzzle) for puzzle in plain[:100]]
    slow = frame_of(cluster, puzzles, 16).mapInArrow(slowly, "number int, puzzle string")
    answered = ninefold.spark.rate(ninefold.spark.solve(slow), prefix="r_")
    kept = ninefold.spark.dedupe(answered, order="number")
    before = executors(cluster)
    assert len(before) == 2
    tracker = cluster.sparkContext.statusTracker()
    failed = []

    def work():
        try:
            kept.write.parquet(str(tmp_path / "kept"))
        except Exception as error:
            failed.append(error)

    def half_done():
        """Return how many tasks of the slow stage have finished, if some have and some have not."""
        for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
            if stage is not None and stage.numTasks == 16 and 4 <= stage.numCompletedTasks < 14:
                return stage.numCompletedTasks
        return None

    worker = threading.Thread(target=work)
    worker.start()
    while (done := half_done()) is None and worker.is_alive():
        time.sleep(0.05)
    assert done is not None, "the executor is killed in the middle"
    os.kill(before[0], signal.SIGKILL)
    worker.join()
    assert not failed
    after = executors(cluster)
    assert before[0] not in after
    print(f"killed process {before[0]} after {done} of 16 tasks; executors before {before}, after {after}")
    assert (tmp_path / "kept" / "_SUCCESS").exists()
    found = columns(cluster.read.parquet(str(tmp_path / "kept")), ["puzzle", "solution", "r_level", "r_score"])
    assert found["puzzle"] == puzzles[:200]
    assert found["solution"] == ninefold.solve_many(puzzles[:200])["solution"]
    rated = ninefold.rate_many(puzzles[:200])
    assert (found["r_level"], found["r_score"]) == (rated["level"], rated["score"])


def test_a_task_that_is_tried_again_changes_nothing(cluster, plain, tmp_path):
    def fails_once(batches):
        for batch in batches:
            yield batch
            if TaskContext.get().attemptNumber() == 0:
                raise RuntimeError("the first attempt fails when its rows are handed on")

    puzzles = plain[:120]
    made = frame_of(cluster, puzzles, 4).mapInArrow(fails_once, "number int, puzzle string")
    ninefold.spark.solve(made).write.parquet(str(tmp_path / "out"))
    found = columns(cluster.read.parquet(str(tmp_path / "out")), ["puzzle", "solution"])
    assert found == {"puzzle": puzzles, "solution": ninefold.solve_many(puzzles)["solution"]}


def test_a_task_that_always_fails_leaves_nothing(spark, plain, tmp_path):
    def fails(batches):
        for batch in batches:
            yield batch
            if TaskContext.get().partitionId() == 3:
                raise RuntimeError("every attempt fails")

    made = frame_of(spark, plain[:120], 4).mapInArrow(fails, "number int, puzzle string")
    with pytest.raises(PySparkException, match="every attempt fails"):
        ninefold.spark.solve(made).write.parquet(str(tmp_path / "out"))
    left = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert left == []


def test_documentation(spark):
    globs = {"spark": spark, "nf": ninefold.spark}
    outcome = doctest.testmod(ninefold.spark, extraglobs=globs)
    assert outcome.attempted > 5
    assert outcome.failed == 0
