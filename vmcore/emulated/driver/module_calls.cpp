// SPDX-License-Identifier: Apache-2.0
// Modules and what their functions say of themselves.
#include <algorithm>
#include <bit>
#include <cstring>

#include "vmcore/emulated/driver/capture.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/image_bytes.h"
#include "vmcore/emulated/driver/launch.h"
#include "vmcore/emulated/driver/limits.h"
#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated::api {
namespace {

/// The log buffers among the options of a load: pointers and sizes that the values hold.
struct LogBuffers {
  char* error = nullptr;
  size_t errorBytes = 0;
  void** errorWritten = nullptr;  ///< the size's value, which receives the bytes written
  void** infoWritten = nullptr;
};

LogBuffers logBuffers(unsigned count, const int* options, void** values) {
  LogBuffers found;
  require(count == 0 || (options != nullptr && values != nullptr), InvalidValue, "options: are null");
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == ErrorLogBuffer) found.error = static_cast<char*>(values[i]);
    if (options[i] == InfoLogBufferBytes) found.infoWritten = &values[i];
    if (options[i] != ErrorLogBufferBytes) continue;
    found.errorBytes = reinterpret_cast<size_t>(values[i]) & 0xFFFFFFFF;  // an unsigned int is passed in a pointer
    found.errorWritten = &values[i];
  }
  return found;
}

void writeLog(const LogBuffers& buffers, const std::string& text) {
  size_t written = 0;
  if (buffers.error != nullptr && buffers.errorBytes > 0 && !text.empty()) {
    written = std::min(text.size() + 1, buffers.errorBytes);
    std::memcpy(buffers.error, text.c_str(), written);
    buffers.error[written - 1] = '\0';
  }
  if (buffers.errorWritten != nullptr) *buffers.errorWritten = reinterpret_cast<void*>(written);
  if (buffers.infoWritten != nullptr) *buffers.infoWritten = nullptr;
}

/// Machine code runs on its own architecture and on later ones of the same major version.
bool runsOn(int compiledFor, int architecture) {
  return compiledFor / 10 == architecture / 10 && compiledFor <= architecture;
}

}  // namespace

int moduleLoad(Module* module, const void* image, unsigned count, int* options, void** values) {
  ContextState& context = currentContext();
  requireOutput(module, "module");
  require(image != nullptr, InvalidValue, "image: is null");
  const LogBuffers buffers = logBuffers(count, options, values);
  forbidDuringCapture(context);
  const std::span<const char> bytes = imageBytes(image);
  int status = InvalidImage;
  std::string why = "has no bytes, or headers that cannot be";
  auto made = std::make_shared<ModuleState>();
  if (!bytes.empty()) made->image = KernelImage::open(bytes, status, why);
  const int architecture = configuration().architecture;
  if (made->image != nullptr && !runsOn(made->image->architecture(), architecture)) {
    why = fmt::format("compiled for sm_{}, the device is sm_{}", made->image->architecture(), architecture);
    status = NoBinaryForGpu;
    made->image = nullptr;
  }
  if (made->image == nullptr) {
    writeLog(buffers, why);
    throw Refusal{status == Success ? int{InvalidImage} : status, "image: " + why};
  }
  writeLog(buffers, "");
  made->context = &context;
  *module = driver().modules.add(made);
  return Success;
}

int moduleUnload(Module handle) {
  ContextState& context = currentContext();
  const std::shared_ptr<ModuleState> module = driver().modules.at(handle, "module");
  require(module->context == &context, InvalidHandle, "module: belongs to another context");
  for (const OperationRef& operation : pendingOf(context)) {
    const std::string& name = operation->work == nullptr ? std::string() : operation->work->name;
    require(name.empty() || !module->image->find(name), InvalidValue,
            fmt::format("module: its kernel {} has not ended", name));
  }
  for (const auto& [name, function] : module->functions) driver().functions.remove(function);
  driver().modules.remove(handle);
  return Success;
}

int moduleFunction(Function* function, Module handle, const char* name) {
  ContextState& context = currentContext();
  requireOutput(function, "function");
  require(name != nullptr, InvalidValue, "name: is null");
  ModuleState& module = *driver().modules.at(handle, "module");
  require(module.context == &context, InvalidHandle, "module: belongs to another context");
  const KernelEntry* const kernel = module.image->find(name);
  require(kernel != nullptr, NotFound, fmt::format("name: the module has no kernel {}", name));
  Function& known = module.functions[name];
  if (known == nullptr) {
    const auto made = std::make_shared<FunctionState>();
    made->context = &context;
    made->kernel = kernel;
    made->image = module.image;
    made->module = handle;
    made->maxDynamicShared = std::max(0, limits::kSharedPerBlock - static_cast<int>(kernel->staticShared));
    known = driver().functions.add(made);
  }
  *function = known;
  return Success;
}

int functionGet(int* value, int attribute, Function handle) {
  requireOutput(value, "value");
  const FunctionState& function = functionOf(currentContext(), handle);
  switch (attribute) {
    case FunctionMaxThreadsPerBlock: *value = static_cast<int>(function.kernel->maxThreads); break;
    case SharedSizeBytes: *value = static_cast<int>(function.kernel->staticShared); break;
    case ConstSizeBytes:
    case LocalSizeBytes: *value = 0; break;
    case NumRegisters: *value = limits::kRegistersPerThread; break;
    case PtxVersion:
    case BinaryVersion: *value = function.image->architecture(); break;
    case MaxDynamicSharedSizeBytes: *value = function.maxDynamicShared; break;
    case NonPortableClusterSizeAllowed: *value = 0; break;
    default: throw Refusal{InvalidValue, fmt::format("attribute: {} is unknown", attribute)};
  }
  return Success;
}

int functionSet(Function handle, int attribute, int value) {
  FunctionState& function = functionOf(currentContext(), handle);
  require(attribute != NonPortableClusterSizeAllowed, NotSupported, "attribute: the device has no clusters");
  require(attribute == MaxDynamicSharedSizeBytes, InvalidValue,
          fmt::format("attribute: {} is unknown or cannot be set", attribute));
  const int most = limits::kSharedPerBlockOptin - static_cast<int>(function.kernel->staticShared);
  require(value >= 0 && value <= most, InvalidValue, fmt::format("value: {} is not within 0 and {}", value, most));
  function.maxDynamicShared = value;
  return Success;
}

int functionParam(Function handle, size_t index, size_t* offset, size_t* bytes) {
  requireOutput(offset, "offset");
  const FunctionState& function = functionOf(currentContext(), handle);
  const std::vector<KernelEntry::Param>& params = function.kernel->params;
  require(index < params.size(), InvalidValue, fmt::format("index: the kernel has {} parameters", params.size()));
  size_t at = 0;
  for (size_t i = 0;; ++i) {
    // Aligned by size: the parameters are scalars and pointers.
    const size_t alignment = std::min<size_t>(std::bit_floor(std::max(params[i].bytes, 1U)), 16);
    at = (at + alignment - 1) / alignment * alignment;
    if (i == index) break;
    at += params[i].bytes;
  }
  *offset = at;
  if (bytes != nullptr) *bytes = params[index].bytes;
  return Success;
}

}  // namespace relaxscope::emulated::api
