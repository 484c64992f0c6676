# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` installs. The tree is relocatable: programs find the project's libraries, including
# libtvm_ffi.so, by a path relative to themselves.
set(private_libdir ${CMAKE_INSTALL_LIBDIR}/relaxscope)
file(RELATIVE_PATH private_from_bin /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${private_libdir})

foreach(program rscope relaxscope-worker relaxscope)
  if(TARGET ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/${private_from_bin}")
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
if(RELAXSCOPE_EXECUTE)
  if(TARGET relaxscope_vm)
    set_target_properties(relaxscope_vm PROPERTIES INSTALL_RPATH "$ORIGIN")
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
endif()

install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY LICENSES DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(RELAXSCOPE_GUI)
  set(desktop resources/desktop)
  install(FILES ${desktop}/org.relaxscope.RelaxScope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${desktop}/org.relaxscope.RelaxScope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES ${desktop}/relaxscope.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME relaxscope.xml)
  install(FILES ${desktop}/org.relaxscope.RelaxScope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
