// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/loop/register_stack.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace relaxscope {

RegisterStack::~RegisterStack() {
  if (begin_ != nullptr) munmap(begin_, bytes_);
}

Result<void> RegisterStack::reserve(uint64_t bytes) {
  bytes_ = static_cast<size_t>(bytes < 4096 ? 4096 : bytes);
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return Error(fmt::format("cannot reserve {} bytes for registers: {}", bytes_, std::strerror(errno)));
  begin_ = static_cast<TVMFFIAny*>(memory);
  end_ = begin_ + bytes_ / sizeof(TVMFFIAny);
  return {};
}

}  // namespace relaxscope
