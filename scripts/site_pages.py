"""Hook of mkdocs (mkdocs.yml): pages that are made from elsewhere, and what GitHub shows but mkdocs does not.

Made by every build: home (README.md), command reference (--help), references (references.bib), Python reference (stubs and docstrings),
folders of the library (their READMEs), and every file outside docs/ that a page links to.
"""
import ast
import pathlib
import posixpath
import re
import shutil
import subprocess
import unicodedata

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/dryslip"
PAPERS = ROOT / "build/docs/gallery_papers"  # written by dryslip reproduce, where there is this command
PACKAGE = ROOT / "python/dryslip"
STUB = PACKAGE / "_native.pyi"

# Files outside docs/ that have a place of their own; any other one that is linked to becomes source/PATH.
PLACES = {"README.md": "index.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
PLACES |= {str(file.relative_to(ROOT)): f"library/{file.parent.name}.md" for file in ROOT.glob("dryslip/*/README.md")}
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
FENCES = {"cpp": "C++", "python": "Python", "sh": "Command line"}
HIGHLIGHT = {".cpp": "cpp", ".hpp": "cpp", ".toml": "toml", ".py": "python"}


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
    targets = (target_of(match[2], page) for match in LINK.finditer(markdown))
    return {target for target in targets if target and place_of(target).startswith("source/") and (ROOT / target).is_file()}


def with_site_links(markdown, src_uri):
    page = repository_path(src_uri)

    def site_link(match):
        target = target_of(match[2], page)
        if target is None:
            return match[0]
        return match[1] + posixpath.relpath(place_of(target), posixpath.dirname(src_uri) or ".") + match[3]

    return LINK.sub(site_link, markdown)


# ---- generated pages


def without_latex(text):
    accents = {"'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "c": "\u0327", "v": "\u030c"}
    text = re.sub(r"\\(['`\"^~]|[cv](?=\{))\{?(\w)\}?", lambda match: match[2] + accents[match[1]], text)
    return unicodedata.normalize("NFC", re.sub(r"[{}]", "", text).replace("--", "–").replace("\\o", "ø").replace("\\&", "&"))


def bibliography():
    """Fields by key, of docs/references.bib."""
    text = (ROOT / "docs/references.bib").read_text(encoding="utf-8")
    entries = {}
    for key, body in re.findall(r"^@\w+\{([^,\s]+),\n(.*?)^\}", text, re.S | re.M):
        fields = re.findall(r"^\s*(\w+)\s*=\s*\{(.*?)\},?$", body, re.S | re.M)
        entries[key] = {name: " ".join(without_latex(value).split()) for name, value in fields}
    return entries


def references_page():
    parts = ["# References\n"]
    for key, fields in sorted(bibliography().items()):
        authors = ", ".join(" ".join(reversed(name.split(", "))) for name in fields["author"].split(" and "))
        where = ", ".join(fields[name] for name in ("journal", "booktitle", "publisher", "volume", "pages", "note", "year") if name in fields)
        link = f" [doi:{fields['doi']}](https://doi.org/{fields['doi']})" if "doi" in fields else ""
        parts.append(f"## {key}\n\n{authors}: *{fields['title']}*. {where}.{link}\n")
    return "\n".join(parts)


def help_of(*command):
    return subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=True).stdout.rstrip()


def commands_page():
    overview = help_of()
    commands = re.findall(r"^  ([a-z]+)  ", overview.partition("Subcommands:")[2], re.M)
    parts = [f"# Command line\n\nWhat `--help` says. Scenario files: [interface](interface.md).\n\n```text\n{overview}\n```\n"]
    parts += [f"## dryslip {command}\n\n```text\n{help_of(command)}\n```\n" for command in commands]
    return "\n".join(parts)


def source_page(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".md"):
        return text
    return f"# {path}\n\n````{HIGHLIGHT.get(pathlib.Path(path).suffix, 'text')}\n{text}````\n"


def public_nodes(file):
    """Classes and functions of a Python file, by name, in its order; of overloads all."""
    nodes = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_"):
            nodes.setdefault(node.name, []).append(node)
    return nodes


def python_entry(module, name, nodes):
    """Left to mkdocstrings, but for a stub's overloads, which it has no place for, and fields, which the class lists already."""
    if len(nodes) > 1:
        signatures = "\n".join(f"{name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}" for node in nodes)
        remarks = "\n\n".join(filter(None, map(ast.get_docstring, nodes)))
        return f"## {name}\n\n```python\n{signatures}\n```\n\n{remarks}\n"
    entry = f"::: {module}.{name}\n"
    if module.endswith("._native") and isinstance(nodes[0], ast.ClassDef):
        fields = re.findall(r"^(\w+)$", (ast.get_docstring(nodes[0]) or "").partition("Parameters\n")[2], re.M)
        members = [node.name for node in nodes[0].body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
        others = [member for member in dict.fromkeys(members) if member not in (*fields, "replace")]
        entry += f"    options: {{ members: {others or 'false'} }}\n"
    return entry


def package_docstring():
    """Text of the package with its examples as programs."""
    text = ast.get_docstring(ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8")))
    return re.sub(r"(?:^(?:>>>|\.\.\.).*\n?)+", lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text, flags=re.M)


def python_pages():
    """Text by place: the package, and one page for each folder of the library that it binds."""
    if not (PACKAGE / "__init__.py").is_file():
        return {}
    own = [python_entry("dryslip", *entry) for entry in public_nodes(PACKAGE / "__init__.py").items()]
    pages = {"python/dryslip.md": "\n".join([f"# dryslip\n\n{package_docstring()}\n", *own])}
    for module in ("runs", "plot"):
        if (PACKAGE / f"{module}.py").is_file():
            pages[f"python/{module}.md"] = f"::: dryslip.{module}\n    options: {{ heading_level: 1 }}\n"
    if not STUB.is_file():
        return pages
    bound = {file.stem.removeprefix("bind_"): file.read_text(encoding="utf-8") for file in ROOT.glob("python/bind_*.cpp")}
    for name, nodes in public_nodes(STUB).items():
        folder = next((folder for folder in sorted(bound) if f'"{name}"' in bound[folder]), "other")
        place = f"python/{folder}.md"
        pages[place] = pages.get(place, f"# {folder}\n") + "\n" + python_entry("dryslip._native", name, nodes)
    return pages


# ---- events of mkdocs


def section(nav, title):
    return next(entry[title] for entry in nav if title in entry)


def on_config(config):
    reference = section(config.nav, "Reference")
    if pages := python_pages():
        reference.append({"Python": [{pathlib.Path(place).stem: place} for place in pages]})
    folders = [{pathlib.Path(place).stem: place} for place in sorted(PLACES.values()) if place.startswith("library/")]
    reference.append({"C++": [{"Classes and functions": "cpp/index.html"}, *folders]})
    if PAPERS.is_dir():
        section(config.nav, "Gallery").append({"The papers, redrawn": "gallery_papers/index.html"})
    return config


def on_files(files, config):
    pages = {place: (ROOT / path).read_text(encoding="utf-8") for path, place in PLACES.items()}
    pages |= {"commands.md": commands_page(), "references.md": references_page(), **python_pages()}
    texts = {repository_path(place): text for place, text in pages.items()}
    texts |= {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    linked = set().union(*(linked_files(text, page) for page, text in texts.items()))
    pages |= {place_of(path): source_page(path) for path in linked}
    for place, text in sorted(pages.items()):
        files.append(File.generated(config, place, content=text))
    return files


def outside_code(markdown, change):
    """Applies change to everything but fenced, indented and inline code."""
    code = re.compile(r"^(`{3,}).*?^\1|^ {4}.*?$|`[^`\n]*`", re.S | re.M)
    parts, end = [], 0
    for match in code.finditer(markdown):
        parts += [change(markdown[end : match.start()]), match[0]]
        end = match.end()
    return "".join([*parts, change(markdown[end:])])


def with_citations(text, prefix):
    """[Goyal1991, eq. (7)] leads to the reference."""
    keys = "|".join(bibliography())
    return re.sub(rf"\[((?:{keys})\b[^\[\]]*)\](?!\()", lambda match: cited(match[1], prefix), text)


def cited(text, prefix):
    key = re.match(r"\w+", text)[0]
    return f"[\\[{text}\\]]({prefix}references.md#{key.lower()})"


def tabs(match):
    """Consecutive programs of one page as tabs."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", match[0], re.S | re.M)
    text = ""
    for language, block in blocks:
        body = "".join(f"    {line}\n" for line in ["```" + language, *block.splitlines(), "```"])
        text += f'=== "{FENCES[language]}"\n\n{body}\n'
    return text


def on_page_markdown(markdown, page, config, files):
    src_uri = page.file.src_uri
    if src_uri.startswith("python/"):
        return markdown
    prefix = posixpath.relpath(".", posixpath.dirname(src_uri) or ".") + "/"
    markdown = with_site_links(markdown, src_uri)
    markdown = outside_code(markdown, lambda text: with_citations(text, prefix))
    if src_uri.startswith("quantities/"):
        page.meta["hide"] = ["toc"]  # short pages: the place is for programs
        fence = rf"^```(?:{'|'.join(FENCES)})\n(?:(?!^```$).)*?^```$\n*"
        markdown = re.sub(rf"(?:{fence})+", tabs, markdown, flags=re.S | re.M)
    return re.sub(r"(!\[[^\]]*\]\(([^)]+\.svg)\))", r"[\1](\2)", markdown)  # a tap shows the picture alone


def on_post_build(config):
    if PAPERS.is_dir():
        shutil.copytree(PAPERS, pathlib.Path(config.site_dir) / "gallery_papers", dirs_exist_ok=True)
