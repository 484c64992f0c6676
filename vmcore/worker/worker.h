// SPDX-License-Identifier: Apache-2.0
// The worker process: greets, reads requests, carries them out on a second thread while this one keeps
// the limits, listens for Cancel and notices when the host has gone. One request at a time.
#pragma once

namespace relaxscope::worker {

/// Takes the standard streams over and serves until the host says Quit or goes away. Never returns:
/// the process ends here, by _exit, so that code of loaded libraries does not run on the way out.
[[noreturn]] void serve();

}  // namespace relaxscope::worker
