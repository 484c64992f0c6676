// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/held.h"

#include <algorithm>

namespace relaxscope::memory {

ObjectId Trail::add(Object object) {
  work += 1 + object.dims.size() + object.holds.size();
  objects.push_back(std::move(object));
  return static_cast<ObjectId>(objects.size() - 1);
}

void Held::retain(Trail& trail, ObjectId object) {
  std::vector<ObjectId> work;
  for (ObjectId next = object;;) {
    ++trail.work;
    if (next != kNothing && counts_[next]++ == 0) {
      const Object& held = trail.objects[next];
      if (held.kind == Object::Kind::Tensor && held.block != 0) record(trail, next, true);
      work.insert(work.end(), held.holds.begin(), held.holds.end());
    }
    if (work.empty()) return;
    next = work.back();
    work.pop_back();
  }
}

void Held::release(Trail& trail, ObjectId object) {
  std::vector<ObjectId> work;
  for (ObjectId next = object;;) {
    ++trail.work;
    if (uint32_t* const found = counts_.find(next); found != nullptr && --*found == 0) remove(trail, next, work);
    if (work.empty()) return;
    next = work.back();
    work.pop_back();
  }
}

void Held::remove(Trail& trail, ObjectId object, std::vector<ObjectId>& released) {
  counts_.erase(object);
  const Object& gone = trail.objects[object];
  if (ended_.empty() || ended_.erase(object) == 0) leave(trail, object);
  for (size_t i = 0; i < gone.holds.size(); ++i)
    if (cleared_.empty() || cleared_.erase({object, i}) == 0) released.push_back(gone.holds[i]);
}

ObjectId Held::allocate(Trail& trail, Object storage, bool forNumbers) {
  storage.kind = Object::Kind::Storage;
  storage.pc = trail.pc;
  storage.own = trail.depth == 0 && !forNumbers;
  const ObjectId made = trail.add(std::move(storage));
  counts_[made] = 1;
  record(trail, made, true);
  return made;
}

/// Its bytes are no longer held.
void Held::leave(Trail& trail, ObjectId object) {
  const Object& gone = trail.objects[object];
  if (gone.kind == Object::Kind::Storage || gone.block != 0) record(trail, object, false);
  else if (gone.own) trail.deaths.emplace_back(object, trail.atReturn ? InstrIndex() : trail.pc);
}

void Held::end(Trail& trail, ObjectId object) {
  const Object::Kind kind = trail.objects[object].kind;
  if (!has(object) || (kind != Object::Kind::Storage && kind != Object::Kind::Tensor)) return;
  if (ended_.insert(object).second) leave(trail, object);
}

void Held::clearField(Trail& trail, ObjectId tuple, size_t field) {
  const Object& object = trail.objects[tuple];
  if (!has(tuple) || object.kind != Object::Kind::Tuple || field >= object.holds.size()) return;
  if (cleared_.emplace(tuple, field).second) release(trail, object.holds[field]);
}

void Held::record(Trail& trail, ObjectId storage, bool allocates) {
  const Object& object = trail.objects[storage];
  uint64_t& bytes = object.kind == Object::Kind::Storage ? bytes_ : given_;
  if (allocates) bytes += object.block;
  else bytes -= object.block;
  if (!allocates && object.own) trail.deaths.emplace_back(storage, trail.atReturn ? InstrIndex() : trail.pc);
  trail.changes.push_back({last_, storage, allocates, bytes_, given_, trail.pc});
  last_ = static_cast<uint32_t>(trail.changes.size() - 1);
}

uint64_t highestSince(Trail& trail, uint32_t since, uint32_t last, uint64_t floor) {
  for (uint32_t at = last; at > since; at = trail.changes[at].before) {
    floor = std::max(floor, trail.changes[at].total);
    ++trail.work;
  }
  return floor;
}

uint32_t commonChange(Trail& trail, uint32_t a, uint32_t b) {
  while (a != b) {
    ++trail.work;
    uint32_t& later = a > b ? a : b;
    later = trail.changes[later].before;
  }
  return a;
}

}  // namespace relaxscope::memory
