// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/keys.h"

#include <QKeyEvent>

#include <algorithm>
#include <iterator>

#include "views/axis/key_position.h"

namespace relaxscope {
namespace {

struct KeyRow {
  int key;
  TimelineCommand plain, shifted;
};
using C = TimelineCommand;

/// Keys matched by physical position if the scan code is known.
constexpr KeyRow kByPosition[] = {
    {Qt::Key_W, C::ZoomIn, C::ZoomIn},
    {Qt::Key_S, C::ZoomOut, C::ZoomOut},
    {Qt::Key_A, C::PanLeft, C::PanLeft},
    {Qt::Key_D, C::PanRight, C::PanRight},
    {Qt::Key_F, C::Fit, C::Fit},
    {Qt::Key_R, C::RunMenu, C::RunMenu},
    {Qt::Key_M, C::Mark, C::Keep},
    {Qt::Key_Period, C::Next, C::Next},
    {Qt::Key_Comma, C::Previous, C::Previous},
    {Qt::Key_0, C::Whole, C::Whole},
};
/// Keys matched by symbol.
constexpr KeyRow kBySymbol[] = {
    {Qt::Key_Plus, C::ZoomIn, C::ZoomIn},
    {Qt::Key_Equal, C::ZoomIn, C::ZoomIn},
    {Qt::Key_Minus, C::ZoomOut, C::ZoomOut},
    {Qt::Key_Left, C::PanLeft, C::PanLeft},
    {Qt::Key_Right, C::PanRight, C::PanRight},
    {Qt::Key_Up, C::ScrollUp, C::ScrollUp},
    {Qt::Key_Down, C::ScrollDown, C::ScrollDown},
    {Qt::Key_Home, C::Whole, C::AllRuns},
    {Qt::Key_PageUp, C::PreviousRun, C::PreviousRun},
    {Qt::Key_PageDown, C::NextRun, C::NextRun},
    {Qt::Key_F3, C::FindNext, C::FindPrevious},
    {Qt::Key_Escape, C::Clear, C::Clear},
    {Qt::Key_Return, C::Activate, C::Activate},
    {Qt::Key_Enter, C::Activate, C::Activate},
};

template <size_t N>
TimelineCommand find(const KeyRow (&rows)[N], int key, bool shift) {
  const auto* row =
      std::find_if(std::begin(rows), std::end(rows), [key](const KeyRow& each) { return each.key == key; });
  if (row == std::end(rows)) return C::None;
  return shift ? row->shifted : row->plain;
}

}  // namespace

TimelineCommand timelineCommand(const QKeyEvent& event) {
  const Qt::KeyboardModifiers mods = event.modifiers() & ~Qt::KeypadModifier;
  if (mods.testFlag(Qt::ControlModifier))
    return event.key() == Qt::Key_F && mods == Qt::ControlModifier ? C::Search : C::None;
  if (mods & (Qt::AltModifier | Qt::MetaModifier)) return C::None;
  const bool shift = mods.testFlag(Qt::ShiftModifier);
  if (event.key() == Qt::Key_Slash) return C::Search;  // by symbol: some layouts need Shift for it
  const int key = keyByPosition(event);
  const TimelineCommand byPosition = find(kByPosition, key, shift);
  return byPosition != C::None ? byPosition : find(kBySymbol, event.key(), shift);
}

}  // namespace relaxscope
