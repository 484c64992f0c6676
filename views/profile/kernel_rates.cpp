// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/kernel_rates.h"

#include <QCoreApplication>

#include "views/widgets/figures.h"
#include "vmcore/analysis/kernel_flops.h"
#include "vmcore/analysis/kernel_operator.h"

namespace relaxscope {
namespace {

struct KernelRatesText {
  Q_DECLARE_TR_FUNCTIONS(KernelRates)
};

/// "1.23 TFLOP/s".
QString flopsText(double perSecond) {
  constexpr std::pair<double, const char*> kRateUnits[] = {
      {1e12, "TFLOP/s"}, {1e9, "GFLOP/s"}, {1e6, "MFLOP/s"}, {1e3, "kFLOP/s"}};
  for (const auto& [size, unit] : kRateUnits)
    if (perSecond >= size) return QString::number(perSecond / size, 'g', 3) + QLatin1Char(' ') + QLatin1String(unit);
  return QString::number(perSecond, 'g', 3) + QStringLiteral(" FLOP/s");
}

QString withPeak(const QString& rate, double perSecond, double peak) {
  if (peak <= 0) return rate;
  const double percent = 100 * perSecond / peak;
  return KernelRatesText::tr("%1, %2 % of the peak")
      .arg(rate, percent < 0.1 ? QStringLiteral("<0.1") : QString::number(percent, 'f', 1));
}

}  // namespace

std::vector<std::pair<QString, QString>> kernelRates(const Document& document, const ProfileTracks& tracks,
                                                     const WorkFacts& work) {
  std::vector<std::pair<QString, QString>> rows;
  const std::shared_ptr<const Trace>& trace = tracks.tracks().trace();
  if (!work.valid || work.emulated || !isKernel(work.work.workKind()) || work.durationNs <= 0 ||
      work.work.call == kNoEvent)
    return rows;
  const EventIndex call(static_cast<int64_t>(work.work.call));
  size_t at = 0;
  const StoredChunk* values = trace->find(tracks.values()->sourceOf(call), at);
  if (values == nullptr) return rows;
  std::vector<TensorShape> shapes;
  double bytes = 0;
  const Arguments arguments = values->arguments(at);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument argument = arguments[i];
    if (argument.type != ArgType::Tensor) continue;
    shapes.emplace_back(argument.dims.begin(), argument.dims.end());
    bytes += static_cast<double>(argument.value);
  }
  const DeviceTables& tables = trace->device;
  const uint32_t device = tables.tracks[work.work.track].device;
  const DeviceFacts facts = device < tables.devices.size() ? tables.devices[device] : DeviceFacts{};
  size_t place = 0;
  const StoredChunk* event = trace->find(call, place);
  const uint32_t callee = event != nullptr ? event->site(place).callee : kNoIndex;
  if (const Executable* executable = document.executable(); executable != nullptr && callee != kNoIndex)
    if (const auto flops = kernelFlops(kernelOperators(*executable, FuncIndex(callee)), shapes)) {
      const double perSecond = *flops / work.durationNs * 1e9;
      rows.emplace_back(KernelRatesText::tr("Computes"), withPeak(flopsText(perSecond), perSecond, facts.peakFlops));
    }
  if (bytes > 0) {
    const double perSecond = bytes / work.durationNs * 1e9;
    rows.emplace_back(KernelRatesText::tr("Moves, at least"),
                      withPeak(KernelRatesText::tr("%1 a second").arg(bytesLabel(static_cast<int64_t>(perSecond))),
                               perSecond, facts.peakBytesPerSecond));
  }
  return rows;
}

}  // namespace relaxscope
