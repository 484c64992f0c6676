# SPDX-License-Identifier: Apache-2.0
# Headers that nearly every source of a target includes, parsed once: they take half of a build's time. Sources still
# include what they use; a build with RELAXSCOPE_PCH=OFF (the `core` preset) shows missing includes.
option(RELAXSCOPE_PCH "Precompile headers of the standard library and of others" ON)

# rs_precompile(target [FFI] [TEST] [QT]): precompiles the headers of these groups.
# rs_precompile(target REUSE other): reuses those of `other`. Both must be compiled alike: two programs, or two
# libraries.
function(rs_precompile target)
  if(NOT RELAXSCOPE_PCH)
    return()
  endif()
  cmake_parse_arguments(arg "FFI;TEST;QT" "REUSE" "" ${ARGN})
  if(arg_REUSE)
    target_precompile_headers(${target} REUSE_FROM ${arg_REUSE})
    return()
  endif()
  set(headers <algorithm> <array> <cstdint> <cstring> <functional> <map> <memory> <optional> <span> <string> <string_view>
      <unordered_map> <utility> <variant> <vector> <fmt/format.h>)
  if(arg_FFI)
    list(APPEND headers <tvm/ffi/any.h> <tvm/ffi/container/array.h> <tvm/ffi/container/tensor.h> <tvm/ffi/error.h>
         <tvm/ffi/extra/module.h> <tvm/ffi/function.h> <tvm/ffi/string.h>)
  endif()
  if(arg_TEST)
    list(APPEND headers <gtest/gtest.h>)
  endif()
  if(arg_QT AND arg_TEST)
    list(APPEND headers ${CMAKE_SOURCE_DIR}/tests/support/qt_widgets.h)
  elseif(arg_QT)
    list(APPEND headers <QtWidgets>)
  endif()
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()
