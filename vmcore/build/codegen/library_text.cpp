// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/codegen/library_text.h"

#include <fmt/format.h>
#include <array>

#include "vmcore/format/library/blob_writer.h"
#include "vmcore/format/library/kinds.h"

namespace relaxscope::build {
namespace {

constexpr const char* kContextText =
    "/* The loader of tvm-ffi stores the library's module here. */\n"
    "__attribute__((visibility(\"default\"))) void* __tvm_ffi__library_ctx = 0;\n";

}  // namespace

Result<std::vector<uint8_t>> libraryBlob(const Bytes& executable) {
  Library library;
  library.era = LibraryEra::From022;
  LibraryModule program, kernels;
  program.kind = "relax.VMExecutable";
  program.payload = executable;
  program.children.emplace_back(1);
  kernels.kind = kLibraryKind;
  library.modules.push_back(std::move(program));
  library.modules.push_back(std::move(kernels));
  return writeLibraryBlob(library);
}

std::string libraryCText(std::span<const uint8_t> blob) {
  std::string out = kContextText;
  if (blob.empty()) return out;
  constexpr size_t kBytesPerLine = 24;
  out.reserve(out.size() + 200 + blob.size() * 4);
  out += fmt::format(
      "/* The executable, as a module over these kernels. */\n"
      "__attribute__((visibility(\"default\"))) const unsigned char __tvm_ffi__library_bin[{}] = {{",
      blob.size());
  for (size_t at = 0; at < blob.size(); ++at) {
    if (at % kBytesPerLine == 0) out += "\n  ";
    fmt::format_to(std::back_inserter(out), "{},", blob[at]);
  }
  return out + "\n};\n";
}

std::string libraryAssemblyText(std::string_view path, uint64_t size) {
  std::string quoted;
  for (const char c : path) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return fmt::format(
      "  .file \"library.s\"\n"
      "  .section .rodata,\"a\",%progbits\n"
      "  .globl __tvm_ffi__library_bin\n"
      "  .type __tvm_ffi__library_bin, %object\n"
      "  .size __tvm_ffi__library_bin, {}\n"
      "  .balign 64\n"
      "__tvm_ffi__library_bin:\n"
      "  .incbin \"{}\"\n"
      "  .section .note.GNU-stack,\"\",%progbits\n",
      size, quoted);
}

}  // namespace relaxscope::build
