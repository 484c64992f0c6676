// SPDX-License-Identifier: Apache-2.0
// Single genuine edits of an executable: what was edited, where a comparison must report it, and as which kinds of
// change. Edits that change nothing but numbers are not made.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "tests/fuzz/random.h"
#include "tests/support/mutate/draft.h"
#include "vmcore/analysis/diff/change.h"

namespace relaxscope::test {

enum class EditKind : uint8_t {
  CallInserted,
  CallRemoved,
  CallDuplicated,
  CalleeChanged,
  RegisterChanged,
  ConstantChanged,  ///< an operand names another constant
  ImmediateChanged,
  OperandsSwapped,
  DestinationChanged,
  BranchInverted,
  JumpTarget,
  ReturnRegister,
  ConstantBit,
  ConstantDtype,
  ConstantShape,
  FunctionAdded,
  FunctionRemoved,
  ParameterCount,
  ParameterOrder,
  StorageSize,
  AllocOffset,
  SlotIndex,
};
inline constexpr size_t kEditKinds = static_cast<size_t>(EditKind::SlotIndex) + 1;
/// "call inserted".
const char* editKindName(EditKind kind);
std::optional<EditKind> editKindOfName(std::string_view name);

struct Edit {
  EditKind kind = EditKind::CallInserted;
  std::string text;        ///< "main: operand 2 of call relu %0 %1: %1 became %3"
  bool neverRuns = false;  ///< in unreachable code, a function or a constant that nothing names

  // Where it must be reported, by identity: any one of the instructions, or the constant, or the function as a whole.
  uint32_t function = kNoId;
  std::vector<uint32_t> oldInstructions, nowInstructions;
  uint32_t constant = kNoId;
  bool wholeFunction = false;  ///< its state, its signature, or for a packed one its row of kernels

  std::vector<ChangeKind> kinds;  ///< any one of them
};

/// What earlier edits have used, so that the next one is elsewhere.
struct EditedPlaces {
  std::unordered_set<uint32_t> instructions, constants, functions;
  void add(const Edit& edit);
};

/// Makes one edit of a kind; nothing if the executable has no place for one. The result passes the verifier if the
/// draft does.
std::optional<Edit> makeEdit(Draft& draft, EditKind kind, fuzz::Random& random, const EditedPlaces& before = {});

}  // namespace relaxscope::test
