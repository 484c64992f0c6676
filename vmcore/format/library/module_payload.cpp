// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/module_payload.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/gpu/kernel_resources.h"
#include "vmcore/format/library/code_content.h"
#include "vmcore/format/vm/tensor_record.h"

namespace relaxscope {
namespace {

using Decoded = decltype(LibraryModule::decoded);

/// Differences between the payload layouts of releases.
struct PayloadLayout {
  bool extraTags = true;  ///< kernels have a list of argument tags (from 0.21)
  uint8_t form = 0;       ///< index of the module's layout, newest first
};

// ---- kernels ----

Result<DeviceKernel> readKernel(ByteReader& in, const PayloadLayout& layout) {
  DeviceKernel kernel;
  RS_TRY(kernel.key, in.readString("kernel key"));
  RS_TRY(kernel.name, in.readString("kernel name"));
  RS_TRY(const uint64_t args, in.readCount("kernel argument types", 4));
  kernel.argTypes.reserve(static_cast<size_t>(args));
  for (uint64_t i = 0; i < args; ++i) {
    RS_TRY(const DataType type, vmformat::readDataType(in));
    kernel.argTypes.push_back(type);
  }
  RS_TRY(kernel.launchTags, vmformat::readStrings(in, "launch tags"));
  if (!layout.extraTags) return kernel;
  RS_TRY(const uint64_t extras, in.readCount("argument tags", sizeof(int32_t)));
  kernel.argExtraTags.reserve(static_cast<size_t>(extras));
  for (uint64_t i = 0; i < extras; ++i) {
    RS_TRY(const int32_t tag, in.read<int32_t>("argument tag"));
    kernel.argExtraTags.push_back(tag);
  }
  return kernel;
}

Result<std::vector<DeviceKernel>> readKernels(ByteReader& in, const PayloadLayout& layout) {
  // Minimum size: key, name and lists, all empty.
  RS_TRY(const uint64_t count, in.readCount("kernel table", (layout.extraTags ? 5 : 4) * sizeof(uint64_t)));
  std::vector<DeviceKernel> kernels;
  for (uint64_t i = 0; i < count; ++i) {
    auto kernel = readKernel(in, layout);
    if (!kernel.ok()) return vmformat::inItem("kernel", i, std::move(kernel).error());
    kernels.push_back(*std::move(kernel));
  }
  return kernels;
}

void addPart(CodeModule& module, std::string_view kind, std::string name, Bytes bytes) {
  CodeContent content = codeContent(kind, module.format, bytes);
  module.parts.push_back({std::move(name), std::move(bytes), std::move(content.name), content.isText});
}

/// map<str, bytes>: the code of each kernel.
Result<void> readParts(ByteReader& in, std::string_view kind, CodeModule& module) {
  RS_TRY(const uint64_t count, in.readCount("code of kernels", 2 * sizeof(uint64_t)));
  for (uint64_t i = 0; i < count; ++i) {
    RS_TRY(std::string name, in.readString("kernel of the code"));
    RS_TRY(Bytes bytes, in.readSized("code"));
    addPart(module, kind, std::move(name), std::move(bytes));
  }
  return {};
}

std::vector<DeviceKernel> namedOnly(std::vector<std::string> names) {
  std::vector<DeviceKernel> kernels;
  for (std::string& name : names) {
    kernels.emplace_back();
    kernels.back().name = std::move(name);
  }
  return kernels;
}

// ---- kinds ----

/// cuda, hip, opencl, hexagon.
Result<Decoded> readDevice(ByteReader& in, std::string_view kind, const PayloadLayout& layout) {
  CodeModule module;
  RS_TRY(module.format, in.readString("format"));
  RS_TRY(module.kernels, readKernels(in, layout));
  RS_TRY(Bytes code, in.readSized("code"));
  addPart(module, kind, {}, std::move(code));
  if (kind == "cuda") module.resources = kernelResources(module.parts[0].content, module.parts[0].bytes);
  return Decoded(std::move(module));
}

Result<Decoded> readMetal(ByteReader& in, std::string_view kind, const PayloadLayout& layout) {
  CodeModule module;
  if (layout.form == 1) {  // its own version, then the fields in another order
    RS_TRY(const std::string version, in.readString("version"));
    if (version != "0.1.0")
      return in.errorHere(fmt::format("metal module of unknown version \"{}\"", printable(version.substr(0, 40))));
    module.layout = "TVM 0.17 to 0.23";
    RS_CHECK(readParts(in, kind, module));
    RS_TRY(module.kernels, readKernels(in, layout));
    RS_TRY(module.format, in.readString("format"));
    return Decoded(std::move(module));
  }
  RS_TRY(module.format, in.readString("format"));
  RS_TRY(module.kernels, readKernels(in, layout));
  if (layout.form == 0) {
    module.layout = "TVM 0.24 or later";
    RS_CHECK(readParts(in, kind, module));
  } else {
    module.layout = "TVM 0.16 or earlier";
    RS_TRY(Bytes code, in.readSized("code"));
    addPart(module, kind, {}, std::move(code));
  }
  return Decoded(std::move(module));
}

/// One shader: a flag, and its words after their count.
Result<Bytes> readShader(ByteReader& in) {
  RS_CHECK(in.read<uint32_t>("shader flag"));
  RS_TRY(const uint64_t words, in.readCount("shader words", sizeof(uint32_t)));
  return in.readBytes(words * sizeof(uint32_t), "shader words");
}

Result<Decoded> readVulkan(ByteReader& in, std::string_view kind, const PayloadLayout& layout) {
  CodeModule module;
  RS_TRY(module.format, in.readString("format"));
  RS_TRY(module.kernels, readKernels(in, layout));
  module.layout = layout.form == 0 ? "TVM 0.24 or later" : "TVM 0.23 or earlier";
  RS_TRY(const uint64_t count, in.readCount("shaders", 2 * sizeof(uint64_t)));
  for (uint64_t i = 0; i < count; ++i) {
    RS_TRY(std::string name, in.readString("kernel of the shader"));
    if (layout.form == 0) {
      RS_TRY(const Bytes stored, in.readSized("shader"));
      ByteReader inner(stored, in.fileOffset() - stored.size());
      RS_TRY(Bytes words, readShader(inner));
      addPart(module, kind, std::move(name), std::move(words));
    } else {
      RS_TRY(Bytes words, readShader(in));
      addPart(module, kind, std::move(name), std::move(words));
    }
  }
  return Decoded(std::move(module));
}

Result<Decoded> readWebGpu(ByteReader& in, std::string_view kind, const PayloadLayout& layout) {
  CodeModule module;
  RS_TRY(module.kernels, readKernels(in, layout));
  RS_CHECK(readParts(in, kind, module));
  return Decoded(std::move(module));
}

Result<Decoded> readSource(ByteReader& in, std::string_view kind, const PayloadLayout&) {
  CodeModule module;
  RS_TRY(Bytes code, in.readSized("source"));
  RS_TRY(module.format, in.readString("format"));
  RS_TRY(std::vector<std::string> names, vmformat::readStrings(in, "function names"));
  RS_TRY(module.constants, vmformat::readStrings(in, "constant names"));
  module.kernels = namedOnly(std::move(names));
  addPart(module, kind, {}, std::move(code));
  return Decoded(std::move(module));
}

Result<Decoded> readStaticLibrary(ByteReader& in, std::string_view kind, const PayloadLayout&) {
  CodeModule module;
  RS_TRY(Bytes code, in.readSized("object"));
  RS_TRY(std::vector<std::string> names, vmformat::readStrings(in, "function names"));
  module.kernels = namedOnly(std::move(names));
  addPart(module, kind, {}, std::move(code));
  return Decoded(std::move(module));
}

Result<Decoded> readConstantsPayload(ByteReader& in, std::string_view, const PayloadLayout&) {
  ConstantsModule module;
  RS_TRY(std::vector<std::string> names, vmformat::readStrings(in, "names of constants"));
  const uint64_t at = in.fileOffset();
  RS_TRY(const uint64_t tensors, in.readCount("constants", 40));  // a tensor record without shape and data
  if (tensors != names.size()) return Error(fmt::format("{} constants under {} names", tensors, names.size()), at);
  for (uint64_t i = 0; i < tensors; ++i) {
    auto tensor = vmformat::readTensorRecord(in);
    if (!tensor.ok()) return vmformat::inItem("constant", i, std::move(tensor).error());
    module.tensors.push_back({std::move(names[i]), *std::move(tensor)});
  }
  RS_TRY(std::vector<std::string> symbols, vmformat::readStrings(in, "functions that need constants"));
  const uint64_t needsAt = in.fileOffset();
  RS_TRY(const uint64_t needs, in.readCount("needs of functions", sizeof(uint64_t)));
  if (needs != symbols.size())
    return Error(fmt::format("{} lists of needs for {} functions", needs, symbols.size()), needsAt);
  for (uint64_t i = 0; i < needs; ++i) {
    RS_TRY(std::vector<std::string> list, vmformat::readStrings(in, "needs of a function"));
    module.needs.push_back({std::move(symbols[i]), std::move(list)});
  }
  return Decoded(std::move(module));
}

Result<Decoded> readGraph(ByteReader& in, std::string_view, const PayloadLayout&) {
  GraphModule module;
  RS_TRY(module.symbol, in.readString("function name"));
  const uint64_t at = in.fileOffset();
  RS_TRY(module.json, in.readSized("graph"));
  const std::string_view text = module.json.head(256);
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') return Error("the graph is not a JSON object", at);
  RS_TRY(module.constants, vmformat::readStrings(in, "names of constants"));
  return Decoded(std::move(module));
}

/// An executable of the eras before 0.22: one string, which another reader parses.
Result<Decoded> skipExecutable(ByteReader& in, std::string_view, const PayloadLayout&) {
  RS_CHECK(in.readSized("executable"));
  return Decoded();
}

using Reader = Result<Decoded> (*)(ByteReader&, std::string_view, const PayloadLayout&);
struct KindRow {
  std::string_view kind;
  Reader read;
  uint8_t forms = 1;     ///< number of layouts, apart from that of the kernel table
  bool kernels = false;  ///< has a kernel table
};
constexpr KindRow kPayloadKinds[] = {
    {"cuda", readDevice, 1, true},
    {"hip", readDevice, 1, true},
    {"hsaco", readDevice, 1, true},
    {"rocm", readDevice, 1, true},
    {"opencl", readDevice, 1, true},
    {"hexagon", readDevice, 1, true},
    {"metal", readMetal, 3, true},
    {"vulkan", readVulkan, 2, true},
    {"webgpu", readWebGpu, 1, true},
    {"c", readSource},
    {"static_library", readStaticLibrary},
    {"const_loader", readConstantsPayload},
    {"json", readGraph},
    {"tensorrt", readGraph},
    {"clml", readGraph},
    {"nnapi", readGraph},
    {"dnnl_json", readGraph},
    {"cublas_json", readGraph},
    {"cudnn_json", readGraph},
    {"hipblas_json", readGraph},
    {"arm_compute_lib", readGraph},
    {"bnns", readGraph},
    {"mrvl", readGraph},
};
constexpr KindRow kAnyGraph = {"", readGraph};
constexpr KindRow kExecutableRow = {"", skipExecutable};

const KindRow* findRow(std::string_view kind) {
  const auto* row = std::find_if(std::begin(kPayloadKinds), std::end(kPayloadKinds),
                                 [&](const KindRow& r) { return r.kind == kind; });
  return row == std::end(kPayloadKinds) ? nullptr : row;
}

/// The layouts to try, that of the era first.
std::vector<PayloadLayout> layoutsOf(const KindRow& row, LibraryEra era) {
  const bool extra = era != LibraryEra::UpTo020;
  std::vector<PayloadLayout> layouts;
  for (const bool tags : {extra, !extra}) {
    // From 0.22 on every release writes argument tags; before, the symbol does not identify development builds.
    if (tags != extra && (!row.kernels || era == LibraryEra::From022)) break;
    for (uint8_t i = 0; i < row.forms; ++i) {
      const bool newestFirst = era == LibraryEra::From022;
      layouts.push_back({tags, newestFirst ? i : static_cast<uint8_t>(row.forms - 1 - i)});
    }
  }
  return layouts;
}

/// Adds a note if the kernel table has the layout of another release.
DecodedPayload withLayoutNote(DecodedPayload decoded, const PayloadLayout& layout, LibraryEra era) {
  auto* code = std::get_if<CodeModule>(&decoded.value);
  if (code == nullptr || layout.extraTags == (era != LibraryEra::UpTo020)) return decoded;
  code->layout += std::string(code->layout.empty() ? "" : "; ") + "kernels as " +
                  (layout.extraTags ? "TVM 0.21 or later" : "TVM 0.20 or earlier") + " writes them";
  return decoded;
}

/// The result of the first layout whose end `fits` accepts; if none, that of the era's own layout, value or error. Adds
/// the bytes that failed layouts read to `strayed`.
template <class Fits>
Result<DecodedPayload> decodeBy(const KindRow& row, std::string_view kind, LibraryEra era, const Bytes& bytes,
                                bool& fitted, uint64_t& strayed, Fits fits) {
  std::optional<Result<DecodedPayload>> own;
  for (const PayloadLayout& layout : layoutsOf(row, era)) {
    ByteReader in(bytes);
    auto value = row.read(in, kind, layout);
    Result<DecodedPayload> decoded = value.ok()
                                         ? Result<DecodedPayload>(DecodedPayload{*std::move(value), in.position(), {}})
                                         : std::move(value).error();
    fitted = decoded.ok() && fits(in);
    if (fitted) return withLayoutNote(*std::move(decoded), layout, era);
    strayed += in.position();
    if (!own) own = std::move(decoded);
  }
  return *std::move(own);
}

bool isKindChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

}  // namespace

bool entryFollows(const Bytes& rest) {
  constexpr uint64_t kMaxKind = 128;
  ByteReader in(rest);
  const auto length = in.read<uint64_t>("kind");
  if (!length.ok() || *length == 0 || *length > kMaxKind || *length > in.remaining()) return false;
  const std::string_view name = rest.slice(sizeof(uint64_t), *length).text();
  return std::all_of(name.begin(), name.end(), isKindChar);
}

Result<DecodedPayload> decodePayload(std::string_view kind, LibraryEra era, const Bytes& payload) {
  if (holdsExecutable(kind)) return DecodedPayload{{}, payload.size(), {}};
  const KindRow* row = findRow(kind);
  bool fitted = false;
  uint64_t strayed = 0;
  auto decoded = decodeBy(row != nullptr ? *row : kAnyGraph, kind, era, payload, fitted, strayed,
                          [](const ByteReader& in) { return in.atEnd(); });
  if (!decoded.ok()) {
    if (row == nullptr) return DecodedPayload{{}, payload.size(), {}};
    return decoded;
  }
  if (auto* graph = std::get_if<GraphModule>(&decoded->value))
    graph->rest = payload.slice(decoded->size, payload.size());
  else if (!fitted) decoded->note = fmt::format("{} bytes after its end", payload.size() - decoded->size);
  decoded->size = payload.size();
  return decoded;
}

Result<DecodedPayload> decodeUnframed(std::string_view kind, LibraryEra era, const Bytes& rest, uint64_t& strayed) {
  const KindRow* row = holdsExecutable(kind) ? &kExecutableRow : findRow(kind);
  bool fitted = false;
  auto decoded = decodeBy(
      row != nullptr ? *row : kAnyGraph, kind, era, rest, fitted, strayed,
      [&](const ByteReader& in) { return in.atEnd() || entryFollows(rest.slice(in.position(), rest.size())); });
  if (!decoded.ok()) return decoded;
  // A graph of an unlisted kind is accepted only if a known entry follows: it may be anything.
  if (!fitted && std::holds_alternative<GraphModule>(decoded->value))
    return Error("no entry follows the graph", decoded->size);
  if (!fitted) decoded->note = "no entry of the blob follows it";
  return decoded;
}

}  // namespace relaxscope
