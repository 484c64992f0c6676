# SPDX-License-Identifier: Apache-2.0
# rscope: inspection, verification, runs and profiles in a terminal.
add_executable(rscope
  cli_arguments.cpp
  cli_commands.cpp
  cli_constants.cpp
  cli_convert.cpp
  cli_counters.cpp
  cli_devices.cpp
  cli_files.cpp
  cli_functions.cpp
  cli_inspect.cpp
  cli_limit.cpp
  cli_main.cpp
  cli_modules.cpp
  cli_output.cpp
  cli_pack.cpp
  cli_profile.cpp
  cli_results.cpp
  cli_run.cpp
  cli_summary.cpp
  cli_time.cpp
  cli_verify.cpp
  cli_worker.cpp
)
target_link_libraries(rscope PRIVATE rs_inspect CLI11::CLI11)
rs_precompile(rscope)
