// SPDX-License-Identifier: GPL-3.0-or-later
// How the user left the views of a document, as a value and as stored bytes: sizes of the panels, the views in each,
// those in windows of their own, and those that are shown once more.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QRect>
#include <QString>

#include <array>
#include <optional>

namespace relaxscope {

/// Views and panels are named as by keyName() and numbered as ViewArea.
struct Arrangement {
  struct Float {
    QString view;
    qint32 home = 0;  ///< the panel that it returns to
    QRect geometry;   ///< on the desktop, without the frame
    friend bool operator==(const Float&, const Float&) = default;
  };
  struct Second {
    QString view;      ///< name of the first one
    qint32 panel = 0;  ///< also while it is in a window of its own: its home
    QString function;  ///< that it is locked to; empty: it follows
    friend bool operator==(const Second&, const Second&) = default;
  };
  QByteArray docks;  ///< QMainWindow::saveState() of the panels
  bool bottomSized = false;
  QHash<QString, qint32> moved;    ///< panels of views that are not in their own
  std::array<QString, 4> current;  ///< by panel: the view in front
  QList<Float> floats;
  QList<Second> seconds;
  friend bool operator==(const Arrangement&, const Arrangement&) = default;
};

QByteArray toBytes(const Arrangement& arrangement);
/// Bytes of older versions have no floats and seconds. Nothing if they are none of an arrangement.
std::optional<Arrangement> arrangementOf(const QByteArray& bytes);

}  // namespace relaxscope
