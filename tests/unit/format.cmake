# SPDX-License-Identifier: Apache-2.0
# Model, readers and writers.
add_executable(unit_format
  format/builder_test.cpp
  format/data_type_test.cpp
  format/elf_builder.cpp
  format/file_bytes_test.cpp
  format/exec_builder_test.cpp
  format/json_form_test.cpp
  format/library_pack_test.cpp
  format/random_program.cpp
  format/loader_test.cpp
  format/relax_vm_test.cpp
  format/shared_library_builder.cpp
  format/vectors.cpp
)
target_link_libraries(unit_format PRIVATE rs_inspect GTest::gtest GTest::gtest_main)
rs_precompile(unit_format TEST)
gtest_discover_tests(unit_format PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
