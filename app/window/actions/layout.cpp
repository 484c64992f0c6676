// SPDX-License-Identifier: GPL-3.0-or-later
// The submenu Layout of the menu View: arrangements of the panels, and single panels.
#include <QCoreApplication>

#include "app/window/actions/table.h"
#include "app/window/document/workspace.h"

namespace relaxscope {
namespace {

template <LayoutId layout>
void showLayout(const ActionContext& context) {
  context.workspace->showLayout(layout);
}

template <ViewArea area>
void togglePanel(const ActionContext& context) {
  Workspace* workspace = context.workspace;
  if (workspace->showsOverview()) workspace->showView(ViewId::Listing);
  else workspace->setDockVisible(area, !workspace->isDockVisible(area));
}

template <LayoutId layout>
bool isLayout(const ActionContext& context) {
  return context.workspace->currentLayout() == layout;
}

template <ViewArea area>
bool isPanelVisible(const ActionContext& context) {
  return context.workspace->isDockVisible(area);
}

void resetLayout(const ActionContext& context) { context.workspace->resetLayout(); }

// id, text, icon, keys, viewKey, separator, enabled, run, whyNot, checked
constexpr ActionRow kRows[] = {
    {"view.layout.all", QT_TRANSLATE_NOOP("actions", "&All panels"), "layout", "Ctrl+Alt+0", "", false, hasDocument,
     showLayout<LayoutId::All>, nullptr, isLayout<LayoutId::All>},
    {"view.layout.read", QT_TRANSLATE_NOOP("actions", "R&ead"), "listing", "Ctrl+Alt+1", "", false, hasDocument,
     showLayout<LayoutId::Read>, nullptr, isLayout<LayoutId::Read>},
    {"view.layout.profile", QT_TRANSLATE_NOOP("actions", "&Profile"), "timeline", "Ctrl+Alt+2", "", false, hasDocument,
     showLayout<LayoutId::Profile>, nullptr, isLayout<LayoutId::Profile>},
    {"view.layout.graph", QT_TRANSLATE_NOOP("actions", "&Graph"), "cfg", "Ctrl+Alt+3", "", false, hasDocument,
     showLayout<LayoutId::Graph>, nullptr, isLayout<LayoutId::Graph>},
    {"view.layout.bytes", QT_TRANSLATE_NOOP("actions", "B&ytes"), "hex", "Ctrl+Alt+4", "", false, hasDocument,
     showLayout<LayoutId::Bytes>, nullptr, isLayout<LayoutId::Bytes>},
    {"view.left", QT_TRANSLATE_NOOP("actions", "&Left panel"), "layout", "Ctrl+Alt+L", "", true, hasDocument,
     togglePanel<ViewArea::Left>, nullptr, isPanelVisible<ViewArea::Left>},
    {"view.right", QT_TRANSLATE_NOOP("actions", "&Right panel"), "", "Ctrl+Alt+R", "", false, hasDocument,
     togglePanel<ViewArea::Right>, nullptr, isPanelVisible<ViewArea::Right>},
    {"view.bottom", QT_TRANSLATE_NOOP("actions", "&Bottom panel"), "", "Ctrl+Alt+B", "", false, hasDocument,
     togglePanel<ViewArea::Bottom>, nullptr, isPanelVisible<ViewArea::Bottom>},
    {"view.resetLayout", QT_TRANSLATE_NOOP("actions", "Rese&t layout"), "", "", "", true, hasDocument, resetLayout},
};

}  // namespace

ActionMenu layoutActions() { return {"layout", QT_TRANSLATE_NOOP("actions", "&Layout"), kRows, "view"}; }

}  // namespace relaxscope
