"""A bar on stderr for calls with progress=True."""

from __future__ import annotations

import sys
import time


class Bar:
    """Shows the part of a call that is done: by tqdm where it is installed, else as one line that is taken away again."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._start = time.monotonic()
        self._width = 0
        try:
            from tqdm.auto import tqdm
        except ImportError:
            self._tqdm = None
        else:
            self._tqdm = tqdm(total=1.0, desc=label, leave=False, bar_format="{desc}: {percentage:3.0f} %|{bar}| {elapsed}<{remaining}")

    def show(self, part: float | None) -> None:
        """The part done, 0 to 1; None where the whole is not known."""
        if self._tqdm is not None:
            if part is not None:
                self._tqdm.n = min(part, 1.0)
            self._tqdm.refresh()
            return
        seconds = time.monotonic() - self._start
        full = round(24 * min(part or 0.0, 1.0))
        bar = f"[{'#' * full}{'.' * (24 - full)}] {100 * part:3.0f} %  " if part is not None else ""
        line = f"{self._label}: {bar}{seconds:.0f} s"
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)

    def close(self) -> None:
        """Takes the line away."""
        if self._tqdm is not None:
            self._tqdm.close()
        elif self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
