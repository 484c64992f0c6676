// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/compile.h"

#include "vmcore/device/cuda/cuda_compiler.h"

namespace relaxscope::cuda {

Result<std::vector<char>> compileFor(const CudaDevice& device, const std::string& source, const std::string& name) {
  CompileRequest request;
  request.source = source;
  request.name = name;
  request.architecture = device.limits().architecture;
  request.driverVersion = device.driver().version;
  LibrarySearch search = usualSearch(kNvrtcVariable);
  // The emulated GPU runs nothing but what its own compiler makes.
  if (device.driver().isEmulated()) search = {emulatedLibrary("libnvrtc.so.13"), {}};
  if (search.path.empty() && device.driver().isEmulated()) {
    return Error("the emulated GPU is not installed (lib/relaxscope/emulated/libnvrtc.so.13)");
  }
  RS_TRY(CompiledImage compiled, compileCuda(request, search, CompileCache(CompileCache::usualFolder())));
  return std::move(compiled.image);
}

}  // namespace relaxscope::cuda
