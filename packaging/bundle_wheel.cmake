# SPDX-License-Identifier: Apache-2.0
# Script of install(), component `python`: completes the Python package's folder likewise. libtvm_ffi is the one that
# Python loads from the package apache-tvm-ffi. `pip install .` runs it, too, on systems without Debian's packages.
include(${CMAKE_CURRENT_LIST_DIR}/bundle.cmake)
set(package $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/relaxscope)
file(GLOB libraries ${package}/*.so ${package}/emulated/*.so*)
rs_bundle(DESTINATION ${package} LICENCES ${package}/licences GIVEN libtvm_ffi.so ANY_ORIGIN
          EXECUTABLES ${package}/bin/rscope ${package}/bin/relaxscope-worker LIBRARIES ${libraries})
