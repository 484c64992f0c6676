// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/axis/key_position.h"

#include <QKeyEvent>

namespace relaxscope {
namespace {

/// The key at this position of a US keyboard, from X11 and Wayland scan codes (evdev + 8); 0 if unknown.
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

int keyByPosition(const QKeyEvent& event) {
  int key = event.key();
  // A slash or digit typed on another layout must not become a letter, so only letters, comma, period and the key at
  // the position of 0 are mapped.
  if (const int physical = usKey(event.nativeScanCode());
      physical != 0 &&
      (isLetter(key) || key >= 0x80 || key == Qt::Key_Comma || key == Qt::Key_Period || physical == Qt::Key_0))
    key = physical;
  return key;
}

}  // namespace relaxscope
