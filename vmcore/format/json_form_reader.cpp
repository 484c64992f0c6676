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
#include "vmcore/format/json_form_words.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/npz.h"
#include "vmcore/format/relax_vm.h"
#include "vmcore/format/relax_vm_codes.h"

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
  void takeCall(const json& value);
  FuncIndex callee(const json& value);
  void append(std::initializer_list<int64_t> words);
  void fillFromSideFile();
  void check() const;

  std::string path_, member_, sideFile_, trailingKey_;
  size_t element_ = 0;  ///< of the list that is being read
  Executable out_;
  std::unordered_map<std::string, int64_t> functionByName_;
  std::vector<std::pair<size_t, std::string>> pending_;  ///< constant and its array in the side file
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
    for (const Variant variant : {Variant::R1, Variant::R2, Variant::R3, Variant::R4, Variant::R5}) {
      out_.variant = variant;
      if (name == variantName(variant)) return;
    }
    refuse(fmt::format("variant \"{}\" is not known", name));
  } else if (member_ == "outer_prefix") {
    if (!value.is_boolean()) refuse("\"outer_prefix\" is neither true nor false");
    out_.outerPrefix = value.get<bool>();
  } else if (member_ == "version") {
    out_.version = plainText(value, "version");
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
  if (member_ == "offsets") return raw_ = true, out_.code.offsets.push_back(integer(value, "offsets"));
  if (member_ == "words") return raw_ = true, out_.code.words.push_back(integer(value, "words"));
  if (member_ == "memory_scopes") {
    out_.memoryScopes.push_back({integer(member(value, "constant"), "constant"), rawText(member(value, "scope"), "scope")});
    return;
  }
  refuse(fmt::format("\"{}\" is not known", member_));
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
  else refuse(fmt::format("constant kind \"{}\" is not known", kind));
  out_.constants.push_back({std::move(constant), 0});
}

void FormReader::append(std::initializer_list<int64_t> words) {
  out_.code.offsets.push_back(static_cast<int64_t>(out_.code.words.size()));
  out_.code.words.insert(out_.code.words.end(), words);
}

FuncIndex FormReader::callee(const json& value) {
  if (!value.is_string()) return FuncIndex(integer(value, "func"));
  const auto found = functionByName_.find(rawText(value, "func"));
  if (found == functionByName_.end()) refuse(fmt::format("no function {} among those listed above", value.dump()));
  return FuncIndex(found->second);
}

void FormReader::takeCall(const json& value) {
  const json& args = member(value, "args");
  if (!args.is_array()) refuse("\"args\" is no list");
  append({static_cast<int64_t>(RelaxOpcode::Call), plainRegister(member(value, "dst"), "dst"), callee(member(value, "func")).value,
          static_cast<int64_t>(args.size())});
  for (const json& item : args) {
    const auto arg = jsonform::parseArg(plainText(item, "args"));
    if (!arg) refuse(fmt::format("argument {} is not understood", item.dump()));
    out_.code.words.push_back(arg->word);
  }
}

void FormReader::takeInstruction(const json& value) {
  instructions_ = true;
  const std::string op = plainText(member(value, "op"), "op");
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
  if (sideFile_.find('/') != std::string::npos) refuse("the side file must lie beside the form");
  const std::string path = path_.substr(0, path_.rfind('/') + 1) + sideFile_;
  const auto bytes = readFileBytes(path);
  if (!bytes.ok()) refuse(fmt::format("side file {}: {}", printable(path), bytes.error().text()));
  auto arrays = readNpz(*bytes);
  if (!arrays.ok()) refuse(fmt::format("side file {}: {}", printable(path), arrays.error().text()));
  std::unordered_map<std::string_view, const Bytes*> byKey;
  for (const auto& [key, array] : *arrays) byKey.emplace(key, &array.data);
  const auto find = [&](const std::string& key) -> const Bytes& {
    const auto found = byKey.find(key);
    if (found == byKey.end()) refuse(fmt::format("side file {} holds no array \"{}\"", printable(path), printable(key)));
    return *found->second;
  };
  for (const auto& [constant, key] : pending_) std::get<TensorConstant>(out_.constants[constant].value).data = find(key);
  if (!trailingKey_.empty()) out_.trailing = find(trailingKey_);
}

/// The same bounds that the binary reader keeps.
void FormReader::check() const {
  if (!formSeen_) refuse("\"form\" is missing");
  if (out_.version != relaxvm::kVersion) refuse(fmt::format("version \"{}\" is not supported", printable(out_.version)));
  if (instructions_ && raw_) refuse("both \"instructions\" and raw words are given");
  if (out_.variant != Variant::R5 && !out_.memoryScopes.empty()) refuse("only R5 holds memory scopes");
  const relaxvm::CodeTable& codes = relaxvm::codeTable(out_.variant);
  for (size_t i = 0; i < out_.constants.size(); ++i) {
    const ConstantValue& value = out_.constants[i].value;
    if (codes[value.index()] < 0) refuse(fmt::format("constant {}: {} cannot hold a {}", i, variantName(out_.variant), constantKindName(value)));
    const auto* tensor = std::get_if<TensorConstant>(&value);
    if (tensor == nullptr) continue;
    if (tensor->dtype.bits == 0) refuse(fmt::format("constant {}: tensor dtype has 0 bits", i));
    if (tensor->shape.size() > relaxvm::kMaxTensorRank) refuse(fmt::format("constant {}: tensor rank {} is above {}", i, tensor->shape.size(), relaxvm::kMaxTensorRank));
    const auto size = relaxvm::tensorByteSize(tensor->shape, tensor->dtype);
    if (!size || static_cast<uint64_t>(*size) != tensor->data.size())
      refuse(fmt::format("constant {}: tensor {} does not have {} bytes", i, constantSummary(value), tensor->data.size()));
  }
}

Executable FormReader::finish() {
  fillFromSideFile();
  check();
  setByteOffsets(out_);
  return std::move(out_);
}

}  // namespace

bool looksLikeJsonForm(const Bytes& bytes) {
  const std::string_view text = bytes.text().substr(0, 256);
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
