// SPDX-License-Identifier: GPL-3.0-or-later
// All views, one row each, in the order of tabs and menus. To add a view, add its include and its row.
#include <QCoreApplication>

#include "views/cfg/cfg_view.h"
#include "views/compare/compare_view.h"
#include "views/constants/constants_view.h"
#include "views/core/view.h"
#include "views/diff/diff_view.h"
#include "views/findings/findings_view.h"
#include "views/functions/functions_view.h"
#include "views/hex/hex_view.h"
#include "views/inspector/inspector_view.h"
#include "views/listing/listing_view.h"
#include "views/memory/memory_view.h"
#include "views/modules/modules_view.h"
#include "views/modules/source_view.h"
#include "views/overview/overview_view.h"
#include "views/profile/runs/runs_view.h"
#include "views/profile/statistics/statistics_view.h"
#include "views/profile/timeline/timeline_view.h"
#include "views/profile/values/values_view.h"

namespace relaxscope {
namespace {

template <class T>
[[maybe_unused]] View* make(Document* document, QWidget* parent) {
  return new T(document, parent);
}

template <class T>
[[maybe_unused]] View* makeOfPair(Comparison* comparison, QWidget* parent) {
  return new T(comparison, parent);
}

constexpr ViewRow kEnd = {ViewId::None, nullptr, nullptr, nullptr, ViewArea::Centre, false, nullptr};
// id, title, icon, key, area, needs a trace, factory, keys of its own, of one function, subjects, factory for a pair
constexpr ViewRow kRows[] = {
    {ViewId::Overview, QT_TRANSLATE_NOOP("views", "Overview"), "overview", "Ctrl+1", ViewArea::Centre, false,
     make<OverviewView>},
    {ViewId::Functions, QT_TRANSLATE_NOOP("views", "Functions"), "functions", "Ctrl+2", ViewArea::Left, false,
     make<FunctionsView>},
    {ViewId::Listing, QT_TRANSLATE_NOOP("views", "Listing"), "listing", "Ctrl+3", ViewArea::Centre, false,
     make<ListingView>, ListingView::kKeyRows, true},
    {ViewId::Cfg, QT_TRANSLATE_NOOP("views", "CFG"), "cfg", "Ctrl+4", ViewArea::Centre, false, make<CfgView>,
     CfgView::kKeyRows, true},
    {ViewId::Memory, QT_TRANSLATE_NOOP("views", "Memory"), "memory", "Ctrl+M", ViewArea::Centre, false,
     make<MemoryView>, MemoryView::kKeyRows, true},
    {ViewId::Source, QT_TRANSLATE_NOOP("views", "Source"), "source", "Ctrl+U", ViewArea::Centre, false,
     make<SourceView>},
    {ViewId::Hex, QT_TRANSLATE_NOOP("views", "Hex"), "hex", "Ctrl+5", ViewArea::Centre, false, make<HexView>,
     HexView::kKeyRows},
    {ViewId::Constants, QT_TRANSLATE_NOOP("views", "Constants"), "constants", "Ctrl+6", ViewArea::Left, false,
     make<ConstantsView>},
    {ViewId::Modules, QT_TRANSLATE_NOOP("views", "Modules"), "modules", "Ctrl+7", ViewArea::Left, false,
     make<ModulesView>},
    {ViewId::Timeline, QT_TRANSLATE_NOOP("views", "Timeline"), "timeline", "Ctrl+8", ViewArea::Bottom, true,
     make<TimelineView>, TimelineView::kKeyRows},
    {ViewId::Statistics, QT_TRANSLATE_NOOP("views", "Statistics"), "statistics", "Ctrl+9", ViewArea::Centre, true,
     make<StatisticsView>, StatisticsView::kKeyRows},
    {ViewId::Values, QT_TRANSLATE_NOOP("views", "Values"), "values", "Ctrl+0", ViewArea::Bottom, true,
     make<ValuesView>},
    {ViewId::Runs, QT_TRANSLATE_NOOP("views", "Runs"), "history", "Ctrl+H", ViewArea::Bottom, false, make<RunsView>},
    {ViewId::Inspector, QT_TRANSLATE_NOOP("views", "Inspector"), "inspector", "", ViewArea::Right, false,
     make<InspectorView>},
    {ViewId::Findings, QT_TRANSLATE_NOOP("views", "Findings"), "diagnostics", "", ViewArea::Centre, false,
     make<FindingsView>, FindingsView::kKeyRows},
    {ViewId::Diff, QT_TRANSLATE_NOOP("views", "Differences"), "compare", "Ctrl+1", ViewArea::Centre, false, nullptr,
     DiffView::kKeyRows, false, Subjects{Subject::Pair}, makeOfPair<DiffView>},
    {ViewId::Compare,
     QT_TRANSLATE_NOOP("views", "Times"),
     "statistics",
     "Ctrl+2",
     ViewArea::Centre,
     true,
     nullptr,
     {},
     false,
     Subjects{Subject::Pair},
     makeOfPair<CompareView>},
    kEnd,
};

}  // namespace

std::span<const ViewRow> viewRegistry() { return std::span(kRows).first(std::size(kRows) - 1); }

QString viewTitle(const ViewRow& row) { return QCoreApplication::translate("views", row.title); }

const ViewRow* findView(ViewId id) {
  for (const ViewRow& row : viewRegistry())
    if (id == row.id) return &row;
  return nullptr;
}

}  // namespace relaxscope
