// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "vmcore/model/launch_tag.h"

namespace relaxscope::diffing {
namespace {

constexpr size_t kMostTags = 64, kMostBounds = 64;

/// The argument of __launch_bounds__ in a source: threads per block, and what follows.
std::string launchBounds(std::string_view text) {
  constexpr std::string_view kName = "__launch_bounds__(";
  const std::string_view head = text.substr(0, text.find('{'));
  const size_t at = head.find(kName);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = head.substr(at + kName.size());
  return std::string(rest.substr(0, std::min(rest.find(')'), kMostBounds)));
}

/// By name: which value of a launch it is, or that it is a flag.
std::map<std::string, std::string> launchParameters(const DeviceCode& code) {
  std::map<std::string, std::string> out;
  size_t values = 0;
  for (size_t i = 0; i < std::min(code.kernel->launchTags.size(), kMostTags); ++i) {
    const std::string& tag = code.kernel->launchTags[i];
    out.emplace(launchTagText(tag), parseLaunchTag(tag).takesValue ? fmt::format("value {}", ++values) : "set");
  }
  if (std::string bounds = launchBounds(code.text); !bounds.empty()) out.emplace("launch bounds", std::move(bounds));
  return out;
}

}  // namespace

std::string launchText(const std::vector<DeviceCode>& kernels) {
  std::string text;
  for (const DeviceCode& code : kernels)
    for (const std::string& tag : code.kernel->launchTags) text += (text.empty() ? "" : ", ") + launchTagText(tag);
  return text;
}

std::vector<LaunchChange> launchChanges(const std::vector<DeviceCode>& old, const std::vector<DeviceCode>& now) {
  std::vector<LaunchChange> out;
  for (size_t i = 0; i < std::max(old.size(), now.size()); ++i) {
    std::map<std::string, std::pair<std::string, std::string>> values;
    if (i < old.size())
      for (auto& [name, value] : launchParameters(old[i])) values[name].first = value;
    if (i < now.size())
      for (auto& [name, value] : launchParameters(now[i])) values[name].second = value;
    const std::string& kernel = i < now.size() ? now[i].kernel->name : old[i].kernel->name;
    for (auto& [name, both] : values)
      if (both.first != both.second) out.push_back({kernel, name, both.first, both.second});
  }
  return out;
}

}  // namespace relaxscope::diffing
