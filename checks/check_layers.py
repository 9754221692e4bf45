#!/usr/bin/env python3
"""Include-layer check: a folder includes only what the table of the layout allows.

A file may include its own folder, the folders its row names, what those may include in turn, and the standard library.
Outside headers appear only where a row names them. Further rules, each with its own message:
  - detail/ is private to its folder;
  - what dryslip/dryslip.hpp reaches (the installed interface) needs Eigen and the standard library only;
  - *_kernel.hpp files hold no host-only facilities, so that they compile for GPU and browser;
  - the table in CONTRIBUTING.md says the same;
  - intrinsics only in the kernel files of one instruction set and in simd_* headers, which guard them.
"""
import argparse
import pathlib
import re
import sys

# folder: (folders it may include, outside packages it may include)
MATHS = {"eigen", "boost.maths"}  # for every library folder that may include numerics; the other packages do not pass on
TABLE = {
    "dryslip/record": ((), {"fmt"}),
    "dryslip/numerics": (("dryslip/record",), MATHS | {"boost.geometry", "boost.spirit"}),
    "dryslip/contact_patch": (("dryslip/numerics",), set()),
    "dryslip/friction_load": (("dryslip/contact_patch",), set()),
    "dryslip/limit_surface": (("dryslip/friction_load",), {"qhull"}),
    "dryslip/surrogate": (("dryslip/limit_surface",), set()),
    "dryslip/joints": (("dryslip/numerics",), set()),
    "dryslip/contact": (("dryslip/limit_surface", "dryslip/surrogate"), set()),
    "dryslip/slider": (("dryslip/contact",), set()),
    "dryslip/ball": (("dryslip/surrogate",), set()),
    "dryslip/files": (("dryslip/limit_surface",), {"toml", "json", "fmt", "hdf5"}),
    "dryslip/scenario": (("dryslip/slider", "dryslip/ball", "dryslip/joints", "dryslip/files"), {"json", "fmt", "hdf5"}),
    "dryslip/drawing": (("dryslip/scenario",), {"fmt"}),
    "reproduce": (("dryslip",), {"fmt", "json"}),
    "cli": (("dryslip", "reproduce"), {"cli11", "fmt", "json", "posix"}),
    "python": (("dryslip", "reproduce", "cli"), {"nanobind", "posix"}),
    "web": (("dryslip", "reproduce"), {"emscripten", "fmt"}),
    "examples": (("dryslip",), set()),
}
EVERYTHING = ("tests", "bench")  # may include all
PUBLIC_PACKAGES = {"eigen"}  # what a consumer of the installed headers needs

PACKAGES = [  # how an outside header is recognised
    (r"(unsupported/)?Eigen/", "eigen"),
    (r"boost/(math|numeric|multiprecision|throw_exception|cstdfloat|assert|config)", "boost.maths"),
    (r"boost/geometry", "boost.geometry"),
    (r"boost/(spirit|fusion|variant|config/warning)", "boost.spirit"),
    (r"libqhull", "qhull"),
    (r"toml\+\+/", "toml"),
    (r"nlohmann/", "json"),
    (r"fmt/", "fmt"),
    (r"CLI/", "cli11"),
    (r"(hdf5|H5)", "hdf5"),
    (r"mpi\.h$", "mpi"),
    (r"cuda", "cuda"),
    (r"pybind11/", "pybind11"),
    (r"nanobind/", "nanobind"),
    (r"emscripten", "emscripten"),
    (r"(unistd|fcntl|signal|poll|termios|sys/\w+)(\.h)?$", "posix"),
    (r"(immintrin|x86intrin|cpuid)\.h$", "intrinsics"),
    (r"(gtest|gmock)/|rapidcheck|benchmark/|cubature|muParser", "test tools"),
]
STANDARD = re.compile(r"(experimental/simd|[a-z_0-9]+)$")  # <vector>, <cmath>; headers with a suffix are not
HOST_ONLY = {"iostream", "fstream", "sstream", "ostream", "istream", "iomanip", "string", "string_view", "vector", "map",
             "unordered_map", "set", "memory", "functional", "filesystem", "thread", "mutex", "atomic", "future",
             "variant", "optional", "any", "stdexcept", "exception", "regex", "chrono", "random", "locale"}
