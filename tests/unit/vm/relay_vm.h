// SPDX-License-Identifier: Apache-2.0
// Runs Relay programs that a test writes in the assembler's text form.
#pragma once

#include <string>
#include <vector>

#include "tests/unit/vm/test_vm.h"
#include "vmcore/vm/relay/objects.h"

namespace relaxscope::testing {

inline constexpr DLDataType kInt8{kDLInt, 8, 1}, kInt16{kDLInt, 16, 1}, kInt32{kDLInt, 32, 1}, kInt64{kDLInt, 64, 1},
    kFloat32{kDLFloat, 32, 1}, kBool{kDLUInt, 1, 1};

using Functions = std::vector<std::pair<std::string, PackedBody>>;

/// First line of a release's programs, and how they name the CPU: the index of a virtual device, or a device type.
struct RelayRelease {
  const char* first;
  const char* devices;
  int cpu;  ///< -1: devices are not named
};
inline constexpr RelayRelease kRelay06{"\"Relay 0.6\" version=\"0.6.0\"", "", -1};
inline constexpr RelayRelease kRelay08{"\"Relay A\" version=\"0.8.0\"", "", 1};
inline constexpr RelayRelease kRelay11{"\"Relay B\" version=\"0.11.dev0\"", ".device (1, 0)\n", 0};
inline constexpr RelayRelease kRelay17{"\"Relay C\" version=\"0.17.0\"", ".device (1, 0)\n", 0};

/// The executable of a text without its first lines; functions and constants without a device are on the CPU. VM
/// functions must precede packed ones. Throws if the text is invalid.
Executable relayExecutable(const std::string& text, const RelayRelease& release = kRelay17);
/// Load options for it: `functions` are kernels by name, in addition to add(a, b, out) for int64 tensors of the same
/// size, fail(...) (ValueError "on purpose") and bump(a) (adds one to each element).
LoadOptions relayOptions(const std::string& text, Functions functions = {}, const RelayRelease& release = kRelay17);
/// A VM with it; throws if the load fails.
std::unique_ptr<VirtualMachine> relayVm(const std::string& text, Functions functions = {},
                                        const RelayRelease& release = kRelay17);
/// Returns main's result; throws if the call fails.
ffi::Any runRelay(const std::string& text, std::vector<ffi::Any> args = {}, Functions functions = {});
/// The message of a load that must fail.
std::string loadError(LoadOptions options);

/// A one-dimensional tensor with these elements.
template <class T>
ffi::Tensor makeOf(DLDataType dtype, std::vector<T> values) {
  const auto count = static_cast<int64_t>(values.size());
  const int64_t wide[1] = {count};
  ffi::Tensor made(
      makeTensor(std::make_shared<Allocator>(Allocator::Kind::Naive, 0), wide, 1, dtype, ElementLayout::WholeBytes));
  std::copy(values.begin(), values.end(), static_cast<T*>(made.data_ptr()));
  return made;
}
/// The same for int64.
inline ffi::Any intTensor(std::vector<int64_t> values) {
  const auto count = static_cast<int64_t>(values.size());
  return ffi::Any(makeInts({count}, std::move(values)));
}
const DLTensor& tensorIn(const ffi::Any& value);
/// "int64[2, 3]"
std::string typeOf(const ffi::Any& tensor);
/// An ADT value; throws for anything else.
const AdtObj& adtIn(const ffi::Any& value);
ffi::Any makeAdt(int64_t tag, std::vector<ffi::Any> fields);

}  // namespace relaxscope::testing
