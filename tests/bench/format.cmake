# SPDX-License-Identifier: Apache-2.0
# rscope dump beside TVM's as_text.
add_executable(dump_bench dump_bench.cpp)
target_link_libraries(dump_bench PRIVATE rs_inspect)
target_compile_definitions(dump_bench PRIVATE
  RELAXSCOPE_RSCOPE="$<TARGET_FILE:rscope>" RELAXSCOPE_PYTHON="${Python_EXECUTABLE}")
add_dependencies(dump_bench rscope)
