# SPDX-License-Identifier: Apache-2.0
# Engine and devices: programs from the builder, and libraries of TVM's for x86-64.
add_executable(unit_engine
  engine/builtins_test.cpp
  engine/device_test.cpp
  engine/interpreter_test.cpp
  engine/limits_test.cpp
  engine/machine.cpp
  engine/native_test.cpp
  engine/run_ops_test.cpp
  engine/trace_test.cpp
  engine/trace_values_test.cpp
)
target_link_libraries(unit_engine PRIVATE rs_execute GTest::gtest GTest::gtest_main)
target_compile_definitions(unit_engine PRIVATE RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
gtest_discover_tests(unit_engine PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
