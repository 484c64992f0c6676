// SPDX-License-Identifier: Apache-2.0
// Handles of the driver's objects: numbers that are no addresses and that are never given twice, so that a handle which
// was destroyed, is of another kind or was made up is found without following it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "vmcore/emulated/driver/api.h"

namespace relaxscope::emulated {

enum class HandleKind : uint8_t { Context = 1, Module, Function, Stream, Event, Graph, GraphNode, GraphExec };

inline constexpr const char* kHandleNames[] = {"",      "context", "module",     "function",        "stream",
                                               "event", "graph",   "graph node", "executable graph"};

/// Handles look like 0x52_KK_SSSSSSSSSSS0: not canonical as addresses, so that following one faults.
inline constexpr uint64_t kHandleMark = 0x52, kHandleSerialBits = 44;

/// "stream 3", "event 1"; for values that are no handles "0x7f00".
inline std::string handleText(uint64_t value) {
  const uint64_t kind = value >> (kHandleSerialBits + 4) & 0xFF;
  if (value == 0) return "null";
  if (value >> 56 != kHandleMark || kind == 0 || kind >= std::size(kHandleNames)) return fmt::format("{:#x}", value);
  return fmt::format("{} {}", kHandleNames[kind], (value & ((uint64_t{1} << (kHandleSerialBits + 4)) - 1)) >> 4);
}

/// The objects of one kind that exist, by handle. Not thread-safe.
template <HandleKind Kind, class Handle, class Object>
class HandleTable {
 public:
  Handle add(std::shared_ptr<Object> object) {
    const uint64_t value = kHandleMark << 56 | static_cast<uint64_t>(Kind) << (kHandleSerialBits + 4) | ++made_ << 4;
    objects_[value] = std::move(object);
    return reinterpret_cast<Handle>(value);
  }
  /// The object; throws Refusal with `status` if the handle has none.
  const std::shared_ptr<Object>& at(Handle handle, const char* argument, int status = cuda::InvalidHandle) const {
    const auto value = reinterpret_cast<uint64_t>(handle);
    const auto found = objects_.find(value);
    if (found != objects_.end()) return found->second;
    const std::string text = handleText(value), kind = kHandleNames[static_cast<int>(Kind)];
    const bool own = text.starts_with(kind + " ") && (value >> (kHandleSerialBits + 4) & 0xFF) == uint64_t(Kind);
    throw Refusal{status, own ? fmt::format("{}: {} was destroyed", argument, text)
                              : fmt::format("{}: {} is not a{} {}", argument, text, kind[0] == 'e' ? "n" : "", kind)};
  }
  [[nodiscard]] bool has(Handle handle) const { return objects_.contains(reinterpret_cast<uint64_t>(handle)); }
  void remove(Handle handle) { objects_.erase(reinterpret_cast<uint64_t>(handle)); }
  /// Removes the objects of which `predicate` is true; how many they were.
  template <class Predicate>
  size_t removeIf(Predicate predicate) {
    return std::erase_if(objects_, [&](const auto& item) { return predicate(*item.second); });
  }
  template <class Visitor>
  void forEach(Visitor visit) const {
    for (const auto& [value, object] : objects_) visit(reinterpret_cast<Handle>(value), *object);
  }

 private:
  std::map<uint64_t, std::shared_ptr<Object>> objects_;
  uint64_t made_ = 0;
};

}  // namespace relaxscope::emulated
