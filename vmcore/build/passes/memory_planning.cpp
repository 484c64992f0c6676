// SPDX-License-Identifier: Apache-2.0
// StaticPlanBlockMemory: tensors that are not alive at the same time share a storage.
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/sequence.h"

namespace relaxscope::build {

using ir::anyType;
using ir::Attribute;
using ir::Attributes;
using ir::binary;
using ir::Binding;
using ir::Block;
using ir::Bounds;
using ir::callOperator;
using ir::dataTypeExpr;
using ir::ExprKind;
using ir::ExprRef;
using ir::findAttribute;
using ir::forEachVar;
using ir::FunctionRef;
using ir::intervalOf;
using ir::intExpr;
using ir::intImm;
using ir::isCallOf;
using ir::isInt;
using ir::isTrue;
using ir::Module;
using ir::ModuleFunction;
using ir::PrimExpr;
using ir::PrimOp;
using ir::PrimVarRef;
using ir::provablyEqual;
using ir::Seq;
using ir::SeqRef;
using ir::shapeExpr;
using ir::Span;
using ir::Var;
using ir::VarRef;
using ir::varRef;

namespace {

/// A storage serves a request if neither is more than this many times as large as the other.
constexpr int64_t kMatchRange = 16;

/// What one `alloc_tensor` needs.
struct StorageToken {
  PrimExpr bytes;
  DataType dtype;
  std::string scope;
  int64_t uses = 0;  ///< argument positions of calls of kernels and packed functions that are still ahead
  bool planned = true;
  const Seq* seq = nullptr;  ///< where it is allocated
  size_t block = 0;          ///< the block of it
  size_t storage = 0;        ///< once it is allocated, an index into the storages
};

/// Memory that one or several tokens use one after the other.
struct PlannedStorage {
  PrimExpr bytes;    ///< grows while the plan is made
  size_t depth = 0;  ///< how many arms are around the allocation
  VarRef var;        ///< once it is emitted
};

/// The tokens that a value consists of: one, or a tuple of them. Index -1: none.
struct TokenTree {
  int token = -1;
  std::vector<TokenTree> fields;
};

/// bytes = element size times the constant extents, then times the product of the others in their order.
PrimExpr tokenBytes(const std::vector<PrimExpr>& extents, DataType dtype) {
  PrimExpr constant = intImm(dtype.elementBytes() * dtype.lanes);
  PrimExpr symbolic = intImm(1);
  for (const PrimExpr& extent : extents) {
    PrimExpr& factor = isInt(extent) ? constant : symbolic;
    factor = binary(PrimOp::Mul, factor, extent);
  }
  return binary(PrimOp::Mul, constant, symbolic);
}

/// What a function's attributes tell of its symbols.
class ExtentBounds {
 public:
  explicit ExtentBounds(const ir::Function& function) {
    const auto boundsOf = [&](const char* key) -> const Attributes* {
      const Attribute* found = findAttribute(function.attributes, key);
      return found == nullptr ? nullptr : std::get_if<Attributes>(&found->value);
    };
    upper_ = boundsOf("tir_var_upper_bound");
    lower_ = boundsOf("tir_var_lower_bound");
  }

  /// The extents, each replaced by its greatest value where that is known.
  [[nodiscard]] std::vector<PrimExpr> largest(const std::vector<PrimExpr>& extents) const {
    std::vector<PrimExpr> result;
    for (const PrimExpr& extent : extents) {
      result.push_back(extent);
      if (isInt(extent)) continue;
      const int64_t high = intervalOf(extent, boundsIn(extent)).second;
      if (high < kUnknown) result.back() = intImm(high);
    }
    return result;
  }

 private:
  static constexpr int64_t kUnknown = std::numeric_limits<int64_t>::max();

  static int64_t numberOf(const Attributes* attributes, const std::string& name, int64_t otherwise) {
    const Attribute* found = attributes == nullptr ? nullptr : findAttribute(*attributes, name);
    if (found == nullptr) return otherwise;
    if (const int64_t* number = std::get_if<int64_t>(&found->value)) return *number;
    if (const PrimExpr* scalar = std::get_if<PrimExpr>(&found->value)) return (*scalar)->number;
    return otherwise;
  }
  [[nodiscard]] std::vector<Bounds> boundsIn(const PrimExpr& extent) const {
    std::vector<Bounds> bounds;
    forEachVar(extent, [&](const PrimVarRef& var) {
      if (upper_ != nullptr && findAttribute(*upper_, var->name) != nullptr)
        bounds.push_back({var, numberOf(lower_, var->name, 0), numberOf(upper_, var->name, kUnknown)});
      else if (lower_ != nullptr && findAttribute(*lower_, var->name) != nullptr)
        bounds.push_back({var, numberOf(lower_, var->name, 0), kUnknown});
    });
    return bounds;
  }

