# SPDX-License-Identifier: Apache-2.0
# Verifier, summary, dump, statistics, trace files, npz; dataflow.
foreach(name analysis dataflow)
  add_executable(${name}_bench ${name}_bench.cpp)
  target_link_libraries(${name}_bench PRIVATE rs_inspect benchmark::benchmark)
endforeach()
