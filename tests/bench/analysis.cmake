# SPDX-License-Identifier: Apache-2.0
# Verifier, summary, dump, statistics, trace files, npz.
add_executable(analysis_bench analysis_bench.cpp)
target_link_libraries(analysis_bench PRIVATE rs_inspect benchmark::benchmark)
