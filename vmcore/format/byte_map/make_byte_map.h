// SPDX-License-Identifier: Apache-2.0
// Makes the byte map of an opened file from what the readers kept: nothing is read twice but headers of a
// few bytes. Positions follow from the values themselves, as the writer would lay them out, and are
// checked against the offsets that the reader noted; what does not fit is shown as undecoded bytes.
#pragma once

#include <memory>
#include <string>

#include "vmcore/model/byte_map.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// Keeps the file alive. A file without a binary executable (a text form) gives a map of one range.
std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const LoadedFile> file);
/// Of the bytes that an executable which was not read from any would be written as; null where a constant of unknown
/// value keeps there from being any.
std::shared_ptr<const ByteMap> makeByteMap(std::shared_ptr<const Executable> executable, std::string path);

}  // namespace relaxscope
