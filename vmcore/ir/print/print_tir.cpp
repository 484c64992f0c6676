// SPDX-License-Identifier: Apache-2.0
// Kernels of a print.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "vmcore/ir/print/printer.h"

namespace relaxscope::ir::printing {
namespace {

bool containsBlock(const TirBody& body) {
  return std::any_of(body.begin(), body.end(), [](const TirStmtRef& stmt) {
    return stmt->kind == TirKind::Block || containsBlock(stmt->body) || containsBlock(stmt->otherwise);
  });
}

/// Whether TVM puts the statements into a root block: not if they are a block without axes alone.
bool hasRoot(const PrimFunc& function) {
  if (!function.sTir) return false;
  if (!function.allocations.empty()) return true;
  const TirBody& body = function.body;
  if (body.size() == 1 && body[0]->kind == TirKind::Block && body[0]->axes.empty()) return false;
  return containsBlock(body);
}

class TirPrinter {
 public:
  explicit TirPrinter(Printer& printer) : p_(printer) {}

  void function(const PrimFunc& function) {
    std::vector<std::string> flags;
    if (function.isPrivate) flags.emplace_back("private=True");
    if (function.sTir) flags.emplace_back("s_tir=True");
    p_.line("@T.prim_func" + (flags.empty() ? "" : "(" + joined(flags) + ")"));
    p_.names.open();
    const std::string params = parameters(function);
    const std::string result = function.result.lanes == 0 ? "" : " -> T." + function.result.name();
    p_.line(fmt::format("def {}({}){}:", function.name, params, result));
    ++p_.indent;
    attributes(function);
    if (hasRoot(function)) p_.line("# with T.sblock(\"root\"):");
    allocations(function.allocations);
    body(function.body);
    if (function.body.empty() && function.allocations.empty()) p_.line("T.evaluate(0)");
    --p_.indent;
    p_.names.close();
  }

 private:
  [[nodiscard]] std::string prim(const PrimExpr& expr) const { return p_.prim(expr, Style::Kernel); }

  // ---- signature ----

  std::string parameters(const PrimFunc& function) {
    std::unordered_set<const PrimVar*> scalars;
    for (const TirParam& param : function.params)
      if (param.var != nullptr) scalars.insert(param.var.get());
    for (const TirParam& param : function.params) defineParameter(param, scalars);
    std::unordered_set<const PrimVar*> seen;
    std::vector<std::string> parts;
    for (const TirParam& param : function.params) {
      if (param.var != nullptr) {
        seen.insert(param.var.get());
        parts.push_back(fmt::format("{}: T.{}", p_.nameOf(param.var), param.var->type.name()));
        continue;
      }
      std::vector<std::string> dims;
      for (const PrimExpr& dim : param.buffer->shape) dims.push_back(parameterExtent(dim, scalars, seen));
      const Buffer& buffer = *param.buffer;
      const std::string scope = buffer.scope == "global" ? "" : ", scope=" + quotedText(buffer.scope);
      parts.push_back(fmt::format("{}: T.Buffer({}, \"{}\"{})", p_.nameOf(param.buffer), tupleText(dims),
                                  buffer.type.name(), scope));
    }
    return joined(parts);
  }
  void defineParameter(const TirParam& param, const std::unordered_set<const PrimVar*>& scalars) {
    if (param.var != nullptr) {
      p_.names.define(param.var.get(), param.var->name);
      return;
    }
    for (const PrimExpr& dim : param.buffer->shape)
      eachVar(dim, [&](const PrimVarRef& var) {
        const bool known = p_.names.find(var.get()) != nullptr;
        const std::string& name = p_.names.define(var.get(), var->name);
        if (!known && scalars.count(var.get()) == 0) p_.typeVars.push_back(name);
      });
    p_.names.define(param.buffer.get(), param.buffer->name);
  }
  /// Quoted if it is compound and has a symbol that is a TypeVar, or a scalar parameter that no parameter before it
  /// has.
  std::string parameterExtent(const PrimExpr& dim, const std::unordered_set<const PrimVar*>& scalars,
                              std::unordered_set<const PrimVar*>& seen) {
    bool quoted = false;
    if (dim->op != PrimOp::Var && dim->op != PrimOp::Int)
      eachVar(dim,
              [&](const PrimVarRef& var) { quoted |= scalars.count(var.get()) == 0 || seen.count(var.get()) == 0; });
    eachVar(dim, [&](const PrimVarRef& var) { seen.insert(var.get()); });
    return quoted ? quotedText(prim(dim)) : prim(dim);
  }
  void attributes(const PrimFunc& function) {
    std::string text = p_.dictionary(function.attributes, "global_symbol");
    if (text != "{}") p_.line("T.func_attr(" + text + ")");
  }
  void allocation(const BufferRef& buffer) {
    std::string text = p_.primTuple(buffer->shape, Style::Kernel);
    if (buffer->type.name() != "float32") text += ", \"" + buffer->type.name() + "\"";
    if (buffer->scope != "global") text += ", scope=" + quotedText(buffer->scope);
    const std::string name = p_.names.define(buffer.get(), buffer->name);
    p_.line(fmt::format("{} = T.sblock_alloc_buffer({})", name, text));
  }

