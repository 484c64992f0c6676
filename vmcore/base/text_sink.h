// SPDX-License-Identifier: Apache-2.0
// The destination of streamed text, shared by exporters, the JSON form and the command line.
#pragma once

#include <functional>
#include <string_view>

namespace relaxscope {

/// Receives pieces of text in order; returns false to stop the writer (a closed pipe).
using TextSink = std::function<bool(std::string_view)>;

}  // namespace relaxscope
