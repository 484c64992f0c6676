// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/file_facts.h"

#include <map>

#include "vmcore/analysis/diff/module_facts.h"

namespace relaxscope::diffing {
namespace {

using Facts = std::map<std::string, std::pair<std::string, bool>>;  // by what: value, and whether it is provenance

void addLibrary(const Library& library, bool ignoreKernels, Facts& facts) {
  facts["library"] = {eraProducer(library.era), true};
  facts["container"] = {objectFormatName(library.object.format), true};
  facts["target"] = {library.object.machineName, ignoreKernels};
}

Facts factsOf(const DiffSide& side, bool withLibrary, bool ignoreKernels) {
  Facts facts;
  facts["format"] = {variantName(side.executable->variant), true};
  facts["version"] = {side.executable->version, true};
  if (withLibrary) addLibrary(*side.file->library, ignoreKernels, facts);
  return facts;
}

}  // namespace

std::vector<FileFact> differingFacts(const DiffSide& old, const DiffSide& now, const DiffOptions& options) {
  const auto hasLibrary = [](const DiffSide& side) { return side.file != nullptr && side.file->library.has_value(); };
  const bool both = hasLibrary(old) && hasLibrary(now);
  const Facts before = factsOf(old, both, options.ignoreKernels), after = factsOf(now, both, options.ignoreKernels);
  Facts names = before;
  names.insert(after.begin(), after.end());
  std::vector<FileFact> out;
  for (const auto& [what, value] : names) {
    const auto was = before.find(what), is = after.find(what);
    FileFact fact{what, was == before.end() ? "" : was->second.first, is == after.end() ? "" : is->second.first,
                  value.second};
    if (fact.old != fact.now) out.push_back(std::move(fact));
  }
  if (both)
    for (FileFact& fact : differingModules(old, now, options.ignoreKernels)) out.push_back(std::move(fact));
  return out;
}

}  // namespace relaxscope::diffing
