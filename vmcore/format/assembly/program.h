// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: the executable under construction, whatever form its text has. Functions, constants and
// instructions are added in text order; names and labels may be used before they are defined, and finish() resolves
// them, orders the bodies and fills in defaults.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/assembly/line.h"
#include "vmcore/format/vm/relax_codes.h"
#include "vmcore/model/constant_pool.h"

namespace relaxscope::assembly {

/// A function's row, and which of its fields are explicit; the others follow from its body.
struct FunctionRow {
  Function function;
  bool inputs = false, registers = false, start = false, end = false;
  std::vector<int64_t> devices;  ///< of the parameters (Relay)
};

/// Contiguous instructions of a function, or of none.
struct Body {
  FuncIndex function;
  std::optional<int64_t> order;  ///< position among the bodies; if absent, after the preceding body
  size_t entryBegin = 0, entryEnd = 0;
  size_t wordBegin = 0, wordEnd = 0;
};

class Program {
 public:
  Program(std::string_view text, const SideArrays& side) : text_(text), side_(side) { out.version = relaxvm::kVersion; }

  /// Starts with the tables of another executable; the first function of the text replaces `function`.
  void beginWith(const Executable& base, FuncIndex function);

  // Properties of the whole executable. A text without a header is a bare dump: what it lacks is unknown.
  Executable out;
  bool headerSeen = false;
  bool drivesBuilder = false;  ///< the python form without a header: finish() does what ExecBuilder.get() does
  std::optional<int64_t> packedBase;
  std::string sideFile;
  /// Takes the value of a header; whether the table has that many rows is checked at the end.
  void setPackedBase(int64_t base, const Line& in, size_t at);

  // ---- Messages
  /// Reports the error of a line, at most one.
  void report(const Line& line);
  void note(Severity severity, uint32_t line, std::string text);
  [[nodiscard]] bool failed() const { return failed_; }

  // ---- Tables
  /// Adds a row and registers its name for look-ups (the first of duplicate names keeps it).
  FuncIndex addFunction(FunctionRow row, uint32_t line);
  /// Replaces a row with another of the same name.
  void redefine(FuncIndex index, FunctionRow row, uint32_t line);
  FunctionRow& row(FuncIndex index) { return rows_[index.at()]; }
  [[nodiscard]] size_t functionCount() const { return rows_.size(); }
  [[nodiscard]] FuncIndex functionNamed(std::string_view name) const;
  ConstIndex addConstant(ConstantValue value, std::string_view name, uint32_t line);
  [[nodiscard]] ConstIndex constantNamed(std::string_view name) const;
  /// The index of an equal constant that was pooled before, else of `value`, appended.
  ConstIndex poolConstant(ConstantValue value, uint32_t line);
  /// Data from the side file; an error of the line if it is missing.
  Bytes sideArray(Line& in, const std::string& key);
  /// Sets the bytes of tensor constant `index` once its text is complete.
  void setTensorData(ConstIndex index, Bytes data) {
    std::get<TensorConstant>(out.constants[index.at()].value).data = std::move(data);
  }

  // ---- Code
  void openBody(FuncIndex function, std::optional<int64_t> order);
  void closeBody();
  [[nodiscard]] bool inBody() const { return open_; }
  /// Begins an instruction, to which the words added next belong.
  void beginInstruction(uint32_t line) { entries_.push_back({words.size(), kHere, line}); }
  /// Removes the last instruction, whose line was invalid.
  void dropInstruction();
  /// An instruction without words of its own, at that word offset.
  void instructionAt(int64_t offset, uint32_t line) { entries_.push_back({words.size(), offset, line}); }
  std::vector<int64_t> words;
  bool label(Line& in, std::string_view name);
  // Names that are resolved later: `word` is the index in `words` to fill in.
  enum class Want : uint8_t { Function, Packed, FunctionArg, Constant, ConstantArg };
  void wantLabel(size_t word, std::string_view name, const Line& in, size_t at);
  void wantName(size_t word, Want want, std::string_view name, const Line& in, size_t at);

  /// Resolves names, lays out the code and checks the executable.
  Assembled finish();

 private:
  static constexpr int64_t kHere = INT64_MIN;
  struct Entry {
    size_t word;
    int64_t at;  ///< its word offset, or kHere for `word`
    uint32_t line;
  };
  struct Place {
    uint32_t line, length;
    size_t lineBegin, offset;
  };
  struct LabelUse {
    size_t word, entry;
    std::string_view name;
    Place place;
  };
  struct NameUse {
    size_t word;
    Want want;
    std::string name;
    Place place;
  };
  static Place placeOf(const Line& in, size_t at, size_t length);
  void reportAt(const Place& place, std::string text);
  void checkPackedBase();
  void resolveLabels();
  void resolveNames();
  std::string unresolved(const NameUse& use) const;
  std::optional<int64_t> wordOf(Want want, std::string_view name) const;
  std::vector<size_t> bodyOrder() const;
  void layOut(const std::vector<size_t>& order);
  void checkSplice();
  void splice();
  void placeFunctions(const std::vector<size_t>& order);
  void fillFunctions();
  void inferInputs(size_t index);
  void addUnknownConstants();
  void finishRelay(const std::vector<size_t>& order);
  void check();
  void checkAsBuilder();
  [[nodiscard]] uint32_t lineOf(const Diagnostic& finding) const;
  AssemblyMap map() const;

  std::string_view text_;
  const SideArrays& side_;
  std::vector<AssemblyMessage> messages_;
  bool failed_ = false;

  std::vector<FunctionRow> rows_;
  std::vector<uint32_t> rowLines_, constantLines_;
  std::optional<Place> packedBasePlace_;
  size_t inferredInputs_ = 0, inferredRegisters_ = 0;
  std::deque<std::string> names_;  ///< storage of the maps' keys
  std::unordered_map<std::string_view, FuncIndex> functionByName_;
  std::unordered_map<std::string_view, ConstIndex> constantByName_;
  ConstantPool pool_;
  std::vector<NameUse> nameUses_;

  const Executable* base_ = nullptr;
  FuncIndex replaced_;  ///< function of the base
  bool replacementSeen_ = false;

  bool open_ = false;
  std::vector<Body> bodies_;
  std::vector<int64_t> bodyStart_;  ///< pc of each body's first instruction
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, size_t> labels_;  ///< of the open body: index of the entry that they precede
  std::vector<LabelUse> labelUses_;
  std::vector<uint32_t> lineOfPc_;
};

}  // namespace relaxscope::assembly
