// SPDX-License-Identifier: Apache-2.0
// The tracks of a trace, for tests of the timeline's geometry.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "views/profile/geometry/track.h"

namespace relaxscope::testing {

inline Tracks tracksOf(const std::shared_ptr<const Trace>& trace) {
  Tracks tracks;
  EXPECT_TRUE(tracks.advance(trace));
  return tracks;
}

}  // namespace relaxscope::testing
