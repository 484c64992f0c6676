// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/document_loader.h"

#include <new>

#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/trace/trace_file.h"

namespace relaxscope {
namespace {

void derive(DocumentData& data, const std::stop_token& stop) {
  if (!data.executable) return;
  data.summary = std::make_shared<const ExecutableSummary>(summarize(*data.executable));
  auto findings = std::make_shared<Diagnostics>();
  const Library* library = nullptr;
  if (data.file) {
    for (const Diagnostic& note : data.file->notes.all())
      if (data.constantsPath.isEmpty() || note.rule != std::string_view("late-bound-constants")) findings->add(note);
    if (data.file->library) library = &*data.file->library;
  }
  const Diagnostics verified = verify(*data.executable, library, stop);
  for (const Diagnostic& finding : verified.all()) findings->add(finding);
  data.obstacles = runObstacles(*data.executable, library, *findings);
  if (!data.file) data.obstacles.insert(data.obstacles.begin(), RunObstacle{ObstacleKind::Profile, {}});
  data.diagnostics = std::move(findings);
}

/// The original executable again, whatever was bound before.
const Executable& unbound(const DocumentData& data) { return data.edited || !data.file ? *data.executable : *data.file->executable; }

Result<LoadedDocument> read(const QString& path, const QString& constants, const std::stop_token& stop) {
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
    out.data.byteMap = makeByteMap(shared);
    out.data.file = std::move(shared);
    if (!constants.isEmpty()) {
      auto bound = withConstantsFile(*out.data.executable, constants.toStdString(), stop);
      if (bound.ok()) {
        out.data.executable = *std::move(bound);
        out.data.constantsPath = constants;
      } else {
        out.constantsProblem = QString::fromStdString(bound.error().text());
      }
    }
  }
  derive(out.data, stop);
  return out;
}

Result<LoadedDocument> readGuarded(const QString& path, const QString& constants, const std::stop_token& stop) {
  try {
    return read(path, constants, stop);
  } catch (const std::bad_alloc&) {
    return Error("not enough memory to read this file");
  } catch (const std::exception& problem) {
    return Error(std::string("this file cannot be read: ") + problem.what());
  }
}

}  // namespace

Result<DocumentData> boundData(const DocumentData& origin, const QString& constants, const std::stop_token& stop) {
  try {
    RS_TRY(std::shared_ptr<const Executable> bound, withConstantsFile(unbound(origin), constants.toStdString(), stop));
    DocumentData data = origin;
    data.constantsPath = constants;
    if (origin.edited) return editedData(data, std::move(bound), stop);
    data.executable = std::move(bound);
    derive(data, stop);
    return data;
  } catch (const std::bad_alloc&) {
    return Error("not enough memory for these constants");
  } catch (const std::exception& problem) {
    return Error(std::string("these constants cannot be read: ") + problem.what());
  }
}

DocumentData editedData(const DocumentData& origin, std::shared_ptr<const Executable> executable, const std::stop_token& stop) {
  DocumentData data;
  data.path = origin.path;
  data.file = origin.file;
  data.constantsPath = origin.constantsPath;
  data.executable = std::move(executable);
  data.edited = true;
  derive(data, stop);
  // The bytes that saving would write; a constant of unknown value keeps there from being any.
  if (checkConstantsKnown(*data.executable).ok()) {
    LoadedFile file;
    file.path = origin.path.toStdString();
    file.bytes = Bytes::own(writeVmExecutable(*data.executable));
    file.executable = data.executable;
    file.executableOffset = data.executable->outerPrefix ? sizeof(uint64_t) : 0;
    data.byteMap = makeByteMap(std::make_shared<const LoadedFile>(std::move(file)));
  }
  return data;
}

void DocumentLoader::load(const QString& path, const QString& constants) {
  task_.start([path, constants](const std::stop_token& stop) { return readGuarded(path, constants, stop); },
              [this](const Result<LoadedDocument>& result) {
                if (result.ok()) emit loaded(*result);
                else emit failed(QString::fromStdString(result.error().text()));
              });
}

void DocumentLoader::cancel() {
  if (!isBusy()) return;
  task_.cancel();
  emit cancelled();
}

}  // namespace relaxscope