  const Attributes* upper_ = nullptr;
  const Attributes* lower_ = nullptr;
};

/// Storages that are free, by what they may hold.
class FreeStorages {
 public:
  /// The index of a storage for the token, removed from the free ones; it grows if it is too small.
  std::optional<size_t> take(const StorageToken& token, std::vector<PlannedStorage>& storages) {
    const auto found = pools_.find(keyOf(token));
    if (found == pools_.end()) return {};
    Pool& pool = found->second;
    if (!isInt(token.bytes)) {
      const auto [first, last] = pool.equal_range(kSymbolic);
      for (auto at = first; at != last; ++at)
        if (provablyEqual(storages[at->second].bytes, token.bytes)) return removed(pool, at);
      return {};
    }
    const int64_t size = token.bytes->number;
    const int64_t most = size > std::numeric_limits<int64_t>::max() / kMatchRange ? std::numeric_limits<int64_t>::max()
                                                                                  : size * kMatchRange;
    const auto enough = pool.lower_bound(size);
    if (enough != pool.end() && enough->first <= most) return removed(pool, enough);
    const auto least = pool.lower_bound(size / kMatchRange);
    if (enough == least) return {};
    const size_t grown = removed(pool, std::prev(enough));
    storages[grown].bytes = token.bytes;
    return grown;
  }
  void give(const StorageToken& token, const PlannedStorage& storage) {
    const int64_t size = isInt(storage.bytes) ? storage.bytes->number : kSymbolic;
    pools_[keyOf(token)].emplace(size, token.storage);
  }
  /// Removes the storages that are allocated inside of more arms.
  void leaveArm(size_t depth, const std::vector<PlannedStorage>& storages) {
    for (auto& [key, pool] : pools_)
      std::erase_if(pool, [&](const auto& each) { return storages[each.second].depth > depth; });
  }

 private:
  /// Sizes in bytes; storages of the same size in the order in which they were freed.
  using Pool = std::multimap<int64_t, size_t>;
  using Key = std::tuple<std::string, uint8_t, uint8_t, uint16_t>;
  static constexpr int64_t kSymbolic = -1;

  static Key keyOf(const StorageToken& token) {
    return {token.scope, token.dtype.code, token.dtype.bits, token.dtype.lanes};
  }
  static size_t removed(Pool& pool, Pool::iterator at) {
    const size_t storage = at->second;
    pool.erase(at);
    return storage;
  }

  std::map<Key, Pool> pools_;
};

/// The plan of one function.
class MemoryPlan {
 public:
  MemoryPlan(const Module& module, const FunctionRef& function, const ExtentBounds& bounds)
      : module_(module), bounds_(bounds) {
    countUses(function->body);
    allocate(function->body, 0);
  }

  /// The storage of the allocation that `var` is bound to, or null if it is none or not planned.
  PlannedStorage* storageOf(const VarRef& var) {
    const auto found = tokenOfAllocation_.find(var.get());
    if (found == tokenOfAllocation_.end() || !tokens_[found->second].planned) return nullptr;
    return &storages_[tokens_[found->second].storage];
  }

 private:
  // ---- tokens and their uses ----

  void countUses(const SeqRef& seq) {
    for (size_t block = 0; block < seq->blocks.size(); ++block)
      for (const Binding& binding : seq->blocks[block].bindings) countUses(binding, seq.get(), block);
    discard(tokensOf(seq->result));
  }
  void countUses(const Binding& binding, const Seq* seq, size_t block) {
    const ExprRef& value = binding.value;
    if (value->kind == ExprKind::If) {
      discard(tokensOf(value->operands[0]));
      countUses(value->thenSeq);
      countUses(value->elseSeq);
    } else if (value->kind == ExprKind::Function) {
      forEachVarIn(value->function->body, [this](const VarRef& var) { discard(tokensOf(varRef(var))); });
    } else if (isCallOf(value, "relax.builtin.alloc_tensor")) {
      setTokens(binding.var, createToken(binding, seq, block));
    } else if (isCallOf(value, "relax.reshape")) {
      setTokens(binding.var, tokensOf(value->operands[0]));
    } else if (value->kind == ExprKind::Call && usesMemory(value)) {
      for (const ExprRef& operand : value->operands)
        forEachToken(tokensOf(operand), [&](StorageToken& token) {
          if (token.seq != seq || token.block != block) token.planned = false;
          ++token.uses;
        });
    } else if (value->kind == ExprKind::Call) {
      for (const ExprRef& operand : value->operands) discard(tokensOf(operand));
    } else {
      setTokens(binding.var, tokensOf(value));
    }
  }

