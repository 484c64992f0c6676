# SPDX-License-Identifier: Apache-2.0
# Engine against TVM's VM in one process; without TVM in that Python only our own figures are printed.
add_executable(engine_bench engine_bench.cpp engine_bench_programs.cpp)
target_link_libraries(engine_bench PRIVATE rs_execute ${CMAKE_DL_LIBS})
execute_process(COMMAND ${Python_EXECUTABLE} -c
  "import importlib.util as u, os; s = u.find_spec('tvm'); print(os.path.join(os.path.dirname(s.origin), 'lib', 'libtvm_runtime.so') if s else '', end='')"
  OUTPUT_VARIABLE tvm_runtime_library ERROR_QUIET)
target_compile_definitions(engine_bench PRIVATE RELAXSCOPE_TVM_RUNTIME="${tvm_runtime_library}")
