// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/codegen/c_kernels.h"

#include <fmt/format.h>
#include <algorithm>
#include <optional>

#include "vmcore/build/codegen/c_parts.h"

namespace relaxscope::build {
namespace {

using ir::PrimExpr;
using ir::TirKind;
using ir::TirStmt;
using ir::TirStmtRef;

constexpr int kDeepestStatement = 1000;
/// Intermediate buffers of constant size are on the stack up to this sum, in bytes.
constexpr int64_t kStackBytes = 16 << 10;

/// A block with T.init as the only content of a loop nest, where the order of the loops is free: the value of each
/// element is the init followed by the same updates in the same order (docs/building.md).
struct ReductionNest {
  std::vector<const TirStmt*> spatial, reduce;  ///< loops, from outside
  const TirStmt* block = nullptr;
  const TirStmt* init = nullptr;    ///< its only store
  const TirStmt* update = nullptr;  ///< the store of the body, to the same element
  bool vectorised = false;          ///< the last spatial loop is to be the innermost
};

bool usesVar(const PrimExpr& e, const ir::PrimVarRef& var) {
  bool found = false;
  ir::forEachVar(e, [&](const ir::PrimVarRef& used) { found |= used == var; });
  return found;
}
bool loadsFrom(const PrimExpr& e, const ir::BufferRef& buffer) {
  if (e->op == ir::PrimOp::Load && e->buffer == buffer) return true;
  return std::any_of(e->operands.begin(), e->operands.end(), [&](const auto& o) { return loadsFrom(o, buffer); });
}
bool loads(const PrimExpr& e) {
  return e->op == ir::PrimOp::Load || std::any_of(e->operands.begin(), e->operands.end(), loads);
}
bool sameIndices(const std::vector<PrimExpr>& a, const std::vector<PrimExpr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), ir::sameText);
}
/// Whether all elements of `buffer` that `e` reads are the one at `indices`.
bool loadsOnly(const PrimExpr& e, const ir::BufferRef& buffer, const std::vector<PrimExpr>& indices) {
  if (e->op == ir::PrimOp::Load && e->buffer == buffer) return sameIndices(e->operands, indices);
  return std::all_of(e->operands.begin(), e->operands.end(),
                     [&](const auto& o) { return loadsOnly(o, buffer, indices); });
}
/// Whether neighbouring values of `var` read neighbouring elements, or the same one, everywhere in `e`.
bool stepsByOne(const PrimExpr& e, const ir::PrimVarRef& var) {
  if (e->op == ir::PrimOp::Load) {
    for (size_t k = 0; k < e->operands.size(); ++k) {
      const PrimExpr& index = e->operands[k];
      if (!usesVar(index, var)) continue;
      if (k + 1 != e->operands.size()) return false;
      const auto isTerm = [&](size_t term) {
        return index->operands[term]->op == ir::PrimOp::Var && !usesVar(index->operands[1 - term], var);
      };
      const bool plain = index->op == ir::PrimOp::Var || (index->op == ir::PrimOp::Add && (isTerm(0) || isTerm(1)));
      if (!plain || loads(index)) return false;
    }
    return true;
  }
  return std::all_of(e->operands.begin(), e->operands.end(), [&](const auto& o) { return stepsByOne(o, var); });
}

/// The axis that the loop's variable is the value of, or null; `uses` counts axes that name it at all.
const ir::Axis* axisOf(const TirStmt& block, const ir::PrimVarRef& var, int& uses) {
  const ir::Axis* found = nullptr;
  for (const ir::Axis& axis : block.axes) {
    if (!usesVar(axis.value, var)) continue;
    ++uses;
    if (axis.value->op == ir::PrimOp::Var) found = &axis;
  }
  return found;
}

/// The loops down to a block that is alone in them; false if the statement is no such nest.
bool collectLoops(const TirStmt& outermost, std::vector<const TirStmt*>& loops, const TirStmt*& block) {
  for (const TirStmt* s = &outermost;; s = s->body[0].get()) {
    if (s->kind == TirKind::Block) {
      block = s;
      return true;
    }
    if (s->kind != TirKind::For || s->body.size() != 1 || s->loop == ir::LoopKind::ThreadBinding) return false;
    loops.push_back(s);
  }
}

