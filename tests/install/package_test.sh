#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package_test.sh deb|archive|wheel PACKAGES BARE BUILD: installs a package into a copy of the bare root, runs the example
# and takes a picture there, and removes it. Without a bare root, a folder and a cleared environment take its place.
set -euo pipefail
kind=$1 packages=$(realpath "$2") bare=$3 build=$(realpath "$4")
source=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "package_$kind: $*" >&2; exit 1; }
root='' examples=$build/share/relaxscope/examples
if [ -e "$bare/etc/debian_version" ]; then
  root=$scratch/root
  cp -a --reflink=auto "$bare" "$root"
else
  echo "no bare root: $(cat "$bare.reason"); instead, a folder with a cleared environment"
fi

# inside COMMAND...: with few variables; in the root if there is one. Folders below $at mean the same on both sides.
if [ -n "$root" ]; then at=/tmp/at; else at=$scratch/at; fi
mkdir -p "$root$at/home"
inside() {
  local clear=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME="$at/home" QT_QPA_PLATFORM=offscreen
    DEBIAN_FRONTEND=noninteractive PYTHONDONTWRITEBYTECODE=1)
  local variable
  for variable in http_proxy https_proxy no_proxy; do
    if [ -n "${!variable:-}" ]; then clear+=("$variable=${!variable}"); fi
  done
  if [ -z "$root" ]; then
    "${clear[@]}" "$@"
  else
    # shellcheck disable=SC2016
    unshare --mount --pid --fork bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" "${clear[@]}" "$@"
  fi
}
apt() { inside apt-get "$@" >"$scratch/apt.log" 2>&1 || { tail -n 20 "$scratch/apt.log"; fail "apt-get $* failed"; }; }

# files: what is in the root, but for what programs and dpkg note down for themselves.
files() {
  (cd "${root:-$at}" && find . \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./run -o -path ./tmp -o -path ./home -o -path ./var/log \
    -o -path ./var/cache -o -path ./var/lib/dpkg/triggers -o -path ./var/lib/dpkg/updates \) -prune -o -print |
    grep -v '^./var/lib/dpkg/[^/]*$' | LC_ALL=C sort)
}
same_files() { diff "$scratch/before" <(files) || fail "removal leaves other files than there were"; }

# try_rscope PROGRAM: its version is the package's; the example prints and computes what the build's program does.
try_rscope() {
  local version
  version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
  cp "$examples"/pool_tree.{so,npz} "$root$at/"
  [[ $(inside "$1" --version) == *"$version"* ]] || fail "rscope --version does not print $version"
  # shellcheck disable=SC2016
  local both='"$0" run pool_tree.so --inputs pool_tree.npz >"$1.txt" 2>&1 && "$0" run pool_tree.so --inputs pool_tree.npz --outputs "$1.npz"'
  (cd "$root$at" && sh -c "$both" "$build/bin/rscope" built)
  inside sh -c "cd $at && $both" "$1" packaged || { cat "$root$at/packaged.txt"; fail "the example does not run"; }
  grep -q 'float32\[' "$root$at/packaged.txt" || { cat "$root$at/packaged.txt"; fail "the example prints no tensor"; }
  diff "$root$at/built.txt" "$root$at/packaged.txt" || fail "the example prints something else"
  cmp "$root$at/built.npz" "$root$at/packaged.npz" || fail "the example computes something else"
}

# try_window PROGRAM: a picture of the size that was asked for, and no message.
try_window() {
  inside "$1" --screenshot "$at/overview.png" --view overview --size 1200x760 "$at/pool_tree.so" >"$scratch/window.log" 2>&1 ||
    { cat "$scratch/window.log"; fail "relaxscope --screenshot failed"; }
  [ ! -s "$scratch/window.log" ] || { cat "$scratch/window.log"; fail "relaxscope --screenshot prints messages"; }
  [ "$(head -c 4 "$root$at/overview.png" | tail -c 3)" = PNG ] || fail "the picture is not a PNG"
  [ "$(od -An -j16 -N8 -tu4 --endian=big "$root$at/overview.png" | xargs)" = '1200 760' ] || fail "the picture has another size"
}

