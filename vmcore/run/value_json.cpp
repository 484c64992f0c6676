// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/value_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value_check.h"

namespace relaxscope {
namespace {

using Json = nlohmann::json;

// ---- reading -----------------------------------------------------------------------------------------

/// Bare NaN, Infinity and -Infinity become strings with this first character, which valid text never contains.
constexpr char kMark = '\x01';

/// Converts JSON with Python's three extra numbers to standard JSON.
std::string withoutPythonNumbers(std::string_view json) {
  std::string out;
  out.reserve(json.size() + 16);
  bool inString = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (inString) {
      out += c;
      if (c == '\\' && i + 1 < json.size()) out += json[++i];
      else if (c == '"') inString = false;
      continue;
    }
    bool replaced = false;
    for (const std::string_view word : {"-Infinity", "Infinity", "NaN"}) {
      if (json.substr(i, word.size()) != word) continue;
      out += fmt::format("\"\\u0001{}\"", word);
      i += word.size() - 1;
      replaced = true;
      break;
    }
    if (replaced) continue;
    inString = c == '"';
    out += c;
  }
  return out;
}

class Reader {
 public:
  Reader(const FindArray& findArray, int64_t calls) : findArray_(findArray), calls_(calls) {}

  Result<Value> value(const Json& json, int depth) const {
    if (depth > kMaxValueDepth) return Error("tuples are nested too deeply");
    if (!json.is_object()) return Error("must be an object with \"type\"");
    RS_TRY(const std::string type, text(json, "type"));
    if (type == "none") return Value{NoneValue{}};
    if (type == "tensor") return tensor(json);
    if (type == "random") return randomTensor(json);
    if (type == "tuple") return tuple(json, depth);
    if (type == "result") return resultRef(json);
    if (type == "object") return Error("an object without a plain form cannot be passed");
    if (type == "adt") return adt(json, depth);
    const auto found = json.find("value");
    if (found == json.end()) return Error(fmt::format("{} without \"value\"", printable(type)));
    return scalar(type, *found);
  }

