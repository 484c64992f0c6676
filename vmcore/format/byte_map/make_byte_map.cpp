// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/byte_map/make_byte_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/byte_map/parts.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/tensor_record.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace bytemap {
namespace {

/// Type of a node: a part, the count of its list, bytes of a list that belong to no entry, an entry, its fields, an
/// element of a field with several numbers, an instruction and its words.
enum Type : uint8_t { kPart, kCount, kGap, kEntry, kField, kElement, kInstruction, kInstructionWord };

/// Whether the bytes begin with a magic: the executable of an unpacked or decoded library is not in the file.
bool beginsExecutable(const Bytes& bytes) {
  ByteReader in(bytes);
  const Result<uint64_t> magic = in.read<uint64_t>("magic");
  return magic.ok() &&
         (*magic == vmformat::kMagicV1 || *magic == vmformat::kMagicV2 || *magic == vmformat::kParameterMagic);
}

ByteKind kindOfEntry(List list) {
  switch (list) {
    case List::Functions:
    case List::FunctionNames:
    case List::Attributes:
    case List::Bodies: return ByteKind::Function;
    case List::Constants:
    case List::ConstantNames: return ByteKind::Constant;
    case List::Scopes:
    case List::Devices: return ByteKind::Scope;
    default: return ByteKind::Field;
  }
}

class FileMap : public ByteMap {
 public:
  explicit FileMap(std::shared_ptr<const LoadedFile> file) : file_(std::move(file)) { build(nullptr, {}); }
  FileMap(const std::shared_ptr<const PartialFile>& file, const Error& error)
      : file_(file, &file->file), damaged_(damagedBytes(*file, error)) {
    build(file.get(), error.message);
  }

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
  [[nodiscard]] std::optional<ByteRange> damaged() const override { return damaged_; }

 private:
  /// Fields of the entry that was requested last: callers request its fields one by one.
  struct Looked {
    uint32_t part = 0;
    uint64_t row = 0;
    std::vector<Field> fields;
  };
  [[nodiscard]] const Executable& exe() const { return *file_->executable; }
  [[nodiscard]] const Part& part(const ByteNode& node) const { return parts_[node.part]; }
  void build(const PartialFile* partial, const std::string& reason);
  void addLibrary(std::vector<Part>& parts) const;
  void addExecutable(std::vector<Part>& parts, std::optional<uint64_t> end) const;
  [[nodiscard]] ByteNode make(ByteKind kind, Type type, uint32_t part, uint64_t offset, uint64_t size,
                              uint64_t children) const;
  [[nodiscard]] ByteNode partNode(uint32_t index) const;
  [[nodiscard]] ByteNode listChild(uint32_t index, uint64_t child) const;
  [[nodiscard]] ByteNode entry(uint32_t index, uint64_t row) const;
  [[nodiscard]] ByteNode wholeChild(const ByteNode& parent, uint64_t index) const;
  [[nodiscard]] ByteNode fieldChild(const ByteNode& entry, uint64_t item) const;
  [[nodiscard]] ByteNode elementChild(const ByteNode& field, uint64_t element) const;
  [[nodiscard]] uint64_t entryOffset(const Part& part, uint64_t row) const;
  [[nodiscard]] static uint64_t leading(const Part& part) { return part.gap > 0 ? 2 : 1; }
  [[nodiscard]] static uint64_t leadingOffset(const Part& part, uint64_t child) {
    return part.offset + (child > 0 ? kWord : 0);
  }
  [[nodiscard]] uint64_t childOffset(const ByteNode& parent, uint64_t index) const;
  /// Offset of an instruction in a sequence whose first instruction is at `offset`.
  [[nodiscard]] uint64_t instructionOffset(int64_t first, int64_t pc, uint64_t offset) const;
  [[nodiscard]] std::shared_ptr<const Looked> fieldsOf(const ByteNode& node) const;
  [[nodiscard]] Field fieldAt(const ByteNode& node) const;
  [[nodiscard]] int64_t firstInstruction(const ByteNode& field) const {
    return exe().functions[exe().relay->order[field.index].at()].startInstr;
  }
  [[nodiscard]] std::string entryName(const ByteNode& node) const;
  [[nodiscard]] std::string entryValue(const ByteNode& node) const;
  [[nodiscard]] std::string instructionText(InstrIndex pc) const;
  [[nodiscard]] std::string wordName(const ByteNode& node) const;
  [[nodiscard]] std::string wordText(const ByteNode& node) const;
  [[nodiscard]] ByteLinks entryLinks(const ByteNode& node) const;
  [[nodiscard]] const Part* partOf(List list) const;
  /// Words of an instruction that are only in the file, before its opcode: Relay's count and hash.
  [[nodiscard]] uint32_t wordsInFront() const { return isRelay(exe().variant) ? 2 : 0; }

