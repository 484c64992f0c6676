# SPDX-License-Identifier: Apache-2.0
# Diffs of large executables beside git diff of their texts.
if(TARGET rs_mutate)
  add_executable(diff_bench diff_bench.cpp diff_programs.cpp large_program.cpp)
  target_link_libraries(diff_bench PRIVATE rs_mutate)
  target_compile_definitions(diff_bench PRIVATE RELAXSCOPE_PYTHON="${Python_EXECUTABLE}")
endif()
