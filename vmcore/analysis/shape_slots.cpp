// SPDX-License-Identifier: Apache-2.0
// Names of shape-heap slots, from the annotations of match_shape and from storage sizes. Programs call a compiled shape
// function for derived slots, so there is no formula to read.
#include "vmcore/analysis/shape_slots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>
#include <unordered_map>

#include "vmcore/analysis/annotation.h"
#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/params.h"
#include "vmcore/base/text/number.h"

namespace relaxscope {
namespace {

constexpr int64_t kHeapWithin = 256;  // instructions: a function allocates its heap at its start

bool isIdentifier(const std::string& name) {
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  return !name.empty();
}

/// Splits "n * 2" into "n" and 2; other expressions are parenthesised, with factor 1.
std::pair<std::string, int64_t> splitFactor(const std::string& name) {
  if (isIdentifier(name)) return {name, 1};
  if (const size_t star = name.rfind(" * "); star != std::string::npos && isIdentifier(name.substr(0, star))) {
    if (const auto factor = wholeNumber<int64_t>(std::string_view(name).substr(star + 3)))
      return {name.substr(0, star), *factor};
  }
  return {"(" + name + ")", 1};
}

/// "n * 64" for the bytes of f32[n, 16]; empty without a symbol, or if an extent is unknown.
std::string productText(const std::vector<DimSpec>& dims, int64_t elementBytes) {
  int64_t product = elementBytes;
  std::string text;
  for (const DimSpec& dim : dims) {
    if (dim.kind == DimSpec::Kind::Unknown) return {};
    int64_t factor = dim.value;
    if (dim.kind == DimSpec::Kind::Symbol) {
      std::string part;
      std::tie(part, factor) = splitFactor(dim.name);
      text += (text.empty() ? "" : " * ") + part;
    }
    if (__builtin_mul_overflow(product, factor, &product)) return {};
  }
  if (text.empty() || product == 1) return text;
  return fmt::format("{} * {}", text, product);
}

/// Extent of the int64 vector that a call of alloc_tensor makes; 0 for any other tensor.
int64_t vectorExtent(const CallArgs& args) {
  const auto* shape = args.constantAs<ShapeConstant>(2);
  const auto* type = args.constantAs<DataType>(3);
  const bool vector = shape != nullptr && type != nullptr && shape->dims.size() == 1 && *type == DataType{0, 64, 1};
  return vector ? shape->dims.front() : 0;
}

class SlotNamer {
 public:
  SlotNamer(const Executable& executable, FuncIndex function, int64_t within)
      : executable_(executable), function_(executable.functions[function.at()]), within_(within) {}

  std::vector<SlotInfo> run() {
    // Two passes: storage sizes need the names of dimensions, which may come from the return's annotation.
    for (const bool second : {false, true}) {
      const PcRange range = existingRange(executable_, function_);
      CodeWalk(executable_).run(range, [&](int64_t pc, const Instruction& instruction) {
        if (pc - range.begin >= within_ || (slots_.empty() && pc - range.begin > kHeapWithin)) return false;
        if (!instruction.isCall()) return true;
        const Function* callee = executable_.function(FuncIndex(instruction.callFunction()));
        if (callee == nullptr) return true;
        const CallArgs args{executable_, instruction};
        const BuiltinId builtin = knownCallee(*callee).builtin;
        if (second) followStorage(builtin, args);
        else readMatch(builtin, args);
        return true;
      });
      if (slots_.empty()) break;
    }
    for (size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].name.empty()) slots_[i].name = fmt::format("s{}", i);
    return std::move(slots_);
  }

