// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/shortcut_sheet.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>

#include "app/window/actions/table.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/search_field.h"
#include "views/core/view.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

/// Draws the key caps of one action.
class KeyLabel : public QWidget {
 public:
  KeyLabel(QStringList keys, QWidget* parent) : QWidget(parent), keys_(std::move(keys)) {
    setFixedHeight(Theme::instance()->px(24));
    setMinimumWidth(Theme::instance()->px(140));
    setAccessibleName(keys_.join(QLatin1Char(' ')));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    int right = width();
    for (qsizetype i = keys_.size() - 1; i >= 0; --i)
      right -= paintKeyCap(&painter, QPoint(right, height() / 2), keys_[i]) + Theme::instance()->px(4);
  }

 private:
  QStringList keys_;
};

QLabel* heading(const QString& text, QWidget* parent) {
  auto* label = new Label(text, parent);
  label->setFont(Theme::instance()->ui(11, 600));
  label->setProperty("role", "second");
  label->setContentsMargins(0, Theme::instance()->px(12), 0, Theme::instance()->px(2));
  return label;
}

void addKeys(QGridLayout* grid, const QString& text, const QStringList& keys) {
  const int row = grid->rowCount();
  QWidget* parent = grid->parentWidget();
  grid->addWidget(new Label(text, parent), row, 0);
  grid->addWidget(new KeyLabel(keys, parent), row, 1);
}

void addHeading(QGridLayout* grid, const QString& text) {
  grid->addWidget(heading(text, grid->parentWidget()), grid->rowCount(), 0, 1, 2);
}

/// The shortcuts of an action in the platform's notation: those of the window, then the single key inside a view.
QStringList keysOf(const MainWindow* window, const ActionRow& row) {
  QStringList keys;
  for (const QKeySequence& key : window->action(QLatin1String(row.id))->shortcuts())
    keys.append(key.toString(QKeySequence::NativeText));
  if (row.viewKey[0] != 0) keys.append(QLatin1String(row.viewKey));
  return keys;
}

}  // namespace

ShortcutSheet::ShortcutSheet(MainWindow* window) : QDialog(window) {
  setObjectName(QStringLiteral("shortcutSheet"));
  setWindowTitle(tr("Keyboard shortcuts"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* scroll = new QScrollArea(this);
  scroll->setAccessibleName(windowTitle());
  scroll->setWidgetResizable(true);
  scroll->setWidget(buildContent(window));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
  resize(Theme::instance()->px(820), Theme::instance()->px(640));
}

/// Two columns: the menus up to View; the menus from Go on. Below them the keys of the views.
QWidget* ShortcutSheet::buildContent(const MainWindow* window) {
  const Theme* theme = Theme::instance();
  auto* content = new QWidget;
  auto* columns = new QHBoxLayout(content);
  columns->setSpacing(theme->px(40));
  columns->setContentsMargins(theme->px(24), theme->px(8), theme->px(24), theme->px(24));
  std::array<QGridLayout*, 2> grids{};
  for (auto*& grid : grids) {
    auto* column = new QVBoxLayout;
    columns->addLayout(column, 1);
    grid = new QGridLayout;
    grid->setVerticalSpacing(theme->px(2));
    column->addLayout(grid);
    column->addStretch(1);
  }
  QGridLayout* grid = grids[0];
  for (const ActionMenu& menu : actionMenus()) {
    if (QLatin1String(menu.name) == QLatin1String("go")) grid = grids[1];
    bool titled = false;
    for (const ActionRow& row : menu.rows) {
      const QStringList keys = keysOf(window, row);
      if (keys.isEmpty()) continue;
      if (!std::exchange(titled, true)) addHeading(grid, menuTitle(menu));
      addKeys(grid, actionTitle(row), keys);
    }
  }
  for (const ViewRow& view : viewRegistry()) {
    if (view.keyRows.empty()) continue;
    grid = view.area == ViewArea::Bottom ? grids[1] : grids[0];
    addHeading(grid, viewTitle(view));
    for (const ViewKeyRow& row : view.keyRows)
      addKeys(grid, QCoreApplication::translate("viewKeys", row.text),
              QString::fromLatin1(row.keys).split(QLatin1Char(' ')));
  }
  return content;
}

}  // namespace relaxscope
