// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/shared_object.h"

#include <dlfcn.h>
#include <link.h>

#include <string_view>

namespace relaxscope {

Result<SharedObject> SharedObject::open(const std::string& file, bool ownFirst) {
  const int scope = RTLD_LOCAL | (ownFirst ? RTLD_DEEPBIND : 0);
  void* handle = dlopen(file.c_str(), RTLD_NOW | scope);
  // A symbol that cannot be found is an error when it is called, as kernels that use it may never be.
  if (handle == nullptr) handle = dlopen(file.c_str(), RTLD_LAZY | scope);
  if (handle != nullptr) return SharedObject(std::shared_ptr<void>(handle, dlclose));
  const char* const message = dlerror();
  std::string_view why = message == nullptr ? "cannot be loaded" : message;
  if (why.starts_with(file + ": ")) why.remove_prefix(file.size() + 2);
  return Error(std::string(why));
}

void* SharedObject::find(const std::string& symbol) const { return dlsym(handle_.get(), symbol.c_str()); }

void* SharedObject::findOwn(const std::string& symbol) const {
  void* const address = find(symbol);
  Dl_info info{};
  link_map *ours = nullptr, *holder = nullptr;
  if (address == nullptr || dlinfo(handle_.get(), RTLD_DI_LINKMAP, &ours) != 0) return nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void**>(&holder), RTLD_DL_LINKMAP) == 0) return nullptr;
  return holder == ours ? address : nullptr;
}

void* slotHolding(const std::string& file, const std::string& symbol, const void* value) {
  void* const handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* const slot = dlsym(handle, symbol.c_str());
  const bool holds = slot != nullptr && *static_cast<void**>(slot) == value;
  dlclose(handle);
  return holds ? slot : nullptr;
}

}  // namespace relaxscope
