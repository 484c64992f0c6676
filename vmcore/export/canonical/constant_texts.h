// SPDX-License-Identifier: Apache-2.0
// Internal to export. Constants by their content: type, a hash, and the elements of small tensors.
#pragma once

#include <string>
#include <unordered_map>

#include "vmcore/analysis/flow/fingerprint.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

class ConstantTexts {
 public:
  /// The executable must outlive this object.
  explicit ConstantTexts(const Executable& executable);

  /// "f32[2] {1, 2} #1a2b3c4d5e6f", "\"global\"", "(1, 96)"; "no constant" for an index out of range.
  const std::string& of(ConstIndex index);

 private:
  std::string describe(ConstIndex index);
  std::string placement(ConstIndex index) const;

  const Executable& executable_;
  Fingerprints prints_;
  std::unordered_map<int64_t, std::string> texts_, scopes_;
};

/// "cpu:0", "cuda:0 global": a virtual device, or up to Relay 0.8 a device type.
std::string relayDeviceText(const Executable& executable, int64_t index);
/// A name as it is if it has only usual characters, else in quotes with JSON's escapes.
std::string canonicalName(std::string_view name);

}  // namespace relaxscope
