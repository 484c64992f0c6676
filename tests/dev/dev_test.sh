#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Behaviour of ./dev for test counts, displays and packages, with fake files and commands.
# shellcheck disable=SC1091,SC2317
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../dev"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

expect() {  # expect WHAT WANT GOT
  if [ "$2" = "$3" ]; then return 0; fi
  echo "$1: want '$2', got '$3'" >&2
  failures=$((failures + 1))
}
junit() { printf '<testsuite>%s</testsuite>\n' "$2" >"$scratch/$1.xml"; }
count() { count_tests "$@" 2>&1 | tail -n 1 || true; }
code() { "$@" >/dev/null 2>&1 && echo 0 || echo $?; }

ran='<testcase name="a" status="run"/>'
failed='<testcase name="b" status="fail"><failure message=""/></testcase>'
skipped='<testcase name="c" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>'
not_found='<testcase name="d" status="notrun"><skipped message="Unable to find executable"/></testcase>'
junit good "$ran$ran$skipped"
junit bad "$ran$failed$not_found"
junit none ''
junit skips "$skipped"

expect 'sums of two runs' '3 passed, 2 failed, 1 skipped' "$(count "$scratch/good.xml" "$scratch/bad.xml")"
expect 'a good run' 0 "$(code count_tests "$scratch/good.xml")"
expect 'a failed test' 1 "$(code count_tests "$scratch/bad.xml")"
expect 'a run without tests' 1 "$(code count_tests "$scratch/good.xml" "$scratch/none.xml")"
expect 'a file that was never written' 1 "$(code count_tests "$scratch/good.xml" "$scratch/lost.xml")"
expect 'skipped tests alone' 1 "$(code count_tests "$scratch/skips.xml")"

# A GoogleTest program is one test of ctest and writes its cases beside the junit file.
mkdir "$scratch/gtest"
cases() { printf '<testsuites><testsuite>%s</testsuite></testsuites>\n' "$2" >"$scratch/gtest/$1.xml"; }
one='<testcase name="One" classname="S" status="run" result="completed"/>'
bad='<testcase name="Two" classname="S" status="run" result="completed"><failure message="x"/></testcase>'
left_out='<testcase name="Three" classname="S" status="run" result="skipped"><skipped message="no GPU"/></testcase>'
junit whole '<testcase name="p.1" status="run"/>'
cases p.1 "$one$one$left_out"
expect 'cases of a program' '2 passed, 0 failed, 1 skipped' "$(count "$scratch/whole.xml")"
junit broken '<testcase name="p.2" status="fail"><failure message=""/></testcase>'
cases p.2 "$one$bad"
expect 'a failing case' '1 passed, 1 failed, 0 skipped' "$(count "$scratch/broken.xml")"
expect 'its name' 'failed: p.2: S.Two' "$(count_tests "$scratch/broken.xml" 2>&1 | head -n 1)"
junit crashed '<testcase name="p.3" status="fail"><failure message=""/></testcase>'
expect 'a program that crashed' '0 passed, 1 failed, 0 skipped' "$(count "$scratch/crashed.xml")"
junit leaking '<testcase name="p.1" status="fail"><failure message=""/></testcase>'
expect 'a program that ends badly after its cases' '2 passed, 1 failed, 1 skipped' "$(count "$scratch/leaking.xml")"

display() { env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM "$@" bash -c "source '$PWD/dev'; has_display && echo yes || echo no"; }
expect 'no display named' no "$(display)"
expect 'a local display without its socket' no "$(display DISPLAY=:987)"
expect 'a display of another machine' yes "$(display DISPLAY=host:10.0)"
expect 'a platform without windows' no "$(display DISPLAY=host:10.0 QT_QPA_PLATFORM=offscreen)"
expect 'a Wayland socket that is not there' no "$(display WAYLAND_DISPLAY="$scratch/none")"

# Without root and sudo the packages are listed in one line, and nothing is installed.
words=$(
  id() { echo 1000; }
  sudo() { return 1; }
  dpkg-query() { echo 'installed here libother (= 1)'; }
  ensure_packages here libother gone 2>&1 </dev/null
) || true
expect 'missing packages' '  apt-get update && apt-get install -y --no-install-recommends gone' "$(tail -n 1 <<<"$words")"

# Programs with what else a package needs are configured like programs alone.
wanted=$(
  configure() { echo "configured ${2:-all}"; }
  cmake() { :; }
  say() { :; }
  build release programs python_package
  build release rscope
)
expect 'targets of a package' 'configured programs configured all' "$(xargs <<<"$wanted")"

# Labels run in their preset.
ran=$(
  setup() { :; }
  build() { echo "build $*"; }
  ctest_run() { echo "ctest $*"; }
  count_tests() { :; }
  cmd_test golden unit fuzz
  cmd_test
  cmd_test sanitized
)
expect 'labels in their presets' "build release ctest release -L ^(golden)\$ -LE ^full\$ build asan unit_programs ctest asan -L ^(unit|fuzz)\$ -LE ^full\$" \
  "$(head -n 4 <<<"$ran" | xargs)"
expect 'no label' "build release ctest release -LE ^full\$" "$(sed -n 5,6p <<<"$ran" | xargs)"
expect 'with sanitizers' "build asan unit_programs ctest asan -L ^(unit|fuzz)\$ -LE ^full\$" "$(sed -n '7,$p' <<<"$ran" | xargs)"

# A build says what it makes when that changes; other lines stay.
built=$(printf '%s\n' '[1/9 1.5s] Building CXX object vmcore/CMakeFiles/rs_inspect.dir/a.cpp.o' \
  '[2/9 2.0s] Building CXX object vmcore/CMakeFiles/rs_inspect.dir/b.cpp.o' 'a.cpp:1: warning: w' \
  '[6/9 300s] Building CXX object views/CMakeFiles/rs_views.dir/c.cpp.o' | show_progress 2>&1)
expect 'progress of a build' '    reading and analysing files: step 1 of 9
    the views: step 6 of 9; about 3 minutes left
a.cpp:1: warning: w' "$(LC_ALL=C sort <<<"$built")"

# What .ci/run prints last: the sum of both parts, and a failure if one has no closing line.
mkdir -p "$scratch/ci/.ci"
cp "$(dirname "${BASH_SOURCE[0]}")/../../.ci/run" "$scratch/ci/.ci/run"
ci() {  # ci CLOSING-LINE SANITIZED-CLOSING-LINE
  printf '#!/usr/bin/env bash\ncase "$*" in test) echo "%s" ;; "test sanitized") echo "%s" ;; esac\n' "$1" "$2" >"$scratch/ci/dev"
  chmod +x "$scratch/ci/dev"
  (bash "$scratch/ci/.ci/run" 2>&1 | tail -n 1) || true
  bash "$scratch/ci/.ci/run" >/dev/null 2>&1 && echo passed || echo failed
}
expect 'two parts' '5 passed, 0 failed, 1 skipped passed' "$(ci '3 passed, 0 failed, 1 skipped' '2 passed, 0 failed, 0 skipped' | xargs)"
expect 'a failure in one part' '4 passed, 1 failed, 0 skipped failed' "$(ci '3 passed, 0 failed, 0 skipped' '1 passed, 1 failed, 0 skipped' | xargs)"
expect 'a part without a closing line' '3 passed, 1 failed, 0 skipped failed' "$(ci '3 passed, 0 failed, 0 skipped' 'the build failed' | xargs)"

expect 'an unknown command' 2 "$(code bash dev nonsense)"
[ "$failures" -eq 0 ] && echo 'dev: fine'
