// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/function_match.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "vmcore/analysis/diff/align/code_keys.h"
#include "vmcore/analysis/diff/align/function_code.h"
#include "vmcore/analysis/diff/align/hash.h"
#include "vmcore/analysis/diff/align/pairing.h"

namespace relaxscope::diffing {
namespace {

using Rows = std::vector<uint32_t>;

/// What is compared of a function that no name matches.
struct Likeness {
  uint64_t colour = 0;          ///< of code and place in the call graph
  std::vector<uint64_t> parts;  ///< keys of its instructions, ascending
  std::vector<uint32_t> callees, callers;
};

class Matcher {
 public:
  Matcher(const Executable& old, const Executable& now, const ConstantClasses& constants, const DiffOptions& options,
          const std::vector<FunctionMatch>& renames, const std::stop_token& stop)
      : tables_{&old, &now},
        constants_(constants),
        options_(options),
        renames_(renames),
        stop_(stop),
        pairs_(old.functions.size(), now.functions.size()),
        reasons_(old.functions.size()) {}

  std::optional<FunctionMatches> run() {
    byHand();
    for (const FunctionMatch& match : renames_)  // before names, which others may have now
      pair(static_cast<uint32_t>(match.old.value), static_cast<uint32_t>(match.now.value), match.reason);
    byName();
    if (!byCode()) return std::nullopt;
    return result();
  }

 private:
  const Function& function(Side side, uint32_t row) const { return tables_[side]->functions[row]; }
  size_t size(Side side) const { return tables_[side]->functions.size(); }
  const Rows& partners(Side side) const { return side == Old ? pairs_.toNow : pairs_.toOld; }
  static bool isCode(const Function& function) { return !function.isPacked(); }
  [[nodiscard]] bool isCut(uint32_t old, uint32_t now) const {
    return std::ranges::find(options_.unmatched, std::pair(function(Old, old).name, function(Now, now).name)) !=
           options_.unmatched.end();
  }
  bool pair(uint32_t old, uint32_t now, MatchReason reason) {
    if (old >= size(Old) || now >= size(Now) || !pairs_.isFree(old, now)) return false;
    if (isCode(function(Old, old)) != isCode(function(Now, now)) || isCut(old, now)) return false;
    pairs_.pair(old, now);
    reasons_[old] = reason;
    return true;
  }

  void byHand() {
    for (const auto& [old, now] : options_.matched) {
      const FuncIndex from = tables_[Old]->findFunction(old), to = tables_[Now]->findFunction(now);
      if (from.valid() && to.valid())
        pair(static_cast<uint32_t>(from.value), static_cast<uint32_t>(to.value), MatchReason::ByHand);
    }
  }
  /// Of several of one name the first with the first, and so on.
  void byName() {
    std::unordered_map<std::string_view, Rows> names;
    for (uint32_t row = static_cast<uint32_t>(size(Now)); row-- > 0;)
      if (pairs_.toOld[row] == kNone) names[function(Now, row).name].push_back(row);
    for (uint32_t row = 0; row < size(Old); ++row) {
      const auto found = names.find(function(Old, row).name);
      if (pairs_.toNow[row] != kNone || found == names.end() || found->second.empty()) continue;
      if (pair(row, found->second.back(), MatchReason::SameNameChangedCode)) found->second.pop_back();
    }
  }

  bool byCode() {
    for (const Side side : {Old, Now}) {
      left_[side].clear();
      for (uint32_t row = 0; row < size(side); ++row)
        if (partners(side)[row] == kNone && isCode(function(side, row))) left_[side].push_back(row);
    }
    if (left_[Old].empty() || left_[Now].empty()) return true;
    assignClasses(true);
    if (!describe()) return false;
    refine();
    pairColours();
    pairCallees();
    pairSimilar();
    return true;
  }

