// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/output.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/loader.h"
#include "vmcore/run/open.h"

namespace relaxscope::cli {
namespace {

std::vector<FuncIndex> allOf(const Executable& executable, const std::string& name) {
  std::vector<FuncIndex> found;
  for (size_t i = 0; i < executable.functions.size(); ++i)
    if (executable.functions[i].name == name) found.emplace_back(static_cast<int64_t>(i));
  return found;
}

}  // namespace

int withFile(const std::string& path, const std::function<int(const LoadedFile&)>& work) {
  const auto file = loadFile(path);
  if (!file.ok()) return fail(path, file.error());
  const int code = work(*file);
  return file->bytes.intact() ? code : fail(path, "the file changed while it was read; the output is incomplete");
}

int withBoundFile(const std::string& path, const std::string& constsPath,
                  const std::function<int(const LoadedFile&)>& work) {
  return withFile(path, [&](const LoadedFile& file) {
    if (constsPath.empty()) return work(file);
    auto bound = withConstantsFile(*file.executable, constsPath);
    if (!bound.ok()) return fail(constsPath, bound.error());
    LoadedFile whole = file;
    whole.executable = *std::move(bound);
    return work(whole);
  });
}

Result<std::shared_ptr<const Trace>> recordingOf(const std::string& profile, const Executable& executable) {
  RS_TRY(const Opened opened, openFile(profile));
  if (opened.trace == nullptr) return Error("not a profile");
  const bool same = opened.executable != nullptr && opened.executable->code.offsets == executable.code.offsets &&
                    std::ranges::equal(opened.executable->code.words, executable.code.words);
  if (!same) return Error("a profile of another program");
  return opened.trace;
}

Result<std::vector<FuncIndex>> functionsNamed(const Executable& executable, const std::vector<std::string>& names) {
  std::vector<FuncIndex> found;
  for (const std::string& name : names) {
    std::vector<FuncIndex> these = allOf(executable, name);
    std::string raw;
    if (these.empty() && unescapeLossless(name, raw)) these = allOf(executable, raw);
    if (these.empty()) return Error(fmt::format("no function \"{}\"", name));
    for (const FuncIndex index : these)
      if (std::find(found.begin(), found.end(), index) == found.end()) found.push_back(index);
  }
  return found;
}

}  // namespace relaxscope::cli
