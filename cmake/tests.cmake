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
  set(sanitizer "")
  if(RELAXSCOPE_SANITIZE MATCHES "address")
    # GCC 12's AddressSanitizer takes thread-local memory that malloc places 16 bytes into a page for a block with a
    # header of glibc 2.19, and LeakSanitizer then reads at the address in that header.
    set(sanitizer ASAN_OPTIONS=intercept_tls_get_addr=0)
  endif()
  foreach(shard RANGE 1 ${arg_SHARDS})
    math(EXPR index "${shard} - 1")
    set(name ${target}.${shard})
    add_test(NAME ${name} COMMAND ${target} --gtest_output=xml:${CMAKE_BINARY_DIR}/gtest/${name}.xml)
    set_tests_properties(${name} PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index};${sanitizer};${arg_ENVIRONMENT}")
  endforeach()
endfunction()
