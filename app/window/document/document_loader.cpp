// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/document_loader.h"

#include <new>
#include <optional>

#include "views/core/engine_text.h"
#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/loader.h"
#include "vmcore/run/open.h"

namespace relaxscope {
namespace {

void derive(DocumentData& data, const std::stop_token& stop) {
  if (!data.executable) return;
  if (data.executable->kernelTexts) data.executable->kernelTexts->read();  // here, not when a view asks
  data.summary = std::make_shared<const ExecutableSummary>(summarize(*data.executable));
  auto findings = std::make_shared<const Diagnostics>(findingsOf(*data.executable, data.file.get(), stop));
  data.obstacles = obstaclesOf(*data.executable, data.file.get(), *findings);
  data.diagnostics = std::move(findings);
}

/// The executable without the constants that were bound before; an edited executable is returned as it is.
const Executable& unbound(const DocumentData& data) {
  return data.edited || !data.file ? *data.executable : *data.file->executable;
}

/// A document, or why there is none.
struct Outcome {
  std::optional<LoadedDocument> document;
  LoadFailure failure;
};

Outcome failedOutcome(const Error& error, std::optional<PartialFile> partial = std::nullopt) {
  Outcome out;
  out.failure.text = engineText(error.text());
  if (partial) out.failure.damage = makeByteMap(std::make_shared<const PartialFile>(*std::move(partial)), error);
  return out;
}

Outcome read(const QString& path, const QString& constants, const std::stop_token& stop) {
  LoadedDocument out;
  out.data.path = path;
  out.stamp = fileStamp(path);
  std::optional<PartialFile> partial;
  auto result = openFile(path.toStdString(), constants.toStdString(), stop, &partial);
  if (!result.ok()) return failedOutcome(result.error(), std::move(partial));
  Opened& opened = *result;
  out.trace = std::move(opened.trace);
  out.data.executable = std::move(opened.executable);
  if (opened.file) out.data.byteMap = makeByteMap(opened.file);
  out.data.file = std::move(opened.file);
  if (opened.constantsProblem) out.constantsProblem = QString::fromStdString(opened.constantsProblem->text());
  else if (out.data.file) out.data.constantsPath = constants;
  derive(out.data, stop);
  return {std::move(out), {}};
}

Outcome readGuarded(const QString& path, const QString& constants, const std::stop_token& stop) {
  try {
    return read(path, constants, stop);
  } catch (const std::bad_alloc&) {
    return failedOutcome(Error("not enough memory to read this file"));
  } catch (const std::exception& problem) {
    return failedOutcome(Error(std::string("this file cannot be read: ") + problem.what()));
  }
}

/// The edited code calls the kernels of the same library, whose signatures tell the types of parameters.
std::shared_ptr<const Executable> withKernelTexts(std::shared_ptr<const Executable> edited,
                                                  const std::shared_ptr<const Executable>& origin) {
  if (edited->kernelTexts || !origin || !origin->kernelTexts) return edited;
  auto copy = std::make_shared<Executable>(*edited);
  copy->kernelTexts = origin->kernelTexts;
  return copy;
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

DocumentData editedData(const DocumentData& origin, std::shared_ptr<const Executable> executable,
                        const std::stop_token& stop) {
  DocumentData data;
  data.path = origin.path;
  data.file = origin.file;
  data.constantsPath = origin.constantsPath;
  data.executable = withKernelTexts(std::move(executable), origin.executable);
  data.edited = true;
  derive(data, stop);
  data.byteMap = makeByteMap(data.executable, origin.path.toStdString());
  return data;
}

void DocumentLoader::load(const QString& path, const QString& constants) {
  task_.start([path, constants](const std::stop_token& stop) { return readGuarded(path, constants, stop); },
              [this](const Outcome& outcome) {
                if (outcome.document) emit loaded(*outcome.document);
                else emit failed(outcome.failure);
              });
}

void DocumentLoader::cancel() {
  if (!isBusy()) return;
  task_.cancel();
  emit cancelled();
}

}  // namespace relaxscope
