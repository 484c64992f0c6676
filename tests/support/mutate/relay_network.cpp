// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/fuzz/random.h"
#include "tests/support/mutate/programs.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/relay_reader.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::test {
namespace {

using Values = std::map<std::string_view, int64_t>;

constexpr const char* kRelayKernels[] = {"fused_nn_dense", "fused_add", "fused_nn_softmax", "fused_transpose"};
constexpr int64_t kFunctions = 3;  ///< of bytecode
constexpr const char* kVersions[] = {"0.6.0", "0.7.0", "0.8.0", "0.8.dev0", "0.9.dev0", "0.11.0", "0.17.0"};

class RelayMaker {
 public:
  explicit RelayMaker(uint64_t seed) : random_(seed * 2 + 1) {
    const uint64_t layout = seed % std::size(kVersions);
    e_.variant = static_cast<Variant>(static_cast<uint64_t>(Variant::Relay06) + layout);
    e_.version = kVersions[layout];
    e_.code.set = &instructionSetOf(e_.variant);
  }

  Executable make(int size) {
    const RelayLayout& layout = relayLayout(e_.variant);
    tables(layout);
    for (int64_t i = kFunctions; i-- > 0;) addFunction(i, i == 0 ? size : size / 2);
    setByteOffsets(e_);
    return std::move(e_);
  }

 private:
  void tables(const RelayLayout& layout) {
    RelayPart& part = e_.relay.emplace();
    if (layout.virtualDevices) part.virtualDevices.push_back({1, 0, ""});
    for (const char* name : {"main", "lifted_layer", "never_called"}) {
      Function& function = e_.functions.emplace_back();
      function.kind = static_cast<int32_t>(FunctionKind::Bytecode);
      function.name = name;
      function.paramNames = {"x", "w"};
      function.numArgs = 2;
      part.paramDevices.push_back(layout.devices ? std::vector<int64_t>(2, device()) : std::vector<int64_t>());
    }
    e_.code.packedBase = kFunctions;
    for (const char* name : kRelayKernels) {
      Function& function = e_.functions.emplace_back();
      function.name = name;
      function.numArgs = -2;
    }
    if (layout.attributes) part.attributes.push_back({0, {{"hash", "0123456789abcdef"}}});
    for (int64_t i = 0; i < 5; ++i) {
      TensorConstant tensor;
      tensor.dtype = {static_cast<uint8_t>(i % 2 == 0 ? 0 : 2), static_cast<uint8_t>(i % 2 == 0 ? 64 : 32), 1};
      tensor.shape = i == 0 ? std::vector<int64_t>{} : std::vector<int64_t>{i, 2};
      std::vector<uint8_t> data(static_cast<size_t>(*tensorBytesIn(e_.variant, tensor.shape, tensor.dtype)));
      for (uint8_t& byte : data) byte = static_cast<uint8_t>(random_.next());
      tensor.data = Bytes::own(std::move(data));
      e_.constants.push_back({std::move(tensor), 0});
      if (layout.devices) part.constantDevices.push_back(device());
    }
  }
  [[nodiscard]] int64_t device() const { return relayLayout(e_.variant).virtualDevices ? 0 : 1; }

  /// Appends an instruction; operands that are not given are 0, devices the only one.
  int64_t emit(std::string_view mnemonic, const Values& values, const std::vector<int64_t>& list = {}) {
    const OpcodeRow& row = *e_.code.set->find(mnemonic);
    std::vector<int64_t>& words = e_.code.words.edit();
    e_.code.offsets.push_back(static_cast<int64_t>(words.size()));
    words.push_back(row.code);
    for (const OperandRow& operand : row.operands) {
      if (&operand == row.list()) break;
      const auto given = values.find(operand.name);
      const bool count = operand.role == OperandRole::Count, ofDevice = operand.role == OperandRole::Device;
      words.push_back(count                   ? static_cast<int64_t>(list.size())
                      : given != values.end() ? given->second
                      : ofDevice              ? device()
                                              : 0);
    }
    words.insert(words.end(), list.begin(), list.end());
    return static_cast<int64_t>(e_.code.size()) - 1;
  }
  /// Sets an offset of a jump so that it leads to the next instruction.
  void land(int64_t pc, size_t word) {
    e_.code.words.edit()[static_cast<size_t>(e_.code.offsets[static_cast<size_t>(pc)]) + word] =
        static_cast<int64_t>(e_.code.size()) - pc;
  }

  void addFunction(int64_t row, int size) {
    Function& function = e_.functions[static_cast<size_t>(row)];
    row_ = row;
    function.startInstr = static_cast<int64_t>(e_.code.size());
    values_ = {0, 1};
    next_ = 2;
    for (int i = 0; i < size; ++i) statement(2);
    emit("ret", {{"result", values_.back()}});
    function.endInstr = static_cast<int64_t>(e_.code.size());
    function.registerFileSize = next_;
    e_.relay->order.emplace_back(row);
  }

