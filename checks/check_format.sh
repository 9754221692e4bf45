#!/bin/bash
# Fails where a C++ file is not as clang-format would write it; with --fix, writes it so.
set -euo pipefail
cd "$(dirname "$0")/.."

version=14  # others format differently
tool=$(command -v clang-format-$version || command -v clang-format || true)
if [[ -z $tool ]] || ! "$tool" --version | grep -q "version $version\."; then
  echo "MISSING: clang-format $version (scripts/bootstrap test installs it); formatting is NOT CHECKED"
  if [[ "${CI:-}" == true ]]; then exit 1; fi
  exit 77
fi

mapfile -d '' files < <(find dryslip cli tests bench examples reproduce python web \
  \( -name node_modules -o -name build \) -prune -o \
  \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cu' \) -type f -print0 2> /dev/null)
if [[ "${1:-}" == --fix ]]; then
  "$tool" -i "${files[@]}"
else
  "$tool" --dry-run -Werror "${files[@]}"
fi
echo "${#files[@]} files"
