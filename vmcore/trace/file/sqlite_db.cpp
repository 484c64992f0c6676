// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/file/sqlite_db.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"

namespace relaxscope::sqlite {
namespace {

constexpr int kStepsPerCheck = 1'000'000;
constexpr int kChecks = 200;  // a row takes about ten steps: more than enough for ten million rows

Error errorOf(sqlite3* database) { return Error(std::string("SQLite: ") + sqlite3_errmsg(database)); }
int stopAtBudget(void* left) { return --*static_cast<int*>(left) < 0 ? 1 : 0; }

}  // namespace

Statement& Statement::bind(int64_t value) {
  sqlite3_bind_int64(handle_.get(), ++bound_, value);
  return *this;
}
Statement& Statement::bind(double value) {
  sqlite3_bind_double(handle_.get(), ++bound_, value);
  return *this;
}
Statement& Statement::bind(std::string_view text) {
  const auto size = static_cast<sqlite3_uint64>(text.size());
  const char* data = text.empty() ? "" : text.data();
  if (isUtf8(text) && text.find('\0') == std::string_view::npos)
    sqlite3_bind_text64(handle_.get(), ++bound_, data, size, SQLITE_TRANSIENT, SQLITE_UTF8);
  else sqlite3_bind_blob64(handle_.get(), ++bound_, data, size, SQLITE_TRANSIENT);
  return *this;
}
Statement& Statement::bind(std::span<const uint8_t> blob) {
  sqlite3_bind_blob64(handle_.get(), ++bound_, blob.empty() ? static_cast<const void*>("") : blob.data(), blob.size(),
                      SQLITE_STATIC);
  return *this;
}
Statement& Statement::bindNull() {
  sqlite3_bind_null(handle_.get(), ++bound_);
  return *this;
}

Result<void> Statement::run() {
  const int status = sqlite3_step(handle_.get());
  const Error error = errorOf(database_);
  sqlite3_reset(handle_.get());
  bound_ = 0;
  if (status != SQLITE_DONE && status != SQLITE_ROW) return error;
  return {};
}

Result<bool> Statement::next() {
  const int status = sqlite3_step(handle_.get());
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  return errorOf(database_);
}

std::string Statement::text(int column) const {
  const auto bytes = blob(column);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const uint8_t> Statement::blob(int column) const {
  const void* data = sqlite3_column_blob(handle_.get(), column);
  const int size = sqlite3_column_bytes(handle_.get(), column);
  if (data == nullptr || size <= 0) return {};
  return {static_cast<const uint8_t*>(data), static_cast<size_t>(size)};
}

Result<Database> Database::create(const std::string& path) {
  Database database;
  sqlite3* raw = nullptr;
  const int status =
      sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  database.handle_.reset(raw);
  if (status != SQLITE_OK) return Error(fmt::format("cannot be written: {}", sqlite3_errstr(status)));
  RS_CHECK(database.execute(
      "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE"));
  return database;
}

Result<Database> Database::openUntrusted(const std::string& path) {
  Database database;
  sqlite3* raw = nullptr;
  // Immutable: no journal or log beside the file is opened, which could be anything.
  std::string uri = "file:";
  for (const char c : path) uri += isNameLetter(c) || c == '/' ? std::string(1, c) : fmt::format("%{:02X}", uint8_t(c));
  const int status = sqlite3_open_v2((uri + "?immutable=1").c_str(), &raw,
                                     SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nullptr);
  database.handle_.reset(raw);
  if (status != SQLITE_OK) return Error("cannot read " + path);
  sqlite3_limit(raw, SQLITE_LIMIT_LENGTH, 1 << 30);
  sqlite3_limit(raw, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  database.checksLeft_ = std::make_unique<int>(kChecks);
  sqlite3_progress_handler(raw, kStepsPerCheck, stopAtBudget, database.checksLeft_.get());
  RS_CHECK(database.execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0"));
  return database;
}

Result<void> Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return errorOf(handle_.get());
  return {};
}

Result<Statement> Database::prepare(const std::string& sql) {
  Statement statement;
  sqlite3_stmt* raw = nullptr;
  const int status = sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &raw, nullptr);
  statement.handle_.reset(raw);
  statement.database_ = handle_.get();
  if (status != SQLITE_OK || raw == nullptr) return errorOf(handle_.get());
  return statement;
}

Result<std::vector<uint8_t>> Database::bytes() {
  const auto freed = [](unsigned char* pages) { sqlite3_free(pages); };
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(freed)> pages(sqlite3_serialize(handle_.get(), "main", &size, 0),
                                                              freed);
  if (pages == nullptr) return Error("out of memory");
  return std::vector<uint8_t>(pages.get(), pages.get() + size);
}

Result<void> Database::close() {
  if (sqlite3_close(handle_.get()) != SQLITE_OK) return errorOf(handle_.get());
  static_cast<void>(handle_.release());
  return {};
}

}  // namespace relaxscope::sqlite
