// SPDX-License-Identifier: Apache-2.0
// One libFuzzer program per entry: RELAXSCOPE_FUZZ_ENTRY names the row.
#include "tests/fuzz/entries.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace relaxscope;
  static const fuzz::Entry* const entry = fuzz::findEntry(RELAXSCOPE_FUZZ_ENTRY);
  // Copied, so that AddressSanitizer detects a read past the end.
  entry->run(Bytes::own({data, data + size}));
  return 0;
}
