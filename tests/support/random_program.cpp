// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_program.h"

#include <bit>
#include <cmath>
#include <random>

#include "vmcore/model/builder.h"

namespace relaxscope::test {
namespace {

class ProgramMaker {
 public:
  explicit ProgramMaker(uint64_t seed) : random_(seed), variant_(static_cast<Variant>(below(5))), builder_(variant_) {}

  Executable make(Validity validity) {
    for (int64_t n = below(4); n > 0; --n) builder_.function(name());
    for (int64_t n = below(8); n > 0; --n) builder_.addConstant(constant());
    if (below(4) == 0) builder_.addVmTir(name(), below(4), 5 + below(4), {name()});
    for (int64_t n = below(4); n > 0; --n) addFunction();
    Executable executable = builder_.finish();
    if (variant_ == Variant::R5)
      for (int64_t n = below(3); n > 0; --n) executable.memoryScopes.push_back({below(9), name()});
    if (below(5) == 0) executable.trailing = Bytes::copyOf(name());
    // A development build of 0.21 wrote no prefix; a library's payload of 0.22 and later has none.
    if (below(4) == 0) executable.outerPrefix = !executable.outerPrefix;
    if (validity == Validity::Malformed) spoil(executable);
    return executable;
  }

 private:
  int64_t below(int64_t end) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(end)); }

  std::string name() {
    static const char* const kNames[] = {
        "", "main", "vm.builtin.copy", "a b\n\"c\"", "\xff\xfe raw", "back\\slash \\x41", "é", "\x1b[31m"};
    std::string text = kNames[below(std::size(kNames))];
    if (below(3) == 0) text += std::string(1, '\0') + std::to_string(below(100));
    return text;
  }

  ConstantValue constant() {
    switch (below(6)) {
      case 0: return tensor();
      case 1:
        return DataType{static_cast<uint8_t>(below(256)), static_cast<uint8_t>(below(256)),
                        static_cast<uint16_t>(below(65536))};
      case 2: {
        ShapeConstant shape;
        for (int64_t n = below(4); n > 0; --n) shape.dims.push_back(static_cast<int64_t>(random_()));
        return shape;
      }
      case 3: return StringConstant{name()};
      case 4: return IntConstant{static_cast<int64_t>(random_())};
      default:
        if (variant_ == Variant::R1) return IntConstant{7};
        return FloatConstant{below(2) == 0 ? std::ldexp(static_cast<double>(random_()), -40)
                                           : std::bit_cast<double>(random_())};
    }
  }

  TensorConstant tensor() {
    TensorConstant t;
    t.dtype = {static_cast<uint8_t>(below(20)), static_cast<uint8_t>(1 + below(64)),
               static_cast<uint16_t>(1 + below(2))};
    int64_t elements = 1;
    for (int64_t n = below(4); n > 0; --n) elements *= t.shape.emplace_back(below(6));
    if (below(3) == 0) elements *= t.shape.emplace_back(1000);
    if (below(5) == 0) t.deviceType = static_cast<int32_t>(below(20));
    if (below(5) == 0) t.reserved = random_();
    std::vector<uint8_t> data(static_cast<size_t>(elements * t.dtype.elementBytes()));
    for (uint8_t& byte : data) byte = static_cast<uint8_t>(random_());
    t.data = Bytes::own(std::move(data));
    return t;
  }

  void addFunction() {
    std::vector<std::string> params(static_cast<size_t>(below(3)));
    for (std::string& param : params) param = name();
    builder_.beginFunction(name(), std::move(params));
    for (int64_t n = below(10); n > 0; --n) addInstruction();
    builder_.emitRet(reg());
  }
  int64_t reg() { return below(4) == 0 ? kVoidRegister + below(2) : below(12); }
  Arg arg() {
    switch (below(6)) {
      case 0: return ExecutableBuilder::imm(static_cast<int64_t>(random_()) >> 9);
      case 1: return ExecutableBuilder::c(ConstIndex(below(10)));
      case 2: return builder_.f(name());
      default: return ExecutableBuilder::r(reg());
    }
  }
  void addInstruction() {
    const int64_t which = below(5);
    if (which == 0) builder_.emitGoto(1 + below(3));
    else if (which == 1) builder_.emitIf(reg(), 2 + below(3));
    else {
      std::vector<Arg> args;
      for (int64_t n = below(5); n > 0; --n) args.push_back(arg());
      builder_.emitCall(name(), args, reg());
    }
  }

  void spoil(Executable& e) {
    auto& words = e.code.words.edit();
    auto& offsets = e.code.offsets;
    for (int64_t n = 1 + below(4); n > 0; --n) switch (below(7)) {
        case 0: words.push_back(static_cast<int64_t>(random_())); break;
        case 1: offsets.push_back(below(100) - 50); break;
        case 2:
          if (!words.empty())
            words[static_cast<size_t>(below(static_cast<int64_t>(words.size())))] = static_cast<int64_t>(random_());
          break;
        case 3:
          if (!offsets.empty())
            offsets[static_cast<size_t>(below(static_cast<int64_t>(offsets.size())))] = static_cast<int64_t>(random_());
          break;
        case 4:
          if (!e.functions.empty()) e.functions[0].kind = static_cast<int32_t>(random_());
          break;
        case 5:
          if (!e.functions.empty()) e.functions.push_back(e.functions[0]);
          break;
        default:
          if (!e.functions.empty()) e.functions[0].endInstr = static_cast<int64_t>(random_());
      }
  }

  std::mt19937_64 random_;
  Variant variant_;
  ExecutableBuilder builder_;
};

}  // namespace

Executable randomExecutable(uint64_t seed, Validity validity) { return ProgramMaker(seed).make(validity); }

}  // namespace relaxscope::test