  /// With `anyLeft`, all that are left share a number, as nothing says yet which is which.
  void assignClasses(bool anyLeft) {
    uint32_t next = anyLeft ? 1 : 0;
    for (const Side side : {Old, Now}) classes_[side].assign(size(side), 0);
    for (uint32_t row = 0; row < size(Old); ++row) {
      const bool isLeft = pairs_.toNow[row] == kNone && isCode(function(Old, row));
      classes_[Old][row] = anyLeft && isLeft ? 0 : next++;
      if (pairs_.toNow[row] != kNone) classes_[Now][pairs_.toNow[row]] = classes_[Old][row];
    }
    for (uint32_t row = 0; row < size(Now); ++row) {
      if (pairs_.toOld[row] != kNone) continue;
      classes_[Now][row] = anyLeft && isCode(function(Now, row)) ? 0 : next++;
    }
  }

  bool describe() {
    for (const Side side : {Old, Now}) {
      const Symbols symbols{side, &constants_, &classes_, &texts_};
      std::unordered_map<uint32_t, uint32_t> numbers;
      for (uint32_t i = 0; i < left_[side].size(); ++i) numbers.emplace(left_[side][i], i);
      likes_[side].assign(left_[side].size(), {});
      for (uint32_t i = 0; i < left_[side].size(); ++i) {
        const auto code = functionCode(*tables_[side], FuncIndex(left_[side][i]), symbols, stop_);
        if (!code) return false;
        Likeness& like = likes_[side][i];
        CodeKeys keys = codeKeys(*code);
        like.colour = functionKey(*code, keys.around);
        like.parts = std::move(keys.inputs);
        std::ranges::sort(like.parts);
        for (const CodeInstruction& instruction : code->instructions) {
          const auto callee = numbers.find(static_cast<uint32_t>(instruction.callee));
          if (instruction.callee < 0 || callee == numbers.end()) continue;
          like.callees.push_back(callee->second);
          likes_[side][callee->second].callers.push_back(i);
        }
      }
    }
    return true;
  }

  /// Functions that call and are called by like functions stay alike.
  void refine() {
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round)
      for (std::vector<Likeness>& likes : likes_) {
        std::vector<uint64_t> next(likes.size());
        for (size_t i = 0; i < likes.size(); ++i) {
          uint64_t down = 0, up = 0;
          for (const uint32_t callee : likes[i].callees) down += mixed(likes[callee].colour);
          for (const uint32_t caller : likes[i].callers) up += mixed(likes[caller].colour);
          next[i] = added(added(likes[i].colour, down), up);
        }
        for (size_t i = 0; i < likes.size(); ++i) likes[i].colour = next[i];
      }
  }
  void pairColours() {
    std::unordered_map<uint64_t, std::pair<Rows, Rows>> groups;
    for (uint32_t i = 0; i < left_[Old].size(); ++i) groups[likes_[Old][i].colour].first.push_back(i);
    for (uint32_t i = 0; i < left_[Now].size(); ++i) groups[likes_[Now][i].colour].second.push_back(i);
    for (uint32_t i = 0; i < left_[Old].size(); ++i) {
      auto& [old, now] = groups[likes_[Old][i].colour];
      if (old.empty() || old.size() != now.size()) continue;
      for (size_t k = 0; k < old.size(); ++k)
        pair(left_[Old][old[k]], left_[Now][now[k]], MatchReason::SameCodeOtherName);
      old.clear();
    }
  }

