// SPDX-License-Identifier: Apache-2.0
// Reading the JSON form. The parser hands over one element of a list at a time and drops it again, so
// memory follows the executable and not the text; nesting is bounded.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "vmcore/base/text.h"
#include "vmcore/format/json_form.h"
#include "vmcore/format/executable_check.h"
#include "vmcore/format/json_form_words.h"
#include "vmcore/format/side_file.h"
#include "vmcore/format/vm_executable.h"

namespace relaxscope {
namespace {

using nlohmann::json;

/// Leaves the parser's callback; never leaves this file.
struct FormError {
  std::string message;
};

[[noreturn]] void refuse(std::string message) { throw FormError{std::move(message)}; }

// --- Values of a JSON object, each with a name for messages ---------------------------------------

const json& member(const json& object, const char* key) {
  if (!object.is_object()) refuse("an object is wanted");
  const auto found = object.find(key);
  if (found == object.end()) refuse(fmt::format("\"{}\" is missing", key));
  return *found;
}

int64_t integer(const json& value, const char* what) {
  if (value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    refuse(fmt::format("\"{}\" does not fit in 64 bits", what));
  if (!value.is_number_integer()) refuse(fmt::format("\"{}\" is no integer", what));
  return value.get<int64_t>();
}

template <class T>
T narrow(const json& value, const char* what) {
  const int64_t number = integer(value, what);
  if (number < static_cast<int64_t>(std::numeric_limits<T>::min()) || number > static_cast<int64_t>(std::numeric_limits<T>::max()))
    refuse(fmt::format("\"{}\": {} is out of range", what, number));
  return static_cast<T>(number);
}

std::string plainText(const json& value, const char* what) {
  if (!value.is_string()) refuse(fmt::format("\"{}\" is no string", what));
  return value.get<std::string>();
}

/// A name or string of the file, with its escapes undone.
std::string rawText(const json& value, const char* what) {
  std::string raw;
  if (!unescapeLossless(plainText(value, what), raw)) refuse(fmt::format("\"{}\": a backslash is neither \\\\ nor \\xNN", what));
  return raw;
}

std::vector<int64_t> integers(const json& value, const char* what) {
  if (!value.is_array()) refuse(fmt::format("\"{}\" is no list", what));
  std::vector<int64_t> numbers;
  numbers.reserve(value.size());
  for (const json& item : value) numbers.push_back(integer(item, what));
  return numbers;
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

Bytes hexBytes(const json& value, const char* what) {
  const std::string text = plainText(value, what);
  if (text.size() % 2 != 0) refuse(fmt::format("\"{}\" has an odd number of digits", what));
  std::vector<uint8_t> bytes(text.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const int high = hexDigit(text[2 * i]), low = hexDigit(text[2 * i + 1]);
    if (high < 0 || low < 0) refuse(fmt::format("\"{}\" holds something else than hexadecimal digits", what));
    bytes[i] = static_cast<uint8_t>(high * 16 + low);
  }
  return Bytes::own(std::move(bytes));
}

DataType dataType(const json& value, const char* what) {
  if (value.is_object())
    return {narrow<uint8_t>(member(value, "code"), "code"), narrow<uint8_t>(member(value, "bits"), "bits"),
            narrow<uint16_t>(member(value, "lanes"), "lanes")};
  const auto type = parseDataType(plainText(value, what));
  if (!type.ok()) refuse(type.error().message);
  return *type;
}

double floatValue(const json& value) {
  if (!value.is_object()) {
    if (!value.is_number()) refuse("\"value\" is no number");
    return value.get<double>();
  }
  const Bytes bits = hexBytes(member(value, "float_bits"), "float_bits");
  if (bits.size() != sizeof(double)) refuse("\"float_bits\" wants 16 digits");
  uint64_t word = 0;
  for (const uint8_t byte : bits.span()) word = word << 8 | byte;
  double number;
  std::memcpy(&number, &word, sizeof number);
  return number;
}

int64_t plainRegister(const json& value, const char* what) {
  if (value.is_string() && value == "void") return kVoidRegister;
  if (value.is_string() && value == "vm") return kVmRegister;
  return integer(value, what);
}

// --- The form ------------------------------------------------------------------------------------

/// Takes the members of the form one by one, in the order of the text.
class FormReader {
 public:
  explicit FormReader(std::string path) : path_(std::move(path)) {}

  /// nlohmann's callback: false drops the value that was just read.
  bool onEvent(int depth, json::parse_event_t event, json& value) {
    using Event = json::parse_event_t;
    constexpr int kDeepest = 6;
    if (depth > kDeepest) refuse("lists are nested too deeply");
    if (event == Event::key && depth == 1) {
      member_ = value.get<std::string>();
      element_ = 0;
    }
    if (event == Event::value && depth == 1) return takeScalar(value), false;
    if ((event == Event::object_end || event == Event::array_end || event == Event::value) && depth == 2)
      return takeElement(value), false;
    return true;
  }

  Executable finish();

 private:
  void takeScalar(const json& value);
  void takeElement(const json& value);
  void takeOne(const json& value);
  void takeFunction(const json& value);
  void takeConstant(const json& value);
  void takeTensor(const json& value, TensorConstant& tensor);
  void takeInstruction(const json& value);
  void takeByRole(const json& value, const std::string& op);
  void takeVirtualDevice(const json& value);
  void takeAttributes(const json& value);
  void beginCode();
  void takeCall(const json& value);
  int64_t functionWord(const json& value, OperandEncoding encoding);
  void finishRelay();
  void append(std::initializer_list<int64_t> words);
  void fillFromSideFile();

  std::string path_, member_, sideFile_, trailingKey_;
  size_t element_ = 0;  ///< of the list that is being read
  Executable out_;
  std::unordered_map<std::string, int64_t> functionByName_;
  std::vector<std::pair<size_t, std::string>> pending_;  ///< constant and its array in the side file
  RelayPart relay_;     ///< taken where the variant is Relay's
  bool relaySeen_ = false, earlyIf_ = false;
  bool formSeen_ = false, instructions_ = false, raw_ = false;
};

void FormReader::takeScalar(const json& value) {
  if (member_ == "form") {
    if (integer(value, "form") != jsonform::kFormNumber) refuse(fmt::format("form {} is not known, only {}", value.dump(), jsonform::kFormNumber));
    formSeen_ = true;
  } else if (member_ == "relaxscope") {
    if (value != "executable") refuse("\"relaxscope\" is not \"executable\"");
  } else if (member_ == "variant") {
    const std::string name = plainText(value, "variant");
    const auto variant = variantOfName(name);
    if (!variant) refuse(fmt::format("variant \"{}\" is not known", name));
    out_.variant = *variant;
  } else if (member_ == "outer_prefix") {
    if (!value.is_boolean()) refuse("\"outer_prefix\" is neither true nor false");
    out_.outerPrefix = value.get<bool>();
  } else if (member_ == "version") {
    out_.version = rawText(value, "version");
  } else if (member_ == "early_if") {
    if (!value.is_boolean()) refuse("\"early_if\" is neither true nor false");
    earlyIf_ = value.get<bool>();
  } else if (member_ == "host_device") {
    relaySeen_ = true;
    relay_.hostDevice = narrow<int32_t>(value, "host_device");
  } else if (member_ == "side_file") {
    sideFile_ = rawText(value, "side_file");
  } else if (member_ == "trailing") {
    out_.trailing = hexBytes(value, "trailing");
  } else if (member_ == "trailing_array") {
    trailingKey_ = plainText(value, "trailing_array");
  } else {
    refuse(fmt::format("\"{}\" is not known", member_));
  }
}

void FormReader::takeElement(const json& value) try {
  takeOne(value);
  ++element_;
} catch (FormError& error) {
  error.message = fmt::format("{} {}: {}", member_, element_, error.message);
  throw;
}

void FormReader::takeOne(const json& value) {
  if (member_ == "functions") return takeFunction(value);
  if (member_ == "constants") return takeConstant(value);
  if (member_ == "instructions") return takeInstruction(value);
  if (member_ == "offsets" || member_ == "words") beginCode();
  if (member_ == "offsets") return raw_ = true, out_.code.offsets.push_back(integer(value, "offsets"));
  if (member_ == "words") return raw_ = true, out_.code.words.push_back(integer(value, "words"));
  if (member_ == "memory_scopes") {
    out_.memoryScopes.push_back({integer(member(value, "constant"), "constant"), rawText(member(value, "scope"), "scope")});
    return;
  }
  if (member_ == "virtual_devices") return takeVirtualDevice(value);
  if (member_ == "attributes") return takeAttributes(value);
  if (member_ == "code_order") {
    relaySeen_ = true;
    relay_.order.emplace_back(integer(value, "code_order"));
    return;
  }
  refuse(fmt::format("\"{}\" is not known", member_));
}

void FormReader::takeVirtualDevice(const json& value) {
  relaySeen_ = true;
  relay_.virtualDevices.push_back({narrow<int32_t>(member(value, "type"), "type"), narrow<int32_t>(member(value, "id"), "id"), rawText(member(value, "scope"), "scope")});
}

void FormReader::takeAttributes(const json& value) {
  relaySeen_ = true;
  RelayPart::Attributes row;
  const json& index = member(value, "packed");
  if (!index.is_number_unsigned()) refuse("\"packed\" is no unsigned integer");
  row.packedIndex = index.get<uint64_t>();
  const json& entries = member(value, "entries");
  if (!entries.is_array() || entries.size() % 2 != 0) refuse("\"entries\" is no list of names and values in turn");
  for (size_t i = 0; i < entries.size(); i += 2) row.entries.emplace_back(rawText(entries[i], "entries"), rawText(entries[i + 1], "entries"));
  relay_.attributes.push_back(std::move(row));
}

void FormReader::takeFunction(const json& value) {
  Function f;
  f.name = rawText(member(value, "name"), "name");
  const json& kind = member(value, "kind");
  if (kind.is_string()) {
    const auto number = jsonform::functionKind(kind.get<std::string>());
    if (!number) refuse(fmt::format("kind {} is not known", kind.dump()));
    f.kind = *number;
  } else {
    f.kind = narrow<int32_t>(kind, "kind");
  }
  f.startInstr = integer(member(value, "start"), "start");
  f.endInstr = integer(member(value, "end"), "end");
  f.numArgs = integer(member(value, "num_args"), "num_args");
  f.registerFileSize = integer(member(value, "registers"), "registers");
  const json& params = member(value, "params");
  if (!params.is_array()) refuse("\"params\" is no list");
  for (const json& name : params) f.paramNames.push_back(rawText(name, "params"));
  if (value.contains("param_devices")) {
    relaySeen_ = true;
    relay_.paramDevices.resize(out_.functions.size() + 1);
    relay_.paramDevices.back() = integers(value["param_devices"], "param_devices");
  }
  functionByName_.try_emplace(f.name, static_cast<int64_t>(out_.functions.size()));
  out_.functions.push_back(std::move(f));
}

void FormReader::takeTensor(const json& value, TensorConstant& tensor) {
  tensor.dtype = dataType(member(value, "dtype"), "dtype");
  tensor.shape = integers(member(value, "shape"), "shape");
  if (value.contains("device")) {
    const json& device = value["device"];
    if (!device.is_array() || device.size() != 2) refuse("\"device\" is not [type, id]");
    tensor.deviceType = narrow<int32_t>(device[0], "device");
    tensor.deviceId = narrow<int32_t>(device[1], "device");
  }
  if (value.contains("reserved")) {
    if (!value["reserved"].is_number_unsigned()) refuse("\"reserved\" is no unsigned integer");
    tensor.reserved = value["reserved"].get<uint64_t>();
  }
  if (value.contains("hex_array")) pending_.emplace_back(out_.constants.size(), plainText(value["hex_array"], "hex_array"));
  else tensor.data = hexBytes(member(value, "hex"), "hex");
}

void FormReader::takeConstant(const json& value) {
  const std::string kind = plainText(member(value, "kind"), "kind");
  ConstantValue constant;
  if (kind == "tensor") takeTensor(value, constant.emplace<TensorConstant>());
  else if (kind == "dtype") constant = dataType(member(value, "value"), "value");
  else if (kind == "shape") constant = ShapeConstant{integers(member(value, "value"), "value")};
  else if (kind == "string") constant = StringConstant{rawText(member(value, "value"), "value")};
  else if (kind == "int") constant = IntConstant{integer(member(value, "value"), "value")};
  else if (kind == "float") constant = FloatConstant{floatValue(member(value, "value"))};
  else if (kind == "late-bound") constant = LateBoundConstant{rawText(member(value, "name"), "name")};
  else if (kind == "unknown") constant = UnknownConstant{};
  else refuse(fmt::format("constant kind \"{}\" is not known", kind));
  if (kind == "tensor" && value.contains("name")) out_.constantNames.push_back(rawText(value["name"], "name"));
  if (value.contains("placement")) {
    relaySeen_ = true;
    relay_.constantDevices.push_back(integer(value["placement"], "placement"));
  }
  out_.constants.push_back({std::move(constant), 0});
}

void FormReader::append(std::initializer_list<int64_t> words) {
  out_.code.offsets.push_back(static_cast<int64_t>(out_.code.words.size()));
  out_.code.words.insert(out_.code.words.end(), words);
}

int64_t FormReader::functionWord(const json& value, OperandEncoding encoding) {
  int64_t index = 0;
  if (!value.is_string()) {
    index = integer(value, "func");
  } else {
    const auto found = functionByName_.find(rawText(value, "func"));
    if (found == functionByName_.end()) refuse(fmt::format("no function {} among those listed above", value.dump()));
    index = found->second;
  }
  const auto word = jsonform::functionWord(out_.code, encoding, index);
  if (!word) refuse(fmt::format("{} is no packed function", value.dump()));
  return *word;
}

/// Which instruction set the code is of, and where packed functions begin: both follow from what stands before it.
void FormReader::beginCode() {
  if (instructions_) return;
  out_.code.set = &instructionSetOf(out_.variant, earlyIf_);
  if (!isRelay(out_.variant) && out_.variant != Variant::P) return;
  size_t bodies = 0;
  while (bodies < out_.functions.size() && !out_.functions[bodies].isPacked()) ++bodies;
  for (size_t i = bodies; i < out_.functions.size(); ++i)
    if (!out_.functions[i].isPacked()) refuse("packed functions stand behind all others");
  out_.code.packedBase = static_cast<int64_t>(bodies);
}

void FormReader::takeCall(const json& value) {
  const json& args = member(value, "args");
  if (!args.is_array()) refuse("\"args\" is no list");
  append({static_cast<int64_t>(RelaxOpcode::Call), plainRegister(member(value, "dst"), "dst"), functionWord(member(value, "func"), OperandEncoding::Function),
          static_cast<int64_t>(args.size())});
  for (const json& item : args) {
    const auto arg = jsonform::parseArg(plainText(item, "args"));
    if (!arg) refuse(fmt::format("argument {} is not understood", item.dump()));
    out_.code.words.push_back(arg->word());
  }
}

/// The other sets: operands under their names (json_form.cpp).
void FormReader::takeByRole(const json& value, const std::string& op) {
  const InstructionSet& set = *out_.code.set;
  const OpcodeRow* row = set.find(op);
  if (row == nullptr) refuse(fmt::format("op \"{}\" is not known to {}", op, set.name));
  append({row->code});
  std::vector<int64_t>& words = out_.code.words;
  for (const OperandRow& operand : row->operands) {
    if (operand.role == OperandRole::Count) {
      const json& list = member(value, row->list()->name);
      if (!list.is_array()) refuse(fmt::format("\"{}\" is no list", row->list()->name));
      words.push_back(static_cast<int64_t>(list.size()));
      continue;
    }
    const json& given = member(value, operand.name);
    switch (operand.encoding) {
      case OperandEncoding::Function:
      case OperandEncoding::Packed: words.push_back(functionWord(given, operand.encoding)); break;
      case OperandEncoding::Register:
      case OperandEncoding::RegisterUnlessListed: words.push_back(set.encodeRegister(plainRegister(given, operand.name))); break;
      case OperandEncoding::RegisterList:
      case OperandEncoding::NumberList:
        for (const json& item : given) words.push_back(integer(item, operand.name));
        break;
      case OperandEncoding::TaggedList:
        for (const json& item : given) {
          const auto arg = jsonform::parseArg(plainText(item, operand.name), set);
          if (!arg) refuse(fmt::format("argument {} is not understood", item.dump()));
          words.push_back(set.encodeArg(*arg));
        }
        break;
      default: words.push_back(integer(given, operand.name)); break;
    }
  }
}

void FormReader::takeInstruction(const json& value) {
  beginCode();
  instructions_ = true;
  const std::string op = plainText(member(value, "op"), "op");
  if (jsonform::hasOwnWords(out_.code.set)) return takeByRole(value, op);
  if (op == "call") return takeCall(value);
  if (op == "ret") return append({static_cast<int64_t>(RelaxOpcode::Ret), plainRegister(member(value, "reg"), "reg")});
  if (op == "goto") return append({static_cast<int64_t>(RelaxOpcode::Goto), integer(member(value, "offset"), "offset")});
  if (op == "if")
    return append({static_cast<int64_t>(RelaxOpcode::If), plainRegister(member(value, "cond"), "cond"),
                   integer(member(value, "false_offset"), "false_offset")});
  refuse(fmt::format("op \"{}\" is not known", op));
}

void FormReader::fillFromSideFile() {
  if (pending_.empty() && trailingKey_.empty()) return;
  if (sideFile_.empty()) refuse("an array is named, but no side file");
  const SideArrays side = sideArraysBeside(path_);
  const auto find = [&](const std::string& key) {
    auto bytes = side(sideFile_, key);
    if (!bytes.ok()) refuse(bytes.error().text());
    return *std::move(bytes);
  };
  for (const auto& [constant, key] : pending_) std::get<TensorConstant>(out_.constants[constant].value).data = find(key);
  if (!trailingKey_.empty()) out_.trailing = find(trailingKey_);
}

void FormReader::finishRelay() {
  if (!isRelay(out_.variant)) {
    if (relaySeen_) refuse(fmt::format("{} has no devices, attributes or order of code", variantName(out_.variant)));
    return;
  }
  relay_.paramDevices.resize(std::max(static_cast<size_t>(out_.code.packedBase), relay_.paramDevices.size()));
  out_.relay = std::move(relay_);
}

Executable FormReader::finish() {
  beginCode();
  fillFromSideFile();
  finishRelay();
  if (!formSeen_) refuse("\"form\" is missing");
  if (instructions_ && raw_) refuse("both \"instructions\" and raw words are given");
  if (const auto checked = checkExecutable(out_); !checked.ok()) refuse(checked.error().message);
  setByteOffsets(out_);
  return std::move(out_);
}

}  // namespace

bool looksLikeJsonForm(const Bytes& bytes) {
  const std::string_view text = bytes.head(256);
  const size_t brace = text.find_first_not_of(" \t\r\n");
  if (brace == std::string_view::npos || text[brace] != '{') return false;
  constexpr std::string_view kFirstKey = "\"relaxscope\"";
  const size_t key = text.find_first_not_of(" \t\r\n", brace + 1);
  return key != std::string_view::npos && text.substr(key, kFirstKey.size()) == kFirstKey;
}

Result<Executable> readJsonForm(const Bytes& bytes, const std::string& path) {
  FormReader reader(path);
  try {
    const auto callback = [&](int depth, json::parse_event_t event, json& value) { return reader.onEvent(depth, event, value); };
    const json rest = json::parse(bytes.text().begin(), bytes.text().end(), callback);
    if (!rest.is_object()) return Error("the JSON form is no object", 0);
    return reader.finish();
  } catch (const FormError& error) {
    return Error("JSON form: " + printable(error.message));
  } catch (const json::parse_error& error) {
    return Error("JSON form: not JSON", error.byte == 0 ? 0 : error.byte - 1);
  } catch (const json::exception& error) {
    return Error("JSON form: " + printable(error.what()));
  }
}

}  // namespace relaxscope
