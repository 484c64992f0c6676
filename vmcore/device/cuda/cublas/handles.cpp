// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/cublas/handles.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "vmcore/device/cuda/cublas/factor.h"

namespace relaxscope::cuda::blas {
namespace {

/// A handle and what was given to it. `mutex` guards its use: cuBLAS takes one call at a time.
struct Entry {
  std::mutex mutex;
  Handle handle = nullptr;
  DevicePointer workspace = 0;
};

/// Never destroyed: the devices are not either.
struct Entries {
  std::mutex mutex;
  std::map<std::pair<const CudaDevice*, Stream>, std::shared_ptr<Entry>> all;
};
Entries& entries() {
  static auto* const made = new Entries;
  return *made;
}

/// In the place of a stream: of streams that are captured.
const Stream kCaptures = reinterpret_cast<Stream>(~uintptr_t{0});

bool isCaptured(const CudaDevice& device, Stream stream) {
  int status = 0;
  return device.driver().captureStatus != nullptr && device.driver().captureStatus(stream, &status) == cuda::Success &&
         status != 0;
}

std::shared_ptr<Entry> makeEntry(const CudaDevice& device, const Cublas& cublas) {
  auto made = std::make_shared<Entry>();
  device.check(
      device.observed([&] { return memoryRequest(device, DeviceWorkKind::Allocation, "cuMemAlloc", kWorkspaceBytes); },
                      [&] { return device.driver().memAlloc(&made->workspace, kWorkspaceBytes); }),
      "cuMemAlloc", fmt::format("{} bytes for cuBLAS", kWorkspaceBytes));
  const int status = cublas.create(&made->handle);
  if (status == Success) return made;
  device.driver().memFree(made->workspace);
  checkCublas(cublas, status, "cublasCreate_v2");
  return nullptr;
}

std::shared_ptr<Entry> entryFor(const CudaDevice& device, const Cublas& cublas, Stream stream) {
  const std::lock_guard hold(entries().mutex);
  const std::pair<const CudaDevice*, Stream> key{&device, stream};
  if (const auto found = entries().all.find(key); found != entries().all.end()) return found->second;
  // A graph keeps the workspace, so captures have one of their own, which is made before: a capture allows no
  // allocation.
  const std::pair<const CudaDevice*, Stream> ofCaptures{&device, kCaptures};
  if (isCaptured(device, stream)) {
    if (const auto found = entries().all.find(ofCaptures); found != entries().all.end() && found->second != nullptr)
      return found->second;
  } else if (std::shared_ptr<Entry>& reserved = entries().all[ofCaptures]; reserved == nullptr) {
    reserved = makeEntry(device, cublas);
  }
  return entries().all[key] = makeEntry(device, cublas);
}

}  // namespace

void checkCublas(const Cublas& cublas, int status, const char* function, const std::string& what) {
  if (status == Success) return;
  throw DeviceFault(fmt::format("{}{}{}: {}", what, what.empty() ? "" : ": ", function, cublas.statusText(status)));
}

void withHandle(const CudaDevice& device, const std::function<void(const HandleUse&)>& use) {
  const auto library = cublas();
  if (!library) throw DeviceFault(library.error().text());
  const Cublas& cublas = **library;
  device.activate();
  const Stream stream = device.currentStream();
  const std::shared_ptr<Entry> entry = entryFor(device, cublas, stream);
  const std::lock_guard hold(entry->mutex);
  void* const workspace = reinterpret_cast<void*>(entry->workspace);
  try {
    // Setting the stream resets the workspace.
    checkCublas(cublas, cublas.setStream(entry->handle, stream), "cublasSetStream_v2");
    checkCublas(cublas, cublas.setWorkspace(entry->handle, workspace, kWorkspaceBytes), "cublasSetWorkspace_v2");
    use({device, cublas, entry->handle, workspace});
  } catch (const DeviceFault& fault) {
    // cuBLAS does not tell whether the context has ended; the driver does.
    if (!isCaptured(device, stream) && isContextLost(device.driver().streamQuery(stream)))
      throw DeviceFault(fault.what(), true);
    throw;
  }
}

void runProduct(const CudaDevice& device, const MatrixProduct& p, const std::string& what) {
  if (p.rows == 0 || p.columns == 0 || p.batch == 0) return;
  const Factor alpha(p.types.compute, p.alpha), beta(p.types.compute, p.beta);
  withHandle(device, [&](const HandleUse& use) {
    const ProductMatrix &a = p.first, &b = p.second, &c = p.result;
    const auto one = [&] {
      return use.cublas.gemm(use.handle, a.operation, b.operation, p.rows, p.columns, p.depth, alpha.address(), a.data,
                             p.types.operands, a.leading, b.data, p.types.operands, b.leading, beta.address(), c.data,
                             p.types.result, c.leading, p.types.compute, kDefaultAlgorithm);
    };
    const auto several = [&] {
      return use.cublas.gemmBatched(use.handle, a.operation, b.operation, p.rows, p.columns, p.depth, alpha.address(),
                                    a.data, p.types.operands, a.leading, a.stride, b.data, p.types.operands, b.leading,
                                    b.stride, beta.address(), c.data, p.types.result, c.leading, c.stride, p.batch,
                                    p.types.compute, kDefaultAlgorithm);
    };
    const char* const function = p.batch == 1 ? "cublasGemmEx" : "cublasGemmStridedBatchedEx";
    const int status = p.batch == 1 ? use.queue(function, one) : use.queue(function, several);
    checkCublas(use.cublas, status, function, what);
  });
}

}  // namespace relaxscope::cuda::blas
