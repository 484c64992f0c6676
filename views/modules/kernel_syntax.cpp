// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules/kernel_syntax.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxSpans = 2000;   // of a line
constexpr int kDirective = 1 << 16;  // state: the line continues a directive; below it, the depth of open comments

using Words = std::unordered_set<std::u16string_view>;

const Words& keywords(KernelLanguage language) {
  static const Words c = {
      u"alignas",  u"auto",     u"break",     u"case",    u"class",         u"const",    u"constexpr",
      u"continue", u"default",  u"do",        u"else",    u"enum",          u"extern",   u"false",
      u"for",      u"goto",     u"if",        u"inline",  u"namespace",     u"operator", u"private",
      u"public",   u"register", u"return",    u"sizeof",  u"static",        u"struct",   u"switch",
      u"template", u"true",     u"typedef",   u"union",   u"using",         u"volatile", u"while",
      u"asm",      u"typename", u"protected", u"nullptr", u"static_assert", u"restrict"};
  static const Words wgsl = {u"alias",      u"break",    u"case",       u"const",   u"const_assert", u"continue",
                             u"continuing", u"default",  u"diagnostic", u"discard", u"else",         u"enable",
                             u"false",      u"fn",       u"for",        u"if",      u"let",          u"loop",
                             u"override",   u"requires", u"return",     u"struct",  u"switch",       u"true",
                             u"var",        u"while"};
  static const Words ptx = {u"bra", u"call", u"exit", u"ret", u"trap"};
  static const Words json = {u"true", u"false", u"null"};
  static const Words none;
  switch (language) {
    case KernelLanguage::C: return c;
    case KernelLanguage::Wgsl: return wgsl;
    case KernelLanguage::Ptx: return ptx;
    case KernelLanguage::Json: return json;
    case KernelLanguage::None: break;
  }
  return none;
}

const Words& qualifiers(KernelLanguage language) {
  static const Words c = {u"__kernel",     u"__global", u"__local", u"__constant", u"__private",   u"__read_only",
                          u"__write_only", u"kernel",   u"device",  u"constant",   u"threadgroup", u"thread"};
  static const Words wgsl = {u"storage", u"read", u"write", u"read_write", u"workgroup", u"uniform", u"function"};
  static const Words none;
  return language == KernelLanguage::C ? c : language == KernelLanguage::Wgsl ? wgsl : none;
}

/// `word` is `stem` with a width or a vector length after it: "float4", "vec4", "int8".
bool isCounted(std::u16string_view word, const Words& stems) {
  while (!word.empty() && word.back() >= u'0' && word.back() <= u'9') word.remove_suffix(1);
  return stems.contains(word);
}

bool isType(KernelLanguage language, std::u16string_view word) {
  static const Words c = {u"bool",   u"char", u"double", u"float", u"half",   u"int",  u"long",     u"short",
                          u"signed", u"uint", u"uchar",  u"ulong", u"ushort", u"void", u"unsigned", u"dim"};
  static const Words wgsl = {u"array", u"atomic", u"bool", u"f", u"i",  u"mat2x",
                             u"mat3x", u"mat4x",  u"ptr",  u"u", u"vec"};
  if (language == KernelLanguage::C) return isCounted(word, c) || (word.size() > 2 && word.ends_with(u"_t"));
  return language == KernelLanguage::Wgsl && word != u"f" && word != u"i" && word != u"u" && isCounted(word, wgsl);
}

bool isPtxType(std::u16string_view word) {
  static const Words stems = {u".b", u".f", u".s", u".u", u".bf", u".tf"};
  return word == u".pred" || (word.size() > 2 && isCounted(word, stems));
}

bool isLetter(QChar c) { return c == u'_' || c == u'$' || c.isLetter(); }
bool isWord(QChar c) { return isLetter(c) || c.isDigit(); }

class Scanner {
 public:
  Scanner(KernelLanguage language, QStringView line, int state) : language_(language), line_(line) {
    if (language != KernelLanguage::Json) depth_ = state & (kDirective - 1);
    directive_ = language == KernelLanguage::C && (state & kDirective) != 0;
  }

