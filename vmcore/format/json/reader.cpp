// SPDX-License-Identifier: Apache-2.0
// Reads the JSON form. List elements are parsed one at a time into a tree that is reused, so memory depends on the
// executable and not on the text; nesting is bounded.
#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "vmcore/base/text/text.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/json/values.h"
#include "vmcore/format/json/words.h"
#include "vmcore/format/side_file.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

using nlohmann::json;
using namespace jsonform;

/// A member of the form. Those that determine how code is read precede it.
struct MemberRow {
  std::string_view name;
  bool beforeCode = false;
};
constexpr MemberRow kMembers[] = {
    {"relaxscope"},   {"form"},      {"variant", true}, {"outer_prefix"},   {"version"},         {"early_if", true},
    {"host_device"},  {"side_file"}, {"trailing"},      {"trailing_array"}, {"functions", true}, {"constants"},
    {"instructions"}, {"offsets"},   {"words"},         {"memory_scopes"},  {"virtual_devices"}, {"attributes"},
    {"code_order"},
};

/// Takes the members of the form one by one, in text order.
class FormReader {
 public:
  explicit FormReader(const SideArrays& side) : side_(side) {}

  /// The values that follow belong to this member.
  void beginMember(const std::string& name);
  [[nodiscard]] const std::string& memberName() const { return member_; }
  void takeScalar(const jsonform::Value& value);
  void takeElement(const jsonform::Value& value);
  Executable finish();

 private:
  void takeOne(const jsonform::Value& value);
  void takeFunction(const jsonform::Value& value);
  void takeConstant(const jsonform::Value& value);
  void takeTensor(const jsonform::Value& value, TensorConstant& tensor);
  void takeInstruction(const jsonform::Value& value);
  void takeByRole(const jsonform::Value& value, const std::string& op);
  void takeVirtualDevice(const jsonform::Value& value);
  void takeAttributes(const jsonform::Value& value);
  void beginCode();
  void takeCall(const jsonform::Value& value);
  int64_t functionWord(const jsonform::Value& value, OperandEncoding encoding);
  void finishRelay();
  void append(std::initializer_list<int64_t> words);
  void fillFromSideFile();

  const SideArrays& side_;
  std::string member_, sideFile_, trailingKey_;
  size_t element_ = 0;  ///< index in the list that is being read
  Executable out_;
  std::unordered_map<std::string, int64_t> functionByName_;
  std::vector<std::pair<size_t, std::string>> pending_;  ///< constant index and its array in the side file
  RelayPart relay_;                                      ///< used if the variant is Relay
  bool relaySeen_ = false, earlyIf_ = false;
  bool formSeen_ = false, instructions_ = false, raw_ = false, codeBegun_ = false;
  std::bitset<std::size(kMembers)> seen_;
};

void FormReader::beginMember(const std::string& name) {
  const auto* row =
      std::find_if(std::begin(kMembers), std::end(kMembers), [&](const MemberRow& each) { return each.name == name; });
  if (row == std::end(kMembers)) refuse(fmt::format("unknown \"{}\"", name));
  const auto index = static_cast<size_t>(row - std::begin(kMembers));
  if (seen_[index]) refuse(fmt::format("duplicate \"{}\"", name));
  if (row->beforeCode && codeBegun_) refuse(fmt::format("\"{}\" must come before the code", name));
  seen_[index] = true;
  member_ = name;
  element_ = 0;
}

void FormReader::takeScalar(const jsonform::Value& value) {
  if (member_ == "form") {
    if (integer(value, "form") != jsonform::kFormNumber)
      refuse(fmt::format("unknown form {}; only {} is supported", value.shown(), jsonform::kFormNumber));
    formSeen_ = true;
  } else if (member_ == "relaxscope") {
    if (!(value == "executable")) refuse("\"relaxscope\" must be \"executable\"");
  } else if (member_ == "variant") {
    const std::string name = plainText(value, "variant");
    const auto variant = variantOfName(name);
    if (!variant) refuse(fmt::format("unknown variant \"{}\"", name));
    out_.variant = *variant;
  } else if (member_ == "outer_prefix") {
    out_.outerPrefix = boolean(value, "outer_prefix");
  } else if (member_ == "version") {
    out_.version = rawText(value, "version");
  } else if (member_ == "early_if") {
    earlyIf_ = boolean(value, "early_if");
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
    refuse(fmt::format("unknown \"{}\"", member_));
  }
}

void FormReader::takeElement(const jsonform::Value& value) try {
  takeOne(value);
  ++element_;
} catch (FormError& error) {
  error.message = fmt::format("{} {}: {}", member_, element_, error.message);
  throw;
}

