// SPDX-License-Identifier: Apache-2.0
// Layers: the same calls several times in a row.
#include <fmt/format.h>

#include "vmcore/analysis/lint/subject.h"
#include "vmcore/analysis/regions/repeated_regions.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::linting {

static std::string sentenceOf(const RepeatedRegion& region) {
  if (!region.equal)
    return fmt::format("Parameters name {} layers of {}, whose calls differ.", region.count(), printable(region.name));
  if (region.mostCalls() == 1) return fmt::format("The same call runs {} times in a row.", region.count());
  return fmt::format("The same {} calls run {} times in a row.", region.mostCalls(), region.count());
}

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
    if (region.depth != 0 || region.end() - region.begin() < kMinCalls) continue;
    ++layers;
    for (uint32_t copy = 0; copy < region.count(); ++copy) {
      const uint32_t calls = region.callsOf(copy);
      finding.add(printable(region.name),
                  fmt::format("{} call{}{}", calls, calls == 1 ? "" : "s", region.equal ? " each" : ""),
                  siteOf(body, found->flow.calls[region.bounds[copy]].pc));
    }
    if (first.empty()) first = sentenceOf(region);
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
