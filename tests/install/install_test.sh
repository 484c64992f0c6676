#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install_test.sh BUILD SOURCE: installs into a folder, moves the folder, and runs the example from there as a user
# would: nothing may refer to the build tree or the virtual environment.
set -euo pipefail
build=$1 source=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "install: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$scratch/first" >"$scratch/install.log" || { cat "$scratch/install.log"; fail "cmake --install failed"; }
mv "$scratch/first" "$scratch/moved"
prefix=$scratch/moved examples=$scratch/moved/share/relaxscope/examples

for file in bin/rscope bin/relaxscope-worker share/relaxscope/examples/pool_tree.so share/relaxscope/examples/transformer_block.so \
  share/doc/relaxscope/LICENSES/Apache-2.0.txt share/doc/relaxscope/LICENSES/GPL-3.0-or-later.txt; do
  [ -e "$prefix/$file" ] || fail "$file is missing"
done
if [ -x "$build/bin/relaxscope" ]; then
  for file in bin/relaxscope share/applications/org.relaxscope.RelaxScope.desktop share/mime/packages/relaxscope.xml \
    share/metainfo/org.relaxscope.RelaxScope.metainfo.xml share/icons/hicolor/scalable/apps/org.relaxscope.RelaxScope.svg; do
    [ -e "$prefix/$file" ] || fail "$file is missing"
  done
fi

# Library paths are relative to the file that contains them, each element of them, and no file names the build tree.
while read -r file; do
  paths=$(readelf -d "$file" 2>/dev/null | sed -nE 's/.*(RUNPATH|RPATH).*\[(.*)\].*/\2/p')
  if [ -n "$paths" ] && tr ':' '\n' <<<"$paths" | grep -qvE '^[$]ORIGIN(/|$)'; then fail "${file#"$prefix"/} looks for libraries in $paths"; fi
  if grep -qF -e "$source/" -e "$(realpath "$build")/" <(readelf -d "$file" 2>/dev/null); then fail "$file names the build tree"; fi
done < <(find "$prefix/bin" "$prefix/lib"* -type f)

run() { env -i PATH=/usr/bin:/bin HOME="$scratch" QT_QPA_PLATFORM=offscreen "$@"; }
run "$prefix/bin/rscope" --version
run "$prefix/bin/rscope" verify "$examples/transformer_block.so" >/dev/null || fail "rscope verify failed"
run "$prefix/bin/rscope" run "$examples/pool_tree.so" --inputs "$examples/pool_tree.npz" --outputs "$scratch/installed.npz"
"$build/bin/rscope" run "$examples/pool_tree.so" --inputs "$examples/pool_tree.npz" --outputs "$scratch/built.npz"
cmp "$scratch/installed.npz" "$scratch/built.npz" || fail "the installed program computes something else than the built one"
# The emulated GPU is found beside the programs, and its compiler's headers are in it.
cuda=$source/tests/data/relax/softmax_cuda.so
run "$prefix/bin/rscope" run "$cuda" --device emulated --outputs "$scratch/installed_cuda.npz" 2>/dev/null || fail "the emulated GPU does not run"
"$build/bin/rscope" run "$cuda" --device emulated --outputs "$scratch/built_cuda.npz" 2>/dev/null
cmp "$scratch/installed_cuda.npz" "$scratch/built_cuda.npz" || fail "the installed emulated GPU computes something else than the built one"
if [ -x "$prefix/bin/relaxscope" ]; then
  run "$prefix/bin/relaxscope" --screenshot "$scratch/listing.png" --view listing "$examples/pool_tree.so"
  [ "$(head -c 4 "$scratch/listing.png" | tail -c 3)" = PNG ] || fail "the installed window made no picture"
fi
echo "install: fine"
