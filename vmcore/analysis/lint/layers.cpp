// SPDX-License-Identifier: Apache-2.0
// Layers: the same calls several times in a row.
#include <fmt/format.h>

#include "vmcore/analysis/lint/subject.h"
#include "vmcore/analysis/regions/repeated_regions.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::linting {

void findLayers(Subject& subject, const Body& body) {
  const auto found = repeatedRegions(subject.executable, body.function, subject.stop);
  if (!found) return;
  subject.findings.complete = subject.findings.complete && found->complete;
  Finding finding(LintRule::RepeatedRegion, body.function);
  std::string first;
  size_t layers = 0;
  // What is shorter is read faster than it is folded.
  constexpr uint32_t kMinCalls = 8;
  for (const RepeatedRegion& region : found->regions) {
    if (region.depth != 0 || region.reading.size() < kMinCalls) continue;
    ++layers;
    const std::string copies =
        region.reading.period == 1 ? std::string("1 call each") : fmt::format("{} calls each", region.reading.period);
    for (uint32_t at = region.reading.begin; at < region.reading.end(); at += region.reading.period)
      finding.add(printable(region.name), copies, siteOf(body, found->flow.calls[at].pc));
    if (first.empty())
      first = region.reading.period == 1 ? fmt::format("The same call runs {} times in a row.", region.reading.count)
                                         : fmt::format("The same {} calls run {} times in a row.",
                                                       region.reading.period, region.reading.count);
  }
  for (const AlmostRegion& row : found->almost)
    if (row.region != kNoRegion)
      finding.add(fmt::format("almost {}", printable(found->regions[row.region].name)),
                  whyNot(subject.executable, *found, row), siteOf(body, row.firstPc));
  if (layers == 0) return;
  finding.report(subject,
                 layers == 1 ? first : fmt::format("{} sequences of calls run several times in a row.", layers));
}

}  // namespace relaxscope::linting
