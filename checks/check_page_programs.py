#!/usr/bin/env python3
"""Runs the programs of docs/quantities and docs/commands and compares what they print with the remarks behind their prints.

write-cpp FILE     all C++ programs as one source file, which is then compiled
cpp PROGRAM        runs that program
python PYTHON      runs the Python programs; exit status 77 (skipped), or 1 where CI=true, if this interpreter has no dryslip
sh DRYSLIP         runs the command lines with this program, and lets it check the scenarios of docs/scenario_file.md
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = [*sorted(ROOT.glob("docs/quantities/*.md")), *sorted(ROOT.glob("docs/commands/*.md")), ROOT / "docs/scenario_file.md"]
REMARK = {"cpp": r"std::cout.*;\s+// (.*)", "python": r"print\(.*\)\s+# (.*)", "sh": r"^# (.*)"}
NUMBER = re.compile(r"(?<![A-Za-z_\d.])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
WORD = re.compile(r"[A-Za-z_]{3,}")
SKIPPED = 77


def programs(language):
    """(page, text) of every fenced block of the language."""
    for page in PAGES:
        for block in re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M):
            yield page.stem, block


def numbers(text):
    return NUMBER.findall(text)


def agrees(stated, printed):
    """The printed number is the stated one to the digits stated."""
    digits = len(stated.partition("e")[0].partition(".")[2])
    scale = 10.0 ** int(stated.partition("e")[2] or 0)
    allowed = 0.5000001 * scale * 10.0**-digits if digits else 1e-9 * max(1.0, abs(float(stated)))
    return abs(float(stated) - float(printed)) <= allowed


def complaint_about(language, block, output):
    remarks = "\n".join(re.findall(REMARK[language], block, re.M))
    stated, printed = numbers(remarks), numbers(output)
    if language == "sh":  # commands print more than is worth repeating: what is stated appears, in order
        rest = iter(printed)
        missing = [value for value in stated if not any(agrees(value, other) for other in rest)]
        return f"{', '.join(missing)} is not printed in this order" if missing else None
    if not remarks:
        return "no remark says what it prints"
    if len(stated) != len(printed) or not all(map(agrees, stated, printed)):
        return f"prints {' '.join(printed)}, the remark says {' '.join(stated)}"
    unsaid = [word for word in WORD.findall(output) if word not in WORD.findall(remarks)]
    return f"prints {' '.join(unsaid)}, which the remark does not say" if unsaid else None


def cpp_source():
    parts = ["#include <dryslip/dryslip.hpp>\n#include <cmath>\n#include <iostream>\n\nusing namespace dryslip;\n"]
    pages = list(programs("cpp"))
    parts += [f"static void {page}() {{\n{block}}}\n" for page, block in pages]
    calls = "".join(f'  std::cout << "\\f";\n  {page}();\n' for page, _ in pages)
    return "\n".join([*parts, f"int main() {{\n{calls}}}\n"])


def run(command, folder, **options):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False, **options)
    return done.stdout if done.returncode == 0 else None, done.stderr.strip()


def has_package(interpreter):
    return interpreter.exists() and run([interpreter, "-c", "import dryslip"], ROOT / "docs")[0] is not None


def outputs(language, tool, folder):
    """(page, block, output or None, error) of every program."""
    blocks = list(programs(language))
    if language == "cpp":
        output, error = run([tool], folder)
        parts = output.split("\f")[1:] if output is not None else [None] * len(blocks)
        return [(page, block, part, error) for (page, block), part in zip(blocks, parts, strict=True)]
    if language == "python":
        return [(page, block, *run([tool, "-c", block], folder)) for page, block in blocks]
    path = {"PATH": f"{pathlib.Path(tool).resolve().parent}:{os.environ['PATH']}"}
    shell = ["bash", "-e", "-o", "pipefail", "-c"]
    ran = [(page, block, *run([*shell, block], folder, env={**os.environ, **path})) for page, block in blocks]
    return ran + [(page, block, *run([tool, "check", "-"], folder, input=block)) for page, block in programs("toml")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["write-cpp", "cpp", "python", "sh"])
    parser.add_argument("file", type=lambda name: pathlib.Path(name).absolute())
    given = parser.parse_args()
    if given.what == "write-cpp":
        given.file.write_text(cpp_source(), encoding="utf-8")
        return 0
    if given.what == "python" and not has_package(given.file):
        print(f"MISSING: dryslip in {given.file}; the Python programs of the pages are NOT TESTED")
        return 1 if os.environ.get("CI") == "true" else SKIPPED

    without = {page.stem for page in PAGES if page.parent.name == "quantities"} - {page for page, _ in programs(given.what)}
    for page in sorted(without - {"README"}):
        print(f"{page}.md: no program in {given.what}")
    count, complaints = 0, len(without - {"README"})
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "scenarios").symlink_to(ROOT / "scenarios")
        for page, block, output, error in outputs(given.what, given.file, folder):
            count += 1
            complaint = f"fails: {error}" if output is None else complaint_about(given.what, block, output)
            if complaint:
                complaints += 1
                print(f"{page}.md, {given.what}: {complaint}")
    print(f"{count} programs, {complaints} complaints")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    sys.exit(main())
