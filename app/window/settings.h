// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that persist between starts. Owns their keys and defaults; values are not cached.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVariantMap>

namespace relaxscope::settings {

/// Disables all further writes, so that taking a screenshot does not change the settings.
void setReadOnly();

QString language();  ///< "en", "zh_CN"; empty: the system's language
void setLanguage(const QString& code);
QString theme();  ///< "light", "dark" or "system"
void setTheme(const QString& mode);
double uiScale();  ///< 0.75 to 3
void setUiScale(double scale);
QString workerCommand();  ///< empty: the worker next to the program
void setWorkerCommand(const QString& command);
double timeLimitSeconds();  ///< 0: none
void setTimeLimitSeconds(double seconds);
quint64 memoryLimitMiB();  ///< 0: three quarters of the free memory
void setMemoryLimitMiB(quint64 mebibytes);
quint64 runsMiB();  ///< that stored runs of all files may take; 0: none is stored, as while settings are read-only
void setRunsMiB(quint64 mebibytes);
/// Folder of the stored runs.
QString runsFolder();
/// Object names of the actions that were chosen in the palette, the last one first.
QStringList recentCommands();
void setRecentCommands(const QStringList& names);
bool restoresSession();  ///< whether a start without files opens those of the last session; also whether it is kept
/// False also forgets the session.
void setRestoresSession(bool restores);
QVariantMap session();
void setSession(const QVariantMap& session);
bool isOpeningSession();  ///< whether the current file of the session is being read
void setOpeningSession(bool opening);
QByteArray windowGeometry();
void setWindowGeometry(const QByteArray& geometry);
QByteArray workspaceLayout();
void setWorkspaceLayout(const QByteArray& layout);
QVariantMap lastRun(const QString& path);
void setLastRun(const QString& path, const QVariantMap& run);
/// Matches of functions by pairs of files: see app/window/comparison/hand_matches.h.
QVariantList handMatches();
void setHandMatches(const QVariantList& pairs);
QString device();
void setDevice(const QString& device);
/// The device chosen for documents that need a GPU; empty: none yet.
QString gpu();
void setGpu(const QString& device);

/// A recent file of the start page. Stores raw values, which are formatted when shown.
struct Recent {
  QString path;
  QString variant;           ///< variantName() of its executable; empty: none or unknown
  QString device;            ///< device that a profile was recorded on
  qint64 runs = -1;          ///< of a profile; -1: unknown
  qint64 instructions = -1;  ///< -1: unknown
  qint64 events = -1;        ///< of a profile; -1: not a profile
  double medianNs = -1;
  qint64 openedAt = 0;  ///< seconds since the epoch
  QString constants;    ///< file with late-bound constants that it was last opened with
  QString digest = {};  ///< SHA-256 of its bytes, hex; empty: unknown
};
QList<Recent> recent();
/// The constants file of a recent file; empty: none.
QString constantsOf(const QString& path);
/// The digest of a recent file; empty: unknown.
QString digestOf(const QString& path);
void addRecent(const Recent& entry);
void removeRecent(const QString& path);
void clearRecent();

}  // namespace relaxscope::settings
