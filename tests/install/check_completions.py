#!/usr/bin/env python3
"""check_completions.py SHELL DATA_FOLDER PROGRAM: the completions installed for bash, zsh or fish offer what --help lists. Asks the shell
itself, as a person does with the tab key."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

shell, data, program = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
SCRIPTS = {
    "bash": "bash-completion/completions/dryslip",
    "zsh": "zsh/site-functions/_dryslip",
    "fish": "fish/vendor_completions.d/dryslip.fish",
}
script = data / SCRIPTS[shell]

if shutil.which(shell) is None:
    print(f"MISSING: {shell} (scripts/bootstrap test installs it); its completions are NOT TESTED")
    sys.exit(1 if os.environ.get("CI") == "true" else 77)


def asked(command, folder):
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", HOME=str(folder), TERM="dumb", LC_ALL="C.UTF-8")
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, timeout=60)
    if result.returncode != 0 or result.stderr:
        sys.exit(f"{shell}: status {result.returncode}\n{result.stderr}")
    return result.stdout


def offered_by_bash(words, folder):
    quoted = " ".join(f"'{word}'" for word in words)
    lines = f"source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _dryslip; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return asked(["bash", "--norc", "-euc", lines], folder)


def offered_by_fish(words, folder):
    answer = asked(["fish", "--no-config", "-c", f"source {script}; complete -C '{' '.join(words)}'"], folder)
    return "\n".join(line.split("\t")[0] for line in answer.splitlines())


# An interactive zsh of its own on a pseudo-terminal; compadd tells what it is given instead of showing it.
ZSH = """
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PROMPT=; RPROMPT=; unsetopt zle_bracketed_paste; stty -echo; autoload -Uz compinit; compinit -u -D -d %(folder)s/.dump'
zpty -w z 'source %(script)s'
zpty -w z 'compadd() { local -a given=(); builtin compadd -O given "$@"; print -rl -- $given >> %(folder)s/.offered; builtin compadd "$@" }'
zpty -w z 'after() { print -r DONE >> %(folder)s/.offered; zle kill-whole-line }; zle -N after; bindkey "^T" after; bindkey "^I" complete-word'
zpty -w z 'print READY'
zpty -r z line '*READY*READY*' || true
zpty -n -w z $'%(line)s\\t'
zpty -n -w z $'\\C-t'
for i in {1..300}; do [[ -f %(folder)s/.offered ]] && grep -q DONE %(folder)s/.offered && break; sleep 0.1; done
zpty -d z
"""


def offered_by_zsh(words, folder):
    (folder / ".offered").unlink(missing_ok=True)
    asked(["zsh", "-f", "-c", ZSH % {"folder": folder, "script": script, "line": " ".join(words)}], folder)
    text = (folder / ".offered").read_text()
    return "\n".join(line for line in text.splitlines() if line != "DONE")


offered_by = {"bash": offered_by_bash, "zsh": offered_by_zsh, "fish": offered_by_fish}[shell]


def expect(words, expected, folder):
    offered = {word.strip() for word in offered_by(words, folder).splitlines() if word.strip()}
    if offered != set(expected):
        sys.exit(f"{shell}: {' '.join(words)}<Tab>\n  offers   {sorted(offered)}\n  expected {sorted(expected)}")


def help_of(*command):
    return subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout


def long_options(text):
    return re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.MULTILINE)


top = help_of()
commands = re.findall(r"^  ([a-z]+)  ", top[top.index("Commands:"):], re.MULTILINE)
if len(commands) < 11:
    sys.exit(f"commands of --help: {commands}")
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for file in ("one.toml", "two.toml", "rows.csv", "picture.svg", "cases.jsonl"):
        (folder / file).touch()
    (folder / "sub").mkdir()
    expect(["dryslip", ""], commands, folder)
    expect(["dryslip", "su"], ["surface"], folder)
    expect(["dryslip", "--"], long_options(top), folder)
    for command in commands:
        expect(["dryslip", command, "--"], long_options(help_of(command)), folder)
    expect(["dryslip", "motion", "--criterion", ""], ["exact", "CA"], folder)
    expect(["dryslip", "motion", "--criterion", "e"], ["exact"], folder)
    expect(["dryslip", "--completions", ""], ["bash", "zsh", "fish"], folder)
    expect(["dryslip", "load", "on"], ["one.toml"], folder)
    expect(["dryslip", "load", "one.toml", "--twists", "ro"], ["rows.csv"], folder)
    expect(["dryslip", "reproduce", "kardan_t"], ["kardan_table_1"], folder)
    files = {word.rstrip("/") for word in offered_by(["dryslip", "moment", "one.toml", "--plot", ""], folder).splitlines()}
    # fish offers what ends otherwise too, behind the others
    if not {"picture.svg", "sub"} <= files or (shell != "fish" and "rows.csv" in files):
        sys.exit(f"{shell}: files for --plot: {sorted(files)}")
print(f"{shell}: {len(commands)} commands and their options")
