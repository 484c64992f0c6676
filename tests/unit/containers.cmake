# SPDX-License-Identifier: Apache-2.0
# Everything around an executable: object files, archives, module blobs and payloads; what each byte is.
add_executable(unit_containers
  format/archive_test.cpp
  format/byte_pieces_test.cpp
  format/byte_map_layouts_test.cpp
  format/byte_map_objects_test.cpp
  format/containers_test.cpp
  format/elf_builder.cpp
  format/library_blob_test.cpp
  format/library_test.cpp
  format/mach_o_exports_test.cpp
  format/module_payload_test.cpp
  format/object_image_test.cpp
  format/vectors.cpp
  format/words_test.cpp
)
target_link_libraries(unit_containers PRIVATE rs_inspect rs_synthetic_trace GTest::gtest GTest::gtest_main)
rs_precompile(unit_containers TEST)
target_compile_definitions(unit_containers PRIVATE RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
gtest_discover_tests(unit_containers PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
