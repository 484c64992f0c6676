// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/compiler/cuda_source.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <set>

namespace relaxscope::emulated {
namespace {

bool isWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

struct Kernel {
  std::string name, bounds;  ///< bounds: the first argument of __launch_bounds__
};

class Rewriter {
 public:
  explicit Rewriter(std::string_view text) : text_(text) { result_.text.reserve(text.size() + 4096); }

  CppSource rewrite() {
    while (at_ < text_.size()) step();
    writeTable();
    for (const auto& kernel : kernels_) result_.kernels.push_back(kernel.name);
    return std::move(result_);
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  void step() {
    const char c = text_[at_];
    if (c == '#' && atLineStart_) return marker();
    if (c == '\n') {
      ++line_;
      atLineStart_ = true;
      return copy(1);
    }
    if (isSpace(c)) return copy(1);
    atLineStart_ = false;
    if (isWordStart(c)) return word();
    if (c == '"' || c == '\'') return copy(literalEnd(at_) - at_);
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    punctuation(c);
    copy(1);
  }

  void copy(size_t count) {
    result_.text.append(text_.substr(at_, count));
    at_ += count;
  }

  /// `# 12 "kernels.cu" 3`: flag 3 marks a system header, which is copied whole, or what a macro of one became in
  /// another file.
  void marker() {
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string line(text_.substr(at_, end - at_));
    char* rest = nullptr;
    const long number = std::strtol(line.c_str() + 1, &rest, 10);
    const size_t open = line.find('"'), close = line.rfind('"');
    copy(end - at_);
    if (rest == line.c_str() + 1 || open == std::string::npos || close <= open) return;
    line_ = static_cast<int>(number) - 1;
    file_ = line.substr(open + 1, close - open - 1);
    const bool system = line.find('3', close) != std::string::npos;
    if (!system) ownFiles_.insert(file_);
    else if (!ownFiles_.contains(file_)) copySystemHeader();
  }

  void copySystemHeader() {
    size_t end = text_.find("\n#", at_);
    while (end != std::string_view::npos && text_.substr(end, 9) == "\n#pragma ") end = text_.find("\n#", end + 1);
    copy((end == std::string_view::npos ? text_.size() : end) - at_);
  }

  /// The end of the string or character literal at `from`; newlines inside of raw strings are counted.
  size_t literalEnd(size_t from) {
    const bool raw = from > 0 && text_[from - 1] == 'R' && text_[from] == '"';
    if (raw) {
      const size_t open = text_.find('(', from);
      if (open == std::string_view::npos) return text_.size();
      const std::string close = fmt::format("){}\"", text_.substr(from + 1, open - from - 1));
      const size_t end = text_.find(close, open);
      const size_t after = end == std::string_view::npos ? text_.size() : end + close.size();
      line_ += static_cast<int>(std::count(text_.begin() + static_cast<ptrdiff_t>(from),
                                           text_.begin() + static_cast<ptrdiff_t>(after), '\n'));
      return after;
    }
    size_t end = from + 1;
    while (end < text_.size() && text_[end] != text_[from] && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text_.size());
  }

  void number() {
    size_t end = at_;
    while (end < text_.size()) {
      const char c = text_[end], before = end > at_ ? text_[end - 1] : '0';
      const bool sign = (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      if (!isWord(c) && c != '.' && c != '\'' && !sign) break;
      ++end;
    }
    copy(end - at_);
  }

  void punctuation(char c) {
    lastWord_ = kNone;
    if (c == '{') ++depth_;
    if (c == '}') {
      --depth_;
      if (depth_ <= kernelDepth_) kernelDepth_ = kNoKernel;
    }
    if (c == ';' || c == '{' || c == '}') template_ = false;
  }

  std::string_view wordAt(size_t from) const {
    size_t end = from;
    while (end < text_.size() && isWord(text_[end])) ++end;
    return text_.substr(from, end - from);
  }

  void word() {
    const std::string_view name = wordAt(at_);
    if (name == "__global__") return global();
    if (name == "__shared__") return shared();
    if (name == "__launch_bounds__") return launchBounds(nullptr);
    if (name == "template") template_ = true;
    if (name == "asm" || name == "__asm__" || name == "__asm") refuseAssembler(name.size());
    lastWord_ = result_.text.size();
    lastName_ = name;
    copy(name.size());
  }

  size_t skipSpace(size_t from) const {
    while (from < text_.size() && isSpace(text_[from])) ++from;
    return from;
  }

  /// The position after the parenthesis that closes the one at `from`.
  size_t afterParentheses(size_t from) {
    int open = 0;
    const int line = line_;
    for (size_t i = from; i < text_.size(); ++i) {
      if (text_[i] == '"' || text_[i] == '\'') i = literalEnd(i) - 1;
      else if (text_[i] == '(') ++open;
      else if (text_[i] == ')' && --open == 0) {
        line_ = line;
        return i + 1;
      }
    }
    line_ = line;
    return text_.size();
  }

  /// Skips the marker and its arguments in the result; newlines stay.
  void launchBounds(std::string* first) {
    at_ += wordAt(at_).size();
    const size_t open = skipSpace(at_);
    if (open >= text_.size() || text_[open] != '(') return;
    const size_t end = afterParentheses(open);
    const std::string_view arguments = text_.substr(open + 1, end - open - 2);
    if (first != nullptr) *first = firstArgument(arguments);
    keepNewlines(end);
  }

  static std::string firstArgument(std::string_view arguments) {
    int open = 0;
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i] == '(') ++open;
      if (arguments[i] == ')') --open;
      if (arguments[i] == ',' && open == 0) return std::string(arguments.substr(0, i));
    }
    return std::string(arguments);
  }

