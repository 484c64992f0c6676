// SPDX-License-Identifier: Apache-2.0
// Makes the byte map of an opened file from the readers' results: only headers of a few bytes are read again. Offsets
// are derived from the values, as the writer would lay them out, and checked against those that the reader recorded;
// mismatches are shown as undecoded bytes.
#pragma once

#include <memory>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/model/byte_map.h"
#include "vmcore/model/partial_file.h"

namespace relaxscope {

/// Keeps the file alive. A file without a binary executable (a text form) gives a map of one range.
std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const LoadedFile> file);
/// The byte map of a file that could not be opened: what was decoded, the field with the error, and the rest of its
/// executable, which was not decoded.
std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const PartialFile> file, const Error& error);
/// The byte map of what an executable that was not read from bytes would be written as; null if a constant of unknown
/// value prevents writing.
std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const Executable> executable, std::string path);

}  // namespace relaxscope
