// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QThreadPool>

#include <algorithm>
#include <cmath>

#include "views/core/engine_text.h"
#include "views/core/task_error.h"
#include "views/theme/theme.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

/// Runs `work`, which returns an error text or empty, on the thread pool; calls `done` on the GUI thread.
void onPool(std::function<QString()> work, ExportDone done) {
  QThreadPool::globalInstance()->start([work = std::move(work), done = std::move(done)] {
    QString error;
    try {
      error = work();
    } catch (...) { error = currentTaskError().text(); }
    QMetaObject::invokeMethod(qApp, [done, error] { done(error); }, Qt::QueuedConnection);
  });
}

/// Writes a file through a sink. Discards it if `isIntact` then returns false: bytes of a file that changed on disk
/// read as zeros.
void writeOnPool(const QString& path, std::function<void(const TextSink&)> write, std::function<bool()> isIntact,
                 ExportDone done) {
  onPool(
      [path, write = std::move(write), isIntact = std::move(isIntact)] {
        QSaveFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return file.errorString();
        bool good = true;
        write([&file, &good](std::string_view text) {
          good = good && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size());
          return good;
        });
        if (good && !isIntact())
          return QCoreApplication::translate("relaxscope::Export", "the open file has changed on disk; reload it");
        return good && file.commit() ? QString() : file.errorString();
      },
      std::move(done));
}

/// Whether all bytes that the executable reads lazily from its file could be read so far.
bool isIntact(const Executable& executable) {
  return executable.trailing.intact() &&
         std::all_of(executable.constants.begin(), executable.constants.end(), [](const Constant& constant) {
           const auto* tensor = std::get_if<TensorConstant>(&constant.value);
           return tensor == nullptr || tensor->data.intact();
         });
}

/// Device pixels per logical pixel of a PNG: two, so that it is sharp in print; fewer if the image would otherwise be
/// larger than image viewers accept.
double pictureRatio(const QSize& size) {
  constexpr double kRatio = 2.0, kMaxSide = 30'000, kMaxPixels = 64e6;
  const double area = double(size.width()) * size.height();
  return std::min(
      {kRatio, kMaxSide / std::max(size.width(), size.height()), std::sqrt(kMaxPixels / std::max(1.0, area))});
}

QString writeSvg(View* view, const QString& path) {
  QByteArray bytes;
  {
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    const QSize size = view->contentSize();
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(view->accessibleName().toHtmlEscaped());  // Qt writes it as it is
    QPainter painter(&generator);
    painter.fillRect(QRect(QPoint(), size), Theme::instance()->color(Token::Panel));
    view->renderAll(&painter, size);
  }
  for (const char* notAllowed : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) bytes.replace(notAllowed, "\xEF\xBF\xBD");  // in XML
  bytes.replace("RelaxScopeMono", "JetBrains Mono");  // the font's original family name (theme.cpp renames it)
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
    return file.errorString();
  return {};
}

}  // namespace

void exportExecutableFile(std::shared_ptr<const Executable> executable, const ExecutableExporter& exporter,
                          const QString& path, ExportDone done) {
  const auto write = exporter.write;
  writeOnPool(
      path,
      [executable, write](const TextSink& sink) {
        std::vector<std::string> warnings;
        write(*executable, {}, sink, warnings);
      },
      [executable] { return isIntact(*executable); }, std::move(done));
}

void exportTraceFile(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable,
                     const TraceExporter& exporter, const QString& path, ExportDone done) {
  const auto write = exporter.write;
  writeOnPool(
      path,
      [trace = std::move(trace), executable = std::move(executable), write](const TextSink& sink) {
        write(*trace, executable.get(), sink);
      },
      [] { return true; }, std::move(done));
}

void exportDiffFile(const Comparison& comparison, const DiffExporter& exporter, const QString& path, ExportDone done) {
  const ComparedSide &old = comparison.compared(Side::Old), &now = comparison.compared(Side::New);
  writeOnPool(
      path,
      [diff = comparison.diff(), times = comparison.times()->times(), old, now,
       write = exporter.write](const TextSink& sink) {
        DiffReport report{.old = old,
                          .now = now,
                          .diff = *diff,
                          .oldPath = old.path.toStdString(),
                          .nowPath = now.path.toStdString()};
        if (times)
          report.sections.push_back(timesSection(
              {report.oldPath, report.nowPath, times->byCallee, times->old.trace->info, times->now.trace->info}));
        write(report, sink);
      },
      [old, now] { return isIntact(*old.executable) && isIntact(*now.executable); }, std::move(done));
}

void exportTimesFile(const Comparison& comparison, const TimesExporter& exporter, Grouping grouping,
                     const QString& path, ExportDone done) {
  const auto pathOf = [&comparison](Side side) { return comparison.document(side)->data().path.toStdString(); };
  writeOnPool(
      path,
      [times = comparison.times()->times(), grouping, oldPath = pathOf(Side::Old), nowPath = pathOf(Side::New),
       write = exporter.write](const TextSink& sink) {
        write({oldPath, nowPath, times->by(grouping), times->old.trace->info, times->now.trace->info}, sink);
      },
      [] { return true; }, std::move(done));
}

void saveProfile(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable, const QString& path,
                 ExportDone done) {
  onPool(
      [trace = std::move(trace), executable = std::move(executable), path] {
        const auto written = writeTraceFile(path.toStdString(), *trace, executable.get());
        return written.ok() ? QString() : engineText(written.error().text());
      },
      std::move(done));
}

void saveConstant(std::shared_ptr<const Executable> executable, ConstIndex index, const QString& path,
                  ExportDone done) {
  const Constant* constant = executable->constant(index);
  const auto* tensor = constant != nullptr ? std::get_if<TensorConstant>(&constant->value) : nullptr;
  if (tensor == nullptr)
    return done(QCoreApplication::translate("relaxscope::Export", "constant %1 is not a tensor").arg(index.value));
  writeOnPool(
      path,
      [executable = std::move(executable), tensor](const TextSink& sink) {
        npyPieces({storedAs(tensor->dtype), tensor->shape, tensor->data}).write(sink);
      },
      [data = tensor->data] { return data.intact(); }, std::move(done));
}

QString exportViewPicture(View* view, const QString& path) {
  if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)) return writeSvg(view, path);
  const QSize size = view->contentSize();
  const double ratio = pictureRatio(size);
  QPixmap pixmap((QSizeF(size) * ratio).toSize().expandedTo({1, 1}));
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Theme::instance()->color(Token::Panel));
  {
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    view->renderAll(&painter, size);
  }
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || !pixmap.save(&file, "PNG") || !file.commit()) return file.errorString();
  return {};
}

}  // namespace relaxscope
