# SPDX-License-Identifier: GPL-3.0-or-later
# The window as a library, so that tests drive what the program runs, and the program itself.
add_library(rs_window STATIC
  actions.cpp actions.h
  array_files.cpp array_files.h
  breadcrumb.cpp breadcrumb.h
  dialogs.cpp dialogs.h
  document_loader.cpp document_loader.h
  document_page.cpp document_page.h
  export.cpp export.h
  file_kinds.cpp file_kinds.h
  help_page.cpp help_page.h
  late_constants.cpp late_constants.h
  main_window.cpp main_window.h main_window_actions.cpp main_window_chrome.cpp
  note_file.cpp note_file.h
  number_field.cpp number_field.h
  output_panel.cpp output_panel.h
  palette.cpp palette.h
  progress_line.h
  run_call_arguments.cpp run_call_arguments.h
  call_names.cpp call_names.h
  run_call_list.cpp run_call_list.h
  run_call_model.cpp run_call_model.h run_call_text.cpp run_call_text.h
  run_call_script.cpp run_call_script.h
  run_controller.cpp run_controller.h
  run_dialog.cpp run_dialog_script.cpp run_dialog.h
  run_spec.cpp run_spec.h
  screenshot.cpp screenshot.h
  search_field.cpp search_field.h
  settings.cpp settings.h
  start_page.cpp start_page.h start_rows.cpp start_rows.h
  status_bar.cpp status_bar.h
  tab_bar.cpp tab_bar.h
  text_assembler.cpp text_assembler.h
  view_panel.cpp view_panel.h
  window_options.cpp window_options.h
  window_program.cpp window_program.h
  worker_link.cpp worker_link.h
  workspace.cpp workspace.h
)
set_target_properties(rs_window PROPERTIES AUTOMOC ON)
target_link_libraries(rs_window PUBLIC rs_views rs_inspect PRIVATE CLI11::CLI11)
rs_precompile(rs_window QT)

add_executable(relaxscope main.cpp)
target_link_libraries(relaxscope PRIVATE rs_window)
