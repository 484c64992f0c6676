// SPDX-License-Identifier: Apache-2.0
#include "app/cli_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "vmcore/base/text.h"

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
    out.path_ = "standard output";
    out.fd_ = STDOUT_FILENO;
    out.terminal_ = ::isatty(STDOUT_FILENO) == 1;
    return out;
  }
  out.path_ = path;
  struct stat status{};
  const bool special = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  if (special) {
    out.fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    out.temporary_ = path + ".XXXXXX";
    out.fd_ = ::mkostemp(out.temporary_.data(), O_CLOEXEC);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (out.fd_ >= 0) ::fchmod(out.fd_, 0666 & ~mask);
  }
  if (out.fd_ >= 0) return out;
  out.temporary_.clear();
  return Error(fmt::format("cannot be written: {}", std::strerror(errno)));
}

Output::Output(Output&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::move(other.temporary_)), fd_(other.fd_), terminal_(other.terminal_),
      closedByReader_(other.closedByReader_), pendingLead_(other.pendingLead_), abandoned_(other.abandoned_), problem_(std::move(other.problem_)) {
  other.fd_ = -1;
  other.temporary_.clear();
}

Output::~Output() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (fd_ > STDERR_FILENO) ::close(fd_);
}

bool Output::colours() const { return terminal_ && std::getenv("NO_COLOR") == nullptr; }

/// Control bytes would steer the terminal. Those of C1 are two bytes in UTF-8, and a piece may end between them.
void Output::escapeTo(std::string& out, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (pendingLead_) {
      pendingLead_ = false;
      if (byte >= 0x80 && byte < 0xA0) {
        fmt::format_to(std::back_inserter(out), "\\xc2\\x{:02x}", byte);
        continue;
      }
      out += '\xC2';
    }
    if (byte == 0xC2) pendingLead_ = true;
    else if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F) fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
    else out += c;
  }
}

bool Output::write(std::string_view text) {
  if (!terminal_) return writeAll(text);
  std::string safe;
  escapeTo(safe, text);
  return writeAll(safe);
}

bool Output::writeBinary(std::string_view bytes) {
  if (terminal_ && problem_.empty()) problem_ = "these bytes do not belong on a terminal; give -o FILE";
  return writeAll(bytes);
}

bool Output::writeAll(std::string_view bytes) {
  if (closedByReader_ || !problem_.empty()) return false;
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      if (errno == EPIPE) closedByReader_ = true;
      else problem_ = std::strerror(errno);
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(done));
  }
  return true;
}

Result<void> Output::close() {
  if (!problem_.empty()) return Error(fmt::format("cannot be written: {}", problem_));
  if (temporary_.empty() || abandoned_) return {};
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return Error(fmt::format("cannot be written: {}", std::strerror(errno)));
  temporary_.clear();
  return {};
}

int writeOutput(const std::string& path, const std::function<void(Output&)>& write) {
  auto out = Output::open(path);
  if (!out.ok()) return fail(path, out.error());
  write(*out);
  const auto closed = out->close();
  return closed.ok() ? kDone : fail(path.empty() ? "standard output" : path, closed.error());
}

TextTable::TextTable(std::vector<std::string> head, std::vector<size_t> right) : right_(std::move(right)) {
  rows_.push_back(std::move(head));
}

void TextTable::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = printable(cell);
  rows_.push_back(std::move(row));
}

/// Columns a text takes: one a code point, which is right for most names.
static size_t columns(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void TextTable::write(Output& out) const {
  std::vector<size_t> widths(rows_.front().size(), 0);
  // A name of megabytes should not widen every row.
  constexpr size_t kWidest = 60;
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], std::min(columns(row[i]), kWidest));
  std::string text;
  for (const auto& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) {
      const size_t width = columns(row[i]), pad = widths[i] > width ? widths[i] - width : 0;
      const bool right = std::find(right_.begin(), right_.end(), i) != right_.end();
      if (right) text.append(pad, ' ');
      text += row[i];
      if (i + 1 == row.size()) break;
      if (!right) text.append(pad, ' ');
      text += "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
    if (text.size() < 65536) continue;
    if (!out.write(text)) return;
    text.clear();
  }
  out.write(text);
}

}  // namespace relaxscope::cli
