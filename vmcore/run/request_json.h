// SPDX-License-Identifier: Apache-2.0
// Writes a prepared run as JSON: calls and arguments, with digests of the exact argument bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vmcore/base/text_sink.h"
#include "vmcore/run/prepare.h"

namespace relaxscope {

/// Digest of a tensor's compact data.
struct TensorDigest {
  uint64_t bytes = 0;
  std::string sha256;  ///< of those bytes; empty where they cannot be generated
};
/// For a tensor, or a random one as the worker generates it; nothing for other values.
std::optional<TensorDigest> tensorDigest(const Value& value);

/// Writes an object: function and arguments of a single call, or calls; seed, limits, warmup, repeat, trace, devices,
/// allocator and the defaulted arguments. An argument has name, position, type and source; a tensor dtype, shape, bytes
/// and sha256; others a value.
void writeRequestJson(const PreparedRun& prepared, const TextSink& sink);

}  // namespace relaxscope
