// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/caught_error.h"

#include <tvm/ffi/error.h>

#include <new>
#include <string>

namespace relaxscope {
namespace ffi = tvm::ffi;

RunError currentError() {
  try {
    throw;
  } catch (const ffi::Error& error) {
    // A kernel that fails without raising an error leaves none.
    if (error.get() == nullptr) return {"RuntimeError", "native code failed and did not say why", std::nullopt};
    std::string message = error.message();
    while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) message.pop_back();
    return {error.kind(), std::move(message), std::nullopt, error};
  } catch (const std::bad_alloc&) {
    return {"MemoryError", "no memory left", std::nullopt};
  } catch (const std::exception& error) {
    return {"InternalError", error.what(), std::nullopt};
  } catch (...) {
    return {"InternalError", "an exception of unknown type was thrown", std::nullopt};
  }
}

}  // namespace relaxscope
