// SPDX-License-Identifier: Apache-2.0
// What is derived of the functions of one executable: made when somebody first asks for it, then kept. One object
// serves all readers of an executable, on any thread.
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
  /// Keeps the executable alive.
  explicit FunctionFacts(std::shared_ptr<const Executable> executable) : executable_(std::move(executable)) {}
  /// The executable outlives the facts.
  explicit FunctionFacts(const Executable& executable) : executable_(std::shared_ptr<void>(), &executable) {}

  [[nodiscard]] const Executable& executable() const { return *executable_; }
  /// What recoverParams, shapeSlots and resultTypes give; references hold as long as this object does. Of a function
  /// that does not exist: empty.
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
  mutable std::mutex mutex_;  ///< of the map; an entry is filled outside it
  mutable std::unordered_map<int64_t, Entry> entries_;
};

}  // namespace relaxscope