  /// The only function that is left of those that matched functions call.
  void pairCallees() {
    std::unordered_map<uint32_t, uint32_t> nowNumbers;
    for (uint32_t i = 0; i < left_[Now].size(); ++i) nowNumbers.emplace(left_[Now][i], i);
    for (uint32_t i = 0; i < left_[Old].size(); ++i) {
      const uint32_t partner = pairs_.toNow[left_[Old][i]];
      if (partner == kNone || !nowNumbers.contains(partner)) continue;
      const uint32_t old = onlyFree(Old, likes_[Old][i].callees);
      const uint32_t now = onlyFree(Now, likes_[Now][nowNumbers[partner]].callees);
      if (old != kNone && now != kNone) pair(left_[Old][old], left_[Now][now], MatchReason::CallPosition);
    }
  }
  uint32_t onlyFree(Side side, const Rows& numbers) const {
    uint32_t found = kNone;
    for (const uint32_t number : numbers) {
      if (partners(side)[left_[side][number]] != kNone || number == found) continue;
      if (found != kNone) return kNone;
      found = number;
    }
    return found;
  }

  /// The most similar ones first. Keys that many functions have tell little and are left out.
  void pairSimilar() {
    constexpr size_t kMostOwners = 32;
    constexpr double kLeast = 0.3;
    std::unordered_map<uint64_t, Rows> owners;
    for (uint32_t i = 0; i < left_[Now].size(); ++i)
      if (partners(Now)[left_[Now][i]] == kNone)
        for (size_t k = 0; k < likes_[Now][i].parts.size(); ++k) {
          Rows& rows = owners[likes_[Now][i].parts[k]];
          if (rows.size() <= kMostOwners && (rows.empty() || rows.back() != i)) rows.push_back(i);
        }
    std::vector<std::tuple<double, uint32_t, uint32_t>> scores;
    for (uint32_t i = 0; i < left_[Old].size(); ++i) {
      if (partners(Old)[left_[Old][i]] != kNone) continue;
      std::unordered_map<uint32_t, uint32_t> shared;
      for (const uint64_t part : likes_[Old][i].parts) {
        const auto found = owners.find(part);
        if (found == owners.end() || found->second.size() > kMostOwners) continue;
        for (const uint32_t owner : found->second) ++shared[owner];
      }
      for (const auto& [owner, count] : shared) {
        const size_t all = likes_[Old][i].parts.size() + likes_[Now][owner].parts.size();
        const double score = 2.0 * count / static_cast<double>(all);
        if (score >= kLeast) scores.emplace_back(-score, i, owner);
      }
    }
    std::ranges::sort(scores);
    for (const auto& [score, old, now] : scores) pair(left_[Old][old], left_[Now][now], MatchReason::Structure);
  }

  FunctionMatches result() {
    assignClasses(false);
    FunctionMatches out;
    out.classes = std::move(classes_);
    for (uint32_t row = 0; row < size(Now); ++row) {
      const uint32_t partner = pairs_.toOld[row];
      FunctionMatch match{partner == kNone ? FuncIndex() : FuncIndex(partner), FuncIndex(row), MatchReason::None};
      if (partner != kNone) match.reason = reasons_[partner];
      (isCode(function(Now, row)) ? out.functions : out.packed).push_back(match);
    }
    for (uint32_t row = 0; row < size(Old); ++row)
      if (pairs_.toNow[row] == kNone)
        (isCode(function(Old, row)) ? out.functions : out.packed)
            .push_back({FuncIndex(row), FuncIndex(), MatchReason::None});
    return out;
  }

  std::array<const Executable*, 2> tables_;
  const ConstantClasses& constants_;
  const DiffOptions& options_;
  const std::vector<FunctionMatch>& renames_;
  const std::stop_token& stop_;
  Pairing pairs_;
  std::vector<MatchReason> reasons_;  ///< by old row
  FunctionClasses classes_;
  ContextTexts texts_;
  std::array<Rows, 2> left_;  ///< functions without a partner, when names are done
  std::array<std::vector<Likeness>, 2> likes_;
};

}  // namespace

std::optional<FunctionMatches> matchFunctions(const Executable& old, const Executable& now,
                                              const ConstantClasses& constants, const DiffOptions& options,
                                              const std::vector<FunctionMatch>& renames, const std::stop_token& stop) {
  return Matcher(old, now, constants, options, renames, stop).run();
}

}  // namespace relaxscope::diffing
