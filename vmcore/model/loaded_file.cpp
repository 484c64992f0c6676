// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

std::string LoadedFile::containerText() const {
  switch (kind) {
    case FileKind::RawExecutable: return "executable bytes";
    case FileKind::SharedLibrary: return library ? relaxscope::containerText(*library) : "shared library";
    case FileKind::JsonForm: return "JSON form";
    case FileKind::TextForm: return "text form";
    case FileKind::PythonForm: return "python form";
    case FileKind::ParameterList: return "parameter list";
  }
  return {};
}

}  // namespace relaxscope
