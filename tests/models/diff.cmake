# SPDX-License-Identifier: Apache-2.0
# The comparison of two documents and the views that show it, on differences that are written by hand.
add_executable(diff_test
  browse_support.cpp browse_support.h
  compare_view_test.cpp
  comparison_test.cpp
  diff_panes_test.cpp
  diff_support.cpp diff_support.h
  diff_times_test.cpp
  diff_view_support.h
  diff_view_test.cpp
  pair_times_test.cpp
  program.cpp program.h
  qt_main.cpp
  timed_pair.cpp timed_pair.h
  values_line_test.cpp
)
target_compile_definitions(diff_test PRIVATE RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
target_link_libraries(diff_test PRIVATE rs_views rs_test_support Qt6::Test GTest::gtest)
rs_precompile(diff_test REUSE rs_pch_test_qt)
rs_gtest(diff_test LABEL models ENVIRONMENT QT_QPA_PLATFORM=offscreen)
