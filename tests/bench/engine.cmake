# SPDX-License-Identifier: Apache-2.0
# Engine against TVM's VM in one process; without TVM in the virtual environment only our own figures are printed.
add_executable(engine_bench engine_bench.cpp engine_bench_programs.cpp)
target_link_libraries(engine_bench PRIVATE rs_execute ${CMAKE_DL_LIBS})
target_compile_definitions(engine_bench PRIVATE RELAXSCOPE_PYTHON="${Python_EXECUTABLE}")
