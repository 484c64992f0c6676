// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/kernel_operator.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "vmcore/analysis/kernel_checks.h"
#include "vmcore/model/builtin.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxKernelName = 4096, kMaxWords = 256;

/// How an operator's kernel names its output (TVM python/tvm/topi and include/tvm/topi, 0.27).
enum class Output : uint8_t {
  Own,         ///< after the operator
  Arithmetic,  ///< after the operator, as do others that end with it
  Other,       ///< "compute", "x_red", or after the last of its steps
};
struct OperatorRow {
  std::string_view name;
  Output output = Output::Other;
};
constexpr OperatorRow kOperators[] = {
    {"abs"},
    {"acos"},
    {"acosh"},
    {"adaptive_avg_pool1d"},
    {"adaptive_avg_pool2d"},
    {"adaptive_avg_pool3d"},
    {"add", Output::Arithmetic},
    {"all"},
    {"any"},
    {"arange"},
    {"argmax"},
    {"argmin"},
    {"argsort"},
    {"asin"},
    {"asinh"},
    {"astype"},
    {"atan"},
    {"atanh"},
    {"attention"},
    {"avg_pool1d"},
    {"avg_pool2d"},
    {"avg_pool3d"},
    {"batch_flatten"},
    {"batch_matmul", Output::Own},
    {"batch_norm"},
    {"bias_add"},
    {"bitwise_and", Output::Own},
    {"bitwise_not"},
    {"bitwise_or", Output::Own},
    {"bitwise_xor", Output::Own},
    {"broadcast_to", Output::Own},
    {"cast"},
    {"ceil"},
    {"clip"},
    {"concatenate", Output::Own},
    {"conv1d", Output::Own},
    {"conv1d_transpose"},
    {"conv2d", Output::Own},
    {"conv2d_transpose"},
    {"conv3d", Output::Own},
    {"conv3d_transpose"},
    {"cos"},
    {"cosh"},
    {"cumprod"},
    {"cumsum"},
    {"dense", Output::Own},
    {"dequantize"},
    {"divide", Output::Arithmetic},
    {"dropout"},
    {"einsum"},
    {"equal", Output::Own},
    {"erf"},
    {"exp"},
    {"expand_dims", Output::Own},
    {"flatten"},
    {"flip"},
    {"floor"},
    {"floor_divide", Output::Own},
    {"floor_mod", Output::Own},
    {"full"},
    {"full_like"},
    {"gather"},
    {"gather_elements"},
    {"gather_nd"},
    {"gelu"},
    {"gelu_tanh"},
    {"greater", Output::Own},
    {"greater_equal", Output::Own},
    {"group_norm"},
    {"image_resize2d"},
    {"instance_norm"},
    {"isfinite"},
    {"isinf"},
    {"isnan"},
    {"layer_norm"},
    {"layout_transform"},
    {"leaky_relu"},
    {"left_shift", Output::Own},
    {"less", Output::Own},
    {"less_equal", Output::Own},
    {"log"},
    {"log_softmax"},
    {"logical_and", Output::Own},
    {"logical_not"},
    {"logical_or", Output::Own},
    {"logical_xor", Output::Own},
    {"logsumexp"},
    {"matmul", Output::Own},
    {"max"},
    {"max_pool1d"},
    {"max_pool2d"},
    {"max_pool3d"},
    {"maximum", Output::Own},
    {"mean"},
    {"min"},
    {"minimum", Output::Own},
    {"mod", Output::Own},
    {"multinomial"},
    {"multiply", Output::Arithmetic},
    {"negative"},
    {"not_equal", Output::Own},
    {"one_hot"},
    {"ones"},
    {"ones_like"},
    {"pad"},
    {"permute_dims"},
    {"power", Output::Arithmetic},
    {"prelu"},
    {"prod"},
    {"quantize"},
    {"relu"},
    {"repeat"},
    {"reshape", Output::Own},
    {"resize2d"},
    {"right_shift", Output::Own},
    {"rms_norm"},
    {"round"},
    {"rsqrt"},
    {"scatter_elements"},
    {"scatter_nd"},
    {"sigmoid"},
    {"sign"},
    {"silu"},
    {"sin"},
    {"sinh"},
    {"softmax", Output::Own},
    {"softplus"},
    {"sort"},
    {"split", Output::Own},
    {"sqrt"},
    {"square"},
    {"squeeze", Output::Own},
    {"stack", Output::Own},
    {"std"},
    {"strided_slice", Output::Own},
    {"subtract", Output::Arithmetic},
    {"sum"},
    {"take", Output::Own},
    {"tan"},
    {"tanh"},
    {"tile"},
    {"topk"},
    {"transpose", Output::Own},
    {"tril"},
    {"triu"},
    {"trunc"},
    {"variance"},
    {"where", Output::Own},
    {"zeros"},
    {"zeros_like"},
};
static_assert(std::ranges::is_sorted(kOperators, {}, &OperatorRow::name));

/// Words of names that are no operators: namespaces and layouts before one, layouts after one.
constexpr std::string_view kBefore[] = {"fused", "tir", "nn", "contrib", "image", "NN", "NT", "TN", "TT"};
constexpr std::string_view kAfter[] = {"NN",  "NT",    "TN",    "TT",   "nchw",  "nhwc", "ncw",
                                       "nwc", "ncdhw", "ndhwc", "hwcn", "NCHWc", "norm", "sections"};
constexpr std::string_view kModules[] = {"tvmgen_default_", "vm_mod_", "default_"};
constexpr size_t kMostWords = 3;  // of one operator

