# SPDX-License-Identifier: Apache-2.0
# Relay VM executables, the Relax prototype and R0: bytes, layouts, text of their releases.
add_executable(unit_relay
  format/relay_real_test.cpp
  format/relay_vm_test.cpp
  format/relax_early_test.cpp
  format/vectors.cpp
)
target_link_libraries(unit_relay PRIVATE rs_inspect GTest::gtest GTest::gtest_main)
rs_precompile(unit_relay TEST)
target_compile_definitions(unit_relay PRIVATE RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
gtest_discover_tests(unit_relay PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
