// SPDX-License-Identifier: Apache-2.0
// Control flow as Graphviz digraphs, one per function; `dot` draws each.
#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/relay_instruction.h"
#include "vmcore/export/tvm_instruction.h"

namespace relaxscope {
namespace {

constexpr int64_t kMaxLines = 40;  // per block; longer ones state how many are omitted

/// Text inside a quoted DOT string: quotes and backslashes escaped, bytes that are not UTF-8 shown as \xNN.
class DotText {
 public:
  explicit DotText(TextBuffer& out) : out_(out) {}
  void append(std::string_view text) {
    const std::string shown = printable(text);
    for (const char c : shown) append(c);
  }
  void append(char c) {
    if (c == '"' || c == '\\') {
      out_.append('\\');
      ++escapes_;
    }
    out_.append(c);
  }
  void append(int64_t value) { out_.append(value); }
  void pad(int64_t count) { out_.pad(count); }
  /// Without the escapes, because columns line up in the picture, not in the file.
  [[nodiscard]] uint64_t written() const { return out_.written() - escapes_; }

 private:
  TextBuffer& out_;
  uint64_t escapes_ = 0;
};

const char* edgeStyle(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::Next:
    case EdgeKind::Goto: return "";
    case EdgeKind::True: return "label=\"T\"";
    case EdgeKind::False: return "label=\"F\" style=dashed";
  }
  return "";
}

class DotWriter {
 public:
  DotWriter(const Executable& executable, const TextSink& sink)
      : executable_(executable),
        out_(sink),
        text_(out_),
        warnings_(texts_),
        budget_(executable),
        relax_(executable, warnings_),
        relay_(executable, text_, warnings_) {}

  void write(std::span<const FuncIndex> only) {
    if (!only.empty()) {
      for (const FuncIndex index : only)
        if (executable_.function(index) != nullptr) writeFunction(index);
      return;
    }
    // Of functions that share instructions (malformed files), only one is drawn, so the work stays linear.
    std::vector<bool> drawn(executable_.functions.size(), false);
    for (const FuncIndex index : walkableFunctions(executable_)) drawn[index.at()] = true;
    for (size_t i = 0; i < drawn.size() && !out_.stopped(); ++i)
      if (drawn[i]) writeFunction(FuncIndex(static_cast<int64_t>(i)));
  }

 private:
  void writeFunction(FuncIndex index) {
    const Function& function = executable_.functions[index.at()];
    if (!function.isBytecode()) return;
    const Cfg cfg = buildCfg(executable_, index);
    out_.append("digraph \"");
    text_.append(std::string_view(function.name));
    out_.append("\" {\n  node [shape=box fontname=\"monospace\"];\n");
    for (size_t b = 0; b < cfg.blocks.size() && !out_.stopped(); ++b)
      writeBlock(function, cfg.blocks[b], static_cast<int64_t>(b));
    for (const CfgEdge& edge : cfg.edges) {
      out_.append("  b");
      out_.append(edge.from.value);
      out_.append(" -> b");
      out_.append(edge.to.value);
      const char* style = edgeStyle(edge.kind);
      if (edge.back || *style != '\0') {
        out_.append(" [");
        if (edge.back) out_.append(*style != '\0' ? "penwidth=2 " : "penwidth=2");
        out_.append(style);
        out_.append(']');
      }
      out_.append(";\n");
    }
    out_.append("}\n");
  }

  void writeBlock(const Function& function, const BasicBlock& block, int64_t number) {
    out_.append("  b");
    out_.append(number);
    out_.append(" [");
    if (!block.reachable) out_.append("color=gray fontcolor=gray ");
    out_.append("label=\"");
    const int64_t end = std::min(block.end.value, block.begin.value + kMaxLines);
    for (int64_t pc = block.begin.value; pc < end; ++pc) {
      const Instruction instruction = executable_.code.at(InstrIndex(pc));
      if (!budget_.take(instruction)) break;
      out_.append(pc);
      out_.append("  ");
      if (executable_.code.set->isRelay()) relay_.write(function, pc, instruction);
      else relax_.write(text_, function, pc, instruction);
      out_.append("\\l");
    }
    if (end != block.end.value) {
      out_.append("... ");
      out_.append(block.end.value - end);
      out_.append(" more\\l");
    }
    out_.append("\"];\n");
  }

  const Executable& executable_;
  TextBuffer out_;
  DotText text_;
  std::vector<std::string> texts_;
  Warnings warnings_;
  WordBudget budget_;
  TvmInstructionWriter<kTvmText> relax_;
  RelayInstructionWriter<DotText> relay_;
};

}  // namespace

void writeDotCfg(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink) {
  DotWriter(executable, sink).write(only);
}

}  // namespace relaxscope
