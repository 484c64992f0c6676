// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/request.h"

namespace relaxscope {

std::string whyNoReference(const RunRequest& request) {
  if (!request.reference) return "unrecorded runs were not requested";
  if (request.script.size() != 1)
    return "a list of calls may keep state, so an unrecorded run would not be the same run";
  return {};
}

}  // namespace relaxscope
