// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of the languages that kernels are written in. A line is split into spans by a function of its text and the
// state after the line before; the highlighter only maps kinds to colours of the theme.
#pragma once

#include <QSyntaxHighlighter>

#include <string>
#include <vector>

namespace relaxscope {

enum class KernelLanguage : uint8_t {
  None,
  C,  ///< CUDA, HIP, OpenCL, Metal
  Wgsl,
  Ptx,
  Json
};
enum class SyntaxKind : uint8_t { Comment, String, Number, Directive, Keyword, Type, Qualifier, Function, Register };

/// Characters `begin` to `end` of a line; the characters between spans are plain.
struct SyntaxSpan {
  int begin = 0, end = 0;
  SyntaxKind kind = SyntaxKind::Comment;
  friend bool operator==(const SyntaxSpan&, const SyntaxSpan&) = default;
};
struct SyntaxLine {
  std::vector<SyntaxSpan> spans;
  int state = 0;  ///< for the next line: an open comment, a continued directive
};

/// The language of a part's detected content ("CUDA C++ source").
KernelLanguage kernelLanguage(const std::string& content);
/// `state` is that of the line before, 0 for the first. A line of very many spans is coloured at its beginning only.
SyntaxLine syntaxOfLine(KernelLanguage language, QStringView line, int state);

class KernelSyntax : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  explicit KernelSyntax(QTextDocument* document);
  /// Takes effect with the next text.
  void setLanguage(KernelLanguage language) { language_ = language; }

 protected:
  void highlightBlock(const QString& text) override;

 private:
  KernelLanguage language_ = KernelLanguage::None;
};

}  // namespace relaxscope
