// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/value_convert.h"

#include <fmt/format.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/shape.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_set>

#include "vmcore/device/allocator.h"
#include "vmcore/run/arguments/random_tensor.h"
#include "vmcore/run/value_check.h"
#include "vmcore/run/value_json.h"
#include "vmcore/vm/builtins/closure.h"
#include "vmcore/vm/objects/device_copy.h"
#include "vmcore/vm/relay/objects.h"

namespace relaxscope {
namespace {

constexpr DataType kOldBool{static_cast<uint8_t>(TypeCode::UInt), 1, 1};

DLDataType dlType(DataType dtype) { return {dtype.code, dtype.bits, dtype.lanes}; }
/// Maps bool to the release's representation of it.
DataType typeFor(DataType dtype, ElementLayout layout) {
  return layout == ElementLayout::WholeBytes && dtype == kBoolType ? kOldBool : dtype;
}
DataType plainType(DLDataType from, ElementLayout layout) {
  const DataType dtype{from.code, from.bits, from.lanes};
  return layout == ElementLayout::WholeBytes && dtype == kOldBool ? kBoolType : dtype;
}

/// Memory of arguments, outside the engine's pool, so that the pool's counters cover only the run.
const std::shared_ptr<Allocator>& argumentMemory() {
  static const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  return memory;
}

/// Elements that do not fill whole bytes are packed in current tensors, lowest bits first (tensorBytes); in plain
/// values each takes elementBytes().
bool isPacked(DataType dtype, ElementLayout layout) { return layout == ElementLayout::Packed && dtype.bits % 8 != 0; }

void packBits(std::span<const uint8_t> plain, DataType dtype, uint8_t* packed) {
  const size_t bits = dtype.bits, width = static_cast<size_t>(dtype.elementBytes()), count = plain.size() / width;
  std::memset(packed, 0, (count * bits + 7) / 8);
  for (size_t i = 0, at = 0; i < count; ++i)
    for (size_t b = 0; b < bits; ++b, ++at)
      packed[at / 8] = static_cast<uint8_t>(packed[at / 8] | ((plain[i * width + b / 8] >> (b % 8) & 1) << (at % 8)));
}
void unpackBits(const uint8_t* packed, DataType dtype, std::span<uint8_t> plain) {
  const size_t bits = dtype.bits, width = static_cast<size_t>(dtype.elementBytes()), count = plain.size() / width;
  std::fill(plain.begin(), plain.end(), uint8_t{0});
  for (size_t i = 0, at = 0; i < count; ++i)
    for (size_t b = 0; b < bits; ++b, ++at)
      plain[i * width + b / 8] =
          static_cast<uint8_t>(plain[i * width + b / 8] | ((packed[at / 8] >> (at % 8) & 1) << (b % 8)));
}

/// With the whole-byte layout the lanes of a vector share bytes, while each has separate bytes in plain values.
Result<void> expectScalars(DataType dtype, ElementLayout layout) {
  if (layout == ElementLayout::WholeBytes && dtype.bits % 8 != 0 && dtype.lanes > 1)
    return Error(fmt::format("vectors of {} cannot be passed", dtype.name()));
  return {};
}

template <class Fill>
Result<ffi::Any> makeArgument(DataType dtype, std::span<const int64_t> shape, ElementLayout layout, Fill&& fill) {
  RS_TRY(const size_t bytes, plainBytes(dtype, shape));
  RS_CHECK(expectScalars(dtype, layout));
  auto tensor = makeTensor(argumentMemory(), shape.data(), static_cast<int64_t>(shape.size()),
                           dlType(typeFor(dtype, layout)), layout);
  auto* data = reinterpret_cast<uint8_t*>(tensorData(*tensor));
  if (isPacked(dtype, layout)) {
    std::vector<uint8_t> plain(bytes);
    RS_CHECK(fill(std::span<uint8_t>(plain)));
    packBits(plain, dtype, data);
  } else {
    RS_CHECK(fill(std::span<uint8_t>(data, bytes)));
  }
  return ffi::Any(ffi::Tensor(std::move(tensor)));
}

Result<ffi::Any> tensorObject(const TensorValue& value, ElementLayout layout) {
  return makeArgument(value.dtype, value.shape, layout, [&](std::span<uint8_t> into) -> Result<void> {
    if (value.data.size() != into.size())
      return Error(fmt::format("tensor of {} bytes, but dtype and shape require {}", value.data.size(), into.size()));
    if (!into.empty()) std::memcpy(into.data(), value.data.data(), into.size());
    return {};
  });
}

Result<ffi::Any> convert(const Value& value, ElementLayout layout, const Resolve& resolve, MadeTensors* made);

struct ToObject {
  ElementLayout layout;
  const Resolve& resolve;
  MadeTensors* made;
  Result<ffi::Any> operator()(const NoneValue&) const { return ffi::Any(nullptr); }
  Result<ffi::Any> operator()(int64_t v) const { return ffi::Any(v); }
  Result<ffi::Any> operator()(double v) const { return ffi::Any(v); }
  Result<ffi::Any> operator()(bool v) const { return ffi::Any(v); }
  Result<ffi::Any> operator()(const std::string& v) const { return ffi::Any(ffi::String(v)); }
  Result<ffi::Any> operator()(const DataType& v) const { return ffi::Any(dlType(v)); }
  Result<ffi::Any> operator()(const ShapeValue& v) const { return ffi::Any(ffi::Shape(v.dims)); }
  Result<ffi::Any> operator()(const TensorValue& v) const {
    if (made == nullptr || v.data.empty()) return tensorObject(v, layout);
    const auto [known, fresh] = made->try_emplace({v.data.address(), v.data.size(), v.dtype.name(), v.shape});
    if (fresh) { RS_TRY(known->second, tensorObject(v, layout)); }
    return known->second;
  }
  Result<ffi::Any> operator()(const RandomTensor& v) const {
    return makeArgument(v.dtype, v.shape, layout,
                        [&](std::span<uint8_t> into) { return fillRandom(v.dtype, v.seed, v.below, into); });
  }
  Result<ffi::Any> operator()(const TupleValue& v) const {
    std::vector<ffi::Any> fields;
    for (size_t i = 0; i < v.fields.size(); ++i) {
      auto field = convert(v.fields[i], layout, resolve, made);
      if (!field) return Error(fmt::format("field {}: {}", i, field.error().text()));
      fields.push_back(*std::move(field));
    }
    if (v.tag)
      return ffi::Any(ffi::ObjectRef(ffi::ObjectPtr<ffi::Object>(ffi::make_object<AdtObj>(*v.tag, std::move(fields)))));
    return ffi::Any(ffi::Array<ffi::Any>(fields.begin(), fields.end()));
  }
  Result<ffi::Any> operator()(const ObjectValue&) const {
    return Error("an object without a plain form cannot be passed");
  }
  Result<ffi::Any> operator()(const ResultRef& v) const {
    return resolve ? resolve(v) : Result<ffi::Any>(Error("refers to a call that did not run"));
  }
};

Result<ffi::Any> convert(const Value& value, ElementLayout layout, const Resolve& resolve, MadeTensors* made) {
  return std::visit(ToObject{layout, resolve, made}, value.data);
}

/// Copies a strided CPU tensor element by element, or at once if it is compact.
void copyOut(const DLTensor& source, size_t elementBytes, std::span<uint8_t> into) {
  const char* data = tensorData(source);
  if (into.empty()) return;
  if (source.strides == nullptr || ffi::IsContiguous(source)) {
    std::memcpy(into.data(), data, into.size());
    return;
  }
  std::vector<int64_t> index(static_cast<size_t>(source.ndim), 0);
  for (size_t at = 0; at < into.size(); at += elementBytes) {
    int64_t offset = 0;
    for (size_t d = 0; d < index.size(); ++d) offset += index[d] * source.strides[d];
    std::memcpy(into.data() + at, data + offset * static_cast<int64_t>(elementBytes), elementBytes);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < source.shape[d]) break;
      index[d] = 0;
    }
  }
}