  std::shared_ptr<const LoadedFile> file_;
  std::optional<ByteRange> damaged_;
  std::vector<Part> parts_;  ///< nested; 0 is the file
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Looked> looked_;
};

ByteNode FileMap::make(ByteKind kind, Type type, uint32_t part, uint64_t offset, uint64_t size,
                       uint64_t children) const {
  ByteNode node;
  node.kind = kind;
  node.type = type;
  node.part = part;
  node.offset = offset;
  node.size = size;
  node.children = children;
  return node;
}

void FileMap::build(const PartialFile* partial, const std::string& reason) {
  std::vector<Part> parts(1);
  parts[0].kind = ByteKind::File;
  parts[0].name = file_->path.substr(file_->path.find_last_of('/') + 1);
  parts[0].value = partial == nullptr ? file_->containerText() : "cannot be opened";
  parts[0].size = file_->bytes.size();
  if (file_->library) addLibrary(parts);
  if (file_->executable)
    addExecutable(parts,
                  partial != nullptr && partial->decodedEnd != 0 ? std::optional(partial->decodedEnd) : std::nullopt);
  if (damaged_) addDamage(*partial, *damaged_, reason, parts);
  parts_ = nest(std::move(parts));
}

void FileMap::addLibrary(std::vector<Part>& parts) const {
  const Library& library = *file_->library;
  if (library.archive.empty()) addObjectParts(file_->bytes, 0, &library.object, parts);
  for (const ArchiveMember& member : library.members) {
    parts.push_back(makePart(ByteKind::Object, shortText(member.name), member.what, member.offset, member.size));
    // The library's symbols are those of all members combined.
    addObjectParts(file_->bytes.slice(member.offset, member.size), member.offset, nullptr, parts);
  }
  if (library.blobInText) return;  // its offsets are not file offsets
  if (library.blobSize > 0)
    parts.push_back(makePart(ByteKind::Blob, "modules", fmt::format("{}", library.modules.size()), library.blobOffset,
                             library.blobSize));
  for (size_t m = 0; m < library.modules.size(); ++m) {
    const LibraryModule& module = library.modules[m];
    // An unpacked payload is elsewhere in memory, not in the file.
    const size_t offset = module.payload.offsetIn(file_->bytes);
    if (module.payload.empty() || offset > file_->bytes.size() || module.payload.size() > file_->bytes.size() - offset)
      continue;
    parts.push_back(
        makePart(ByteKind::Module, fmt::format("module {}", m), shortText(module.kind), offset, module.payload.size()));
    parts.back().links.module = ModuleIndex(static_cast<int64_t>(m));
  }
}

void FileMap::addExecutable(std::vector<Part>& parts, std::optional<uint64_t> end) const {
  // Text forms carry the offsets of the binary form, not file offsets.
  const bool binary = file_->kind == FileKind::RawExecutable || file_->kind == FileKind::SharedLibrary ||
                      file_->kind == FileKind::ParameterList;
  if (!binary || exe().byteSize == 0) return;
  const uint64_t base = file_->executableOffset;
  if (base > file_->bytes.size() || exe().byteSize > file_->bytes.size() - base ||
      !beginsExecutable(file_->bytes.slice(base, kWord)))
    return;
  if (exe().outerPrefix && base >= kWord)
    parts.push_back(
        makePart(ByteKind::Header, "length of the executable", fmt::format("{}", exe().byteSize), base - kWord, kWord));
  const bool list = exe().variant == Variant::Params;
  parts.push_back(
      makePart(ByteKind::Executable, list ? vmName(exe().variant) : fmt::format("{} executable", vmName(exe().variant)),
               list ? groupedNumber(static_cast<int64_t>(exe().constants.size())) : variantName(exe().variant), base,
               exe().byteSize));
  addExecutableParts(exe(), base, parts, end);
}

ByteNode FileMap::partNode(uint32_t index) const {
  const Part& part = parts_[index];
  return make(part.kind, kPart, index, part.offset, part.size,
              part.list != List::None ? leading(part) + part.rows : part.children.size());
}

uint64_t FileMap::entryOffset(const Part& part, uint64_t row) const {
  if (!part.starts.empty()) return part.starts[row];
  return part.offset + kWord +
         kWord * (part.list == List::Instructions ? static_cast<uint64_t>(exe().code.offsets[row]) : row);
}

ByteNode FileMap::entry(uint32_t index, uint64_t row) const {
  const Part& part = parts_[index];
  const uint64_t offset = entryOffset(part, row);
  const uint64_t next = row + 1 < part.rows ? entryOffset(part, row + 1) : part.offset + part.size;
  const bool instruction = part.list == List::Instructions;
  ByteNode node = make(instruction ? ByteKind::Instruction : kindOfEntry(part.list),
                       instruction ? kInstruction : kEntry, index, offset, next - offset,
                       instruction ? (next - offset) / kWord : sumFields(exe(), part.list, part.first + row).count);
  node.index = row;
  return node;
}

ByteNode FileMap::listChild(uint32_t index, uint64_t child) const {
  const Part& part = parts_[index];
  if (child >= leading(part)) return entry(index, child - leading(part));
  return make(ByteKind::Field, child == 0 ? kCount : kGap, index, leadingOffset(part, child),
              child == 0 ? kWord : part.gap, 0);
}

std::shared_ptr<const FileMap::Looked> FileMap::fieldsOf(const ByteNode& node) const {
  const std::scoped_lock lock(mutex_);
  if (looked_ && looked_->part == node.part && looked_->row == node.index) return looked_;
  auto looked = std::make_shared<Looked>();
  looked->part = node.part;
  looked->row = node.index;
  const Part& list = part(node);
  looked->fields = entryFields(exe(), list.list, list.first + node.index, entryOffset(list, node.index));
  looked_ = looked;
  return looked_;
}

ByteNode FileMap::fieldChild(const ByteNode& entry, uint64_t item) const {
  const auto looked = fieldsOf(entry);
  if (item >= looked->fields.size()) return {};
  const Field& field = looked->fields[item];
  const ByteKind kind = field.instructions > 0 ? ByteKind::Code : field.isData ? ByteKind::Data : ByteKind::Field;
  ByteNode node = make(kind, kField, entry.part, field.offset, field.size,
                       field.instructions > 0 ? field.instructions : field.run.size());
  node.index = entry.index;
  node.item = static_cast<uint32_t>(item);
  return node;
}

uint64_t FileMap::instructionOffset(int64_t first, int64_t pc, uint64_t offset) const {
  const auto& offsets = exe().code.offsets;
  const auto wordAt = [&](int64_t at) {
    return static_cast<uint64_t>(static_cast<size_t>(at) < offsets.size()
                                     ? offsets[static_cast<size_t>(at)]
                                     : static_cast<int64_t>(exe().code.words.size()));
  };
  return offset + kWord * (wordAt(pc) - wordAt(first)) + kWord * wordsInFront() * static_cast<uint64_t>(pc - first);
}

ByteNode FileMap::elementChild(const ByteNode& field, uint64_t element) const {
  if (field.kind != ByteKind::Code) {
    ByteNode node = make(ByteKind::Field, kElement, field.part, field.offset + kWord * element, kWord, 0);
    node.index = field.index;
    node.item = field.item;
    node.element = element;
    return node;
  }
  const int64_t first = firstInstruction(field), pc = first + static_cast<int64_t>(element);
  const uint64_t offset = instructionOffset(first, pc, field.offset),
                 size = instructionOffset(first, pc + 1, field.offset) - offset;
  ByteNode node = make(ByteKind::Instruction, kInstruction, field.part, offset, size, size / kWord);
  node.index = static_cast<uint64_t>(pc);
  return node;
}

ByteNode FileMap::child(const ByteNode& parent, uint64_t index) const {
  ByteNode node = wholeChild(parent, index);
  // The last entry of a damaged executable ends where its reader stopped, which may be within one of its fields.
  const uint64_t end = parent.offset + parent.size;
  node.offset = std::min(node.offset, end);
  node.size = std::min(node.size, end - node.offset);
  return node;
}

ByteNode FileMap::wholeChild(const ByteNode& parent, uint64_t index) const {
  switch (parent.type) {
    case kPart:
      return part(parent).list != List::None ? listChild(parent.part, index) : partNode(part(parent).children[index]);
    case kEntry: return fieldChild(parent, index);
    case kField: return elementChild(parent, index);
    case kInstruction: {
      ByteNode node = make(ByteKind::Field, kInstructionWord, parent.part, parent.offset + kWord * index, kWord, 0);
      node.index = parent.index;
      node.item = static_cast<uint32_t>(index);
      return node;
    }
    default: return {};
  }
}

uint64_t FileMap::childOffset(const ByteNode& parent, uint64_t index) const {
  if (parent.type != kPart) return child(parent, index).offset;
  const Part& holder = part(parent);
  if (holder.list == List::None) return parts_[holder.children[index]].offset;
  return index < leading(holder) ? leadingOffset(holder, index) : entryOffset(holder, index - leading(holder));
}

std::optional<uint64_t> FileMap::childAt(const ByteNode& parent, uint64_t offset) const {
  // The last child that begins at or before the byte.
  uint64_t low = 0, high = parent.children;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (childOffset(parent, middle) <= offset) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return std::nullopt;
  const ByteNode found = child(parent, low - 1);
  if (offset - found.offset >= found.size) return std::nullopt;
  return low - 1;
}

Field FileMap::fieldAt(const ByteNode& node) const {
  const auto looked = fieldsOf(node);
  return node.item < looked->fields.size() ? looked->fields[node.item] : Field{};
}

std::string FileMap::entryName(const ByteNode& node) const {
  const Part& list = part(node);
  switch (list.list) {
    case List::Functions: return fmt::format("function {}", node.index);
    case List::FunctionNames: return fmt::format("function {}", list.first + node.index);
    case List::Bodies: return fmt::format("function {}", exe().relay->order[node.index].value);
    case List::Scopes: return fmt::format("memory scope {}", node.index);
    case List::Constants:
    case List::ConstantNames:
    case List::ConstantDevices: return fmt::format("c[{}]", node.index);
    case List::Offsets: return fmt::format("pc {}", node.index);
    case List::Devices: return fmt::format("virtual device {}", node.index);
    case List::Attributes: return fmt::format("attributes {}", node.index);
    default: return fmt::format("word {}", node.index);
  }
}

std::string FileMap::entryValue(const ByteNode& node) const {
  const Part& list = part(node);
  switch (list.list) {
    case List::Functions:
    case List::FunctionNames: return shortText(exe().functions[list.first + node.index].name);
    case List::Bodies: return shortText(exe().functions[exe().relay->order[node.index].at()].name);
    case List::Scopes: return shortText(exe().memoryScopes[node.index].scope);
    case List::Constants: return constantSummary(exe().constants[node.index].value);
    case List::ConstantNames: return shortText(exe().constantNames[node.index]);
    case List::ConstantDevices: return fmt::format("{}", exe().relay->constantDevices[node.index]);
    case List::Offsets: return fmt::format("word {}", exe().code.offsets[node.index]);
    case List::Devices: {
      const VirtualDevice& device = exe().relay->virtualDevices[node.index];
      return fmt::format("type {}, id {}{}", device.deviceType, device.deviceId,
                         device.memoryScope.empty() ? "" : ", " + shortText(device.memoryScope));
    }
    case List::Attributes: return fmt::format("{}", exe().relay->attributes[node.index].entries.size());
    default: return fmt::format("{}", exe().code.words[node.index]);
  }
}

std::string FileMap::instructionText(InstrIndex pc) const {
  const Instruction instruction = exe().code.at(pc);
  if (instruction.row == nullptr)
    return fmt::format("unknown opcode {}", instruction.words.empty() ? 0 : instruction.opcode());
  const Function* callee = instruction.isCall() ? exe().function(FuncIndex(instruction.callFunction())) : nullptr;
  return callee != nullptr ? fmt::format("{} {}", instruction.row->mnemonic, shortText(callee->name))
                           : std::string(instruction.row->mnemonic);
}

std::string FileMap::wordName(const ByteNode& node) const {
  const uint32_t front = wordsInFront();
  if (node.item < front) return node.item == 0 ? "words" : "hash";
  const uint32_t word = node.item - front;
  std::string name = word == 0 ? "opcode" : fmt::format("word {}", word);
  exe().code.at(InstrIndex(static_cast<int64_t>(node.index))).forEachOperand([&](const Operand& operand) {
    if (operand.wordIndex == word && operand.row != nullptr) name = operand.row->name;
  });
  return name;
}

std::string FileMap::wordText(const ByteNode& node) const {
  const Instruction instruction = exe().code.at(InstrIndex(static_cast<int64_t>(node.index)));
  const uint32_t front = wordsInFront();
  const uint64_t raw = WordReader(file_->bytes.slice(node.offset, kWord)).u64(0);
  if (node.item < front) return node.item == 0 ? fmt::format("{}", raw) : fmt::format("0x{:016x}", raw);
  const uint32_t word = node.item - front;
  if (word == 0 && instruction.row != nullptr) return instruction.row->mnemonic;
  std::string text = fmt::format("{}", static_cast<int64_t>(raw));
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.wordIndex != word || operand.role == OperandRole::Ignored) return;
    switch (operand.kind) {
      case ArgKind::Register:
        text = operand.value == kVoidRegister ? "%void"
               : operand.value == kVmRegister ? "%vm"
                                              : fmt::format("%{}", operand.value);
        break;
      case ArgKind::Constant: text = fmt::format("c[{}]", operand.value); break;
      case ArgKind::Function: {
        const Function* function = exe().function(FuncIndex(operand.value));
        text = function != nullptr ? fmt::format("f[{}] {}", operand.value, shortText(function->name))
                                   : fmt::format("f[{}]", operand.value);
        break;
      }
      default: text = fmt::format("{}", operand.value); break;
    }
  });
  return text;
}

