// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/scale_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "tests/support/shared_library_builder.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace relaxscope::bench {
namespace {

using B = ExecutableBuilder;
constexpr int64_t kInstructions = 1'000'000, kFunctions = 100'000, kBody = 10, kConstants = 1'000'000;
constexpr off_t kHole = off_t{2} << 30;

bool writeAt(int file, std::span<const uint8_t> bytes, off_t at) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::pwrite(file, bytes.data() + done, bytes.size() - done, at + static_cast<off_t>(done));
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

/// Writes the bytes with a hole of `hole` bytes before the byte at `at`.
bool writeFile(const std::string& path, std::span<const uint8_t> bytes, size_t at = 0, off_t hole = 0) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return false;
  const bool good = writeAt(file, bytes.first(at), 0) &&
                    writeAt(file, bytes.subspan(at), static_cast<off_t>(at) + hole) &&
                    ::ftruncate(file, static_cast<off_t>(bytes.size()) + hole) == 0;
  ::close(file);
  return good;
}

ConstantValue constantOf(int64_t i) {
  switch (i % 8) {
    case 0: return StringConstant{fmt::format("decoder.layers.{}.attention.q_proj.weight", i)};
    case 1: return IntConstant{i};
    case 2: return FloatConstant{static_cast<double>(i) * 0.25};
    case 3: return ShapeConstant{{1, i, 64}};
    default: {
      std::vector<uint8_t> data(16);
      std::memcpy(data.data(), &i, sizeof i);
      return TensorConstant{
          DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1}, {4}, 1, 0, 0, Bytes::own(std::move(data))};
    }
  }
}

/// One function: calls of a hundred kernels with a storage and a drop between them, and occasional branches.
void addLong(B& b, int64_t instructions) {
  b.beginFunction("main", {"x", "w"});
  for (int64_t i = 0; i + 1 < instructions; ++i) {
    const int64_t reg = 2 + i % 62;
    if (i % 50 == 49 && i + 5 < instructions) b.emitIf(reg, 3);
    else if (i % 3 == 0) b.emitCall("vm.builtin.alloc_tensor", {B::r(0), B::imm(i)}, reg);
    else if (i % 3 == 1) b.emitCall(fmt::format("fused_matmul_add_{}", i % 100), {B::r(0), B::r(1), B::r(reg)});
    else b.emitCall("vm.builtin.null_value", {}, reg);
  }
  b.emitRet(2);
}

void addMany(B& b, int64_t functions) {
  for (int64_t i = 0; i < functions; ++i) {
    b.beginFunction(fmt::format("decoder.layer_{}.block_{}", i / 100, i), {"x"});
    for (int64_t k = 0; k + 1 < kBody; ++k) {
      if (k == 4) b.emitIf(1, 2);
      else if (k == 7 && i > 0)
        b.emitCall(fmt::format("decoder.layer_{}.block_{}", (i - 1) / 100, i - 1), {B::r(k)}, k + 1);
      else b.emitCall(fmt::format("kernel_{}", (i + k) % 500), {B::r(0), B::r(k)}, k + 1);
    }
    b.emitRet(1);
  }
}