# try_planted FOLDER: programs below FOLDER, a path of the root, load nothing from the current folder.
try_planted() {
  local programs=() file
  while read -r file; do
    if [ "$(head -c 4 "$file" | tail -c 3)" = ELF ]; then programs+=("$file"); fi
  done < <(find "$root$1" -type f -path '*/bin/*' \( -name rscope -o -name relaxscope -o -name relaxscope-worker \))
  [ ${#programs[@]} -ge 2 ] || fail "no programs in $1"
  "$source/tests/install/planted_test.sh" "${programs[@]}" || fail "a program loads libraries of the current folder"
}

test_deb() {
  local deb control line
  deb=$(echo "$packages"/relaxscope_*.deb)
  control=$(dpkg-deb --field "$deb")
  grep -q '^Depends: .*libc6 (>= ' <<<"$control" || fail "the control file does not ask for libc6: $control"
  dpkg-deb --info "$deb" >/dev/null
  dpkg-deb --contents "$deb" >"$scratch/contents"
  for line in usr/bin/rscope usr/bin/relaxscope usr/bin/relaxscope-worker usr/share/applications/org.relaxscope.RelaxScope.desktop \
    usr/share/mime/packages/relaxscope.xml usr/share/icons/hicolor/scalable/apps/org.relaxscope.RelaxScope.svg \
    usr/share/doc/relaxscope/copyright usr/share/doc/relaxscope/LICENSES/GPL-3.0-or-later.txt; do
    grep -q " \./$line$" "$scratch/contents" || fail "$line is missing"
  done
  if grep -v ' root/root ' "$scratch/contents"; then fail "files of another owner"; fi
  if [ -z "$root" ]; then
    dpkg-deb --extract "$deb" "$at"
    try_rscope "$at/usr/bin/rscope"
    try_window "$at/usr/bin/relaxscope"
    try_planted "$at/usr"
    echo "not tried here: installation and removal by dpkg"
    return
  fi
  apt update -q
  apt satisfy -q -y --no-install-recommends "$(dpkg-deb --field "$deb" Depends)"
  files >"$scratch/before"
  cp "$deb" "$root$at/relaxscope.deb"
  inside dpkg --install "$at/relaxscope.deb" >/dev/null
  try_rscope /usr/bin/rscope
  try_window /usr/bin/relaxscope
  try_planted /usr
  inside dpkg --purge relaxscope >/dev/null
  same_files
}

test_archive() {
  local archive
  archive=$(echo "$packages"/relaxscope_*.tar.zst)
  files >"$scratch/before"
  mkdir -p "$root$at/../opt" "$root/opt"
  local prefix=/opt/relaxscope
  if [ -z "$root" ]; then prefix=$at/relaxscope; fi
  mkdir "$root$prefix"
  zstd --quiet --decompress --stdout "$archive" | tar --extract --strip-components=1 -C "$root$prefix"
  try_rscope "$prefix/bin/rscope"   # nothing was added to the root
  try_planted "$prefix"
  rm -r "$root${prefix:?}"
  if [ -n "$root" ]; then
    same_files
    apt update -q
    apt satisfy -q -y --no-install-recommends "$(dpkg-deb --field "$(echo "$packages"/relaxscope_*.deb)" Depends)"
  fi
  mkdir "$root$prefix.moved"
  zstd --quiet --decompress --stdout "$archive" | tar --extract --strip-components=1 -C "$root$prefix.moved"
  try_window "$prefix.moved/bin/relaxscope"
}

test_wheel() {
  local wheel python=$at/venv/bin/python
  wheel=$(echo "$packages"/relaxscope-*.whl)
  if [ -n "$root" ]; then
    apt update -q
    apt install -q -y --no-install-recommends python3-venv
  fi
  cp "$wheel" "$root$at/"
  inside python3 -m venv "$at/venv"
  cp -L "${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}" "$root$at/certificates"
  local pip=("$python" -m pip --quiet --disable-pip-version-check --no-input --cert "$at/certificates")
  inside "${pip[@]}" install apache-tvm-ffi numpy
  venv_files() { (cd "$root$at/venv" && find . | LC_ALL=C sort); }
  venv_files >"$scratch/before"
  local from=$SECONDS
  inside "${pip[@]}" install "$at/$(basename "$wheel")"
  echo "pip install: $((SECONDS - from)) s"
  try_rscope "$at/venv/bin/rscope"
  inside "$at/venv/bin/relaxscope-worker" --version >/dev/null || fail "relaxscope-worker does not start"
  # Python's launchers of the programs name the folder of libtvm_ffi, as here.
  LIBRARIES=$(echo "$root$at"/venv/lib/python3*/site-packages/tvm_ffi/lib) try_planted "$at/venv"
  inside "$python" - "$at" <<'PYTHON' || fail "the package does not work in Python"
import pathlib, sqlite3, sys
import numpy as np
import relaxscope
folder = pathlib.Path(relaxscope.__file__).parent
assert not list(folder.rglob("libtvm_ffi*")), "libtvm_ffi is Python's"
executable = relaxscope.open(sys.argv[1] + "/pool_tree.so")
inputs, packaged = (np.load(f"{sys.argv[1]}/{name}.npz") for name in ("pool_tree", "packaged"))
result = executable.run("main", *(inputs[name] for name in inputs.files))
first = result[0] if isinstance(result, (tuple, list)) else result
assert np.array_equal(first, packaged[packaged.files[0]])
loaded = {line.split()[-1] for line in open("/proc/self/maps") if "sqlite" in line}
assert len([path for path in loaded if "/libsqlite3" in path]) <= 1, loaded
PYTHON
  inside "${pip[@]}" uninstall --yes relaxscope
  diff "$scratch/before" <(venv_files) || fail "pip uninstall leaves other files than there were"
}

"test_$kind"
echo "package_$kind: fine"
