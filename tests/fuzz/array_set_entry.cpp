// SPDX-License-Identifier: Apache-2.0
// Safetensors, and the list of a folder with tensor-cache.json whose shards all have the input's bytes.
#include <algorithm>

#include "tests/fuzz/entries.h"
#include "vmcore/format/container/safetensors.h"
#include "vmcore/format/container/tensor_cache.h"

namespace relaxscope::fuzz {
namespace {

using Arrays = Result<std::vector<std::pair<std::string, NpyArray>>>;

/// The bytes of all arrays; each must have those of its shape.
uint64_t bytesOf(const Arrays& arrays) {
  uint64_t all = 0;
  if (!arrays.ok()) return all;
  for (const auto& [name, array] : *arrays) {
    uint64_t elements = 1;
    for (const int64_t dim : array.shape) elements *= static_cast<uint64_t>(dim);
    promise(array.data.size() == elements * static_cast<uint64_t>(array.dtype.elementBytes()),
            "an array has the bytes of its shape");
    all += array.data.size();
  }
  return all;
}

}  // namespace

void runArraySet(const Bytes& input) {
  bytesOf(readSafetensors(input));
  uint64_t shards = 0;
  const Arrays cached = readTensorCache(input.text(), [&](const std::string&) {
    ++shards;
    return Result<Bytes>(input);
  });
  promise(bytesOf(cached) <= 2 * shards * input.size(), "arrays of a folder are at most twice its files");
}

}  // namespace relaxscope::fuzz
