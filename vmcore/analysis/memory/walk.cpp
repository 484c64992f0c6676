// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "vmcore/analysis/extent_expression.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/memory/relax_effects.h"
#include "vmcore/analysis/memory/relay_effects.h"
#include "vmcore/base/block_bytes.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::memory {
namespace {

constexpr uint32_t kMaxDepth = 64;

/// Names in an expression: "n" and "k" of "n * 2 + k".
std::vector<std::string> symbolsIn(const std::string& expression) {
  std::vector<std::string> names;
  (void)extentOf(expression, [&](const std::string& name) {
    names.push_back(name);
    return int64_t{1};
  });
  return names;
}

/// Blocks in an order in which each follows those before it, but where control leads back.
struct Shape {
  Cfg cfg;
  std::vector<size_t> order;
};
Shape shapeOf(const Executable& executable, FuncIndex function) {
  Shape shape{buildCfg(executable, function), {}};
  const auto& blocks = shape.cfg.blocks;
  if (blocks.empty()) return shape;
  std::vector<bool> seen(blocks.size(), false);
  std::vector<std::pair<size_t, size_t>> stack{{0, 0}};
  seen[0] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next == blocks[block].out.size()) {
      shape.order.push_back(block);
      stack.pop_back();
      continue;
    }
    const size_t to = shape.cfg.edges[blocks[block].out[next++]].to.at();
    if (seen[to]) continue;
    seen[to] = true;
    stack.emplace_back(to, 0);
  }
  std::ranges::reverse(shape.order);
  return shape;
}

/// A path with the value that it returns.
struct Returned {
  Held held;
  ObjectId result = kNothing;
};

class Walk {
 public:
  Walk(const FunctionFacts& facts, const MemorySizes& sizes, const std::stop_token& stop)
      : facts_(facts), sizes_(sizes), stop_(stop) {}

