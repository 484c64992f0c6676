# SPDX-License-Identifier: Apache-2.0
# view_shot: one view of one file as a picture, offscreen; for eyes, not for ctest.
add_executable(view_shot view_shot.cpp browse_support.cpp browse_support.h)
target_link_libraries(view_shot PRIVATE rs_views rs_inspect)
