// SPDX-License-Identifier: GPL-3.0-or-later
// The submenu Layout of the menu View: arrangements of the panels, single panels, and what can be done with a view.
#include <QCoreApplication>

#include "app/window/actions/table.h"
#include "app/window/document/further_views.h"
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

ViewKey keyIn(const ActionContext& context) { return context.workspace->keyOf(context.view); }
FurtherViews* furtherIn(const ActionContext& context) { return context.workspace->further(); }

bool hasPanelView(const ActionContext& context) { return hasDocument(context) && hasView(context); }

QString noPanelView() { return FurtherViews::tr("Open a file to arrange its views"); }

QString whyNotFloat(const ActionContext& context) {
  return hasPanelView(context) ? furtherIn(context)->whyNotFloat(keyIn(context)) : noPanelView();
}

bool canFloat(const ActionContext& context) { return whyNotFloat(context).isEmpty(); }

bool floats(const ActionContext& context) { return furtherIn(context)->floating(keyIn(context)) != nullptr; }

void toggleFloat(const ActionContext& context) {
  if (floats(context)) furtherIn(context)->dockView(keyIn(context));
  else furtherIn(context)->floatView(keyIn(context));
}

QString whyNotOnceMore(const ActionContext& context) {
  return hasPanelView(context) ? furtherIn(context)->whyNotOnceMore(context.view->id()) : noPanelView();
}

bool canShowOnceMore(const ActionContext& context) { return whyNotOnceMore(context).isEmpty(); }

void showOnceMore(const ActionContext& context) { furtherIn(context)->showOnceMore(context.view->id()); }

bool isSecond(const ActionContext& context) { return hasPanelView(context) && keyIn(context).second; }

QString whyNotSecond(const ActionContext& context) {
  return isSecond(context) ? QString() : FurtherViews::tr("Choose a view that is shown once more");
}

void toggleLock(const ActionContext& context) { furtherIn(context)->toggleLock(context.view->id()); }

bool isLocked(const ActionContext& context) { return furtherIn(context)->second(context.view->id())->isLocked(); }

void closeView(const ActionContext& context) { furtherIn(context)->closeSecond(context.view->id()); }

// id, text, icon, keys, viewKey, separator, enabled, run, whyNot, checked
constexpr ActionRow kLayoutActionRows[] = {
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
    {"view.float", QT_TRANSLATE_NOOP("actions", "&Float the view in a window"), "", "Ctrl+Alt+F", "", true, canFloat,
     toggleFloat, whyNotFloat, floats},
    {"view.onceMore", QT_TRANSLATE_NOOP("actions", "Show the view &once more"), "", "Ctrl+Alt+D", "", false,
     canShowOnceMore, showOnceMore, whyNotOnceMore},
    {"view.lock", QT_TRANSLATE_NOOP("actions", "Loc&k the view to its function"), "lock", "Ctrl+Alt+K", "", false,
     isSecond, toggleLock, whyNotSecond, isLocked},
    {"view.close", QT_TRANSLATE_NOOP("actions", "&Close this view"), "", "Ctrl+Shift+W", "", false, isSecond, closeView,
     whyNotSecond},
    {"view.resetLayout", QT_TRANSLATE_NOOP("actions", "Rese&t layout"), "", "", "", true, hasDocument, resetLayout},
};

}  // namespace

ActionMenu layoutActions() { return {"layout", QT_TRANSLATE_NOOP("actions", "&Layout"), kLayoutActionRows, "view"}; }

}  // namespace relaxscope
