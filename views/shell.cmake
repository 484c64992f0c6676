# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(rs_views PRIVATE
  document.cpp document.h
  selection.cpp selection.h
)
