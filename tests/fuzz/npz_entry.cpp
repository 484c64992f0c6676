// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/entries.h"
#include "vmcore/format/container/npz.h"

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

}  // namespace relaxscope::fuzz
