// SPDX-License-Identifier: Apache-2.0
// Signals of a Python program, such as that of Ctrl+C, end a call of a VM: Python's handler only notes them until the
// main thread asks for them, which the VM then does at its next Call or loop iteration.
#pragma once

namespace relaxscope {

/// Puts a handler before Python's of SIGINT, SIGTERM and SIGALRM, unless it is there or the program is not a Python
/// one; signals that are ignored or end the process keep doing so. To be called before each call of a VM, as a program
/// may change its handlers; looks at them every few milliseconds. Any thread.
void watchSignals() noexcept;

}  // namespace relaxscope
