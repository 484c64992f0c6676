// SPDX-License-Identifier: Apache-2.0
#include "tests/support/generated_executable.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/relay_reader.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::testing {
namespace {

class ExecutableMaker {
 public:
  ExecutableMaker(uint64_t seed, Shape shape) : random_(seed * 0x9e3779b97f4a7c15u + 1), shape_(shape) {
    e_.variant = static_cast<Variant>(seed % kVariants);
  }

  Executable make() {
    if (e_.variant == Variant::Params) return parameterList();
    const bool early = isPrototype(e_.variant) && below(2) == 0;
    e_.code.set = &instructionSetOf(e_.variant, early);
    e_.version = version();
    e_.outerPrefix = below(2) == 0;
    const bool relay = isRelay(e_.variant);
    functions(1 + below(4), 1 + below(3), relay || isPrototype(e_.variant));
    constants();
    if (relay) relayPart();
    code();
    if (e_.variant == Variant::R5)
      for (int64_t n = below(3); n > 0; --n) e_.memoryScopes.push_back({below(9), name()});
    if (below(4) == 0) e_.trailing = Bytes::copyOf(name() + "x");
    if (!relay && !isPrototype(e_.variant) && shape_ != Shape::Sound) disorder();
    if (!relay && shape_ == Shape::Damaged) damage();
    if (isPrototype(e_.variant)) endPrototypeFunctions();
    return std::move(e_);
  }

 private:
  Executable parameterList() {
    for (int64_t n = below(6); n > 0; --n) {
      e_.constants.push_back({tensor(), 0});
      e_.constantNames.push_back(name());
    }
    if (below(4) == 0) e_.trailing = Bytes::copyOf(name() + "x");
    return std::move(e_);
  }

