// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {

std::vector<FuncIndex> walkableFunctions(const Executable& executable) {
  const std::vector<Function>& functions = executable.functions;
  const auto size = static_cast<int64_t>(executable.code.size());
  std::vector<FuncIndex> sound;
  for (size_t i = 0; i < functions.size(); ++i) {
    const Function& f = functions[i];
    if (f.isBytecode() && f.startInstr >= 0 && f.startInstr < f.endInstr && f.endInstr <= size)
      sound.emplace_back(static_cast<int64_t>(i));
  }
  const auto earlier = [&](FuncIndex a, FuncIndex b) {
    return functions[a.at()].startInstr < functions[b.at()].startInstr;
  };
  if (!std::is_sorted(sound.begin(), sound.end(), earlier)) std::stable_sort(sound.begin(), sound.end(), earlier);
  int64_t covered = 0;
  std::erase_if(sound, [&](FuncIndex index) {
    if (functions[index.at()].startInstr < covered) return true;
    covered = functions[index.at()].endInstr;
    return false;
  });
  return sound;
}

PcRange existingRange(const Executable& executable, const Function& function) {
  if (!function.isBytecode()) return {};
  const auto size = static_cast<int64_t>(executable.code.size());
  const int64_t begin = std::clamp<int64_t>(function.startInstr, 0, size);
  return {begin, std::clamp<int64_t>(function.endInstr, begin, size)};
}

FuncIndex calleeAt(const Executable& executable, InstrIndex pc) {
  constexpr size_t kCallWords = 4;  // a shorter one is malformed
  if (!pc.valid() || pc.at() >= executable.code.size()) return {};
  const Instruction instruction = executable.code.at(pc);
  if (!instruction.isCall() || instruction.words.size() < kCallWords) return {};
  return FuncIndex(instruction.callFunction());
}

}  // namespace relaxscope
