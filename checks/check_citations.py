#!/usr/bin/env python3
"""Citation check: whatever comments and pages refer to is in the repository.

Every [Key1991, ...] in C++ comments and in docs/ exists in docs/references.bib; every document or source file that a text
names exists; nothing refers to papers, tickets or folders that only their writer has.
"""
import argparse
import os
import pathlib
import re
import sys

FOLDERS = ("dryslip", "cli", "python", "web", "reproduce", "tests", "bench", "examples")
SUFFIXES = {".hpp", ".cpp", ".cu"}
# [Goyal1991], [Goyal1991, eq. (7)], [Goyal1991; Kardan2013]; a key without a year counts where a place follows it.
WITH_YEAR = re.compile(r"[A-Z][A-Za-z]+(?:19|20)\d\d[a-z]?")
WITHOUT_YEAR = re.compile(r"\[([A-Z][A-Za-z]+), (?:eqs?\.|sec\.|fig\.|figs\.|table|p\.|pp\.|ch\.|appendix)")
BRACKET = re.compile(r"\[([^\[\]]*)\]")
NOT_OURS = {"build", "node_modules", "gallery", "soak_failures"}  # of the top folder
TEXTS = {".md", ".py", ".txt", ".cmake", ".yml", ".cff", ".bib", ".dox", ".mjs", ".ts", ".sh", ""}
NAMED_FILE = re.compile(r"(?<![\w.*<>{}$/-])(?:[\w.-]+/)*[\w-]+\.(?:md|bib|hpp|cpp|mjs)\b")
# Made by builds and tests.
MADE = {"version.hpp", "_kernel.hpp", "page_programs.cpp", "index.md", "references.md", "dryslip.md"}
ELSEWHERE = re.compile(r"\bissues? #?\d+|\.\./shared\b")


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


def files_of(root):
    for folder, subfolders, names in os.walk(root):
        top = pathlib.Path(folder) == root
        subfolders[:] = sorted(name for name in subfolders if not name.startswith((".", "__")) and not (top and name in NOT_OURS))
        yield from (pathlib.Path(folder) / name for name in sorted(names))


def text_parts(file):
    """(first line, text) of what a file tells its reader: comments of C++, all of other texts."""
    if file.suffix in SUFFIXES:
        yield from comments_of(file.read_text(encoding="utf-8"))
    elif file.suffix in TEXTS and file.name not in ("LICENSE", pathlib.Path(__file__).name):
        yield 1, file.read_text(encoding="utf-8", errors="replace")


def references_elsewhere(root):
    """Complaints about files that are named and do not exist, and about what is not in the repository at all."""
    files = list(files_of(root))
    endings = {"/".join(file.relative_to(root).parts[-count:]) for file in files for count in range(1, len(file.parts))}

    def complaint_about(match):
        name = re.sub(r"^(\.\.?/)+", "", match[0])
        if name in endings:
            return None
        if ELSEWHERE.fullmatch(match[0]):
            return f"{match[0]} is not in the repository: cite a key of docs/references.bib, or a page of docs/"
        return None if name.split("/")[-1] in MADE else f"{match[0]}: no such file"

    for file in files:
        for first_line, text in text_parts(file):
            for match in [*NAMED_FILE.finditer(text), *ELSEWHERE.finditer(text)]:
                if complaint := complaint_about(match):
                    line = first_line + text.count("\n", 0, match.start())
                    yield f"{file.relative_to(root)}:{line}: {complaint}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
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

    complaints += references_elsewhere(root)
    for complaint in complaints:
        print(complaint)
    print(f"{count} citations, {len(known)} entries, {len(complaints)} complaints")
    return 1 if complaints or not known else 0


if __name__ == "__main__":
    sys.exit(main())
