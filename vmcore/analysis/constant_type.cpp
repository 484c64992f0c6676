// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/constant_type.h"

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

std::vector<DimSpec> fixedDims(const std::vector<int64_t>& extents) {
  std::vector<DimSpec> dims;
  dims.reserve(extents.size());
  for (const int64_t extent : extents) dims.push_back(DimSpec::fixed(extent));
  return dims;
}

struct TypeOf {
  StaticType operator()(const TensorConstant& tensor) const {
    return StaticType::tensor(tensor.dtype, fixedDims(tensor.shape));
  }
  StaticType operator()(const ShapeConstant& shape) const { return StaticType::shape(fixedDims(shape.dims)); }
  StaticType operator()(const IntConstant& number) const {
    StaticType type = StaticType::ofKind(StaticType::Kind::Prim);
    type.dtype = DataType{0, 64, 1};
    type.dims = {DimSpec::fixed(number.value)};
    return type;
  }
  StaticType operator()(const FloatConstant&) const {
    StaticType type = StaticType::ofKind(StaticType::Kind::Prim);
    type.dtype = DataType{2, 64, 1};
    return type;
  }
  StaticType operator()(const StringConstant&) const { return StaticType::ofKind(StaticType::Kind::Text); }
  StaticType operator()(const LateBoundConstant& late) const {
    constexpr size_t kShown = 80;
    StaticType type = StaticType::ofKind(StaticType::Kind::LateBound);
    type.lateName = printable(std::string_view(late.name).substr(0, kShown));
    return type;
  }
  StaticType operator()(const DataType&) const { return {}; }
  StaticType operator()(const UnknownConstant&) const { return {}; }
};

}  // namespace

StaticType constantType(const ConstantValue& value) { return std::visit(TypeOf{}, value); }

}  // namespace relaxscope