std::string FileMap::name(const ByteNode& node) const {
  switch (node.type) {
    case kPart: return part(node).name;
    case kCount: return "count";
    case kGap: return "words outside instructions";
    case kEntry: return entryName(node);
    case kElement: return fmt::format("{} {}", fieldAt(node).runName, node.element);
    case kInstruction: return fmt::format("pc {}", node.index);
    case kInstructionWord: return wordName(node);
    default: return fieldAt(node).label();
  }
}

std::string FileMap::value(const ByteNode& node) const {
  switch (node.type) {
    case kPart: return part(node).value;
    case kCount: return groupedNumber(static_cast<int64_t>(WordReader(file_->bytes.slice(node.offset, kWord)).u64(0)));
    case kGap: return {};
    case kEntry: return entryValue(node);
    case kElement: {
      const Field field = fieldAt(node);
      return node.element < field.run.size() ? fmt::format("{}", field.run[node.element]) : std::string();
    }
    case kInstruction: return instructionText(InstrIndex(static_cast<int64_t>(node.index)));
    case kInstructionWord: return wordText(node);
    default: {
      const Field field = fieldAt(node);
      return field.show == Field::Show::Summary ? constantSummary(exe().constants[node.index].value)
                                                : field.valueText();
    }
  }
}

ByteLinks FileMap::entryLinks(const ByteNode& node) const {
  const Part& list = part(node);
  const auto row = static_cast<int64_t>(node.index);
  ByteLinks links;
  switch (list.list) {
    case List::Functions:
    case List::FunctionNames: links.function = FuncIndex(static_cast<int64_t>(list.first) + row); break;
    case List::Bodies: links.function = exe().relay->order[node.index]; break;
    case List::Attributes: {
      const uint64_t packed = exe().relay->attributes[node.index].packedIndex;
      const auto declared = static_cast<uint64_t>(exe().code.packedBase);
      if (packed < exe().functions.size() && declared + packed < exe().functions.size())
        links.function = FuncIndex(static_cast<int64_t>(declared + packed));
      break;
    }
    case List::Constants:
    case List::ConstantNames:
    case List::ConstantDevices: links.constant = ConstIndex(row); break;
    case List::Scopes:
      if (const ConstIndex constant(exe().memoryScopes[node.index].constIndex);
          constant.valid() && constant.at() < exe().constants.size())
        links.constant = constant;
      break;
    case List::Offsets: links.pc = InstrIndex(row); break;
    default: break;
  }
  return links;
}

