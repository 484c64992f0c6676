// SPDX-License-Identifier: Apache-2.0
// Where streamed text goes: exporters, the JSON form and the command line share it.
#pragma once

#include <functional>
#include <string_view>

namespace relaxscope {

/// Receives pieces of text in order; false stops the writer (a closed pipe).
using TextSink = std::function<bool(std::string_view)>;

}  // namespace relaxscope
