// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare/sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/run/open.h"

namespace relaxscope::cli {
namespace {

constexpr std::string_view kNothing = "/dev/null";

Result<DiffSide> openSide(const std::string& path, std::shared_ptr<const Trace>& trace, std::string& where) {
  where = path;
  RS_TRY(const Opened opened, openFile(path));
  if (opened.executable == nullptr) return Error("the profile holds no executable");
  trace = opened.trace;
  return DiffSide{opened.executable, opened.file};
}

/// What an executable of the same kind without functions and constants would be.
DiffSide nothingLike(const DiffSide& other) {
  auto empty = std::make_shared<Executable>();
  empty->variant = other.executable->variant;
  empty->version = other.executable->version;
  empty->code.set = other.executable->code.set;
  if (other.executable->relay) empty->relay.emplace();
  return {std::move(empty), nullptr};
}

/// "executable > function table > function 3 \"main\" > num_args: 2".
std::string placeOf(const std::shared_ptr<const LoadedFile>& file, uint64_t offset) {
  if (offset >= file->bytes.size()) return "the end of the file";
  const auto map = makeByteMap(file);
  if (map == nullptr) return {};
  std::string text;
  const std::vector<ByteNode> path = map->path(offset);
  for (size_t i = 1; i < path.size(); ++i) text += (i == 1 ? "" : " > ") + map->name(path[i]);
  if (path.size() < 2) return {};
  const std::string value = map->value(path.back());
  return value.empty() ? text : fmt::format("{}: {}", text, value);
}

/// ", bytes 41 00 9f ...": those from the first that differs on.
std::string bytesAt(const Bytes& bytes, uint64_t offset) {
  constexpr size_t kShown = 8;
  const Bytes shown = bytes.slice(offset, kShown);
  if (shown.empty()) return {};
  return fmt::format("; bytes {:02x}{}", fmt::join(shown.span(), " "), shown.size() == kShown ? " ..." : "");
}

}  // namespace

bool BothSides::intact() const {
  const auto isIntact = [](const DiffSide& side) { return side.file == nullptr || side.file->bytes.intact(); };
  return isIntact(old) && isIntact(now);
}

Result<BothSides> openBoth(const std::string& oldPath, const std::string& nowPath, std::string& where) {
  where = oldPath;
  if (oldPath == "-" && nowPath == "-") return Error("standard input cannot be both sides");
  if (oldPath == kNothing && nowPath == kNothing) return Error("cannot be both sides");
  BothSides sides;
  if (oldPath != kNothing) { RS_TRY(sides.old, openSide(oldPath, sides.oldTrace, where)); }
  if (nowPath != kNothing) { RS_TRY(sides.now, openSide(nowPath, sides.nowTrace, where)); }
  if (oldPath == kNothing) sides.old = nothingLike(sides.now);
  if (nowPath == kNothing) sides.now = nothingLike(sides.old);
  return sides;
}

std::optional<ExactDifference> exactDifference(const BothSides& sides) {
  const auto bytes = byteDifference(sides.old.file->bytes, sides.now.file->bytes);
  if (!bytes) return std::nullopt;
  const auto place = [&](const DiffSide& side) {
    return placeOf(side.file, bytes->offset) + bytesAt(side.file->bytes, bytes->offset);
  };
  return ExactDifference{*bytes, place(sides.old), place(sides.now)};
}

}  // namespace relaxscope::cli
