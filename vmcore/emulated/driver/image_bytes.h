// SPDX-License-Identifier: Apache-2.0
// The size of an image for cuModuleLoadDataEx, which is given without one.
#pragma once

#include <span>

namespace relaxscope::emulated {

/// The bytes of an ELF file, a fatbin or a text that ends with NUL; empty if it has none. Reads what the
/// image's own headers say, as the driver does: the caller vouches for the image.
std::span<const char> imageBytes(const void* image);

}  // namespace relaxscope::emulated
