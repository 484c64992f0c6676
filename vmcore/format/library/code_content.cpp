// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/code_content.h"

#include <algorithm>
#include <iterator>

#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

struct MagicRow {
  std::string_view magic;
  const char* name;
};
// NVIDIA's fatbin header, SPIR-V words in both byte orders, Apple's Metal library, clang's bundles, LLVM bitcode,
// Intel's FPGA and Xilinx' binaries.
constexpr MagicRow kMagics[] = {{"\x50\xed\x55\xba", "fatbin"},
                                {std::string_view("\x03\x02\x23\x07", 4), "SPIR-V"},
                                {std::string_view("\x07\x23\x02\x03", 4), "SPIR-V, big-endian"},
                                {"MTLB", "Metal library"},
                                {"__CLANG_OFFLOAD_BUNDLE__", "clang offload bundle"},
                                {"BC\xc0\xde", "LLVM bitcode"},
                                {"xclbin2", "Xilinx binary"},
                                {"!<arch>\n", "ar archive"}};

/// The source language, by kind of module.
constexpr MagicRow kLanguages[] = {
    {"cuda", "CUDA C++ source"}, {"hip", "HIP C++ source"}, {"rocm", "HIP C++ source"}, {"opencl", "OpenCL C source"},
    {"metal", "Metal source"},   {"webgpu", "WGSL source"}, {"c", "C source"},          {"vulkan", "shader source"}};

constexpr size_t kHead = 4096;

bool isText(std::string_view head) {
  return !head.empty() && std::none_of(head.begin(), head.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  });
}

std::string textName(std::string_view kind, std::string_view head) {
  const size_t first = std::min(head.find_first_not_of(" \t\r\n"), head.size());
  const std::string_view begin = head.substr(first);
  const bool ptxHead = begin.starts_with("//") || begin.starts_with(".version");
  if (kind == "cuda" && ptxHead && begin.find(".version") != std::string_view::npos) return "PTX";
  if (begin.find(".amdgcn_target") != std::string_view::npos) return "AMD GPU assembly";
  for (const MagicRow& row : kLanguages)
    if (row.magic == kind) return row.name;
  return "text";
}

std::string elfName(std::string_view kind, const Bytes& code) {
  if (kind == "cuda") return "cubin";
  if (kind == "hip" || kind == "rocm") return "AMD GPU code object";
  const auto image = readElf(code);
  return image.ok() ? image->object.describe() : "ELF";
}

}  // namespace

CodeContent codeContent(std::string_view kind, std::string_view format, const Bytes& code) {
  const std::string_view head = code.head(kHead);
  if (looksLikeElf(code)) return {elfName(kind, code), false};
  for (const MagicRow& row : kMagics)
    if (head.starts_with(row.magic)) return {row.name, false};
  if (isText(head) && head.find_first_not_of(" \t\r\n") != std::string_view::npos) return {textName(kind, head), true};
  // An object of a static library may be of any format.
  if (kind == "static_library" && looksLikeObject(code)) return {"object file", false};
  if (kind == "static_library" && format.empty() && code.empty()) return {"empty", false};
  return {"unknown", false};
}

}  // namespace relaxscope
