// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/scene.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

#include "views/cfg/steps.h"
#include "views/code/tokens.h"
#include "views/widgets/figures.h"
#include "vmcore/analysis/result_types.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kHeadLines = 160, kTailLines = 20;  ///< lines kept of a block too long to draw in full
constexpr double kMinWidth = 150, kMaxWidth = 430;
constexpr double kPcWidth = 38;     ///< minimum width of the pc column
constexpr double kBodyPadding = 5;  ///< above and below the lines of a block

struct SceneText {
  Q_DECLARE_TR_FUNCTIONS(CfgScene)
};

enum class Fold : uint8_t { None, Check, Scratch };

Fold foldOf(const Executable& executable, InstrIndex pc) {
  const Function* callee = executable.function(calleeAt(executable, pc));
  const BuiltinRow* builtin = callee != nullptr && callee->isPacked() ? findBuiltin(callee->name) : nullptr;
  if (builtin == nullptr || !builtin->plumbing) return Fold::None;
  const std::string_view name = builtin->name;
  if (builtin->kind == CallKind::Check || name.find("match_") != std::string_view::npos) return Fold::Check;
  return builtin->kind == CallKind::Memory || builtin->kind == CallKind::Shape ? Fold::Scratch : Fold::None;
}

QString shortName(const Executable& executable, InstrIndex pc) {
  const Function* callee = executable.function(calleeAt(executable, pc));
  const QString name = callee != nullptr ? QString::fromStdString(callee->name) : QString();
  return name.mid(name.lastIndexOf(u'.') + 1);
}

QString checkSentence(const Executable& executable, InstrIndex first, InstrIndex last) {
  std::map<QString, int> counts;
  for (InstrIndex pc = first; pc <= last; ++pc.value) ++counts[shortName(executable, pc)];
  QStringList parts;
  for (const auto& [name, count] : counts) parts << QStringLiteral("%1 %2").arg(count).arg(name);
  return SceneText::tr("checks folded:  %1").arg(parts.join(QStringLiteral(", ")));
}

QString scratchSentence(const Executable& executable, const std::vector<std::string>& results, InstrIndex begin,
                        InstrIndex first, InstrIndex last) {
  QStringList tensors, storages, dropped;
  for (InstrIndex pc = first; pc <= last; ++pc.value) {
    const Instruction in = executable.code.at(pc);
    const QString name = shortName(executable, pc), reg = registerText(in.callDst());
    const auto offset = static_cast<size_t>(pc.value - begin.value);
    if (name == QStringLiteral("alloc_tensor")) {
      const QString type = offset < results.size() ? QString::fromStdString(results[offset]) : QString();
      tensors << (type.isEmpty() ? reg : reg + QStringLiteral(" = ") + type);
    } else if (name == QStringLiteral("alloc_storage")) {
      storages << reg;
    } else if (name == QStringLiteral("null_value")) {
      dropped << reg;
    }
  }
  const auto some = [](const QStringList& list, int most) {
    return list.size() <= most
               ? list.join(QStringLiteral(", "))
               : list.mid(0, most).join(QStringLiteral(", ")) + QStringLiteral(" +%1").arg(list.size() - most);
  };
  if (!tensors.isEmpty()) {
    const QString text = SceneText::tr("scratch %1").arg(some(tensors, 2));
    return storages.isEmpty() ? text : text + SceneText::tr(", storage %1").arg(some(storages, 2));
  }
  if (!storages.isEmpty()) return SceneText::tr("storage %1").arg(some(storages, 4));
  if (dropped.size() == last.value - first.value + 1)
    return SceneText::tr("%n registers dropped: %1", nullptr, static_cast<int>(dropped.size())).arg(some(dropped, 6));
  return SceneText::tr("%n shape and memory calls folded", nullptr, static_cast<int>(last.value - first.value + 1));
}

