// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/byte_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "vmcore/base/byte_reader.h"
#include "vmcore/base/text.h"
#include "vmcore/format/byte_map_parts.h"
#include "vmcore/format/tensor_record.h"

namespace relaxscope {
namespace bytemap {

std::vector<Part> nest(std::vector<Part> parts) {
  if (parts.empty()) return parts;
  std::stable_sort(parts.begin() + 1, parts.end(), [](const Part& a, const Part& b) { return a.offset != b.offset ? a.offset < b.offset : a.size > b.size; });
  std::vector<Part> out;
  std::vector<uint32_t> open;   // the parts that hold the place reached, outermost first
  const auto end = [](const Part& part) { return part.offset + part.size; };
  for (Part& part : parts) {
    if (out.empty()) {
      out.push_back(std::move(part));
      open.push_back(0);
      continue;
    }
    if (part.size == 0 || part.offset > end(out[0]) || part.size > end(out[0]) - part.offset) continue;
    while (end(out[open.back()]) <= part.offset) open.pop_back();
    const Part& holder = out[open.back()];
    if (end(part) > end(holder) || holder.list != List::None) continue;
    if (part.offset == holder.offset && part.size == holder.size && part.name == holder.name) continue;   // an alias of a symbol
    out[open.back()].children.push_back(static_cast<uint32_t>(out.size()));
    open.push_back(static_cast<uint32_t>(out.size()));
    out.push_back(std::move(part));
  }
  return out;
}

namespace {

constexpr uint64_t kWord = 8;
enum Type : uint8_t { kPart, kFunction, kScope, kConstant, kOffset, kInstruction, kWordEntry, kMark, kFunctionField, kScopeField, kConstantField, kInstructionWord };

/// Whether a magic stands there: a library that was unpacked or decoded has its executable elsewhere.
bool beginsExecutable(const Bytes& bytes) {
  ByteReader in(bytes);
  const Result<uint64_t> magic = in.read<uint64_t>("magic");
  return magic.ok() && (*magic == vmformat::kMagicV1 || *magic == vmformat::kMagicV2);
}

/// A place that the reader noted in an executable whose layout is not known here.
struct Mark {
  uint64_t offset = 0;
  FuncIndex function;
  ConstIndex constant;
};

class FileMap : public ByteMap {
 public:
  explicit FileMap(std::shared_ptr<const LoadedFile> file) : file_(std::move(file)) { build(); }

  [[nodiscard]] const Bytes& bytes() const override { return file_->bytes; }
  [[nodiscard]] ByteNode root() const override { return partNode(0); }
  [[nodiscard]] ByteNode child(const ByteNode& parent, uint64_t index) const override;
  [[nodiscard]] std::optional<uint64_t> childAt(const ByteNode& parent, uint64_t offset) const override;
  [[nodiscard]] std::string name(const ByteNode& node) const override;
  [[nodiscard]] std::string value(const ByteNode& node) const override;
  [[nodiscard]] ByteLinks links(const ByteNode& node) const override;
  [[nodiscard]] std::optional<uint64_t> offsetOf(FuncIndex function) const override;
  [[nodiscard]] std::optional<uint64_t> offsetOf(ConstIndex constant) const override;
  [[nodiscard]] std::optional<uint64_t> offsetOf(InstrIndex pc) const override;
  [[nodiscard]] std::optional<uint64_t> offsetOf(ModuleIndex module) const override;

 private:
  [[nodiscard]] const Executable& exe() const { return *file_->executable; }
  void build();
  void addLibrary(std::vector<Part>& parts) const;
  void addExecutable(std::vector<Part>& parts);
  void layOutLists();
  [[nodiscard]] ByteNode partNode(uint32_t index) const;
  [[nodiscard]] uint64_t listSize(const Part& part) const;
  [[nodiscard]] ByteNode entry(const Part& part, uint64_t row) const;
  [[nodiscard]] uint64_t entryOffset(const Part& part, uint64_t row) const;
  [[nodiscard]] std::vector<Field> fieldsOf(const ByteNode& entry) const;
  [[nodiscard]] Field fieldAt(const ByteNode& node) const;
  [[nodiscard]] std::string instructionText(InstrIndex pc) const;
  [[nodiscard]] std::string wordText(const ByteNode& node) const;
  [[nodiscard]] const Part* partOf(List list) const;
  [[nodiscard]] static ByteNode make(ByteKind kind, Type type, uint64_t index, uint32_t item, uint64_t offset, uint64_t size, uint64_t children);