/// Whether the block stores one element only, first by its init and then by its body, at plain spatial axes that occur
/// once each.
bool storesOneElement(ReductionNest& nest) {
  const TirStmt& block = *nest.block;
  if (!block.hasInit || block.predicate != nullptr || block.init.size() != 1 || block.body.size() != 1) return false;
  nest.init = block.init[0].get();
  nest.update = block.body[0].get();
  if (nest.init->kind != TirKind::Store || nest.update->kind != TirKind::Store) return false;
  if (nest.init->buffer != nest.update->buffer || !sameIndices(nest.init->indices, nest.update->indices)) return false;
  if (!loadsOnly(nest.update->value, nest.update->buffer, nest.update->indices)) return false;
  if (loadsFrom(nest.init->value, nest.update->buffer)) return false;
  for (const ir::Axis& axis : block.axes) {
    int uses = 0;
    bool plain = true;
    for (const PrimExpr& index : nest.update->indices) {
      if (!usesVar(index, axis.var)) continue;
      ++uses;
      plain &= index->op == ir::PrimOp::Var;
    }
    const bool one = ir::isInt(axis.extent, 1);
    if (axis.reduce ? uses != 0 || usesVar(nest.init->value, axis.var) : !one && (uses != 1 || !plain)) return false;
  }
  for (const ir::Axis& axis : block.axes)
    if (loads(axis.value)) return false;
  return true;
}

/// Whether the reduction axes depend on the loops of the nest only and begin with them: the init is for each run of it.
bool startsHere(const ReductionNest& nest) {
  for (const ir::Axis& axis : nest.block->axes) {
    if (!axis.reduce) continue;
    if (ir::isInt(axis.value) && ir::sameText(axis.value, axis.begin)) continue;
    const bool own = std::any_of(nest.reduce.begin(), nest.reduce.end(), [&](const TirStmt* loop) {
      return axis.value->op == ir::PrimOp::Var && axis.value->var == loop->var && ir::sameText(axis.begin, loop->begin);
    });
    if (!own) return false;
  }
  return true;
}

std::optional<ReductionNest> reductionNest(const TirStmt& outermost) {
  ReductionNest nest;
  std::vector<const TirStmt*> loops;
  if (!collectLoops(outermost, loops, nest.block) || !storesOneElement(nest)) return std::nullopt;
  bool ordered = true;
  for (const TirStmt* loop : loops) {
    int uses = 0;
    const ir::Axis* axis = axisOf(*nest.block, loop->var, uses);
    if (axis == nullptr || uses != 1 || loads(loop->extent) || loads(loop->begin)) return std::nullopt;
    for (const TirStmt* other : loops)
      if (usesVar(loop->extent, other->var) || usesVar(loop->begin, other->var)) return std::nullopt;
    ordered &= axis->reduce || nest.reduce.empty();
    (axis->reduce ? nest.reduce : nest.spatial).push_back(loop);
  }
  if (nest.reduce.empty() || !startsHere(nest)) return std::nullopt;
  if (!nest.spatial.empty()) {
    // Neighbouring elements of the result are computed side by side if all that they read is side by side as well.
    int uses = 0;
    const ir::PrimVarRef& last = axisOf(*nest.block, nest.spatial.back()->var, uses)->var;
    const auto& indices = nest.update->indices;
    nest.vectorised = !indices.empty() && indices.back()->op == ir::PrimOp::Var && indices.back()->var == last &&
                      stepsByOne(nest.update->value, last) && !ir::isInt(nest.spatial.back()->extent, 1);
  }
  return ordered || nest.vectorised ? std::optional(nest) : std::nullopt;
}

void collectWritten(const ir::TirBody& body, std::set<const ir::Buffer*>& written) {
  for (const TirStmtRef& s : body) {
    if (s->kind == TirKind::Store) written.insert(s->buffer.get());
    collectWritten(s->body, written);
    collectWritten(s->init, written);
    collectWritten(s->otherwise, written);
  }
}
void collectAllocations(const ir::TirBody& body, std::vector<ir::BufferRef>& buffers) {
  for (const TirStmtRef& s : body) {
    buffers.insert(buffers.end(), s->allocations.begin(), s->allocations.end());
    collectAllocations(s->body, buffers);
    collectAllocations(s->init, buffers);
    collectAllocations(s->otherwise, buffers);
  }
}

/// Whether the statements nest within the bound of recursion; walks with a stack of its own.
bool nestsWithinBound(const ir::TirBody& body) {
  std::vector<std::pair<const ir::TirBody*, int>> open{{&body, 1}};
  while (!open.empty()) {
    const auto [list, depth] = open.back();
    open.pop_back();
    if (depth > kDeepestStatement) return false;
    for (const TirStmtRef& s : *list)
      for (const ir::TirBody* inner : {&s->body, &s->init, &s->otherwise})
        if (!inner->empty()) open.emplace_back(inner, depth + 1);
  }
  return true;
}

