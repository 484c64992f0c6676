// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/beside.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/object/elf_records.h"
#include "vmcore/format/object/object_image.h"
#include "vmcore/format/side_file.h"

namespace relaxscope {
namespace {

// A library has one search path and a few needed libraries; these bound damaged ones.
constexpr size_t kMostPaths = 2, kMostNames = 1000;

void addOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Reads the form without its arrays.
std::vector<std::string> sideFilesOf(const Bytes& bytes) {
  std::vector<std::string> names;
  const SideArrays note = [&](const std::string& file, const std::string&) -> Result<Bytes> {
    if (file.find('/') == std::string::npos && file.find('\0') == std::string::npos) addOnce(names, file);
    return Error("not read");
  };
  if (looksLikeJsonForm(bytes)) (void)readJsonForm(bytes, note);
  else if (const auto form = assemblyFormOf(bytes)) (void)assemble(bytes.text(), *form, note);
  return names;
}

/// What follows $ORIGIN in a folder of a search path, without slashes at both ends; nullopt for other folders.
std::optional<std::string_view> belowOrigin(std::string_view folder) {
  for (const std::string_view origin : {"$ORIGIN", "${ORIGIN}"}) {
    if (!folder.starts_with(origin)) continue;
    folder.remove_prefix(origin.size());
    if (!folder.empty() && folder.front() != '/') return std::nullopt;
    while (folder.starts_with('/')) folder.remove_prefix(1);
    while (folder.ends_with('/')) folder.remove_suffix(1);
    return folder;
  }
  return std::nullopt;
}

/// The lists of folders that an ELF library gives to its dynamic linker: "$ORIGIN/lib:/opt/lib".
std::vector<std::string> searchPathsOf(const Bytes& bytes, const ObjectImage& image) {
  constexpr uint64_t kRpath = 15, kRunPath = 29;
  std::vector<std::string> paths;
  const auto records = elf::Records::of(bytes);
  if (!records.ok()) return paths;
  const elf::Header header = records->header();
  const uint64_t word = records->wide() ? 8 : 4;
  for (uint16_t i = 0; i < header.segmentCount; ++i) {  // inside the file, as readElf has checked
    const elf::Segment segment = records->segment(header.segmentsAt + uint64_t{i} * header.segmentBytes);
    if (segment.type != elf::kSegmentDynamic) continue;
    const elf::Dynamic dynamic = records->dynamic(segment.offset, segment.fileSize);
    if (!dynamic.strings || !dynamic.stringsSize) continue;
    const auto strings = placeOf(image.ranges, *dynamic.strings, *dynamic.stringsSize);
    if (!strings) continue;
    for (uint64_t at = segment.offset; at + 2 * word <= segment.offset + segment.fileSize; at += 2 * word) {
      const uint64_t tag = records->in().word(at, records->wide());
      const uint64_t value = records->in().word(at + word, records->wide());
      if (tag == 0) break;
      if ((tag == kRpath || tag == kRunPath) && value < *dynamic.stringsSize && paths.size() < kMostPaths)
        paths.emplace_back(records->in().text(*strings + value, *strings + *dynamic.stringsSize));
    }
  }
  return paths;
}

std::vector<std::string> neededBeside(const Bytes& bytes, const ObjectImage& image) {
  std::vector<std::string> names;
  for (const std::string& path : searchPathsOf(bytes, image)) {
    std::string_view list = path;
    while (!list.empty() && names.size() < kMostNames) {
      const size_t colon = std::min(list.find(':'), list.size());
      const auto folder = belowOrigin(list.substr(0, colon));
      list.remove_prefix(std::min(colon + 1, list.size()));
      if (!folder) continue;
      for (const std::string& library : image.object.needed)
        if (library.find('/') == std::string::npos)
          addOnce(names, folder->empty() ? library : std::string(*folder) + "/" + library);
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> namesBeside(const Bytes& bytes) {
  if (!looksLikeObject(bytes)) return sideFilesOf(bytes);
  const auto image = readObject(bytes);
  return image.ok() && image->object.format == ObjectFormat::Elf ? neededBeside(bytes, *image)
                                                                 : std::vector<std::string>();
}

}  // namespace relaxscope
