// SPDX-License-Identifier: Apache-2.0
// The lossless JSON form of an executable: a round trip gives the same bytes (cli.md).
#pragma once

#include <string>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/format/side_file.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Streams the form. If `sideFile` is given and needsSideFile, large tensors are left to the .npz of that name, which
/// makeSideFile writes.
Result<void> writeJsonForm(const Executable& executable, const std::string& sideFile, const TextSink& sink);
/// Whether the text is in this form (its first key is "relaxscope").
bool looksLikeJsonForm(const Bytes& bytes);
/// Reads the form; side files are searched for next to `path`.
Result<Executable> readJsonForm(const Bytes& bytes, const std::string& path);
/// As above, with side files from `side`.
Result<Executable> readJsonForm(const Bytes& bytes, const SideArrays& side);

}  // namespace relaxscope
