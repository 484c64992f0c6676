// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/launch_tag.h"

#include <algorithm>

namespace relaxscope {
namespace {

struct TagRow {
  std::string_view name;  ///< text before the dimension, or the whole tag
  LaunchTagKind kind;
  bool hasDimension;
  bool takesValue;
  const char* text;
};
/// Flags were named `tir.` up to 0.23 and `tirx.` since; TVM itself spells the dependent launch this way.
constexpr TagRow kTags[] = {
    {"blockIdx.", LaunchTagKind::BlockIdx, true, true, "block"},
    {"threadIdx.", LaunchTagKind::ThreadIdx, true, true, "thread"},
    {"clusterCtaIdx.", LaunchTagKind::ClusterIdx, true, true, "cluster"},
    {"preferredClusterCtaIdx.", LaunchTagKind::PreferredClusterIdx, true, true, "preferred cluster"},
    {"use_dyn_shared_memory", LaunchTagKind::SharedMemory, false, true, "shared memory"},
    {"use_programtic_dependent_launch", LaunchTagKind::DependentLaunch, false, false, "dependent launch"},
    {"use_cooperative_launch", LaunchTagKind::CooperativeLaunch, false, false, "cooperative"},
    {"use_required_block_dimension", LaunchTagKind::RequiredBlock, false, false, "required block"},
};

struct Parsed {
  LaunchTag tag;
  std::string text;
};

Parsed parse(std::string_view whole) {
  std::string_view tag = whole;
  for (const std::string_view prefix : {std::string_view("tirx."), std::string_view("tir.")})
    if (tag.starts_with(prefix)) tag.remove_prefix(prefix.size());
  for (const TagRow& row : kTags) {
    if (!tag.starts_with(row.name)) continue;
    const std::string_view rest = tag.substr(row.name.size());
    if (!row.hasDimension && rest.empty()) return {{row.kind, 0, row.takesValue}, row.text};
    if (row.hasDimension && rest.size() == 1 && rest[0] >= 'x' && rest[0] <= 'z')
      return {{row.kind, rest[0], row.takesValue}, std::string(row.text) + "." + rest[0]};
  }
  if (whole == "cthread" || whole.starts_with("vthread"))
    return {{LaunchTagKind::VirtualThread, 0, true}, std::string(whole)};
  if (whole.starts_with("paramWriteAccess:"))
    return {{LaunchTagKind::WriteAccess, 0, false}, "writes " + std::string(whole.substr(17))};
  return {{}, std::string(whole)};
}

}  // namespace

LaunchTag parseLaunchTag(std::string_view tag) { return parse(tag).tag; }

std::string launchTagText(std::string_view tag) { return parse(tag).text; }

size_t launchValueCount(const std::vector<std::string>& tags) {
  return static_cast<size_t>(
      std::count_if(tags.begin(), tags.end(), [](const std::string& tag) { return parseLaunchTag(tag).takesValue; }));
}

std::string launchTagsProblem(const std::vector<std::string>& tags) {
  for (size_t i = 0; i < tags.size(); ++i) {
    const LaunchTag tag = parseLaunchTag(tags[i]);
    if (tag.kind == LaunchTagKind::Unknown) return "launch tag \"" + tags[i].substr(0, 60) + "\" is unknown";
    if (tag.kind == LaunchTagKind::SharedMemory && i + 1 != tags.size()) return "the shared memory tag is not the last";
  }
  return {};
}

}  // namespace relaxscope
