# SPDX-License-Identifier: Apache-2.0
if(RELAXSCOPE_GUI)
  add_executable(window_bench window_bench.cpp)
  target_link_libraries(window_bench PRIVATE rs_inspect)
  target_compile_definitions(window_bench PRIVATE RELAXSCOPE_PROGRAM="$<TARGET_FILE:relaxscope>")
  add_dependencies(window_bench relaxscope)
endif()
