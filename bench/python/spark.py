"""What Spark costs: the same rows answered by the package with one and two threads, and by Spark in its two local forms.

    python bench/python/spark.py [local[2] | local-cluster[2,1,1024]]

Clock and processor time are printed; with Spark of this process and all below it (Java's, the executors', their Pythons). On a machine that
does other work the rows per second of processor time are what can be compared. The best of three rounds counts.
"""

import os
import pathlib
import sys
import tempfile
import time

import pyarrow
import pyarrow.parquet
from pyspark.sql import SparkSession

import ninefold
import ninefold.spark

ROUNDS = 3
QUESTIONS = [("solve", 1_000_000), ("canon", 1_000_000), ("rate", 50_000), ("generate", 50_000)]


def processor_time():
    """Seconds of this process and all that it has begun, living or dead."""
    tick = os.sysconf("SC_CLK_TCK")
    parents, spent = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
        spent[int(folder.name)] = sum(map(int, fields[11:15])) / tick
    ours, found = {os.getpid()}, set()
    while ours:
        found |= ours
        ours = {child for child, parent in parents.items() if parent in ours} - found
    return sum(spent.get(process, 0) for process in found)


def best(work, spent):
    times = []
    for _ in range(ROUNDS):
        clock, processors = time.perf_counter(), spent()
        work()
        times.append((time.perf_counter() - clock, spent() - processors))
    return [min(column) for column in zip(*times, strict=True)]


def report(name, way, count, work, spent):
    clock, processors = best(work, spent)
    print(f"| {name} | {way} | {count / clock:,.0f} | {count / processors:,.0f} |", flush=True)


def main(master):
    puzzles = ninefold.generate_many(100_000, seed=17)["puzzle"].to_list() * 10
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SPARK_WORKER_DIR"] = f"{folder}/workers"
        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
        builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.ui.showConsoleProgress", "false")
        spark = builder.config("spark.sql.shuffle.partitions", "4").getOrCreate()
        print("| question | by | rows/s | rows per second of processor time |")
        print("|---|---|---|---|")
        for name, count in QUESTIONS:
            path = f"{folder}/{name}"
            os.mkdir(path)
            for part in range(4):
                some = puzzles[part * count // 4 : (part + 1) * count // 4]
                pyarrow.parquet.write_table(pyarrow.table({"puzzle": some}), f"{path}/{part}.parquet")
            column = pyarrow.array(puzzles[:count])
            for threads in (1, 2):

                def package(name=name, threads=threads, count=count, column=column):
                    if name == "generate":
                        ninefold.generate_many(count, seed=3, threads=threads)
                    else:
                        getattr(ninefold, f"{name}_many")(column, threads=threads)

                report(name, f"`{name}_many`, threads={threads}", count, package, time.process_time)

            def cluster(name=name, count=count, path=path):
                if name == "generate":
                    answered = ninefold.spark.generate(spark, count, 3, partitions=4)
                else:
                    answered = getattr(ninefold.spark, name)(spark.read.parquet(path))
                answered.write.format("noop").mode("overwrite").save()

            cluster()
            report(name, f"Spark, `{master}`", count, cluster, processor_time)
        spark.stop()


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["local-cluster[2,1,1024]"]))
