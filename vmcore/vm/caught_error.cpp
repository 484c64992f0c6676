// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/caught_error.h"

#include <tvm/ffi/error.h>

#include <fmt/format.h>

#include <new>
#include <string>
#include <string_view>

#include "vmcore/device/device.h"
#include "vmcore/run/failure_kind.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {
namespace {

/// Adds to tvm-ffi's message for a failed function lookup by a kernel where that function is usually found.
std::string withHome(std::string message) {
  constexpr std::string_view kBefore = "Cannot find function ", kAfter = " in the imported modules or global registry";
  if (!message.starts_with(kBefore)) return message;
  const size_t end = message.find(kAfter);
  if (end == std::string::npos) return message;
  const std::string reason =
      missingBuiltinReason(std::string_view(message).substr(kBefore.size(), end - kBefore.size()));
  if (reason.empty()) return message;
  const bool elsewhere = reason.starts_with("usually");
  return fmt::format("{} ({}{})", message.substr(0, end + kAfter.size()), reason,
                     elsewhere ? "; load it with --load" : "");
}

}  // namespace

RunError currentError() {
  try {
    throw;
  } catch (const ffi::Error& error) {
    // A kernel that fails without raising an error leaves a null error.
    if (error.get() == nullptr) return {"RuntimeError", "native code failed without an error message", std::nullopt};
    std::string message = error.message();
    while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) message.pop_back();
    return {error.kind(), withHome(std::move(message)), std::nullopt, error};
  } catch (const DeviceFault& fault) {
    return {fault.isLost() ? failureKindName(FailureKind::DeviceLost) : "DeviceError", fault.what(), std::nullopt};
  } catch (const std::bad_alloc&) {
    return {"MemoryError", "out of memory", std::nullopt};
  } catch (const std::exception& error) { return {"InternalError", error.what(), std::nullopt}; } catch (...) {
    return {"InternalError", "an exception of unknown type was thrown", std::nullopt};
  }
}

}  // namespace relaxscope
