// SPDX-License-Identifier: Apache-2.0
// Static types of the values of a function's definitions, and of what functions return, through recursion.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

class FunctionFacts;

/// What functions return: what all their returns agree on, where a recursive call returns what the others do. Keeps
/// what it found; a function is read a few times at most.
class FunctionResults {
 public:
  /// `facts` of the executable, which must outlive this object, give what they keep; null: it is derived here.
  explicit FunctionResults(const Executable& executable, const FunctionFacts* facts = nullptr);
  FunctionResults(const FunctionResults&) = delete;
  FunctionResults& operator=(const FunctionResults&) = delete;

  /// In the callee's dimensions; null if unknown, or for functions without bytecode.
  StaticTypeRef of(FuncIndex function);

 private:
  friend class ValueTypes;
  static constexpr size_t kMaxDepth = 64;  // of calls that are followed
  /// The same without an entry in `found_`.
  StaticTypeRef follow(FuncIndex function);
  StaticTypeRef agreed(FuncIndex function);
  [[nodiscard]] bool isPending(const StaticTypeRef& type) const { return type == pending_; }

  const Executable& executable_;
  const FunctionFacts* facts_;
  StaticTypeRef pending_;  ///< stands for what a function returns whose body is being followed
  std::unordered_map<int64_t, StaticTypeRef> found_;
  std::vector<int64_t> open_;        ///< functions that are being followed, outermost first
  size_t outermostUsed_ = SIZE_MAX;  ///< row of open_ whose result a body needed meanwhile
  size_t followed_ = 0;
};

class ValueTypes {
 public:
  /// All references must outlive it.
  ValueTypes(const Executable& executable, FuncIndex function, const Definitions& definitions,
             FunctionResults& results);

  /// Null if unknown. Of a merge the type of all values that it may be, through copies and other merges.
  StaticTypeRef of(ValueIndex value);

 private:
  static constexpr size_t kMaxDepth = 200;       // of merges that merge others
  static constexpr size_t kMaxInputs = 500'000;  // of merges in all; from then on merges are unknown
  /// The value that a chain of copies shows; itself if it is no copy, or its type is known.
  ValueIndex copied(ValueIndex value);
  [[nodiscard]] ValueIndex copiedOnce(ValueIndex value) const;
  StaticTypeRef ofMerge(ValueIndex value, size_t depth);
  StaticTypeRef ofOther(ValueIndex value);

  const Executable& executable_;
  const Definitions& definitions_;
  FunctionResults& results_;
  std::vector<StaticTypeRef> types_, params_;            ///< of results by pc - begin; of parameters
  std::unordered_map<int64_t, ValueIndex> copied_;       ///< by value: what is at the end of its chain of copies
  std::unordered_map<int64_t, StaticTypeRef> merges_;    ///< of merges, by value
  size_t inputs_ = 0;                                    ///< of merges that were followed
  std::unordered_map<int64_t, StaticTypeRef> followed_;  ///< the same while one is followed: pending until it is known
};

}  // namespace relaxscope
