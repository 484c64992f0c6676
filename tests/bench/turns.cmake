# SPDX-License-Identifier: Apache-2.0
# Executables recorded in turns, with kernels of known time.
if(RELAXSCOPE_TESTS)
  add_library(planted_kernels MODULE turns/planted_kernels.cpp)
  target_link_libraries(planted_kernels PRIVATE tvm_ffi::header tvm_ffi::shared)
  set_target_properties(planted_kernels PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  add_executable(turns_bench turns/turns_bench.cpp)
  target_link_libraries(turns_bench PRIVATE rs_inspect nlohmann_json::nlohmann_json)
  target_compile_definitions(turns_bench PRIVATE
    TURNS_RSCOPE="$<TARGET_FILE:rscope>" TURNS_KERNELS="$<TARGET_FILE:planted_kernels>")
  add_dependencies(turns_bench rscope relaxscope-worker planted_kernels)
  add_test(NAME turns_trial COMMAND turns_bench)
  set_tests_properties(turns_trial PROPERTIES LABELS full TIMEOUT 3600 RUN_SERIAL TRUE)
endif()
