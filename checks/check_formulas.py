#!/usr/bin/env python3
"""Formula check: KaTeX can typeset every formula of docs/ and of the READMEs of the library."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import formulas  # noqa: E402  (scripts/ is no package)

SKIPPED = 77


def main():
    if not formulas.katex_folder():
        print("MISSING: KaTeX or node (scripts/bootstrap test installs them); formulas are NOT CHECKED")
        return 1 if os.environ.get("CI") == "true" else SKIPPED
    found = [
        (f"{page.relative_to(ROOT)}:{line}", tex, displayed)
        for page in [*sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("dryslip/*/README.md"))]
        for line, tex, displayed in formulas.formulas_of(page.read_text(encoding="utf-8"))
    ]
    complaints = [
        f"{place}: {answer['error']}"
        for (place, _, _), answer in zip(found, formulas.typeset([(tex, shown) for _, tex, shown in found]), strict=True)
        if "error" in answer
    ]
    for complaint in complaints:
        print(complaint)
    print(f"{len(found)} formulas, {len(complaints)} complaints")
    return 1 if complaints or not found else 0


if __name__ == "__main__":
    sys.exit(main())
