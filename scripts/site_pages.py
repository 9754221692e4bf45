"""Hook of mkdocs (mkdocs.yml): pages that are made from elsewhere, and what GitHub shows but mkdocs does not.

Made by every build: home (README.md), references (references.bib), the library (dryslip.hpp, READMEs of its folders), Python
reference (stub and docstrings), and every file outside docs/ that a page links to.
"""
import ast
import functools
import os
import pathlib
import posixpath
import re
import shutil
import unicodedata
from html import unescape

import formulas
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAPERS = ROOT / "build/docs/gallery_papers"  # written by dryslip reproduce, where there is this command
PACKAGE = ROOT / os.environ.get("DRYSLIP_PYTHON_PATH", "python") / "dryslip"
STUB = PACKAGE / "_native.pyi"  # of an installed package only

# Files outside docs/ that have a place of their own; any other one that is linked to becomes source/PATH.
PLACES = {"README.md": "index.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
PLACES |= {str(file.relative_to(ROOT)): f"library/{file.parent.name}.md" for file in ROOT.glob("dryslip/*/README.md")}
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
CODE = re.compile(r"^(`{3,}).*?^\1|^ {4}.*?$|`[^`\n]*`", re.S | re.M)
FORMULA = re.compile(r'<(div|span) class="arithmatex">\\(\[|\()(.*?)\\(?:\]|\))</\1>', re.S)
TABS = {"cpp": "C++", "python": "Python", "sh": "Command line"}
HIGHLIGHT = {".cpp": "cpp", ".hpp": "cpp", ".toml": "toml", ".py": "python"}


def text_of(file):
    return pathlib.Path(file).read_text(encoding="utf-8")


def way_up(src_uri):
    """From a page to the root of the site."""
    return posixpath.relpath(".", posixpath.dirname(src_uri) or ".")


# ---- links


def repository_path(src_uri):
    """Path of a page's source in the repository."""
    for path, place in PLACES.items():
        if place == src_uri:
            return path
    return src_uri.removeprefix("source/") if src_uri.startswith("source/") else f"docs/{src_uri}"


def place_of(path):
    """Place in the site of a file of the repository."""
    if path in PLACES:
        return PLACES[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"source/{path}" if path.endswith(".md") else f"source/{path}.md"


def target_of(link, page):
    """Path in the repository of what a link of that file means; none for links to elsewhere."""
    if re.match(r"[a-z]+:|/", link):
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), link))


def linked_files(markdown, page):
    """Files outside docs/ that a page links to."""
    targets = {target_of(match[2], page) for match in LINK.finditer(markdown)} - {None}
    return {target for target in targets if place_of(target).startswith("source/") and (ROOT / target).is_file()}


def with_site_links(markdown, src_uri):
    page = repository_path(src_uri)

    def site_link(match):
        target = target_of(match[2], page)
        if target is None:
            return match[0]
        return match[1] + posixpath.relpath(place_of(target), posixpath.dirname(src_uri) or ".") + match[3]

    return LINK.sub(site_link, markdown)


# ---- references


def without_latex(text):
    accents = {"'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303"}
    text = re.sub(r"\\(['`\"^~])\{?(\w)\}?", lambda match: match[2] + accents[match[1]], text)
    for latex, plain in (("{", ""), ("}", ""), ("--", "–"), ("\\o", "ø"), ("\\&", "&")):
        text = text.replace(latex, plain)
    return unicodedata.normalize("NFC", text)


@functools.cache
def bibliography():
    """Fields by key, of docs/references.bib."""
    entries = {}
    for key, body in re.findall(r"^@\w+\{([^,\s]+),\n(.*?)^\}", text_of(ROOT / "docs/references.bib"), re.S | re.M):
        fields = re.findall(r"^\s*(\w+)\s*=\s*\{(.*?)\},?$", body, re.S | re.M)
        entries[key] = {name: " ".join(without_latex(value).split()) for name, value in fields}
    return entries


def references_page():
    parts = ["# References\n"]
    for key, fields in sorted(bibliography().items()):
        authors = ", ".join(" ".join(reversed(name.split(", "))) for name in fields["author"].split(" and "))
        names = ("journal", "booktitle", "publisher", "volume", "pages", "note", "year")
        where = ", ".join(fields[name] for name in names if name in fields)
        link = f" [doi:{fields['doi']}](https://doi.org/{fields['doi']})" if "doi" in fields else ""
        parts.append(f"## {key}\n\n{authors}: *{fields['title']}*." + (f" {where}." if where else "") + f"{link}\n")
    return "\n".join(parts)


def with_citations(text, up):
    """[Goyal1991, eq. (7)] leads to the reference of its first key."""
    citation = rf"\[(({'|'.join(bibliography())})\b[^\[\]]*)\](?!\()"
    return re.sub(citation, lambda match: f"[\\[{match[1]}\\]]({up}/references.md#{match[2].lower()})", text)


