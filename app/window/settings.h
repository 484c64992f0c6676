// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept between starts. One place for keys and defaults; values are read anew each time.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVariantMap>

namespace relaxscope::settings {

/// From now on nothing is written: programs that only take a picture leave no trace.
void setReadOnly();

QString language();  ///< "en", "zh_CN", or empty: the system's
void setLanguage(const QString& code);
QString theme();  ///< "light", "dark" or "system"
void setTheme(const QString& mode);
double uiScale();  ///< 0.75 to 3
void setUiScale(double scale);
QString workerCommand();  ///< empty: the worker beside the program
void setWorkerCommand(const QString& command);
double timeLimitSeconds();  ///< 0: none
void setTimeLimitSeconds(double seconds);
quint64 memoryLimitMiB();  ///< 0: three quarters of what is free
void setMemoryLimitMiB(quint64 mebibytes);
QByteArray windowGeometry();
void setWindowGeometry(const QByteArray& geometry);
QByteArray workspaceLayout();
void setWorkspaceLayout(const QByteArray& layout);
QVariantMap lastRun(const QString& path);
void setLastRun(const QString& path, const QVariantMap& run);
QString device();
void setDevice(const QString& device);

/// A file of the start page's list: facts, which are put in words when they are shown.
struct Recent {
  QString path;
  QString variant;           ///< variantName() of its executable; empty: none or unknown
  QString device;            ///< that a profile was recorded on
  qint64 runs = -1;          ///< of a profile
  qint64 instructions = -1;  ///< -1: unknown
  qint64 events = -1;        ///< of a profile
  double medianNs = -1;
  qint64 openedAt = 0;  ///< seconds since the epoch
  QString constants;    ///< file with the late-bound constants it was last shown with
};
QList<Recent> recent();
/// The constants file of a recent one; empty: none.
QString constantsOf(const QString& path);
void addRecent(const Recent& entry);
void removeRecent(const QString& path);
void clearRecent();

}  // namespace relaxscope::settings
