// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "tests/fuzz/engine_program.h"
#include "tests/fuzz/random.h"

namespace relaxscope::fuzz {
namespace {

constexpr int64_t kNumbers[] = {0,
                                1,
                                2,
                                3,
                                5,
                                -1,
                                -2,
                                7,
                                8,
                                63,
                                64,
                                65,
                                256,
                                1 << 16,
                                1 << 24,
                                int64_t{1} << 32,
                                int64_t{1} << 52,
                                -(int64_t{1} << 33),
                                Arg::kMaxValue,
                                -Arg::kMaxValue};

class Changer {
 public:
  Changer(Executable& executable, uint64_t seed) : e_(executable), random_(seed) {}

  void run() {
    for (size_t n = 1 + random_.below(8); n > 0; --n) switch (random_.below(10)) {
        case 0: changeConstant(); break;
        case 1: changeFunction(); break;
        case 2: exchangeInstructions(); break;
        default: changeOperand();
      }
  }

 private:
  static int64_t below(Random& random, size_t end) { return end == 0 ? 0 : static_cast<int64_t>(random.below(end)); }
  int64_t reg() { return random_.oneIn(12) ? kVoidRegister + below(random_, 2) : below(random_, 16); }

  Arg anyArg() {
    switch (random_.below(5)) {
      case 0: return Arg::make(ArgKind::Immediate, random_.of(kNumbers));
      case 1: return Arg::make(ArgKind::Constant, below(random_, e_.constants.size()));
      case 2: return Arg::make(ArgKind::Function, below(random_, e_.functions.size()));
      default: return Arg::make(ArgKind::Register, reg());
    }
  }

  int64_t wordFor(const Operand& operand) {
    const InstructionSet& set = *e_.code.set;
    switch (operand.row->encoding) {
      case OperandEncoding::TaggedList: return set.encodeArg(anyArg());
      case OperandEncoding::Register:
      case OperandEncoding::RegisterList:
      case OperandEncoding::RegisterUnlessListed: return set.encodeRegister(reg());
      case OperandEncoding::Function: return below(random_, e_.functions.size());
      case OperandEncoding::Constant: return below(random_, e_.constants.size());
      case OperandEncoding::Packed:
        return below(random_,
                     e_.functions.size() - std::min(e_.functions.size(), static_cast<size_t>(e_.code.packedBase)));
      default: break;
    }
    const bool jump = operand.role == OperandRole::Offset || operand.role == OperandRole::TrueOffset ||
                      operand.role == OperandRole::FalseOffset;
    return jump ? below(random_, 13) - 6 : random_.of(kNumbers);
  }

  void changeOperand() {
    if (e_.code.size() == 0) return;
    const InstrIndex pc(below(random_, e_.code.size()));
    std::vector<Operand> operands;
    e_.code.at(pc).forEachOperand([&](const Operand& operand) {
      if (operand.role != OperandRole::Count && operand.role != OperandRole::OutputCount) operands.push_back(operand);
    });
    if (operands.empty()) return;
    const Operand& chosen = random_.of(operands);
    e_.code.words.edit()[static_cast<size_t>(e_.code.offsets[pc.at()]) + chosen.wordIndex] = wordFor(chosen);
  }

  /// Swaps two instructions of the same length.
  void exchangeInstructions() {
    if (e_.code.size() < 2) return;
    const InstrIndex a(below(random_, e_.code.size())), b(below(random_, e_.code.size()));
    const size_t length = e_.code.at(a).words.size();
    if (a == b || length != e_.code.at(b).words.size()) return;
    const auto first = e_.code.words.edit().begin() + e_.code.offsets[a.at()];
    std::swap_ranges(first, first + static_cast<std::ptrdiff_t>(length),
                     e_.code.words.edit().begin() + e_.code.offsets[b.at()]);
  }

  void changeConstant() {
    if (e_.constants.empty()) return;
    ConstantValue& value = random_.of(e_.constants).value;
    if (auto* shape = std::get_if<ShapeConstant>(&value)) {
      if (shape->dims.empty() || random_.oneIn(4)) shape->dims.push_back(random_.of(kNumbers));
      else random_.of(shape->dims) = random_.of(kNumbers);
    } else if (auto* type = std::get_if<DataType>(&value)) {
      *type = DataType{static_cast<uint8_t>(random_.below(20)), static_cast<uint8_t>(random_.below(66)),
                       static_cast<uint16_t>(random_.below(3))};
    } else if (auto* number = std::get_if<IntConstant>(&value)) {
      number->value = static_cast<int64_t>(random_.next());
    } else if (auto* text = std::get_if<StringConstant>(&value)) {
      text->text = random_.oneIn(2) ? "int32" : std::string(random_.below(40), '{');
    } else {
      std::swap(value, random_.of(e_.constants).value);
    }
  }

  void changeFunction() {
    if (e_.functions.empty()) return;
    Function& function = random_.of(e_.functions);
    if (function.isPacked()) std::swap(function.name, random_.of(e_.functions).name);
    else if (random_.oneIn(2)) function.registerFileSize += below(random_, 5) - 2;
    else function.numArgs += below(random_, 3) - 1;
  }

  Executable& e_;
  Random random_;
};

}  // namespace

void changeProgram(Executable& executable, uint64_t seed) { Changer(executable, seed).run(); }

}  // namespace relaxscope::fuzz
