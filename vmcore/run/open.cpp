// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/open.h"

#include <utility>

#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/parameter_list.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

const Library* libraryOf(const LoadedFile* file) {
  return file != nullptr && file->library ? &*file->library : nullptr;
}

std::optional<PartialFile> bytesOf(const std::string& path) {
  auto bytes = readFileBytes(path);
  if (!bytes.ok()) return std::nullopt;
  PartialFile file;
  file.file.path = path;
  file.file.bytes = *std::move(bytes);
  return file;
}

}  // namespace

Result<Opened> openFile(const std::string& path, const std::string& constants, const std::stop_token& stop,
                        std::optional<PartialFile>* partial) {
  Opened out;
  if (looksLikeTraceFile(path)) {
    auto profile = readTraceFile(path);
    if (!profile.ok()) {
      if (partial != nullptr) *partial = bytesOf(path);
      return std::move(profile).error();
    }
    out.trace = std::move(profile->trace);
    out.executable = std::move(profile->executable);
    return out;
  }
  RS_TRY(LoadedFile file, loadFile(path, stop, partial));
  out.file = std::make_shared<const LoadedFile>(std::move(file));
  out.executable = out.file->executable;
  if (constants.empty()) return out;
  auto bound = withConstantsFile(*out.executable, constants, stop);
  if (bound.ok()) out.executable = *std::move(bound);
  else out.constantsProblem = std::move(bound).error();
  return out;
}

Diagnostics findingsOf(const Executable& executable, const LoadedFile* file, const std::stop_token& stop) {
  Diagnostics findings;
  if (file != nullptr) {
    const bool areBound = file->executable && lateBoundCount(*file->executable) != 0 && lateBoundCount(executable) == 0;
    if (!areBound) findings.append(file->notes);
    else
      for (const Diagnostic& note : file->notes.all())
        if (note.rule != "late-bound-constants") findings.add(note);
  }
  findings.append(verify(executable, libraryOf(file), stop));
  return findings;
}

std::vector<RunObstacle> obstaclesOf(const Executable& executable, const LoadedFile* file,
                                     const Diagnostics& findings) {
  std::vector<RunObstacle> obstacles = runObstacles(executable, libraryOf(file), findings);
  if (file == nullptr) obstacles.insert(obstacles.begin(), RunObstacle{ObstacleKind::Profile, {}});
  return obstacles;
}

}  // namespace relaxscope