# ---- the library


def library_page():
    """The headers that dryslip.hpp includes, with its remarks."""
    rows = ["| header | what |", "|---|---|"]
    for header, remark in re.findall(r'^#include "(\S+)"\s*//\s*(.*)$', text_of(ROOT / "dryslip/dryslip.hpp"), re.M):
        page = posixpath.basename(header).replace("_", "__").replace(".", "_8")  # as doxygen names it
        rows.append(f"| [{header}](cpp:{page}.html) | {remark} |")
    use = "`#include <dryslip/dryslip.hpp>` includes all of these; the CMake target is `dryslip::dryslip`."
    return f"# C++ library\n\n{use}\n\n" + "\n".join(rows) + "\n"


def source_page(path):
    text = text_of(ROOT / path)
    if path.endswith(".md"):
        return text
    return f"# {path}\n\n````{HIGHLIGHT.get(pathlib.Path(path).suffix, 'text')}\n{text}````\n"


# ---- the Python package


def public_nodes(file):
    """Classes and functions of a Python file, by name, in its order; of overloads all."""
    nodes = {}
    for node in ast.parse(text_of(file)).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_"):
            nodes.setdefault(node.name, []).append(node)
    return nodes


def members_beside_fields(node):
    """Public members of a class of the stub that its docstring does not list as fields."""
    fields = re.findall(r"^(\w+)$", (ast.get_docstring(node) or "").partition("Parameters\n")[2], re.M)
    members = [member.name for member in node.body if isinstance(member, ast.FunctionDef)]
    return [name for name in dict.fromkeys(members) if not name.startswith("_") and name not in (*fields, "replace")]


def python_entry(module, name, nodes):
    """Left to mkdocstrings, but for the overloads of a stub, which it has no place for."""
    if len(nodes) > 1:
        signatures = "\n".join(f"{name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}" for node in nodes)
        remarks = "\n\n".join(filter(None, map(ast.get_docstring, nodes)))
        return f"## {name}\n\n```python\n{signatures}\n```\n\n{remarks}\n"
    if module == "dryslip._native" and isinstance(nodes[0], ast.ClassDef):
        return f"::: {module}.{name}\n    options: {{ members: {members_beside_fields(nodes[0]) or 'false'} }}\n"
    return f"::: {module}.{name}\n"


def package_docstring():
    """Text of the package, its examples as programs."""
    text = ast.get_docstring(ast.parse(text_of(PACKAGE / "__init__.py")))
    example = r"(?:^(?:>>>|\.\.\.).*\n?)+"
    return re.sub(example, lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text, flags=re.M)


@functools.cache
def naming_texts():
    """(folder of the library, text) of the files that name classes and functions of Python: bindings and descriptions."""
    bindings = [(file.stem.removeprefix("bind_"), text_of(file)) for file in sorted(ROOT.glob("python/bind_*.cpp"))]
    return bindings + [(file.parent.name, text_of(file)) for file in sorted(ROOT.glob("dryslip/*/*.hpp"))]


def folder_of_name(name):
    """Folder of the library that a class or function belongs to."""
    named = rf'(?<!\.attr\()"{name}"'
    return next((folder for folder, text in naming_texts() if re.search(named, text)), "other")


@functools.cache
def python_pages():
    """Text by place: the package, its modules, and one page for each folder of the library that it binds."""
    if not (PACKAGE / "__init__.py").is_file():
        return {}
    own = [python_entry("dryslip", *entry) for entry in public_nodes(PACKAGE / "__init__.py").items()]
    pages = {"python/dryslip.md": "\n".join([f"# dryslip\n\n{package_docstring()}\n", *own])}
    for module in ("runs", "plot"):
        if (PACKAGE / f"{module}.py").is_file():
            pages[f"python/{module}.md"] = f"::: dryslip.{module}\n    options: {{ heading_level: 1 }}\n"
    for name, nodes in public_nodes(STUB).items() if STUB.is_file() else ():
        folder = folder_of_name(name)
        place = f"python/{folder}.md"
        pages[place] = pages.get(place, f"# {folder}\n") + "\n" + python_entry("dryslip._native", name, nodes)
    return pages


# ---- formulas


def katex_files(config):
    """Style and fonts of KaTeX. Formulas are typeset here, so that pages need no script; of the fonts one format is enough."""
    folder = formulas.katex_folder()
    if not folder:
        raise PluginError("KaTeX or node is missing: run scripts/bootstrap docs, or name katex/dist of npm in DRYSLIP_KATEX")
    style = re.sub(r",url\([^)]*\.(?:woff|ttf)\) format\('\w+'\)", "", text_of(folder / "katex.min.css"))
    yield File.generated(config, "assets/katex/katex.min.css", content=style)
    for font in sorted((folder / "fonts").glob("*.woff2")):
        yield File.generated(config, f"assets/katex/fonts/{font.name}", abs_src_path=str(font))


