#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh BUILD SOURCE PYTHON OUT: makes a .deb, a .tar.zst and a Python wheel of a build into OUT. PYTHON is one that has
# the pinned scikit-build-core. With SOURCE_DATE_EPOCH, the same build results in the same files.
set -euo pipefail
build=$(realpath "$1") source=$(realpath "$2") python=$3 out=$4
here=$source/packaging
version=$(sed -nE 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
architecture=$(dpkg --print-architecture)
name=relaxscope_${version}_$architecture
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date +%s)}
umask 022
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
die() { echo "package: $*" >&2; exit 1; }

install_component() {  # install_component PREFIX [COMPONENT]
  cmake --install "$build" --strip --prefix "$1" ${2:+--component "$2"} >"$scratch/log" 2>&1 ||
    { cat "$scratch/log" >&2; die "cmake --install ${2:-} failed"; }
}

check() {  # check OPTION... TREE: prints what check_tree.py prints for a complete tree
  local answer
  answer=$("$here/check_tree.py" "$@") ||
    { printf '%s\n' "$answer" >&2; die "the tree is not complete"; }
  echo "$answer"
}

# The tree that the .deb and the archive share.
make_tree() {
  tree=$scratch/$name
  install_component "$tree"
  install_component "$tree" bundle
  check --programs rscope,relaxscope,relaxscope-worker "$tree"
  find "$tree" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
}

# depends ROOT: what the programs and libraries of a root need, with versions, as a field of a control file.
depends() {
  local root=$1 files=()
  mkdir -p "$scratch/shlibs/debian"
  printf 'Source: relaxscope\n\nPackage: relaxscope\nArchitecture: any\n' >"$scratch/shlibs/debian/control"
  mapfile -t files < <(find "$root/usr/bin" "$root/usr/lib" -type f \( -perm -u+x -o -name '*.so*' \))
  (cd "$scratch/shlibs" && dpkg-shlibdeps -O --warnings=0 -l/usr/lib/relaxscope "${files[@]/#/-e}" 2> >(grep -v 'extract name and version' >&2)) | sed 's/^shlibs:Depends=//'
}

make_deb() {
  local root=$scratch/root
  mkdir -p "$root/DEBIAN"
  cp -a "$tree" "$root/usr"
  local needs
  needs=$(depends "$root")
  [ -n "$needs" ] || die "dpkg-shlibdeps named no package"
  cat >"$root/DEBIAN/control" <<CONTROL
Package: relaxscope
Version: $version
Architecture: $architecture
Maintainer: The RelaxScope developers <maintainers@relaxscope.invalid>
Section: devel
Priority: optional
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f 1)
Depends: $needs
Recommends: fonts-noto-core, fonts-noto-cjk
Suggests: g++
Description: inspector and profiler for Apache TVM's Relax VM executables
 Opens models that Apache TVM compiled for its Relax virtual machine, shows what is in
 them without running anything from the file, runs them on its own engine in a separate
 process, and shows where the time went: relaxscope (the window), rscope (the same in a
 terminal) and relaxscope-worker (runs models for both). Kernels for CUDA run without a
 GPU on an emulated one, for which g++ is needed.
CONTROL
  (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  dpkg-deb --root-owner-group -Zzstd -z12 --build "$root" "$out/$name.deb" >/dev/null
}

make_archive() {
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$scratch" "$name" |
    zstd --quiet --force -12 --threads=0 -o "$out/$name.tar.zst"
}

make_wheel() {
  local package=$scratch/python glibc
  install_component "$package" python
  glibc=$(check --given libtvm_ffi.so "$package" | sed -n 's/^glibc //p')
  _PYTHON_HOST_PLATFORM=manylinux_${glibc/./_}_$(uname -m) \
    "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$out" \
    --config-settings "cmake.source-dir=packaging/wheel" --config-settings "build-dir=$scratch/wheel" \
    --config-settings "cmake.define.RELAXSCOPE_INSTALLED=$package" "$source"
}

timed() {  # timed WHAT FUNCTION: prints how long it took, and the size of the newest file of OUT
  local from=$EPOCHREALTIME seconds file
  "$2" >&2
  seconds=$(awk -v from="$from" -v to="$EPOCHREALTIME" 'BEGIN {printf "%.1f", to - from}')
  file=$(find "$out" -maxdepth 1 -type f -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2-)
  if [ "$2" = make_tree ]; then printf '%-6s %6s s\n' "$1" "$seconds"; return; fi
  printf '%-6s %6s s %7.1f MB  %s\n' "$1" "$seconds" "$(stat -c %s "$file" | awk '{print $1 / 1e6}')" "$file"
}

mkdir -p "$out"
out=$(realpath "$out")
rm -f "$out"/relaxscope[_-]*.{deb,tar.zst,whl}
timed tree make_tree
timed deb make_deb
timed archive make_archive
timed wheel make_wheel