class Builder {
 public:
  Builder(const CfgRequest& request, const std::stop_token& stop)
      : request_(request), executable_(*request.executable), stop_(stop) {}

  std::optional<CfgScene> run() {
    scene_.executable = request_.executable;
    scene_.function = request_.function;
    scene_.metrics = request_.metrics;
    scene_.timed = request_.costs && !request_.costs->empty();
    scene_.cfg = buildCfg(executable_, request_.function);
    if (scene_.cfg.blocks.empty()) return std::move(scene_);
    if (auto steps = request_.foldPlumbing ? stepsOf(executable_, scene_.cfg) : std::nullopt) {
      scene_.cfg = std::move(*steps);
      scene_.straight = true;
    }
    if (stop_.stop_requested()) return std::nullopt;
    count();
    if (request_.foldPlumbing) results_ = typeTexts(resultTypes(executable_, request_.function));
    for (size_t b = 0; b < scene_.cfg.blocks.size(); ++b) {
      if (b % 256 == 0 && stop_.stop_requested()) return std::nullopt;
      addBox(b);
    }
    shares();
    std::vector<layout::Edge> edges;
    for (const CfgEdge& edge : scene_.cfg.edges)
      edges.push_back({static_cast<uint32_t>(edge.from.value), static_cast<uint32_t>(edge.to.value)});
    layout::Options options;
    const layout::Options plain;
    options.layerGap = px(scene_.straight ? 24 : 74);
    options.nodeGap = px(48);
    options.edgeGap = px(plain.edgeGap);
    options.trackStep = px(plain.trackStep);
    options.margin = px(plain.margin);
    auto drawing = layout::layered(sizes_, edges, options, stop_);
    if (!drawing) return std::nullopt;
    scene_.drawing = std::move(*drawing);
    for (const auto& line : scene_.drawing.edges) {
      QRectF bounds;
      for (const layout::Point& p : line) bounds |= QRectF(p.x - 1, p.y - 1, 2, 2);
      scene_.edgeBounds.push_back(bounds);
    }
    return std::move(scene_);
  }

 private:
  [[nodiscard]] double px(double pixels) const { return pixels * request_.metrics.scale; }

  void addBox(size_t b) {
    const BasicBlock& block = scene_.cfg.blocks[b];
    CfgBox box;
    const Function* f = executable_.function(request_.function);
    box.title = scene_.straight ? stepTitle(block)
                : b == 0        ? QString::fromStdString(printable(f->name)).left(40) + u':'
                                : QStringLiteral("L%1:").arg(block.begin.value);
    InstrIndex pc = block.begin;
    const auto total = static_cast<size_t>(std::max<int64_t>(0, block.end.value - block.begin.value));
    while (pc < block.end) {
      if (!request_.foldPlumbing && total > kHeadLines + kTailLines + 1 && box.lines.size() == kHeadLines)
        pc = skip(box, pc, InstrIndex(block.end.value - static_cast<int64_t>(kTailLines)));
      pc = addLine(box, pc, block.end);
    }
    shorten(box);
    box.pcWidth = px(kPcWidth);
    for (const CfgLine& line : box.lines) {
      const auto digits = QString::number(line.first.value).size() +
                          (line.last > line.first ? 1 + QString::number(line.last.value).size() : 0);
      box.pcWidth = std::max(box.pcWidth, px(8) + 0.93 * request_.metrics.charWidth * double(digits));
    }
    double text = 0;
    for (const CfgLine& line : box.lines) {
      text = std::max(text, lineWidth(line));
      if (line.ns > 0 && !line.nested) box.ns += line.ns;
      if (scene_.timed && line.ns >= 0) box.timeWidth = std::max(box.timeWidth, figureWidth(durationLabel(line.ns)));
    }
    if (scene_.timed && !std::isnan(scene_.counts.blocks[b]))
      box.countWidth = figureWidth(timesText(scene_.counts.blocks[b]));
    // Figures need their widths; the text of lines and the title are elided beyond the greatest width.
    const double figures = box.pcWidth + box.timeWidth + px(scene_.timed ? 40 : 0),
                 header = box.countWidth + figureWidth(durationLabel(box.ns)) + px(scene_.timed ? 160 : 80);
    const double width = std::max(text + box.pcWidth - px(kPcWidth) + std::max(0.0, box.timeWidth - px(60)),
                                  request_.metrics.charWidth * double(box.title.size()) + header);
    const double least = std::max({px(kMinWidth), figures + px(60), header + px(50)});
    sizes_.push_back({std::clamp(width, least, std::max(least, px(kMaxWidth))),
                      request_.metrics.headerHeight + request_.metrics.lineHeight * double(box.lines.size()) +
                          px(2 * kBodyPadding)});
    scene_.boxes.push_back(std::move(box));
  }