void FormReader::takeOne(const jsonform::Value& value) {
  if (member_ == "functions") return takeFunction(value);
  if (member_ == "constants") return takeConstant(value);
  if (member_ == "instructions") return takeInstruction(value);
  if (member_ == "offsets" || member_ == "words") beginCode();
  if (member_ == "offsets") return raw_ = true, out_.code.offsets.push_back(integer(value, "offsets"));
  if (member_ == "words") return raw_ = true, out_.code.words.edit().push_back(integer(value, "words"));
  if (member_ == "memory_scopes") {
    out_.memoryScopes.push_back(
        {integer(member(value, "constant"), "constant"), rawText(member(value, "scope"), "scope")});
    return;
  }
  if (member_ == "virtual_devices") return takeVirtualDevice(value);
  if (member_ == "attributes") return takeAttributes(value);
  if (member_ == "code_order") {
    relaySeen_ = true;
    relay_.order.emplace_back(integer(value, "code_order"));
    return;
  }
  refuse(fmt::format("unknown \"{}\"", member_));
}

void FormReader::takeVirtualDevice(const jsonform::Value& value) {
  relaySeen_ = true;
  relay_.virtualDevices.push_back({narrow<int32_t>(member(value, "type"), "type"),
                                   narrow<int32_t>(member(value, "id"), "id"),
                                   rawText(member(value, "scope"), "scope")});
}

void FormReader::takeAttributes(const jsonform::Value& value) {
  relaySeen_ = true;
  RelayPart::Attributes row;
  row.packedIndex = unsignedInteger(member(value, "packed"), "packed");
  const jsonform::Value entries = member(value, "entries");
  if (!entries.isArray() || entries.size() % 2 != 0)
    refuse("\"entries\" must be a list of alternating names and values");
  bool name = true;
  for (const jsonform::Value& each : entries) {
    if (name) row.entries.emplace_back(rawText(each, "entries"), std::string());
    else row.entries.back().second = rawText(each, "entries");
    name = !name;
  }
  relay_.attributes.push_back(std::move(row));
}

void FormReader::takeFunction(const jsonform::Value& value) {
  Function f;
  f.name = rawText(member(value, "name"), "name");
  const jsonform::Value kind = member(value, "kind");
  if (kind.isString()) {
    const auto number = jsonform::functionKind(kind.text());
    if (!number) refuse(fmt::format("unknown kind {}", kind.shown()));
    f.kind = *number;
  } else {
    f.kind = narrow<int32_t>(kind, "kind");
  }
  f.startInstr = integer(member(value, "start"), "start");
  f.endInstr = integer(member(value, "end"), "end");
  f.numArgs = integer(member(value, "num_args"), "num_args");
  f.registerFileSize = integer(member(value, "registers"), "registers");
  const jsonform::Value params = member(value, "params");
  if (!params.isArray()) refuse("\"params\" must be a list");
  for (const jsonform::Value& name : params) f.paramNames.push_back(rawText(name, "params"));
  if (const auto devices = value.find("param_devices")) {
    relaySeen_ = true;
    relay_.paramDevices.resize(out_.functions.size() + 1);
    relay_.paramDevices.back() = integers(*devices, "param_devices");
  }
  functionByName_.try_emplace(f.name, static_cast<int64_t>(out_.functions.size()));
  out_.functions.push_back(std::move(f));
}

void FormReader::takeTensor(const jsonform::Value& value, TensorConstant& tensor) {
  tensor.dtype = dataType(member(value, "dtype"), "dtype");
  tensor.shape = integers(member(value, "shape"), "shape");
  if (const auto device = value.find("device")) {
    if (!device->isArray() || device->size() != 2) refuse("\"device\" must be [type, id]");
    tensor.deviceType = narrow<int32_t>((*device)[0], "device");
    tensor.deviceId = narrow<int32_t>((*device)[1], "device");
  }
  if (const auto reserved = value.find("reserved")) tensor.reserved = unsignedInteger(*reserved, "reserved");
  if (const auto array = value.find("hex_array"))
    pending_.emplace_back(out_.constants.size(), plainText(*array, "hex_array"));
  else tensor.data = hexBytes(member(value, "hex"), "hex");
}

