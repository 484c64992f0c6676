// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/gpu_emulation.h"

#include <cstdlib>

namespace relaxscope {

bool cudaIsEmulated() {
  const char* text = std::getenv(kEmulateCudaVariable);
  return text != nullptr && *text != '\0' && std::string_view(text) != "0";
}

void emulateCuda() { setenv(kEmulateCudaVariable, "1", 1); }

bool namesEmulatedGpu(std::string_view devices) { return devices.find(kEmulatedKind) != std::string_view::npos; }

void renameToEmulated(std::vector<std::string>& devices) {
  for (std::string& device : devices)
    if (device.starts_with(kCudaKind)) device.replace(0, kCudaKind.size(), kEmulatedKind);
}

}  // namespace relaxscope
