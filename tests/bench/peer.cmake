# SPDX-License-Identifier: Apache-2.0
# Our engine and TVM's VM in one process; without TVM in the virtual environment prints only our own figures.
add_executable(peer_bench peer/contest.cpp peer/loads.cpp peer/model_runs.cpp peer/peer_bench.cpp peer/programs.cpp peer/recordings.cpp large_program.cpp)
target_link_libraries(peer_bench PRIVATE rs_execute ${CMAKE_DL_LIBS})
target_compile_definitions(peer_bench PRIVATE RELAXSCOPE_PYTHON="${Python_EXECUTABLE}" RELAXSCOPE_BENCH_SOURCE="${CMAKE_CURRENT_SOURCE_DIR}")

if(RELAXSCOPE_TESTS)  # it uses their compiled-mode library
  # Figures of profiles against work of known size.
  add_executable(truth_bench
    truth/disturbances.cpp truth/planted.cpp truth/planted_trial.cpp truth/recorded_program.cpp truth/surroundings.cpp truth/trials.cpp
    truth/truth_bench.cpp)
  target_link_libraries(truth_bench PRIVATE rs_execute nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
  target_compile_definitions(truth_bench PRIVATE
    TRUTH_RSCOPE="$<TARGET_FILE:rscope>" TRUTH_WORKER="$<TARGET_FILE:relaxscope-worker>" TRUTH_COMPILED="$<TARGET_FILE:compiled>"
    TRUTH_EXAMPLES="${CMAKE_BINARY_DIR}/share/relaxscope/examples")
  add_dependencies(truth_bench rscope relaxscope-worker examples compiled)
endif()

# A GPU, or the emulated one.
add_executable(gpu_bench gpu/gpu_bench.cpp gpu/gpu_model.cpp peer/contest.cpp peer/programs.cpp large_program.cpp)
target_link_libraries(gpu_bench PRIVATE rs_execute ${CMAKE_DL_LIBS})
target_compile_definitions(gpu_bench PRIVATE RELAXSCOPE_PYTHON="${Python_EXECUTABLE}" RELAXSCOPE_BENCH_SOURCE="${CMAKE_CURRENT_SOURCE_DIR}"
  RELAXSCOPE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
add_dependencies(gpu_bench emulated_cuda emulated_nvrtc emulated_cupti)
