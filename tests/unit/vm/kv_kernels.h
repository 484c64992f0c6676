// SPDX-License-Identifier: Apache-2.0
// Calls of KV builtins without a program around them, and kernels for a paged KV cache written out plainly: what the
// executable's own would compute.
#pragma once

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/function.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "tests/unit/vm/machine.h"

namespace relaxscope::testing {

/// A machine whose builtins are called one by one.
class KvCaller {
 public:
  explicit KvCaller(uint64_t memoryBytes = 0);
  /// The result; errors are thrown.
  ffi::Any operator()(const std::string& name, const std::vector<ffi::Any>& args);
  /// Whether the call raises an error of `kind` whose message begins with the builtin's name and holds `text`.
  ::testing::AssertionResult fails(const std::string& kind, const std::string& text, const std::string& name,
                                   const std::vector<ffi::Any>& args);
  VirtualMachine& machine() { return *machine_; }

 private:
  std::unique_ptr<VirtualMachine> machine_;
};

ffi::Any ints(std::initializer_list<int64_t> values);
ffi::Any ints(const std::vector<int64_t>& values);

/// What a test varies of a cache; the rest is one head of queries for each of keys.
struct KvSetup {
  int64_t sequences = 4, tokens = 64, prefill = 32, pageSize = 4, slides = 0, heads = 2, width = 4;
  std::vector<int64_t> kinds = {0, 0};  ///< of the layers
  int64_t layerWindow = 1024;
};
/// How often kernels ran since the cache was made, by name: "ragged", "prefill", "decode", "merge", "append", "copy".
struct KvCounts {
  int ragged = 0, prefill = 0, decode = 0, merge = 0, append = 0, copy = 0;
};
/// Arguments of paged_attention_kv_cache_create with kernels that count in `counts`; without rotary embedding.
std::vector<ffi::Any> createArgs(const KvSetup& setup, const std::shared_ptr<KvCounts>& counts);

}  // namespace relaxscope::testing