/// Ten constants per call, a thousand calls per function.
void addConstants(B& b, int64_t constants) {
  std::vector<Arg> arguments;
  for (int64_t i = 0; i < constants; ++i) {
    if (i % 10'000 == 0) {
      if (i > 0) b.emitRet(1);
      b.beginFunction(fmt::format("weights_{}", i / 10'000), {"x"});
    }
    arguments.push_back(B::c(b.addConstant(constantOf(i))));
    if (arguments.size() < 10) continue;
    b.emitCall("vm.builtin.make_tuple", arguments, 1);
    arguments.clear();
  }
  b.emitRet(1);
}

bool writeCode(const std::string& path) {
  B b;
  addLong(b, kInstructions);
  return writeFile(path, writeVmExecutable(b.finish()));
}
bool writeFunctions(const std::string& path) {
  B b;
  addMany(b, kFunctions);
  return writeFile(path, writeVmExecutable(b.finish()));
}
bool writeConstants(const std::string& path) {
  B b;
  addConstants(b, kConstants);
  return writeFile(path, writeVmExecutable(b.finish()));
}

std::vector<uint8_t> libraryOf(const Executable& executable) {
  test::SharedLibraryBuilder builder;
  builder.content = test::blobOf({{"_lib", {}}, {"relax.VMExecutable", writeVmExecutable(executable)}});
  return builder.build();
}
Executable everything() {
  B b;
  addLong(b, kInstructions);
  addMany(b, kFunctions);
  addConstants(b, kConstants);
  return b.finish();
}
bool writeLibrary(const std::string& path) { return writeFile(path, libraryOf(everything())); }

Executable small() {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("add", {B::r(0), B::c(b.addConstant(constantOf(4)))}, 1);
  b.emitRet(1);
  return b.finish();
}
bool writeSparse(const std::string& path) {
  const std::vector<uint8_t> library = libraryOf(small());
  return writeFile(path, library, library.size(), kHole);
}

/// Writes a small tensor and then patches its size to include the hole after it.
bool writeTensor(const std::string& path) {
  constexpr int64_t kElements = 16;
  const std::vector<uint8_t> data(kElements * 4, 0xA5);
  B b;
  b.beginFunction("main", {"x"});
  const TensorConstant tensor{
      DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1}, {kElements}, 1, 0, 0, Bytes::own(data)};
  b.emitCall("add", {B::r(0), B::c(b.addConstant(tensor))}, 1);
  b.emitRet(1);
  std::vector<uint8_t> bytes = writeVmExecutable(b.finish());
  auto* found = static_cast<uint8_t*>(::memmem(bytes.data(), bytes.size(), data.data(), data.size()));
  if (found == nullptr) return false;
  const uint64_t size = static_cast<uint64_t>(kHole) + data.size();
  const uint64_t elements = size / 4;
  std::memcpy(found - 8, &size, 8);
  std::memcpy(found - 16, &elements, 8);
  return writeFile(path, bytes, static_cast<size_t>(found - bytes.data()) + data.size(), kHole);
}

bool writeEmpty(const std::string& path) { return writeFile(path, writeVmExecutable(B().finish())); }
bool writeBodiless(const std::string& path) {
  B b;
  b.function("add");
  return writeFile(path, writeVmExecutable(b.finish()));
}
bool writeNames(const std::string& path) {
  B b;
  for (int i = 0; i < 200; ++i) {
    std::string name;
    while (name.size() < 10'000) name += fmt::format("layer_{}.block_{}.", i, name.size());
    name.resize(10'000);
    b.beginFunction(name, {name});
    b.emitCall("kernel_" + name, {B::r(0), B::c(b.addConstant(StringConstant{name}))}, 1);
    b.emitRet(1);
  }
  return writeFile(path, libraryOf(b.finish()));
}

constexpr ScaleFile kFiles[] = {
    {"code", "1,000,000 instructions in one function", false, writeCode},
    {"functions", "100,000 functions of 10 instructions", false, writeFunctions},
    {"constants", "1,000,000 constants: strings, numbers, shapes, tensors", false, writeConstants},
    {"library", "a library of all three", true, writeLibrary},
    {"sparse", "a library of 2 GiB, all but a few KiB a hole", true, writeSparse},
    {"tensor", "an executable with one tensor of 2 GiB", false, writeTensor},
    {"empty", "an executable without functions", false, writeEmpty},
    {"bodiless", "an executable with one function without a body", false, writeBodiless},
    {"names", "200 functions with names of 10,000 characters", true, writeNames},
};

}  // namespace

std::span<const ScaleFile> scaleFiles() { return kFiles; }

}  // namespace relaxscope::bench
