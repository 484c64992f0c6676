// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/entries.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/container/safetensors.h"
#include "vmcore/format/container/tensor_cache.h"

namespace relaxscope::fuzz {
namespace {

void checkArray(const NpyArray& array) {
  const auto again = readNpy(Bytes::own(writeNpy(array)));
  promise(again.ok(), "an array that was read can be written and read");
  promise(again->data == array.data && again->shape == array.shape, "an array keeps its data");
}

}  // namespace

void runNpz(const Bytes& input) {
  if (const auto array = readNpy(input); array.ok()) checkArray(*array);
  const auto archive = readNpz(input);
  if (!archive.ok()) return;
  for (const auto& [name, array] : *archive) checkArray(array);
}

void runArraySet(const Bytes& input) {
  const auto check = [&](const auto& arrays) {
    if (!arrays.ok()) return;
    for (const auto& [name, array] : *arrays) {
      uint64_t elements = 1;
      for (const int64_t dim : array.shape) elements *= static_cast<uint64_t>(dim);
      promise(array.data.size() == elements * static_cast<uint64_t>(array.dtype.elementBytes()),
              "an array has the bytes of its shape");
      promise(array.data.size() <= 2 * input.size(), "an array is not larger than what was read");
    }
  };
  check(readSafetensors(input));
  check(readTensorCache(input.text(), [&](const std::string&) { return Result<Bytes>(input); }));
}

}  // namespace relaxscope::fuzz
