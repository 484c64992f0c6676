// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/kernel_checks.h"

#include <algorithm>
#include <map>
#include <optional>

#include "vmcore/analysis/annotation.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/checks/kernel_check.h"

namespace relaxscope {
namespace {

constexpr int64_t kMaxParams = 4096, kMaxCheckedRank = 64;

/// A fact that several messages may state; they may contradict each other.
template <class T>
class Stated {
 public:
  void state(const T& value) {
    clash_ |= value_ && !(*value_ == value);
    value_ = value;
  }
  [[nodiscard]] std::optional<T> get() const { return clash_ ? std::nullopt : value_; }
  [[nodiscard]] bool clashes() const { return clash_; }

 private:
  std::optional<T> value_;
  bool clash_ = false;
};

struct TensorChecks {
  std::string name;  ///< "A", "blocks.0.w"
  Stated<int64_t> rank;
  Stated<std::string> dtype;
  std::map<int64_t, Stated<DimSpec>> extents;
  Stated<std::string> product;
};
struct ArgumentCheck {
  Stated<std::string> kind, name;
};

/// As an identifier of TVM's printer.
std::string identifier(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9')) c = '_';
  return text;
}

DimSpec extentOf(std::string_view text) {
  const std::vector<DimSpec> dims = parseDimList(text);
  if (dims.size() != 1 || (dims[0].kind == DimSpec::Kind::Fixed && dims[0].value < 0)) return {};
  return dims[0];
}

/// The variables of "n * m"; nothing if a factor is something else.
std::optional<std::vector<std::string>> variablesIn(std::string_view product) {
  std::vector<std::string> names;
  while (true) {
    const size_t end = product.find(" * ");
    const std::string_view name = product.substr(0, end);
    if (name.empty() || identifier(name) != name || (name[0] >= '0' && name[0] <= '9')) return std::nullopt;
    names.emplace_back(name);
    if (end == std::string_view::npos) return names;
    product = product.substr(end + 3);
  }
}

/// Names the extents that no constraint states, from the product of all: constants are no factors of it.
void nameByProduct(std::vector<DimSpec>& dims, const std::string& product) {
  const auto names = variablesIn(product);
  if (!names) return;
  std::vector<DimSpec> named = dims;
  size_t used = 0;
  for (DimSpec& dim : named) {
    if (dim.kind == DimSpec::Kind::Fixed) continue;
    if (used == names->size() || (dim.kind == DimSpec::Kind::Symbol && dim.name != (*names)[used])) return;
    dim = {DimSpec::Kind::Symbol, -1, printable((*names)[used++])};
  }
  if (used == names->size()) dims = std::move(named);
}

StaticType typeOfChecks(const TensorChecks& checks) {
  const auto rank = checks.rank.get();
  if (!rank || *rank > kMaxCheckedRank || checks.dtype.clashes()) return {};
  StaticType type = StaticType::ofKind(StaticType::Kind::Tensor);
  type.rank = rank;
  if (const auto name = checks.dtype.get())
    if (auto dtype = parseDataType(*name); dtype.ok()) type.dtype = *dtype;
  std::vector<DimSpec> dims(static_cast<size_t>(*rank));
  for (const auto& [axis, stated] : checks.extents) {
    if (axis >= *rank || stated.clashes()) return {};
    dims[static_cast<size_t>(axis)] = *stated.get();
  }
  if (const auto product = checks.product.get(); product && !product->empty()) nameByProduct(dims, *product);
  const bool known = std::ranges::none_of(dims, [](const DimSpec& dim) { return dim.kind == DimSpec::Kind::Unknown; });
  if (known) type.dims = std::move(dims);
  return type;
}

class SignatureReader {
 public:
  explicit SignatureReader(std::string_view kernel) : kernel_(kernel) {}

