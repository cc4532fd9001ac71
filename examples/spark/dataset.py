"""A data set of rated puzzles, one of each class, made by a cluster and then proved by it.

    python examples/spark/dataset.py [COUNT] [FOLDER]

It runs as it stands, with two workers in processes of this machine. README.md says what changes where there are more.
"""

import json
import os
import pathlib
import sys

from pyspark.sql import SparkSession, functions

import ninefold.spark as nf

# The two lines that change: README.md has them for YARN, Kubernetes and Databricks.
MASTER = "local-cluster[2,1,1024]"
ENVIRONMENT = {"spark.executorEnv.PYSPARK_PYTHON": sys.executable}

SETTINGS = {
    "spark.app.name": "ninefold",
    "spark.sql.shuffle.partitions": "8",  # about one for each 100 MB that is shuffled
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.executor.memory": "1g",
}


def session():
    if MASTER is None:
        return SparkSession.builder.getOrCreate()
    os.environ.setdefault("PYSPARK_PYTHON", ENVIRONMENT.get("spark.executorEnv.PYSPARK_PYTHON", sys.executable))
    builder = SparkSession.builder.master(MASTER)
    is_local = MASTER.startswith("local")
    for name, value in {**SETTINGS, **ENVIRONMENT}.items():
        if is_local or name not in ("spark.driver.host", "spark.executor.memory"):
            builder = builder.config(name, value)
    return builder.getOrCreate()


def main(count="2000", folder="puzzles"):
    spark = session()
    spark.sparkContext.setLogLevel("ERROR")
    path = pathlib.Path(folder).absolute().as_uri() if "://" not in folder else folder

    # Refused if the folder is there. _SUCCESS is written last: without it nothing is complete.
    nf.dataset(spark, int(count), seed=7).write.partitionBy("part").parquet(path)

    data = spark.read.parquet(path)
    data.groupBy("part", "level").count().orderBy("part", "level").show()

    # The proof: each puzzle has one solution, the one beside it, and no class comes twice.
    checked = nf.solve(nf.check(data, minimal=False, prefix="check_"), prefix="again_")
    is_right = (checked.check_verdict == "unique") & (checked.again_solution == checked.solution)
    wrong = checked.where(~functions.coalesce(is_right, functions.lit(False))).count()
    rows, classes = data.count(), data.select("form").distinct().count()

    # The same number for the same rows, in whatever order and files they are: to compare two runs.
    columns = [functions.col(name) for name in sorted(data.columns)]
    checksum = data.select(functions.sum(functions.xxhash64(*columns).cast("decimal(38,0)"))).first()[0]
    spark.stop()
    print(json.dumps({"rows": rows, "classes": classes, "wrong": wrong, "checksum": str(checksum)}))
    return int(wrong > 0 or classes < rows)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