Result<Value> plainTensor(const DLTensor& given, ElementLayout layout) {
  ffi::ObjectPtr<ffi::TensorObj> kept;
  const DLTensor& source = onHost(given, argumentMemory(), layout, kept);
  const std::span<const int64_t> shape(source.shape, static_cast<size_t>(source.ndim));
  TensorValue value{plainType(source.dtype, layout), {shape.begin(), shape.end()}, {}};
  RS_CHECK(expectScalars(value.dtype, layout));
  RS_TRY(const size_t bytes, plainBytes(value.dtype, shape));
  std::vector<uint8_t> data(bytes);
  if (isPacked(value.dtype, layout))
    unpackBits(reinterpret_cast<const uint8_t*>(tensorData(source)), value.dtype, data);
  else copyOut(source, static_cast<size_t>(value.dtype.elementBytes()) * value.dtype.lanes, data);
  value.data = Bytes::own(std::move(data));
  return Value{std::move(value)};
}

/// Limits the size of plain values. A result may refer to one value many times, while a plain value repeats it: a few
/// instructions can create more repetitions than fit in any memory.
class Repetition {
 public:
  /// Counts a value; returns false if there are too many.
  bool count(const TVMFFIAny& value) {
    ++values_;
    if (value.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin && !seen_.insert(value.v_obj).second)
      repeated_ += bytesOf(value);
    return !tooMuch();
  }
  [[nodiscard]] bool tooMuch() const { return values_ > kMaxValues || repeated_ > kMaxRepeated; }
  [[nodiscard]] std::string text() const {
    if (values_ > kMaxValues) return fmt::format("it consists of more than {} values, too many to return", kMaxValues);
    return fmt::format("it repeats the same tensors and strings in more than {} bytes", kMaxRepeated);
  }

