// SPDX-License-Identifier: Apache-2.0
// One libFuzzer program an entry: RELAXSCOPE_FUZZ_ENTRY names the row.
#include "tests/fuzz/entries.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace relaxscope;
  static const fuzz::Entry* const entry = fuzz::findEntry(RELAXSCOPE_FUZZ_ENTRY);
  // A copy of its own, so that AddressSanitizer sees a read behind the end.
  entry->run(Bytes::own({data, data + size}));
  return 0;
}