SOURCE_SUFFIXES = {".hpp", ".h", ".cpp", ".cu", ".cuh"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(path):
    """Row of the table that a path (relative to the root, with '/') belongs to; 'dryslip' for files of its top."""
    for row in sorted(TABLE, key=len, reverse=True):
        if path.startswith(row + "/"):
            return row
    return path.split("/")[0]


def allowed_folders(row, seen=None):
    """The row itself, what it may include, and what those may include in turn."""
    seen = set() if seen is None else seen
    if row in seen:
        return seen
    seen.add(row)
    for other in TABLE.get(row, ((), ()))[0]:
        if other == "dryslip":  # public headers of the whole library
            seen.update(r for r in TABLE if r.startswith("dryslip/"))
            seen.add("dryslip")
        else:
            allowed_folders(other, seen)
    return seen


def allowed_packages(row):
    packages = TABLE[row][1] | PUBLIC_PACKAGES
    if row.startswith("dryslip/") and "dryslip/numerics" in allowed_folders(row):
        packages |= MATHS
    return packages


def package_of(header):
    for pattern, package in PACKAGES:
        if re.match(pattern, header):
            return package
    return "standard" if STANDARD.match(header) else None


def includes_of(file):
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def is_private(target, path):
    """A header under detail/ belongs to the folder that holds that detail/."""
    if "/detail/" not in target:
        return False
    owner = target.split("/detail/")[0]
    return not path.startswith(owner + "/")


def check_own_include(path, row, header):
    """Complaint about including one of our own headers, or None."""
    if row in EVERYTHING or header == "dryslip/version.hpp":
        return None
    if is_private(header, path):
        return f"{header} is private to {header.split('/detail/')[0]}"
    target = folder_of(header)
    if path == "dryslip/dryslip.hpp":
        return None
    if target == "dryslip" and row.startswith("dryslip"):
        return f"{header}: the library's own files include what they need, not the table of contents"
    if target not in allowed_folders(row):
        return f"{row} may not include {target} ({header})"
    return None


def check_outside_include(path, row, header):
    """Complaint about including an outside header, or None."""
    if row in EVERYTHING:
        return None
    package = package_of(header)
    if package is None:
        return f"<{header}> is unknown; add its package to the table in checks/check_layers.py"
    if package == "standard":
        if path.endswith("_kernel.hpp") and header in HOST_ONLY:
            return f"<{header}> in a kernel: kernels are free of host-only facilities"
        return None
    if package == "intrinsics":
        if re.search(r"(_(avx2|avx512|sse2|neon)|/simd_\w+)\.(cpp|hpp)$", path):
            return None
        return f"<{header}>: intrinsics only in simd_*, *_avx2 and *_avx512 files"
    if row == "dryslip" or package not in allowed_packages(row):
        return f"{row} may not include {package} (<{header}>)"
    if path.endswith("_kernel.hpp") and package != "eigen":
        return f"<{header}> in a kernel: kernels need Eigen and the standard library only"
    return None


def resolve(root, path, header):
    """Path of one of our own headers relative to the root, or None for an outside one."""
    for candidate in (root / header, (root / path).parent / header):
        if candidate.is_file():
            return candidate.resolve().relative_to(root).as_posix()
    first = header.split("/")[0]
    tops = {row.split("/")[0] for row in TABLE} | set(EVERYTHING)
    return header if "/" in header and first in tops else None


def check_public_interface(root, complaints):
    """What dryslip.hpp reaches may need nothing but Eigen and the standard library."""
    todo, seen = ["dryslip/dryslip.hpp"], set()
    while todo:
        path = todo.pop()
        if path in seen or not (root / path).is_file():
            continue
        seen.add(path)
        for number, _, header in includes_of(root / path):
            own = resolve(root, path, header)
            if own:
                todo.append(own)
            elif package_of(header) not in PUBLIC_PACKAGES | {"standard"}:
                complaints.append(f"{path}:{number}: <{header}> is reached from dryslip/dryslip.hpp; "
                                  "installed headers need Eigen only")


def check_written_table(root, complaints):
    """The table of CONTRIBUTING.md has every folder there is, and the same includes."""
    name = "CONTRIBUTING.md"
    written = {}
    for line in (root / name).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            written.update((folder, cells[2]) for folder in re.findall(r"`([^`]+)`", cells[0]))
    there = {row for row in TABLE if any((root / row).glob("*.?pp"))}
    for row in sorted(there | set(written) - set(EVERYTHING)):
        if row not in written or row not in there:
            complaints.append(f"{name}:1: {row}: {'no such folder' if row in written else 'not in the table of folders'}")
            continue
        told = set()
        for word in written[row].split(", "):
            if word == "the library":
                told |= {other for other in TABLE if other.startswith("dryslip/")}
            for other in {word, "dryslip/" + word} & set(TABLE):
                told |= allowed_folders(other)
        may = allowed_folders(row) & there - {row}
        if told & there - {row} != may:
            complaints.append(f"{name}:1: {row} may include {', '.join(sorted(may))}, not: {written[row]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root.resolve()

    complaints, count = [], 0
    for top in sorted({row.split("/")[0] for row in TABLE} | set(EVERYTHING)):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in SOURCE_SUFFIXES or "node_modules" in file.parts:
                continue
            count += 1
            path = file.relative_to(root).as_posix()
            row = folder_of(path)
            if row.startswith("dryslip/") and row not in TABLE or row == "dryslip" and path.count("/") > 1:
                complaints.append(f"{path}:1: the folder is not in the table of the layout")
                continue
            for number, _, header in includes_of(file):
                own = resolve(root, path, header)
                if own:
                    complaint = check_own_include(path, row, own)
                else:
                    complaint = check_outside_include(path, row, header)
                if complaint:
                    complaints.append(f"{path}:{number}: {complaint}")
    check_public_interface(root, complaints)
    check_written_table(root, complaints)

    for complaint in complaints:
        print(complaint)
    print(f"{count} files, {len(complaints)} complaints")
    return 1 if complaints or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
