#!/usr/bin/env python3
"""Citation check: every [Key1991, ...] in C++ comments and in docs/ exists in docs/references.bib."""
import argparse
import pathlib
import re
import sys

FOLDERS = ("dryslip", "cli", "python", "web", "reproduce", "tests", "bench", "examples")
SUFFIXES = {".hpp", ".cpp", ".cu"}
# [Goyal1991], [Goyal1991, eq. (7)], [Goyal1991; Kardan2013]; a key without a year counts where a place follows it.
WITH_YEAR = re.compile(r"[A-Z][A-Za-z]+(?:19|20)\d\d[a-z]?")
WITHOUT_YEAR = re.compile(r"\[([A-Z][A-Za-z]+), (?:eqs?\.|sec\.|fig\.|figs\.|table|p\.|pp\.|ch\.|appendix)")
BRACKET = re.compile(r"\[([^\[\]]*)\]")


def comments_of(text):
    """(line number, text) of every comment; string literals are left out as far as comments could hide in them."""
    pattern = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
    for match in pattern.finditer(text):
        if not match.group().startswith('"'):
            yield text.count("\n", 0, match.start()) + 1, match.group()


def keys_cited(text):
    for bracket in BRACKET.finditer(text):
        parts = re.split(r"[;,]\s*", bracket.group(1))
        for part in parts:
            match = WITH_YEAR.match(part)
            if match:
                yield bracket.start(), match.group()
    for match in WITHOUT_YEAR.finditer(text):
        yield match.start(), match.group(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root.resolve()

    bibliography = (root / "docs/references.bib").read_text(encoding="utf-8")
    known = set(re.findall(r"^@\w+\{([^,\s]+),", bibliography, re.M))
    complaints, count = [], 0

    def check(path, first_line, text):
        nonlocal count
        for offset, key in keys_cited(text):
            count += 1
            if key not in known:
                line = first_line + text.count("\n", 0, offset)
                complaints.append(f"{path.relative_to(root)}:{line}: [{key}] is not in docs/references.bib")

    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SUFFIXES and "node_modules" not in file.parts:
                for line, comment in comments_of(file.read_text(encoding="utf-8")):
                    check(file, line, comment)
    for file in sorted((root / "docs").rglob("*.md")) + sorted((root / "dryslip").rglob("README.md")):
        check(file, 1, file.read_text(encoding="utf-8"))

    for complaint in complaints:
        print(complaint)
    print(f"{count} citations, {len(known)} entries, {len(complaints)} complaints")
    return 1 if complaints or not known else 0


if __name__ == "__main__":
    sys.exit(main())