  SyntaxLine scan() {
    if (language_ == KernelLanguage::None) return {};
    if (depth_ > 0) comment(0);
    if (!directive_) directive_ = language_ == KernelLanguage::C && depth_ == 0 && startsWithHash();
    while (at_ < size()) step();
    out_.state = depth_;
    if (directive_ && line_.endsWith(u'\\')) out_.state |= kDirective;
    return std::move(out_);
  }

 private:
  [[nodiscard]] int size() const { return static_cast<int>(line_.size()); }
  [[nodiscard]] QChar peek(int ahead) const { return at_ + ahead < size() ? line_[at_ + ahead] : QChar(); }
  [[nodiscard]] bool startsWithHash() const {
    const QStringView rest = line_.sliced(at_).trimmed();
    return rest.startsWith(u'#');
  }

  void add(int begin, int end, SyntaxKind kind) {
    if (begin < end && out_.spans.size() < kMaxSpans) out_.spans.push_back({begin, end, kind});
  }

  void step() {
    const QChar c = line_[at_];
    const bool comments = language_ != KernelLanguage::Json;
    if (comments && c == u'/' && peek(1) == u'/') {
      add(at_, size(), SyntaxKind::Comment);
      at_ = size();
    } else if (comments && c == u'/' && peek(1) == u'*') {
      const int begin = at_;
      at_ += 2;
      depth_ = 1;
      comment(begin);
    } else if (directive_) {
      directive();
    } else if (c == u'"' || (c == u'\'' && language_ == KernelLanguage::C)) {
      string(c);
    } else if (c.isDigit() || (c == u'.' && peek(1).isDigit() && language_ != KernelLanguage::Ptx)) {
      number();
    } else if (isLetter(c) || isMarked(c)) {
      word();
    } else {
      ++at_;
    }
  }

  /// A first character that belongs to the word after it.
  [[nodiscard]] bool isMarked(QChar c) const {
    if (!isLetter(peek(1))) return false;
    return language_ == KernelLanguage::Ptx ? c == u'.' || c == u'%' : language_ == KernelLanguage::Wgsl && c == u'@';
  }

  /// The rest of an open comment; those of WGSL nest.
  void comment(int begin) {
    while (at_ < size() && depth_ > 0) {
      if (line_[at_] == u'*' && peek(1) == u'/') {
        --depth_;
        at_ += 2;
      } else if (language_ == KernelLanguage::Wgsl && line_[at_] == u'/' && peek(1) == u'*') {
        depth_ = std::min(depth_ + 1, kDirective - 1);
        at_ += 2;
      } else {
        ++at_;
      }
    }
    add(begin, at_, SyntaxKind::Comment);
  }

  /// Up to a comment or the end of the line.
  void directive() {
    const int begin = at_;
    while (at_ < size() && !(line_[at_] == u'/' && (peek(1) == u'/' || peek(1) == u'*'))) ++at_;
    add(begin, at_, SyntaxKind::Directive);
  }

  void string(QChar quote) {
    const int begin = at_++;
    while (at_ < size() && line_[at_] != quote) at_ += line_[at_] == u'\\' ? 2 : 1;
    at_ = std::min(at_ + 1, size());
    int next = at_;
    while (next < size() && line_[next].isSpace()) ++next;
    const bool key = language_ == KernelLanguage::Json && next < size() && line_[next] == u':';
    add(begin, at_, key ? SyntaxKind::Register : SyntaxKind::String);
  }

  void number() {
    const int begin = at_;
    const bool hex = line_[at_] == u'0' && (peek(1) == u'x' || peek(1) == u'X');
    while (at_ < size()) {
      const QChar c = line_[at_], before = at_ > begin ? line_[at_ - 1] : QChar();
      const bool power = before == (hex ? u'p' : u'e') || before == (hex ? u'P' : u'E');
      const bool exponent = power && (c == u'+' || c == u'-');
      if (!isWord(c) && c != u'.' && !exponent) break;
      ++at_;
    }
    add(begin, at_, SyntaxKind::Number);
  }

