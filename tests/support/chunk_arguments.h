// SPDX-License-Identifier: Apache-2.0
// Arguments of the events of made chunks.
#pragma once

#include <cstdint>

#include "vmcore/trace/event.h"

namespace relaxscope {

/// Adds an argument to the chunk's last event, behind those that it has.
inline void addArgument(TraceChunk& chunk, ArgRecord argument) {
  const auto event = static_cast<uint32_t>(chunk.events.size() - 1);
  auto& uses = chunk.values.uses;
  if (uses.empty() || uses.back().event != event) uses.push_back({event, static_cast<uint32_t>(uses.size())});
  argument.list = uses.back().list;
  chunk.values.args.push_back(argument);
}

}  // namespace relaxscope
