"""The values that ``progress=`` may have."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def reporter(progress: Any) -> Callable[[int, int], object] | None:
    """Return a function of the rows done and the total, given ``True``, a bar like tqdm's or its ``update``, or a function."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return _own()
    owner = getattr(progress, "__self__", None)
    for bar in (progress, owner):
        if hasattr(bar, "n") and hasattr(bar, "refresh"):
            return _of_bar(bar)
    if not callable(progress):
        kind = type(progress).__name__
        raise TypeError(f"progress is True, a bar like tqdm's, or a function of the rows done and all of them, not {kind}")
    told: Callable[[int, int], object] = progress
    return told


def _of_bar(bar: Any) -> Callable[[int, int], object]:
    def show(done: int, total: int) -> None:
        bar.n, bar.total = done, total
        bar.refresh()

    return show


def _own() -> Callable[[int, int], object]:
    """Show tqdm's bar if it is installed, otherwise a line on standard error."""
    bar: Any = None

    def show(done: int, total: int) -> None:
        nonlocal bar
        if bar is None:
            try:
                from tqdm.auto import tqdm

                bar = tqdm(total=total)
            except ImportError:
                bar = _Line()
        bar.n, bar.total = done, total
        bar.refresh()
        if done >= total:
            bar.close()

    return show


class _Line:
    n = total = 0

    def refresh(self) -> None:
        import sys

        print(f"\r{self.n} of {self.total}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        import sys

        print(file=sys.stderr)
