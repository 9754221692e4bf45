#!/bin/bash
# use.sh cmake|pkg-config|shared|program PREFIX WORK CXX VERSION [SHARED_LIBRARY]: an outside project builds and runs with what is
# installed in PREFIX, in one of these ways.
set -euo pipefail
way=$1 prefix=$2 work=$3 cxx=$4 version=$5
source=$(dirname "$0")/main.cpp
rm -rf "$work"
mkdir -p "$work"
export PKG_CONFIG_PATH=$(echo "$prefix"/lib*/pkgconfig)

case $way in
  cmake)
    cmake -G Ninja -S "$(dirname "$0")" -B "$work" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_CXX_COMPILER="$cxx" > "$work.log" ||
      { cat "$work.log"; exit 1; }
    cmake --build "$work" > "$work.log" || { cat "$work.log"; exit 1; }
    ;;
  pkg-config)
    # shellcheck disable=SC2046
    "$cxx" -std=c++20 "$source" -o "$work/outside" $(pkg-config --cflags --libs dryslip)
    ;;
  shared)
    # shellcheck disable=SC2046
    "$cxx" -std=c++20 "$source" -o "$work/outside" $(pkg-config --cflags dryslip) "$6" "-Wl,-rpath,$(dirname "$6")"
    readelf -d "$work/outside" | grep -q 'NEEDED.*libdryslip\.so'
    nm -D --defined-only "$6" | awk '{ print $3 }' > "$work/names"
    if grep -vE '^_Z(N|NK|GVN|TIN|TSN|TVN)7dryslip' "$work/names" || grep -E '^_Z[A-Z]*7dryslip6detail' "$work/names"; then
      echo "the shared library offers more than public names of dryslip" >&2
      exit 1
    fi
    ;;
  program)
    "$prefix/bin/dryslip" --version | grep -qxF "dryslip $version"
    "$prefix/bin/dryslip" check "$prefix/share/dryslip/scenarios/bracket_from_wkt.toml" | grep -q '^  center of pressure'
    exit
    ;;
esac
"$work/outside" | tee /dev/stderr | grep -qF "dryslip $version: spin moment 0.1 N m"
