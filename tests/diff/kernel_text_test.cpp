// SPDX-License-Identifier: Apache-2.0
// The texts of kernels of real pairs agree with what the comparison says of them.
#include "vmcore/analysis/diff/kernel_text.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

DiffSide opened(const std::filesystem::path& path) {
  auto file = loadFile(path.string());
  if (!file.ok()) return {};
  auto loaded = std::make_shared<const LoadedFile>(*std::move(file));
  return {loaded->executable, loaded};
}

TEST(KernelTextOfPairs, DiffersWhereKernelsDoAndNowhereElse) {
  size_t retuned = 0, equal = 0;
  for (const auto& folder : std::filesystem::directory_iterator(RELAXSCOPE_DIFF_EXECUTABLES)) {
    if (!folder.is_directory()) continue;
    SCOPED_TRACE(folder.path().filename().string());
    const DiffSide old = opened(folder.path() / "old.so"), now = opened(folder.path() / "new.so");
    ASSERT_TRUE(old.executable && now.executable);
    const auto diff = diffExecutables(old, now);
    ASSERT_TRUE(diff.ok());
    for (const KernelPair& pair : diff->kernels) {
      if (pair.builtin || pair.old.empty() || pair.now.empty()) continue;
      const KernelTextDiff text = kernelTextDiff(old, now, pair);
      if (pair.state == PairState::Same || pair.kind == ChangeKind::KernelRenamed) {
        EXPECT_TRUE(text.parts.empty()) << pair.now;
        ++equal;
      } else if (pair.kind == ChangeKind::KernelRetuned) {
        ASSERT_EQ(text.parts.size(), 1u) << pair.now;
        EXPECT_FALSE(text.parts[0].same()) << pair.now << ": " << text.parts[0].note;
        EXPECT_FALSE(text.parts[0].hunks.empty());
        ++retuned;
      }
    }
  }
  EXPECT_GT(retuned, 20u);
  EXPECT_GT(equal, 100u);
}

}  // namespace
}  // namespace relaxscope
