#!/bin/bash
# run_or_skip.sh build PRESET      bring the build of a preset up to date
# run_or_skip.sh build python      the same for the Python package
# run_or_skip.sh TOOL ARGUMENT...  run a tool
# Where the tool is missing: 77 (ctest: skipped), or 1 where CI=true.
set -euo pipefail

missing() {
  echo "MISSING: $1 (scripts/bootstrap test installs it); this part is NOT TESTED"
  if [[ "${CI:-}" == true ]]; then exit 1; fi
  exit 77
}

if [[ "$1" == build ]]; then
  preset=$2
  if [[ $preset == python ]]; then exec scripts/build_python; fi
  if [[ $preset == wasm ]] && ! command -v em++ > /dev/null; then missing emscripten; fi
  if [[ ! -f build/$preset/build.ninja ]]; then cmake --preset "$preset"; fi
  cmake --build --preset "$preset"
else
  command -v "$1" > /dev/null || missing "$1"
  exec "$@"
fi
