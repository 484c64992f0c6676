// SPDX-License-Identifier: Apache-2.0
// The values of a program as far as they hold memory, and how many references each has, as the VM counts them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "vmcore/analysis/memory/flat_map.h"
#include "vmcore/base/index.h"

namespace relaxscope::memory {

using ObjectId = uint32_t;
/// A value that holds no memory and of which nothing is known; never counted.
inline constexpr ObjectId kNothing = 0;
using Extent = std::optional<int64_t>;  ///< a number, if it is known

/// What does not change of a value; its references are in Held.
struct Object {
  enum class Kind : uint8_t { Other, Storage, Tensor, Shape, Number, Tuple, Closure, Heap } kind = Kind::Other;
  std::vector<ObjectId> holds = {};  ///< live as long as this; of a tuple and a closure, in order
  std::vector<Extent> dims = {};     ///< Tensor, Shape; Heap: its slots; Number: its value
  int64_t elementBits = 0;           ///< Tensor
  FuncIndex function = {};           ///< Closure
  uint64_t block = 0;                ///< Storage: bytes of its block; Tensor: of the one that the caller gave with it
  uint32_t place = 0;                ///< Storage: row of Trail::places
  InstrIndex pc = {};  ///< Storage: the instruction of the function in question during which it is allocated
  /// Storage: allocated by that instruction itself, not by a callee, and not for numbers only. Tensor: placed by the
  /// function in question.
  bool own = false;
  std::vector<Extent> slots = {};  ///< Tensor that is used as a shape heap
};

/// An allocation or a release.
struct HeldChange {
  uint32_t before = 0;          ///< the change before it on the same path; 0 if it is the first
  ObjectId storage = kNothing;  ///< or a tensor of the arguments
  bool allocates = false;
  uint64_t total = 0, given = 0;  ///< bytes of storages after it, and of arguments
  InstrIndex pc;                  ///< as Object::pc
};

/// Everything that all paths through a program create; the changes of one path are linked backwards.
struct Trail {
  std::vector<Object> objects = std::vector<Object>(1);
  std::vector<HeldChange> changes = std::vector<HeldChange>(1);
  InstrIndex pc;                                        ///< where the function in question is
  bool atReturn = false;                                ///< its frame is being released
  uint32_t depth = 0;                                   ///< callees around the instruction
  uint64_t work = 0;                                    ///< references followed, values made and the like
  std::vector<std::pair<ObjectId, InstrIndex>> deaths;  ///< of what is own, on any path; invalid at the return
  /// Pairs of what a register holds where two paths meet: the first is on the path that is not followed, and lives as
  /// long as the second.
  std::vector<std::pair<ObjectId, ObjectId>> twins;

  ObjectId add(Object object);
};

/// References of one path.
class Held {
 public:
  void retain(Trail& trail, ObjectId object);
  void release(Trail& trail, ObjectId object);
  /// A new storage with one reference, which the caller releases.
  ObjectId allocate(Trail& trail, Object storage, bool forNumbers = false);
  /// A storage's bytes end, and so does a tensor, whatever refers to them.
  void end(Trail& trail, ObjectId object);
  /// The field no longer holds its value.
  void clearField(Trail& trail, ObjectId tuple, size_t field);

  [[nodiscard]] bool has(ObjectId object) const { return counts_.find(object) != nullptr; }
  /// Whether there is exactly one reference.
  [[nodiscard]] bool isUnique(ObjectId object) const {
    const uint32_t* const found = counts_.find(object);
    return found != nullptr && *found == 1;
  }
  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  [[nodiscard]] uint64_t given() const { return given_; }
  [[nodiscard]] uint32_t last() const { return last_; }  ///< the last change
  [[nodiscard]] size_t size() const { return counts_.size() + cleared_.size() + ended_.size(); }
  template <class Visit>
  void each(Visit&& visit) const {
    counts_.forEach([&](ObjectId object, uint32_t) { visit(object); });
  }

 private:
  void record(Trail& trail, ObjectId storage, bool allocates);
  void leave(Trail& trail, ObjectId object);
  /// Of a value without references; adds what it held.
  void remove(Trail& trail, ObjectId object, std::vector<ObjectId>& released);

  FlatMap<ObjectId, uint32_t> counts_;
  std::set<std::pair<ObjectId, size_t>> cleared_;
  std::set<ObjectId> ended_;
  uint64_t bytes_ = 0, given_ = 0;
  uint32_t last_ = 0;
};

/// The highest total of the changes after `since` up to `last` on its path, at least `floor`.
uint64_t highestSince(Trail& trail, uint32_t since, uint32_t last, uint64_t floor);
/// The last change that two paths have in common.
uint32_t commonChange(Trail& trail, uint32_t a, uint32_t b);

}  // namespace relaxscope::memory
