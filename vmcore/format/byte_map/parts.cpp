// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/byte_map/parts.h"

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope::bytemap {

std::string shortText(std::string_view text) {
  constexpr size_t kMax = 120;
  return printable(text.substr(0, kMax)) + (text.size() > kMax ? "…" : "");
}

Part makePart(ByteKind kind, std::string name, std::string value, uint64_t offset, uint64_t size) {
  Part made;
  made.kind = kind;
  made.name = std::move(name);
  made.value = std::move(value);
  made.offset = offset;
  made.size = size;
  return made;
}

std::vector<Part> nest(std::vector<Part> parts) {
  if (parts.empty()) return parts;
  std::stable_sort(parts.begin() + 1, parts.end(), [](const Part& a, const Part& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.size > b.size;
  });
  std::vector<Part> out;
  std::vector<uint32_t> open;  // the parts that contain the current offset, outermost first
  const auto end = [](const Part& part) { return part.offset + part.size; };
  for (Part& part : parts) {
    if (out.empty()) {
      out.push_back(std::move(part));
      open.push_back(0);
      continue;
    }
    if (part.size == 0 || part.offset > end(out[0]) || part.size > end(out[0]) - part.offset) continue;
    while (end(out[open.back()]) <= part.offset) open.pop_back();
    const Part& holder = out[open.back()];
    if (end(part) > end(holder) || holder.list != List::None) continue;
    if (part.offset == holder.offset && part.size == holder.size && part.name == holder.name)
      continue;  // an alias symbol
    out[open.back()].children.push_back(static_cast<uint32_t>(out.size()));
    open.push_back(static_cast<uint32_t>(out.size()));
    out.push_back(std::move(part));
  }
  return out;
}

}  // namespace relaxscope::bytemap
