# SPDX-License-Identifier: Apache-2.0
# The worker protocol and what goes over it.
add_executable(unit_wire
  ${CMAKE_SOURCE_DIR}/app/cli_arguments.cpp
  ${CMAKE_SOURCE_DIR}/tests/fuzz/mutation.cpp
  wire/arguments_test.cpp
  wire/damage_test.cpp
  wire/input_spec_test.cpp
  wire/messages_test.cpp
  wire/session_test.cpp
  wire/sha256_test.cpp
  wire/value_json_test.cpp
)
target_link_libraries(unit_wire PRIVATE rs_fuzz_entries rs_inspect nlohmann_json::nlohmann_json GTest::gtest GTest::gtest_main)
rs_precompile(unit_wire TEST)
gtest_discover_tests(unit_wire PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