  /// "matmul", or "helper = f32[4, 16]" where the call's result has a known type.
  [[nodiscard]] QString stepTitle(const BasicBlock& step) const {
    const InstrIndex last(step.end.value - 1);
    const QString name = shortName(executable_, last);
    if (name.isEmpty()) return QStringLiteral("ret");
    const auto offset = static_cast<size_t>(last.value - scene_.cfg.blocks[0].begin.value);
    const QString title = printableName(name);
    return offset < results_.size() && !results_[offset].empty()
               ? title + QStringLiteral(" = ") + QString::fromStdString(results_[offset])
               : title;
  }
  static QString printableName(const QString& name) {
    return QString::fromStdString(printable(name.toStdString())).left(40);
  }

  [[nodiscard]] double figureWidth(const QString& text) const {
    return request_.metrics.charWidth * double(text.size());
  }

  InstrIndex skip(CfgBox& box, InstrIndex from, InstrIndex to) {
    box.lines.push_back({from, InstrIndex(to.value - 1),
                         SceneText::tr("%n more instructions", nullptr, static_cast<int>(to.value - from.value)), 0,
                         false});
    return to;
  }

  /// Folding does not shorten long blocks of kernel calls, so their middle becomes one line.
  void shorten(CfgBox& box) {
    if (box.lines.size() <= kHeadLines + kTailLines + 1) return;
    const auto first = box.lines.begin() + kHeadLines, last = box.lines.end() - kTailLines;
    CfgLine line{first->first, std::prev(last)->last, {}, 0, false};
    line.folded =
        SceneText::tr("%n more instructions", nullptr, static_cast<int>(line.last.value - line.first.value + 1));
    for (auto it = first; it != last; ++it)
      if (it->ns > 0 && !it->nested) line.ns += it->ns;
    *first = line;
    box.lines.erase(first + 1, last);
  }

  InstrIndex addLine(CfgBox& box, InstrIndex pc, InstrIndex end) {
    InstrIndex last = pc;
    const Fold fold = request_.foldPlumbing ? foldOf(executable_, pc) : Fold::None;
    while (fold != Fold::None && last.value + 1 < end.value && foldOf(executable_, InstrIndex(last.value + 1)) == fold)
      ++last.value;
    CfgLine line{pc, last, {}, -1, false};
    if (last > pc)
      line.folded = fold == Fold::Check ? checkSentence(executable_, pc, last)
                                        : scratchSentence(executable_, results_, scene_.cfg.blocks[0].begin, pc, last);
    for (InstrIndex at = pc; at <= last; ++at.value) {
      if (calleeAt(executable_, at) == request_.function) {
        scene_.recursive.push_back(at);
        line.nested = true;
      }
      if (!scene_.timed || request_.costs->at(at) == nullptr) continue;
      line.ns = std::max(0.0, line.ns) + request_.costs->perRunNs(at);
    }
    box.lines.push_back(std::move(line));
    return InstrIndex(last.value + 1);
  }