void FormReader::takeConstant(const jsonform::Value& value) {
  const std::string& kind = plainText(member(value, "kind"), "kind");
  ConstantValue constant;
  if (kind == "tensor") takeTensor(value, constant.emplace<TensorConstant>());
  else if (kind == "dtype") constant = dataType(member(value, "value"), "value");
  else if (kind == "shape") constant = ShapeConstant{integers(member(value, "value"), "value")};
  else if (kind == "string") constant = StringConstant{rawText(member(value, "value"), "value")};
  else if (kind == "int") constant = IntConstant{integer(member(value, "value"), "value")};
  else if (kind == "float") constant = FloatConstant{floatValue(member(value, "value"))};
  else if (kind == "late-bound") constant = LateBoundConstant{rawText(member(value, "name"), "name")};
  else if (kind == "unknown") constant = UnknownConstant{};
  else refuse(fmt::format("unknown constant kind \"{}\"", kind));
  if (const auto name = value.find("name"); name && kind == "tensor")
    out_.constantNames.push_back(rawText(*name, "name"));
  if (const auto placement = value.find("placement")) {
    relaySeen_ = true;
    relay_.constantDevices.push_back(integer(*placement, "placement"));
  }
  out_.constants.push_back({std::move(constant), 0});
}

void FormReader::append(std::initializer_list<int64_t> words) {
  out_.code.offsets.push_back(static_cast<int64_t>(out_.code.words.size()));
  std::vector<int64_t>& all = out_.code.words.edit();
  all.insert(all.end(), words);
}

int64_t FormReader::functionWord(const jsonform::Value& value, OperandEncoding encoding) {
  int64_t index = 0;
  if (!value.isString()) {
    index = integer(value, "func");
  } else {
    const auto found = functionByName_.find(rawText(value, "func"));
    if (found == functionByName_.end()) refuse(fmt::format("no function {} among those listed before", value.shown()));
    index = found->second;
  }
  const auto word = jsonform::functionWord(out_.code, encoding, index);
  if (!word) refuse(fmt::format("{} is not a packed function", value.shown()));
  return *word;
}

/// Sets the instruction set of the code and the row of the first packed function, from the members before it.
void FormReader::beginCode() {
  if (codeBegun_) return;
  codeBegun_ = true;
  out_.code.set = &instructionSetOf(out_.variant, earlyIf_);
  if (!isRelay(out_.variant) && !isPrototype(out_.variant)) return;
  size_t bodies = 0;
  while (bodies < out_.functions.size() && !out_.functions[bodies].isPacked()) ++bodies;
  for (size_t i = bodies; i < out_.functions.size(); ++i)
    if (!out_.functions[i].isPacked()) refuse("packed functions must come after all others");
  out_.code.packedBase = static_cast<int64_t>(bodies);
}

void FormReader::takeCall(const jsonform::Value& value) {
  const jsonform::Value args = member(value, "args");
  if (!args.isArray()) refuse("\"args\" must be a list");
  append({static_cast<int64_t>(RelaxOpcode::Call), plainRegister(member(value, "dst"), "dst"),
          functionWord(member(value, "func"), OperandEncoding::Function), static_cast<int64_t>(args.size())});
  for (const jsonform::Value& item : args) {
    const auto arg = jsonform::parseArg(plainText(item, "args"));
    if (!arg) refuse(fmt::format("argument {} is invalid", item.shown()));
    out_.code.words.edit().push_back(arg->word());
  }
}

/// The other sets: operands by name (json_form.cpp).
void FormReader::takeByRole(const jsonform::Value& value, const std::string& op) {
  const InstructionSet& set = *out_.code.set;
  const OpcodeRow* row = set.find(op);
  if (row == nullptr) refuse(fmt::format("op \"{}\" is unknown to {}", op, set.name));
  append({row->code});
  std::vector<int64_t>& words = out_.code.words.edit();
  for (const OperandRow& operand : row->operands) {
    if (operand.role == OperandRole::Count) {
      const jsonform::Value list = member(value, row->list()->name);
      if (!list.isArray()) refuse(fmt::format("\"{}\" must be a list", row->list()->name));
      words.push_back(static_cast<int64_t>(list.size()));
      continue;
    }
    const jsonform::Value given = member(value, operand.name);
    switch (operand.encoding) {
      case OperandEncoding::Function:
      case OperandEncoding::Packed: words.push_back(functionWord(given, operand.encoding)); break;
      case OperandEncoding::Register:
      case OperandEncoding::RegisterUnlessListed:
        words.push_back(set.encodeRegister(plainRegister(given, operand.name)));
        break;
      case OperandEncoding::RegisterList:
      case OperandEncoding::NumberList:
        for (const jsonform::Value& item : given) words.push_back(integer(item, operand.name));
        break;
      case OperandEncoding::TaggedList:
        for (const jsonform::Value& item : given) {
          const auto arg = jsonform::parseArg(plainText(item, operand.name), set);
          if (!arg) refuse(fmt::format("argument {} is invalid", item.shown()));
          words.push_back(set.encodeArg(*arg));
        }
        break;
      default: words.push_back(integer(given, operand.name)); break;
    }
  }
}

