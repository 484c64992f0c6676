# SPDX-License-Identifier: Apache-2.0
# How test programs are compiled and registered. Each test has one preset: with sanitizers (`asan`) those labelled unit
# and fuzz, in the others the rest. In a preset that is not its own a test has the label `full` as well.
set(RELAXSCOPE_SANITIZED_LABELS unit fuzz)

# The programs of tests that run with sanitizers; other presets build them on request.
add_custom_target(unit_programs)

# Compiles the tests of the calling directory, but not the code under test, without optimisation and debug information:
# in two thirds of the time.
macro(rs_tests_in_this_directory)
  add_compile_options(-O0 -g0)
endmacro()

# What a test program with sanitizers links last. Its own sources leave out two checks of UndefinedBehaviorSanitizer
# that take a third of their compile time; AddressSanitizer ends at a null pointer, too.
add_library(rs_test_sanitizers INTERFACE)
if(RELAXSCOPE_SANITIZE MATCHES "undefined")
  target_compile_options(rs_test_sanitizers INTERFACE -fno-sanitize=null,alignment)
endif()

# rs_link_first(target library...): puts libraries before the target's own objects, as the linker takes the first copy of
# an inline function: under sanitizers the product's, which has all checks. Where the product has none, a test's own copy
# lacks only the two checks above.
function(rs_link_first target)
  if(NOT RELAXSCOPE_SANITIZE)
    return()
  endif()
  foreach(library ${ARGN})
    target_link_options(${target} PRIVATE
      LINKER:--whole-archive $<TARGET_FILE:${library}> LINKER:--no-whole-archive)
  endforeach()
endfunction()

# rs_labels(out label): the labels of a test in this preset.
function(rs_labels out label)
  set(labels ${label})
  set(sanitized OFF)
  if(RELAXSCOPE_SANITIZE)
    set(sanitized ON)
  endif()
  set(wants OFF)
  if(label IN_LIST RELAXSCOPE_SANITIZED_LABELS)
    set(wants ON)
  endif()
  if(NOT sanitized STREQUAL wants AND NOT label STREQUAL full)
    list(APPEND labels full)
  endif()
  set(${out} "${labels}" PARENT_SCOPE)
endfunction()

# rs_gtest(target LABEL label [NAME name] [SHARDS count] [TIMEOUT seconds] [FILES part...] [BUT part...]
#          [ENVIRONMENT name=value...])
# Registers the cases of a GoogleTest program as `count` tests of ctest, each one process: starting a process per case
# takes longer than most cases. FILES and BUT: only cases in source files whose paths contain (do not contain) these
# parts (tests/support/test_files.h). ./dev counts the cases in build/PRESET/gtest. A single case:
#   build/PRESET/bin/TARGET --gtest_filter=SUITE.CASE
function(rs_gtest target)
  cmake_parse_arguments(arg "" "LABEL;NAME;SHARDS;TIMEOUT" "FILES;BUT;ENVIRONMENT" ${ARGN})
  if(NOT arg_NAME)
    set(arg_NAME ${target})
  endif()
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  set(selection "")
  foreach(option FILES BUT)
    if(arg_${option})
      string(TOLOWER ${option} word)
      list(JOIN arg_${option} "," parts)
      list(APPEND selection --${word}=${parts})
    endif()
  endforeach()
  set(sanitizer "")
  if(RELAXSCOPE_SANITIZE MATCHES "address")
    # GCC 12's AddressSanitizer takes thread-local memory that malloc places 16 bytes into a page for a block with a
    # header of glibc 2.19, and LeakSanitizer then reads at the address in that header.
    set(sanitizer ASAN_OPTIONS=intercept_tls_get_addr=0)
  endif()
  rs_labels(labels ${arg_LABEL})
  foreach(shard RANGE 1 ${arg_SHARDS})
    math(EXPR index "${shard} - 1")
    set(name ${arg_NAME}.${shard})
    add_test(NAME ${name} COMMAND ${target} ${selection} --gtest_output=xml:${CMAKE_BINARY_DIR}/gtest/${name}.xml)
    set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT ${arg_TIMEOUT}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index};${sanitizer};${arg_ENVIRONMENT}")
  endforeach()
endfunction()
