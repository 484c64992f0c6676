# SPDX-License-Identifier: Apache-2.0
# Engine and devices: programs from the builder, and libraries of TVM's for x86-64.
foreach(kernels old_packed old_safe)
  # As plain libraries of kernels, and with room for modules.
  foreach(blob "" _blob)
    add_library(${kernels}${blob} MODULE ${CMAKE_SOURCE_DIR}/tests/data/engine/${kernels}.cpp)
    target_link_libraries(${kernels}${blob} PRIVATE tvm_ffi::header)
    target_compile_options(${kernels}${blob} PRIVATE -O1 -w)
    set_target_properties(${kernels}${blob} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  endforeach()
  target_compile_definitions(${kernels}_blob PRIVATE OLD_BLOB=1)
endforeach()

add_library(lookups MODULE ${CMAKE_SOURCE_DIR}/tests/data/engine/lookups.cpp)
target_link_libraries(lookups PRIVATE tvm_ffi::header)
target_compile_options(lookups PRIVATE -O1 -w)
set_target_properties(lookups PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})

add_executable(unit_engine
  ${CMAKE_SOURCE_DIR}/vmcore/vm/drop_in_bool.cpp
  engine/builtins_test.cpp
  engine/call_arguments_test.cpp
  engine/caught_error_test.cpp
  engine/constants_test.cpp
  engine/converted_arguments_test.cpp
  engine/device_test.cpp
  engine/devices_test.cpp
  engine/drop_in_bool_test.cpp
  engine/first_call_test.cpp
  engine/function_values_test.cpp
  engine/host_call_names_test.cpp
  engine/host_calls_test.cpp
  engine/interpreter_test.cpp
  engine/kv_append_test.cpp
  engine/kv_cache_test.cpp
  engine/kv_kernels.cpp
  engine/kv_refusal_test.cpp
  engine/limits_test.cpp
  engine/lookups_test.cpp
  engine/machine.cpp
  engine/missing_names_test.cpp
  engine/native_module_test.cpp
  engine/native_test.cpp
  engine/nested_test.cpp
  engine/object_memory_test.cpp
  engine/old_library_test.cpp
  engine/prototype_test.cpp
  engine/references_test.cpp
  engine/relay_machine.cpp
  engine/relay_memory_test.cpp
  engine/relay_ops_test.cpp
  engine/relay_run_test.cpp
  engine/rnn_state_test.cpp
  engine/run_ops_test.cpp
  engine/threads_test.cpp
  engine/time_evaluator_test.cpp
  engine/trace_test.cpp
  engine/trace_values_test.cpp
  engine/value_pool_test.cpp
)
target_link_libraries(unit_engine PRIVATE rs_execute GTest::gtest GTest::gtest_main)
rs_precompile(unit_engine FFI TEST)
target_compile_definitions(unit_engine PRIVATE
  RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
  LOOKUPS_PATH="$<TARGET_FILE:lookups>"
  OLD_PACKED_PATH="$<TARGET_FILE:old_packed>"
  OLD_PACKED_BLOB_PATH="$<TARGET_FILE:old_packed_blob>"
  OLD_SAFE_PATH="$<TARGET_FILE:old_safe>"
  OLD_SAFE_BLOB_PATH="$<TARGET_FILE:old_safe_blob>")
add_dependencies(unit_engine lookups old_packed old_packed_blob old_safe old_safe_blob)
gtest_discover_tests(unit_engine PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
