// SPDX-License-Identifier: Apache-2.0
// TVM's global functions on KV caches and recurrent state (vm.builtin.kv_state_add_sequence and others), through which
// programs written for MLC drive a model, accept those of our VMs too.
#pragma once

namespace relaxscope {

/// From the first state on that a VM of this process makes, the global function of each builtin on states calls that
/// builtin for a state of ours and does what it did before for every other argument; it is registered where TVM's
/// runtime is not loaded. That runtime ends the process if it is loaded after that: withdrawStateCalls() first.
void serveStateCalls();
/// Restores the global functions, until the next state is made.
void withdrawStateCalls();
/// Replaces the global functions at once if a state was made before.
void resumeStateCalls();

}  // namespace relaxscope