  std::shared_ptr<const LoadedFile> file_;
  std::vector<Part> parts_;            ///< nested; 0 is the file
  std::vector<uint64_t> scopeOffsets_; ///< of memory scopes, which keep none
  std::vector<Mark> marks_;
  bool instructionsInOrder_ = false;   ///< offsets rise inside the words: each instruction has words of its own
};

ByteNode FileMap::make(ByteKind kind, Type type, uint64_t index, uint32_t item, uint64_t offset, uint64_t size, uint64_t children) {
  ByteNode node;
  node.kind = kind;
  node.type = type;
  node.index = index;
  node.item = item;
  node.offset = offset;
  node.size = size;
  node.children = children;
  return node;
}

void FileMap::build() {
  std::vector<Part> parts(1);
  parts[0].kind = ByteKind::File;
  parts[0].name = file_->path.substr(file_->path.find_last_of('/') + 1);
  parts[0].value = file_->containerText();
  parts[0].size = file_->bytes.size();
  if (file_->library) addLibrary(parts);
  if (file_->executable) addExecutable(parts);
  parts_ = nest(std::move(parts));
  layOutLists();
}

void FileMap::addLibrary(std::vector<Part>& parts) const {
  const Library& library = *file_->library;
  if (library.blobInText) return;   // its offsets are no places of the file
  addElfParts(file_->bytes, library.object, parts);
  for (const ArchiveMember& member : library.members) {
    Part part;
    part.kind = ByteKind::Object;
    part.name = printable(member.name);
    part.value = member.what;
    part.offset = member.offset;
    part.size = member.size;
    parts.push_back(std::move(part));
  }
  if (library.blobSize > 0) {
    Part blob;
    blob.kind = ByteKind::Blob;
    blob.name = "modules";
    blob.value = fmt::format("{}", library.modules.size());
    blob.offset = library.blobOffset;
    blob.size = library.blobSize;
    parts.push_back(std::move(blob));
  }
  for (size_t m = 0; m < library.modules.size(); ++m) {
    const LibraryModule& module = library.modules[m];
    // A payload that was unpacked lies elsewhere in memory, not in the file.
    const size_t offset = module.payload.offsetIn(file_->bytes);
    if (module.payload.empty() || offset > file_->bytes.size() || module.payload.size() > file_->bytes.size() - offset) continue;
    Part part;
    part.kind = ByteKind::Module;
    part.name = fmt::format("module {}", m);
    part.value = printable(module.kind);
    part.offset = offset;
    part.size = module.payload.size();
    part.links.module = ModuleIndex(static_cast<int64_t>(m));
    parts.push_back(std::move(part));
  }
}

void FileMap::addExecutable(std::vector<Part>& parts) {
  // Text forms carry the places that the bytes would have, not places of the file.
  if ((file_->kind != FileKind::RawExecutable && file_->kind != FileKind::SharedLibrary) || exe().byteSize == 0) return;
  const uint64_t base = file_->executableOffset;
  if (base > file_->bytes.size() || exe().byteSize > file_->bytes.size() - base || !beginsExecutable(file_->bytes.slice(base, kWord))) return;
  if (exe().outerPrefix && base >= kWord) {
    Part prefix;
    prefix.kind = ByteKind::Header;
    prefix.name = "length of the executable";
    prefix.value = fmt::format("{}", exe().byteSize);
    prefix.offset = base - kWord;
    prefix.size = kWord;
    parts.push_back(std::move(prefix));
  }
  Part whole;
  whole.kind = ByteKind::Executable;
  whole.name = fmt::format("{} executable", vmName(exe().variant));
  whole.value = variantName(exe().variant);
  whole.offset = base;
  whole.size = exe().byteSize;
  const size_t at = parts.size();
  parts.push_back(std::move(whole));
  if (addRelaxParts(exe(), base, parts)) return;
  // Another layout: the places that its reader noted.
  for (size_t i = 0; i < exe().functions.size(); ++i)
    if (exe().functions[i].byteOffset > 0) marks_.push_back({base + exe().functions[i].byteOffset, FuncIndex(static_cast<int64_t>(i)), {}});
  for (size_t i = 0; i < exe().constants.size(); ++i)
    if (exe().constants[i].byteOffset > 0) marks_.push_back({base + exe().constants[i].byteOffset, {}, ConstIndex(static_cast<int64_t>(i))});
  std::sort(marks_.begin(), marks_.end(), [](const Mark& a, const Mark& b) { return a.offset < b.offset; });
  marks_.erase(std::unique(marks_.begin(), marks_.end(), [](const Mark& a, const Mark& b) { return a.offset == b.offset; }), marks_.end());
  while (!marks_.empty() && marks_.back().offset >= base + exe().byteSize) marks_.pop_back();
  if (!marks_.empty()) parts[at].list = List::Marks;
}

void FileMap::layOutLists() {
  if (!file_->executable) return;
  const Code& code = exe().code;
  instructionsInOrder_ = !code.offsets.empty() && code.offsets.front() >= 0 && code.offsets.back() < static_cast<int64_t>(code.words.size()) &&
                         std::adjacent_find(code.offsets.begin(), code.offsets.end(), std::greater_equal<>()) == code.offsets.end();
  for (Part& part : parts_) {
    if (part.list == List::Instructions && !instructionsInOrder_) part.list = List::Words;
    if (part.list != List::Scopes) continue;
    uint64_t at = part.listOffset;
    for (const MemoryScope& scope : exe().memoryScopes) {
      scopeOffsets_.push_back(at);
      at += scopeSize(scope);
    }
  }
}

uint64_t FileMap::listSize(const Part& part) const {
  switch (part.list) {
    case List::None: return 0;
    case List::Functions: return exe().functions.size();
    case List::Scopes: return exe().memoryScopes.size();
    case List::Constants: return exe().constants.size();
    case List::Offsets:
    case List::Instructions: return exe().code.offsets.size();
    case List::Words: return exe().code.words.size();
    case List::Marks: return marks_.size();
  }
  return 0;
}

ByteNode FileMap::partNode(uint32_t index) const {
  const Part& part = parts_[index];
  return make(part.kind, kPart, index, 0, part.offset, part.size, part.list != List::None ? listSize(part) : part.children.size());
}

uint64_t FileMap::entryOffset(const Part& part, uint64_t row) const {
  switch (part.list) {
    case List::Functions: return file_->executableOffset + exe().functions[row].byteOffset;
    case List::Constants: return file_->executableOffset + exe().constants[row].byteOffset;
    case List::Scopes: return scopeOffsets_[row];
    case List::Instructions: return part.listOffset + kWord * static_cast<uint64_t>(exe().code.offsets[row]);
    case List::Marks: return marks_[row].offset;
    default: return part.listOffset + kWord * row;
  }
}

ByteNode FileMap::entry(const Part& part, uint64_t row) const {
  const uint64_t offset = entryOffset(part, row);
  switch (part.list) {
    case List::Functions: {
      const Function& function = exe().functions[row];
      return make(ByteKind::Function, kFunction, row, 0, offset, functionSize(function), functionFields(function, 0).size());
    }
    case List::Scopes: return make(ByteKind::Scope, kScope, row, 0, offset, scopeSize(exe().memoryScopes[row]), scopeFields(exe().memoryScopes[row], 0).size());
    case List::Constants: {
      const ConstantValue& value = exe().constants[row].value;
      return make(ByteKind::Constant, kConstant, row, 0, offset, constantSize(value), constantFields(value, exe().variant, 0).size());
    }
    case List::Instructions: {
      const uint64_t next = row + 1 < exe().code.offsets.size() ? entryOffset(part, row + 1) : part.offset + part.size;
      return make(ByteKind::Instruction, kInstruction, row, 0, offset, next - offset, (next - offset) / kWord);
    }
    case List::Marks: {
      const Mark& mark = marks_[row];
      const uint64_t next = row + 1 < marks_.size() ? marks_[row + 1].offset : part.offset + part.size;
      return make(mark.function.valid() ? ByteKind::Function : ByteKind::Constant, kMark, row, 0, offset, next - offset, 0);
    }
    case List::Offsets: return make(ByteKind::Field, kOffset, row, 0, offset, kWord, 0);
    default: return make(ByteKind::Field, kWordEntry, row, 0, offset, kWord, 0);
  }
}

std::vector<Field> FileMap::fieldsOf(const ByteNode& node) const {
  switch (node.type) {
    case kFunction: return functionFields(exe().functions[node.index], node.offset);
    case kScope: return scopeFields(exe().memoryScopes[node.index], node.offset);
    case kConstant: return constantFields(exe().constants[node.index].value, exe().variant, node.offset);
    default: return {};
  }
}

ByteNode FileMap::child(const ByteNode& parent, uint64_t index) const {
  if (parent.type == kPart) {
    const Part& part = parts_[parent.index];
    return part.list != List::None ? entry(part, index) : partNode(part.children[index]);
  }
  if (parent.type == kInstruction)
    return make(ByteKind::Field, kInstructionWord, parent.index, static_cast<uint32_t>(index), parent.offset + kWord * index, kWord, 0);
  const std::vector<Field> fields = fieldsOf(parent);
  if (index >= fields.size()) return {};
  const Type type = parent.type == kFunction ? kFunctionField : parent.type == kScope ? kScopeField : kConstantField;
  const ByteKind kind = fields[index].name == "data" ? ByteKind::Data : ByteKind::Field;
  return make(kind, type, parent.index, static_cast<uint32_t>(index), fields[index].offset, fields[index].size, 0);
}

std::optional<uint64_t> FileMap::childAt(const ByteNode& parent, uint64_t offset) const {
  if (parent.children == 0) return std::nullopt;
  // The last child that begins at or before the byte.
  const auto offsetOfChild = [&](uint64_t i) {
    if (parent.type != kPart) return child(parent, i).offset;
    const Part& part = parts_[parent.index];
    return part.list != List::None ? entryOffset(part, i) : parts_[part.children[i]].offset;
  };
  uint64_t low = 0, high = parent.children;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (offsetOfChild(middle) <= offset) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return std::nullopt;
  const ByteNode found = child(parent, low - 1);
  if (offset - found.offset >= found.size) return std::nullopt;
  return low - 1;
}

std::string FileMap::name(const ByteNode& node) const {
  switch (node.type) {
    case kPart: return parts_[node.index].name;
    case kFunction: return fmt::format("function {}", node.index);
    case kScope: return fmt::format("memory scope {}", node.index);
    case kConstant: return fmt::format("c[{}]", node.index);
    case kOffset: return fmt::format("pc {}", node.index);
    case kInstruction: return fmt::format("pc {}", node.index);
    case kWordEntry: return fmt::format("word {}", node.index);
    case kMark: {
      const Mark& mark = marks_[node.index];
      // Only where it begins is recorded, so the last of a table reaches over whatever the form has behind the table.
      const bool last = node.index + 1 == marks_.size() || marks_[node.index + 1].function.valid() != mark.function.valid();
      return (mark.function.valid() ? fmt::format("function {}", mark.function.value) : fmt::format("c[{}]", mark.constant.value)) +
             (last ? " and what follows" : "");
    }
    case kInstructionWord: {
      std::string name = node.item == 0 ? "opcode" : fmt::format("word {}", node.item);
      exe().code.at(InstrIndex(static_cast<int64_t>(node.index))).forEachOperand([&](const Operand& operand) {
        if (operand.wordIndex == node.item && operand.row != nullptr) name = operand.row->name;
      });
      return name;
    }
    default: return fieldAt(node).name;
  }
}

Field FileMap::fieldAt(const ByteNode& node) const {
  std::vector<Field> fields;
  if (node.type == kFunctionField) fields = functionFields(exe().functions[node.index], 0);
  else if (node.type == kScopeField) fields = scopeFields(exe().memoryScopes[node.index], 0);
  else if (node.type == kConstantField) fields = constantFields(exe().constants[node.index].value, exe().variant, 0);
  return node.item < fields.size() ? std::move(fields[node.item]) : Field{};
}

std::string FileMap::instructionText(InstrIndex pc) const {
  const Instruction instruction = exe().code.at(pc);
  if (instruction.row == nullptr) return fmt::format("unknown opcode {}", instruction.opcode());
  const Function* callee = instruction.isCall() ? exe().function(FuncIndex(instruction.callFunction())) : nullptr;
  return callee != nullptr ? fmt::format("{} {}", instruction.row->mnemonic, printable(callee->name)) : std::string(instruction.row->mnemonic);
}

std::string FileMap::wordText(const ByteNode& node) const {
  const Instruction instruction = exe().code.at(InstrIndex(static_cast<int64_t>(node.index)));
  if (node.item == 0) return instruction.row != nullptr ? instruction.row->mnemonic : fmt::format("{}", instruction.opcode());
  std::string text;
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.wordIndex != node.item) return;
    switch (operand.kind) {
      case ArgKind::Register: text = operand.value == kVoidRegister ? "%void" : operand.value == kVmRegister ? "%vm" : fmt::format("%{}", operand.value); break;
      case ArgKind::Constant: text = fmt::format("c[{}]", operand.value); break;
      case ArgKind::Function: {
        const Function* function = exe().function(FuncIndex(operand.value));
        text = function != nullptr ? fmt::format("f[{}] {}", operand.value, printable(function->name)) : fmt::format("f[{}]", operand.value);
        break;
      }
      default: text = fmt::format("{}", operand.value); break;
    }
  });
  return text;
}

