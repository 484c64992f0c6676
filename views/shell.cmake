# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(rs_views PRIVATE
  document.cpp document.h
  latest_task.h
  notes.cpp notes.h
  selection.cpp selection.h
  theme.cpp theme.h theme_icons.cpp theme_style.cpp theme_style.h
  diagnostics_view.cpp diagnostics_view.h findings_source.cpp findings_source.h
  overview_view.cpp overview_view.h overview_parts.cpp overview_parts.h overview_identity.cpp overview_identity.h
  rule_titles.cpp rule_titles.h
  error_strip.cpp error_strip.h
  view.cpp view.h view_registry.cpp
)
target_link_libraries(rs_views PUBLIC rs_resources)
