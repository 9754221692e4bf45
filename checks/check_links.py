#!/usr/bin/env python3
"""Link check, without a network.

Of the repository: every relative link and image of its Markdown files exists, and so does the heading that it names.
With --site FOLDER: every link, script, style, font and picture of the pages of a built site exists there, with its anchor,
and no page or style loads anything from the net.
"""
import argparse
import functools
import html.parser
import os
import pathlib
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = re.compile(r"^(`{3,}).*?^\1|`[^`\n]*`", re.S | re.M)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.M)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)
NOT_OURS = {"build", "node_modules"}
FROM_NET = re.compile(r"(https?:)?//")
IN_STYLE = re.compile(r"url\(\s*['\"]?([^'\")\s]+)|@import\s+['\"]([^'\"]+)")
LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}


def without_code(text):
    """The text with its code blanked out: lengths and lines stay."""
    return CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


@functools.cache
def heading_anchors(file):
    """Anchors that GitHub gives to the headings of a Markdown file."""
    anchors, seen = set(), {}
    for heading in HEADING.findall(re.sub(r"^(`{3,}).*?^\1", "", file.read_text(encoding="utf-8"), flags=re.S | re.M)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        seen[anchor] = seen.get(anchor, -1) + 1
        anchors.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
    return anchors


def markdown_files():
    for folder, subfolders, names in os.walk(ROOT):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith(".") and name not in NOT_OURS)
        yield from (pathlib.Path(folder) / name for name in sorted(names) if name.endswith(".md"))


def check_repository():
    count, complaints = 0, []
    for file in markdown_files():
        text = without_code(file.read_text(encoding="utf-8"))
        for match in LINK.finditer(text):
            link = match[1]
            if ELSEWHERE.match(link):
                continue
            count += 1
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            target = (file.parent / path).resolve() if path else file
            if not target.exists():
                fault = "no such file"
            elif anchor and (target.suffix != ".md" or anchor not in heading_anchors(target)):
                fault = "no such heading"
            else:
                continue
            complaints.append(f"{file.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}: {link}: {fault}")
    return count, complaints


class Page(html.parser.HTMLParser):
    """Links and anchors of a page."""

    def __init__(self, file):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        address = given.get(LOADED.get(tag, ""))
        if address and given.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append(address)


def check_site(site):
    """Doxygen's own pages are only looked at as targets."""
    page_of = functools.cache(Page)
    count, complaints = 0, []
    for file in sorted(site.rglob("*.html")):
        name = str(file.relative_to(site))
        if name.startswith("cpp/") or name == "404.html":  # that one is for servers only
            continue
        page = page_of(file)
        complaints += [f"{name}: loads {link} from the net" for link in page.loads if FROM_NET.match(link)]
        for link in page.links + page.loads:
            if ELSEWHERE.match(link):
                continue
            count += 1
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            target = (file.parent / path.partition("?")[0]).resolve() if path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                complaints.append(f"{name}: {link}: no such file")
            elif anchor and target.suffix == ".html" and anchor not in page_of(target).anchors:
                complaints.append(f"{name}: {link}: no such anchor")
    for file in sorted(site.rglob("*.css")):
        name = str(file.relative_to(site))
        for match in IN_STYLE.finditer(file.read_text(encoding="utf-8")):
            link = match[1] or match[2]
            if FROM_NET.match(link):
                complaints.append(f"{name}: loads {link} from the net")
            elif not ELSEWHERE.match(link) and not link.startswith("#"):
                count += 1
                if not (file.parent / urllib.parse.unquote(link).partition("#")[0].partition("?")[0]).is_file():
                    complaints.append(f"{name}: {link}: no such file")
    return count, complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=pathlib.Path, help="a built site instead of the repository")
    site = parser.parse_args().site
    count, complaints = check_site(site.resolve()) if site else check_repository()
    for complaint in complaints:
        print(complaint)
    print(f"{count} links, {len(complaints)} complaints")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    sys.exit(main())