std::string FileMap::value(const ByteNode& node) const {
  switch (node.type) {
    case kPart: return parts_[node.index].value;
    case kFunction: return printable(exe().functions[node.index].name);
    case kScope: return printable(exe().memoryScopes[node.index].scope);
    case kConstant: return constantSummary(exe().constants[node.index].value);
    case kOffset: return fmt::format("word {}", exe().code.offsets[node.index]);
    case kInstruction: return instructionText(InstrIndex(static_cast<int64_t>(node.index)));
    case kWordEntry: return fmt::format("{}", exe().code.words[node.index]);
    case kInstructionWord: return wordText(node);
    case kMark: {
      const Mark& mark = marks_[node.index];
      return mark.function.valid() ? printable(exe().functions[mark.function.at()].name) : constantSummary(exe().constants[mark.constant.at()].value);
    }
    default: return fieldAt(node).value;
  }
}

ByteLinks FileMap::links(const ByteNode& node) const {
  ByteLinks links;
  const auto row = static_cast<int64_t>(node.index);
  switch (node.type) {
    case kPart: return parts_[node.index].links;
    case kFunction:
    case kFunctionField: links.function = FuncIndex(row); break;
    case kConstant:
    case kConstantField: links.constant = ConstIndex(row); break;
    case kScope:
    case kScopeField: links.constant = ConstIndex(exe().memoryScopes[node.index].constIndex); break;
    case kOffset:
    case kInstruction:
    case kInstructionWord: links.pc = InstrIndex(row); break;
    case kMark:
      links.function = marks_[node.index].function;
      links.constant = marks_[node.index].constant;
      break;
    default: break;
  }
  return links;
}

