// SPDX-License-Identifier: Apache-2.0
// The python form: statements for TVM's ExecBuilder, and `#:` lines with the text form of what they cannot express.
#include "vmcore/format/assembly/python_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "vmcore/base/text/text.h"
#include "vmcore/format/assembly/rebuild.h"
#include "vmcore/format/assembly/words.h"
#include "vmcore/format/side_file.h"

namespace relaxscope::assembly {
namespace {

constexpr std::string_view kDirective = "#: ", kIndentedDirective = "    #: ";

bool isPlainRegister(int64_t reg) { return reg >= 0 && Arg::fits(reg); }

/// With a point or an exponent, so that Python parses it as a float: -0 would lose its sign.
template <class Float>
std::string pythonFloat(Float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string shapeText(const std::vector<int64_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace

PythonWriter::PythonWriter(const Executable& executable, const AssemblyOptions& options, Lines& lines, AssemblyMap* map)
    : executable_(executable), options_(options), lines_(lines), map_(map), text_(executable, options, lines, map) {
  statement_.resize(executable.functions.size());
  bool commented = false;
  for (size_t i = 0; i < statement_.size(); ++i) statement_[i] = isStatement(FuncIndex(static_cast<int64_t>(i)));
  for (const CodeBody& body : text_.bodies())
    commented = commented || !body.function.valid() || !statement_[body.function.at()];
  if (executable.code.set == &relaxInstructionSet())
    text_.setOrdered(commented);  // otherwise everything is in comments, in table order
}

void PythonWriter::write() {
  lines_.line("# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder");
  const bool parameters = executable_.variant == Variant::Params;  // ExecBuilder cannot name constants
  if (parameters || executable_.code.set != &relaxInstructionSet()) {
    lines_.line(fmt::format(
        "# ExecBuilder cannot make {}; everything is in comments",
        parameters ? "a parameter list" : std::string("an executable of the ") + executable_.code.set->name));
    lines_.line("from tvm import relax");
    lines_.line("ib = relax.ExecBuilder()");
    return commented([&] { text_.write(); });
  }
  if (const auto reason = whyNotRebuilt(executable_)) lines_.line("# ExecBuilder makes other bytes: " + *reason);
  commented([&] { text_.header(); });
  lines_.line("import numpy as np");
  lines_.line("import tvm");
  lines_.line("from tvm import relax");
  lines_.blank();
  lines_.line("ib = relax.ExecBuilder()");
  table();
  constants();
  std::vector<const CodeBody*> byOrder;
  for (const CodeBody& body : text_.bodies()) byOrder.push_back(&body);
  std::sort(byOrder.begin(), byOrder.end(), [](const CodeBody* a, const CodeBody* b) { return a->order < b->order; });
  for (const CodeBody* body : byOrder) {
    if (lines_.out.stopped()) return;
    if (body->function.valid() && !statement_[body->function.at()]) continue;  // already written by table()
    lines_.blank();
    if (body->function.valid()) function(*body);
    else commented([&] { text_.body(*body); });
  }
  lines_.blank();
  lines_.line("executable = ib.get()");
  commented([&] { text_.tail(); });
}

/// Runs `write` with `#:` as the prefix of each line.
template <class Write>
void PythonWriter::commented(Write&& write, std::string_view prefix) {
  lines_.prefix = prefix.empty() ? kDirective : prefix;
  write();
  lines_.prefix = {};
}

// --- The function table ---------------------------------------------------------------------------

/// Whether the function's code can be written as a `with ib.function(...)`.
bool PythonWriter::isStatement(FuncIndex index) const {
  const Function& f = executable_.functions[index.at()];
  if (text_.bodyOf(index) == nullptr || !text_.names().unique(index) || (!f.isBytecode() && !f.isPacked()) ||
      f.numArgs < 0)
    return false;
  if (!f.paramNames.empty() && static_cast<int64_t>(f.paramNames.size()) != f.numArgs) return false;
  return isUtf8(f.name) &&
         std::all_of(f.paramNames.begin(), f.paramNames.end(), [](const std::string& name) { return isUtf8(name); });
}

/// Whether declare_function fully describes a function without code.
bool PythonWriter::isDeclaration(FuncIndex index) const {
  const Function& f = executable_.functions[index.at()];
  return text_.bodyOf(index) == nullptr && text_.names().unique(index) && isUtf8(f.name) &&
         (f.isPacked() || f.isVmTir()) && f.numArgs == -2 && f.startInstr == 0 && f.endInstr == 0 &&
         f.registerFileSize == 0 && f.paramNames.empty();
}

void PythonWriter::table() {
  for (size_t i = 0; i < executable_.functions.size() && !lines_.out.stopped(); ++i) {
    const FuncIndex index(static_cast<int64_t>(i));
    const Function& f = executable_.functions[i];
    if (statement_[i] || isDeclaration(index)) {
      text_.noteFunction(index);
      lines_.line(fmt::format("ib.declare_function({}, {})", pythonQuoted(f.name), f.kind));
    } else if (const CodeBody* body = text_.bodyOf(index)) {
      commented([&] { text_.body(*body); });
    } else {
      commented([&] { text_.row(index); });
    }
  }
}

// --- Functions ------------------------------------------------------------------------------------

void PythonWriter::function(const CodeBody& body) {
  const Function& f = executable_.functions[body.function.at()];
  std::string odd;
  const CodeRange range = usualRange(f, &body);
  if (f.registerFileSize != usualRegisters(f, executable_.code, &body))
    odd += fmt::format(" registers={}", f.registerFileSize);
  if (f.startInstr != range.start) odd += fmt::format(" start={}", f.startInstr);
  if (f.endInstr != range.end) odd += fmt::format(" end={}", f.endInstr);
  if (text_.ordered()) odd += fmt::format(" order={}", body.order);
  if (!odd.empty()) commented([&] { lines_.line(".with" + odd); });
  text_.noteFunction(body.function);
  std::string params;
  for (const std::string& name : f.paramNames) params += (params.empty() ? "" : ", ") + pythonQuoted(name);
  lines_.line(fmt::format("with ib.function({}, num_inputs={}{}):", pythonQuoted(f.name), f.numArgs,
                          params.empty() ? "" : ", param_names=[" + params + "]"));
  bool statements = false;
  for (int64_t pc = body.begin; pc < body.end && !lines_.out.stopped(); ++pc) {
    const CodeItem item = text_.items().at(pc);
    const bool plain = item.kind == CodeItem::Kind::Plain && item.dataBegin == item.dataEnd;
    if (plain && isStatement(executable_.code.at(InstrIndex(pc)))) {
      statements = true;
      instruction(pc);
    } else {
      commented([&] { text_.plainItem(item, pc); }, kIndentedDirective);
    }
  }
  if (text_.isLast(body))
    commented([&] { text_.data(text_.items().tailBegin(), executable_.code.words.size()); }, kIndentedDirective);
  if (!statements) lines_.line("    pass");
}

bool PythonWriter::isStatement(const Instruction& instruction) const {
  bool sayable = true;
  instruction.forEachOperand([&](const Operand& operand) {
    switch (operand.kind) {
      case ArgKind::Register: sayable = sayable && isPlainRegister(operand.value); break;
      case ArgKind::Function: {
        const bool inTable = operand.value >= 0 && static_cast<uint64_t>(operand.value) < executable_.functions.size();
        sayable = sayable && inTable &&
                  (statement_[static_cast<size_t>(operand.value)] || isDeclaration(FuncIndex(operand.value)));
        break;
      }
      case ArgKind::Immediate:
      case ArgKind::Constant:
        sayable = sayable && (operand.role != OperandRole::Argument || Arg::fits(operand.value));
        break;
      default: sayable = false;
    }
  });
  return sayable;
}

void PythonWriter::instruction(int64_t pc) {
  const Instruction instruction = executable_.code.at(InstrIndex(pc));
  TextBuffer& out = lines_.out;
  text_.noteLine(InstrIndex(pc));
  out.append("    ib.emit_");
  switch (static_cast<RelaxOpcode>(instruction.opcode())) {
    case RelaxOpcode::Call: call(instruction); break;
    case RelaxOpcode::Ret:
      out.append("ret(");
      reg(instruction.words[1]);
      break;
    case RelaxOpcode::Goto:
      out.append("goto(");
      out.append(instruction.words[1]);
      break;
    case RelaxOpcode::If:
      out.append("if(");
      reg(instruction.words[1]);
      out.append(", ");
      out.append(instruction.words[2]);
      break;
  }
  out.append(')');
  lines_.end();
}

void PythonWriter::call(const Instruction& call) {
  TextBuffer& out = lines_.out;
  out.append("call(");
  functionName(call.callFunction());
  out.append(", args=[");
  for (size_t i = 0; i < call.callArgCount(); ++i) {
    if (i != 0) out.append(", ");
    argument(call.callArg(i));
  }
  out.append(']');
  if (call.callDst() == kVoidRegister) return;
  out.append(", dst=");
  reg(call.callDst());
}

void PythonWriter::functionName(int64_t index) {
  const std::string& name = executable_.functions[static_cast<size_t>(index)].name;
  if (!isSimpleName(name)) return lines_.out.append(pythonQuoted(name));
  lines_.out.append('"');
  lines_.out.append(name);
  lines_.out.append('"');
}

void PythonWriter::argument(Arg arg) {
  switch (arg.kind()) {
    case ArgKind::Immediate: lines_.out.append("ib.imm("); break;
    case ArgKind::Constant: lines_.out.append("ib.c("); break;
    case ArgKind::Function:
      lines_.out.append("ib.f(");
      functionName(arg.value());
      return lines_.out.append(')');
    default: return reg(arg.value());
  }
  lines_.out.append(arg.value());
  lines_.out.append(')');
}

void PythonWriter::reg(int64_t reg) {
  if (reg == kVoidRegister) return lines_.out.append("ib.void_arg()");
  if (reg == kVmRegister) return lines_.out.append("ib.vm_state()");
  lines_.out.append("ib.r(");
  lines_.out.append(reg);
  lines_.out.append(')');
}

// --- Constants ------------------------------------------------------------------------------------

void PythonWriter::constants() {
  const bool side = !options_.sideFile.empty();
  for (size_t i = 0; i < executable_.constants.size() && !lines_.out.stopped(); ++i) {
    if (i == 0) lines_.blank();
    if (map_ != nullptr) map_->lineOfConstant[i] = lines_.number();
    const std::string text =
        std::visit([&](const auto& value) { return valueText(value, i); }, executable_.constants[i].value);
    if (!text.empty()) lines_.line(fmt::format("ib.convert_constant({})  # c[{}]", text, i));
    else commented([&] { writeConstant(lines_, executable_, i, side); });
  }
  for (const MemoryScope& scope : executable_.memoryScopes)
    commented([&] { lines_.line(fmt::format(".scope c[{}] {}", scope.constIndex, quotedText(scope.scope))); });
}

std::string PythonWriter::valueText(const StringConstant& string, size_t) const { return pythonQuoted(string.text); }
std::string PythonWriter::valueText(const ShapeConstant& shape, size_t) const {
  return fmt::format("tvm.runtime.ShapeTuple([{}])", fmt::join(shape.dims, ", "));
}
std::string PythonWriter::valueText(const IntConstant& number, size_t) const { return std::to_string(number.value); }

std::string PythonWriter::valueText(const FloatConstant& number, size_t) const {
  if (std::isinf(number.value)) return number.value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  if (std::isnan(number.value)) {
    uint64_t bits;
    std::memcpy(&bits, &number.value, sizeof bits);
    if (bits == 0x7ff8000000000000u) return "float(\"nan\")";
    return fmt::format("float(np.frombuffer(bytes.fromhex(\"{}\"), \"float64\")[0])",
                       hexText({reinterpret_cast<const uint8_t*>(&bits), sizeof bits}));
  }
  return pythonFloat(number.value);
}

std::string PythonWriter::valueText(const DataType& type, size_t) const {
  const std::string name = dataTypeName(type);
  return name.empty() ? name : fmt::format("tvm.DataType(\"{}\")", name);
}

/// NumPy's dtype of a tensor's array; empty if there is none of that size.
std::string PythonWriter::arrayType(DataType type) {
  const int64_t size = type.elementBytes();
  if (type.lanes != 1 || (size != 1 && size != 2 && size != 4 && size != 8)) return {};
  const auto code = static_cast<TypeCode>(type.code);
  const bool whole = type.bits == size * 8;
  const bool native = whole && (code == TypeCode::Int || code == TypeCode::UInt || code == TypeCode::Bool ||
                                (code == TypeCode::Float && size != 1));
  return native ? type.name() : fmt::format("uint{}", size * 8);
}

/// `[1, 2.5]` if NumPy reads every element back unchanged, else empty.
std::string PythonWriter::numbers(const TensorConstant& tensor) {
  const auto code = static_cast<TypeCode>(tensor.dtype.code);
  const auto size = static_cast<size_t>(tensor.dtype.elementBytes());
  std::string text;
  for (size_t at = 0; at + size <= tensor.data.size(); at += size) {
    const uint8_t* data = tensor.data.data() + at;
    if (at != 0) text += ", ";
    if (code == TypeCode::Float && size == 4) {
      float value;
      std::memcpy(&value, data, sizeof value);
      const std::string one = pythonFloat(value);
      if (!std::isfinite(value) || static_cast<float>(std::strtod(one.c_str(), nullptr)) != value) return {};
      text += one;
    } else if (code == TypeCode::Float && size == 8) {
      double value;
      std::memcpy(&value, data, sizeof value);
      if (!std::isfinite(value)) return {};
      text += pythonFloat(value);
    } else if (code == TypeCode::Int || code == TypeCode::UInt) {
      uint64_t bits = 0;
      std::memcpy(&bits, data, size);
      const size_t unused = 64 - 8 * size;
      text += code == TypeCode::UInt ? std::to_string(bits)
                                     : std::to_string(static_cast<int64_t>(bits << unused) >> unused);
    } else {
      return {};
    }
  }
  return "[" + text + "]";
}

std::string PythonWriter::valueText(const TensorConstant& tensor, size_t index) const {
  constexpr size_t kMaxNumbers = 512;  // bytes; longer data is written as hex digits
  const std::string type = arrayType(tensor.dtype);
  if (type.empty() || tensor.deviceType != 1 || tensor.deviceId != 0 || tensor.reserved != 0) return {};
  const std::string shape = shapeText(tensor.shape);
  const std::string list = tensor.data.size() <= kMaxNumbers && type == tensor.dtype.name() ? numbers(tensor) : "";
  std::string array;
  if (!options_.sideFile.empty() && tensor.data.size() > kInlineTensorBytes)
    array = fmt::format("np.load({})[\"{}\"].view(\"{}\")", pythonQuoted(options_.sideFile), tensorKey(index), type);
  else if (!list.empty()) array = fmt::format("np.array({}, \"{}\")", list, type);
  else if (tensor.data.empty()) array = fmt::format("np.array([], \"{}\")", type);
  else array = fmt::format("np.frombuffer(bytes.fromhex(\"{}\"), \"{}\")", hexText(tensor.data.span()), type);
  if (tensor.shape.size() != 1) array += fmt::format(".reshape({})", shape);
  std::string text = fmt::format("tvm.runtime.tensor({})", array);
  if (type != tensor.dtype.name()) text += fmt::format("._create_view({}, \"{}\")", shape, tensor.dtype.name());
  return text;
}

}  // namespace relaxscope::assembly