  /// Whether a call only reads and writes memory while it runs: that of a kernel or packed function.
  [[nodiscard]] bool usesMemory(const ExprRef& call) const {
    if (call->callee->kind == ExprKind::Extern) return true;
    if (call->callee->kind != ExprKind::Global) return false;
    const ModuleFunction* callee = module_.find(call->callee->text);
    return callee != nullptr && callee->prim() != nullptr;
  }

  TokenTree createToken(const Binding& binding, const Seq* seq, size_t block) {
    const std::vector<ExprRef>& operands = binding.value->operands;
    if (operands.size() != 4 || operands[0]->kind != ExprKind::Shape || operands[1]->kind != ExprKind::DataType ||
        operands[3]->kind != ExprKind::Text)
      return {};
    StorageToken token;
    token.bytes = tokenBytes(bounds_.largest(operands[0]->dims), operands[1]->dtype);
    token.dtype = operands[1]->dtype;
    token.scope = operands[3]->text;
    token.seq = seq;
    token.block = block;
    tokenOfAllocation_[binding.var.get()] = tokens_.size();
    tokens_.push_back(std::move(token));
    return {static_cast<int>(tokens_.size() - 1), {}};
  }

  void setTokens(const VarRef& var, TokenTree tree) {
    if (tree.token >= 0 || !tree.fields.empty()) tokensOfVar_[var.get()] = std::move(tree);
  }
  [[nodiscard]] TokenTree tokensOf(const ExprRef& expr) const {
    if (expr->kind == ExprKind::Var) {
      const auto found = tokensOfVar_.find(expr->var.get());
      return found == tokensOfVar_.end() ? TokenTree{} : found->second;
    }
    TokenTree tree;
    if (expr->kind == ExprKind::Tuple) {
      for (const ExprRef& field : expr->operands) tree.fields.push_back(tokensOf(field));
    } else if (expr->kind == ExprKind::Field) {
      const TokenTree tuple = tokensOf(expr->operands[0]);
      if (expr->index >= 0 && static_cast<size_t>(expr->index) < tuple.fields.size())
        return tuple.fields[static_cast<size_t>(expr->index)];
    }
    return tree;
  }
  template <class Visit>
  void forEachToken(const TokenTree& tree, const Visit& visit) {
    if (tree.token >= 0) visit(tokens_[static_cast<size_t>(tree.token)]);
    for (const TokenTree& field : tree.fields) forEachToken(field, visit);
  }
  void discard(const TokenTree& tree) {
    forEachToken(tree, [](StorageToken& token) { token.planned = false; });
  }

  // ---- storages ----

  void allocate(const SeqRef& seq, size_t depth) {
    for (const Block& block : seq->blocks)
      for (const Binding& binding : block.bindings) {
        const ExprRef& value = binding.value;
        if (value->kind == ExprKind::If) {
          // A storage of an arm is not known outside of it. TVM uses it there all the same, which cannot run.
          for (const SeqRef& arm : {value->thenSeq, value->elseSeq}) {
            allocate(arm, depth + 1);
            free_.leaveArm(depth, storages_);
          }
        } else if (const auto found = tokenOfAllocation_.find(binding.var.get()); found != tokenOfAllocation_.end()) {
          if (tokens_[found->second].planned) place(tokens_[found->second], depth);
        } else if (value->kind == ExprKind::Call && usesMemory(value)) {
          for (const ExprRef& operand : value->operands)
            forEachToken(tokensOf(operand), [this](StorageToken& token) { release(token); });
        }
      }
  }
  void place(StorageToken& token, size_t depth) {
    if (token.uses > 0)
      if (const auto taken = free_.take(token, storages_)) {
        token.storage = *taken;
        return;
      }
    token.storage = storages_.size();
    storages_.push_back({token.bytes, depth, nullptr});
  }
  void release(StorageToken& token) {
    if (token.planned && --token.uses == 0) free_.give(token, storages_[token.storage]);
  }

