// SPDX-License-Identifier: Apache-2.0
// Kernels that convert weights anew in every run.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/lint/subject.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::linting {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Whether a parameter's name is one that importers and people give weights: "blocks.0.qkv.weight", "w1", "Wqkv".
bool isWeightName(const std::string& name) {
  std::string lower = name;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view word : {"weight", "kernel", "bias", "embed"})
    if (contains(lower, word)) return true;
  const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
  if (last.empty() || (last[0] != 'w' && last[0] != 'W')) return false;
  if (last[0] == 'W') return true;
  return std::ranges::all_of(last.substr(1), [](unsigned char c) { return std::isdigit(c) != 0 || c == '_'; });
}

/// A constant, or a parameter with the name of a weight.
struct Weight {
  std::string name;  ///< "c[3]", "blocks.0.qkv.weight"
  ConstIndex constant;
  bool isParameter = false;
};

class WeightFinder {
 public:
  WeightFinder(Subject& subject, const Body& body) : subject_(subject), body_(body) {}

  /// The weight that is the first operand of a call; nothing if it may be something else.
  std::optional<Weight> firstOperand(const TypedCall& call) {
    const Instruction instruction = subject_.executable.code.at(call.pc);
    const size_t first = instruction.callFunction() != call.callee.value ? 1 : 0;
    if (instruction.callArgCount() <= first) return std::nullopt;
    const Arg arg = instruction.callArg(first);
    if (arg.kind() == ArgKind::Constant) return constant(arg.value());
    if (arg.kind() != ArgKind::Register) return std::nullopt;
    const ValueIndex value = body_.valueAt(call.pc, static_cast<uint32_t>(instruction.row->listWord + first));
    const std::optional<Root> root = value.valid() ? body_.aliases.rootOf(value) : std::nullopt;
    if (!root) return std::nullopt;
    if (root->kind == RootKind::Constant) return constant(root->index);
    return root->kind == RootKind::Parameter ? parameter(value, *root) : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<Weight> constant(int64_t index) const {
    const Constant* const row = subject_.executable.constant(ConstIndex(index));
    if (row == nullptr) return std::nullopt;
    const bool tensor =
        std::holds_alternative<TensorConstant>(row->value) || std::holds_alternative<LateBoundConstant>(row->value);
    return tensor ? std::optional(Weight{fmt::format("c[{}]", index), ConstIndex(index), false}) : std::nullopt;
  }
  /// The parameter itself, which has its static shape from a check or a kernel.
  std::optional<Weight> parameter(ValueIndex value, const Root& root) {
    const FlowValue& row = body_.definitions.values[body_.traffic.contents[value.at()].at()];
    const auto& params = subject_.facts.params(body_.function);
    if (row.kind != ValueKind::Parameter || static_cast<size_t>(root.index) >= params.size()) return std::nullopt;
    const ParamInfo& param = params[static_cast<size_t>(root.index)];
    const bool fixed = std::ranges::all_of(param.dims, [](const DimSpec& d) { return d.kind == DimSpec::Kind::Fixed; });
    if (param.kind != StaticType::Kind::Tensor || !fixed || !isWeightName(param.name)) return std::nullopt;
    return Weight{printable(param.name), {}, true};
  }

  Subject& subject_;
  const Body& body_;
};

void findConversions(Subject& subject, const Body& body, LintRule rule, KernelRole role, const char* one,
                     const char* more) {
  // What LiftTransformParams makes of a function is called once, after loading.
  if (contains(subject.executable.functions[body.function.at()].name, "transform_params")) return;
  WeightFinder weights(subject, body);
  Finding finding(rule, body.function);
  for (const TypedCall& call : body.calls.calls) {
    if (!call.isKernel || subject.roles.of(call.callee).role != role || !hasOutput(call)) continue;
    const std::optional<Weight> weight = weights.firstOperand(call);
    if (!weight) continue;
    finding.add(functionText(subject.executable, call.callee), conversionText(call),
                {body.function, call.pc, weight->constant, {}});
  }
  finding.report(subject, one, more);
}

}  // namespace

void findConvertedWeights(Subject& subject, const Body& body) {
  findConversions(subject, body, LintRule::ConstantTransposed, KernelRole::Transpose,
                  "1 call reads one weight and nothing else, and lays it out anew.",
                  "{} calls read one weight each and nothing else, and lay it out anew.");
  findConversions(subject, body, LintRule::ConstantCast, KernelRole::Cast,
                  "1 call reads one weight and nothing else, and converts it.",
                  "{} calls read one weight each and nothing else, and convert it.");
}

}  // namespace relaxscope::linting
