// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the parts and fields of a file, in the interface's language.
#pragma once

#include <QString>

#include "vmcore/model/byte_map.h"

namespace relaxscope {

/// ByteMap::name() translated: "function table", "section header 3", "name length". Names of fields as TVM spells them
/// ("num_args") and names from the file stay.
QString byteName(const ByteMap& map, const ByteNode& node);
/// ByteMap::value(); what the reader refused is translated, content of the file stays.
QString byteValue(const ByteMap& map, const ByteNode& node);

}  // namespace relaxscope
