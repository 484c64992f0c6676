// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/call_text.h"

#include <QRegularExpression>

#include <algorithm>

#include "vmcore/run/input_spec.h"

namespace relaxscope {
namespace {

/// Whether a text in parentheses is a shape; does not check that it is well-formed.
bool isShape(const QString& content) {
  return content.startsWith(QLatin1Char('(')) && std::all_of(content.begin(), content.end(), [](QChar c) {
           return c.isDigit() || c.isSpace() || QStringLiteral("(),+-").contains(c);
         });
}

}  // namespace

ArgumentSource sourceOf(const QString& content, const ParamInfo& param) {
  static const QRegularExpression array(QStringLiteral("^\\w*@")), tuple(QStringLiteral("^(tuple|adt-?\\d+)?\\("));
  if (array.match(content).hasMatch()) return ArgumentSource::File;
  if (content.startsWith(kDeleted) || parseResultRef(content.toStdString())) return ArgumentSource::Result;
  if (tuple.match(content).hasMatch() && !isShape(content)) return ArgumentSource::Tuple;
  if (content.contains(QLatin1Char('['))) return ArgumentSource::Random;
  const bool plain = param.kind == ParamInfo::Kind::Prim || param.kind == ParamInfo::Kind::Shape;
  return content.isEmpty() && !plain ? ArgumentSource::Random : ArgumentSource::Scalar;
}

std::vector<ResultRef> refsOf(const QString& value) {
  std::vector<ResultRef> refs;
  if (!value.contains(QLatin1String("call"))) return refs;
  const std::string text = value.toStdString();
  for (const std::string_view leaf : inputLeaves(text))
    if (auto ref = parseResultRef(leaf)) refs.push_back(*std::move(ref));
  return refs;
}

bool isDeleted(const QString& value) {
  if (!value.contains(kDeleted)) return false;
  const std::string text = value.toStdString();
  const std::vector<std::string_view> leaves = inputLeaves(text);
  return std::any_of(leaves.begin(), leaves.end(),
                     [](std::string_view leaf) { return leaf.starts_with(kDeleted.data()); });
}

QString renumbered(const QString& value, const std::vector<int>& places) {
  if (!value.contains(QLatin1String("call"))) return value;
  const std::string text = value.toStdString();
  std::string out;
  size_t written = 0;
  for (const std::string_view leaf : inputLeaves(text)) {
    const auto ref = parseResultRef(leaf);
    if (!ref || ref->call >= places.size()) continue;
    const int place = places[ref->call];
    const auto at = static_cast<size_t>(leaf.data() - text.data());
    out.append(text, written, at - written);
    const std::string now = resultRefText({static_cast<uint32_t>(std::max(0, place)), ref->path});
    out += place < 0 ? kDeleted.data() + now.substr(kDeleted.size()) : now;  // "call?" and "call0" have the same length
    written = at + leaf.size();
  }
  return QString::fromStdString(out.append(text, written));
}

}  // namespace relaxscope