  void keepNewlines(size_t end) {
    const auto count =
        std::count(text_.begin() + static_cast<ptrdiff_t>(at_), text_.begin() + static_cast<ptrdiff_t>(end), '\n');
    result_.text.append(static_cast<size_t>(count), '\n');
    line_ += static_cast<int>(count);
    at_ = end;
  }

  /// A kernel's declaration: everything up to its parameters is copied here.
  void global() {
    at_ += wordAt(at_).size();
    result_.text += "__attribute__((visibility(\"default\"),used,noinline))";
    Kernel kernel;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        copy(1);
      } else if (c == '#') {
        marker();
      } else if (isWordStart(c)) {
        const std::string_view name = wordAt(at_);
        if (name == "__launch_bounds__") {
          launchBounds(&kernel.bounds);
        } else if (name == "__attribute__") {
          copy(afterParentheses(skipSpace(at_ + name.size())) - at_);
        } else {
          kernel.name = name;
          copy(name.size());
        }
      } else if (c == '(' || c == ';' || c == '{') {
        break;
      } else {
        copy(1);
      }
    }
    if (at_ >= text_.size() || text_[at_] != '(') return;
    const size_t next = skipSpace(afterParentheses(at_));
    if (next < text_.size() && text_[next] == '{' && kernelDepth_ == kNoKernel) kernelDepth_ = depth_;
    if (!template_) add(kernel);
    if (kernelDepth_ != kNoKernel) current_ = indexOf(kernel.name);
  }

  [[nodiscard]] size_t indexOf(const std::string& name) const {
    const auto found = std::find_if(kernels_.begin(), kernels_.end(), [&](const auto& k) { return k.name == name; });
    return static_cast<size_t>(found - kernels_.begin());
  }

  /// A kernel is usually declared before it is defined.
  void add(const Kernel& kernel) {
    const size_t index = indexOf(kernel.name);
    if (index == kernels_.size()) kernels_.push_back(kernel);
    else if (kernels_[index].bounds.empty()) kernels_[index].bounds = kernel.bounds;
  }

  [[nodiscard]] bool inKernel() const { return kernelDepth_ != kNoKernel && depth_ > kernelDepth_; }

  void shared() {
    const std::string_view before = lastWord_ == kNone ? std::string_view() : lastName_;
    at_ += wordAt(at_).size();
    if (before == "extern") return dynamicShared();
    if (before != "static") result_.text += "static ";
    const bool own = inKernel() && current_ < kernels_.size();
    result_.text +=
        fmt::format("__attribute__((section(\"rs_shared_{}\")))", own ? std::to_string(current_) : "common");
    lastWord_ = kNone;
  }

  /// `extern __shared__ T x[];` becomes a reference to the one array of dynamic shared memory.
  void dynamicShared() {
    result_.text.resize(lastWord_);
    lastWord_ = kNone;
    const size_t end = std::min(text_.find(';', at_), text_.size());
    std::string type;
    size_t open = end;
    for (size_t i = at_; i < end; ++i) {
      if (isWordStart(text_[i]) && wordAt(i) == "__attribute__") {
        i = afterParentheses(skipSpace(i + wordAt(i).size())) - 1;
      } else if (text_[i] == '#') {
        i = std::min(text_.find('\n', i), end);
      } else if (text_[i] == '[') {
        open = i;
        break;
      } else {
        type += text_[i];
      }
    }
    while (!type.empty() && isSpace(type.back())) type.pop_back();
    size_t nameBegin = type.size();
    while (nameBegin > 0 && isWord(type[nameBegin - 1])) --nameBegin;
    const std::string name = type.substr(nameBegin);
    type.resize(nameBegin);
    std::replace(type.begin(), type.end(), '\n', ' ');
    const size_t close = std::min(text_.find(']', open), end);
    const std::string rest(close < end ? text_.substr(close + 1, end - close - 1) : std::string_view());
    const std::string extents = fmt::format("[sizeof(rs_dynamic_shared) / sizeof({}{})]{}", type, rest, rest);
    result_.text += fmt::format("{0}{1} (&{2}){3} = reinterpret_cast<{1} (&){3}>(rs_dynamic_shared)",
                                depth_ == 0 ? "static " : "", type, name, extents);
    keepNewlines(end);
  }

  /// PTX cannot run here; an empty statement, which only orders memory accesses, can.
  void refuseAssembler(size_t nameLength) {
    size_t next = skipSpace(at_ + nameLength);
    while (next < text_.size() && isWordStart(text_[next])) next = skipSpace(next + wordAt(next).size());
    if (next >= text_.size() || text_[next] != '(') return;
    next = skipSpace(next + 1);
    if (text_.substr(next, 2) == "\"\"") return;
    result_.problems.push_back({file_, line_, "PTX assembler cannot run on the emulated GPU"});
  }

  void writeTable() {
    std::string& out = result_.text;
    out += "\n# 1 \"<kernels>\" 3\n#pragma GCC visibility push(hidden)\nextern \"C\" {\n";
    std::vector<std::string> sections;
    for (size_t i = 0; i < kernels_.size(); ++i) sections.push_back(std::to_string(i));
    sections.emplace_back("common");
    for (const auto& name : sections) {
      out += fmt::format(
          "extern char __start_rs_shared_{0}[] __attribute__((weak)), __stop_rs_shared_{0}[] __attribute__((weak));\n",
          name);
    }
    out += "}\nstatic const ::rs::ImageEntry rs_entries[] = {\n";
    for (size_t i = 0; i < kernels_.size(); ++i) {
      out += fmt::format(
          "{{(const void*)&{0}, &::rs::Entry<&{0}>::run, ::rs::Entry<&{0}>::Type::params, "
          "::rs::Entry<&{0}>::Type::count, {1}, __start_rs_shared_{2}, __stop_rs_shared_{2}}},\n",
          kernels_[i].name, kernels_[i].bounds.empty() ? "1024" : kernels_[i].bounds, i);
    }
    // Constants: nothing of the image runs before a launch.
    out += fmt::format(
        "{{}}}};\n#pragma GCC visibility pop\n"
        "extern \"C\" __attribute__((visibility(\"default\"),used)) ::rs::ImageHeader rs_image = "
        "{{::rs::kImageVersion, ::rs::kArchitecture, rs_entries, {}, &rs_bindings, (::rs::Triple*)&threadIdx, "
        "(::rs::Triple*)&blockIdx, (::rs::Triple*)&blockDim, (::rs::Triple*)&gridDim, rs_dynamic_shared, "
        "__start_rs_shared_common, __stop_rs_shared_common}};\n",
        kernels_.size());
  }

  static constexpr int kNoKernel = 1 << 30;
  std::string_view text_;
  CppSource result_;
  size_t at_ = 0;
  bool atLineStart_ = true, template_ = false;
  int line_ = 1, depth_ = 0, kernelDepth_ = kNoKernel;
  std::string file_;
  std::set<std::string> ownFiles_;  ///< that are no system headers
  std::string_view lastName_;
  size_t lastWord_ = kNone;  ///< where the word just before begins in the result
  std::vector<Kernel> kernels_;
  size_t current_ = 0;
};

}  // namespace

CppSource cppFromCuda(std::string_view preprocessed) { return Rewriter(preprocessed).rewrite(); }

}  // namespace relaxscope::emulated
