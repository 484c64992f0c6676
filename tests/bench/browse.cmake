# SPDX-License-Identifier: Apache-2.0
# Time of a keystroke in the filter of a large table, sorting it, laying out a graph, painting listing and CFG.
if(RELAXSCOPE_GUI)
  add_executable(browse_bench browse_bench.cpp)
  target_link_libraries(browse_bench PRIVATE rs_views rs_inspect benchmark::benchmark)
endif()
