# SPDX-License-Identifier: Apache-2.0
# Timeline, statistics, values and slice panel: geometry by numbers, then the views offscreen.
add_executable(timeline_geometry_test timeline_rows_test.cpp timeline_tracks_test.cpp)
target_link_libraries(timeline_geometry_test PRIVATE rs_timeline rs_synthetic_trace GTest::gtest_main)
set_target_properties(timeline_geometry_test PROPERTIES AUTOMOC OFF)
gtest_discover_tests(timeline_geometry_test TEST_PREFIX models. PROPERTIES LABELS models DISCOVERY_TIMEOUT 60)
