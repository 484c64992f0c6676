// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/layers.h"

#include "vmcore/base/text/text.h"

namespace relaxscope {

bool AllLayers::isShort(const DerivedSource& source) const { return source.executable->code.size() <= kShortCode; }

QString LayerTexts::ownName(const LayerName& name) {
  constexpr qsizetype kMaxStem = 80;
  const QString number = QString::fromStdString(name.number);
  if (name.stem.empty()) return tr("layer %1").arg(number);
  return QString::fromStdString(printable(name.stem)).left(kMaxStem) + QLatin1Char(' ') + number;
}

QString LayerTexts::name(const LayerMap& layers, const LayerCopy& copy, const NoteTable* notes) {
  const QString given = notes != nullptr ? notes->layerName(copy.first, copy.depth) : QString();
  return given.isEmpty() ? ownName(layers.nameOf(copy)) : given;
}

QString LayerTexts::range(InstrIndex first, InstrIndex last) {
  return first == last ? tr("pc %1").arg(first.value) : tr("pc %1–%2").arg(first.value).arg(last.value);
}

QString LayerTexts::whyNot(const Executable& executable, const FunctionRegions& regions, const AlmostRegion& almost,
                           const NoteTable* notes) {
  const auto callee = [&](uint32_t call) {
    const FuncIndex function = regions.flow.calls[call].callee;
    const QString given = notes != nullptr ? notes->name(function) : QString();
    return given.isEmpty() ? QString::fromStdString(printable(executable.functions[function.at()].name)).left(80)
                           : given;
  };
  const auto pc = [&](uint32_t call) { return QString::number(regions.flow.calls[call].pc.value); };
  switch (almost.reason) {
    case AlmostRegion::Reason::Independent:
      return almost.region == kNoRegion ? tr("no copy takes a result of the one before")
                                        : tr("no result is passed between it and the copy beside it");
    case AlmostRegion::Reason::OtherCallee:
      return tr("it calls %1 at pc %2, not %3 as at pc %4")
          .arg(callee(almost.call), pc(almost.call), callee(almost.against), pc(almost.against));
    case AlmostRegion::Reason::FurtherCall:
      return tr("it also calls %1 at pc %2").arg(callee(almost.call), pc(almost.call));
    case AlmostRegion::Reason::MissingCall:
      return tr("it does not call %1 as at pc %2").arg(callee(almost.against), pc(almost.against));
    case AlmostRegion::Reason::OtherType:
      return tr("%1 at pc %2 has a result of another type than at pc %3")
          .arg(callee(almost.call), pc(almost.call), pc(almost.against));
  }
  return {};
}

}  // namespace relaxscope