  void word() {
    const int begin = at_++;
    const bool dotted = language_ == KernelLanguage::Ptx && line_[begin] != u'.';
    while (at_ < size() && (isWord(line_[at_]) || (dotted && line_[at_] == u'.') || isPtxScope(begin))) ++at_;
    const QStringView text = line_.sliced(begin, at_ - begin);
    const std::u16string_view w(reinterpret_cast<const char16_t*>(text.utf16()), static_cast<size_t>(text.size()));
    if (language_ == KernelLanguage::Ptx) return ptxWord(begin, w);
    if (language_ == KernelLanguage::Wgsl && w.front() == u'@') return add(begin, at_, SyntaxKind::Qualifier);
    if (keywords(language_).contains(w)) return add(begin, at_, SyntaxKind::Keyword);
    if (qualifiers(language_).contains(w) || isAttribute(w)) return add(begin, at_, SyntaxKind::Qualifier);
    if (isType(language_, w)) return add(begin, at_, SyntaxKind::Type);
    if (isCalled()) add(begin, at_, SyntaxKind::Function);
  }

  /// "::" of `.shared::cta`.
  [[nodiscard]] bool isPtxScope(int begin) const {
    return language_ == KernelLanguage::Ptx && line_[begin] == u'.' && line_[at_] == u':' &&
           (peek(1) == u':' || line_[at_ - 1] == u':');
  }

  void ptxWord(int begin, std::u16string_view w) {
    if (w.front() == u'%') return add(begin, at_, SyntaxKind::Register);
    if (w.front() == u'.') return add(begin, at_, isPtxType(w) ? SyntaxKind::Type : SyntaxKind::Qualifier);
    if (keywords(language_).contains(w) || w.find(u'.') != std::u16string_view::npos)
      return add(begin, at_, SyntaxKind::Keyword);
    if (at_ < size() && line_[at_] == u':') return add(begin, at_, SyntaxKind::Directive);
    if (isCalled()) add(begin, at_, SyntaxKind::Function);
  }

  /// `__global__`, `__launch_bounds__`.
  [[nodiscard]] bool isAttribute(std::u16string_view w) const {
    return language_ == KernelLanguage::C && w.size() > 4 && w.starts_with(u"__") && w.ends_with(u"__");
  }

  [[nodiscard]] bool isCalled() const {
    int next = at_;
    while (next < size() && line_[next].isSpace()) ++next;
    return next < size() && line_[next] == u'(';
  }

  KernelLanguage language_;
  QStringView line_;
  SyntaxLine out_;
  int at_ = 0, depth_ = 0;
  bool directive_ = false;
};

Token tokenOf(SyntaxKind kind) {
  switch (kind) {
    case SyntaxKind::Comment: return Token::RolePlumbing;
    case SyntaxKind::String: return Token::RoleConstant;
    case SyntaxKind::Number: return Token::RoleImmediate;
    case SyntaxKind::Directive: return Token::RoleLabel;
    case SyntaxKind::Keyword: return Token::Text;
    case SyntaxKind::Type: return Token::RoleRegister;
    case SyntaxKind::Qualifier: return Token::RoleLabel;
    case SyntaxKind::Function: return Token::RoleFunction;
    case SyntaxKind::Register: return Token::RoleRegister;
  }
  return Token::Text;
}

bool isBold(SyntaxKind kind) {
  return kind == SyntaxKind::Keyword || kind == SyntaxKind::Function || kind == SyntaxKind::Qualifier;
}

}  // namespace

KernelLanguage kernelLanguage(const std::string& content) {
  if (content == "PTX") return KernelLanguage::Ptx;
  if (content == "WGSL source") return KernelLanguage::Wgsl;
  if (content == "JSON graph") return KernelLanguage::Json;
  for (const char* known : {"CUDA C++ source", "HIP C++ source", "OpenCL C source", "Metal source", "C source"})
    if (content == known) return KernelLanguage::C;
  return KernelLanguage::None;
}

SyntaxLine syntaxOfLine(KernelLanguage language, QStringView line, int state) {
  return Scanner(language, line, std::max(0, state)).scan();
}

KernelSyntax::KernelSyntax(QTextDocument* document) : QSyntaxHighlighter(document) {
  connect(Theme::instance(), &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void KernelSyntax::highlightBlock(const QString& text) {
  const SyntaxLine line = syntaxOfLine(language_, text, previousBlockState());
  for (const SyntaxSpan& span : line.spans) {
    QTextCharFormat format;
    format.setForeground(Theme::instance()->color(tokenOf(span.kind)));
    if (isBold(span.kind)) format.setFontWeight(QFont::DemiBold);
    setFormat(span.begin, span.end - span.begin, format);
  }
  setCurrentBlockState(line.state);
}

}  // namespace relaxscope
