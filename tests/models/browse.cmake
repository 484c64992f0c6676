# SPDX-License-Identifier: Apache-2.0
# Tables, listing, CFG, constants and modules: layout tested numerically, models by their text, views offscreen.
add_executable(layout_test layout_test.cpp)
target_link_libraries(layout_test PRIVATE rs_views GTest::gtest_main)
rs_gtest(layout_test LABEL models)

add_executable(browse_test
  browse_support.cpp browse_support.h
  code_painting_test.cpp
  code_test.cpp
  damaged_test.cpp
  derived_test.cpp
  details_test.cpp
  draw_figure_test.cpp
  elide_test.cpp
  engine_text_test.cpp
  edit_test.cpp
  error_strip_test.cpp
  finding_marks_test.cpp
  findings_test.cpp
  hex_test.cpp
  kernel_syntax_test.cpp
  layers_test.cpp
  modules_test.cpp
  references_test.cpp
  program.cpp program.h
  shown_view.h
  qt_main.cpp
  table_test.cpp
  view_keys_test.cpp
  views_test.cpp
)
target_compile_definitions(browse_test PRIVATE RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
target_link_libraries(browse_test PRIVATE rs_views rs_inspect Qt6::Test GTest::gtest)
rs_precompile(browse_test REUSE rs_pch_test_qt)
rs_gtest(browse_test LABEL models SHARDS 2 ENVIRONMENT QT_QPA_PLATFORM=offscreen)

# view_shot: a screenshot of one view of one file, offscreen; for visual inspection, not run by ctest.
add_executable(view_shot view_shot.cpp browse_support.cpp browse_support.h)
target_link_libraries(view_shot PRIVATE rs_views rs_inspect)

add_executable(memory_view_test
  browse_support.cpp browse_support.h memory_view_test.cpp program.cpp program.h shown_view.h qt_main.cpp)
target_compile_definitions(memory_view_test PRIVATE RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
target_link_libraries(memory_view_test PRIVATE rs_views rs_inspect Qt6::Test GTest::gtest)
rs_precompile(memory_view_test REUSE rs_pch_test_qt)
rs_gtest(memory_view_test LABEL models ENVIRONMENT QT_QPA_PLATFORM=offscreen)
