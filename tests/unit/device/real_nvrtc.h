// SPDX-License-Identifier: Apache-2.0
// NVIDIA's own run-time compiler for tests, which needs no GPU: of the toolkit or of the Python package.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "vmcore/device/cuda/nvrtc.h"

namespace relaxscope::test {

/// Empty with the reason if there is none.
inline std::optional<cuda::Nvrtc> realNvrtc(std::string& why) {
  cuda::LibrarySearch search = cuda::usualSearch(cuda::kNvrtcVariable);
  if (const char* site = std::getenv("RELAXSCOPE_TEST_SITE_PACKAGES"); site != nullptr)
    search.sitePackages.insert(search.sitePackages.begin(), site);
  auto opened = cuda::openNvrtc(search);
  if (opened) return *opened;
  why = opened.error().message;
  return std::nullopt;
}

}  // namespace relaxscope::test

/// Defines `nvrtc`, or skips the test.
#define RS_NEEDS_NVRTC(nvrtc)                          \
  std::string why;                                     \
  const auto nvrtc = relaxscope::test::realNvrtc(why); \
  if (!nvrtc) GTEST_SKIP() << "no NVRTC: " << why
