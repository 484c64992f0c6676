// SPDX-License-Identifier: Apache-2.0
// The exported functions of kernels: what TVM 0.27 checks of the arguments, in its order and with its messages, then
// memory for intermediate buffers and the call. Only the extents in "expected ..." differ: with parentheses where the
// expression needs them, and also for operators that TVM leaves empty. A byte offset is added to the address, where TVM
// refuses it.
#include <fmt/format.h>
#include <algorithm>

#include "vmcore/build/codegen/c_parts.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::build {
namespace {

using ir::PrimExpr;
using ir::PrimOp;

constexpr const char* kPrelude =
    R"(/* The part of tvm-ffi's C interface (tvm/ffi/c_api.h, dlpack.h) that is used here. */
typedef struct {
  int32_t device_type, device_id;
} rs_device;
typedef struct {
  uint8_t code, bits;
  uint16_t lanes;
} rs_type;
typedef struct {
  void* data;
  rs_device device;
  int32_t ndim;
  rs_type dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} rs_tensor;
typedef struct {
  int32_t type_index; /* 1 int, 2 bool, 3 float, 7 tensor by address, 70 tensor object */
  uint32_t zero_padding;
  union {
    int64_t v_int64;
    double v_float64;
    char* v_ptr;
  };
} rs_any;
void TVMFFIErrorSetRaisedFromCStrParts(const char* kind, const char** parts, int32_t num_parts);
#define RS_EXPORT __attribute__((visibility("default")))

/* `expected` may be null. */
__attribute__((cold, noinline)) static int rs_raise(const char* kind, const char* what, const char* signature,
                                                    const char* expected) {
  const char* parts[] = {what, " when calling:\n  `", signature, expected ? "`,\n  expected " : "`", expected};
  TVMFFIErrorSetRaisedFromCStrParts(kind, parts, expected ? 5 : 4);
  return -1;
}
static inline const rs_tensor* rs_tensor_of(const rs_any* value) {
  if (value->type_index == 70) return (const rs_tensor*)(value->v_ptr + 24);
  return value->type_index == 7 ? (const rs_tensor*)value->v_ptr : 0;
}
static inline int rs_has_type(const rs_tensor* t, int code, int bits) {
  return t->dtype.code == code && t->dtype.bits == bits && t->dtype.lanes == 1;
}
static inline void* rs_data(const rs_tensor* t) {
  return t->data ? (char*)t->data + t->byte_offset : 0;
}
static inline int64_t rs_count(int ndim, const int64_t* shape) {
  int64_t count = 1;
  for (int i = 0; i < ndim; ++i) count *= shape[i];
  return count;
}
/* Whether the elements lie row by row without gaps. */
static inline int rs_is_compact(const rs_tensor* t, int ndim, const int64_t* shape) {
  if (!t->strides || rs_count(ndim, shape) == 0) return 1;
  int64_t stride = 1;
  for (int i = ndim - 1; i >= 0; --i) {
    if (shape[i] != 1 && t->strides[i] != stride) return 0;
    stride *= shape[i];
  }
  return 1;
}
static inline int rs_is_number(const rs_any* value) {
  return value->type_index >= 1 && value->type_index <= 3;
}
static inline int rs_is_int(const rs_any* value) {
  return value->type_index == 1 || value->type_index == 2;
}
)";

constexpr const char* kWorkspacePrelude =
    R"(/* Adds room for a buffer to *size; returns where it begins. A size that does not fit becomes SIZE_MAX. */
static inline size_t rs_room(size_t* size, size_t element, int ndim, const int64_t* shape) {
  const size_t at = *size;
  size_t bytes = element;
  for (int i = 0; i < ndim; ++i)
    if (__builtin_mul_overflow(bytes, shape[i] > 0 ? (size_t)shape[i] : 0, &bytes)) bytes = SIZE_MAX;
  if (bytes > SIZE_MAX / 4 || at > SIZE_MAX / 4) *size = SIZE_MAX;
  else *size = at + (bytes + 63) / 64 * 64;
  return at;
}
static inline char* rs_acquire(size_t size) {
  return size > PTRDIFF_MAX ? 0 : aligned_alloc(64, size > 0 ? size : 64);
}
)";

