// SPDX-License-Identifier: Apache-2.0
// cuda_runtime.h: everything it declares for kernels stands in front of the source already.
#pragma once
