// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/kernel_image.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "vmcore/device/cuda/abi.h"

namespace relaxscope::emulated {
namespace {

constexpr uint16_t kCudaMachine = 190;  ///< EM_CUDA
constexpr uint32_t kMaxKernels = 1 << 16, kMaxParams = 4096;
#if defined(__x86_64__)
constexpr uint16_t kHostMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t kHostMachine = EM_AARCH64;
#else
constexpr uint16_t kHostMachine = EM_NONE;
#endif

/// Why the bytes are no image of the emulated GPU; empty if they may be one.
std::string refusal(std::span<const char> bytes, int& status) {
  status = cuda::NoBinaryForGpu;
  constexpr uint32_t kFatbin = 0xBA55ED50;
  uint32_t magic = 0;
  if (bytes.size() >= sizeof magic) std::memcpy(&magic, bytes.data(), sizeof magic);
  if (magic == kFatbin) return "the image is a fatbin for real GPUs; the emulated GPU runs only CUDA source";
  if (bytes.size() < sizeof(Elf64_Ehdr) || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) {
    const std::string_view text(bytes.data(), std::min<size_t>(bytes.size(), 4096));
    if (text.find(".version") != std::string_view::npos) {
      return "the image is PTX; the emulated GPU runs only CUDA source";
    }
    status = cuda::InvalidImage;
    return "the image is neither a cubin nor a fatbin nor PTX";
  }
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.e_machine == kCudaMachine) {
    return "the image is a cubin for real GPUs; the emulated GPU runs only CUDA source";
  }
  if (header.e_machine != kHostMachine || header.e_type != ET_DYN) {
    return fmt::format("the image is for another processor (ELF machine {})", header.e_machine);
  }
  return {};
}

struct Range {
  uint64_t inside = 0, begin = 0, end = 0;
};

/// Finds the loaded object that holds an address.
int findObject(dl_phdr_info* info, size_t, void* data) {
  auto& range = *static_cast<Range*>(data);
  uint64_t begin = UINT64_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    begin = std::min<uint64_t>(begin, info->dlpi_addr + segment.p_vaddr);
    end = std::max<uint64_t>(end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
  }
  if (range.inside < begin || range.inside >= end) return 0;
  range.begin = begin;
  range.end = end;
  return 1;
}

/// A file in memory with these bytes; -1 if there is none. Its number stays in use as long as the library is open: the
/// loader takes two libraries of one path for the same.
int memoryFile(std::span<const char> bytes) {
  const int file = memfd_create("relaxscope-kernels", MFD_CLOEXEC);
  if (file < 0) return -1;
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = write(file, bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      close(file);
      return -1;
    }
    done += static_cast<size_t>(written);
  }
  return file;
}

}  // namespace

std::shared_ptr<const KernelImage> KernelImage::open(std::span<const char> bytes, int& status, std::string& why) {
  why = refusal(bytes, status);
  if (!why.empty()) return nullptr;
  std::shared_ptr<KernelImage> image(new KernelImage);
  image->file_ = memoryFile(bytes);
  if (image->file_ < 0) {
    status = cuda::OutOfDeviceMemory;
    why = fmt::format("the image cannot be copied: {}", std::strerror(errno));
    return nullptr;
  }
  image->library_ = dlopen(fmt::format("/proc/self/fd/{}", image->file_).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (image->library_ == nullptr) {
    status = cuda::InvalidImage;
    const char* reason = dlerror();
    why = fmt::format("the image cannot be opened: {}", reason != nullptr ? reason : "unknown reason");
    return nullptr;
  }
  if (!image->readHeader(why)) {
    status = cuda::NoBinaryForGpu;
    return nullptr;
  }
  status = 0;
  return image;
}

bool KernelImage::readHeader(std::string& why) {
  header_ = static_cast<const ImageHeader*>(dlsym(library_, "rs_image"));
  if (header_ == nullptr) {
    why = "the image was not compiled for the emulated GPU";
    return false;
  }
  if (header_->version != kImageVersion || header_->entryCount > kMaxKernels) {
    why = fmt::format("the image has version {}, not {}; compile it anew", header_->version, kImageVersion);
    return false;
  }
  architecture_ = header_->architecture;
  Range range{reinterpret_cast<uintptr_t>(header_)};
  dl_iterate_phdr(findObject, &range);
  begin_ = range.begin;
  end_ = range.end;
  for (uint32_t i = 0; i < header_->entryCount; ++i) {
    const ImageEntry& entry = header_->entries[i];
    Dl_info symbol{};
    if (dladdr(entry.function, &symbol) == 0 || symbol.dli_sname == nullptr || symbol.dli_saddr != entry.function ||
        entry.paramCount > kMaxParams) {
      continue;
    }
    KernelEntry kernel;
    kernel.name = symbol.dli_sname;
    for (uint32_t p = 0; p < entry.paramCount; ++p) {
      kernel.params.push_back({entry.params[p].bytes, entry.params[p].pointer});
    }
    kernel.maxThreads = entry.maxThreads;
    if (entry.sharedBegin != nullptr) kernel.shared = {entry.sharedBegin, entry.sharedEnd};
    kernel.staticShared = static_cast<uint32_t>(kernel.shared.size());
    kernel.run = entry.run;
    kernels_.push_back(std::move(kernel));
  }
  return true;
}

KernelImage::~KernelImage() {
  if (library_ != nullptr) dlclose(library_);
  if (file_ >= 0) close(file_);
}

const KernelEntry* KernelImage::find(const std::string& name) const {
  const auto found = std::find_if(kernels_.begin(), kernels_.end(), [&](const auto& k) { return k.name == name; });
  return found != kernels_.end() ? &*found : nullptr;
}

}  // namespace relaxscope::emulated