const OperatorRow* findOperator(std::string_view name) {
  if (name == "concat") name = "concatenate";
  const auto row = std::ranges::lower_bound(kOperators, name, {}, &OperatorRow::name);
  return row != std::end(kOperators) && row->name == name ? row : nullptr;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view withoutNumber(std::string_view text) {
  while (!text.empty() && isDigit(text.back())) text.remove_suffix(1);
  return text;
}

/// "matmul_kernel", "matmul_kernel_1": the loops of a function that run on a GPU.
std::string_view withoutLaunch(std::string_view name) {
  std::string_view stem = withoutNumber(name);
  if (stem.size() < name.size() && stem.ends_with('_')) stem.remove_suffix(1);
  constexpr std::string_view kSuffix = "_kernel";
  return stem.ends_with(kSuffix) ? stem.substr(0, stem.size() - kSuffix.size()) : name;
}

/// The words of a name, as places in it; nothing if it is too long to be one of an operator.
std::optional<std::vector<std::string_view>> wordsOf(std::string_view name) {
  std::vector<std::string_view> words;
  if (name.empty() || name.size() > kMaxKernelName) return std::nullopt;
  for (size_t at = 0; at <= name.size();) {
    const size_t end = std::min(name.find('_', at), name.size());
    if (end > at) words.push_back(name.substr(at, end - at));
    if (words.size() > kMaxWords) return std::nullopt;
    at = end + 1;
  }
  return words;
}

/// The longest operator that begins with word `at`, and the words it has.
std::pair<const OperatorRow*, size_t> operatorAt(const std::vector<std::string_view>& words, size_t at) {
  for (size_t count = std::min(kMostWords, words.size() - at); count > 0; --count) {
    const std::string_view last = words[at + count - 1];
    const std::string_view text(words[at].data(), static_cast<size_t>(last.data() + last.size() - words[at].data()));
    const OperatorRow* row = findOperator(text);
    if (row == nullptr) row = findOperator(withoutNumber(text));
    if (row != nullptr) return {row, count};
  }
  return {nullptr, 0};
}

/// The operators of a name; empty unless all of it is known.
std::vector<const OperatorRow*> readName(std::string_view name) {
  std::vector<const OperatorRow*> found;
  const auto words = wordsOf(name);
  if (!words) return found;
  for (size_t at = 0; at < words->size();) {
    const auto [row, count] = operatorAt(*words, at);
    const std::string_view word = withoutNumber((*words)[at]);
    const bool after = !found.empty() && (word.empty() || std::ranges::find(kAfter, word) != std::end(kAfter));
    if (row != nullptr) found.push_back(row);
    else if (!after && std::ranges::find(kBefore, word) == std::end(kBefore)) return {};
    at += std::max<size_t>(1, count);
  }
  return found;
}

/// The operator that an output is named after: "T_softmax_norm", "conv2d_nchw", "T_add_intermediate_1".
const OperatorRow* operatorOfOutput(std::string_view name) {
  constexpr std::string_view kFused = "_intermediate", kTensor = "T_";
  if (const size_t at = name.rfind(kFused); at != std::string_view::npos) name = name.substr(0, at);
  if (name.starts_with(kTensor)) name.remove_prefix(kTensor.size());
  const auto found = readName(name);
  return found.size() == 1 && found.front()->output != Output::Other ? found.front() : nullptr;
}

/// Products of matrices share their outputs' names.
bool isProductRow(const OperatorRow& row) {
  return row.name == "dense" || row.name == "matmul" || row.name == "batch_matmul";
}

bool mayWrite(const OperatorRow& last, const OperatorRow& output) {
  return last.output == Output::Other || last.name == output.name || (isProductRow(last) && isProductRow(output));
}

}  // namespace

std::vector<std::string_view> kernelOperators(std::string_view name, const std::vector<KernelParam>& signature) {
  for (const std::string_view module : kModules)
    if (name.starts_with(module)) name.remove_prefix(module.size());
  std::vector<const OperatorRow*> rows = readName(withoutLaunch(name));
  const OperatorRow* output = signature.empty() ? nullptr : operatorOfOutput(signature.back().name);
  if (output != nullptr && !rows.empty() && !mayWrite(*rows.back(), *output)) return {};
  if (output != nullptr && rows.empty() && output->output == Output::Own && !name.starts_with("fused")) rows = {output};
  std::vector<std::string_view> operators;
  operators.reserve(rows.size());
  for (const OperatorRow* row : rows) operators.push_back(row->name);
  return operators;
}

std::vector<std::string_view> kernelOperators(const KernelTexts* texts, std::string_view name) {
  if (texts == nullptr) return kernelOperators(name);
  if (const std::string* text = texts->find(name)) return kernelOperators(name, parseKernelSignature(*text));
  const std::vector<std::string>* checks = texts->checksOf(name);
  return checks != nullptr ? kernelOperators(name, signatureOfChecks(name, *checks)) : kernelOperators(name);
}

std::vector<std::string_view> kernelOperators(const Executable& executable, FuncIndex function) {
  const Function* row = executable.function(function);
  if (row == nullptr || !row->isPacked() || findBuiltin(row->name) != nullptr) return {};
  return kernelOperators(executable.kernelTexts.get(), row->name);
}

std::string operatorText(const std::vector<std::string_view>& operators) {
  std::string text;
  for (const std::string_view name : operators) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

std::string kernelOperator(const Executable& executable, FuncIndex function) {
  return operatorText(kernelOperators(executable, function));
}

}  // namespace relaxscope