 private:
  static constexpr size_t kMaxValues = size_t{1} << 18, kMaxRepeated = size_t{256} << 20;

  static size_t bytesOf(const TVMFFIAny& value) {
    if (const DLTensor* tensor = tensorOf(value))
      return tensorBytes(tensor->shape, tensor->ndim, tensor->dtype, ElementLayout::WholeBytes);
    if (value.type_index == ffi::TypeIndex::kTVMFFIStr)
      return ffi::AnyView::CopyFromTVMFFIAny(value).cast<ffi::String>().size();
    return 0;
  }

  size_t values_ = 0, repeated_ = 0;
  std::unordered_set<const void*> seen_;
};

Result<Value> plain(const ffi::AnyView& object, ElementLayout layout, int depth, Repetition& repetition);

/// Converts the fields of a tuple or of a constructor's value.
template <class Fields>
Result<Value> plainFields(const Fields& fields, std::optional<int64_t> tag, ElementLayout layout, int depth,
                          Repetition& repetition) {
  TupleValue tuple{{}, tag};
  for (const ffi::Any& item : fields) {
    auto field = plain(item, layout, depth + 1, repetition);
    if (repetition.tooMuch()) return Error("too many");  // toPlain() replaces the message
    if (!field) return Error(fmt::format("field {}: {}", tuple.fields.size(), field.error().text()));
    tuple.fields.push_back(*std::move(field));
  }
  return Value{std::move(tuple)};
}

/// The function of a closure, and the values that it captures.
Result<Value> plainClosure(const ClosureParts& parts, const ffi::AnyView& object, ElementLayout layout, int depth,
                           Repetition& repetition) {
  RS_TRY(Value captured, plainFields(parts.captured, std::nullopt, layout, depth, repetition));
  return Value{ObjectValue{object.GetTypeKey(), parts.function, std::move(std::get<TupleValue>(captured.data).fields)}};
}

