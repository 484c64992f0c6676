// SPDX-License-Identifier: Apache-2.0
// rscope dump --annotate: the listing with types, names and the costs of a profile.
#pragma once

#include <string>
#include <vector>

namespace relaxscope::cli {

struct AnnotateOptions {
  std::string file, profile, output, consts;
  std::vector<std::string> functions;
};
/// `file` may be a profile, which holds its program. Returns the exit code.
int annotate(const AnnotateOptions& options);

}  // namespace relaxscope::cli
