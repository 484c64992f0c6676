# SPDX-License-Identifier: Apache-2.0
# The only program that links the engine. Generated libraries look symbols up in it.
add_executable(relaxscope-worker worker_main.cpp)
set_target_properties(relaxscope-worker PROPERTIES ENABLE_EXPORTS ON)
target_link_libraries(relaxscope-worker PRIVATE rs_execute)
