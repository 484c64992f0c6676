// SPDX-License-Identifier: Apache-2.0
// Work of known size: chains whose steps wait for each other, and a loop on the clock.
#pragma once

#include <cstdint>

namespace relaxscope::bench {

/// `steps` multiplications, each of the last one's result.
void multiply(int steps);
/// The same without a dependence on other calls, for several threads at once.
void multiplyOnly(int steps);
/// `steps` loads, each from the address that the last one read.
void chase(int steps);
/// Returns after `ns` nanoseconds.
void spin(double ns);

}  // namespace relaxscope::bench