class CBodyWriter {
 public:
  CBodyWriter(CKernel& kernel, const CSourceOptions& options) : kernel_(kernel), options_(options) {}
  /// The static function; `workspace` receives the buffers that its caller allocates.
  std::string write(CWorkspace& workspace);

 private:
  void line(const std::string& text) {
    out_.append(2 * static_cast<size_t>(indent_), ' ');
    out_ += text;
    out_ += '\n';
  }
  void place(const ir::Span& span);
  void statements(const ir::TirBody& body);
  void statement(const TirStmt& s, bool alone);
  void openLoop(const TirStmt& s);
  void close() {
    --indent_;
    line("}");
  }
  void block(const TirStmt& s, bool alone);
  void openAxes(const TirStmt& block, const std::set<const ir::PrimVar*>* wanted = nullptr);
  void store(const TirStmt& s);
  void reduction(const ReductionNest& nest);
  void vectorised(const ReductionNest& nest);
  void accumulated(const ReductionNest& nest);
  void startOfInit(const TirStmt& block);
  std::string signature(CWorkspace& workspace);
  void stackBuffers(const std::vector<ir::BufferRef>& buffers);

  CKernel& kernel_;
  const CSourceOptions& options_;
  std::string out_;
  int indent_ = 0;
};

void CBodyWriter::place(const ir::Span& span) {
  if (!options_.lineSource.empty() && span.known())
    out_ += fmt::format("#line {} {}\n", span.line, cString(options_.lineSource));
}

void CBodyWriter::openLoop(const TirStmt& s) {
  const char* type = valueType(s.var->type);
  if (s.loop == ir::LoopKind::ThreadBinding)
    kernel_.fail(fmt::format("the loop {} is bound to {}: its schedule is for a GPU", s.var->name, s.thread), s.span);
  if (type == nullptr || !isInteger(s.var->type))
    kernel_.fail(fmt::format("the loop variable {} has type {}", s.var->name, s.var->type.name()), s.span);
  if (!kernel_.error.empty()) {
    ++indent_;  // close() follows
    return;
  }
  if (isNotNegative(kernel_, s.begin)) kernel_.notNegative.insert(s.var.get());
  place(s.span);
  const PrimExpr endValue = ir::isInt(s.begin, 0) ? s.extent : ir::binary(ir::PrimOp::Add, s.begin, s.extent);
  const std::string begin = cExpr(kernel_, s.begin), name = kernel_.nameOf(s.var);
  std::string end = cExpr(kernel_, endValue, endValue->op != ir::PrimOp::Add && endValue->op != ir::PrimOp::Mul);
  if (loads(endValue)) {
    // What the loop stores does not change how often it runs.
    const std::string& bound = kernel_.nameOf(&s, name + "_end");
    line(fmt::format("const {} {} = {};", type, bound, end));
    end = bound;
  }
  line(fmt::format("for ({0} {1} = {2}; {1} < {3}; ++{1}) {{", type, name, begin, end));
  ++indent_;
}

void CBodyWriter::openAxes(const TirStmt& block, const std::set<const ir::PrimVar*>* wanted) {
  for (const ir::Axis& axis : block.axes) {
    if (wanted != nullptr && !wanted->contains(axis.var.get())) continue;
    const char* type = valueType(axis.var->type);
    if (type == nullptr) return kernel_.fail(fmt::format("axis {} has no type of C", axis.var->name), block.span);
    if (isNotNegative(kernel_, axis.value)) kernel_.notNegative.insert(axis.var.get());
    line(fmt::format("const {} {} = {};", type, kernel_.nameOf(axis.var), cExpr(kernel_, axis.value)));
  }
}

void CBodyWriter::store(const TirStmt& s) {
  place(s.span);
  if (isBool(s.buffer->type) && !isBool(s.value->type))
    return kernel_.fail(fmt::format("{} of {} is stored in a buffer of bool", s.buffer->name, s.value->type.name()),
                        s.span);
  line(fmt::format("{} = {};", cElement(kernel_, s.buffer, s.indices, s.span),
                   cStored(kernel_, s.buffer->type, s.value)));
}

