// SPDX-License-Identifier: Apache-2.0
// GitHub's and GitLab's Markdown: names are code spans, sentences are escaped, listings are fenced blocks of which
// every line begins with a sign.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/diff/kernel_texts.h"
#include "vmcore/export/diff/unified_listing.h"
#include "vmcore/export/diff/words.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxMarkdownRows = 2000, kOpenRows = 60, kMaxMarkdownKernels = 8;

/// A sentence: whatever Markdown would interpret is a character reference.
std::string prose(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto isWord = [&](size_t at) {
      return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
    };
    const bool insideWord = c == '_' && i != 0 && isWord(i - 1) && isWord(i + 1);
    if (std::string_view("\\`*_[]<|&#@~$!").find(c) == std::string_view::npos || insideWord) out += c;
    else out += fmt::format("&#{};", static_cast<int>(c));
  }
  return out;
}

/// A code span, also in a table.
std::string codeSpan(const std::string& text) {
  if (text.empty()) return {};
  size_t longest = 0, run = 0;
  std::string body;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    body += c == '|' ? std::string("\\|") : std::string(1, c);
  }
  const std::string fence(longest + 1, '`');
  return longest == 0 ? fence + body + fence : fence + " " + body + " " + fence;
}

std::string markdownWithDetail(const std::string& name, const std::string& detail) {
  return codeSpan(name) + (detail.empty() ? "" : "<br>" + codeSpan(detail));
}

class DiffMarkdownWriter {
 public:
  DiffMarkdownWriter(const DiffReport& report, const TextSink& sink) : report_(report), out_(sink) {}

  void write() {
    put(fmt::format("### Executables: {}\n\n", prose(diffHeadline(report_))));
    put(fmt::format("{} &#8594; {}\n\n", codeSpan(shownDiffName(report_.oldPath)),
                    codeSpan(shownDiffName(report_.nowPath))));
    for (const SummaryLine& line : summaryLines(report_))
      put(fmt::format("- **{}** {}\n", summaryTopicText(line.topic), prose(printable(line.text))));
    for (const std::string& line : exactLines(report_)) put(fmt::format("- **Bytes** {}\n", prose(line)));
    for (const std::string& what : report_.diff.notCompared)
      put(fmt::format("- **Not compared** {}\n", prose(shownDiffName(what))));
    for (const DiffSection& section : report_.sections) writeSection(section);
    if (report_.summaryOnly) return;
    writeTable({"Functions", functionLines});
    writeListings();
    for (const DiffTable& table : diffTables()) writeTable(table);
    writeKernelTexts();
  }

 private:
  void writeTable(const DiffTable& table) {
    const DiffLines lines = table.lines(report_);
    if (lines.lines.empty() || out_.stopped()) return;
    put(fmt::format("\n#### {}\n\n| | old | new | |\n| --- | --- | --- | --- |\n", table.title));
    for (const DiffLine& line : lines.lines)
      put(fmt::format("| {} | {} | {} | {} |\n", codeSpan(std::string(1, line.sign)),
                      markdownWithDetail(line.old, line.oldDetail), markdownWithDetail(line.now, line.nowDetail),
                      prose(line.what)));
    if (lines.leftOut != 0) put(fmt::format("\nand {} more\n", groupedNumber(static_cast<int64_t>(lines.leftOut))));
  }

  void writeSection(const DiffSection& section) {
    constexpr size_t kMaxCell = 500;
    put(fmt::format("\n#### {}\n\n", prose(section.title)));
    for (const auto& [subject, text] : section.lines)
      put(fmt::format("- **{}** {}\n", prose(subject), prose(printable(text))));
    const auto line = [&](const std::vector<std::string>& cells, const char* mark) {
      std::string text = "|";
      for (size_t i = 0; i < section.columns.size(); ++i) {
        const std::string cell = i < cells.size() ? prose(printable(cells[i].substr(0, kMaxCell))) : "";
        text += " " + (cell.empty() ? "" : mark + cell + mark) + " |";
      }
      put(text + "\n");
    };
    put("\n");
    line(section.columns, "");
    std::string rule = "| --- |";
    for (size_t i = 1; i < section.columns.size(); ++i) rule += " ---: |";
    put(rule + "\n");
    for (size_t i = 0; i < std::min(section.rows.size(), kMaxDiffLines); ++i)
      line(section.rows[i].cells, section.rows[i].isSum ? "**" : "");
  }

  void writeListings() {
    UnifiedListing listing(report_, kMaxMarkdownRows);
    for (const FunctionPair& pair : report_.diff.functions) {
      if (out_.stopped() || !isShownFunction(report_, pair)) continue;
      std::string text;
      size_t rows = 0;
      listing.write(pair, [&](DiffRole, const std::string& line) {
        text += line + "\n";
        ++rows;
        return true;
      });
      if (rows == 0) continue;
      const std::string names =
          diffNames(diffFunctionName(report_.old, pair.old), diffFunctionName(report_.now, pair.now));
      writeDetails(names, text, rows <= kOpenRows);
    }
  }
  void writeKernelTexts() {
    const ShownKernelTexts shown = shownKernelTexts(report_, kMaxMarkdownKernels, kMaxMarkdownRows);
    for (const ShownKernelText& kernel : shown.kernels) {
      for (const KernelTextPart& part : kernel.text.parts) {
        std::string text;
        writeKernelPart(part, [&](DiffRole, const std::string& line) {
          text += line + "\n";
          return true;
        });
        writeDetails("kernel " + kernelPartText(kernel, part), text, false);
      }
    }
    if (shown.leftOut != 0) put(fmt::format("\nThe code of {} more kernels is left out.\n", shown.leftOut));
  }
  /// A Markdown block inside of <details> needs blank lines around it.
  void writeDetails(const std::string& title, const std::string& text, bool open) {
    put(fmt::format("\n<details{}><summary>{}</summary>\n\n```diff\n{}```\n\n</details>\n", open ? " open" : "",
                    prose(title), text));
  }
  void put(const std::string& text) { out_.append(text); }

  const DiffReport& report_;
  TextBuffer out_;
};

}  // namespace

void writeDiffMarkdown(const DiffReport& report, const TextSink& sink) { DiffMarkdownWriter(report, sink).write(); }

}  // namespace relaxscope
