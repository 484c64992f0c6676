// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/keys.h"

#include <QKeyEvent>

namespace relaxscope {
namespace {

/// The key of a US keyboard at this place, by X11 and Wayland scan codes (evdev + 8); 0 where unknown.
int usKey(quint32 scanCode) {
#if defined(Q_OS_LINUX) || defined(Q_OS_FREEBSD)
  switch (scanCode) {
    case 25: return Qt::Key_W;
    case 27: return Qt::Key_R;
    case 38: return Qt::Key_A;
    case 39: return Qt::Key_S;
    case 40: return Qt::Key_D;
    case 41: return Qt::Key_F;
    case 58: return Qt::Key_M;
    case 59: return Qt::Key_Comma;
    case 60: return Qt::Key_Period;
    case 19: return Qt::Key_0;
    default: return 0;
  }
#else
  (void)scanCode;
  return 0;
#endif
}

bool isLetter(int key) { return key >= Qt::Key_A && key <= Qt::Key_Z; }

}  // namespace

TimelineCommand timelineCommand(const QKeyEvent& event) {
  using C = TimelineCommand;
  const Qt::KeyboardModifiers mods = event.modifiers() & ~Qt::KeypadModifier;
  if (mods.testFlag(Qt::ControlModifier))
    return event.key() == Qt::Key_F && mods == Qt::ControlModifier ? C::Search : C::None;
  if (mods & (Qt::AltModifier | Qt::MetaModifier)) return C::None;
  const bool shift = mods.testFlag(Qt::ShiftModifier);
  if (event.key() == Qt::Key_Slash) return C::Search;  // by its sign: on some layouts it needs Shift
  int key = event.key();
  // A slash or digit typed on another layout must not turn into a letter, so only letters and , . move.
  if (const int physical = usKey(event.nativeScanCode());
      physical != 0 &&
      (isLetter(key) || key >= 0x80 || key == Qt::Key_Comma || key == Qt::Key_Period || physical == Qt::Key_0))
    key = physical;
  switch (key) {
    case Qt::Key_W: return C::ZoomIn;
    case Qt::Key_S: return C::ZoomOut;
    case Qt::Key_A: return C::PanLeft;
    case Qt::Key_D: return C::PanRight;
    case Qt::Key_F: return C::Fit;
    case Qt::Key_R: return C::RunMenu;
    case Qt::Key_M: return shift ? C::Keep : C::Mark;
    case Qt::Key_Period: return C::Next;
    case Qt::Key_Comma: return C::Previous;
    case Qt::Key_0: return C::Whole;
    default: break;
  }
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return C::ZoomIn;
    case Qt::Key_Minus: return C::ZoomOut;
    case Qt::Key_Left: return C::PanLeft;
    case Qt::Key_Right: return C::PanRight;
    case Qt::Key_Up: return C::ScrollUp;
    case Qt::Key_Down: return C::ScrollDown;
    case Qt::Key_Home: return shift ? C::AllRuns : C::Whole;
    case Qt::Key_PageUp: return C::PreviousRun;
    case Qt::Key_PageDown: return C::NextRun;
    case Qt::Key_F3: return shift ? C::FindPrevious : C::FindNext;
    case Qt::Key_Escape: return C::Clear;
    case Qt::Key_Return:
    case Qt::Key_Enter: return C::Activate;
    default: return C::None;
  }
}

}  // namespace relaxscope
