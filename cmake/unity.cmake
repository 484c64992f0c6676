# SPDX-License-Identifier: Apache-2.0
# Unity builds: sources of one folder are compiled several at a time, which takes half of the processor time. Presets
# for development leave them separate (RELAXSCOPE_UNITY=OFF), so that a change compiles one source and a missing include
# shows.
option(RELAXSCOPE_UNITY "Compile the sources of a folder together" OFF)
set(RELAXSCOPE_UNITY_BATCH 40 CACHE STRING "Sources that are compiled together, at most")

# rs_unity(target [DEPTH n] [ALONE path...]): compiles its sources in batches. A batch is of one room: of the first `n`
# folders of a source's path (2 unless given), so names in the unnamed namespaces of a room must differ. Sources whose
# paths begin with one of ALONE are not part of a batch: in a large unit GCC inlines less of each. A source that cannot be
# part of one sets SKIP_UNITY_BUILD_INCLUSION. Call it in the list that creates the target; sources may be added later.
function(rs_unity target)
  if(NOT RELAXSCOPE_UNITY)
    return()
  endif()
  cmake_parse_arguments(arg "" "DEPTH" "ALONE" ${ARGN})
  if(NOT arg_DEPTH)
    set(arg_DEPTH 2)
  endif()
  if(RELAXSCOPE_SANITIZE)
    set(arg_ALONE "")  # speed is not measured there
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A class of one source may have members of types in its unnamed namespace: each source is in one batch only.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL rs_unity_groups ${target} ${arg_DEPTH} ${arg_ALONE})")
endfunction()

# rs_unity_groups(target depth alone...): assigns the sources of a target to groups, in the order of the lists.
function(rs_unity_groups target depth)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(rooms "")
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} NORMALIZE)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE path)
    if(path MATCHES "^\\.\\./|^build/")
      continue()  # generated
    endif()
    set(alone OFF)
    foreach(beginning ${ARGN})
      string(FIND ${path} ${beginning} at)
      if(at EQUAL 0)
        set(alone ON)
      endif()
    endforeach()
    if(alone)
      continue()
    endif()
    string(REPLACE "/" ";" parts ${path})
    list(POP_BACK parts)
    list(SUBLIST parts 0 ${depth} parts)
    list(JOIN parts "_" room)
    list(APPEND rooms ${room})
    list(APPEND sources_${room} ${source})
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  foreach(room ${rooms})
    list(LENGTH sources_${room} count)
    math(EXPR batches "(${count} + ${RELAXSCOPE_UNITY_BATCH} - 1) / ${RELAXSCOPE_UNITY_BATCH}")
    math(EXPR size "(${count} + ${batches} - 1) / ${batches}")
    set(place 0)
    foreach(source ${sources_${room}})
      math(EXPR batch "${place} / ${size}")
      set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${room}_${batch})
      math(EXPR place "${place} + 1")
    endforeach()
  endforeach()
endfunction()