void FormReader::takeInstruction(const jsonform::Value& value) {
  beginCode();
  instructions_ = true;
  const std::string& op = plainText(member(value, "op"), "op");
  if (jsonform::hasOwnWords(out_.code.set)) return takeByRole(value, op);
  if (op == "call") return takeCall(value);
  if (op == "ret") return append({static_cast<int64_t>(RelaxOpcode::Ret), plainRegister(member(value, "reg"), "reg")});
  if (op == "goto")
    return append({static_cast<int64_t>(RelaxOpcode::Goto), integer(member(value, "offset"), "offset")});
  if (op == "if")
    return append({static_cast<int64_t>(RelaxOpcode::If), plainRegister(member(value, "cond"), "cond"),
                   integer(member(value, "false_offset"), "false_offset")});
  refuse(fmt::format("unknown op \"{}\"", op));
}

void FormReader::fillFromSideFile() {
  if (pending_.empty() && trailingKey_.empty()) return;
  if (sideFile_.empty()) refuse("an array is named without a side file");
  const auto find = [&](const std::string& key) {
    auto bytes = side_(sideFile_, key);
    if (!bytes.ok()) refuse(bytes.error().text());
    return *std::move(bytes);
  };
  for (const auto& [constant, key] : pending_)
    std::get<TensorConstant>(out_.constants[constant].value).data = find(key);
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

/// Fills a tree with the value that is being read and passes it on once complete: a scalar of the form, or an element
/// of one of its lists.
class FormHandler : public json::json_sax_t {
 public:
  explicit FormHandler(FormReader& reader) : reader_(reader) {}

  bool null() override { return tree_.addNull(), whole(); }
  bool boolean(bool value) override { return tree_.add(value), whole(); }
  bool number_integer(number_integer_t value) override { return tree_.add(int64_t{value}), whole(); }
  bool number_unsigned(number_unsigned_t value) override { return tree_.add(uint64_t{value}), whole(); }
  bool number_float(number_float_t value, const string_t&) override { return tree_.add(value), whole(); }
  bool string(string_t& value) override { return tree_.addText(value), whole(); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonTree::Kind::Object); }
  bool start_array(std::size_t) override { return open(JsonTree::Kind::Array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (outer_ == 1) reader_.beginMember(name);
    else tree_.key(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    place_ = position == 0 ? 0 : position - 1;
    return false;
  }
  /// Offset of a JSON syntax error.
  [[nodiscard]] size_t place() const { return place_; }

 private:
  /// Passes on a value that is not inside another one, and is thus complete.
  bool whole() {
    if (tree_.depth() > 0) return true;
    if (outer_ == 0) refuse("the form must be an object");
    if (outer_ == 1) reader_.takeScalar(tree_.root());
    else reader_.takeElement(tree_.root());
    tree_.clear();
    return true;
  }
  bool open(JsonTree::Kind kind) {
    constexpr size_t kDeepest = 6;
    if (outer_ + tree_.depth() >= kDeepest) refuse("lists are nested too deeply");
    if (outer_ == 0 && kind != JsonTree::Kind::Object) refuse("the form must be an object");
    if (outer_ == 1 && kind != JsonTree::Kind::Array)
      refuse(fmt::format("\"{}\" must be a list", reader_.memberName()));
    if (outer_ < 2) ++outer_;
    else tree_.open(kind);
    return true;
  }
  bool close() {
    if (tree_.depth() == 0) return --outer_, true;
    tree_.close();
    return whole();
  }

  FormReader& reader_;
  JsonTree tree_;
  unsigned outer_ = 0;  ///< open containers around the tree: the form, one of its lists
  size_t place_ = 0;
};

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
  return readJsonForm(bytes, sideArraysBeside(path));
}

Result<Executable> readJsonForm(const Bytes& bytes, const SideArrays& side) {
  FormReader reader(side);
  try {
    FormHandler handler(reader);
    const std::string_view text = bytes.text();
    if (!json::sax_parse(text.data(), text.data() + text.size(), &handler))
      return Error("JSON form: not JSON", handler.place());
    return reader.finish();
  } catch (const FormError& error) {
    return Error("JSON form: " + printable(error.message));
  } catch (const json::exception& error) { return Error("JSON form: " + printable(error.what())); }
}

}  // namespace relaxscope
