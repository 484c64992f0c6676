// SPDX-License-Identifier: Apache-2.0
// Where rscope writes: standard output or a file, errors as one line, tables in columns.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/byte_pieces.h"
#include "vmcore/base/new_file.h"
#include "vmcore/base/result.h"
#include "vmcore/base/text_sink.h"

namespace relaxscope::cli {

inline constexpr int kDone = 0, kFound = 1, kFailed = 2;

/// Prints `rscope: WHERE: what` on standard error, in one line without control bytes; returns 2.
int fail(std::string_view where, std::string_view what);
int fail(std::string_view where, const Error& error);
/// Prints `rscope: WHERE: what` on standard error and goes on.
void warn(std::string_view where, std::string_view what);

/// Standard output, or a file that appears under its name only when it is complete (NewFile). On a terminal control
/// bytes are escaped. A reader that closes the pipe ends the output without an error.
class Output {
 public:
  /// "" and "-" are standard output.
  static Result<Output> open(const std::string& path);

  /// False once nobody reads any more or the disk is full.
  bool write(std::string_view text);
  /// Bytes that are no text: never escaped, and refused on a terminal.
  bool writeBinary(std::string_view bytes);
  /// A colour of ours, not escaped; only where colours() says so.
  void writeColour(std::string_view sequence) { writeAll(sequence); }
  [[nodiscard]] TextSink sink() {
    return [this](std::string_view piece) { return write(piece); };
  }
  /// Whether colours may be used.
  [[nodiscard]] bool colours() const;
  /// Leaves no file behind, as if it had never been opened.
  void abandon() { abandoned_ = true; }
  /// Whether all that was written so far could be.
  [[nodiscard]] bool good() const { return problem().empty(); }
  /// Puts the file in its place; the error of the first write that failed.
  Result<void> close();

 private:
  Output() = default;
  bool writeAll(std::string_view bytes);
  void escapeTo(std::string& out, std::string_view text);
  [[nodiscard]] const std::string& problem() const { return problem_.empty() && file_ ? file_->problem() : problem_; }

  std::optional<NewFile> file_;  ///< none for standard output
  bool terminal_ = false, closedByReader_ = false, pendingLead_ = false, abandoned_ = false;
  std::string problem_;  ///< of standard output, and why bytes were refused
};

/// Opens `path`, lets `write` fill it and closes it; the exit code.
int writeOutput(const std::string& path, const std::function<void(Output&)>& write);

/// The same for bytes that are made of pieces; nothing is left behind where a file that they come from has changed.
int writePieces(const std::string& path, const BytePieces& pieces);

/// Rows of text in columns two blanks apart; columns named in `right` are right-aligned.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head, std::vector<size_t> right = {});
  void add(std::vector<std::string> row);
  void write(Output& out) const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<size_t> right_;
};

}  // namespace relaxscope::cli