  void take(const KernelCheck& check) {
    using Kind = KernelCheck::Kind;
    if (check.kind == Kind::Count) return count_.state(check.number);
    if (check.kind == Kind::Argument) {
      if (check.number >= kMaxParams) return;
      ArgumentCheck& argument = arguments_[check.number];
      argument.kind.state(std::string(check.text));
      if (!check.parameter.empty()) argument.name.state(identifier(check.parameter));
      return;
    }
    std::string_view name = check.subject;
    if (name.size() > kernel_.size() && name.starts_with(kernel_) && name[kernel_.size()] == '.')
      name.remove_prefix(kernel_.size() + 1);
    TensorChecks& tensor = tensorOf(name);
    switch (check.kind) {
      case Kind::Rank: tensor.rank.state(check.number); break;
      case Kind::Type: tensor.dtype.state(std::string(check.text)); break;
      case Kind::Extent: tensor.extents[check.number].state(extentOf(check.text)); break;
      case Kind::Data: tensor.product.state(std::string(check.text)); break;
      default: break;
    }
  }

  [[nodiscard]] std::vector<KernelParam> params() const {
    const auto count = count_.get();
    if (!count || *count > kMaxParams) return {};
    std::vector<KernelParam> params(static_cast<size_t>(*count));
    for (size_t i = 0; i < params.size(); ++i) params[i] = {"arg" + std::to_string(i), scalarOf(i)};
    for (const auto& [index, tensor] : placedTensors())
      if (index < params.size()) params[index] = {printable(tensor->name), typeOfChecks(*tensor)};
    return params;
  }

 private:
  TensorChecks& tensorOf(std::string_view name) {
    const auto [place, fresh] = places_.try_emplace(std::string(name), tensors_.size());
    if (fresh) tensors_.emplace_back().name = name;
    return tensors_[place->second];
  }

  [[nodiscard]] std::optional<std::string> kindOf(size_t index) const {
    const auto found = arguments_.find(static_cast<int64_t>(index));
    return found == arguments_.end() ? std::nullopt : found->second.kind.get();
  }

  [[nodiscard]] StaticType scalarOf(size_t index) const {
    const auto kind = kindOf(index);
    StaticType type;
    if (kind == "int") type.dtype = DataType{static_cast<uint8_t>(TypeCode::Int), 64, 1};
    else if (kind == "float") type.dtype = DataType{static_cast<uint8_t>(TypeCode::Float), 64, 1};
    else if (kind == "boolean") type.dtype = DataType{static_cast<uint8_t>(TypeCode::Bool), 8, 1};
    if (type.dtype) type.kind = StaticType::Kind::Prim;
    return type;
  }

  /// The tensors with the places of their arguments.
  [[nodiscard]] std::vector<std::pair<size_t, const TensorChecks*>> placedTensors() const {
    std::vector<std::pair<size_t, const TensorChecks*>> placed;
    std::vector<size_t> pointers;
    bool named = false;
    const auto printed = printedNames();
    for (const auto& [index, argument] : arguments_) {
      if (argument.kind.get() != "pointer") continue;
      pointers.push_back(static_cast<size_t>(index));
      const auto name = argument.name.get();
      named |= name || argument.name.clashes();
      const auto found = name ? printed.find(*name) : printed.end();
      if (found != printed.end() && found->second != nullptr) placed.emplace_back(pointers.back(), found->second);
    }
    if (named || pointers.size() != tensors_.size()) return placed;
    for (size_t i = 0; i < pointers.size(); ++i) placed.emplace_back(pointers[i], &tensors_[i]);
    return placed;
  }
  /// The tensors by their names as conditions print them; null where several have one.
  [[nodiscard]] std::map<std::string, const TensorChecks*> printedNames() const {
    std::map<std::string, const TensorChecks*> printed;
    for (const TensorChecks& tensor : tensors_)
      if (const auto [place, fresh] = printed.try_emplace(identifier(tensor.name), &tensor); !fresh)
        place->second = nullptr;
    return printed;
  }

  std::string_view kernel_;
  Stated<int64_t> count_;
  std::map<int64_t, ArgumentCheck> arguments_;
  std::vector<TensorChecks> tensors_;     ///< in the order of their first messages
  std::map<std::string, size_t> places_;  ///< by name
};

}  // namespace

std::vector<KernelParam> signatureOfChecks(std::string_view kernel, const std::vector<std::string>& messages) {
  SignatureReader reader(kernel);
  for (const std::string& message : messages)
    if (const auto check = parseKernelCheck(message)) reader.take(*check);
  return reader.params();
}

}  // namespace relaxscope
