# SPDX-License-Identifier: GPL-3.0-or-later
# Qt-free geometry of the timeline: its own target, so that tests and benchmarks link it without a window.
add_library(rs_timeline STATIC
  timeline/event_row.cpp timeline/event_row.h
  timeline/lane_layout.cpp timeline/lane_layout.h
  timeline/step_series.cpp timeline/step_series.h
  timeline/time_ruler.cpp timeline/time_ruler.h
  timeline/track.cpp timeline/track.h
)
set_target_properties(rs_timeline PROPERTIES AUTOMOC OFF)
target_link_libraries(rs_timeline PUBLIC relaxscope_options rs_inspect)
target_sources(rs_views PRIVATE
  inspector_parts.cpp inspector_view.cpp inspector_view.h
  profile_tracks.cpp profile_tracks.h
  profile_widgets.cpp profile_widgets.h
  statistics_bar.cpp statistics_view.cpp statistics_view.h
  statistics_source.cpp statistics_source.h
  timeline_facts.cpp timeline_facts.h
  timeline_keys.cpp timeline_keys.h
  timeline_minimap.cpp timeline_minimap.h
  timeline_names.cpp timeline_names.h
  timeline_paint.cpp timeline_paint_counters.cpp timeline_paint.h
  timeline_plot.cpp timeline_plot.h
  timeline_scene.h
  timeline_search.cpp timeline_search.h
  timeline_view.cpp timeline_view_parts.cpp timeline_view.h
  values_source.cpp values_source.h
  values_view.cpp values_view.h
)
target_link_libraries(rs_views PUBLIC rs_timeline)
