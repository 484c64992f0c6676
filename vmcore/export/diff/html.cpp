// SPDX-License-Identifier: Apache-2.0
// The page is well-formed XML too, so that any reader of markup can check it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/diff/html_style.h"
#include "vmcore/export/diff/hunks.h"
#include "vmcore/export/diff/instruction_text.h"
#include "vmcore/export/diff/kernel_texts.h"
#include "vmcore/export/diff/words.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxHtmlRows = 20'000, kMaxHtmlKernelRows = 5000, kMaxHtmlKernels = 16, kContext = 5;

/// Text of an element or attribute; characters that XML does not allow become U+FFFD.
std::string html(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
      out += "\xEF\xBF\xBD";
      i += 2;
      continue;
    }
    switch (text[i]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += text[i];
    }
  }
  return out;
}

std::string span(const char* role, std::string_view text) {
  return fmt::format("<span class=\"{}\">{}</span>", role, html(text));
}

std::string htmlWithDetail(const std::string& name, const std::string& detail) {
  const std::string shown = "<code>" + html(name) + "</code>";
  return detail.empty() ? shown : shown + "<div class=\"note code\">" + html(detail) + "</div>";
}

size_t digitsAt(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
  return end - at;
}

/// The length and role of the operand at the begin of a word; 0 for other text.
size_t operandLength(std::string_view word, const char*& role) {
  role = "r";
  if (word.starts_with('%') || word.starts_with('$')) {
    if (word.starts_with("%void") || word.starts_with("%vm")) return word.starts_with("%void") ? 5 : 3;
    const size_t digits = digitsAt(word, 1);
    return digits == 0 ? 0 : 1 + digits;
  }
  role = "c";
  const size_t open = word.starts_with("c[") ? 2 : word.starts_with("Const[") ? 6 : 0;
  if (open != 0) {
    const size_t digits = digitsAt(word, open);
    return digits != 0 && word.substr(open + digits).starts_with(']') ? open + digits + 1 : 0;
  }
  role = "i";
  const size_t number = word.starts_with("i-") ? 2 : word.starts_with('i') ? 1 : 0;
  const size_t digits = number == 0 ? 0 : digitsAt(word, number);
  return digits == 0 ? 0 : number + digits;
}

/// An instruction with its operands and its callee in their colours.
std::string painted(std::string_view text) {
  std::string out;
  size_t at = 0;
  if (text.starts_with("call ")) {
    const size_t end = std::min(text.find(' ', 5), text.size());
    const std::string_view callee = text.substr(5, end - 5);
    out = "call " + span(callee.starts_with("vm.builtin.") ? "quiet" : "f", callee);
    at = end;
  }
  for (bool wordBegins = true; at < text.size();) {
    const char* role = "";
    const size_t length = wordBegins ? operandLength(text.substr(at), role) : 0;
    if (length != 0) out += span(role, text.substr(at, length));
    // Other text up to the begin of the next word, so that no character is cut.
    const size_t end = length != 0 ? at + length : std::min(text.find_first_of(" ([,", at), text.size() - 1) + 1;
    if (length == 0) out += html(text.substr(at, end - at));
    const char last = text[end - 1];
    at = end;
    wordBegins = last == ' ' || last == '(' || last == '[' || last == ',';
  }
  return out;
}

const char* styleOf(char sign) {
  switch (sign) {
    case '-': return "less";
    case '+': return "more";
    case '~': return "change";
    default: return "equal";
  }
}
char signOfRow(RowState state) {
  switch (state) {
    case RowState::Changed: return '~';
    case RowState::Removed: return '-';
    case RowState::Added: return '+';
    default: return '=';
  }
}
const char* signText(char sign) { return sign == '-' ? "\xE2\x88\x92" : sign == '+' ? "+" : sign == '~' ? "~" : "="; }

class DiffHtmlWriter {
 public:
  DiffHtmlWriter(const DiffReport& report, const TextSink& sink)
      : report_(report), out_(sink), old_(*report.old.executable), now_(*report.now.executable) {}

  void write() {
    const std::string old = html(shownDiffName(report_.oldPath)), now = html(shownDiffName(report_.nowPath));
    put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    put(fmt::format("<title>{} - {}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n", old, now, kDiffPageStyle));
    put(fmt::format("<h1>What changed <span class=\"verdict {}\">{}</span></h1>\n",
                    report_.differs() ? "different" : "same", html(diffHeadline(report_))));
    put(fmt::format("<p class=\"files\">old <code>{}</code> &#8594; new <code>{}</code></p>\n", old, now));
    writeSummary();
    for (const DiffSection& section : report_.sections) writeSection(section);
    if (!report_.summaryOnly) {
      writeTable({"Functions", functionLines});
      writeListings();
      for (const DiffTable& table : diffTables()) writeTable(table);
      writeKernelTexts();
    }
    put("<footer>Registers, rows of tables, instruction numbers, shape-heap slots and the order of independent "
        "instructions are no difference. Written by RelaxScope.</footer>\n</main>\n</body>\n</html>\n");
  }