/// `if (k == 0) {`: the first time that the block runs for its element.
void CBodyWriter::startOfInit(const TirStmt& block) {
  std::string condition;
  for (const ir::Axis& axis : block.axes) {
    if (!axis.reduce) continue;
    condition += fmt::format("{}{} == {}", condition.empty() ? "" : " && ", kernel_.nameOf(axis.var),
                             cExpr(kernel_, axis.begin, true));
  }
  line(condition.empty() ? "{" : fmt::format("if ({}) {{", condition));
  ++indent_;
}

void CBodyWriter::block(const TirStmt& s, bool alone) {
  if (!alone) {
    line("{");
    ++indent_;
  }
  openAxes(s);
  if (s.predicate != nullptr) {
    line(fmt::format("if ({}) {{", cExpr(kernel_, s.predicate)));
    ++indent_;
  }
  if (s.hasInit) {
    startOfInit(s);
    statements(s.init);
    close();
  }
  statements(s.body);
  if (s.predicate != nullptr) close();
  if (!alone) close();
}

std::set<const ir::PrimVar*> axesIn(const TirStmt& block, bool reduce) {
  std::set<const ir::PrimVar*> axes;
  for (const ir::Axis& axis : block.axes)
    if (axis.reduce == reduce) axes.insert(axis.var.get());
  return axes;
}

/// Spatial loops but the last, then the init of a row, then the reduction with the row as the innermost loop.
void CBodyWriter::vectorised(const ReductionNest& nest) {
  const TirStmt& row = *nest.spatial.back();
  const auto spatial = axesIn(*nest.block, false);
  for (size_t k = 0; k + 1 < nest.spatial.size(); ++k) openLoop(*nest.spatial[k]);
  openLoop(row);
  openAxes(*nest.block, &spatial);
  store(*nest.init);
  close();
  for (const TirStmt* loop : nest.reduce) openLoop(*loop);
  openLoop(row);
  openAxes(*nest.block);
  store(*nest.update);
  close();
  for (size_t k = 0; k < nest.reduce.size() + nest.spatial.size() - 1; ++k) close();
}

/// The value with loads of the element that is being computed replaced by the variable that holds it.
PrimExpr withAccumulator(const PrimExpr& e, const ir::BufferRef& buffer, const PrimExpr& accumulator) {
  if (e->op == ir::PrimOp::Load && e->buffer == buffer) return accumulator;
  if (!loadsFrom(e, buffer)) return e;
  auto changed = std::make_shared<ir::PrimNode>(*e);
  for (PrimExpr& operand : changed->operands) operand = withAccumulator(operand, buffer, accumulator);
  return changed;
}

/// All spatial loops, then the reduction into a variable. bfloat16 is stored each time, as it is rounded then.
void CBodyWriter::accumulated(const ReductionNest& nest) {
  const auto spatial = axesIn(*nest.block, false), reduce = axesIn(*nest.block, true);
  const ir::BufferRef& buffer = nest.update->buffer;
  const bool inVariable = !isBFloat(buffer->type) && !isBool(buffer->type);
  for (const TirStmt* loop : nest.spatial) openLoop(*loop);
  if (nest.spatial.empty()) {
    line("{");
    ++indent_;
  }
  openAxes(*nest.block, &spatial);
  const auto variable = std::make_shared<ir::PrimVar>(ir::PrimVar{buffer->name + "_value", buffer->type});
  // The address of `nest.block` names the variable: the kernel outlives the text, this variable does not.
  const std::string name = kernel_.nameOf(nest.block, variable->name);
  kernel_.names[variable.get()] = name;
  if (inVariable) {
    place(nest.init->span);
    line(fmt::format("{} {} = {};", valueType(buffer->type), name, cExpr(kernel_, nest.init->value)));
  } else {
    store(*nest.init);
  }
  for (const TirStmt* loop : nest.reduce) openLoop(*loop);
  openAxes(*nest.block, &reduce);
  if (inVariable) {
    place(nest.update->span);
    line(fmt::format("{} = {};", name,
                     cExpr(kernel_, withAccumulator(nest.update->value, buffer, ir::varExpr(variable)))));
  } else {
    store(*nest.update);
  }
  for (size_t k = 0; k < nest.reduce.size(); ++k) close();
  if (inVariable)
    line(fmt::format("{} = {};", cElement(kernel_, buffer, nest.update->indices, nest.update->span), name));
  kernel_.names.erase(variable.get());
  for (size_t k = 0; k < std::max<size_t>(nest.spatial.size(), 1); ++k) close();
}

void CBodyWriter::reduction(const ReductionNest& nest) {
  if (nest.vectorised) vectorised(nest);
  else accumulated(nest);
}

