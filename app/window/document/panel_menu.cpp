// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/panel_menu.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMenu>

#include <array>
#include <functional>
#include <optional>

#include "app/window/document/further_views.h"
#include "app/window/document/workspace.h"

namespace relaxscope {
namespace {

/// Entries of the menu of a panel; its texts are translated in one context.
struct PanelMenu {
  Q_DECLARE_TR_FUNCTIONS(PanelMenu)
 public:
  Workspace* workspace;
  ViewPanel* panel;
  QMenu* menu;

  [[nodiscard]] std::optional<ViewArea> area() const {
    for (const ViewArea each : {ViewArea::Left, ViewArea::Centre, ViewArea::Right, ViewArea::Bottom})
      if (workspace->panel(each) == panel) return each;
    return {};
  }

  void addViews() {
    for (int i = 0; i < panel->tabs()->count(); ++i) {
      const ViewKey key = keyOfName(panel->tabs()->idAt(i));
      QAction* action =
          menu->addAction(panel->tabs()->tabText(i), workspace, [host = workspace, key] { host->showView(key); });
      action->setCheckable(true);
      action->setChecked(i == panel->tabs()->currentIndex());
    }
    menu->addSeparator();
  }

  void addPanel(ViewArea here) {
    QDockWidget* dock = workspace->dock(here);
    if (dock == nullptr) return;
    menu->addAction(dock->isFloating() ? tr("Dock the panel") : tr("Float the panel"), workspace,
                    [dock] { dock->setFloating(!dock->isFloating()); });
    menu->addAction(tr("Hide the panel"), workspace, [host = workspace, here] { host->setDockVisible(here, false); });
  }

  /// The panels that a view can be moved to.
  void addMoves(ViewKey key, const QString& title) {
    const std::array<QString, 4> names = {tr("Left panel"), tr("Centre"), tr("Right panel"), tr("Bottom panel")};
    QMenu* moves = menu->addMenu(tr("Move %1 to").arg(title));
    moves->setObjectName(QStringLiteral("panelMenu.move"));
    for (size_t i = 0; i < names.size(); ++i)
      if (const auto to = static_cast<ViewArea>(i); to != workspace->areaOfView(key))
        moves->addAction(names[i], workspace, [host = workspace, key, to] { host->moveView(key, to); });
  }

  QAction* add(const QString& text, const QString& whyNot, std::function<void()> run) {
    QAction* action = menu->addAction(text, workspace, std::move(run));
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot);
    return action;
  }

  void addView(ViewKey key, const QString& title) {
    FurtherViews* host = workspace->further();
    if (host->floating(key) != nullptr) add(tr("Back to the panel"), {}, [host, key] { host->dockView(key); });
    else add(tr("Float %1 in a window").arg(title), host->whyNotFloat(key), [host, key] { host->floatView(key); });
    if (!key.second) {
      add(tr("Show %1 once more").arg(title), host->whyNotOnceMore(key.id),
          [host, key] { host->showOnceMore(key.id); });
      return;
    }
    add(host->lockAction(key.id), {}, [host, key] { host->toggleLock(key.id); });
    add(tr("Close this view"), {}, [host, key] { host->closeSecond(key.id); });
  }
};

}  // namespace

void openPanelMenu(Workspace* workspace, ViewPanel* panel, const QPoint& position) {
  QMenu menu(panel->strip());
  menu.setObjectName(QStringLiteral("panelMenu"));
  menu.setToolTipsVisible(true);
  PanelMenu entries{workspace, panel, &menu};
  entries.addViews();
  const ViewKey key = panel->currentKey();
  if (const auto here = entries.area()) entries.addPanel(*here);
  if (panel->has(key) && key != ViewId::Overview) {
    const QString title = panel->tabs()->tabText(panel->tabs()->currentIndex());
    entries.addMoves(key, title);
    entries.addView(key, title);
  }
  menu.addSeparator();
  menu.addAction(PanelMenu::tr("Reset layout"), workspace, &Workspace::resetLayout);
  menu.exec(position);
}

}  // namespace relaxscope
