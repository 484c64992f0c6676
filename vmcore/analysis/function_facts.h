// SPDX-License-Identifier: Apache-2.0
// Derived facts about the functions of one executable, computed lazily and cached. One object serves all users of an
// executable; thread-safe.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "vmcore/analysis/params.h"
#include "vmcore/analysis/result_types.h"
#include "vmcore/analysis/shape_slots.h"

namespace relaxscope {

class FunctionFacts {
 public:
  /// Shares ownership of the executable.
  explicit FunctionFacts(std::shared_ptr<const Executable> executable) : executable_(std::move(executable)) {}
  /// Non-owning: the executable must outlive the facts.
  explicit FunctionFacts(const Executable& executable) : executable_(std::shared_ptr<void>(), &executable) {}

  [[nodiscard]] const Executable& executable() const { return *executable_; }
  /// Results of recoverParams, shapeSlots and resultTypes; references are valid as long as this object. Empty for a
  /// function that does not exist.
  const std::vector<ParamInfo>& params(FuncIndex function) const;
  const std::vector<SlotInfo>& shapeSlots(FuncIndex function) const;
  const std::vector<StaticTypeRef>& resultTypes(FuncIndex function) const;

 private:
  template <class T>
  struct Lazy {
    std::once_flag once;
    T value;
    template <class Make>
    const T& get(Make&& make) {
      std::call_once(once, [&] { value = make(); });
      return value;
    }
  };
  struct Entry {
    Lazy<std::vector<ParamInfo>> params;
    Lazy<std::vector<SlotInfo>> heap;
    Lazy<std::vector<StaticTypeRef>> types;
  };
  Entry& entry(FuncIndex function) const;

  std::shared_ptr<const Executable> executable_;
  mutable std::mutex mutex_;  ///< guards the map; entries are filled without it
  mutable std::unordered_map<int64_t, Entry> entries_;
};

}  // namespace relaxscope
