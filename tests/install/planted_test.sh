#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# planted_test.sh PROGRAMS... [-- LIBRARIES...]: programs and libraries load nothing from the current folder: it has a
# library of the name of each library that they may load, which leaves a mark when it is loaded. $LIBRARIES: a folder of
# libraries that whoever starts the programs names.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "planted: $*" >&2; exit 1; }

programs=() libraries=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do programs+=("$(realpath "$1")"); shift; done
if [ $# -gt 0 ]; then shift; for file in "$@"; do libraries+=("$(realpath "$file")"); done; fi

cat >"$scratch/planted.c" <<'SOURCE'
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void loaded(void) { close(open(MARK, O_CREAT | O_WRONLY, 0600)); }
SOURCE
cc -shared -fPIC -o "$scratch/planted.so" "-DMARK=\"$scratch/mark\"" "$scratch/planted.c"

# What they need, directly or not, and what they open by name; the loader itself is named by an absolute path.
mkdir "$scratch/here"
{
  for file in "${programs[@]}" "${libraries[@]}"; do ldd "$file" | awk '{print $1}'; done
  printf '%s\n' libcuda.so libcuda.so.1 libcublas.so.12 libcublas.so.13 libcupti.so.12 libcupti.so.13 libnvrtc.so.12 libnvrtc.so.13 \
    libnvToolsExt.so.1 libtvm.so libtvm_runtime.so libtvm_ffi.so libGL.so.1 libEGL.so.1
} | grep -v / | sort -u | while read -r name; do cp "$scratch/planted.so" "$scratch/here/$name"; done
count=$(find "$scratch/here" -name '*.so*' | wc -l)
[ "$count" -gt 15 ] || fail "only $count libraries were planted"
for folder in platforms imageformats iconengines; do mkdir "$scratch/here/$folder"; cp "$scratch/planted.so" "$scratch/here/$folder/libplanted.so"; done

cat >"$scratch/here/model.txt" <<'MODEL'
@main(x):
  call vm.builtin.copy in: %0 dst: %1
  ret %1
@vm.builtin.copy packed_func;
MODEL
cd "$scratch/here"
unset LD_LIBRARY_PATH LD_PRELOAD QT_PLUGIN_PATH
if [ -n "${LIBRARIES:-}" ]; then export LD_LIBRARY_PATH=$LIBRARIES; fi
export QT_QPA_PLATFORM=offscreen HOME=$scratch XDG_RUNTIME_DIR=$scratch

try() {  # try COMMAND...: it ends well and leaves no mark
  "$@" >"$scratch/out" 2>&1 || { cat "$scratch/out"; fail "$* failed"; }
  [ ! -e "$scratch/mark" ] || fail "$* loaded a library of the current folder"
}
for program in "${programs[@]}"; do
  case $(basename "$program") in
    rscope)
      try "$program" functions model.txt
      try "$program" run model.txt main --input 1
      try "$program" devices
      ;;
    relaxscope-worker) try "$program" --version ;;
    relaxscope) try "$program" --screenshot "$scratch/p.png" --view listing model.txt ;;
    *) fail "no command for $program" ;;
  esac
done
for library in "${libraries[@]}"; do
  # As any program that opens it: the libraries that it needs are searched from there.
  try python3 -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$library"
done

# Where the current folder is searched, the planted libraries are found: the program fails or leaves a mark.
if LD_LIBRARY_PATH=: "${programs[0]}" --version >/dev/null 2>&1 && [ ! -e "$scratch/mark" ]; then fail "planted libraries are not found at all"; fi
echo "planted: nothing of $count libraries was loaded"
