#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libfuzzer.sh SECONDS [TARGET...]: builds the preset fuzz and runs each of its programs for SECONDS, two at once. New inputs
# stay in build/fuzz/corpus/TARGET, what ends a program in build/fuzz/found/TARGET-*; exits with 1 if there is any.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ $# -gt 0 ] || { sed -n 3,4p "${BASH_SOURCE[0]}"; exit 2; }
seconds=$1; shift
./dev build fuzz
targets=("$@")
if [ ${#targets[@]} = 0 ]; then for program in build/fuzz/bin/fuzz_*; do targets+=("${program##*/fuzz_}"); done; fi
mkdir -p build/fuzz/found
python3 -B tests/fuzz/corpus.py unpack >/dev/null

fuzz() {  # fuzz TARGET
  local target=$1 folders=(build/fuzz/corpus/"$1")
  mkdir -p "${folders[0]}"
  if [ -d "tests/fuzz/corpus/$target" ]; then folders+=("tests/fuzz/corpus/$target"); fi
  # Readers bound what they take by the input; a target that takes 2 GiB, or 25 s for one, is a finding.
  if "build/fuzz/bin/fuzz_$target" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=25 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/found/$target-" "${folders[@]}" >"build/fuzz/found/$target.log" 2>&1; then
    echo "$target: $(awk '/number_of_executed_units/ { print $2 }' "build/fuzz/found/$target.log") inputs, nothing found"
  else
    echo "$target: FOUND, see build/fuzz/found/$target.log"
    tail -n 30 "build/fuzz/found/$target.log"
    return 1
  fi
}

failed=0 running=0
for target in "${targets[@]}"; do
  if [ "$running" -ge 2 ]; then wait -n || failed=1; running=$((running - 1)); fi
  fuzz "$target" &
  running=$((running + 1))
done
while [ "$running" -gt 0 ]; do wait -n || failed=1; running=$((running - 1)); done
exit "$failed"
