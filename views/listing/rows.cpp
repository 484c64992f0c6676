// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/rows.h"

#include <algorithm>
#include <map>

#include "views/code/tokens.h"

namespace relaxscope {
namespace {

constexpr uint32_t kLabelBit = 0x80000000u, kHeadingBit = 0x40000000u, kBits = kLabelBit | kHeadingBit;
constexpr uint32_t kFunctionRow = 0xFFFFFFFFu;
constexpr size_t kMaxArrivals = 16;

/// An unknown opcode does not end the block, as its effect is unknown.
bool endsBlock(const Instruction& in) {
  return in.row != nullptr && in.row->flow != Flow::Next && in.row->flow != Flow::Call;
}
ArrivalKind arrivalOf(JumpKind kind) {
  switch (kind) {
    case JumpKind::Goto: return ArrivalKind::Goto;
    case JumpKind::True: return ArrivalKind::True;
    case JumpKind::False: return ArrivalKind::False;
  }
  return ArrivalKind::Goto;
}

}  // namespace

ListingRows::ListingRows(const Executable& executable, FuncIndex function, const std::vector<bool>* hidden,
                         const LayerMap* layers) {
  const Function* f = executable.function(function);
  if (f == nullptr || !f->isBytecode()) return;
  const auto size = static_cast<int64_t>(std::min<size_t>(executable.code.size(), kHeadingBit - 2));
  begin_ = InstrIndex(std::clamp<int64_t>(f->startInstr, 0, size));
  end_ = InstrIndex(std::clamp<int64_t>(f->endInstr, begin_.value, size));
  findJumps(executable);
  assignLanes();
  if (layers != nullptr) headings_ = headingsOf(*layers);
  addRows(hidden);
}

void ListingRows::addRows(const std::vector<bool>* hidden) {
  rows_.reserve(static_cast<size_t>(end_.value - begin_.value) + labels_.size() + headings_.size() + 1);
  rows_.push_back(kFunctionRow);
  size_t nextLabel = 0, nextHeading = 0;
  for (int64_t pc = begin_.value; pc < end_.value; ++pc) {
    const auto offset = static_cast<uint32_t>(pc - begin_.value);
    if (nextLabel < labels_.size() && labels_[nextLabel].pc.value == pc) {
      rows_.push_back(offset | kLabelBit);
      ++nextLabel;
    }
    for (; nextHeading < headings_.size() && headings_[nextHeading].pc.value <= pc; ++nextHeading)
      if (headings_[nextHeading].pc.value == pc) rows_.push_back(offset | kHeadingBit);
    if (hidden == nullptr || offset >= hidden->size() || !(*hidden)[offset]) rows_.push_back(offset);
  }
}

/// Outer layers before inner ones, and before what is none.
std::vector<ListingRows::Heading> ListingRows::headingsOf(const LayerMap& layers) {
  std::vector<Heading> headings;
  for (uint32_t row = 0; row < layers.copies().size(); ++row)
    if (const LayerCopy& copy = layers.copies()[row]; copy.calls > 1 || copy.copy == 0)
      headings.push_back({copy.first, Kind::Layer, row});
  const std::vector<AlmostRegion>& almost = layers.regions().almost;
  for (uint32_t row = 0; row < almost.size(); ++row) headings.push_back({almost[row].firstPc, Kind::Almost, row});
  std::ranges::stable_sort(headings, {}, &Heading::pc);
  return headings;
}

void ListingRows::findJumps(const Executable& executable) {
  std::map<int64_t, ListingLabel> found;
  const auto arrive = [&](int64_t pc, ArrivalKind kind, int64_t from) {
    if (pc <= begin_.value && kind == ArrivalKind::Next) return;
    if (pc < begin_.value || pc >= end_.value) return;
    ListingLabel& label = found[pc];
    label.pc = InstrIndex(pc);
    ++label.arrivalCount;
    if (label.arrivals.size() < kMaxArrivals) label.arrivals.push_back({kind, InstrIndex(from)});
  };
  std::vector<int64_t> starts;
  for (int64_t pc = begin_.value; pc < end_.value; ++pc) {
    const Instruction in = executable.code.at(InstrIndex(pc));
    if (!endsBlock(in)) continue;
    if (pc + 1 < end_.value) {
      if (in.row->falls) arrive(pc + 1, ArrivalKind::True, pc);
      else found[pc + 1].pc = InstrIndex(pc + 1);  // starts a block, reachable or not
    }
    in.forEachJump([&](JumpKind kind, int64_t offset) {
      int64_t target = 0;
      if (__builtin_add_overflow(pc, offset, &target) || target < begin_.value || target >= end_.value) return;
      arrive(target, arrivalOf(kind), pc);
      jumps_.push_back({InstrIndex(pc), InstrIndex(target), kind == JumpKind::False, 0});
    });
  }
  for (auto& [pc, label] : found) {
    // The previous instruction falls through unless it jumps or returns; a branch was counted already.
    const Instruction before = executable.code.at(InstrIndex(pc - 1));
    if (pc > begin_.value && !endsBlock(before)) arrive(pc, ArrivalKind::Next, pc - 1);
    labels_.push_back(std::move(label));
  }
}

/// Short jumps get inner lanes. A lane is free if no jump in it overlaps; jumps without a free lane share the last.
void ListingRows::assignLanes() {
  std::vector<uint32_t> order(jumps_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<uint32_t>(i);
  std::stable_sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) {
    return jumps_[a].high() - jumps_[a].low() < jumps_[b].high() - jumps_[b].low();
  });
  std::map<int64_t, int64_t> taken[kLanes];  // low -> high, disjoint
  for (const uint32_t i : order) {
    ListingJump& jump = jumps_[i];
    jump.lane = kLanes - 1;
    for (int lane = 0; lane < kLanes; ++lane) {
      auto after = taken[lane].upper_bound(jump.high());
      if (after != taken[lane].begin() && std::prev(after)->second >= jump.low()) continue;
      taken[lane].emplace(jump.low(), jump.high());
      jump.lane = static_cast<uint8_t>(lane);
      break;
    }
  }
}