 private:
  void readMatch(BuiltinId builtin, const CallArgs& args) {
    int64_t count = 0;
    if (!integersOfRegister_.empty()) integersOfRegister_.erase(args.call.callDst());
    switch (builtin) {
      case BuiltinId::AllocShapeHeap:
      case BuiltinId::AllocHeap:
        count = heapSlots(args).value_or(0);
        makeSlots(count);
        break;
      case BuiltinId::AllocTensor: integersOfRegister_[args.call.callDst()] = vectorExtent(args); break;
      case BuiltinId::MatchShape:
        useHeap(args);
        if (args.immediate(2, count)) nameDims(dimCodes(args, 3, count), args.text(args.size() - 1));
        break;
      case BuiltinId::MatchPrimValue:
        useHeap(args);
        nameDims(dimCodes(args, 2, 1), {});
        break;
      case BuiltinId::StoreShape:
        useHeap(args);
        for (const auto& slot : slotArgs(args, 2))
          if (slot) mark(*slot);
        break;
      default: break;
    }
  }

  void makeSlots(int64_t count) {
    slots_.resize(std::max(slots_.size(), static_cast<size_t>(std::clamp<int64_t>(count, 0, kMaxShapeSlots))));
  }
  /// A tensor is a heap if a match stores in it.
  void useHeap(const CallArgs& args) {
    const auto found = integersOfRegister_.find(args.reg(1));
    if (found != integersOfRegister_.end()) makeSlots(found->second);
  }

  void mark(int64_t slot) {
    if (slot < 0 || static_cast<uint64_t>(slot) >= slots_.size()) return;
    SlotInfo& info = slots_[static_cast<size_t>(slot)];
    if (info.origin == SlotInfo::Origin::Computed) info.origin = SlotInfo::Origin::Stored;
  }

  void nameDims(const std::vector<DimCode>& codes, std::string_view contextText) {
    const std::vector<DimSpec> dims = annotatedDims(codes, contextText);
    for (size_t i = 0; i < codes.size(); ++i) {
      const int64_t slot = codes[i].value;
      if (codes[i].op == DimCode::Op::Slot) mark(slot);
      if (codes[i].op != DimCode::Op::Slot && codes[i].op != DimCode::Op::CheckSlot) continue;
      if (i >= dims.size() || dims[i].kind != DimSpec::Kind::Symbol || slot < 0 ||
          static_cast<uint64_t>(slot) >= slots_.size())
        continue;
      SlotInfo& info = slots_[static_cast<size_t>(slot)];
      const bool plain = isIdentifier(dims[i].name);
      if (!info.name.empty() && !(plain && info.origin == SlotInfo::Origin::Derived)) continue;
      info.name = dims[i].name;
      info.origin = plain ? SlotInfo::Origin::Dimension : SlotInfo::Origin::Derived;
    }
  }

  /// A context describes a whole parameter or result; the matches of a tuple's fields share it, in order. Takes the
  /// next matching shape of the annotation.
  std::vector<DimSpec> annotatedDims(const std::vector<DimCode>& codes, std::string_view contextText) {
    const auto context = parseErrorContext(contextText);
    if (!context) return {};
    auto [found, fresh] = contexts_.try_emplace(contextText);
    if (fresh) found->second.shapes = shapesIn(parseAnnotation(context->annotation));
    auto& [shapes, next] = found->second;
    if (shapes.size() == 1) next = 0;
    for (; next < shapes.size(); ++next)
      if (fits(shapes[next], codes)) return shapes[next++];
    return {};
  }
  static bool fits(const std::vector<DimSpec>& dims, const std::vector<DimCode>& codes) {
    if (dims.size() != codes.size()) return false;
    for (size_t i = 0; i < dims.size(); ++i)
      if (codes[i].op == DimCode::Op::Immediate &&
          !(dims[i].kind == DimSpec::Kind::Fixed && dims[i].value == codes[i].value))
        return false;
    return true;
  }

  [[nodiscard]] DimSpec dimOf(const DimCode& code) const {
    if (code.op == DimCode::Op::Immediate) return {DimSpec::Kind::Fixed, code.value, {}};
    if (code.op != DimCode::Op::Slot || code.value < 0 || static_cast<uint64_t>(code.value) >= slots_.size()) return {};
    const std::string& name = slots_[static_cast<size_t>(code.value)].name;
    return name.empty() ? DimSpec{} : DimSpec{DimSpec::Kind::Symbol, code.value, name};
  }

