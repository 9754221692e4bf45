#!/usr/bin/env python3
"""Instructions per call of the main kernels, counted by callgrind, against bench/instruction_counts.json.

Counts repeat to the last digit where a clock does not, but they belong to one compiler, C library and instruction set:
for others nothing is checked (status 77), and --update adds theirs. More than 5 % above the stored count fails; less is
reported, so that the file can be brought down with --update.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

TOLERANCE = 0.05  # room for a changed inlining decision; a lost optimisation costs more
CALLS_PER_PASS = 256  # of bench/instruction_counts.cpp
PASSES = (1, 5)


def not_checked(why, in_ci):
    print(f"NOT CHECKED: {why}; the instruction counts of the kernels are not compared")
    return in_ci


def count(program, kernel, passes):
    """Instructions of the whole program."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, kernel, str(passes)]
    run = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Collected *: *(\d+)", run.stderr)
    if run.returncode != 0 or not found:
        raise SystemExit(f"{' '.join(command)}: status {run.returncode}\n{run.stdout}{run.stderr}")
    return int(found.group(1))


def count_per_call(program, kernel):
    few, many = (count(program, kernel, passes) for passes in PASSES)
    return round((many - few) / ((PASSES[1] - PASSES[0]) * CALLS_PER_PASS), 1)


def instruction_set():
    """What the C library's functions and our dispatch can choose from under valgrind, which knows no AVX-512."""
    try:
        flags = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        flags = ""
    return "AVX2" if re.search(r"\bavx2\b", flags) and re.search(r"\bfma\b", flags) else "baseline"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="build/release/bench/instruction_counts")
    parser.add_argument("--compiler", required=True, help="its name and version, as CMake gives them")
    parser.add_argument("--update", action="store_true", help="write the counts instead of comparing them")
    parser.add_argument("--counts", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent / "bench/instruction_counts.json")
    arguments = parser.parse_args()
    in_ci = os.environ.get("CI") == "true"
    try:
        subprocess.run(["valgrind", "--version"], check=True, capture_output=True)
    except OSError:
        return not_checked("valgrind is missing (scripts/bootstrap test installs it)", 1 if in_ci else 77)

    key = f"{arguments.compiler}, {' '.join(platform.libc_ver())}, {platform.machine()} {instruction_set()}"
    stored = json.loads(arguments.counts.read_text(encoding="utf-8")) if arguments.counts.exists() else {}
    if key not in stored and not arguments.update:
        return not_checked(f"no counts are stored for '{key}' (known: {'; '.join(stored) or 'none'})", 77)

    kernels = subprocess.run([arguments.program, "--list"], check=True, capture_output=True, text=True).stdout.split()
    counts = {kernel: count_per_call(arguments.program, kernel) for kernel in kernels}
    if arguments.update:
        stored[key] = counts
        arguments.counts.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")

    print(f"{key}\n{'kernel':<20} {'instructions a call':>20} {'stored':>10} {'change':>8}")
    failures = 0
    for kernel in sorted(set(counts) | set(stored[key])):
        now, before = counts.get(kernel), stored[key].get(kernel)
        if now is None or before is None:
            print(f"{kernel:<20} {now or '-':>20} {before or '-':>10}   only in one of the two: run with --update")
            failures += 1
            continue
        change = now / before - 1.0
        note = "TOO MANY" if change > TOLERANCE else "fewer: store them with --update" if change < -TOLERANCE else ""
        failures += change > TOLERANCE
        print(f"{kernel:<20} {now:>20.1f} {before:>10.1f} {100 * change:>+7.1f}% {note}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
