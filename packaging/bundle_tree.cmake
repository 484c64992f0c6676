# SPDX-License-Identifier: Apache-2.0
# Script of install(), component `bundle`: completes an installed tree so that it runs on a machine that has only the
# libraries of system_libraries.txt. The caller sets qt_plugins (Qt's folder of plugins; empty without the window),
# private_libdir and ffi_licences.
include(${CMAKE_CURRENT_LIST_DIR}/bundle.cmake)
set(prefix $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
set(libraries ${prefix}/${private_libdir})
set(doc ${prefix}/share/doc/relaxscope)
set(licences ${doc}/third-party)

# Platforms that exist here, pictures and icons, input methods.
set(modules "")
if(qt_plugins)
  foreach(pattern platforms/libqoffscreen.so platforms/libqxcb.so platforms/libqwayland-*.so wayland-shell-integration/*.so
                  wayland-decoration-client/*.so iconengines/libqsvgicon.so imageformats/*.so platforminputcontexts/*.so)
    file(GLOB plugins ${qt_plugins}/${pattern})
    get_filename_component(kind ${pattern} DIRECTORY)
    foreach(plugin ${plugins})
      file(INSTALL DESTINATION ${libraries}/plugins/${kind} FILES ${plugin})
      get_filename_component(name ${plugin} NAME)
      list(APPEND modules ${libraries}/plugins/${kind}/${name})
      rs_package_of(${plugin} package)
      rs_copy_licence(${package} ${licences})
    endforeach()
  endforeach()
endif()

file(GLOB programs ${prefix}/bin/rscope ${prefix}/bin/relaxscope ${prefix}/bin/relaxscope-worker)
file(GLOB own ${libraries}/*.so ${libraries}/emulated/*.so*)
rs_bundle(DESTINATION ${libraries} LICENCES ${licences} EXECUTABLES ${programs} LIBRARIES ${own} MODULES ${modules})

# What is compiled or linked into the programs, and tvm-ffi, which comes from its Python package.
foreach(package nlohmann-json3-dev libcli11-dev libsqlite3-dev libzstd-dev)
  rs_copy_licence(${package} ${licences})
endforeach()
if(qt_plugins)
  rs_copy_licence(fonts-inter ${licences})
  rs_copy_licence(fonts-jetbrains-mono ${licences})
endif()
file(INSTALL DESTINATION ${licences}/apache-tvm-ffi FILES ${ffi_licences})
file(INSTALL DESTINATION ${doc} FILES ${CMAKE_CURRENT_LIST_DIR}/copyright)