/// How tightly an operator of pathText() binds: 2 products, 1 sums, 0 others.
int tightness(PrimOp op) {
  if (op == PrimOp::Mul || op == PrimOp::TruncDiv || op == PrimOp::TruncMod) return 2;
  if (op == PrimOp::Add || op == PrimOp::Sub) return 1;
  return op >= PrimOp::Equal && op <= PrimOp::ShiftRight && op != PrimOp::Not && op != PrimOp::BitNot ? 0 : 3;
}

/// "x.shape[0] * 2": an extent by where its symbols come from.
std::string pathText(const PrimExpr& e, const std::unordered_map<const ir::PrimVar*, std::string>& paths) {
  const auto operand = [&](size_t k, int least) {
    const std::string text = pathText(e->operands[k], paths);
    return tightness(e->operands[k]->op) < least ? fmt::format("({})", text) : text;
  };
  const auto call = [&](const char* name) {
    std::string text = fmt::format("{}(", name);
    for (size_t k = 0; k < e->operands.size(); ++k) text += fmt::format("{}{}", k == 0 ? "" : ", ", operand(k, 0));
    return text + ")";
  };
  switch (e->op) {
    case PrimOp::Int: return fmt::format("{}", e->number);
    case PrimOp::Var: {
      const auto found = paths.find(e->var.get());
      return found == paths.end() ? e->var->name : found->second;
    }
    case PrimOp::Add: return fmt::format("{} + {}", operand(0, 1), operand(1, 1));
    case PrimOp::Sub: return fmt::format("{} - {}", operand(0, 1), operand(1, 2));
    case PrimOp::Mul: return fmt::format("{} * {}", operand(0, 2), operand(1, 2));
    case PrimOp::TruncDiv: return fmt::format("{} / {}", operand(0, 2), operand(1, 3));
    case PrimOp::FloorDiv: return call("floordiv");
    case PrimOp::FloorMod: return call("floormod");
    case PrimOp::Min: return call("min");
    case PrimOp::Max: return call("max");
    case PrimOp::Cast: return operand(0, 0);
    default: break;
  }
  return ir::primText(e, true);
}

class CWrapperWriter {
 public:
  CWrapperWriter(CKernel& kernel, const CWorkspace& workspace) : kernel_(kernel), workspace_(workspace) {}
  std::string write();

 private:
  void line(const std::string& text) { out_ += fmt::format("  {}\n", text); }
  /// `if (!condition) return ...`, with the condition that fails.
  void refuse(const std::string& failing, const char* kind, const std::string& what, const std::string& expected) {
    line(fmt::format("if ({})\n    return rs_raise(\"{}\", {}, rs_signature, {});", failing, kind, cString(what),
                     expected.empty() ? "0" : cString(expected)));
  }
  [[nodiscard]] std::string onArgument(const std::string& what, size_t i) const {
    return fmt::format("{} on argument #{}", what, i);
  }
  void scalar(size_t i);
  void tensorKind(size_t i);
  void matches(size_t i, size_t first);
  void extents(size_t i);
  void memory();
  void call();
  void result(const std::string& value);
  bool known(const PrimExpr& e);
  std::string shapeOf(const ir::Buffer& buffer);

  CKernel& kernel_;
  const CWorkspace& workspace_;
  std::string out_;
  std::unordered_map<const ir::PrimVar*, std::string> paths_;  ///< of what is bound
  std::set<std::pair<size_t, size_t>> binding_;                ///< argument and dimension that give a symbol its value
};