void CBodyWriter::statement(const TirStmt& s, bool alone) {
  switch (s.kind) {
    case TirKind::For: {
      if (const auto nest = reductionNest(s)) return reduction(*nest);
      openLoop(s);
      statements(s.body);
      return close();
    }
    case TirKind::Block: return block(s, alone);
    case TirKind::Store: return store(s);
    case TirKind::If: {
      place(s.span);
      line(fmt::format("if ({}) {{", cExpr(kernel_, s.value)));
      ++indent_;
      statements(s.body);
      if (!s.otherwise.empty()) {
        --indent_;
        line("} else {");
        ++indent_;
        statements(s.otherwise);
      }
      return close();
    }
    case TirKind::Let: {
      place(s.span);
      if (valueType(s.var->type) == nullptr)
        return kernel_.fail(fmt::format("{} has type {}", s.var->name, s.var->type.name()), s.span);
      if (isNotNegative(kernel_, s.value)) kernel_.notNegative.insert(s.var.get());
      return line(
          fmt::format("const {} {} = {};", valueType(s.var->type), kernel_.nameOf(s.var), cExpr(kernel_, s.value)));
    }
    case TirKind::Evaluate: {
      // It has no effect, but the compiler is to see it.
      place(s.span);
      return s.value == nullptr ? void() : line(fmt::format("(void)({});", cExpr(kernel_, s.value)));
    }
    case TirKind::Return:
      place(s.span);
      if (kernel_.function.result.lanes == 0 || s.value == nullptr) return line("return;");
      return line(fmt::format("return {};", cExpr(kernel_, s.value)));
  }
}

void CBodyWriter::statements(const ir::TirBody& body) {
  for (const TirStmtRef& s : body) {
    if (!kernel_.error.empty()) return;
    statement(*s, body.size() == 1 && indent_ > 1);
  }
}

/// The bytes of a buffer of constant size, or nothing.
std::optional<int64_t> constantBytes(const ir::Buffer& buffer) {
  int64_t bytes = buffer.type.elementBytes();
  for (const PrimExpr& extent : buffer.shape)
    if (!ir::isInt(extent) || extent->number < 0 || __builtin_mul_overflow(bytes, extent->number, &bytes))
      return std::nullopt;
  return bytes;
}

std::string CBodyWriter::signature(CWorkspace& workspace) {
  const ir::PrimFunc& f = kernel_.function;
  std::set<const ir::Buffer*> written;
  collectWritten(f.body, written);
  // No element that is written is reached through another parameter, so that loops vectorise without tests.
  const bool noAlias = ir::isTrue(f.attributes, "tirx.noalias");
  std::string params;
  const auto add = [&](const std::string& text) { params += (params.empty() ? "" : ", ") + text; };
  const auto pointer = [&](const ir::BufferRef& b, bool alone) {
    if (storageType(b->type) == nullptr)
      return kernel_.fail(fmt::format("buffer {} has type {}", b->name, b->type.name()), f.span);
    add(fmt::format("{}{}* {}{}", written.contains(b.get()) ? "" : "const ", storageType(b->type),
                    alone ? "restrict " : "", kernel_.nameOf(b)));
  };
  const auto scalar = [&](const ir::PrimVarRef& v) {
    if (valueType(v->type) == nullptr)
      kernel_.fail(fmt::format("parameter {} has type {}", v->name, v->type.name()), f.span);
    else add(fmt::format("{} {}", valueType(v->type), kernel_.nameOf(v)));
  };
  for (const ir::TirParam& p : f.params) {
    if (p.buffer != nullptr) pointer(p.buffer, noAlias);
    else scalar(p.var);
  }
  for (const ir::PrimVarRef& symbol : f.symbols) scalar(symbol);
  for (const ir::BufferRef& buffer : workspace.buffers) pointer(buffer, true);
  const char* result = f.result.lanes == 0 ? "void" : valueType(f.result);
  if (result == nullptr) kernel_.fail(fmt::format("the result has type {}", f.result.name()), f.span);
  return fmt::format("static {} {}({})", result == nullptr ? "void" : result, bodyNameOf(f),
                     params.empty() ? "void" : params);
}

void CBodyWriter::stackBuffers(const std::vector<ir::BufferRef>& buffers) {
  for (const ir::BufferRef& buffer : buffers) {
    if (storageType(buffer->type) == nullptr) {
      kernel_.fail(fmt::format("buffer {} has type {}", buffer->name, buffer->type.name()), kernel_.function.span);
      continue;
    }
    const int64_t count = constantBytes(*buffer).value_or(0) / buffer->type.elementBytes();
    line(fmt::format("_Alignas(64) {} {}[{}];", storageType(buffer->type), kernel_.nameOf(buffer),
                     std::max<int64_t>(count, 1)));
  }
}

