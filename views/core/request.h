// SPDX-License-Identifier: GPL-3.0-or-later
// Actions that views request from the application because they cannot perform them.
#pragma once

#include <variant>

#include "vmcore/base/index.h"

namespace relaxscope {
namespace request {

/// A run with the last arguments. Waits for an edit that is being applied.
struct Run {};
/// The dialog with the arguments of a run.
struct RunDialog {};
/// A dialog that opens files.
struct Open {};
/// A tensor constant as an .npy file.
struct SaveConstant {
  ConstIndex constant;
};
/// The edited code as a file. Waits for an edit that is being applied.
struct SaveEdited {};
/// Reloads the file from disk.
struct Reload {};
/// A dialog that asks for the file with late-bound constants.
struct LoadConstants {};
/// A dialog that asks for the name of the selected layer.
struct NameLayer {};
/// The help page of the assembler's language.
struct AssemblerHelp {};

}  // namespace request

using Request =
    std::variant<request::Run, request::RunDialog, request::Open, request::SaveConstant, request::SaveEdited,
                 request::Reload, request::LoadConstants, request::NameLayer, request::AssemblerHelp>;

}  // namespace relaxscope
