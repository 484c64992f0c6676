# SPDX-License-Identifier: Apache-2.0
# How test programs are compiled and registered.

# Compiles the tests of the calling directory, but not the code under test, without optimisation: in two thirds of the
# time. Under sanitizers that would save nothing.
macro(rs_tests_in_this_directory)
  if(NOT RELAXSCOPE_SANITIZE)
    add_compile_options(-O0)
  endif()
endmacro()

# rs_unity(target): compiles its sources eight at a time, in a quarter of the time. Names in their unnamed namespaces
# must differ; a source where they cannot sets SKIP_UNITY_BUILD_INCLUSION.
function(rs_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# rs_gtest(target LABEL label [SHARDS count] [TIMEOUT seconds] [ENVIRONMENT name=value...])
# Registers the cases of a GoogleTest program as `count` tests of ctest, each one process: starting a process per case
# takes longer than most cases. ./dev counts the cases in build/PRESET/gtest. A single case:
#   build/PRESET/bin/TARGET --gtest_filter=SUITE.CASE
function(rs_gtest target)
  cmake_parse_arguments(arg "" "LABEL;SHARDS;TIMEOUT" "ENVIRONMENT" ${ARGN})
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  foreach(shard RANGE 1 ${arg_SHARDS})
    math(EXPR index "${shard} - 1")
    set(name ${target}.${shard})
    add_test(NAME ${name} COMMAND ${target} --gtest_output=xml:${CMAKE_BINARY_DIR}/gtest/${name}.xml)
    set_tests_properties(${name} PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index};${arg_ENVIRONMENT}")
  endforeach()
endfunction()

# rs_skip_leak_check(target): its tests open the emulated GPU, whose thread runs kernels on fibers. LeakSanitizer cannot
# scan such a thread: at the end of a process it reports what only a fiber refers to, or fails itself.
function(rs_skip_leak_check target)
  get_property(names DIRECTORY PROPERTY TESTS)
  foreach(name IN LISTS names)
    if(name MATCHES "^${target}\\.[0-9]+$")
      set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
    endif()
  endforeach()
endfunction()
