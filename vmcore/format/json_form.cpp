// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/json_form.h"

namespace relaxscope {

bool looksLikeJsonForm(const Bytes& bytes) {
  const std::string_view text = bytes.text().substr(0, 256);
  const size_t brace = text.find_first_not_of(" \t\r\n");
  if (brace == std::string_view::npos || text[brace] != '{') return false;
  const size_t key = text.find_first_not_of(" \t\r\n", brace + 1);
  return key != std::string_view::npos && text.substr(key, 12) == "\"relaxscope\"";
}

Result<void> writeJsonForm(const Executable&, const std::string&, const TextSink&) {
  return Error("the JSON form is not written yet");
}

Result<Executable> readJsonForm(const Bytes&, const std::string&) { return Error("the JSON form is not read yet"); }

}  // namespace relaxscope
