// SPDX-License-Identifier: GPL-3.0-or-later
// Every view, one row each, in the order of tabs and menus. Add a view by its include and its row.
#include <QCoreApplication>

#include "views/cfg/cfg_view.h"
#include "views/constants/constants_view.h"
#include "views/core/view.h"
#include "views/findings/diagnostics_view.h"
#include "views/functions/functions_view.h"
#include "views/hex/hex_view.h"
#include "views/inspector/inspector_view.h"
#include "views/listing/listing_view.h"
#include "views/modules/modules_view.h"
#include "views/overview/overview_view.h"
#include "views/profile/statistics/statistics_view.h"
#include "views/profile/timeline/timeline_view.h"
#include "views/profile/values/values_view.h"

namespace relaxscope {
namespace {

template <class T>
[[maybe_unused]] View* make(Document* document, QWidget* parent) {
  return new T(document, parent);
}

constexpr ViewRow kEnd = {nullptr, nullptr, nullptr, ViewArea::Centre, false, nullptr};
// id, title, icon, area, needs a trace, factory
constexpr ViewRow kRows[] = {
    {"overview", QT_TRANSLATE_NOOP("views", "Overview"), "overview", ViewArea::Centre, false, make<OverviewView>},
    {"functions", QT_TRANSLATE_NOOP("views", "Functions"), "functions", ViewArea::Left, false, make<FunctionsView>},
    {"listing", QT_TRANSLATE_NOOP("views", "Listing"), "listing", ViewArea::Centre, false, make<ListingView>},
    {"cfg", QT_TRANSLATE_NOOP("views", "CFG"), "cfg", ViewArea::Centre, false, make<CfgView>},
    {"hex", QT_TRANSLATE_NOOP("views", "Hex"), "hex", ViewArea::Centre, false, make<HexView>},
    {"constants", QT_TRANSLATE_NOOP("views", "Constants"), "constants", ViewArea::Left, false, make<ConstantsView>},
    {"modules", QT_TRANSLATE_NOOP("views", "Modules"), "modules", ViewArea::Left, false, make<ModulesView>},
    {"timeline", QT_TRANSLATE_NOOP("views", "Timeline"), "timeline", ViewArea::Bottom, true, make<TimelineView>},
    {"statistics", QT_TRANSLATE_NOOP("views", "Statistics"), "statistics", ViewArea::Bottom, true,
     make<StatisticsView>},
    {"values", QT_TRANSLATE_NOOP("views", "Values"), "values", ViewArea::Bottom, true, make<ValuesView>},
    {"inspector", QT_TRANSLATE_NOOP("views", "Inspector"), "inspector", ViewArea::Right, false, make<InspectorView>},
    {"diagnostics", QT_TRANSLATE_NOOP("views", "Findings"), "diagnostics", ViewArea::Centre, false,
     make<DiagnosticsView>},
    kEnd,
};

}  // namespace

std::span<const ViewRow> viewRegistry() { return std::span(kRows).first(std::size(kRows) - 1); }

const ViewRow* findView(const QString& id) {
  for (const ViewRow& row : viewRegistry())
    if (id == QLatin1String(row.id)) return &row;
  return nullptr;
}

}  // namespace relaxscope