/// "T.int64(4)" and names as TVM's signatures have them.
std::string CWrapperWriter::shapeOf(const ir::Buffer& buffer) {
  if (buffer.shape.empty()) return "0";
  std::string list;
  for (const PrimExpr& extent : buffer.shape)
    list += fmt::format("{}{}", list.empty() ? "" : ", ", cExpr(kernel_, extent));
  return fmt::format("(const int64_t[]){{{}}}", list);
}

bool CWrapperWriter::known(const PrimExpr& e) {
  bool all = true;
  ir::forEachVar(e, [&](const ir::PrimVarRef& var) {
    if (!paths_.contains(var.get()) && all) {
      kernel_.fail(fmt::format("the symbol {} is the whole extent of no argument", var->name), e->span);
      all = false;
    }
  });
  return all && kernel_.error.empty();
}

void CWrapperWriter::scalar(size_t i) {
  const ir::PrimVarRef& var = kernel_.function.params[i].var;
  const std::string value = fmt::format("rs_args[{}]", i), what = fmt::format("Mismatched type on argument #{}", i);
  std::string read;
  if (isFloating(var->type)) {
    refuse(fmt::format("!rs_is_number(&{})", value), "TypeError", what, "float");
    const std::string type = valueType(var->type);
    read = fmt::format("{0}.type_index == 3 ? ({1}){0}.v_float64 : ({1}){0}.v_int64", value, type);
  } else if (isBool(var->type)) {
    refuse(fmt::format("!rs_is_int(&{})", value), "TypeError", what, "boolean");
    read = fmt::format("{}.v_int64 != 0", value);
  } else {
    refuse(fmt::format("!rs_is_int(&{})", value), "TypeError", what, "int");
    read = fmt::format("({}){}.v_int64", valueType(var->type), value);
  }
  line(fmt::format("const {} {} = {};", valueType(var->type), kernel_.nameOf(var), read));
  paths_.emplace(var.get(), var->name);
}

/// Rank, element type and device, and the symbols that are first met here.
void CWrapperWriter::tensorKind(size_t i) {
  const ir::Buffer& buffer = *kernel_.function.params[i].buffer;
  const DataType type = buffer.type;
  refuse(fmt::format("!rs_t{}", i), "TypeError", fmt::format("Mismatched type on argument #{}", i), "Tensor");
  refuse(fmt::format("rs_t{}->ndim != {}", i, buffer.shape.size()), "ValueError",
         onArgument(fmt::format("Mismatched {}.ndim", buffer.name), i), fmt::format("{}", buffer.shape.size()));
  refuse(fmt::format("!rs_has_type(rs_t{}, {}, {})", i, type.code, type.bits), "TypeError",
         onArgument(fmt::format("Mismatched {}.dtype", buffer.name), i), type.name());
  for (size_t k = 0; k < buffer.shape.size(); ++k) {
    const PrimExpr& extent = buffer.shape[k];
    if (extent->op != PrimOp::Var || paths_.contains(extent->var.get())) continue;
    paths_.emplace(extent->var.get(), fmt::format("{}.shape[{}]", buffer.name, k));
    binding_.emplace(i, k);
    line(fmt::format("const {0} {1} = ({0})rs_t{2}->shape[{3}];", valueType(extent->type), kernel_.nameOf(extent->var),
                     i, k));
  }
  refuse(fmt::format("rs_t{}->device.device_type != 1", i), "ValueError",
         onArgument(fmt::format("Mismatched {}.device_type", buffer.name), i), "cpu");
}

