# SPDX-License-Identifier: Apache-2.0
# Large files compared with TVM: rscope dump and as_text; our reader with verifier and TVM's load.
foreach(name dump load)
  add_executable(${name}_bench ${name}_bench.cpp large_program.cpp)
  target_link_libraries(${name}_bench PRIVATE rs_inspect)
  target_compile_definitions(${name}_bench PRIVATE
    RELAXSCOPE_RSCOPE="$<TARGET_FILE:rscope>" RELAXSCOPE_PYTHON="${Python_EXECUTABLE}")
  if(name STREQUAL "dump")
    add_dependencies(${name}_bench rscope)
  endif()
endforeach()

# The forms of convert, written and read.
add_executable(assembly_bench assembly_bench.cpp)
target_link_libraries(assembly_bench PRIVATE rs_inspect)
