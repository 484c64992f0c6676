// SPDX-License-Identifier: Apache-2.0
// A prepared run as JSON: what would be run, with which arguments, byte for byte by their digests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vmcore/base/text_sink.h"
#include "vmcore/run/prepare.h"

namespace relaxscope {

/// The content of a tensor in plain form.
struct TensorDigest {
  uint64_t bytes = 0;
  std::string sha256;  ///< of those bytes; empty where they cannot be made
};
/// Of a tensor, or of a random one as the worker makes it; nothing for other values.
std::optional<TensorDigest> tensorDigest(const Value& value);

/// An object: function and arguments of a lone call, or calls; seed, limits, warmup, repeat, trace, devices, allocator
/// and what was defaulted. An argument has name, position, type and source; a tensor dtype, shape, bytes and sha256;
/// others a value.
void writeRequestJson(const PreparedRun& prepared, const TextSink& sink);

}  // namespace relaxscope
