# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(rs_views PRIVATE
  widgets/data_table.cpp widgets/data_table.h
  widgets/filter_field.cpp widgets/filter_field.h
  widgets/row_index.cpp widgets/row_index.h
  widgets/table_delegate.cpp widgets/table_delegate.h
  widgets/table_model.cpp widgets/table_model.h
  widgets/table_source.cpp widgets/table_source.h
)