  void allocations(const std::vector<BufferRef>& buffers) {
    for (const BufferRef& buffer : buffers) allocation(buffer);
  }

  // ---- statements ----

  /// Names of Let statements stay until the end of the body.
  void body(const TirBody& body) {
    p_.names.open();
    for (const TirStmtRef& stmt : body) statement(*stmt);
    p_.names.close();
  }
  void nested(const TirBody& inner) {
    ++p_.indent;
    if (inner.empty()) p_.line("T.evaluate(0)");
    body(inner);
    --p_.indent;
  }
  void statement(const TirStmt& stmt) {
    switch (stmt.kind) {
      case TirKind::For: return loops(stmt);
      case TirKind::Block: return block(stmt);
      case TirKind::Store:
        p_.line(fmt::format("{}[{}] = {}", p_.nameOf(stmt.buffer),
                            stmt.indices.empty() ? "()" : p_.primList(stmt.indices, Style::Kernel), prim(stmt.value)));
        return;
      case TirKind::If:
        p_.line(fmt::format("if {}:", prim(stmt.value)));
        nested(stmt.body);
        if (stmt.otherwise.empty()) return;
        p_.line("else:");
        nested(stmt.otherwise);
        return;
      case TirKind::Let: return let(stmt);
      case TirKind::Evaluate:
        p_.line(stmt.value->op == PrimOp::Call ? prim(stmt.value) : "T.evaluate(" + prim(stmt.value) + ")");
        return;
      case TirKind::Return: p_.line(stmt.value == nullptr ? "return" : "return " + prim(stmt.value)); return;
    }
  }
  void let(const TirStmt& stmt) {
    const std::string value = prim(stmt.value);
    const std::string name = p_.names.define(stmt.var.get(), stmt.var->name);
    p_.line(fmt::format("{}: T.{} = {}", name, stmt.var->type.name(), value));
  }

  static bool isPlainLoop(const TirStmt& stmt) {
    return stmt.kind == TirKind::For && stmt.loop == LoopKind::Serial && stmt.annotations.empty() &&
           isInt(stmt.begin, 0);
  }
  /// The loop, or the nest of serial loops from 0 that T.grid writes: no extent uses a variable of the nest.
  void loops(const TirStmt& outer) {
    std::vector<const TirStmt*> nest{&outer};
    std::unordered_set<const PrimVar*> vars{outer.var.get()};
    while (isPlainLoop(*nest.back()) && nest.back()->body.size() == 1 && isPlainLoop(*nest.back()->body[0])) {
      const TirStmt& inner = *nest.back()->body[0];
      bool depends = false;
      eachVar(inner.extent, [&](const PrimVarRef& var) { depends |= vars.count(var.get()) != 0; });
      if (depends) break;
      vars.insert(inner.var.get());
      nest.push_back(&inner);
    }
    const std::string range = nest.size() == 1 ? rangeText(outer) : gridText(nest);
    p_.names.open();
    std::vector<std::string> names;
    for (const TirStmt* loop : nest) {
      names.push_back(p_.names.define(loop->var.get(), loop->var->name));
      loops_[loop->var.get()] = loop;
    }
    p_.line(fmt::format("for {} in {}:", joined(names), range));
    nested(nest.back()->body);
    for (const TirStmt* loop : nest) loops_.erase(loop->var.get());
    p_.names.close();
  }
  std::string gridText(const std::vector<const TirStmt*>& nest) const {
    std::vector<std::string> extents;
    for (const TirStmt* loop : nest) extents.push_back(prim(loop->extent));
    return "T.grid(" + joined(extents) + ")";
  }
  std::string rangeText(const TirStmt& loop) const {
    const char* kind = "range";
    switch (loop.loop) {
      case LoopKind::Serial: kind = loop.annotations.empty() ? "range" : "T.serial"; break;
      case LoopKind::Parallel: kind = "T.parallel"; break;
      case LoopKind::Vectorized: kind = "T.vectorized"; break;
      case LoopKind::Unrolled: kind = "T.unroll"; break;
      case LoopKind::ThreadBinding: kind = "T.thread_binding"; break;
    }
    std::string arguments = isInt(loop.begin, 0)
                                ? prim(loop.extent)
                                : prim(loop.begin) + ", " + p_.endText(loop.begin, loop.extent, Style::Kernel);
    if (loop.loop == LoopKind::ThreadBinding) arguments += ", thread=" + quotedText(loop.thread);
    if (!loop.annotations.empty()) arguments += ", annotations=" + p_.dictionary(loop.annotations);
    return fmt::format("{}({})", kind, arguments);
  }

