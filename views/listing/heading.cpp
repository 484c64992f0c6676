// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/heading.h"

#include <QFontMetrics>

#include <algorithm>

#include "views/code/layers.h"
#include "views/theme/theme.h"

namespace relaxscope {

ListingHeading ListingHeading::of(const ListingGeometry& geometry, const ListingRows::Row& row) {
  ListingHeading made;
  const ListingContent& content = geometry.content();
  if (!content.layers) return made;
  const LayerMap& layers = *content.layers;
  if (row.kind == ListingRows::Kind::Layer && row.item < layers.copies().size())
    made.describeLayer(content, layers.copies()[row.item]);
  if (row.kind == ListingRows::Kind::Almost && row.item < layers.regions().almost.size())
    made.describeAlmost(content, layers.regions().almost[row.item]);
  made.layOut(geometry);
  return made;
}

void ListingHeading::describeLayer(const ListingContent& content, const LayerCopy& copy) {
  const LayerMap& layers = *content.layers;
  const LayerCopy& following = layers.next(copy);
  const QString other = LayerTexts::name(layers, following, content.notes.get()) + QStringLiteral(", ") +
                        LayerTexts::range(following.first, following.last);
  name = LayerTexts::name(layers, copy, content.notes.get()) + QLatin1Char(':');
  text = LayerTexts::range(copy.first, copy.last);
  const bool equal = layers.regions().regions[copy.region].equal;
  if (!equal) link = following.copy > copy.copy ? tr("followed by %1").arg(other) : tr("the first is %1").arg(other);
  else link = following.copy > copy.copy ? tr("repeats as %1").arg(other) : tr("repeats %1").arg(other);
  chip = QChar(0x00D7) + QString::number(copy.count);
  next = following.first;
}

void ListingHeading::describeAlmost(const ListingContent& content, const AlmostRegion& almost) {
  const LayerMap& layers = *content.layers;
  const QString range = LayerTexts::range(almost.firstPc, almost.lastPc),
                why = LayerTexts::whyNot(*content.executable, layers.regions(), almost, content.notes.get());
  QString like;
  for (const LayerCopy& copy : layers.copies())
    if (copy.region == almost.region && copy.copy == 0) {
      like = LayerTexts::name(layers, copy, content.notes.get());
      break;
    }
  text = like.isEmpty() ? tr("%1 almost repeats: %2").arg(range, why)
                        : tr("%1 is almost a copy of %2: %3").arg(range, like, why);
}

void ListingHeading::layOut(const ListingGeometry& geometry) {
  const Theme* theme = Theme::instance();
  const int height = ListingGeometry::rowHeight(), gap = theme->px(8);
  const QFontMetrics bold(theme->mono(12, 700)), plain(theme->ui(11)), small(theme->ui(11, 600));
  int x = geometry.columns().gutter;
  int right = geometry.columns().resultRight;
  if (!chip.isEmpty()) {
    const int width = small.horizontalAdvance(chip) + theme->px(14);
    right -= width;
    chipBox = QRect(right, (height - theme->px(16)) / 2, width, theme->px(16));
    right -= gap;
  }
  const auto place = [&](const QString& what, const QFontMetrics& metrics) {
    constexpr qsizetype kMaxMeasured = 1'000;
    const int wanted = what.isEmpty() ? 0 : metrics.horizontalAdvance(what.left(kMaxMeasured));
    const QRect box(x, 0, std::clamp(wanted, 0, std::max(0, right - x)), height);
    x += box.width() + (wanted > 0 ? gap : 0);
    return box;
  };
  nameBox = place(name, bold);
  textBox = place(text, plain);
  if (!link.isEmpty()) x += plain.horizontalAdvance(QChar(0x00B7)) + gap;
  linkBox = place(link, plain);
}

QString ListingHeading::spoken() const {
  QStringList parts;
  if (!name.isEmpty()) parts << name.chopped(1);
  parts << text << link;
  parts.removeAll(QString());
  return parts.join(QStringLiteral(", "));
}

}  // namespace relaxscope
