// SPDX-License-Identifier: Apache-2.0
// Internal to trace: a thin SQLite wrapper that returns Results. Text of any bytes is bound as TEXT if it is UTF-8,
// else as BLOB; both read back the same.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/result.h"

namespace relaxscope::sqlite {

class Database;

/// A prepared statement. Parameter and column indices start at 0.
class Statement {
 public:
  Statement& bind(int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view text);
  Statement& bind(std::span<const uint8_t> blob);  ///< must live until the statement has run
  Statement& bindNull();
  /// Executes the statement and resets it for the next row's values.
  Result<void> run();
  /// Steps to the next row; false at the end.
  Result<bool> next();

  [[nodiscard]] int64_t integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  [[nodiscard]] double real(int column) const { return sqlite3_column_double(handle_.get(), column); }
  [[nodiscard]] std::string text(int column) const;
  /// Valid until the next row.
  [[nodiscard]] std::span<const uint8_t> blob(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
  sqlite3* database_ = nullptr;
  int bound_ = 0;
};

class Database {
 public:
  /// Creates a new, empty file; not crash-safe (the writer renames it when it is complete).
  static Result<Database> create(const std::string& path);
  /// As `create`, but in memory.
  static Result<Database> createInMemory() { return create(":memory:"); }
  /// Opens an existing file read-only, with SQLite's protections against untrusted files and a step budget against
  /// endless statements.
  static Result<Database> openUntrusted(const std::string& path);

  Result<void> execute(const std::string& sql);
  Result<Statement> prepare(const std::string& sql);
  Result<void> close();
  /// The content of the file that the database would be.
  Result<std::vector<uint8_t>> bytes();

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  std::unique_ptr<int> checksLeft_;
  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace relaxscope::sqlite
