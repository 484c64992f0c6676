// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "vmcore/base/text/text.h"

namespace relaxscope::cli {

void warn(std::string_view where, std::string_view what) {
  fmt::print(stderr, "rscope: {}: {}\n", printable(where), printable(what));
}
int fail(std::string_view where, std::string_view what) {
  warn(where, what);
  return kFailed;
}
int fail(std::string_view where, const Error& error) { return fail(where, error.text()); }

Result<Output> Output::open(const std::string& path) {
  Output out;
  if (path.empty() || path == "-") {
    out.terminal_ = ::isatty(STDOUT_FILENO) == 1;
    return out;
  }
  auto file = NewFile::create(path);
  if (!file.ok()) return std::move(file).error();
  out.file_.emplace(*std::move(file));
  return out;
}

bool Output::colours() const { return terminal_ && std::getenv("NO_COLOR") == nullptr; }

/// `piece` without the controls that the terminal would obey. A piece may end within a character, whose first bytes are
/// kept for the next one.
std::string Output::escaped(std::string_view piece) {
  std::string text = std::exchange(pending_, {}) + std::string(piece);
  size_t lead = text.size();
  while (lead > 0 && text.size() - lead < 3 && (static_cast<unsigned char>(text[lead - 1]) & 0xC0) == 0x80) --lead;
  if (lead > 0 && lead + 3 > text.size()) {
    const auto first = static_cast<unsigned char>(text[lead - 1]);
    const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (lead - 1 + length > text.size()) {
      pending_ = text.substr(lead - 1);
      text.resize(lead - 1);
    }
  }
  return printableLines(text);
}

bool Output::write(std::string_view text) {
  if (!terminal_) return writeAll(text);
  return writeAll(escaped(text));
}

bool Output::writeBinary(std::string_view bytes) {
  if (terminal_ && problem_.empty()) problem_ = "refusing to write binary data to a terminal; give -o FILE";
  return writeAll(bytes);
}

bool Output::writeAll(std::string_view bytes) {
  if (closedByReader_ || !problem_.empty()) return false;
  return file_ ? file_->write(bytes) : relaxscope::writeAll(STDOUT_FILENO, bytes, closedByReader_, problem_);
}

Result<void> Output::close() {
  writeAll(printableLines(std::exchange(pending_, {})));
  if (!problem_.empty()) return Error(fmt::format("cannot be written: {}", problem_));
  if (!file_ || abandoned_) return {};
  return file_->commit();
}

int writeOutput(const std::string& path, const std::function<void(Output&)>& write) {
  auto out = Output::open(path);
  if (!out.ok()) return fail(path, out.error());
  write(*out);
  const auto closed = out->close();
  return closed.ok() ? kDone : fail(path.empty() ? "standard output" : path, closed.error());
}

int writePieces(const std::string& path, const BytePieces& pieces) {
  bool intact = true;
  const int code = writeOutput(path, [&](Output& out) {
    intact = pieces.write([&](std::string_view piece) { return out.writeBinary(piece); });
    if (!intact) out.abandon();
  });
  return intact ? code : fail(path, "an input file changed while it was read");
}

TextTable::TextTable(std::vector<std::string> head, std::vector<size_t> right) : rows_(std::move(right)) {
  add(std::move(head));
}

void TextTable::add(std::vector<std::string> row, std::string_view colour) {
  rows_.add(std::move(row));
  colours_.emplace_back(colour);
}

void TextTable::write(Output& out) const {
  std::string text;
  for (size_t row = 0; row < rows_.size(); ++row) {
    const bool coloured = !colours_[row].empty() && out.colours();
    if (coloured) {
      out.write(std::exchange(text, {}));
      out.writeColour(colours_[row]);
    }
    text += rows_.line(row);
    if (coloured) {
      out.write(std::exchange(text, {}));
      out.writeColour("\x1b[0m");
    }
    if (text.size() < 65536) continue;
    if (!out.write(text)) return;
    text.clear();
  }
  out.write(text);
}

}  // namespace relaxscope::cli