  // ---- blocks ----

  void block(const TirStmt& block) {
    p_.line("with T.sblock(" + quotedText(block.name) + "):");
    ++p_.indent;
    p_.names.open();
    const size_t start = p_.out.size();
    axes(block.axes);
    if (block.predicate != nullptr) p_.line("T.where(" + prim(block.predicate) + ")");
    // Before the regions only where one names such a buffer; TVM writes regions first.
    const bool early = namesAllocation(block.reads, block) || namesAllocation(block.writes, block);
    if (early) allocations(block.allocations);
    if (block.statesReads) p_.line("T.reads(" + regions(block.reads) + ")");
    if (block.statesWrites) p_.line("T.writes(" + regions(block.writes) + ")");
    if (!block.annotations.empty()) p_.line("T.sblock_attr(" + p_.dictionary(block.annotations) + ")");
    if (!early) allocations(block.allocations);
    if (block.hasInit) {
      p_.line("with T.init():");
      nested(block.init);
    }
    body(block.body);
    if (p_.out.size() == start) p_.line("T.evaluate(0)");
    p_.names.close();
    --p_.indent;
  }
  static bool namesAllocation(const std::vector<BufferRegion>& regions, const TirStmt& block) {
    return std::any_of(regions.begin(), regions.end(), [&](const BufferRegion& region) {
      return std::find(block.allocations.begin(), block.allocations.end(), region.buffer) != block.allocations.end();
    });
  }
  std::string regions(const std::vector<BufferRegion>& regions) const {
    std::vector<std::string> parts;
    for (const BufferRegion& region : regions) {
      std::vector<std::string> ranges;
      for (const auto& [begin, extent] : region.ranges)
        ranges.push_back(isInt(extent, 1) ? prim(begin) : prim(begin) + ":" + p_.endText(begin, extent, Style::Kernel));
      parts.push_back(fmt::format("{}[{}]", p_.nameOf(region.buffer), ranges.empty() ? "()" : joined(ranges)));
    }
    return joined(parts);
  }
  /// Whether the axis takes the values of one loop as they are, so that T.axis.remap writes it.
  [[nodiscard]] bool isLoopAxis(const Axis& axis) const {
    if (axis.value->op != PrimOp::Var) return false;
    const auto loop = loops_.find(axis.value->var.get());
    return loop != loops_.end() && sameText(loop->second->begin, axis.begin) &&
           sameText(loop->second->extent, axis.extent);
  }
  void axes(const std::vector<Axis>& axes) {
    for (size_t i = 0; i < axes.size();) {
      size_t end = i;
      while (end < axes.size() && isLoopAxis(axes[end])) ++end;
      if (end - i >= 2) {
        remap(axes, i, end);
        i = end;
      } else {
        axis(axes[i++]);
      }
    }
  }
  void remap(const std::vector<Axis>& axes, size_t begin, size_t end) {
    std::string kinds;
    std::vector<std::string> names, values;
    for (size_t i = begin; i < end; ++i) {
      kinds += axes[i].reduce ? 'R' : 'S';
      values.push_back(prim(axes[i].value));
      names.push_back(p_.names.define(axes[i].var.get(), axes[i].var->name));
    }
    p_.line(fmt::format("{} = T.axis.remap(\"{}\", [{}])", joined(names), kinds, joined(values)));
  }
  void axis(const Axis& axis) {
    std::string domain = prim(axis.extent);
    if (!isInt(axis.begin, 0))
      domain = fmt::format("({}, {})", prim(axis.begin), p_.endText(axis.begin, axis.extent, Style::Kernel));
    const std::string value = prim(axis.value);
    const std::string name = p_.names.define(axis.var.get(), axis.var->name);
    p_.line(fmt::format("{} = T.axis.{}({}, {})", name, axis.reduce ? "reduce" : "spatial", domain, value));
  }

  Printer& p_;
  std::unordered_map<const PrimVar*, const TirStmt*> loops_;  ///< of the open loops
};

}  // namespace

void printPrimFunc(Printer& printer, const PrimFunc& function) { TirPrinter(printer).function(function); }

}  // namespace relaxscope::ir::printing
