// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document_loader.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <new>

#include "vmcore/analysis/verifier.h"
#include "vmcore/format/loader.h"
#include "vmcore/trace/trace_file.h"

namespace relaxscope {
namespace {

void derive(DocumentData& data, const std::stop_token& stop) {
  if (!data.executable) return;
  data.summary = std::make_shared<const ExecutableSummary>(summarize(*data.executable));
  auto findings = std::make_shared<Diagnostics>();
  const Library* library = nullptr;
  if (data.file) {
    for (const Diagnostic& note : data.file->notes.all()) findings->add(note);
    if (data.file->library) library = &*data.file->library;
  }
  const Diagnostics verified = verify(*data.executable, library, stop);
  for (const Diagnostic& finding : verified.all()) findings->add(finding);
  data.diagnostics = std::move(findings);
}

Result<LoadedDocument> read(const QString& path, const std::stop_token& stop) {
  LoadedDocument out;
  out.data.path = path;
  const std::string name = path.toStdString();
  if (looksLikeTraceFile(name)) {
    RS_TRY(TraceFile file, readTraceFile(name));
    out.trace = file.trace;
    out.data.executable = file.executable;
  } else {
    RS_TRY(LoadedFile file, loadFile(name, stop));
    auto shared = std::make_shared<const LoadedFile>(std::move(file));
    out.data.executable = shared->executable;
    out.data.file = std::move(shared);
  }
  derive(out.data, stop);
  return out;
}

Result<LoadedDocument> readGuarded(const QString& path, const std::stop_token& stop) {
  try {
    return read(path, stop);
  } catch (const std::bad_alloc&) {
    return Error("not enough memory to read this file");
  }
}

}  // namespace

void DocumentLoader::load(const QString& path) {
  stop_.request_stop();
  stop_ = std::stop_source();
  busy_ = true;
  const int serial = ++serial_;
  QPointer<DocumentLoader> self(this);
  QThreadPool::globalInstance()->start([self, path, serial, stop = stop_.get_token()] {
    auto result = std::make_shared<Result<LoadedDocument>>(readGuarded(path, stop));
    // The receiver lives on the GUI thread and may be gone by then; the application never is.
    QMetaObject::invokeMethod(qApp, [self, serial, result] {
      if (!self || self->serial_ != serial) return;
      self->busy_ = false;
      if (result->ok()) emit self->loaded(**result);
      else emit self->failed(QString::fromStdString(result->error().text()));
    }, Qt::QueuedConnection);
  });
}

void DocumentLoader::cancel() {
  if (!busy_) return;
  stop_.request_stop();
  ++serial_;
  busy_ = false;
  emit cancelled();
}

}  // namespace relaxscope
