// SPDX-License-Identifier: GPL-3.0-or-later
// The toolbar: open, run, device and engine, search, history, export, appearance.
#pragma once

#include "app/window/shell/bar.h"

class QBoxLayout;
class QComboBox;
class QToolButton;

namespace relaxscope {

struct ActionContext;
class ActionSet;
class DeviceBox;
class MenuBuilder;
class SearchField;

class ToolBar : public Bar {
  Q_OBJECT
 public:
  ToolBar(const ActionSet& actions, MenuBuilder* menus, QWidget* parent);
  [[nodiscard]] DeviceBox* devices() const { return devices_; }
  [[nodiscard]] SearchField* searchField() const { return search_; }
  void update(const ActionContext& context);

 private:
  void addOpen(QBoxLayout* layout);
  void addRun(QBoxLayout* layout);
  void addCompare(QBoxLayout* layout);
  void addExport(QBoxLayout* layout);
  const ActionSet& actions_;
  MenuBuilder* menus_;
  QToolButton* runButton_ = nullptr;
  QToolButton* exportButton_ = nullptr;
  QToolButton* themeButton_ = nullptr;
  DeviceBox* devices_ = nullptr;
  SearchField* search_ = nullptr;
};

}  // namespace relaxscope