  [[nodiscard]] double lineWidth(const CfgLine& line) const {
    const CfgMetrics& m = request_.metrics;
    CodeStyle style;
    style.shortNames = true;
    const double text = line.folded.isEmpty()
                            ? m.charWidth * double(codeLine(executable_, line.first, style).text().size())
                            : m.textWidth * double(line.folded.size());
    return px(44) + text + m.padding * 2 + (scene_.timed ? px(72) : 0);
  }

  void shares() {
    double total = 0;
    for (const CfgBox& box : scene_.boxes) total += box.ns;
    for (CfgBox& box : scene_.boxes) box.share = total > 0 ? box.ns / total : 0;
  }

  /// How often each block and edge is executed per run.
  void count() {
    if (!scene_.timed) {
      scene_.counts.blocks.assign(scene_.cfg.blocks.size(), NAN);
      scene_.counts.edges.assign(scene_.cfg.edges.size(), NAN);
      return;
    }
    const auto siteCount = [this](InstrIndex pc) -> double {
      return calleeAt(executable_, pc).valid() ? request_.costs->countPerRun(pc) : NAN;
    };
    scene_.counts = deriveCounts(scene_.cfg, siteCount, request_.entries);
  }

  const CfgRequest& request_;
  const Executable& executable_;
  const std::stop_token& stop_;
  CfgScene scene_;
  std::vector<std::string> results_;
  std::vector<layout::Box> sizes_;
};

}  // namespace

size_t CfgBox::lineOf(InstrIndex pc) const {
  const auto at = std::partition_point(lines.begin(), lines.end(), [&](const CfgLine& line) { return line.last < pc; });
  return at != lines.end() && at->first <= pc ? static_cast<size_t>(at - lines.begin()) : lines.size();
}

QRectF CfgScene::rect(size_t block) const {
  const layout::Rect& r = drawing.boxes[block];
  return {r.x, r.y, r.width, r.height};
}

double CfgScene::bodyTop(size_t block) const {
  return drawing.boxes[block].y + metrics.headerHeight + kBodyPadding * metrics.scale;
}

double CfgScene::lineY(size_t block, size_t line) const {
  return bodyTop(block) + metrics.lineHeight * (double(line) + 0.5);
}

std::optional<CfgScene> makeCfgScene(const CfgRequest& request, std::stop_token stop) {
  return Builder(request, stop).run();
}

QString cfgSummary(const CfgScene& scene) {
  const QString shares = scene.timed ? SceneText::tr("shares are of this function's time") : QString();
  if (scene.straight) {
    QStringList parts{SceneText::tr("%n steps", nullptr, static_cast<int>(scene.cfg.blocks.size())),
                      SceneText::tr("no branches")};
    if (!scene.recursive.empty()) parts << SceneText::tr("recursive");
    if (!shares.isEmpty()) parts << shares;
    return parts.join(QStringLiteral(", "));
  }
  int branches = 0, loops = 0;
  for (const CfgEdge& edge : scene.cfg.edges) branches += edge.kind == EdgeKind::False ? 1 : 0;
  for (const CfgEdge& edge : scene.cfg.edges) loops += edge.back ? 1 : 0;
  QStringList parts{SceneText::tr("%n blocks", nullptr, static_cast<int>(scene.cfg.blocks.size()))};
  if (branches > 0) parts << SceneText::tr("%n branches", nullptr, branches);
  if (loops > 0) parts << SceneText::tr("%n loops", nullptr, loops);
  if (!scene.recursive.empty()) parts << SceneText::tr("recursive");
  if (scene.drawing.unrouted > 0)
    parts << SceneText::tr("%n long edges not drawn", nullptr, static_cast<int>(scene.drawing.unrouted));
  if (scene.cfg.truncated) parts << SceneText::tr("a jump leaves the function");
  if (!shares.isEmpty()) parts << shares;
  return parts.join(QStringLiteral(", "));
}

}  // namespace relaxscope
