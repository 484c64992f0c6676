// SPDX-License-Identifier: Apache-2.0
// What an exported shared library holds, as data; read by format/library.h from bytes,
// never loaded (formats.md 2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "vmcore/base/bytes.h"
#include "vmcore/base/index.h"
#include "vmcore/model/data_type.h"

namespace relaxscope {

/// One symbol of .dynsym.
struct ElfSymbol {
  std::string name;
  uint64_t value = 0;   ///< virtual address
  uint64_t size = 0;
  uint8_t type = 0;     ///< STT_*
  uint8_t binding = 0;  ///< STB_*
  bool defined = false;
};
struct ElfFile {
  uint16_t machine = 0;      ///< EM_*
  std::string machineName;   ///< "x86-64", "aarch64", "machine 243"
  uint16_t type = 0;         ///< ET_*
  std::vector<ElfSymbol> symbols;
  std::vector<std::string> needed;  ///< DT_NEEDED
};

/// A kernel of a device module (FunctionInfo of formats.md 2.5).
struct DeviceKernel {
  std::string name;
  std::vector<DataType> argTypes;
  std::vector<std::string> launchTags;
  std::vector<int32_t> argExtraTags;
};
struct CudaModule {
  std::string format;          ///< as the file says: "cuda", "ptx", "cubin", "fatbin"
  std::string contentKind;     ///< by the first bytes: "CUDA C++ source", "PTX", "fatbin", "cubin"
  std::vector<DeviceKernel> kernels;
  Bytes code;
  [[nodiscard]] bool isText() const;  ///< source or PTX
};
struct HostModule { std::vector<std::string> kernels; };  ///< `_lib`: names without `__tvm_ffi_`

/// One module of the import tree; row 0 is the root.
struct LibraryModule {
  std::string kind;                    ///< "relax.VMExecutable", "_lib", "cuda", ...
  Bytes payload;                       ///< empty for `_lib`
  std::vector<ModuleIndex> children;
  std::variant<std::monostate, CudaModule, HostModule> decoded;
  std::string note;                    ///< why it could not be decoded, else empty
};
struct Library {
  ElfFile elf;
  std::vector<LibraryModule> modules;
  uint64_t blobOffset = 0;             ///< file offset of the module blob, its u64 length included
  uint64_t blobSize = 0;
  std::vector<std::string> contextSlots;      ///< `__TVM...` weak slots the loader must fill
  std::vector<std::string> undefinedSymbols;  ///< names of TVM's that the dynamic linker must find
};

}  // namespace relaxscope
