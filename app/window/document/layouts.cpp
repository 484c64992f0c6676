// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/layouts.h"

#include <QLatin1String>

#include <algorithm>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

// Logical pixels.
constexpr int kStrip = 32, kSentence = 44;            // a panel's tabs; one line with a button
constexpr int kLeastBottom = 200, kMostBottom = 248;  // without a height of its own
constexpr int kLeastFitted = 140;

/// Times of functions, the share included, need 384 pixels.
constexpr PanelWidth kFunctions = {30, 240, 400};

constexpr LayoutRow kLayoutRows[] = {
    {LayoutId::All,
     "all",
     {ViewId::Functions, ViewId::Listing, ViewId::Inspector, ViewId::Timeline},
     kFunctions,
     {23, 240, 515}},
    {LayoutId::Read,
     "read",
     {ViewId::Functions, ViewId::Listing, ViewId::Inspector, ViewId::None},
     kFunctions,
     {24, 280, 515}},
    {LayoutId::Profile,
     "profile",
     {ViewId::Functions, ViewId::Statistics, ViewId::None, ViewId::Timeline},
     kFunctions,
     {23, 240, 515}},
    {LayoutId::Graph,
     "graph",
     {ViewId::None, ViewId::Cfg, ViewId::Listing, ViewId::None},
     kFunctions,
     {44, 480, 800},
     {ViewId::Listing, ViewId::Source}},
    {LayoutId::Bytes,
     "bytes",
     {ViewId::None, ViewId::Hex, ViewId::Inspector, ViewId::None},
     kFunctions,
     {23, 260, 480}},
};

int share(const PanelWidth& width, int window) {
  const Theme* theme = Theme::instance();
  return std::clamp(window * width.percent / 100, theme->px(width.least), theme->px(width.most));
}

}  // namespace

std::span<const LayoutRow> layoutRows() { return kLayoutRows; }

const LayoutRow& layoutRow(LayoutId id) { return kLayoutRows[static_cast<size_t>(id)]; }

const LayoutRow* findLayout(QStringView name) {
  for (const LayoutRow& row : kLayoutRows)
    if (name == QLatin1String(row.name)) return &row;
  return nullptr;
}

ViewArea areaOf(const LayoutRow& layout, const ViewRow& view) {
  const bool beside = view.id != ViewId::None && std::ranges::find(layout.beside, view.id) != layout.beside.end();
  return beside ? ViewArea::Right : view.area;
}

PanelSizes panelSizes(const LayoutRow& layout, QSize window) {
  const Theme* theme = Theme::instance();
  return {share(layout.left, window.width()), share(layout.right, window.width()),
          std::clamp(window.height() * 3 / 10, theme->px(kLeastBottom), theme->px(kMostBottom))};
}

int bottomHeight(int wanted, QSize window) {
  const Theme* theme = Theme::instance();
  if (wanted <= 0) return theme->px(kStrip + kSentence);
  const int most = std::max(theme->px(kLeastBottom), window.height() * 47 / 100);
  return std::clamp(wanted + theme->px(kStrip), theme->px(kLeastFitted), most);
}

}  // namespace relaxscope
