// SPDX-License-Identifier: Apache-2.0
// Relay programs written in a test, in the assembler's text form, on a machine.
#pragma once

#include <string>
#include <vector>

#include "tests/unit/vm/machine.h"
#include "vmcore/vm/relay/objects.h"

namespace relaxscope::testing {

inline constexpr DLDataType kInt8{kDLInt, 8, 1}, kInt16{kDLInt, 16, 1}, kInt32{kDLInt, 32, 1}, kInt64{kDLInt, 64, 1},
    kFloat32{kDLFloat, 32, 1}, kBool{kDLUInt, 1, 1};

using Functions = std::vector<std::pair<std::string, PackedBody>>;

/// What a release's programs begin with, and how they name the CPU: the index of a virtual device, or a device type.
struct RelayRelease {
  const char* first;
  const char* devices;
  int cpu;  ///< -1: devices are not told
};
inline constexpr RelayRelease kRelay06{"\"Relay 0.6\" version=\"0.6.0\"", "", -1};
inline constexpr RelayRelease kRelay08{"\"Relay A\" version=\"0.8.0\"", "", 1};
inline constexpr RelayRelease kRelay11{"\"Relay B\" version=\"0.11.dev0\"", ".device (1, 0)\n", 0};
inline constexpr RelayRelease kRelay17{"\"Relay C\" version=\"0.17.0\"", ".device (1, 0)\n", 0};

/// The executable of a text without its first lines; functions and constants that name no device are on the CPU. VM
/// functions stand before packed ones. A text that is wrong throws.
Executable relayExecutable(const std::string& text, const RelayRelease& release = kRelay17);
/// Load options for it: `functions` are kernels by name, beside these:
/// add(a, b, out) of int64 tensors of as many elements, fail(...) (ValueError "on purpose"), bump(a) (adds one to each
/// element).
LoadOptions relayOptions(const std::string& text, Functions functions = {}, const RelayRelease& release = kRelay17);
/// A machine over it; a failing load throws.
std::unique_ptr<VirtualMachine> relayMachine(const std::string& text, Functions functions = {},
                                             const RelayRelease& release = kRelay17);
/// What main returns; a failing call throws.
ffi::Any runRelay(const std::string& text, std::vector<ffi::Any> args = {}, Functions functions = {});
/// The message of a load that must fail.
std::string loadError(LoadOptions options);

/// A tensor of one dimension with these elements.
template <class T>
ffi::Tensor makeOf(DLDataType dtype, std::vector<T> values) {
  const auto count = static_cast<int64_t>(values.size());
  const int64_t wide[1] = {count};
  ffi::Tensor made(
      makeTensor(std::make_shared<Allocator>(Allocator::Kind::Naive, 0), wide, 1, dtype, ElementLayout::WholeBytes));
  std::copy(values.begin(), values.end(), static_cast<T*>(made.data_ptr()));
  return made;
}
/// The same of int64.
inline ffi::Any intTensor(std::vector<int64_t> values) {
  const auto count = static_cast<int64_t>(values.size());
  return ffi::Any(makeInts({count}, std::move(values)));
}
const DLTensor& tensorIn(const ffi::Any& value);
/// "int64[2, 3]"
std::string typeOf(const ffi::Any& tensor);
/// A constructor's value; anything else throws.
const AdtObj& adtIn(const ffi::Any& value);
ffi::Any makeAdt(int64_t tag, std::vector<ffi::Any> fields);

}  // namespace relaxscope::testing
