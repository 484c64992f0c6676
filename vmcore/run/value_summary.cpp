// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/value_summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "vmcore/base/text/text.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value_json.h"

namespace relaxscope {
namespace {

struct Summary {
  static std::string tensor(DataType dtype, const std::vector<int64_t>& shape) {
    return fmt::format("{}[{}]", dtype.name(), fmt::join(shape, ", "));
  }
  std::string operator()(const NoneValue&) const { return "none"; }
  std::string operator()(int64_t v) const { return std::to_string(v); }
  std::string operator()(double v) const { return pythonFloat(v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(const std::string& v) const {
    constexpr size_t kShown = 120;
    if (v.size() <= kShown) return "\"" + printable(v) + "\"";
    return fmt::format("\"{}\" and {} more bytes", printable(v.substr(0, kShown)), v.size() - kShown);
  }
  std::string operator()(const DataType& v) const { return v.name(); }
  std::string operator()(const ShapeValue& v) const { return fmt::format("({})", fmt::join(v.dims, ", ")); }
  std::string operator()(const TensorValue& v) const { return tensor(v.dtype, v.shape); }
  std::string operator()(const RandomTensor& v) const {
    return tensor(v.dtype, v.shape) + (v.below > 0 ? fmt::format(" below {}", v.below) : std::string());
  }
  std::string operator()(const TupleValue& v) const {
    return v.tag ? fmt::format("adt of {}, tag {}", v.fields.size(), *v.tag)
                 : fmt::format("tuple of {}", v.fields.size());
  }
  std::string operator()(const ObjectValue& v) const {
    if (v.function.empty() && v.captured.empty()) return "object " + printable(v.typeName);
    return fmt::format("closure of {}, {} captured", v.function.empty() ? "a function" : printable(v.function),
                       v.captured.size());
  }
  std::string operator()(const ResultRef& v) const { return resultRefText(v); }
};

}  // namespace

std::string valueSummary(const Value& value) { return std::visit(Summary{}, value.data); }

}  // namespace relaxscope
