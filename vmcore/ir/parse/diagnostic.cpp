// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/parse/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "vmcore/base/text/text.h"

namespace relaxscope::ir {
namespace {

constexpr size_t kMostShown = 50;
constexpr size_t kWidest = 160;  ///< code points of a source line that are shown

/// The lines of a source that diagnostics name.
class SourceLines {
 public:
  SourceLines(std::string_view source, const std::set<uint32_t>& numbers) {
    size_t from = 0;
    uint32_t at = 1;
    for (const uint32_t number : numbers) {
      for (; at < number && from != std::string_view::npos; ++at) {
        from = source.find('\n', from);
        if (from != std::string_view::npos) ++from;
      }
      if (from == std::string_view::npos) return;
      std::string_view text = source.substr(from, source.find('\n', from) - from);
      if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
      lines_.emplace(number, text);
    }
  }
  [[nodiscard]] std::string_view line(uint32_t number) const {
    const auto found = lines_.find(number);
    return found == lines_.end() ? std::string_view() : found->second;
  }

 private:
  std::map<uint32_t, std::string_view> lines_;
};

/// The code point at the front of a text, which is not empty.
std::string_view frontPoint(std::string_view text) {
  size_t length = 1;
  while (length < text.size() && (static_cast<uint8_t>(text[length]) & 0xC0U) == 0x80U) ++length;
  return text.substr(0, length);
}

/// A code point as it is printed: one column wide.
std::string_view cellOf(std::string_view point) {
  if (point == "\t") return " ";
  return isUtf8(point) && controlLength(point) == 0 ? point : "?";
}

size_t countPoints(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<uint8_t>(c) & 0xC0U) != 0x80U; }));
}

/// The source line of a span and carets below it.
void appendExcerpt(std::string& out, const SourceLines& lines, Span span) {
  std::string_view line = lines.line(span.line);
  const size_t size = countPoints(line), first = span.column - 1;
  if (first > size) return;
  const size_t past = span.endLine == span.line ? span.endColumn - 1 : size;
  const size_t from = size <= kWidest || first < kWidest / 2 ? 0 : first - kWidest / 2;
  const size_t to = std::min(size, from + kWidest), end = std::min(past, to);
  const std::string_view cut = from == 0 ? "" : "...";
  out += "    ";
  out += cut;
  for (size_t i = 0; i < to && !line.empty(); ++i) {
    const std::string_view point = frontPoint(line);
    if (i >= from) out += cellOf(point);
    line.remove_prefix(point.size());
  }
  if (to < size) out += "...";
  out += "\n    ";
  out.append(cut.size() + first - from, ' ');
  out.append(end > first ? end - first : 1, '^');
  out += '\n';
}

void appendMessage(std::string& out, std::string_view path, const SourceLines& lines, Span span, const char* kind,
                   const std::string& message) {
  if (span.known()) out += fmt::format("{}:{}:{}: {}: {}\n", path, span.line, span.column, kind, message);
  else out += fmt::format("{}: {}: {}\n", path, kind, message);
  if (span.known()) appendExcerpt(out, lines, span);
}

}  // namespace

const char* severityName(DiagnosticSeverity severity) {
  switch (severity) {
    case DiagnosticSeverity::Error: return "error";
    case DiagnosticSeverity::Warning: return "warning";
    case DiagnosticSeverity::Note: return "note";
  }
  return "error";
}

std::string diagnosticsText(std::string_view path, std::string_view source,
                            const std::vector<Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return {};
  std::set<uint32_t> numbers;
  for (size_t i = 0; i < std::min(diagnostics.size(), kMostShown); ++i) {
    if (diagnostics[i].span.known()) numbers.insert(diagnostics[i].span.line);
    for (const DiagnosticNote& note : diagnostics[i].notes)
      if (note.span.known()) numbers.insert(note.span.line);
  }
  const SourceLines lines(source, numbers);
  std::string out;
  for (size_t i = 0; i < std::min(diagnostics.size(), kMostShown); ++i) {
    const Diagnostic& one = diagnostics[i];
    appendMessage(out, path, lines, one.span, severityName(one.severity),
                  fmt::format("{} [{}]", one.message, one.code));
    for (const DiagnosticNote& note : one.notes) appendMessage(out, path, lines, note.span, "note", note.message);
  }
  if (const size_t more = diagnostics.size() - std::min(diagnostics.size(), kMostShown); more != 0)
    out += fmt::format("{}: {} more {}\n", path, groupedCount(more), more == 1 ? "message" : "messages");
  return out;
}

std::vector<Diagnostic> DiagnosticSink::take() {
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.span.line, a.span.column) < std::tie(b.span.line, b.span.column);
  });
  if (full_) {
    Diagnostic last;
    last.code = "parse";
    last.message = fmt::format("more than {} errors: the rest of the source is not read", groupedCount(kMost));
    diagnostics_.push_back(std::move(last));
  }
  return std::move(diagnostics_);
}

}  // namespace relaxscope::ir