  const Module& module_;
  const ExtentBounds& bounds_;
  std::vector<StorageToken> tokens_;
  std::vector<PlannedStorage> storages_;
  std::unordered_map<const Var*, size_t> tokenOfAllocation_;
  std::unordered_map<const Var*, TokenTree> tokensOfVar_;
  FreeStorages free_;
};

Binding allocStorage(NameSupply& names, const PrimExpr& bytes, DataType dtype, const ExprRef& call) {
  const Span span = call->span;
  return newBinding(
      names.fresh("storage"), anyType(),
      callOperator("relax.memory.alloc_storage",
                   {shapeExpr({bytes}, span), call->operands[2], call->operands[3], dataTypeExpr(dtype, span)}, {},
                   anyType(), span),
      span);
}
/// The binding with a tensor in `storage` in place of a builtin.alloc_tensor.
Binding tensorIn(const VarRef& storage, const Binding& binding) {
  const ExprRef& call = binding.value;
  const std::vector<ExprRef>& operands = call->operands;
  Binding tensor = binding;
  tensor.value =
      callOperator("relax.memory.alloc_tensor",
                   {varRef(storage, call->span), intExpr(0, call->span), operands[0], operands[1], operands[2]}, {},
                   call->type, call->span);
  return tensor;
}

constexpr const char* kPlanDynamicOutput = "relax.memory_plan_dynamic_func_output";

bool plansDynamicOutput(const ir::Function& function) {
  const Attribute* found = findAttribute(function.attributes, kPlanDynamicOutput);
  if (found == nullptr) return false;
  if (const int64_t* number = std::get_if<int64_t>(&found->value)) return *number != 0;
  return isTrue(function.attributes, kPlanDynamicOutput);
}

/// Replaces the allocations of a function by its plan.
class PlanRewrite {
 public:
  PlanRewrite(const Module& module, const FunctionRef& function, NameSupply& names)
      : function_(function), names_(names), bounds_(*function), plan_(module, function, bounds_) {}

  Result<FunctionRef> run() {
    SeqRewrite rewrite;
    rewrite.binding = [this](const Binding& binding, std::vector<Binding>& out) -> Result<void> {
      rewriteBinding(binding, out);
      return {};
    };
    RS_TRY(SeqRef body, rewriteSeq(function_->body, rewrite));
    FunctionRef rewritten = withBody(function_, std::move(body));
    if (findAttribute(rewritten->attributes, kPlanDynamicOutput) == nullptr) return rewritten;
    auto changed = std::make_shared<ir::Function>(*rewritten);
    std::erase_if(changed->attributes, [](const auto& each) { return each.first == kPlanDynamicOutput; });
    return FunctionRef(std::move(changed));
  }

 private:
  void rewriteBinding(const Binding& binding, std::vector<Binding>& out) {
    const ExprRef& value = binding.value;
    if (PlannedStorage* storage = plan_.storageOf(binding.var)) {
      if (storage->var == nullptr) {
        out.push_back(allocStorage(names_, storage->bytes, value->operands[1]->dtype, value));
        storage->var = out.back().var;
      }
      out.push_back(tensorIn(storage->var, binding));
    } else if (isDynamicAllocation(value) && plansDynamicOutput(*function_)) {
      out.push_back(allocStorage(names_, largestBytes(value), value->operands[1]->dtype, value));
      out.push_back(tensorIn(out.back().var, binding));
    } else {
      out.push_back(binding);
    }
  }
  static bool isDynamicAllocation(const ExprRef& value) {
    if (!isCallOf(value, "relax.builtin.alloc_tensor") || value->operands.size() != 4 ||
        value->operands[0]->kind != ExprKind::Shape || value->operands[1]->kind != ExprKind::DataType)
      return false;
    for (const PrimExpr& extent : value->operands[0]->dims)
      if (!isInt(extent)) return true;
    return false;
  }
  /// The extents from left to right, then the element size: another expression than that of a token.
  [[nodiscard]] PrimExpr largestBytes(const ExprRef& call) const {
    PrimExpr bytes = intImm(1);
    for (const PrimExpr& extent : bounds_.largest(call->operands[0]->dims)) bytes = binary(PrimOp::Mul, bytes, extent);
    const DataType dtype = call->operands[1]->dtype;
    return binary(PrimOp::Mul, bytes, intImm(dtype.elementBytes() * dtype.lanes));
  }

  const FunctionRef& function_;
  NameSupply& names_;
  ExtentBounds bounds_;
  MemoryPlan plan_;
};

}  // namespace

Result<Module> staticPlanBlockMemory(const Module& module, PassContext&) {
  NameSupply names = variableNamesIn(module);
  return mapFunctions(module, [&](const FunctionRef& function) { return PlanRewrite(module, function, names).run(); });
}

}  // namespace relaxscope::build
