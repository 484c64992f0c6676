// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "vmcore/analysis/diff/align/sequence.h"
#include "vmcore/analysis/diff/device_code.h"

namespace relaxscope {
namespace diffing {
namespace {

using Lines = std::vector<std::string>;

Lines linesOf(std::string_view text, size_t most) {
  Lines lines;
  while (!text.empty() && lines.size() <= most) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// "    je L7" as "    je L" and the label; labels of machine code are numbers of their order.
struct Labelled {
  std::string text;
  std::vector<uint32_t> labels;
  bool defines = false;  ///< "L7:"
};
Labelled labelled(const std::string& line) {
  Labelled out;
  for (size_t at = 0; at < line.size();) {
    const bool begins = line[at] == 'L' && (at == 0 || line[at - 1] == ' ');
    size_t end = at + 1;
    uint32_t number = 0;
    while (begins && end < line.size() && end < at + 9 && std::isdigit(static_cast<unsigned char>(line[end])) != 0)
      number = number * 10 + static_cast<uint32_t>(line[end++] - '0');
    const bool ends = end == line.size() || line[end] == ' ' || line[end] == ':';
    if (!begins || end == at + 1 || !ends || line.find('"') < at) {
      out.text += line[at++];
      continue;
    }
    out.text += 'L';
    out.labels.push_back(number);
    at = end;
  }
  out.defines = line.starts_with('L') && line.ends_with(':') && out.labels.size() == 1;
  return out;
}

/// By line, without labels; a line that defines one goes with the next line.
Lines keysOf(const Lines& lines) {
  Lines keys;
  for (const std::string& line : lines) {
    Labelled found = labelled(line);
    if (!keys.empty() && keys.back() == "L:") keys.back() += found.text;
    keys.push_back(std::move(found.text));
  }
  return keys;
}

/// Two texts whose lines are paired by keys.
class TextComparer {
 public:
  TextComparer(Lines old, Lines now, const KernelTextLimits& limits, size_t& rowsLeft)
      : texts_{std::move(old), std::move(now)}, limits_(limits), rowsLeft_(rowsLeft) {
    for (Lines& lines : texts_) {
      cut_ = cut_ || lines.size() > limits.mostLines;
      if (lines.size() > limits.mostLines) lines.resize(limits.mostLines);
    }
  }

  /// `keys`: by side what tells lines apart. With `byLabel` a line that names labels is the same only if these are.
  KernelTextPart run(std::string title, const std::array<Lines, 2>& keys, bool byLabel) {
    pair(keys);
    if (byLabel) cutOtherLabels();
    KernelTextPart part;
    part.title = std::move(title);
    part.oldLines = texts_[0].size(), part.nowLines = texts_[1].size();
    part.removed = texts_[0].size() - pairs_.size(), part.added = texts_[1].size() - pairs_.size();
    if (cut_) part.note = fmt::format("the lines after the first {}", limits_.mostLines);
    makeHunks(part);
    return part;
  }

 private:
  void pair(const std::array<Lines, 2>& keys) {
    std::unordered_map<std::string_view, uint64_t> numbers;
    std::array<std::vector<uint64_t>, 2> sequences;
    for (size_t side = 0; side < 2; ++side)
      for (size_t i = 0; i < texts_[side].size(); ++i)
        sequences[side].push_back(numbers.emplace(keys[side][i], numbers.size()).first->second);
    pairs_ = commonSubsequence(sequences[0], sequences[1]);
  }

  /// Labels are numbered anew in each function, so a pair of them holds from one line "function" to the next.
  void cutOtherLabels() {
    std::vector<std::map<uint32_t, uint32_t>> partners;  // by function of the old text
    std::vector<std::pair<Labelled, Labelled>> lines;
    std::vector<size_t> functionOf;
    partners.emplace_back();
    for (const auto& [old, now] : pairs_) {
      lines.emplace_back(labelled(texts_[0][old]), labelled(texts_[1][now]));
      if (texts_[0][old].starts_with("function ")) partners.emplace_back();
      const auto& [was, is] = lines.back();
      if (was.defines) partners.back().emplace(was.labels[0], is.labels[0]);
      functionOf.push_back(partners.size() - 1);
    }
    std::vector<std::pair<uint32_t, uint32_t>> kept;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const auto& [was, is] = lines[i];
      bool same = was.labels.size() == is.labels.size();
      for (size_t k = 0; k < was.labels.size() && same; ++k) {
        const auto found = partners[functionOf[i]].find(was.labels[k]);
        same = found != partners[functionOf[i]].end() && found->second == is.labels[k];
      }
      if (same) kept.push_back(pairs_[i]);
    }
    pairs_ = std::move(kept);
  }

  [[nodiscard]] std::string shown(size_t side, uint32_t line) const {
    const std::string& text = texts_[side][line];
    return text.size() <= limits_.mostOfLine ? text : text.substr(0, limits_.mostOfLine) + "...";
  }
  [[nodiscard]] KernelTextRow row(std::optional<uint32_t> old, std::optional<uint32_t> now) const {
    KernelTextRow out;
    out.state = !old ? RowState::Added : !now ? RowState::Removed : RowState::Same;
    if (old) out.oldLine = *old + 1, out.oldText = shown(0, *old);
    if (now) out.nowLine = *now + 1, out.nowText = shown(1, *now);
    return out;
  }

  void makeHunks(KernelTextPart& part) {
    uint32_t old = 0, now = 0;
    size_t next = 0;
    bool open = false;
    while (next < pairs_.size() || old < texts_[0].size() || now < texts_[1].size()) {
      const auto end = next < pairs_.size() ? pairs_[next]
                                            : std::pair(static_cast<uint32_t>(texts_[0].size()),
                                                        static_cast<uint32_t>(texts_[1].size()));
      if (old < end.first || now < end.second) {
        if (!open) openHunk(part, next);
        open = true;
        while (old < end.first) add(part, row(old++, std::nullopt));
        while (now < end.second) add(part, row(std::nullopt, now++));
        continue;
      }
      // A run of equal lines: context of the hunk before, a gap, context of the next one.
      size_t last = next;
      while (last < pairs_.size() && pairs_[last] == std::pair(old, now)) ++last, ++old, ++now;
      const bool isEnd = last == pairs_.size() && old == texts_[0].size() && now == texts_[1].size();
      const bool joins = open && !isEnd && last - next <= 2 * limits_.context;
      const size_t kept = joins ? last - next : std::min(limits_.context, last - next);
      for (size_t i = next; open && i < next + kept; ++i) add(part, row(pairs_[i].first, pairs_[i].second));
      open = joins;
      next = last;
    }
  }
  /// With the equal lines before the pair `next`.
  void openHunk(KernelTextPart& part, size_t next) {
    if (rowsLeft_ != 0) part.hunks.emplace_back();
    size_t begin = next;
    while (begin > 0 && next - begin < limits_.context &&
           (begin == next || (pairs_[begin].first == pairs_[begin - 1].first + 1 &&
                              pairs_[begin].second == pairs_[begin - 1].second + 1)))
      --begin;
    for (size_t i = begin; i < next; ++i) add(part, row(pairs_[i].first, pairs_[i].second));
  }
  void add(KernelTextPart& part, KernelTextRow row) {
    if (rowsLeft_ == 0 || part.hunks.empty()) {
      ++part.leftOut;
      return;
    }
    --rowsLeft_;
    part.hunks.back().rows.push_back(std::move(row));
  }

  std::array<Lines, 2> texts_;
  const KernelTextLimits& limits_;
  size_t& rowsLeft_;
  bool cut_ = false;
  std::vector<std::pair<uint32_t, uint32_t>> pairs_;
};

class KernelTextComparer {
 public:
  KernelTextComparer(const DiffSide& old, const DiffSide& now, const KernelPair& pair, const KernelTextLimits& limits)
      : sides_{&old, &now}, names_{&pair.old, &pair.now}, limits_(limits), rowsLeft_(limits.mostRows) {}

