// SPDX-License-Identifier: Apache-2.0
// Messages about a source text, with their places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/ir/prim.h"

namespace relaxscope::ir {

enum class DiagnosticSeverity : uint8_t { Error, Warning, Note };

/// A further place that explains a diagnostic: "defined here". Line 0: no place, a hint.
struct DiagnosticNote {
  Span span;
  std::string message;
};

struct Diagnostic {
  Span span;
  DiagnosticSeverity severity = DiagnosticSeverity::Error;
  /// "parse", "unknown-name", "type", "shape", "arity", "dtype", "purity", "unsupported", "symbol-undefined", "kernel",
  /// "internal".
  std::string code;
  std::string message;
  std::vector<DiagnosticNote> notes;
};

/// "error", "warning", "note".
const char* severityName(DiagnosticSeverity severity);

/// For each of the first 50 diagnostics "PATH:LINE:COL: error: message [code]", the line of the source, carets under
/// the span, and the notes in the same form; then how many there are beyond those. Long lines are cut to the part
/// around the span, controls are escaped.
std::string diagnosticsText(std::string_view path, std::string_view source, const std::vector<Diagnostic>& diagnostics);

/// Collects the diagnostics of one parse. Keeps kMost of them, which bounds the memory that a broken file takes.
class DiagnosticSink {
 public:
  static constexpr size_t kMost = 10'000;

  void error(Span span, const char* code, std::string message, std::vector<DiagnosticNote> notes = {}) {
    if (diagnostics_.size() < kMost)
      diagnostics_.push_back({span, DiagnosticSeverity::Error, code, std::move(message), std::move(notes)});
    else full_ = true;
  }
  /// Whether an error was dropped: parsing on is of no use.
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] size_t size() const { return diagnostics_.size(); }
  /// The diagnostics by place.
  std::vector<Diagnostic> take();

 private:
  std::vector<Diagnostic> diagnostics_;
  bool full_ = false;
};

}  // namespace relaxscope::ir
