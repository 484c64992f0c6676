// SPDX-License-Identifier: Apache-2.0
// cuda.h: everything it declares for kernels stands in front of the source already.
#pragma once
