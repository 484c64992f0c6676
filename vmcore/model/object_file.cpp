// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/object_file.h"

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

}  // namespace relaxscope
