// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/vm/parameter_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/format/findings.h"
#include "vmcore/format/vm/tensor_record.h"

namespace relaxscope {

using namespace vmformat;

bool looksLikeParameterList(const Bytes& file) {
  uint64_t word = 0;
  if (file.size() < sizeof(word)) return false;
  std::memcpy(&word, file.slice(0, sizeof(word)).data(), sizeof(word));
  return word == kParameterMagic;
}

namespace {

Result<void> readListSections(ByteReader& in, Executable& out) {
  RS_TRY(const uint64_t magic, in.read<uint64_t>("magic"));
  if (magic != kParameterMagic)
    return Error(fmt::format("magic 0x{:016x} is not that of a parameter list", magic), 0, 8);
  in.settle();
  RS_TRY(const uint64_t reserved, in.read<uint64_t>("reserved word"));
  if (reserved != 0) return Error(fmt::format("the reserved word is {}, not 0", reserved), sizeof(magic), 8);
  in.settle();
  RS_TRY(out.constantNames, readStrings(in, "parameter names"));
  in.settle();
  RS_TRY(const uint64_t count, in.readCount("parameters", kTensorBytes));
  if (count != out.constantNames.size()) {
    Error error = in.errorHere(fmt::format("{} tensors for {} names", count, out.constantNames.size()));
    error.field = ByteRange{in.fileOffset() - 8, 8};
    return error;
  }
  in.settle();
  RS_CHECK(readTensors(in, count, "parameter", out.constants));
  RS_TRY(out.trailing, in.readBytes(in.remaining(), "trailing bytes"));
  return {};
}

}  // namespace

Result<Executable> readParameterList(const Bytes& file, PartialExecutable* partial) {
  Executable out;
  out.variant = Variant::Params;
  out.byteSize = file.size();
  ByteReader in(file);
  if (auto read = readListSections(in, out); !read.ok()) {
    if (partial != nullptr) *partial = {std::move(out), in.settled()};
    return std::move(read).error();
  }
  return out;
}

size_t lateBoundCount(const Executable& executable) {
  return static_cast<size_t>(std::count_if(
      executable.constants.begin(), executable.constants.end(),
      [](const Constant& constant) { return std::holds_alternative<LateBoundConstant>(constant.value); }));
}

Result<void> bindLateConstants(Executable& executable, const Executable& parameters) {
  std::unordered_map<std::string_view, size_t> byName;
  for (size_t i = 0; i < parameters.constantNames.size(); ++i)
    if (!byName.emplace(parameters.constantNames[i], i).second)
      return Error(
          fmt::format("duplicate tensor \"{}\" in the constants file", shownName(parameters.constantNames[i])));
  std::vector<bool> wanted(parameters.constantNames.size());
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const auto* late = std::get_if<LateBoundConstant>(&executable.constants[i].value);
    if (late == nullptr) continue;
    const auto found = byName.find(late->name);
    if (found == byName.end())
      return Error(fmt::format("constant {}: the constants file holds no \"{}\"", i, shownName(late->name)));
    wanted[found->second] = true;
    ConstantValue value = parameters.constants[found->second].value;
    executable.constants[i].value = std::move(value);
  }
  if (const auto unused = std::find(wanted.begin(), wanted.end(), false); unused != wanted.end())
    return Error(fmt::format("the constants file holds {} tensors; the executable needs {}, and \"{}\" is missing",
                             wanted.size(), std::count(wanted.begin(), wanted.end(), true),
                             shownName(parameters.constantNames[static_cast<size_t>(unused - wanted.begin())])));
  return {};
}

}  // namespace relaxscope
