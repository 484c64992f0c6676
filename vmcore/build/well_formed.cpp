// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/well_formed.h"

#include <fmt/format.h>

#include <set>
#include <unordered_set>

namespace relaxscope::build {
namespace {

using ir::Expr;
using ir::ExprKind;
using ir::ExprRef;

class StageChecker {
 public:
  explicit StageChecker(const ir::Module& module) : module_(module) {}

  std::string run() {
    std::set<std::string> names;
    for (const ir::ModuleFunction& each : module_.functions) {
      if (!names.insert(each.name()).second) return fmt::format("two functions are named {}", each.name());
      if (const ir::FunctionRef function = each.relax()) {
        name_ = function->name;
        checkFunction(*function);
      }
      if (!fault_.empty()) return fault_;
    }
    return {};
  }

 private:
  void report(std::string what) {
    if (fault_.empty()) fault_ = fmt::format("{}: {}", name_, what);
  }
  void define(const ir::VarRef& var) {
    if (var == nullptr) return report("a binding has no variable");
    if (!defined_.insert(var.get()).second) report(fmt::format("{} is defined twice", var->name));
    if (var->type == nullptr) report(fmt::format("{} has no type", var->name));
  }
  void checkFunction(const ir::Function& function) {
    for (const ir::VarRef& param : function.params) define(param);
    if (function.body == nullptr) return report("it has no body");
    checkSeq(*function.body);
  }
  void checkSeq(const ir::Seq& seq) {
    for (const ir::Block& block : seq.blocks)
      for (const ir::Binding& binding : block.bindings) {
        if (!fault_.empty()) return;
        if (binding.value == nullptr) return report("a binding has no value");
        checkValue(binding.value);
        define(binding.var);
      }
    if (seq.result == nullptr) return report("a sequence has no result");
    checkAtom(seq.result);
  }
  /// What a binding may bind: an atom, or one operation on atoms.
  void checkValue(const ExprRef& expr) {
    switch (expr->kind) {
      case ExprKind::Call:
        checkAtom(expr->callee);
        for (const ExprRef& operand : expr->operands) checkAtom(operand);
        return;
      case ExprKind::If:
        checkAtom(expr->operands.at(0));
        if (expr->thenSeq == nullptr || expr->elseSeq == nullptr) return report("an If lacks an arm");
        checkSeq(*expr->thenSeq);
        return checkSeq(*expr->elseSeq);
      case ExprKind::Function: return checkFunction(*expr->function);
      default: return checkAtom(expr);
    }
  }
  void checkAtom(const ExprRef& expr) {
    if (expr == nullptr) return report("an operand is missing");
    switch (expr->kind) {
      case ExprKind::Var:
        if (!defined_.contains(expr->var.get()))
          report(fmt::format("{} is used before it is defined", expr->var->name));
        return;
      case ExprKind::Global:
        if (module_.find(expr->text) == nullptr) report(fmt::format("there is no function {}", expr->text));
        return;
      case ExprKind::Tuple:
      case ExprKind::Field:
        for (const ExprRef& operand : expr->operands) checkAtom(operand);
        return;
      case ExprKind::Error: return report("an expression could not be read");
      case ExprKind::Call:
      case ExprKind::If:
      case ExprKind::Function: return report("an operand is an operation");
      default: return;
    }
  }

  const ir::Module& module_;
  std::string name_, fault_;
  std::unordered_set<const ir::Var*> defined_;
};

}  // namespace

std::string faultOf(const ir::Module& module) { return StageChecker(module).run(); }

}  // namespace relaxscope::build