  KernelTextDiff run(const std::stop_token& stop) {
    if (names_[0]->empty() || names_[1]->empty()) return {};
    machineCode();
    const std::vector<DeviceCode> old = DeviceKernels(*sides_[0]).of(*names_[0]),
                                  now = DeviceKernels(*sides_[1]).of(*names_[1]);
    for (size_t i = 0; i < std::min(old.size(), now.size()) && !stop.stop_requested(); ++i)
      if (!old[i].text.empty() && !now[i].text.empty()) source(old[i], now[i]);
    if (stop.stop_requested()) return {};
    return std::move(out_);
  }

 private:
  [[nodiscard]] const KernelCodes* codes(size_t side) const {
    return sides_[side]->file == nullptr ? nullptr : sides_[side]->file->kernelCodes.get();
  }

  void machineCode() {
    if (codes(0) == nullptr || codes(1) == nullptr) return;
    const KernelCode* const before = codes(0)->find(*names_[0]);
    const KernelCode* const after = codes(1)->find(*names_[1]);
    if (before == nullptr || after == nullptr || before->digest == after->digest) return;
    KernelTextPart part;
    part.title = "machine code";
    auto old = codes(0)->listing(*names_[0]), now = codes(1)->listing(*names_[1]);
    if (!old.ok() || !now.ok()) {
      part.note = old.ok() ? now.error().message : old.error().message;
    } else {
      const std::array<Lines, 2> keys{keysOf(*old), keysOf(*now)};
      part = TextComparer(*std::move(old), *std::move(now), limits_, rowsLeft_).run(part.title, keys, true);
      if (part.same() && part.note.empty()) part.note = "the lines are equal: texts lie at other places";
    }
    out_.parts.push_back(std::move(part));
  }

  void source(const DeviceCode& old, const DeviceCode& now) {
    if (isSameCode(old, now)) return;
    const std::array<Lines, 2> keys{linesOf(withoutNames(old.text, old.kernel->name), limits_.mostLines),
                                    linesOf(withoutNames(now.text, now.kernel->name), limits_.mostLines)};
    TextComparer comparer(linesOf(old.text, limits_.mostLines), linesOf(now.text, limits_.mostLines), limits_,
                          rowsLeft_);
    out_.parts.push_back(comparer.run(fmt::format("{} of {}", now.part->content, now.kernel->name), keys, false));
  }

  std::array<const DiffSide*, 2> sides_;
  std::array<const std::string*, 2> names_;
  const KernelTextLimits& limits_;
  size_t rowsLeft_;
  KernelTextDiff out_;
};

}  // namespace
}  // namespace diffing

KernelTextDiff kernelTextDiff(const DiffSide& old, const DiffSide& now, const KernelPair& pair,
                              const std::stop_token& stop, const KernelTextLimits& limits) {
  return diffing::KernelTextComparer(old, now, pair, limits).run(stop);
}

}  // namespace relaxscope
