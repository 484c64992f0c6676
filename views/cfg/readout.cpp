// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/readout.h"

#include <QCoreApplication>

#include <cmath>

#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

struct ReadoutText {
  Q_DECLARE_TR_FUNCTIONS(CfgReadout)
};

}  // namespace

QStringList blockReadout(const CfgScene& scene, int block) {
  QStringList parts;
  if (block < 0 || static_cast<size_t>(block) >= scene.boxes.size()) return parts;
  const auto at = static_cast<size_t>(block);
  const CfgBox& box = scene.boxes[at];
  const BasicBlock& basic = scene.cfg.blocks[at];
  QString title = box.title;
  if (title.endsWith(QLatin1Char(':'))) title.chop(1);
  if (!title.isEmpty()) parts << title;
  parts << (basic.end.value - basic.begin.value > 1
                ? ReadoutText::tr("pc %1–%2").arg(basic.begin.value).arg(basic.end.value - 1)
                : ReadoutText::tr("pc %1").arg(basic.begin.value));
  if (!basic.reachable && block != 0) parts << ReadoutText::tr("not reached");
  if (const double count = scene.counts.blocks[at]; scene.timed && !std::isnan(count))
    parts << ReadoutText::tr("executed %1 per run").arg(timesText(count));
  if (!scene.timed) return parts;
  if (box.ns <= 0) return parts << ReadoutText::tr("no time was recorded here");
  return parts << ReadoutText::tr("%1 per run").arg(durationLabel(box.ns))
               << ReadoutText::tr("%1 % of the function").arg(QString::number(box.share * 100, 'f', 1));
}

}  // namespace relaxscope
