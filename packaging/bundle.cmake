# SPDX-License-Identifier: Apache-2.0
# Copies into an installed tree what programs need and other machines may lack (system_libraries.txt tells which
# libraries these are), with the licences of what it copies. For scripts of install().

# rs_copy_licence(PACKAGE FOLDER): the copyright file of a Debian package as FOLDER/PACKAGE.
function(rs_copy_licence package folder)
  if(NOT EXISTS /usr/share/doc/${package}/copyright)
    message(FATAL_ERROR "bundle: cannot tell the licence of ${package}: /usr/share/doc/${package}/copyright does not exist")
  endif()
  file(INSTALL DESTINATION ${folder} FILES /usr/share/doc/${package}/copyright RENAME ${package})
endfunction()

# rs_package_of(FILE RESULT): the Debian package of a file; "" if it belongs to none.
function(rs_package_of file result)
  string(REGEX REPLACE "^/usr/lib/" "/lib/" short ${file})  # dpkg names some files by their place before /lib was a link
  set(${result} "" PARENT_SCOPE)
  foreach(name ${file} ${short})
    execute_process(COMMAND dpkg-query -S ${name} OUTPUT_VARIABLE answer ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed AND answer MATCHES "^([^:, ]+)")
      set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# rs_bundle(DESTINATION dir LICENCES dir [EXECUTABLES file...] [LIBRARIES file...] [MODULES file...] [GIVEN soname...]
#           [ANY_ORIGIN])
# Copies to `dir`, under their sonames, the libraries that the files need, but those of the system and those of GIVEN.
# A library of no Debian package, whose licence is unknown, is an error, with ANY_ORIGIN a warning.
function(rs_bundle)
  cmake_parse_arguments(arg "ANY_ORIGIN" "DESTINATION;LICENCES" "EXECUTABLES;LIBRARIES;MODULES;GIVEN" ${ARGN})
  file(STRINGS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/system_libraries.txt listed REGEX "^[^#]")
  set(excluded "")
  foreach(soname ${listed} ${arg_GIVEN})
    string(REGEX REPLACE "([.+])" "[\\1]" pattern ${soname})
    list(APPEND excluded "^${pattern}$")
  endforeach()
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${arg_EXECUTABLES} LIBRARIES ${arg_LIBRARIES} MODULES ${arg_MODULES}
       DIRECTORIES ${arg_DESTINATION} PRE_EXCLUDE_REGEXES ${excluded}
       RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR missing)
  if(missing)
    message(FATAL_ERROR "bundle: cannot find these libraries: ${missing}")
  endif()
  file(REAL_PATH ${arg_DESTINATION} destination)
  foreach(library ${found})
    get_filename_component(soname ${library} NAME)
    file(REAL_PATH ${library} file)
    get_filename_component(folder ${file} DIRECTORY)
    if(folder STREQUAL destination)
      continue()
    endif()
    file(INSTALL DESTINATION ${arg_DESTINATION} FILES ${file} RENAME ${soname})
    rs_package_of(${file} package)
    if(NOT package STREQUAL "")
      rs_copy_licence(${package} ${arg_LICENCES})
    elseif(arg_ANY_ORIGIN)
      message(WARNING "bundle: the licence of ${file} is not copied: it belongs to no Debian package")
    else()
      message(FATAL_ERROR "bundle: cannot tell the licence of ${file}: it belongs to no Debian package")
    endif()
  endforeach()
endfunction()
