// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "vmcore/format/assembly/words.h"
#include "vmcore/format/assembly/writer.h"
#include "vmcore/format/side_file.h"

namespace relaxscope::assembly {
namespace {

constexpr size_t kWordsPerLine = 16;

std::string attribute(const char* name, int64_t value) { return fmt::format(" {}={}", name, value); }

}  // namespace

TextWriter::TextWriter(const Executable& executable, const AssemblyOptions& options, Lines& lines, AssemblyMap* map)
    : executable_(executable),
      options_(options),
      lines_(lines),
      map_(map),
      names_(executable),
      instructions_(names_, lines.out),
      items_(executable.code),
      bodies_(planBodies(executable)),
      bodyOf_(executable.functions.size(), -1) {
  for (size_t i = 0; i < bodies_.size(); ++i) {
    ordered_ = ordered_ || bodies_[i].order != static_cast<int64_t>(i);
    if (bodies_[i].function.valid()) bodyOf_[bodies_[i].function.at()] = static_cast<int64_t>(i);
  }
  if (map_ == nullptr) return;
  *map_ = {};
  map_->lineOfPc.assign(executable.code.size(), 0);
  map_->lineOfFunction.assign(executable.functions.size(), 0);
  map_->lineOfConstant.assign(executable.constants.size(), 0);
}

void TextWriter::write() {
  if (options_.function.valid()) return oneFunction();
  header();
  lines_.blank();
  constants();
  for (size_t i = 0; i < executable_.functions.size() && !lines_.out.stopped(); ++i) {
    const FuncIndex index(static_cast<int64_t>(i));
    if (const CodeBody* own = bodyOf(index)) body(*own);
    else row(index);
    lines_.blank();
  }
  for (const CodeBody& loose : bodies_) {
    if (loose.function.valid() || lines_.out.stopped()) continue;
    body(loose);
    lines_.blank();
  }
  tail();
}

void TextWriter::oneFunction() {
  if (options_.function.at() >= executable_.functions.size()) return;
  if (const CodeBody* own = bodyOf(options_.function)) body(*own);
  else row(options_.function);
}

void TextWriter::header() {
  const std::string name = variantName(executable_.variant);
  std::string text = fmt::format("{} {} version={}", kExecutableWord, nameText(name), quotedText(executable_.version));
  if (executable_.outerPrefix) text += " outer_prefix";
  const bool packed = executable_.relay || isPrototype(executable_.variant);
  if (packed) text += attribute("packed_base", executable_.code.packedBase);
  if (executable_.code.set == &relaxPrototypeSet(true)) text += " early_if";
  lines_.line(text);
  if (!options_.sideFile.empty() && needsSideFile(executable_)) lines_.line(".side " + quotedText(options_.sideFile));
  if (!executable_.relay) return;
  for (const VirtualDevice& device : executable_.relay->virtualDevices)
    lines_.line(fmt::format(".device ({}, {}){}", device.deviceType, device.deviceId,
                            device.memoryScope.empty() ? std::string() : " " + quotedText(device.memoryScope)));
  if (executable_.relay->hostDevice != 0) lines_.line(fmt::format(".host_device {}", executable_.relay->hostDevice));
}

void TextWriter::constants() {
  for (size_t i = 0; i < executable_.constants.size() && !lines_.out.stopped(); ++i) {
    if (map_ != nullptr) map_->lineOfConstant[i] = lines_.number();
    writeConstant(lines_, executable_, i, !options_.sideFile.empty());
  }
  for (const MemoryScope& scope : executable_.memoryScopes)
    lines_.line(fmt::format(".scope c[{}] {}", scope.constIndex, quotedText(scope.scope)));
  if (!executable_.constants.empty() || !executable_.memoryScopes.empty()) lines_.blank();
}

void TextWriter::tail() {
  if (executable_.relay)
    for (const RelayPart::Attributes& attributes : executable_.relay->attributes) {
      std::string text = fmt::format(".attributes {}", static_cast<int64_t>(attributes.packedIndex));
      for (size_t i = 0; i < attributes.entries.size(); ++i)
        text += fmt::format("{}{} = {}", i == 0 ? " " : ", ", quotedText(attributes.entries[i].first),
                            quotedText(attributes.entries[i].second));
      lines_.line(text);
    }
  if (executable_.trailing.empty()) return;
  lines_.begin();
  lines_.out.append(".trailing ");
  if (!options_.sideFile.empty() && executable_.trailing.size() > kInlineTensorBytes)
    lines_.out.append("side " + quotedText(kTrailingKey));
  else writeHexData(lines_, executable_.trailing.span());
  lines_.end();
}

// --- Functions ------------------------------------------------------------------------------------

void TextWriter::noteFunction(FuncIndex index) {
  if (map_ != nullptr) map_->lineOfFunction[index.at()] = lines_.number();
}

void TextWriter::noteLine(InstrIndex pc) {
  if (map_ == nullptr) return;
  map_->lineOfPc[pc.at()] = lines_.number();
  map_->pcOfLine.resize(lines_.number());
  map_->pcOfLine.push_back(pc);
}

/// `@name(params) attributes kind`, with those attributes that differ from the assembler's defaults.
void TextWriter::signature(const Function& f, const CodeBody* body) {
  std::string text = "@" + nameText(f.name);
  const auto named = static_cast<int64_t>(f.paramNames.size());
  const bool parameters = named != 0 || (f.isBytecode() && f.numArgs == 0);
  if (parameters) {
    text += '(';
    for (size_t i = 0; i < f.paramNames.size(); ++i) text += (i == 0 ? "" : ", ") + nameText(f.paramNames[i]);
    text += ')';
  }
  const bool usualInputs = parameters ? f.numArgs == named : f.isPacked() && body == nullptr && f.numArgs == -2;
  if (!usualInputs) text += attribute("num_inputs", f.numArgs);
  if (f.registerFileSize != usualRegisters(f, executable_.code, body))
    text += attribute("registers", f.registerFileSize);
  const CodeRange range = usualRange(f, body);
  if (f.startInstr != range.start) text += attribute("start", f.startInstr);
  if (f.endInstr != range.end) text += attribute("end", f.endInstr);
  const size_t index = static_cast<size_t>(&f - executable_.functions.data());
  if (executable_.relay && index < executable_.relay->paramDevices.size() &&
      !executable_.relay->paramDevices[index].empty())
    text += fmt::format(" devices=[{}]", fmt::join(executable_.relay->paramDevices[index], ", "));
  if (ordered_ && body != nullptr && !options_.function.valid()) text += attribute("order", body->order);
  if (f.isPacked()) text += " packed_func";
  else if (f.isVmTir()) text += " vm_tir_func";
  else if (!f.isBytecode()) text += fmt::format(" <kind {}>", f.kind);
  else if (body == nullptr) text += " vm_func";
  text += body != nullptr ? ':' : ';';
  lines_.line(text);
}

void TextWriter::row(FuncIndex index) {
  noteFunction(index);
  signature(executable_.functions[index.at()], nullptr);
}

void TextWriter::findLabels(const CodeBody& body) {
  bodyBegin_ = body.begin;
  labels_.assign(static_cast<size_t>(body.end - body.begin), false);
  for (int64_t pc = body.begin; pc < body.end; ++pc) {
    if (items_.at(pc).kind != CodeItem::Kind::Plain) continue;
    executable_.code.at(InstrIndex(pc)).forEachJump([&](JumpKind, int64_t offset) {
      int64_t target = 0;
      if (!__builtin_add_overflow(pc, offset, &target) && target >= body.begin && target < body.end)
        labels_[static_cast<size_t>(target - body.begin)] = true;
    });
  }
}

void TextWriter::body(const CodeBody& body) {
  if (body.function.valid()) {
    noteFunction(body.function);
    signature(executable_.functions[body.function.at()], &body);
  } else {
    lines_.line(ordered_ ? fmt::format(".code order={}:", body.order) : ".code:");
  }
  findLabels(body);
  for (int64_t pc = body.begin; pc < body.end && !lines_.out.stopped(); ++pc) {
    if (labels_[static_cast<size_t>(pc - body.begin)]) lines_.line(fmt::format("L{}:", pc - body.begin));
    item(items_.at(pc), pc);
  }
  if (isLast(body) && !options_.function.valid()) data(items_.tailBegin(), executable_.code.words.size());
}

void TextWriter::data(size_t begin, size_t end) {
  for (size_t at = begin; at < end && !lines_.out.stopped();) {
    lines_.begin();
    lines_.out.append("  .data");
    for (const size_t stop = std::min(at + kWordsPerLine, end); at < stop; ++at) {
      lines_.out.append(' ');
      lines_.out.append(executable_.code.words[at]);
    }
    lines_.end();
  }
}

void TextWriter::item(const CodeItem& item, int64_t pc) {
  if (item.dataBegin != item.dataEnd) data(item.dataBegin, item.dataEnd);
  noteLine(InstrIndex(pc));
  lines_.begin();
  switch (item.kind) {
    case CodeItem::Kind::Plain: {
      lines_.out.append("  ");
      const auto label = [&](int64_t offset) {
        int64_t target = 0;
        const auto last = bodyBegin_ + static_cast<int64_t>(labels_.size());
        if (__builtin_add_overflow(pc, offset, &target) || target < bodyBegin_ || target >= last) return std::string();
        return fmt::format("L{}", target - bodyBegin_);
      };
      instructions_.write(executable_.code.at(InstrIndex(pc)), label);
      break;
    }
    case CodeItem::Kind::Words:
      lines_.out.append("  .words");
      for (size_t at = item.begin; at < item.end; ++at) {
        lines_.out.append(' ');
        lines_.out.append(executable_.code.words[at]);
      }
      break;
    case CodeItem::Kind::At:
      lines_.out.append("  .at ");
      lines_.out.append(executable_.code.offsets[static_cast<size_t>(pc)]);
      break;
  }
  lines_.end();
}

}  // namespace relaxscope::assembly
