# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(rs_views PRIVATE
  assembly_editor.cpp assembly_editor.h
  code_assembler.h
  discard.h
  edit_pane.cpp edit_pane.h
  opcode_help.cpp opcode_help.h
  widgets/data_table.cpp widgets/data_table.h
  widgets/filter_field.cpp widgets/filter_field.h
  widgets/find_bar.cpp widgets/find_bar.h
  widgets/row_index.cpp widgets/row_index.h
  widgets/table_delegate.cpp widgets/table_delegate.h
  widgets/table_model.cpp widgets/table_model.h
  widgets/table_source.cpp widgets/table_source.h
  layout/layered.cpp layout/layered.h layout/layered_graph.h layout/layered_order.cpp layout/layered_place.cpp
  cfg_canvas.cpp cfg_canvas.h cfg_look.h cfg_paint.cpp cfg_paint_frame.cpp
  cfg_counts.cpp cfg_counts.h
  cfg_scene.cpp cfg_scene.h
  cfg_view.cpp cfg_view.h
  code_costs.cpp code_costs.h
  code_find.cpp code_find.h
  code_text.cpp code_text.h
  code_tokens.cpp code_tokens.h
  constants_pane.cpp constants_pane.h
  constants_source.cpp constants_source.h
  constants_values.cpp constants_values.h
  constants_view.cpp constants_view.h
  hex_area.cpp hex_area.h
  hex_find.cpp hex_find.h
  hex_tree.cpp hex_tree.h
  hex_view.cpp hex_view.h
  functions_source.cpp functions_source.h
  functions_view.cpp functions_view.h
  listing_area.cpp listing_area.h listing_paint.cpp
  listing_rows.cpp listing_rows.h
  listing_view.cpp listing_view.h
  modules_source.cpp modules_source.h
  modules_view.cpp modules_view.h
  reference_index.cpp reference_index.h
  references_popup.cpp references_popup.h
  result_types.cpp result_types.h
  widgets/elide.h
)
