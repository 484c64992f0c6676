// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/save_executable.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QThreadPool>

#include "views/core/task_error.h"
#include "vmcore/format/save.h"

namespace relaxscope {
namespace {

/// One sentence; adds the name of a side file, which the error text lacks.
QString sentenceOf(const SaveFailure& failure, const QString& path) {
  const QString text = QString::fromStdString(failure.error.text());
  return failure.part == SaveFailure::Part::SideFile
             ? QStringLiteral("%1.npz: %2").arg(QFileInfo(path).fileName(), text)
             : text;
}

}  // namespace

void saveExecutableAs(std::shared_ptr<const Executable> executable, std::shared_ptr<const LoadedFile> origin,
                      const QString& path, SaveDone done) {
  QThreadPool::globalInstance()->start(
      [executable = std::move(executable), origin = std::move(origin), path, done = std::move(done)] {
        QStringList written;
        QString error;
        try {
          SaveOptions options;
          options.form = saveFormOfPath(path.toStdString());
          if (origin && origin->library) options.library = origin->bytes;
          const Saved saved = saveExecutable(executable, path.toStdString(), options);
          for (const std::string& file : saved.files) written.append(QString::fromStdString(file));
          if (saved.failure) error = sentenceOf(*saved.failure, path);
        } catch (...) { error = currentTaskError().text(); }
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [done, written, error] { done(written, error); }, Qt::QueuedConnection);
      });
}

}  // namespace relaxscope
