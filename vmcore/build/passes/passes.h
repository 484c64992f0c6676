// SPDX-License-Identifier: Apache-2.0
// The passes, in the order of the pipeline. Rules: docs/building.md.
#pragma once

#include "vmcore/build/passes/pass.h"

namespace relaxscope::build {

/// Unique names, A-normal form, and a type for every expression and binding.
Pass normalize;
/// Local functions become private functions of the module, and closures where they capture something.
Pass lambdaLift;
/// What is left of LegalizeOps without operators: in a module that had any, or call_tir, functions in order of names.
Pass legalizeOps;
/// Kernels of dataflow blocks that copy in row-major order become R.reshape.
Pass rewriteDataflowReshape;
/// Dataflow blocks become plain ones.
Pass toNonDataflow;
/// Calls that are pure by declaration become plain ones; pure functions get relax.force_pure.
Pass removePurityChecking;
/// Outputs of kernels are allocated by the caller and passed as arguments.
Pass callTirRewrite;
/// Tensors that are not alive at the same time share a storage.
Pass staticPlanBlockMemory;
/// Allocations that are not planned get a storage of their own.
Pass lowerAllocTensor;
/// Aliases go, and values are released after their last use.
Pass killAfterLastUse;
/// Operators of the runtime become calls of the VM's builtin functions.
Pass lowerRuntimeBuiltin;
/// Scalar expressions that are passed or bound are computed by host functions.
Pass computePrimValue;
/// Checks of arguments, and shapes computed through the shape heap.
Pass vmShapeLower;
/// Every function gets its symbol; private functions move behind public ones.
Pass attachGlobalSymbol;

}  // namespace relaxscope::build