std::string CBodyWriter::write(CWorkspace& workspace) {
  const ir::PrimFunc& f = kernel_.function;
  std::vector<ir::BufferRef> all = f.allocations, onStack;
  collectAllocations(f.body, all);
  int64_t stack = 0;
  for (const ir::BufferRef& buffer : all) {
    const auto bytes = constantBytes(*buffer);
    const int64_t rounded = bytes && *bytes <= kStackBytes ? (*bytes + 63) / 64 * 64 : kStackBytes + 1;
    if (stack + rounded <= kStackBytes) {
      stack += rounded;
      onStack.push_back(buffer);
    } else {
      workspace.buffers.push_back(buffer);
    }
  }
  for (const ir::PrimVarRef& symbol : f.symbols) kernel_.notNegative.insert(symbol.get());
  const std::string head = signature(workspace);
  place(f.span);
  line(head + " {");
  ++indent_;
  if (kernel_.error.empty()) stackBuffers(onStack);
  statements(f.body);
  if (f.result.lanes != 0 && (f.body.empty() || f.body.back()->kind != TirKind::Return)) line("return 0;");
  close();
  return std::move(out_);
}

/// Text that does not end a comment.
std::string commented(std::string text) {
  for (size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.replace(at, 2, "* /");
  return text;
}

struct KernelText {
  std::string body, wrapper;
  bool workspace = false;
};
Result<KernelText> kernelText(const ir::PrimFunc& function, CHelpers& helpers, const CSourceOptions& options) {
  if (!isCIdentifier(function.name)) return Error(fmt::format("kernel {}: its name is no name of C", function.name));
  if (!nestsWithinBound(function.body)) return Error(fmt::format("kernel {}: it nests too deeply", function.name));
  CKernel kernel{function, helpers, {}, {}, {}, {}};
  CWorkspace workspace;
  KernelText text;
  text.body = CBodyWriter(kernel, options).write(workspace);
  if (kernel.error.empty()) text.wrapper = cWrapper(kernel, workspace);
  if (!kernel.error.empty()) return Error(kernel.error);
  text.workspace = !workspace.buffers.empty();
  return text;
}

}  // namespace

std::string obstacleToC(const ir::PrimFunc& kernel) {
  CHelpers helpers;
  const auto text = kernelText(kernel, helpers, {});
  return text ? std::string() : text.error().message;
}

Result<std::string> cSourceOf(const std::vector<ir::PrimFuncRef>& kernels, const CSourceOptions& options) {
  CHelpers helpers;
  std::string code;
  std::set<std::string> names;
  bool workspaces = false, halves = false;
  for (const ir::PrimFuncRef& kernel : kernels) {
    if (!names.insert(kernel->name).second) return Error(fmt::format("kernel {} occurs twice", kernel->name));
    RS_TRY(const KernelText text, kernelText(*kernel, helpers, options));
    // Behind directives that name lines of the source, others lead back.
    code += fmt::format("\n/* {} */\n{}{}", commented(cSignature(*kernel)), text.body,
                        options.lineSource.empty() ? "" : "#line 1 \"wrapper\"\n");
    code += text.wrapper;
    workspaces |= text.workspace;
  }
  std::string conversions, others;
  for (const auto& [name, text] : helpers.conversions) conversions += text;
  for (const auto& [name, text] : helpers.others) others += text;
  halves = code.find("rs_f16") != std::string::npos || others.find("rs_f16") != std::string::npos;
  std::string out = "/* Kernels for the Relax VM, written by RelaxScope. To compile them:\n *   cc -shared -fPIC -O3 " +
                    fmt::format("{} FILE.c -o FILE.so -lm\n */\n", fmt::join(kCOptions, " ")) +
                    "#include <math.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n\n" +
                    cWrapperPrelude(workspaces);
  if (halves)
    out +=
        "\n#if defined(__clang__) && __clang_major__ < 15\ntypedef __fp16 rs_f16;\n#else\ntypedef _Float16 "
        "rs_f16;\n#endif\n";
  if (code.find("rs_bf16") != std::string::npos) out += "\ntypedef uint16_t rs_bf16; /* the upper half of a float */\n";
  if (!conversions.empty() || !others.empty()) out += "\n" + conversions + others;
  return out + code;
}

}  // namespace relaxscope::build