  std::optional<Walked> run(FuncIndex function) {
    Held held;
    std::vector<ObjectId> arguments;
    for (const ParamInfo& param : facts_.params(function)) arguments.push_back(argument(param));
    for (const ObjectId id : arguments) held.retain(out_.trail, id);
    out_.arguments = held.given();
    const Returned end = call(function, arguments, std::move(held));
    if (stop_.stop_requested()) return std::nullopt;
    out_.last = end.held.last();
    out_.released = out_.arguments - end.held.given();
    end.held.each([&](ObjectId id) {
      if (!out_.trail.objects[id].own) return;
      out_.trail.deaths.emplace_back(id, InstrIndex());
      out_.returned.push_back(id);
    });
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Executable& executable() const { return facts_.executable(); }

  ObjectId argument(const StaticType& type) {
    Object object;
    switch (type.kind) {
      case StaticType::Kind::Tensor: object.kind = Object::Kind::Tensor; break;
      case StaticType::Kind::Shape: object.kind = Object::Kind::Shape; break;
      case StaticType::Kind::Tuple: object.kind = Object::Kind::Tuple; break;
      case StaticType::Kind::Prim: object.kind = Object::Kind::Number; break;
      default: return kNothing;
    }
    if (type.dtype) object.elementBits = elementBits(*type.dtype);
    for (const DimSpec& dim : type.dims) object.dims.push_back(extent(dim));
    if (object.kind == Object::Kind::Tensor) {
      const bool known = type.dtype && type.rank && static_cast<size_t>(*type.rank) == type.dims.size();
      const Extent bytes = known ? denseBytes(object.dims, object.elementBits) : std::nullopt;
      if (bytes && *bytes < (int64_t{1} << 46)) object.block = naiveBlockBytes(static_cast<size_t>(*bytes));
      else out_.argumentsKnown = false;
    }
    if (type.kind == StaticType::Kind::Prim && object.dims.empty()) object.dims = {sizes_.others};
    for (const StaticType& field : type.fields) object.holds.push_back(argument(field));
    return out_.trail.add(std::move(object));
  }
  Extent extent(const DimSpec& dim) {
    if (dim.kind == DimSpec::Kind::Fixed) return dim.value;
    if (dim.kind == DimSpec::Kind::Unknown) return sizes_.others;
    for (std::string& name : symbolsIn(dim.name)) out_.symbols.insert(std::move(name));
    const Extent value = integerOf(dim.name, [&](const std::string& name) { return sizeOf(name); });
    if (!value || *value >= 0) return value;
    fail({}, InstrIndex(),
         fmt::format("the extent {} of an argument is {}", printable(dim.name.substr(0, 256)), *value));
    return std::nullopt;
  }
  void fail(FuncIndex function, InstrIndex pc, std::string reason) {
    if (!out_.failure) out_.failure = PlanFailure{function, pc, std::move(reason), out_.exact};
  }
  void inexact(InexactCause cause, FuncIndex function, InstrIndex pc) {
    out_.exact = false;
    const auto same = [&](const InexactFigure& other) { return other.cause == cause; };
    if (std::ranges::none_of(out_.inexact, same)) out_.inexact.push_back({cause, function, pc});
  }
  [[nodiscard]] int64_t sizeOf(const std::string& name) const {
    const auto found = sizes_.given.find(name);
    return found == sizes_.given.end() ? sizes_.others : found->second;
  }

  /// False when the walk ends early.
  bool goesOn(uint64_t work) {
    out_.trail.work += work;
    if (out_.trail.work > sizes_.work) out_.complete = out_.exact = false;  // said as incomplete
    return out_.complete && !stop_.stop_requested();
  }

  const Shape& shape(FuncIndex function) {
    auto& known = shapes_[function.value];
    if (known != nullptr) return *known;
    known = std::make_unique<Shape>();
    const PcRange range = existingRange(executable(), executable().functions[function.at()]);
    if (goesOn(static_cast<uint64_t>(range.end - range.begin))) *known = shapeOf(executable(), function);
    return *known;
  }

  /// Runs a function; the result has a reference of its own.
  Returned call(FuncIndex function, const std::vector<ObjectId>& arguments, Held held) {
    if (out_.trail.depth > kMaxDepth || !running_.insert(function.value).second) {
      inexact(InexactCause::Recursion, function, InstrIndex());
      return {std::move(held), kNothing};
    }
    Path path{std::move(held), {}};
    for (size_t i = 0; i < arguments.size(); ++i) {
      path.held.retain(out_.trail, arguments[i]);
      path.registers[static_cast<int64_t>(i)] = arguments[i];
    }
    const Frame frame = frameOf(function);
    Returned end = followBlocks(frame, shape(function), std::move(path));
    running_.erase(function.value);
    return end;
  }

  Frame frameOf(FuncIndex function) {
    const bool outermost = out_.trail.depth == 0;
    return {.facts = facts_,
            .function = function,
            .trail = out_.trail,
            .call =
                [this](Path& path, FuncIndex callee, const std::vector<ObjectId>& arguments) {
                  ++out_.trail.depth;
                  Returned end = call(callee, arguments, std::move(path.held));
                  --out_.trail.depth;
                  path.held = std::move(end.held);
                  return end.result;
                },
            .chosen = [this,
                       outermost](const std::string& name) { return outermost ? Extent(sizeOf(name)) : std::nullopt; },
            .measured = [this, function](size_t slot) { return measured({function, static_cast<int64_t>(slot)}); },
            .place = [this](int64_t device, std::string scope) { return place(device, std::move(scope)); },
            .inexact = [this, function](InexactCause cause, InstrIndex pc) { inexact(cause, function, pc); },
            .fails = [this, function](InstrIndex pc, std::string reason) { fail(function, pc, std::move(reason)); },
            .unknown =
                [this](FuncIndex callee) {
                  out_.exact = false;  // said by the names
                  out_.trail.work += out_.unknown.size();
                  const auto same = [&](const Unknown& other) { return other.callee == callee; };
                  if (std::ranges::none_of(out_.unknown, same)) out_.unknown.push_back({out_.trail.pc, callee});
                },
            .numbers = [this](Path& path, InstrIndex pc, int64_t bytes) { return numbers(path, pc, bytes); },
            .placed =
                [this, outermost](ObjectId storage, InstrIndex pc, ObjectId tensor, int64_t offset) {
                  if (!outermost) return;
                  out_.trail.objects[tensor].own = true;
                  out_.placed.push_back({pc, storage, tensor, offset});
                }};
  }
  Extent measured(const HeapSlot& slot) {
    const auto given = sizes_.slotValues.find(slot);
    const Extent value = given == sizes_.slotValues.end() ? std::nullopt : Extent(given->second);
    const auto [row, fresh] = out_.slots.emplace(slot, value);
    // The look-up, and the function's name in what is written of the slot.
    out_.trail.work += 4 + (fresh ? executable().functions[slot.function.at()].name.size() / 16 : 0);
    return row->second;
  }
  ObjectId numbers(Path& path, InstrIndex pc, int64_t bytes) {
    std::array<ObjectId, 2>& kept = kept_[pc.value];
    for (const ObjectId id : kept) {
      if (!path.held.isUnique(id) || out_.trail.objects[id].dims.front() != bytes) continue;
      path.held.retain(out_.trail, id);
      return id;
    }
    ObjectId& use = kept[0] != kNothing && kept[1] == kNothing ? kept[1] : kept[0];
    path.held.release(out_.trail, use);
    Object block{.dims = {bytes}, .block = naiveBlockBytes(static_cast<size_t>(bytes)), .place = place(0, {})};
    use = path.held.allocate(out_.trail, std::move(block), true);
    path.held.retain(out_.trail, use);
    return use;
  }
  uint32_t place(int64_t device, std::string scope) {
    out_.trail.work += out_.places.size() + scope.size() / 16;  // the search below, and the copy
    const std::pair<int64_t, std::string> wanted{device, std::move(scope)};
    const auto found = std::ranges::find(out_.places, wanted);
    if (found != out_.places.end()) return static_cast<uint32_t>(found - out_.places.begin());
    out_.places.push_back(wanted);
    return static_cast<uint32_t>(out_.places.size() - 1);
  }

  Returned followBlocks(const Frame& frame, const Shape& shape, Path entry) {
    std::vector<std::optional<Path>> waiting(shape.cfg.blocks.size());
    std::vector<bool> done(shape.cfg.blocks.size(), false);
    std::optional<Returned> end;
    Held fallback;
    if (waiting.empty()) return {std::move(entry.held), kNothing};
    waiting[0] = std::move(entry);
    for (const size_t index : shape.order) {
      done[index] = true;
      if (!waiting[index]) continue;
      Path path = *std::exchange(waiting[index], std::nullopt);
      const bool on = followBlock(frame, shape.cfg.blocks[index], path, end);
      const std::vector<uint32_t>& out = shape.cfg.blocks[index].out;
      path.last = InstrIndex(shape.cfg.blocks[index].end.value - 1);
      if (out.size() > 1) inexact(InexactCause::Branch, frame.function, path.last);
      for (size_t i = 0; on && i < out.size(); ++i) {
        const size_t to = shape.cfg.edges[out[i]].to.at();
        if (done[to]) inexact(InexactCause::Loop, frame.function, path.last);
        else if (i + 1 < out.size() && goesOn(path.registers.size() + path.held.size())) meet(waiting[to], path);
        else meet(waiting[to], std::move(path));
      }
      if (!on) fallback = std::move(path.held);
    }
    return end ? *std::move(end) : Returned{std::move(fallback), kNothing};
  }

  /// Follows a block; false if it returns or the walk ends.
  bool followBlock(const Frame& frame, const BasicBlock& block, Path& path, std::optional<Returned>& end) {
    for (int64_t pc = block.begin.value; pc < block.end.value; ++pc) {
      if (!goesOn(1)) return false;
      if (out_.trail.depth == 0) out_.trail.pc = InstrIndex(pc);
      const Instruction instruction = executable().code.at(InstrIndex(pc));
      if (instruction.row == nullptr) return false;
      if (instruction.row->flow == Flow::Return) {
        leave(path, instruction, end);
        return false;
      }
      if (instruction.row->flow == Flow::Stop) return false;
      if (!goesOn(instruction.words.size())) return false;
      if (instruction.set->isRelay()) followRelay(frame, path, InstrIndex(pc), instruction);
      else if (instruction.isCall()) followRelaxCall(frame, path, InstrIndex(pc), instruction);
    }
    return true;
  }

  void leave(Path& path, const Instruction& instruction, std::optional<Returned>& end) {
    ObjectId result = kNothing;
    instruction.forEachOperand([&](const Operand& operand) {
      if (operand.role == OperandRole::Use) result = Frame::at(path, operand.value);
    });
    path.held.retain(out_.trail, result);
    out_.trail.atReturn = out_.trail.depth == 0;
    path.registers.forEach([&](int64_t, ObjectId object) { path.held.release(out_.trail, object); });
    out_.trail.atReturn = false;
    Returned returned{std::move(path.held), result};
    if (!end || larger(returned.held, end->held)) end = std::move(returned);
  }

  /// `path` is copied only if it goes on.
  template <class AnyPath>
  void meet(std::optional<Path>& there, AnyPath&& path) {
    if (!there) {
      there.emplace(std::forward<AnyPath>(path));
      return;
    }
    const bool wins = larger(path.held, there->held);
    const Held& loser = wins ? there->held : path.held;
    if (out_.trail.depth == 0 && goesOn(loser.size())) endLives(wins ? *there : path, wins ? path : *there);
    if (wins) *there = std::forward<AnyPath>(path);
  }
  /// What only the path holds that is not followed further lives to its end, and as long as what the other path has in
  /// the same register.
  void endLives(const Path& loser, const Path& winner) {
    loser.held.each([&](ObjectId id) {
      if (out_.trail.objects[id].own && !winner.held.has(id)) out_.trail.deaths.emplace_back(id, loser.last);
    });
    loser.registers.forEach([&](int64_t reg, ObjectId id) {
      const ObjectId* const other = winner.registers.find(reg);
      ++out_.trail.work;
      if (other == nullptr || *other == id || winner.held.has(id)) return;
      out_.trail.twins.emplace_back(id, *other);
      const std::vector<ObjectId>&held = out_.trail.objects[id].holds, &otherHeld = out_.trail.objects[*other].holds;
      if (held.size() == 1 && otherHeld.size() == 1) out_.trail.twins.emplace_back(held[0], otherHeld[0]);
    });
  }
  /// Whether more is held at once since the two paths parted.
  bool larger(const Held& a, const Held& b) {
    const uint32_t common = commonChange(out_.trail, a.last(), b.last());
    const uint64_t highA = highestSince(out_.trail, common, a.last(), 0);
    const uint64_t highB = highestSince(out_.trail, common, b.last(), 0);
    return highA != highB ? highA > highB : a.bytes() > b.bytes();
  }

  const FunctionFacts& facts_;
  const MemorySizes& sizes_;
  const std::stop_token& stop_;
  Walked out_;
  std::set<int64_t> running_;
  std::map<int64_t, std::array<ObjectId, 2>> kept_;  ///< numbers, by pc
  std::map<int64_t, std::unique_ptr<Shape>> shapes_;
};

}  // namespace

Extent denseBytes(const std::vector<Extent>& dims, int64_t elementBits) {
  int64_t bits = elementBits;
  for (const Extent& dim : dims)
    if (!dim || *dim < 0 || __builtin_mul_overflow(bits, *dim, &bits)) return std::nullopt;
  return bits / 8 + (bits % 8 != 0 ? 1 : 0);
}

std::optional<Walked> walkMemory(const FunctionFacts& facts, FuncIndex function, const MemorySizes& sizes,
                                 const std::stop_token& stop) {
  return Walk(facts, sizes, stop).run(function);
}

}  // namespace relaxscope::memory
