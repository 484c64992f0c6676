// SPDX-License-Identifier: Apache-2.0
// The return type of functions that may fail for external reasons: a value, or an error that names the thing and the
// place. Programming errors are assertions instead.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace relaxscope {

/// A range of a file's bytes.
struct ByteRange {
  uint64_t offset = 0, size = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// The cause in one sentence without a trailing newline, with place: "constant 3: shape needs 16 bytes, 4 left". The
/// byte offset, if known, is a file offset.
struct Error {
  std::string message;
  std::optional<uint64_t> byteOffset;
  /// The bytes of the wrong field, if known; of a list or text that does not fit into the file, its count. May extend
  /// beyond the file. Not part of text().
  std::optional<ByteRange> field;

  explicit Error(std::string text) : message(std::move(text)) {}
  Error(std::string text, uint64_t offset) : message(std::move(text)), byteOffset(offset) {}
  /// At a field of `size` bytes.
  Error(std::string text, uint64_t offset, uint64_t size)
      : message(std::move(text)), byteOffset(offset), field(ByteRange{offset, size}) {}

  /// The message, followed by " (byte N)" if the offset is known.
  [[nodiscard]] std::string text() const;
};

/// A value of type T or an Error. Accessing the wrong one fails an assertion.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  [[nodiscard]] const Error& error() const& {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] Error&& error() && {
    assert(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Error& error() const& {
    assert(error_);
    return *error_;
  }
  [[nodiscard]] Error&& error() && {
    assert(error_);
    return std::move(*error_);
  }

 private:
  std::optional<Error> error_;
};

}  // namespace relaxscope

/// Evaluates a Result expression; returns its error from the enclosing function, else binds the value.
#define RS_CONCAT_INNER(a, b) a##b
#define RS_CONCAT(a, b) RS_CONCAT_INNER(a, b)
#define RS_TRY(declaration, expression)                                                             \
  auto RS_CONCAT(rsResult, __LINE__) = (expression);                                                \
  if (!RS_CONCAT(rsResult, __LINE__).ok()) return std::move(RS_CONCAT(rsResult, __LINE__)).error(); \
  declaration = *std::move(RS_CONCAT(rsResult, __LINE__))
/// As RS_TRY, for a Result<void>.
#define RS_CHECK(expression)                                                              \
  do {                                                                                    \
    if (auto rsResult = (expression); !rsResult.ok()) return std::move(rsResult).error(); \
  } while (false)
