// SPDX-License-Identifier: Apache-2.0
// Kernels for tests of the emulated driver, in the place of compiled ones: an image is the text "rs-fake sm_80" or for
// another architecture, and has the kernels below.
#include <cstring>
#include <map>
#include <string_view>
#include <thread>

#include "vmcore/emulated/kernel_image.h"
#include "vmcore/emulated/kernel_run.h"

namespace relaxscope::emulated {
namespace {

constexpr std::string_view kImageStart = "rs-fake sm_";
constexpr KernelEntry::Param kPointer{8, true}, kInt{4, false};

template <class Value>
Value argument(const KernelRun& run, size_t index) {
  Value value;
  std::memcpy(&value, run.arguments.at(index).data(), sizeof(value));
  return value;
}

std::optional<KernelFault> illegal(const KernelRun& run, uint64_t address) {
  const DeviceMemory* const memory = run.memoryOf(address);
  return KernelFault{700, run.kernel->name + ": block (0, 0, 0), thread (0, 0, 0) accesses " +
                              (memory == nullptr ? "no device memory" : memory->explain(address))};
}

/// increment(int* x, int n): adds 1 to each.
std::optional<KernelFault> increment(const KernelRun& run) {
  const auto x = argument<uint64_t>(run, 0);
  const int n = argument<int>(run, 1);
  for (int i = 0; i < n; ++i) {
    const uint64_t address = x + 4 * static_cast<uint64_t>(i);
    const DeviceMemory* const memory = run.memoryOf(address);
    if (memory == nullptr || !memory->find(address, 4)) return illegal(run, address);
    int value;
    std::memcpy(&value, memory->bytesAt(address), 4);
    ++value;
    std::memcpy(memory->bytesAt(address), &value, 4);
  }
  return std::nullopt;
}

/// extents(int* x): writes how many tensors the launch knows.
std::optional<KernelFault> extents(const KernelRun& run) {
  const auto x = argument<uint64_t>(run, 0);
  const int count = static_cast<int>(run.extents.size());
  std::memcpy(run.memoryOf(x)->bytesAt(x), &count, 4);
  return std::nullopt;
}

/// slow(): takes 20 ms.
std::optional<KernelFault> slow(const KernelRun&) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return std::nullopt;
}

using Body = std::optional<KernelFault> (*)(const KernelRun&);
const std::map<std::string, Body>& bodies() {
  static const auto& all = *new std::map<std::string, Body>{
      {"increment", increment}, {"bounded", slow}, {"shared", slow}, {"slow", slow}, {"extents", extents}};
  return all;  // never destroyed: a kernel may be running at exit
}

KernelEntry entry(const char* name, std::vector<KernelEntry::Param> params) {
  KernelEntry made;
  made.name = name;
  made.params = std::move(params);
  if (made.name == "bounded") made.maxThreads = 64;
  if (made.name == "shared") made.staticShared = 1024;
  return made;
}

}  // namespace

std::shared_ptr<const KernelImage> KernelImage::open(std::span<const char> bytes, int& status, std::string& why) {
  const std::string_view text(bytes.data(), bytes.size());
  status = 209;
  why = "no image of these tests";
  if (!text.starts_with(kImageStart)) return nullptr;
  const std::shared_ptr<KernelImage> image(new KernelImage);
  image->architecture_ = std::stoi(std::string(text.substr(kImageStart.size())));
  image->kernels_ = {entry("increment", {kPointer, kInt}), entry("bounded", {}), entry("shared", {}), entry("slow", {}),
                     entry("extents", {kPointer})};
  status = 0;
  return image;
}

KernelImage::~KernelImage() = default;

const KernelEntry* KernelImage::find(const std::string& name) const {
  for (const KernelEntry& kernel : kernels_)
    if (kernel.name == name) return &kernel;
  return nullptr;
}

std::optional<KernelFault> runKernel(const KernelRun& run) { return bodies().at(run.kernel->name)(run); }

}  // namespace relaxscope::emulated
