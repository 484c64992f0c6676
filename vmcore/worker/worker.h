// SPDX-License-Identifier: Apache-2.0
// The worker process: greets, reads requests and executes them on a second thread while this thread enforces the
// limits, listens for Cancel and detects the end of the host. One request at a time.
#pragma once

namespace relaxscope::worker {

/// Takes over the standard streams and serves until the host sends Quit or closes the stream. Never returns: ends the
/// process without exit handlers, so that no code of loaded libraries runs.
[[noreturn]] void serve();

}  // namespace relaxscope::worker