ByteLinks FileMap::links(const ByteNode& node) const {
  ByteLinks links;
  switch (node.type) {
    case kPart: return part(node).links;
    case kEntry:
    case kField:
    case kElement: return entryLinks(node);
    case kInstruction:
    case kInstructionWord: links.pc = InstrIndex(static_cast<int64_t>(node.index)); break;
    default: break;
  }
  return links;
}

const Part* FileMap::partOf(List list) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(), [list](const Part& part) { return part.list == list; });
  return found != parts_.end() ? &*found : nullptr;
}

std::optional<uint64_t> FileMap::offsetOf(FuncIndex function) const {
  if (!function.valid() || !file_->executable || function.at() >= exe().functions.size()) return std::nullopt;
  const Part* table = partOf(List::Functions);
  if (table != nullptr && function.at() < table->rows) return entryOffset(*table, function.at());
  // A recorded offset was checked against the bodies; functions without a body have only a name.
  if (const uint64_t noted = exe().functions[function.at()].byteOffset; noted > 0 && partOf(List::Bodies) != nullptr)
    return file_->executableOffset + noted;
  for (const Part& part : parts_)
    if (part.list == List::FunctionNames && function.at() >= part.first && function.at() - part.first < part.rows)
      return entryOffset(part, function.at() - part.first);
  return std::nullopt;
}

