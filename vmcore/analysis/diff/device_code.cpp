// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/device_code.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace relaxscope::diffing {
namespace {

bool isWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Where the comment, string or directive that begins at `at` ends; `at` if nothing of that begins there.
size_t skipped(std::string_view text, size_t at) {
  const auto from = [&](size_t end, size_t more) { return end == std::string_view::npos ? text.size() : end + more; };
  if (text.substr(at).starts_with("//")) return from(text.find('\n', at), 0);
  if (text.substr(at).starts_with("/*")) return from(text.find("*/", at + 2), 2);
  if (text[at] == '#' && (at == 0 || text[at - 1] == '\n')) {
    size_t end = text.find('\n', at);
    while (end != std::string_view::npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
    return from(end, 0);
  }
  if (text[at] != '"' && text[at] != '\'') return at;
  size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// Finds definitions outside of all braces.
class SourceReader {
 public:
  explicit SourceReader(std::string_view source) : source_(source) {}

  std::vector<SourceFunction> run() {
    for (size_t at = 0; at < source_.size();) {
      if (const size_t end = skipped(source_, at); end != at) {
        if (source_[at] == '"' && begin_ == kNowhere) begin_ = at;
        at = end;
        continue;
      }
      step(at++);
    }
    return std::move(out_);
  }

 private:
  static constexpr size_t kNowhere = std::string_view::npos;

  void step(size_t at) {
    const char c = source_[at];
    if (begin_ == kNowhere && !isSpace(c)) begin_ = at;
    if (depth_ == 0 && c == '(' && brackets_++ == 0) name_ = wordBefore(at);
    if (depth_ == 0 && c == ')' && brackets_ > 0) --brackets_;
    if (c == '{') ++depth_;
    if (c == '}' && depth_ > 0 && --depth_ == 0) finish(at + 1);
    if (c == ';' && depth_ == 0 && brackets_ == 0) restart();
  }
  void finish(size_t end) {
    if (!name_.empty()) out_.push_back({name_, source_.substr(begin_, end - begin_)});
    restart();
  }
  void restart() {
    begin_ = kNowhere;
    name_ = {};
    brackets_ = 0;
  }
  [[nodiscard]] std::string_view wordBefore(size_t end) const {
    while (end > 0 && isSpace(source_[end - 1])) --end;
    size_t begin = end;
    while (begin > 0 && (isWordChar(source_[begin - 1]) || source_[begin - 1] == '$')) --begin;
    return source_.substr(begin, end - begin);
  }

  std::string_view source_;
  std::vector<SourceFunction> out_;
  size_t begin_ = kNowhere, depth_ = 0, brackets_ = 0;
  std::string_view name_;  ///< the word before the last list in brackets
};

/// The names of the parameters: the last word of each before a comma, an attribute or the end.
std::vector<std::string_view> parameterTexts(std::string_view function) {
  const size_t body = function.find('{');
  size_t end = function.rfind(')', body), depth = 1;
  if (body == std::string_view::npos || end == std::string_view::npos) return {};
  size_t begin = end;
  while (begin > 0 && depth > 0) {
    --begin;
    if (function[begin] == ')') ++depth;
    if (function[begin] == '(') --depth;
  }
  std::vector<std::string_view> names;
  std::string_view last;
  depth = 0;
  for (size_t at = begin + 1; at <= end; ++at) {
    const char c = function[at];
    if (depth == 0 && (c == ',' || at == end)) {
      if (!last.empty()) names.push_back(last);
      last = {};
    } else if (c == '[' || c == '(') {
      ++depth;
    } else if ((c == ']' || c == ')') && depth > 0) {
      --depth;
    } else if (depth == 0 && isWordChar(c)) {
      size_t stop = at;
      while (stop < end && isWordChar(function[stop])) ++stop;
      last = function.substr(at, stop - at);
      at = stop - 1;
    }
  }
  return names;
}

}  // namespace

const Library* libraryOf(const DiffSide& side) {
  return side.file != nullptr && side.file->library ? &*side.file->library : nullptr;
}

std::vector<SourceFunction> functionsOfSource(std::string_view source) { return SourceReader(source).run(); }

std::string withoutNames(std::string_view function, std::string_view kernel) {
  std::unordered_map<std::string_view, size_t> numbers;  // by name without "_ptr"
  for (std::string_view name : parameterTexts(function)) {
    if (name.ends_with("_ptr")) name.remove_suffix(4);
    numbers.emplace(name, numbers.size());
  }
  std::string out;
  out.reserve(function.size());
  for (size_t at = 0; at < function.size();) {
    if (!isWordChar(function[at])) {
      out += function[at++];
      continue;
    }
    size_t end = at;
    while (end < function.size() && isWordChar(function[end])) ++end;
    const std::string_view word = function.substr(at, end - at);
    // The longest parameter that the word begins with, up to an underscore.
    if (word == kernel) {
      out += '\2';
      at = end;
      continue;
    }
    auto found = numbers.find(word);
    size_t length = word.size();
    for (size_t tries = 0; found == numbers.end() && tries < 8; ++tries) {
      length = length == 0 ? std::string_view::npos : word.rfind('_', length - 1);
      if (length == std::string_view::npos || length == 0) break;
      found = numbers.find(word.substr(0, length));
    }
    if (found == numbers.end()) out += word;
    else out.append("\1").append(std::to_string(found->second)).append(word.substr(length));
    at = end;
  }
  return out;
}

DeviceKernels::DeviceKernels(const DiffSide& side) {
  const Library* const library = libraryOf(side);
  if (library == nullptr) return;
  for (const LibraryModule& module : library->modules) {
    const auto* const code = std::get_if<CodeModule>(&module.decoded);
    if (code == nullptr) continue;
    std::vector<decltype(kernels_)::iterator> added;
    for (const DeviceKernel& kernel : code->kernels) {
      const auto [place, isNew] = kernels_.emplace(kernel.name, DeviceCode{&kernel});
      if (isNew) added.push_back(place);
    }
    for (const CodePart& part : code->parts) {
      if (part.name.empty() && !part.isText) continue;
      std::unordered_map<std::string_view, std::string_view> functions;
      if (part.isText)
        for (const SourceFunction& function : functionsOfSource(part.bytes.text()))
          functions.emplace(function.name, function.text);
      for (const auto& place : added) {
        DeviceCode& device = place->second;
        const auto own = functions.find(place->first);
        if (device.part != nullptr || (part.name != place->first && (!part.name.empty() || own == functions.end())))
          continue;
        device.part = &part;
        if (part.isText) device.text = own != functions.end() ? own->second : part.bytes.text();
      }
    }
  }
}

std::vector<DeviceCode> DeviceKernels::of(std::string_view host) const {
  std::vector<DeviceCode> out;
  const std::string prefix = std::string(host) + "_kernel";
  for (auto at = kernels_.lower_bound(prefix); at != kernels_.end() && at->first.starts_with(prefix); ++at) {
    const std::string_view number = std::string_view(at->first).substr(prefix.size());
    const size_t digits = number.starts_with('_') ? 1 : 0;
    if (number.find_first_not_of("0123456789", digits) == std::string_view::npos) out.push_back(at->second);
  }
  return out;
}

bool isSameCode(const DeviceCode& old, const DeviceCode& now) {
  if (old.text.empty() || now.text.empty()) return old.part->bytes == now.part->bytes;
  return old.text == now.text || withoutNames(old.text, old.kernel->name) == withoutNames(now.text, now.kernel->name);
}

}  // namespace relaxscope::diffing
