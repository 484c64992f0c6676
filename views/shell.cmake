# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(rs_views PRIVATE
  document.cpp document.h
  selection.cpp selection.h
  theme.cpp theme.h theme_icons.cpp theme_style.cpp theme_style.h
  error_strip.cpp error_strip.h
  view.cpp view.h view_registry.cpp
)
target_link_libraries(rs_views PUBLIC rs_resources)
