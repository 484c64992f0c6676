// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules/kernel_figures.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

#include "views/widgets/figures.h"
#include "vmcore/analysis/gpu/occupancy.h"
#include "vmcore/base/unknown.h"

namespace relaxscope {
namespace {

constexpr size_t kMostLines = 6;  // of a tooltip

template <class T>
double numberOf(const std::optional<T>& value) {
  return value ? static_cast<double>(*value) : kUnknown;
}
bool isBytes(KernelFigure figure) {
  return figure == KernelFigure::Shared || figure == KernelFigure::Local || figure == KernelFigure::Constants;
}
/// "75", "37.5".
QString percentNumber(double percent) { return QString::number(percent, 'g', 3); }

double numberIn(const KernelResources& row, KernelFigure figure) {
  switch (figure) {
    case KernelFigure::Occupancy:
      if (const auto of = occupancyAtBounds(row)) return of->percent();
      return kUnknown;
    case KernelFigure::Registers: return numberOf(row.registers);
    case KernelFigure::Shared: return numberOf(row.sharedBytes);
    case KernelFigure::Local: return numberOf(row.localBytes);
    case KernelFigure::Constants: return numberOf(row.constantBytes);
    case KernelFigure::Threads: return row.maxThreads() == 0 ? kUnknown : static_cast<double>(row.maxThreads());
    case KernelFigure::Architecture: return row.architecture == 0 ? kUnknown : row.architecture;
  }
  return kUnknown;
}

}  // namespace

std::vector<TableColumn> KernelFigures::columns() {
  return {
      figureColumn("occupancy", tr("Occupancy"),
                   tr("Share of a multiprocessor's warps that blocks of the most threads fill, without dynamic shared "
                      "memory; smaller blocks may fill more. Computed from the code, not measured"),
                   82),
      figureColumn("registers", tr("Registers"), tr("Registers per thread"), 74),
      figureColumn("shared", tr("Shared"), tr("Static shared memory per block"), 74),
      figureColumn("local", tr("Local"), tr("Local memory per thread: spilled registers, arrays and called functions"),
                   66),
      figureColumn("constants", tr("Constants"), tr("Constant memory of the kernel, its arguments included"), 78, true),
      figureColumn("threads", tr("Threads"), tr("Most threads per block, by the launch bounds"), 78),
      figureColumn("architecture", tr("Built for"), tr("Architecture of the code"), 86),
  };
}

const KernelResources* KernelFigures::shown() const {
  const auto compiled =
      std::find_if(rows_.begin(), rows_.end(), [](const KernelResources* row) { return row->registers.has_value(); });
  return compiled != rows_.end() ? *compiled : rows_.empty() ? nullptr : rows_.front();
}

double KernelFigures::number(KernelFigure figure) const {
  const KernelResources* row = shown();
  return row == nullptr ? kUnknown : numberIn(*row, figure);
}

Cell KernelFigures::cell(KernelFigure figure) const {
  Cell cell;
  cell.mono = true;
  const KernelResources* row = shown();
  if (row == nullptr) return cell;
  cell.tooltip = tooltip();
  const double value = numberIn(*row, figure);
  if (figure == KernelFigure::Architecture) {
    cell.text = QString::fromStdString(architectureName(row->architecture));
    if (rows_.size() > 1) cell.unit = QStringLiteral("+%1").arg(rows_.size() - 1);
    return cell;
  }
  if (std::isnan(value)) {
    cell.text = QStringLiteral("–");
    cell.color = Token::TextThird;
    return cell;
  }
  if (isBytes(figure)) {
    const Figure bytes = bytesFigure(value);
    cell.text = bytes.number;
    cell.unit = bytes.unit;
    return cell;
  }
  cell.text = figure == KernelFigure::Occupancy ? percentNumber(value) : countText(static_cast<int64_t>(value));
  if (figure == KernelFigure::Occupancy) cell.unit = QStringLiteral("%");
  if (figure == KernelFigure::Threads && row->blockRequired) cell.unit = tr("exactly");
  return cell;
}

QString KernelFigures::occupancyText(const KernelResources& row) const {
  const auto of = occupancyAtBounds(row);
  if (!of) return {};
  QStringList limits;
  const auto name = [&](OccupancyLimit limit, const QString& text) {
    if ((of->limits & static_cast<uint8_t>(limit)) != 0) limits << text;
  };
  name(OccupancyLimit::Threads, tr("threads"));
  name(OccupancyLimit::Blocks, tr("blocks"));
  name(OccupancyLimit::Registers, tr("registers"));
  name(OccupancyLimit::SharedMemory, tr("shared memory"));
  const QString share = percentNumber(of->percent());
  const QString by = limits.join(QStringLiteral(", "));
  return dynamicShared_
             ? tr("occupancy %1 % without dynamic shared memory (blocks per multiprocessor: %2; limited by %3)")
                   .arg(share, countText(of->blocks), by)
             : tr("occupancy %1 % (blocks per multiprocessor: %2; limited by %3)")
                   .arg(share, countText(of->blocks), by);
}

QString KernelFigures::tooltip() const {
  QStringList lines;
  for (const KernelResources* row : rows_) {
    if (static_cast<size_t>(lines.size()) == kMostLines) break;
    QStringList parts;
    if (row->registers) parts << tr("registers per thread: %1").arg(countText(*row->registers));
    if (row->sharedBytes)
      parts << tr("%1 of shared memory")
                   .arg(bytesLabel(static_cast<int64_t>(std::min<uint64_t>(*row->sharedBytes, INT64_MAX))));
    if (row->minBlocksPerSm) parts << tr("at least %1 blocks per multiprocessor").arg(countText(*row->minBlocksPerSm));
    if (const QString of = occupancyText(*row); !of.isEmpty()) parts << of;
    const QString name = QString::fromStdString(architectureName(row->architecture));
    lines << QStringLiteral("%1: %2").arg(name.isEmpty() ? tr("unknown architecture") : name,
                                          parts.join(QStringLiteral(", ")));
  }
  return lines.join(u'\n');
}

}  // namespace relaxscope
