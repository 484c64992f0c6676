// SPDX-License-Identifier: Apache-2.0
#include "tests/support/meaning.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "vmcore/format/loader.h"

namespace relaxscope::testing {
namespace {

constexpr std::string_view kSuffix = ".expected";
constexpr std::array<std::string_view, 5> kSections{"types", "slots", "layers", "memory", "calls"};

std::ifstream opened(const std::string& folder, const std::string& model) {
  return std::ifstream(folder + "/" + model + std::string(kSuffix));
}

}  // namespace

std::vector<std::string> modelsWithMeaning(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == kSuffix) names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::string expectedMeaning(const std::string& folder, const std::string& model, const std::string& section) {
  std::ifstream file = opened(folder, model);
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (std::ranges::find(kSections, line) != kSections.end()) inside = line == section;
    else if (inside) text += line + "\n";
  }
  return text;
}

std::shared_ptr<const Executable> modelWithMeaning(const std::string& folder, const std::string& model) {
  std::ifstream file = opened(folder, model);
  constexpr std::string_view kFile = "file ";
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(kFile)) {
      const auto loaded = loadFile(folder + "/" + line.substr(kFile.size()));
      return loaded.ok() ? loaded->executable : nullptr;
    }
  return nullptr;
}

}  // namespace relaxscope::testing
