// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/session.h"

#include "app/window/document/workspace.h"

namespace relaxscope {
namespace {

const QString kFiles = QStringLiteral("files"), kCurrent = QStringLiteral("current"), kPath = QStringLiteral("path"),
              kView = QStringLiteral("view"), kCentre = QStringLiteral("centre"),
              kFunction = QStringLiteral("function"), kPc = QStringLiteral("pc"), kDigest = QStringLiteral("digest"),
              kOld = QStringLiteral("old");

}  // namespace

QVariantMap toMap(const Session& session) {
  QVariantList files;
  for (const OpenFile& file : session.files)
    files.append(QVariantMap{{kPath, file.path},
                             {kView, QLatin1String(viewName(file.view))},
                             {kCentre, QLatin1String(viewName(file.centre))},
                             {kFunction, file.function},
                             {kPc, file.pcOffset},
                             {kDigest, file.digest},
                             {kOld, file.old}});
  return {{kFiles, files}, {kCurrent, session.current}};
}

Session sessionOfMap(const QVariantMap& map) {
  Session session;
  const int current = map.value(kCurrent, -1).toInt();
  const QVariantList files = map.value(kFiles).toList();
  for (qsizetype i = 0; i < files.size(); ++i) {
    const QVariantMap entry = files[i].toMap();
    const QString path = entry.value(kPath).toString();
    if (path.isEmpty()) continue;
    if (i == current) session.current = static_cast<int>(session.files.size());
    session.files.append({path, viewOfName(entry.value(kView).toString()), viewOfName(entry.value(kCentre).toString()),
                          entry.value(kFunction).toString(), entry.value(kPc, -1).toLongLong(),
                          entry.value(kDigest).toString(), entry.value(kOld).toString()});
  }
  return session;
}

void setPlace(OpenFile& file, const Place& place, const Executable& executable) {
  const Function* function = executable.function(place.function);
  file.function = function != nullptr ? QString::fromStdString(function->name) : QString();
  file.pcOffset = -1;
  if (function != nullptr && place.pc.valid() && executable.functionAt(place.pc) == place.function)
    file.pcOffset = place.pc.value - static_cast<qint64>(function->startInstr);
}

Place placeIn(const Executable& executable, const OpenFile& file) {
  Place place;
  if (file.function.isEmpty()) return place;
  place.function = executable.findFunction(file.function.toStdString());
  const Function* function = executable.function(place.function);
  if (function == nullptr || !function->isBytecode() || file.pcOffset < 0) return place;
  if (file.pcOffset < static_cast<qint64>(function->endInstr - function->startInstr))
    place.pc = InstrIndex(static_cast<int64_t>(function->startInstr) + file.pcOffset);
  return place;
}

void noteShown(OpenFile& file, Document* document, const Workspace& workspace) {
  file.view = workspace.currentViewId();
  file.centre = workspace.panel(ViewArea::Centre)->currentId();
  if (document->executable() != nullptr) setPlace(file, document->selection()->current(), *document->executable());
}

void showAgain(const OpenFile& file, Document* document, Workspace* workspace) {
  if (document->executable() != nullptr)
    if (const Place place = placeIn(*document->executable(), file); place.function.valid())
      document->selection()->select(place);
  if (file.centre != ViewId::None) workspace->panel(ViewArea::Centre)->setCurrent(file.centre);
  if (file.view != ViewId::None) workspace->showView(file.view, false);
}

}  // namespace relaxscope