 private:
  void writeSummary() {
    put("<section class=\"panel\"><dl>\n");
    const auto row = [&](std::string_view term, std::string_view text) {
      put(fmt::format("<dt>{}</dt><dd>{}</dd>\n", html(term), html(text)));
    };
    for (const SummaryLine& line : summaryLines(report_)) row(summaryTopicText(line.topic), printable(line.text));
    if (summaryLines(report_).empty()) row("Result", diffHeadline(report_));
    for (const std::string& line : exactLines(report_)) row("Bytes", line);
    for (const std::string& what : report_.diff.notCompared) row("Not compared", shownDiffName(what));
    put("</dl></section>\n");
  }

  void writeSection(const DiffSection& section) {
    constexpr size_t kMaxCell = 500;
    put(fmt::format("<h2>{}</h2>\n<section class=\"panel\"><dl>\n", html(section.title)));
    for (const auto& [subject, text] : section.lines)
      put(fmt::format("<dt>{}</dt><dd>{}</dd>\n", html(subject), html(printable(text))));
    put("</dl><table class=\"figures\">\n<thead><tr>");
    for (const std::string& column : section.columns) put("<th>" + html(column) + "</th>");
    put("</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < std::min(section.rows.size(), kMaxDiffLines) && !out_.stopped(); ++i) {
      const DiffSection::Row& row = section.rows[i];
      put(row.isSum ? "<tr class=\"sum\">" : "<tr>");
      for (size_t k = 0; k < section.columns.size(); ++k) {
        const std::string cell = k < row.cells.size() ? printable(row.cells[k].substr(0, kMaxCell)) : "";
        put(k == 0 ? "<td><code>" + html(cell) + "</code></td>"
                   : fmt::format("<td class=\"{}\">{}</td>",
                                 row.sign == '-'   ? "low"
                                 : row.sign == '+' ? "high"
                                                   : "",
                                 html(cell)));
      }
      put("</tr>\n");
    }
    put("</tbody></table></section>\n");
  }

  void writeTable(const DiffTable& table) {
    const DiffLines lines = table.lines(report_);
    if (lines.lines.empty() || out_.stopped()) return;
    put(fmt::format("<h2>{}</h2>\n<section class=\"panel\"><table class=\"lines\">\n", table.title));
    put("<thead><tr><th></th><th>old</th><th>new</th><th>difference</th></tr></thead>\n<tbody>\n");
    for (const DiffLine& line : lines.lines)
      put(fmt::format("<tr><td><span class=\"chip {}\">{}</span></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                      styleOf(line.sign), signText(line.sign), htmlWithDetail(line.old, line.oldDetail),
                      htmlWithDetail(line.now, line.nowDetail), html(line.what)));
    put("</tbody></table>");
    if (lines.leftOut != 0)
      put(fmt::format("<p class=\"note\">and {} more</p>", groupedNumber(static_cast<int64_t>(lines.leftOut))));
    put("</section>\n");
  }

  void writeKernelTexts() {
    const ShownKernelTexts shown = shownKernelTexts(report_, kMaxHtmlKernels, kMaxHtmlKernelRows);
    if (!shown.kernels.empty()) put("<h2>Code of kernels</h2>\n");
    for (const ShownKernelText& kernel : shown.kernels)
      for (const KernelTextPart& part : kernel.text.parts) writeKernelPart(kernelPartText(kernel, part), part);
    if (shown.leftOut != 0) put(fmt::format("<p class=\"note\">and the code of {} more kernels</p>\n", shown.leftOut));
  }
  void writeKernelPart(const std::string& title, const KernelTextPart& part) {
    put(fmt::format("<details class=\"panel\"><summary>{}</summary><table class=\"listing kernel\">\n<tbody>\n",
                    html(title)));
    const auto cell = [&](uint32_t line, const char* style) {
      put(fmt::format("<td class=\"pc code {}\">{}</td>", style, line == 0 ? "" : std::to_string(line)));
    };
    for (size_t i = 0; i < part.hunks.size() && !out_.stopped(); ++i) {
      if (i != 0)
        put(fmt::format("<tr class=\"gap\"><td colspan=\"3\">{} equal lines</td></tr>\n",
                        groupedNumber(part.hunks[i].rows.front().nowLine - part.hunks[i - 1].rows.back().nowLine - 1)));
      for (const KernelTextRow& row : part.hunks[i].rows) {
        const bool isOld = row.state == RowState::Removed, isNew = row.state == RowState::Added;
        const char* style = isOld ? "removed" : isNew ? "added" : "";
        put("<tr>");
        cell(row.oldLine, style);
        cell(row.nowLine, style);
        put(fmt::format("<td class=\"code {}\">{} {}</td></tr>\n", style,
                        isOld   ? "\xE2\x88\x92"
                        : isNew ? "+"
                                : " ",
                        html(printable(isOld ? row.oldText : row.nowText))));
      }
    }
    put("</tbody></table>");
    if (const std::string note = kernelPartNote(part); !note.empty())
      put(fmt::format("<p class=\"note\">{}</p>", html(note)));
    put("</details>\n");
  }