/// Symbols that are met again, rows without gaps, one device, memory.
void CWrapperWriter::matches(size_t i, size_t first) {
  const ir::Buffer& buffer = *kernel_.function.params[i].buffer;
  for (size_t k = 0; k < buffer.shape.size(); ++k) {
    const PrimExpr& extent = buffer.shape[k];
    if (extent->op != PrimOp::Var || binding_.contains({i, k})) continue;
    refuse(fmt::format("rs_t{}->shape[{}] != {}", i, k, kernel_.nameOf(extent->var)), "ValueError",
           onArgument(fmt::format("Mismatched {}.shape[{}]", buffer.name, k), i),
           "to match " + paths_.at(extent->var.get()));
  }
  const std::string shape = shapeOf(buffer);
  if (!buffer.shape.empty())
    refuse(fmt::format("!rs_is_compact(rs_t{}, {}, {})", i, buffer.shape.size(), shape), "ValueError",
           onArgument(fmt::format("Mismatched {}.strides", buffer.name), i), "to be compact array");
  if (i != first) {
    refuse(fmt::format("rs_t{}->device.device_id != rs_t{}->device.device_id", i, first), "ValueError",
           onArgument(fmt::format("Mismatched {}.device_id", buffer.name), i),
           fmt::format("to match {}.device_id", kernel_.function.params[first].buffer->name));
  }
  refuse(fmt::format("!rs_t{}->data && rs_count({}, {}) != 0", i, buffer.shape.size(), shape), "ValueError",
         onArgument(fmt::format("{} data pointer is NULL", buffer.name), i), "non-NULL data pointer");
}

/// Extents that are numbers or computed.
void CWrapperWriter::extents(size_t i) {
  const ir::Buffer& buffer = *kernel_.function.params[i].buffer;
  for (size_t k = 0; k < buffer.shape.size(); ++k) {
    const PrimExpr& extent = buffer.shape[k];
    if (extent->op == PrimOp::Var) continue;
    refuse(fmt::format("rs_t{}->shape[{}] != {}", i, k, cExpr(kernel_, extent, true)), "ValueError",
           onArgument(fmt::format("Invalid {}.shape[{}]", buffer.name, k), i), pathText(extent, paths_));
  }
}

void CWrapperWriter::memory() {
  if (workspace_.buffers.empty()) return;
  line("size_t rs_size = 0;");
  for (size_t b = 0; b < workspace_.buffers.size(); ++b) {
    const ir::Buffer& buffer = *workspace_.buffers[b];
    for (const PrimExpr& extent : buffer.shape)
      if (!known(extent)) return;
    line(fmt::format("const size_t rs_at{} = rs_room(&rs_size, {}, {}, {});", b, buffer.type.elementBytes(),
                     buffer.shape.size(), shapeOf(buffer)));
  }
  line("char* rs_arena = rs_acquire(rs_size);");
  refuse("!rs_arena", "MemoryError", "Cannot allocate intermediate buffers", "");
}

void CWrapperWriter::call() {
  const ir::PrimFunc& f = kernel_.function;
  std::string list;
  const auto add = [&](const std::string& text) { list += (list.empty() ? "" : ", ") + text; };
  for (size_t i = 0; i < f.params.size(); ++i)
    add(f.params[i].buffer != nullptr ? fmt::format("rs_data(rs_t{})", i) : kernel_.nameOf(f.params[i].var));
  for (const ir::PrimVarRef& symbol : f.symbols) {
    if (!paths_.contains(symbol.get())) {
      kernel_.fail(fmt::format("the symbol {} is the whole extent of no argument", symbol->name), f.span);
      return;
    }
    add(kernel_.nameOf(symbol));
  }
  for (size_t b = 0; b < workspace_.buffers.size(); ++b) add(fmt::format("(void*)(rs_arena + rs_at{})", b));
  const std::string text = fmt::format("{}({})", bodyNameOf(f), list);
  const bool none = f.result.lanes == 0;
  line(none ? text + ";" : fmt::format("const {} rs_value = {};", valueType(f.result), text));
  if (!workspace_.buffers.empty()) line("free(rs_arena);");
  if (none) return line("(void)rs_result;");
  line(fmt::format("rs_result->type_index = {};", isFloating(f.result) ? 3 : isBool(f.result) ? 2 : 1));
  line("rs_result->zero_padding = 0;");
  line(isFloating(f.result) ? "rs_result->v_float64 = (double)rs_value;" : "rs_result->v_int64 = (int64_t)rs_value;");
}