def with_formulas(content, page):
    """What pymdownx.arithmatex has found in a page, typeset; the search index leaves displayed ones out."""
    found = list(FORMULA.finditer(content))
    if not found:
        return content
    answers = iter(formulas.typeset([(unescape(match[3]), match[1] == "div") for match in found]))

    def set_formula(match):
        answer = next(answers)
        if "error" in answer:
            raise PluginError(f"{page.file.src_uri}: {match[3]}: {answer['error']}")
        return f'<{match[1]} class="formula" data-search-exclude>{answer["html"]}</{match[1]}>'

    return FORMULA.sub(set_formula, content)


# ---- events of mkdocs


def sections_of(nav):
    return {title: entries for section in nav for title, entries in section.items()}


def listed(entries):
    """Places in a part of the navigation."""
    if isinstance(entries, str):
        return {entries}
    return set().union(*map(listed, entries.values() if isinstance(entries, dict) else entries))


def on_config(config):
    sections = sections_of(config.nav)
    if pages := python_pages():
        sections["Reference"].append({"Python": [{pathlib.Path(place).stem: place} for place in pages]})
    folders = [{pathlib.Path(place).stem: place} for place in sorted(PLACES.values()) if place.startswith("library/")]
    classes = {"Classes and functions": "cpp/index.html"}
    sections["Reference"].append({"C++": ["library/index.md", classes, *folders]})
    if PAPERS.is_dir():
        sections["Gallery"].append({"The papers, redrawn": "gallery_papers/index.html"})
    return config


def on_files(files, config):
    pages = {place: text_of(ROOT / path) for path, place in PLACES.items()} | python_pages()
    pages |= {"references.md": references_page(), "library/index.md": library_page()}
    texts = {repository_path(place): text for place, text in pages.items()}
    texts |= {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    while texts:  # what these link to, and what that links to
        linked = set().union(*(linked_files(text, page) for page, text in texts.items()))
        new = {path for path in linked if place_of(path) not in pages}
        pages |= {place_of(path): source_page(path) for path in new}
        texts = {path: text_of(ROOT / path) for path in new if path.endswith(".md")}
    for place, text in sorted(pages.items()):
        files.append(File.generated(config, place, content=text))
    for file in katex_files(config):
        files.append(file)
    # A page that mkdocs.yml does not name is not lost.
    for place in sorted({file.src_uri for file in files.documentation_pages()} - listed(config.nav)):
        if not place.startswith("source/"):
            section = posixpath.dirname(place).capitalize()
            sections_of(config.nav).get(section, sections_of(config.nav)["Project"]).append(place)
    return files


def outside_code(markdown, change):
    """Applies change to everything but fenced, indented and inline code."""
    parts, end = [], 0
    for match in CODE.finditer(markdown):
        parts += [change(markdown[end : match.start()]), match[0]]
        end = match.end()
    return "".join([*parts, change(markdown[end:])])


def as_tabs(match):
    """Programs that follow one another, one language each."""
    text = ""
    for language, program in re.findall(r"^```(\w+)\n(.*?)^```$", match[0], re.S | re.M):
        lines = [f"```{language}", *program.splitlines(), "```"]
        text += f'=== "{TABS[language]}"\n\n' + "".join(f"    {line}\n" for line in lines) + "\n"
    return text


def on_page_markdown(markdown, page, config, files):
    src_uri = page.file.src_uri
    if src_uri.startswith("python/"):
        return markdown
    markdown = with_site_links(markdown, src_uri)
    markdown = outside_code(markdown, lambda text: with_citations(text, way_up(src_uri)))
    if src_uri.startswith("quantities/"):
        page.meta["hide"] = ["toc"]  # short pages: the place is for programs
        program = rf"^```(?:{'|'.join(TABS)})\n(?:(?!^```$).)*?^```$\n*"
        markdown = re.sub(rf"(?:{program})+", as_tabs, markdown, flags=re.S | re.M)
    return re.sub(r"(!\[[^\]]*\]\(([^)]+\.svg)\))", r"[\1](\2)", markdown)  # a tap shows the picture alone


def on_page_content(html, page, config, files):
    """Formulas, and links to doxygen's pages, which mkdocs does not know."""
    return with_formulas(html, page).replace('href="cpp:', f'href="{way_up(page.file.src_uri)}/cpp/')


def on_post_build(config):
    if PAPERS.is_dir():
        shutil.copytree(PAPERS, pathlib.Path(config.site_dir) / "gallery_papers", dirs_exist_ok=True)
