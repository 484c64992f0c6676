// SPDX-License-Identifier: Apache-2.0
// Internal to the codec: one list of fields per message (fields.h) drives both directions, so that writer and reader
// cannot diverge. Control data is CBOR; tensor data is sent separately as blobs.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope::wire {

using Json = nlohmann::json;

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// The data of tensors in a message; what several of them share is sent once.
class BlobList {
 public:
  uint64_t add(const Bytes& bytes) {
    const auto [known, fresh] = places_.try_emplace({bytes.address(), bytes.size()}, blobs_.size());
    if (fresh) blobs_.push_back(bytes);
    return known->second;
  }
  [[nodiscard]] const std::vector<Bytes>& blobs() const { return blobs_; }

 private:
  std::vector<Bytes> blobs_;
  std::map<std::pair<const void*, size_t>, uint64_t> places_;
};

/// Converts values to CBOR's data model. Doubles are sent as their bits, which preserves NaN payloads.
class FieldWriter {
 public:
  template <class T>
  using Ref = const T&;

  template <class T>
  void operator()(const char* name, const T& value) {
    object_[name] = convert(value);
  }
  template <class T>
  void optional(const char* name, const T& value) {
    (*this)(name, value);
  }
  /// A field that only peers of earlier versions read.
  template <class T>
  void replaced(const char* name, const T& value) {
    (*this)(name, value);
  }
  [[nodiscard]] Json take() { return std::move(object_); }

  template <class T>
  Json convert(const T& value) {
    if constexpr (std::same_as<T, double>) {
      return std::bit_cast<uint64_t>(value);
    } else if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>) {
      return value;
    } else if constexpr (std::is_enum_v<T>) {
      return static_cast<uint64_t>(value);
    } else if constexpr (std::signed_integral<T>) {
      return static_cast<int64_t>(value);
    } else if constexpr (std::unsigned_integral<T>) {
      return static_cast<uint64_t>(value);
    } else if constexpr (IsVector<T>::value) {
      Json list = Json::array();
      for (const auto& item : value) list.push_back(convert(item));
      return list;
    } else if constexpr (IsOptional<T>::value) {
      return value ? convert(*value) : Json();
    } else if constexpr (std::same_as<T, Bytes>) {
      return blobs->add(value);
    } else {
      FieldWriter inner;
      inner.blobs = blobs;
      fields(inner, value);
      return inner.take();
    }
  }

  BlobList* blobs = nullptr;

 private:
  Json object_ = Json::object();
};

/// The inverse. The first mismatch is kept as the error, with the path of its fields.
class FieldReader {
 public:
  template <class T>
  using Ref = T&;
  static constexpr int kMaxDepth = 320;  ///< above kMaxValueDepth

  FieldReader(const Json& object, std::string path, std::vector<Bytes>& data)
      : blobs(&data), object_(object), path_(std::move(path)) {}

  template <class T>
  void operator()(const char* name, T& value) {
    if (error) return;
    if (!object_.is_object()) return fail("is not a map");
    const auto found = object_.find(name);
    if (found == object_.end()) return fail(std::string("has no field ") + name);
    FieldReader inner(*found, path_ + "." + name, *blobs);
    inner.depth = depth;
    inner.convert(value);
    error = std::move(inner.error);
  }

  /// A field that peers of earlier versions do not send; `value` is then empty.
  template <class T>
  void optional(const char* name, T& value) {
    if (object_.is_object() && !object_.contains(name)) value = T();
    else (*this)(name, value);
  }

  template <class T>
  void replaced(const char*, const T&) {}

  template <class T>
  void convert(T& value) {
    if constexpr (std::same_as<T, double>) {
      uint64_t bits = 0;
      convert(bits);
      value = std::bit_cast<double>(bits);
    } else if constexpr (std::same_as<T, bool>) {
      if (!object_.is_boolean()) return fail("is not a boolean");
      value = object_.get<bool>();
    } else if constexpr (std::same_as<T, std::string>) {
      if (!object_.is_string()) return fail("is not a string");
      value = object_.get_ref<const std::string&>();
    } else if constexpr (std::is_enum_v<T>) {
      std::underlying_type_t<T> number{};
      convert(number);
      value = static_cast<T>(number);
    } else if constexpr (std::integral<T>) {
      convertInteger(value);
    } else if constexpr (IsVector<T>::value) {
      convertList(value);
    } else if constexpr (IsOptional<T>::value) {
      value.reset();
      if (!object_.is_null()) convert(value.emplace());
    } else if constexpr (std::same_as<T, Bytes>) {
      uint64_t index = 0;
      convert(index);
      if (error) return;
      if (index >= blobs->size()) return fail("refers to data that was not sent");
      value = (*blobs)[index];
    } else {
      fields(*this, value);
    }
  }
  void fail(std::string what) {
    if (!error) error = Error(path_ + " " + std::move(what));
  }

  std::vector<Bytes>* blobs;
  std::optional<Error> error;
  int depth = 0;

 private:
  template <class T>
  void convertInteger(T& value) {
    if (object_.is_number_unsigned()) {
      const auto number = object_.get<uint64_t>();
      if (number > static_cast<uint64_t>(std::numeric_limits<T>::max())) return fail("is too large");
      value = static_cast<T>(number);
    } else if (object_.is_number_integer()) {
      const auto number = object_.get<int64_t>();
      if (!std::in_range<T>(number)) return fail("is out of range");
      value = static_cast<T>(number);
    } else {
      fail("is not a number");
    }
  }
  template <class T>
  void convertList(std::vector<T>& list) {
    if (!object_.is_array()) return fail("is not a list");
    if (depth >= kMaxDepth) return fail("is nested too deeply");
    list.clear();
    list.reserve(object_.size());
    for (const Json& item : object_) {
      FieldReader inner(item, path_ + "[" + std::to_string(list.size()) + "]", *blobs);
      inner.depth = depth + 1;
      T element{};
      inner.convert(element);
      if (inner.error) {
        error = std::move(inner.error);
        return;
      }
      list.push_back(std::move(element));
    }
  }

  const Json& object_;
  std::string path_;
};

}  // namespace relaxscope::wire
