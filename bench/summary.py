#!/usr/bin/env python3
"""Prints the CSV files of a results folder as one Markdown page: summary.py FOLDER."""
import csv
import pathlib
import sys


def time_text(ns):
    value = float(ns) if ns else 0.0
    for limit, factor, unit in ((1e3, 1.0, "ns"), (1e6, 1e-3, "µs"), (float("inf"), 1e-6, "ms")):
        if value < limit:
            return f"{value * factor:.3g} {unit}" if value else ""


def main():
    folder = pathlib.Path(sys.argv[1])
    print(f"# {folder.name}\n\nWritten by `make bench`; what is measured and how: docs/benchmarks.md.\n")
    for line in (folder / "environment.txt").read_text(encoding="utf-8").splitlines():
        print(f"- {line}")
    for path in sorted(folder.glob("*.csv")):
        print(f"\n## {path.stem}\n")
        print("| work | best | median | error | rival | best | error | ratio | required | |\n|" + "---|" * 10)
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                verdict = "**MISSED**" if row["verdict"] == "MISSED" else row["verdict"]
                ratio = row["ratio"] and f"{float(row['ratio']):.3g}"
                print("| " + " | ".join((row["work"], time_text(row["time_ns"]), time_text(row["median_ns"]), row["error"],
                                         row["rival"], time_text(row["rival_time_ns"]), row["rival_error"], ratio,
                                         row["required"], verdict)) + " |")


if __name__ == "__main__":
    main()
