// SPDX-License-Identifier: Apache-2.0
// Scalar expressions of both languages: extents of shapes, indices, what kernels compute.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "vmcore/ir/parse/reader.h"

namespace relaxscope::ir::parse {

/// bool, (u)int8 to 64, float16, bfloat16, float32, float64.
bool isKernelType(DataType type);
const std::vector<std::string_view>& kernelTypeNames();
/// The type that "T.int64" names.
std::optional<DataType> typeOfName(std::string_view dotted);

/// Each reading gives null after a report.
class ScalarReader {
 public:
  /// What a name, or an indexed name, is; null with a report.
  using Resolve = std::function<PrimExpr(const Syntax&)>;

  /// Literals without a type are int64 and float64, or in kernels int32 and float32. Without `name` all are constants.
  explicit ScalarReader(Reader& reader, bool ofKernel = false, Resolve name = {}, Resolve element = {})
      : reader_(reader), name_(std::move(name)), element_(std::move(element)), ofKernel_(ofKernel) {}

  PrimExpr read(const Syntax& value);
  /// As what is written into a place of that type: literals take it, others are cast.
  PrimExpr readAs(const Syntax& value, DataType type);
  /// Several of one type: `begin` and `end` of a range.
  bool readPair(const Syntax& a, const Syntax& b, PrimExpr& first, PrimExpr& second);
  /// A condition: its type must be bool.
  PrimExpr readCondition(const Syntax& value);

 private:
  /// A literal takes its type from what it meets.
  struct Scalar {
    PrimExpr value;  ///< null: failed
    bool bare = false;
  };
  Scalar scalar(const Syntax& node);
  Scalar unary(const Syntax& node);
  Scalar binaryOf(const Syntax& node);
  Scalar literal(const Syntax& node, bool negative);
  Scalar combine(PrimOp op, const Syntax& a, const Syntax& b, Span span, bool fold = true);
  Scalar combineValues(PrimOp op, Scalar left, Scalar right, Span span, bool fold = true);
  Scalar call(const Syntax& node);
  Scalar typeCall(const Syntax& node, DataType type);
  Scalar namedOperator(const Syntax& node, std::string_view name, bool& known);
  Scalar intrinsic(const Syntax& node, std::string_view name, bool& known);
  Scalar castCall(const Syntax& node, std::string_view name);
  Scalar selection(const Syntax& node, PrimOp op);
  Scalar unknownCall(const Syntax& node);
  PrimExpr constantOf(double value, DataType type, Span span);
  PrimExpr settle(const Scalar& scalar);
  PrimExpr settleAs(const Scalar& scalar, DataType type);
  bool match(Scalar& a, Scalar& b);
  Scalar fail(Span span, const char* code, std::string message);
  bool needInts(const Scalar& a, const Scalar& b, Span span, PrimOp op);

  Reader& reader_;
  Resolve name_, element_;
  bool ofKernel_;
};

}  // namespace relaxscope::ir::parse
