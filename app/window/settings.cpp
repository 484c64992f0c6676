// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settings.h"

#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace relaxscope::settings {
namespace {

constexpr int kMaxRecent = 12;
constexpr int kMaxLastRuns = 50;
/// Key of a last run's sequence number: the greatest is the newest.
const QString kOrder = QStringLiteral("order");

QVariant value(const char* key, const QVariant& fallback = {}) {
  return QSettings().value(QLatin1String(key), fallback);
}
bool readOnly = false;
void store(const char* key, const QVariant& v) {
  if (!readOnly) QSettings().setValue(QLatin1String(key), v);
}

}  // namespace

void setReadOnly() { readOnly = true; }

QString language() { return value("interface/language").toString(); }
void setLanguage(const QString& code) { store("interface/language", code); }
QString theme() { return value("interface/theme", QStringLiteral("system")).toString(); }
void setTheme(const QString& mode) { store("interface/theme", mode); }
double uiScale() { return std::clamp(value("interface/scale", 1.0).toDouble(), 0.75, 3.0); }
void setUiScale(double scale) { store("interface/scale", scale); }
QString workerCommand() { return value("worker/command").toString(); }
void setWorkerCommand(const QString& command) { store("worker/command", command); }
double timeLimitSeconds() { return std::max(0.0, value("worker/timeLimit", 60.0).toDouble()); }
void setTimeLimitSeconds(double seconds) { store("worker/timeLimit", seconds); }
quint64 memoryLimitMiB() { return value("worker/memoryLimit", 0).toULongLong(); }
void setMemoryLimitMiB(quint64 mebibytes) { store("worker/memoryLimit", mebibytes); }
quint64 runsMiB() { return readOnly ? 0 : value("runs/mostMiB", 2048).toULongLong(); }
void setRunsMiB(quint64 mebibytes) { store("runs/mostMiB", mebibytes); }
QString runsFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/runs");
}
QStringList recentCommands() { return value("palette/recent").toStringList(); }
void setRecentCommands(const QStringList& names) { store("palette/recent", names); }
bool restoresSession() { return value("session/restore", true).toBool(); }
void setRestoresSession(bool restores) {
  store("session/restore", restores);
  if (!restores) setSession({});
}
QVariantMap session() { return value("session/tabs").toMap(); }
void setSession(const QVariantMap& session) { store("session/tabs", session); }
bool isOpeningSession() { return value("session/opening", false).toBool(); }
void setOpeningSession(bool opening) { store("session/opening", opening); }
QByteArray windowGeometry() { return value("window/geometry").toByteArray(); }
void setWindowGeometry(const QByteArray& geometry) { store("window/geometry", geometry); }
QByteArray workspaceLayout() { return value("window/layout").toByteArray(); }
void setWorkspaceLayout(const QByteArray& layout) { store("window/layout", layout); }
QVariantList handMatches() { return value("diff/matches").toList(); }
void setHandMatches(const QVariantList& pairs) { store("diff/matches", pairs); }
QString gpu() { return value("run/gpu", QString()).toString(); }
void setGpu(const QString& name) { store("run/gpu", name); }
QString device() { return value("run/device", QStringLiteral("cpu")).toString(); }
void setDevice(const QString& name) { store("run/device", name); }

QVariantMap lastRun(const QString& path) {
  QVariantMap run = value("run/last").toMap().value(path).toMap();
  run.remove(kOrder);
  return run;
}

void setLastRun(const QString& path, const QVariantMap& run) {
  QVariantMap all = value("run/last").toMap();
  // Runs saved by older versions have no number and count as the oldest.
  const auto orderOf = [](const QVariant& entry) { return entry.toMap().value(kOrder).toLongLong(); };
  const auto older = [&orderOf](const QVariant& a, const QVariant& b) { return orderOf(a) < orderOf(b); };
  qint64 newest = 0;
  for (const QVariant& entry : std::as_const(all)) newest = std::max(newest, orderOf(entry));
  while (all.size() >= kMaxLastRuns && !all.contains(path)) all.erase(std::min_element(all.begin(), all.end(), older));
  QVariantMap entry = run;
  entry[kOrder] = newest + 1;
  all[path] = entry;
  store("run/last", all);
}

QList<Recent> recent() {
  QList<Recent> out;
  for (const QVariant& entry : value("recent/files").toList()) {
    const QVariantMap map = entry.toMap();
    const auto text = [&map](const char* key) { return map.value(QLatin1String(key)).toString(); };
    const auto number = [&map](const char* key) { return map.value(QLatin1String(key), -1).toLongLong(); };
    out.append({text("path"), text("variant"), text("device"), number("runs"), number("instructions"), number("events"),
                map.value(QStringLiteral("median"), -1.0).toDouble(), map.value(QStringLiteral("opened")).toLongLong(),
                text("constants"), text("digest")});
  }
  return out;
}

static void storeRecent(const QList<Recent>& list) {
  QVariantList out;
  for (const Recent& entry : list.mid(0, kMaxRecent))
    out.append(QVariantMap{{QStringLiteral("path"), entry.path},
                           {QStringLiteral("variant"), entry.variant},
                           {QStringLiteral("device"), entry.device},
                           {QStringLiteral("runs"), entry.runs},
                           {QStringLiteral("instructions"), entry.instructions},
                           {QStringLiteral("events"), entry.events},
                           {QStringLiteral("median"), entry.medianNs},
                           {QStringLiteral("opened"), entry.openedAt},
                           {QStringLiteral("constants"), entry.constants},
                           {QStringLiteral("digest"), entry.digest}});
  store("recent/files", out);
}

QString constantsOf(const QString& path) {
  for (const Recent& entry : recent())
    if (entry.path == path) return entry.constants;
  return {};
}

QString digestOf(const QString& path) {
  for (const Recent& entry : recent())
    if (entry.path == path) return entry.digest;
  return {};
}

void addRecent(const Recent& entry) {
  QList<Recent> list = recent();
  Recent merged = entry;
  for (const Recent& old : list)
    if (old.path == entry.path && merged.medianNs < 0) merged.medianNs = old.medianNs;
  list.removeIf([&entry](const Recent& old) { return old.path == entry.path; });
  list.prepend(merged);
  storeRecent(list);
}

void removeRecent(const QString& path) {
  QList<Recent> list = recent();
  list.removeIf([&path](const Recent& old) { return old.path == path; });
  storeRecent(list);
}

void clearRecent() { store("recent/files", QVariantList()); }

}  // namespace relaxscope::settings
