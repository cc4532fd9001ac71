"""`ninefold.env.Tasks` as a data set of reasoning-gym."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from .env import Tasks


@dataclass
class TasksConfig:
    """The parameters of `ninefold.env.Tasks`."""

    level: str | None = None
    part: str = "train"
    shape: str = "3x3"
    seed: int = 0
    size: int = 500

    def validate(self) -> None:
        tasks(self)


def tasks(config: Any) -> Tasks:
    return Tasks(config.size, level=config.level, part=config.part, seed=config.seed, shape=config.shape)


class TasksDataset(ProceduralDataset):  # type: ignore[misc]
    """Questions with answers, made as they are needed."""

    def __init__(self, config: TasksConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._tasks = tasks(config)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        return self._tasks[idx]

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        return self._tasks.score_answer(answer, entry)


def register(name: str) -> None:
    if name not in DATASETS:
        register_dataset(name, TasksDataset, TasksConfig)
