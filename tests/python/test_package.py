"""The installed package: version, command line, libraries, stubs."""

import ast
import importlib.metadata
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from conftest import ROOT

import dryslip as ds

FOLDER = Path(ds.__file__).parent


def run(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=ROOT, **options)


def test_the_version_is_that_of_the_project():
    version = re.search(r"project\(dryslip VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert ds.__version__ == version == importlib.metadata.version("dryslip")
    assert run("-m", "dryslip", "--version").stdout.split()[-1] == version


def test_the_command_line_is_that_of_the_program(program):
    table = "vx,vy,omega\n0.1,0,5\n"
    for arguments in [
        ["load", "scenarios/kardan_general_motion.toml", "--twists", "-"],
        ["check", "scenarios/dumbbell.toml"],
        ["load", "--help"],
        ["lod"],
        ["check", "scenarios/nothing.toml"],
    ]:
        mine, other = run("-m", "dryslip", *arguments, input=table), program(*arguments, text=table)
        assert (mine.returncode, mine.stdout, mine.stderr) == (other.returncode, other.stdout, other.stderr)


def test_the_module_needs_the_libraries_of_the_compiler_only():
    (module,) = FOLDER.glob("_native*.so")
    needed = re.findall(r"^\s*(\S+)", subprocess.run(["ldd", module.resolve()], capture_output=True, text=True, check=True).stdout, re.M)
    allowed = r"linux-vdso|libc\.|libm\.|libstdc\+\+|libgcc_s|/lib\S*/ld-linux|libpthread|libdl"
    assert needed and [name for name in needed if not re.match(allowed, name)] == []


def test_matplotlib_is_not_needed_to_import():
    code = "import sys; sys.modules['matplotlib'] = None; import dryslip; dryslip.scenarios(); print('ok')"
    assert run("-c", code).stdout == "ok\n"
    told = run("-c", "import sys; sys.modules['matplotlib'] = None; import dryslip.plot").stderr
    assert told.strip().endswith("dryslip.plot needs matplotlib: pip install 'dryslip[plot]'")


def test_the_stub_has_the_names_of_the_module():
    stub = ast.parse((FOLDER / "_native.pyi").read_text())
    assert (FOLDER / "py.typed").exists()
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    values = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    module = {name for name in dir(ds._native) if not name.startswith("__")}
    assert {*classes, *functions, *(v for v in values if not v.startswith("__"))} == module
    for name, node in classes.items():
        mine = {n.name for n in node.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("__")}
        assert mine == {n for n in vars(getattr(ds, name)) if not n.startswith("__") and n != "_fields"}, name


def test_types_are_consistent(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "user.py"
    program.write_text(
        "import dryslip as ds\nimport numpy as np\n"
        "patch = ds.ContactPatch(normal_force=10.0, mu=0.3, supports=[ds.Support(ds.Disk(radius=0.05), pressure=ds.HertzPressure())])\n"
        "model = ds.friction_model(patch)\n"
        "loads = model.load(np.zeros((4, 3)))\nreveal_type(loads)\n"
        "run = ds.simulate_slider(ds.Slider(model, mass=1.0), velocity=(0.5, 0.0), omega=30.0)\nreveal_type(run.stop_time)\n"
        "ds.Disk(radius='x')\n"
    )
    done = run("-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(program))
    assert 'ndarray[tuple[' in done.stdout and 'float | None' in done.stdout, done.stdout
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert len(errors) == 1 and "user.py:9" in errors[0] and "arg-type" in errors[0], done.stdout


def test_the_source_distribution_has_what_the_build_needs(tmp_path):
    code = f"import scikit_build_core.build as build; print(build.build_sdist({str(tmp_path)!r}))"
    done = run("-c", code)
    assert done.returncode == 0, done.stderr
    with tarfile.open(tmp_path / done.stdout.split()[-1]) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    # the folders that CMake enters for the package, and what they read
    package = re.search(r"if\(SKBUILD\)(.*?)else", (ROOT / "CMakeLists.txt").read_text(), re.S)[1]
    folders = {"dryslip", "cmake", "scenarios", *re.findall(r"add_subdirectory\((\w+)", package)}
    needed = {
        name
        for name in listed.split()
        if (name.split("/")[0] in folders or name in ("CMakeLists.txt", "pyproject.toml", "LICENSE")) and (ROOT / name).exists()
    }
    assert {"cli", "python"} < folders
    assert needed - held == set()
    assert not [name for name in held if name.startswith(("tests/", "docs/", "bench/", "build/"))]


def test_missing_headers_are_told_in_one_line(tmp_path):
    done = subprocess.run(
        ["cmake", "-S", ROOT, "-B", tmp_path, "-D", "SKBUILD=ON", "-D", "CMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON"]
        + ["-D", "CMAKE_DISABLE_FIND_PACKAGE_Boost=ON"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    line = "dryslip needs header packages that are not installed: sudo apt-get install libeigen3-dev libboost-dev"
    assert line in [text.strip() for text in done.stderr.splitlines()]