const Part* FileMap::partOf(List list) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(), [list](const Part& part) { return part.list == list; });
  return found != parts_.end() ? &*found : nullptr;
}

std::optional<uint64_t> FileMap::offsetOf(FuncIndex function) const {
  if (const Part* table = partOf(List::Functions); table != nullptr && function.valid() && function.at() < exe().functions.size()) return entryOffset(*table, function.at());
  const auto mark = std::find_if(marks_.begin(), marks_.end(), [&](const Mark& m) { return function.valid() && m.function == function; });
  return mark != marks_.end() ? std::optional(mark->offset) : std::nullopt;
}

std::optional<uint64_t> FileMap::offsetOf(ConstIndex constant) const {
  if (const Part* pool = partOf(List::Constants); pool != nullptr && constant.valid() && constant.at() < exe().constants.size()) return entryOffset(*pool, constant.at());
  const auto mark = std::find_if(marks_.begin(), marks_.end(), [&](const Mark& m) { return constant.valid() && m.constant == constant; });
  return mark != marks_.end() ? std::optional(mark->offset) : std::nullopt;
}

std::optional<uint64_t> FileMap::offsetOf(InstrIndex pc) const {
  const Part* code = partOf(List::Instructions);
  if (code == nullptr || !pc.valid() || pc.at() >= exe().code.offsets.size()) return std::nullopt;
  return entryOffset(*code, pc.at());
}

std::optional<uint64_t> FileMap::offsetOf(ModuleIndex module) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return module.valid() && part.links.module == module; });
  return found != parts_.end() ? std::optional(found->offset) : std::nullopt;
}

}  // namespace
}  // namespace bytemap

std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const LoadedFile> file) { return std::make_shared<const bytemap::FileMap>(std::move(file)); }

}  // namespace relaxscope
