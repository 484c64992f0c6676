// SPDX-License-Identifier: GPL-3.0-or-later
// The CodeAssembler with which the listing is edited: the text form of format/assembly/assembly.h. Views know only the
// interface.
#pragma once

#include <memory>

#include "views/core/code_assembler.h"

namespace relaxscope {

std::shared_ptr<const CodeAssembler> makeAssembler();

}  // namespace relaxscope