std::string CWrapperWriter::write() {
  const ir::PrimFunc& f = kernel_.function;
  const std::string symbol = "__tvm_ffi_" + symbolOf(f);
  const std::string params = "(void* rs_self, const rs_any* rs_args, int32_t rs_num_args, rs_any* rs_result)";
  std::string name = symbol;
  if (!isCIdentifier(symbol)) {
    name = "rs_export_" + f.name;
    out_ = fmt::format("RS_EXPORT int {}{} __asm__({});\n", name, params, cString(symbol));
  }
  out_ += fmt::format("RS_EXPORT int {}{} {{\n", name, params);
  line(fmt::format("static const char rs_signature[] = {};", cString(cSignature(f))));
  line("(void)rs_self;");
  const size_t count = f.params.size();
  refuse(fmt::format("rs_num_args != {}", count), "TypeError", fmt::format("Expected {} arguments", count), "");
  if (count != 0) refuse("!rs_args", "TypeError", "args pointer is NULL", "");
  size_t first = count;
  for (size_t i = 0; i < count; ++i) {
    if (f.params[i].buffer == nullptr) {
      scalar(i);
      continue;
    }
    first = std::min(first, i);
    line(fmt::format("const rs_tensor* const rs_t{0} = rs_tensor_of(&rs_args[{0}]);", i));
    // None passes this check and fails after those of all arguments, as in TVM.
    refuse(fmt::format("!rs_t{0} && rs_args[{0}].type_index != 0", i), "TypeError",
           fmt::format("Mismatched type on argument #{}", i), "Tensor");
  }
  const auto eachTensor = [&](auto&& visit) {
    for (size_t i = 0; i < count && kernel_.error.empty(); ++i)
      if (f.params[i].buffer != nullptr) visit(i);
  };
  eachTensor([&](size_t i) { tensorKind(i); });
  eachTensor([&](size_t i) {
    for (const PrimExpr& extent : f.params[i].buffer->shape)
      if (!known(extent)) return;
    matches(i, first);
  });
  eachTensor([&](size_t i) { extents(i); });
  if (kernel_.error.empty()) memory();
  if (kernel_.error.empty()) call();
  line("return 0;");
  return out_ + "}\n";
}

}  // namespace

std::string cWrapper(CKernel& kernel, const CWorkspace& workspace) { return CWrapperWriter(kernel, workspace).write(); }

std::string cWrapperPrelude(bool workspaces) { return std::string(kPrelude) + (workspaces ? kWorkspacePrelude : ""); }

std::string cSignature(const ir::PrimFunc& function) {
  std::string out = symbolOf(function) + "(";
  for (size_t i = 0; i < function.params.size(); ++i) {
    const ir::TirParam& p = function.params[i];
    if (i != 0) out += ", ";
    if (p.buffer == nullptr) {
      out += fmt::format("{}: {}", p.var->name, p.var->type.name());
      continue;
    }
    out += p.buffer->name + ": Tensor([";
    for (size_t k = 0; k < p.buffer->shape.size(); ++k)
      out += fmt::format("{}{}", k == 0 ? "" : ", ", ir::primText(p.buffer->shape[k], true));
    out += fmt::format("], {})", p.buffer->type.name());
  }
  return out + ")";
}

std::string symbolOf(const ir::PrimFunc& function) {
  const ir::Attribute* found = ir::findAttribute(function.attributes, "global_symbol");
  const std::string* symbol = found != nullptr ? std::get_if<std::string>(&found->value) : nullptr;
  return symbol != nullptr && !symbol->empty() ? *symbol : function.name;
}

std::string bodyNameOf(const ir::PrimFunc& function) { return "rs_kernel_" + function.name; }

bool isCIdentifier(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), [](const char c) {
           return c == '_' ||
                  (static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) != 0);
         });
}

}  // namespace relaxscope::build
