// SPDX-License-Identifier: Apache-2.0
// The one way in which a function says that the world did something wrong: a value, or an error
// that names the thing and the place. What we did wrong ourselves is an assertion instead.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace relaxscope {

/// What went wrong, in one sentence without a trailing newline, with place and cause:
/// "constant 3: shape needs 16 bytes, 4 left". The byte offset, where known, is that of the file.
struct Error {
  std::string message;
  std::optional<uint64_t> byteOffset;

  explicit Error(std::string text) : message(std::move(text)) {}
  Error(std::string text, uint64_t offset) : message(std::move(text)), byteOffset(offset) {}

  /// The message with " (byte N)" behind it where the place is known.
  [[nodiscard]] std::string text() const;
};

/// A value of type T or an Error. Reading the wrong one is an assertion.
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
/// The same for a Result<void>.
#define RS_CHECK(expression)                                                              \
  do {                                                                                    \
    if (auto rsResult = (expression); !rsResult.ok()) return std::move(rsResult).error(); \
  } while (false)
