// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/stored_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "vmcore/format/container/file_archive.h"
#include "vmcore/format/container/gzip.h"

namespace relaxscope::fuzz {
namespace {

namespace fs = std::filesystem;

Bytes contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes::own({std::istreambuf_iterator<char>(file), {}});
}

}  // namespace

std::vector<StoredInput> filesUnder(const fs::path& folder) {
  std::vector<StoredInput> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& item : fs::recursive_directory_iterator(folder))
    if (item.is_regular_file()) files.push_back({item.path().string(), contentOf(item.path())});
  std::ranges::sort(files, {}, &StoredInput::name);
  return files;
}

Result<std::vector<StoredInput>> membersOf(const fs::path& archive) {
  if (!fs::is_regular_file(archive)) return Error(fmt::format("{}: cannot read: no such file", archive.string()));
  RS_TRY(const Bytes tar, unpackGzip(contentOf(archive)));
  return membersOfTar(archive.string(), tar);
}

Result<std::vector<StoredInput>> membersOfTar(const std::string& archive, const Bytes& tar) {
  constexpr uint64_t kBlock = 512;
  RS_TRY(const Archive list, readArchive(tar));
  std::vector<StoredInput> members;
  uint64_t end = 0;
  for (const ArchiveEntry& entry : list.entries) {
    const auto content = tar.slice(entry.offset, entry.size).span();
    members.push_back({fmt::format("{}: {}", archive, entry.name), Bytes::own({content.begin(), content.end()})});
    end += kBlock + (entry.size + kBlock - 1) / kBlock * kBlock;
  }
  if (end + 2 * kBlock != tar.size())
    return Error(fmt::format("{}: cannot read all members: {} of them end at byte {} of {}{}", archive, members.size(),
                             end, tar.size(), list.notes.empty() ? "" : "; " + list.notes.front()));
  return members;
}

}  // namespace relaxscope::fuzz
