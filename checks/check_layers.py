#!/usr/bin/env python3
"""Include-layer check: a folder includes only what the table of the layout allows.

A file may include its own folder, the folders its row names, what those may include in turn, and the standard library.
Outside headers appear only where a row names them. Further rules, each with its own message:
  - detail/ is private to its folder;
  - what dryslip/dryslip.hpp reaches (the installed interface) needs Eigen and the standard library only;
  - *_kernel.hpp files hold no host-only facilities, so that they compile for GPU and browser;
  - the table in CONTRIBUTING.md is the one that --write makes of TABLE and PURPOSES;
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
    "dryslip/scenario": (("dryslip/slider", "dryslip/ball", "dryslip/joints", "dryslip/files"), {"json", "fmt"}),
    "dryslip/drawing": (("dryslip/scenario",), {"fmt"}),
    "reproduce": (("dryslip",), {"fmt"}),
    "cli": (("dryslip", "reproduce"), {"cli11", "fmt", "posix"}),
    "python": (("dryslip", "reproduce", "cli"), {"nanobind", "posix"}),
    "web": (("dryslip", "reproduce"), {"emscripten", "fmt"}),
    "examples": (("dryslip",), set()),
}
EVERYTHING = ("tests", "bench")  # may include all
PUBLIC_PACKAGES = {"eigen"}  # what a consumer of the installed headers needs

PURPOSES = {  # what each folder holds, as CONTRIBUTING.md says it
    "dryslip/record": "how records are described: fields, words of enums, numbers as text, messages",
    "dryslip/numerics": "mathematics without a word of friction",
    "dryslip/contact_patch": "what touches: shape, pressure, local law; plain data and its checks",
    "dryslip/friction_load": "dissipation, load, Hessian, set of loads: `FrictionModel`",
    "dryslip/limit_surface": "the surface of all loads, special points, stick test",
    "dryslip/surrogate": "fast replacements of the load (Padé, ellipsoid, quartic, lookup), their fit and error",
    "dryslip/contact": "the contact that later stages take, exact or replaced",
    "dryslip/joints": "accelerations of joints: none, one, several; joints in time",
    "dryslip/slider": "planar sliders in time: modes, switches, rest",
    "dryslip/ball": "ball on a vibrating table in time",
    "dryslip/files": "TOML in; CSV, JSON, HDF5, meshes out",
    "dryslip/scenario": "scenarios: what each file means, assembled from the folders above",
    "dryslip/drawing": "SVG pictures of results",
    "reproduce": "one file per figure or table of the papers: scenario in; data, picture, verdict out ([README](reproduce/README.md))",
    "cli": "one file per command; reads, calls, shows",
    "python": "the Python package: one `bind_*.cpp` per folder of the library",
    "web": "the library in the browser: bindings and viewer",
    "examples": "short programs that are tests too",
    "tests": "proof, in the folders of the library",
    "bench": "speed, in the folders of the library",
}
PACKAGE_NAMES = {"eigen": "Eigen", "boost.maths": "Boost", "boost.geometry": "Boost", "boost.spirit": "Boost", "toml": "toml++",
                 "json": "nlohmann-json", "hdf5": "HDF5", "cli11": "CLI11", "posix": "POSIX"}
TABLE_BEGIN = "<!-- written by checks/check_layers.py --write -->"
TABLE_END = "<!-- end of the table -->"

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
    (r"(gtest|gmock)/|benchmark/|cubature|muParser", "test tools"),
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


def written_table(root):
    """The table of folders for CONTRIBUTING.md."""
    rows = ["| folder | holds | includes |", "|---|---|---|"]
    for row in [*TABLE, *EVERYTHING]:
        if not any((root / row).rglob("*.?pp")):
            continue
        folders, packages = TABLE.get(row, (("everything",), set()))
        names = [{"dryslip": "the library"}.get(folder, folder.removeprefix("dryslip/")) for folder in folders]
        names += sorted({PACKAGE_NAMES.get(package, package) for package in packages}, key=str.lower)
        rows.append(f"| `{row}` | {PURPOSES[row]} | {', '.join(names)} |")
    return "\n".join(rows)


def with_table(text, table):
    """A text with that table between its two marks."""
    head, begin, rest = text.partition(TABLE_BEGIN)
    _, end, tail = rest.partition(TABLE_END)
    return f"{head}{begin}\n\n{table}\n\n{end}{tail}" if begin and end else None


def check_written_table(root, complaints, write):
    """Every folder has a purpose, and CONTRIBUTING.md has the table of all of them; with `write` it is written there."""
    complaints += [f"checks/check_layers.py:1: PURPOSES lacks {row}" for row in [*TABLE, *EVERYTHING] if row not in PURPOSES]
    if complaints:
        return
    file = root / "CONTRIBUTING.md"
    text = file.read_text(encoding="utf-8")
    expected = with_table(text, written_table(root))
    if expected is None:
        complaints.append(f"{file.name}:1: no table between '{TABLE_BEGIN}' and '{TABLE_END}'")
    elif write:
        file.write_text(expected, encoding="utf-8")
    elif text != expected:
        pairs = enumerate(zip(text.splitlines(), expected.splitlines()), 1)
        line = next((number for number, (given, should_be) in pairs if given != should_be), 1)
        complaints.append(f"{file.name}:{line}: the table is not that of the layers: run checks/check_layers.py --write")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--write", action="store_true", help="write the table of folders into CONTRIBUTING.md")
    given = parser.parse_args()
    root = given.root.resolve()

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
    check_written_table(root, complaints, given.write)

    for complaint in complaints:
        print(complaint)
    print(f"{count} files, {len(complaints)} complaints")
    return 1 if complaints or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
