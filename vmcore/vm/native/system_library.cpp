// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/system_library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/format/file_bytes.h"
#include "vmcore/format/object/object_image.h"
#include "vmcore/vm/native/environment.h"
#include "vmcore/vm/native/native_module.h"
#include "vmcore/vm/native/private_copy.h"
#include "vmcore/vm/native/shared_object.h"
#include "vmcore/vm/native/static_registration.h"

/// What a private copy calls in place of tvm-ffi's function, which would replace the addresses of the original.
extern "C" __attribute__((visibility("default"), used)) int RelaxScopeIgnoreSystemLibSymbol(const char*, void*) {
  return 0;
}

namespace relaxscope {
namespace {

constexpr std::string_view kIgnore = "RelaxScopeIgnoreSystemLibSymbol";
static_assert(kIgnore.size() <= kSystemRegistration.size(), "the name is written over the other");

/// Whether the names for the dynamic linker contain that of the registration. Reads the mapped object, as a process may
/// have hundreds of them.
bool mayRegisterSymbols(const dl_phdr_info& info) {
  const auto* const segments = info.dlpi_phdr;
  const auto* const dynamic = std::find_if(segments, segments + info.dlpi_phnum,
                                           [](const ElfW(Phdr) & segment) { return segment.p_type == PT_DYNAMIC; });
  if (dynamic == segments + info.dlpi_phnum) return false;
  uintptr_t names = 0;
  size_t size = 0;
  for (const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + dynamic->p_vaddr);
       entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) names = entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRSZ) size = entry->d_un.d_val;
  }
  if (names == 0) return false;
  if (names < info.dlpi_addr)
    names += info.dlpi_addr;  // not relocated by the dynamic linker, as in the kernel's object
  return memmem(reinterpret_cast<const void*>(names), size, kSystemRegistration.data(), kSystemRegistration.size()) !=
         nullptr;
}

/// The files of the process that may contain system libraries, in the order of loading.
std::vector<std::string> loadedCandidates() {
  std::vector<std::string> found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        if (info->dlpi_name != nullptr && info->dlpi_name[0] != '\0' && mayRegisterSymbols(*info))
          static_cast<std::vector<std::string>*>(data)->emplace_back(info->dlpi_name);
        return 0;
      },
      &found);
  return found;
}

/// File offset of the name of the registration, which no other symbol may share; an error otherwise.
Result<uint64_t> placeOfRegistration(const ObjectImage& image) {
  const auto& symbols = image.object.symbols;
  const auto registration = std::ranges::find_if(
      symbols, [](const ObjectSymbol& symbol) { return symbol.name == kSystemRegistration && !symbol.defined; });
  if (registration == symbols.end() || registration->nameAt == 0)
    return Error("does not refer to tvm-ffi's registration of symbols");
  const uint64_t at = registration->nameAt;
  const auto sharers = std::ranges::count_if(symbols, [&](const ObjectSymbol& symbol) {
    return symbol.nameAt >= at && symbol.nameAt <= at + kSystemRegistration.size();
  });
  if (sharers != 1) return Error("other names share bytes with that of tvm-ffi's registration of symbols");
  return at;
}

Result<void> overwrite(const std::string& path, uint64_t at, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return Error(fmt::format("cannot open the private copy: {}", std::strerror(errno)));
  const ssize_t written = pwrite(file, text.data(), text.size(), static_cast<off_t>(at));
  const int why = errno;
  close(file);
  if (written == static_cast<ssize_t>(text.size())) return {};
  return Error(fmt::format("cannot write the private copy: {}", std::strerror(why)));
}

Result<ffi::Module> openCopy(const SystemProgram& program) {
  if (registersStatically(program.path, nullptr))
    return Error("registers functions or types with tvm-ffi, so it cannot be loaded a second time");
  PrivateCopy copy;
  RS_TRY(const std::string path, copy.make(program.path));
  RS_TRY(const Bytes bytes, readFileBytes(path));
  RS_TRY(const ObjectImage image, readObject(bytes));
  RS_TRY(const uint64_t at, placeOfRegistration(image));
  std::string name(kIgnore);
  name.resize(kSystemRegistration.size(), '\0');
  RS_CHECK(overwrite(path, at, name));
  if (!linkerFinds(std::string(kIgnore))) promote(reinterpret_cast<const void*>(&RelaxScopeIgnoreSystemLibSymbol));
  // The original may be visible to all libraries, with the same names.
  RS_TRY(SharedObject library, SharedObject::open(path, true));
  return nativeModule(std::move(library), program.prefix);
}

}  // namespace

std::optional<SystemProgram> systemProgramOf(const ffi::Module& module) {
  const std::string_view slot = ffi::symbol::tvm_ffi_library_ctx;
  for (const std::string& path : loadedCandidates()) {
    const auto bytes = readFileBytes(path);
    const auto image = bytes ? readObject(*bytes) : Result<ObjectImage>(bytes.error());
    if (!image || !placeOfRegistration(*image)) continue;
    for (const ObjectSymbol& symbol : image->object.symbols)
      if (symbol.defined && symbol.type == SymbolType::Data && symbol.name.ends_with(slot) &&
          slotHolding(path, symbol.name, module.get()) != nullptr)
        return SystemProgram{path, symbol.name.substr(0, symbol.name.size() - slot.size())};
  }
  return std::nullopt;
}

Result<ffi::Module> copyOf(const SystemProgram& program) {
  auto made = openCopy(program);
  if (!made) return Error(fmt::format("{}: {}", program.path, made.error().message));
  return made;
}

}  // namespace relaxscope
