"""Formulas of Markdown pages, typeset by KaTeX: displayed ones in ```math fences, others between dollar signs.

KaTeX comes from Debian's libjs-katex, or from the folder named by DRYSLIP_KATEX (katex/dist of npm), and runs in node.
"""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess

FOLDERS = [os.environ.get("DRYSLIP_KATEX", ""), "/usr/share/javascript/katex", "/usr/share/nodejs/katex/dist"]
FENCED = re.compile(r"^( *)```math\n(.*?)^\1```$", re.S | re.M)
CODE = re.compile(r"^( *`{3,}).*?^\1|`[^`\n]*`", re.S | re.M)
INLINE = re.compile(r"(?<![\\$])\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)")
RENDER = """
const katex = require(process.argv[1] + '/katex.js');
const render = ({tex, displayed}) => {
  try {
    return {html: katex.renderToString(tex, {displayMode: displayed, strict: 'error', trust: false})};
  } catch (error) {
    return {error: error.message};
  }
};
const formulas = JSON.parse(require('fs').readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(formulas.map(render)));
"""


@functools.cache
def katex_folder():
    """Folder with katex.js, katex.min.css and fonts/; none where KaTeX or node is missing."""
    found = (pathlib.Path(folder) for folder in FOLDERS if folder and (pathlib.Path(folder) / "katex.js").is_file())
    return next(found, None) if shutil.which("node") else None


def formulas_of(markdown):
    """(line, formula, whether it is displayed) of every formula of a page."""
    for match in FENCED.finditer(markdown):
        yield markdown.count("\n", 0, match.start()) + 2, match[2].strip(), True
    prose = CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), markdown)
    for match in INLINE.finditer(prose):
        yield prose.count("\n", 0, match.start()) + 1, match[1], False


def typeset(formulas):
    """For every (formula, whether it is displayed) its HTML, or what is wrong with it: {"html"} or {"error"}."""
    problem = json.dumps([{"tex": tex, "displayed": displayed} for tex, displayed in formulas])
    done = subprocess.run(["node", "-e", RENDER, katex_folder()], input=problem, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
