# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` installs. The tree is relocatable: programs find the project's libraries, including
# libtvm_ffi.so, by a path relative to themselves. The build tree is laid out alike, and its programs have the same path:
# CMake would pad another one with ":", and an empty element is the current folder.
set(private_libdir ${CMAKE_INSTALL_LIBDIR}/relaxscope)
file(RELATIVE_PATH private_from_bin /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${private_libdir})

foreach(program rscope relaxscope-worker relaxscope)
  if(TARGET ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/${private_from_bin}" BUILD_WITH_INSTALL_RPATH ON)
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
# The Python package has the programs in relaxscope/bin, and in relaxscope what they need.
foreach(program rscope relaxscope-worker)
  if(TARGET ${program})
    set_property(TARGET ${program} APPEND PROPERTY INSTALL_RPATH "$ORIGIN/..")
    install(TARGETS ${program} RUNTIME DESTINATION relaxscope/bin COMPONENT python EXCLUDE_FROM_ALL)
  endif()
endforeach()
if(TARGET relaxscope)
  # DT_RPATH instead of DT_RUNPATH: Qt's libraries and plugins, which have no path of their own, find one another by it.
  target_link_options(relaxscope PRIVATE LINKER:--disable-new-dtags)
endif()
if(RELAXSCOPE_EXECUTE)
  get_target_property(ffi_library tvm_ffi::shared IMPORTED_LOCATION)
  foreach(folder ${private_libdir} lib)  # of the programs, of librelaxscope_vm.so
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
    file(CREATE_LINK ${ffi_library} ${CMAKE_BINARY_DIR}/${folder}/libtvm_ffi.so SYMBOLIC)
  endforeach()
  if(TARGET relaxscope_vm)
    set_target_properties(relaxscope_vm PROPERTIES INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
    install(TARGETS relaxscope_vm LIBRARY DESTINATION ${private_libdir})
    # For pip (pyproject.toml): next to the Python files, which pip packs itself. libtvm_ffi is the one that Python has
    # loaded.
    install(TARGETS relaxscope_vm LIBRARY DESTINATION relaxscope COMPONENT python EXCLUDE_FROM_ALL)
  endif()
  # The emulated GPU: a folder of its own, as its files have the names of NVIDIA's.
  install(TARGETS emulated_cuda emulated_cublas emulated_nvrtc LIBRARY DESTINATION ${private_libdir}/emulated)
  install(TARGETS emulated_cuda emulated_cublas emulated_nvrtc LIBRARY DESTINATION relaxscope/emulated COMPONENT python EXCLUDE_FROM_ALL)
  install(FILES $<TARGET_FILE:tvm_ffi::shared> DESTINATION ${private_libdir}
          PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  # What pip builds.
  add_custom_target(python_package DEPENDS rscope relaxscope-worker relaxscope_vm emulated_cuda emulated_cublas emulated_nvrtc)
  # Libraries and Qt plugins that another machine may lack: of the Python package, and of the others that ./dev package makes.
  install(SCRIPT packaging/bundle_wheel.cmake COMPONENT python EXCLUDE_FROM_ALL)
  set(qt_plugins "")
  if(RELAXSCOPE_GUI)
    set(qt_plugins ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_PLUGINS})
  endif()
  file(GLOB ffi_licences ${tvm_ffi_ROOT}/../../../../apache_tvm_ffi-*.dist-info/licenses/*)
  install(CODE "set(qt_plugins \"${qt_plugins}\")
set(private_libdir \"${private_libdir}\")
set(ffi_licences \"${ffi_licences}\")" COMPONENT bundle EXCLUDE_FROM_ALL)
  install(SCRIPT packaging/bundle_tree.cmake COMPONENT bundle EXCLUDE_FROM_ALL)
endif()

# Not CMAKE_INSTALL_DOCDIR, which has the project's name in capitals: packages are named in small letters.
set(docdir ${CMAKE_INSTALL_DATADIR}/doc/relaxscope)
install(FILES README.md CHANGELOG.md DESTINATION ${docdir})
install(DIRECTORY LICENSES docs DESTINATION ${docdir})
if(RELAXSCOPE_GUI)
  set(desktop resources/desktop)
  install(FILES ${desktop}/org.relaxscope.RelaxScope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${desktop}/org.relaxscope.RelaxScope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES ${desktop}/relaxscope.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME relaxscope.xml)
  install(FILES ${desktop}/org.relaxscope.RelaxScope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
