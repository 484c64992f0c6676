// SPDX-License-Identifier: Apache-2.0
// Output of rscope: standard output or a file, errors as one line, tables in columns.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/byte_pieces.h"
#include "vmcore/base/new_file.h"
#include "vmcore/base/result.h"
#include "vmcore/base/text/text_columns.h"
#include "vmcore/base/text_sink.h"

namespace relaxscope::cli {

inline constexpr int kDone = 0, kFound = 1, kFailed = 2;

/// Prints `rscope: WHERE: what` on standard error, in one line without control bytes; returns 2.
int fail(std::string_view where, std::string_view what);
int fail(std::string_view where, const Error& error);
/// Prints `rscope: WHERE: what` on standard error and continues.
void warn(std::string_view where, std::string_view what);

/// Standard output, or a file that appears under its name only when it is complete (NewFile). On a terminal control
/// bytes are escaped. A reader that closes the pipe ends the output without an error.
class Output {
 public:
  /// "" and "-" are standard output.
  static Result<Output> open(const std::string& path);

  /// False once the reader has closed the pipe or the disk is full.
  bool write(std::string_view text);
  /// Binary data: never escaped, refused on a terminal.
  bool writeBinary(std::string_view bytes);
  /// Writes a colour sequence without escaping; only where colours() allows it.
  void writeColour(std::string_view sequence) { writeAll(sequence); }
  [[nodiscard]] TextSink sink() {
    return [this](std::string_view piece) { return write(piece); };
  }
  /// Whether colours may be used.
  [[nodiscard]] bool colours() const;
  /// Discards the file, as if it had never been opened.
  void abandon() { abandoned_ = true; }
  /// Whether all writes so far succeeded.
  [[nodiscard]] bool good() const { return problem().empty(); }
  /// Moves the file to its place; returns the error of the first failed write.
  Result<void> close();

 private:
  Output() = default;
  bool writeAll(std::string_view bytes);
  std::string escaped(std::string_view piece);
  [[nodiscard]] const std::string& problem() const { return problem_.empty() && file_ ? file_->problem() : problem_; }

  std::optional<NewFile> file_;  ///< none for standard output
  bool terminal_ = false, closedByReader_ = false, abandoned_ = false;
  std::string pending_;  ///< on a terminal: the first bytes of a character
  std::string problem_;  ///< of standard output, or why binary data was refused
};

/// Opens `path`, calls `write` and closes it; returns the exit code.
int writeOutput(const std::string& path, const std::function<void(Output&)>& write);

/// The same for bytes in pieces; discards the output if a source file has changed on disk.
int writePieces(const std::string& path, const BytePieces& pieces);

/// Rows of text in columns separated by two blanks; columns named in `right` are right-aligned.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head, std::vector<size_t> right = {});
  /// `colour`: a colour sequence for the row, used where the output allows colours; empty: none.
  void add(std::vector<std::string> row, std::string_view colour = {});
  void write(Output& out) const;

 private:
  TextColumns rows_;
  std::vector<std::string> colours_;  ///< by row
};

}  // namespace relaxscope::cli
