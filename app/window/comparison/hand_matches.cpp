// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison/hand_matches.h"

#include "app/window/settings.h"

namespace relaxscope {
namespace {

constexpr qsizetype kMaxPairs = 100;

// Names are bytes: they are kept as such, whatever their encoding.
QVariantList toList(const NamePairs& pairs) {
  QVariantList out;
  for (const auto& [old, now] : pairs)
    out.append(QVariant(QVariantList{QByteArray::fromStdString(old), QByteArray::fromStdString(now)}));
  return out;
}

NamePairs pairsOf(const QVariant& list, bool swapped) {
  NamePairs out;
  for (const QVariant& each : list.toList()) {
    const QVariantList names = each.toList();
    if (names.size() != 2) continue;
    const std::string old = names[swapped ? 1 : 0].toByteArray().toStdString();
    out.emplace_back(old, names[swapped ? 0 : 1].toByteArray().toStdString());
  }
  return out;
}

bool isOf(const QVariantMap& entry, const QString& old, const QString& now) {
  return entry.value(QStringLiteral("old")) == old && entry.value(QStringLiteral("new")) == now;
}

}  // namespace

HandMatches handMatchesOf(const QString& old, const QString& now) {
  for (const QVariant& each : settings::handMatches()) {
    const QVariantMap entry = each.toMap();
    const bool swapped = !isOf(entry, old, now);
    if (swapped && !isOf(entry, now, old)) continue;
    return {pairsOf(entry.value(QStringLiteral("matched")), swapped),
            pairsOf(entry.value(QStringLiteral("cut")), swapped)};
  }
  return {};
}

void keepHandMatches(const QString& old, const QString& now, const HandMatches& matches) {
  QVariantList all = settings::handMatches();
  all.removeIf([&](const QVariant& each) { return isOf(each.toMap(), old, now) || isOf(each.toMap(), now, old); });
  if (!matches.matched.empty() || !matches.cut.empty())
    all.prepend(QVariantMap{{QStringLiteral("old"), old},
                            {QStringLiteral("new"), now},
                            {QStringLiteral("matched"), toList(matches.matched)},
                            {QStringLiteral("cut"), toList(matches.cut)}});
  settings::setHandMatches(all.mid(0, kMaxPairs));
}

}  // namespace relaxscope
