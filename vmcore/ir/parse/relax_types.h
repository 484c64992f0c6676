// SPDX-License-Identifier: Apache-2.0
// Types of Relax and the scalars in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/ir/parse/reader.h"
#include "vmcore/ir/parse/scalar.h"

namespace relaxscope::ir::parse {

/// What a name of a Relax function is.
struct RelaxName {
  std::shared_ptr<Var> var;
  Span span;            ///< of its definition
  bool hidden = false;  ///< a variable of a dataflow block that has ended
  bool broken = false;  ///< its definition could not be read
};

/// The names and symbols of one Relax function and its local ones, and the types written with them.
class RelaxTypes {
 public:
  explicit RelaxTypes(Reader& reader)
      : reader_(reader), scalars_(reader, false, [this](const Syntax& name) { return resolve(name); }) {}

  /// Null after a report. In the type of a parameter or a match_cast, `defines`, symbols that stand alone are defined.
  TypeRef read(const Syntax& type, bool defines);
  /// A type, or several in a list or tuple.
  bool readSeveral(const Syntax& types, bool defines, std::vector<TypeRef>& into);
  PrimExpr scalar(const Syntax& value) { return scalars_.read(value); }
  /// The numbers of a list or tuple.
  bool dims(const Syntax& list, bool defines, std::vector<PrimExpr>& into);
  /// Whether a tree is written as a type.
  static bool isType(const Syntax& syntax);
  /// Reports symbols that are used and nowhere defined.
  void checkSymbols();
  /// "NAME is not defined", with the nearest name.
  void unknownName(const Syntax& name);

  ScopeOf<RelaxName> scope;
  Symbols symbols;

 private:
  PrimExpr resolve(const Syntax& name);
  PrimExpr dim(const Syntax& syntax, bool defines);
  TypeRef tensor(const Syntax& call, bool defines);
  TypeRef shape(const Syntax& call, bool defines);
  TypeRef callable(const Syntax& call, bool defines);
  TypeRef prim(const Syntax& call);
  TypeRef fail(Span span, const char* code, std::string message);
  std::optional<int> rank(const Syntax& call);

  Reader& reader_;
  ScalarReader scalars_;
  bool inString_ = false;
};

}  // namespace relaxscope::ir::parse
