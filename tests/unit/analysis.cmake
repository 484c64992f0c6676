# SPDX-License-Identifier: Apache-2.0
# Analysis, traces, exports, npz; what reads the real files of tests/data.
add_executable(unit_analysis
  analysis/builtin_test.cpp
  analysis/cfg_test.cpp
  analysis/cross_references_test.cpp
  analysis/exports_test.cpp
  analysis/npz_test.cpp
  analysis/real_executables_test.cpp
  analysis/run_obstacles_test.cpp
  analysis/run_times_test.cpp
  analysis/sha256_blocks_test.cpp
  analysis/summary_test.cpp
  analysis/text_buffer_test.cpp
  analysis/trace_file_test.cpp
  analysis/trace_test.cpp
  analysis/tvm_forms_test.cpp
  analysis/verifier_test.cpp
  analysis/verify_sound_test.cpp
  format/byte_map_test.cpp
)
target_compile_definitions(unit_analysis PRIVATE RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
target_link_libraries(unit_analysis PRIVATE rs_inspect rs_synthetic_trace nlohmann_json::nlohmann_json SQLite::SQLite3 GTest::gtest GTest::gtest_main)
rs_precompile(unit_analysis TEST)
gtest_discover_tests(unit_analysis PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
