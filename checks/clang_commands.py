#!/usr/bin/env python3
"""clang_commands.py BUILD FOLDER: writes FOLDER/compile_commands.json, the compile commands of a build as clang's tools understand them:
without the sanitized sources, and without what g++ alone knows. check_clang.py takes the commands too."""

import json
import pathlib
import re
import shlex
import sys

DROPPED = {"-c", "-Winvalid-pch", "-fpch-preprocess", "-Wno-restrict", "-Wno-stringop-overread", "-Wno-stringop-overflow"}
DROPPED_WITH_NEXT = {"-o", "-include"}


def arguments_of(entry):
    """The compiler's arguments that clang knows too, and the header that g++ precompiles."""
    words, kept, header = shlex.split(entry["command"]), [], None
    compiler = next(i for i, word in enumerate(words) if re.search(r"\+\+(-\d+)?$", word))
    following = iter(words[compiler + 1:])
    for word in following:
        if word in DROPPED_WITH_NEXT:
            value = next(following)
            header = value if word == "-include" else header
        elif word not in DROPPED and word != entry["file"]:
            kept.append(word)
    return kept, header


def entries_of(build):
    """Compile commands of a build, once for each source."""
    every = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    return {entry["file"]: entry for entry in every if "sanitized.dir" not in entry["command"]}.values()


if __name__ == "__main__":
    commands = [{"directory": entry["directory"], "file": entry["file"],
                 "arguments": ["clang++", *arguments_of(entry)[0], "-Wno-unknown-warning-option", "-c", entry["file"]]}
                for entry in entries_of(sys.argv[1])]
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(commands, indent=1))