  /// Handles alloc_storage with a size from one slot, followed by alloc_tensor of a known shape in it.
  void followStorage(BuiltinId builtin, const CallArgs& args) {
    const int64_t dst = args.call.callDst();
    int64_t count = 0;
    switch (builtin) {
      case BuiltinId::MakeShape:
        storageSlot_.erase(dst);
        if (args.immediate(1, count)) shapeOfRegister_[dst] = dimCodes(args, 2, count);
        return;
      case BuiltinId::AllocStorage: {
        storageSlot_.erase(dst);
        const auto size = shapeOfRegister_.find(args.reg(1));
        if (size == shapeOfRegister_.end() || size->second.size() != 1 || size->second[0].op != DimCode::Op::Slot)
          return;
        const int64_t slot = size->second[0].value;
        if (slot >= 0 && static_cast<uint64_t>(slot) < slots_.size() && slots_[static_cast<size_t>(slot)].name.empty())
          storageSlot_[dst] = slot;
        return;
      }
      case BuiltinId::AllocTensor: {
        const auto storage = storageSlot_.find(args.reg(0));
        const auto shape = shapeOfRegister_.find(args.reg(2));
        const auto* dtype = args.constantAs<DataType>(3);
        if (storage == storageSlot_.end() || shape == shapeOfRegister_.end() || dtype == nullptr) return;
        std::vector<DimSpec> dims;
        for (const DimCode& code : shape->second) dims.push_back(dimOf(code));
        SlotInfo& info = slots_[static_cast<size_t>(storage->second)];
        if (std::string name = productText(dims, dtype->elementBytes()); !name.empty() && info.name.empty())
          info = {SlotInfo::Origin::Inferred, std::move(name)};
        return;
      }
      default: return;
    }
  }

  struct Annotated {
    std::vector<std::vector<DimSpec>> shapes;
    size_t next = 0;
  };
  const Executable& executable_;
  const Function& function_;
  int64_t within_;
  std::vector<SlotInfo> slots_;
  std::unordered_map<std::string_view, Annotated> contexts_;
  std::unordered_map<int64_t, std::vector<DimCode>> shapeOfRegister_;
  std::unordered_map<int64_t, int64_t> storageSlot_;
  std::unordered_map<int64_t, int64_t> integersOfRegister_;  ///< of a register with a tensor that may be a heap
};

/// Each symbolic extent at its first occurrence.
void addExtents(const StaticType& type, std::vector<SlotInfo>& slots) {
  for (const DimSpec& dim : type.dims) {
    if (dim.kind != DimSpec::Kind::Symbol || dim.name.empty()) continue;
    const auto same = [&](const SlotInfo& slot) { return slot.name == dim.name; };
    if (std::ranges::any_of(slots, same)) continue;
    slots.push_back({isIdentifier(dim.name) ? SlotInfo::Origin::Dimension : SlotInfo::Origin::Derived, dim.name});
  }
  for (const StaticType& field : type.fields) addExtents(field, slots);
}

std::vector<SlotInfo> slotsOfParameters(const Executable& executable, FuncIndex function) {
  std::vector<SlotInfo> slots;
  for (const ParamInfo& param : recoverParams(executable, function)) addExtents(param, slots);
  return slots;
}

}  // namespace

std::vector<SlotInfo> shapeSlots(const Executable& executable, FuncIndex function, int64_t within) {
  const Function* row = executable.function(function);
  if (row != nullptr && row->isVmTir()) return slotsOfParameters(executable, function);
  if (row == nullptr || !row->isBytecode() || executable.code.set->isRelay()) return {};
  return SlotNamer(executable, function, within).run();
}

std::string slotName(const Executable& executable, FuncIndex function, int64_t slot) {
  const std::vector<SlotInfo> slots = shapeSlots(executable, function);
  if (slot >= 0 && static_cast<uint64_t>(slot) < slots.size()) return slots[static_cast<size_t>(slot)].name;
  return fmt::format("s{}", slot);
}

}  // namespace relaxscope
