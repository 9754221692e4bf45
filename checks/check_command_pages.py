#!/usr/bin/env python3
"""Compares docs/commands with the help texts of the program.

Each command has a page there; its marked part states purpose, usage, arguments and options as `dryslip COMMAND --help` does, and the
index lists all commands. --write writes these parts; the rest of a page is prose.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs/commands"
BEGIN, END = "<!-- written by checks/check_command_pages.py --write -->\n", "<!-- end of the written part -->\n"


def help_of(program, *command):
    return subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout


def entries(help_text, group):
    """(name, text) of each entry in a group of a help text; a long name has its text in the next line."""
    part = re.search(rf"^{group}:\n((?: .*\n)*)", help_text, re.M)
    return re.findall(r"^ {2}(\S.*?)(?:\n {10,}| {2,})(\S.*)$", part[1], re.M) if part else []


def sentence(text):
    return text[0].upper() + text[1:] + ("" if text.endswith("?") else ".")


def option_row(name, text):
    names, _, value = name.partition(" ")
    names = ", ".join(f"`{each}`" for each in names.split(","))
    value = re.sub(r"(.*), ", r"\1 or ", value.replace("|", ", ")) if "|" in value else value
    text, _, default = re.fullmatch(r"(.*?)( \((?:default: )?(required|(?<=default: ).*)\))?", text).groups()
    return f"| {names} {value} | {text} | {default or ''} |".replace("  ", " ")


def page_part(help_text):
    purpose, usage = re.match(r"(.*)\nUsage: (.*)\n", help_text).groups()
    rows = [option_row(*entry) for group in ("Arguments", "Options") for entry in entries(help_text, group)]
    return "\n".join([f"\n{sentence(purpose)}\n", f"    {usage}\n", "| option | meaning | default |", "|---|---|---|", *rows, "", ""])


def index_part(commands):
    rows = [f"| [{name}]({name}.md) | {purpose} |" for name, purpose in commands]
    return "\n".join(["\n| command | what it does |", "|---|---|", *rows, "", ""])


def compare(file, part, write):
    """Complaint about the marked part of a page, or None."""
    name = file.relative_to(ROOT)
    if not file.exists():
        return f"{name}: is missing: every command has a page"
    before, begin, rest = file.read_text(encoding="utf-8").partition(BEGIN)
    old, end, after = rest.partition(END)
    if not begin or not end:
        return f"{name}: the lines {BEGIN.strip()} and {END.strip()} are missing"
    if write:
        file.write_text(before + begin + part + end + after, encoding="utf-8")
    elif old != part:
        return f"{name}: differs from --help: run checks/check_command_pages.py {sys.argv[1]} --write"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda name: pathlib.Path(name).absolute())
    parser.add_argument("--write", action="store_true", help="write the marked parts")
    given = parser.parse_args()
    commands = entries(help_of(given.program), "Commands")
    parts = {name: page_part(help_of(given.program, name)) for name, _ in commands} | {"README": index_part(commands)}
    complaints = [compare(PAGES / f"{name}.md", part, given.write) for name, part in parts.items()]
    complaints += [f"{file.relative_to(ROOT)}: no such command" for file in sorted(PAGES.glob("*.md")) if file.stem not in parts]
    complaints = [complaint for complaint in complaints if complaint]
    print("\n".join([*complaints, f"{len(commands)} commands, {len(complaints)} complaints"]))
    return 1 if complaints or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