ListingRows::Row ListingRows::at(int64_t row) const {
  if (row < 0 || row >= size()) return {};
  const uint32_t word = rows_[static_cast<size_t>(row)];
  if (word == kFunctionRow) return {Kind::Function, begin_};
  const InstrIndex pc(begin_.value + static_cast<int64_t>(word & ~kBits));
  if ((word & kHeadingBit) == 0) return {(word & kLabelBit) != 0 ? Kind::Label : Kind::Code, pc};
  auto heading = std::ranges::lower_bound(headings_, pc, {}, &Heading::pc);
  for (auto before = static_cast<size_t>(row); before > 0 && rows_[before - 1] == word; --before) ++heading;
  return {heading->kind, pc, heading->item};
}

int64_t ListingRows::rowOf(InstrIndex pc) const {
  if (pc < begin_ || pc >= end_ || rows_.size() < 2) return -1;
  const auto offset = static_cast<uint32_t>(pc.value - begin_.value);
  const auto at = std::partition_point(rows_.begin() + 1, rows_.end(), [&](uint32_t word) {
    return (word & ~kBits) < offset || ((word & ~kBits) == offset && (word & kBits) != 0);
  });
  return at == rows_.end() ? size() - 1 : at - rows_.begin();
}

int64_t ListingRows::firstRowOf(InstrIndex pc) const {
  int64_t row = rowOf(pc);
  while (row > 1 && at(row - 1).kind != Kind::Code) --row;
  return row;
}

int64_t ListingRows::endRowOf(InstrIndex pc) const {
  const InstrIndex after(pc.value + 1);
  int64_t row = after >= end_ ? size() : rowOf(after);
  if (row == size() - 1 && after < end_ && at(row).pc < after) return size();  // all from there on are hidden
  while (row > 1 && at(row - 1).kind != Kind::Code) --row;
  return row;
}

const ListingLabel* ListingRows::label(InstrIndex pc) const {
  const auto at =
      std::partition_point(labels_.begin(), labels_.end(), [&](const ListingLabel& l) { return l.pc < pc; });
  return at != labels_.end() && at->pc == pc ? &*at : nullptr;
}

}  // namespace relaxscope
