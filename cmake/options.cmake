# SPDX-License-Identifier: Apache-2.0
# Compiler options of all targets of the project.
add_library(relaxscope_options INTERFACE)
target_include_directories(relaxscope_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(relaxscope_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wundef
  $<$<BOOL:${RELAXSCOPE_WERROR}>:-Werror>)
if(RELAXSCOPE_SANITIZE)
  target_compile_options(relaxscope_options INTERFACE
    -fsanitize=${RELAXSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # As GCC recommends: with sanitizers this warning reports impossible paths.
  target_compile_options(relaxscope_options INTERFACE
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-stringop-overread;-Wno-stringop-overflow;-Wno-array-bounds>")
  if(RELAXSCOPE_SANITIZE MATCHES "thread")
    # tsan.supp lists the fences that TSan does not model.
    target_compile_options(relaxscope_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  endif()
  target_link_options(relaxscope_options INTERFACE -fsanitize=${RELAXSCOPE_SANITIZE})
  target_compile_definitions(relaxscope_options INTERFACE RELAXSCOPE_SANITIZED=1)
endif()
# lld links rscope of the `dev` preset in 0.9 s instead of 4.9 s. The other presets keep the system's linker.
option(RELAXSCOPE_LLD "Link with lld where it is installed" OFF)
if(RELAXSCOPE_LLD)
  find_program(LLD_PROGRAM ld.lld)
  if(LLD_PROGRAM)
    target_link_options(relaxscope_options INTERFACE -fuse-ld=lld)
  endif()
endif()
