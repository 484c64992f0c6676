# SPDX-License-Identifier: Apache-2.0
# The assembler: its language, and what goes through its forms and back.
add_executable(unit_assembly
  format/assembly_docs_test.cpp
  format/assembly_rebuild_test.cpp
  format/assembly_source_test.cpp
  format/assembly_splice_test.cpp
  format/assembly_test.cpp
  format/vectors.cpp
)
target_link_libraries(unit_assembly PRIVATE rs_inspect rs_synthetic_trace GTest::gtest GTest::gtest_main)
rs_precompile(unit_assembly TEST)
target_compile_definitions(unit_assembly PRIVATE RELAXSCOPE_DOCS="${CMAKE_SOURCE_DIR}/resources/docs")
gtest_discover_tests(unit_assembly PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