  void writeListings() {
    for (const FunctionPair& pair : report_.diff.functions)
      if (!out_.stopped() && isShownFunction(report_, pair)) writeListing(pair);
  }

  void writeListing(const FunctionPair& pair) {
    const DiffHunks found = diffHunks(report_, pair, kContext, rowsLeft_);
    const std::vector<size_t> heads = changesWithoutRows(report_, pair);
    if (found.hunks.empty() && found.leftOut == 0 && heads.empty()) return;
    const std::string names =
        diffNames(diffFunctionName(report_.old, pair.old), diffFunctionName(report_.now, pair.now), " \xE2\x86\x92 ");
    put(fmt::format("<section class=\"panel\"><h3><code>{}</code> <span class=\"note\">{}</span></h3>\n", html(names),
                    html(functionPairText(pair))));
    put("<table class=\"listing\">\n<thead><tr><th class=\"pc\">pc</th><th>old</th><th class=\"kind\">change</th>"
        "<th class=\"pc\">pc</th><th>new</th></tr></thead>\n<tbody>\n");
    for (const size_t i : heads) writeWhat(changeText(pair.changes[i]));
    named_.assign(pair.changes.size(), false);
    numbers_ = changeNumbers(pair);
    size_t after = 0;
    for (const DiffHunk& hunk : found.hunks) {
      writeGap(hunk.begin - after, "equal");
      forEachRun(pair, hunk, [&](size_t begin, size_t end) { writeRun(pair, begin, end); });
      after = hunk.end;
    }
    if (found.leftOut != 0) writeGap(found.leftOut, "more, left out");
    else writeGap(pair.rows.size() - after, "equal");
    put("</tbody></table></section>\n");
  }
  void writeGap(size_t rows, const char* what) {
    if (rows != 0)
      put(fmt::format("<tr class=\"gap\"><td colspan=\"5\">{} {} {}</td></tr>\n",
                      groupedNumber(static_cast<int64_t>(rows)), rows == 1 ? "row" : "rows", what));
  }
  void writeWhat(const std::string& text) {
    put(fmt::format("<tr class=\"what\"><td colspan=\"5\">{}</td></tr>\n", html(text)));
  }

  void writeRun(const FunctionPair& pair, size_t begin, size_t end) {
    const uint32_t change = pair.rows[begin].change;
    if (change < pair.changes.size() && numbers_[change] != 0 && !named_[change]) {
      writeWhat(numberedText(pair, numbers_, change));
      named_[change] = true;
    }
    for (size_t i = begin; i < end && !out_.stopped(); ++i) writeRow(pair, pair.rows[i]);
  }

  void writeRow(const FunctionPair& pair, const InstructionRow& row) {
    const bool isChange = row.change < pair.changes.size();
    // All calls of a fusion have one look, also those that have no counterpart.
    const bool became = isChange && numbers_[row.change] != 0;
    put("<tr>");
    writeCell(pair.old, row.old, row, became, old_);
    put("<td class=\"kind\">");
    std::string chip = isChange ? numberedKind(pair, numbers_, row.change) : "";
    const char sign = became ? '~' : signOfRow(row.state);
    if (row.state == RowState::Moved) {
      const std::string place = fmt::format("moved {} {}", row.old.valid() ? "to" : "from", row.partner.value);
      put(fmt::format("<span class=\"chip equal\" title=\"{}\">{}</span>", html(chip), place));
    } else if (isChange || row.state != RowState::Same) {
      put(fmt::format("<span class=\"chip {}\">{} {}</span>", styleOf(sign), signText(sign), html(chip)));
    }
    put("</td>");
    writeCell(pair.now, row.now, row, became, now_);
    put("</tr>\n");
  }

  void writeCell(FuncIndex function, InstrIndex pc, const InstructionRow& row, bool became, InstructionTexts& texts) {
    constexpr const char* kStyles[] = {"", "altered", "removed", "added", "moved"};  // by RowState
    if (!pc.valid()) return put("<td class=\"pc missing\"></td><td class=\"missing\"></td>");
    const char* style = kStyles[became ? 1 : static_cast<size_t>(row.state)];
    put(fmt::format("<td class=\"pc code {}\">{}</td><td class=\"code {}\">{}", style, pc.value, style,
                    painted(texts.text(function, pc))));
    const std::string note = row.state == RowState::Same ? "" : texts.note(pc);
    if (!note.empty()) put(" " + span("note", note));
    put("</td>");
  }

  void put(std::string_view text) { out_.append(text); }

  const DiffReport& report_;
  TextBuffer out_;
  InstructionTexts old_, now_;
  size_t rowsLeft_ = kMaxHtmlRows;
  // By change of the function.
  std::vector<bool> named_;  ///< its text was written
  std::vector<uint32_t> numbers_;
};

}  // namespace

void writeDiffHtml(const DiffReport& report, const TextSink& sink) { DiffHtmlWriter(report, sink).write(); }

}  // namespace relaxscope
