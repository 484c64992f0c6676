// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/module_payload.h"

#include <fmt/format.h>

#include "vmcore/base/byte_reader.h"
#include "vmcore/base/text.h"

namespace relaxscope {
namespace {

constexpr size_t kKernelBytes = 5 * sizeof(uint64_t);  // key, name, and three lists, all empty
constexpr std::string_view kFatbinMagic = "\x50\xed\x55\xba";
constexpr std::string_view kElfMagic = "\x7f" "ELF";

Result<DeviceKernel> readKernel(ByteReader& in) {
  DeviceKernel kernel;
  RS_CHECK(in.readSized("kernel key"));
  RS_TRY(kernel.name, in.readString("kernel name"));
  RS_TRY(const uint64_t args, in.readCount("kernel argument types", 4));
  kernel.argTypes.reserve(static_cast<size_t>(args));
  for (uint64_t i = 0; i < args; ++i) {
    DataType type;
    RS_TRY(type.code, in.read<uint8_t>("argument type"));
    RS_TRY(type.bits, in.read<uint8_t>("argument type"));
    RS_TRY(type.lanes, in.read<uint16_t>("argument type"));
    kernel.argTypes.push_back(type);
  }
  RS_TRY(const uint64_t tags, in.readCount("launch tags", sizeof(uint64_t)));
  for (uint64_t i = 0; i < tags; ++i) {
    RS_TRY(std::string tag, in.readString("launch tag"));
    kernel.launchTags.push_back(std::move(tag));
  }
  RS_TRY(const uint64_t extras, in.readCount("argument tags", sizeof(int32_t)));
  for (uint64_t i = 0; i < extras; ++i) {
    RS_TRY(const int32_t tag, in.read<int32_t>("argument tag"));
    kernel.argExtraTags.push_back(tag);
  }
  return kernel;
}

/// What the code is, by its first bytes: the format's label calls a fatbin "cubin" (formats.md 2.5).
std::string contentKind(const Bytes& code) {
  const std::string_view text = code.text();
  if (text.substr(0, kFatbinMagic.size()) == kFatbinMagic) return "fatbin";
  if (text.substr(0, kElfMagic.size()) == kElfMagic) return "cubin";
  const std::string_view head = text.substr(0, 4096);
  if (head.find('\0') != std::string_view::npos) return "unknown";
  const size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return "unknown";
  const std::string_view begin = head.substr(first);
  const bool ptxHead = begin.substr(0, 2) == "//" || begin.substr(0, 8) == ".version";
  if (ptxHead && begin.find(".version") != std::string_view::npos) return "PTX";
  return "CUDA C++ source";
}

}  // namespace

Result<CudaModule> readCudaModule(const Bytes& payload) {
  ByteReader in(payload);
  CudaModule module;
  RS_TRY(module.format, in.readString("format"));
  RS_TRY(const uint64_t kernels, in.readCount("kernel table", kKernelBytes));
  for (uint64_t i = 0; i < kernels; ++i) {
    auto kernel = readKernel(in);
    if (!kernel.ok()) {
      Error error = std::move(kernel).error();
      error.message = fmt::format("kernel {}: {}", i, error.message);
      return error;
    }
    module.kernels.push_back(*std::move(kernel));
  }
  RS_TRY(module.code, in.readSized("code"));
  module.contentKind = contentKind(module.code);
  return module;
}

}  // namespace relaxscope
