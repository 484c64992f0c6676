// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope::assembly {
namespace {

constexpr size_t kShownName = 80;

uint32_t charactersIn(std::string_view text) {
  return static_cast<uint32_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string shown(std::string_view name) { return printable(name.substr(0, kShownName)); }

}  // namespace

// --- Messages -------------------------------------------------------------------------------------

Program::Place Program::placeOf(const Line& in, size_t at, size_t length) {
  return {in.number(), static_cast<uint32_t>(length), in.lineBegin(), in.offset() + at};
}

void Program::reportAt(const Place& place, std::string text) {
  failed_ = true;
  if (messages_.size() >= kMaxAssemblyMessages) return;
  AssemblyMessage message;
  message.line = place.line;
  message.column = charactersIn(text_.substr(place.lineBegin, place.offset - place.lineBegin)) + 1;
  message.byteOffset = place.offset;
  message.byteLength = place.length;
  message.text = std::move(text);
  messages_.push_back(std::move(message));
}

void Program::report(const Line& line) {
  const Mistake& mistake = line.mistake();
  reportAt(placeOf(line, mistake.at, mistake.length), mistake.text);
}

void Program::note(Severity severity, uint32_t line, std::string text) {
  failed_ = failed_ || severity == Severity::Error;
  if (messages_.size() >= kMaxAssemblyMessages) return;
  AssemblyMessage message;
  message.severity = severity;
  message.line = line;
  message.text = std::move(text);
  messages_.push_back(std::move(message));
}

void Program::setPackedBase(int64_t base, const Line& in, size_t at) {
  packedBase = base;
  packedBasePlace_ = placeOf(in, at, in.at() - at);
}

// --- Tables ---------------------------------------------------------------------------------------

FuncIndex Program::addFunction(FunctionRow row, uint32_t line) {
  if (base_ != nullptr && !replacementSeen_) {
    replacementSeen_ = true;
    names_.push_back(row.function.name);
    functionByName_.try_emplace(names_.back(), replaced_);
    redefine(replaced_, std::move(row), line);
    return replaced_;
  }
  const FuncIndex index(static_cast<int64_t>(rows_.size()));
  names_.push_back(row.function.name);
  const bool added = functionByName_.try_emplace(names_.back(), index).second;
  if (!added && !headerSeen) note(Severity::Warning, line, fmt::format("function {} stands twice; its name means the first", shown(row.function.name)));
  rows_.push_back(std::move(row));
  rowLines_.push_back(line);
  return index;
}

void Program::redefine(FuncIndex index, FunctionRow row, uint32_t line) {
  rows_[index.at()] = std::move(row);
  rowLines_[index.at()] = line;
}

FuncIndex Program::functionNamed(std::string_view name) const {
  const auto found = functionByName_.find(name);
  return found == functionByName_.end() ? FuncIndex::invalid() : found->second;
}

ConstIndex Program::addConstant(ConstantValue value, std::string_view name, uint32_t line) {
  const ConstIndex index(static_cast<int64_t>(out.constants.size()));
  out.constants.push_back({std::move(value), 0});
  constantLines_.push_back(line);
  if (!name.empty()) {
    names_.emplace_back(name);
    constantByName_.try_emplace(names_.back(), index);
  }
  return index;
}

ConstIndex Program::constantNamed(std::string_view name) const {
  const auto found = constantByName_.find(name);
  return found == constantByName_.end() ? ConstIndex::invalid() : found->second;
}

Bytes Program::sideArray(Line& in, const std::string& key) {
  const size_t at = in.here();
  if (in.failed()) return {};
  if (sideFile.empty() || !side_) {
    in.failAt(at, 0, sideFile.empty() ? "no .side line names the file that holds the data" : "side files cannot be read here");
    return {};
  }
  auto bytes = side_(sideFile, key);
  if (!bytes.ok()) in.failAt(at, 0, printable(bytes.error().text()));
  return bytes.ok() ? *std::move(bytes) : Bytes();
}

// --- Code -----------------------------------------------------------------------------------------

void Program::openBody(FuncIndex function, std::optional<int64_t> order) {
  closeBody();
  open_ = true;
  bodies_.push_back({function, order, entries_.size(), 0, words.size(), 0});
}

void Program::closeBody() {
  if (!open_) return;
  open_ = false;
  bodies_.back().entryEnd = entries_.size();
  bodies_.back().wordEnd = words.size();
  resolveLabels();
  labels_.clear();
  labelUses_.clear();
}

void Program::dropInstruction() {
  const size_t word = entries_.back().word;
  words.resize(word);
  while (!nameUses_.empty() && nameUses_.back().word >= word) nameUses_.pop_back();
  while (!labelUses_.empty() && labelUses_.back().word >= word) labelUses_.pop_back();
  // The entry stays, so that jumps over the line keep their targets while the other lines are checked.
}

bool Program::label(Line& in, std::string_view name) {
  if (labels_.try_emplace(name, entries_.size()).second) return true;
  in.failAt(0, 0, fmt::format("label {} stands twice in this function", shown(name)));
  return false;
}

void Program::wantLabel(size_t word, std::string_view name, const Line& in, size_t at) {
  labelUses_.push_back({word, entries_.size() - 1, name, placeOf(in, at, name.size())});
}

void Program::resolveLabels() {
  for (const LabelUse& use : labelUses_) {
    const auto found = labels_.find(use.name);
    if (found == labels_.end()) reportAt(use.place, fmt::format("no label {} in this function", shown(use.name)));
    else words[use.word] = static_cast<int64_t>(found->second) - static_cast<int64_t>(use.entry);
  }
}

std::optional<int64_t> Program::wordOf(Want want, std::string_view name) const {
  if (want == Want::Constant || want == Want::ConstantArg) {
    const ConstIndex index = constantNamed(name);
    if (!index.valid()) return std::nullopt;
    return want == Want::Constant ? index.value : Arg::make(ArgKind::Constant, index.value).word();
  }
  const FuncIndex index = functionNamed(name);
  if (!index.valid()) return std::nullopt;
  if (want == Want::Function) return index.value;
  if (want == Want::FunctionArg) return Arg::make(ArgKind::Function, index.value).word();
  // Where packed functions begin is known only at the end.
  if (!packedBase || index.value < *packedBase) return std::nullopt;
  return index.value - *packedBase;
}

void Program::wantName(size_t word, Want want, std::string_view name, const Line& in, size_t at) {
  if (in.failed()) return;
  if (const auto known = wordOf(want, name)) words[word] = *known;
  else nameUses_.push_back({word, want, std::string(name), placeOf(in, at, name.size())});
}

std::string Program::unresolved(const NameUse& use) const {
  const std::string name = shown(use.name);
  if (use.want == Want::Constant || use.want == Want::ConstantArg) return fmt::format("no constant {0}; a line `.const c[{0}] = ...` would make it", name);
  if (functionNamed(use.name).valid()) return fmt::format("{} is no packed function", name);
  return fmt::format("no function {}; a line `@{} packed_func;` would declare it", name, nameText(use.name));
}

void Program::resolveNames() {
  for (const NameUse& use : nameUses_) {
    if (const auto word = wordOf(use.want, use.name)) words[use.word] = *word;
    else if (messages_.size() < kMaxAssemblyMessages) reportAt(use.place, unresolved(use));
    else failed_ = true;
  }
}

}  // namespace relaxscope::assembly