Result<Value> plain(const ffi::AnyView& object, ElementLayout layout, int depth, Repetition& repetition) {
  const TVMFFIAny raw = object.CopyToTVMFFIAny();
  if (!repetition.count(raw)) return Error("too many");
  if (depth >= kMaxValueDepth)
    return Value{ObjectValue{object.GetTypeKey(), {}, {}}};  // a truncated result is better than a failed run
  if (const DLTensor* tensor = tensorOf(raw)) return plainTensor(*tensor, layout);
  if (const AdtObj* adt = adtOf(raw)) return plainFields(adt->fields, adt->tag, layout, depth, repetition);
  if (const auto closure = closureParts(raw)) return plainClosure(*closure, object, layout, depth, repetition);
  switch (raw.type_index) {
    case ffi::TypeIndex::kTVMFFINone: return Value{NoneValue{}};
    case ffi::TypeIndex::kTVMFFIInt: return Value{raw.v_int64};
    case ffi::TypeIndex::kTVMFFIBool: return Value{raw.v_int64 != 0};
    case ffi::TypeIndex::kTVMFFIFloat: return Value{raw.v_float64};
    case ffi::TypeIndex::kTVMFFIDataType: return Value{DataType{raw.v_dtype.code, raw.v_dtype.bits, raw.v_dtype.lanes}};
    case ffi::TypeIndex::kTVMFFIShape: {
      const auto shape = object.cast<ffi::Shape>();
      return Value{ShapeValue{{shape.begin(), shape.end()}}};
    }
    case ffi::TypeIndex::kTVMFFIStr:
    case ffi::TypeIndex::kTVMFFISmallStr:
    case ffi::TypeIndex::kTVMFFIRawStr: {
      const auto text = object.cast<ffi::String>();
      return Value{std::string(text.data(), text.size())};
    }
    case ffi::TypeIndex::kTVMFFIArray:
      return plainFields(object.cast<ffi::Array<ffi::Any>>(), std::nullopt, layout, depth, repetition);
    default: return Value{ObjectValue{object.GetTypeKey(), {}, {}}};
  }
}

/// Runs `work` and converts exceptions of library calls to an Error.
template <class T, class Work>
Result<T> guardedWork(Work&& work) {
  try {
    return work();
  } catch (const ffi::Error& error) { return Error(error.message()); } catch (const std::bad_alloc&) {
    return Error("no memory for the value");
  } catch (const std::exception& error) { return Error(error.what()); }
}

}  // namespace

Result<ffi::Any> toObject(const Value& value, ElementLayout layout, const Resolve& resolve, MadeTensors* made) {
  return guardedWork<ffi::Any>([&] { return convert(value, layout, resolve, made); });
}

Result<Value> toPlain(const ffi::AnyView& object, ElementLayout layout) {
  return guardedWork<Value>([&]() -> Result<Value> {
    Repetition repetition;
    auto value = plain(object, layout, 0, repetition);
    if (repetition.tooMuch()) return Error(repetition.text());
    return value;
  });
}

bool hasReference(const Value& value) {
  if (std::holds_alternative<ResultRef>(value.data)) return true;
  if (const auto* tuple = std::get_if<TupleValue>(&value.data))
    for (const Value& field : tuple->fields)
      if (hasReference(field)) return true;
  return false;
}

Result<ffi::Any> fieldAt(const ffi::Any& result, const std::vector<uint32_t>& path) {
  ffi::Any at = result;
  for (const uint32_t step : path) {
    const auto tuple = at.as<ffi::Array<ffi::Any>>();
    const AdtObj* adt = adtOf(ffi::AnyView(at).CopyToTVMFFIAny());
    if (!tuple && adt == nullptr) return Error("path into a result that is not a tuple");
    const size_t count = tuple ? tuple->size() : adt->fields.size();
    if (step >= count) return Error(fmt::format("path: field {} of a tuple of {}", step, count));
    const ffi::Any field = tuple ? (*tuple)[step] : adt->fields[step];  // a copy, as `at` may be the last reference
    at = field;
  }
  return at;
}

}  // namespace relaxscope
