# SPDX-License-Identifier: Apache-2.0
# Timeline, statistics, values and slice panel: layout tested numerically, views offscreen.
add_executable(timeline_geometry_test axis_ruler_test.cpp device_tracks_test.cpp skyline_test.cpp timeline_rows_test.cpp timeline_tracks_test.cpp)
target_link_libraries(timeline_geometry_test PRIVATE rs_timeline rs_test_support GTest::gtest_main)
set_target_properties(timeline_geometry_test PROPERTIES AUTOMOC OFF)
rs_gtest(timeline_geometry_test LABEL models)
add_executable(profile_views_test profile_support.h device_statistics_view_test.cpp device_timeline_test.cpp profile_timeline_test.cpp figures_test.cpp
  profile_tables_test.cpp readout_test.cpp row_calls_view_test.cpp qt_main.cpp)
target_link_libraries(profile_views_test PRIVATE rs_views rs_test_support Qt6::Test GTest::gtest)
rs_precompile(profile_views_test REUSE rs_pch_test_qt)
rs_gtest(profile_views_test LABEL models SHARDS 2)
