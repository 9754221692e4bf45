#!/usr/bin/env python3
"""check_clang.py BUILD PART...: clang accepts sources with the flags of a build, without a warning. Parts are folders (cli, reproduce) and
"native": files of the library that the WebAssembly build, which is clang's too, leaves out. Without clang: 77, or 1 where CI=true."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from clang_commands import arguments_of, entries_of

root = pathlib.Path(__file__).resolve().parents[1]
build, parts = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]

clang = shutil.which("clang++-14") or shutil.which("clang++")
if clang is None:
    print("MISSING: clang (scripts/bootstrap test installs it); it is NOT TESTED that clang compiles this")
    sys.exit(1 if os.environ.get("CI") == "true" else 77)


def is_wanted(entry):
    if not entry["file"].startswith(f"{root}/"):
        return False
    name = entry["file"][len(f"{root}/"):]
    native = name.startswith("dryslip/") and ("_avx" in name or "-DDRYSLIP_HAS_" in entry["command"])
    return name.split("/")[0] in parts or ("native" in parts and native)


def complaint(entry, *arguments):
    """What clang says of a file; empty where it is content."""
    command = [clang, *arguments_of(entry)[0], "-Werror", "-Wno-unknown-warning-option", *arguments]
    result = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)
    return result.stderr if result.returncode != 0 else ""


entries = [entry for entry in entries_of(build) if is_wanted(entry)]
if not entries:
    sys.exit(f"no sources of {' '.join(parts)} in {build}/compile_commands.json")
complaints = []
with tempfile.TemporaryDirectory() as folder:
    headers = {}  # precompiled, by what g++ precompiles
    for entry in entries:
        header = arguments_of(entry)[1]
        if header and header not in headers:
            headers[header] = f"{folder}/{len(headers)}.pch"
            complaints.append(complaint(entry, "-Wno-pragma-system-header-outside-header", "-x", "c++-header", header, "-o", headers[header]))
        use = ["-include-pch", headers[header]] if header else []
        complaints.append(complaint(entry, *use, "-fsyntax-only", entry["file"]))
complaints = [text for text in complaints if text]
print("\n".join(complaints), end="")
print(f"clang: {len(entries)} files of {' '.join(parts)}, {len(complaints)} with complaints")
sys.exit(1 if complaints else 0)