  int64_t value() { return random_.oneIn(2) ? values_.back() : random_.of(values_); }
  int64_t result() { return values_.emplace_back(next_++); }
  void statement(int depth) {
    switch (random_.below(depth > 0 ? 11 : 8)) {
      case 0: return data();
      case 1: return invoke();
      case 2: return weight();
      case 3: return view();
      case 8: return branch(depth);
      case 9: return closure();
      case 10: return release();
      default: return kernel();
    }
  }
  int64_t allocate() {
    const int64_t size = next_++, offset = next_++, storage = next_++, made = next_++;
    emit("load_consti", {{"value", 64 << random_.below(6)}, {"dst", size}});
    emit("load_consti", {{"value", 64 * static_cast<int64_t>(random_.below(3))}, {"dst", offset}});
    emit("alloc_storage",
         {{"size", size}, {"alignment", 64}, {"type_code", 2}, {"bits", 32}, {"lanes", 1}, {"dst", storage}});
    emit("alloc_tensor",
         {{"storage", storage}, {"offset", offset}, {"type_code", 2}, {"bits", 32}, {"lanes", 1}, {"dst", made}},
         {static_cast<int64_t>(1 + random_.below(4)), 8});
    return made;
  }
  void kernel() {
    const int64_t a = value(), b = value(), out = allocate();
    emit("invoke_packed", {{"packed", static_cast<int64_t>(random_.below(std::size(kRelayKernels)))}, {"outputs", 1}},
         {a, b, out});
    values_.push_back(out);
  }
  void data() {
    const int64_t a = value(), b = value(), made = next_++;
    emit("alloc_data", {{"tag", static_cast<int64_t>(random_.below(2))}, {"dst", made}}, {a, b});
    const int64_t field = static_cast<int64_t>(random_.below(2));
    emit("get_field", {{"object", made}, {"field_index", field}, {"dst", result()}});
  }
  void invoke() {
    if (row_ + 1 >= kFunctions - 1) return kernel();
    const int64_t a = value(), b = value();
    emit("invoke", {{"func", 1}, {"dst", result()}}, {a, b});
  }
  void closure() {
    if (row_ + 1 >= kFunctions - 1) return kernel();
    const int64_t captured = value(), argument = value(), made = next_++;
    emit("alloc_closure", {{"func", 1}, {"dst", made}}, {captured});
    emit("invoke_closure", {{"closure", made}, {"dst", result()}}, {argument});
  }
  void weight() {
    const int64_t row = 1 + static_cast<int64_t>(random_.below(3));  // nothing names the last one
    emit("load_const", {{"const", row}, {"dst", result()}});
  }
  void view() {
    if (e_.code.set->find("shape_of") == nullptr) return kernel();
    const int64_t tensor = value(), shape = next_++, other = value();
    emit("shape_of", {{"tensor", tensor}, {"dst", shape}});
    emit("reshape_tensor", {{"tensor", other}, {"new_shape", shape}, {"dst", result()}});
  }
  void release() {
    if (e_.code.set->find("kill_register") == nullptr || values_.size() < 6) return kernel();
    const size_t at = guarded_ + random_.below(values_.size() - 1 - std::min(guarded_, values_.size() - 2));
    if (at >= values_.size() - 1 || values_[at] < 2) return kernel();
    emit("kill_register", {{"dst", values_[at]}});
    values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void branch(int depth) {
    const int64_t tag = next_++, wanted = next_++, merged = next_++, tested = value();
    emit("get_tag", {{"object", tested}, {"dst", tag}});
    emit("load_consti", {{"value", static_cast<int64_t>(random_.below(3))}, {"dst", wanted}});
    const int64_t test = emit("if", {{"test", tag}, {"target", wanted}, {"true_offset", 1}});
    arm(depth, merged);
    const int64_t over = emit("goto", {});
    land(test, 4);
    arm(depth, merged);
    land(over, 1);
    values_.push_back(merged);
  }
  void arm(int depth, int64_t merged) {
    const auto values = values_;
    const size_t guarded = std::exchange(guarded_, values_.size());
    for (size_t n = 1 + random_.below(3); n > 0; --n) statement(depth - 1);
    emit("move", {{"from", values_.back()}, {"dst", merged}});
    values_ = values;
    guarded_ = guarded;
  }

  fuzz::Random random_;
  Executable e_;
  std::vector<int64_t> values_;
  size_t guarded_ = 0;  ///< values that were there before the arm
  int64_t next_ = 0, row_ = 0;
};

}  // namespace

Executable relayNetwork(uint64_t seed, int size) { return RelayMaker(seed).make(size); }

}  // namespace relaxscope::test
