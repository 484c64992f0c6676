// SPDX-License-Identifier: Apache-2.0
// What two peers of different releases have in common, by their greetings.
#pragma once

#include <string_view>

#include "vmcore/base/result.h"
#include "vmcore/wire/messages.h"

namespace relaxscope::wire {

/// The newest protocol that both have; else an error with both releases, and which of them to replace.
Result<uint32_t> agreedProtocol(const Hello& one, const Hello& other);
/// Whether the peer named the capability.
bool hasCapability(const Hello& peer, std::string_view capability);

}  // namespace relaxscope::wire
