#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks every C++ file with the pinned clang-format: format_check.sh ROOT CLANG_FORMAT. `./dev format` fixes it.
set -euo pipefail
cd "$1"
formatter=$2
if [ ! -x "$formatter" ]; then
  echo "skipped: $formatter is not installed; ./dev test installs it"
  exit 77
fi
# Sources under tests/data are test inputs and stay as they are.
files=$(git ls-files -co --exclude-standard '*.cpp' '*.h' ':!tests/data')
[ -n "$files" ] || { echo "no source files were found"; exit 1; }
xargs -P 2 -n 40 "$formatter" --dry-run -Werror <<<"$files"
echo "$(wc -l <<<"$files") files are formatted"
