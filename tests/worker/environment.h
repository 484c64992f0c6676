// SPDX-License-Identifier: Apache-2.0
// A variable of the environment for one scope, for programs that a test starts.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace relaxscope::test {

class Environment {
 public:
  Environment(std::string name, const std::string& value) : name_(std::move(name)) {
    if (const char* old = std::getenv(name_.c_str())) old_ = old;
    setenv(name_.c_str(), value.c_str(), 1);
  }
  ~Environment() { old_ ? setenv(name_.c_str(), old_->c_str(), 1) : unsetenv(name_.c_str()); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::string name_;
  std::optional<std::string> old_;
};

}  // namespace relaxscope::test
