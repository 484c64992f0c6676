// SPDX-License-Identifier: Apache-2.0
// The contents of an exported library as data: the enclosing object file (or archive of them) and the tree of modules
// in it. Parsed by format/library/library_reader.h from bytes, never loaded. Layouts: formats.md 2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/index.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/kernel_resources.h"
#include "vmcore/model/object_file.h"

namespace relaxscope {

/// The TVM releases that a library's symbols and blob layout belong to.
enum class LibraryEra : uint8_t {
  UpTo020,  ///< `__tvm_dev_mblob`, modules without lengths, kernels under their bare names
  Tvm021,   ///< `__tvm_ffi_library_bin`, the same layout
  From022,  ///< `__tvm_ffi__library_bin`, a length before every module, kernels prefixed `__tvm_ffi_`
};
/// "TVM 0.20 or earlier", "TVM 0.21", "TVM 0.22 or later".
const char* eraProducer(LibraryEra era);

/// A kernel of a device module (TVM's FunctionInfo), or a function that a source module names.
struct DeviceKernel {
  std::string name;
  std::string key;  ///< key of its entry in the module's table; TVM repeats the name
  std::vector<DataType> argTypes;
  std::vector<std::string> launchTags;  ///< as stored; parsed by launch_tag.h
  std::vector<int32_t> argExtraTags;
};
/// A piece of code in a module: all of it, or one kernel.
struct CodePart {
  std::string name;  ///< name of its kernel; empty if the module has one part
  Bytes bytes;
  std::string content;  ///< detected from its first bytes: "CUDA C++ source", "PTX", "fatbin", "SPIR-V", "unknown"
  bool isText = false;
};
/// Code for a device, or source and objects for a later compiler.
struct CodeModule {
  std::string format;  ///< as stored: "cuda", "cubin", "cl", "metal"; empty if the kind stores none
  std::vector<DeviceKernel> kernels;
  std::vector<CodePart> parts;
  std::vector<std::string> constants;  ///< names of constants that a source module expects
  std::string layout;                  ///< its releases, if a kind has several layouts: "TVM 0.24 or later"
  KernelResourceTable resources;       ///< of CUDA code
};
/// `const_loader`: tensors, and the ones that each function needs.
struct ConstantsModule {
  struct Tensor {
    std::string name;
    TensorConstant value;
  };
  struct Need {
    std::string symbol;
    std::vector<std::string> names;
  };
  std::vector<Tensor> tensors;
  std::vector<Need> needs;
};
/// A JSON runtime of an accelerator library: one function as a graph.
struct GraphModule {
  std::string symbol;
  Bytes json;
  std::vector<std::string> constants;
  Bytes rest;  ///< data appended by the backend
};
/// `_lib`: the machine code of the library itself; names without the prefix of their era.
struct HostModule {
  std::vector<std::string> kernels;
};

/// One module of the import tree; row 0 is the root.
struct LibraryModule {
  std::string kind;                   ///< "relax.VMExecutable", "_lib", "cuda", ...
  Bytes payload;                      ///< as stored, without the length that precedes it in From022; empty for `_lib`
  uint64_t payloadOffset = 0;         ///< of its first byte, relative to the same origin as Library::blobOffset
  std::vector<ModuleIndex> children;  ///< in the order of the file; the tree has no cycles
  std::variant<std::monostate, CodeModule, ConstantsModule, GraphModule, HostModule> decoded;
  std::string note;      ///< why it could not be decoded, or any anomaly; else empty
  bool implied = false;  ///< not in the blob: the library itself, if no import tree was written
};
/// Kernels or functions that the module names, in its order.
std::vector<std::string> kernelNames(const LibraryModule& module);
/// Number of kernelNames().
size_t kernelCount(const LibraryModule& module);
/// The displayable parts of the module: its code, a graph's JSON and trailing data, or an undecoded payload. None for
/// executables, constants and the library itself.
std::vector<CodePart> partsOf(const LibraryModule& module);
/// Whether the module holds an executable: "relax.VMExecutable", "relax.Executable", "VMExecutable" (Relay).
bool holdsExecutable(std::string_view kind);
/// Whether that executable belongs to the Relay VM.
bool holdsRelayExecutable(std::string_view kind);

/// The fields of a blob of TVM 0.21 or earlier beside its modules.
struct OldBlobFrame {
  uint64_t count = 0;            ///< as stored: modules, plus one for the import tree
  std::optional<size_t> treeAt;  ///< number of modules before `_import_tree`; empty if none was written
};

struct Library {
  LibraryEra era = LibraryEra::From022;
  ObjectFile object;    ///< the file or the member with the blob; symbols of all members together
  std::string archive;  ///< "tar archive", "gzip-compressed tar archive", "ar archive", "fat Mach-O"; else empty
  std::vector<ArchiveMember> members;  ///< of an archive
  std::vector<LibraryModule> modules;
  std::string blobSymbol;    ///< empty if the file names none and the blob was found by its content
  std::string systemPrefix;  ///< what the names of a system library's program begin with; empty for other libraries
  uint64_t blobOffset = 0;   ///< file offset of the module blob, including its u64 length
  uint64_t blobSize = 0;
  bool blobInText = false;                ///< the blob is C source in the file: offsets count from its own first byte
  OldBlobFrame oldFrame;                  ///< of the eras before 0.22
  Bytes blobTrailing;                     ///< bytes inside the blob after its last module
  std::vector<std::string> contextSlots;  ///< `__TVM...` pointers that the loader must fill
  std::vector<std::string> undefinedSymbols;  ///< TVM names that the dynamic linker must resolve
  std::vector<std::string> notes;             ///< anomalies of the file, one sentence each
};
/// Short description of the file: "shared library, x86-64", "tar archive: object file, x86-64".
std::string containerText(const Library& library);
/// Whether it holds kernels for CUDA, or graphs for cuBLAS, that the engine runs (TVM 0.22 or later): a run needs a
/// GPU.
bool needsCudaDevice(const Library& library);
/// The first module that holds an executable, or invalid.
ModuleIndex executableModule(const Library& library);

}  // namespace relaxscope
