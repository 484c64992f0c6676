// SPDX-License-Identifier: Apache-2.0
// Direct calls of KV builtins without a program, and plain reference kernels for a paged KV cache that compute what the
// executable's own would.
#pragma once

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/function.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "tests/unit/vm/test_vm.h"

namespace relaxscope::testing {

/// A VM for direct calls of its builtins.
class KvCaller {
 public:
  explicit KvCaller(uint64_t memoryBytes = 0);
  /// Returns the result; throws errors.
  ffi::Any operator()(const std::string& name, const std::vector<ffi::Any>& args);
  /// Whether the call raises an error of `kind` whose message begins with the builtin's name and holds `text`.
  ::testing::AssertionResult fails(const std::string& kind, const std::string& text, const std::string& name,
                                   const std::vector<ffi::Any>& args);
  VirtualMachine& vm() { return *vm_; }

 private:
  std::unique_ptr<VirtualMachine> vm_;
};

ffi::Any ints(std::initializer_list<int64_t> values);
ffi::Any ints(const std::vector<int64_t>& values);

/// The parameters of a cache that tests vary; otherwise one query head per key head.
struct KvSetup {
  int64_t sequences = 4, tokens = 64, prefill = 32, pageSize = 4, slides = 0, heads = 2, width = 4;
  std::vector<int64_t> kinds = {0, 0};  ///< per layer
  int64_t layerWindow = 1024;
};
/// Kernel calls since the cache was created, by name: "ragged", "prefill", "decode", "merge", "append", "copy".
struct KvCounts {
  int ragged = 0, prefill = 0, decode = 0, merge = 0, append = 0, copy = 0;
};
/// Arguments of paged_attention_kv_cache_create with kernels that count in `counts`; without rotary embedding.
std::vector<ffi::Any> createArgs(const KvSetup& setup, const std::shared_ptr<KvCounts>& counts);

}  // namespace relaxscope::testing
