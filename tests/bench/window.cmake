# SPDX-License-Identifier: Apache-2.0
if(RELAXSCOPE_GUI)
  add_executable(window_bench window_bench.cpp)
  target_link_libraries(window_bench PRIVATE rs_inspect)
  target_compile_definitions(window_bench PRIVATE RELAXSCOPE_PROGRAM="$<TARGET_FILE:relaxscope>")
  add_dependencies(window_bench relaxscope)
endif()
if(RELAXSCOPE_GUI AND RELAXSCOPE_TESTS)
  # Very large and nearly empty files in every view.
  add_executable(scale_bench scale_bench.cpp scale_files.cpp scale_steps.cpp ${CMAKE_SOURCE_DIR}/tests/support/shared_library_builder.cpp)
  target_link_libraries(scale_bench PRIVATE rs_window rs_test_support)
endif()
