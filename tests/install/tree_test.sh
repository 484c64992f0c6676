#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tree_test.sh BUILD SOURCE: the tree that packages are made of is complete, the Python package's folder is, too, and the
# check finds what is wrong with a tree.
set -euo pipefail
build=$1 source=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "tree: $*" >&2; exit 1; }
command -v dpkg-query >/dev/null || { echo "skipped: packages are made on Debian and Ubuntu"; exit 77; }
install_component() {
  cmake --install "$build" --prefix "$1" ${2:+--component "$2"} >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log"; fail "cmake --install ${2:-} failed"; }
}
check() { "$source/packaging/check_tree.py" "$@"; }

tree=$scratch/tree libraries=$scratch/tree/lib/relaxscope
install_component "$tree"
install_component "$tree" bundle
check --programs rscope,relaxscope,relaxscope-worker "$tree" || fail "the tree is not complete"
for file in plugins/platforms/libqoffscreen.so plugins/platforms/libqxcb.so plugins/imageformats/libqsvg.so plugins/iconengines/libqsvgicon.so \
  libQt6Core.so.6 libtvm_ffi.so emulated/libcuda.so.1; do
  [ -e "$libraries/$file" ] || fail "$file is missing"
done
for package in libqt6core6 libqcustomplot2.1-qt6 fonts-inter; do
  compgen -G "$tree/share/doc/relaxscope/third-party/$package*" >/dev/null || fail "the licence of $package is missing"
done
[ -n "$(ls "$tree/share/doc/relaxscope/third-party/apache-tvm-ffi")" ] || fail "the licence of tvm-ffi is missing"

# The window uses the plugins of its tree, wherever that is.
mv "$tree" "$scratch/moved"
env -i PATH=/usr/bin:/bin HOME="$scratch" QT_QPA_PLATFORM=offscreen QT_DEBUG_PLUGINS=1 LD_DEBUG=libs LD_DEBUG_OUTPUT="$scratch/loaded" \
  "$scratch/moved/bin/relaxscope" --screenshot "$scratch/p.png" --view overview "$scratch/moved/share/relaxscope/examples/pool_tree.so" >/dev/null 2>&1 ||
  fail "the window does not start"
grep -qh "calling init: $scratch/moved/lib/relaxscope/plugins/platforms/libqoffscreen.so" "$scratch"/loaded.* || fail "the tree's plugin is not used"
if grep -h 'calling init:' "$scratch"/loaded.* | grep -E '/libQt6|/qt6/plugins/' | grep -v "$scratch/moved/"; then fail "Qt of the system is used"; fi
mv "$scratch/moved" "$tree"

package=$scratch/python
install_component "$package" python
check --given libtvm_ffi.so "$package" || fail "the Python package is not complete"
for file in relaxscope/bin/rscope relaxscope/bin/relaxscope-worker relaxscope/librelaxscope_vm.so relaxscope/emulated/libcuda.so.1; do
  [ -e "$package/$file" ] || fail "$file is missing in the Python package"
done
for soname in libsqlite3.so.0 libzstd.so.1; do
  if readelf -d "$package/relaxscope/librelaxscope_vm.so" | grep -qF "[$soname]"; then fail "the library brings $soname into Python's process"; fi
done

# The loader refuses it where a process has loaded the C++ library late, as Python does.
if readelf -rW "$package/relaxscope/librelaxscope_vm.so" | grep -qE '_TP(OFF|REL).*@'; then fail "variables of other libraries have a fixed place"; fi
# A variable of a thread that takes a function call makes programs slower in Python than in the worker.
objdump -dC --no-show-raw-insn "$build/lib/librelaxscope_vm.so" >"$scratch/code"
for function in workspaceAllocate releaseNested; do
  text=$(sed -n "/^[0-9a-f]* <relaxscope::$function(/,/^\$/p" "$scratch/code")
  [ -n "$text" ] || fail "no code of $function"
  if grep -q 'call .*__tls_get_addr' <<<"$text"; then fail "$function calls __tls_get_addr"; fi
done

finds() {  # finds WHAT OPTION... TREE: the check fails and its output contains WHAT
  local what=$1 answer
  shift
  if answer=$(check "$@"); then fail "the check does not find: $what"; fi
  grep -qF -e "$what" <<<"$answer" || fail "the check says something else than: $what: $answer"
}
finds 'relaxscope-worker: needs libtvm_ffi.so' "$package"
finds 'bin/relaxscope: is missing' --programs relaxscope "$package"
rm "$libraries/libQt6Svg.so.6"
finds 'libqsvg.so: needs libQt6Svg.so.6, which is neither in the tree nor in system_libraries.txt' "$tree"
cp "$(readlink -f "$libraries/libQt6Core.so.6")" "$libraries/libX11.so.6"
finds 'libX11.so.6: is in system_libraries.txt and must not be in the tree' "$tree"
cp "$libraries/libX11.so.6" "$libraries/libbsd.so.0"
finds 'libbsd.so.0: the system' "$tree"
echo "$(realpath "$source")/made/here" >"$package/note"
finds "note: names $(realpath "$source")/made/here" --given libtvm_ffi.so "$package"
touch "$tree/bin/other"
finds 'bin/other: is not one of the programs' --programs rscope,relaxscope,relaxscope-worker "$tree"
cp "$build/bin/test_worker" "$tree/bin/relaxscope-worker"
finds 'bin/relaxscope-worker: looks for libraries in /' "$tree"

# Search paths that others could fill: the check finds them, and the build tree has none.
paths=$scratch/paths
mkdir -p "$paths/bin" "$paths/lib" "$paths/open"
chmod o+w "$paths/open"
library() { gcc -shared -nostdlib -x c -o "$paths/lib/$1" /dev/null "-Wl,-rpath,$2"; }
library empty.so "\$ORIGIN:"
library relative.so lib
library outside.so "\$ORIGIN/../../other"
library open.so "\$ORIGIN/../open"
library missing.so "\$ORIGIN/../open/missing"
library fine.so "\$ORIGIN:\$ORIGIN/../lib"
library absolute.so /usr/lib
finds 'lib/empty.so: looks for libraries in the current folder (an empty element)' "$paths"
finds 'lib/relative.so: looks for libraries in lib' "$paths"
finds 'lib/outside.so: looks for libraries in $ORIGIN/../../other, outside the tree' "$paths"
finds 'lib/open.so: looks for libraries in $ORIGIN/../open, which any user can write' "$paths"
finds 'lib/missing.so: looks for libraries in $ORIGIN/../open/missing, which any user can write' "$paths"
finds 'lib/absolute.so: looks for libraries in /usr/lib' "$paths"
answer=$(check "$paths" || true)
if grep fine.so <<<"$answer"; then fail 'the check refuses a path of the tree'; fi
finds 'lib/empty.so: looks for libraries in the current folder' --build "$paths"
answer=$(check --build "$paths" || true)
if grep absolute.so <<<"$answer"; then fail 'the check refuses an absolute path of a build tree'; fi
check --build "$build" || fail "the build tree looks for libraries where others could put them"
echo "tree: fine"