  int64_t below(int64_t end) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(end)); }
  bool odd() { return shape_ != Shape::Sound && below(8) == 0; }

  std::string version() {
    if (shape_ != Shape::Sound && below(6) == 0) return "";
    switch (e_.variant) {
      case Variant::R0: return "0.13.dev0";
      case Variant::P: return "0.8.dev0";
      case Variant::P2: return "0.11.dev0";
      case Variant::Relay06: return "0.6.0";
      case Variant::RelayA0: return "0.7.0";
      case Variant::RelayA: return "0.8.0";
      case Variant::RelayAV: return "0.8.dev0";
      case Variant::RelayBU: return "0.9.dev0";
      case Variant::RelayB: return "0.11.dev0";
      case Variant::RelayC: return "0.17.0";
      default: return "0.14";
    }
  }

  std::string name() {
    static const char* const kNames[] = {"",
                                         "main",
                                         "vm.builtin.copy",
                                         "a b\n\"c\"",
                                         "\xff\xfe raw",
                                         "back\\slash \\x41",
                                         "é 矩阵",
                                         "\x1b[31m",
                                         "f(x):",
                                         "# no comment",
                                         "12",
                                         "L1",
                                         "unknown_func_index(3)",
                                         "a\xe2\x80\xa8"
                                         "b"};
    std::string text = kNames[below(std::size(kNames))];
    if (below(2) == 0) text += std::to_string(below(40));
    if (below(12) == 0) text += '\0';
    return text;
  }

  void functions(int64_t bodies, int64_t packed, bool apart) {
    for (int64_t i = 0; i < bodies; ++i) {
      Function& f = e_.functions.emplace_back();
      f.kind = static_cast<int32_t>(FunctionKind::Bytecode);
      f.name = name();
      f.numArgs = below(4);
      if (isRelay(e_.variant) || (!isPrototype(e_.variant) && below(3) != 0))
        for (int64_t n = f.numArgs; n > 0; --n) f.paramNames.push_back(name());
    }
    e_.code.packedBase = apart ? bodies : 0;
    for (int64_t i = 0; i < packed; ++i) {
      Function f;
      f.name = name();
      f.numArgs = -2;
      const auto at =
          apart ? e_.functions.size() : static_cast<size_t>(below(static_cast<int64_t>(e_.functions.size()) + 1));
      e_.functions.insert(e_.functions.begin() + static_cast<std::ptrdiff_t>(at), std::move(f));
    }
    if (apart || below(3) != 0) return;
    Function compiled;
    compiled.kind = static_cast<int32_t>(FunctionKind::VmTir);
    compiled.name = name();
    compiled.numArgs = below(3);
    compiled.registerFileSize = compiled.numArgs + 1 + below(3);
    e_.functions.push_back(std::move(compiled));
  }

  // ---- Constants
  void constants() {
    for (int64_t n = below(6); n > 0; --n) {
      ConstantValue value;
      do value = constant();
      while (!holdsConstant(e_.variant, value));
      e_.constants.push_back({std::move(value), 0});
    }
  }
  ConstantValue constant() {
    switch (below(8)) {
      case 0:
        return DataType{static_cast<uint8_t>(below(20)), static_cast<uint8_t>(below(70)),
                        static_cast<uint16_t>(below(4))};
      case 1: {
        ShapeConstant shape;
        for (int64_t n = below(4); n > 0; --n) shape.dims.push_back(static_cast<int64_t>(random_()));
        return shape;
      }
      case 2: return StringConstant{name()};
      case 3: return IntConstant{static_cast<int64_t>(random_())};
      case 4:
        return FloatConstant{below(2) == 0 ? std::ldexp(static_cast<double>(random_()), -40)
                                           : std::bit_cast<double>(random_())};
      case 5: return LateBoundConstant{name()};
      default: return tensor();
    }
  }
  TensorConstant tensor() {
    static constexpr DataType kTypes[] = {{2, 32, 1}, {2, 64, 1}, {2, 16, 1}, {0, 8, 1},  {0, 64, 1},
                                          {1, 64, 1}, {1, 8, 1},  {6, 8, 1},  {4, 16, 1}, {0, 4, 1},
                                          {10, 8, 1}, {1, 1, 1},  {2, 32, 4}, {0, 24, 1}};
    TensorConstant t;
    t.dtype = kTypes[below(std::size(kTypes))];
    if (shape_ == Shape::Damaged && below(4) == 0)
      t.dtype = {static_cast<uint8_t>(below(256)), static_cast<uint8_t>(1 + below(200)),
                 static_cast<uint16_t>(below(65536))};
    for (int64_t n = below(4); n > 0; --n) t.shape.push_back(below(5));
    if (below(6) == 0) t.shape.push_back(700);
    if (!isRelay(e_.variant) && below(6) == 0) t.deviceType = static_cast<int32_t>(below(20));
    if (below(6) == 0) t.reserved = random_();
    std::vector<uint8_t> data(static_cast<size_t>(tensorBytesIn(e_.variant, t.shape, t.dtype).value_or(0)));
    const bool wild = below(2) == 0;
    for (uint8_t& byte : data) byte = static_cast<uint8_t>(wild ? random_() : random_() % 3);
    t.data = Bytes::own(std::move(data));
    return t;
  }

  void relayPart() {
    const RelayLayout& layout = relayLayout(e_.variant);
    RelayPart& part = e_.relay.emplace();
    if (layout.virtualDevices) {
      for (int64_t n = 1 + below(2); n > 0; --n)
        part.virtualDevices.push_back({static_cast<int32_t>(below(9)), static_cast<int32_t>(below(3)),
                                       layout.memoryScopes && below(2) == 0 ? name() : ""});
      part.hostDevice = static_cast<int32_t>(below(2));
    }
    if (layout.devices)
      for (size_t i = 0; i < e_.constants.size(); ++i) part.constantDevices.push_back(below(3));
    part.paramDevices.resize(static_cast<size_t>(e_.code.packedBase));
    for (size_t i = 0; i < part.paramDevices.size() && layout.devices; ++i)
      for (size_t n = 0; n < e_.functions[i].paramNames.size(); ++n) part.paramDevices[i].push_back(below(3));
    if (layout.attributes)
      for (int64_t n = below(3); n > 0; --n)
        part.attributes.push_back({static_cast<uint64_t>(n), {{name(), name()}, {"hash", name()}}});
  }

  // ---- Code
  /// Bodies in random order, contiguous. A Relay file cannot distinguish functions of the same name, so those keep
  /// their order.
  void code() {
    std::vector<size_t> order;
    for (size_t i = 0; i < e_.functions.size(); ++i)
      if (e_.functions[i].isBytecode()) order.push_back(i);
    if (!isPrototype(e_.variant)) std::shuffle(order.begin(), order.end(), random_);
    if (isRelay(e_.variant))
      std::stable_sort(order.begin(), order.end(),
                       [&](size_t a, size_t b) { return e_.functions[a].name == e_.functions[b].name && a < b; });
    for (const size_t index : order) {
      Function& f = e_.functions[index];
      f.startInstr = static_cast<int64_t>(e_.code.size());
      for (int64_t n = 1 + below(8); n > 0; --n) instruction(n - 1);
      f.endInstr = static_cast<int64_t>(e_.code.size());
      f.registerFileSize = below(3) == 0 ? below(100) : 12;
      if (e_.relay) e_.relay->order.emplace_back(static_cast<int64_t>(index));
    }
  }

  int64_t reg() {
    const int64_t which = odd() ? 100 : below(5);
    if (which == 100) return static_cast<int64_t>(random_());
    if (which == 0 && !isRelay(e_.variant)) return e_.code.set->encodeRegister(kVoidRegister + below(2));
    return below(12);
  }
  int64_t tagged() {
    const InstructionSet& set = *e_.code.set;
    if (odd()) return static_cast<int64_t>(random_());
    switch (below(5)) {
      case 0:
        return set.encodeArg(
            Arg::make(ArgKind::Immediate, set.signedValues ? static_cast<int64_t>(random_()) >> 9 : below(1000)));
      case 1: return set.encodeArg(Arg::make(ArgKind::Constant, below(6)));
      case 2: return set.encodeArg(Arg::make(ArgKind::Function, below(static_cast<int64_t>(e_.functions.size()))));
      default: return Arg::make(ArgKind::Register, reg()).word();
    }
  }
  int64_t operand(const OperandRow& row, int64_t left) {
    if (row.role == OperandRole::Offset || row.role == OperandRole::TrueOffset || row.role == OperandRole::FalseOffset)
      return odd() ? below(40) - 20 : 1 + below(left + 1);
    if (row.role == OperandRole::TypeCode) return below(7);
    if (row.role == OperandRole::TypeBits) return odd() ? below(1000) : 8 << below(4);
    if (row.role == OperandRole::TypeLanes) return 1;
    switch (row.encoding) {
      case OperandEncoding::Register:
      case OperandEncoding::RegisterUnlessListed:
      case OperandEncoding::RegisterList: return reg();
      case OperandEncoding::Function: return odd() ? below(99) - 30 : below(static_cast<int64_t>(e_.functions.size()));
      case OperandEncoding::Packed:
        return odd() ? below(99) - 30 : below(static_cast<int64_t>(e_.functions.size()) - e_.code.packedBase + 1);
      case OperandEncoding::TaggedList: return tagged();
      default: return below(50) - 5;
    }
  }
  void instruction(int64_t left) {
    std::vector<const OpcodeRow*> rows;
    for (const OpcodeRow* row : e_.code.set->rows)
      if (row != nullptr) rows.push_back(row);
    const OpcodeRow& row = *rows[static_cast<size_t>(below(static_cast<int64_t>(rows.size())))];
    std::vector<int64_t>& words = e_.code.words.edit();
    const size_t begin = words.size();
    e_.code.offsets.push_back(static_cast<int64_t>(begin));
    if (isRelay(e_.variant) && shape_ == Shape::Damaged && below(10) == 0) {
      words.push_back(77);  // an opcode that no release has
      for (int64_t n = below(4); n > 0; --n) words.push_back(static_cast<int64_t>(random_()));
      return;
    }
    words.push_back(row.code);
    for (const OperandRow& each : row.operands)
      if (&each != row.list()) words.push_back(operand(each, left));
    if (row.listWord == 0) return;
    const int64_t count = below(4);
    words[begin + row.countWord] = count;
    for (int64_t n = 0; n < count; ++n) words.push_back(operand(*row.list(), left));
  }

  // ---- Code that no compiler emits
  void disorder() {
    const auto count = static_cast<int64_t>(e_.code.size());
    for (int64_t n = below(3); n > 0; --n) {
      Function& f = e_.functions[static_cast<size_t>(below(static_cast<int64_t>(e_.functions.size())))];
      switch (below(6)) {
        case 0: f.startInstr = below(count + 3) - 1; break;
        case 1: f.endInstr = below(count + 9) - 2; break;
        case 2: f.numArgs = below(20) - 5; break;
        case 3: f.paramNames.push_back(name()); break;
        case 4: f.registerFileSize = static_cast<int64_t>(random_()); break;
        default: e_.functions.push_back(f); break;
      }
    }
    if (below(3) == 0)
      e_.code.offsets.push_back(static_cast<int64_t>(e_.code.words.size())), e_.code.words.append({2, 0});
  }
  void damage() {
    auto& words = e_.code.words.edit();
    auto& offsets = e_.code.offsets;
    const auto place = [&](const std::vector<int64_t>& in) {
      return static_cast<size_t>(below(static_cast<int64_t>(in.size())));
    };
    for (int64_t n = 1 + below(4); n > 0; --n) switch (below(7)) {
        case 0: words.push_back(static_cast<int64_t>(random_())); break;
        case 1: offsets.push_back(below(100) - 50); break;
        case 2:
          if (!words.empty()) words[place(words)] = below(2) == 0 ? static_cast<int64_t>(random_()) : below(9);
          break;
        case 3:
          if (!offsets.empty())
            offsets[place(offsets)] = below(2) == 0 ? static_cast<int64_t>(random_()) : below(60) - 5;
          break;
        case 4:
          if (!words.empty()) words.pop_back();
          break;
        case 5:
          if (!offsets.empty()) offsets.pop_back();
          break;
        default:
          if (!isPrototype(e_.variant)) e_.functions[0].kind = static_cast<int32_t>(random_());
      }
  }
  void endPrototypeFunctions() {
    const auto bodies = static_cast<size_t>(e_.code.packedBase);
    for (size_t i = 0; i < bodies; ++i)
      e_.functions[i].endInstr = i + 1 < bodies ? e_.functions[i + 1].startInstr : static_cast<int64_t>(e_.code.size());
  }

  std::mt19937_64 random_;
  Shape shape_;
  Executable e_;
};

}  // namespace

Executable generatedExecutable(uint64_t seed, Shape shape) { return ExecutableMaker(seed, shape).make(); }

}  // namespace relaxscope::testing
