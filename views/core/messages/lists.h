// SPDX-License-Identifier: GPL-3.0-or-later
// All sentences of vmcore that reach the window.
#pragma once

#include <span>

#include "views/core/messages/cublas_messages.h"
#include "views/core/messages/diff_messages.h"
#include "views/core/messages/engine_messages.h"
#include "views/core/messages/file_messages.h"
#include "views/core/messages/finding_messages.h"
#include "views/core/messages/gpu_messages.h"
#include "views/core/messages/lint_messages.h"
#include "views/core/messages/profile_messages.h"
#include "views/core/messages/text_messages.h"
#include "views/core/messages/times_messages.h"
#include "views/core/messages/transfer_messages.h"

namespace relaxscope {

inline constexpr std::span<const char* const> kMessageLists[] = {
    kEngineMessages, kFileMessages,  kTextMessages, kFindingMessages, kLintMessages,    kProfileMessages,
    kDiffMessages,   kTimesMessages, kGpuMessages,  kCublasMessages,  kTransferMessages};

}  // namespace relaxscope
