// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/change.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr std::array<const char*, kChangeKinds> kNames{"inserted",
                                                       "removed",
                                                       "replaced",
                                                       "fused",
                                                       "split",
                                                       "library-call",
                                                       "constant-folded",
                                                       "operands",
                                                       "rewired",
                                                       "reordered",
                                                       "independent-order",
                                                       "control-flow",
                                                       "memory",
                                                       "shape-specialised",
                                                       "shape-generalised",
                                                       "shape-changed",
                                                       "signature",
                                                       "function-added",
                                                       "function-removed",
                                                       "function-renamed",
                                                       "function-compiled",
                                                       "constant-edited",
                                                       "constant-requantised",
                                                       "constant-added",
                                                       "constant-removed",
                                                       "kernel-added",
                                                       "kernel-removed",
                                                       "kernel-renamed",
                                                       "kernel-retuned",
                                                       "kernel-interface",
                                                       "module"};
static_assert(kNames.back() != nullptr);

using Fields = std::vector<std::string_view>;

/// With the separator that follows each; extents of a shape are one field.
Fields fieldsOf(std::string_view text) {
  Fields fields;
  int depth = 0;
  size_t from = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
    const std::string_view rest = text.substr(at);
    const size_t separator = depth > 0 ? 0 : rest.starts_with(", ") ? 2 : rest.starts_with(" + ") ? 3 : 0;
    if (separator == 0) continue;
    at += separator - 1;
    fields.push_back(text.substr(from, at + 1 - from));
    from = at + 1;
  }
  fields.push_back(text.substr(from));
  return fields;
}
std::string_view separatorOf(std::string_view field) {
  return field.ends_with(" + ") ? " + " : field.ends_with(", ") ? ", " : "";
}

constexpr size_t kMaxField = 120;

/// Not within a character of UTF-8.
size_t boundaryBefore(std::string_view text, size_t at) {
  while (at > 0 && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}
std::string elidedField(std::string_view field) {
  if (field.size() <= kMaxField) return std::string(field);
  const size_t head = boundaryBefore(field, kMaxField / 2), tail = boundaryBefore(field, field.size() - kMaxField / 4);
  return fmt::format("{}... {} bytes ...{}", field.substr(0, head), groupedCount(tail - head), field.substr(tail));
}

/// `differing`: first and end of the fields that the other list does not have at the same place.
std::string elided(const Fields& fields, std::pair<size_t, size_t> differing, size_t most) {
  std::vector<bool> kept(fields.size());
  size_t left = most;
  const auto keep = [&](size_t at) {
    if (kept[at]) return true;
    const size_t size = std::min(fields[at].size(), kMaxField);
    if (size > left) return false;
    left -= size;
    kept[at] = true;
    return true;
  };
  kept.front() = kept.back() = true;
  left -= std::min(left, std::min(fields.front().size(), kMaxField) + std::min(fields.back().size(), kMaxField));
  // From both ends of what differs, then a few from those of all.
  constexpr size_t kFew = 2;
  for (size_t i = 0; differing.first + i < differing.second; ++i)
    if (!keep(differing.first + i) || !keep(differing.second - 1 - i)) break;
  for (size_t i = 0; i < std::min(kFew, fields.size()); ++i)
    if (!keep(i) || !keep(fields.size() - 1 - i)) break;
  std::string text;
  for (size_t at = 0; at < fields.size();) {
    size_t end = at;
    while (end < fields.size() && !kept[end]) ++end;
    if (end == at) text += elidedField(fields[at++]);
    else text += fmt::format("... {} more{}", groupedCount(end - at), separatorOf(fields[end - 1]));
    at = std::max(at, end);
  }
  return text;
}

}  // namespace

std::pair<std::string, std::string> elidedLists(std::string_view old, std::string_view now, size_t most) {
  if (old.size() <= most && now.size() <= most) return {std::string(old), std::string(now)};
  const Fields before = fieldsOf(old), after = fieldsOf(now);
  const size_t both = std::min(before.size(), after.size());
  size_t head = 0, tail = 0;
  while (head < both && before[head] == after[head]) ++head;
  while (tail < both - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  return {elided(before, {head, before.size() - tail}, most), elided(after, {head, after.size() - tail}, most)};
}

const char* changeKindName(ChangeKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<ChangeKind> changeKindOfName(std::string_view name) {
  const auto found = std::ranges::find_if(kNames, [&](const char* known) { return name == known; });
  if (found == kNames.end()) return std::nullopt;
  return static_cast<ChangeKind>(found - kNames.begin());
}

}  // namespace relaxscope
