# SPDX-License-Identifier: Apache-2.0
if(RELAXSCOPE_GUI AND RELAXSCOPE_TESTS)
  add_executable(timeline_bench timeline_bench.cpp)
  target_link_libraries(timeline_bench PRIVATE rs_views rs_test_support)
endif()
