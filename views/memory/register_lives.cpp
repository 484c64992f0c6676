// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/register_lives.h"

#include <algorithm>
#include <map>

#include "vmcore/analysis/flow/liveness.h"

namespace relaxscope {

std::optional<RegisterPicture> RegisterLivesOf::make(const DerivedSource& source, const std::stop_token& stop) const {
  const auto definitions = definitionsOf(*source.executable, function, stop);
  if (!definitions) return std::nullopt;
  const auto lives = livenessOf(*source.executable, function, *definitions, stop);
  if (!lives) return std::nullopt;
  RegisterPicture picture;
  picture.begin = definitions->begin().value;
  picture.pressure = lives->pressure;
  picture.peak = lives->peak;
  picture.peakPc = lives->peakPc;
  picture.fileSize = lives->registerFileSize;
  std::map<int64_t, std::vector<RegisterPicture::Life>> rows;
  for (size_t i = 0; i < definitions->values.size() && i < lives->lives.size(); ++i) {
    const FlowValue& value = definitions->values[i];
    const Life& life = lives->lives[i];
    if (value.kind == ValueKind::Empty || value.kind == ValueKind::Unknown || !life.begin.valid()) continue;
    rows[value.reg.value].push_back({life.begin.value, std::max(life.end.value, life.begin.value) + 1,
                                     value.kind == ValueKind::Parameter, !life.lastUse.valid()});
  }
  for (auto& [reg, all] : rows) {
    std::ranges::sort(all, {}, &RegisterPicture::Life::begin);
    picture.rows.push_back({reg, std::move(all)});
  }
  return picture;
}

}  // namespace relaxscope