 private:
  static Result<std::string> text(const Json& json, const char* field) {
    const auto found = json.find(field);
    if (found == json.end() || !found->is_string()) return Error(fmt::format("needs a string \"{}\"", field));
    return found->get<std::string>();
  }
  static Result<int64_t> integer(const Json& json, const char* what) {
    if (json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      return Error(fmt::format("{} is above 2^63 - 1", what));
    if (!json.is_number_integer()) return Error(fmt::format("{} must be an integer", what));
    return json.get<int64_t>();
  }
  static Result<std::vector<int64_t>> integers(const Json& json, const char* what) {
    if (!json.is_array()) return Error(fmt::format("{} must be a list", what));
    std::vector<int64_t> list;
    for (const Json& item : json) {
      RS_TRY(const int64_t number, integer(item, what));
      list.push_back(number);
    }
    return list;
  }
  static Result<double> floating(const Json& json) {
    if (json.is_number()) return json.get<double>();
    if (json.is_string()) {
      const auto& word = json.get_ref<const std::string&>();
      if (word == std::string(1, kMark) + "NaN") return std::numeric_limits<double>::quiet_NaN();
      if (word == std::string(1, kMark) + "Infinity") return std::numeric_limits<double>::infinity();
      if (word == std::string(1, kMark) + "-Infinity") return -std::numeric_limits<double>::infinity();
    }
    return Error("float must be a number");
  }

  Result<Value> scalar(const std::string& type, const Json& json) const {
    if (type == "int") {
      RS_TRY(const int64_t number, integer(json, "int"));
      return Value{number};
    }
    if (type == "float") {
      RS_TRY(const double number, floating(json));
      return Value{number};
    }
    if (type == "bool") {
      if (json.is_boolean()) return Value{json.get<bool>()};
      return Error("bool must be true or false");
    }
    if (type == "shape") {
      RS_TRY(auto dims, integers(json, "shape"));
      return Value{ShapeValue{std::move(dims)}};
    }
    if (type != "str" && type != "dtype") return Error(fmt::format("unknown type \"{}\"", printable(type)));
    if (!json.is_string()) return Error(type + " must be a string");
    if (type == "dtype") {
      RS_TRY(const DataType dtype, parseDataType(json.get<std::string>()));
      return Value{dtype};
    }
    std::string plain;
    if (!unescapeLossless(json.get<std::string>(), plain))
      return Error("str: invalid escape; only \\\\ and \\xNN are allowed");
    return Value{std::move(plain)};
  }

  Result<Value> tensor(const Json& json) const {
    RS_TRY(const std::string key, text(json, "key"));
    const TensorValue* array = findArray_ ? findArray_(key) : nullptr;
    if (array == nullptr) return Error(fmt::format("tensor: no array \"{}\" among the inputs", printable(key)));
    TensorValue tensor = *array;
    if (json.contains("dtype")) {
      RS_TRY(const std::string name, text(json, "dtype"));
      RS_TRY(tensor.dtype, parseDataType(name));
      if (!canRepresent(array->dtype, tensor.dtype))
        return Error(fmt::format("tensor: array \"{}\" holds {}, which cannot be used as {}", printable(key),
                                 array->dtype.name(), name));
    }
    if (json.contains("shape")) {
      RS_TRY(const auto shape, integers(json["shape"], "shape"));
      if (shape != array->shape)
        return Error(fmt::format("tensor: array \"{}\" has a different shape than declared", printable(key)));
    }
    return Value{std::move(tensor)};
  }

  /// In the form that ValueWriter writes; "seed" and "below" are optional.
  static Result<Value> randomTensor(const Json& json) {
    RS_TRY(const std::string name, text(json, "dtype"));
    RandomSpec spec;
    RS_TRY(spec.dtype, parseDataType(name));
    const auto shape = json.find("shape");
    if (shape == json.end()) return Error("random without \"shape\"");
    RS_TRY(spec.shape, integers(*shape, "shape"));
    if (const auto below = json.find("below"); below != json.end()) {
      if (!below->is_number_unsigned() || below->get<uint64_t>() < 1 || below->get<uint64_t>() > INT64_MAX)
        return Error("below must be an integer from 1 to 2^63 - 1");
      spec.below = below->get<int64_t>();
    }
    auto fits = checkRandomSpec(spec);
    if (!fits) return Error("random: " + fits.error().text());
    RandomTensor tensor{spec.dtype, std::move(spec.shape), 0, spec.below};
    if (const auto seed = json.find("seed"); seed != json.end()) {
      if (!seed->is_number_unsigned()) return Error("seed must be an integer from 0 to 2^64 - 1");
      tensor.seed = seed->get<uint64_t>();
    }
    return Value{std::move(tensor)};
  }

  /// The arrays PREFIX0, PREFIX1, ... up to the first that there is none of.
  Result<Value> numberedArrays(const std::string& prefix) const {
    TupleValue tuple;
    while (const TensorValue* array = findArray_ ? findArray_(prefix + std::to_string(tuple.fields.size())) : nullptr)
      tuple.fields.push_back(Value{*array});
    if (tuple.fields.empty()) return Error(fmt::format("tuple: no array \"{}0\" among the inputs", printable(prefix)));
    return Value{std::move(tuple)};
  }
  Result<Value> namedArrays(const Json& keys) const {
    TupleValue tuple;
    for (const Json& key : keys) {
      if (!key.is_string()) return Error("keys must be strings");
      const auto& name = key.get_ref<const std::string&>();
      const TensorValue* array = findArray_ ? findArray_(name) : nullptr;
      if (array == nullptr) return Error(fmt::format("tuple: no array \"{}\" among the inputs", printable(name)));
      tuple.fields.push_back(Value{*array});
    }
    return Value{std::move(tuple)};
  }

  Result<Value> tuple(const Json& json, int depth) const {
    if (json.contains("prefix")) {
      RS_TRY(const std::string prefix, text(json, "prefix"));
      return numberedArrays(prefix);
    }
    if (const auto keys = json.find("keys"); keys != json.end() && keys->is_array()) return namedArrays(*keys);
    const auto found = json.find("fields");
    if (found == json.end() || !found->is_array())
      return Error("tuple needs a list \"fields\" or \"keys\", or a \"prefix\"");
    TupleValue tuple;
    for (const Json& item : *found) {
      auto field = value(item, depth + 1);
      if (!field) return Error(fmt::format("field {}: {}", tuple.fields.size(), field.error().text()));
      tuple.fields.push_back(*std::move(field));
    }
    return Value{std::move(tuple)};
  }

  Result<Value> adt(const Json& json, int depth) const {
    const auto found = json.find("tag");
    if (found == json.end()) return Error("adt without \"tag\"");
    RS_TRY(const int64_t tag, integer(*found, "tag"));
    RS_TRY(Value value, tuple(json, depth));
    std::get<TupleValue>(value.data).tag = tag;
    return value;
  }

  Result<Value> resultRef(const Json& json) const {
    if (calls_ < 0) return Error("a result of another call is only allowed in a script");
    const auto call = json.find("call");
    if (call == json.end()) return Error("result without \"call\"");
    RS_TRY(const int64_t number, integer(*call, "call"));
    if (number < 0 || number >= calls_)
      return Error(fmt::format("result of call {}, which is not an earlier one", number));
    ResultRef ref{static_cast<uint32_t>(number), {}};
    if (json.contains("path")) {
      RS_TRY(const auto path, integers(json["path"], "path"));
      for (const int64_t step : path) {
        if (step < 0 || step > std::numeric_limits<int32_t>::max()) return Error("path with a number out of range");
        ref.path.push_back(static_cast<uint32_t>(step));
      }
    }
    return Value{std::move(ref)};
  }

  const FindArray& findArray_;
  int64_t calls_;  ///< number of earlier calls; -1 outside of a script
};

Result<Json> parseList(std::string_view json) {
  Json tree;
  try {
    tree = Json::parse(withoutPythonNumbers(json));
  } catch (const Json::parse_error& error) {
    return Error("invalid JSON", static_cast<uint64_t>(error.byte));
  } catch (const Json::exception& error) { return Error(std::string("invalid JSON: ") + error.what()); }
  if (!tree.is_array()) return Error("must be a list");
  return tree;
}

Result<std::vector<Value>> readList(const Json& list, const FindArray& findArray, int64_t calls) {
  std::vector<Value> values;
  const Reader reader(findArray, calls);
  for (const Json& item : list) {
    auto value = reader.value(item, 0);
    if (!value) return Error(fmt::format("argument {}: {}", values.size(), value.error().text()));
    values.push_back(*std::move(value));
  }
  return values;
}

// ---- writing -----------------------------------------------------------------------------------------

std::string listText(const std::vector<int64_t>& list) { return fmt::format("[{}]", fmt::join(list, ", ")); }

}  // namespace

std::string pythonFloat(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

Result<std::vector<Value>> readArguments(std::string_view json, const FindArray& findArray) {
  RS_TRY(const Json list, parseList(json));
  return readList(list, findArray, -1);
}

namespace {

Result<void> readMode(const Json& item, CallSpec& call) {
  const auto& names = kCallModeNames;
  const auto found = std::find(names.begin(), names.end(), item["mode"]);
  if (found == names.end()) return Error("\"mode\" must be \"call\", \"stateful\" or \"save\"");
  call.mode = static_cast<CallMode>(found - names.begin());
  if (call.mode != CallMode::Save) return {};
  const auto as = item.find("as");
  if (as == item.end() || !as->is_string() || !unescapeLossless(as->get<std::string>(), call.savedAs) ||
      call.savedAs.empty())
    return Error("\"mode\" \"save\" needs a name in \"as\"");
  if (const auto keeps = item.find("include_return"); keeps != item.end()) {
    if (!keeps->is_boolean()) return Error("\"include_return\" must be true or false");
    call.savesResult = keeps->get<bool>();
  }
  return {};
}

std::string modeText(const CallSpec& call) {
  std::string text = fmt::format(R"("mode": "{}")", kCallModeNames[static_cast<size_t>(call.mode)]);
  if (call.mode == CallMode::Save)
    text +=
        fmt::format(R"(, "as": {}, "include_return": {})", jsonString(escapeLossless(call.savedAs)), call.savesResult);
  return text;
}

}  // namespace

Result<std::vector<CallSpec>> readScript(std::string_view json, const FindArray& findArray) {
  RS_TRY(const Json list, parseList(json));
  std::vector<CallSpec> script;
  for (const Json& item : list) {
    const std::string where = fmt::format("call {}", script.size());
    if (!item.is_object() || !item.contains("func") || !item["func"].is_string())
      return Error(where + ": needs a string \"func\"");
    CallSpec call;
    if (!unescapeLossless(item["func"].get<std::string>(), call.function))
      return Error(where + ": \"func\" holds an invalid escape");
    if (item.contains("mode")) {
      auto read = readMode(item, call);
      if (!read) return Error(where + ": " + read.error().text());
    }
    if (item.contains("args")) {
      if (!item["args"].is_array()) return Error(where + ": \"args\" must be a list");
      auto args = readList(item["args"], findArray, static_cast<int64_t>(script.size()));
      if (!args) return Error(where + ": " + args.error().text());
      call.args = *std::move(args);
    }
    script.push_back(std::move(call));
  }
  return script;
}

std::string ValueWriter::write(const Value& value, const std::string& name) {
  out_.clear();
  append(value, name, 0);
  return std::move(out_);
}

std::string ValueWriter::write(const Value& value, const std::function<std::string()>& nextKey) {
  nextKey_ = &nextKey;
  std::string text = write(value, std::string());
  nextKey_ = nullptr;
  return text;
}

void ValueWriter::appendTensor(const TensorValue& tensor, const std::string& name) {
  const std::string key = nextKey_ != nullptr ? (*nextKey_)() : name;
  const DataType stored = storedAs_(tensor.dtype);
  out_ += fmt::format(R"({{"type": "tensor", "key": {}, "dtype": {}, "shape": {}, "stored_as": {}}})", jsonString(key),
                      jsonString(tensor.dtype.name()), listText(tensor.shape), jsonString(stored.name()));
  arrays_.emplace_back(key, TensorValue{stored, tensor.shape, tensor.data});
}

void ValueWriter::append(const Value& value, const std::string& key, int depth) {
  struct Visitor {
    ValueWriter& w;
    const std::string& name;
    int level;
    void plain(const char* type, const std::string& content) const {
      w.out_ += fmt::format(R"({{"type": "{}", "value": {}}})", type, content);
    }
    void operator()(const NoneValue&) const { w.out_ += R"({"type": "none"})"; }
    void operator()(int64_t v) const { plain("int", std::to_string(v)); }
    void operator()(double v) const { plain("float", pythonFloat(v)); }
    void operator()(bool v) const { plain("bool", v ? "true" : "false"); }
    void operator()(const std::string& v) const { plain("str", jsonString(escapeLossless(v))); }
    void operator()(const DataType& v) const { plain("dtype", jsonString(v.name())); }
    void operator()(const ShapeValue& v) const { plain("shape", listText(v.dims)); }
    void operator()(const TensorValue& v) const { w.appendTensor(v, name); }
    void operator()(const RandomTensor& v) const {
      const std::string below = v.below > 0 ? fmt::format(R"(, "below": {})", v.below) : std::string();
      w.out_ += fmt::format(R"({{"type": "random", "dtype": {}, "shape": {}, "seed": {}{}}})",
                            jsonString(v.dtype.name()), listText(v.shape), v.seed, below);
    }
    void operator()(const TupleValue& v) const {
      w.out_ += v.tag ? fmt::format(R"({{"type": "adt", "tag": {}, "fields": [)", *v.tag)
                      : R"({"type": "tuple", "fields": [)";
      for (size_t i = 0; i < v.fields.size(); ++i) {
        if (i != 0) w.out_ += ", ";
        w.append(v.fields[i], level == 0 ? fmt::format("{}{}", name, i) : fmt::format("{}.{}", name, i), level + 1);
      }
      w.out_ += "]}";
    }
    void operator()(const ObjectValue& v) const {
      w.out_ += fmt::format(R"({{"type": "object", "repr": {})", jsonString(escapeLossless(v.typeName)));
      if (!v.function.empty() || !v.captured.empty()) {
        w.out_ += fmt::format(R"(, "function": {}, "captured": [)", jsonString(escapeLossless(v.function)));
        for (size_t i = 0; i < v.captured.size(); ++i) {
          if (i != 0) w.out_ += ", ";
          w.append(v.captured[i], fmt::format("{}.{}", name, i), level + 1);
        }
        w.out_ += "]";
      }
      w.out_ += "}";
    }
    void operator()(const ResultRef& v) const {
      w.out_ += fmt::format(R"({{"type": "result", "call": {}, "path": [{}]}})", v.call, fmt::join(v.path, ", "));
    }
  };
  std::visit(Visitor{*this, key, depth}, value.data);
}

std::string writeResult(const Value& result, ValueWriter& writer) {
  return writer.write(result, std::holds_alternative<TupleValue>(result.data) ? "out" : "out0");
}

std::string writeResults(const std::vector<Value>& results, ValueWriter& writer) {
  std::string out = "[";
  for (size_t i = 0; i < results.size(); ++i) {
    const bool tuple = std::holds_alternative<TupleValue>(results[i].data);
    out += (i == 0 ? "\n " : ",\n ") + writer.write(results[i], fmt::format("call{}.{}", i, tuple ? "out" : "out0"));
  }
  return out + "\n]";
}

std::string writeScript(const std::vector<CallSpec>& script, ValueWriter& writer,
                        const std::function<std::string(size_t call, size_t array)>& keyOf) {
  std::string out = "[";
  for (size_t i = 0; i < script.size(); ++i) {
    const CallSpec& call = script[i];
    out += fmt::format(R"({}{{"func": {}, {}, "args": [)", i == 0 ? "\n " : ",\n ",
                       jsonString(escapeLossless(call.function)), modeText(call));
    size_t arrays = 0;
    const std::function<std::string()> nextKey = [&] { return keyOf(i, arrays++); };
    for (size_t a = 0; a < call.args.size(); ++a)
      out += (a == 0 ? "\n  " : ",\n  ") + writer.write(call.args[a], nextKey);
    out += "]}";
  }
  return out + "\n]";
}

}  // namespace relaxscope