std::optional<uint64_t> FileMap::offsetOf(ConstIndex constant) const {
  const Part* pool = partOf(List::Constants);
  return pool != nullptr && constant.valid() && constant.at() < pool->rows
             ? std::optional(entryOffset(*pool, constant.at()))
             : std::nullopt;
}

std::optional<uint64_t> FileMap::offsetOf(InstrIndex pc) const {
  if (!pc.valid() || !file_->executable || pc.at() >= exe().code.offsets.size()) return std::nullopt;
  if (const Part* code = partOf(List::Instructions)) return entryOffset(*code, pc.at());
  const Part* bodies = partOf(List::Bodies);
  if (bodies == nullptr) return std::nullopt;
  // Bodies are in the order of their instructions.
  const auto& order = exe().relay->order;
  const auto after = std::upper_bound(order.begin(), order.end(), pc.value, [&](int64_t value, FuncIndex index) {
    return value < exe().functions[index.at()].startInstr;
  });
  if (after == order.begin()) return std::nullopt;
  const auto row = static_cast<uint64_t>(after - order.begin()) - 1;
  const Function& function = exe().functions[order[row].at()];
  if (pc.value >= function.endInstr) return std::nullopt;
  const uint64_t end = row + 1 < bodies->rows ? entryOffset(*bodies, row + 1) : bodies->offset + bodies->size;
  return instructionOffset(function.startInstr, pc.value, end - vmformat::relayCodeBytes(exe().code, function));
}

std::optional<uint64_t> FileMap::offsetOf(ModuleIndex module) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(),
                                  [&](const Part& part) { return module.valid() && part.links.module == module; });
  return found != parts_.end() ? std::optional(found->offset) : std::nullopt;
}

}  // namespace
}  // namespace bytemap

std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const LoadedFile> file) {
  return std::make_shared<const bytemap::FileMap>(std::move(file));
}

std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const PartialFile> file, const Error& error) {
  return std::make_shared<const bytemap::FileMap>(file, error);
}

std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const Executable> executable, std::string path) {
  if (!checkConstantsKnown(*executable).ok()) return nullptr;
  LoadedFile file;
  file.path = std::move(path);
  file.bytes = Bytes::own(writeVmExecutable(*executable));
  file.executableOffset = executable->outerPrefix ? sizeof(uint64_t) : 0;
  file.executable = std::move(executable);
  return makeByteMap(std::make_shared<const LoadedFile>(std::move(file)));
}

}  // namespace relaxscope
