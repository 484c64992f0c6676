// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutate/edit.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "tests/support/mutate/edit_context.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/format/vm/executable_check.h"

namespace relaxscope::test {
namespace {

struct EditRow {
  const char* name;
  EditMaker make;
};
/// By EditKind.
constexpr std::array<EditRow, kEditKinds> kRows{{
    {"call inserted", insertCall},
    {"call removed", removeCall},
    {"call duplicated", duplicateCall},
    {"callee changed", changeCallee},
    {"operand register", changeRegister},
    {"operand constant", changeConstantOperand},
    {"operand immediate", changeImmediate},
    {"operands swapped", swapOperands},
    {"destination changed", changeDestination},
    {"branch inverted", invertBranch},
    {"jump target", changeTarget},
    {"return register", changeReturn},
    {"constant bit", changeBit},
    {"constant dtype", changeDtype},
    {"constant shape", changeShape},
    {"function added", addFunction},
    {"function removed", removeFunction},
    {"parameter count", changeParameterCount},
    {"parameter order", changeParameterOrder},
    {"storage size", changeStorageSize},
    {"alloc offset", changeOffset},
    {"slot index", changeSlot},
}};

bool isSound(const Executable& executable) {
  return !verify(executable).hasErrors() && checkExecutable(executable).ok();
}

/// Whether an edit may undo an earlier one: they have a place in common.
bool touches(const Edit& edit, const EditedPlaces& before) {
  const auto isUsed = [&](uint32_t id) { return before.instructions.contains(id); };
  return std::ranges::any_of(edit.oldInstructions, isUsed) || std::ranges::any_of(edit.nowInstructions, isUsed);
}

}  // namespace

const char* editKindName(EditKind kind) { return kRows[static_cast<size_t>(kind)].name; }

std::optional<EditKind> editKindOfName(std::string_view name) {
  const auto found = std::ranges::find_if(kRows, [&](const EditRow& row) { return name == row.name; });
  if (found == kRows.end()) return std::nullopt;
  return static_cast<EditKind>(found - kRows.begin());
}

void EditedPlaces::add(const Edit& edit) {
  instructions.insert(edit.oldInstructions.begin(), edit.oldInstructions.end());
  instructions.insert(edit.nowInstructions.begin(), edit.nowInstructions.end());
  if (edit.constant != kNoId) constants.insert(edit.constant);
  if (edit.wholeFunction) functions.insert(edit.function);
}

std::optional<Edit> makeEdit(Draft& draft, EditKind kind, fuzz::Random& random, const EditedPlaces& before) {
  constexpr int kAttempts = 8;
  const bool sound = isSound(draft.build());
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Draft copy = draft;
    EditContext context(copy, random, before);
    std::optional<Edit> edit = kRows[static_cast<size_t>(kind)].make(context);
    if (!edit || touches(*edit, before) || (sound && !isSound(copy.build()))) continue;
    edit->kind = kind;
    draft = std::move(copy);
    return edit;
  }
  return std::nullopt;
}

}  // namespace relaxscope::test
