#!/bin/bash
# install.sh BUILD PREFIX: installs a build and moves it to PREFIX; nothing in its packages may tell where it was or where libraries lie.
set -euo pipefail
build=$1 prefix=$2
rm -rf "$prefix" "$prefix.first"
cmake --install "$build" --prefix "$prefix.first" > /dev/null
mv "$prefix.first" "$prefix"
if grep -rnE "$prefix|$build|/usr/|/lib[a-z0-9_]*\.(a|so)" "$prefix"/lib*/cmake "$prefix"/lib*/pkgconfig |
  grep -vE '\$\{_IMPORT_PREFIX\}|get_filename_component|"/usr/lib"'; then
  echo "not relocatable: these lines name places of this machine" >&2
  exit 1
fi
find "$prefix" -name detail -print -quit | (! grep .) || { echo "private headers are installed" >&2; exit 1; }
