// SPDX-License-Identifier: Apache-2.0
// Arrays of files and folders by name (readArraySet), each opened once. The first bytes of a file decide its format,
// not its name.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/run/input_spec.h"

namespace relaxscope {

class ArrayFiles {
 public:
  /// Reads the array that "@x.npy" or "@in.npz:arg0" names; without a key the only one of its file. Does I/O. Errors
  /// name the file and the arrays in it.
  Result<TensorValue> read(const ArraySpec& spec);
  /// The name of an array in its file; empty for a .npy.
  Result<std::string> keyOf(const ArraySpec& spec);
  /// Splits file and key where parseInputContent() could not: "@in.dat:x", with no .npz before the colon, is split
  /// where a file in.dat exists and no file has the whole name. Does I/O.
  static ArraySpec located(ArraySpec spec);

 private:
  using Members = std::vector<std::pair<std::string, NpyArray>>;  ///< a .npy has one, without a name
  Result<const Members*> open(const std::string& path);
  Result<const Members::value_type*> find(const ArraySpec& spec);

  std::map<std::string, Members> files_;
};

}  // namespace relaxscope
