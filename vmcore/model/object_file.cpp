// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/object_file.h"

#include "vmcore/model/kernel_codes.h"

namespace relaxscope {
namespace {

const char* kindName(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::SharedLibrary: return "shared library";
    case ObjectKind::Relocatable: return "object file";
    case ObjectKind::Program: return "program";
    case ObjectKind::Other: break;
  }
  return "file";
}

}  // namespace

const char* objectFormatName(ObjectFormat format) {
  switch (format) {
    case ObjectFormat::Elf: return "ELF";
    case ObjectFormat::MachO: return "Mach-O";
    case ObjectFormat::Coff: return "PE/COFF";
    case ObjectFormat::CSource: return "C source";
    case ObjectFormat::None: break;
  }
  return "unknown";
}

std::string ObjectFile::describe() const {
  if (format == ObjectFormat::None) return "shared library";
  if (format == ObjectFormat::CSource) return "C source";
  // 64-bit little-endian ELF is the default and not mentioned.
  std::string text = format == ObjectFormat::Elf ? "" : std::string(objectFormatName(format)) + " ";
  text += std::string(kindName(kind)) + ", " + machineName;
  if (bits == 32) text += ", 32-bit";
  if (bigEndian) text += bits == 32 ? " big-endian" : ", big-endian";
  return text;
}

std::string vectorSetText(VectorSets sets) {
  struct Row {
    VectorSet set;
    const char* text;
    VectorSets covers;  ///< sets that go without saying beside it
  };
  constexpr VectorSets kSse = (setBit(VectorSet::Sse42) << 1) - 1;
  constexpr VectorSets kAvx = kSse | setBit(VectorSet::Avx);
  constexpr Row kRows[] = {
      {VectorSet::Amx, "AMX", 0},
      {VectorSet::Avx512, "AVX-512",
       kAvx | setBit(VectorSet::F16c) | setBit(VectorSet::Fma) | setBit(VectorSet::Avx2) | setBit(VectorSet::AvxVnni)},
      {VectorSet::AvxVnni, "AVX-VNNI", kAvx | setBit(VectorSet::Avx2)},
      {VectorSet::Avx2, "AVX2", kAvx},
      {VectorSet::Avx, "AVX", kSse},
      {VectorSet::Fma, "FMA", 0},
      {VectorSet::F16c, "F16C", 0},
      {VectorSet::Sse42, "SSE4.2", kSse},
      {VectorSet::Sse41, "SSE4.1", kSse},
      {VectorSet::Ssse3, "SSSE3", kSse},
      {VectorSet::Sse3, "SSE3", kSse},
      {VectorSet::Sse2, "SSE2", 0},
      {VectorSet::Sme, "SME", 0},
      {VectorSet::Sve, "SVE", setBit(VectorSet::Neon)},
      {VectorSet::Neon, "NEON", 0},
  };
  std::string text;
  for (const Row& row : kRows) {
    if ((sets & setBit(row.set)) == 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(row.text);
    sets &= ~(row.covers | setBit(row.set));
  }
  return text.empty() ? "scalar" : text;
}

}  // namespace relaxscope
