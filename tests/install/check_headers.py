#!/usr/bin/env python3
"""check_headers.py CXX INCLUDE_FOLDER EIGEN_FOLDER: every installed header compiles alone, and needs the standard library and Eigen and
nothing else."""

import pathlib
import subprocess
import sys

compiler, include, eigen = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()


def files_of(text):
    """Files that a text includes, with all that these include; exits where it does not compile."""
    command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{include}", f"-isystem{eigen}",
               "-MD", "-MF", "-", "-x", "c++", "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, cwd=include)
    if result.returncode != 0:
        sys.exit(f"does not compile alone: {text}\n{result.stderr}")
    words = result.stdout.replace("\\\n", " ").split()[1:]
    return {(include / word).resolve() for word in words if word != "-"}


# What the standard library is made of, as files where they stand beside those of other packages, else as folders.
standard = files_of("#include <bits/stdc++.h>\n#include <experimental/simd>\n")
folders = {file.parent for file in standard} - {pathlib.Path("/usr/include"), pathlib.Path("/usr/local/include")}

headers = sorted(include.glob("dryslip/**/*.hpp"))
for header in headers:
    for file in files_of(f'#include "{header.relative_to(include)}"\n'):
        ours = include in file.parents or eigen in file.parents
        if not ours and file not in standard and not folders.intersection(file.parents):
            sys.exit(f"{header.relative_to(include)} needs {file}: public headers need Eigen and nothing else")
if len(headers) < 50:
    sys.exit(f"only {len(headers)} headers in {include}")
print(f"{len(headers)} headers, each alone")
